/* SPDX-License-Identifier: MIT */
/* What the files of the verifier share: placed corners, and directions. */
#ifndef TACTI_QUERY_VERIFY_H
#define TACTI_QUERY_VERIFY_H

#include "query/proof.h"
#include "query/verify_exact.h"

/* The corners of a mesh's triangles in the order of a proof: those of the triangle at position i
 * are corners[3 i] to corners[3 i + 2]. */
typedef struct tacti_corner_list {
    tact_vec3 *corners;
    uint32_t count; /* triangles */
} tacti_corner_list;

/* Positions begin to end - 1. */
typedef struct tacti_positions {
    uint32_t begin, end;
} tacti_positions;

/* A direction and how well plain arithmetic does along it: with dot() the plain dot product of
 * `rounded` and corner - origin, dot() errs by at most `error` for every corner of both meshes. */
typedef struct tacti_verify_direction {
    const double *terms; /* of the proof */
    uint32_t term_count;
    tact_vec3 rounded;
    double error;
    double length; /* at least the true length; infinite where that is not known */
} tacti_verify_direction;

/* Two placed meshes and what is claimed of them. */
typedef struct tacti_verify_scene {
    tacti_corner_list side[2];
    tact_vec3 origin; /* in the middle of all corners */
    tact_vec3 reach;  /* no coordinate of a corner is further from the origin's */
    bool is_distance; /* claimed is the distance lower; otherwise that they share no point */
    double lower;
    uint64_t comparisons, exact; /* grow */
} tacti_verify_scene;

/* Whether all corners of a at some positions lie before all of b at some positions, by what is
 * claimed: exactly. */
bool tacti_verify_exactly(tacti_verify_scene *scene, const tacti_verify_direction *direction,
                          tacti_positions a, tacti_positions b);

/* Whether two triangles share a point: exactly. */
bool tacti_verify_overlap(const tact_vec3 a[3], const tact_vec3 b[3]);

#endif
