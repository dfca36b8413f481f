/* SPDX-License-Identifier: MIT */
/* Solid angles of single triangles, with proven bounds. */
#ifndef TACTI_INSIDE_SOLID_ANGLE_H
#define TACTI_INSIDE_SOLID_ANGLE_H

#include <tact/prim.h>

#include "math/twofold.h"

/* A sum of half solid angles. */
typedef struct tacti_angle_sum {
    tacti_twofold sum;
    double error;       /* the sum's, but for its own rounding: see tacti_angle_sum_error() */
    uint32_t count;     /* of triangles */
    bool is_on_surface; /* the point lies on a triangle, which counts as 0 */
} tacti_angle_sum;

/* Adds half the solid angle of a triangle as a point sees it: positive from where the normal
 * (v1 - v0) x (v2 - v0) does not point. Coordinates of the triangle are at most 2^501. */
void tacti_angle_sum_add(tacti_angle_sum *sum, const tact_triangle *t, const tact_vec3 *point);

/* All that a sum may be off by. */
double tacti_angle_sum_error(const tacti_angle_sum *sum);

#endif
