/* SPDX-License-Identifier: MIT */
/* The state of the walk that finds the nearest pair of triangles (surface/distance_walk.c): what it
 * looks for, the bounds of boxes, and the triangles that wait to be measured.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_SURFACE_DISTANCE_STATE_H
#define TACTI_SURFACE_DISTANCE_STATE_H

#include "base/assert.h"
#include "base/simd_leave.h"
#include "math/vec.h"
#include "frame/facing.h"
#include "frame/node_pair.h"
#include "frame/placing.h"
#include "surface/distance_walk.h"
#include "surface/placed_pairs.h"

/* Best first ends early if the heap holds so many tasks that those of another step may not fit.
 * Then the heap is walked depth first, which takes 8 more for each level of either side. */
#define HEAP_SIZE 1000
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
    bool looks_twice;          /* at nodes that are small beside the inflation */
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

/* Whether the fitted boxes of the meshes are as far apart as wanted: no pair is nearer than they
 * are. Their axes may be longer than one. */
static bool is_clear(const tacti_pair *pair, double wanted) {
    double world_to_units = pair->slack / pair->unit;
    return wanted > 0 && pair->clearance > 0 &&
           wanted * world_to_units * (1 + 0x1p-46) <= pair->clearance;
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
    if (is_clear(s->walk->pair, wanted))
        s->is_clear = s->is_done = true;
    /* Certainly within the limit, whatever the error of the distance is. */
    double limit = s->walk->limit, most = s->walk->distance + 0x1p-40 * s->pair->unit;
    if (limit > 0 && limit < HUGE_VAL && most * (1 + 0x1p-40) <= limit)
        s->is_done = true;
}

/* Gaps minus the inflation, as a squared distance, rounded down. */
TACTI_ALWAYS_INLINE tacti_float_piece bound_of_gaps(const state *s, tacti_float_piece inflation,
                                                    tacti_piece_gaps gaps,
                                                    const tacti_float_piece along[],
                                                    int along_count) {
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
                            bound_of_gaps(s, tacti_fp_set1(s->pair->inflation),
                                          tacti_node_pairs_own_gaps(&p->nodes, i), &along, 1);
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

#endif
