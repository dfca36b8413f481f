/* SPDX-License-Identifier: MIT */
/* The floating-point search and its support points by SIMD level; support points of one body. */
#include "search/gjk.h"

tacti_gjk_search *tacti_gjk_at(tact_simd_level level) {
    static tacti_gjk_search *const table[] = TACTI_LEVEL_TABLE(tacti_gjk_search);
    return table[tacti_simd_row(level)];
}

tacti_gjk_search *tacti_gjk_small_at(tact_simd_level level) {
    static tacti_gjk_search *const table[] = TACTI_LEVEL_TABLE(tacti_gjk_small);
    return table[tacti_simd_row(level)];
}

tacti_gjk_support *tacti_gjk_support_at(tact_simd_level level) {
    static tacti_gjk_support *const table[] = TACTI_LEVEL_TABLE(tacti_gjk_support);
    return table[tacti_simd_row(level)];
}

tact_vec3 tacti_body_furthest(const tacti_bodies *bodies, int side, tact_vec3 n) {
    const tacti_body *body = &bodies->body[side];
    /* The support function takes two bodies; only the result for the first is used. */
    tacti_bodies twice;
    twice.body[0] = twice.body[1] = *body;
    tacti_point_pair pair;
    uint32_t start[2] = {UINT32_MAX, UINT32_MAX};
    tact_vec3 back = {-n.x, -n.y, -n.z};
    tacti_gjk_support_at(bodies->level)(&twice, back, start, &pair);
    if (body->hull == NULL)
        return pair.a;
    /* A climb by rounded products may end too early. */
    tact_vec3 m = tacti_hull_scale_direction(tacti_turn_back(body->pose, n));
    return tacti_body_vertex(body, tacti_hull_climb(body->hull, m, pair.at[0]));
}
