/* SPDX-License-Identifier: MIT */
/* The walk that finds the nearest triangle to a point: depth first, the nearest box first.
 * Triangles whose boxes are near enough are measured as they come, up to eight at a time.
 *
 * Bounds. A box's gap along each axis of its node's frame, less the inflation (probe.c), is at most
 * the distance of a triangle in the box. The squares of three such gaps add up. A box that is left
 * out is truly further away than the threshold, which is the best distance so far plus the error of
 * measuring. So the result is the least distance over all triangles, to the bit. For far points the
 * bound is a height along the direction to the point, not a square.
 *
 * Several points are walked at once: all look at their nodes, then all go on. The arithmetic of one
 * point then does not wait for the branches of another.
 *
 * Compiled once per SIMD level. */
#include "bvh/bvh.h"
#include "frame/node_frame.h"
#include "probe/probe.h"

#include "frame/node_pair.h"

/* Relative rounding of the few float operations that make a squared bound, and of a frame that is
 * not quite orthonormal: 32 f and 12 f. */
#define BOUND_ROUNDING 0x1p-17F

/* All bounds of boxes that hold the point are 0. A little of the squared distance of the centre is
 * added to their keys, which decide the order. */
#define CENTER_WEIGHT 0.03F

/* The children's bounds and their keys. The child with the least key is opened first. */
typedef struct child_bounds {
    float bound[16], key[16];
} child_bounds;

typedef struct state {
    tacti_point_walk *walk;
    const tacti_bvh *bvh;
    const tacti_batch_kernels *kernels;
    tacti_f4 local;
    float inflation;
    float threshold; /* boxes with a larger bound are left out */
    /* The node that is looked at, and which of its children are near enough. */
    const tacti_node *node;
    float node_bound; /* only kept up to date if there is a meter */
    uint32_t near;
    child_bounds bounds;
    uint32_t stack_count;
    tacti_node_entry stack[TACTI_NODE_STACK_SIZE];
} state;

/* ---- Bounds ------------------------------------------------------------------------------- */

static void set_threshold(state *s) {
    const tacti_point_walk *walk = s->walk;
    double wanted = walk->distance < walk->limit ? walk->distance : walk->limit;
    /* A distance is measured to 2^-46 of the extent of the triangle and the point, which is at most
     * the distance plus the size of the mesh. */
    double units = wanted * walk->probe->per_unit * walk->probe->slack;
    units += 0x1p-44 * (units + 4);
    if (walk->is_far)
        units -= walk->height;
    else
        units *= units;
    units += 0x1p-20 * fabs(units);
    s->threshold = units < 0x1p100 ? (float)units : HUGE_VALF;
}

TACTI_ALWAYS_INLINE uint32_t near_bounds(const state *s, const tacti_node *node,
                                         child_bounds *out) {
    tacti_node_turn turn = tacti_node_turn_of(node);
    tacti_f4 y = tacti_node_turn_scaled(&turn, s->local) * tacti_f4_set(1 / turn.square);
    tacti_f4 from = tacti_node_origin(node) - y, margin = tacti_f4_set(s->inflation);
    tacti_f4 below = from - margin, above = -from - margin, step = tacti_node_steps(node);
    tacti_f16 zero = tacti_f16_set(0), square = zero, center_square = zero;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        tacti_f16 gap = tacti_f16_add(
            tacti_f16_mul(tacti_node_bytes(node, i), tacti_f16_halves(step[i], -step[i])),
            tacti_f16_halves(below[i], above[i]));
        tacti_f16 other = tacti_f16_swap_halves(gap);
        tacti_f16 center = tacti_f16_sub(gap, other);
        gap = tacti_f16_max(tacti_f16_max(gap, other), zero);
        square = tacti_f16_add(square, tacti_f16_mul(gap, gap));
        center_square = tacti_f16_add(center_square, tacti_f16_mul(center, center));
    }
    square = tacti_f16_mul(square, tacti_f16_set(1 - BOUND_ROUNDING));
    tacti_f16_store(out->bound, square);
    tacti_f16_store(out->key, tacti_f16_add(square, tacti_f16_mul(tacti_f16_set(CENTER_WEIGHT),
                                                                  center_square)));
    return ~tacti_f16_exceeds(square, tacti_f16_set(s->threshold));
}

/* The bound of a child is minus its height along the direction to the point. */
TACTI_ALWAYS_INLINE uint32_t far_bounds(const state *s, const tacti_node *node, child_bounds *out) {
    tacti_node_turn turn = tacti_node_turn_of(node);
    tacti_f4 g = tacti_node_turn_scaled(&turn, s->local) * tacti_f4_set(1 / turn.square);
    tacti_f4 origin = tacti_node_origin(node), step = tacti_node_steps(node);
    tacti_f16 height = tacti_f16_set(s->inflation);
    for (int i = 0; i < 3; i++) {
        tacti_f16 bound =
            tacti_f16_add(tacti_f16_mul(tacti_node_bytes(node, i), tacti_f16_set(step[i])),
                          tacti_f16_set(origin[i]));
        bound = tacti_f16_mul(bound, tacti_f16_set(g[i]));
        height = tacti_f16_add(height, tacti_f16_max(bound, tacti_f16_swap_halves(bound)));
    }
    tacti_f16 below = tacti_f16_sub(tacti_f16_set(0), height);
    tacti_f16_store(out->bound, below);
    tacti_f16_store(out->key, below);
    return ~tacti_f16_exceeds(below, tacti_f16_set(s->threshold));
}

/* ---- Triangles and nodes ------------------------------------------------------------------ */

TACTI_ALWAYS_INLINE void measure(state *s, const tacti_node *node, uint32_t leaves) {
    tacti_point_walk *walk = s->walk;
    uint32_t numbers[TACTI_BATCH], count = 0;
    for (; leaves != 0; leaves &= leaves - 1)
        numbers[count++] = tacti_child_triangle(s->bvh, node, tacti_lowest_bit(leaves));
    TACTI_ASSERT(count <= TACTI_BATCH);
    double distance[TACTI_BATCH];
    s->kernels->point_distances(&walk->probe->source, numbers, count, &walk->point, distance);
    bool is_better = false;
    for (uint32_t i = 0; i < count; i++)
        if (distance[i] < walk->distance ||
            (distance[i] == walk->distance && numbers[i] < walk->triangle)) {
            walk->distance = distance[i];
            walk->triangle = numbers[i];
            is_better = true;
        }
    if (is_better)
        set_threshold(s);
}

/* Puts children on the stack, the most promising on top. */
TACTI_ALWAYS_INLINE void push(state *s, const tacti_node *node, uint32_t inner,
                              child_bounds *bounds) {
    tacti_keys_make_distinct(bounds->key);
    tacti_f16 keys = tacti_f16_load(bounds->key);
    TACTI_ASSERT(s->stack_count + (uint32_t)__builtin_popcount(inner) <= TACTI_NODE_STACK_SIZE);
    tacti_node_entry *place = s->stack + s->stack_count;
    for (uint32_t left = inner; left != 0; left &= left - 1) {
        int child = tacti_lowest_bit(left);
        uint32_t number = tacti_child_node(node, child);
        TACTI_PREFETCH(&s->bvh->nodes[number]);
        place[tacti_key_rank(keys, bounds->key[child], inner)] =
            (tacti_node_entry){number, bounds->bound[child]};
        s->stack_count++;
    }
}

/* ---- The walk ----------------------------------------------------------------------------- */

/* Prepares a walk. Returns false if there is nothing to walk. */
TACTI_ALWAYS_INLINE bool begin(state *s, tacti_point_walk *walk) {
    s->walk = walk;
    s->bvh = walk->probe->bvh;
    if (s->bvh->triangle_count == 0)
        return false;
    s->kernels = tacti_batch_kernels_at(s->bvh->simd_level);
    s->local = (tacti_f4){walk->local[0], walk->local[1], walk->local[2], 0};
    s->inflation = walk->inflation;
    set_threshold(s);
    s->stack_count = 0;
    s->node = &s->bvh->nodes[0];
    s->node_bound = walk->is_far ? -HUGE_VALF : 0;
    return true;
}

/* Bounds the children of the node. */
TACTI_ALWAYS_INLINE void look(state *s) {
    uint32_t mask =
        s->walk->is_far ? far_bounds(s, s->node, &s->bounds) : near_bounds(s, s->node, &s->bounds);
    s->near = mask & tacti_distinct_mask(s->node);
}

/* Measures the triangles that are near enough and goes on to the next node. Returns false if no
 * node is left. */
TACTI_ALWAYS_INLINE bool advance(state *s, bool is_metered) {
    const tacti_node *node = s->node;
    uint32_t inner = s->near & tacti_inner_mask(node), leaves = s->near & ~inner;
    if (leaves != 0)
        measure(s, node, leaves);
    if (inner != 0)
        push(s, node, inner, &s->bounds);
    tacti_node_entry top;
    do {
        if (s->stack_count == 0)
            return false;
        top = s->stack[--s->stack_count];
    } while (top.bound > s->threshold);
    TACTI_ASSERT(top.node < s->bvh->node_count);
    s->node = &s->bvh->nodes[top.node];
    if (is_metered)
        s->node_bound = top.bound;
    tacti_node_prefetch(s->bvh, top.node);
    return true;
}

/* Computes a distance such that no triangle in the remaining nodes is nearer. It is the inverse of
 * set_threshold(). */
static void note_left_out(state *s) {
    tacti_point_walk *walk = s->walk;
    float least = tacti_least_bound(s->node_bound, s->stack, s->stack_count);
    double bound = (double)least - 0x1p-20 * fabs((double)least);
    double units = walk->is_far ? bound + walk->height : sqrt(bound);
    units -= 0x1p-44 * (fabs(units) + 4);
    walk->least_left_out = units > 0 ? units * (walk->probe->unit / walk->probe->slack) : 0;
}

/* Walks for one point with a meter. */
TACTI_NEVER_INLINE void run_metered(state *s) {
    tacti_meter *meter = s->walk->meter;
    do {
        if (!tacti_meter_goes_on(meter)) {
            note_left_out(s);
            return;
        }
        look(s);
        uint32_t leaves = s->near & ~tacti_inner_mask(s->node);
        meter->work.node_pairs++;
        meter->work.box_tests += s->node->child_count;
        meter->work.triangle_tests += (uint32_t)__builtin_popcount(leaves);
    } while (advance(s, true));
}

/* One point with a meter: other walks call this, so it takes little stack. */
TACTI_NEVER_INLINE void walk_one(tacti_point_walk *walk) {
    state s;
    if (begin(&s, walk))
        run_metered(&s);
}

TACTI_NEVER_INLINE void walk_many(tacti_point_walk *walks, uint32_t count) {
    state states[TACTI_POINTS_AT_ONCE];
    state *open[TACTI_POINTS_AT_ONCE];
    uint32_t open_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        open[open_count] = &states[i];
        open_count += begin(&states[i], &walks[i]);
    }
    while (open_count > 0) {
        for (uint32_t i = 0; i < open_count; i++)
            look(open[i]);
        uint32_t left = 0;
        for (uint32_t i = 0; i < open_count; i++) {
            state *s = open[i];
            open[left] = s;
            left += advance(s, false);
        }
        open_count = left;
    }
}

void TACTI_LEVELED(tacti_walk_nearest)(tacti_point_walk *walks, uint32_t count) {
    TACTI_ASSERT(count <= TACTI_POINTS_AT_ONCE);
    if (count == 1 && walks[0].meter != NULL)
        walk_one(walks);
    else
        walk_many(walks, count);
}
