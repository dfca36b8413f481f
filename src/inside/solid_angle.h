/* SPDX-License-Identifier: MIT */
/* Solid angles of single triangles, with proven bounds. */
#ifndef TACTI_INSIDE_SOLID_ANGLE_H
#define TACTI_INSIDE_SOLID_ANGLE_H

#include <tact/prim.h>

#include "math/twofold.h"

/* A sum of half solid angles. */
typedef struct tacti_angle_sum {
    tacti_twofold sum;
    double error;       /* of the terms, without the rounding of the sum itself */
    uint32_t count;     /* of triangles */
    bool is_on_surface; /* the point lies on a triangle, which counts as 0 */
} tacti_angle_sum;

/* Adds half the solid angle of a triangle as seen from a point: positive on the side to which the
 * normal (v1 - v0) x (v2 - v0) does not point. The triangle's coordinates are at most 2^501. */
void tacti_angle_sum_add(tacti_angle_sum *sum, const tact_triangle *t, const tact_vec3 *point);

/* A bound of the whole error of a sum. */
double tacti_angle_sum_error(const tacti_angle_sum *sum);

#endif
