/* SPDX-License-Identifier: MIT */
/* The answers of collide and distance from closed forms, if a pair has one. */
#include "pair/pair.h"
#include "base/assert.h"
#include "closed/closed.h"
#include "pair/pair_parts.h"

/* The verdict of the bounds. False if polytopes need a proof that the closed form does not have. */
static bool decide(const tacti_bodies *bodies, const tacti_closed *closed, tact_outcome *outcome,
                   tacti_convex_ending *ending) {
    *outcome = closed->lower > 0    ? TACT_OUTCOME_APART
               : closed->upper <= 0 ? TACT_OUTCOME_CONTACT
                                    : TACT_OUTCOME_UNDECIDED;
    *ending = *outcome == TACT_OUTCOME_UNDECIDED ? TACTI_CONVEX_BY_LIMIT : TACTI_CONVEX_BY_FLOAT;
    if (!bodies->is_exact)
        return true;
    return *outcome == TACT_OUTCOME_APART ||
           (*outcome == TACT_OUTCOME_CONTACT && closed->pair_count > 0);
}

bool tacti_collide_closed(const tacti_bodies *bodies, tacti_convex_collision *out) {
    tacti_closed closed;
    if (!tacti_closed_find(bodies, TACTI_CLOSED_SIGN, &closed) ||
        !decide(bodies, &closed, &out->outcome, &out->ending))
        return false;
    tacti_convex_proof *proof = &out->proof;
    out->iterations = 1;
    if (out->outcome == TACT_OUTCOME_APART) {
        proof->direction = closed.direction;
        if (bodies->is_exact) {
            proof->extreme_a = closed.extreme[0];
            proof->extreme_b = closed.extreme[1];
        }
    } else if (out->outcome == TACT_OUTCOME_CONTACT && bodies->is_exact) {
        TACTI_ASSERT(closed.pair_count <= 4);
        proof->pair_count = closed.pair_count;
        for (uint32_t i = 0; i < closed.pair_count; i++) {
            proof->a[i] = closed.at[i][0];
            proof->b[i] = closed.at[i][1];
        }
    }
    return true;
}

bool tacti_distance_closed(const tacti_bodies *bodies, tacti_convex_distance_answer *out) {
    tacti_closed closed;
    if (!tacti_closed_find(bodies, TACTI_CLOSED_DISTANCE, &closed) ||
        !decide(bodies, &closed, &out->outcome, &out->ending))
        return false;
    out->iterations = 1;
    out->lower = tacti_max(closed.lower, 0);
    out->upper = tacti_max(closed.upper, 0);
    out->point_a = closed.core[0];
    out->point_b = closed.core[1];
    if (out->outcome == TACT_OUTCOME_APART) {
        tact_vec3 between = tacti_vec3_sub(closed.core[1], closed.core[0]);
        double distance = tacti_vec3_dot(closed.direction, between) - bodies->radius;
        out->distance = tacti_min(tacti_max(distance, out->lower), out->upper);
        out->direction = closed.direction;
    }
    tacti_add_radii(bodies, out);
    TACTI_ASSERT(!bodies->is_exact || closed.pair_count <= 4);
    for (uint32_t i = 0; bodies->is_exact && i < closed.pair_count; i++) {
        out->a[i] = closed.at[i][0];
        out->b[i] = closed.at[i][1];
        out->weights[i] = closed.weight[i];
        out->pair_count = i + 1;
    }
    return true;
}
