/* SPDX-License-Identifier: MIT */
/* The nodes of a hierarchy, and its internal structure.
 *
 * Local coordinates are (v - center) / 2^exponent, so that every vertex lies in [-1, 1]^3 wherever
 * the mesh is and whatever its size. A node has its own frame, turned by a coarse quaternion. The
 * boxes of its children are axis-aligned in that frame, so they are thin if the surface is nearly
 * flat. A child's box contains y = Q x for all local points x of the triangles below it, where Q is
 * the decoded rotation.
 *
 * Bounds are bytes on a grid of the node: along axis i, a byte n means origin[i] + n 2^exponent[i],
 * decoded by tacti_node_box(). */
#ifndef TACTI_BVH_NODE_H
#define TACTI_BVH_NODE_H

#include "bvh/bvh.h"
#include "bvh/fitted_box.h"
#include "math/bits.h"
#include "prim/compact.h"

#define TACTI_BVH_WIDTH 8

/* Children 0 to inner_count - 1 are the nodes first_child, first_child + 1, ...; those after are
 * triangles, at positions first_leaf, first_leaf + 1, ... of the hierarchy's order. The builder
 * makes the children of a node all nodes or all triangles. In both cases the triangles below a node
 * start at position first_leaf, child by child. Only proofs rely on these two facts. */
typedef struct tacti_node {
    float origin[3];
    /* Quaternion w, x, y, z of any nonzero length; identity: 127, 0, 0, 0. Its sign marks nodes of
     * equal triangles (tacti_node_is_repeated()). */
    int8_t rotation[4];
    uint32_t first_child;
    uint32_t first_leaf;
    int8_t exponent[3];
    uint8_t child_count; /* 1 to 8; 0 only for the root of an empty mesh */
    uint8_t inner_count;
    uint8_t extent[3]; /* largest hi of the children: the node's own box is [0, extent] */
    uint8_t lo[3][TACTI_BVH_WIDTH];
    uint8_t hi[3][TACTI_BVH_WIDTH]; /* unused slots are zero in both */
} tacti_node;

_Static_assert(sizeof(tacti_node) == 80, "a node is 80 bytes");

/* Exponents lie in this range. Magnitudes of origins are below 2. */
#define TACTI_NODE_LEAST_EXPONENT (-22)
#define TACTI_NODE_MOST_EXPONENT 0

/* Boxes contain Q x for the exact local point x and the decoded floats Q, taken as exact. The
 * residual is what tacti_bvh_validate() allows for its own rounding. Queries need to assume no more
 * than that. */
#define TACTI_NODE_RESIDUAL 0x1p-48

/* The most nodes on a path from the root to a triangle. */
#define TACTI_BVH_MAX_DEPTH 32

struct tacti_bvh {
    const tact_context *context;
    const tact_mesh *mesh;
    const tact_vec3 *vertices;    /* of the mesh; NULL if it is compact */
    const uint32_t *indices;      /* of the mesh; NULL if it is compact */
    const tacti_compact *compact; /* of the mesh; NULL if it is not compact */
    tacti_node *nodes;            /* the root is node 0; a child comes after its parent */
    uint32_t *order;     /* leaf position -> triangle of the mesh; NULL if the mesh is compact */
    tacti_packed packed; /* the same order, if the mesh is compact */
    uint32_t node_count;
    uint32_t triangle_count;
    uint32_t depth;
    int exponent;         /* local coordinates are in units of 2^exponent */
    tact_vec3 center;     /* the local origin, in the mesh's coordinates */
    tacti_fitted_box box; /* of the whole mesh; not set if the mesh is empty */
    double reach;         /* largest magnitude of a coordinate of the mesh, rounded up */
    tact_simd_level simd_level;
    bool has_solid_data;  /* built with the option solid */
    bool is_closed;       /* if has_solid_data: the mesh is closed */
    bool is_watertight;   /* if has_solid_data: the mesh is closed or meets the weaker condition of
                             solid.c that winding numbers need */
    uint32_t piece_count; /* if has_solid_data: connected pieces, each with its first triangle */
    uint32_t *piece_triangles;
};

/* The rotation of a frame, q[row][column]; rows are orthonormal up to a few units of 2^-24. All
 * products of the quaternion are whole numbers, so the result is the same on every machine. */
static inline void tacti_node_rotation(const tacti_node *node, float q[3][3]) {
    float w = node->rotation[0], x = node->rotation[1];
    float y = node->rotation[2], z = node->rotation[3];
    float s = 2 / (((w * w + x * x) + y * y) + z * z);
    q[0][0] = 1 - s * (y * y + z * z);
    q[0][1] = s * (x * y - w * z);
    q[0][2] = s * (x * z + w * y);
    q[1][0] = s * (x * y + w * z);
    q[1][1] = 1 - s * (x * x + z * z);
    q[1][2] = s * (y * z - w * x);
    q[2][0] = s * (x * z - w * y);
    q[2][1] = s * (y * z + w * x);
    q[2][2] = 1 - s * (x * x + y * y);
}

/* Whether all triangles below a node have the same corners in the same order, bit by bit. Then the
 * first nonzero number of the quaternion is negative (see repeats.h), the first child stands for
 * all, and the triangle at first_leaf has the least number. */
static inline bool tacti_node_is_repeated(const tacti_node *node) {
    const int8_t *r = node->rotation;
    if (r[0] != 0)
        return r[0] < 0;
    return r[1] != 0 ? r[1] < 0 : r[2] != 0 ? r[2] < 0 : r[3] < 0;
}

/* 2^exponent as a float, for exponents from -126 to 127. */
static inline float tacti_float_power_of_two(int exponent) {
    union {
        uint32_t bits;
        float value;
    } u = {(uint32_t)(exponent + 127) << 23};
    return u.value;
}

/* Centre and half extent of a box along an axis from its two bytes: the interval of the frame's
 * coordinate is [center - half, center + half]. Nothing is rounded, since origins are multiples of
 * 2^-23 below 2 and steps are at least 2^-22. */
static inline void tacti_node_box(const tacti_node *node, int axis, uint8_t lo, uint8_t hi,
                                  float *center, float *half) {
    float half_step = tacti_float_power_of_two(node->exponent[axis] - 1);
    *center = node->origin[axis] + half_step * (float)(lo + hi);
    *half = half_step * (float)(hi - lo);
}

/* The triangle at a leaf position. */
TACTI_ALWAYS_INLINE uint32_t tacti_bvh_triangle_at(const tacti_bvh *bvh, uint32_t position) {
    if (bvh->order != NULL)
        return bvh->order[position];
    uint32_t triangle;
    tacti_packed_read(&bvh->packed, position, 1, &triangle);
    return triangle;
}

/* The vertex numbers of a triangle. */
TACTI_ALWAYS_INLINE void tacti_bvh_indices(const tacti_bvh *bvh, uint32_t triangle,
                                           uint32_t out[3]) {
    if (bvh->compact != NULL) {
        tacti_compact_indices(bvh->compact, triangle, out);
        return;
    }
    const uint32_t *index = bvh->indices + 3 * (size_t)triangle;
    for (int i = 0; i < 3; i++)
        out[i] = index[i];
}

TACTI_ALWAYS_INLINE tact_vec3 tacti_bvh_vertex(const tacti_bvh *bvh, uint32_t vertex) {
    return bvh->compact != NULL ? tacti_compact_vertex(bvh->compact, vertex)
                                : bvh->vertices[vertex];
}

/* The corners of a triangle. */
TACTI_ALWAYS_INLINE void tacti_bvh_corners(const tacti_bvh *bvh, uint32_t triangle,
                                           tact_vec3 out[3]) {
    uint32_t index[3];
    tacti_bvh_indices(bvh, triangle, index);
    for (int i = 0; i < 3; i++)
        out[i] = tacti_bvh_vertex(bvh, index[i]);
}

/* A vertex in local coordinates, each rounded twice: within 2^-52 of the exact value. */
static inline tact_vec3 tacti_bvh_local(const tacti_bvh *bvh, tact_vec3 v) {
    double scale = tacti_power_of_two(-bvh->exponent);
    return (tact_vec3){(v.x - bvh->center.x) * scale, (v.y - bvh->center.y) * scale,
                       (v.z - bvh->center.z) * scale};
}

#endif
