/* SPDX-License-Identifier: MIT */
/* Motions in the script. */
#include "script.h"

static bool stay(void *user, double time, tact_pose *out) {
    (void)user, (void)time;
    *out = tact_pose_identity();
    return true;
}

void script_use_motions(script *s) {
    tact_instance ball = script_instance(s, SCRIPT_BALL), box = script_instance(s, SCRIPT_BOX);
    tact_pose away = box.pose, pose;
    away.m[3] += 8;
    tact_vec3 way = {-12, 0, 0}, spin = {0, 0.5, 0}, center = {0, 0, 0};
    tact_rigid_motion motion;
    double length = 0;
    tact_box bounds;
    tact_rigid_result result;
    STEP_ONLY(s, tact_rigid_screw(box.pose, away, &motion));
    STEP_ONLY(s, tact_rigid_between(box.pose, away, &motion));
    STEP_ONLY(s, tact_rigid_function(stay, NULL, 0, 0, &motion));
    STEP_ONLY(s, tact_rigid_steady(away, way, spin, center, &motion));
    STEP_ONLY(s, tact_rigid_pose_at(&motion, 0.5, &pose));
    NOTE(s, pose);
    tact_moving moving = tact_moving_make(box.model, &motion), other;
    STEP_ONLY(s, tact_rigid_steady(ball.pose, center, center, center, &motion));
    other = tact_moving_make(ball.model, &motion);
    STEP_ONLY(s, tact_rigid_travel(&moving, 0, 1, &length));
    NOTE(s, length);
    STEP_ONLY(s, tact_rigid_bounds(&moving, 0, 1, &bounds));
    NOTE(s, bounds);
    tact_hull *hull = NULL;
    double radius = 0;
    STEP(s, &hull, tact_rigid_hull(s->context, &moving, 0, 1, &hull, &radius));
    NOTE(s, radius);
    tact_hull_destroy(hull);
    STEP_ONLY(s, tact_first_contact(&other, &moving, NULL, NULL, &result));
    NOTE(s, result);
    tact_free_proof *proof = NULL;
    STEP(s, &proof, tact_free_proof_create(s->context, &proof));
    tact_moving still = tact_moving_make(ball.model, &other.motion);
    still.motion.start.m[7] += 20;
    STEP_ONLY(s, tact_free_prove(&moving, &still, NULL, proof, &result));
    NOTE(s, result);
    size_t count;
    const tact_free_interval *intervals = tact_free_proof_view(proof, &count);
    tact_free_verdict verdict = {0};
    STEP_ONLY(s, tact_free_verify(&moving, &still, NULL, intervals, count, &verdict));
    assert_true(verdict.is_proven);
    tact_free_proof_destroy(proof);
    box.pose = away;
    STEP_ONLY(s, tact_cast(&box, way, &ball, NULL, NULL, &result));
    NOTE(s, result);
}
