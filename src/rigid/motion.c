/* SPDX-License-Identifier: MIT */
/* Motions: making and checking them, and poses at a time. */
#include "rigid/motion.h"

#include <math.h>

#include "math/angle.h"
#include "math/vec.h"

/* A turn by less than this is not taken for a screw: its axis would be too far away. */
#define LEAST_SCREW 0x1p-12

static tact_vec3 origin_of(const tact_pose *pose) {
    return (tact_vec3){pose->m[3], pose->m[7], pose->m[11]};
}

static bool is_zero(tact_vec3 v) {
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* ---- Checks ------------------------------------------------------------------------------- */

static tact_status check_steady(const tact_rigid_motion *motion) {
    tact_status status = tact_pose_validate(motion->start, NULL);
    if (status != TACT_OK)
        return status;
    if (!tacti_vec3_is_finite(motion->center) || !tacti_vec3_is_finite(motion->velocity) ||
        !tacti_vec3_is_finite(motion->axis) || !tacti_is_finite(motion->rate))
        return TACT_NOT_FINITE;
    return motion->rate != 0 && is_zero(motion->axis) ? TACT_INVALID_ARGUMENT : TACT_OK;
}

static tact_status check_function(const tact_rigid_motion *motion) {
    if (motion->pose == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!tacti_is_finite(motion->speed) || !tacti_is_finite(motion->spin) ||
        !tacti_is_finite(motion->deviation))
        return TACT_NOT_FINITE;
    bool is_right = motion->speed >= 0 && motion->spin >= 0 && motion->deviation >= 0;
    return is_right ? TACT_OK : TACT_INVALID_ARGUMENT;
}

tact_status tacti_rigid_check(const tact_rigid_motion *motion) {
    if (motion == NULL)
        return TACT_INVALID_ARGUMENT;
    switch (motion->kind) {
    case TACT_RIGID_STEADY:
        return check_steady(motion);
    case TACT_RIGID_FUNCTION:
        return check_function(motion);
    default:
        return TACT_INVALID_ARGUMENT;
    }
}

/* ---- Making ------------------------------------------------------------------------------- */

tact_status tact_rigid_steady(tact_pose start, tact_vec3 velocity, tact_vec3 spin, tact_vec3 center,
                              tact_rigid_motion *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_rigid_motion motion = {.kind = TACT_RIGID_STEADY,
                                .start = start,
                                .center = center,
                                .velocity = velocity,
                                .axis = spin,
                                .rate = tact_vec3_length(spin)};
    tact_status status = tacti_rigid_check(&motion);
    if (status == TACT_OK)
        *out = motion;
    return status;
}

/* The turn from one pose to another by at most half a turn. */
static void turn_between(const tact_pose *from, const tact_pose *to, tact_vec3 *axis,
                         double *angle) {
    tact_quat q =
        tact_quat_multiply(tact_pose_to_quat(*to), tact_quat_conjugate(tact_pose_to_quat(*from)));
    if (q.w < 0)
        q = (tact_quat){-q.w, -q.x, -q.y, -q.z};
    tact_vec3 part = {q.x, q.y, q.z};
    *axis = tact_vec3_normalize(part);
    *angle = is_zero(part) ? 0 : 2 * tacti_angle(q.w, tact_vec3_length(part));
}

tact_status tact_rigid_between(tact_pose from, tact_pose to, tact_rigid_motion *out) {
    tact_status status = out == NULL ? TACT_INVALID_ARGUMENT : tact_pose_validate(from, NULL);
    if (status == TACT_OK)
        status = tact_pose_validate(to, NULL);
    if (status != TACT_OK)
        return status;
    tact_rigid_motion motion = {
        .kind = TACT_RIGID_STEADY, .start = from, .center = origin_of(&from)};
    motion.velocity = tacti_vec3_sub(origin_of(&to), motion.center);
    turn_between(&from, &to, &motion.axis, &motion.rate);
    status = tacti_rigid_check(&motion);
    if (status == TACT_OK)
        *out = motion;
    return status;
}

/* Let d be the way of the origin, p its part along the axis a, and e = d - p. The point about which
 * the origin turns by the angle w from 0 to e is e / 2 + cot(w / 2) (a x e) / 2. */
tact_status tact_rigid_screw(tact_pose from, tact_pose to, tact_rigid_motion *out) {
    tact_rigid_motion motion;
    tact_status status =
        out == NULL ? TACT_INVALID_ARGUMENT : tact_rigid_between(from, to, &motion);
    if (status != TACT_OK)
        return status;
    if (motion.rate >= LEAST_SCREW) {
        tact_vec3 way = motion.velocity, axis = motion.axis;
        tact_vec3 along = tacti_vec3_scale(axis, tacti_vec3_dot(way, axis));
        tact_vec3 across = tacti_vec3_sub(way, along);
        double half = 0.5 * motion.rate, cotangent = tact_cos(half) / tact_sin(half);
        tact_vec3 side = tacti_vec3_scale(tacti_vec3_cross(axis, across), 0.5 * cotangent);
        motion.center =
            tacti_vec3_add(motion.center, tacti_vec3_add(tacti_vec3_scale(across, 0.5), side));
        motion.velocity = along;
        status = tacti_rigid_check(&motion);
    }
    if (status == TACT_OK)
        *out = motion;
    return status;
}

tact_status tact_rigid_function(tact_rigid_pose *pose, void *user, double speed, double spin,
                                tact_rigid_motion *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_rigid_motion motion = {.kind = TACT_RIGID_FUNCTION,
                                .start = tact_pose_identity(),
                                .pose = pose,
                                .user = user,
                                .speed = speed,
                                .spin = spin};
    tact_status status = tacti_rigid_check(&motion);
    if (status == TACT_OK)
        *out = motion;
    return status;
}

/* ---- Poses -------------------------------------------------------------------------------- */

/* start turned by angle; the translation is that of an origin that turns about 0. */
static tact_status turn_pose(const tact_rigid_motion *motion, double angle, tact_pose *out) {
    tact_pose turn, start = motion->start;
    tact_status status =
        tact_pose_from_axis_angle(motion->axis, angle, (tact_vec3){0, 0, 0}, &turn);
    if (status != TACT_OK)
        return status;
    tact_vec3 arm = tacti_vec3_sub(origin_of(&start), motion->center);
    start.m[3] = arm.x;
    start.m[7] = arm.y;
    start.m[11] = arm.z;
    *out = tact_pose_compose(turn, start);
    return TACT_OK;
}

static tact_status pose_of_steady(const tact_rigid_motion *motion, double time, tact_pose *out) {
    double angle = motion->rate * time;
    tact_vec3 base;
    if (angle == 0) {
        *out = motion->start;
        tact_vec3 v = motion->velocity, o = origin_of(out);
        base = (tact_vec3){o.x + v.x * time, o.y + v.y * time, o.z + v.z * time};
    } else {
        tact_status status = turn_pose(motion, angle, out);
        if (status != TACT_OK)
            return status;
        base = tacti_vec3_add(tacti_rigid_center(motion, time), origin_of(out));
    }
    if (!tacti_vec3_is_finite(base))
        return TACT_NOT_FINITE;
    out->m[3] = base.x;
    out->m[7] = base.y;
    out->m[11] = base.z;
    return TACT_OK;
}

static tact_status pose_at(const tact_rigid_motion *motion, double time, tact_pose *out) {
    if (motion->kind == TACT_RIGID_STEADY)
        return pose_of_steady(motion, time, out);
    if (!motion->pose(motion->user, time, out))
        return TACT_INVALID_ARGUMENT;
    return tact_pose_validate(*out, NULL);
}

tact_status tact_rigid_pose_at(const tact_rigid_motion *motion, double time, tact_pose *out) {
    tact_status status = out == NULL ? TACT_INVALID_ARGUMENT : tacti_rigid_check(motion);
    if (status == TACT_OK && !tacti_is_finite(time))
        status = TACT_NOT_FINITE;
    tact_pose pose;
    if (status == TACT_OK)
        status = pose_at(motion, time, &pose);
    if (status == TACT_OK)
        *out = pose;
    return status;
}

tact_status tacti_mover_pose(const tacti_mover *mover, double time, tact_pose *out) {
    tact_status status = pose_at(mover->motion, time, out);
    if (status == TACT_OK && mover->part != NULL)
        *out = tact_pose_compose(*out, *mover->part);
    return status;
}
