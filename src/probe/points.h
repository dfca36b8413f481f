/* SPDX-License-Identifier: MIT */
/* Rays and points against a placed mesh: what does a ray hit, which point of the mesh is nearest.
 *
 * Verdicts are exact for the placed coordinates and the numbers of the ray. A ray that is aimed at
 * a shared edge or vertex hits at least one of the triangles there, so no ray slips through a
 * closed mesh. Queries do not allocate and may run on any number of threads at once. */
#ifndef TACTI_PROBE_POINTS_H
#define TACTI_PROBE_POINTS_H

#include "frame/placed.h"
#include "frame/meter.h"

/* ---- Rays --------------------------------------------------------------------------------- */

/** Where a ray meets a mesh. */
typedef struct tacti_mesh_hit {
    double t;             /**< Parameter of the ray, rounded: tact_ray_hit::t_enter of the triangle;
                               infinite if nothing was hit. */
    uint32_t triangle;    /**< The triangle; TACT_NO_TRIANGLE if nothing was hit. */
    tact_feature feature; /**< The part of the triangle where the ray enters. */
} tacti_mesh_hit;

/** Limits of a query about one ray, and what is known if they ended it. */
typedef struct tacti_ray_limits {
    tacti_meter meter; /**< The budget and the watch; afterwards what ended the query. */
    double lower; /**< Becomes infinite if the limits did not end the query. Otherwise the t of the
                       first hit is proven not to be below this. */
} tacti_ray_limits;

/**
 * Finds the first hit of a ray with 0 <= t <= t_max: the least t, and among equal t the least
 * triangle.
 * @param mesh   the placed mesh
 * @param ray    need not have unit length; a ray of zero direction is the point that it starts at
 * @param t_max  0 or more; HUGE_VAL for no end
 * @param limits NULL for none. If they end the query, out is the first of the hits that were found,
 *               or a miss if there was none.
 * @param out    receives the hit, or a miss
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
tact_status tacti_ray_first(const tacti_placed *mesh, tact_ray ray, double t_max,
                            tacti_ray_limits *limits, tacti_mesh_hit *out);

/** Finds any hit of a ray with 0 <= t <= t_max: whether something is in the way. Otherwise as
 * tacti_ray_first(), and at most as expensive. */
tact_status tacti_ray_any(const tacti_placed *mesh, tact_ray ray, double t_max,
                          tacti_ray_limits *limits, tacti_mesh_hit *out);

/** Takes one hit. */
typedef void tacti_take_hit(void *user, const tacti_mesh_hit *hit);

/** Calls take for all hits of a ray with 0 <= t <= t_max, at most once per triangle, in no
 * particular order. Arguments and statuses are those of tacti_ray_first(). If the limits end the
 * query, all hits with t below limits->lower were taken. */
tact_status tacti_ray_visit(const tacti_placed *mesh, tact_ray ray, double t_max,
                            tacti_ray_limits *limits, tacti_take_hit *take, void *user);

/** tacti_ray_first() for each ray, several at the same time. TACT_NOT_FINITE if one of them is not
 * finite; results are then left as they were. */
tact_status tacti_ray_first_many(const tacti_placed *mesh, const tact_ray *rays, size_t count,
                                 double t_max, tacti_mesh_hit *results);

/* ---- Points ------------------------------------------------------------------------------- */

/** The point of a mesh that is nearest to a point. */
typedef struct tacti_nearest {
    double distance;      /**< 0 if and only if the point is on the mesh, exactly; infinite if the
                               mesh is empty or nothing is within the limit. */
    double lower;         /**< Proven: the true distance is at least this, */
    double upper;         /**< and at most this. */
    uint32_t triangle;    /**< The triangle; TACT_NO_TRIANGLE if there is none. */
    tact_feature feature; /**< The part of the triangle. */
    tact_vec3 point;      /**< The nearest point, rounded. */
} tacti_nearest;

/**
 * Finds the nearest point of a placed mesh: the least tact_triangle_distance_point() of all
 * triangles, to the bit, and among equal distances the least triangle.
 * @param mesh  the placed mesh
 * @param point the point to start from
 * @param limit the largest distance of interest; 0 or more, HUGE_VAL for all. If nothing is found,
 *              lower is proven to be at least limit. A triangle that is further away by no more
 *              than rounding (2^-44 of the mesh's size and the distance) may be found.
 * @param meter NULL for no budget. If it stops the query, the answer is the nearest point found so
 *              far, if any, with bounds that hold.
 * @param out   receives the answer
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
tact_status tacti_closest_point(const tacti_placed *mesh, tact_vec3 point, double limit,
                                tacti_meter *meter, tacti_nearest *out);

/** tacti_closest_point() for each point, several at the same time. TACT_NOT_FINITE if one of them
 * is not finite; results are then left as they were. */
tact_status tacti_closest_point_many(const tacti_placed *mesh, const tact_vec3 *points,
                                     size_t count, double limit, tacti_nearest *results);

#endif
