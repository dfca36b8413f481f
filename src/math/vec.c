/* SPDX-License-Identifier: MIT */
/* The public vector functions. Length and direction are first scaled by a power of two, so that no
 * square overflows or underflows. The scaling is exact unless a number underflows, and then the
 * number is too small to matter. */
#include <tact/math.h>

#include <math.h>

#include "math/vec.h"

tact_vec3 tact_vec3_make(double x, double y, double z) {
    return (tact_vec3){x, y, z};
}

tact_vec3 tact_vec3_add(tact_vec3 a, tact_vec3 b) {
    return tacti_vec3_add(a, b);
}

tact_vec3 tact_vec3_sub(tact_vec3 a, tact_vec3 b) {
    return tacti_vec3_sub(a, b);
}

tact_vec3 tact_vec3_scale(tact_vec3 a, double s) {
    return tacti_vec3_scale(a, s);
}

double tact_vec3_dot(tact_vec3 a, tact_vec3 b) {
    return tacti_vec3_dot(a, b);
}

tact_vec3 tact_vec3_cross(tact_vec3 a, tact_vec3 b) {
    return tacti_vec3_cross(a, b);
}

bool tact_vec3_is_finite(tact_vec3 a) {
    return tacti_vec3_is_finite(a);
}

/* The exponent of the largest coordinate of a finite vector other than zero. */
static int largest_exponent(tact_vec3 a) {
    tact_vec3 size = tacti_vec3_abs(a);
    return tacti_exponent(tacti_max(size.x, tacti_max(size.y, size.z)));
}

/* a 2^k; for k = -largest_exponent(a) the largest coordinate is in [1, 2). */
static tact_vec3 scale_by_power(tact_vec3 a, int k) {
    return (tact_vec3){tacti_scale_by_power(a.x, k), tacti_scale_by_power(a.y, k),
                       tacti_scale_by_power(a.z, k)};
}

static bool is_zero(tact_vec3 a) {
    return a.x == 0 && a.y == 0 && a.z == 0;
}

double tact_vec3_length(tact_vec3 a) {
    if (is_zero(a))
        return 0;
    if (!tacti_vec3_is_finite(a)) /* infinity, or NaN if a coordinate is NaN */
        return (tacti_abs(a.x) + tacti_abs(a.y)) + tacti_abs(a.z);
    int exponent = largest_exponent(a);
    tact_vec3 unit = scale_by_power(a, -exponent);
    return tacti_scale_by_power(sqrt(tacti_vec3_dot(unit, unit)), exponent);
}

tact_vec3 tact_vec3_normalize(tact_vec3 a) {
    if (is_zero(a) || !tacti_vec3_is_finite(a))
        return (tact_vec3){0, 0, 0};
    tact_vec3 unit = scale_by_power(a, -largest_exponent(a));
    double length = sqrt(tacti_vec3_dot(unit, unit));
    return (tact_vec3){unit.x / length, unit.y / length, unit.z / length};
}
