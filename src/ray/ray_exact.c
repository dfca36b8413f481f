/* SPDX-License-Identifier: MIT */
/* Whether a ray meets a polytope with a radius, exactly. Used only if bounds do not decide.
 *
 * Seen along the ray, vertices are points of a plane and the ray is a point of it. The search goes
 * to the point of their convex hull that is nearest to the ray, by a vertex or an edge and the
 * vertices that are nearer (Gilbert, Johnson, Keerthi in two dimensions), with exact signs. Then
 * the square of the distance is compared with that of the radius. The ray starts outside, so that
 * the points of its line in the shape are either all ahead of the origin or all behind it. One of
 * them shows which.
 *
 * With w = p - o and the part of a vector at right angles to d written ', products are
 *  w' . e' = ((w . e)(d . d) - (w . d)(e . d)) / (d . d). In digits of dyadic numbers:
 *  coordinates of w and e have at most 51 and those of d 3, spread over 66. Then w . e has 102,
 *  w . d and e . d 118, d . d 133, their products 236. An edge: n = d x e has 120 for each
 *  coordinate, n . w 172, its square 345, n . n 242. The numbers that any function here keeps at
 *  once, terms of sums included, have fewer than 5500 digits, so that a store never fills up. */
#include <math.h>

#include "base/assert.h"
#include "base/inline.h"
#include "ray/ray_parts.h"
#include "decide/touch.h"
#include "exact/det.h"

/* Each step is nearer than the one before, so that none occurs twice. */
#define MOST_STEPS 1000

#define NO_VERTEX UINT32_MAX

typedef struct seen {
    const tacti_ray_task *task;
    const tacti_body *body;
    uint32_t at[2]; /* a vertex or an edge */
    int count;
    /* Whether the line goes through the core, and the triangle that it goes through. */
    bool is_pierced;
    uint32_t triangle[3];
} seen;

static const tact_vec3 zero_vector = {0, 0, 0};

static tact_vec3 place_of(const seen *s, uint32_t i) {
    TACTI_ASSERT(i < s->body->count);
    return tacti_body_vertex(s->body, i);
}

/* The sign of det(d, b - a, c - a): on which side of the edge from a to b the point c is seen. */
static int turn_of(const seen *s, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tacti_diff3 d = {s->task->ray.direction, zero_vector}, ab = {b, a}, ac = {c, a};
    return tacti_det3_sign(&d, &ab, &ac);
}

/* The numbers of a vertex p: w, d, and their products. */
typedef struct vertex_numbers {
    tacti_dyadic3 w, d;
    tacti_dyadic dd, wd;
} vertex_numbers;

static vertex_numbers numbers_of(const seen *s, tacti_dyadic_store *store, tact_vec3 p) {
    vertex_numbers out;
    tacti_dyadic3 o = tacti_dyadic3_from(store, s->task->ray.origin);
    out.w = tacti_dyadic3_sub(store, tacti_dyadic3_from(store, p), o);
    out.d = tacti_dyadic3_from(store, s->task->ray.direction);
    out.dd = tacti_dyadic3_dot(store, out.d, out.d);
    out.wd = tacti_dyadic3_dot(store, out.w, out.d);
    return out;
}

/* (u . v)(d . d) - (u . d)(v . d). */
static tacti_dyadic across(tacti_dyadic_store *store, const vertex_numbers *n, tacti_dyadic3 u,
                           tacti_dyadic3 v) {
    int used = store->used;
    tacti_dyadic left = tacti_dyadic_mul(store, tacti_dyadic3_dot(store, u, v), n->dd);
    tacti_dyadic right = tacti_dyadic_mul(store, tacti_dyadic3_dot(store, u, n->d),
                                          tacti_dyadic3_dot(store, v, n->d));
    return tacti_dyadic_keep(store, used, tacti_dyadic_sub(store, left, right));
}

/* Whether the way from p to q begins nearer to the ray. */
TACTI_NEVER_INLINE bool leads_nearer(const seen *s, tact_vec3 p, tact_vec3 q) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    vertex_numbers n = numbers_of(s, &store, p);
    tacti_dyadic3 e =
        tacti_dyadic3_sub(&store, tacti_dyadic3_from(&store, q), tacti_dyadic3_from(&store, p));
    int sign = across(&store, &n, n.w, e).sign;
    TACTI_ASSERT(!store.is_full);
    return sign < 0;
}

/* ---- Steps -------------------------------------------------------------------------------- */

/* A direction across the ray, rounded. */
static tact_vec3 flatten(const seen *s, tact_vec3 w) {
    tact_vec3 d = s->task->step;
    return tacti_vec3_sub(w, tacti_vec3_scale(d, tacti_vec3_dot(w, d) / tacti_vec3_dot(d, d)));
}

/* The vertex that is least far along n by rounded products. */
static uint32_t least_along(const seen *s, tact_vec3 n) {
    uint32_t best = 0;
    double least = tacti_infinity();
    for (uint32_t i = 0; i < s->body->count; i++) {
        double along = tacti_vec3_dot(n, tacti_vec3_sub(place_of(s, i), s->task->ray.origin));
        if (along < least) {
            least = along;
            best = i;
        }
    }
    return best;
}

static uint32_t nearer_than_vertex(const seen *s) {
    tact_vec3 p = place_of(s, s->at[0]);
    uint32_t guess = least_along(s, flatten(s, tacti_vec3_sub(p, s->task->ray.origin)));
    if (leads_nearer(s, p, place_of(s, guess)))
        return guess;
    for (uint32_t i = 0; i < s->body->count; i++)
        if (leads_nearer(s, p, place_of(s, i)))
            return i;
    return NO_VERTEX;
}

/* A vertex on the ray's side of the edge. toward is the sign of the ray's side. */
static uint32_t nearer_than_edge(const seen *s, int toward) {
    tact_vec3 p = place_of(s, s->at[0]), q = place_of(s, s->at[1]);
    tact_vec3 n = tacti_vec3_cross(s->task->step, tacti_vec3_sub(q, p));
    uint32_t guess = least_along(s, tacti_vec3_scale(n, toward > 0 ? -1 : 1));
    if (turn_of(s, p, q, place_of(s, guess)) == toward)
        return guess;
    for (uint32_t i = 0; i < s->body->count; i++)
        if (turn_of(s, p, q, place_of(s, i)) == toward)
            return i;
    return NO_VERTEX;
}

/* The segment from p to q is nearer than p, either at q or between p and q. */
static void take_segment(seen *s, uint32_t p, uint32_t q) {
    bool is_between = leads_nearer(s, place_of(s, q), place_of(s, p));
    s->count = is_between ? 2 : 1;
    s->at[0] = q;
    s->at[1] = p;
}

/* Whether the edge from x to r is nearest to the ray in the triangle with z. */
static bool is_nearest_edge(const seen *s, uint32_t x, uint32_t r, uint32_t z) {
    tact_vec3 a = place_of(s, x), b = place_of(s, r);
    int of_ray = turn_of(s, a, b, s->task->ray.origin), of_z = turn_of(s, a, b, place_of(s, z));
    return of_ray * of_z < 0 && leads_nearer(s, a, b) && leads_nearer(s, b, a);
}

/* Vertex r is on the ray's side of the edge. */
static void take_triangle(seen *s, uint32_t r) {
    uint32_t p = s->at[0], q = s->at[1];
    tact_vec3 a = place_of(s, p), b = place_of(s, q), c = place_of(s, r), o = s->task->ray.origin;
    int ab = turn_of(s, a, b, o), bc = turn_of(s, b, c, o), ca = turn_of(s, c, a, o);
    if ((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0)) {
        s->is_pierced = true;
        s->triangle[0] = p;
        s->triangle[1] = q;
        s->triangle[2] = r;
        return;
    }
    s->at[0] = r;
    s->count = 1;
    if (is_nearest_edge(s, p, r, q)) {
        s->at[1] = p;
        s->count = 2;
    } else if (is_nearest_edge(s, q, r, p)) {
        s->at[1] = q;
        s->count = 2;
    }
}

/* One step; false if nothing is nearer. */
static bool step(seen *s) {
    TACTI_ASSERT(s->count == 1 || s->count == 2);
    if (s->count == 1) {
        uint32_t next = nearer_than_vertex(s);
        if (next != NO_VERTEX)
            take_segment(s, s->at[0], next);
        return next != NO_VERTEX;
    }
    int toward = turn_of(s, place_of(s, s->at[0]), place_of(s, s->at[1]), s->task->ray.origin);
    if (toward == 0)
        return false;
    uint32_t next = nearer_than_edge(s, toward);
    if (next != NO_VERTEX)
        take_triangle(s, next);
    return next != NO_VERTEX && !s->is_pierced;
}

/* ---- Verdicts ----------------------------------------------------------------------------- */

/* 2^power a / b for b > 0. Errs by the two estimates and a rounding. */
static double ratio_of(tacti_dyadic a, tacti_dyadic b, int power) {
    TACTI_ASSERT(b.sign > 0);
    int top_a = a.exponent + a.count, top_b = b.exponent + b.count;
    a.exponent -= top_a;
    b.exponent -= top_b;
    return ldexp(tacti_dyadic_estimate(a) / tacti_dyadic_estimate(b), 32 * (top_a - top_b) + power);
}

/* Whether square <= radius^2 unit. */
static bool is_within(const seen *s, tacti_dyadic_store *store, tacti_dyadic square,
                      tacti_dyadic unit) {
    tacti_dyadic radius = tacti_dyadic_from(store, s->body->radius);
    tacti_dyadic limit = tacti_dyadic_mul(store, tacti_dyadic_mul(store, radius, radius), unit);
    return tacti_dyadic_sub(store, square, limit).sign <= 0;
}

/* Whether the vertex is within the radius of the line. The parameter of the line's point nearest to
 * it is ratio[0] / ratio[1]. */
static bool find_at_vertex(const seen *s, tacti_dyadic_store *store, tacti_dyadic ratio[2]) {
    vertex_numbers n = numbers_of(s, store, place_of(s, s->at[0]));
    ratio[0] = n.wd;
    ratio[1] = n.dd;
    return is_within(s, store, across(store, &n, n.w, n.w), n.dd);
}

/* The same for the edge. The nearest points are w + x e and t d with t = ((w . d)(e . e) - (w .
 * e)(e . d)) / ((d . d)(e . e)
 * - (d . e)^2). */
static bool find_at_edge(const seen *s, tacti_dyadic_store *store, tacti_dyadic ratio[2]) {
    vertex_numbers n = numbers_of(s, store, place_of(s, s->at[0]));
    tacti_dyadic3 p = tacti_dyadic3_from(store, place_of(s, s->at[0]));
    tacti_dyadic3 q = tacti_dyadic3_from(store, place_of(s, s->at[1]));
    tacti_dyadic3 e = tacti_dyadic3_sub(store, q, p);
    tacti_dyadic ee = tacti_dyadic3_dot(store, e, e), ed = tacti_dyadic3_dot(store, e, n.d);
    tacti_dyadic left = tacti_dyadic_mul(store, n.wd, ee);
    tacti_dyadic right = tacti_dyadic_mul(store, tacti_dyadic3_dot(store, n.w, e), ed);
    ratio[0] = tacti_dyadic_sub(store, left, right);
    ratio[1] = across(store, &n, e, e);
    int used = store->used;
    tacti_dyadic3 normal = tacti_dyadic3_cross(store, n.d, e);
    tacti_dyadic gap = tacti_dyadic3_dot(store, normal, n.w);
    tacti_dyadic square = tacti_dyadic_mul(store, gap, gap);
    bool result = is_within(s, store, square, tacti_dyadic3_dot(store, normal, normal));
    store->used = used;
    return result;
}

static tact_outcome finish_pierced(const seen *s, double *parameter) {
    tact_vec3 v[3];
    for (int i = 0; i < 3; i++)
        v[i] = place_of(s, s->triangle[i]);
    const tacti_diff3 rows[2] = {{v[0], s->task->ray.origin},
                                 {s->task->ray.direction, zero_vector}};
    tacti_diff3 b = {v[1], v[0]}, c = {v[2], v[0]};
    tacti_scaled value[2];
    tacti_det3_two_values(rows, &b, &c, value);
    value[0].exponent += s->task->power;
    *parameter = tacti_scaled_ratio(value[0], value[1]);
    return value[0].mantissa * value[1].mantissa < 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
}

/* What follows from the nearest vertex or edge. */
TACTI_NEVER_INLINE tact_outcome finish(const seen *s, double *parameter) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_dyadic ratio[2];
    bool is_near =
        s->count == 1 ? find_at_vertex(s, &store, ratio) : find_at_edge(s, &store, ratio);
    if (store.is_full)
        return TACT_OUTCOME_UNDECIDED;
    if (!is_near || ratio[0].sign < 0)
        return TACT_OUTCOME_APART;
    *parameter = ratio_of(ratio[0], ratio[1], s->task->power);
    return TACT_OUTCOME_CONTACT;
}

tact_outcome tacti_ray_exact(const tacti_ray_task *task, double *parameter) {
    seen s = {.task = task, .body = &task->bodies.body[0], .count = 1};
    int steps = 0;
    while (steps < MOST_STEPS && step(&s))
        steps++;
    if (s.is_pierced)
        return finish_pierced(&s, parameter);
    if (steps == MOST_STEPS)
        return TACT_OUTCOME_UNDECIDED;
    return finish(&s, parameter);
}
