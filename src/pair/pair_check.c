/* SPDX-License-Identifier: MIT */
/* Verifies proofs about two polytopes. Nothing here is shared with the search: vertices are placed
 * anew, all numbers are wide integers (exact/wide.h), and every vertex is looked at. */
#include "pair/pair.h"

#include <limits.h>
#include <math.h>

#include "base/assert.h"
#include "base/inline.h"
#include "exact/wide.h"
#include "shape/traits.h"

#define MOST_RADIUS 0x1p500

typedef struct whole3 {
    tacti_wide c[3];
} whole3;

/* Wide integers fill the stack, so functions with vectors of them are not inlined. */
typedef struct checker {
    const tacti_placed_shape *side[2];
    uint32_t count[2];
    int exponent;            /* coordinates and radii are integers times 2^exponent */
    tacti_wide radius;       /* the sum of both radii */
    tacti_wide radius_power; /* radius squared */
    whole3 w[4];             /* differences of the proof's pairs */
} checker;

/* ---- Shapes ------------------------------------------------------------------------------- */

uint32_t tacti_polytope_vertex_count(const tact_shape *shape) {
    return tacti_core_vertex_count(shape);
}

tact_vec3 tacti_polytope_vertex(const tacti_placed_shape *placed, uint32_t i) {
    const tact_shape *shape = placed->shape;
    tact_vec3 p = {0, 0, 0};
    if (shape->kind == TACT_SHAPE_SEGMENT)
        p = i == 0 ? shape->core.segment.a : shape->core.segment.b;
    else if (shape->kind == TACT_SHAPE_TRIANGLE)
        p = shape->core.triangle.v[i];
    else if (shape->kind == TACT_SHAPE_HULL)
        p = tact_hull_vertices(shape->core.hull)[i];
    else if (shape->kind == TACT_SHAPE_BOX) {
        tact_vec3 half = shape->core.half_extents;
        p.x = (i & 1) != 0 ? half.x : -half.x;
        p.y = (i & 2) != 0 ? half.y : -half.y;
        p.z = (i & 4) != 0 ? half.z : -half.z;
    }
    return tact_pose_place(placed->pose, p);
}

/* Counts, exponent and radius; false if a number is out of range. */
static bool prepare(checker *c) {
    c->exponent = INT_MAX;
    for (int s = 0; s < 2; s++) {
        const tacti_placed_shape *placed = c->side[s];
        c->count[s] = tacti_polytope_vertex_count(placed->shape);
        if (c->count[s] == 0 || !(placed->shape->radius <= MOST_RADIUS))
            return false;
        int own = tacti_wide_lowest_exponent(placed->shape->radius);
        c->exponent = own < c->exponent ? own : c->exponent;
        for (uint32_t i = 0; i < c->count[s]; i++) {
            tact_vec3 p = tacti_polytope_vertex(placed, i);
            double x[3] = {p.x, p.y, p.z};
            for (int k = 0; k < 3; k++) {
                if (!(fabs(x[k]) <= TACTI_WIDE_MOST_PLACED))
                    return false;
                own = tacti_wide_lowest_exponent(x[k]);
                c->exponent = own < c->exponent ? own : c->exponent;
            }
        }
    }
    if (c->exponent == INT_MAX)
        c->exponent = 0;
    tacti_wide other;
    tacti_wide_from_double(c->side[0]->shape->radius, c->exponent, &c->radius);
    tacti_wide_from_double(c->side[1]->shape->radius, c->exponent, &other);
    tacti_wide_add(&c->radius, &other, &c->radius);
    tacti_wide_mul(&c->radius, &c->radius, &c->radius_power);
    return true;
}

/* ---- Integers ----------------------------------------------------------------------------- */

static void load(tact_vec3 p, int exponent, whole3 *out) {
    tacti_wide_from_double(p.x, exponent, &out->c[0]);
    tacti_wide_from_double(p.y, exponent, &out->c[1]);
    tacti_wide_from_double(p.z, exponent, &out->c[2]);
}

static void subtract(const whole3 *u, const whole3 *v, whole3 *out) {
    for (int k = 0; k < 3; k++)
        tacti_wide_sub(&u->c[k], &v->c[k], &out->c[k]);
}

static void scalar_product(const whole3 *u, const whole3 *v, tacti_wide *out) {
    tacti_wide sum, product;
    sum.sign = sum.count = 0;
    for (int k = 0; k < 3; k++) {
        tacti_wide_mul(&u->c[k], &v->c[k], &product);
        tacti_wide_add(&sum, &product, &sum);
    }
    tacti_wide_copy(&sum, out);
}

static void vector_product(const whole3 *u, const whole3 *v, whole3 *out) {
    static const int next[3] = {1, 2, 0}, last[3] = {2, 0, 1};
    for (int k = 0; k < 3; k++) {
        tacti_wide plus, minus;
        tacti_wide_mul(&u->c[next[k]], &v->c[last[k]], &plus);
        tacti_wide_mul(&u->c[last[k]], &v->c[next[k]], &minus);
        tacti_wide_sub(&plus, &minus, &out->c[k]);
    }
}

/* Whether num <= R^2 den. */
static bool is_within_radius(const checker *c, const tacti_wide *num, const tacti_wide *den) {
    tacti_wide limit, rest;
    tacti_wide_mul(&c->radius_power, den, &limit);
    tacti_wide_sub(num, &limit, &rest);
    return rest.sign <= 0;
}

/* ---- Contact: the hull of the differences comes within R of the origin ---------------------- */

static bool point_is_near(const checker *c, int i) {
    tacti_wide num, one;
    one.sign = one.count = 1;
    one.digit[0] = 1;
    scalar_product(&c->w[i], &c->w[i], &num);
    return is_within_radius(c, &num, &one);
}

/* The foot of the origin on the line lies between both points and is near enough. */
TACTI_NEVER_INLINE bool edge_is_near(const checker *c, int i, int j) {
    whole3 d, across;
    tacti_wide begin, end, num, den;
    subtract(&c->w[j], &c->w[i], &d);
    scalar_product(&c->w[i], &d, &begin);
    scalar_product(&c->w[j], &d, &end);
    if (begin.sign > 0 || end.sign < 0)
        return false;
    vector_product(&c->w[i], &c->w[j], &across);
    scalar_product(&across, &across, &num);
    scalar_product(&d, &d, &den);
    return den.sign > 0 && is_within_radius(c, &num, &den);
}

/* The foot of the origin on the plane lies in the triangle and is near enough. */
TACTI_NEVER_INLINE bool face_is_near(const checker *c, int i, int j, int k) {
    const int at[3] = {i, j, k};
    whole3 d, e, normal;
    subtract(&c->w[j], &c->w[i], &d);
    subtract(&c->w[k], &c->w[i], &e);
    vector_product(&d, &e, &normal);
    tacti_wide den, height, num;
    scalar_product(&normal, &normal, &den);
    if (den.sign == 0)
        return false;
    for (int corner = 0; corner < 3; corner++) {
        vector_product(&c->w[at[(corner + 1) % 3]], &c->w[at[(corner + 2) % 3]], &d);
        scalar_product(&normal, &d, &num);
        if (num.sign < 0)
            return false;
    }
    scalar_product(&normal, &c->w[i], &height);
    tacti_wide_mul(&height, &height, &num);
    return is_within_radius(c, &num, &den);
}

/* The origin is in the tetrahedron: not on the outer side of any face. */
TACTI_NEVER_INLINE bool tetrahedron_holds_origin(const checker *c) {
    static const int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    for (int f = 0; f < 4; f++) {
        const whole3 *a = &c->w[faces[f][0]];
        whole3 d, e, normal;
        tacti_wide apex, origin;
        subtract(&c->w[faces[f][1]], a, &d);
        subtract(&c->w[faces[f][2]], a, &e);
        vector_product(&d, &e, &normal);
        subtract(&c->w[f], a, &d);
        scalar_product(&normal, &d, &apex);
        scalar_product(&normal, a, &origin);
        /* The origin's side is that of -a. */
        if (apex.sign == 0 || origin.sign == apex.sign)
            return false;
    }
    return true;
}

static bool contact_holds(const checker *c, int count) {
    TACTI_ASSERT(count >= 0 && count <= 4);
    for (int i = 0; i < count; i++) {
        if (point_is_near(c, i))
            return true;
        for (int j = i + 1; j < count; j++) {
            if (edge_is_near(c, i, j))
                return true;
            for (int k = j + 1; k < count; k++)
                if (face_is_near(c, i, j, k))
                    return true;
        }
    }
    return count == 4 && tetrahedron_holds_origin(c);
}

/* ---- Apart: along a direction, b is beyond a ------------------------------------------------ */

/* The least (sign -1) or greatest (sign 1) product of a side's vertices with n. */
static void extreme(const checker *c, int s, const whole3 *n, int sign, tacti_wide *out) {
    TACTI_ASSERT(c->count[s] > 0);
    for (uint32_t i = 0; i < c->count[s]; i++) {
        whole3 p;
        tacti_wide value, over;
        load(tacti_polytope_vertex(c->side[s], i), c->exponent, &p);
        scalar_product(&p, n, &value);
        if (i > 0)
            tacti_wide_sub(&value, out, &over);
        if (i == 0 || over.sign == sign)
            tacti_wide_copy(&value, out);
    }
}

TACTI_NEVER_INLINE bool direction_separates(const checker *c, const whole3 *n) {
    tacti_wide most, least, gap, square, length;
    extreme(c, 0, n, 1, &most);
    extreme(c, 1, n, -1, &least);
    tacti_wide_sub(&least, &most, &gap);
    if (gap.sign <= 0)
        return false;
    if (c->radius.sign == 0)
        return true;
    tacti_wide_mul(&gap, &gap, &square);
    scalar_product(n, n, &length);
    return !is_within_radius(c, &square, &length);
}

/* For 1, 2 or 3 points: n = -w; n = -(w (d . d) - d (w . d)); or n = -+ the normal, towards the
 * origin's side. */
TACTI_NEVER_INLINE void exact_direction(const checker *c, uint32_t count, whole3 *n) {
    TACTI_ASSERT(count >= 1 && count <= 3);
    const whole3 *w = &c->w[0];
    whole3 d, e;
    tacti_wide dd, wd, left, right;
    for (int k = 0; k < 3; k++)
        tacti_wide_copy(&w->c[k], &n->c[k]);
    if (count == 2) {
        subtract(&c->w[1], w, &d);
        scalar_product(&d, &d, &dd);
        scalar_product(w, &d, &wd);
        for (int k = 0; k < 3; k++) {
            tacti_wide_mul(&w->c[k], &dd, &left);
            tacti_wide_mul(&d.c[k], &wd, &right);
            tacti_wide_sub(&left, &right, &n->c[k]);
        }
    } else if (count == 3) {
        subtract(&c->w[1], w, &d);
        subtract(&c->w[2], w, &e);
        vector_product(&d, &e, n);
        scalar_product(n, w, &dd);
        if (dd.sign < 0)
            return;
    }
    for (int k = 0; k < 3; k++)
        n->c[k].sign = -n->c[k].sign;
}

TACTI_NEVER_INLINE bool apart_holds(const checker *c, const tacti_convex_proof *proof) {
    whole3 n;
    if (proof->pair_count > 0) {
        exact_direction(c, proof->pair_count, &n);
        return direction_separates(c, &n);
    }
    double x[3] = {proof->direction.x, proof->direction.y, proof->direction.z};
    int exponent = INT_MAX;
    for (int k = 0; k < 3; k++) {
        int own = tacti_wide_lowest_exponent(x[k]);
        exponent = own < exponent ? own : exponent;
    }
    if (exponent == INT_MAX)
        return false;
    load(proof->direction, exponent, &n);
    return direction_separates(c, &n);
}

/* ---- The whole ---------------------------------------------------------------------------- */

static tact_status check_arguments(const checker *c) {
    for (int s = 0; s < 2; s++) {
        if (c->side[s] == NULL)
            return TACT_INVALID_ARGUMENT;
        tact_status status = tact_shape_validate(c->side[s]->shape);
        if (status == TACT_OK)
            status = tact_pose_validate(c->side[s]->pose, NULL);
        if (status == TACT_OK && !tact_shape_is_polytope(c->side[s]->shape))
            status = TACT_INVALID_ARGUMENT;
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}

TACTI_NEVER_INLINE bool load_pairs(checker *c, const tacti_convex_proof *proof) {
    TACTI_ASSERT(proof->pair_count <= 4);
    for (uint32_t i = 0; i < proof->pair_count; i++) {
        whole3 b;
        if (proof->a[i] >= c->count[0] || proof->b[i] >= c->count[1])
            return false;
        load(tacti_polytope_vertex(c->side[0], proof->a[i]), c->exponent, &c->w[i]);
        load(tacti_polytope_vertex(c->side[1], proof->b[i]), c->exponent, &b);
        subtract(&c->w[i], &b, &c->w[i]);
    }
    return true;
}

tact_status tacti_convex_check(const tacti_placed_shape *a, const tacti_placed_shape *b,
                               const tacti_convex_collision *collision, bool *out) {
    checker c = {.side = {a, b}};
    tact_status status = check_arguments(&c);
    if (status != TACT_OK || collision == NULL || out == NULL)
        return status != TACT_OK ? status : TACT_INVALID_ARGUMENT;
    const tacti_convex_proof *proof = &collision->proof;
    bool is_apart = collision->outcome == TACT_OUTCOME_APART;
    if (!prepare(&c))
        return TACT_INVALID_POSE;
    if (proof->pair_count > (is_apart ? 3 : 4) || !load_pairs(&c, proof) ||
        !tact_vec3_is_finite(proof->direction))
        return TACT_INVALID_ARGUMENT;
    *out = is_apart ? apart_holds(&c, proof)
                    : collision->outcome == TACT_OUTCOME_CONTACT &&
                          contact_holds(&c, (int)proof->pair_count);
    return TACT_OK;
}
