/* SPDX-License-Identifier: MIT */
/* The nearest point of a placed mesh, for one point or many. */
#include <math.h>
#include "frame/placed.h"
#include "probe/points.h"

#include "base/assert.h"
#include "math/vec.h"
#include "frame/placed_triangle.h"
#include "probe/probe.h"

/* No triangle that was measured is nearer than this. The walk has the least of the measured
 * distances. They err by at most 2^-46 of the extent of a triangle and the point, which is at most
 * the extent of the mesh plus the distance. */
static double least_measured(const tacti_point_walk *walk) {
    double lower = walk->distance - 0x1p-45 * (4 * walk->probe->unit + walk->distance);
    return lower > 0 ? lower : 0;
}

static tacti_nearest nothing(double lower) {
    return (tacti_nearest){.distance = HUGE_VAL,
                           .lower = lower,
                           .upper = HUGE_VAL,
                           .triangle = TACT_NO_TRIANGLE,
                           .feature = TACT_FEATURE_VERTEX_0};
}

/* The answer of a finished walk. */
static tacti_nearest answer(const tacti_point_walk *walk) {
    const tacti_probe *probe = walk->probe;
    if (probe->bvh->triangle_count == 0)
        return nothing(HUGE_VAL);
    double measured = tacti_min(least_measured(walk), walk->least_left_out), limit = walk->limit;
    /* A distance just over the limit may be rounded. It does not prove that nothing is nearer. */
    if (walk->triangle == TACT_NO_TRIANGLE || (walk->distance > limit && measured >= limit))
        return nothing(tacti_min(limit, walk->least_left_out));
    tact_triangle t = tacti_triangle_place(&probe->source, walk->triangle);
    tact_gap gap = tact_triangle_distance_point(&t, walk->point);
    return (tacti_nearest){.distance = gap.distance,
                           .lower = tacti_min(gap.lower, measured),
                           .upper = gap.upper,
                           .triangle = walk->triangle,
                           .feature = gap.feature_a,
                           .point = gap.point_a};
}

/* Runs walks over one mesh, at its SIMD level. */
static void walk_points(tacti_point_walk *walks, uint32_t count) {
    TACTI_ASSERT(count >= 1 && count <= TACTI_POINTS_AT_ONCE);
    static tacti_points_walker *const table[] = TACTI_LEVEL_TABLE(tacti_walk_nearest);
    table[tacti_simd_row(walks->probe->bvh->simd_level)](walks, count);
}

/* Up to TACTI_POINTS_AT_ONCE points. */
static void find_some(const tacti_probe *probe, const tact_vec3 *points, uint32_t count,
                      double limit, tacti_nearest *results) {
    TACTI_ASSERT(count <= TACTI_POINTS_AT_ONCE);
    tacti_point_walk walks[TACTI_POINTS_AT_ONCE];
    for (uint32_t i = 0; i < count; i++)
        tacti_point_walk_begin(probe, points[i], limit, &walks[i]);
    walk_points(walks, count);
    for (uint32_t i = 0; i < count; i++)
        results[i] = answer(&walks[i]);
}

tact_status tacti_closest_point(const tacti_placed *mesh, tact_vec3 point, double limit,
                                tacti_meter *meter, tacti_nearest *out) {
    tacti_probe probe;
    if (out == NULL || !(limit >= 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_probe_make(mesh, &probe);
    if (status != TACT_OK)
        return status;
    if (!tacti_vec3_is_finite(point))
        return TACT_NOT_FINITE;
    tacti_point_walk walk;
    tacti_point_walk_begin(&probe, point, limit, &walk);
    walk.meter = meter;
    walk_points(&walk, 1);
    *out = answer(&walk);
    return TACT_OK;
}

/* ---- Many --------------------------------------------------------------------------------- */

tact_status tacti_closest_point_many(const tacti_placed *mesh, const tact_vec3 *points,
                                     size_t count, double limit, tacti_nearest *results) {
    tacti_probe probe;
    if ((count > 0 && (points == NULL || results == NULL)) || !(limit >= 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_probe_make(mesh, &probe);
    if (status != TACT_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        if (!tacti_vec3_is_finite(points[i]))
            return TACT_NOT_FINITE;
    for (size_t i = 0; i < count; i += TACTI_POINTS_AT_ONCE) {
        size_t left = count - i;
        uint32_t some = left < TACTI_POINTS_AT_ONCE ? (uint32_t)left : TACTI_POINTS_AT_ONCE;
        find_some(&probe, points + i, some, limit, results + i);
    }
    return TACT_OK;
}
