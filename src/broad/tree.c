/* SPDX-License-Identifier: MIT */
/* Inserting and removing one leaf of the tree of boxes; see tree.h. Building is in tree_build.c.
 *
 * Branch and bound after Bittner, Hapala and Havran, "Incremental BVH construction for ray tracing"
 * (2015); swaps after Kopta et al., "Fast, effective BVH updates for animated scenes" (2012). */
#include "broad/tree.h"

/* ---- Nodes -------------------------------------------------------------------------------- */

tacti_tree tacti_tree_make(const tact_context *context) {
    return (tacti_tree){.nodes = tacti_tree_nodes_make(context),
                        .leaves = tacti_tree_numbers_make(context),
                        .root = TACTI_NO_NODE,
                        .free = TACTI_NO_NODE,
                        .items = tacti_tree_items_make(context),
                        .made = tacti_tree_numbers_make(context)};
}

void tacti_tree_release(tacti_tree *tree) {
    tacti_tree_nodes_release(&tree->nodes);
    tacti_tree_numbers_release(&tree->leaves);
    tacti_tree_items_release(&tree->items);
    tacti_tree_numbers_release(&tree->made);
    tree->root = tree->free = TACTI_NO_NODE;
}

tact_status tacti_tree_reserve(tacti_tree *tree, uint32_t limit, uint32_t leaf_count) {
    if (tacti_tree_nodes_reserve(&tree->nodes, 2 * (size_t)leaf_count) != TACT_OK ||
        tacti_tree_numbers_reserve(&tree->leaves, limit) != TACT_OK ||
        tacti_tree_items_reserve(&tree->items, leaf_count) != TACT_OK ||
        tacti_tree_numbers_reserve(&tree->made, leaf_count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    while (tree->leaves.count < limit)
        tree->leaves.items[tree->leaves.count++] = TACTI_NO_NODE;
    return TACT_OK;
}

uint32_t tacti_tree_take_node(tacti_tree *tree) {
    uint32_t node = tree->free;
    if (node == TACTI_NO_NODE) {
        TACTI_ASSERT(tree->nodes.count < tree->nodes.capacity);
        return (uint32_t)tree->nodes.count++;
    }
    tree->free = tree->nodes.items[node].parent;
    return node;
}

void tacti_tree_free_node(tacti_tree *tree, uint32_t node) {
    tree->nodes.items[node].parent = tree->free;
    tree->free = node;
}

void tacti_tree_refit(tacti_tree *tree, uint32_t node) {
    tacti_tree_node *n = &tree->nodes.items[node];
    const tacti_tree_node *a = &tree->nodes.items[n->child[0]];
    const tacti_tree_node *b = &tree->nodes.items[n->child[1]];
    n->box = tacti_tree_join(&a->box, &b->box);
    n->count = a->count + b->count;
    n->height = (uint8_t)((a->height > b->height ? a->height : b->height) + 1);
}

void tacti_tree_replace_child(tacti_tree *tree, uint32_t parent, uint32_t old, uint32_t node) {
    tree->nodes.items[node].parent = parent;
    if (parent == TACTI_NO_NODE) {
        tree->root = node;
        return;
    }
    uint32_t *child = tree->nodes.items[parent].child;
    child[child[0] == old ? 0 : 1] = node;
}

/* ---- The cheapest place for a leaf -------------------------------------------------------- */

/* Surface that a leaf adds to the ancestors of a node, and the least that it costs to insert it
 * somewhere below. */
typedef struct candidate {
    double bound, added;
    uint32_t node;
} candidate;

/* A heap, the least bound on top. If it is full, candidates are dropped: another good place will be
 * found. */
#define MOST_CANDIDATES 128
typedef struct candidates {
    uint32_t count;
    candidate items[MOST_CANDIDATES];
} candidates;

static void push_candidate(candidates *heap, candidate c) {
    if (heap->count == MOST_CANDIDATES)
        return;
    uint32_t at = heap->count++;
    for (; at > 0 && heap->items[(at - 1) / 2].bound > c.bound; at = (at - 1) / 2)
        heap->items[at] = heap->items[(at - 1) / 2];
    heap->items[at] = c;
}

static candidate pop_candidate(candidates *heap) {
    candidate top = heap->items[0], last = heap->items[--heap->count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count && heap->items[child + 1].bound < heap->items[child].bound)
            child++;
        if (heap->items[child].bound >= last.bound)
            break;
        heap->items[at] = heap->items[child];
    }
    heap->items[at] = last;
    return top;
}

/* The node that a leaf with this box should have as its sibling. */
static uint32_t find_sibling(const tacti_tree *tree, const tact_box *box) {
    candidates heap;
    heap.count = 0;
    uint32_t best = tree->root;
    double area = tacti_tree_area(box), least = tacti_infinity();
    push_candidate(&heap, (candidate){area, 0, tree->root});
    while (heap.count > 0) {
        candidate c = pop_candidate(&heap);
        if (c.bound >= least)
            break;
        const tacti_tree_node *n = &tree->nodes.items[c.node];
        tact_box both = tacti_tree_join(&n->box, box);
        double here = tacti_tree_area(&both), added = c.added + here - tacti_tree_area(&n->box);
        if (c.added + here < least) {
            least = c.added + here;
            best = c.node;
        }
        if (tacti_tree_is_leaf(n) || added + area >= least)
            continue;
        push_candidate(&heap, (candidate){added + area, added, n->child[0]});
        push_candidate(&heap, (candidate){added + area, added, n->child[1]});
    }
    return best;
}

/* ---- Swaps -------------------------------------------------------------------------------- */

/* The surface that a child loses if its own child takes the place of its sibling and the sibling
 * that of the grandchild; negative infinity if it cannot be done. */
static double saving(const tacti_tree *tree, const tacti_tree_node *child,
                     const tacti_tree_node *sibling, int grandchild) {
    if (tacti_tree_is_leaf(child))
        return -tacti_infinity();
    const tacti_tree_node *stays = &tree->nodes.items[child->child[1 - grandchild]];
    unsigned height = (stays->height > sibling->height ? stays->height : sibling->height) + 1u;
    if (!tacti_tree_height_is_fine(height, stays->count + sibling->count))
        return -tacti_infinity();
    tact_box box = tacti_tree_join(&stays->box, &sibling->box);
    return tacti_tree_area(&child->box) - tacti_tree_area(&box);
}

static void swap_if_better(tacti_tree *tree, uint32_t node) {
    tacti_tree_node *nodes = tree->nodes.items, *n = &nodes[node];
    double most = 0;
    int best = -1;
    for (int k = 0; k < 4; k++) {
        double s = saving(tree, &nodes[n->child[k / 2]], &nodes[n->child[1 - k / 2]], k % 2);
        if (s > most) {
            most = s;
            best = k;
        }
    }
    if (best < 0)
        return;
    uint32_t child = n->child[best / 2], sibling = n->child[1 - best / 2];
    uint32_t grandchild = nodes[child].child[best % 2];
    tacti_tree_replace_child(tree, node, sibling, grandchild);
    tacti_tree_replace_child(tree, child, grandchild, sibling);
    nodes[child].is_stale = true;
    tacti_tree_refit(tree, child);
    tacti_tree_refit(tree, node);
}

/* ---- One leaf ----------------------------------------------------------------------------- */

/* Brings a node and its ancestors up to date. */
static void mend(tacti_tree *tree, uint32_t node) {
    while (node != TACTI_NO_NODE) {
        tacti_tree_refit(tree, node);
        swap_if_better(tree, node);
        const tacti_tree_node *n = &tree->nodes.items[node];
        uint32_t parent = n->parent;
        tree->nodes.items[node].is_stale = true;
        if (!tacti_tree_height_is_fine(n->height, n->count))
            tacti_tree_renew_below(tree, node);
        node = parent;
    }
}

void tacti_tree_insert(tacti_tree *tree, uint32_t id, const tact_box *box) {
    uint32_t leaf = tacti_tree_take_node(tree);
    tree->nodes.items[leaf] = (tacti_tree_node){
        .box = *box, .parent = TACTI_NO_NODE, .child = {TACTI_NO_NODE, id}, .count = 1};
    tree->leaves.items[id] = leaf;
    if (tree->root == TACTI_NO_NODE) {
        tree->root = leaf;
        return;
    }
    uint32_t sibling = find_sibling(tree, box), node = tacti_tree_take_node(tree);
    tacti_tree_node *nodes = tree->nodes.items;
    tacti_tree_replace_child(tree, nodes[sibling].parent, sibling, node);
    nodes[node].child[0] = sibling;
    nodes[node].child[1] = leaf;
    nodes[sibling].parent = nodes[leaf].parent = node;
    mend(tree, node);
    if (++tree->changes > tacti_tree_leaf_count(tree) / 2 + 64)
        tacti_tree_renew(tree);
}

void tacti_tree_remove(tacti_tree *tree, uint32_t id) {
    uint32_t leaf = tree->leaves.items[id];
    TACTI_ASSERT(leaf != TACTI_NO_NODE);
    const tacti_tree_node *nodes = tree->nodes.items;
    uint32_t parent = nodes[leaf].parent;
    tree->leaves.items[id] = TACTI_NO_NODE;
    tacti_tree_free_node(tree, leaf);
    if (parent == TACTI_NO_NODE) {
        tree->root = TACTI_NO_NODE;
        return;
    }
    uint32_t sibling = nodes[parent].child[nodes[parent].child[0] == leaf ? 1 : 0];
    uint32_t above = nodes[parent].parent;
    tacti_tree_replace_child(tree, above, parent, sibling);
    tacti_tree_free_node(tree, parent);
    mend(tree, above);
}
