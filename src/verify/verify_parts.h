/* SPDX-License-Identifier: MIT */
/* What the files of the verifier share: placed corners, directions, the count of work, and the
 * exact tests. The writer of proofs checks its directions with the exact tests. */
#ifndef TACTI_VERIFY_VERIFY_PARTS_H
#define TACTI_VERIFY_VERIFY_PARTS_H

#include <math.h>

#include "base/assert.h"
#include "verify/verify.h"
#include "proof/proof.h"
#include "verify/verify_exact.h"

/* The corners of a mesh's triangles in the order of a proof: those of the triangle at position i
 * are corners[3 i] to corners[3 i + 2]. A shape has one position, which holds all its vertices. */
typedef struct tacti_corner_list {
    tact_vec3 *corners;
    uint32_t size;    /* corners of a position: 3, or all vertices of a shape */
    uint32_t count;   /* positions: triangles, or 1 for a shape */
    tact_vec3 origin; /* in the middle of these corners */
    tact_vec3 reach;  /* no coordinate of them is further from the origin's */
} tacti_corner_list;

/* Positions begin to end - 1. */
typedef struct tacti_positions {
    uint32_t begin, end;
} tacti_positions;

/* A direction, and the error of plain arithmetic along it: the plain dot product of `rounded` and
 * corner - origin errs by at most `error` for every corner of both sides. A direction without terms
 * is given by a simplex, or as the cross product of two edges of two triangles. */
typedef struct tacti_verify_direction {
    const double *terms; /* of the proof */
    uint32_t term_count;
    const tacti_proof_simplex *simplex; /* used if there are no terms and it is not NULL */
    uint32_t edge[2];                   /* used if there are no terms and no simplex: 0 to 5 */
    tact_vec3 rounded;
    tact_vec3 size; /* the sums of the terms' magnitudes */
    double error;
    double length; /* at least the true length; infinite if that is not known */
} tacti_verify_direction;

/* Two placed sides and what is claimed about them. */
typedef struct tacti_verify_scene {
    tacti_corner_list side[2];
    double radius[2]; /* of shapes, 0 for meshes: gaps have to exceed both */
    tact_vec3 origin; /* in the middle of all corners */
    tact_vec3 reach;  /* no coordinate of a corner is further from the origin's */
    bool is_distance; /* the claim is the distance lower; otherwise that they share no point */
    double lower;     /* 0 unless is_distance */
    uint64_t comparisons, exact; /* as in tact_verification */
    uint64_t work;               /* projections of corners, or what takes as long */
    tacti_pace *pace;            /* the budget of that work, and the watch */
} tacti_verify_scene;

/* Adds work, which is not 0 the first time. Returns false if the sum exceeds the budget or the
 * watch stops the verifier. A budget may be used up to its last unit: the pace is asked about the
 * work before that unit. */
static inline bool tacti_verify_spend(tacti_verify_scene *scene, uint64_t work) {
    scene->work = work < UINT64_MAX - scene->work ? scene->work + work : UINT64_MAX;
    TACTI_ASSERT(scene->work > 0);
    return tacti_pace_goes_on(scene->pace, scene->work - 1);
}

static inline bool tacti_verify_is_finite(tact_vec3 p) {
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

/* The number of corners of a list. */
static inline size_t tacti_corner_count(const tacti_corner_list *list) {
    return (size_t)list->size * list->count;
}

/* Whether gaps have to exceed more than 0. */
static inline bool tacti_verify_has_margin(const tacti_verify_scene *scene) {
    return scene->is_distance || scene->radius[0] > 0 || scene->radius[1] > 0;
}

/* Checks a side. Returns TACT_INVALID_ARGUMENT also for a shape that is not a polytope. */
tact_status tacti_verify_check_side(const tacti_placed_side *placed);

/* The number of triangles of a mesh, or of vertices of a shape. */
uint32_t tacti_verify_count(const tacti_placed_side *placed);

/* Places the corners of a mesh in the order of a proof, or the vertices of a shape.
 * Returns TACT_INVALID_POSE if a corner leaves the range of double. The caller releases the memory
 * of the corners, whatever the status is. */
tact_status tacti_verify_place(const tact_context *context, const tacti_placed_side *placed,
                               const uint32_t *order, tacti_corner_list *out);

/* Checks exactly the contact that a proof about a shape claims. */
tact_status tacti_verify_shape_contact(const tacti_placed_side *a, const tacti_placed_side *b,
                                       const tact_proof *proof, tact_verification *out);

/* Sets the origin of each side and that of both. If the sides are far apart, the corners of one
 * side are compared much more precisely from the side's own origin. */
void tacti_verify_find_origins(tacti_verify_scene *scene);

/* The plain dot product of a direction and a corner minus an origin errs by at most
 * TACTI_PLAIN_ERROR times the sum of size_i reach_i, plus TACTI_UNDERFLOW (verify.c). */
#define TACTI_PLAIN_ERROR 0x1p-47
#define TACTI_UNDERFLOW 0x1p-1060

static inline double tacti_verify_error(tact_vec3 size, tact_vec3 reach) {
    double sum = (size.x * reach.x + size.y * reach.y) + size.z * reach.z;
    return TACTI_PLAIN_ERROR * sum + TACTI_UNDERFLOW;
}

/* Cells of a grid: row i is positions row[i] to row[i + 1] - 1 of a, column j likewise of b; bit
 * 8 i + j of the mask is the cell of both. */
typedef struct tacti_verify_cells {
    const uint32_t *row, *column;
    uint64_t mask;
} tacti_verify_cells;

/* The positions of row or column i. */
static inline tacti_positions tacti_verify_part(const uint32_t *cuts, uint32_t i) {
    TACTI_ASSERT(i < TACTI_PROOF_GRID && cuts[i] < cuts[i + 1]);
    return (tacti_positions){cuts[i], cuts[i + 1]};
}

/* Checks exactly that in each of some cells, at least one, all corners of a lie before all of b by
 * what is claimed. Returns the cells for which that was shown: all of them, or those before the
 * first cell that fails or at which the budget runs out. Each corner is projected at most once. */
uint64_t tacti_verify_exactly(tacti_verify_scene *scene, const tacti_verify_direction *direction,
                              const tacti_verify_cells *cells);

/* Whether two triangles share a point, exactly. */
bool tacti_verify_overlap(const tact_vec3 a[3], const tact_vec3 b[3]);

#endif
