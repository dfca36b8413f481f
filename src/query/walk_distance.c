/* SPDX-License-Identifier: MIT */
/* The walk that finds the nearest pair of triangles: best first by a lower bound of the boxes'
 * distance, so that no pair of nodes is opened that could be left out. Triangles whose boxes are
 * near enough are measured eight at a time, nearest boxes first.
 *
 * Bounds. Gaps of boxes are computed in the pair's units and err by at most its inflation along
 * each axis (pair.c), which is taken off first; turning the world by poses that are not quite rigid
 * changes lengths by the pair's slack. What is left out is therefore truly further away
 * than the threshold, which is the best distance so far plus the error of the triangles' distance:
 * the result is the least one over all pairs, to the bit.
 *
 * Compiled once a SIMD level. */
#include "query/crossing.h"
#include "query/walk.h"
#include "query/walk_levels.h"

/* Tasks in best-first order; where that is not enough, a task is walked depth first. */
#define HEAP_SIZE 1024

/* Relative rounding of the few float operations that make a squared bound, and then some. */
#define BOUND_ROUNDING 0x1p-18F

typedef struct state {
    tacti_distance_walk *walk;
    const tacti_pair *pair;
    const tacti_batch_kernels *kernels;
    tacti_f16 inflation;
    float threshold; /* of squared bounds: what exceeds it is left out */
    float left_out;  /* the least squared bound of what was left out */
    double to_units; /* from distances in the world to bounds */
    uint32_t heap_count;
    uint32_t stack_count;
    bool is_done;
    tacti_task heap[HEAP_SIZE + 64];
    tacti_task stack[TACTI_STACK_SIZE];
} state;

/* ---- Bounds ------------------------------------------------------------------------------- */

/* What is further away than this does not matter: the best distance so far or the limit, less the
 * error that the caller allows. */
static double wanted_distance(const tacti_distance_walk *walk) {
    double distance = walk->distance < walk->limit ? walk->distance : walk->limit;
    if (distance == HUGE_VAL)
        return distance; /* the first pair is wanted, however far */
    double allowance = walk->relative_error * distance;
    if (!(allowance > walk->absolute_error))
        allowance = walk->absolute_error;
    return allowance < distance ? distance - allowance : 0;
}

static void set_threshold(state *s) {
    double wanted = wanted_distance(s->walk);
    /* The error of the triangles' distance is below 2^-40 units plus 2^-40 of itself. */
    double units = wanted > 0 ? wanted * s->to_units + 0x1p-40 : 0;
    double square = units * units * (1 + 0x1p-20);
    s->threshold = square < 0x1p100 ? (float)square : HUGE_VALF;
    if (s->walk->distance == 0)
        s->is_done = true;
    /* Within the limit for certain, whatever the distance's error is. */
    double limit = s->walk->limit, most = s->walk->distance + 0x1p-40 * s->pair->unit;
    if (limit > 0 && limit < HUGE_VAL && most * (1 + 0x1p-40) <= limit)
        s->is_done = true;
}

/* Gaps less the inflation, as a squared distance, rounded down. */
TACTI_ALWAYS_INLINE tacti_f16 bound_of_gaps(const state *s, tacti_f16 here[3], tacti_f16 there[3]) {
    for (int i = 0; i < 3; i++) {
        here[i] = tacti_f16_sub(here[i], s->inflation);
        there[i] = tacti_f16_sub(there[i], s->inflation);
    }
    return tacti_f16_mul(tacti_gap_square(here, there), tacti_f16_set(1 - BOUND_ROUNDING));
}

TACTI_ALWAYS_INLINE void leave_out(state *s, float bound) {
    if (bound < s->left_out)
        s->left_out = bound;
}

/* ---- Tasks -------------------------------------------------------------------------------- */

static void heap_push(state *s, tacti_task task) {
    uint32_t at = s->heap_count++;
    while (at > 0 && s->heap[(at - 1) / 2].key > task.key) {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = task;
}

static tacti_task heap_pop(state *s) {
    tacti_task top = s->heap[0], last = s->heap[--s->heap_count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= s->heap_count)
            break;
        if (child + 1 < s->heap_count && s->heap[child + 1].key < s->heap[child].key)
            child++;
        if (!(s->heap[child].key < last.key))
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

TACTI_ALWAYS_INLINE void push(state *s, tacti_task task, bool depth_first) {
    __builtin_prefetch(&s->pair->bvh[0]->nodes[task.node[0]]);
    __builtin_prefetch(&s->pair->bvh[1]->nodes[task.node[1]]);
    if (depth_first)
        s->stack[s->stack_count++] = task;
    else
        heap_push(s, task);
}

/* ---- Triangles ---------------------------------------------------------------------------- */

/* Pairs of triangles of one pair of nodes, with the bounds of their boxes. */
typedef struct candidates {
    uint32_t count;
    struct {
        float bound;
        uint32_t a, b;
    } of[64];
} candidates;

static void sort_candidates(candidates *list) {
    for (uint32_t i = 1; i < list->count; i++) {
        float bound = list->of[i].bound;
        uint32_t a = list->of[i].a, b = list->of[i].b, at = i;
        for (; at > 0 && list->of[at - 1].bound > bound; at--)
            list->of[at] = list->of[at - 1];
        list->of[at].bound = bound;
        list->of[at].a = a;
        list->of[at].b = b;
    }
}

static bool is_nearer(const tacti_distance_walk *walk, double distance, uint32_t a, uint32_t b) {
    if (distance != walk->distance)
        return distance < walk->distance;
    return a < walk->a || (a == walk->a && b < walk->b);
}

static void measure_batch(state *s, const tacti_triangle_batch *batch) {
    tacti_distance_walk *walk = s->walk;
    double distance[TACTI_BATCH];
    s->kernels->distances(&s->pair->source[0], &s->pair->source[1], batch,
                          &walk->work.exact_tests, distance);
    walk->work.triangle_tests += batch->count;
    bool is_better = false;
    for (uint32_t i = 0; i < batch->count; i++)
        if (is_nearer(walk, distance[i], batch->a[i], batch->b[i])) {
            walk->distance = distance[i];
            walk->a = batch->a[i];
            walk->b = batch->b[i];
            is_better = true;
        }
    if (is_better)
        set_threshold(s);
}

/* Measures the candidates that are near enough, the nearest boxes first. */
TACTI_NEVER_INLINE void measure_candidates(state *s, candidates *list) {
    sort_candidates(list);
    uint32_t i = 0;
    while (i < list->count && !s->is_done && !(list->of[i].bound > s->threshold)) {
        tacti_triangle_batch batch;
        batch.count = 0;
        while (batch.count < TACTI_BATCH && i < list->count &&
               !(list->of[i].bound > s->threshold)) {
            batch.a[batch.count] = list->of[i].a;
            batch.b[batch.count++] = list->of[i++].b;
        }
        measure_batch(s, &batch);
    }
    if (i < list->count)
        leave_out(s, list->of[i].bound);
}

/* ---- Pairs of nodes ----------------------------------------------------------------------- */

/* A pair of children that is near enough: to be opened, or to be measured. */
TACTI_ALWAYS_INLINE void take_pair(state *s, const tacti_task *task, const tacti_boxes *boxes, int i,
                                   int j, float bound, candidates *list, bool depth_first) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    bool inner_a = i < a->inner_count, inner_b = j < b->inner_count;
    if (!inner_a && !inner_b) {
        list->of[list->count].bound = bound;
        list->of[list->count].a = tacti_child_triangle(s->pair->bvh[0], a, i);
        list->of[list->count++].b = tacti_child_triangle(s->pair->bvh[1], b, j);
        return;
    }
    tacti_task next = {{task->node[0], task->node[1]},
                       {(uint8_t)(1U << i), (uint8_t)(1U << j)},
                       bound};
    if (inner_a) {
        next.node[0] = tacti_child_node(a, i);
        next.mask[0] = TACTI_ALL_CHILDREN;
    }
    if (inner_b) {
        next.node[1] = tacti_child_node(b, j);
        next.mask[1] = TACTI_ALL_CHILDREN;
    }
    push(s, next, depth_first);
}

static void cross(state *s, const tacti_task *task, const tacti_boxes *boxes,
                  const uint32_t mask[2], bool depth_first) {
    candidates list;
    list.count = 0;
    int lane_side = __builtin_popcount(mask[0]) <= __builtin_popcount(mask[1]) ? 1 : 0;
    uint32_t rows = mask[1 - lane_side], lanes = mask[lane_side];
    while (rows != 0) {
        bool is_single = (rows & (rows - 1)) == 0;
        tacti_row row = tacti_next_row(lane_side, &rows);
        tacti_f16 here[3], there[3];
        tacti_row_face_gaps(boxes, &row, here, there);
        tacti_f16 bound = bound_of_gaps(s, here, there);
        s->walk->work.box_tests += 16;
        uint32_t valid = is_single ? lanes : lanes | lanes << 8;
        uint32_t far = tacti_f16_exceeds(bound, tacti_f16_set(s->threshold));
        _Alignas(64) tacti_children bounds;
        tacti_f16_store(bounds, bound);
        for (uint32_t bits = valid & far; bits != 0; bits &= bits - 1)
            leave_out(s, bounds[tacti_lowest_bit(bits)]);
        for (uint32_t bits = valid & ~far; bits != 0; bits &= bits - 1) {
            int at = tacti_lowest_bit(bits), child = row.row[at >> 3] & 7, lane = at & 7;
            int i = lane_side == 1 ? child : lane, j = lane_side == 1 ? lane : child;
            take_pair(s, task, boxes, i, j, bounds[at], &list, depth_first);
        }
    }
    if (list.count > 0)
        measure_candidates(s, &list);
}

static void open_task(state *s, tacti_task task, bool depth_first) {
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_boxes_open(s->pair, &task, &boxes, own);
    tacti_f16 here[3], there[3];
    tacti_boxes_gaps_to_own(&boxes, own, here, there);
    tacti_f16 bound = bound_of_gaps(s, here, there);
    uint32_t far = tacti_f16_exceeds(bound, tacti_f16_set(s->threshold));
    _Alignas(64) tacti_children bounds;
    tacti_f16_store(bounds, bound);
    const tacti_node *a = boxes.node[0], *b = boxes.node[1];
    uint32_t mask[2] = {task.mask[0] & tacti_children_mask(a),
                        task.mask[1] & tacti_children_mask(b)};
    for (uint32_t bits = (mask[0] | mask[1] << 8) & far; bits != 0; bits &= bits - 1)
        leave_out(s, bounds[tacti_lowest_bit(bits)]);
    mask[0] &= ~far;
    mask[1] &= ~(far >> 8);
    s->walk->work.node_pairs++;
    s->walk->work.box_tests += 16;
    if (mask[0] == 0 || mask[1] == 0)
        return;
    uint32_t inner_a = mask[0] & tacti_inner_mask(a), inner_b = mask[1] & tacti_inner_mask(b);
    tacti_opening opening = tacti_choose_opening(own, inner_a, inner_b);
    if (opening == TACTI_OPEN_A) {
        for (uint32_t bits = inner_a; bits != 0; bits &= bits - 1) {
            int i = tacti_lowest_bit(bits);
            push(s,
                 (tacti_task){{tacti_child_node(a, i), task.node[1]},
                              {TACTI_ALL_CHILDREN, (uint8_t)mask[1]},
                              bounds[i]},
                 depth_first);
        }
        mask[0] &= ~inner_a;
    } else if (opening == TACTI_OPEN_B) {
        for (uint32_t bits = inner_b; bits != 0; bits &= bits - 1) {
            int j = tacti_lowest_bit(bits);
            push(s,
                 (tacti_task){{task.node[0], tacti_child_node(b, j)},
                              {(uint8_t)mask[0], TACTI_ALL_CHILDREN},
                              bounds[8 + j]},
                 depth_first);
        }
        mask[1] &= ~inner_b;
    }
    if (mask[0] != 0 && mask[1] != 0)
        cross(s, &task, &boxes, mask, depth_first);
}

/* ---- The walk ----------------------------------------------------------------------------- */

static bool is_out_of_budget(const tacti_distance_walk *walk) {
    return walk->work.box_tests + walk->work.triangle_tests >= walk->budget;
}

/* What was not opened is left out. The heap's first task has its least bound. */
static void leave_out_tasks(state *s) {
    if (s->heap_count > 0)
        leave_out(s, s->heap[0].key);
    for (; s->stack_count > 0; s->stack_count--)
        leave_out(s, s->stack[s->stack_count - 1].key);
}

/* Opens a task and all that comes of it, near or not. False where the budget ends. */
static bool walk_depth_first(state *s, tacti_task task) {
    s->stack[s->stack_count++] = task;
    while (s->stack_count > 0 && !s->is_done) {
        if (is_out_of_budget(s->walk))
            return false;
        tacti_task next = s->stack[--s->stack_count];
        if (next.key > s->threshold)
            leave_out(s, next.key);
        else
            open_task(s, next, true);
    }
    return true;
}

static tacti_walk_end run(state *s) {
    while (s->heap_count > 0 && !s->is_done) {
        if (is_out_of_budget(s->walk))
            return TACTI_WALK_OUT_OF_BUDGET;
        tacti_task task = heap_pop(s);
        if (task.key > s->threshold) {
            leave_out(s, task.key); /* and so does all that is left */
            return TACTI_WALK_COMPLETE;
        }
        if (s->heap_count < HEAP_SIZE) {
            open_task(s, task, false);
        } else if (!walk_depth_first(s, task)) {
            return TACTI_WALK_OUT_OF_BUDGET;
        }
    }
    return s->is_done ? TACTI_WALK_STOPPED : TACTI_WALK_COMPLETE;
}

tacti_walk_end TACTI_LEVELED(tacti_walk_distance)(tacti_distance_walk *walk) {
    const tacti_pair *pair = walk->pair;
    if (pair->bvh[0]->triangle_count == 0 || pair->bvh[1]->triangle_count == 0)
        return TACTI_WALK_COMPLETE;
    state s;
    s.walk = walk;
    s.pair = pair;
    s.kernels = tacti_batch_kernels_at(pair->level);
    s.inflation = tacti_f16_set(pair->inflation);
    s.to_units = pair->slack / pair->unit;
    s.left_out = HUGE_VALF;
    s.is_done = false;
    s.stack_count = 0;
    s.heap_count = 0;
    set_threshold(&s);
    heap_push(&s, (tacti_task){{0, 0}, {TACTI_ALL_CHILDREN, TACTI_ALL_CHILDREN}, 0});
    tacti_walk_end end = run(&s);
    leave_out_tasks(&s);
    walk->least_left_out = sqrt((double)s.left_out) / s.to_units;
    return end;
}
