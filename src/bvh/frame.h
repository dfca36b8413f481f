/* SPDX-License-Identifier: MIT */
/* Frames and boxes of nodes: computes a node's rotation and the bytes of its children's boxes from
 * the vertices of the triangles below it. Hot code, compiled for each SIMD level. All levels give
 * the same bits.
 *
 * The vertices of a subtree (see build.h) are floats in units of the subtree: a local point is x =
 * center + scale (f + error), |f| <= 1, |error| <= 2^-25 in each coordinate. If the rows of the
 * rotation have length 1, a coordinate of y = Q x is that of Q center plus scale times that of Q f.
 * The computed coordinate of Q f is within 10 * 2^-24: 0.9 from the error, 5.2 from the three
 * products (at most 3 * 2^-24 of the sum of their magnitudes, which is at most sqrt(3)), 4 from
 * three more operations on numbers below 4 on the way to a byte. TACTI_FRAME_MARGIN covers this
 * error.
 *
 * Origins are multiples of 2^-23 below 2, and steps are at least 2^-22. So every centre from
 * tacti_node_box() is a float without rounding, and a decoded box is exactly what its bytes say.
 * Finer boxes would not help, since queries compute in floats. */
#ifndef TACTI_BVH_FRAME_H
#define TACTI_BVH_FRAME_H

#include "base/simd.h"
#include "bvh/node.h"

#define TACTI_FRAME_MARGIN 0x1p-20F

/* The least scale of a subtree: 2^-23 is small in its units. */
#define TACTI_SUBTREE_LEAST_SCALE 0x1p-20

/* The origin and the scale of a subtree's units. */
typedef struct tacti_frame_units {
    tact_vec3 center;
    double scale; /* a power of two */
} tacti_frame_units;

/* Vertices of a subtree in the order of its leaves. Coordinate k of corner c of the triangle at
 * position i is coordinates[(3 c + k) stride + i]. Up to 8 positions past the last triangle may be
 * read. */
typedef struct tacti_corners {
    const float *coordinates;
    uint32_t stride;
} tacti_corners;

/* Sums over points: 1, x, y, z, xx, yy, zz, xy, yz, zx. */
typedef struct tacti_moments {
    double count, first[3], second[6];
} tacti_moments;

/* The children of a node: positions cut[i] to cut[i + 1] belong to child i. */
typedef struct tacti_node_plan {
    uint32_t cut[TACTI_BVH_WIDTH + 1];
} tacti_node_plan;

/* Bounds of the children in the frame of their node, in units of the subtree. */
typedef struct tacti_child_bounds {
    float lo[3][TACTI_BVH_WIDTH], hi[3][TACTI_BVH_WIDTH];
} tacti_child_bounds;

/* An unturned box, in units of the subtree. */
typedef struct tacti_plain_box {
    float lo[3], hi[3];
} tacti_plain_box;

typedef struct tacti_frame_kernels {
    /* Moments of the corners of count (1 to 8) triangles, starting at position. */
    void (*moments)(const tacti_corners *corners, uint32_t position, uint32_t count,
                    tacti_moments *out);
    /* Rotations into the principal axes of count (1 to 8) sets, by sweeps of Jacobi's method. */
    void (*rotations)(const tacti_moments *const moments[TACTI_BVH_WIDTH], uint32_t count,
                      uint32_t sweeps, int8_t rotations[TACTI_BVH_WIDTH][4]);
    /* Sets the boxes of a node whose child_count, inner_count and rotation are set. If the boxes
     * have less surface in an unturned frame, the rotation becomes the identity. Takes the plain
     * boxes of the inner children, in order, and returns the plain box of the node. */
    tacti_plain_box (*boxes)(tacti_node *node, const tacti_node_plan *plan,
                             const tacti_corners *corners, const tacti_frame_units *units,
                             const tacti_plain_box *inner);
    /* Sets the boxes of a node from known bounds. Overwrites the bounds past the last child. */
    void (*quantise)(tacti_node *node, tacti_child_bounds *bounds, const tacti_frame_units *units);
} tacti_frame_kernels;

TACTI_DECLARE_LEVELS(extern const tacti_frame_kernels, tacti_frame_kernels)

static inline const tacti_frame_kernels *tacti_frame_kernels_at(tact_simd_level level) {
    static const tacti_frame_kernels *const table[] = TACTI_LEVEL_TABLE(tacti_frame_kernels);
    return table[tacti_simd_row(level)];
}

#endif
