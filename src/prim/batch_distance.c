/* SPDX-License-Identifier: MIT */
/* The distances of eight pairs of triangles: the fifteen candidates of distance.c in lanes, by the
 * same operations in the same order, so the bits are the same. Only the squared distance of a
 * candidate is kept, not its closest points. Pairs that need scaling, and pairs so close that the
 * candidates give 0, go to the function for one pair. */
#define TACTI_BY_PIECE
#include "base/assert.h"
#include "prim/batch_filter.h"

#include <math.h>

/* The limits of distance.c, within which its scale is 1. */
#define LEAST_SIZE 0x1p-100
#define MOST_SIZE 0x1p100

typedef struct local_triangles {
    tacti_t8 corner;
    tacti_t8 edge;           /* corner (i + 1) % 3 minus corner i */
    tacti_d8 edge_square[3]; /* its squared length */
} local_triangles;

TACTI_ALWAYS_INLINE void local_from(const tacti_t8 *t, const tacti_v8 *origin,
                                    local_triangles *local) {
    TACTI_UNROLL
    for (int i = 0; i < 3; i++)
        local->corner.v[i] = tacti_v8_sub(t->v[i], *origin);
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        local->edge.v[i] = tacti_v8_sub(local->corner.v[(i + 1) % 3], local->corner.v[i]);
        local->edge_square[i] = tacti_v8_dot(local->edge.v[i], local->edge.v[i]);
    }
}

TACTI_ALWAYS_INLINE tacti_d8 largest_extent(const tacti_t8 *a, const tacti_t8 *b) {
    tacti_v8 lo = a->v[0], hi = a->v[0];
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        lo = tacti_v8_min(tacti_v8_min(lo, a->v[i]), b->v[i]);
        hi = tacti_v8_max(tacti_v8_max(hi, a->v[i]), b->v[i]);
    }
    tacti_v8 size = tacti_v8_sub(hi, lo);
    return tacti_d8_max(tacti_d8_max(size.x, size.y), size.z);
}

/* p / q clamped to [0, 1], or 0 if q is not positive. */
TACTI_ALWAYS_INLINE tacti_d8 unit_ratio(tacti_d8 p, tacti_d8 q) {
    tacti_d8 zero = tacti_d8_set(0), one = tacti_d8_set(1);
    tacti_d8 ratio = tacti_d8_max(zero, tacti_d8_min(tacti_d8_div(p, q), one));
    return tacti_d8_select(tacti_d8_gt(q, zero), ratio, zero);
}

/* Edge i of a against edge j of b, as try_edges() of distance.c. */
TACTI_ALWAYS_INLINE tacti_d8 edges_square(const local_triangles *a, int i, const local_triangles *b,
                                          int j) {
    tacti_v8 d = a->edge.v[i], e = b->edge.v[j];
    tacti_v8 r = tacti_v8_sub(b->corner.v[j], a->corner.v[i]);
    tacti_v8 normal = tacti_v8_cross(d, e);
    tacti_d8 s =
        unit_ratio(tacti_v8_dot(tacti_v8_cross(r, e), normal), tacti_v8_dot(normal, normal));
    tacti_v8 from_b = tacti_v8_sub(tacti_v8_scale(d, s), r);
    tacti_d8 t = unit_ratio(tacti_v8_dot(from_b, e), b->edge_square[j]);
    tacti_v8 from_a = tacti_v8_add(tacti_v8_scale(e, t), r);
    s = unit_ratio(tacti_v8_dot(from_a, d), a->edge_square[i]);
    tacti_v8 gap = tacti_v8_sub(from_a, tacti_v8_scale(d, s));
    return tacti_v8_dot(gap, gap);
}

/* The frames of faces, as face_frame of distance.c; is_proper is true in lanes that have one. */
typedef struct face_frames {
    tacti_v8 start;
    tacti_d8 length, height, apex_along;
    tacti_v8 along, across, to_end, to_apex;
    tacti_m8 is_proper;
} face_frames;

TACTI_ALWAYS_INLINE void face_frames_make(const local_triangles *t, face_frames *frame) {
    const tacti_d8 *square = t->edge_square;
    const tacti_v8 *v = t->corner.v, *edge = t->edge.v;
    tacti_d8 zero = tacti_d8_set(0), one = tacti_d8_set(1);
    tacti_m8 is_1 = tacti_d8_gt(square[1], square[0]);
    tacti_d8 longest = tacti_d8_select(is_1, square[1], square[0]);
    tacti_m8 is_2 = tacti_d8_gt(square[2], longest);
    longest = tacti_d8_select(is_2, square[2], longest);
    frame->start = tacti_v8_select(is_2, v[2], tacti_v8_select(is_1, v[1], v[0]));
    frame->to_end = tacti_v8_select(is_2, edge[2], tacti_v8_select(is_1, edge[1], edge[0]));
    tacti_v8 apex = tacti_v8_select(is_2, v[1], tacti_v8_select(is_1, v[0], v[2]));
    frame->length = tacti_d8_sqrt(longest);
    frame->to_apex = tacti_v8_sub(apex, frame->start);
    frame->along = tacti_v8_scale(frame->to_end, tacti_d8_div(one, frame->length));
    tacti_d8 along = tacti_v8_dot(frame->to_apex, frame->along);
    tacti_v8 rest = tacti_v8_sub(frame->to_apex, tacti_v8_scale(frame->along, along));
    tacti_d8 more = tacti_v8_dot(rest, frame->along);
    rest = tacti_v8_sub(rest, tacti_v8_scale(frame->along, more));
    frame->height = tacti_d8_sqrt(tacti_v8_dot(rest, rest));
    frame->apex_along = tacti_d8_add(along, more);
    frame->across = tacti_v8_scale(rest, tacti_d8_div(one, frame->height));
    frame->is_proper =
        tacti_m8_and(tacti_d8_gt(frame->length, zero), tacti_d8_gt(frame->height, zero));
}

/* A corner against a face, as try_corner_and_face(); infinite if its foot lies outside. */
TACTI_ALWAYS_INLINE tacti_d8 face_square(const face_frames *frame, const tacti_v8 *corner) {
    tacti_d8 zero = tacti_d8_set(0), one = tacti_d8_set(1);
    tacti_v8 r = tacti_v8_sub(*corner, frame->start);
    tacti_d8 x = tacti_v8_dot(r, frame->along), y = tacti_v8_dot(r, frame->across);
    tacti_d8 apex_weight = tacti_d8_div(y, frame->height);
    tacti_d8 rest = tacti_d8_sub(x, tacti_d8_mul(apex_weight, frame->apex_along));
    tacti_d8 end_weight = tacti_d8_div(rest, frame->length);
    tacti_m8 is_inside =
        tacti_m8_and(tacti_m8_and(tacti_d8_ge(apex_weight, zero), tacti_d8_ge(end_weight, zero)),
                     tacti_d8_ge(one, tacti_d8_add(apex_weight, end_weight)));
    tacti_v8 foot = tacti_v8_add(tacti_v8_scale(frame->to_end, end_weight),
                                 tacti_v8_scale(frame->to_apex, apex_weight));
    tacti_v8 gap = tacti_v8_sub(r, foot);
    return tacti_d8_select(tacti_m8_and(is_inside, frame->is_proper), tacti_v8_dot(gap, gap),
                           tacti_d8_set(HUGE_VAL));
}

/* The least squared distance of the candidates. */
TACTI_ALWAYS_INLINE tacti_d8 least_square(const tacti_t8 *a, const tacti_t8 *b) {
    local_triangles side[2];
    local_from(a, &a->v[0], &side[0]);
    local_from(b, &a->v[0], &side[1]);
    tacti_d8 best = tacti_d8_set(HUGE_VAL);
    TACTI_UNROLL
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            best = tacti_d8_min(edges_square(&side[0], i, &side[1], j), best);
    for (int s = 0; s < 2; s++) {
        face_frames frame;
        face_frames_make(&side[s], &frame);
        TACTI_UNROLL
        for (int i = 0; i < 3; i++)
            best = tacti_d8_min(face_square(&frame, &side[1 - s].corner.v[i]), best);
    }
    return best;
}

/* Which pairs are swapped, if some agree in their first coordinate. */
TACTI_NEVER_INLINE tacti_m8 order_by_rest(const tacti_t8 *a, const tacti_t8 *b, tacti_m8 is_swapped,
                                          tacti_m8 is_decided) {
    for (int i = 0; i < 3; i++) {
        const tacti_d8 x[3] = {a->v[i].x, a->v[i].y, a->v[i].z};
        const tacti_d8 y[3] = {b->v[i].x, b->v[i].y, b->v[i].z};
        for (int k = 0; k < 3; k++) {
            tacti_m8 is_less = tacti_d8_gt(y[k], x[k]), is_more = tacti_d8_gt(x[k], y[k]);
            is_swapped = tacti_m8_or(is_swapped, tacti_m8_and(is_more, tacti_m8_not(is_decided)));
            is_decided = tacti_m8_or(is_decided, tacti_m8_or(is_less, is_more));
        }
    }
    return is_swapped;
}

/* Orders the triangles of each pair as tact_triangle_distance() does: by the first coordinate that
 * differs. Nearly always that is the first one. */
TACTI_ALWAYS_INLINE void order_pairs(tacti_t8 *a, tacti_t8 *b) {
    tacti_m8 is_swapped = tacti_d8_gt(a->v[0].x, b->v[0].x);
    tacti_m8 is_decided = tacti_m8_or(is_swapped, tacti_d8_gt(b->v[0].x, a->v[0].x));
    if (tacti_m8_bits(is_decided) != TACTI_D8_MASK)
        is_swapped = order_by_rest(a, b, is_swapped, is_decided);
    if (tacti_m8_bits(is_swapped) == 0)
        return;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        tacti_d8_swap(is_swapped, &a->v[i].x, &b->v[i].x);
        tacti_d8_swap(is_swapped, &a->v[i].y, &b->v[i].y);
        tacti_d8_swap(is_swapped, &a->v[i].z, &b->v[i].z);
    }
}

/* Pairs of triangles in the lanes of one piece. */
typedef struct piece_pairs {
    const tacti_triangle_source *source[2];
    const uint32_t *number[2];
    uint32_t used; /* bits of the lanes that count */
} piece_pairs;

/* The verdicts, with the open pairs decided. Their open bits stay set, to be counted, unless what
 * the triangles have in common decides them. The pairs are placed anew: few batches come here, and
 * the others keep their triangles in registers. */
TACTI_NEVER_INLINE tacti_verdicts decide(const piece_pairs *pairs) {
    tacti_t8 ta = tacti_t8_load(pairs->source[0], pairs->number[0]);
    tacti_t8 tb = tacti_t8_load(pairs->source[1], pairs->number[1]);
    tacti_verdicts verdicts = tacti_filter_coplanar(&ta, &tb, tacti_filter_overlaps(&ta, &tb));
    for (uint32_t i = 0; i < TACTI_D8_LANES; i++)
        if ((verdicts.open & pairs->used & 1U << i) != 0) {
            tacti_triangle_batch one = {1, {pairs->number[0][i]}, {pairs->number[1][i]}};
            verdicts.meets |=
                (uint32_t)tacti_batch_overlaps_one(pairs->source[0], pairs->source[1], &one, 0)
                << i;
        }
    return verdicts;
}

/* Computes the distances of the lanes that count, except hard ones, and all extents. decided may be
 * NULL. Returns false then if verdicts are open. Exact arithmetic is not called from here, so that
 * what this function spills is not below it on the stack. */
TACTI_ALWAYS_INLINE bool measure_piece(const piece_pairs *pairs, const tacti_verdicts *decided,
                                       double distance[], double extents[], uint32_t *hard) {
    uint32_t used = pairs->used;
    tacti_t8 ta = tacti_t8_load(pairs->source[0], pairs->number[0]);
    tacti_t8 tb = tacti_t8_load(pairs->source[1], pairs->number[1]);
    tacti_verdicts verdicts = decided != NULL ? *decided : tacti_filter_overlaps(&ta, &tb);
    if (decided == NULL && (verdicts.open & used) != 0)
        return false;
    double found[TACTI_D8_LANES] = {0}, sizes[TACTI_D8_LANES];
    uint32_t easy = 0;
    tacti_d8 extent = largest_extent(&ta, &tb);
    tacti_d8_store(sizes, extent);
    if ((verdicts.meets & used) != used) {
        order_pairs(&ta, &tb);
        tacti_d8 square = least_square(&ta, &tb);
        tacti_m8 in_range = tacti_m8_and(tacti_d8_ge(extent, tacti_d8_set(LEAST_SIZE)),
                                         tacti_d8_ge(tacti_d8_set(MOST_SIZE), extent));
        easy = tacti_m8_bits(tacti_m8_and(in_range, tacti_d8_gt(square, tacti_d8_set(0))));
        tacti_d8_store(found, tacti_d8_sqrt(square));
    }
    for (uint32_t i = 0; (used >> i & 1) != 0 && i < TACTI_D8_LANES; i++) {
        distance[i] = (verdicts.meets >> i & 1) != 0 ? 0 : found[i];
        extents[i] = sizes[i];
    }
    *hard = used & ~(verdicts.meets | easy);
    return true;
}

TACTI_NEVER_INLINE bool measure_unless_open(const piece_pairs *pairs, double distance[],
                                            double extents[], uint32_t *hard) {
    return measure_piece(pairs, NULL, distance, extents, hard);
}

TACTI_NEVER_INLINE void measure_decided(const piece_pairs *pairs, const tacti_verdicts *decided,
                                        double distance[], double extents[], uint32_t *hard) {
    measure_piece(pairs, decided, distance, extents, hard);
}

/* Computes all distances and extents. Returns how many pairs were left to the functions for one
 * pair. */
TACTI_ALWAYS_INLINE uint32_t distances_of_piece(const piece_pairs *pairs, double distance[],
                                                double extents[]) {
    uint32_t hard = 0, open = 0;
    if (!measure_unless_open(pairs, distance, extents, &hard)) {
        tacti_verdicts verdicts = decide(pairs);
        open = verdicts.open & pairs->used;
        measure_decided(pairs, &verdicts, distance, extents, &hard);
    }
    open |= hard;
    for (; hard != 0; hard &= hard - 1) {
        int i = __builtin_ctz(hard);
        tacti_triangle_batch one = {1, {pairs->number[0][i]}, {pairs->number[1][i]}};
        distance[i] = tacti_batch_distance_one(pairs->source[0], pairs->source[1], &one, 0);
    }
    return (uint32_t)__builtin_popcount(open);
}

void TACTI_LEVELED(tacti_batch_distances)(const tacti_triangle_source *a,
                                          const tacti_triangle_source *b,
                                          const tacti_triangle_batch *batch, uint64_t *open_count,
                                          double distance[], double extents[]) {
    tacti_triangle_batch full;
    tacti_batch_fill(batch, &full);
    uint32_t used = (1u << batch->count) - 1;
    TACTI_NO_UNROLL
    for (uint32_t i = 0; i < batch->count; i += TACTI_D8_LANES) {
        piece_pairs pairs = {{a, b}, {full.a + i, full.b + i}, used >> i & TACTI_D8_MASK};
        *open_count += distances_of_piece(&pairs, distance + i, extents + i);
    }
}

/* ---- One point ---------------------------------------------------------------------------- */

/* The least squared distance of a point, relative to corner 0, as nearest_to_point(). */
TACTI_ALWAYS_INLINE tacti_d8 point_square(const local_triangles *t, const tacti_v8 *point) {
    tacti_d8 best = tacti_d8_set(HUGE_VAL);
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        tacti_v8 r = tacti_v8_sub(*point, t->corner.v[i]);
        tacti_d8 s = unit_ratio(tacti_v8_dot(r, t->edge.v[i]), t->edge_square[i]);
        tacti_v8 gap = tacti_v8_sub(r, tacti_v8_scale(t->edge.v[i], s));
        best = tacti_d8_min(tacti_v8_dot(gap, gap), best);
    }
    face_frames frame;
    face_frames_make(t, &frame);
    return tacti_d8_min(face_square(&frame, point), best);
}

TACTI_ALWAYS_INLINE void point_distances_of_piece(const tacti_triangle_source *a,
                                                  const uint32_t numbers[], uint32_t count,
                                                  const tact_vec3 *point, double distance[]) {
    uint32_t full[TACTI_D8_LANES];
    for (uint32_t i = 0; i < TACTI_D8_LANES; i++)
        full[i] = numbers[i < count ? i : 0];
    tacti_t8 t = tacti_t8_load(a, full);
    tacti_v8 p = {tacti_d8_set(point->x), tacti_d8_set(point->y), tacti_d8_set(point->z)};
    tacti_t8 flat = {{p, p, p}};
    tacti_d8 extent = largest_extent(&t, &flat);
    local_triangles local;
    local_from(&t, &t.v[0], &local);
    tacti_v8 from_corner = tacti_v8_sub(p, t.v[0]);
    tacti_d8 found = tacti_d8_sqrt(point_square(&local, &from_corner));
    tacti_m8 in_range = tacti_m8_and(tacti_d8_ge(extent, tacti_d8_set(LEAST_SIZE)),
                                     tacti_d8_ge(tacti_d8_set(MOST_SIZE), extent));
    /* A distance above twice its error proves that the point is not in the triangle. */
    tacti_m8 is_apart = tacti_d8_gt(found, tacti_d8_mul(extent, tacti_d8_set(0x100p-53)));
    uint32_t easy = tacti_m8_bits(tacti_m8_and(in_range, is_apart));
    double results[TACTI_D8_LANES];
    tacti_d8_store(results, found);
    for (uint32_t i = 0; i < count; i++)
        distance[i] =
            (easy >> i & 1) != 0 ? results[i] : tacti_point_distance_one(a, numbers[i], point);
}

void TACTI_LEVELED(tacti_batch_point_distances)(const tacti_triangle_source *a,
                                                const uint32_t numbers[], uint32_t count,
                                                const tact_vec3 *point, double distance[]) {
    TACTI_ASSERT(count >= 1 && count <= TACTI_BATCH);
    TACTI_NO_UNROLL
    for (uint32_t i = 0; i < count; i += TACTI_D8_LANES) {
        uint32_t left = count - i < TACTI_D8_LANES ? count - i : TACTI_D8_LANES;
        point_distances_of_piece(a, numbers + i, left, point, distance + i);
    }
}

/* ---- Along a direction -------------------------------------------------------------------- */

/* The coordinates of a triangle's corners along a direction, from an origin. */
TACTI_ALWAYS_INLINE void coordinates_along(const tacti_t8 *t, const tacti_v8 *origin,
                                           const tacti_v8 *direction, tacti_d8 out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = tacti_v8_dot(tacti_v8_sub(t->v[i], *origin), *direction);
}

void TACTI_LEVELED(tacti_batch_gaps)(const tacti_triangle_source *a, const tacti_triangle_source *b,
                                     const tacti_triangle_batch *batch, const tact_vec3 *direction,
                                     double gap[]) {
    tacti_triangle_batch full;
    tacti_batch_fill(batch, &full);
    tacti_v8 d = {tacti_d8_set(direction->x), tacti_d8_set(direction->y),
                  tacti_d8_set(direction->z)};
    double found[TACTI_BATCH];
    TACTI_NO_UNROLL
    for (uint32_t i = 0; i < batch->count; i += TACTI_D8_LANES) {
        tacti_t8 ta = tacti_t8_load(a, full.a + i), tb = tacti_t8_load(b, full.b + i);
        tacti_d8 along_a[3], along_b[3];
        coordinates_along(&ta, &ta.v[0], &d, along_a);
        coordinates_along(&tb, &ta.v[0], &d, along_b);
        tacti_d8 end = tacti_d8_max(tacti_d8_max(along_a[0], along_a[1]), along_a[2]);
        tacti_d8 start = tacti_d8_min(tacti_d8_min(along_b[0], along_b[1]), along_b[2]);
        tacti_d8_store(found + i, tacti_d8_sub(start, end));
    }
    for (uint32_t i = 0; i < batch->count; i++)
        gap[i] = found[i];
}
