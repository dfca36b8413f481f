/* SPDX-License-Identifier: MIT */
/* Determinants of differences, beyond what the inline filters of det.h decide. Signs come from
 * expansions, or from wide integers where exponents are too far out for them; values come from
 * double-double arithmetic where that is accurate enough, else from the same exact numbers. */
#include "exact/det.h"
#include "exact/expansion.h"

#include <limits.h>

/* Expansions of these determinants are exact while every coordinate is 0 or has a magnitude from
 * 2^-270 to 2^300: the lowest bit of a coordinate is then at least 2^-322, that of a product of
 * three at least 2^-966, no product reaches 2^910, and no number that is split for a product
 * reaches 2^610. */
#define LEAST_MAGNITUDE 0x1p-270
#define MOST_MAGNITUDE 0x1p300

static bool is_in_expansion_range(const double *x, int count) {
    bool is_inside = true;
    for (int i = 0; i < count; i++) {
        double magnitude = fabs(x[i]);
        is_inside &=
            magnitude == 0 || (magnitude >= LEAST_MAGNITUDE && magnitude <= MOST_MAGNITUDE);
    }
    return is_inside;
}

static bool is_finite(const double *x, int count) {
    bool all = true;
    for (int i = 0; i < count; i++)
        all &= isfinite(x[i]) != 0;
    return all;
}

/* The rows of a determinant as plain numbers: to[row][axis] - from[row][axis]. */
typedef struct rows3 {
    double to[3][3], from[3][3];
} rows3;

typedef struct rows2 {
    double to[2][2], from[2][2];
} rows2;

static rows3 rows3_from(const tacti_diff3 *a, const tacti_diff3 *b, const tacti_diff3 *c) {
    return (rows3){
        {{a->to.x, a->to.y, a->to.z}, {b->to.x, b->to.y, b->to.z}, {c->to.x, c->to.y, c->to.z}},
        {{a->from.x, a->from.y, a->from.z},
         {b->from.x, b->from.y, b->from.z},
         {c->from.x, c->from.y, c->from.z}}};
}

static rows2 rows2_from(const tacti_diff2 *a, const tacti_diff2 *b) {
    return (rows2){{{a->to.x, a->to.y}, {b->to.x, b->to.y}},
                   {{a->from.x, a->from.y}, {b->from.x, b->from.y}}};
}

/* ---- Expansions --------------------------------------------------------------------------- */

typedef struct difference {
    int count;
    double part[2];
} difference;

static difference difference_from(double to, double from) {
    difference d;
    d.count = tacti_expansion_from_difference(to, from, d.part);
    return d;
}

/* h = e * d; h needs room for 4 * e_count components, and e_count is at most 16. */
static int scale_by_difference(int e_count, const double *e, const difference *d, double *h) {
    if (d->count == 0)
        return 0;
    if (d->count == 1)
        return tacti_expansion_scale(e_count, e, d->part[0], h);
    double low[32], high[32];
    int low_count = tacti_expansion_scale(e_count, e, d->part[0], low);
    int high_count = tacti_expansion_scale(e_count, e, d->part[1], high);
    return tacti_expansion_sum(low_count, low, high_count, high, h);
}

/* h = a d - b c, at most 16 components. */
static int minor_expansion(const difference *a, const difference *b, const difference *c,
                           const difference *d, double *h) {
    double left[8], right[8];
    int left_count = scale_by_difference(a->count, a->part, d, left);
    int right_count = scale_by_difference(b->count, b->part, c, right);
    tacti_expansion_negate(right_count, right);
    return tacti_expansion_sum(left_count, left, right_count, right, h);
}

static int det2_expansion(const rows2 *rows, double h[16]) {
    difference d[2][2];
    for (int row = 0; row < 2; row++)
        for (int axis = 0; axis < 2; axis++)
            d[row][axis] = difference_from(rows->to[row][axis], rows->from[row][axis]);
    return minor_expansion(&d[0][0], &d[0][1], &d[1][0], &d[1][1], h);
}

static int det3_expansion(const rows3 *rows, double h[192]) {
    difference d[3][3];
    for (int row = 0; row < 3; row++)
        for (int axis = 0; axis < 3; axis++)
            d[row][axis] = difference_from(rows->to[row][axis], rows->from[row][axis]);
    double term[3][64], two_terms[128];
    int count[3];
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        double minor[16];
        int minor_count =
            minor_expansion(&d[1][next], &d[1][last], &d[2][next], &d[2][last], minor);
        count[axis] = scale_by_difference(minor_count, minor, &d[0][axis], term[axis]);
    }
    int two_count = tacti_expansion_sum(count[0], term[0], count[1], term[1], two_terms);
    return tacti_expansion_sum(two_count, two_terms, count[2], term[2], h);
}

static int expansion_sign(int count, const double *e) {
    return count == 0 ? 0 : tacti_sign(e[count - 1]);
}

/* ---- Wide integers ------------------------------------------------------------------------ */

static int common_exponent(const double *x, int count) {
    int least = INT_MAX;
    for (int i = 0; i < count; i++) {
        int exponent = tacti_wide_lowest_exponent(x[i]);
        least = exponent < least ? exponent : least;
    }
    return least == INT_MAX ? 0 : least;
}

static void wide_difference(double to, double from, int exponent, tacti_wide *out) {
    tacti_wide subtrahend;
    tacti_wide_from_double(to, exponent, out);
    tacti_wide_from_double(from, exponent, &subtrahend);
    tacti_wide_sub(out, &subtrahend, out);
}

/* out = a d - b c. */
static void wide_minor(const tacti_wide *a, const tacti_wide *b, const tacti_wide *c,
                       const tacti_wide *d, tacti_wide *out) {
    tacti_wide product;
    tacti_wide_mul(a, d, out);
    tacti_wide_mul(b, c, &product);
    tacti_wide_sub(out, &product, out);
}

/* The determinant is out * 2^(result). */
static int det2_wide(const rows2 *rows, tacti_wide *out) {
    int to = common_exponent(&rows->to[0][0], 4), from = common_exponent(&rows->from[0][0], 4);
    int exponent = to < from ? to : from;
    tacti_wide d[2][2];
    for (int row = 0; row < 2; row++)
        for (int axis = 0; axis < 2; axis++)
            wide_difference(rows->to[row][axis], rows->from[row][axis], exponent, &d[row][axis]);
    wide_minor(&d[0][0], &d[0][1], &d[1][0], &d[1][1], out);
    return 2 * exponent;
}

static int det3_wide(const rows3 *rows, tacti_wide *out) {
    int to = common_exponent(&rows->to[0][0], 9), from = common_exponent(&rows->from[0][0], 9);
    int exponent = to < from ? to : from;
    tacti_wide d[3][3];
    for (int row = 0; row < 3; row++)
        for (int axis = 0; axis < 3; axis++)
            wide_difference(rows->to[row][axis], rows->from[row][axis], exponent, &d[row][axis]);
    out->sign = out->count = 0;
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        tacti_wide minor, term;
        wide_minor(&d[1][next], &d[1][last], &d[2][next], &d[2][last], &minor);
        tacti_wide_mul(&minor, &d[0][axis], &term);
        tacti_wide_add(out, &term, out);
    }
    return 3 * exponent;
}

/* ---- Signs -------------------------------------------------------------------------------- */

int tacti_det2_sign_exact(const tacti_diff2 *a, const tacti_diff2 *b) {
    rows2 rows = rows2_from(a, b);
    if (is_in_expansion_range(&rows.to[0][0], 4) && is_in_expansion_range(&rows.from[0][0], 4)) {
        double h[16];
        int count = det2_expansion(&rows, h);
        return expansion_sign(count, h);
    }
    if (!is_finite(&rows.to[0][0], 4) || !is_finite(&rows.from[0][0], 4))
        return 0;
    tacti_wide det;
    det2_wide(&rows, &det);
    return det.sign;
}

int tacti_det3_sign_exact(const tacti_diff3 *a, const tacti_diff3 *b, const tacti_diff3 *c) {
    rows3 rows = rows3_from(a, b, c);
    if (is_in_expansion_range(&rows.to[0][0], 9) && is_in_expansion_range(&rows.from[0][0], 9)) {
        double h[192];
        int count = det3_expansion(&rows, h);
        return expansion_sign(count, h);
    }
    if (!is_finite(&rows.to[0][0], 9) || !is_finite(&rows.from[0][0], 9))
        return 0;
    tacti_wide det;
    det3_wide(&rows, &det);
    return det.sign;
}

int tacti_orient2d_exact(const tact_vec2 *a, const tact_vec2 *b, const tact_vec2 *c) {
    tacti_diff2 ab = {*b, *a}, ac = {*c, *a};
    return tacti_det2_sign_exact(&ab, &ac);
}

int tacti_orient3d_exact(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                         const tact_vec3 *d) {
    tacti_diff3 ad = {*d, *a}, ab = {*b, *a}, ac = {*c, *a};
    return tacti_det3_sign_exact(&ad, &ab, &ac);
}

/* ---- Values ------------------------------------------------------------------------------- */

/* A double-double number: high + low with |low| at most half a unit of high. */
typedef struct pair {
    double high, low;
} pair;

static pair pair_from_difference(double to, double from) {
    pair p;
    p.high = tacti_two_diff(to, from, &p.low);
    return p;
}

/* Relative error at most 7 * 2^-106. */
static pair pair_mul(pair a, pair b) {
    double error;
    double product = tacti_two_product(a.high, b.high, &error);
    error += a.high * b.low + a.low * b.high;
    pair p;
    p.high = tacti_fast_two_sum(product, error, &p.low);
    return p;
}

/* Relative error at most 4 * 2^-106, whatever cancels. */
static pair pair_add(pair a, pair b) {
    double high_error, low_error;
    double high = tacti_two_sum(a.high, b.high, &high_error);
    double low = tacti_two_sum(a.low, b.low, &low_error);
    high = tacti_fast_two_sum(high, high_error + low, &high_error);
    pair p;
    p.high = tacti_fast_two_sum(high, high_error + low_error, &p.low);
    return p;
}

static pair pair_sub(pair a, pair b) {
    return pair_add(a, (pair){-b.high, -b.low});
}

/* The determinant in double-double, accepted where it is accurate. The differences are exact; the
 * roundings of two products, three sums and one difference leave an error below 2^-100 times the
 * permanent, so a result above 2^-45 of the permanent is right to 2^-55, and 0 never passes. */
static bool det3_double_double(const rows3 *rows, double *value) {
    pair d[3][3];
    for (int row = 0; row < 3; row++)
        for (int axis = 0; axis < 3; axis++)
            d[row][axis] = pair_from_difference(rows->to[row][axis], rows->from[row][axis]);
    pair sum = {0, 0};
    double permanent = 0;
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        pair left = pair_mul(d[1][next], d[2][last]);
        pair right = pair_mul(d[1][last], d[2][next]);
        sum = pair_add(sum, pair_mul(d[0][axis], pair_sub(left, right)));
        permanent += fabs(d[0][axis].high) * (fabs(left.high) + fabs(right.high));
    }
    *value = sum.high;
    return fabs(sum.high) > 0x1p-45 * permanent;
}

tacti_scaled tacti_det2_value(const tacti_diff2 *a, const tacti_diff2 *b) {
    rows2 rows = rows2_from(a, b);
    if (is_in_expansion_range(&rows.to[0][0], 4) && is_in_expansion_range(&rows.from[0][0], 4)) {
        double h[16];
        int count = det2_expansion(&rows, h);
        return (tacti_scaled){tacti_expansion_estimate(count, h), 0};
    }
    if (!is_finite(&rows.to[0][0], 4) || !is_finite(&rows.from[0][0], 4))
        return (tacti_scaled){0, 0};
    tacti_wide det;
    int exponent = det2_wide(&rows, &det);
    return tacti_wide_to_scaled(&det, exponent);
}

tacti_scaled tacti_det3_value(const tacti_diff3 *a, const tacti_diff3 *b, const tacti_diff3 *c) {
    rows3 rows = rows3_from(a, b, c);
    if (is_in_expansion_range(&rows.to[0][0], 9) && is_in_expansion_range(&rows.from[0][0], 9)) {
        double value;
        if (det3_double_double(&rows, &value))
            return (tacti_scaled){value, 0};
        double h[192];
        int count = det3_expansion(&rows, h);
        return (tacti_scaled){tacti_expansion_estimate(count, h), 0};
    }
    if (!is_finite(&rows.to[0][0], 9) || !is_finite(&rows.from[0][0], 9))
        return (tacti_scaled){0, 0};
    tacti_wide det;
    int exponent = det3_wide(&rows, &det);
    return tacti_wide_to_scaled(&det, exponent);
}
