/* SPDX-License-Identifier: MIT */
/* A binary tree of boxes that changes with them. Each leaf is inserted so as to add least
 * surface, found by branch and bound; on the way up, a node swaps a child with a grandchild if that
 * saves surface. A subtree of n leaves whose height exceeds 2 log2 n is built anew, so insertions
 * in any order give at most that height. What has changed is built anew after many changes;
 * subtrees in which nothing has changed stay as they are. */
#ifndef TACTI_BROAD_TREE_H
#define TACTI_BROAD_TREE_H

#include <tact/broad.h>

#include "base/array.h"
#include "math/vec.h"

#define TACTI_NO_NODE UINT32_MAX

typedef struct tacti_tree_node {
    tact_box box;
    uint32_t parent;   /* of a free node: the next free one */
    uint32_t child[2]; /* a leaf has no first child; its second is the id */
    uint32_t count;    /* leaves */
    uint8_t height;    /* 0 for a leaf */
    bool is_stale;     /* a leaf below has changed since the node was built; not for leaves */
} tacti_tree_node;

/* A subtree that is to become part of a larger one. */
typedef struct tacti_tree_item {
    tact_box box;
    uint32_t node, count;
} tacti_tree_item;

TACTI_ARRAY_DEFINE(tacti_tree_nodes, tacti_tree_node);
TACTI_ARRAY_DEFINE(tacti_tree_items, tacti_tree_item);
TACTI_ARRAY_DEFINE(tacti_tree_numbers, uint32_t);

typedef struct tacti_tree {
    tacti_tree_nodes nodes;
    tacti_tree_numbers leaves; /* by id: the node, or none */
    uint32_t root, free;       /* or none */
    uint32_t changes;          /* insertions since stale parts were built anew */
    tacti_tree_items items;    /* scratch memory for building */
    tacti_tree_numbers made;
} tacti_tree;

/* 2 log2 of the most leaves, and one more while a leaf is inserted. */
#define TACTI_TREE_MOST_HEIGHT 65

/* Boxes still to look at on a walk that takes one and leaves its two children. */
#define TACTI_TREE_PLACES (TACTI_TREE_MOST_HEIGHT + 1)

tacti_tree tacti_tree_make(const tact_context *context);
void tacti_tree_release(tacti_tree *tree);

/* Makes room for ids below limit and so many leaves: what follows needs no memory. */
tact_status tacti_tree_reserve(tacti_tree *tree, uint32_t limit, uint32_t leaf_count);

/* Inserts a leaf with an id that has none. */
void tacti_tree_insert(tacti_tree *tree, uint32_t id, const tact_box *box);
/* Removes the leaf of an id. */
void tacti_tree_remove(tacti_tree *tree, uint32_t id);

/* For many leaves at a time: begin, then put each new box, then end. Ids may be new. In between,
 * the tree is not valid. */
void tacti_tree_begin(tacti_tree *tree);
void tacti_tree_put(tacti_tree *tree, uint32_t id, const tact_box *box);
void tacti_tree_end(tacti_tree *tree);

/* Builds what is stale anew; or all below a node, whose place the result takes. */
void tacti_tree_renew(tacti_tree *tree);
void tacti_tree_renew_below(tacti_tree *tree, uint32_t node);

/* ---- For the files of the tree ------------------------------------------------------------ */

static inline bool tacti_tree_is_leaf(const tacti_tree_node *node) {
    return node->child[0] == TACTI_NO_NODE;
}

static inline uint32_t tacti_tree_leaf_count(const tacti_tree *tree) {
    return tree->root == TACTI_NO_NODE ? 0 : tree->nodes.items[tree->root].count;
}

static inline tact_box tacti_tree_join(const tact_box *a, const tact_box *b) {
    return (tact_box){tacti_vec3_min(a->lo, b->lo), tacti_vec3_max(a->hi, b->hi)};
}

/* Half of the surface, finite for all boxes: an edge of inf - inf counts as a long one. */
static inline double tacti_tree_area(const tact_box *box) {
    double x = tacti_min(box->hi.x - box->lo.x, 0x1p400);
    double y = tacti_min(box->hi.y - box->lo.y, 0x1p400);
    double z = tacti_min(box->hi.z - box->lo.z, 0x1p400);
    return x * y + y * z + z * x;
}

/* Whether height <= 2 log2 count. */
static inline bool tacti_tree_height_is_fine(unsigned height, uint32_t count) {
    return height < 64 && (uint64_t)count * count >> height != 0;
}

uint32_t tacti_tree_take_node(tacti_tree *tree);
void tacti_tree_free_node(tacti_tree *tree, uint32_t node);
/* Box, count and height of an inner node from its children. */
void tacti_tree_refit(tacti_tree *tree, uint32_t node);
/* Puts a node in the place of a child, or of the root. */
void tacti_tree_replace_child(tacti_tree *tree, uint32_t parent, uint32_t old, uint32_t node);

#endif
