/* SPDX-License-Identifier: MIT */
/* Sums over the triangles below each node of a hierarchy, from which the generalised winding number
 * of far nodes follows with a proven bound. */
#ifndef TACTI_INSIDE_MOMENTS_H
#define TACTI_INSIDE_MOMENTS_H

#include <tact/bvh.h>
#include <tact/math.h>

#include "bvh/bvh.h"

typedef struct tacti_sums tacti_sums;

tact_status tacti_sums_create(const tact_context *context, const tacti_bvh *bvh, tacti_sums **out);
void tacti_sums_destroy(tacti_sums *sums); /* NULL is allowed */
size_t tacti_sums_bytes(const tacti_sums *sums);

/* From where the sums are looked at, in the hierarchy's local coordinates. */
typedef struct tacti_viewpoint {
    tact_vec3 point;
    double error;  /* the exact point is at most this far away */
    double jitter; /* placed vertices are at most this far from where the exact pose puts them, */
    double defect; /* which is this far from rigid (tacti_placement) */
} tacti_viewpoint;

/* Half the solid angle of all that is below a node, with a bound of its error, which is infinite or
 * NaN where the node is too near. */
double tacti_sums_half_angle(const tacti_sums *sums, uint32_t node, const tacti_viewpoint *view,
                             double *error);

#endif
