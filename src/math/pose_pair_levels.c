/* SPDX-License-Identifier: MIT */
/* Examining two poses: one row of the table per SIMD level. */
#include "math/pose_pair.h"

bool tacti_poses_examine(const tact_pose *a, const tact_pose *b, double defect[2]) {
    static tacti_poses_examiner *const table[] = TACTI_LEVEL_TABLE(tacti_poses_examine);
    return table[tacti_simd_level_now()](a, b, defect);
}
