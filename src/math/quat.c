/* SPDX-License-Identifier: MIT */
/* Quaternions. Their conversion to and from poses is in pose.c. */
#include <tact/math.h>

#include "math/vec.h"

tact_quat tact_quat_identity(void) {
    return (tact_quat){1, 0, 0, 0};
}

tact_quat tact_quat_multiply(tact_quat a, tact_quat b) {
    return (tact_quat){((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z,
                       ((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y,
                       ((a.w * b.y + a.y * b.w) + a.z * b.x) - a.x * b.z,
                       ((a.w * b.z + a.z * b.w) + a.x * b.y) - a.y * b.x};
}

tact_quat tact_quat_conjugate(tact_quat q) {
    return (tact_quat){q.w, -q.x, -q.y, -q.z};
}

tact_status tact_quat_from_axis_angle(tact_vec3 axis, double radians, tact_quat *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!tacti_vec3_is_finite(axis) || !tacti_is_finite(radians))
        return TACT_NOT_FINITE;
    if (axis.x == 0 && axis.y == 0 && axis.z == 0)
        return TACT_INVALID_ARGUMENT;
    double sine = tact_sin(0.5 * radians);
    tact_vec3 direction = tacti_vec3_scale(tact_vec3_normalize(axis), sine);
    *out = (tact_quat){tact_cos(0.5 * radians), direction.x, direction.y, direction.z};
    return TACT_OK;
}
