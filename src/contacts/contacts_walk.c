/* SPDX-License-Identifier: MIT */
/* The walk that finds touching triangles: depth first over pairs of nodes. The test of boxes drops
 * only pairs that are certainly apart. Triangles whose boxes remain are collected and tested
 * exactly, eight at a time. If only the first contact matters, the pair of boxes that overlap most
 * is opened first (best first by overlap within a pair of nodes).
 *
 * Compiled once per SIMD level. */
#include "frame/facing.h"
#include "frame/node_pair.h"
#include "frame/placing.h"
#include "frame/sharp.h"
#include "contacts/contacts_walk.h"

/* If only the first contact matters, this many pairs of nodes are opened one by one. Most first
 * contacts are found by then. */
#define DIVE 64

/* After so many tests of triangles in vain, and again after as many more, the search for the first
 * contact goes on with the most promising pair of nodes of all. It does so up to the larger number:
 * what is left behind fills the stack. */
#define IN_VAIN 64
#define MOST_IN_VAIN 256

/* A mesh is much finer than another if it has this many times as many triangles. */
#define FINER 16

typedef struct state {
    tacti_contact_walk *walk;
    tacti_meter *meter;
    const tacti_pair *pair;
    const tacti_batch_kernels *kernels;
    tacti_f16 inflation;
    tacti_triangle_batch candidates;
    uint32_t stack_count;
    bool is_stopped;
    bool looks_twice; /* at nodes that are small beside the inflation or beside a triangle */
    tacti_task stack[TACTI_WALK_STACK_SIZE];
} state;

/* ---- Triangles ---------------------------------------------------------------------------- */

/* Tests the collected candidates and hands on the pairs that touch. */
TACTI_NEVER_INLINE void test_candidates(state *s) {
    tacti_triangle_batch *batch = &s->candidates;
    if (batch->count == 0)
        return;
    if (s->is_stopped) {
        batch->count = 0; /* the taker wants no more pairs */
        return;
    }
    tact_work *work = &s->meter->work;
    work->triangle_tests += batch->count;
    uint32_t touching = s->kernels->overlaps(&s->pair->source[0], &s->pair->source[1], batch,
                                             s->walk->is_single, &work->exact_tests);
    tacti_triangle_batch found;
    found.count = 0;
    for (; touching != 0; touching &= touching - 1) {
        int i = tacti_lowest_bit(touching);
        found.a[found.count] = batch->a[i];
        found.b[found.count++] = batch->b[i];
    }
    batch->count = 0;
    if (found.count > 0 && !s->walk->take(s->walk->user, &found))
        s->is_stopped = true;
}

/* Compact meshes have other arrays. */
TACTI_ALWAYS_INLINE void prefetch_indices(const tacti_triangle_source *source, uint32_t triangle) {
    if (source->indices != NULL)
        TACTI_PREFETCH(&source->indices[3 * (size_t)triangle]);
}

TACTI_ALWAYS_INLINE void add_candidate(state *s, uint32_t a, uint32_t b) {
    tacti_triangle_batch *batch = &s->candidates;
    TACTI_ASSERT(batch->count < TACTI_BATCH);
    batch->a[batch->count] = a;
    batch->b[batch->count++] = b;
    prefetch_indices(&s->pair->source[0], a);
    prefetch_indices(&s->pair->source[1], b);
    if (batch->count == TACTI_BATCH)
        test_candidates(s);
}

/* ---- Pairs of nodes ----------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE void push(state *s, tacti_task task) {
    tacti_node_prefetch(s->pair->bvh[0], task.node[0]);
    tacti_node_prefetch(s->pair->bvh[1], task.node[1]);
    TACTI_ASSERT(s->stack_count < TACTI_WALK_STACK_SIZE);
    s->stack[s->stack_count++] = task;
}

/* The pairs of children that are not apart. */
typedef struct child_pairs {
    uint64_t hits;   /* bit 8 i + j: child i of a and child j of b */
    float key[8][8]; /* how little they overlap: [i][j], but [j][i] if is_turned */
    bool is_turned;
} child_pairs;

/* Compares the children in two masks, two rows at a time. */
TACTI_ALWAYS_INLINE void compare_children(state *s, tacti_boxes *boxes, uint32_t mask_a,
                                          uint32_t mask_b, tacti_f16 inflation, child_pairs *out) {
    tacti_boxes_find_edges(boxes);
    /* Keys are for pairs of two nodes only. */
    bool has_keys = s->walk->wants_first && boxes->node[0]->inner_count != 0 &&
                    boxes->node[1]->inner_count != 0;
    int lane_side = tacti_lane_side(mask_a, mask_b);
    uint32_t rows = lane_side == 1 ? mask_a : mask_b, lanes = lane_side == 1 ? mask_b : mask_a;
    uint64_t hits = 0;
    lanes |= lanes << 8;
    do {
        tacti_row row = tacti_next_row(lane_side, &rows);
        uint32_t open = tacti_row_open_lanes(boxes, &row, lanes, inflation);
        int first = row.row[0] & 7, second = row.row[1] & 7;
        hits |= tacti_row_bits(&row, open);
        if (has_keys && open != 0)
            TACTI_EACH_FLOAT(tacti_fp_store_halves(i, out->key[first], out->key[second],
                                                   tacti_row_overlap_key(boxes, &row, i));)
        s->meter->work.box_tests += 16;
    } while (rows != 0);
    out->is_turned = lane_side == 0;
    out->hits = out->is_turned ? tacti_transpose_bits(hits) : hits;
}

/* ---- Pairs of children that are not apart ------------------------------------------------- */

TACTI_ALWAYS_INLINE float key_of(const state *s, const child_pairs *pairs, int i, int j) {
    if (!s->walk->wants_first)
        return 0;
    return pairs->is_turned ? pairs->key[j][i] : pairs->key[i][j];
}

/* Pairs of two nodes are put on the stack. */
TACTI_ALWAYS_INLINE void push_nodes(state *s, const tacti_boxes *boxes, const child_pairs *pairs,
                                    uint64_t hits) {
    for (; hits != 0; hits &= hits - 1) {
        int at = __builtin_ctzll(hits), i = at >> 3, j = at & 7;
        push(s, (tacti_task){
                    {tacti_child_node(boxes->node[0], i), tacti_child_node(boxes->node[1], j)},
                    {TACTI_ALL_CHILDREN, TACTI_ALL_CHILDREN},
                    key_of(s, pairs, i, j),
                    0});
    }
}

/* Pairs of two triangles become candidates. */
TACTI_ALWAYS_INLINE void add_candidates(state *s, const tacti_boxes *boxes, uint64_t hits) {
    for (; hits != 0; hits &= hits - 1) {
        int at = __builtin_ctzll(hits);
        add_candidate(s, tacti_child_triangle(s->pair->bvh[0], boxes->node[0], at >> 3),
                      tacti_child_triangle(s->pair->bvh[1], boxes->node[1], at & 7));
    }
}

/* Pairs of a node and triangles go on the stack: the triangles wait until the node is opened. */
static void push_waiting(state *s, const tacti_task *task, const tacti_boxes *boxes,
                         uint64_t hits) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    for (int i = 0; i < a->inner_count; i++) {
        uint8_t leaves = (uint8_t)(hits >> (8 * i));
        if (leaves != 0)
            push(s,
                 (tacti_task){
                     {tacti_child_node(a, i), task->node[1]}, {TACTI_ALL_CHILDREN, leaves}, 0, 0});
    }
    hits = tacti_transpose_bits(hits);
    for (int j = 0; j < b->inner_count; j++) {
        uint8_t leaves = (uint8_t)(hits >> (8 * j));
        if (leaves != 0)
            push(s,
                 (tacti_task){
                     {task->node[0], tacti_child_node(b, j)}, {leaves, TACTI_ALL_CHILDREN}, 0, 0});
    }
}

TACTI_ALWAYS_INLINE void take_hits(state *s, const tacti_task *task, const tacti_boxes *boxes,
                                   const child_pairs *pairs) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    uint64_t hits = pairs->hits;
    if (a->inner_count == 0 && b->inner_count == 0) {
        add_candidates(s, boxes, hits);
        return;
    }
    uint64_t nodes_a = tacti_inner_rows(a), nodes_b = tacti_inner_columns(b);
    push_nodes(s, boxes, pairs, hits & nodes_a & nodes_b);
    if ((hits & ~(nodes_a & nodes_b)) == 0)
        return;
    add_candidates(s, boxes, hits & ~nodes_a & ~nodes_b);
    push_waiting(s, task, boxes, hits & (nodes_a ^ nodes_b));
}

/* The children of a pair of nodes that are still to be compared. */
typedef struct opened_pair {
    const tacti_task *task;
    tacti_boxes *boxes;
    const tacti_own_box *own; /* of both */
    uint32_t mask[2];
    tacti_f16 inflation;
} opened_pair;

/* Compares the children, and puts the nodes of a side that is opened alone on the stack. */
TACTI_ALWAYS_INLINE void open_children(state *s, const opened_pair *p) {
    const tacti_node *a = p->boxes->node[0], *b = p->boxes->node[1];
    uint32_t mask_a = p->mask[0], mask_b = p->mask[1];
    uint32_t inner_a = mask_a & tacti_inner_mask(a), inner_b = mask_b & tacti_inner_mask(b);
    tacti_opening opening = tacti_choose_opening(p->own, inner_a, inner_b, s->stack_count);
    if (opening == TACTI_OPEN_A) {
        for (uint32_t bits = inner_a; bits != 0; bits &= bits - 1)
            push(s, (tacti_task){{tacti_child_node(a, tacti_lowest_bit(bits)), p->task->node[1]},
                                 {TACTI_ALL_CHILDREN, (uint8_t)mask_b},
                                 0,
                                 0});
        mask_a &= ~inner_a;
    } else if (opening == TACTI_OPEN_B) {
        for (uint32_t bits = inner_b; bits != 0; bits &= bits - 1)
            push(s, (tacti_task){{p->task->node[0], tacti_child_node(b, tacti_lowest_bit(bits))},
                                 {(uint8_t)mask_a, TACTI_ALL_CHILDREN},
                                 0,
                                 0});
        mask_b &= ~inner_b;
    }
    if (mask_a != 0 && mask_b != 0) {
        child_pairs pairs;
        compare_children(s, p->boxes, mask_a, mask_b, p->inflation, &pairs);
        take_hits(s, p->task, p->boxes, &pairs);
    }
}

/* The same if one side has triangles that are much larger than the other's node: each is compared
 * with all children of that node. */
TACTI_NEVER_INLINE void open_facing(state *s, const opened_pair *p, int side,
                                    const tacti_sharp *sharp) {
    const tacti_node *node[2] = {p->boxes->node[0], p->boxes->node[1]};
    int other = 1 - side;
    uint8_t near[8] = {0}; /* per child of the other side: the triangles that are not apart */
    float size = tacti_f4_sum(p->own[other].half);
    for (uint32_t bits = p->mask[side]; bits != 0; bits &= bits - 1) {
        int i = tacti_lowest_bit(bits);
        uint32_t triangle = tacti_child_triangle(s->pair->bvh[side], node[side], i);
        uint32_t open =
            p->mask[other] & ~tacti_facing_apart(s->pair, p->boxes, sharp, side, triangle, size);
        s->meter->work.box_tests++;
        for (; open != 0; open &= open - 1)
            near[tacti_lowest_bit(open)] |= (uint8_t)(1U << i);
    }
    for (uint32_t bits = p->mask[other]; bits != 0; bits &= bits - 1) {
        int j = tacti_lowest_bit(bits);
        if (near[j] == 0)
            continue;
        if (j < node[other]->inner_count) {
            tacti_task next = *p->task;
            next.node[other] = tacti_child_node(node[other], j);
            next.mask[other] = TACTI_ALL_CHILDREN;
            next.mask[side] = near[j];
            push(s, next);
            continue;
        }
        uint32_t triangle = tacti_child_triangle(s->pair->bvh[other], node[other], j);
        for (uint32_t left = near[j]; left != 0; left &= left - 1) {
            uint32_t large =
                tacti_child_triangle(s->pair->bvh[side], node[side], tacti_lowest_bit(left));
            add_candidate(s, side == 0 ? large : triangle, side == 0 ? triangle : large);
        }
    }
}

/* Opens a pair of nodes that is placed and not apart. */
TACTI_ALWAYS_INLINE void open_pair(state *s, tacti_task task, tacti_boxes *boxes,
                                   tacti_own_box own[2]) {
    opened_pair p = {&task, boxes, own, {0, 0}, s->inflation};
    tacti_sharp sharp;
    int facing = s->looks_twice ? tacti_facing_side(boxes, own) : -1;
    if (facing >= 0 || (s->looks_twice && tacti_is_blurred(s->pair, own))) {
        tacti_boxes_sharpen(s->pair, boxes, own, &sharp);
        s->meter->work.box_tests++;
        if (tacti_own_gap(own) > sharp.inflation)
            return;
        p.inflation = tacti_f16_set(sharp.inflation);
    }
    tacti_boxes_decode(s->pair, own, boxes);
    uint32_t apart = tacti_boxes_apart_from_own(boxes, own, p.inflation);
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    bool wants_first = s->walk->wants_first;
    uint32_t all_a = wants_first ? tacti_distinct_mask(a) : tacti_children_mask(a);
    uint32_t all_b = wants_first ? tacti_distinct_mask(b) : tacti_children_mask(b);
    p.mask[0] = task.mask[0] & all_a & ~apart;
    p.mask[1] = task.mask[1] & all_b & ~(apart >> 8);
    s->meter->work.box_tests += 16;
    if (p.mask[0] == 0 || p.mask[1] == 0)
        return;
    if (facing >= 0)
        open_facing(s, &p, facing, &sharp);
    else
        open_children(s, &p);
}

/* Opens the task on top of the stack. If only the first contact matters, the most promising of the
 * new tasks is then on top. */
TACTI_NEVER_INLINE void open_one(state *s) {
    TACTI_ASSERT(s->stack_count > 0);
    tacti_task task = s->stack[--s->stack_count];
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_boxes_open(s->pair, task.node, &boxes, own);
    s->meter->work.node_pairs++;
    s->meter->work.box_tests++;
    if (tacti_own_gap(own) > s->pair->inflation)
        return;
    uint32_t before = s->stack_count;
    open_pair(s, task, &boxes, own);
    if (s->walk->wants_first)
        tacti_insert_tasks(s->stack + before, s->stack_count - before, 1);
}

/* Opens up to sixteen tasks from the top of the stack, which costs less per task. */
TACTI_NEVER_INLINE void open_many(state *s) {
    uint32_t count = s->stack_count < TACTI_PLACED_PAIRS ? s->stack_count : TACTI_PLACED_PAIRS;
    tacti_task tasks[TACTI_PLACED_PAIRS];
    tacti_node_pairs placed;
    tacti_lane_nodes nodes[2];
    memset(nodes, 0, sizeof nodes); /* unused lanes are computed, too */
    for (uint32_t i = 0; i < count; i++) {
        tasks[i] = s->stack[--s->stack_count];
        for (int side = 0; side < 2; side++) {
            const tacti_node *node = &s->pair->bvh[side]->nodes[tasks[i].node[side]];
            placed.node[i][side] = node;
            tacti_lane_nodes_set(&nodes[side], (int)i, node);
        }
    }
    tacti_node_pairs_place(s->pair, nodes, count, NULL, &placed, NULL);
    uint32_t apart = tacti_node_pairs_apart(&placed, count, s->inflation);
    s->meter->work.node_pairs += count;
    s->meter->work.box_tests += count;
    for (uint32_t near = ~apart & ((1U << count) - 1); near != 0; near &= near - 1) {
        int lane = tacti_lowest_bit(near);
        if (tacti_is_put_back((uint32_t)lane, s->stack_count, count - (uint32_t)lane)) {
            push(s, tasks[lane]);
            continue;
        }
        tacti_boxes boxes;
        tacti_own_box own[2];
        tacti_node_pairs_take(&placed, lane, &boxes, own);
        open_pair(s, tasks[lane], &boxes, own);
    }
}

/* Puts the most promising of all tasks on top of the stack. */
TACTI_NEVER_INLINE void start_anew(state *s) {
    uint32_t best = s->stack_count - 1;
    for (uint32_t i = 0; i < s->stack_count; i++)
        if (s->stack[i].key < s->stack[best].key)
            best = i;
    tacti_task task = s->stack[best];
    for (uint32_t i = best; i + 1 < s->stack_count; i++)
        s->stack[i] = s->stack[i + 1];
    s->stack[s->stack_count - 1] = task;
}

/* ---- The walk ----------------------------------------------------------------------------- */

/* Whether to open one task after the other: while a first contact is likely to be found soon, if
 * there is a budget, and if the stack is so full that only depth-first order bounds it. */
static bool is_deep(const state *s) {
    const tacti_contact_walk *walk = s->walk;
    return (walk->wants_first && s->meter->work.node_pairs < DIVE) ||
           s->meter->pace.budget < UINT64_MAX || s->stack_count > TACTI_BROAD_STACK;
}

/* Meshes of like sizes with about as many triangles gain nothing from a second look, and neither
 * does the search for the first contact of meshes of like sizes. */
static bool looks_twice(const tacti_contact_walk *walk) {
    const tacti_pair *pair = walk->pair;
    uint64_t a = pair->bvh[0]->triangle_count, b = pair->bvh[1]->triangle_count;
    bool is_finer = a > FINER * b || b > FINER * a;
    return pair->blurred > 0 && (pair->is_uneven || (is_finer && !walk->wants_first));
}

tacti_walk_end TACTI_LEVELED(tacti_walk_contacts)(tacti_contact_walk *walk) {
    const tacti_pair *pair = walk->pair;
    if (pair->is_apart || pair->bvh[0]->triangle_count == 0 || pair->bvh[1]->triangle_count == 0)
        return TACTI_WALK_COMPLETE;
    state s;
    s.walk = walk;
    s.meter = walk->meter;
    s.pair = pair;
    s.kernels = tacti_batch_kernels_at(pair->level);
    s.inflation = tacti_f16_set(pair->inflation);
    s.candidates.count = 0;
    s.is_stopped = false;
    s.looks_twice = looks_twice(walk);
    s.stack_count = 1;
    s.stack[0] = tacti_task_root();
    uint64_t patience = walk->wants_first ? IN_VAIN : UINT64_MAX;
    while (s.stack_count > 0 && !s.is_stopped) {
        if (!tacti_meter_goes_on(s.meter))
            return TACTI_WALK_INTERRUPTED;
        uint64_t tests = s.meter->work.triangle_tests;
        if (tests >= patience) {
            start_anew(&s);
            patience = tests < MOST_IN_VAIN ? tests + IN_VAIN : UINT64_MAX;
        }
        if (is_deep(&s))
            open_one(&s);
        else
            open_many(&s);
        if (walk->wants_first && s.candidates.count >= TACTI_BATCH / 2)
            test_candidates(&s);
    }
    if (!s.is_stopped)
        test_candidates(&s);
    return s.is_stopped ? TACTI_WALK_STOPPED : TACTI_WALK_COMPLETE;
}
