/* SPDX-License-Identifier: MIT */
/* The first step of building a hull: scales points to a range in which the filters of the
 * predicates work, and chooses up to four points that span the input. Rounded numbers choose a
 * large tetrahedron. Exact predicates decide whether points are equal, on a line or in a plane. */
#include "hull/hull_build.h"

#include "math/bits.h"
#include "math/vec.h"

#include <tact/exact.h>

/* Filters and expansions work best while coordinates are within 2^-200 to 2^200. */
#define MOST_EXPONENT 200

/* ---- Range -------------------------------------------------------------------------------- */

static double largest_coordinate(const tacti_hull_build *build) {
    double most = 0;
    for (uint32_t i = 0; i < build->count; i++) {
        tact_vec3 p = tacti_vec3_abs(build->input[i]);
        most = tacti_max(tacti_max(p.x, p.y), tacti_max(p.z, most));
    }
    return most;
}

static bool scale_coordinate(double x, int power, double *out) {
    *out = tacti_scale_by_power(x, power);
    return tacti_scale_by_power(*out, -power) == x;
}

/* Copies the points times a power of two. False if one of them would be rounded. */
static bool copy_scaled(tacti_hull_build *build, int power) {
    for (uint32_t i = 0; i < build->count; i++) {
        const tact_vec3 *from = &build->input[i];
        tact_vec3 *to = &build->points[i];
        if (!scale_coordinate(from->x, power, &to->x) ||
            !scale_coordinate(from->y, power, &to->y) || !scale_coordinate(from->z, power, &to->z))
            return false;
    }
    return true;
}

/* Points far out of range are scaled if this is exact. Otherwise they stay as they are, and the
 * predicates take longer. */
static void copy_points(tacti_hull_build *build) {
    double most = largest_coordinate(build);
    int exponent = most > 0 ? tacti_exponent(most) : 0;
    /* Scaling back is a scaling too, by at most 2^1023. */
    int power = exponent < -1000 ? 1000 : -exponent;
    bool is_wild = exponent < -MOST_EXPONENT || exponent > MOST_EXPONENT;
    if (is_wild && copy_scaled(build, power))
        return;
    for (uint32_t i = 0; i < build->count; i++)
        build->points[i] = build->input[i];
}

/* ---- Dimension ---------------------------------------------------------------------------- */

/* Finds the two points that are furthest apart along the axis of greatest extent; the first of
 * equal ones. If all points lie on a line, these are its ends. False if all points are equal. */
static bool find_ends(tacti_hull_build *build) {
    uint32_t least[3] = {0, 0, 0}, most[3] = {0, 0, 0};
    const tact_vec3 *points = build->points;
    tact_vec3 lo = points[0], hi = points[0];
    for (uint32_t i = 1; i < build->count; i++) {
        tact_vec3 p = points[i];
        if (p.x < lo.x)
            lo.x = p.x, least[0] = i;
        if (p.x > hi.x)
            hi.x = p.x, most[0] = i;
        if (p.y < lo.y)
            lo.y = p.y, least[1] = i;
        if (p.y > hi.y)
            hi.y = p.y, most[1] = i;
        if (p.z < lo.z)
            lo.z = p.z, least[2] = i;
        if (p.z > hi.z)
            hi.z = p.z, most[2] = i;
    }
    tact_vec3 size = tacti_vec3_sub(hi, lo);
    /* The filter's sum of three magnitudes is monotone, so no two points have a greater sum. */
    build->reach = (size.x + size.y) + size.z;
    build->levels = (uint32_t)(size.x == 0) + (size.y == 0) + (size.z == 0);
    unsigned axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    build->corner[0] = least[axis];
    build->corner[1] = most[axis];
    return tacti_vec3_get(size, axis) > 0;
}

static bool is_off_line(const tacti_hull_build *build, uint32_t point) {
    const tact_vec3 *points = build->points;
    return !tact_is_collinear(&points[build->corner[0]], &points[build->corner[1]], &points[point]);
}

/* Finds a point that is not on the line through the first two, about the furthest. */
static bool find_third(tacti_hull_build *build) {
    if (build->levels >= 2)
        return false;
    const tact_vec3 *points = build->points;
    tact_vec3 a = points[build->corner[0]];
    tact_vec3 along = tacti_vec3_sub(points[build->corner[1]], a);
    double most = 0;
    build->corner[2] = 0;
    for (uint32_t i = 0; i < build->count; i++) {
        tact_vec3 area = tacti_vec3_cross(along, tacti_vec3_sub(points[i], a));
        double square = tacti_vec3_dot(area, area);
        if (square > most)
            most = square, build->corner[2] = i;
    }
    for (uint32_t i = 0; !is_off_line(build, build->corner[2]); i++) {
        if (i == build->count)
            return false;
        build->corner[2] = i;
    }
    return true;
}

static int side_of_first(const tacti_hull_build *build, uint32_t point) {
    const tact_vec3 *points = build->points;
    return tacti_orient3d(&points[build->corner[0]], &points[build->corner[1]],
                          &points[build->corner[2]], &points[point]);
}

/* Finds a point that is not in the plane of the first three, about the furthest. */
static bool find_fourth(tacti_hull_build *build) {
    if (build->levels >= 1)
        return false;
    const tact_vec3 *points = build->points;
    tact_vec3 a = points[build->corner[0]];
    tact_vec3 normal = tacti_vec3_cross(tacti_vec3_sub(points[build->corner[1]], a),
                                        tacti_vec3_sub(points[build->corner[2]], a));
    double most = 0;
    build->corner[3] = 0;
    for (uint32_t i = 0; i < build->count; i++) {
        double height = fabs(tacti_vec3_dot(normal, tacti_vec3_sub(points[i], a)));
        if (height > most)
            most = height, build->corner[3] = i;
    }
    for (uint32_t i = 0; side_of_first(build, build->corner[3]) == 0; i++) {
        if (i == build->count)
            return false;
        build->corner[3] = i;
    }
    return true;
}

/* Flat input gets an apex off its plane. The hull of both is a pyramid whose base is the hull of
 * the input. The apex is the first corner, moved along an axis that leaves the plane. */
static void add_apex(tacti_hull_build *build) {
    tact_vec3 *points = build->points;
    tact_vec3 apex = points[build->corner[0]];
    unsigned axis = 0;
    while (axis < 2 && tacti_orient2d_dropped(&points[build->corner[0]], &points[build->corner[1]],
                                              &points[build->corner[2]], axis) == 0)
        axis++;
    TACTI_ASSERT(axis < 3);
    double from = tacti_vec3_get(apex, axis), to = from + build->reach;
    if (!tacti_is_finite(to) || to == from)
        to = from != 0 ? 0 : 1;
    tacti_vec3_set(&apex, axis, to);
    points[build->count] = apex;
    build->corner[3] = build->count;
    build->reach = build->reach + fabs(to - from);
    /* Rounded up, so that it bounds each sum of three magnitudes that includes the apex. */
    build->reach = build->reach * (1 + 0x1p-50);
}

void tacti_hull_start(tacti_hull_build *build) {
    TACTI_ASSERT(build->count > 0);
    copy_points(build);
    build->dimension = 0;
    if (!find_ends(build))
        return;
    build->dimension = 1;
    if (!find_third(build))
        return;
    build->dimension = 2;
    if (find_fourth(build))
        build->dimension = 3;
    else
        add_apex(build);
}
