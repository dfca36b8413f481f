/* SPDX-License-Identifier: MIT */
/* Makes, names and checks shapes. Bounds and support points of placed shapes are in shape_extent.c,
 * mass properties in shape_mass.c. */
#include "shape/traits.h"

#include "math/vec.h"

const char *tact_shape_kind_name(tact_shape_kind kind) {
    return tacti_shape_traits_of(kind)->name;
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

tact_status tact_shape_validate(const tact_shape *shape) {
    if (shape == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!tacti_is_finite(shape->radius))
        return TACT_NOT_FINITE;
    if (!(shape->radius >= 0))
        return TACT_INVALID_ARGUMENT;
    return tacti_core_check(shape);
}

bool tact_shape_is_polytope(const tact_shape *shape) {
    return tacti_shape_traits_of(shape->kind)->is_polytope;
}
