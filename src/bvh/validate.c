/* SPDX-License-Identifier: MIT */
/* Checks a hierarchy from the root down. Nothing is trusted before it is checked. The corners of
 * each triangle are compared with the boxes of all nodes above it. */
#include <tact/bvh.h>

#include "base/assert.h"
#include "bvh/bvh.h"
#include "base/alloc.h"
#include "bvh/repeats.h"

/* One node on the path from the root, and the box of its child on the path. */
typedef struct level {
    uint32_t node, child;
    double q[3][3];
    double lo[3], hi[3];
} level;

typedef struct checker {
    const tacti_bvh *bvh;
    tact_error *error;
    uint8_t *node_seen;     /* one per node */
    uint8_t *triangle_seen; /* one per triangle */
    uint32_t node_count;    /* nodes and triangles seen so far */
    uint32_t triangle_count;
    uint32_t depth, deepest;
    level levels[TACTI_BVH_MAX_DEPTH];
} checker;

#define REFUSE(c, index, ...)                                                                      \
    tacti_error_set((c)->error, TACT_INVALID_ARGUMENT, 0, index, __VA_ARGS__)

/* ---- One node ----------------------------------------------------------------------------- */

static tact_status check_counts(const checker *c, uint32_t number) {
    const tacti_bvh *bvh = c->bvh;
    const tacti_node *node = &bvh->nodes[number];
    bool is_empty_root = number == 0 && bvh->triangle_count == 0;
    if (node->child_count > TACTI_BVH_WIDTH || node->inner_count > node->child_count ||
        (node->child_count == 0) != is_empty_root)
        return REFUSE(c, number, "node %u: %u of %u children are nodes", number, node->inner_count,
                      node->child_count);
    if (node->inner_count > 0 &&
        (node->first_child <= number || node->first_child >= bvh->node_count ||
         node->inner_count > bvh->node_count - node->first_child))
        return REFUSE(c, number, "node %u: child %u is not a node after it", number,
                      node->first_child);
    uint32_t leaves = (uint32_t)node->child_count - node->inner_count;
    if (leaves > 0 && (node->first_leaf >= bvh->triangle_count ||
                       leaves > bvh->triangle_count - node->first_leaf))
        return REFUSE(c, number, "node %u: leaf %u is not in the order", number, node->first_leaf);
    return TACT_OK;
}

static bool is_known_exponent(int exponent) {
    return exponent >= TACTI_NODE_LEAST_EXPONENT && exponent <= TACTI_NODE_MOST_EXPONENT;
}

/* Checks the node's own box, and what queries assume about the children's boxes. */
static tact_status check_boxes(const checker *c, uint32_t number) {
    const tacti_node *node = &c->bvh->nodes[number];
    for (int k = 0; k < 3; k++) {
        uint8_t least = UINT8_MAX, most = 0;
        for (uint32_t i = 0; i < TACTI_BVH_WIDTH; i++) {
            bool is_used = i < node->child_count;
            if (node->lo[k][i] > node->hi[k][i] || (!is_used && node->hi[k][i] != 0))
                return REFUSE(c, number, "node %u: box of child %u from %u to %u along axis %d",
                              number, i, node->lo[k][i], node->hi[k][i], k);
            if (is_used && node->lo[k][i] < least)
                least = node->lo[k][i];
            if (node->hi[k][i] > most)
                most = node->hi[k][i];
        }
        if (node->extent[k] != most || (node->child_count > 0 && least != 0))
            return REFUSE(c, number, "node %u: own box to %u, its children's from %u to %u", number,
                          node->extent[k], least, most);
        if (node->child_count > 0 && !is_known_exponent(node->exponent[k]))
            return REFUSE(c, number, "node %u: exponent %d", number, node->exponent[k]);
        if (!(node->origin[k] > -2) || !(node->origin[k] < 2))
            return REFUSE(c, number, "node %u: origin %g", number, (double)node->origin[k]);
    }
    const int8_t *r = node->rotation;
    if (r[0] == 0 && r[1] == 0 && r[2] == 0 && r[3] == 0)
        return REFUSE(c, number, "node %u: no rotation", number);
    return TACT_OK;
}

/* Checks a node and appends it to the path. */
static tact_status enter(checker *c, uint32_t number) {
    const tacti_bvh *bvh = c->bvh;
    if (c->depth == TACTI_BVH_MAX_DEPTH)
        return REFUSE(c, number, "node %u is deeper than %d", number, TACTI_BVH_MAX_DEPTH);
    if (c->node_seen[number] != 0)
        return REFUSE(c, number, "node %u has two parents", number);
    c->node_seen[number] = 1;
    c->node_count++;
    tact_status status = check_counts(c, number);
    if (status == TACT_OK)
        status = check_boxes(c, number);
    if (status != TACT_OK)
        return status;
    level *at = &c->levels[c->depth++];
    if (c->depth > c->deepest)
        c->deepest = c->depth;
    float q[3][3];
    tacti_node_rotation(&bvh->nodes[number], q);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            at->q[k][l] = (double)q[k][l];
    at->node = number;
    at->child = 0;
    return TACT_OK;
}

/* ---- Triangles ---------------------------------------------------------------------------- */

static void decode_child(const tacti_node *node, level *at) {
    for (int k = 0; k < 3; k++) {
        float center, half;
        tacti_node_box(node, k, node->lo[k][at->child], node->hi[k][at->child], &center, &half);
        at->lo[k] = (double)center - (double)half - TACTI_NODE_RESIDUAL;
        at->hi[k] = (double)center + (double)half + TACTI_NODE_RESIDUAL;
    }
}

static bool holds(const level *at, tact_vec3 x) {
    for (int k = 0; k < 3; k++) {
        double y = (at->q[k][0] * x.x + at->q[k][1] * x.y) + at->q[k][2] * x.z;
        if (!(at->lo[k] <= y && y <= at->hi[k]))
            return false;
    }
    return true;
}

/* The triangle at the first position of a marked node must equal all triangles below it. */
static tact_status check_repeats(const checker *c, uint32_t triangle) {
    const tacti_bvh *bvh = c->bvh;
    bool is_below = false; /* below another marked node: only the topmost one must begin with the
                              least number */
    for (uint32_t d = 0; d < c->depth; d++) {
        uint32_t number = c->levels[d].node, position = bvh->nodes[number].first_leaf;
        if (!tacti_node_is_repeated(&bvh->nodes[number]))
            continue;
        uint32_t first = position < bvh->triangle_count ? tacti_bvh_triangle_at(bvh, position)
                                                        : TACT_NO_TRIANGLE;
        if (first >= bvh->triangle_count || !tacti_is_repeated(bvh, first, triangle) ||
            (!is_below && triangle < first))
            return REFUSE(c, number, "node %u: triangle %u is not equal to the first", number,
                          triangle);
        is_below = true;
    }
    return TACT_OK;
}

/* Checks the triangle at a position. The path from the root leads to it. */
static tact_status check_triangle(checker *c, uint32_t position) {
    const tacti_bvh *bvh = c->bvh;
    uint32_t triangle = tacti_bvh_triangle_at(bvh, position);
    if (triangle >= bvh->triangle_count)
        return REFUSE(c, triangle, "triangle %u at position %u is not there", triangle, position);
    if (c->triangle_seen[triangle] != 0)
        return REFUSE(c, triangle, "triangle %u is in two leaves", triangle);
    c->triangle_seen[triangle] = 1;
    c->triangle_count++;
    tact_vec3 corners[3];
    tacti_bvh_corners(bvh, triangle, corners);
    for (int corner = 0; corner < 3; corner++) {
        tact_vec3 x = tacti_bvh_local(bvh, corners[corner]);
        for (uint32_t d = 0; d < c->depth; d++)
            if (!holds(&c->levels[d], x))
                return REFUSE(c, triangle, "triangle %u: corner %d is outside child %u of node %u",
                              triangle, corner, c->levels[d].child, c->levels[d].node);
    }
    return check_repeats(c, triangle);
}

/* ---- All of it ---------------------------------------------------------------------------- */

static tact_status walk(checker *c) {
    const tacti_bvh *bvh = c->bvh;
    tact_status status = enter(c, 0);
    while (status == TACT_OK && c->depth > 0) {
        TACTI_ASSERT(c->depth <= TACTI_BVH_MAX_DEPTH);
        level *at = &c->levels[c->depth - 1];
        const tacti_node *node = &bvh->nodes[at->node];
        if (at->child == node->child_count) {
            c->depth--;
            if (c->depth > 0)
                c->levels[c->depth - 1].child++;
            continue;
        }
        decode_child(node, at);
        if (at->child < node->inner_count) {
            status = enter(c, node->first_child + at->child);
        } else {
            status = check_triangle(c, node->first_leaf + (at->child - node->inner_count));
            at->child++;
        }
    }
    return status;
}

static tact_status check(checker *c) {
    const tacti_bvh *bvh = c->bvh;
    if (bvh->node_count == 0)
        return REFUSE(c, TACT_NO_INDEX, "no root");
    tact_status status = walk(c);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < bvh->node_count && c->node_count < bvh->node_count; i++)
        if (c->node_seen[i] == 0)
            return REFUSE(c, i, "node %u has no parent", i);
    for (uint32_t i = 0; i < bvh->triangle_count && c->triangle_count < bvh->triangle_count; i++)
        if (c->triangle_seen[i] == 0)
            return REFUSE(c, i, "triangle %u is in no leaf", i);
    if (bvh->depth != c->deepest)
        return REFUSE(c, TACT_NO_INDEX, "depth %u is stated, %u is found", bvh->depth, c->deepest);
    return TACT_OK;
}

tact_status tacti_bvh_validate(const tacti_bvh *bvh, tact_error *error) {
    if (bvh == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "there is no hierarchy");
    size_t bytes = (size_t)bvh->node_count + bvh->triangle_count;
    uint8_t *seen = tacti_allocate(bvh->context, bytes, 1, 1);
    if (seen == NULL)
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX, "%s",
                               tact_status_text(TACT_OUT_OF_MEMORY));
    memset(seen, 0, bytes);
    checker c = {
        .bvh = bvh, .error = error, .node_seen = seen, .triangle_seen = seen + bvh->node_count};
    tact_status status = check(&c);
    tacti_release(bvh->context, seen, bytes, 1, 1);
    return status;
}
