/* SPDX-License-Identifier: MIT */
/* The walk that finds the nearest pair of triangles. It first opens the pairs of nodes whose boxes
 * are nearest, until a near pair of triangles is known, and then all other pairs depth first. If
 * the meshes are so far apart that the first steps find no pair, it dives to one, and the caller
 * improves that pair. Triangles whose boxes are near enough are compared along the best direction
 * so far and then measured, eight pairs at a time.
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
#include "base/simd_leave.h"
#include "math/vec.h"
#include "frame/node_pair.h"
#include "frame/placing.h"
#include "surface/distance_walk.h"
#include "surface/placed_pairs.h"
#include "surface/task_heap.h"

/* The search begins best first, until this many pairs of nodes were opened: enough to know a pair
 * of triangles that is nearly the nearest. The rest is walked depth first, which is cheaper. Nearly
 * all pairs that it opens must be opened in any order. */
#define BEST_FIRST 24

/* The most pairs of nodes that best first opens at a time. */
#define NEAREST 4

/* Best first ends early if the heap holds so many tasks that those of another step may not fit.
 * Then the heap is walked depth first, which takes 8 more for each level of either side. */
#define HEAP_SIZE 1200
#define TASKS (HEAP_SIZE + 2 * TACTI_BVH_MAX_DEPTH * 8)

/* Above the relative rounding of the few float operations that compute a squared bound. */
#define BOUND_ROUNDING 0x1p-18F

/* If an error is allowed at all, so is this share of the larger mesh's unit. */
#define RESOLUTION 0x1p-39

typedef struct state {
    tacti_distance_walk *walk;
    tacti_meter *meter;
    const tacti_pair *pair;
    const tacti_batch_kernels *kernels;
    tacti_f16 inflation;
    float threshold; /* boxes whose squared bound exceeds it are left out */
    float box_upper; /* squared: two boxes hold triangles that are no further apart than this */
    float left_out;  /* the least squared bound of boxes that were left out */
    double triangles_left_out; /* the least bound of pairs of triangles that were left out */
    double to_units;           /* from distances in the world to bounds */
    double world_to_units;     /* the same if b is not brought near */
    /* Direction of the nearest pair so far, from a to b, in the common frame and in the world. */
    float direction[3];
    tact_vec3 world_direction;
    double direction_distance;       /* distance of the pair that the direction is from */
    double wanted;                   /* pairs of triangles further apart than this do not matter */
    uint32_t heap_count;             /* tasks at the front of the array, as a heap */
    uint32_t stack_count;            /* tasks after them, as a stack */
    tacti_triangle_batch candidates; /* triangles whose boxes are near enough */
    tacti_triangle_batch near;       /* candidates that are to be measured */
    bool is_done;
    bool is_diving;
    bool is_clear;             /* the fitted boxes are as far apart as wanted */
    bool is_far;               /* b was brought near; only the first direction counts */
    double far_by;             /* how far b was brought near, in units; 0 otherwise */
    bool is_cold;              /* the search began without a known pair */
    bool tracks;               /* there is a limit, so bounds of what is left out are kept */
    tacti_lane_nodes nodes[2]; /* of the tasks that are being opened */
    tacti_task tasks[TASKS];
} state;

_Static_assert(HEAP_SIZE + 64 <= TASKS, "a heap, and the tasks of one dive");
_Static_assert(TACTI_WALK_STACK_SIZE <= TASKS, "a walk that begins depth first");

/* ---- Bounds ------------------------------------------------------------------------------- */

/* Pairs further apart than this do not matter: the best distance so far or the limit, minus the
 * error that the caller allows. */
static double wanted_distance(const tacti_distance_walk *walk) {
    double distance = walk->distance < walk->limit ? walk->distance : walk->limit;
    if (!(distance < HUGE_VAL))
        return distance; /* no allowed error is known yet */
    double allowance = walk->relative_error * distance;
    if (!(allowance > walk->absolute_error))
        allowance = walk->absolute_error;
    /* Below this, rounding decides which pair is the nearest. */
    if (allowance > 0 && allowance < RESOLUTION * walk->pair->unit)
        allowance = RESOLUTION * walk->pair->unit;
    return allowance < distance ? distance - allowance : 0;
}

static void set_threshold(state *s) {
    double wanted = wanted_distance(s->walk);
    /* The error of the triangles' distance is below 2^-40 units plus 2^-40 of itself. */
    double units = wanted > 0 ? wanted * s->to_units * (1 + 0x1p-50) - s->far_by + 0x1p-40 : 0;
    units = units > 0 ? units : 0;
    double square = units * units * (1 + 0x1p-20);
    s->threshold = square < 0x1p100 ? (float)square : HUGE_VALF;
    if (s->box_upper < s->threshold)
        s->threshold = s->box_upper;
    s->wanted = wanted * (1 + 0x1p-40) + 0x1p-40 * s->pair->unit;
    if (s->walk->distance == 0)
        s->is_done = true;
    /* No pair is nearer than the fitted boxes of the meshes. Their axes may be longer than one. */
    double clearance = s->walk->pair->clearance;
    if (wanted > 0 && clearance > 0 && wanted * s->world_to_units * (1 + 0x1p-46) <= clearance)
        s->is_clear = s->is_done = true;
    /* Certainly within the limit, whatever the error of the distance is. */
    double limit = s->walk->limit, most = s->walk->distance + 0x1p-40 * s->pair->unit;
    if (limit > 0 && limit < HUGE_VAL && most * (1 + 0x1p-40) <= limit)
        s->is_done = true;
}

/* Gaps minus the inflation, as a squared distance, rounded down. */
TACTI_ALWAYS_INLINE tacti_float_piece bound_of_gaps(const state *s, tacti_piece_gaps gaps,
                                                    const tacti_float_piece along[],
                                                    int along_count) {
    tacti_float_piece inflation = s->inflation.piece[0];
    tacti_float_piece most = tacti_fp_max(tacti_fp_set1(0), tacti_fp_sub(along[0], inflation));
    tacti_float_piece rounded_down = tacti_fp_set1(1 - BOUND_ROUNDING);
    if (s->is_far)
        return tacti_fp_mul(tacti_fp_mul(most, most), rounded_down);
    for (int k = 0; k < 3; k++) {
        gaps.here[k] = tacti_fp_sub(gaps.here[k], inflation);
        gaps.there[k] = tacti_fp_sub(gaps.there[k], inflation);
    }
    for (int k = 1; k < along_count; k++)
        most = tacti_fp_max(most, tacti_fp_sub(along[k], inflation));
    tacti_float_piece square =
        tacti_fp_max(tacti_piece_gap_square(&gaps), tacti_fp_mul(most, most));
    return tacti_fp_mul(square, rounded_down);
}

/* Divides v by its length, and makes it slightly shorter. v becomes 0 if it is too short or too
 * long.
 */
static void normalize(float v[3]) {
    float square = (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2];
    float factor = square > 0x1p-60F && square < 0x1p60F ? (1 - 0x1p-20F) / sqrtf(square) : 0;
    for (int i = 0; i < 3; i++)
        v[i] *= factor;
}

/* Sets the direction from the nearest point so far of a to that of b. The points are rounded, so
 * far from the origin `between` may be much longer than the distance. */
static void set_direction(state *s, tact_vec3 between) {
    tacti_simd_leave();
    tact_vec3 d = tact_vec3_normalize(between);
    s->world_direction = tacti_vec3_scale(d, 1 - 0x1p-40);
    s->direction_distance = s->walk->distance;
    if (s->is_far)
        return;
    const double *m = s->pair->source[0].pose->m;
    s->direction[0] = (float)((m[0] * d.x + m[4] * d.y) + m[8] * d.z);
    s->direction[1] = (float)((m[1] * d.x + m[5] * d.y) + m[9] * d.z);
    s->direction[2] = (float)((m[2] * d.x + m[6] * d.y) + m[10] * d.z);
    normalize(s->direction);
}

/* The direction changes little if the distance does, so it is not updated each time. */
static void update_direction(state *s) {
    const tacti_distance_walk *walk = s->walk;
    if (!(walk->distance < 0.99 * s->direction_distance) || walk->distance == 0)
        return;
    tact_triangle a = tacti_triangle_place(&s->pair->source[0], walk->a);
    tact_triangle b = tacti_triangle_place(&s->pair->source[1], walk->b);
    tact_gap gap = tact_triangle_distance(&a, &b);
    set_direction(s, tacti_vec3_sub(gap.point_b, gap.point_a));
}

TACTI_ALWAYS_INLINE void leave_out(state *s, float bound) {
    if (bound < s->left_out)
        s->left_out = bound;
}

/* Leaves out the lanes of a mask. Without a limit their bounds are not needed: what is left out is
 * further away than the distance wanted at that time, and so than the one wanted in the end. */
TACTI_ALWAYS_INLINE void leave_out_lanes(state *s, uint32_t mask, const tacti_children bounds) {
    for (; s->tracks && mask != 0; mask &= mask - 1)
        leave_out(s, bounds[tacti_lowest_bit(mask)]);
}

/* The direction from the centre of one node to that of the other. */
TACTI_ALWAYS_INLINE tacti_direction center_direction(const tacti_boxes *boxes,
                                                     const tacti_own_box own[2]) {
    tacti_f4 between = own[1].seen_center - own[0].center;
    float in_a[3] = {between[0], between[1], between[2]};
    normalize(in_a);
    return tacti_direction_make(boxes, own, (tacti_f4){in_a[0], in_a[1], in_a[2], 0});
}

/* Places pairs of nodes and bounds the distance of their own boxes. The directions of their centres
 * are found when a pair is opened. */
TACTI_ALWAYS_INLINE void place_pairs(const state *s, uint32_t count, placed_pairs *p) {
    tacti_node_pairs_place(s->pair, s->nodes, count, s->direction, &p->nodes, p->in_a);
    TACTI_EACH_PIECE_OF(count, tacti_float_piece along = project_pairs(p, i);
                        tacti_float_piece bound =
                            bound_of_gaps(s, tacti_node_pairs_own_gaps(&p->nodes, i), &along, 1);
                        tacti_fp_store(p->bound + i * TACTI_FLOATS_PER_PIECE, bound);)
}

/* While no pair of triangles is known: no point of a box is further from its centre than half its
 * diagonal, so some triangles of two boxes are no further apart than the sum below. */
static void bound_from_above(state *s, const tacti_own_box own[2]) {
    tacti_f4 between = own[1].seen_center - own[0].center;
    float distance = sqrtf(tacti_f4_sum(between * between)) +
                     sqrtf(tacti_f4_sum(own[0].half * own[0].half)) +
                     sqrtf(tacti_f4_sum(own[1].half * own[1].half));
    distance = (distance + 2 * s->pair->inflation) * (float)s->pair->slack * (1 + BOUND_ROUNDING);
    if (distance * distance < s->box_upper) {
        s->box_upper = distance * distance;
        set_threshold(s);
    }
}

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

/* ---- Triangles ---------------------------------------------------------------------------- */

static bool is_nearer(const tacti_distance_walk *walk, double distance, uint32_t a, uint32_t b) {
    if (distance != walk->distance)
        return distance < walk->distance;
    return a < walk->a || (a == walk->a && b < walk->b);
}

/* Measures the pairs that wait in s->near. */
TACTI_NEVER_INLINE void measure_near(state *s) {
    tacti_distance_walk *walk = s->walk;
    const tacti_triangle_batch *batch = &s->near;
    TACTI_ASSERT(batch->count >= 1 && batch->count <= TACTI_BATCH);
    double distance[TACTI_BATCH], extent[TACTI_BATCH];
    s->kernels->distances(&s->pair->source[0], &s->pair->source[1], batch,
                          &s->meter->work.exact_tests, distance, extent);
    s->meter->work.triangle_tests += batch->count;
    bool is_better = false;
    for (uint32_t i = 0; i < batch->count; i++) {
        if (distance[i] > walk->distance)
            continue;
        if (distance[i] < walk->distance || extent[i] < walk->extent) {
            walk->tightest = (tacti_triangle_pair){batch->a[i], batch->b[i]};
            walk->extent = extent[i];
        }
        if (is_nearer(walk, distance[i], batch->a[i], batch->b[i])) {
            walk->distance = distance[i];
            walk->a = batch->a[i];
            walk->b = batch->b[i];
            is_better = true;
        }
    }
    s->near.count = 0;
    if (is_better) {
        set_threshold(s);
        update_direction(s);
    }
}

/* Moves the candidates that are not too far apart along the best direction to s->near. */
TACTI_NEVER_INLINE void filter_candidates(state *s) {
    tacti_triangle_batch *batch = &s->candidates;
    double gap[TACTI_BATCH];
    s->kernels->gaps(&s->pair->source[0], &s->pair->source[1], batch, &s->world_direction, gap);
    s->meter->work.box_tests += batch->count;
    for (uint32_t i = 0; i < batch->count; i++) {
        if (gap[i] > s->wanted) {
            double least = gap[i] * (1 - 0x1p-45) - 0x1p-41 * s->pair->unit;
            if (least < s->triangles_left_out)
                s->triangles_left_out = least;
            continue;
        }
        TACTI_ASSERT(s->near.count < TACTI_BATCH);
        s->near.a[s->near.count] = batch->a[i];
        s->near.b[s->near.count++] = batch->b[i];
        if (s->near.count == TACTI_BATCH)
            measure_near(s);
    }
    batch->count = 0;
}

/* Pairs of triangles wait until there are eight, which cost no more than one. */
TACTI_ALWAYS_INLINE void add_candidate(state *s, uint32_t a, uint32_t b) {
    tacti_triangle_batch *batch = &s->candidates;
    TACTI_ASSERT(batch->count < TACTI_BATCH);
    batch->a[batch->count] = a;
    batch->b[batch->count++] = b;
    if (batch->count == TACTI_BATCH)
        filter_candidates(s);
}

/* Measures all pairs that wait. */
static void measure_all(state *s) {
    if (s->candidates.count > 0)
        filter_candidates(s);
    if (s->near.count > 0)
        measure_near(s);
}

/* ---- Pairs of nodes ----------------------------------------------------------------------- */

/* Bounds and keys of crossed children. */
typedef struct crossing {
    uint64_t hits;                  /* bit 8 i + j: child i of a and child j of b are near enough */
    _Alignas(64) float bound[8][8]; /* of those; [j][i] if is_turned */
    _Alignas(64) float key[8][8];
    bool is_turned;
} crossing;

/* Bounds the distances of a row's boxes. Returns the lanes that are near enough. */
TACTI_ALWAYS_INLINE uint32_t cross_row(const state *s, const tacti_boxes *boxes,
                                       const tacti_row *row, crossing *out) {
    int first = row->row[0] & 7, second = row->row[1] & 7;
    tacti_float_piece threshold = tacti_fp_set1(s->threshold);
    uint32_t far = 0;
    TACTI_EACH_FLOAT_LOOP(
        tacti_float_piece along[TACTI_DIRECTIONS];
        for (int k = 0; k < TACTI_DIRECTIONS; k++) along[k] =
            tacti_row_direction_gap(boxes, row, k, i);
        tacti_float_piece bound =
            bound_of_gaps(s, tacti_row_face_gaps_piece(boxes, row, i), along, TACTI_DIRECTIONS);
        far |= tacti_fp_bits_gt(bound, threshold) << (i * TACTI_FLOATS_PER_PIECE);
        tacti_fp_store_halves(i, out->bound[first], out->bound[second], bound); if (s->is_cold)
            tacti_fp_store_halves(i, out->key[first], out->key[second],
                                  key_of(bound, tacti_row_center_square(boxes, row, i)));)
    return ~far;
}

/* Crosses the children in two masks, two rows at a time. */
TACTI_ALWAYS_INLINE void cross(state *s, const tacti_boxes *boxes, const uint32_t mask[2],
                               crossing *out) {
    int lane_side = tacti_lane_side(mask[0], mask[1]);
    uint32_t rows = mask[1 - lane_side], lanes = mask[lane_side] | mask[lane_side] << 8;
    uint64_t hits = 0;
    do {
        tacti_row row = tacti_next_row(lane_side, &rows);
        uint32_t near = lanes & cross_row(s, boxes, &row, out);
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
TACTI_ALWAYS_INLINE uint32_t bound_children(const state *s, tacti_boxes *boxes,
                                            const tacti_own_box own[2],
                                            const tacti_direction directions[TACTI_DIRECTIONS],
                                            child_bounds *out) {
    tacti_float_piece threshold = tacti_fp_set1(s->threshold);
    uint32_t far = 0;
    TACTI_EACH_FLOAT_LOOP(
        const int at = i * TACTI_FLOATS_PER_PIECE; tacti_float_piece along[TACTI_DIRECTIONS];
        for (int k = 0; k < TACTI_DIRECTIONS; k++) along[k] =
            tacti_boxes_project_piece(boxes, &directions[k], k, i);
        tacti_float_piece bound =
            bound_of_gaps(s, tacti_boxes_gaps_to_own_piece(boxes, own, i), along, TACTI_DIRECTIONS);
        far |= tacti_fp_bits_gt(bound, threshold) << at; tacti_fp_store(out->bound + at, bound);
        if (s->is_diving)
            tacti_fp_store(out->key + at, key_of(bound, tacti_boxes_center_square(boxes, own, i)));)
    return far;
}

/* Opens a pair of nodes that was placed. */
TACTI_ALWAYS_INLINE void open_pair(state *s, tacti_task task, const placed_pairs *placed, int lane,
                                   bool depth_first) {
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_direction directions[TACTI_DIRECTIONS];
    directions[0] = take_pair(placed, lane, &boxes, own);
    if (s->walk->a == TACT_NO_TRIANGLE && !s->is_far)
        bound_from_above(s, own);
    directions[1] = center_direction(&boxes, own);
    tacti_boxes_decode(s->pair, own, &boxes);
    child_bounds of;
    uint32_t far = bound_children(s, &boxes, own, directions, &of);
    const tacti_node *a = boxes.node[0], *b = boxes.node[1];
    uint32_t mask[2] = {task.mask[0] & tacti_distinct_mask(a),
                        task.mask[1] & tacti_distinct_mask(b)};
    leave_out_lanes(s, (mask[0] | mask[1] << 8) & far, of.bound);
    mask[0] &= ~far;
    mask[1] &= ~(far >> 8);
    s->meter->work.box_tests += 16;
    if (mask[0] == 0 || mask[1] == 0)
        return;
    uint32_t inner_a = mask[0] & tacti_inner_mask(a), inner_b = mask[1] & tacti_inner_mask(b);
    tacti_opening opening = tacti_choose_opening(own, inner_a, inner_b, s->stack_count);
    if (opening != TACTI_OPEN_BOTH) {
        int side = opening == TACTI_OPEN_A ? 0 : 1;
        tacti_task next = task;
        next.mask[0] = (uint8_t)mask[0];
        next.mask[1] = (uint8_t)mask[1];
        open_side(s, next, &boxes, side, &of, depth_first);
        mask[side] &= ~tacti_inner_mask(boxes.node[side]);
    }
    if (mask[0] != 0 && mask[1] != 0) {
        crossing crossed;
        cross(s, &boxes, mask, &crossed);
        take_hits(s, &task, &boxes, &crossed, depth_first);
    }
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
        if (s->heap_count > HEAP_SIZE - 64 * NEAREST)
            break;
        if (!tacti_meter_goes_on(s->meter))
            return false;
        tacti_task tasks[NEAREST];
        uint32_t count = pop_nearest(s, s->meter->pace.budget < UINT64_MAX ? 1 : NEAREST, tasks);
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

/* Finds a near pair of triangles and lets the caller improve it. Without one, all bounds are alike
 * and the walk would open most pairs of nodes. Returns false if the meter stops the walk. */
static bool find_pair(state *s) {
    s->is_diving = true;
    bool goes_on = dive(s);
    s->is_diving = false;
    if (!goes_on)
        return false;
    if (s->walk->a == TACT_NO_TRIANGLE || s->is_done)
        return true;
    s->walk->improve(s->walk);
    set_threshold(s);
    update_direction(s);
    return true;
}

static tacti_walk_end run(state *s) {
    tacti_task root = tacti_task_root();
    TACTI_ASSERT(s->stack_count == 0 && s->heap_count == 0);
    if (!s->is_cold)
        stack_push(s, &root); /* a near pair is known already */
    else
        tacti_heap_push(s->tasks, &s->heap_count, root);
    if (!walk_best_first(s))
        return TACTI_WALK_INTERRUPTED;
    bool is_lost = s->walk->a == TACT_NO_TRIANGLE && s->walk->improve != NULL;
    if (is_lost && s->heap_count > 0 && !find_pair(s))
        return TACTI_WALK_INTERRUPTED;
    if (!s->is_done) {
        if (s->heap_count > 0)
            stack_heap(s);
        if (!walk_depth_first(s))
            return TACTI_WALK_INTERRUPTED;
    }
    return s->is_done ? TACTI_WALK_STOPPED : TACTI_WALK_COMPLETE;
}

tacti_walk_end TACTI_LEVELED(tacti_walk_distance)(tacti_distance_walk *walk) {
    const tacti_pair *pair = walk->pair;
    if (pair->bvh[0]->triangle_count == 0 || pair->bvh[1]->triangle_count == 0)
        return TACTI_WALK_COMPLETE;
    state s;
    s.walk = walk;
    s.meter = walk->meter;
    tacti_pair moved;
    s.pair = pair;
    s.is_far = tacti_pair_bring_near(pair, &moved, &s.far_by);
    if (s.is_far)
        s.pair = &moved;
    s.kernels = tacti_batch_kernels_at(pair->level);
    s.inflation = tacti_f16_set(s.pair->inflation);
    s.world_to_units = pair->slack / pair->unit;
    s.to_units = s.world_to_units * (s.is_far ? pair->center_length : 1);
    s.left_out = HUGE_VALF;
    s.box_upper = HUGE_VALF;
    s.triangles_left_out = HUGE_VAL;
    s.is_done = false;
    s.is_clear = false;
    s.is_diving = false;
    s.is_cold = walk->a == TACT_NO_TRIANGLE;
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
    if (walk->a != TACT_NO_TRIANGLE)
        set_direction(&s, walk->between);
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
        walk->least_left_out = pair->clearance / s.world_to_units * (1 - 0x1p-46);
    return end;
}
