/* SPDX-License-Identifier: MIT */
/* Examining two poses: one row of the table per SIMD level. */
#include "math/pose_pair.h"

tacti_poses_examiner *tacti_poses_examiner_at(tact_simd_level level) {
    static tacti_poses_examiner *const table[] = TACTI_LEVEL_TABLE(tacti_poses_examine);
    return table[tacti_simd_row(level)];
}
