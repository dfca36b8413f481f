/* SPDX-License-Identifier: MIT */
/* The solid angle W of a triangle by the formula of A. van Oosterom and J. Strackee (1983): with
 * a, b, c the vectors from the point to its corners,
 *
 *     tan(W / 2) = det(a, b, c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|).
 *
 * Write (x, y) for denominator and numerator, and p = |a||b||c|. The errors
 * hold with u = 2^-53 if all lengths are between 2^-250 and 2^101 (after scaling if necessary), so
 * that nothing that matters underflows:
 * - y errs by at most 9 u (sum |a_i|)(sum |b_i|)(sum |c_i|) (exact/det.h), which includes the
 *   differences. Each sum is at most sqrt(3) times the length: 47 u p.
 * - Lengths have a relative error of 4 u (u for differences; 2.5 u for squares and sums, halved by
 *   the square root, and for the root itself). Dot products err by 6 u |a||b|. So a term of x errs
 *   by at most 12 u p, and 4 terms are summed with 3 roundings of at most 4 p: x errs by less than
 *   60 u p.
 * Together the vector (x, y) is off by less than 77 u p < 2^-46 p, so its angle is off by at most
 * asin(2^-46 p / |(x, y)|). The sign of W is that of the determinant, which is exact. So only the
 * angle of (x, |y|), between 0 and pi, is taken from rounded numbers. */
#include "inside/solid_angle.h"

#include <math.h>

#include "base/assert.h"
#include "exact/det.h"
#include "math/angle.h"
#include "math/vec.h"
#include "frame/placed_triangle.h"

#define VECTOR_ERROR 0x1p-46
#define ANGLE_ERROR 0x1p-50
#define LEAST_LENGTH 0x1p-250

/* Of the sum, per term. The low part of the twofold sum is at most n u S for n terms with partial
 * sums up to S <= n pi. It is rounded n times with a relative error of u: for n < 2^28 by less than
 * 2^-46 each time. */
#define SUM_ERROR 0x1p-46

#define HALF_PI 0x1.921fb54442d18p0

static double largest(tact_vec3 v) {
    v = tacti_vec3_abs(v);
    return tacti_max(tacti_max(v.x, v.y), v.z);
}

/* Scales by a power of two so that the largest coordinate is in [1, 2). */
static void scale(tact_vec3 d[3], double most) {
    int shift = most > 0 ? -tacti_exponent(most) : 0;
    for (int i = 0; i < 3; i++)
        d[i] = (tact_vec3){tacti_scale_by_power(d[i].x, shift), tacti_scale_by_power(d[i].y, shift),
                           tacti_scale_by_power(d[i].z, shift)};
}

/* Half the solid angle without its sign. */
static double half_angle(const tact_triangle *t, const tact_vec3 *point, double *error) {
    tact_vec3 d[3];
    double most = 0;
    for (int i = 0; i < 3; i++) {
        d[i] = tacti_vec3_sub(t->v[i], *point);
        most = tacti_max(most, largest(d[i]));
    }
    if (!(most > 0x1p-100 && most < 0x1p100))
        scale(d, most);
    double length[3], dot[3];
    for (int i = 0; i < 3; i++)
        length[i] = sqrt(tacti_vec3_dot(d[i], d[i]));
    for (int i = 0; i < 3; i++)
        dot[i] = tacti_vec3_dot(d[(i + 1) % 3], d[(i + 2) % 3]);
    double product = length[0] * length[1] * length[2];
    double y = fabs(tacti_vec3_dot(d[0], tacti_vec3_cross(d[1], d[2])));
    double x = ((product + dot[0] * length[0]) + dot[1] * length[1]) + dot[2] * length[2];
    double least = tacti_min(tacti_min(length[0], length[1]), length[2]);
    double ratio = VECTOR_ERROR * product / sqrt(x * x + y * y);
    if (!(least >= LEAST_LENGTH) || !(ratio < 0x1p-3)) {
        *error = HALF_PI * (1 + 0x1p-50);
        return HALF_PI; /* the angle may be anything from 0 to pi */
    }
    TACTI_ASSERT(ratio >= 0 && y >= 0);
    *error = 1.02 * ratio + ANGLE_ERROR; /* asin x < 1.003 x; the rest is rounding */
    return tacti_angle(x, y);
}

void tacti_angle_sum_add(tacti_angle_sum *sum, const tact_triangle *t, const tact_vec3 *point) {
    sum->count++;
    int side = tacti_orient3d(&t->v[0], &t->v[1], &t->v[2], point);
    if (side == 0) {
        /* In the triangle's plane the angle counts as 0, on the triangle and beside it. */
        sum->is_on_surface = sum->is_on_surface || tacti_triangle_holds(t, point);
        return;
    }
    double error, angle = half_angle(t, point, &error);
    tacti_twofold next = tacti_twofold_sum(sum->sum.hi, side < 0 ? angle : -angle);
    sum->sum = (tacti_twofold){next.hi, sum->sum.lo + next.lo};
    sum->error += error;
}

double tacti_angle_sum_error(const tacti_angle_sum *sum) {
    return (sum->error + SUM_ERROR * (double)sum->count) * (1 + 0x1p-20);
}
