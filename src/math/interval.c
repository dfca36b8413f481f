/* SPDX-License-Identifier: MIT */
/* Interval arithmetic with outward rounding that does not change the rounding mode. An operation is
 * done in round to nearest, the sign of its rounding error is found exactly (twofold.h), and an end
 * moves to the neighbouring double only if the error demands it. If the error cannot be found
 * cheaply (operands or results beyond about 2^990 or below 2^-960), both ends move.
 *
 * Members of an interval are finite; an infinite end means that there is no bound. So an end that
 * is 0 times infinity is 0, and an interval such as [inf, inf] has no members. */
#include <tact/math_interval.h>
#include <tact/math.h>

#include <math.h>

#include "base/assert.h"
#include "math/twofold.h"
#include "math/vec.h"

/* The range in which tacti_twofold_product() is exact. */
#define FACTOR_MOST 0x1p990
#define PRODUCT_LEAST 0x1p-960
#define PRODUCT_MOST 0x1p1000

static tact_interval whole_line(void) {
    return (tact_interval){-tacti_infinity(), tacti_infinity()};
}

/* Whether there is a finite number in a; false for NaN. */
static bool is_usable(tact_interval a) {
    return a.lo <= a.hi && a.lo < tacti_infinity() && a.hi > -tacti_infinity();
}

static bool has_nan(tact_interval a) {
    return a.lo != a.lo || a.hi != a.hi;
}

/* ---- One operation on numbers, enclosed --------------------------------------------------- */

/* The doubles around an exact result. value is the rounded result. error is the exact result minus
 * value, correct in sign at least; NaN if it is not known. */
static tact_interval enclose(double value, double error) {
    return (tact_interval){error >= 0 ? value : tacti_next_down(value),
                           error <= 0 ? value : tacti_next_up(value)};
}

/* A result that is not 0 but was rounded to 0 keeps its sign. */
static tact_interval enclose_underflow(double zero) {
    return enclose(0, tacti_has_sign(zero) ? -1 : 1);
}

static bool is_product_exact(double a, double b, double product) {
    double size = tacti_abs(product);
    return tacti_abs(a) <= FACTOR_MOST && tacti_abs(b) <= FACTOR_MOST && size >= PRODUCT_LEAST &&
           size <= PRODUCT_MOST;
}

/* A number with the sign of target - a b, if a b is target to within a rounding; NaN if out of
 * range. */
static double remainder_sign(double target, double a, double b) {
    if (!is_product_exact(a, b, target))
        return tacti_nan();
    tacti_twofold product = tacti_twofold_product(a, b);
    return (target - product.hi) - product.lo;
}

/* Sums do not underflow. If one overflows, the error becomes infinite or NaN, as it should. */
static tact_interval enclose_sum(double a, double b) {
    /* With the larger one first, no step overflows unless the sum does. */
    tacti_twofold sum =
        tacti_abs(a) >= tacti_abs(b) ? tacti_twofold_fast_sum(a, b) : tacti_twofold_fast_sum(b, a);
    return enclose(sum.hi, sum.lo);
}

static tact_interval enclose_product(double a, double b) {
    if (a == 0 || b == 0)
        return (tact_interval){0, 0};
    double product = a * b;
    if (product == 0)
        return enclose_underflow(product);
    if (!is_product_exact(a, b, product))
        return enclose(product, tacti_nan());
    return enclose(product, tacti_twofold_product(a, b).lo);
}

/* a / b for b > 0; at most one of them is infinite. */
static tact_interval enclose_quotient(double a, double b) {
    if (a == 0 || b == tacti_infinity())
        return (tact_interval){0, 0};
    TACTI_ASSERT(b > 0);
    double quotient = a / b;
    if (quotient == 0)
        return enclose_underflow(quotient);
    return enclose(quotient, remainder_sign(a, quotient, b));
}

/* The square root of x >= 0. */
static tact_interval enclose_root(double x) {
    if (x == 0)
        return (tact_interval){0, 0};
    TACTI_ASSERT(x > 0);
    double root = sqrt(x);
    return enclose(root, remainder_sign(x, root, root));
}

/* ---- Public operations -------------------------------------------------------------------- */

tact_interval tact_interval_from(double x) {
    return (tact_interval){x, x};
}

tact_interval tact_interval_make(double lo, double hi) {
    return (tact_interval){lo, hi};
}

tact_interval tact_interval_add(tact_interval a, tact_interval b) {
    if (!is_usable(a) || !is_usable(b))
        return whole_line();
    return (tact_interval){enclose_sum(a.lo, b.lo).lo, enclose_sum(a.hi, b.hi).hi};
}

tact_interval tact_interval_sub(tact_interval a, tact_interval b) {
    return tact_interval_add(a, (tact_interval){-b.hi, -b.lo});
}

tact_interval tact_interval_mul(tact_interval a, tact_interval b) {
    if (!is_usable(a) || !is_usable(b))
        return whole_line();
    tact_interval ll = enclose_product(a.lo, b.lo), lh = enclose_product(a.lo, b.hi);
    tact_interval hl = enclose_product(a.hi, b.lo), hh = enclose_product(a.hi, b.hi);
    return (tact_interval){tacti_min(tacti_min(ll.lo, lh.lo), tacti_min(hl.lo, hh.lo)),
                           tacti_max(tacti_max(ll.hi, lh.hi), tacti_max(hl.hi, hh.hi))};
}

tact_interval tact_interval_div(tact_interval a, tact_interval b) {
    if (!is_usable(a) || !is_usable(b) || (b.lo <= 0 && b.hi >= 0))
        return whole_line();
    if (b.hi < 0) { /* a / b = -a / -b */
        a = (tact_interval){-a.hi, -a.lo};
        b = (tact_interval){-b.hi, -b.lo};
    }
    return (tact_interval){enclose_quotient(a.lo, a.lo < 0 ? b.lo : b.hi).lo,
                           enclose_quotient(a.hi, a.hi < 0 ? b.hi : b.lo).hi};
}

tact_interval tact_interval_square(tact_interval a) {
    if (!is_usable(a))
        return whole_line();
    double size_lo = tacti_abs(a.lo), size_hi = tacti_abs(a.hi);
    double most = tacti_max(size_lo, size_hi);
    double least = a.lo <= 0 && a.hi >= 0 ? 0 : tacti_min(size_lo, size_hi);
    return (tact_interval){enclose_product(least, least).lo, enclose_product(most, most).hi};
}

tact_interval tact_interval_sqrt(tact_interval a) {
    if (!is_usable(a) || a.hi < 0)
        return whole_line();
    return (tact_interval){enclose_root(tacti_max(a.lo, 0)).lo, enclose_root(a.hi).hi};
}

tact_interval tact_interval_neg(tact_interval a) {
    if (!is_usable(a))
        return whole_line();
    return (tact_interval){-a.hi, -a.lo};
}

tact_interval tact_interval_hull(tact_interval a, tact_interval b) {
    if (has_nan(a) || has_nan(b))
        return whole_line();
    if (tact_interval_is_empty(a))
        return b;
    if (tact_interval_is_empty(b))
        return a;
    return (tact_interval){tacti_min(a.lo, b.lo), tacti_max(a.hi, b.hi)};
}

tact_interval tact_interval_intersect(tact_interval a, tact_interval b) {
    if (has_nan(a) || has_nan(b))
        return whole_line();
    return (tact_interval){tacti_max(a.lo, b.lo), tacti_min(a.hi, b.hi)};
}

bool tact_interval_contains(tact_interval a, double x) {
    return a.lo <= x && x <= a.hi;
}

bool tact_interval_is_empty(tact_interval a) {
    return !(a.lo <= a.hi);
}
