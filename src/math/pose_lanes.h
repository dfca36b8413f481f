/* SPDX-License-Identifier: MIT */
/* The defects of the rotations of two poses, in lanes: the first half belongs to one pose, the
 * second half to the other. Inline, for files that are compiled for a SIMD level. */
#ifndef TACTI_MATH_POSE_LANES_H
#define TACTI_MATH_POSE_LANES_H

#include "base/lanes_half.h"

/* A limit for the length and angle defects of a column, well within what tact_pose_validate()
 * allows. */
#define TACTI_PLAIN_COLUMN 0.9e-6

/* The rows of both poses. */
TACTI_ALWAYS_INLINE void tacti_load_poses(const double *a, const double *b, tacti_d8 row[3]) {
    TACTI_UNROLL
    for (int k = 0; k < 3; k++)
        row[k] = tacti_d8_load_halves(a + 4 * k, b + 4 * k);
}

/* Per column; each errs by at most 4 u. */
typedef struct tacti_pose_faults {
    tacti_d8 length; /* |c . c - 1|; the lane after the columns has that of the translation */
    tacti_d8 angle;  /* |c . d| with the next column d, */
    tacti_d8 mirror; /* and, if the third row is not the cross product of the first two but its
                        opposite, more than 1/2 in one of the lanes of columns */
} tacti_pose_faults;

TACTI_ALWAYS_INLINE tacti_pose_faults tacti_pose_faults_of(const tacti_d8 row[3]) {
    tacti_d8 r0 = row[0], r1 = row[1], r2 = row[2];
    tacti_d8 n0 = tacti_d8_next_axes(r0), n1 = tacti_d8_next_axes(r1);
    tacti_d8 n2 = tacti_d8_next_axes(r2);
    tacti_d8 length = tacti_d8_add(tacti_d8_add(tacti_d8_mul(r0, r0), tacti_d8_mul(r1, r1)),
                                   tacti_d8_mul(r2, r2));
    tacti_d8 angle = tacti_d8_add(tacti_d8_add(tacti_d8_mul(r0, n0), tacti_d8_mul(r1, n1)),
                                  tacti_d8_mul(r2, n2));
    /* z, x, y of the cross product. */
    tacti_d8 cross = tacti_d8_sub(tacti_d8_mul(r0, n1), tacti_d8_mul(n0, r1));
    return (tacti_pose_faults){tacti_d8_abs(tacti_d8_sub(length, tacti_d8_set(1))),
                               tacti_d8_abs(angle),
                               tacti_d8_abs(tacti_d8_sub(cross, tacti_d8_next_axes(n2)))};
}

/* Whether the length and angle defects of each column together are below a limit, and translations
 * below 2^200. False for NaN. */
TACTI_ALWAYS_INLINE bool tacti_are_poses_within(const tacti_pose_faults *faults, double limit) {
    const double far = 0x1p400;
    const double limits[8] = {limit, limit, limit, far, limit, limit, limit, far};
    tacti_d8 sum = tacti_d8_add(faults->length, faults->angle);
    return tacti_m8_bits(tacti_d8_gt(tacti_d8_load(limits), sum)) == 0xff;
}

/* Whether neither pose is a mirror image. */
TACTI_ALWAYS_INLINE bool tacti_are_poses_right(const tacti_pose_faults *faults) {
    return (tacti_m8_bits(tacti_d8_gt(tacti_d8_set(0.5), faults->mirror)) & 0x77) == 0x77;
}

#endif
