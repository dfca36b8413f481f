/* SPDX-License-Identifier: MIT */
/* Examining two poses: one row of the table per SIMD level. */
#include "base/simd.h"
#include "math/pose_pair.h"

bool tacti_poses_examine(const tact_pose *a, const tact_pose *b, double defect[2]) {
    static tacti_poses_examiner *const table[TACTI_SIMD_LEVELS] = {
        tacti_poses_examine_baseline,
#if TACTI_SIMD_LEVELS == 3
        tacti_poses_examine_avx2,
        tacti_poses_examine_avx512,
#endif
    };
    return table[tacti_simd_level_now()](a, b, defect);
}
