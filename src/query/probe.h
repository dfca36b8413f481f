/* SPDX-License-Identifier: MIT */
/* One placed mesh as rays and points see it: how to get into its local coordinates, and by how much
 * that may be wrong. The proofs are in probe.c. */
#ifndef TACTI_QUERY_PROBE_H
#define TACTI_QUERY_PROBE_H

#include "query/pair.h"

typedef struct tacti_probe {
    const tact_bvh *bvh;
    tacti_triangle_source source;
    tact_vec3 center; /* of the mesh, placed */
    double unit, per_unit;
    /* A placed point of the mesh, taken back exactly, is at most this far from its local point. */
    double error;
    double slack; /* lengths in local coordinates are at most this times true ones in units */
} tacti_probe;

/* Checks the mesh and its pose; the probe refers to placed. */
tact_status tacti_probe_make(const tact_placed *placed, tacti_probe *out);

/* R^T v. */
static inline tact_vec3 tacti_turn_back(const tact_pose *pose, tact_vec3 v) {
    const double *m = pose->m;
    return (tact_vec3){(m[0] * v.x + m[4] * v.y) + m[8] * v.z,
                       (m[1] * v.x + m[5] * v.y) + m[9] * v.z,
                       (m[2] * v.x + m[6] * v.y) + m[10] * v.z};
}

/* A point of the world in local coordinates. *error becomes how far off it may be, not counting the
 * probe's own error; infinite or NaN where the point is beyond all measure. */
tact_vec3 tacti_probe_local(const tacti_probe *probe, tact_vec3 point, double *error);

/* ---- The nearest point -------------------------------------------------------------------- */

/* A point to start from, in the mesh's local coordinates. */
typedef struct tacti_point_walk {
    const tacti_probe *probe;
    tact_vec3 point; /* in the world */
    float local[3];  /* the point; where is_far the direction to it from the local origin */
    float inflation; /* what is taken off a box's gap along an axis */
    bool is_far;     /* only heights along the direction are compared */
    double height;   /* where is_far: the distance from the local origin */
    double limit;    /* what is further away than this does not matter */
    double distance; /* the nearest so far, to begin with infinite */
    uint32_t triangle;
} tacti_point_walk;

void tacti_point_walk_begin(const tacti_probe *probe, tact_vec3 point, double limit,
                            tacti_point_walk *out);

#endif
