/* SPDX-License-Identifier: MIT */
/* Shared by the files of tacti_shape_ray(): the scaled ray, and planes that bound the shape. */
#ifndef TACTI_RAY_RAY_PARTS_H
#define TACTI_RAY_RAY_PARTS_H

#include "shape/body.h"
#include "ray/ray.h"

/* The points of the ray are origin + s step, s = t 2^power. The step is the direction over 2^power,
 * so that its largest coordinate lies in [0.5, 1). Coordinates below 2^-1000 of the largest lose
 * digits, by less than 2^-1074 each. Any s of a point of the shape is at most s_end, so that a
 * point errs by no more than s_end 2^-1074. That is far below the rounding of its coordinates, and
 * the bounds on roundings cover it. Exact arithmetic takes the direction as it is. */
typedef struct tacti_ray_task {
    const tacti_placed_shape *placed;
    tact_shape ball;          /* of radius 0 */
    tacti_placed_shape start; /* the ball at the origin of the ray */
    tacti_bodies bodies;      /* the shape, and the origin of the ray */
    tact_ray ray;
    tact_vec3 step;
    int power;
    double t_max;
    double s_end;
    double size; /* bounds all coordinates of the shape and of the origin */
} tacti_ray_task;

/* The result for the ray without end, in terms of s. */
typedef struct tacti_ray_found {
    tact_outcome outcome;
    bool is_inside;
    double lower, upper; /* proven bounds of s at the first point in the shape */
    double s;            /* rounded */
    tact_vec3 normal;
    bool has_face;     /* the ray enters exactly through the plane of the face */
    tact_vec3 face[3]; /* (face[1] - face[0]) x (face[2] - face[0]) points along the ray */
} tacti_ray_found;

/* A point of the ray, rounded. */
static inline tact_vec3 tacti_ray_at(const tacti_ray_task *task, double s) {
    return tacti_vec3_add(task->ray.origin, tacti_vec3_scale(task->step, s));
}

/* Bounds the distance of that point from the true one: two roundings per coordinate, and underflow.
 */
static inline double tacti_ray_rounding(const tacti_ray_task *task, tact_vec3 point, double s) {
    return 0x2p-53 * (tacti_sum_of(point) + 3 * s) + 0x1p-1070 + 0x1p-1070 * task->s_end;
}

/* The parameter t for s, rounded down or up. An infinite t stands for every number beyond the range
 * of double. */
double tacti_ray_t_down(const tacti_ray_task *task, double s);
double tacti_ray_t_up(const tacti_ray_task *task, double s);

/* The shape is bounded and below the plane through its support point along n. n has length 1 up to
 * rounding. The ray meets the shape no sooner than that plane. Raises *lower, which must be a valid
 * bound, to the parameter of the plane. False if the ray is above the plane from *lower on, so that
 * it misses the shape. */
bool tacti_ray_advance(const tacti_ray_task *task, tact_vec3 n, double *lower);

/* A polytope without a radius; exact. TACT_OUTCOME_UNDECIDED if the ray's line meets it and either
 * the origin is behind the face where the line enters, or only a finite upper is known. In the
 * latter case the ray hits if the origin is outside. */
void tacti_ray_core(const tacti_ray_task *task, tacti_ray_found *out);

/* A bounded shape that has a radius or is not a polytope. */
tact_status tacti_ray_march(const tacti_ray_task *task, tacti_ray_found *out);

/* A polytope with a radius that does not contain the origin: whether the ray meets it, exactly. If
 * it does, *s receives a parameter at which it is in the shape, with a relative error of 2^-48.
 * TACT_OUTCOME_UNDECIDED if the limit of steps or of memory was reached. */
tact_outcome tacti_ray_exact(const tacti_ray_task *task, double *s);

/* A half-space that does not contain the origin; exact except for the end of the ray. */
void tacti_ray_plane(const tacti_ray_task *task, tacti_ray_found *out);

/* Whether origin + t_max direction is in a half-space, or at the face of found or behind it;
 * exactly. */
tact_outcome tacti_ray_plane_end(const tacti_ray_task *task);
tact_outcome tacti_ray_face_end(const tacti_ray_task *task, const tacti_ray_found *found);

#endif
