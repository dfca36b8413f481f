/* SPDX-License-Identifier: MIT */
/* Triangles that occur many times: the same three corners in the same order, bit by bit. A node
 * below which all triangles are equal is marked, and queries that need only one of them look at its
 * first child alone. Without the mark, two meshes of n equal triangles would take n^2 steps.
 *
 * The mark takes no memory. A quaternion and its negative are the same rotation, and a marked node
 * has the one whose first nonzero number is negative. Every use of a rotation multiplies two of its
 * numbers, so the sign does not change any bit of a result. */
#ifndef TACTI_BVH_REPEATS_H
#define TACTI_BVH_REPEATS_H

#include "bvh/bvh.h"
#include "bvh/node.h"

/* Whether two triangles of a mesh have the same corners in the same order, bit by bit. */
bool tacti_is_repeated(const tacti_bvh *bvh, uint32_t first, uint32_t second);

/* A hash that is equal for equal triangles: 28 bits that, with the tag of a record, make a normal
 * float. */
uint32_t tacti_triangle_hash(const tacti_bvh *bvh, uint32_t triangle);

/* Marks a node or removes its mark. begins[i] is the position of the first triangle of child i,
 * which must be the one of the least number in that child. Reorders equal triangles so that a
 * marked node begins with the least number of all. */
void tacti_node_mark(const tacti_bvh *bvh, tacti_node *node, const uint32_t begins[],
                     uint32_t count, bool is_repeated);

/* Marks a node of the hierarchy if all triangles below it are equal, or removes its mark. The marks
 * of its children are right. */
void tacti_node_mark_if_repeated(const tacti_bvh *bvh, tacti_node *node);

#endif
