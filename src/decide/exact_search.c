/* SPDX-License-Identifier: MIT */
/* The nearest point of the difference of two polytopes in exact arithmetic. A common power of two
 * turns all coordinates and radii into integers. The search is that of gjk.c, or Wolfe's for the
 * point of least length in a polytope ("Finding the nearest point in a polytope", 1976). It has a
 * simplex S, the point x of S nearest to the origin, and the difference s that is least far along
 * x. While x . s < x . x, the point s is not in the affine hull of the points that x is a
 * combination of, and the nearest point of both together is strictly nearer. So lengths decrease
 * strictly, no simplex repeats, and the search ends without any rule against cycling.
 *
 * Directions. For points i, j, k of a simplex, x is a positive multiple of
 *     w_i;   t_j w_i + t_i w_j with t_i = -w_i . d, t_j = w_j . d, d = w_j - w_i;
 *     +-n with n = (w_j - w_i) x (w_k - w_i)
 * of degree 1, 3 and 2 in the coordinates. The signs have degree 4 at most. The comparison of a
 * distance with the radii has degree 6. */
#include "decide/exact_search.h"

#include <limits.h>
#include <math.h>

#include "base/assert.h"
#include "base/inline.h"
#include "exact/wide3.h"

/* Far beyond what a search needs: in exact arithmetic each step is strictly nearer. */
#define MOST_ITERATIONS 100000

/* The relative error of a distance after a few roundings. */
#define DISTANCE_ERROR 0x1p-47

/* Wide integers fill the stack, so no function keeps more than three vectors of them: points are
 * loaded again wherever they are needed, and functions with vectors of their own are not inlined.
 *
 * A simplex, and the exact squared distance as a fraction. */
typedef struct exact_state {
    const tacti_bodies *bodies;
    int exponent; /* coordinates are integers times 2^exponent */
    int count;
    uint32_t at[4][2];    /* the vertices of the points */
    tacti_wide weight[4]; /* positive; the sum is arbitrary */
    tacti_wide3 x;        /* a positive multiple of the nearest point */
    tacti_wide num, den;  /* the squared length of the nearest point; set by measure() */
} exact_state;

/* ---- Integers ----------------------------------------------------------------------------- */

static int least_exponent(int least, double x) {
    int own = tacti_wide_lowest_exponent(x);
    return own < least ? own : least;
}

static int common_exponent(const tacti_bodies *bodies) {
    int least = INT_MAX;
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &bodies->body[side];
        least = least_exponent(least, body->radius);
        for (uint32_t i = 0; i < body->count; i++) {
            tact_vec3 p = tacti_body_vertex(body, i);
            least = least_exponent(least_exponent(least_exponent(least, p.x), p.y), p.z);
        }
    }
    return least == INT_MAX ? 0 : least;
}

/* Point i of the simplex: the difference of its vertices. */
TACTI_NEVER_INLINE void load_point(const exact_state *state, int i, tacti_wide3 *out) {
    const uint32_t *at = state->at[i];
    TACTI_ASSERT(at[0] < state->bodies->body[0].count && at[1] < state->bodies->body[1].count);
    const tact_vec3 a = tacti_body_vertex(&state->bodies->body[0], at[0]);
    const tact_vec3 b = tacti_body_vertex(&state->bodies->body[1], at[1]);
    const double from[3] = {a.x, a.y, a.z}, less[3] = {b.x, b.y, b.z};
    for (int k = 0; k < 3; k++) {
        tacti_wide other;
        tacti_wide_from_double(from[k], state->exponent, &out->c[k]);
        tacti_wide_from_double(less[k], state->exponent, &other);
        tacti_wide_sub(&out->c[k], &other, &out->c[k]);
    }
}

static void set_at(const uint32_t at[2], uint32_t out[2]) {
    out[0] = at[0];
    out[1] = at[1];
}

/* The sum of the radii. */
static void set_radius(const exact_state *state, tacti_wide *out) {
    tacti_wide b;
    tacti_wide_from_double(state->bodies->body[0].radius, state->exponent, out);
    tacti_wide_from_double(state->bodies->body[1].radius, state->exponent, &b);
    tacti_wide_add(out, &b, out);
}

/* The sign of a - b. */
static int compare(const tacti_wide *a, const tacti_wide *b) {
    tacti_wide difference;
    tacti_wide_sub(a, b, &difference);
    return difference.sign;
}

/* ---- The nearest point of a simplex ------------------------------------------------------- */

/* Points of the simplex. Their weights and the direction are those of the state. */
typedef struct candidate {
    int count;
    int at[4];
} candidate;

static void set_one(tacti_wide *out) {
    out->sign = out->count = 1;
    out->digit[0] = 1;
}

static void set_zero(tacti_wide3 *out) {
    for (int i = 0; i < 3; i++)
        out->c[i].sign = out->c[i].count = 0;
}

static bool try_corner(exact_state *state, const candidate *c) {
    load_point(state, c->at[0], &state->x);
    set_one(&state->weight[0]);
    return true;
}

TACTI_NEVER_INLINE bool try_edge(exact_state *state, const candidate *c) {
    tacti_wide *weight = state->weight;
    tacti_wide3 a, b, d;
    load_point(state, c->at[0], &a);
    load_point(state, c->at[1], &b);
    tacti_wide3_sub(&b, &a, &d);
    tacti_wide3_dot(&b, &d, &weight[0]);
    tacti_wide3_dot(&a, &d, &weight[1]);
    weight[1].sign = -weight[1].sign;
    if (weight[0].sign <= 0 || weight[1].sign <= 0)
        return false;
    tacti_wide3_combine(&a, &weight[0], &b, &weight[1], &state->x);
    return true;
}

TACTI_NEVER_INLINE bool try_face(exact_state *state, const candidate *c) {
    tacti_wide3 *x = &state->x;
    tacti_wide3 own, d, e;
    load_point(state, c->at[0], &own);
    load_point(state, c->at[1], &d);
    load_point(state, c->at[2], &e);
    tacti_wide3_sub(&d, &own, &d);
    tacti_wide3_sub(&e, &own, &e);
    tacti_wide3_cross(&d, &e, x);
    if (tacti_wide3_is_zero(x))
        return false;
    tacti_wide3_dot(x, &own, &state->weight[0]);
    int height = state->weight[0].sign;
    for (int i = 0; i < 3; i++) {
        load_point(state, c->at[(i + 1) % 3], &d);
        load_point(state, c->at[(i + 2) % 3], &e);
        tacti_wide3_cross(&d, &e, &own);
        tacti_wide3_dot(x, &own, &state->weight[i]);
        if (state->weight[i].sign <= 0)
            return false;
    }
    if (height < 0)
        tacti_wide3_negate(x);
    else if (height == 0)
        set_zero(x);
    return true;
}

TACTI_NEVER_INLINE bool try_inside(exact_state *state, const candidate *c) {
    static const int others[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    TACTI_ASSERT(c->count == 4);
    int sign = 0;
    for (int i = 0; i < 4; i++) {
        tacti_wide3 u, v, cross;
        load_point(state, others[i][1], &u);
        load_point(state, others[i][2], &v);
        tacti_wide3_cross(&u, &v, &cross);
        load_point(state, others[i][0], &u);
        tacti_wide3_dot(&u, &cross, &state->weight[i]);
        int own = state->weight[i].sign;
        if (own == 0 || own == -sign)
            return false;
        sign = own;
    }
    for (int i = 0; i < 4; i++)
        state->weight[i].sign = 1;
    set_zero(&state->x);
    return true;
}

/* Whether no point of the simplex is less far along x than the points of the candidate. */
TACTI_NEVER_INLINE bool is_least(const exact_state *state, const candidate *c) {
    if (tacti_wide3_is_zero(&state->x))
        return true;
    tacti_wide3 own, d;
    load_point(state, c->at[0], &own);
    for (int i = 0; i < state->count; i++) {
        bool is_own = false;
        for (int k = 0; k < c->count; k++)
            is_own = is_own || c->at[k] == i;
        if (is_own)
            continue;
        tacti_wide dot;
        load_point(state, i, &d);
        tacti_wide3_sub(&d, &own, &d);
        tacti_wide3_dot(&state->x, &d, &dot);
        if (dot.sign < 0)
            return false;
    }
    return true;
}

static bool try_subset(exact_state *state, unsigned subset, candidate *c) {
    c->count = 0;
    for (int i = 0; i < state->count; i++)
        if (subset >> i & 1)
            c->at[c->count++] = i;
    TACTI_ASSERT(c->count >= 1 && c->count <= 4);
    bool is_inner = c->count == 1   ? try_corner(state, c)
                    : c->count == 2 ? try_edge(state, c)
                    : c->count == 3 ? try_face(state, c)
                                    : try_inside(state, c);
    return is_inner && is_least(state, c);
}

/* Reduces the simplex to the points whose positive combination is its nearest point. Some subset
 * always fits: the nearest point is a positive combination of points that are affinely independent,
 * and no point is less far along it. */
static void reduce(exact_state *state) {
    candidate c;
    TACTI_ASSERT(state->count >= 1 && state->count <= 4);
    unsigned subset = 1U << state->count;
    bool fits;
    do
        fits = try_subset(state, --subset, &c);
    while (!fits && subset > 1);
    TACTI_ASSERT(fits);
    for (int i = 0; i < c.count; i++)
        set_at(state->at[c.at[i]], state->at[i]);
    state->count = c.count;
}

/* ---- The least difference along a direction ----------------------------------------------- */

/* A rounded direction: its largest coordinate is about 1, and each coordinate errs by 2^-51 of the
 * largest. */
static tact_vec3 rounded_direction(const tacti_wide3 *x) {
    tacti_scaled s[3];
    int most = INT_MIN;
    for (int i = 0; i < 3; i++) {
        s[i] = tacti_wide_to_scaled(&x->c[i], 0);
        if (s[i].mantissa != 0) {
            int exponent = s[i].exponent + ilogb(s[i].mantissa);
            most = exponent > most ? exponent : most;
        }
    }
    double v[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        if (s[i].mantissa != 0)
            v[i] = ldexp(s[i].mantissa, s[i].exponent - most);
    return (tact_vec3){v[0], v[1], v[2]};
}

/* The vertex with the least (of a) or greatest (of b) product with x, exactly; the first of equal
 * ones. Floating-point products with the rounded direction n select the candidates. With V the
 * largest coordinate, the products err by at most 2^-49 |n| V and by underflow. Because of
 * underflow all vertices are candidates if coordinates are small. */
TACTI_NEVER_INLINE uint32_t extreme_vertex(const exact_state *state, const tacti_wide3 *x,
                                           tact_vec3 n, int side, tacti_wide *value) {
    const tacti_body *body = &state->bodies->body[side];
    double sign = side == 0 ? 1 : -1, reach = 3.01 * body->reach + body->shift;
    double best = tacti_infinity();
    for (uint32_t i = 0; i < body->count; i++)
        best = tacti_min(sign * tacti_vec3_dot(n, tacti_body_vertex(body, i)), best);
    double limit = reach > 0x1p-400 ? best + 0x1p-47 * tacti_sum_of(n) * reach : tacti_infinity();
    uint32_t at = UINT32_MAX;
    tact_vec3 taken = {0, 0, 0};
    for (uint32_t i = 0; i < body->count; i++) {
        tact_vec3 p = tacti_body_vertex(body, i);
        if (sign * tacti_vec3_dot(n, p) > limit ||
            (at != UINT32_MAX && tacti_vec3_is_equal(&p, &taken)))
            continue;
        tacti_wide3 w;
        tacti_wide dot;
        tacti_wide3_from(p, state->exponent, &w);
        tacti_wide3_dot(x, &w, &dot);
        int order = at == UINT32_MAX ? 1 : compare(value, &dot);
        if (at == UINT32_MAX || order == (side == 0 ? 1 : -1)) {
            at = i;
            taken = p;
            tacti_wide_copy(&dot, value);
        }
    }
    TACTI_ASSERT(at < body->count);
    return at;
}

/* The difference s that is least far along x, and along = x . s. */
static void least_difference(const exact_state *state, const tacti_wide3 *x, uint32_t at[2],
                             tacti_wide *along) {
    tact_vec3 n = rounded_direction(x);
    tacti_wide b;
    at[0] = extreme_vertex(state, x, n, 0, along);
    at[1] = extreme_vertex(state, x, n, 1, &b);
    tacti_wide_sub(along, &b, along);
}

/* ---- Distances ---------------------------------------------------------------------------- */

/* The squared distance of the nearest point: w . w; |w x d|^2 / d . d; (n . w)^2 / n . n. */
TACTI_NEVER_INLINE void measure(exact_state *state) {
    TACTI_ASSERT(state->count >= 1 && state->count <= 3);
    tacti_wide3 w, d, cross;
    load_point(state, 0, &w);
    if (state->count == 1) {
        tacti_wide3_dot(&w, &w, &state->num);
        set_one(&state->den);
    } else if (state->count == 2) {
        load_point(state, 1, &d);
        tacti_wide3_sub(&d, &w, &d);
        tacti_wide3_cross(&w, &d, &cross);
        tacti_wide3_dot(&cross, &cross, &state->num);
        tacti_wide3_dot(&d, &d, &state->den);
    } else {
        tacti_wide height;
        tacti_wide3_dot(&state->x, &w, &height);
        tacti_wide_mul(&height, &height, &state->num);
        tacti_wide3_dot(&state->x, &state->x, &state->den);
    }
    TACTI_ASSERT(state->den.sign > 0);
}

/* num - R^2 den, which has the sign of the distance of the rounded shapes. */
TACTI_NEVER_INLINE void subtract_radius(const exact_state *state, tacti_wide *out) {
    tacti_wide radius, square;
    set_radius(state, &radius);
    tacti_wide_mul(&radius, &radius, &square);
    tacti_wide_mul(&square, &state->den, &radius);
    tacti_wide_sub(&state->num, &radius, out);
}

/* sqrt(num / den), in units of 2^state->exponent. */
static tacti_scaled core_distance(const exact_state *state) {
    tacti_scaled num = tacti_wide_to_scaled(&state->num, 0);
    tacti_scaled den = tacti_wide_to_scaled(&state->den, 0);
    int shift = num.exponent - den.exponent;
    double ratio = num.mantissa / den.mantissa;
    if (shift % 2 != 0)
        ratio *= 2;
    return (tacti_scaled){sqrt(ratio), (shift - (shift % 2 != 0)) / 2};
}

/* sqrt(num / den) - R = (num - R^2 den) / (den (sqrt(num / den) + R)), without cancellation. Each
 * rounded wide number errs by 2^-51 of itself and each step by 2^-53, in all less than 2^-48. All
 * numbers have exponents of their own, so nothing underflows or overflows. */
TACTI_NEVER_INLINE tacti_scaled scaled_distance(const exact_state *state) {
    tacti_scaled core = core_distance(state);
    double radius = state->bodies->radius;
    if (radius == 0)
        return (tacti_scaled){core.mantissa, core.exponent + state->exponent};
    tacti_wide rest;
    subtract_radius(state, &rest);
    tacti_scaled den = tacti_wide_to_scaled(&state->den, 0);
    tacti_scaled over = tacti_wide_to_scaled(&rest, 0);
    /* Both terms at the exponent of the greater one. What the other term loses is negligible. */
    int own = core.exponent + ilogb(core.mantissa), other = ilogb(radius) - state->exponent;
    int common = own > other ? own : other;
    double sum =
        ldexp(core.mantissa, core.exponent - common) + ldexp(radius, -state->exponent - common);
    return (tacti_scaled){over.mantissa / den.mantissa / sum,
                          over.exponent - den.exponent - common + state->exponent};
}

/* The distance as a double above 0, and bounds of it. ldexp() rounds subnormal numbers by up to
 * half of the least double. */
static void set_distance(const exact_state *state, tacti_exact_pair *pair) {
    tacti_scaled d = scaled_distance(state);
    TACTI_ASSERT(d.mantissa > 0);
    double least = 0x1p-1074;
    double below = ldexp(d.mantissa * (1 - DISTANCE_ERROR), d.exponent);
    double above = ldexp(d.mantissa * (1 + DISTANCE_ERROR), d.exponent);
    bool is_small = !(below >= 0x1p-1000);
    pair->lower = is_small ? tacti_max(below - least, 0) : below;
    pair->upper = is_small ? above + least : above;
    pair->distance = tacti_max(ldexp(d.mantissa, d.exponent), least);
}

/* ---- The search --------------------------------------------------------------------------- */

/* Whether the gap along x, which is positive, is larger than the sum of the radii: the square of
 * x . s against that of the radii times x . x. */
TACTI_NEVER_INLINE bool exceeds_radius(const exact_state *state, const tacti_wide3 *x,
                                       const tacti_wide *along) {
    tacti_wide left, right, square, radius;
    set_radius(state, &radius);
    if (radius.sign == 0)
        return true;
    tacti_wide3_dot(x, x, &left);
    tacti_wide_mul(&radius, &radius, &square);
    tacti_wide_mul(&left, &square, &right);
    tacti_wide_mul(along, along, &left);
    return compare(&left, &right) > 0;
}

/* Whether a direction of doubles, taken exactly, separates the shapes. */
TACTI_NEVER_INLINE bool separates(const exact_state *state, tact_vec3 direction, uint32_t at[2]) {
    tacti_wide3 x;
    tacti_wide along;
    int exponent = least_exponent(least_exponent(INT_MAX, direction.x), direction.y);
    exponent = least_exponent(exponent, direction.z);
    if (exponent == INT_MAX)
        return false;
    /* The direction is from a to b, while differences are a less b. */
    tacti_wide3_from((tact_vec3){-direction.x, -direction.y, -direction.z}, exponent, &x);
    least_difference(state, &x, at, &along);
    return along.sign > 0 && exceeds_radius(state, &x, &along);
}

TACTI_NEVER_INLINE void set_weights(const exact_state *state, tacti_exact_pair *pair) {
    tacti_wide sum;
    sum.sign = sum.count = 0;
    for (int i = 0; i < state->count; i++)
        tacti_wide_add(&sum, &state->weight[i], &sum);
    tacti_scaled whole = tacti_wide_to_scaled(&sum, 0);
    for (int i = 0; i < state->count; i++) {
        tacti_scaled part = tacti_wide_to_scaled(&state->weight[i], 0);
        pair->weight[i] = ldexp(part.mantissa / whole.mantissa, part.exponent - whole.exponent);
        set_at(state->at[i], pair->at[i]);
    }
    pair->count = state->count;
}

static void conclude(exact_state *state, const uint32_t at[2], tact_outcome outcome,
                     tacti_exact_pair *pair) {
    set_weights(state, pair);
    pair->outcome = outcome;
    pair->distance = pair->lower = pair->upper = 0;
    pair->direction = (tact_vec3){0, 0, 0};
    pair->is_direction_enough = false;
    if (outcome != TACT_OUTCOME_APART)
        return;
    if (pair->wants_distance)
        set_distance(state, pair);
    tact_vec3 x = rounded_direction(&state->x);
    pair->direction = (tact_vec3){-x.x, -x.y, -x.z};
    pair->extreme[0] = at[0];
    pair->extreme[1] = at[1];
    uint32_t rounded_at[2];
    pair->is_direction_enough = separates(state, pair->direction, rounded_at);
}

static void begin(exact_state *state, const tacti_exact_pair *pair) {
    static const uint32_t first[2] = {0, 0};
    TACTI_ASSERT(pair->bodies->is_exact && pair->count >= 0 && pair->count <= 4);
    state->bodies = pair->bodies;
    state->exponent = common_exponent(pair->bodies);
    state->count = pair->count > 0 ? pair->count : 1;
    for (int i = 0; i < state->count; i++)
        set_at(pair->count > 0 ? pair->at[i] : first, state->at[i]);
}

/* Whether a difference that is so far along x is no less far than the points of the simplex. */
TACTI_NEVER_INLINE bool is_no_nearer(const exact_state *state, const tacti_wide *along) {
    tacti_wide3 w;
    tacti_wide own;
    load_point(state, 0, &w);
    tacti_wide3_dot(&state->x, &w, &own);
    return compare(along, &own) >= 0;
}

void tacti_exact_search(tacti_exact_pair *pair) {
    exact_state state;
    uint32_t at[2] = {0, 0};
    bool has_radius = pair->bodies->radius > 0;
    tacti_wide along;
    begin(&state, pair);
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        pair->iterations++;
        reduce(&state);
        if (tacti_wide3_is_zero(&state.x)) {
            conclude(&state, at, TACT_OUTCOME_CONTACT, pair);
            return;
        }
        least_difference(&state, &state.x, at, &along);
        if (!has_radius && !pair->wants_distance && along.sign > 0) {
            conclude(&state, at, TACT_OUTCOME_APART, pair);
            return;
        }
        if (is_no_nearer(&state, &along))
            break;
        TACTI_ASSERT(state.count < 4 && i + 1 < MOST_ITERATIONS);
        set_at(at, state.at[state.count]);
        state.count++;
    }
    tacti_wide *rest = &along;
    measure(&state);
    subtract_radius(&state, rest);
    conclude(&state, at, rest->sign > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT, pair);
}

void tacti_exact_begin(const tacti_gjk *gjk, tacti_exact_pair *pair) {
    pair->bodies = gjk->bodies;
    pair->wants_distance = gjk->wants_distance;
    pair->iterations = gjk->iterations;
    pair->count = gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        pair->at[i][0] = gjk->pair[i].at[0];
        pair->at[i][1] = gjk->pair[i].at[1];
    }
}
