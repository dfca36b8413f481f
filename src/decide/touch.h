/* SPDX-License-Identifier: MIT */
/* The last stage of a verdict on two bodies, at least one of which is not a polytope. If
 * floating-point bounds leave the verdict open, exact arithmetic decides it if it can.
 *
 * Apart is proven by a direction. Along a rational direction, the gap between the support values of
 * two bodies is a rational number less at most three square roots. Its sign is decided exactly. For
 * a half-space only one direction counts, so its verdict is always found. Contact of other bodies
 * is proven by a point of each core, no further apart than the sum of the radii. Membership in a
 * core is the sign of a polynomial. A heuristic chooses the directions and points: bodies that
 * touch along an axis of a shape are decided. If neither proof succeeds, the pair stays undecided.
 *
 * The bodies are those of body.h: the placed vertices of polytopes, and the image of a smooth core
 * under the pose in real numbers. */
#ifndef TACTI_DECIDE_TOUCH_H
#define TACTI_DECIDE_TOUCH_H

#include <tact/prim.h>

#include "exact/dyadic.h"
#include "shape/body.h"

/* A point: the image of a vector under a pose in real numbers, or a vector as it is. */
typedef struct tacti_touch_point {
    const tact_pose *pose; /* NULL for a vector as it is */
    tact_vec3 at;
} tacti_touch_point;

typedef struct tacti_touch {
    tact_outcome outcome;
    tact_vec3 direction; /* from a to b, of length 1 up to rounding; not set for contact of bounded
                            bodies */
    double gap;          /* along direction, rounded; set with direction */
    double error;        /* a bound of the error of gap; set with direction */
    bool is_distance;    /* the gap is the separation: one body is a half-space */
    int sign;            /* of the separation, if is_distance: 0 if the bodies just touch */
    bool is_endless;     /* two half-spaces that no motion separates */
    bool has_point;      /* contact: point is set */
    /* A point of each core. The points are equal if the radii are 0. */
    tacti_touch_point point[2];
} tacti_touch;

/* The verdict does not depend on the order of the bodies. One body is not a polytope. */
void tacti_touch_decide(const tacti_bodies *bodies, tacti_touch *out);

/* The sign of the separation of a half-space and another shape: 1 apart, 0 just touching, -1 if no
 * small motion separates them. Returns false if neither is a half-space, if a shape is not valid,
 * or if the sign is not known. */
bool tacti_touch_sign(const tacti_placed_shape *a, const tacti_placed_shape *b, int *sign);

/* ---- Exact parts ---------------------------------------------------------------------------- */

typedef struct tacti_dyadic3 {
    tacti_dyadic c[3];
} tacti_dyadic3;

tacti_dyadic3 tacti_dyadic3_from(tacti_dyadic_store *store, tact_vec3 v);
tacti_dyadic3 tacti_dyadic3_negate(tacti_dyadic3 u);
tacti_dyadic3 tacti_dyadic3_sub(tacti_dyadic_store *store, tacti_dyadic3 u, tacti_dyadic3 v);
tacti_dyadic3 tacti_dyadic3_cross(tacti_dyadic_store *store, tacti_dyadic3 u, tacti_dyadic3 v);
tacti_dyadic tacti_dyadic3_dot(tacti_dyadic_store *store, tacti_dyadic3 u, tacti_dyadic3 v);

/* The vector rounded and scaled by a power of two: its largest coordinate is about 1. 0 for 0. */
tact_vec3 tacti_dyadic3_rough(tacti_dyadic3 u);

/* cof(R) n: the normal of the image of a plane under a pose, for its normal n. */
tacti_dyadic3 tacti_touch_normal(tacti_dyadic_store *store, const tact_pose *pose, tact_vec3 n);

/* det R. */
tacti_dyadic tacti_touch_det(tacti_dyadic_store *store, const tact_pose *pose);

/* A half-space in the common frame, without its radius: normal . y <= offset. */
typedef struct tacti_exact_plane {
    tacti_dyadic3 normal;
    tacti_dyadic offset;
} tacti_exact_plane;

tacti_exact_plane tacti_touch_plane(tacti_dyadic_store *store, const tacti_body *body);

/* The number plain less the square roots of root[0] to root[root_count - 1], which are not
 * negative. */
typedef struct tacti_gap {
    tacti_dyadic plain;
    tacti_dyadic root[3];
    int root_count;
} tacti_gap;

/* Subtracts factor |v|, for v of one to three coordinates. Adds at most one root. */
void tacti_gap_take_length(tacti_dyadic_store *store, tacti_dyadic factor, const tacti_dyadic v[],
                           int count, tacti_gap *gap);

/* The sign of a gap. */
int tacti_gap_sign(tacti_dyadic_store *store, const tacti_gap *gap);

/* The gap divided by the length of its direction, rounded, and a bound of the error. */
double tacti_gap_estimate(const tacti_gap *gap, tacti_dyadic3 direction, double *error);

/* The gap of two bodies along a direction from a to b, times the length of the direction. It is
 * positive if the direction separates the bodies. Neither body is a half-space. */
void tacti_gap_along(tacti_dyadic_store *store, const tacti_bodies *bodies, tacti_dyadic3 direction,
                     tacti_gap *out);

/* Subtracts the greatest product of a bounded body's core with a direction. */
void tacti_gap_take_body(tacti_dyadic_store *store, const tacti_body *body, tacti_dyadic3 direction,
                         tacti_gap *gap);

/* The verdict if one of the bodies is a half-space; has_point stays false. */
void tacti_touch_half_space(const tacti_bodies *bodies, tacti_touch *out);

/* Whether a point lies in the core of a bounded body, for certain. If the body is a polytope, the
 * answer is false for points whose coordinates are not doubles. */
bool tacti_touch_holds(const tacti_bodies *bodies, int side, const tacti_touch_point *point);

/* Whether two points are no further apart than the sum of the bodies' radii, for certain. */
bool tacti_touch_within(const tacti_bodies *bodies, const tacti_touch_point *p,
                        const tacti_touch_point *q);

/* A point rounded. */
static inline tact_vec3 tacti_touch_round(const tacti_touch_point *point) {
    return point->pose == NULL ? point->at : tacti_pose_place(point->pose, point->at);
}

#endif
