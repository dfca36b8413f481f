/* SPDX-License-Identifier: MIT */
/* Which of eight pairs of triangles meet: the filter in lanes, then the exact test for the rest. */
#include "base/assert.h"
#include "prim/batch_filter.h"
#include "prim/piece_filter.h"

TACTI_ALWAYS_INLINE tacti_double_piece place_row(const double row[4],
                                                 const tacti_double_piece p[3]) {
    tacti_double_piece xy = tacti_dp_add(tacti_dp_mul(tacti_dp_set1(row[0]), p[0]),
                                         tacti_dp_mul(tacti_dp_set1(row[1]), p[1]));
    return tacti_dp_add(tacti_dp_add(xy, tacti_dp_mul(tacti_dp_set1(row[2]), p[2])),
                        tacti_dp_set1(row[3]));
}

/* Decides open pairs by what they have in common. The pairs are placed anew: few batches come here,
 * and the others keep their triangles in registers. */
TACTI_NEVER_INLINE tacti_verdicts decide_coplanar(const tacti_triangle_source *a,
                                                  const tacti_triangle_source *b,
                                                  const tacti_triangle_batch *pairs,
                                                  tacti_verdicts verdicts) {
    tacti_t8 ta = tacti_t8_load(a, pairs->a), tb = tacti_t8_load(b, pairs->b);
    return tacti_filter_coplanar(&ta, &tb, verdicts);
}

/* Triangles in one piece of a batch, placed as by tacti_pose_place(). */
TACTI_ALWAYS_INLINE tacti_piece_triangle load_piece(const tacti_triangle_source *source,
                                                    const uint32_t numbers[]) {
    tacti_piece_triangle t;
    const double *m = source->pose->m;
    const uint32_t *corners[TACTI_DOUBLES_PER_PIECE];
    for (int i = 0; i < TACTI_DOUBLES_PER_PIECE; i++)
        corners[i] = source->indices + 3 * (size_t)numbers[i];
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        const double *points[TACTI_DOUBLES_PER_PIECE];
        for (int i = 0; i < TACTI_DOUBLES_PER_PIECE; i++)
            points[i] = &source->vertices[corners[i][k]].x;
        tacti_double_piece local[3];
        tacti_dp_load_points(points, local);
        t.v[k] = (tacti_piece_point){place_row(m, local), place_row(m + 4, local),
                                     place_row(m + 8, local)};
    }
    return t;
}

uint32_t TACTI_LEVELED(tacti_batch_overlaps)(const tacti_triangle_source *a,
                                             const tacti_triangle_source *b,
                                             const tacti_triangle_batch *batch, bool wants_first,
                                             uint64_t *open_count) {
    TACTI_ASSERT(batch->count >= 1 && batch->count <= TACTI_BATCH);
    tacti_triangle_batch full;
    const tacti_triangle_batch *pairs = batch;
    if (batch->count < TACTI_BATCH) {
        tacti_batch_fill(batch, &full);
        pairs = &full;
    }
    tacti_verdicts verdicts = {0, 0};
    for (uint32_t i = 0; i < batch->count; i += TACTI_DOUBLES_PER_PIECE) {
        tacti_piece_triangle ta = load_piece(a, pairs->a + i), tb = load_piece(b, pairs->b + i);
        tacti_verdicts of_piece = tacti_piece_overlaps(&ta, &tb);
        verdicts.meets |= of_piece.meets << i;
        verdicts.open |= of_piece.open << i;
    }
    uint32_t used = (1u << batch->count) - 1;
    if ((verdicts.open & used) != 0)
        verdicts = decide_coplanar(a, b, pairs, verdicts);
    uint32_t meets = verdicts.meets & used, open = verdicts.open & used;
    if (open == 0)
        return meets;
    for (uint32_t i = 0; i < batch->count; i++) {
        if ((open >> i & 1) != 0) {
            meets |= (uint32_t)tacti_batch_overlaps_one(a, b, batch, i) << i;
            ++*open_count;
        }
        if (wants_first && (meets >> i & 1) != 0)
            return meets;
    }
    return meets;
}
