/* SPDX-License-Identifier: MIT */
/* The first stage: the whole domain of eight questions at a time, along the axes and four
 * directions (see inclusion.c). The vertices at time 0 and 1 are all that is needed, because a
 * difference of two points of the features along a fixed direction has its extremes there. No
 * branch depends on a single question, and every level computes the same bits.
 *
 * Errors, in units of u = 2^-53: the vectors w from vertex 0 are rounded once, 1 of L, the largest
 * coordinate. Along a direction n they err by 1 + 3 of |n|_1 L; the difference of two by 8, and by
 * 2 for its own rounding: 10 (1 + 10u), below ERROR. Products below 2^-1074 add less than LEAST.
 * Nothing overflows if L is at most MOST. */
#include "feature/first.h"

#include "prim/batch_lanes.h"

#define ERROR 0x10p-53
#define LEAST 0x1p-1000
#define MOST 0x1p300
/* Squares of lengths below this may have lost digits. */
#define LEAST_SQUARE 0x1p-900

typedef struct lanes {
    tact_impact_kind kind;
    tacti_v8 w[2][3]; /* [time][vector] */
    tacti_d8 largest, separation;
    bool has_separation;
} lanes;

TACTI_ALWAYS_INLINE tacti_v8 load(const tact_vec3 *points, const uint32_t vertices[][4], int i) {
    tacti_rows8 rows;
    for (int lane = 0; lane < TACTI_IMPACT_LANES; lane++)
        tacti_rows8_set(&rows, lane, &points[vertices[lane][i]].x);
    tacti_d8 column[3];
    tacti_rows8_transpose(&rows, column);
    return (tacti_v8){column[0], column[1], column[2]};
}

TACTI_ALWAYS_INLINE tacti_d8 largest_of(tacti_v8 v) {
    return tacti_d8_max(tacti_d8_max(tacti_d8_abs(v.x), tacti_d8_abs(v.y)), tacti_d8_abs(v.z));
}

/* Which lanes are apart by more than bound, given the vectors along a direction. */
TACTI_ALWAYS_INLINE tacti_m8 are_apart(tact_impact_kind kind, tacti_d8 along[2][3],
                                       tacti_d8 bound) {
    tacti_d8 zero = tacti_d8_set(0), lo[2], hi[2];
    for (int t = 0; t < 2; t++) {
        const tacti_d8 *d = along[t];
        if (kind == TACT_IMPACT_VERTEX_FACE) {
            lo[t] = tacti_d8_min(tacti_d8_min(d[0], d[1]), d[2]);
            hi[t] = tacti_d8_max(tacti_d8_max(d[0], d[1]), d[2]);
        } else {
            lo[t] = tacti_d8_sub(tacti_d8_min(d[1], d[2]), tacti_d8_max(d[0], zero));
            hi[t] = tacti_d8_sub(tacti_d8_max(d[1], d[2]), tacti_d8_min(d[0], zero));
        }
    }
    tacti_m8 above = tacti_d8_gt(tacti_d8_min(lo[0], lo[1]), bound);
    tacti_m8 below = tacti_d8_gt(tacti_d8_sub(zero, tacti_d8_max(hi[0], hi[1])), bound);
    return tacti_m8_or(above, below);
}

TACTI_ALWAYS_INLINE tacti_m8 axes_separate(lanes *m) {
    tacti_d8 bound = tacti_d8_add(tacti_d8_mul(tacti_d8_set(ERROR), m->largest), m->separation);
    tacti_d8 along[2][3];
    tacti_m8 apart;
    for (int k = 0; k < 3; k++) {
        for (int t = 0; t < 2; t++)
            for (int i = 0; i < 3; i++)
                along[t][i] = k == 0 ? m->w[t][i].x : k == 1 ? m->w[t][i].y : m->w[t][i].z;
        tacti_m8 here = are_apart(m->kind, along, bound);
        apart = k == 0 ? here : tacti_m8_or(apart, here);
    }
    return apart;
}

/* At least the length of n but for a rounding; the sum of the coordinates if its square underflows.
 */
TACTI_ALWAYS_INLINE tacti_d8 length_of(tacti_v8 n, tacti_d8 sum) {
    tacti_d8 square = tacti_v8_dot(n, n);
    return tacti_d8_select(tacti_d8_gt(square, tacti_d8_set(LEAST_SQUARE)), tacti_d8_sqrt(square),
                           sum);
}

TACTI_ALWAYS_INLINE tacti_m8 separates(lanes *m, tacti_v8 n) {
    tacti_d8 sum = tacti_v8_sum(n);
    tacti_d8 size = tacti_d8_add(tacti_d8_mul(tacti_d8_mul(tacti_d8_set(ERROR), m->largest), sum),
                                 tacti_d8_set(LEAST));
    if (m->has_separation)
        size = tacti_d8_add(size, tacti_d8_mul(length_of(n, sum), m->separation));
    tacti_d8 along[2][3];
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 3; i++)
            along[t][i] = tacti_v8_dot(n, m->w[t][i]);
    return are_apart(m->kind, along, size);
}

uint32_t TACTI_LEVELED(tacti_impact_first)(tact_impact_kind kind, const tact_vec3 *start,
                                           const tact_vec3 *end, const uint32_t vertices[][4],
                                           double separation) {
    lanes m;
    m.kind = kind;
    m.has_separation = separation > 0;
    m.separation = tacti_d8_set(separation * (1 + 0x1p-40));
    m.largest = tacti_d8_set(0);
    for (int t = 0; t < 2; t++) {
        const tact_vec3 *points = t == 0 ? start : end;
        tacti_v8 origin = load(points, vertices, 0);
        for (int i = 0; i < 3; i++) {
            m.w[t][i] = tacti_v8_sub(load(points, vertices, i + 1), origin);
            m.largest = tacti_d8_max(m.largest, largest_of(m.w[t][i]));
        }
    }
    tacti_m8 apart = axes_separate(&m);
    tacti_m8 in_range = tacti_d8_ge(tacti_d8_set(MOST), tacti_d8_max(m.largest, m.separation));
    uint32_t usable = tacti_m8_bits(in_range), found = tacti_m8_bits(apart) & usable;
    if (found == usable)
        return found;
    /* At both times: the difference of the centres, and the two sides of the features. */
    tacti_v8 centre[2], b[2], c[2];
    for (int t = 0; t < 2; t++) {
        const tacti_v8 *w = m.w[t];
        bool is_face = kind == TACT_IMPACT_VERTEX_FACE;
        centre[t] = is_face ? tacti_v8_add(tacti_v8_add(w[0], w[1]), w[2])
                            : tacti_v8_sub(tacti_v8_add(w[1], w[2]), w[0]);
        b[t] = is_face ? tacti_v8_sub(w[1], w[0]) : w[0];
        c[t] = is_face ? tacti_v8_sub(w[2], w[0]) : tacti_v8_sub(w[2], w[1]);
    }
    found |= tacti_m8_bits(separates(&m, tacti_v8_add(centre[0], centre[1]))) & usable;
    if (found == usable)
        return found;
    tacti_v8 side_b = tacti_v8_add(b[0], b[1]), side_c = tacti_v8_add(c[0], c[1]);
    found |= tacti_m8_bits(separates(&m, tacti_v8_cross(side_b, side_c))) & usable;
    if (found == usable)
        return found;
    tacti_v8 speed = tacti_v8_sub(centre[1], centre[0]);
    found |= tacti_m8_bits(separates(&m, tacti_v8_cross(speed, side_b))) & usable;
    found |= tacti_m8_bits(separates(&m, tacti_v8_cross(speed, side_c))) & usable;
    return found;
}
