/* SPDX-License-Identifier: MIT */
/* How far rotations are from orthogonal, and whether two poses are valid, for queries so short that
 * tact_pose_validate() would take a noticeable part of their time. */
#ifndef TACTI_MATH_POSE_PAIR_H
#define TACTI_MATH_POSE_PAIR_H

#include <tact/math.h>

#include "base/simd.h"

/* The largest entry of |R^T R - I|, rounded; any number if the pose is not valid. */
double tacti_pose_defect(const tact_pose *pose);

/* Whether both poses are clearly valid, with translations below 2^200. If so, defect receives the
 * largest entry of |R^T R - I| of each, rounded. If false, tact_pose_validate() has to decide. */
typedef bool tacti_poses_examiner(const tact_pose *a, const tact_pose *b, double defect[2]);

/* The function for a SIMD level. */
tacti_poses_examiner *tacti_poses_examiner_at(tact_simd_level level);
TACTI_DECLARE_LEVELS(tacti_poses_examiner, tacti_poses_examine)

#endif
