/* SPDX-License-Identifier: MIT */
/* Whether a convex shape lies inside another.
 *
 * A polytope does if its vertices do. With radii: let h be the support function. All points within
 * p of A lie within q of B if and only if h_A(n) + p <= h_B(n) + q for every direction n of
 * length 1. So for p <= q, A must lie within q - p of B. For p > q, every vertex of A must lie p -
 * q deep in B.
 *
 * Smooth shapes have no vertices, so h_B - h_A is bounded from below over the sphere of directions,
 * triangle by triangle. Both support functions change by no more than the shape's reach per unit
 * that n moves, so the value at the middle of a triangle bounds all values in the triangle. */
#include <math.h>

#include "base/assert.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "decide/touch.h"
#include "math/vec.h"
#include "object/object_walk.h"
#include "object/object_pair.h"
#include "object/object_relation.h"
#include "pair/pair_depth.h"

/* ---- Points ------------------------------------------------------------------------------- */

static int answer_of(tact_outcome outcome) {
    return outcome == TACT_OUTCOME_CONTACT ? 1 : outcome == TACT_OUTCOME_APART ? -1 : 0;
}

int tacti_shape_holds(const tacti_placed_shape *shape, tact_vec3 point) {
    tact_shape dot = tact_shape_sphere(0);
    tacti_placed_shape placed = {&dot, tact_pose_identity(), TACTI_NO_LIMIT};
    placed.pose.m[3] = point.x;
    placed.pose.m[7] = point.y;
    placed.pose.m[11] = point.z;
    tacti_convex_collision found;
    if (tacti_shapes_collide(&placed, shape, NULL, &found) != TACT_OK)
        return 0;
    return answer_of(found.outcome);
}

/* Whether a point is at least d deep in a shape, for a number d between two bounds. */
static int is_deep(const tacti_placed_shape *shape, tact_vec3 point, double lower, double upper) {
    tact_shape dot = tact_shape_sphere(0);
    tacti_placed_shape placed = {&dot, tact_pose_identity(), TACTI_NO_LIMIT};
    placed.pose.m[3] = point.x;
    placed.pose.m[7] = point.y;
    placed.pose.m[11] = point.z;
    tacti_convex_depth_answer found;
    if (tacti_convex_depth(&placed, shape, NULL, &found) != TACT_OK ||
        found.outcome == TACT_OUTCOME_UNDECIDED)
        return 0;
    if (found.outcome == TACT_OUTCOME_APART || found.upper < lower)
        return -1;
    return found.lower >= upper ? 1 : 0;
}

/* ---- Polytopes ---------------------------------------------------------------------------- */

/* Whether the vertices of a are within r of the core of b, for a number r between two bounds. */
static int are_vertices_inside(const tacti_body *a, const tacti_placed_shape *b, double lower,
                               double upper) {
    tact_shape shape = *b->shape;
    tacti_placed_shape placed = {&shape, b->pose, b->limit};
    int all = 1;
    for (uint32_t i = 0; i < a->count; i++) {
        tact_vec3 vertex = tacti_body_vertex(a, i);
        shape.radius = lower;
        int side = tacti_shape_holds(&placed, vertex);
        if (side < 0 && lower < upper) {
            shape.radius = upper;
            side = tacti_shape_holds(&placed, vertex) < 0 ? -1 : 0;
        }
        if (side < 0)
            return -1;
        all = side == 0 ? 0 : all;
    }
    return all;
}

/* Whether the vertices of a are at least d deep in the core of b, for d between two bounds. */
static int are_vertices_deep(const tacti_body *a, const tacti_placed_shape *b, double lower,
                             double upper) {
    tact_shape shape = *b->shape;
    shape.radius = 0;
    tacti_placed_shape placed = {&shape, b->pose, b->limit};
    int all = 1;
    for (uint32_t i = 0; i < a->count; i++) {
        int side = is_deep(&placed, tacti_body_vertex(a, i), lower, upper);
        if (side < 0)
            return -1;
        all = side == 0 ? 0 : all;
    }
    return all;
}

static int is_polytope_inside(const tacti_body *a, const tacti_placed_shape *b) {
    double p = a->radius, q = b->shape->radius;
    double more = p > q ? p - q : q - p, less = p > q ? q : p;
    /* The difference is exact if subtracting it and adding it back both are. */
    double large = p > q ? p : q;
    bool is_exact = large - more == less && less + more == large;
    double lower = is_exact ? more : tacti_max(0, tacti_next_down(more));
    double upper = is_exact ? more : tacti_next_up(more);
    TACTI_ASSERT(lower <= upper);
    return p > q ? are_vertices_deep(a, b, lower, upper) : are_vertices_inside(a, b, lower, upper);
}

/* ---- Half-spaces -------------------------------------------------------------------------- */

/* A shape lies in a half-space if it does not reach into the other half. */
static int is_inside_half_space(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tact_shape other = *b->shape;
    tact_vec3 n = other.core.plane.normal;
    other.core.plane.normal = (tact_vec3){-n.x, -n.y, -n.z};
    other.core.plane.offset = -other.core.plane.offset;
    other.radius = 0;
    tacti_placed_shape placed = {&other, b->pose, b->limit};
    tacti_convex_depth_answer found;
    if (tacti_convex_depth(a, &placed, NULL, &found) != TACT_OK)
        return 0;
    int sign;
    if (found.outcome == TACT_OUTCOME_APART)
        return 1;
    /* Only without a radius of the half-space is that a proof. */
    if (b->shape->radius == 0 && found.lower > 0)
        return -1;
    if (!tacti_touch_sign(a, &placed, &sign))
        return 0;
    return sign >= 0 ? 1 : b->shape->radius == 0 ? -1 : 0;
}

/* ---- Any shapes --------------------------------------------------------------------------- */

/* The most directions that are examined: some milliseconds. */
#define MOST_DIRECTIONS 20000
/* A triangle of directions is cut this many times at most. */
#define MOST_LEVELS 16
/* Cutting a cell removes one from the stack and adds four. */
#define MOST_CELLS (8 + 3 * MOST_LEVELS + 4)

typedef struct cell {
    tact_vec3 n[3];
    int level;
} cell;

/* Two bodies, measured from a point. */
typedef struct sphere_search {
    tacti_body body[2];
    tact_vec3 origin;
    double reach; /* the greatest distance of a point of either from the origin, summed */
    double error; /* of a support value */
} sphere_search;

/* The support of b minus that of a along n, of length 1. */
static double support_gap(const sphere_search *s, tact_vec3 n) {
    double value[2];
    for (int i = 0; i < 2; i++) {
        tact_vec3 p = tacti_vec3_sub(tacti_core_support(&s->body[i], n), s->origin);
        value[i] = tacti_vec3_dot(n, p) + s->body[i].radius;
    }
    return value[1] - value[0];
}

static double reach_from(const tact_box *box, tact_vec3 origin) {
    tact_vec3 lo = tacti_vec3_abs(tacti_vec3_sub(box->lo, origin));
    tact_vec3 hi = tacti_vec3_abs(tacti_vec3_sub(box->hi, origin));
    return tact_vec3_length(tacti_vec3_max(lo, hi)) * (1 + 0x1p-40);
}

static tact_vec3 middle_of(const cell *c) {
    return tact_vec3_normalize(tacti_vec3_add(tacti_vec3_add(c->n[0], c->n[1]), c->n[2]));
}

static double radius_of(const cell *c, tact_vec3 middle) {
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = tacti_max(most, tact_vec3_length(tacti_vec3_sub(c->n[i], middle)));
    return most * (1 + 0x1p-40);
}

/* Cuts a cell into four. */
static void cut(const cell *c, cell out[4]) {
    tact_vec3 m[3];
    for (int i = 0; i < 3; i++)
        m[i] = tact_vec3_normalize(tacti_vec3_add(c->n[i], c->n[(i + 1) % 3]));
    int level = c->level + 1;
    out[0] = (cell){{c->n[0], m[0], m[2]}, level};
    out[1] = (cell){{m[0], c->n[1], m[1]}, level};
    out[2] = (cell){{m[2], m[1], c->n[2]}, level};
    out[3] = (cell){{m[0], m[1], m[2]}, level};
}

/* Pushes the eight octants. Returns their number. */
static uint32_t begin_cells(cell *stack) {
    for (int i = 0; i < 8; i++)
        stack[i] =
            (cell){{{i & 1 ? 1 : -1, 0, 0}, {0, i & 2 ? 1 : -1, 0}, {0, 0, i & 4 ? 1 : -1}}, 0};
    return 8;
}

/* Whether a sticks out along a direction of any length. */
static bool sticks_out_along(const sphere_search *s, tact_vec3 n) {
    n = tact_vec3_normalize(n);
    return tacti_sum_of(n) > 0.5 && support_gap(s, n) < -s->error;
}

/* Whether one of the few directions in which a most likely sticks out shows that it does. */
static bool sticks_out(const sphere_search *s) {
    if (sticks_out_along(s, tacti_vec3_sub(tacti_body_middle(&s->body[0]), s->origin)))
        return true;
    for (int side = 0; side < 2; side++)
        for (int axis = 0; axis < 6; axis++) {
            const double *m = s->body[side].pose->m + axis / 2;
            double sign = axis % 2 == 0 ? 1 : -1;
            if (sticks_out_along(s, (tact_vec3){sign * m[0], sign * m[4], sign * m[8]}))
                return true;
        }
    return false;
}

static int search_sphere(const sphere_search *s) {
    cell stack[MOST_CELLS];
    uint32_t count = begin_cells(stack), looked_at = 0;
    bool is_sure = true;
    while (count > 0) {
        cell c = stack[--count];
        tact_vec3 n = middle_of(&c);
        double gap = support_gap(s, n);
        if (gap < -s->error)
            return -1;
        if (gap - s->error - s->reach * radius_of(&c, n) > 0)
            continue;
        if (c.level == MOST_LEVELS || ++looked_at >= MOST_DIRECTIONS) {
            is_sure = false;
            if (looked_at >= MOST_DIRECTIONS)
                return 0;
            continue;
        }
        TACTI_ASSERT(count + 4 <= MOST_CELLS);
        cut(&c, stack + count);
        count += 4;
    }
    return is_sure ? 1 : 0;
}

static int is_any_inside(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    sphere_search s;
    tacti_body_set(a, &s.body[0]);
    tacti_body_set(b, &s.body[1]);
    s.origin = tacti_body_middle(&s.body[1]);
    tact_box box[2] = {tacti_shape_bounds(a), tacti_shape_bounds(b)};
    s.reach = reach_from(&box[0], s.origin) + reach_from(&box[1], s.origin);
    /* Support points err by their slack, n and the products by a few roundings. */
    s.error = 2 * (s.body[0].slack + s.body[1].slack) + 0x40p-53 * s.reach;
    if (!(s.reach <= 0x1p400))
        return 0;
    return sticks_out(&s) ? -1 : search_sphere(&s);
}

int tacti_shape_is_inside(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    bool is_a_wide = a->shape->kind == TACT_SHAPE_HALF_SPACE;
    bool is_b_wide = b->shape->kind == TACT_SHAPE_HALF_SPACE;
    if (is_a_wide && !is_b_wide)
        return -1;
    if (is_b_wide)
        return is_inside_half_space(a, b);
    tacti_body body;
    tacti_body_set(a, &body);
    return body.count > 0 ? is_polytope_inside(&body, b) : is_any_inside(a, b);
}
