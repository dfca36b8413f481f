/* SPDX-License-Identifier: MIT */
/* Volume, centre and inertia of shapes: closed forms for a density of 1. */
#include <tact/shape.h>

#include <math.h>

#include "math/vec.h"

#define PI 3.14159265358979323846

/* The mass of a body that is symmetric about the coordinate planes. xx, yy, zz are the integrals of
 * x^2, y^2, z^2. */
static tact_mass diagonal_mass(double volume, double xx, double yy, double zz) {
    tact_mass mass = {.volume = volume};
    mass.inertia.m[0][0] = yy + zz;
    mass.inertia.m[1][1] = zz + xx;
    mass.inertia.m[2][2] = xx + yy;
    return mass;
}

static tact_mass sphere_mass(double r) {
    double volume = 4.0 / 3 * PI * (r * r * r), square = volume * (r * r) / 5;
    return diagonal_mass(volume, square, square, square);
}

/* A capsule: a cylinder of length l along the axis and two half balls. */
static tact_mass capsule_mass(const tact_shape *shape) {
    tact_vec3 a = shape->core.segment.a, b = shape->core.segment.b;
    tact_vec3 axis = tacti_vec3_sub(b, a);
    double r = shape->radius, l = tact_vec3_length(axis);
    tact_vec3 u = tact_vec3_normalize(axis);
    double cylinder = PI * (r * r) * l, ball = 4.0 / 3 * PI * (r * r * r);
    double across = cylinder * (r * r) / 4 + ball * (r * r) / 5;
    /* The centre of a half ball is 3/8 r beyond the end of the cylinder. */
    double along = cylinder * (l * l) / 12 + ball * ((r * r) / 5 + l * l / 4 + 3.0 / 8 * r * l);
    tact_mass mass = {.volume = cylinder + ball};
    mass.center = tacti_vec3_add(tacti_vec3_scale(a, 0.5), tacti_vec3_scale(b, 0.5));
    /* (across + along) 1 + (across - along) u u^T: 2 across about the axis, across + along about a
     * perpendicular axis. */
    double v[3] = {u.x, u.y, u.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mass.inertia.m[i][j] = (i == j ? across + along : 0) + (across - along) * v[i] * v[j];
    return mass;
}

static tact_mass box_mass(tact_vec3 h) {
    double volume = 8 * h.x * h.y * h.z;
    return diagonal_mass(volume, volume * (h.x * h.x) / 3, volume * (h.y * h.y) / 3,
                         volume * (h.z * h.z) / 3);
}

static tact_mass cylinder_mass(double r, double h) {
    double volume = 2 * PI * (r * r) * h, across = volume * (r * r) / 4;
    return diagonal_mass(volume, across, across, volume * (h * h) / 3);
}

/* The centre of a cone is a quarter of its height (2h) above its base. */
static tact_mass cone_mass(double r, double h) {
    double volume = 2.0 / 3 * PI * (r * r) * h, across = volume * (r * r) * 3 / 20;
    tact_mass mass = diagonal_mass(volume, across, across, volume * (h * h) * 3 / 20);
    mass.center.z = -0.5 * h;
    return mass;
}

static tact_mass ellipsoid_mass(tact_vec3 h) {
    double volume = 4.0 / 3 * PI * (h.x * h.y * h.z);
    return diagonal_mass(volume, volume * (h.x * h.x) / 5, volume * (h.y * h.y) / 5,
                         volume * (h.z * h.z) / 5);
}

static tact_mass triangle_mass(const tact_triangle *triangle) {
    tact_mass mass = {.volume = 0};
    for (int i = 0; i < 3; i++)
        mass.center = tacti_vec3_add(mass.center, tacti_vec3_scale(triangle->v[i], 1.0 / 3));
    return mass;
}

tact_mass tact_shape_mass(const tact_shape *shape) {
    switch (shape->kind) {
    case TACT_SHAPE_SPHERE:
        return sphere_mass(shape->radius);
    case TACT_SHAPE_SEGMENT:
        return capsule_mass(shape);
    case TACT_SHAPE_TRIANGLE:
        return triangle_mass(&shape->core.triangle);
    case TACT_SHAPE_BOX:
        return box_mass(shape->core.half_extents);
    case TACT_SHAPE_HULL:
        return tact_hull_mass(shape->core.hull);
    case TACT_SHAPE_CYLINDER:
        return cylinder_mass(shape->core.round.radius, shape->core.round.half_height);
    case TACT_SHAPE_CONE:
        return cone_mass(shape->core.round.radius, shape->core.round.half_height);
    case TACT_SHAPE_ELLIPSOID:
        return ellipsoid_mass(shape->core.half_extents);
    default:
        return (tact_mass){.volume = tacti_infinity()};
    }
}
