/* SPDX-License-Identifier: MIT */
/* The quick search for callers that go on from its simplex, compiled for each SIMD level; see
 * gjk.h. It takes the steps of tacti_gjk_polytopes(), and ends with the same bits. */
#include "search/gjk.h"

#include "base/simd.h"
#include "search/gjk_first.h"
#include "search/gjk_quick.h"

/* Sets the direction that separates the bodies and the support points along it. */
TACTI_ALWAYS_INLINE tacti_gjk_ending set_apart(const tacti_quick *quick, tact_vec3 x,
                                               const uint32_t at[2], tacti_gjk *gjk) {
    gjk->iterations = quick->iterations;
    gjk->best_direction = x;
    gjk->best.at[0] = at[0];
    gjk->best.at[1] = at[1];
    return TACTI_GJK_APART;
}

/* Sets the tetrahedron around the origin. */
TACTI_ALWAYS_INLINE tacti_gjk_ending set_inside(const tacti_quick *quick, tacti_gjk *gjk) {
    double volume[4];
    if (!tacti_simplex_volumes(quick->simplex.w, volume))
        return TACTI_GJK_OPEN;
    double whole = (volume[0] + volume[1]) + (volume[2] + volume[3]);
    tacti_quick_give(quick, true, gjk);
    gjk->x = (tact_vec3){0, 0, 0};
    for (int i = 0; i < 4; i++)
        gjk->weight[i] = volume[i] / whole;
    gjk->upper = 0;
    return TACTI_GJK_CONTACT;
}

tacti_gjk_ending TACTI_LEVELED(tacti_gjk_small)(tacti_gjk *gjk) {
    const tacti_bodies *bodies = gjk->bodies;
    TACTI_ASSERT(gjk->count == 0 && !gjk->wants_distance && bodies->radius == 0);
    if (!tacti_is_quick(bodies->body[0].kind, bodies->body[0].hull) ||
        !tacti_is_quick(bodies->body[1].kind, bodies->body[1].hull))
        return TACTI_GJK_OPEN;
    tacti_quick quick;
    tacti_quick_prepare(&quick, bodies);
    tact_vec3 x = gjk->x;
    uint32_t at[2] = {tacti_quick_first(&quick, 0, (tact_vec3){-x.x, -x.y, -x.z}),
                      tacti_quick_first(&quick, 1, x)};
    tacti_quick_begin(&quick, at);
    tact_vec3 w = quick.simplex.x;
    double along = tacti_vec3_dot(x, w);
    if (along > 0 && tacti_exceeds_radius(along - tacti_gjk_error(bodies, x, w), x, 0))
        return set_apart(&quick, x, at, gjk);
    switch (tacti_quick_search(&quick, false, 0)) {
    case TACTI_QUICK_APART:
        return set_apart(&quick, quick.simplex.x, quick.at, gjk);
    case TACTI_QUICK_INSIDE:
        return set_inside(&quick, gjk);
    default:
        return TACTI_GJK_OPEN;
    }
}
