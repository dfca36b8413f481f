/* SPDX-License-Identifier: MIT */
/* Poses: positions and orientations. The placement itself is tacti_pose_place() in vec.h, shared
 * with the hot loops of other rooms; this file has its public form, the conversions, and the check
 * whether twelve numbers are a pose. */
#include <tact/math.h>

#include <math.h>

#include "base/assert.h"
#include "base/alloc.h"
#include "math/pose_pair.h"
#include "math/vec.h"

/* How far an entry of R^T R may be from that of the identity. */
#define ORTHOGONALITY_LIMIT 1e-6

/* ---- Making ------------------------------------------------------------------------------- */

tact_pose tact_pose_identity(void) {
    return (tact_pose){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
}

tact_pose tact_pose_make(tact_mat3 rotation, tact_vec3 translation) {
    double(*r)[3] = rotation.m;
    return (tact_pose){{r[0][0], r[0][1], r[0][2], translation.x, r[1][0], r[1][1], r[1][2],
                        translation.y, r[2][0], r[2][1], r[2][2], translation.z}};
}

static bool quat_is_finite(tact_quat q) {
    return tacti_is_finite(q.w) && tacti_is_finite(q.x) && tacti_is_finite(q.y) &&
           tacti_is_finite(q.z);
}

/* q, which is not 0, times the power of two that brings its largest number into [1, 2). */
static tact_quat quat_scaled(tact_quat q) {
    double largest = tacti_max(tacti_max(tacti_abs(q.w), tacti_abs(q.x)),
                               tacti_max(tacti_abs(q.y), tacti_abs(q.z)));
    TACTI_ASSERT(largest > 0 && tacti_is_finite(largest));
    int k = -tacti_exponent(largest);
    return (tact_quat){tacti_scale_by_power(q.w, k), tacti_scale_by_power(q.x, k),
                       tacti_scale_by_power(q.y, k), tacti_scale_by_power(q.z, k)};
}

tact_status tact_pose_from_quat(tact_quat rotation, tact_vec3 translation, tact_pose *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!quat_is_finite(rotation) || !tacti_vec3_is_finite(translation))
        return TACT_NOT_FINITE;
    if (rotation.w == 0 && rotation.x == 0 && rotation.y == 0 && rotation.z == 0)
        return TACT_INVALID_ARGUMENT;
    tact_quat q = quat_scaled(rotation);
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    double s = 2 / (((q.w * q.w + xx) + yy) + zz);
    tact_mat3 r = {{{1 - s * (yy + zz), s * (xy - wz), s * (xz + wy)},
                    {s * (xy + wz), 1 - s * (zz + xx), s * (yz - wx)},
                    {s * (xz - wy), s * (yz + wx), 1 - s * (xx + yy)}}};
    *out = tact_pose_make(r, translation);
    return TACT_OK;
}

tact_status tact_pose_from_axis_angle(tact_vec3 axis, double radians, tact_vec3 translation,
                                      tact_pose *out) {
    tact_quat rotation;
    tact_status status = tact_quat_from_axis_angle(axis, radians, &rotation);
    if (status != TACT_OK)
        return status;
    return tact_pose_from_quat(rotation, translation, out);
}

/* ---- To a quaternion ---------------------------------------------------------------------- */

/* A multiple of the quaternion of a rotation. The diagonal gives its largest number first, so that
 * nothing cancels (S. W. Shepperd, Quaternion from rotation matrix, 1978). */
static tact_quat quat_of_rotation(const double m[12]) {
    double r00 = m[0], r11 = m[5], r22 = m[10];
    double trace = (r00 + r11) + r22;
    if (trace >= r00 && trace >= r11 && trace >= r22)
        return (tact_quat){1 + trace, m[9] - m[6], m[2] - m[8], m[4] - m[1]};
    if (r00 >= r11 && r00 >= r22)
        return (tact_quat){m[9] - m[6], 1 + (r00 - r11 - r22), m[1] + m[4], m[2] + m[8]};
    if (r11 >= r22)
        return (tact_quat){m[2] - m[8], m[1] + m[4], 1 + (r11 - r22 - r00), m[6] + m[9]};
    return (tact_quat){m[4] - m[1], m[2] + m[8], m[6] + m[9], 1 + (r22 - r00 - r11)};
}

/* Whether the first number that is not 0 is negative. */
static bool quat_starts_negative(tact_quat q) {
    double numbers[4] = {q.w, q.x, q.y, q.z};
    for (int i = 0; i < 4; i++)
        if (numbers[i] != 0)
            return numbers[i] < 0;
    return false;
}

tact_quat tact_pose_to_quat(tact_pose pose) {
    tact_quat q = quat_of_rotation(pose.m);
    double length = sqrt(((q.w * q.w + q.x * q.x) + q.y * q.y) + q.z * q.z);
    if (quat_starts_negative(q))
        length = -length;
    /* + 0 turns -0 into +0 */
    return (tact_quat){q.w / length + 0, q.x / length + 0, q.y / length + 0, q.z / length + 0};
}

/* ---- Checking ----------------------------------------------------------------------------- */

/* The names of the twelve numbers, for messages. */
static const char *const entry_names[12] = {"r00", "r01", "r02", "tx",  "r10", "r11",
                                            "r12", "ty",  "r20", "r21", "r22", "tz"};

/* Column i times column j of the rotation. */
static double columns_dot(const double m[12], int i, int j) {
    return (m[i] * m[j] + m[4 + i] * m[4 + j]) + m[8 + i] * m[8 + j];
}

double tacti_pose_defect(const tact_pose *pose) {
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double dot = columns_dot(pose->m, i, j);
            most = tacti_max(most, tacti_abs(i == j ? dot - 1 : dot));
        }
    return most;
}

static tact_mat3 pose_rotation(const double m[12]) {
    return (tact_mat3){{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}};
}

tact_status tact_pose_validate(tact_pose pose, tact_error *error) {
    const double *m = pose.m;
    for (int i = 0; i < 12; i++)
        if (!tacti_is_finite(m[i]))
            return tacti_error_set(error, TACT_NOT_FINITE, 0, (uint64_t)i,
                                   "number %d of the pose (%s) is %g; all twelve must be finite", i,
                                   entry_names[i], m[i]);
    for (int j = 0; j < 3; j++) {
        double square = columns_dot(m, j, j);
        /* Written so that a NaN from overflow is refused too. */
        if (!(tacti_abs(square - 1) <= ORTHOGONALITY_LIMIT))
            return tacti_error_set(error, TACT_INVALID_POSE, 0, (uint64_t)j,
                                   "column %d of the rotation (%s, %s, %s) has squared length "
                                   "%.17g; it must be within 1e-06 of 1",
                                   j, entry_names[j], entry_names[4 + j], entry_names[8 + j],
                                   square);
        for (int i = 0; i < j; i++) {
            double dot = columns_dot(m, i, j);
            if (!(tacti_abs(dot) <= ORTHOGONALITY_LIMIT))
                return tacti_error_set(error, TACT_INVALID_POSE, 0, (uint64_t)j,
                                       "columns %d and %d of the rotation have dot product %.17g; "
                                       "it must be within 1e-06 of 0",
                                       i, j, dot);
        }
    }
    /* With such columns the determinant is within 2e-6 of 1 or -1: its rounded sign is right. */
    double determinant = tact_mat3_determinant(pose_rotation(m));
    if (!(determinant > 0))
        return tacti_error_set(error, TACT_INVALID_POSE, 0, TACT_NO_INDEX,
                               "the rotation has determinant %.17g: it is a mirror image; negate a "
                               "column",
                               determinant);
    return TACT_OK;
}

/* ---- Using -------------------------------------------------------------------------------- */

tact_vec3 tact_pose_place(tact_pose pose, tact_vec3 point) {
    return tacti_pose_place(&pose, point);
}

tact_vec3 tact_pose_rotate(tact_pose pose, tact_vec3 direction) {
    return tact_mat3_apply(pose_rotation(pose.m), direction);
}

tact_triangle tact_pose_place_triangle(tact_pose pose, const tact_triangle *triangle) {
    tact_triangle placed;
    for (int i = 0; i < 3; i++)
        placed.v[i] = tacti_pose_place(&pose, triangle->v[i]);
    return placed;
}

tact_pose tact_pose_compose(tact_pose a, tact_pose b) {
    tact_mat3 rotation = tact_mat3_multiply(pose_rotation(a.m), pose_rotation(b.m));
    tact_vec3 translation = tacti_pose_place(&a, (tact_vec3){b.m[3], b.m[7], b.m[11]});
    return tact_pose_make(rotation, translation);
}

tact_pose tact_pose_inverse(tact_pose pose) {
    tact_mat3 back = tact_mat3_transpose(pose_rotation(pose.m));
    tact_vec3 t = tact_mat3_apply(back, (tact_vec3){pose.m[3], pose.m[7], pose.m[11]});
    return tact_pose_make(back, (tact_vec3){0 - t.x, 0 - t.y, 0 - t.z}); /* no -0 */
}
