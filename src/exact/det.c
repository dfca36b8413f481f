/* SPDX-License-Identifier: MIT */
/* Determinants of differences, beyond what the inline filters of det.h decide: by double-double
 * arithmetic if that is accurate enough, otherwise by expansions, or by wide integers if exponents
 * are too large or too small for both. */
#include "exact/det.h"
#include "base/assert.h"
#include "base/inline.h"
#include "exact/expansion.h"
#include "math/twofold.h"
#include "math/vec.h"

#include <limits.h>

/* Expansions of these determinants are exact while every coordinate is 0 or has a magnitude from
 * 2^-250 to 2^300: a coordinate is then a multiple of 2^-302 and a product of three a multiple of
 * 2^-906, so no nonzero product of components is smaller. No component reaches 2^910, and no factor
 * of a product reaches 2^610. Double-double numbers are safe for the same reason. */
#define LEAST_MAGNITUDE 0x1p-250
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
    TACTI_ASSERT(e_count >= 0 && e_count <= 16 && d->count >= 0 && d->count <= 2);
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
    TACTI_ASSERT(left_count <= 8 && right_count <= 8);
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
    TACTI_ASSERT(two_count <= 128 && count[2] <= 64);
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

/* One entry of the matrix. */
static void wide_entry(const double *to, const double *from, int at, int exponent,
                       tacti_wide *out) {
    tacti_wide subtrahend;
    tacti_wide_from_double(to[at], exponent, out);
    tacti_wide_from_double(from[at], exponent, &subtrahend);
    tacti_wide_sub(out, &subtrahend, out);
}

/* The product of two entries. A determinant recomputes entries whenever it needs them. That is
 * cheap compared with products and saves stack, and so do functions that are not inlined. */
TACTI_NEVER_INLINE void wide_product(const double *to, const double *from, const int at[2],
                                     int exponent, tacti_wide *out) {
    tacti_wide left, right;
    wide_entry(to, from, at[0], exponent, &left);
    wide_entry(to, from, at[1], exponent, &right);
    tacti_wide_mul(&left, &right, out);
}

/* out = a d - b c for the rows (a b) and (c d) in two columns. */
TACTI_NEVER_INLINE void wide_minor(const double *to, const double *from, const int at[4],
                                   int exponent, tacti_wide *out) {
    tacti_wide product;
    wide_product(to, from, (const int[2]){at[0], at[3]}, exponent, out);
    wide_product(to, from, (const int[2]){at[1], at[2]}, exponent, &product);
    tacti_wide_sub(out, &product, out);
}

/* out += an entry times a minor. */
TACTI_NEVER_INLINE void add_wide_term(const double *to, const double *from, int at, int exponent,
                                      const tacti_wide *minor, tacti_wide *out) {
    tacti_wide entry, term;
    wide_entry(to, from, at, exponent, &entry);
    tacti_wide_mul(&entry, minor, &term);
    tacti_wide_add(out, &term, out);
}

/* The determinant is out * 2^(result). */
static int det2_wide(const rows2 *rows, tacti_wide *out) {
    static const int at[4] = {0, 1, 2, 3};
    int to = common_exponent(&rows->to[0][0], 4), from = common_exponent(&rows->from[0][0], 4);
    int exponent = to < from ? to : from;
    wide_minor(&rows->to[0][0], &rows->from[0][0], at, exponent, out);
    return 2 * exponent;
}

static int det3_wide(const rows3 *rows, tacti_wide *out) {
    int to = common_exponent(&rows->to[0][0], 9), from = common_exponent(&rows->from[0][0], 9);
    int exponent = to < from ? to : from;
    out->sign = out->count = 0;
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        const int at[4] = {3 + next, 3 + last, 6 + next, 6 + last};
        tacti_wide minor;
        wide_minor(&rows->to[0][0], &rows->from[0][0], at, exponent, &minor);
        add_wide_term(&rows->to[0][0], &rows->from[0][0], axis, exponent, &minor, out);
    }
    return 3 * exponent;
}

/* ---- Double-double ------------------------------------------------------------------------ */

/* a + b with a relative error of at most 4 * 2^-106, even if digits cancel. */
static tacti_twofold add_accurately(tacti_twofold a, tacti_twofold b) {
    tacti_twofold high = tacti_twofold_sum(a.hi, b.hi), low = tacti_twofold_sum(a.lo, b.lo);
    high = tacti_twofold_fast_sum(high.hi, high.lo + low.hi);
    return tacti_twofold_fast_sum(high.hi, high.lo + low.lo);
}

/* A determinant in double-double arithmetic, with the sum of the magnitudes of its products. The
 * differences are exact; the roundings of two products, a difference and three sums, each at most
 * 2^-103 relative, leave an error below 2^-101 times the permanent (docs/exact.md). */
typedef struct approximation {
    double value, permanent;
} approximation;

#define TWOFOLD_ERROR 0x1p-98

/* a d - b c. */
static tacti_twofold twofold_minor(tacti_twofold a, tacti_twofold b, tacti_twofold c,
                                   tacti_twofold d, double *permanent) {
    tacti_twofold left = tacti_twofold_multiply(a, d), right = tacti_twofold_multiply(b, c);
    *permanent = fabs(left.hi) + fabs(right.hi);
    return add_accurately(left, (tacti_twofold){-right.hi, -right.lo});
}

static approximation det2_twofold(const rows2 *rows) {
    tacti_twofold d[2][2];
    for (int row = 0; row < 2; row++)
        for (int axis = 0; axis < 2; axis++)
            d[row][axis] = tacti_twofold_sum(rows->to[row][axis], -rows->from[row][axis]);
    approximation det;
    det.value = twofold_minor(d[0][0], d[0][1], d[1][0], d[1][1], &det.permanent).hi;
    return det;
}

/* The minors of the last two rows, with the sums of the magnitudes of their products. */
typedef struct minors {
    tacti_twofold value[3];
    double permanent[3];
} minors;

static void minors_of(const rows3 *rows, minors *out) {
    tacti_twofold d[2][3];
    for (int row = 0; row < 2; row++)
        for (int axis = 0; axis < 3; axis++)
            d[row][axis] = tacti_twofold_sum(rows->to[row + 1][axis], -rows->from[row + 1][axis]);
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        out->value[axis] =
            twofold_minor(d[0][next], d[0][last], d[1][next], d[1][last], &out->permanent[axis]);
    }
}

/* The determinant of a first row, to - from, and two others. */
static approximation expand_by(const double to[3], const double from[3], const minors *rest) {
    tacti_twofold sum = {0, 0};
    double permanent = 0;
    for (int axis = 0; axis < 3; axis++) {
        tacti_twofold d = tacti_twofold_sum(to[axis], -from[axis]);
        sum = add_accurately(sum, tacti_twofold_multiply(d, rest->value[axis]));
        permanent += fabs(d.hi) * rest->permanent[axis];
    }
    return (approximation){sum.hi, permanent};
}

static approximation det3_twofold(const rows3 *rows) {
    minors rest;
    minors_of(rows, &rest);
    return expand_by(rows->to[0], rows->from[0], &rest);
}

/* The largest power of two that divides every number, or infinity if all are 0. */
static double common_divisor(const double *x, int count) {
    double least = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        uint64_t bits = tacti_bits_from_double(x[i]);
        uint64_t fraction = bits & 0xFFFFFFFFFFFFF;
        /* The value of the lowest set bit of the mantissa: x without its other bits. */
        uint64_t lowest = fraction & (~fraction + 1);
        double power = tacti_double_from_bits(bits & TACTI_INFINITY_BITS);
        double unit = fraction == 0
                          ? power
                          : tacti_double_from_bits((bits & TACTI_INFINITY_BITS) | lowest) - power;
        if (x[i] != 0 && unit < least)
            least = unit;
    }
    return least;
}

/* Tries to decide a sign by an approximation. If the value exceeds its error, the sign is that of
 * the value. If value and error together are below a unit that divides the determinant, the sign is
 * 0. The error is eight times what is needed, which covers the roundings here. */
static bool settle_sign(approximation det, double unit, int *sign) {
    double error = TWOFOLD_ERROR * det.permanent;
    if (fabs(det.value) > error) {
        *sign = tacti_sign(det.value);
        return true;
    }
    *sign = 0;
    return fabs(det.value) + error < unit;
}

/* ---- Signs -------------------------------------------------------------------------------- */

int tacti_det2_sign_exact(const tacti_diff2 *a, const tacti_diff2 *b) {
    rows2 rows = rows2_from(a, b);
    if (is_in_expansion_range(&rows.to[0][0], 4) && is_in_expansion_range(&rows.from[0][0], 4)) {
        double unit = fmin(common_divisor(&rows.to[0][0], 4), common_divisor(&rows.from[0][0], 4));
        int sign;
        if (settle_sign(det2_twofold(&rows), unit * unit, &sign))
            return sign;
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
        double unit = fmin(common_divisor(&rows.to[0][0], 9), common_divisor(&rows.from[0][0], 9));
        int sign;
        if (settle_sign(det3_twofold(&rows), unit * unit * unit, &sign))
            return sign;
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

/* The bound is 2^51 units: adding and subtracting 1.5 * 2^52 units leaves a number of at most that
 * magnitude unchanged if and only if it is a multiple of the unit. */
static bool is_on_grid(const double *x, int count, double unit) {
    double magic = 0x1.8p52 * unit;
    bool is_on = true;
    for (int i = 0; i < count; i++)
        is_on &= (x[i] + magic) - magic == x[i] && fabs(x[i]) <= 0x1p51 * unit;
    return is_on;
}

/* The unit of a grid on which a determinant of n x n differences below extent is computed without
 * rounding: a difference has at most 2^bits units and n * bits + 1 is at most 52, so every
 * intermediate number is a multiple of the unit's power and below 2^53 of it. 0 if the extent is so
 * small or large that powers of the unit leave the range. */
static double grid_unit(double extent, int bits) {
    if (!(extent >= 0x1p-250 && extent <= 0x1p250))
        return 0;
    TACTI_ASSERT(bits > 0 && bits < 52);
    return tacti_power_of_two(tacti_exponent(extent) + 1 - bits);
}

int tacti_orient2d_exact(const tact_vec2 *a, const tact_vec2 *b, const tact_vec2 *c) {
    tacti_diff2 ab = {*b, *a}, ac = {*c, *a};
    const double x[6] = {a->x, a->y, b->x, b->y, c->x, c->y};
    double bx = b->x - a->x, by = b->y - a->y, cx = c->x - a->x, cy = c->y - a->y;
    double unit =
        grid_unit(tacti_max(tacti_max(fabs(bx), fabs(by)), tacti_max(fabs(cx), fabs(cy))), 25);
    if (unit > 0 && is_on_grid(x, 6, unit))
        return tacti_sign(bx * cy - by * cx);
    return tacti_det2_sign_exact(&ab, &ac);
}

static double largest_coordinate(tact_vec3 v) {
    return tacti_max(tacti_max(fabs(v.x), fabs(v.y)), fabs(v.z));
}

int tacti_orient3d_exact(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                         const tact_vec3 *d) {
    /* Neighbours in a mesh share corners, by far the most common reason for 0. */
    if (tacti_vec3_is_equal(d, a) || tacti_vec3_is_equal(d, b) || tacti_vec3_is_equal(d, c) ||
        tacti_vec3_is_equal(a, b) || tacti_vec3_is_equal(b, c) || tacti_vec3_is_equal(c, a))
        return 0;
    /* The second most common: flat parts on a coarse grid of coordinates. */
    const double x[12] = {a->x, a->y, a->z, b->x, b->y, b->z, c->x, c->y, c->z, d->x, d->y, d->z};
    tact_vec3 ab = tacti_vec3_sub(*b, *a), ac = tacti_vec3_sub(*c, *a), ad = tacti_vec3_sub(*d, *a);
    double extent = tacti_max(largest_coordinate(ab),
                              tacti_max(largest_coordinate(ac), largest_coordinate(ad)));
    double unit = grid_unit(extent, 16);
    if (unit > 0 && is_on_grid(x, 12, unit))
        return tacti_sign(tacti_vec3_dot(ad, tacti_vec3_cross(ab, ac)));
    tacti_diff3 to_d = {*d, *a}, to_b = {*b, *a}, to_c = {*c, *a};
    return tacti_det3_sign_exact(&to_d, &to_b, &to_c);
}

/* ---- Values ------------------------------------------------------------------------------- */

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

/* Whether an approximation has a relative error of at most 2^-52: it exceeds 2^-45 of the
 * permanent. 0 never passes. */
static bool is_accurate(approximation det) {
    return fabs(det.value) > 0x1p-45 * det.permanent;
}

tacti_scaled tacti_det3_value(const tacti_diff3 *a, const tacti_diff3 *b, const tacti_diff3 *c) {
    rows3 rows = rows3_from(a, b, c);
    if (is_in_expansion_range(&rows.to[0][0], 9) && is_in_expansion_range(&rows.from[0][0], 9)) {
        approximation det = det3_twofold(&rows);
        if (is_accurate(det))
            return (tacti_scaled){det.value, 0};
        double h[192];
        int count = det3_expansion(&rows, h);
        return (tacti_scaled){tacti_expansion_estimate(count, h), 0};
    }
    if (!is_finite(&rows.to[0][0], 9) || !is_finite(&rows.from[0][0], 9))
        return (tacti_scaled){0, 0};
    tacti_wide wide;
    int exponent = det3_wide(&rows, &wide);
    return tacti_wide_to_scaled(&wide, exponent);
}

void tacti_det3_two_values(const tacti_diff3 a[2], const tacti_diff3 *b, const tacti_diff3 *c,
                           tacti_scaled value[2]) {
    rows3 rows = rows3_from(&a[0], b, c);
    const double to[3] = {a[1].to.x, a[1].to.y, a[1].to.z};
    const double from[3] = {a[1].from.x, a[1].from.y, a[1].from.z};
    if (is_in_expansion_range(&rows.to[0][0], 9) && is_in_expansion_range(&rows.from[0][0], 9) &&
        is_in_expansion_range(to, 3) && is_in_expansion_range(from, 3)) {
        minors rest;
        minors_of(&rows, &rest);
        approximation first = expand_by(rows.to[0], rows.from[0], &rest);
        approximation second = expand_by(to, from, &rest);
        if (is_accurate(first) && is_accurate(second)) {
            value[0] = (tacti_scaled){first.value, 0};
            value[1] = (tacti_scaled){second.value, 0};
            return;
        }
    }
    value[0] = tacti_det3_value(&a[0], b, c);
    value[1] = tacti_det3_value(&a[1], b, c);
}
