/* SPDX-License-Identifier: MIT */
/* Which of eight pairs of triangles meet: the filter in lanes, then the exact test for the rest.
 * The filter goes piece by piece, because the planes often decide all pairs of a piece. */
#define TACTI_BY_PIECE
#include "base/assert.h"
#include "prim/batch_filter.h"

/* Decides open pairs by what they have in common. The pairs are placed anew: few batches come here,
 * and the others keep their triangles in registers. */
TACTI_NEVER_INLINE tacti_verdicts decide_coplanar(const tacti_triangle_source *a,
                                                  const tacti_triangle_source *b,
                                                  const tacti_triangle_batch *pairs,
                                                  tacti_verdicts verdicts) {
    tacti_verdicts all = {0, 0};
    for (uint32_t i = 0; i < TACTI_BATCH; i += TACTI_D8_LANES) {
        tacti_t8 ta = tacti_t8_load(a, pairs->a + i), tb = tacti_t8_load(b, pairs->b + i);
        tacti_verdicts here = {verdicts.meets >> i & TACTI_D8_MASK,
                               verdicts.open >> i & TACTI_D8_MASK};
        if (here.open != 0)
            here = tacti_filter_coplanar(&ta, &tb, here);
        all.meets |= here.meets << i;
        all.open |= here.open << i;
    }
    return all;
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
    TACTI_NO_UNROLL
    for (uint32_t i = 0; i < batch->count; i += TACTI_D8_LANES) {
        tacti_t8 ta = tacti_t8_load(a, pairs->a + i), tb = tacti_t8_load(b, pairs->b + i);
        tacti_verdicts here = tacti_filter_overlaps(&ta, &tb);
        verdicts.meets |= here.meets << i;
        verdicts.open |= here.open << i;
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
