/* SPDX-License-Identifier: MIT */
/* Building the tree of boxes, or a part of it, from subtrees that are there: see tree.h. Ranges of
 * subtrees are split along the longest axis at the least cost of the surface heuristic, over a
 * few intervals; but never so unevenly that the height could exceed 1.5 log2 n. */
#include "broad/tree.h"

#define INTERVALS 16

/* ---- Splitting a range -------------------------------------------------------------------- */

typedef struct range {
    uint32_t begin, end;
    uint32_t parent; /* of the node to make */
    unsigned height; /* it has at most */
} range;

/* Twice the middle of an item, within bounds. */
static double middle(const tacti_tree_item *item, unsigned axis) {
    double lo = tacti_vec3_get(item->box.lo, axis), hi = tacti_vec3_get(item->box.hi, axis);
    return tacti_min(tacti_max(lo, -0x1p1000), 0x1p1000) +
           tacti_min(tacti_max(hi, -0x1p1000), 0x1p1000);
}

static unsigned longest_axis(const tacti_tree_item *items, const range *r, double *from,
                             double *extent) {
    unsigned axis = 0;
    *extent = -1;
    for (unsigned k = 0; k < 3; k++) {
        double lo = tacti_infinity(), hi = -lo;
        for (uint32_t i = r->begin; i < r->end; i++) {
            double x = middle(&items[i], k);
            lo = tacti_min(lo, x);
            hi = tacti_max(hi, x);
        }
        if (hi - lo > *extent) {
            *extent = hi - lo;
            *from = lo;
            axis = k;
        }
    }
    return axis;
}

/* Items per interval. */
typedef struct interval {
    tact_box box;
    uint32_t items, leaves;
} interval;

typedef struct cut {
    unsigned axis;
    double from, scale;
} cut;

static unsigned interval_of(const cut *c, const tacti_tree_item *item) {
    double at = (middle(item, c->axis) - c->from) * c->scale;
    return at < INTERVALS - 1 ? (unsigned)at : INTERVALS - 1;
}

static void add_interval(interval *to, const tact_box *box, uint32_t items, uint32_t leaves) {
    to->box = to->items == 0 ? *box : tacti_tree_join(&to->box, box);
    to->items += items;
    to->leaves += leaves;
}

/* The number of intervals that go to the first child; 0 if all splits are too uneven. */
static unsigned choose_split(const interval *intervals, uint32_t most) {
    interval right[INTERVALS] = {{.items = 0}}, left = {.items = 0};
    double least = tacti_infinity();
    unsigned best = 0;
    for (unsigned k = INTERVALS; k-- > 1;) {
        const interval *from = &intervals[k];
        if (k + 1 < INTERVALS)
            right[k] = right[k + 1];
        if (from->items > 0)
            add_interval(&right[k], &from->box, from->items, from->leaves);
    }
    for (unsigned k = 1; k < INTERVALS; k++) {
        const interval *from = &intervals[k - 1];
        if (from->items > 0)
            add_interval(&left, &from->box, from->items, from->leaves);
        if (left.items == 0 || right[k].items == 0 || left.items > most || right[k].items > most)
            continue;
        double cost = tacti_tree_area(&left.box) * left.leaves +
                      tacti_tree_area(&right[k].box) * right[k].leaves;
        if (cost < least) {
            least = cost;
            best = k;
        }
    }
    return best;
}

static void swap_items(tacti_tree_item *a, tacti_tree_item *b) {
    tacti_tree_item c = *a;
    *a = *b;
    *b = c;
}

/* Moves the half with the smaller middles to the front. */
static uint32_t halve(tacti_tree_item *items, const range *r, unsigned axis) {
    uint32_t begin = r->begin, end = r->end, half = begin + (end - begin) / 2;
    while (end - begin > 2) {
        double pivot = middle(&items[begin + (end - begin) / 2], axis);
        uint32_t i = begin, j = end - 1;
        for (;;) {
            while (middle(&items[i], axis) < pivot)
                i++;
            while (middle(&items[j], axis) > pivot)
                j--;
            if (i >= j)
                break;
            swap_items(&items[i++], &items[j--]);
        }
        /* Up to j no middle exceeds the pivot, from i on none is less. */
        if (half <= j)
            end = j + 1;
        else if (half >= i)
            begin = i;
        else
            return half;
    }
    if (end - begin == 2 && middle(&items[begin], axis) > middle(&items[begin + 1], axis))
        swap_items(&items[begin], &items[begin + 1]);
    return half;
}

/* Splits a range in two that are not empty. */
static uint32_t split(tacti_tree_item *items, const range *r) {
    uint64_t most = (uint64_t)1 << (r->height - 1);
    double extent, from = 0;
    unsigned axis = longest_axis(items, r, &from, &extent);
    cut c = {axis, from, INTERVALS / extent};
    if (!(extent > 0 && c.scale < 0x1p1000))
        return r->begin + (r->end - r->begin) / 2;
    interval intervals[INTERVALS] = {{.items = 0}};
    for (uint32_t i = r->begin; i < r->end; i++)
        add_interval(&intervals[interval_of(&c, &items[i])], &items[i].box, 1, items[i].count);
    unsigned first = choose_split(intervals, most < UINT32_MAX ? (uint32_t)most : UINT32_MAX);
    if (first == 0)
        return halve(items, r, axis);
    uint32_t at = r->begin;
    for (uint32_t i = r->begin; i < r->end; i++)
        if (interval_of(&c, &items[i]) < first)
            swap_items(&items[i], &items[at++]);
    return at;
}

/* ---- Building ----------------------------------------------------------------------------- */

/* 1.5 log2 of the count, rounded up and down: never more than 2 log2. */
static unsigned wanted_height(uint32_t count) {
    unsigned log = 0;
    while (((uint64_t)1 << log) < count)
        log++;
    return log + log / 2;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Joins all items and puts the result in the place of a child of the parent, or of the root. False
 * if a node is too high for its leaves, which may be if items are not leaves. */
static bool build(tacti_tree *tree, uint32_t parent, uint32_t old) {
    tacti_tree_item *items = tree->items.items;
    uint32_t count = (uint32_t)tree->items.count, used = 1;
    range stack[TACTI_TREE_PLACES] = {{0, count, parent, wanted_height(count)}};
    bool is_fine = true;
    tree->made.count = 0;
    while (used > 0) {
        range r = stack[--used];
        uint32_t node = items[r.begin].node;
        bool is_first = r.end - r.begin == count;
        if (r.end - r.begin > 1) {
            node = tacti_tree_take_node(tree);
            tree->nodes.items[node] =
                (tacti_tree_node){.child = {TACTI_NO_NODE, TACTI_NO_NODE}, .parent = r.parent};
            tree->made.items[tree->made.count++] = node;
            uint32_t at = split(items, &r);
            range a = {r.begin, at, node, least(r.height - 1, wanted_height(at - r.begin))};
            range b = {at, r.end, node, least(r.height - 1, wanted_height(r.end - at))};
            stack[used++] = a;
            stack[used++] = b;
        }
        tacti_tree_replace_child(tree, r.parent, is_first ? old : TACTI_NO_NODE, node);
    }
    while (tree->made.count > 0) {
        uint32_t node = tree->made.items[--tree->made.count];
        tacti_tree_refit(tree, node);
        const tacti_tree_node *n = &tree->nodes.items[node];
        is_fine = is_fine && tacti_tree_height_is_fine(n->height, n->count);
    }
    return is_fine;
}

static void add_item(tacti_tree *tree, uint32_t node) {
    const tacti_tree_node *n = &tree->nodes.items[node];
    tree->items.items[tree->items.count++] = (tacti_tree_item){n->box, node, n->count};
}

/* Takes a subtree apart: leaves become items, and subtrees that are not stale if they are kept. */
static void take_apart(tacti_tree *tree, uint32_t top, bool keeps) {
    uint32_t stack[TACTI_TREE_PLACES], used = 0;
    stack[used++] = top;
    while (used > 0) {
        uint32_t node = stack[--used];
        const tacti_tree_node *n = &tree->nodes.items[node];
        if (tacti_tree_is_leaf(n) || (keeps && !n->is_stale)) {
            add_item(tree, node);
            continue;
        }
        stack[used++] = n->child[0];
        stack[used++] = n->child[1];
        tacti_tree_free_node(tree, node);
    }
}

void tacti_tree_renew_below(tacti_tree *tree, uint32_t node) {
    uint32_t parent = tree->nodes.items[node].parent;
    tree->items.count = 0;
    take_apart(tree, node, false);
    bool is_fine = build(tree, parent, node);
    TACTI_ASSERT(is_fine);
    (void)is_fine;
}

/* ---- Many leaves at a time ---------------------------------------------------------------- */

void tacti_tree_begin(tacti_tree *tree) {
    tree->items.count = 0;
}

void tacti_tree_put(tacti_tree *tree, uint32_t id, const tact_box *box) {
    uint32_t leaf = tree->leaves.items[id];
    if (leaf == TACTI_NO_NODE) {
        leaf = tacti_tree_take_node(tree);
        tree->nodes.items[leaf] = (tacti_tree_node){
            .box = *box, .parent = TACTI_NO_NODE, .child = {TACTI_NO_NODE, id}, .count = 1};
        tree->leaves.items[id] = leaf;
        add_item(tree, leaf);
        return;
    }
    tree->nodes.items[leaf].box = *box;
    uint32_t node = tree->nodes.items[leaf].parent;
    for (; node != TACTI_NO_NODE && !tree->nodes.items[node].is_stale;
         node = tree->nodes.items[node].parent)
        tree->nodes.items[node].is_stale = true;
}

void tacti_tree_end(tacti_tree *tree) {
    tree->changes = 0;
    if (tree->root != TACTI_NO_NODE)
        take_apart(tree, tree->root, true);
    if (tree->items.count > 0 && !build(tree, TACTI_NO_NODE, TACTI_NO_NODE))
        tacti_tree_renew_below(tree, tree->root);
}

void tacti_tree_renew(tacti_tree *tree) {
    tacti_tree_begin(tree);
    tacti_tree_end(tree);
}
