/* SPDX-License-Identifier: MIT */
/* The walk that finds the nearest pair of triangles. It first opens the pairs of nodes whose boxes
 * are nearest, until a near pair of triangles is known, and then all other pairs depth first. A
 * dive finds some near pair: before the first steps if the meshes are certainly apart, and after
 * them if they led to no triangles; then the caller improves that pair. Triangles whose boxes are
 * near enough are compared along the best direction so far and then measured, eight pairs at a
 * time.
 *
 * Bounds. Gaps of boxes are computed in the pair's units. They err by at most the pair's inflation
 * along each axis (frame/mesh_pair.c), which is subtracted first. Poses that are not quite rigid
 * change lengths by the pair's slack. The threshold is the best distance so far plus the error of
 * the triangles' distance. So every pair that is left out is truly further apart than the
 * threshold, and the result is the least distance over all pairs, to the bit.
 *
 * Meshes that are many sizes apart. Beside their distance, float cannot resolve their boxes. So b
 * is brought near along the line between the centres, and only gaps along that line count. Let d be
 * the direction of the line, nearly of length one, and D how far b was moved along it. For a point
 * x of a, a point y of b and the moved point y', |d| |y - x| >= d . (y - x) = D + d . (y' - x).
 * Thresholds are moved by D too, in double. The bound leaves out what of the distance is beside D.
 *
 * Compiled once per SIMD level. */
#include "base/assert.h"
#include "math/vec.h"
#include "frame/node_pair.h"
#include "surface/distance_state.h"
#include "surface/distance_walk.h"
#include "surface/task_heap.h"

/* The search begins best first, until this many pairs of nodes were opened: enough to know a pair
 * of triangles that is nearly the nearest. The rest is walked depth first, which is
 * cheaper. Nearly all pairs that it opens must be opened in any order. */
#define BEST_FIRST 24

/* The most pairs of nodes that best first opens at a time. */
#define NEAREST 4

/* ---- Tasks -------------------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE void stack_push(state *s, const tacti_task *task) {
    TACTI_ASSERT(s->heap_count + s->stack_count < TASKS);
    s->tasks[s->heap_count + s->stack_count++] = *task;
}

TACTI_ALWAYS_INLINE void push(state *s, tacti_task task, bool depth_first) {
    tacti_node_prefetch(s->pair->bvh[0], task.node[0]);
    tacti_node_prefetch(s->pair->bvh[1], task.node[1]);
    TACTI_ASSERT(depth_first || (s->heap_count < HEAP_SIZE && s->stack_count == 0));
    if (depth_first)
        stack_push(s, &task);
    else
        tacti_heap_push(s->tasks, &s->heap_count, task);
}

/* ---- Pairs of nodes ----------------------------------------------------------------------- */

/* A pair of nodes that is being opened. */
typedef struct opened_pair {
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_direction directions[TACTI_DIRECTIONS];
    float inflation;
    tacti_sharp sharp; /* if it was looked at twice */
    uint32_t mask[2];  /* children that are still to be compared */
} opened_pair;

/* Bounds and keys of crossed children. */
typedef struct crossing {
    uint64_t hits;                  /* bit 8 i + j: child i of a and child j of b are near enough */
    _Alignas(64) float bound[8][8]; /* of those; [j][i] if is_turned */
    _Alignas(64) float key[8][8];
    bool is_turned;
} crossing;

/* Bounds the distances of a row's boxes. Returns the lanes that are near enough. */
TACTI_ALWAYS_INLINE uint32_t cross_row(const state *s, const opened_pair *p, const tacti_row *row,
                                       crossing *out) {
    const tacti_boxes *boxes = &p->boxes;
    int first = row->row[0] & 7, second = row->row[1] & 7;
    tacti_float_piece threshold = tacti_fp_set1(s->threshold);
    uint32_t far = 0;
    TACTI_EACH_FLOAT_LOOP(
        tacti_float_piece along[TACTI_DIRECTIONS];
        for (int k = 0; k < TACTI_DIRECTIONS; k++) along[k] =
            tacti_row_direction_gap(boxes, row, k, i);
        tacti_float_piece bound =
            bound_of_gaps(s, tacti_fp_set1(p->inflation), tacti_row_face_gaps_piece(boxes, row, i),
                          along, TACTI_DIRECTIONS);
        far |= tacti_fp_bits_gt(bound, threshold) << (i * TACTI_FLOATS_PER_PIECE);
        tacti_fp_store_halves(i, out->bound[first], out->bound[second], bound); if (s->is_cold)
            tacti_fp_store_halves(i, out->key[first], out->key[second],
                                  key_of(bound, tacti_row_center_square(boxes, row, i)));)
    return ~far;
}

/* Crosses the children in two masks, two rows at a time. */
TACTI_ALWAYS_INLINE void cross(state *s, const opened_pair *p, const uint32_t mask[2],
                               crossing *out) {
    int lane_side = tacti_lane_side(mask[0], mask[1]);
    uint32_t rows = mask[1 - lane_side], lanes = mask[lane_side] | mask[lane_side] << 8;
    uint64_t hits = 0;
    do {
        tacti_row row = tacti_next_row(lane_side, &rows);
        uint32_t near = lanes & cross_row(s, p, &row, out);
        hits |= tacti_row_bits(&row, near);
        if (s->tracks) {
            _Alignas(64) tacti_children bounds;
            memcpy(bounds, out->bound[row.row[0] & 7], sizeof bounds / 2);
            memcpy(bounds + 8, out->bound[row.row[1] & 7], sizeof bounds / 2);
            leave_out_lanes(s, lanes & ~near, bounds);
        }
        s->meter->work.box_tests += 16;
    } while (rows != 0);
    out->is_turned = lane_side == 0;
    out->hits = out->is_turned ? tacti_transpose_bits(hits) : hits;
}

/* Takes the pairs of children that are near enough. Pairs of triangles become candidates. Other
 * pairs become tasks: a triangle stays a child of its node while the other side's node is opened.
 */
TACTI_ALWAYS_INLINE void take_hits(state *s, const tacti_task *task, const tacti_boxes *boxes,
                                   const crossing *crossed, bool depth_first) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    for (uint64_t hits = crossed->hits; hits != 0; hits &= hits - 1) {
        int at = __builtin_ctzll(hits), i = at >> 3, j = at & 7;
        bool inner_a = i < a->inner_count, inner_b = j < b->inner_count;
        if (!inner_a && !inner_b) {
            add_candidate(s, tacti_child_triangle(s->pair->bvh[0], a, i),
                          tacti_child_triangle(s->pair->bvh[1], b, j));
            continue;
        }
        int row = crossed->is_turned ? j : i, column = crossed->is_turned ? i : j;
        tacti_task next = {{inner_a ? tacti_child_node(a, i) : task->node[0],
                            inner_b ? tacti_child_node(b, j) : task->node[1]},
                           {(uint8_t)(inner_a ? TACTI_ALL_CHILDREN : 1U << i),
                            (uint8_t)(inner_b ? TACTI_ALL_CHILDREN : 1U << j)},
                           s->is_cold ? crossed->key[row][column] : 0,
                           crossed->bound[row][column]};
        push(s, next, depth_first);
    }
}

/* Opens the node of one side alone: a task per child that is a node and in the mask, against the
 * children of the other side that the task has. They keep the task's key, so a search opens them
 * together. Only a dive chooses among them. */
TACTI_ALWAYS_INLINE void open_side(state *s, tacti_task task, const tacti_boxes *boxes, int side,
                                   const child_bounds *of, bool depth_first) {
    const tacti_node *node = boxes->node[side];
    uint32_t inner = task.mask[side] & tacti_inner_mask(node);
    task.mask[side] = TACTI_ALL_CHILDREN;
    for (; inner != 0; inner &= inner - 1) {
        int i = tacti_lowest_bit(inner);
        task.node[side] = tacti_child_node(node, i);
        if (s->is_diving)
            task.key = of->key[8 * side + i];
        task.bound = of->bound[8 * side + i];
        push(s, task, depth_first);
    }
}

/* Bounds the distance of every child from the other node's own box. Returns the children that are
 * too far. */
TACTI_ALWAYS_INLINE uint32_t bound_children(const state *s, opened_pair *p, child_bounds *out) {
    tacti_boxes *boxes = &p->boxes;
    const tacti_own_box *own = p->own;
    tacti_float_piece threshold = tacti_fp_set1(s->threshold);
    uint32_t far = 0;
    TACTI_EACH_FLOAT_LOOP(
        const int at = i * TACTI_FLOATS_PER_PIECE; tacti_float_piece along[TACTI_DIRECTIONS];
        for (int k = 0; k < TACTI_DIRECTIONS; k++) along[k] =
            tacti_boxes_project_piece(boxes, &p->directions[k], k, i);
        tacti_float_piece bound =
            bound_of_gaps(s, tacti_fp_set1(p->inflation),
                          tacti_boxes_gaps_to_own_piece(boxes, own, i), along, TACTI_DIRECTIONS);
        far |= tacti_fp_bits_gt(bound, threshold) << at; tacti_fp_store(out->bound + at, bound);
        if (s->is_diving)
            tacti_fp_store(out->key + at, key_of(bound, tacti_boxes_center_square(boxes, own, i)));)
    return far;
}

/* Looks at a pair of nodes again, in double. Returns the bound of their own boxes. */
TACTI_NEVER_INLINE float look_twice(const state *s, opened_pair *p) {
    tacti_f4 in_a = p->directions[0].in_a;
    tacti_boxes_sharpen(s->pair, &p->boxes, p->own, &p->sharp);
    p->inflation = p->sharp.inflation;
    p->directions[0] = tacti_direction_make(&p->boxes, p->own, in_a);
    float most = p->directions[0].reach[1] - p->directions[0].reach[0];
    float axis = tacti_own_gap(p->own);
    most = (most > axis ? most : axis) - p->inflation;
    return most > 0 ? most * most * (1 - BOUND_ROUNDING) : 0;
}

/* The same as for other pairs if one side has triangles that are much larger than the other's node:
 * each is compared with all children of that node. */
TACTI_NEVER_INLINE void open_facing(state *s, const tacti_task *task, const opened_pair *p,
                                    int side, const child_bounds *of, bool depth_first) {
    const tacti_node *node[2] = {p->boxes.node[0], p->boxes.node[1]};
    int other = 1 - side;
    float size = tacti_f4_sum(p->own[other].half);
    uint8_t near[8] = {0}; /* per child of the other side: the triangles that are near enough */
    float least[8];        /* and the least of their bounds */
    for (uint32_t bits = p->mask[side]; bits != 0; bits &= bits - 1) {
        int i = tacti_lowest_bit(bits);
        uint32_t triangle = tacti_child_triangle(s->pair->bvh[side], node[side], i);
        _Alignas(64) tacti_children gap;
        tacti_f16_store(gap,
                        tacti_facing_gaps(s->pair, &p->boxes, &p->sharp, side, triangle, size));
        s->meter->work.box_tests++;
        for (uint32_t left = p->mask[other]; left != 0; left &= left - 1) {
            int j = tacti_lowest_bit(left);
            float most = gap[j] > gap[8 + j] ? gap[j] : gap[8 + j];
            float bound = most > 0 ? most * most * (1 - BOUND_ROUNDING) : 0;
            bound = bound > of->bound[8 * other + j] ? bound : of->bound[8 * other + j];
            if (bound > s->threshold) {
                leave_out(s, bound);
                continue;
            }
            least[j] = near[j] == 0 || bound < least[j] ? bound : least[j];
            near[j] |= (uint8_t)(1U << i);
        }
    }
    for (uint32_t bits = p->mask[other]; bits != 0; bits &= bits - 1) {
        int j = tacti_lowest_bit(bits);
        if (near[j] != 0 && j < node[other]->inner_count) {
            tacti_task next = *task;
            next.node[other] = tacti_child_node(node[other], j);
            next.mask[other] = TACTI_ALL_CHILDREN;
            next.mask[side] = near[j];
            next.key = next.bound = least[j];
            push(s, next, depth_first);
            continue;
        }
        for (uint32_t left = near[j]; left != 0; left &= left - 1) {
            uint32_t triangle = tacti_child_triangle(s->pair->bvh[other], node[other], j);
            uint32_t large =
                tacti_child_triangle(s->pair->bvh[side], node[side], tacti_lowest_bit(left));
            add_candidate(s, side == 0 ? large : triangle, side == 0 ? triangle : large);
        }
    }
}

/* Opens a pair of nodes whose children are bounded. */
TACTI_ALWAYS_INLINE void open_children(state *s, const tacti_task *task, opened_pair *p,
                                       const child_bounds *of, bool depth_first) {
    uint32_t *mask = p->mask;
    const tacti_boxes *boxes = &p->boxes;
    uint32_t inner_a = mask[0] & tacti_inner_mask(boxes->node[0]);
    uint32_t inner_b = mask[1] & tacti_inner_mask(boxes->node[1]);
    tacti_opening opening = tacti_choose_opening(p->own, inner_a, inner_b, s->stack_count);
    if (opening != TACTI_OPEN_BOTH) {
        int side = opening == TACTI_OPEN_A ? 0 : 1;
        tacti_task next = *task;
        next.mask[0] = (uint8_t)mask[0];
        next.mask[1] = (uint8_t)mask[1];
        open_side(s, next, boxes, side, of, depth_first);
        mask[side] &= ~tacti_inner_mask(boxes->node[side]);
    }
    if (mask[0] != 0 && mask[1] != 0) {
        crossing crossed;
        cross(s, p, mask, &crossed);
        take_hits(s, task, boxes, &crossed, depth_first);
    }
}

/* Opens a pair of nodes that was placed. */
TACTI_ALWAYS_INLINE void open_pair(state *s, tacti_task task, const placed_pairs *placed, int lane,
                                   bool depth_first) {
    opened_pair p;
    p.inflation = s->pair->inflation;
    p.directions[0] = take_pair(placed, lane, &p.boxes, p.own);
    if (s->walk->a == TACT_NO_TRIANGLE && !s->is_far)
        bound_from_above(s, p.own);
    int facing = -1;
    if (s->looks_twice) {
        facing = tacti_facing_side(&p.boxes, p.own);
        if (facing >= 0 || tacti_is_blurred(s->pair, p.own)) {
            s->meter->work.box_tests++;
            float bound = look_twice(s, &p);
            if (bound > s->threshold) {
                leave_out(s, bound);
                return;
            }
        }
    }
    p.directions[1] = center_direction(&p.boxes, p.own);
    tacti_boxes_decode(s->pair, p.own, &p.boxes);
    child_bounds of;
    uint32_t far = bound_children(s, &p, &of);
    uint32_t *mask = p.mask;
    mask[0] = task.mask[0] & tacti_distinct_mask(p.boxes.node[0]);
    mask[1] = task.mask[1] & tacti_distinct_mask(p.boxes.node[1]);
    leave_out_lanes(s, (mask[0] | mask[1] << 8) & far, of.bound);
    mask[0] &= ~far;
    mask[1] &= ~(far >> 8);
    s->meter->work.box_tests += 16;
    if (mask[0] == 0 || mask[1] == 0)
        return;
    if (facing >= 0)
        open_facing(s, &task, &p, facing, &of, depth_first);
    else
        open_children(s, &task, &p, &of, depth_first);
}

/* Places tasks, at most TACTI_PLACED_PAIRS, and opens those that are near enough. */
TACTI_ALWAYS_INLINE void open_tasks(state *s, const tacti_task *tasks, uint32_t count,
                                    bool depth_first) {
    placed_pairs placed;
    TACTI_ASSERT(count <= TACTI_PLACED_PAIRS);
    for (uint32_t i = 0; i < count; i++)
        for (int side = 0; side < 2; side++) {
            const tacti_node *node = &s->pair->bvh[side]->nodes[tasks[i].node[side]];
            placed.nodes.node[i][side] = node;
            tacti_lane_nodes_set(&s->nodes[side], (int)i, node);
        }
    place_pairs(s, count, &placed);
    s->meter->work.node_pairs += count;
    s->meter->work.box_tests += count;
    for (uint32_t i = 0; i < count; i++) {
        if (placed.bound[i] > s->threshold || s->is_done)
            leave_out(s, placed.bound[i]);
        else if (depth_first && tacti_is_put_back(i, s->stack_count, count - i))
            stack_push(s, &tasks[i]);
        else
            open_pair(s, tasks[i], &placed, (int)i, depth_first);
    }
}

/* ---- The walk ----------------------------------------------------------------------------- */

/* Leaves out the tasks that were not opened. */
static void leave_out_tasks(state *s) {
    for (uint32_t i = 0; i < s->heap_count + s->stack_count; i++)
        leave_out(s, s->tasks[i].bound);
}

/* Takes the nearest tasks, and leaves out those that are too far by now. */
static uint32_t pop_nearest(state *s, uint32_t most, tacti_task *tasks) {
    uint32_t count = 0;
    while (s->heap_count > 0 && count < most) {
        tacti_task next = tacti_heap_pop(s->tasks, &s->heap_count);
        if (next.bound > s->threshold)
            leave_out(s, next.bound);
        else
            tasks[count++] = next;
    }
    return count;
}

/* Opens the nearest tasks until enough is known. Returns false if the meter stops the walk. */
TACTI_NEVER_INLINE bool walk_best_first(state *s) {
    for (uint32_t opened = 0; opened < BEST_FIRST && s->heap_count > 0 && !s->is_done;) {
        uint32_t room = (HEAP_SIZE - s->heap_count) / 64;
        if (room == 0)
            break;
        if (!tacti_meter_goes_on(s->meter))
            return false;
        tacti_task tasks[NEAREST];
        uint32_t most = s->meter->pace.budget < UINT64_MAX ? 1 : room < NEAREST ? room : NEAREST;
        uint32_t count = pop_nearest(s, most, tasks);
        open_tasks(s, tasks, count, false);
        opened += count;
        if (s->is_cold)
            measure_all(s); /* knowing a pair is worth more than full batches */
    }
    measure_all(s);
    return true;
}

/* Makes the heap a stack with near tasks mostly on top. Leaves out tasks that are too far by now.
 */
static void stack_heap(state *s) {
    TACTI_ASSERT(s->stack_count == 0);
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->heap_count; i++) {
        if (s->tasks[i].bound > s->threshold)
            leave_out(s, s->tasks[i].bound);
        else
            s->tasks[count++] = s->tasks[i];
    }
    for (uint32_t i = 0; i < count / 2; i++) {
        tacti_task task = s->tasks[i];
        s->tasks[i] = s->tasks[count - 1 - i];
        s->tasks[count - 1 - i] = task;
    }
    s->heap_count = 0;
    s->stack_count = count;
}

/* Takes tasks from the top of the stack, and leaves out those that are too far by now. */
static uint32_t pop_tasks(state *s, uint32_t most, tacti_task *tasks) {
    uint32_t count = 0;
    while (s->stack_count > 0 && count < most) {
        tacti_task next = s->tasks[--s->stack_count];
        if (next.bound > s->threshold)
            leave_out(s, next.bound);
        else
            tasks[count++] = next;
    }
    return count;
}

/* Opens all tasks on the stack, and all that they bring. Returns false if the meter stops the walk.
 */
TACTI_NEVER_INLINE bool walk_depth_first(state *s) {
    TACTI_ASSERT(s->heap_count == 0);
    while (s->stack_count > 0 && !s->is_done) {
        if (!tacti_meter_goes_on(s->meter))
            return false;
        /* With a budget, one pair is opened at a time. A full stack is bounded only if one task at
         * a time is taken. */
        bool is_single = s->meter->pace.budget < UINT64_MAX || s->stack_count > TACTI_BROAD_STACK;
        tacti_task tasks[TACTI_PLACED_PAIRS];
        uint32_t count = pop_tasks(s, is_single ? 1 : TACTI_PLACED_PAIRS, tasks);
        uint32_t before = s->stack_count;
        if (count > 0)
            open_tasks(s, tasks, count, true);
        if (s->is_cold)
            tacti_sort_tasks(s->tasks + before, s->stack_count - before);
        if (s->stack_count == 0)
            measure_all(s);
    }
    return true;
}

/* Opens the roots, then the most promising of the tasks that this brings, and so on until a pair of
 * triangles is known. All these tasks are dropped again: what is left to be opened stays as it was.
 * Returns false if the meter stops the walk. */
TACTI_NEVER_INLINE bool dive(state *s) {
    tacti_task task = tacti_task_root();
    TACTI_ASSERT(s->stack_count == 0);
    for (bool is_deeper = true; is_deeper && s->walk->a == TACT_NO_TRIANGLE;) {
        if (!tacti_meter_goes_on(s->meter))
            return false;
        open_tasks(s, &task, 1, true);
        measure_all(s);
        is_deeper = s->stack_count > 0;
        const tacti_task *brought = s->tasks + s->heap_count;
        for (uint32_t i = 0; i < s->stack_count; i++)
            if (i == 0 || brought[i].key < task.key)
                task = brought[i];
        s->stack_count = 0;
    }
    return true;
}

/* Finds some near pair of triangles, so that what comes then leaves out most boxes at once. Returns
 * false if the meter stops the walk. */
static bool find_pair(state *s) {
    s->is_diving = true;
    bool goes_on = dive(s);
    s->is_diving = false;
    return goes_on;
}

/* Lets the caller improve the nearest pair. Far from it, all bounds are alike and the walk would
 * open most pairs of nodes. */
static void improve(state *s) {
    if (s->walk->a == TACT_NO_TRIANGLE || s->is_done)
        return;
    s->walk->improve(s->walk);
    set_threshold(s);
    update_direction(s);
}

/* Whether the answer does not depend on the order of the search: the meshes are certainly apart, so
 * the search does not end at the first common point, and no error is allowed. */
static bool is_order_free(const tacti_distance_walk *walk) {
    return walk->pair->is_apart && !(walk->relative_error > 0) && !(walk->absolute_error > 0);
}

/* A search that has measured no triangles after the first steps is lost, and dives. If its order is
 * free, it begins with a dive: then fewer boxes are near enough to look at. */
static tacti_walk_end run(state *s) {
    tacti_task root = tacti_task_root();
    TACTI_ASSERT(s->stack_count == 0 && s->heap_count == 0);
    bool may_dive = s->is_cold && s->walk->improve != NULL;
    bool dives_first = may_dive && is_order_free(s->walk);
    if (dives_first && !find_pair(s))
        return TACTI_WALK_INTERRUPTED;
    uint64_t tests = s->meter->work.triangle_tests;
    if (!s->is_cold)
        stack_push(s, &root); /* a near pair is known already */
    else
        tacti_heap_push(s->tasks, &s->heap_count, root);
    if (!walk_best_first(s))
        return TACTI_WALK_INTERRUPTED;
    if (may_dive && s->heap_count > 0 && s->meter->work.triangle_tests == tests) {
        if (!dives_first && !find_pair(s))
            return TACTI_WALK_INTERRUPTED;
        improve(s);
    }
    if (dives_first)
        s->is_cold = false; /* a near pair is known: the order of the rest matters little */
    if (!s->is_done) {
        if (s->heap_count > 0)
            stack_heap(s);
        if (!walk_depth_first(s))
            return TACTI_WALK_INTERRUPTED;
    }
    return s->is_done ? TACTI_WALK_STOPPED : TACTI_WALK_COMPLETE;
}

static void drop_guess(tacti_distance_walk *walk) {
    walk->distance = walk->extent = HUGE_VAL;
    walk->a = walk->b = TACT_NO_TRIANGLE;
}

/* What is left out if the fitted boxes are as far apart as wanted. */
static double clear_distance(const tacti_pair *pair) {
    return pair->clearance / (pair->slack / pair->unit) * (1 - 0x1p-46);
}

TACTI_NEVER_INLINE tacti_walk_end walk_pairs(tacti_distance_walk *walk) {
    const tacti_pair *pair = walk->pair;
    state s;
    s.walk = walk;
    s.meter = walk->meter;
    tacti_pair moved;
    s.pair = pair;
    s.is_far = tacti_pair_bring_near(pair, &moved, &s.far_by);
    if (s.is_far)
        s.pair = &moved;
    s.kernels = tacti_batch_kernels_at(pair->level);
    s.looks_twice = s.pair->blurred > 0 && s.pair->is_uneven;
    s.world_to_units = pair->slack / pair->unit;
    s.to_units = s.world_to_units * (s.is_far ? pair->center_length : 1);
    s.left_out = HUGE_VALF;
    s.box_upper = HUGE_VALF;
    s.triangles_left_out = HUGE_VAL;
    s.is_done = false;
    s.is_clear = false;
    s.is_diving = false;
    s.tracks = walk->limit < HUGE_VAL;
    s.stack_count = 0;
    s.heap_count = 0;
    memset(s.nodes, 0, sizeof s.nodes); /* unused lanes are computed too */
    s.candidates.count = 0;
    s.near.count = 0;
    s.direction_distance = HUGE_VAL;
    s.world_direction = (tact_vec3){0, 0, 0};
    for (int i = 0; i < 3; i++)
        s.direction[i] = s.is_far ? pair->center_direction[i] : 0;
    set_threshold(&s);
    if (walk->is_guess && !s.is_done) {
        drop_guess(walk);
        set_threshold(&s);
    }
    s.is_cold = walk->a == TACT_NO_TRIANGLE;
    if (!s.is_cold && !s.is_done)
        set_direction(&s, tacti_vec3_sub(walk->gap.point_b, walk->gap.point_a));
    tacti_walk_end end = run(&s);
    if (!s.is_done)
        measure_all(&s);
    leave_out_tasks(&s);
    walk->least_left_out = (sqrt((double)s.left_out) + s.far_by) / s.to_units;
    double wanted = wanted_distance(walk);
    if (!s.tracks && wanted < walk->distance && wanted < walk->least_left_out)
        walk->least_left_out = wanted;
    if (s.triangles_left_out < walk->least_left_out)
        walk->least_left_out = s.triangles_left_out;
    if (s.is_clear)
        walk->least_left_out = clear_distance(pair);
    return end;
}

tacti_walk_end TACTI_LEVELED(tacti_walk_distance)(tacti_distance_walk *walk) {
    const tacti_pair *pair = walk->pair;
    if (pair->bvh[0]->triangle_count == 0 || pair->bvh[1]->triangle_count == 0)
        return TACTI_WALK_COMPLETE;
    /* Known pairs of triangles that are as near as the fitted boxes need no walk, nor its stack. */
    if (walk->a != TACT_NO_TRIANGLE && is_clear(pair, wanted_distance(walk))) {
        walk->least_left_out = clear_distance(pair);
        return TACTI_WALK_STOPPED;
    }
    return walk_pairs(walk);
}
