/* SPDX-License-Identifier: MIT */
/* Making, naming and checking shapes. Where a placed shape reaches is in shape_extent.c, its mass
 * in shape_mass.c. */
#include "shape/placed.h"

#include "math/vec.h"

const char *tact_shape_kind_name(tact_shape_kind kind) {
    static const char *const names[TACTI_SHAPE_KINDS] = {"sphere", "segment",   "triangle",
                                                         "box",    "hull",      "cylinder",
                                                         "cone",   "ellipsoid", "half-space"};
    return (unsigned)kind < TACTI_SHAPE_KINDS ? names[kind] : "unknown shape";
}

/* ---- Making ------------------------------------------------------------------------------- */

tact_shape tact_shape_sphere(double radius) {
    return (tact_shape){.kind = TACT_SHAPE_SPHERE, .radius = radius};
}

tact_shape tact_shape_segment(tact_vec3 a, tact_vec3 b, double radius) {
    return (tact_shape){.kind = TACT_SHAPE_SEGMENT, .radius = radius, .core = {.segment = {a, b}}};
}

tact_shape tact_shape_capsule(double half_length, double radius) {
    return tact_shape_segment((tact_vec3){0, 0, -half_length}, (tact_vec3){0, 0, half_length},
                              radius);
}

tact_shape tact_shape_triangle(tact_triangle triangle) {
    return (tact_shape){.kind = TACT_SHAPE_TRIANGLE, .core = {.triangle = triangle}};
}

tact_shape tact_shape_box(double x, double y, double z) {
    return (tact_shape){.kind = TACT_SHAPE_BOX, .core = {.half_extents = {x, y, z}}};
}

tact_shape tact_shape_hull(const tact_hull *hull) {
    return (tact_shape){.kind = TACT_SHAPE_HULL, .core = {.hull = hull}};
}

tact_shape tact_shape_cylinder(double radius, double half_height) {
    return (tact_shape){.kind = TACT_SHAPE_CYLINDER, .core = {.round = {radius, half_height}}};
}

tact_shape tact_shape_cone(double radius, double half_height) {
    return (tact_shape){.kind = TACT_SHAPE_CONE, .core = {.round = {radius, half_height}}};
}

tact_shape tact_shape_ellipsoid(double x, double y, double z) {
    return (tact_shape){.kind = TACT_SHAPE_ELLIPSOID, .core = {.half_extents = {x, y, z}}};
}

tact_shape tact_shape_half_space(tact_vec3 normal, double offset) {
    return (tact_shape){.kind = TACT_SHAPE_HALF_SPACE, .core = {.plane = {normal, offset}}};
}

/* ---- Checking ----------------------------------------------------------------------------- */

static tact_status check_points(const tact_vec3 *points, int count) {
    for (int i = 0; i < count; i++)
        if (!tacti_vec3_is_finite(points[i]))
            return TACT_NOT_FINITE;
    return TACT_OK;
}

/* Sizes are finite and not negative. */
static tact_status check_sizes(tact_vec3 sizes) {
    if (!tacti_vec3_is_finite(sizes))
        return TACT_NOT_FINITE;
    return sizes.x >= 0 && sizes.y >= 0 && sizes.z >= 0 ? TACT_OK : TACT_INVALID_ARGUMENT;
}

static tact_status check_plane(const tact_plane *plane) {
    tact_vec3 n = plane->normal;
    if (!tacti_vec3_is_finite(n) || !tacti_is_finite(plane->offset))
        return TACT_NOT_FINITE;
    return n.x != 0 || n.y != 0 || n.z != 0 ? TACT_OK : TACT_INVALID_ARGUMENT;
}

static tact_status check_core(const tact_shape *shape) {
    switch (shape->kind) {
    case TACT_SHAPE_SPHERE:
        return TACT_OK;
    case TACT_SHAPE_SEGMENT:
        return check_points(&shape->core.segment.a, 2);
    case TACT_SHAPE_TRIANGLE:
        return check_points(shape->core.triangle.v, 3);
    case TACT_SHAPE_BOX:
    case TACT_SHAPE_ELLIPSOID:
        return check_sizes(shape->core.half_extents);
    case TACT_SHAPE_HULL:
        return shape->core.hull != NULL ? TACT_OK : TACT_INVALID_ARGUMENT;
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE:
        return check_sizes((tact_vec3){shape->core.round.radius, shape->core.round.half_height, 0});
    case TACT_SHAPE_HALF_SPACE:
        return check_plane(&shape->core.plane);
    default:
        return TACT_INVALID_ARGUMENT;
    }
}

tact_status tact_shape_validate(const tact_shape *shape) {
    if (shape == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!tacti_is_finite(shape->radius))
        return TACT_NOT_FINITE;
    if (!(shape->radius >= 0))
        return TACT_INVALID_ARGUMENT;
    return check_core(shape);
}

bool tact_shape_is_polytope(const tact_shape *shape) {
    return (unsigned)shape->kind <= TACT_SHAPE_HULL;
}
