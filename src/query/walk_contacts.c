/* SPDX-License-Identifier: MIT */
/* The walk that finds touching triangles: depth first over pairs of nodes. The boxes' test drops
 * only what is certainly apart; triangles whose boxes remain are collected and tested eight at a
 * time, exactly. Where only the first contact matters, the pair of boxes that overlap most is
 * opened first (best-first by overlap within a pair of nodes).
 *
 * Compiled once a SIMD level. */
#include "query/crossing.h"
#include "query/walk.h"
#include "query/walk_levels.h"

typedef struct state {
    tacti_contact_walk *walk;
    const tacti_pair *pair;
    const tacti_batch_kernels *kernels;
    tacti_f16 inflation;
    tacti_triangle_batch candidates;
    uint32_t stack_count;
    bool is_stopped;
    tacti_task stack[TACTI_STACK_SIZE];
} state;

/* ---- Triangles ---------------------------------------------------------------------------- */

/* Tests the collected candidates and hands on those that touch. */
TACTI_NEVER_INLINE void test_candidates(state *s) {
    tacti_triangle_batch *batch = &s->candidates;
    if (batch->count == 0)
        return;
    if (s->is_stopped) {
        batch->count = 0; /* nobody wants to know any more */
        return;
    }
    tact_work *work = &s->walk->work;
    work->triangle_tests += batch->count;
    uint32_t touching = s->kernels->overlaps(&s->pair->source[0], &s->pair->source[1], batch,
                                             &work->exact_tests);
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

TACTI_ALWAYS_INLINE void add_candidate(state *s, uint32_t a, uint32_t b) {
    tacti_triangle_batch *batch = &s->candidates;
    batch->a[batch->count] = a;
    batch->b[batch->count++] = b;
    if (batch->count == TACTI_BATCH)
        test_candidates(s);
}

/* ---- Pairs of nodes ----------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE void push(state *s, tacti_task task) {
    __builtin_prefetch(&s->pair->bvh[0]->nodes[task.node[0]]);
    __builtin_prefetch(&s->pair->bvh[1]->nodes[task.node[1]]);
    s->stack[s->stack_count++] = task;
}

/* Whether children i of a and j of b were not found apart, bit j of hits[i], and by how much their
 * boxes are apart. */
typedef struct crossing {
    uint8_t hits[8];
    float gap[8][8];
} crossing;

/* Crosses the children in two masks, two rows at a time. */
TACTI_ALWAYS_INLINE void cross(state *s, tacti_boxes *boxes, uint32_t mask_a, uint32_t mask_b,
                               crossing *out) {
    memset(out->hits, 0, sizeof out->hits);
    tacti_boxes_find_edges(boxes);
    int lane_side = __builtin_popcount(mask_a) <= __builtin_popcount(mask_b) ? 1 : 0;
    uint32_t rows = lane_side == 1 ? mask_a : mask_b, lanes = lane_side == 1 ? mask_b : mask_a;
    bool wants_gap = s->walk->wants_first;
    while (rows != 0) {
        tacti_row row = tacti_next_row(lane_side, &rows);
        tacti_f16 here[3], there[3];
        tacti_row_face_gaps(boxes, &row, here, there);
        tacti_f16 gap = tacti_largest_gap(here, there);
        uint32_t apart = tacti_f16_exceeds(gap, s->inflation);
        uint32_t open = ~apart & (lanes | lanes << 8);
        s->walk->work.box_tests += 16;
        if (open == 0)
            continue;
        gap = tacti_f16_max(gap, tacti_row_edge_gap(boxes, &row));
        open &= ~tacti_f16_exceeds(gap, s->inflation);
        if (open == 0)
            continue;
        _Alignas(64) tacti_children gaps;
        if (wants_gap)
            tacti_f16_store(gaps, gap);
        for (int half = 0; half < 2; half++) {
            int child = row.row[half] & 7;
            for (uint32_t bits = open >> (8 * half) & 0xff; bits != 0; bits &= bits - 1) {
                int lane = tacti_lowest_bit(bits);
                int i = lane_side == 1 ? child : lane, j = lane_side == 1 ? lane : child;
                out->hits[i] |= (uint8_t)(1U << j);
                if (wants_gap)
                    out->gap[i][j] = gaps[8 * half + lane];
            }
        }
    }
}

/* What becomes of crossed children: pairs of nodes are pushed, leaves wait for the other side's
 * nodes to be opened, pairs of leaves are candidates. */
TACTI_ALWAYS_INLINE void take_hits(state *s, const tacti_task *task, const tacti_boxes *boxes,
                                   const crossing *crossed) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    uint32_t inner_b = tacti_inner_mask(b);
    uint8_t waiting[8] = {0}; /* for each node of b, the leaves of a that it meets */
    for (int i = 0; i < a->child_count; i++) {
        uint32_t hits = crossed->hits[i];
        if (hits == 0)
            continue;
        if (i < a->inner_count) {
            uint32_t child = tacti_child_node(a, i);
            for (uint32_t bits = hits & inner_b; bits != 0; bits &= bits - 1) {
                int j = tacti_lowest_bit(bits);
                push(s, (tacti_task){{child, tacti_child_node(b, j)},
                                     {TACTI_ALL_CHILDREN, TACTI_ALL_CHILDREN},
                                     s->walk->wants_first ? crossed->gap[i][j] : 0,
                                     0});
            }
            if ((hits & ~inner_b) != 0)
                push(s, (tacti_task){{child, task->node[1]},
                                     {TACTI_ALL_CHILDREN, (uint8_t)(hits & ~inner_b)},
                                     0,
                                     0});
            continue;
        }
        uint32_t triangle = tacti_child_triangle(s->pair->bvh[0], a, i);
        for (uint32_t bits = hits; bits != 0; bits &= bits - 1) {
            int j = tacti_lowest_bit(bits);
            if (j < b->inner_count)
                waiting[j] |= (uint8_t)(1U << i);
            else
                add_candidate(s, triangle, tacti_child_triangle(s->pair->bvh[1], b, j));
        }
    }
    for (int j = 0; j < b->inner_count; j++)
        if (waiting[j] != 0)
            push(s, (tacti_task){{task->node[0], tacti_child_node(b, j)},
                                 {waiting[j], TACTI_ALL_CHILDREN},
                                 0,
                                 0});
}

/* The new tasks in order, the most promising on top. */
TACTI_ALWAYS_INLINE void sort_tasks(tacti_task *tasks, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        tacti_task task = tasks[i];
        uint32_t at = i;
        for (; at > 0 && tasks[at - 1].key < task.key; at--)
            tasks[at] = tasks[at - 1];
        tasks[at] = task;
    }
}

static void open_task(state *s, tacti_task task) {
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_boxes_open(s->pair, &task, &boxes, own);
    tacti_f16 here[3], there[3];
    tacti_boxes_gaps_to_own(&boxes, own, here, there);
    uint32_t apart = tacti_f16_exceeds(tacti_largest_gap(here, there), s->inflation);
    const tacti_node *a = boxes.node[0], *b = boxes.node[1];
    uint32_t mask_a = task.mask[0] & tacti_children_mask(a) & ~apart;
    uint32_t mask_b = task.mask[1] & tacti_children_mask(b) & ~(apart >> 8);
    s->walk->work.node_pairs++;
    s->walk->work.box_tests += 16;
    if (mask_a == 0 || mask_b == 0)
        return;
    uint32_t inner_a = mask_a & tacti_inner_mask(a), inner_b = mask_b & tacti_inner_mask(b);
    tacti_opening opening = tacti_choose_opening(own, inner_a, inner_b);
    uint32_t before = s->stack_count;
    if (opening == TACTI_OPEN_A) {
        for (uint32_t bits = inner_a; bits != 0; bits &= bits - 1)
            push(s, (tacti_task){{tacti_child_node(a, tacti_lowest_bit(bits)), task.node[1]},
                                 {TACTI_ALL_CHILDREN, (uint8_t)mask_b},
                                 0,
                                 0});
        mask_a &= ~inner_a;
    } else if (opening == TACTI_OPEN_B) {
        for (uint32_t bits = inner_b; bits != 0; bits &= bits - 1)
            push(s, (tacti_task){{task.node[0], tacti_child_node(b, tacti_lowest_bit(bits))},
                                 {(uint8_t)mask_a, TACTI_ALL_CHILDREN},
                                 0,
                                 0});
        mask_b &= ~inner_b;
    }
    if (mask_a != 0 && mask_b != 0) {
        crossing crossed;
        cross(s, &boxes, mask_a, mask_b, &crossed);
        take_hits(s, &task, &boxes, &crossed);
    }
    if (s->walk->wants_first)
        sort_tasks(s->stack + before, s->stack_count - before);
}

/* ---- The walk ----------------------------------------------------------------------------- */

tacti_walk_end TACTI_LEVELED(tacti_walk_contacts)(tacti_contact_walk *walk) {
    const tacti_pair *pair = walk->pair;
    if (pair->is_far || pair->bvh[0]->triangle_count == 0 || pair->bvh[1]->triangle_count == 0)
        return TACTI_WALK_COMPLETE;
    state s;
    s.walk = walk;
    s.pair = pair;
    s.kernels = tacti_batch_kernels_at(pair->level);
    s.inflation = tacti_f16_set(pair->inflation);
    s.candidates.count = 0;
    s.is_stopped = false;
    s.stack_count = 1;
    s.stack[0] = (tacti_task){{0, 0}, {TACTI_ALL_CHILDREN, TACTI_ALL_CHILDREN}, 0, 0};
    while (s.stack_count > 0 && !s.is_stopped) {
        if (walk->work.box_tests + walk->work.triangle_tests >= walk->budget)
            return TACTI_WALK_OUT_OF_BUDGET;
        open_task(&s, s.stack[--s.stack_count]);
        if (walk->wants_first && s.candidates.count >= TACTI_BATCH / 2)
            test_candidates(&s);
    }
    if (!s.is_stopped)
        test_candidates(&s);
    return s.is_stopped ? TACTI_WALK_STOPPED : TACTI_WALK_COMPLETE;
}
