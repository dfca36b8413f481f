/* SPDX-License-Identifier: MIT */
/**
 * @file math.h
 * Values: vectors, matrices, quaternions, poses, intervals, boxes and the other plain shapes, and
 * the small computations on them.
 *
 * Nothing here computes inline, so the bits of a result do not depend on the flags of the caller's
 * own code. Functions without a status accept every input. If a number is NaN or infinite, or a
 * result overflows, the result is what IEEE arithmetic gives.
 */
#ifndef TACT_MATH_H
#define TACT_MATH_H

#include <tact/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Value types -------------------------------------------------------------------------- */

/** A point or direction in the plane. */
typedef struct tact_vec2 {
    double x; /**< First coordinate. */
    double y; /**< Second coordinate. */
} tact_vec2;

/** A point or direction in space. */
typedef struct tact_vec3 {
    double x; /**< First coordinate. */
    double y; /**< Second coordinate. */
    double z; /**< Third coordinate. */
} tact_vec3;

/** A 3x3 matrix, m[row][column]. */
typedef struct tact_mat3 {
    double m[3][3]; /**< Entries, m[row][column]. */
} tact_mat3;

/** A quaternion w + xi + yj + zk. */
typedef struct tact_quat {
    double w; /**< The real part comes first. */
    double x; /**< Coefficient of i. */
    double y; /**< Coefficient of j. */
    double z; /**< Coefficient of k. */
} tact_quat;

/** A position and orientation: row-major 3x4, r00 r01 r02 tx r10 r11 r12 ty r20 r21 r22 tz. */
typedef struct tact_pose {
    double m[12]; /**< Entries, row by row. */
} tact_pose;

/** An axis-aligned box, closed; empty if lo exceeds hi in any coordinate. */
typedef struct tact_box {
    tact_vec3 lo; /**< Least corner. */
    tact_vec3 hi; /**< Greatest corner. */
} tact_box;

/** A ball, closed. */
typedef struct tact_sphere {
    tact_vec3 center; /**< Centre. */
    double radius;    /**< Radius, at least 0. */
} tact_sphere;

/** The points from a to b, both included. */
typedef struct tact_segment {
    tact_vec3 a; /**< One end. */
    tact_vec3 b; /**< The other end. */
} tact_segment;

/** The points origin + t direction with t >= 0; the direction need not have length 1. */
typedef struct tact_ray {
    tact_vec3 origin;    /**< Start. */
    tact_vec3 direction; /**< Direction, any length. */
} tact_ray;

/** The points p with normal . p = offset. */
typedef struct tact_plane {
    tact_vec3 normal; /**< Normal, any length. */
    double offset;    /**< Offset along the normal, times the normal's length. */
} tact_plane;

/** Three points and everything between them. */
typedef struct tact_triangle {
    tact_vec3 v[3]; /**< Corners. Edge i runs from v[i] to v[(i + 1) % 3]. */
} tact_triangle;

/* ---- Vectors ------------------------------------------------------------------------------ */

/** (x, y, z). */
TACT_API tact_vec3 tact_vec3_make(double x, double y, double z);
/** a + b. */
TACT_API tact_vec3 tact_vec3_add(tact_vec3 a, tact_vec3 b);
/** a - b. */
TACT_API tact_vec3 tact_vec3_sub(tact_vec3 a, tact_vec3 b);
/** a times s. */
TACT_API tact_vec3 tact_vec3_scale(tact_vec3 a, double s);
/** (a.x b.x + a.y b.y) + a.z b.z. */
TACT_API double tact_vec3_dot(tact_vec3 a, tact_vec3 b);
/** The cross product a x b. */
TACT_API tact_vec3 tact_vec3_cross(tact_vec3 a, tact_vec3 b);
/** The Euclidean length, without intermediate overflow or underflow. The relative error is below
 * 2.6 * 2^-53; for a subnormal length, half the spacing of subnormal doubles is added. */
TACT_API double tact_vec3_length(tact_vec3 a);
/** a divided by its length, for every length; (0, 0, 0) if a is zero or not finite. Each coordinate
 * has a relative error below 3.6 * 2^-53, or an error below 2^-1073. */
TACT_API tact_vec3 tact_vec3_normalize(tact_vec3 a);
/** Whether all three coordinates are finite. */
TACT_API bool tact_vec3_is_finite(tact_vec3 a);

/* ---- Matrices ----------------------------------------------------------------------------- */

/** The identity. */
TACT_API tact_mat3 tact_mat3_identity(void);
/** a times b. */
TACT_API tact_mat3 tact_mat3_multiply(tact_mat3 a, tact_mat3 b);
/** Rows and columns exchanged. */
TACT_API tact_mat3 tact_mat3_transpose(tact_mat3 a);
/** a times the column v. */
TACT_API tact_vec3 tact_mat3_apply(tact_mat3 a, tact_vec3 v);
/** The determinant, by expansion along the first row. */
TACT_API double tact_mat3_determinant(tact_mat3 a);

/** Eigenvalues and eigenvectors of a symmetric matrix. */
typedef struct tact_eigen3 {
    tact_vec3 values;  /**< In descending order. */
    tact_mat3 vectors; /**< Row i belongs to value i; rows are orthonormal and right-handed, and the
                          largest entry (the first of equals) of rows 0 and 1 is positive. */
} tact_eigen3;

/**
 * Eigenvalues and eigenvectors of the symmetric matrix whose upper triangle is that of a (cyclic
 * Jacobi rotations). For finite entries the residual |A v - value v| stays below 1e-14 times the
 * largest entry (plus the spacing of subnormal numbers), unless a value overflows. The input alone
 * determines every sign and the order. All results are NaN if an entry is not finite.
 */
TACT_API tact_eigen3 tact_mat3_symmetric_eigen(tact_mat3 a);

/* ---- Sine and cosine, quaternions --------------------------------------------------------- */

/** Sine of x radians, within 0.51 units in the last place for every finite x; NaN otherwise. */
TACT_API double tact_sin(double x);
/** Cosine of x radians, within 0.51 units in the last place for every finite x; NaN otherwise. */
TACT_API double tact_cos(double x);

/** The quaternion of no rotation. */
TACT_API tact_quat tact_quat_identity(void);
/** The rotation b followed by the rotation a. */
TACT_API tact_quat tact_quat_multiply(tact_quat a, tact_quat b);
/** (w, -x, -y, -z). */
TACT_API tact_quat tact_quat_conjugate(tact_quat q);
/** The rotation by radians around axis (any length but zero, right-hand rule), as a unit
 * quaternion. TACT_NOT_FINITE, or TACT_INVALID_ARGUMENT if the axis is zero or out is NULL. */
TACT_API tact_status tact_quat_from_axis_angle(tact_vec3 axis, double radians, tact_quat *out);

/* ---- Poses -------------------------------------------------------------------------------- */

/** The pose that moves nothing. */
TACT_API tact_pose tact_pose_identity(void);

/** Rotation matrix and translation side by side. */
TACT_API tact_pose tact_pose_make(tact_mat3 rotation, tact_vec3 translation);

/**
 * The pose of a quaternion of any length but zero. With s = 2 / (w^2 + x^2 + y^2 + z^2) (all four
 * first scaled by a power of two that brings the largest into [1, 2)), the rotation is
 * r00 = 1 - s (y^2 + z^2), r01 = s (x y - w z), r02 = s (x z + w y) and so on in cyclic order.
 * The sum of squares is added from left to right.
 * @return TACT_NOT_FINITE (rotation or translation), or TACT_INVALID_ARGUMENT if the quaternion is
 *         zero or out is NULL.
 */
TACT_API tact_status tact_pose_from_quat(tact_quat rotation, tact_vec3 translation, tact_pose *out);

/** The pose of a rotation by radians around axis: tact_quat_from_axis_angle(), then
 * tact_pose_from_quat(). Returns the same statuses. */
TACT_API tact_status tact_pose_from_axis_angle(tact_vec3 axis, double radians,
                                               tact_vec3 translation, tact_pose *out);

/** The unit quaternion of a valid pose's rotation: w >= 0, and if w is 0, the first of x, y, z that
 * is not 0 is positive. */
TACT_API tact_quat tact_pose_to_quat(tact_pose pose);

/**
 * Accepts a pose whose entries are finite, with every entry of |R^T R - I| at most 1e-6 and a
 * positive determinant. Each entry is computed in double as (a0 b0 + a1 b1) + a2 b2 from the two
 * columns and then compared, so the exact value may be beyond the limit by 1e-15. On refusal the
 * message in error (may be NULL) says what is wrong. Its index is that of the entry that is not
 * finite, or that of the first entry of the column (0, 1 or 2) whose length or angle to an earlier
 * column is wrong, or TACT_NO_INDEX for a mirror image.
 * @return TACT_OK, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
TACT_API tact_status tact_pose_validate(tact_pose pose, tact_error *error);

/**
 * The point as placed by the pose: each row as ((r0 x + r1 y) + r2 z) + t in IEEE double
 * arithmetic, rounded after each operation, never fused. This is the definition that all of tact
 * follows. The identity changes no point, except that a coordinate -0 becomes +0.
 */
TACT_API tact_vec3 tact_pose_place(tact_pose pose, tact_vec3 point);

/** The direction rotated by the pose: each row as (r0 x + r1 y) + r2 z. */
TACT_API tact_vec3 tact_pose_rotate(tact_pose pose, tact_vec3 direction);

/** Each corner placed. */
TACT_API tact_triangle tact_pose_place_triangle(tact_pose pose, const tact_triangle *triangle);

/** The pose b followed by the pose a, rounded. */
TACT_API tact_pose tact_pose_compose(tact_pose a, tact_pose b);

/** The inverse of a rigid pose: the rotation transposed, the translation rotated back and negated;
 * rounded. */
TACT_API tact_pose tact_pose_inverse(tact_pose pose);

/* ---- Boxes -------------------------------------------------------------------------------- */

/** The empty box: lo = +inf, hi = -inf. */
TACT_API tact_box tact_box_empty(void);
/** Whether the box holds no point: lo <= hi does not hold in some coordinate. */
TACT_API bool tact_box_is_empty(tact_box a);
/** The smallest box of a and a point; a point with a NaN adds nothing. */
TACT_API tact_box tact_box_add_point(tact_box a, tact_vec3 point);
/** The smallest box that holds both. */
TACT_API tact_box tact_box_union(tact_box a, tact_box b);
/** The smallest box that holds a triangle. */
TACT_API tact_box tact_box_of_triangle(const tact_triangle *triangle);
/** Whether the closed boxes share a point. */
TACT_API bool tact_box_overlaps(tact_box a, tact_box b);
/** Whether the point is in the closed box. */
TACT_API bool tact_box_contains(tact_box a, tact_vec3 point);
/** The middle of a box that is not empty, each coordinate rounded once, without overflow. */
TACT_API tact_vec3 tact_box_center(tact_box a);

#ifdef __cplusplus
}
#endif

#endif
