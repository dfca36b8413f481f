/* SPDX-License-Identifier: MIT */
/* Sums over the triangles below each node of a hierarchy, from which the generalised winding number
 * of far nodes follows with a proven bound. */
#ifndef TACTI_INSIDE_MOMENTS_H
#define TACTI_INSIDE_MOMENTS_H

#include <tact/bvh.h>
#include <tact/math.h>

#include "bvh/bvh.h"

typedef struct tacti_moments tacti_moments;

tact_status tacti_moments_create(const tact_context *context, const tacti_bvh *bvh,
                                 tacti_moments **out);
void tacti_moments_destroy(tacti_moments *moments); /* NULL is allowed */
size_t tacti_moments_bytes(const tacti_moments *moments);

/* From where the sums are looked at, in the hierarchy's local coordinates. */
typedef struct tacti_viewpoint {
    tact_vec3 point;
    double error;  /* the exact point is at most this far away */
    double jitter; /* placed vertices are at most this far from where the exact pose puts them, */
    double defect; /* which is this far from rigid (tacti_placement) */
} tacti_viewpoint;

/* Half the solid angle of all that is below a node, with a bound of its error, which is infinite or
 * NaN where the node is too near. */
double tacti_moments_half_angle(const tacti_moments *moments, uint32_t node,
                                const tacti_viewpoint *view, double *error);

#endif
