/* SPDX-License-Identifier: MIT */
/* Bounds of motions: how far a point travels, how much rounding moves it, and boxes of all of its
 * places. All bounds are sums of products of numbers that are not negative, times TACTI_RIGID_UP.
 */
#include <math.h>

#include "math/vec.h"
#include "model/model.h"
#include "rigid/motion.h"

/* ---- Movers ------------------------------------------------------------------------------- */

/* The local box of a model, rounded outward; a ball is a point with a radius. */
static tact_box local_box(const tact_model *model, double *radius) {
    *radius = 0;
    if (model->what != TACTI_MODEL_SHAPE)
        return model->bounds;
    if (model->shape.kind == TACT_SHAPE_SPHERE) {
        *radius = model->shape.radius;
        return (tact_box){{0, 0, 0}, {0, 0, 0}};
    }
    tact_pose pose = tact_pose_identity();
    return tact_shape_bounds(&model->shape, &pose);
}

static tact_vec3 corner_of(tact_box box, int i) {
    return (tact_vec3){i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                       i & 4 ? box.hi.z : box.lo.z};
}

static double sum_of(tact_vec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* The distances from the axis and from the centre are convex functions of a point. So over a placed
 * box they are largest at a corner. */
static void reach_of_steady(tacti_mover *mover, const tact_pose *pose, tact_box box) {
    const tact_rigid_motion *motion = mover->motion;
    tact_vec3 axis = tact_vec3_normalize(motion->axis);
    for (int i = 0; i < 8; i++) {
        tact_vec3 p = tact_pose_place(*pose, corner_of(box, i));
        tact_vec3 arm = tacti_vec3_sub(p, motion->center);
        mover->around = fmax(mover->around, tact_vec3_length(arm));
        mover->reach = fmax(mover->reach, tact_vec3_length(tacti_vec3_cross(axis, arm)));
    }
}

/* A valid rotation stretches by less than 1 + 2^-18. */
static void reach_of_function(tacti_mover *mover, tact_box box) {
    for (int i = 0; i < 8; i++) {
        tact_vec3 p = corner_of(box, i);
        if (mover->part != NULL)
            p = tact_pose_place(*mover->part, p);
        mover->reach = fmax(mover->reach, tact_vec3_length(p) * (1 + 0x1p-18));
    }
    mover->around = mover->reach;
}

/* The numbers that are rounded when a pose is computed and a point is placed: the local point and
 * the part's origin, and the arm from the centre. */
static void set_size(tacti_mover *mover, tact_box box, double radius) {
    double size = radius;
    for (int i = 0; i < 8; i++)
        size = fmax(size, sum_of(corner_of(box, i)) + radius);
    if (mover->part != NULL)
        size = 2 * size +
               sum_of((tact_vec3){mover->part->m[3], mover->part->m[7], mover->part->m[11]});
    mover->size = size * (1 + 0x1p-18);
}

static tact_status set_steady(tacti_mover *mover, double from, double to) {
    const tact_rigid_motion *motion = mover->motion;
    double time = fmax(fabs(from), fabs(to));
    tact_vec3 origin = {motion->start.m[3], motion->start.m[7], motion->start.m[11]};
    mover->speed = tact_vec3_length(motion->velocity) * TACTI_RIGID_UP;
    mover->spin = fabs(motion->rate);
    mover->angle = mover->spin * time * TACTI_RIGID_UP;
    mover->shift = (sum_of(origin) + sum_of(motion->velocity) * time) * TACTI_RIGID_UP;
    if (mover->spin > 0)
        mover->shift =
            (mover->shift + 4 * sum_of(motion->center) + 2 * sum_of(origin)) * TACTI_RIGID_UP;
    return TACT_OK;
}

static tact_status set_function(tacti_mover *mover, double from, double to) {
    const tact_rigid_motion *motion = mover->motion;
    tact_pose pose;
    tact_status status = tact_rigid_pose_at(motion, from, &pose);
    if (status != TACT_OK)
        return status;
    mover->is_function = true;
    mover->speed = motion->speed;
    mover->spin = motion->spin;
    mover->shift =
        (sum_of((tact_vec3){pose.m[3], pose.m[7], pose.m[11]}) + 2 * motion->speed * (to - from)) *
        TACTI_RIGID_UP;
    return TACT_OK;
}

static bool is_bounded(const tacti_mover *mover) {
    return tacti_is_finite(mover->speed * TACTI_RIGID_UP) && tacti_is_finite(mover->shift) &&
           tacti_is_finite(mover->angle) && tacti_is_finite(mover->size);
}

/* Sets everything but the motion, the model, the part and the flags. */
static tact_status set_mover(tacti_mover *mover, double from, double to) {
    tact_status status = mover->motion->kind == TACT_RIGID_STEADY ? set_steady(mover, from, to)
                                                                  : set_function(mover, from, to);
    if (status != TACT_OK)
        return status;
    double radius;
    tact_box box = local_box(mover->model, &radius);
    mover->is_half_space = mover->model->kind == TACT_KIND_HALF_SPACE;
    if (mover->is_half_space) {
        const tact_pose *part = mover->part;
        mover->reach = mover->around = HUGE_VAL;
        mover->size = part == NULL ? 0 : sum_of((tact_vec3){part->m[3], part->m[7], part->m[11]});
    } else if (!tact_box_is_empty(box)) {
        set_size(mover, box, radius);
        tact_pose pose = mover->motion->start;
        if (mover->part != NULL)
            pose = tact_pose_compose(pose, *mover->part);
        if (mover->is_function)
            reach_of_function(mover, box);
        else
            reach_of_steady(mover, &pose, box);
        mover->reach = (mover->reach + radius) * TACTI_RIGID_UP;
        mover->around = (mover->around + radius) * TACTI_RIGID_UP;
    }
    return is_bounded(mover) ? TACT_OK : TACT_NOT_FINITE;
}

tact_status tacti_mover_make(const tact_moving *moving, const tact_instance *part, double from,
                             double to, tacti_mover *out) {
    tacti_mover mover = {.motion = &moving->motion,
                         .model = part == NULL ? moving->model : part->model,
                         .part = part == NULL ? NULL : &part->pose,
                         .flags = moving->flags};
    tact_status status = set_mover(&mover, from, to);
    if (status == TACT_OK)
        *out = mover;
    return status;
}

tact_status tacti_mover_narrow(const tacti_mover *whole, const tact_model *model, double from,
                               double to, tacti_mover *out) {
    *out = (tacti_mover){
        .motion = whole->motion, .model = model, .part = whole->part, .number = whole->number};
    return set_mover(out, from, to);
}

/* Let u = 2^-53. The numbers of the unit quaternion of a turn err by less than 6 u: 3.6 u from the
 * axis, 1.1 u from the sine, and a product. An entry of the turn, of at most four products of them,
 * errs by less than 64 u; one of turn * start, by less than 3 * 64 u + 5 u; with a part, by less
 * than 4 * 200 u. A placed coordinate is the sum of three products of entries and local
 * coordinates, and of the translation. The translation is the turned arm, which errs by less than
 * 200 u of the arm, plus the centre, plus velocity * time, with a few roundings each. The arm is at
 * most |origin| + |center|, which shift contains. Together the coordinate errs by less than 1024 u
 * (size + shift), and the point by sqrt(3) times this. The angle rate * time is rounded once, which
 * turns the point by at most angle * u, about an axis at most `arm` away. */
double tacti_mover_deviation(const tacti_mover *mover, double near) {
    double arm = mover->is_half_space ? near : mover->around;
    if (mover->is_function)
        return (1.75 * mover->motion->deviation +
                0x1p-42 * (mover->size + (mover->is_half_space ? near : 0) + mover->shift)) *
                   TACTI_RIGID_UP +
               0x1p-1060;
    if (mover->spin == 0) {
        /* Placing rounds, but does not err: a placed model is what it is defined to be. Only its
         * translation, origin + velocity * time, is rounded. */
        double parts = mover->part != NULL ? mover->size : 0;
        return mover->speed > 0 || mover->part != NULL
                   ? 0x1p-48 * (mover->shift + parts) + 0x1p-48 * mover->size + 0x1p-1060
                   : 0;
    }
    double size = mover->size + mover->shift + (mover->is_half_space ? near : 0);
    return (0x1p-42 * size + 0x1p-52 * mover->angle * arm) * TACTI_RIGID_UP + 0x1p-1060;
}

/* ---- What a caller can ask ------------------------------------------------------------------ */

tact_status tacti_moving_check(const tact_moving *moving, double from, double to, const void *out) {
    if (moving == NULL || moving->model == NULL || out == NULL ||
        (moving->flags & ~TACT_INSTANCE_FILLED) != 0)
        return TACT_INVALID_ARGUMENT;
    if (!tacti_is_finite(from) || !tacti_is_finite(to))
        return TACT_NOT_FINITE;
    return from <= to ? tacti_rigid_check(&moving->motion) : TACT_INVALID_ARGUMENT;
}

/* Calls for each part of a model, or once for a model that is not a compound. */
static tact_status longest_path(const tact_moving *moving, double from, double to, double *way,
                                double *deviation) {
    const tact_model *model = moving->model;
    bool is_compound = model->what == TACTI_MODEL_COMPOUND;
    uint32_t count = is_compound ? model->part_count : 1;
    *way = *deviation = 0;
    for (uint32_t i = 0; i < count; i++) {
        tacti_mover mover;
        tact_status status =
            tacti_mover_make(moving, is_compound ? &model->parts[i] : NULL, from, to, &mover);
        if (status != TACT_OK)
            return status;
        double speed = tacti_mover_speed(&mover);
        *way = fmax(*way, speed > 0 && to > from ? speed * (to - from) * TACTI_RIGID_UP : 0);
        *deviation = fmax(*deviation, mover.is_half_space ? 0 : tacti_mover_deviation(&mover, 0));
    }
    return TACT_OK;
}

tact_status tact_rigid_travel(const tact_moving *moving, double from, double to, double *out) {
    tact_status status = tacti_moving_check(moving, from, to, out);
    double way, deviation;
    if (status == TACT_OK)
        status = longest_path(moving, from, to, &way, &deviation);
    if (status == TACT_OK)
        *out = way > 0 ? way + 2 * deviation : 0;
    return status;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

/* A path is cut into this many pieces at most. */
#define MOST_PIECES 64
/* Radians of a piece, if there are not too many. */
#define PIECE_ANGLE 0.125

/* Within a piece of n of equal length: a point of a path of length w is nowhere further than w / 2n
 * from the nearer end. If it turns by the angle f = a / n about an axis at the distance r, it is
 * within r f^2 / 8 of the chord, because the second derivative of its place is at most r f^2 over
 * the square of the time. r f is at most w / n, so r f^2 / 8 <= w a / (8 n^2). */
tact_status tacti_rigid_pieces(const tact_moving *moving, double from, double to,
                               tacti_rigid_pieces_of *out) {
    double way = 0, deviation = 0;
    tact_status status = longest_path(moving, from, to, &way, &deviation);
    if (status != TACT_OK)
        return status;
    bool is_steady = moving->motion.kind == TACT_RIGID_STEADY;
    double angle = is_steady ? fabs(moving->motion.rate) * (to - from) * TACTI_RIGID_UP : HUGE_VAL;
    double wanted = way > 0 ? fmin(ceil(angle / PIECE_ANGLE), MOST_PIECES) : 0;
    int pieces = (int)fmax(wanted, 1);
    double bulge = way / (2 * pieces);
    if (is_steady)
        bulge = fmin(bulge, way * angle / (8.0 * pieces * pieces));
    /* The times of the pieces are rounded, so that a piece may be longer than its share. */
    double slack = way > 0 ? way * (fmax(fabs(from), fabs(to)) * 0x1p-50 / (to - from)) : 0;
    out->count = pieces;
    out->margin = (bulge * (1 + 0x1p-30) + slack + 2 * deviation) * TACTI_RIGID_UP;
    return TACT_OK;
}
