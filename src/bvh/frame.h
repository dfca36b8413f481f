/* SPDX-License-Identifier: MIT */
/* Frames and boxes of nodes: from the vertices of the triangles below a node to its rotation and
 * the bytes of its children's boxes. Hot code, compiled for each SIMD level; all give the same
 * bits.
 *
 * The vertices of a grove (a part of a hierarchy, see build.h) are floats in units of the grove:
 * a local point is x = center + scale (f + error), |f| <= 1, |error| <= 2^-25 in each coordinate.
 * With rows of a rotation of length 1, a coordinate of y = Q x is that of Q center plus scale times
 * that of Q f, the latter within 10 * 2^-24: 0.9 from the error, 5.2 from the three products (at
 * most 3 * 2^-24 of the sum of their magnitudes, which is at most sqrt(3)), 4 from three more
 * operations on numbers below 4 on the way to a byte. TACTI_FRAME_MARGIN covers it.
 *
 * Origins are multiples of 2^-23 below 2, steps at least 2^-22: then every centre that
 * tacti_node_box() gives is a float without rounding, and a decoded box is just what its bytes
 * say. Boxes that are finer than this could not help, since queries compute in floats. */
#ifndef TACTI_BVH_FRAME_H
#define TACTI_BVH_FRAME_H

#include "base/simd.h"
#include "bvh/node.h"

#define TACTI_FRAME_MARGIN 0x1p-20F

/* No grove has a lesser scale: 2^-23 is then small in its units. */
#define TACTI_GROVE_LEAST_SCALE 0x1p-20

/* Where the units of a grove lie. */
typedef struct tacti_frame_units {
    tact_vec3 center;
    double scale; /* a power of two */
} tacti_frame_units;

/* Vertices of a grove in the order of its leaves. Coordinate k of corner c of the triangle at
 * position i is coordinates[(3 c + k) stride + i]; 8 more positions than there are triangles may be
 * read. */
typedef struct tacti_corners {
    const float *coordinates;
    uint32_t stride;
} tacti_corners;

/* Sums over points: how many, x, y, z, xx, yy, zz, xy, yz, zx. */
typedef struct tacti_moments {
    double count, first[3], second[6];
} tacti_moments;

/* The children of a node: positions cut[i] to cut[i + 1] belong to child i. */
typedef struct tacti_node_plan {
    uint32_t cut[TACTI_BVH_WIDTH + 1];
} tacti_node_plan;

/* Bounds of the children in the frame of their node, in units of the grove. */
typedef struct tacti_child_bounds {
    float lo[3][TACTI_BVH_WIDTH], hi[3][TACTI_BVH_WIDTH];
} tacti_child_bounds;

/* A box that is not turned, in units of the grove. */
typedef struct tacti_plain_box {
    float lo[3], hi[3];
} tacti_plain_box;

typedef struct tacti_frame_kernels {
    /* Moments of the corners of count (1 to 8) triangles from position on. */
    void (*moments)(const tacti_corners *corners, uint32_t position, uint32_t count,
                    tacti_moments *out);
    /* Rotations into the principal axes of count (1 to 8) sets. */
    void (*rotations)(const tacti_moments *const moments[TACTI_BVH_WIDTH], uint32_t count,
                      int8_t rotations[TACTI_BVH_WIDTH][4]);
    /* The boxes of a node whose child_count, inner_count and rotation are set. Where they have less
     * surface in a frame that is not turned, the rotation becomes the identity. Takes the plain
     * boxes of the inner children, one after the other, and returns that of the node. */
    tacti_plain_box (*boxes)(tacti_node *node, const tacti_node_plan *plan,
                             const tacti_corners *corners, const tacti_frame_units *units,
                             const tacti_plain_box *inner);
    /* The same from bounds that are known; those beyond the last child are overwritten. */
    void (*quantise)(tacti_node *node, tacti_child_bounds *bounds, const tacti_frame_units *units);
} tacti_frame_kernels;

TACTI_DECLARE_LEVELS(extern const tacti_frame_kernels, tacti_frame_kernels)

static inline const tacti_frame_kernels *tacti_frame_kernels_at(tact_simd_level level) {
    static const tacti_frame_kernels *const table[] = TACTI_LEVEL_TABLE(tacti_frame_kernels);
    return table[tacti_simd_row(level)];
}

#endif
