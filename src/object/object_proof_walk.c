/* SPDX-License-Identifier: MIT */
/* Writes the cover of a proof about a convex polytope and a mesh (proof/proof.h): depth first over
 * the nodes of the hierarchy. Each node becomes a record. Its children that a direction separates
 * from the shape are done. The others are opened, down to single triangles, which prove_cell.c
 * separates. A direction that separates one child is tried on all of them.
 *
 * Nodes. Notation as in probe/probe.c: u = 2^-53, f = 2^-24. A point of the mesh with local
 * coordinates x is placed at w = R (c + s x) + t + e, and C is the placed centre. Both err by at
 * most P per coordinate, and the probe's error is at least 4 P / s. So d . (w - C) = s m . x + e'
 * with m = R^T d and |e'| <= 2 P |d|_1. The computed m errs by less than 4 u |d|_1 per coordinate.
 * Boxes hold Q x up to 2^-48, |Q^T Q - 1| <= 16 f, and |x| < 1.7321, so m . x differs from
 * (Q m) . (Q x) by at most 28 f |m|. Roundings in double are far below one more f. In all, the
 * least d . (w - C) over a box errs by at most s (NODE_ERRORS |m|_1 + error |d|_1). Directions have
 * a length near one, and underflow adds less than UNDERFLOW. */
#include "object/object_proof.h"

#include <math.h>

#include "base/assert.h"
#include "bvh/node.h"
#include "math/vec.h"
#include "frame/placed_triangle.h"
#include "prove/prove_cell.h"

#define NODE_ERRORS 0x20p-24
#define PLAIN_ERROR 0x1p-49
#define UNDERFLOW 0x1p-1060

/* Steps of the search for a direction between the shape and a box. */
#define MOST_STEPS 8

/* Opening a node removes it and adds at most 8 of the next level. */
#define STACK_SIZE (TACTI_BVH_MAX_DEPTH * TACTI_BVH_WIDTH)

/* A direction d of length near one from the shape to the mesh. Points further than limit along d,
 * counted from the mesh's centre, are as far from the shape as is claimed. */
typedef struct aim {
    tact_vec3 d;
    tact_vec3 turned; /* R^T d */
    double limit;
} aim;

/* A node with its frame, for projections on directions. */
typedef struct view {
    const tacti_node *node;
    double rotation[3][3];
    tact_vec3 axis[3]; /* of its frame, in the world, up to rounding */
} view;

typedef struct task {
    uint32_t node, end; /* a node, and the position after its last */
} task;

typedef struct state {
    tacti_shape_walk *walk;
    const tacti_shape_mesh *pair;
    tact_proof *proof;
    double margin;    /* the distance that is claimed plus the radius, rounded up */
    tact_vec3 middle; /* of the shape, from the mesh's centre, in units */
    double spare;     /* in units: a gap to a box should exceed the margin by this */
    bool has_recent;
    aim recent; /* the aim that separated something last */
    tacti_convex_cache cache;
    size_t head; /* word that begins the record */
    tacti_proof_end end;
    uint32_t stack_count;
    task stack[STACK_SIZE];
} state;

/* ---- Directions --------------------------------------------------------------------------- */

static void set_aim(const state *s, tact_vec3 d, aim *out) {
    const tacti_probe *probe = &s->pair->probe;
    const tacti_proof_corners *corners = &s->proof->corners;
    double most = -HUGE_VAL, products = 0;
    for (size_t i = 0; i < corners->count; i++) {
        tact_vec3 v = tacti_vec3_sub(corners->items[i], probe->center);
        double x = v.x * d.x, y = v.y * d.y, z = v.z * d.z;
        most = fmax(most, (x + y) + z);
        products = fmax(products, (fabs(x) + fabs(y)) + fabs(z));
    }
    double length = sqrt(tacti_vec3_dot(d, d)) * (1 + 0x1p-50);
    out->d = d;
    out->turned = tacti_turn_back(probe->source.pose, d);
    out->limit = (most + (PLAIN_ERROR * products + UNDERFLOW)) + s->margin * length;
    out->limit += fabs(out->limit) * 0x1p-50;
    if (!(length > 0.5 && length < 4)) /* also for NaN: then nothing lies beyond the limit */
        out->limit = HUGE_VAL;
}

static void set_view(const state *s, const tacti_node *node, view *out) {
    const double *m = s->pair->mesh.pose.m;
    float q[3][3];
    tacti_node_rotation(node, q);
    out->node = node;
    for (int i = 0; i < 3; i++) {
        double *row = out->rotation[i];
        for (int k = 0; k < 3; k++)
            row[k] = (double)q[i][k];
        out->axis[i] = (tact_vec3){(m[0] * row[0] + m[1] * row[1]) + m[2] * row[2],
                                   (m[4] * row[0] + m[5] * row[1]) + m[6] * row[2],
                                   (m[8] * row[0] + m[9] * row[1]) + m[10] * row[2]};
    }
}

/* The children's boxes that lie beyond an aim. */
static uint32_t boxes_beyond(const state *s, const view *v, const aim *along, uint32_t open) {
    const tacti_probe *probe = &s->pair->probe;
    tact_vec3 m = along->turned;
    double g[3];
    for (int i = 0; i < 3; i++)
        g[i] = (v->rotation[i][0] * m.x + v->rotation[i][1] * m.y) + v->rotation[i][2] * m.z;
    double error = NODE_ERRORS * tacti_sum_of(m) + probe->error * tacti_sum_of(along->d);
    uint32_t beyond = 0;
    for (uint32_t left = open; left != 0; left &= left - 1) {
        int child = __builtin_ctz(left);
        double least = -error;
        for (int i = 0; i < 3; i++) {
            float center, half;
            tacti_node_box(v->node, i, v->node->lo[i][child], v->node->hi[i][child], &center,
                           &half);
            least += g[i] * (double)center - fabs(g[i]) * (double)half;
        }
        if (least * probe->unit - UNDERFLOW > along->limit)
            beyond |= 1U << child;
    }
    return beyond;
}

/* The triangles that lie beyond an aim. */
static uint32_t triangles_beyond(const state *s, const tact_triangle *triangles, const aim *along,
                                 uint32_t open) {
    uint32_t beyond = 0;
    for (uint32_t left = open; left != 0; left &= left - 1) {
        int at = __builtin_ctz(left);
        double least = HUGE_VAL, products = 0;
        for (int k = 0; k < 3; k++) {
            tact_vec3 p = tacti_vec3_sub(triangles[at].v[k], s->pair->probe.center);
            double x = p.x * along->d.x, y = p.y * along->d.y, z = p.z * along->d.z;
            least = fmin(least, (x + y) + z);
            products = fmax(products, (fabs(x) + fabs(y)) + fabs(z));
        }
        if (least - (PLAIN_ERROR * products + UNDERFLOW) > along->limit)
            beyond |= 1U << at;
    }
    return beyond;
}

/* Looks for a direction from the shape to the box of a child, with a few steps towards the nearest
 * points of both. x is a point of the shape minus one of the box. A step moves x to the point
 * nearest to the origin on the segment from x to the difference that is least far along x. */
static bool find_direction(const state *s, const view *v, int child, tact_vec3 *out) {
    const tacti_probe *probe = &s->pair->probe;
    double half[3], wanted = s->margin * probe->per_unit + s->spare;
    tact_vec3 center = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        float middle, extent;
        tacti_node_box(v->node, i, v->node->lo[i][child], v->node->hi[i][child], &middle, &extent);
        half[i] = (double)extent;
        center = tacti_vec3_add(center, tacti_vec3_scale(v->axis[i], (double)middle));
    }
    tact_vec3 x = tacti_vec3_sub(s->middle, center);
    for (int step = 0; step < MOST_STEPS; step++) {
        double length = sqrt(tacti_vec3_dot(x, x));
        if (!(length > wanted && length < 0x1p400))
            return false;
        tact_vec3 d = tacti_vec3_scale(x, -1 / length), b = center;
        tact_vec3 a = tacti_vec3_sub(tacti_core_support(&s->pair->body, d), probe->center);
        for (int i = 0; i < 3; i++)
            b = tacti_vec3_sub(
                b, tacti_vec3_scale(v->axis[i], copysign(half[i], tacti_vec3_dot(d, v->axis[i]))));
        tact_vec3 w = tacti_vec3_sub(tacti_vec3_scale(a, probe->per_unit), b);
        if (-tacti_vec3_dot(d, w) > wanted) {
            *out = d;
            return true;
        }
        tact_vec3 e = tacti_vec3_sub(w, x);
        double t = -tacti_vec3_dot(x, e) / tacti_vec3_dot(e, e);
        if (!(t > 0))
            return false;
        x = tacti_vec3_add(x, tacti_vec3_scale(e, t < 1 ? t : 1));
    }
    return false;
}

/* ---- Nodes -------------------------------------------------------------------------------- */

static void take_aim(state *s, const aim *along, uint32_t mask) {
    const tacti_cell_answer found = {.direction = along->d};
    tacti_shape_record_add(s->proof, s->head, s->walk->is_swapped, mask, &found);
    s->recent = *along;
    s->has_recent = true;
}

/* Separates children that are nodes. Returns those that are left. */
static uint32_t separate_children(state *s, const view *v, uint32_t open) {
    if (s->has_recent) {
        uint32_t beyond = boxes_beyond(s, v, &s->recent, open);
        if (beyond != 0)
            take_aim(s, &s->recent, beyond);
        open &= ~beyond;
    }
    for (uint32_t wanted = open; wanted != 0; wanted &= wanted - 1) {
        tact_vec3 d;
        aim next;
        if (!find_direction(s, v, __builtin_ctz(wanted), &d))
            continue;
        set_aim(s, d, &next);
        uint32_t beyond = boxes_beyond(s, v, &next, open);
        if (beyond == 0)
            continue;
        take_aim(s, &next, beyond);
        open &= ~beyond;
        wanted = (wanted & open) | (wanted & -wanted);
    }
    return open;
}

/* Separates one triangle. Returns false if it touches the shape, or if the claim is not true. */
static bool separate_triangle(state *s, uint32_t number, tacti_cell_answer *found) {
    tacti_shape_walk *walk = s->walk;
    tacti_separable end =
        tacti_shape_triangle_separate(s->pair, s->proof, number, walk->lower, &s->cache, found);
    if (end == TACTI_SEPARATED)
        return true;
    walk->touching = number;
    walk->contact = found->contact;
    s->end = end == TACTI_TOUCHING ? TACTI_PROOF_TOUCHING : TACTI_PROOF_FAILED;
    return false;
}

/* Separates the triangles of a node. */
static void separate_triangles(state *s, const tacti_node *node, uint32_t open) {
    uint32_t order[TACTI_BVH_WIDTH];
    tact_triangle triangles[TACTI_BVH_WIDTH];
    TACTI_ASSERT(node->child_count <= TACTI_BVH_WIDTH);
    for (uint32_t i = 0; i < node->child_count; i++) {
        order[i] = tacti_bvh_triangle_at(s->pair->mesh.bvh, node->first_leaf + i);
        triangles[i] = tacti_placed_triangle(&s->pair->mesh, order[i]);
    }
    if (s->has_recent) {
        uint32_t beyond = triangles_beyond(s, triangles, &s->recent, open);
        if (beyond != 0)
            take_aim(s, &s->recent, beyond);
        open &= ~beyond;
    }
    while (open != 0) {
        tacti_cell_answer found;
        int at = __builtin_ctz(open);
        if (!separate_triangle(s, order[at], &found))
            return;
        uint32_t mask = 1U << at;
        if (found.simplex.count == 0) {
            aim next;
            set_aim(s, found.direction, &next);
            mask |= triangles_beyond(s, triangles, &next, open);
            take_aim(s, &next, mask);
        } else {
            tacti_shape_record_add(s->proof, s->head, s->walk->is_swapped, mask, &found);
        }
        open &= ~mask;
    }
}

/* Separates a node whose triangles are all equal: a direction for the first separates all, unless
 * it is a simplex, which is for one triangle. Returns false if the node must be opened. */
static bool separate_repeated(state *s, const tacti_node *node, uint32_t all) {
    tacti_cell_answer found;
    if (!tacti_node_is_repeated(node))
        return false;
    uint32_t first = tacti_bvh_triangle_at(s->pair->mesh.bvh, node->first_leaf);
    if (!separate_triangle(s, first, &found))
        return true;
    if (found.simplex.count > 0)
        return false;
    tacti_shape_record_add(s->proof, s->head, s->walk->is_swapped, all, &found);
    return true;
}

static void open_node(state *s, task t) {
    const tacti_bvh *bvh = s->pair->mesh.bvh;
    const tacti_node *node = &bvh->nodes[t.node];
    uint32_t cuts[TACTI_BVH_WIDTH + 1], count = node->child_count;
    bool is_inner = node->inner_count > 0;
    TACTI_ASSERT(count >= 1 && count <= TACTI_BVH_WIDTH);
    for (uint32_t i = 0; i < count; i++)
        cuts[i] = is_inner ? bvh->nodes[node->first_child + i].first_leaf : node->first_leaf + i;
    cuts[count] = t.end;
    s->head = s->proof->words.count;
    if (!tacti_shape_record_begin(s->proof, s->walk->is_swapped, count, cuts)) {
        s->end = TACTI_PROOF_OUT_OF_MEMORY;
        return;
    }
    uint32_t open = (1U << count) - 1;
    if (separate_repeated(s, node, open))
        return;
    if (!is_inner) {
        separate_triangles(s, node, open);
        return;
    }
    view v;
    set_view(s, node, &v);
    open = separate_children(s, &v, open);
    for (uint32_t i = count; i-- > 0;) /* the first goes on top */
        if ((open >> i & 1) != 0) {
            TACTI_ASSERT(s->stack_count < STACK_SIZE);
            s->stack[s->stack_count++] = (task){node->first_child + i, cuts[i + 1]};
        }
}

/* ---- The walk ----------------------------------------------------------------------------- */

/* Begins with the direction to a triangle that is known to be near. */
static void aim_at(state *s, uint32_t triangle) {
    tacti_mesh_triangle t;
    tacti_convex_distance_answer near;
    tacti_mesh_triangle_set(s->pair, triangle, &t);
    const tacti_placed_shape placed = {&t.shape, t.pose, TACTI_NO_LIMIT};
    if (tacti_convex_distance(&s->pair->shape, &placed, &s->cache, &near) != TACT_OK ||
        near.outcome != TACT_OUTCOME_APART)
        return;
    set_aim(s, near.direction, &s->recent);
    s->has_recent = true;
}

static void begin(state *s) {
    const tacti_probe *probe = &s->pair->probe;
    double radius = s->pair->body.radius;
    s->margin = (radius + s->walk->lower) * (1 + 0x1p-50);
    s->middle = tacti_vec3_scale(tacti_vec3_sub(tacti_body_middle(&s->pair->body), probe->center),
                                 probe->per_unit);
    /* Errors as in boxes_beyond(), and those of products with the shape. */
    double reach = tacti_sum_of(s->middle) + 4 * s->pair->body.reach * probe->per_unit;
    s->spare = 2 * (2 * NODE_ERRORS + 2 * probe->error + PLAIN_ERROR * (reach + 4));
}

tacti_proof_end tacti_shape_walk_cover(tacti_shape_walk *walk) {
    const tacti_bvh *bvh = walk->pair->mesh.bvh;
    state s = {.walk = walk, .pair = walk->pair, .proof = walk->proof, .end = TACTI_PROOF_COMPLETE};
    if (bvh->triangle_count == 0)
        return s.end;
    begin(&s);
    if (walk->near < bvh->triangle_count)
        aim_at(&s, walk->near);
    s.stack[s.stack_count++] = (task){0, bvh->triangle_count};
    while (s.stack_count > 0 && s.end == TACTI_PROOF_COMPLETE)
        open_node(&s, s.stack[--s.stack_count]);
    return s.end;
}
