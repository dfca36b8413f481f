/* SPDX-License-Identifier: MIT */
/* Two boxes, one of which contains a corner of the other. Four corners of the first box around that
 * corner are a proof of contact. Inline for files that are compiled for a SIMD level; see
 * sat_box_lanes.h. */
#ifndef TACTI_SEARCH_SAT_BOX_TOUCH_H
#define TACTI_SEARCH_SAT_BOX_TOUCH_H

#include "base/assert.h"
#include "search/gjk_simplex.h"
#include "search/sat_box_lanes.h"

/* The corners of a box in the frame of the other one, coordinate by coordinate. */
typedef struct tacti_box_corners {
    double at[3][8];
} tacti_box_corners;

/* One bit per corner of the other box that is inside this box. half and other are the half extents
 * of this box and of the other; turn[k][i] is axis k of the other box along axis i of this one. */
TACTI_ALWAYS_INLINE uint32_t tacti_corners_inside(tact_vec3 half, tact_vec3 other,
                                                  const double *middle, const double *const turn[3],
                                                  tacti_box_corners *out) {
    static const double signs[3][8] = {
        {-1, 1, -1, 1, -1, 1, -1, 1}, {-1, -1, 1, 1, -1, -1, 1, 1}, {-1, -1, -1, -1, 1, 1, 1, 1}};
    tacti_d8 x = tacti_d8_mul(tacti_d8_load(signs[0]), tacti_d8_set(other.x));
    tacti_d8 y = tacti_d8_mul(tacti_d8_load(signs[1]), tacti_d8_set(other.y));
    tacti_d8 z = tacti_d8_mul(tacti_d8_load(signs[2]), tacti_d8_set(other.z));
    const double reach[3] = {half.x, half.y, half.z};
    uint32_t inside = 0xff;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        tacti_d8 at = tacti_d8_add(
            tacti_d8_add(tacti_d8_set(middle[i]), tacti_d8_mul(x, tacti_d8_set(turn[0][i]))),
            tacti_d8_add(tacti_d8_mul(y, tacti_d8_set(turn[1][i])),
                         tacti_d8_mul(z, tacti_d8_set(turn[2][i]))));
        tacti_d8_store(out->at[i], at);
        inside &= tacti_m8_bits(tacti_d8_gt(tacti_d8_set(reach[i]), tacti_d8_abs(at)));
    }
    return inside;
}

/* Four corners of a box around a point inside: those on a path from the first corner to the last.
 * The path follows the axes in the order of the point's coordinates relative to the half extents,
 * the greatest first. */
TACTI_ALWAYS_INLINE void tacti_corners_around(const tacti_box_corners *corners, uint32_t at,
                                              tact_vec3 half, uint32_t out[4]) {
    /* The second and the third corner, by x >= y, x >= z, y >= z. */
    static const uint8_t way[8][2] = {{4, 6}, {2, 6}, {4, 6}, {2, 3},
                                      {4, 5}, {4, 6}, {1, 5}, {1, 3}};
    TACTI_ASSERT(at < 8);
    double x = corners->at[0][at], y = corners->at[1][at], z = corners->at[2][at];
    uint32_t order = (uint32_t)(x * half.y >= y * half.x) << 2 |
                     (uint32_t)(x * half.z >= z * half.x) << 1 |
                     (uint32_t)(y * half.z >= z * half.y);
    out[0] = 0;
    out[1] = way[order][0];
    out[2] = way[order][1];
    out[3] = 7;
}

/* Whether four corners of a box surround a point for certain. */
TACTI_ALWAYS_INLINE bool tacti_are_around(const tacti_shape_at *box, const uint32_t corner[4],
                                          tact_vec3 point) {
    tact_vec3 w[4];
    double volume[4];
    TACTI_UNROLL
    for (int i = 0; i < 4; i++)
        w[i] = tacti_vec3_sub(tacti_box_place(box, corner[i]), point);
    return tacti_simplex_volumes(w, volume);
}

/* The pairs of corners of a proof of contact. False if no corner is inside the other box for
 * certain. */
TACTI_NEVER_INLINE bool tacti_find_box_touch(const tacti_box_relation *r, uint32_t a[4],
                                             uint32_t b[4]) {
    tact_vec3 half_a = r->box[0]->shape->core.half_extents,
              half_b = r->box[1]->shape->core.half_extents;
    double turn[3][8], middle[8];
    TACTI_UNROLL
    for (int k = 0; k < 3; k++)
        tacti_d8_store(turn[k], r->turn[k]);
    tacti_d8_store(middle, r->middle);
    tacti_box_corners corners[2];
    const double *const turn_b[3] = {turn[0], turn[1], turn[2]};
    const double *const turn_a[3] = {turn[0] + 4, turn[1] + 4, turn[2] + 4};
    const double back[3] = {-middle[4], -middle[5], -middle[6]};
    uint32_t in_a = tacti_corners_inside(half_a, half_b, middle, turn_b, &corners[0]);
    uint32_t in_b = tacti_corners_inside(half_b, half_a, back, turn_a, &corners[1]);
    if ((in_a | in_b) == 0)
        return false;
    /* Without branches, since both cases are equally likely. */
    int holder = in_a == 0;
    uint32_t corner = (uint32_t)__builtin_ctz(in_a | in_b << 8) & 7;
    uint32_t *around = holder == 0 ? a : b, *same = holder == 0 ? b : a;
    tacti_corners_around(&corners[holder], corner, r->box[holder]->shape->core.half_extents,
                         around);
    same[0] = same[1] = same[2] = same[3] = corner;
    return tacti_are_around(r->box[holder], around, tacti_box_place(r->box[1 - holder], corner));
}

#endif
