/* SPDX-License-Identifier: MIT */
/* Points of segments. Values with small relative errors decide nearly every sign; wide integers
 * decide the others. */
#include "exact/cut.h"

#include <limits.h>

#include "base/assert.h"
#include "math/vec.h"

/* ---- Linear functions --------------------------------------------------------------------- */

/* A function as in tacti_cut. */
typedef struct function {
    int degree;
    const tact_vec3 *by[3];
    unsigned axis;
} function;

static function function_of(const tacti_cut *cut) {
    return (function){cut->degree, {&cut->by[0], &cut->by[1], &cut->by[2]}, cut->axis};
}

static int sign_at(const function *f, const tact_vec3 *x) {
    switch (f->degree) {
    case 3:
        return tacti_orient3d(f->by[0], f->by[1], f->by[2], x);
    case 2:
        return tacti_orient2d_dropped(f->by[0], f->by[1], x, f->axis);
    default: {
        double a = tacti_vec3_get(*x, f->axis), b = tacti_vec3_get(*f->by[0], f->axis);
        return (a > b) - (a < b);
    }
    }
}

/* The magnitude of the value at x, with a relative error of at most 2^-51. */
static tacti_scaled size_at(const function *f, const tact_vec3 *x) {
    tacti_scaled value;
    if (f->degree == 3) {
        tacti_diff3 d = {*x, *f->by[0]}, b = {*f->by[1], *f->by[0]}, c = {*f->by[2], *f->by[0]};
        value = tacti_det3_value(&d, &b, &c);
    } else if (f->degree == 2) {
        tact_vec2 a = tacti_drop_axis(*f->by[0], f->axis), b = tacti_drop_axis(*f->by[1], f->axis);
        tact_vec2 c = tacti_drop_axis(*x, f->axis);
        tacti_diff2 ab = {b, a}, ac = {c, a};
        value = tacti_det2_value(&ab, &ac);
    } else {
        value = (tacti_scaled){tacti_vec3_get(*x, f->axis) - tacti_vec3_get(*f->by[0], f->axis), 0};
    }
    int exponent;
    value.mantissa = frexp(fabs(value.mantissa), &exponent);
    value.exponent += exponent;
    return value;
}

/* ---- Exact values ------------------------------------------------------------------------- */

static int lowest_exponent(const function *f, const tact_vec3 end[2]) {
    TACTI_ASSERT(f->degree >= 1 && f->degree <= 3 && f->axis < 3);
    const tact_vec3 *points[5] = {&end[0], &end[1], f->by[0], f->by[1], f->by[2]};
    int least = INT_MAX;
    for (int i = 0; i < 2 + f->degree; i++)
        for (unsigned axis = 0; axis < 3; axis++) {
            int exponent = tacti_wide_lowest_exponent(tacti_vec3_get(*points[i], axis));
            least = exponent < least ? exponent : least;
        }
    return least == INT_MAX ? 0 : least;
}

static void difference(const tact_vec3 *to, const tact_vec3 *from, unsigned axis, int exponent,
                       tacti_wide *out) {
    tacti_wide subtrahend;
    tacti_wide_from_double(tacti_vec3_get(*to, axis), exponent, out);
    tacti_wide_from_double(tacti_vec3_get(*from, axis), exponent, &subtrahend);
    tacti_wide_sub(out, &subtrahend, out);
}

/* out = det(b - a, c - a) without the axis. */
static void minor(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c, unsigned axis,
                  int exponent, tacti_wide *out) {
    unsigned next = (axis + 1) % 3, last = (axis + 2) % 3;
    tacti_wide left, right, product;
    difference(b, a, next, exponent, &left);
    difference(c, a, last, exponent, &right);
    tacti_wide_mul(&left, &right, out);
    difference(b, a, last, exponent, &left);
    difference(c, a, next, exponent, &right);
    tacti_wide_mul(&left, &right, &product);
    tacti_wide_sub(out, &product, out);
}

/* The value at x in units of 2^(degree exponent). */
static void value_at(const function *f, const tact_vec3 *x, int exponent, tacti_wide *out) {
    if (f->degree == 1) {
        difference(x, f->by[0], f->axis, exponent, out);
    } else if (f->degree == 2) {
        minor(f->by[0], f->by[1], x, f->axis, exponent, out);
    } else {
        out->sign = out->count = 0;
        for (unsigned axis = 0; axis < 3; axis++) {
            tacti_wide normal, d, term;
            minor(f->by[0], f->by[1], f->by[2], axis, exponent, &normal);
            difference(x, f->by[0], axis, exponent, &d);
            tacti_wide_mul(&normal, &d, &term);
            tacti_wide_add(out, &term, out);
        }
    }
}

/* The sign of |f(q)| g(p) + |f(p)| g(q) in wide integers. */
static int exact_sign(const function *f, const function *g, const tact_vec3 end[2]) {
    int exponent_f = lowest_exponent(f, end), exponent_g = lowest_exponent(g, end);
    tacti_wide sum, term, value, weight;
    value_at(f, &end[1], exponent_f, &weight);
    value_at(g, &end[0], exponent_g, &value);
    weight.sign = weight.sign != 0;
    tacti_wide_mul(&weight, &value, &sum);
    value_at(f, &end[0], exponent_f, &weight);
    value_at(g, &end[1], exponent_g, &value);
    weight.sign = weight.sign != 0;
    tacti_wide_mul(&weight, &value, &term);
    tacti_wide_add(&sum, &term, &sum);
    return sum.sign;
}

/* ---- Signs -------------------------------------------------------------------------------- */

/* Compares products of two values each. The values have mantissas in [1/2, 1) and relative errors
 * of at most 2^-51, so the products err by less than 2^-49 of themselves. 0 if that is not enough
 * to decide. Exponents that are far apart make a product 0 or infinite, which still compares
 * correctly. */
static int compare_products(const tacti_scaled a[2], const tacti_scaled b[2]) {
    double left = a[0].mantissa * a[1].mantissa;
    int exponent = (b[0].exponent + b[1].exponent) - (a[0].exponent + a[1].exponent);
    double right = ldexp(b[0].mantissa * b[1].mantissa, exponent);
    if (left > right * (1 + 0x1p-45))
        return 1;
    return right > left * (1 + 0x1p-45) ? -1 : 0;
}

/* The sign of g at a point. */
static int sign_of(const tacti_cut *x, const function *g) {
    int first = sign_at(g, &x->end[0]);
    if (x->degree == 0 || x->weight[1].mantissa == 0)
        return first;
    int second = sign_at(g, &x->end[1]);
    if (x->weight[0].mantissa == 0)
        return second;
    if (first == second || second == 0)
        return first;
    if (first == 0)
        return second;
    const tacti_scaled a[2] = {x->weight[0], size_at(g, &x->end[0])};
    const tacti_scaled b[2] = {x->weight[1], size_at(g, &x->end[1])};
    int order = compare_products(a, b);
    if (order != 0)
        return order > 0 ? first : second;
    function f = function_of(x);
    return exact_sign(&f, g, x->end);
}

int tacti_cut_orient2d(const tact_vec3 *a, const tact_vec3 *b, const tacti_cut *x, unsigned axis) {
    function g = {2, {a, b, NULL}, axis};
    return sign_of(x, &g);
}

int tacti_cut_orient3d(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                       const tacti_cut *x) {
    function g = {3, {a, b, c}, 0};
    return sign_of(x, &g);
}

/* Whether a point is at the start (-1) or at the end (1) of its segment; otherwise 0. */
static int extreme_of(const tacti_cut *x) {
    if (x->degree == 0 || x->weight[1].mantissa == 0)
        return -1;
    return x->weight[0].mantissa == 0 ? 1 : 0;
}

int tacti_cut_compare(const tacti_cut *a, const tacti_cut *b) {
    int extreme_a = extreme_of(a), extreme_b = extreme_of(b);
    if (extreme_a != 0 || extreme_b != 0)
        return (extreme_a > extreme_b) - (extreme_a < extreme_b);
    /* b's function has its sign at the start until b's point is reached. */
    function g = function_of(b);
    int sign = sign_of(a, &g);
    return sign == 0 ? 0 : sign == sign_at(&g, &b->end[0]) ? -1 : 1;
}

/* ---- Making them -------------------------------------------------------------------------- */

static void weigh(tacti_cut *cut) {
    function f = function_of(cut);
    cut->weight[0] = size_at(&f, &cut->end[1]);
    TACTI_ASSERT(f.degree >= 1 && f.degree <= 3 && f.axis < 3);
    cut->weight[1] = size_at(&f, &cut->end[0]);
}

tacti_cut tacti_cut_start(const tact_vec3 *from, const tact_vec3 *to) {
    return (tacti_cut){.end = {*from, *to}};
}

tacti_cut tacti_cut_by_plane(const tact_vec3 end[2], const tact_vec3 by[3]) {
    tacti_cut cut = {.end = {end[0], end[1]}, .degree = 3, .by = {by[0], by[1], by[2]}};
    weigh(&cut);
    return cut;
}

tacti_cut tacti_cut_by_line(const tact_vec3 end[2], const tact_vec3 by[2], unsigned axis) {
    tacti_cut cut = {.end = {end[0], end[1]}, .degree = 2, .by = {by[0], by[1]}, .axis = axis};
    weigh(&cut);
    return cut;
}

tacti_cut tacti_cut_at(const tact_vec3 end[2], const tact_vec3 *point, unsigned axis) {
    tacti_cut cut = {.end = {end[0], end[1]}, .degree = 1, .by = {*point}, .axis = axis};
    weigh(&cut);
    return cut;
}

tact_vec3 tacti_cut_round(const tacti_cut *x, double *error) {
    const tact_vec3 *p = &x->end[0], *q = &x->end[1];
    *error = 0;
    int extreme = extreme_of(x);
    if (extreme != 0)
        return extreme < 0 ? *p : *q;
    /* The weight of q has a relative error below 2^-48. Multiplying it and its complement with
     * coordinates, and adding, rounds a few more times. */
    tacti_scaled to_p = x->weight[0], to_q = x->weight[1];
    double ratio = ldexp(to_p.mantissa / to_q.mantissa, to_p.exponent - to_q.exponent);
    double share = 1 / (1 + ratio);
    tact_vec3 sizes = tacti_vec3_add(tacti_vec3_abs(*p), tacti_vec3_abs(*q));
    *error = 0x1p-44 * tacti_max(tacti_max(sizes.x, sizes.y), sizes.z) + 0x1p-1040;
    return tacti_vec3_add(tacti_vec3_scale(*p, 1 - share), tacti_vec3_scale(*q, share));
}
