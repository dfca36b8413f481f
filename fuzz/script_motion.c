/* SPDX-License-Identifier: MIT */
/* Actions of the script fuzzer: motions, and the first contact of models that the script made. */
#include "script.h"

#include <math.h>
#include <string.h>

#define MAY_MOVE (MAY_REFUSE | MAY(TACT_NOT_FINITE) | MAY(TACT_INVALID_POSE))
#define MAY_SWEEP (MAY_MOVE | MAY(TACT_UNSUPPORTED) | MAY(TACT_TOO_LARGE))

/* Turns about z and rises. */
static bool wind(void *user, double time, tact_pose *out) {
    tact_vec3 axis = {0, 0, 1}, place = {0, 0, *(const double *)user * time};
    return tact_pose_from_axis_angle(axis, time, place, out) == TACT_OK;
}

static bool make_motion(script *s, const double *rise, tact_rigid_motion *out) {
    tact_pose start = script_pose(s);
    script_begin(s, out, sizeof *out);
    switch (script_below(s, 4)) {
    case 0:
        return script_end(s, tact_rigid_screw(start, script_pose(s), out), MAY_MOVE);
    case 1:
        return script_end(s, tact_rigid_between(start, script_pose(s), out), MAY_MOVE);
    case 2:
        return script_end(
            s, tact_rigid_function(wind, (void *)(uintptr_t)rise, fabs(*rise), 1, out), MAY_MOVE);
    default: {
        tact_vec3 velocity = script_vec3(s), spin = script_vec3(s);
        return script_end(s, tact_rigid_steady(start, velocity, spin, script_vec3(s), out),
                          MAY_MOVE);
    }
    }
}

static void check_answer(const tact_rigid_result *r, const tact_rigid_options *options) {
    script_require(r->lower <= r->upper);
    script_require((r->outcome == TACT_OUTCOME_APART) == (r->lower == HUGE_VAL));
    if (r->outcome != TACT_OUTCOME_APART)
        script_require(r->lower >= options->start && r->upper <= options->limit);
    (void)tact_rigid_ending_name(r->ending);
}

/* A proof must be accepted by the check. */
static void prove(script *s, const tact_moving *a, const tact_moving *b,
                  const tact_rigid_options *options) {
    tact_free_proof *proof = NULL;
    script_begin(s, &proof, sizeof proof);
    if (!script_end(s, tact_free_proof_create(script_context(s), &proof), 0))
        return;
    tact_rigid_result result;
    tact_free_verdict verdict;
    script_begin(s, &result, sizeof result);
    bool is_answered = script_end(s, tact_free_prove(a, b, options, proof, &result), MAY_ANSWER);
    size_t count;
    const tact_free_interval *intervals = tact_free_proof_view(proof, &count);
    script_begin(s, &verdict, sizeof verdict);
    if (is_answered && result.outcome == TACT_OUTCOME_APART &&
        script_end(s, tact_free_verify(a, b, options, intervals, count, &verdict), MAY_ANSWER))
        script_require(verdict.is_proven);
    tact_free_proof_destroy(proof);
}

static void ask_first(script *s, const tact_moving *a, const tact_moving *b) {
    tact_rigid_options options = tact_rigid_options_default();
    options.start = script_rarely(s) ? script_number(s) : 0;
    options.separation = script_below(s, 3) == 0 ? script_size(s) : 0;
    options.budget = script_below(s, 250);
    tact_cache cache = script_cache(s);
    tact_rigid_result result;
    script_begin(s, &result, sizeof result);
    if (script_end(s, tact_first_contact(a, b, &options, &cache, &result), MAY_ANSWER))
        check_answer(&result, &options);
    prove(s, a, b, &options);
    tact_instance instance = script_instance(s), other = script_instance(s);
    script_begin(s, &result, sizeof result);
    if (script_end(s, tact_cast(&instance, script_vec3(s), &other, &options, NULL, &result),
                   MAY_ANSWER))
        check_answer(&result, &options);
}

/* The hull of a motion is valid. */
static void use_hull(script *s, const tact_moving *moving, double from, double to) {
    tact_hull *hull = NULL;
    double radius = 0;
    script_begin(s, &hull, sizeof hull);
    if (!script_end(s, tact_rigid_hull(script_context(s), moving, from, to, &hull, &radius),
                    MAY_SWEEP))
        return;
    script_require(radius >= 0);
    tact_hull_destroy(hull);
}

void act_motion(script *s) {
    double rise = script_number(s), from = script_number(s), length = 0;
    tact_instance instance[2] = {script_instance(s), script_instance(s)};
    tact_moving moving[2];
    for (int i = 0; i < 2; i++) {
        tact_rigid_motion motion;
        if (!make_motion(s, &rise, &motion))
            return;
        moving[i] = tact_moving_make(instance[i].model, &motion);
        moving[i].flags = instance[i].flags;
        tact_pose pose;
        script_begin(s, &pose, sizeof pose);
        script_end(s, tact_rigid_pose_at(&motion, from, &pose), MAY_MOVE);
        tact_box box;
        double to = from + script_size(s);
        script_begin(s, &length, sizeof length);
        if (script_end(s, tact_rigid_travel(&moving[i], from, to, &length), MAY_MOVE))
            script_require(length >= 0);
        script_begin(s, &box, sizeof box);
        script_end(s, tact_rigid_bounds(&moving[i], from, to, &box), MAY_MOVE);
        use_hull(s, &moving[i], from, to);
    }
    ask_first(s, &moving[0], &moving[1]);
}
