/* SPDX-License-Identifier: MIT */
/* The separating-axis test of two fitted boxes with the six axes of their faces, in double.
 *
 * Rounding. u = 2^-53; boxes lie in [-1, 1]^3, so centres and half extents along an axis are at
 * most 1.75, and scales are at most 1. Axes B of b turned into a's frame err by 4 u per entry,
 * their products W with the axes A of a by 12 u per entry. Sums of three terms W c and |W| h, each
 * at most 1.75, err by 3 * 12 u * 1.75 + 4 u * 5.25 < 90 u each. The shift along an axis errs by 8
 * u |shift|. Axes that are orthonormal only up to TACTI_FIT_DEFECT = 2^-48 change a coordinate that
 * is composed of three others by at most 3 * 1.75 * 2^-48 < 170 u per box. Boxes hold their
 * vertices up to TACTI_FIT_RESIDUAL = 32 u along each axis, three of which are summed: 128 u for
 * both. In all below 2 * 90 u + 2 * 170 u + 128 u + 16 u |shift| < 2^-43 (1 + |shift|). The errors
 * of the placement itself, and of a rotation that is not quite orthogonal, are those of mesh_pair.c
 * and are added there. */
#include "frame/fitted.h"

#include <math.h>

#include "base/assert.h"
#include "math/vec.h"

static double dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static double gap_of(double distance, double half_a, double half_b) {
    return tacti_abs(distance) - (half_a + half_b);
}

double tacti_fitted_gap(const tacti_fitted_box *a, const tacti_fitted_box *b,
                        const tacti_placement_pair *placed) {
    TACTI_ASSERT(placed->scale[0] <= 1 && placed->scale[1] <= 1);
    double w[3][3], shift_a[3], shift_b[3], most = -HUGE_VAL;
    for (int j = 0; j < 3; j++) {
        const double turned[3] = {dot(placed->rotation[0], b->axis[j]),
                                  dot(placed->rotation[1], b->axis[j]),
                                  dot(placed->rotation[2], b->axis[j])};
        for (int i = 0; i < 3; i++)
            w[i][j] = dot(a->axis[i], turned);
        shift_b[j] = dot(turned, placed->shift);
        shift_a[j] = dot(a->axis[j], placed->shift);
    }
    double scale_a = placed->scale[0], scale_b = placed->scale[1];
    for (int i = 0; i < 3; i++) {
        const double row[3] = {tacti_abs(w[i][0]), tacti_abs(w[i][1]), tacti_abs(w[i][2])};
        const double column[3] = {w[0][i], w[1][i], w[2][i]};
        const double sizes[3] = {tacti_abs(column[0]), tacti_abs(column[1]), tacti_abs(column[2])};
        double along_a = (scale_b * dot(w[i], b->center) + shift_a[i]) - scale_a * a->center[i];
        double along_b = (scale_a * dot(column, a->center) - shift_b[i]) - scale_b * b->center[i];
        most = tacti_max(gap_of(along_a, scale_a * a->half[i], scale_b * dot(row, b->half)), most);
        most =
            tacti_max(gap_of(along_b, scale_b * b->half[i], scale_a * dot(sizes, a->half)), most);
    }
    return most;
}
