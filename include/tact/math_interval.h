/* SPDX-License-Identifier: MIT */
/**
 * @file math_interval.h
 * Interval arithmetic with outward rounding. tact/tact.h does not include it.
 */
#ifndef TACT_MATH_INTERVAL_H
#define TACT_MATH_INTERVAL_H

#include <tact/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The real numbers from lo to hi, both included; lo > hi is empty. */
typedef struct tact_interval {
    double lo; /**< Lower end. */
    double hi; /**< Upper end. */
} tact_interval;

/* Each result contains every value that the operation has on members of the arguments. An end is
 * the double nearest to the exact end, or the next one outward. Members are finite; an infinite end
 * means that there is no bound. Unless stated otherwise, an operation on an interval without a
 * finite member, or on NaN, gives [-inf, inf]. */

/** [x, x]. */
TACT_API tact_interval tact_interval_from(double x);
/** [lo, hi]. */
TACT_API tact_interval tact_interval_make(double lo, double hi);
/** a + b. */
TACT_API tact_interval tact_interval_add(tact_interval a, tact_interval b);
/** a - b. */
TACT_API tact_interval tact_interval_sub(tact_interval a, tact_interval b);
/** a b. */
TACT_API tact_interval tact_interval_mul(tact_interval a, tact_interval b);
/** a / b; [-inf, inf] if b contains 0. */
TACT_API tact_interval tact_interval_div(tact_interval a, tact_interval b);
/** The square of a, never below 0. */
TACT_API tact_interval tact_interval_square(tact_interval a);
/** The square root of the part of a that is not negative; [-inf, inf] if there is no such part. */
TACT_API tact_interval tact_interval_sqrt(tact_interval a);
/** -a. */
TACT_API tact_interval tact_interval_neg(tact_interval a);
/** The smallest interval that contains both. An empty one adds nothing; NaN gives [-inf, inf]. */
TACT_API tact_interval tact_interval_hull(tact_interval a, tact_interval b);
/** What both contain; may be empty. NaN gives [-inf, inf]. */
TACT_API tact_interval tact_interval_intersect(tact_interval a, tact_interval b);
/** Whether lo <= x <= hi. */
TACT_API bool tact_interval_contains(tact_interval a, double x);
/** Whether no number is in a: lo <= hi does not hold. */
TACT_API bool tact_interval_is_empty(tact_interval a);

#ifdef __cplusplus
}
#endif

#endif
