/* SPDX-License-Identifier: MIT */
/* Rays and points against a placed mesh: what does a ray hit, which point of the mesh is nearest.
 *
 * Verdicts are exact for the placed coordinates and the numbers of the ray: a ray that is aimed at
 * an edge or a vertex which triangles share hits at least one of them, so that none slips through a
 * closed mesh. Queries do not allocate and may run on any number of threads at once. */
#ifndef TACTI_PROBE_POINTS_H
#define TACTI_PROBE_POINTS_H

#include "frame/placed.h"
#include "frame/meter.h"

/* ---- Rays --------------------------------------------------------------------------------- */

/** Where a ray meets a mesh. */
typedef struct tacti_mesh_hit {
    double t;             /**< Parameter of the ray, rounded: tact_ray_hit::t_enter of the triangle;
                               infinite where nothing was hit. */
    uint32_t triangle;    /**< The triangle; TACT_NO_TRIANGLE where nothing was hit. */
    tact_feature feature; /**< The part of the triangle where the ray enters. */
} tacti_mesh_hit;

/** Limits of a question about one ray, and what is known if they ended it. */
typedef struct tacti_ray_limits {
    tacti_meter meter; /**< The budget and the watch; afterwards what ended the question. */
    double lower; /**< Becomes infinite if the question was not ended. Otherwise proven: the t of
                       the first hit is not below this. */
} tacti_ray_limits;

/**
 * The first hit of a ray with 0 <= t <= t_max: the least t, among equal ones the least triangle.
 * @param mesh   the placed mesh
 * @param ray    need not have unit length; one of zero direction is the point that it starts at
 * @param t_max  0 or more; HUGE_VAL for no end
 * @param limits NULL for none. If they end the question, out is the first hit of those that were
 *               found, or a miss if there was none.
 * @param out    receives the hit, or a miss
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
tact_status tacti_ray_first(const tacti_placed *mesh, tact_ray ray, double t_max,
                            tacti_ray_limits *limits, tacti_mesh_hit *out);

/** Any hit of a ray with 0 <= t <= t_max: whether something is in the way. As tacti_ray_first(),
 * and at most as expensive. */
tact_status tacti_ray_any(const tacti_placed *mesh, tact_ray ray, double t_max,
                          tacti_ray_limits *limits, tacti_mesh_hit *out);

/** Takes one hit. */
typedef void tacti_take_hit(void *user, const tacti_mesh_hit *hit);

/** Calls take for all hits of a ray with 0 <= t <= t_max, every triangle at most once, in no
 * particular order. As tacti_ray_first(); if the limits end the question, all hits with t below
 * limits->lower were taken. */
tact_status tacti_ray_visit(const tacti_placed *mesh, tact_ray ray, double t_max,
                            tacti_ray_limits *limits, tacti_take_hit *take, void *user);

/** tacti_ray_first() for each ray, several at the same time. TACT_NOT_FINITE if one of them is not
 * finite; nothing is written then. */
tact_status tacti_ray_first_many(const tacti_placed *mesh, const tact_ray *rays, size_t count,
                                 double t_max, tacti_mesh_hit *results);

/* ---- Points ------------------------------------------------------------------------------- */

/** The point of a mesh that is nearest to a point. */
typedef struct tacti_nearest {
    double distance;   /**< 0 if and only if the point is on the mesh, exactly; infinite where the
                            mesh is empty or nothing is within the limit. */
    double lower;      /**< Proven: the true distance is at least this, */
    double upper;      /**< and at most this. */
    uint32_t triangle; /**< The triangle; TACT_NO_TRIANGLE where there is none. */
    tact_feature feature; /**< The part of the triangle. */
    tact_vec3 point;      /**< The nearest point, rounded. */
} tacti_nearest;

/**
 * The nearest point of a placed mesh: the least tact_triangle_distance_point() of all triangles, to
 * the bit, among equal ones the least triangle.
 * @param mesh  the placed mesh
 * @param point where to look from
 * @param limit what is further away than this is of no interest; 0 or more, HUGE_VAL for all. Where
 *              nothing is found, lower is at least limit, proven. A triangle that is further away
 * by no more than rounding (2^-44 of the mesh's size and the distance) may be found.
 * @param meter NULL for no limits. If it is stopped, the answer is the nearest point found so far,
 *              if any, with bounds that hold.
 * @param out   receives the answer
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
tact_status tacti_closest_point(const tacti_placed *mesh, tact_vec3 point, double limit,
                                tacti_meter *meter, tacti_nearest *out);

/** tacti_closest_point() for each point, as tacti_ray_first_many(). */
tact_status tacti_closest_point_many(const tacti_placed *mesh, const tact_vec3 *points,
                                     size_t count, double limit, tacti_nearest *results);

#endif
