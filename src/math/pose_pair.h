/* SPDX-License-Identifier: MIT */
/* Whether two poses are valid, for questions so short that tact_pose_validate() would be a part of
 * their time. */
#ifndef TACTI_MATH_POSE_PAIR_H
#define TACTI_MATH_POSE_PAIR_H

#include <tact/math.h>

#include "base/simd.h"

/* Whether both poses are plainly valid, with translations below 2^200; then defect becomes the
 * largest entry of |R^T R - I| of each, as rounded. False for what tact_pose_validate() has to
 * judge. */
typedef bool tacti_poses_examiner(const tact_pose *a, const tact_pose *b, double defect[2]);

/* At the best SIMD level. All give the same bits. */
tacti_poses_examiner tacti_poses_examine;
TACTI_DECLARE_LEVELS(tacti_poses_examiner, tacti_poses_examine)

#endif
