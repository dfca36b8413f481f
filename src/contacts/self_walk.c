/* SPDX-License-Identifier: MIT */
/* The walk of a hierarchy against itself, which finds self pairs. It works like the walk for
 * contacts (contacts_walk.c), but a pair of nodes and its mirror image are one pair: a node is
 * compared with itself and with its siblings on one side only, so no pair of triangles comes twice.
 *
 * Nearly all candidates are neighbours. Candidates that share a vertex by its number are collected
 * apart from the rest, and each kind is tested eight at a time. A pair of the rest that shares a
 * corner by its coordinates is moved to the neighbours.
 *
 * Compiled once per SIMD level. */
#include "bvh/bvh.h"
#include "frame/node_pair.h"
#include "contacts/self_batch.h"
#include "contacts/contacts_walk.h"

/* Opening a node and itself goes down one level of both sides, and brings 28 pairs and 8 nodes. */
#define STACK_SIZE (TACTI_NARROW_STACK + 64 + TACTI_BVH_MAX_DEPTH * 36)

/* A tacti_task without keys. */
typedef struct self_task {
    uint32_t node[2];
    uint8_t mask[2];
} self_task;

typedef struct state {
    tacti_contact_walk *walk;
    tacti_meter *meter;
    const tacti_pair *pair;
    const tacti_bvh *bvh;
    tacti_f16 inflation;
    tacti_triangle_batch neighbours; /* share a corner */
    tacti_triangle_batch others;     /* share no vertex by number */
    uint32_t stack_count;
    bool is_stopped;
    self_task stack[STACK_SIZE];
} state;

/* ---- Triangles ---------------------------------------------------------------------------- */

/* Decides what the filter left open, and hands on the self pairs, the smaller number first. */
static void take_verdicts(state *s, const tacti_triangle_batch *batch, tacti_verdicts verdicts) {
    tact_work *work = &s->meter->work;
    const tacti_triangle_source *source = &s->pair->source[0];
    TACTI_ASSERT(batch->count <= TACTI_BATCH);
    uint32_t used = (1U << batch->count) - 1, meets = verdicts.meets & used;
    work->triangle_tests += batch->count;
    for (uint32_t open = verdicts.open & used; open != 0; open &= open - 1) {
        int i = tacti_lowest_bit(open);
        tact_triangle a = tacti_triangle_place(source, batch->a[i]);
        tact_triangle b = tacti_triangle_place(source, batch->b[i]);
        work->exact_tests++;
        meets |= (uint32_t)tacti_is_self_pair(&a, &b) << i;
    }
    if (meets == 0)
        return;
    tacti_triangle_batch found;
    found.count = 0;
    for (; meets != 0; meets &= meets - 1) {
        uint32_t a = batch->a[tacti_lowest_bit(meets)], b = batch->b[tacti_lowest_bit(meets)];
        found.a[found.count] = a < b ? a : b;
        found.b[found.count++] = a < b ? b : a;
    }
    if (!s->is_stopped && !s->walk->take(s->walk->user, &found))
        s->is_stopped = true;
}

TACTI_ALWAYS_INLINE void load_pairs(const state *s, const tacti_triangle_batch *batch, tacti_t8 *a,
                                    tacti_t8 *b) {
    tacti_triangle_batch full;
    tacti_batch_fill(batch, &full);
    *a = tacti_t8_load(&s->pair->source[0], full.a);
    *b = tacti_t8_load(&s->pair->source[0], full.b);
}

TACTI_NEVER_INLINE void test_neighbours(state *s) {
    tacti_triangle_batch *batch = &s->neighbours;
    if (batch->count == 0)
        return;
    tacti_t8 a, b;
    load_pairs(s, batch, &a, &b);
    take_verdicts(s, batch, tacti_filter_neighbours(&a, &b));
    batch->count = 0;
}

TACTI_ALWAYS_INLINE void add_neighbour(state *s, uint32_t a, uint32_t b) {
    tacti_triangle_batch *batch = &s->neighbours;
    TACTI_ASSERT(batch->count < TACTI_BATCH);
    batch->a[batch->count] = a;
    batch->b[batch->count++] = b;
    if (batch->count == TACTI_BATCH)
        test_neighbours(s);
}

TACTI_NEVER_INLINE void test_others(state *s) {
    tacti_triangle_batch *batch = &s->others;
    if (batch->count == 0)
        return;
    tacti_t8 a, b;
    load_pairs(s, batch, &a, &b);
    uint32_t neighbours = tacti_find_neighbours(&a, &b) & ((1U << batch->count) - 1);
    tacti_verdicts verdicts = tacti_filter_overlaps(&a, &b);
    if (neighbours != 0) {
        /* The rest of the batch moves up, and the verdicts with it. */
        tacti_triangle_batch rest;
        tacti_verdicts rest_verdicts = {0, 0};
        rest.count = 0;
        for (uint32_t i = 0; i < batch->count; i++) {
            if ((neighbours >> i & 1) != 0) {
                add_neighbour(s, batch->a[i], batch->b[i]);
                continue;
            }
            rest_verdicts.meets |= (verdicts.meets >> i & 1) << rest.count;
            rest_verdicts.open |= (verdicts.open >> i & 1) << rest.count;
            rest.a[rest.count] = batch->a[i];
            rest.b[rest.count++] = batch->b[i];
        }
        *batch = rest;
        verdicts = rest_verdicts;
    }
    take_verdicts(s, batch, verdicts);
    batch->count = 0;
}

TACTI_ALWAYS_INLINE void add_other(state *s, uint32_t a, uint32_t b) {
    tacti_triangle_batch *batch = &s->others;
    TACTI_ASSERT(batch->count < TACTI_BATCH);
    batch->a[batch->count] = a;
    batch->b[batch->count++] = b;
    if (batch->count == TACTI_BATCH)
        test_others(s);
}

TACTI_ALWAYS_INLINE bool shares_vertex(const uint32_t *a, const uint32_t *b) {
    return ((a[0] == b[0]) | (a[0] == b[1]) | (a[0] == b[2]) | (a[1] == b[0]) | (a[1] == b[1]) |
            (a[1] == b[2]) | (a[2] == b[0]) | (a[2] == b[1]) | (a[2] == b[2])) != 0;
}

TACTI_ALWAYS_INLINE void add_candidates(state *s, const tacti_boxes *boxes, uint64_t hits) {
    for (; hits != 0; hits &= hits - 1) {
        int at = __builtin_ctzll(hits);
        uint32_t a = tacti_child_triangle(s->bvh, boxes->node[0], at >> 3);
        uint32_t b = tacti_child_triangle(s->bvh, boxes->node[1], at & 7);
        uint32_t of_a[3], of_b[3];
        tacti_bvh_indices(s->bvh, a, of_a);
        tacti_bvh_indices(s->bvh, b, of_b);
        if (shares_vertex(of_a, of_b))
            add_neighbour(s, a, b);
        else
            add_other(s, a, b);
    }
}

/* ---- Pairs of nodes ----------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE void push(state *s, uint32_t a, uint32_t b, uint32_t mask_a, uint32_t mask_b) {
    tacti_node_prefetch(s->bvh, a);
    tacti_node_prefetch(s->bvh, b);
    TACTI_ASSERT(s->stack_count < STACK_SIZE);
    s->stack[s->stack_count++] = (self_task){{a, b}, {(uint8_t)mask_a, (uint8_t)mask_b}};
}

/* Compares the children in two masks, two rows at a time. Returns which pairs are not apart, bit
 * 8 i + j. */
TACTI_ALWAYS_INLINE uint64_t compare_children(state *s, tacti_boxes *boxes, uint32_t mask_a,
                                              uint32_t mask_b) {
    tacti_boxes_find_edges(boxes);
    int lane_side = tacti_lane_side(mask_a, mask_b);
    uint32_t rows = lane_side == 1 ? mask_a : mask_b, lanes = lane_side == 1 ? mask_b : mask_a;
    uint64_t hits = 0;
    lanes |= lanes << 8;
    do {
        tacti_row row = tacti_next_row(lane_side, &rows);
        hits |= tacti_row_bits(&row, tacti_row_open_lanes(boxes, &row, lanes, s->inflation));
        s->meter->work.box_tests += 16;
    } while (rows != 0);
    return lane_side == 0 ? tacti_transpose_bits(hits) : hits;
}

/* Pairs of a node and triangles go on the stack: the triangles wait until the node is opened. */
static void push_waiting(state *s, const self_task *task, const tacti_boxes *boxes, uint64_t hits) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    for (int i = 0; i < a->inner_count; i++) {
        uint32_t leaves = (uint32_t)(hits >> (8 * i)) & 0xff;
        if (leaves != 0)
            push(s, tacti_child_node(a, i), task->node[1], TACTI_ALL_CHILDREN, leaves);
    }
    hits = tacti_transpose_bits(hits);
    for (int j = 0; j < b->inner_count; j++) {
        uint32_t leaves = (uint32_t)(hits >> (8 * j)) & 0xff;
        if (leaves != 0)
            push(s, task->node[0], tacti_child_node(b, j), leaves, TACTI_ALL_CHILDREN);
    }
}

static void take_hits(state *s, const self_task *task, const tacti_boxes *boxes, uint64_t hits) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    uint64_t nodes_a = tacti_inner_rows(a), nodes_b = tacti_inner_columns(b);
    for (uint64_t bits = hits & nodes_a & nodes_b; bits != 0; bits &= bits - 1) {
        int at = __builtin_ctzll(bits);
        push(s, tacti_child_node(a, at >> 3), tacti_child_node(b, at & 7), TACTI_ALL_CHILDREN,
             TACTI_ALL_CHILDREN);
    }
    add_candidates(s, boxes, hits & ~nodes_a & ~nodes_b);
    if ((hits & (nodes_a ^ nodes_b)) != 0)
        push_waiting(s, task, boxes, hits & (nodes_a ^ nodes_b));
}

/* Bits 8 i + j with i < j. */
#define ABOVE_DIAGONAL UINT64_C(0x0080c0e0f0f8fcfe)

/* Opens a node and itself: each child with the later ones, and each node with itself. */
static void open_same(state *s, const self_task *task, tacti_boxes *boxes) {
    const tacti_node *node = boxes->node[0];
    uint32_t mask = tacti_children_mask(node);
    uint64_t hits = compare_children(s, boxes, mask, mask) & ABOVE_DIAGONAL;
    take_hits(s, task, boxes, hits);
    for (int i = 0; i < node->inner_count; i++) {
        uint32_t child = tacti_child_node(node, i);
        push(s, child, child, TACTI_ALL_CHILDREN, TACTI_ALL_CHILDREN);
    }
}

/* Opens two nodes. Neither of them is above the other, as far as the masks say. */
static void open_different(state *s, const self_task *task, tacti_boxes *boxes,
                           const tacti_own_box own[2]) {
    uint32_t apart = tacti_boxes_apart_from_own(boxes, own, s->inflation);
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    uint32_t mask_a = task->mask[0] & tacti_children_mask(a) & ~apart;
    uint32_t mask_b = task->mask[1] & tacti_children_mask(b) & ~(apart >> 8);
    s->meter->work.box_tests += 16;
    if (mask_a == 0 || mask_b == 0)
        return;
    uint32_t inner_a = mask_a & tacti_inner_mask(a), inner_b = mask_b & tacti_inner_mask(b);
    tacti_opening opening = tacti_choose_opening(own, inner_a, inner_b, s->stack_count);
    if (opening == TACTI_OPEN_A) {
        for (uint32_t bits = inner_a; bits != 0; bits &= bits - 1)
            push(s, tacti_child_node(a, tacti_lowest_bit(bits)), task->node[1], TACTI_ALL_CHILDREN,
                 mask_b);
        mask_a &= ~inner_a;
    } else if (opening == TACTI_OPEN_B) {
        for (uint32_t bits = inner_b; bits != 0; bits &= bits - 1)
            push(s, task->node[0], tacti_child_node(b, tacti_lowest_bit(bits)), mask_a,
                 TACTI_ALL_CHILDREN);
        mask_b &= ~inner_b;
    }
    if (mask_a != 0 && mask_b != 0)
        take_hits(s, task, boxes, compare_children(s, boxes, mask_a, mask_b));
}

static void open_task(state *s, self_task task) {
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_boxes_open(s->pair, task.node, &boxes, own);
    s->meter->work.node_pairs++;
    s->meter->work.box_tests++;
    bool is_same = task.node[0] == task.node[1];
    if (!is_same && tacti_own_gap(own) > s->pair->inflation)
        return;
    tacti_boxes_decode(s->pair, own, &boxes);
    if (is_same)
        open_same(s, &task, &boxes);
    else
        open_different(s, &task, &boxes, own);
}

/* ---- The walk ----------------------------------------------------------------------------- */

tacti_walk_end TACTI_LEVELED(tacti_walk_self)(tacti_contact_walk *walk) {
    const tacti_pair *pair = walk->pair;
    if (pair->bvh[0]->triangle_count == 0)
        return TACTI_WALK_COMPLETE;
    state s;
    s.walk = walk;
    s.meter = walk->meter;
    s.pair = pair;
    s.bvh = pair->bvh[0];
    s.inflation = tacti_f16_set(pair->inflation);
    s.neighbours.count = 0;
    s.others.count = 0;
    s.is_stopped = false;
    s.stack_count = 1;
    s.stack[0] = (self_task){{0, 0}, {TACTI_ALL_CHILDREN, TACTI_ALL_CHILDREN}};
    while (s.stack_count > 0 && !s.is_stopped) {
        if (!tacti_meter_goes_on(s.meter))
            return TACTI_WALK_INTERRUPTED;
        open_task(&s, s.stack[--s.stack_count]);
    }
    if (!s.is_stopped)
        test_others(&s);
    if (!s.is_stopped)
        test_neighbours(&s);
    return s.is_stopped ? TACTI_WALK_STOPPED : TACTI_WALK_COMPLETE;
}
