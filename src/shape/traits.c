/* SPDX-License-Identifier: MIT */
/* The table of traits, and what follows from it; see traits.h. */
#include "shape/traits.h"

#include <math.h>

#include "math/vec.h"

_Static_assert(sizeof(tact_segment) == 6 * sizeof(double), "a segment is 6 numbers");
_Static_assert(sizeof(tact_triangle) == 9 * sizeof(double), "a triangle is 9 numbers");
_Static_assert(sizeof(tact_plane) == 4 * sizeof(double), "a plane is 4 numbers");
_Static_assert(sizeof(((tact_shape *)0)->core.round) == 2 * sizeof(double), "round is 2 numbers");

const tacti_shape_traits tacti_shape_traits_table[TACTI_SHAPE_KINDS + 1] = {
    /* name, core, numbers, vertices, is_polytope, is_solid */
    [TACT_SHAPE_SPHERE] = {"sphere", TACTI_CORE_NONE, 0, 1, true, false},
    [TACT_SHAPE_SEGMENT] = {"segment", TACTI_CORE_POINTS, 6, 2, true, false},
    [TACT_SHAPE_TRIANGLE] = {"triangle", TACTI_CORE_POINTS, 9, 3, true, false},
    [TACT_SHAPE_BOX] = {"box", TACTI_CORE_EXTENTS, 3, 8, true, true},
    [TACT_SHAPE_HULL] = {"hull", TACTI_CORE_HULL, 0, 0, true, true},
    [TACT_SHAPE_CYLINDER] = {"cylinder", TACTI_CORE_ROUND, 2, 0, false, true},
    [TACT_SHAPE_CONE] = {"cone", TACTI_CORE_ROUND, 2, 0, false, true},
    [TACT_SHAPE_ELLIPSOID] = {"ellipsoid", TACTI_CORE_EXTENTS, 3, 0, false, true},
    [TACT_SHAPE_HALF_SPACE] = {"half-space", TACTI_CORE_PLANE, 4, 0, false, true},
    [TACTI_SHAPE_KINDS] = {"unknown shape", TACTI_CORE_UNKNOWN, 0, 0, false, false}};

uint32_t tacti_core_vertex_count(const tact_shape *shape) {
    const tacti_shape_traits *traits = tacti_shape_traits_of(shape->kind);
    if (traits->core == TACTI_CORE_HULL)
        return tact_hull_inspect(shape->core.hull).vertex_count;
    return traits->vertex_count;
}

bool tacti_core_has_inside(const tact_shape *shape) {
    const tacti_shape_traits *traits = tacti_shape_traits_of(shape->kind);
    if (traits->core == TACTI_CORE_HULL)
        return tact_hull_inspect(shape->core.hull).dimension == 3;
    if (tacti_has_sizes(traits))
        for (int i = 0; i < traits->number_count; i++)
            if (!(tacti_core_numbers(shape)[i] > 0))
                return false;
    return traits->is_solid;
}

void tacti_core_scale(tact_shape *shape, int power) {
    const tacti_shape_traits *traits = tacti_shape_traits_of(shape->kind);
    if (traits->core != TACTI_CORE_POINTS && !tacti_has_sizes(traits))
        return;
    double *numbers = (double *)&shape->core;
    for (int i = 0; i < traits->number_count; i++)
        numbers[i] = ldexp(numbers[i], power);
}

static bool are_finite(const double *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (!tacti_is_finite(numbers[i]))
            return false;
    return true;
}

tact_status tacti_core_check(const tact_shape *shape) {
    const tacti_shape_traits *traits = tacti_shape_traits_of(shape->kind);
    if (traits->core == TACTI_CORE_UNKNOWN)
        return TACT_INVALID_ARGUMENT;
    if (traits->core == TACTI_CORE_HULL)
        return shape->core.hull != NULL ? TACT_OK : TACT_INVALID_ARGUMENT;
    const double *numbers = tacti_core_numbers(shape);
    if (!are_finite(numbers, traits->number_count))
        return TACT_NOT_FINITE;
    if (tacti_has_sizes(traits))
        for (int i = 0; i < traits->number_count; i++)
            if (!(numbers[i] >= 0))
                return TACT_INVALID_ARGUMENT;
    if (traits->core != TACTI_CORE_PLANE)
        return TACT_OK;
    tact_vec3 n = shape->core.plane.normal;
    return n.x != 0 || n.y != 0 || n.z != 0 ? TACT_OK : TACT_INVALID_ARGUMENT;
}
