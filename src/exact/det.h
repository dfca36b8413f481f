/* SPDX-License-Identifier: MIT */
/* Determinants of differences of points: their exact sign and their accurate value, for every
 * finite input. The filters are inline, so hot code decides nearly every sign in place. The
 * functions of det.c decide the rest. */
#ifndef TACTI_EXACT_DET_H
#define TACTI_EXACT_DET_H

#include "exact/wide.h"

#include <math.h>
#include <stdbool.h>
#include <tact/math.h>

/* The vector to - from, taken exactly. A plain direction d is the difference of d and 0. */
typedef struct tacti_diff2 {
    tact_vec2 to, from;
} tacti_diff2;

typedef struct tacti_diff3 {
    tact_vec3 to, from;
} tacti_diff3;

/* ---- Error bounds of the filters -----------------------------------------------------------
 *
 * Write u = 2^-53. Each rounded operation gives its exact result times (1 + d), |d| <= u; sums and
 * differences do so even if they are subnormal.
 *
 * 3x3, without underflow. Each of the six products of three true differences passes through at most
 * eight roundings: three differences, a product, the difference of a minor, a product, two sums. So
 *     |computed - true| <= g P,  g = 8u / (1 - 8u),
 * where P is the sum of the six products' magnitudes. With B, C, D the sums of the magnitudes of
 * the coordinates of the true vectors, P <= B C D, because each product takes a different axis from
 * each. The computed sums go through three roundings each and the two products through two more, so
 * B C D <= (computed B C D) / (1 - 11u). The error is below 8.001 u times the computed B C D. The
 * bound used is 9 u times it; its own two roundings change that by less than 0.001 u.
 *
 * 3x3, with underflow. Only products can underflow, and each then errs by at most h = 2^-1075 in
 * addition: a minor by 2h, times its factor, and a term by h, so at most 2h D + 3h in all. The
 * bound takes B C as at least 2^-1000 and is itself at least 2^-1000. The margin 0.99 u 2^-1000 D
 * (or more) covers 2h D. If the bound is raised to 2^-1000, the rest of the error is at most
 * (8.01/9) 2^-1000, so 3h fits as well. If it is not raised, 0.1 times the bound exceeds 3h.
 *
 * 2x2. There are four roundings (two differences, a product, a difference), so without underflow
 * the error is below 4.001 u times the sum of the two computed products' magnitudes; the bound used
 * is 5 u times it, at least 2^-1000, which covers the 2h of underflow in the same way.
 *
 * Overflow. An infinite or NaN bound, or a NaN determinant, makes the comparison fail. A computed
 * 3x3 determinant is infinite only if an intermediate number reached 2^1024. If that was a term or
 * a sum of terms, B C D is at least 2^1023; if it was a minor, both of its products are at least
 * 2^1022, so B C is infinite (docs/exact.md). Twice B C D, and so the bound, is then infinite. A
 * 2x2 determinant is infinite only if the sum of the magnitudes of its products is.
 *
 * The filter decides if the determinant's magnitude exceeds its bound, and leaves the sign open
 * otherwise. */
#define TACTI_DET3_HALF_ERROR 0x9p-54
#define TACTI_DET2_ERROR 0x5p-53
#define TACTI_LEAST 0x1p-1000

/* The bound of a 3x3 determinant from B C and D. Comparisons are written so that NaN propagates. */
static inline double tacti_det3_bound(double bc, double d) {
    double minors = TACTI_LEAST > bc ? TACTI_LEAST : bc;
    double product = minors * d;
    double bound = TACTI_DET3_HALF_ERROR * (product + product);
    return TACTI_LEAST > bound ? TACTI_LEAST : bound;
}

/* Whether a computed 2x2 determinant has the sign of the true one. */
static inline bool tacti_det2_is_certain(double det, double permanent) {
    double bound = TACTI_DET2_ERROR * permanent;
    return fabs(det) > (TACTI_LEAST > bound ? TACTI_LEAST : bound);
}

static inline int tacti_sign(double x) {
    return (x > 0) - (x < 0);
}

/* ---- Exact signs and accurate values ------------------------------------------------------ */

/* The sign of det(a, b) = a.x b.y - a.y b.x. */
int tacti_det2_sign_exact(const tacti_diff2 *a, const tacti_diff2 *b);

/* The sign of det(a, b, c) = a . (b x c). */
int tacti_det3_sign_exact(const tacti_diff3 *a, const tacti_diff3 *b, const tacti_diff3 *c);

/* The determinants with a relative error of at most 2^-51. */
tacti_scaled tacti_det2_value(const tacti_diff2 *a, const tacti_diff2 *b);
tacti_scaled tacti_det3_value(const tacti_diff3 *a, const tacti_diff3 *b, const tacti_diff3 *c);

/* tacti_det3_value() of a[0], b, c and of a[1], b, c. */
void tacti_det3_two_values(const tacti_diff3 a[2], const tacti_diff3 *b, const tacti_diff3 *c,
                           tacti_scaled value[2]);

/* The same for points, so that the filters below store no differences in memory. */
int tacti_orient2d_exact(const tact_vec2 *a, const tact_vec2 *b, const tact_vec2 *c);
int tacti_orient3d_exact(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                         const tact_vec3 *d);

/* ---- Filter first, for hot code ----------------------------------------------------------- */

/* tact_orient2d() inline: the sign of det(b - a, c - a). */
static inline int tacti_orient2d(const tact_vec2 *a, const tact_vec2 *b, const tact_vec2 *c) {
    double left = (b->x - a->x) * (c->y - a->y);
    double right = (b->y - a->y) * (c->x - a->x);
    double det = left - right;
    if (tacti_det2_is_certain(det, fabs(left) + fabs(right)))
        return det > 0 ? 1 : -1;
    return tacti_orient2d_exact(a, b, c);
}

/* tact_orient3d() inline: the sign of det(d - a, b - a, c - a). */
static inline int tacti_orient3d(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                                 const tact_vec3 *d) {
    double bx = b->x - a->x, by = b->y - a->y, bz = b->z - a->z;
    double cx = c->x - a->x, cy = c->y - a->y, cz = c->z - a->z;
    double dx = d->x - a->x, dy = d->y - a->y, dz = d->z - a->z;
    double det = (dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz)) + dz * (bx * cy - by * cx);
    double b_sum = (fabs(bx) + fabs(by)) + fabs(bz);
    double c_sum = (fabs(cx) + fabs(cy)) + fabs(cz);
    double d_sum = (fabs(dx) + fabs(dy)) + fabs(dz);
    if (fabs(det) > tacti_det3_bound(b_sum * c_sum, d_sum))
        return det > 0 ? 1 : -1;
    return tacti_orient3d_exact(a, b, c, d);
}

/* The sign of det(a, b). */
static inline int tacti_det2_sign(const tacti_diff2 *a, const tacti_diff2 *b) {
    double left = (a->to.x - a->from.x) * (b->to.y - b->from.y);
    double right = (a->to.y - a->from.y) * (b->to.x - b->from.x);
    double det = left - right;
    if (tacti_det2_is_certain(det, fabs(left) + fabs(right)))
        return det > 0 ? 1 : -1;
    return tacti_det2_sign_exact(a, b);
}

/* The sign of det(a, b, c). */
static inline int tacti_det3_sign(const tacti_diff3 *a, const tacti_diff3 *b,
                                  const tacti_diff3 *c) {
    double ax = a->to.x - a->from.x, ay = a->to.y - a->from.y, az = a->to.z - a->from.z;
    double bx = b->to.x - b->from.x, by = b->to.y - b->from.y, bz = b->to.z - b->from.z;
    double cx = c->to.x - c->from.x, cy = c->to.y - c->from.y, cz = c->to.z - c->from.z;
    double det = (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz)) + az * (bx * cy - by * cx);
    double a_sum = (fabs(ax) + fabs(ay)) + fabs(az);
    double b_sum = (fabs(bx) + fabs(by)) + fabs(bz);
    double c_sum = (fabs(cx) + fabs(cy)) + fabs(cz);
    if (fabs(det) > tacti_det3_bound(b_sum * c_sum, a_sum))
        return det > 0 ? 1 : -1;
    return tacti_det3_sign_exact(a, b, c);
}

/* A point with one axis (0, 1 or 2) dropped. The other two are in cyclic order, so the projection
 * of a right-handed turn around that axis is counterclockwise. */
static inline tact_vec2 tacti_drop_axis(tact_vec3 p, unsigned axis) {
    switch (axis) {
    case 0:
        return (tact_vec2){p.y, p.z};
    case 1:
        return (tact_vec2){p.z, p.x};
    default:
        return (tact_vec2){p.x, p.y};
    }
}

/* tacti_orient2d() of points with one axis dropped. */
static inline int tacti_orient2d_dropped(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                                         unsigned axis) {
    tact_vec2 a2 = tacti_drop_axis(*a, axis);
    tact_vec2 b2 = tacti_drop_axis(*b, axis);
    tact_vec2 c2 = tacti_drop_axis(*c, axis);
    return tacti_orient2d(&a2, &b2, &c2);
}

/* a / b, for values with exponents of their own; b is not 0. */
static inline double tacti_scaled_ratio(tacti_scaled a, tacti_scaled b) {
    double ratio = a.mantissa / b.mantissa;
    return a.exponent == b.exponent ? ratio : ldexp(ratio, a.exponent - b.exponent);
}

#endif
