/* SPDX-License-Identifier: MIT */
/* Motions from inside: checks, poses without checks, and what bounds of motions need to know about
 * a model in motion.
 *
 * A *mover* is a model that is not a compound, in motion; the model of a part moves with the
 * compound. All of its bounds are upper bounds, rounded up. A chain of joints can supply the same
 * numbers for each of its links. */
#ifndef TACTI_RIGID_MOTION_H
#define TACTI_RIGID_MOTION_H

#include <tact/rigid.h>

#include "base/inline.h"

/* Covers the rounding of sums of a few dozen products of numbers that are not negative. */
#define TACTI_RIGID_UP (1 + 0x1p-40)

typedef struct tacti_mover {
    const tact_rigid_motion *motion;
    const tact_model *model;
    const tact_pose *part; /* within the compound, or NULL */
    uint32_t flags;        /* of the instance */
    uint32_t number;       /* of the part */
    bool is_half_space;
    bool is_function;
    double speed;  /* of the centre, or of the placed origin for a function */
    double spin;   /* angular speed */
    double reach;  /* from the axis, or for a function from the placed origin, to any point */
    double around; /* from the centre to any point */
    double size;   /* bounds what is rounded when a point is placed, without the translation */
    double shift;  /* bounds the translation at all times of the question */
    double angle;  /* the largest |rate * time| of the question */
} tacti_mover;

/* Checks all numbers of a motion but those of a pose that a function gives. */
tact_status tacti_rigid_check(const tact_rigid_motion *motion);

/* The pose of a mover at a time; its motion has passed the check. Poses are checked. */
tact_status tacti_mover_pose(const tacti_mover *mover, double time, tact_pose *out);

/* Prepares a mover for the times from `from` to `to`. model is not a compound. */
tact_status tacti_mover_make(const tact_moving *moving, const tact_instance *part, double from,
                             double to, tacti_mover *out);

/* The mover of a part of a mover's model, such as a triangle: with the same motion. */
tact_status tacti_mover_narrow(const tacti_mover *whole, const tact_model *model, double from,
                               double to, tacti_mover *out);

/* How far a placed point may be from where the motion in real numbers has it, at all times of the
 * question. For a half-space: its points within the distance `near` of the centre. */
double tacti_mover_deviation(const tacti_mover *mover, double near);

/* Checks the arguments of a question about one moving model and a span of time. */
tact_status tacti_moving_check(const tact_moving *moving, double from, double to, const void *out);

/* The pieces into which a path is cut. A point of the model is never further than the margin from
 * the segment between its places at the ends of its piece. */
typedef struct tacti_rigid_pieces_of {
    int count;
    double margin;
} tacti_rigid_pieces_of;

tact_status tacti_rigid_pieces(const tact_moving *moving, double from, double to,
                               tacti_rigid_pieces_of *out);

/* The speed of every point, from 0 to infinity. */
static inline double tacti_mover_speed(const tacti_mover *mover) {
    double turn = mover->spin > 0 ? mover->spin * mover->reach : 0;
    return (mover->speed + turn) * TACTI_RIGID_UP;
}

/* The place of the centre of a steady motion, rounded. */
static inline tact_vec3 tacti_rigid_center(const tact_rigid_motion *motion, double time) {
    return (tact_vec3){motion->center.x + motion->velocity.x * time,
                       motion->center.y + motion->velocity.y * time,
                       motion->center.z + motion->velocity.z * time};
}

#endif
