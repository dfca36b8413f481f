/* SPDX-License-Identifier: MIT */
/* How objects move in a step: new poses, bounds of what a point travels, and boxes of paths.
 *
 * The path of an object between two poses is: its origin moves along a line, and the object rotates
 * about it at constant speed. */
#include <math.h>

#include "math/vec.h"
#include "model/model.h"
#include "world/world.h"

/* Covers the rounding of the bounds below, which are sums of a few dozen products of numbers that
 * are not negative: each operation errs by at most 2^-53 of its result. */
#define ROUND_UP (1 + 0x1p-40)

double tacti_add_up(double a, double b) {
    double sum = a + b;
    return b > 0 ? nextafter(sum, HUGE_VAL) : sum;
}

double tacti_model_radius(const tact_model *model) {
    tact_box box = model->bounds;
    if (model->what == TACTI_MODEL_SHAPE)
        box = tact_model_inspect(model).bounds;
    if (tact_box_is_empty(box))
        return 0;
    double x = fmax(fabs(box.lo.x), fabs(box.hi.x));
    double y = fmax(fabs(box.lo.y), fabs(box.hi.y));
    double z = fmax(fabs(box.lo.z), fabs(box.hi.z));
    /* The sum of two sides of a triangle is longer than the third. No square can overflow. */
    return (x + y + z) * ROUND_UP;
}

/* A vertex moves from one place within the old radius to one within the new radius. */
void tacti_slot_notice_bend(tacti_slot *slot) {
    const tact_model *model = slot->object.instance.model;
    if (slot->bends == model->bends)
        return;
    double radius = tacti_model_radius(model);
    slot->travel = tacti_add_up(tacti_add_up(slot->travel, slot->radius), radius);
    slot->radius = radius;
    slot->bends = model->bends;
    slot->is_changed = true;
}

tact_status tacti_pose_after(const tact_object *object, double seconds, tact_pose *out) {
    const tact_pose *old = &object->instance.pose;
    tact_vec3 v = object->velocity, spin = object->spin;
    tact_vec3 place = {old->m[3] + v.x * seconds, old->m[7] + v.y * seconds,
                       old->m[11] + v.z * seconds};
    if (!tact_vec3_is_finite(place))
        return TACT_NOT_FINITE;
    double angle = tact_vec3_length(spin) * seconds;
    if (angle == 0) {
        *out = *old;
        out->m[3] = place.x;
        out->m[7] = place.y;
        out->m[11] = place.z;
        return TACT_OK;
    }
    tact_quat turn;
    tact_status status = tact_quat_from_axis_angle(spin, angle, &turn);
    if (status != TACT_OK)
        return status;
    tact_quat rotation = tact_quat_multiply(turn, tact_pose_to_quat(*old));
    return tact_pose_from_quat(rotation, place, out);
}

/* The square of the Frobenius norm of R1 - R0. It bounds the square of the spectral norm. */
static double turn_square(const tact_pose *from, const tact_pose *to) {
    double sum = 0;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            double d = to->m[4 * row + column] - from->m[4 * row + column];
            sum += d * d;
        }
    }
    return sum * ROUND_UP;
}

/* A point p of the model, |p| <= r, is placed at R p + t up to rounding. It moves by at most
 * |R1 - R0| r + |t1 - t0|. Rounding shifts each coordinate of each placed point by at most 2^-50 of
 * |R| r + |t|. The sum of a row of |R| is below 2. While the rotation is less than half a
 * turn, no point on the way is further from either end. */
double tacti_travel_bound(const tact_pose *from, const tact_pose *to, double radius,
                          bool is_full_turn) {
    double turn = turn_square(from, to), way = 0, size = 0;
    for (int row = 0; row < 3; row++) {
        way += fabs(to->m[4 * row + 3] - from->m[4 * row + 3]);
        size += fabs(to->m[4 * row + 3]) + fabs(from->m[4 * row + 3]);
    }
    if (is_full_turn)
        way += 2 * radius;
    else if (turn > 0)
        way += sqrt(turn) * radius;
    if (way == 0)
        return 0;
    double rounding = 0x1p-48 * (size + (radius < HUGE_VAL ? 12 * radius : 0)) + 0x1p-1060;
    return (way + rounding) * ROUND_UP;
}

/* Let p(s), 0 <= s <= 1, be the path of a point: t(s) + R(s) p with t(s) linear and R(s) a rotation
 * by s theta. The second derivative of R(s) p is at most theta^2 r, so p(s) is within
 * theta^2 r / 8 of the point between both ends, and always within 2 r. From the chord,
 * |R1 - R0| = 2 sin(theta / 2) and theta <= pi/2 |R1 - R0| for at most half a turn; with F the
 * Frobenius norm, |R1 - R0|^2 = F^2 / 2. This gives (pi^2 / 64) F^2 r < 0.155 F^2 r. Accepted
 * matrices are rotations up to 1e-6 per entry of R^T R, which the last term covers. */
static double path_bulge(double turn, double radius, bool is_full_turn) {
    if (turn == 0 && !is_full_turn)
        return 0;
    double bulge = is_full_turn ? 2 * radius : fmin(0.155 * turn, 2) * radius;
    return (bulge + 1e-5 * radius) * ROUND_UP;
}

static tact_box widen_box(tact_box box, double by) {
    if (by <= 0)
        return box;
    return (tact_box){{nextafter(box.lo.x - by, -HUGE_VAL), nextafter(box.lo.y - by, -HUGE_VAL),
                       nextafter(box.lo.z - by, -HUGE_VAL)},
                      {nextafter(box.hi.x + by, HUGE_VAL), nextafter(box.hi.y + by, HUGE_VAL),
                       nextafter(box.hi.z + by, HUGE_VAL)}};
}

/* Whether an object rotates by half a turn or more in a step. tact_world_move() never does: it goes
 * the short way. */
static bool turns_far(const tacti_slot *slot, double seconds) {
    const tact_object *object = &slot->object;
    return object->motion == TACT_MOTION_MOVING &&
           tact_vec3_length(object->spin) * seconds * ROUND_UP >= 3.14;
}

/* An object that turns far rotates as its spin says; others go the short way between their poses.
 */
tact_status tacti_slot_path(const tacti_slot *slot, double seconds, tact_rigid_motion *out) {
    const tact_pose *from = &slot->pose_before, *to = &slot->object.instance.pose;
    if (!turns_far(slot, seconds))
        return tact_rigid_between(*from, *to, out);
    tact_vec3 place = {from->m[3], from->m[7], from->m[11]};
    tact_vec3 way = {to->m[3] - place.x, to->m[7] - place.y, to->m[11] - place.z};
    return tact_rigid_steady(*from, way, tacti_vec3_scale(slot->object.spin, seconds), place, out);
}

void tacti_place_slot(const tacti_slot *slot, double seconds, double widen,
                      tacti_placed_slot *out) {
    tact_instance next = slot->object.instance;
    out->status = TACT_OK;
    out->is_swept = false;
    bool is_moving = slot->object.motion == TACT_MOTION_MOVING && seconds > 0;
    if (is_moving)
        out->status = tacti_pose_after(&slot->object, seconds, &next.pose);
    if (out->status == TACT_OK)
        out->status = tact_instance_bounds(&next, &out->box);
    if (out->status != TACT_OK)
        return;
    out->pose = next.pose;
    bool is_full_turn = is_moving && turns_far(slot, seconds);
    double way = tacti_travel_bound(&slot->pose_before, &next.pose, slot->radius, is_full_turn);
    out->way = way;
    out->travel = tacti_add_up(slot->travel, way);
    if (tact_box_is_empty(out->box))
        return;
    if ((slot->object.flags & TACT_OBJECT_CONTINUOUS) != 0 && way > 0) {
        tact_instance before = slot->object.instance;
        before.pose = slot->pose_before;
        tact_box box;
        out->status = tact_instance_bounds(&before, &box);
        if (out->status != TACT_OK)
            return;
        double bulge =
            path_bulge(turn_square(&before.pose, &next.pose), slot->radius, is_full_turn);
        out->box = widen_box(tact_box_union(out->box, box), bulge);
        out->is_swept = true;
    }
    out->box = widen_box(out->box, widen);
}
