/* SPDX-License-Identifier: MIT */
/* Winding moments: integrals over the triangles below each node of a hierarchy. They give the
 * generalised winding number of far nodes, with a proven bound of its error. */
#ifndef TACTI_INSIDE_MOMENTS_H
#define TACTI_INSIDE_MOMENTS_H

#include <tact/bvh.h>
#include <tact/math.h>

#include "bvh/bvh.h"

typedef struct tacti_winding_moments tacti_winding_moments;

tact_status tacti_winding_moments_create(const tact_context *context, const tacti_bvh *bvh,
                                         tacti_winding_moments **out);
void tacti_winding_moments_destroy(tacti_winding_moments *moments); /* NULL is allowed */
size_t tacti_winding_moments_bytes(const tacti_winding_moments *moments);

/* A point to look from, in the hierarchy's local coordinates. */
typedef struct tacti_viewpoint {
    tact_vec3 point;
    double error;  /* the exact point is at most this far away */
    double jitter; /* placed vertices are at most this far from where the exact pose puts them */
    double defect; /* how far the pose is from rigid (tacti_placement) */
} tacti_viewpoint;

/* Half the solid angle of all triangles below a node. *error receives a bound of its error, which
 * is infinite or NaN if the node is too near. */
double tacti_winding_moments_half_angle(const tacti_winding_moments *moments, uint32_t node,
                                        const tacti_viewpoint *view, double *error);

#endif
