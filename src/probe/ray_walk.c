/* SPDX-License-Identifier: MIT */
/* The walk along a ray: depth first, the box that the ray enters first comes first. A node's eight
 * children are tested at once by slabs in the node's frame. Triangles whose boxes are hit are
 * tested as they come, by a filter in plain arithmetic that knows its error (probe.c). Triangles
 * that the filter leaves open are tested exactly.
 *
 * If the first hit is wanted, the filter also bounds s of a hit from both sides. Hits that may be
 * first are kept and computed exactly at the end. That is nearly always one hit.
 *
 * Compiled once per SIMD level. */
#include "base/lanes_half.h"
#include "bvh/bvh.h"
#include "probe/points.h"
#include "frame/node_frame.h"
#include "prim/batch_kernels.h"
#include "probe/ray_begin.h"

#include "frame/node_pair.h"

/* Components of directions are divisors, so smaller ones are raised to this. */
#define LEAST_COMPONENT 0x1p-30F

/* At most this many hits that may be first are kept. */
#define KEPT_HITS 16

/* A triangle that is certainly hit, with s not below least. */
typedef struct kept_hit {
    uint32_t triangle;
    double least;
} kept_hit;

typedef struct state {
    tacti_ray_walk *walk;
    const tacti_bvh *bvh;
    tacti_f4 origin, direction;
    /* The ray in the frames of nodes that are not turned, as slabs() computes it. */
    tacti_f4 plain_origin, plain_inverse;
    float inflation, s_min, s_max;
    double s_cut; /* hits beyond this are not first */
    bool is_done;
    uint32_t kept_count;
    uint32_t stack_count;
    /* The current node, which of its children are hit, and s where the ray enters each. */
    const tacti_node *node;
    float node_enter; /* only kept up to date if there is a meter */
    uint32_t hits;
    float enter[16]; /* the second half is not used */
    kept_hit kept[KEPT_HITS];
    tacti_node_entry stack[TACTI_NODE_STACK_SIZE];
} state;

/* ---- Hits --------------------------------------------------------------------------------- */

/* Hits beyond at do not matter any more. */
TACTI_ALWAYS_INLINE void cut(state *s, double at) {
    if (at < s->s_cut) {
        s->s_cut = at;
        float bound = (float)at + 0x1p-18F; /* keys are rounded to 8 units, below this */
        if (bound < s->s_max)
            s->s_max = bound;
    }
}

/* Takes a hit that is known exactly. */
static void take(state *s, const tacti_mesh_hit *hit) {
    tacti_ray_walk *walk = s->walk;
    if (walk->aim == TACTI_RAY_ALL) {
        walk->take(walk->user, hit);
        return;
    }
    if (walk->aim == TACTI_RAY_ANY)
        s->is_done = true;
    if (tacti_hit_is_before(hit, &walk->hit))
        walk->hit = *hit;
    cut(s, walk->speed * hit->t - walk->start + walk->s_error);
}

TACTI_NEVER_INLINE void test_exactly(state *s, uint32_t triangle) {
    tacti_mesh_hit hit;
    if (tacti_ray_test(s->walk, triangle, &hit))
        take(s, &hit);
}

/* Computes the hit of a triangle. The ray must pass through its interior within 0 <= t <= t_max. */
static tacti_mesh_hit pierce(const state *s, uint32_t triangle) {
    TACTI_ASSERT(triangle < s->bvh->triangle_count);
    const tacti_ray_walk *walk = s->walk;
    double t = TACTI_LEVELED(tacti_face_parameter)(&walk->probe->source, triangle, &walk->ray);
    return (tacti_mesh_hit){t, triangle, TACT_FEATURE_FACE};
}

/* Computes the hits that may still be first. */
TACTI_NEVER_INLINE void settle(state *s) {
    for (uint32_t i = 0; i < s->kept_count; i++)
        if (s->kept[i].least <= s->s_cut) {
            tacti_mesh_hit hit = pierce(s, s->kept[i].triangle);
            take(s, &hit);
        }
    s->kept_count = 0;
}

/* Takes a triangle that is certainly hit between least and most. */
TACTI_ALWAYS_INLINE void take_certain(state *s, uint32_t triangle, double least, double most) {
    if (s->walk->aim != TACTI_RAY_FIRST) {
        tacti_mesh_hit hit = pierce(s, triangle);
        take(s, &hit);
        return;
    }
    cut(s, most);
    uint32_t count = 0; /* kept hits that are too far by now are dropped */
    for (uint32_t i = 0; i < s->kept_count; i++) {
        s->kept[count] = s->kept[i];
        count += s->kept[i].least <= s->s_cut;
    }
    s->kept_count = count;
    if (count == KEPT_HITS)
        settle(s);
    TACTI_ASSERT(s->kept_count < KEPT_HITS);
    s->kept[s->kept_count++] = (kept_hit){triangle, least};
}

/* ---- Triangles ---------------------------------------------------------------------------- */

/* The sheared corners of a triangle, and the weights of its hit. */
typedef struct sheared {
    double x[3], y[3], z[3], w[3];
} sheared;

TACTI_ALWAYS_INLINE double least3(const double v[3]) {
    double least = v[0] < v[1] ? v[0] : v[1];
    return least < v[2] ? least : v[2];
}

TACTI_ALWAYS_INLINE double most3(const double v[3]) {
    double most = v[0] > v[1] ? v[0] : v[1];
    return most > v[2] ? most : v[2];
}

/* The error of a weight of this triangle, sharper than side_error. */
static double weight_error(const tacti_ray_walk *walk, const sheared *t) {
    double m = 0;
    for (int i = 0; i < 3; i++) {
        double x = fabs(t->x[i]), y = fabs(t->y[i]);
        m = x > m ? x : m;
        m = y > m ? y : m;
    }
    double e = walk->corner_error;
    return 4.001 * m * e + 2.001 * e * e + 0x5p-53 * m * m;
}

/* Bounds the place where the line passes through a triangle. The weights have one sign. */
TACTI_ALWAYS_INLINE void bound_hit(state *s, uint32_t triangle, const sheared *t, double error) {
    const tacti_ray_walk *walk = s->walk;
    double inverse = 1 / ((t->w[0] + t->w[1]) + t->w[2]);
    double mean = (t->w[0] * inverse) * t->z[0] + (t->w[1] * inverse) * t->z[1];
    mean += (t->w[2] * inverse) * t->z[2];
    double share = 12 * error * fabs(inverse);
    share = share < 2 ? share : 2;
    double at = mean * walk->per_z;
    double off = share * (most3(t->z) - least3(t->z)) * fabs(walk->per_z) + walk->hit_error;
    double least = at - off, most = at + off;
    if (least > s->s_cut || least > walk->s_end || most < -walk->start)
        return;
    if (least > -walk->start && most < walk->s_end)
        take_certain(s, triangle, least, most);
    else
        test_exactly(s, triangle);
}

TACTI_ALWAYS_INLINE void test_triangle(state *s, uint32_t triangle) {
    const tacti_ray_walk *walk = s->walk;
    if (walk->filter != TACTI_FILTER_READY) {
        if (walk->filter == TACTI_FILTER_LATER)
            set_filter(s->walk);
        if (walk->filter == TACTI_FILTER_NONE) {
            test_exactly(s, triangle);
            return;
        }
    }
    const double *corner[3];
    tact_vec3 unpacked[3];
    if (s->bvh->compact == NULL) {
        const uint32_t *index = s->bvh->indices + 3 * (size_t)triangle;
        for (int i = 0; i < 3; i++)
            corner[i] = &s->bvh->vertices[index[i]].x;
    } else {
        tacti_compact_corners(s->bvh->compact, triangle, unpacked);
        for (int i = 0; i < 3; i++)
            corner[i] = &unpacked[i].x;
    }
    sheared t;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        const double *v = corner[i];
        t.z[i] = v[walk->axis[2]] - walk->base[2];
        t.x[i] = (v[walk->axis[0]] - walk->base[0]) - walk->shear[0] * t.z[i];
        t.y[i] = (v[walk->axis[1]] - walk->base[1]) - walk->shear[1] * t.z[i];
    }
    t.w[0] = t.x[1] * t.y[2] - t.y[1] * t.x[2];
    t.w[1] = t.x[2] * t.y[0] - t.y[2] * t.x[0];
    t.w[2] = t.x[0] * t.y[1] - t.y[0] * t.x[1];
    double least = least3(t.w), most = most3(t.w), error = walk->side_error;
    if (least < -error && most > error)
        return;
    if (!(least > error || most < -error)) {
        error = weight_error(walk, &t);
        if (least < -error && most > error)
            return;
        if (!(least > error || most < -error)) {
            test_exactly(s, triangle);
            return;
        }
    }
    bound_hit(s, triangle, &t, error);
}

/* ---- Nodes -------------------------------------------------------------------------------- */

/* The bytes of the quaternion of a node that is not turned and not marked: 127, 0, 0, 0. */
#define PLAIN_ROTATION 127
#define PLAIN_SQUARE (127.0F * 127.0F)

TACTI_ALWAYS_INLINE bool is_plain(const tacti_node *node) {
    const int8_t *r = node->rotation;
    return r[0] == PLAIN_ROTATION && (r[1] | r[2] | r[3]) == 0;
}

/* 1 / b, with small components of b raised. */
TACTI_ALWAYS_INLINE tacti_f4 inverse_of(tacti_f4 b) {
    tacti_i4 is_small = tacti_f4_abs(b) < tacti_f4_set(LEAST_COMPONENT);
    b = (tacti_f4)(((tacti_i4)b & ~is_small) |
                   ((tacti_i4)tacti_f4_set(LEAST_COMPONENT) & is_small));
    return tacti_f4_set(1) / b;
}

/* Returns which children the ray meets, and computes s where it enters them. */
TACTI_ALWAYS_INLINE uint32_t slabs(const state *s, const tacti_node *node, float enter[8]) {
    tacti_f4 a = s->plain_origin, inverse = s->plain_inverse;
    float factor = PLAIN_SQUARE;
    if (!is_plain(node)) {
        tacti_node_turn turn = tacti_node_turn_of(node);
        tacti_f4 b = s->direction;
        a = s->origin;
        tacti_node_turn_two(&turn, &a, &b);
        inverse = inverse_of(b);
        factor = turn.square;
    }
    tacti_f4 square = tacti_f4_set(factor);
    tacti_f4 from = tacti_node_origin(node) * square - a;
    tacti_f4 margin = tacti_f4_set(s->inflation) * square;
    tacti_f4 lo = (from - margin) * inverse, hi = (from + margin) * inverse;
    tacti_f4 step = (tacti_node_steps(node) * square) * inverse;
    tacti_f16 near = tacti_f16_set(s->s_min), far = tacti_f16_set(s->s_max);
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        tacti_f16 at =
            tacti_f16_add(tacti_f16_mul(tacti_node_bytes(node, i), tacti_f16_set(step[i])),
                          tacti_f16_halves(lo[i], hi[i]));
        tacti_f16 other = tacti_f16_swap_halves(at);
        near = tacti_f16_max(near, tacti_f16_min(at, other));
        far = tacti_f16_min(far, tacti_f16_max(at, other));
    }
    tacti_f16_store_lower(enter, near);
    return ~tacti_f16_lower_exceeds(near, far);
}

/* A key as tacti_keys_make_distinct() makes it. */
TACTI_ALWAYS_INLINE float distinct(float key, int number) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    bits = (bits & ~7U) | (uint32_t)number;
    memcpy(&key, &bits, sizeof key);
    return key;
}

/* Puts children on the stack. The child that is entered first comes on top. */
TACTI_ALWAYS_INLINE void push(state *s, const tacti_node *node, uint32_t inner, float enter[16]) {
    TACTI_ASSERT(s->stack_count + (uint32_t)__builtin_popcount(inner) <= TACTI_NODE_STACK_SIZE);
    tacti_node_entry *place = s->stack + s->stack_count;
    uint32_t others = inner & (inner - 1);
    if (others == 0) { /* one at most */
        if (inner != 0) {
            int child = tacti_lowest_bit(inner);
            *place = (tacti_node_entry){tacti_child_node(node, child), enter[child]};
            s->stack_count++;
        }
        return;
    }
    if ((others & (others - 1)) == 0) { /* two */
        int first = tacti_lowest_bit(inner), second = tacti_lowest_bit(others);
        tacti_node_entry a = {tacti_child_node(node, first), distinct(enter[first], first)};
        tacti_node_entry b = {tacti_child_node(node, second), distinct(enter[second], second)};
        bool in_order = a.bound < b.bound;
        place[0] = in_order ? b : a;
        place[1] = in_order ? a : b;
        tacti_node_prefetch(s->bvh, place[0].node);
        s->stack_count += 2;
        return;
    }
    tacti_keys_make_distinct(enter);
    tacti_f16 keys = tacti_f16_load(enter);
    for (uint32_t left = inner; left != 0; left &= left - 1) {
        int child = tacti_lowest_bit(left);
        uint32_t number = tacti_child_node(node, child);
        tacti_node_prefetch(s->bvh, number);
        place[tacti_key_rank(keys, enter[child], inner)] = (tacti_node_entry){number, enter[child]};
        s->stack_count++;
    }
}

/* ---- The walk ----------------------------------------------------------------------------- */

/* Prepares a walk. Returns false if there is nothing to walk. */
TACTI_ALWAYS_INLINE bool begin(state *s, tacti_ray_walk *walk) {
    begin_ray(walk);
    s->walk = walk;
    s->bvh = walk->probe->bvh;
    if (walk->is_outside || s->bvh->triangle_count == 0)
        return false;
    s->origin = (tacti_f4){walk->origin[0], walk->origin[1], walk->origin[2], 0};
    s->direction = (tacti_f4){walk->direction[0], walk->direction[1], walk->direction[2], 0};
    s->plain_origin = tacti_f4_set(PLAIN_SQUARE) * s->origin;
    s->plain_inverse = inverse_of(tacti_f4_set(PLAIN_SQUARE) * s->direction);
    s->inflation = walk->inflation;
    s->s_min = walk->s_min;
    s->s_max = walk->s_max;
    s->s_cut = HUGE_VAL;
    s->is_done = false;
    s->kept_count = 0;
    s->stack_count = 0;
    s->node = &s->bvh->nodes[0];
    s->node_enter = s->s_min;
    return true;
}

/* Tests the children of the node: arithmetic without branches. */
TACTI_ALWAYS_INLINE void look(state *s) {
    if (s->node->inner_count == 0 && s->bvh->order != NULL)
        TACTI_PREFETCH(&s->bvh->order[s->node->first_leaf]);
    s->hits = slabs(s, s->node, s->enter) & tacti_children_mask(s->node);
}

/* Tests the triangles whose boxes were hit and goes on to the next node. Returns false if no node
 * is left or the walk is done. */
TACTI_ALWAYS_INLINE bool advance(state *s, bool is_metered) {
    const tacti_node *node = s->node;
    uint32_t inner = s->hits & tacti_inner_mask(node), leaves = s->hits & ~inner;
    for (; leaves != 0; leaves &= leaves - 1) {
        test_triangle(s, tacti_child_triangle(s->bvh, node, tacti_lowest_bit(leaves)));
        if (s->is_done)
            return false;
    }
    push(s, node, inner, s->enter);
    tacti_node_entry top;
    do {
        if (s->stack_count == 0)
            return false;
        top = s->stack[--s->stack_count];
    } while (top.bound > s->s_max);
    TACTI_ASSERT(top.node < s->bvh->node_count);
    s->node = &s->bvh->nodes[top.node];
    if (is_metered)
        s->node_enter = top.bound;
    tacti_node_prefetch(s->bvh, top.node);
    return true;
}

/* Computes a t such that no hit in the remaining nodes has a smaller one. A box is entered not
 * behind any hit in it, up to the 2^-18 of cut(). The s of a hit is speed t - start up to s_error.
 * A second s_error covers the rounding here. */
static void note_left_out(state *s) {
    tacti_ray_walk *walk = s->walk;
    float least = tacti_least_bound(s->node_enter, s->stack, s->stack_count);
    double t = (((double)least - 0x1p-17) - 2 * walk->s_error + walk->start) / walk->speed;
    t -= fabs(t) * 0x1p-50;
    walk->least_left_out = t > 0 ? t : 0; /* also 0 if the position of the line is unknown */
}

/* Counts the tests of the current node. */
TACTI_ALWAYS_INLINE void count_tests(state *s) {
    tact_work *work = &s->walk->meter->work;
    uint32_t leaves = s->hits & ~tacti_inner_mask(s->node);
    work->node_pairs++;
    work->box_tests += s->node->child_count;
    work->triangle_tests += (uint32_t)__builtin_popcount(leaves);
}

/* Runs the walk. is_metered is a constant, so a walk without a meter pays nothing for it. */
TACTI_ALWAYS_INLINE void run(state *s, bool is_metered) {
    do {
        if (is_metered && !tacti_meter_goes_on(s->walk->meter)) {
            note_left_out(s);
            break;
        }
        look(s);
        if (is_metered)
            count_tests(s);
    } while (advance(s, is_metered));
    if (s->kept_count > 0)
        settle(s);
}

/* Has its own state, so the state of a walk without a meter can live in registers. */
TACTI_NEVER_INLINE void walk_metered(tacti_ray_walk *walk) {
    state s;
    if (begin(&s, walk))
        run(&s, true);
}

void TACTI_LEVELED(tacti_walk_ray)(tacti_ray_walk *walk) {
    if (walk->meter != NULL) {
        walk_metered(walk);
        return;
    }
    state s;
    if (begin(&s, walk))
        run(&s, false);
}

/* Computes the hits of all rays that may be first, eight at a time. Most rays have one. */
static void settle_together(state *states, uint32_t count) {
    tacti_ray_batch batch;
    state *owner[TACTI_BATCH];
    uint32_t next = 0, hit = 0;
    batch.count = 0;
    while (next < count || batch.count > 0) {
        if (next < count && hit == states[next].kept_count) {
            next++;
            hit = 0;
            continue;
        }
        if (next < count) {
            state *s = &states[next];
            if (s->kept[hit].least <= s->s_cut) {
                TACTI_ASSERT(batch.count < TACTI_BATCH);
                owner[batch.count] = s;
                batch.triangle[batch.count] = s->kept[hit].triangle;
                batch.ray[batch.count++] = &s->walk->ray;
            }
            hit++;
            if (batch.count < TACTI_BATCH)
                continue;
        }
        double t[TACTI_BATCH];
        const tacti_probe *probe = states[0].walk->probe;
        tacti_batch_kernels_at(probe->bvh->simd_level)->face_parameters(&probe->source, &batch, t);
        for (uint32_t i = 0; i < batch.count; i++)
            take(owner[i], &(tacti_mesh_hit){t[i], batch.triangle[i], TACT_FEATURE_FACE});
        batch.count = 0;
    }
}

/* All rays look, then all advance. The arithmetic of one ray then does not wait for the branches of
 * another, which depend on the result of its arithmetic and are often mispredicted. */
void TACTI_LEVELED(tacti_walk_rays)(tacti_ray_walk *walks, uint32_t count) {
    TACTI_ASSERT(count <= TACTI_RAYS_AT_ONCE);
    state states[TACTI_RAYS_AT_ONCE];
    state *open[TACTI_RAYS_AT_ONCE];
    uint32_t begun = 0, open_count;
    for (uint32_t i = 0; i < count; i++)
        if (begin(&states[begun], &walks[i])) {
            open[begun] = &states[begun];
            begun++;
        }
    for (open_count = begun; open_count > 0;) {
        for (uint32_t i = 0; i < open_count; i++)
            look(open[i]);
        uint32_t left = 0;
        for (uint32_t i = 0; i < open_count; i++) {
            open[left] = open[i];
            left += advance(open[i], false);
        }
        open_count = left;
    }
    if (begun > 0)
        settle_together(states, begun);
}
