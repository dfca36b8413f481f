/* SPDX-License-Identifier: MIT */
/* The fast paths of collide and distance, compiled for each SIMD level; see plain.h. */
#include "model/plain.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "base/simd_leave.h"
#include "object/object_pair.h"
#include "pair/pair_first.h"
#include "pair/pair_judge.h"
#include "pair/pair_parts.h"
#include "pair/pair_verdict.h"

/* ---- Contact or not ----------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE void set_verdict(tact_outcome outcome, tact_ending ending,
                                     tact_collide_result *out) {
    memset(out, 0, sizeof *out);
    out->outcome = outcome;
    out->ending = ending;
    tacti_site_begin(0, &out->a);
    tacti_site_begin(0, &out->b);
}

/* Sets the result of a verdict. */
TACTI_ALWAYS_INLINE tact_status collide_by(tacti_verdict *verdict, const tact_instance *a,
                                           const tact_instance *b, tacti_convex_cache *hints,
                                           tact_collide_result *out) {
    tacti_shape_at at[2] = {tacti_instance_shape_at(a), tacti_instance_shape_at(b)};
    tacti_convex_verdict found;
    tact_status status = verdict(&at[0], &at[1], hints, &found);
    if (status != TACT_OK)
        return status;
    if (found.outcome == TACT_OUTCOME_UNDECIDED)
        tacti_shapes_verdict_further(&at[0], &at[1], &found.outcome);
    set_verdict(found.outcome, tacti_ending_of(found.ending), out);
    return TACT_OK;
}

/* A pair whose balls meet, or may meet. The hints may be NULL. */
TACTI_NEVER_INLINE tact_status collide_near(const tact_instance *a, const tact_instance *b,
                                            tacti_convex_cache *hints, tact_collide_result *out) {
    return collide_by(TACTI_LEVELED(tacti_verdict_near), a, b, hints, out);
}

/* A pair that cannot be decided at once. */
TACTI_NEVER_INLINE tact_status collide_bodies(const tact_instance *a, const tact_instance *b,
                                              tact_collide_result *out) {
    return collide_by(TACTI_LEVELED(tacti_verdict_bodies), a, b, NULL, out);
}

/* Looks at the balls first. */
TACTI_NEVER_INLINE tact_status collide_balls(const tact_instance *a, const tact_instance *b,
                                             tacti_convex_cache *hints, tact_collide_result *out) {
    tacti_shape_at at_a = tacti_instance_shape_at(a), at_b = tacti_instance_shape_at(b);
    if (!tacti_are_balls_apart(&at_a, &at_b))
        return collide_near(a, b, hints, out);
    set_verdict(TACT_OUTCOME_APART, TACT_ENDING_COMPLETE, out);
    return TACT_OK;
}

/* A ball and a cylinder. */
TACTI_NEVER_INLINE tact_status collide_ball(const tact_instance *a, const tact_instance *b,
                                            tact_collide_result *out) {
    tacti_shape_at at_a = tacti_instance_shape_at(a), at_b = tacti_instance_shape_at(b);
    tact_outcome outcome;
    if (!judge_quick(&at_a, &at_b, &outcome))
        return collide_bodies(a, b, out);
    set_verdict(outcome, TACT_ENDING_COMPLETE, out);
    return TACT_OK;
}

/* With hints about a pair that was apart. */
TACTI_NEVER_INLINE tact_status collide_again(const tact_instance *a, const tact_instance *b,
                                             tacti_convex_cache *hints, tact_collide_result *out) {
    tacti_shape_at at_a = tacti_instance_shape_at(a), at_b = tacti_instance_shape_at(b);
    if (!tacti_still_apart(&at_a, &at_b, hints))
        return collide_balls(a, b, hints, out);
    set_verdict(TACT_OUTCOME_APART, TACT_ENDING_CACHE, out);
    return TACT_OK;
}

TACTI_NEVER_INLINE tact_status collide_cached(const tact_instance *a, const tact_instance *b,
                                              const tact_cache *cache, tact_collide_result *out) {
    tacti_convex_cache *hints = tacti_cache_of_shapes(cache, a->model, b->model);
    tacti_shape_at at_a = tacti_instance_shape_at(a), at_b = tacti_instance_shape_at(b);
    return hints != NULL && tacti_has_plane(&at_a, &at_b, hints) ? collide_again(a, b, hints, out)
                                                                 : collide_balls(a, b, hints, out);
}

/* In parts, most of which are the last call of the one before, so that no pair pays for the stack
 * of another. */
tact_status TACTI_LEVELED(tacti_collide_plain)(const tact_instance *a, const tact_instance *b,
                                               const tact_cache *cache, tact_collide_result *out) {
    if (tacti_is_ball_cylinder(&a->model->shape, &b->model->shape))
        return collide_ball(a, b, out);
    return cache != NULL ? collide_cached(a, b, cache, out) : collide_balls(a, b, NULL, out);
}

/* ---- Distance ----------------------------------------------------------------------------- */

tact_status TACTI_LEVELED(tacti_distance_plain)(const tact_instance *a, const tact_instance *b,
                                                const tact_cache *cache,
                                                tact_distance_result *out) {
    tacti_shape_at at[2] = {tacti_instance_shape_at(a), tacti_instance_shape_at(b)};
    tacti_convex_cache *hints =
        cache != NULL ? tacti_cache_of_shapes(cache, a->model, b->model) : NULL;
    tacti_convex_distance_answer found;
    tact_status status = TACTI_LEVELED(tacti_distance)(&at[0], &at[1], hints, &found);
    if (status != TACT_OK)
        return status;
    if (found.outcome == TACT_OUTCOME_UNDECIDED) {
        tacti_simd_leave();
        tacti_shapes_distance_further(&at[0], &at[1], &found);
    }
    tacti_set_distance(&found, HUGE_VAL, out);
    return TACT_OK;
}
