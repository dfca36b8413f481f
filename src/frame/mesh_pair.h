/* SPDX-License-Identifier: MIT */
/* Two placed hierarchies as the walks see them: one relative placement in float, and the inflation
 * of boxes that makes culling safe. Culling never drops what the exact test would keep. */
#ifndef TACTI_FRAME_MESH_PAIR_H
#define TACTI_FRAME_MESH_PAIR_H

#include <tact/frame.h>

#include "bvh/bvh.h"
#include "frame/fitted.h"
#include "frame/placed.h"
#include "bvh/node.h"
#include "prim/batch.h"

/* Three numbers and a fourth that is 0. */
typedef float tacti_f4 __attribute__((vector_size(16)));

/* Meshes that are many sizes apart are compared as if they were this many sizes apart (see
 * surface/distance_walk.c). */
#define TACTI_NEARBY 8.0

/* The common frame is that of a's local coordinates, in units of 2^exponent, the larger of the two
 * meshes' units: a local point x of a is scale_a x there, and a local point x of b is
 * rotation (scale_b x) + shift. */
typedef struct tacti_pair {
    const tacti_bvh *bvh[2];
    tacti_triangle_source source[2];
    tact_simd_level level; /* the lower of the two hierarchies' */
    float scale[2];
    tacti_f4 columns[3]; /* of the rotation */
    tacti_f4 shift;
    /* Two boxes are apart if their computed gap along an axis exceeds this. */
    float inflation;
    /* For a second look at a pair of nodes (frame/sharp.h): the same placement in double; the part
     * of the inflation that is not in proportion to the boxes; and nodes of this half extent are
     * worth it. 0 if none is. */
    tacti_placement_pair placement;
    float sharp_inflation;
    float blurred;
    bool is_uneven; /* one mesh is much smaller than the other */
    /* The meshes' bounding spheres are apart, including all errors. */
    bool is_far;
    /* The spheres or the fitted boxes are apart: a verdict needs no walk. */
    bool is_apart;
    /* A proven lower bound of the distance, in units of the common frame: the gap of the fitted
     * boxes. 0 if there is none. */
    double clearance;
    /* From centre to centre: a direction, its length (which is nearly one), the distance of the
     * centres along it, and the inflation for gaps along it without that distance. If the distance
     * is 0, the meshes are not many sizes apart, and neither direction nor length is set. */
    tacti_f4 center_direction;
    double center_length;
    double center_distance;
    float along_inflation;
    double unit;  /* 2^exponent */
    double slack; /* lengths in the common frame, in units, are at most this times true ones */
} tacti_pair;

/* How exactly a mesh is placed. */
typedef struct tacti_placement {
    double error;  /* bounds the error of a placed coordinate */
    double defect; /* the largest entry of |R^T R - 1|, rounded up */
} tacti_placement;

/* Checks one placed mesh. TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE. */
tact_status tacti_placed_check(const tacti_placed *placed, tacti_placement *out);

/* Checks hierarchies and poses and prepares the pair, which refers to a and b. The same statuses.
 */
tact_status tacti_pair_make(const tacti_placed *a, const tacti_placed *b, tacti_pair *out);

/* Pairs a hierarchy with itself at its own coordinates, whatever their size. The pair refers to
 * pose, which must be the identity. */
void tacti_pair_make_self(const tacti_bvh *bvh, const tact_pose *pose, tacti_pair *out);

/* If the meshes are many sizes apart, returns true, makes the pair with b brought near, and says by
 * how many units along the centres' direction (see surface/distance_walk.c). Otherwise returns
 * false, and *by is 0. */
bool tacti_pair_bring_near(const tacti_pair *pair, tacti_pair *moved, double *by);

#endif
