/* SPDX-License-Identifier: MIT */
/* The walk of a convex shape through a hierarchy: depth first, the most promising box first.
 *
 * The bound of a child is the largest of: the distance of its box from the shape's box in the
 * frame of the node, and the gaps along the aims (the axes of the shape, and the direction in which
 * the last triangle was found to be apart). The proof that this is safe is in object_outline.c.
 *
 * Compiled once per SIMD level. */
#include <math.h>

#include "base/assert.h"
#include "bvh/bvh.h"
#include "hull/hull.h"
#include "frame/node_frame.h"
#include "object/object_walk.h"

#include "frame/node_pair.h"

/* A squared bound is too large by at most this fraction, from float operations and from frames and
 * directions that are not quite orthonormal (object_outline.c). */
#define BOUND_ROUNDING 0x1p-15F

/* The errors of a gap along an axis of the frame (two sums of numbers below 4), of a gap along an
 * aim, and of the end of an interval, relative to the end. */
#define FRAME_ERRORS 0x10p-24
#define AIM_ERRORS 0x80p-24
#define END_ERRORS 0x4p-24

/* No part of the mesh is further out than 4, so the ends of a shape's intervals may be clamped to
 * this. Squares stay in range. */
#define FURTHEST 0x1p50

/* The bounds of overlapping boxes are 0. The box that overlaps the deepest comes first. */
#define OVERLAP_WEIGHT 0.0625F

typedef struct entry {
    uint32_t node;
    float bound;
} entry;

/* Opening a node removes it and adds at most 8 of the next level. */
#define STACK_SIZE (TACTI_BVH_MAX_DEPTH * TACTI_BVH_WIDTH)

typedef struct child_bounds {
    float bound[16], key[16];
} child_bounds;

typedef struct state {
    tacti_object_walk *walk;
    const tacti_bvh *bvh;
    float threshold;
    uint32_t stack_count;
    entry stack[STACK_SIZE];
} state;

/* ---- Intervals ---------------------------------------------------------------------------- */

/* Half of what a core that is symmetric around its middle covers along m. */
TACTI_ALWAYS_INLINE double half_extent(const tacti_outline *o, const double m[3]) {
    if (o->kind == TACT_SHAPE_ELLIPSOID) {
        double x = o->size[0] * m[0], y = o->size[1] * m[1], z = o->size[2] * m[2];
        return sqrt((x * x + y * y) + z * z);
    }
    if (o->kind == TACT_SHAPE_CYLINDER)
        return o->size[0] * sqrt(m[0] * m[0] + m[1] * m[1]) + o->size[2] * tacti_abs(m[2]);
    return (o->size[0] * tacti_abs(m[0]) + o->size[1] * tacti_abs(m[1])) +
           o->size[2] * tacti_abs(m[2]);
}

TACTI_ALWAYS_INLINE double along(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/* What the vertices of a hull cover along m. */
TACTI_ALWAYS_INLINE void hull_interval(const tacti_outline *o, const double m[3], double *lo,
                                       double *hi) {
    const tact_hull *hull = o->hull;
    tacti_d8 mx = tacti_d8_set(m[0]), my = tacti_d8_set(m[1]), mz = tacti_d8_set(m[2]);
    tacti_d8 least = tacti_d8_set(HUGE_VAL), most = tacti_d8_set(-HUGE_VAL);
    for (uint32_t i = 0; i < hull->padded_count; i += 8) {
        tacti_d8 x = tacti_d8_mul(tacti_d8_load(hull->column[0] + i), mx);
        tacti_d8 y = tacti_d8_mul(tacti_d8_load(hull->column[1] + i), my);
        tacti_d8 z = tacti_d8_mul(tacti_d8_load(hull->column[2] + i), mz);
        tacti_d8 dot = tacti_d8_add(tacti_d8_add(x, y), z);
        least = tacti_d8_min(least, dot);
        most = tacti_d8_max(most, dot);
    }
    double low[8], high[8];
    tacti_d8_store(low, least);
    tacti_d8_store(high, most);
    for (int i = 4; i > 0; i /= 2)
        for (int k = 0; k < i; k++) {
            low[k] = tacti_min(low[k], low[k + i]);
            high[k] = tacti_max(high[k], high[k + i]);
        }
    *lo = low[0] * o->per_unit;
    *hi = high[0] * o->per_unit;
}

/* What the core covers along m, a direction of the shape's coordinates. */
TACTI_ALWAYS_INLINE void core_interval(const tacti_outline *o, const double m[3], double *lo,
                                       double *hi) {
    switch (o->kind) {
    case TACT_SHAPE_SPHERE:
        *lo = *hi = 0;
        return;
    case TACT_SHAPE_SEGMENT:
    case TACT_SHAPE_TRIANGLE: {
        double d0 = along(m, o->vertex[0]), d1 = along(m, o->vertex[1]),
               d2 = along(m, o->vertex[2]);
        *lo = tacti_min(tacti_min(d0, d1), d2);
        *hi = tacti_max(tacti_max(d0, d1), d2);
        return;
    }
    case TACT_SHAPE_CONE: {
        double across = o->size[0] * sqrt(m[0] * m[0] + m[1] * m[1]), up = o->size[2] * m[2];
        *lo = tacti_min(up, -across - up);
        *hi = tacti_max(up, across - up);
        return;
    }
    case TACT_SHAPE_HULL:
        if (o->hull != NULL) {
            hull_interval(o, m, lo, hi);
            return;
        }
        /* fallthrough */
    default: {
        double half = half_extent(o, m), middle = along(m, o->middle);
        *lo = middle - half;
        *hi = middle + half;
        return;
    }
    }
}

/* The ends of an interval, moved outward by all errors. */
TACTI_ALWAYS_INLINE float lower_end(double lo, double error) {
    lo = tacti_max(tacti_min(lo, FURTHEST), -FURTHEST);
    return (float)(lo - (error + END_ERRORS * tacti_abs(lo)));
}

TACTI_ALWAYS_INLINE float upper_end(double hi, double error) {
    hi = tacti_max(tacti_min(hi, FURTHEST), -FURTHEST);
    return (float)(hi + (error + END_ERRORS * tacti_abs(hi)));
}

/* ---- Bounds ------------------------------------------------------------------------------- */

/* Gaps along the axes of the frame, with the shape's box there. */
TACTI_ALWAYS_INLINE tacti_f16 frame_bound(const state *s, const tacti_node *node, float q[3][3],
                                          tacti_f16 *widest) {
    const tacti_outline *o = &s->walk->outline;
    tacti_f4 origin = tacti_node_origin(node), step = tacti_node_steps(node);
    tacti_f16 zero = tacti_f16_set(0), square = zero;
    double error = o->error + FRAME_ERRORS;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        const double row[3] = {(double)q[i][0], (double)q[i][1], (double)q[i][2]};
        double m[3], lo, hi, center = along(row, o->center);
        for (int j = 0; j < 3; j++)
            m[j] = (row[0] * o->turn[0][j] + row[1] * o->turn[1][j]) + row[2] * o->turn[2][j];
        core_interval(o, m, &lo, &hi);
        float below = origin[i] - upper_end(center + hi, error);
        float above = lower_end(center + lo, error) - origin[i];
        tacti_f16 gap = tacti_f16_add(
            tacti_f16_mul(tacti_node_bytes(node, i), tacti_f16_halves(step[i], -step[i])),
            tacti_f16_halves(below, above));
        gap = tacti_f16_max(gap, tacti_f16_swap_halves(gap));
        *widest = tacti_f16_max(*widest, gap);
        gap = tacti_f16_max(gap, zero);
        square = tacti_f16_add(square, tacti_f16_mul(gap, gap));
    }
    return square;
}

/* The gap of each child along an aim. */
TACTI_ALWAYS_INLINE tacti_f16 aim_gap(const tacti_aim *aim, const tacti_node *node, float q[3][3]) {
    tacti_f4 origin = tacti_node_origin(node), step = tacti_node_steps(node);
    tacti_f16 most = tacti_f16_set(0), least = most;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        const double row[3] = {(double)q[i][0], (double)q[i][1], (double)q[i][2]};
        float g = (float)along(row, aim->n);
        tacti_f16 end =
            tacti_f16_add(tacti_f16_mul(tacti_node_bytes(node, i), tacti_f16_set(step[i])),
                          tacti_f16_set(origin[i]));
        end = tacti_f16_mul(end, tacti_f16_set(g));
        tacti_f16 other = tacti_f16_swap_halves(end);
        most = tacti_f16_add(most, tacti_f16_max(end, other));
        least = tacti_f16_add(least, tacti_f16_min(end, other));
    }
    float hi = upper_end(aim->hi, AIM_ERRORS), lo = lower_end(aim->lo, AIM_ERRORS);
    return tacti_f16_max(tacti_f16_sub(least, tacti_f16_set(hi)),
                         tacti_f16_sub(tacti_f16_set(lo), most));
}

/* Computes bounds of the children. Returns a mask of those that are near enough. */
TACTI_ALWAYS_INLINE uint32_t look(const state *s, const tacti_node *node, child_bounds *out) {
    const tacti_object_walk *walk = s->walk;
    TACTI_ASSERT(walk->aim_count <= TACTI_AIMS);
    tacti_f16 zero = tacti_f16_set(0), square = zero, widest = tacti_f16_set(-0x1p30F);
    if (!walk->outline.is_blind) {
        float q[3][3];
        tacti_node_rotation(node, q);
        if (walk->outline.is_sharp)
            square = frame_bound(s, node, q, &widest);
        for (uint32_t i = 0; i < walk->aim_count; i++) {
            tacti_f16 gap = aim_gap(&walk->aim[i], node, q);
            widest = tacti_f16_max(widest, gap);
            gap = tacti_f16_max(gap, zero);
            square = tacti_f16_max(square, tacti_f16_mul(gap, gap));
        }
        square = tacti_f16_mul(square, tacti_f16_set(1 - BOUND_ROUNDING));
    }
    tacti_f16_store(out->bound, square);
    tacti_f16_store(out->key,
                    tacti_f16_add(square, tacti_f16_mul(widest, tacti_f16_set(OVERLAP_WEIGHT))));
    return ~tacti_f16_exceeds(square, tacti_f16_set(s->threshold)) & tacti_children_mask(node);
}

/* ---- Triangles and nodes ------------------------------------------------------------------ */

/* Hands over triangles in the order of their keys. */
static bool give(state *s, const tacti_node *node, uint32_t leaves, const child_bounds *bounds) {
    tacti_object_walk *walk = s->walk;
    uint32_t numbers[TACTI_BVH_WIDTH], count = 0;
    float found[TACTI_BVH_WIDTH], keys[TACTI_BVH_WIDTH];
    for (; leaves != 0; leaves &= leaves - 1) {
        int child = tacti_lowest_bit(leaves);
        float key = bounds->key[child];
        TACTI_ASSERT(count < TACTI_BVH_WIDTH);
        uint32_t at = count++;
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            found[at] = found[at - 1];
            numbers[at] = numbers[at - 1];
        }
        keys[at] = key;
        found[at] = bounds->bound[child];
        numbers[at] = tacti_child_triangle(s->bvh, node, child);
    }
    for (uint32_t i = 0; i < count && s->bvh->compact == NULL; i++) {
        const uint32_t *corner = s->bvh->indices + 3 * (size_t)numbers[i];
        for (int k = 0; k < 3; k++)
            TACTI_PREFETCH(&s->bvh->vertices[corner[k]]);
    }
    walk->meter->work.triangle_tests += count;
    bool goes_on = walk->take(walk, numbers, found, count);
    s->threshold = tacti_object_threshold(walk);
    return goes_on;
}

/* Pushes children on the stack, the most promising on top. */
TACTI_ALWAYS_INLINE void push(state *s, const tacti_node *node, uint32_t inner,
                              child_bounds *bounds) {
    tacti_keys_make_distinct(bounds->key);
    tacti_f16 keys = tacti_f16_load(bounds->key);
    TACTI_ASSERT(s->stack_count + (uint32_t)__builtin_popcount(inner) <= STACK_SIZE);
    entry *place = s->stack + s->stack_count;
    for (uint32_t left = inner; left != 0; left &= left - 1) {
        int child = tacti_lowest_bit(left);
        uint32_t number = tacti_child_node(node, child);
        TACTI_PREFETCH(&s->bvh->nodes[number]);
        place[tacti_key_rank(keys, bounds->key[child], inner)] =
            (entry){number, bounds->bound[child]};
        s->stack_count++;
    }
}

/* Sets least_left_out to the least bound of what is still on the stack. */
static void note_left_out(const state *s) {
    float least = (float)tacti_infinity();
    for (uint32_t i = 0; i < s->stack_count; i++)
        least = s->stack[i].bound < least ? s->stack[i].bound : least;
    s->walk->least_left_out = tacti_object_bound(s->walk, (double)least);
}

/* ---- The walk ----------------------------------------------------------------------------- */

tacti_walk_end TACTI_LEVELED(tacti_walk_object)(tacti_object_walk *walk) {
    state s = {.walk = walk, .bvh = walk->probe->bvh, .stack_count = 1};
    if (s.bvh->triangle_count == 0)
        return TACTI_WALK_COMPLETE;
    s.threshold = tacti_object_threshold(walk);
    s.stack[0] = (entry){0, 0};
    while (s.stack_count > 0) {
        entry top = s.stack[s.stack_count - 1];
        if (top.bound > s.threshold) {
            s.stack_count--;
            continue;
        }
        if (!tacti_meter_goes_on(walk->meter)) {
            note_left_out(&s);
            return TACTI_WALK_INTERRUPTED;
        }
        s.stack_count--;
        const tacti_node *node = &s.bvh->nodes[top.node];
        tacti_node_prefetch(s.bvh, top.node);
        child_bounds bounds;
        uint32_t near = look(&s, node, &bounds);
        walk->meter->work.node_pairs++;
        walk->meter->work.box_tests += node->child_count;
        uint32_t inner = near & tacti_inner_mask(node), leaves = near & ~inner;
        if (leaves != 0 && !give(&s, node, leaves, &bounds))
            return TACTI_WALK_STOPPED;
        if (inner != 0)
            push(&s, node, inner, &bounds);
    }
    return TACTI_WALK_COMPLETE;
}
