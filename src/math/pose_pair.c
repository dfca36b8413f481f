/* SPDX-License-Identifier: MIT */
/* Examines two poses at once. Compiled for each SIMD level; pose_pair_levels.c chooses. */
#include "math/pose_pair.h"

#include "base/simd.h"
#include "math/pose_lanes.h"
#include "math/vec.h"

bool TACTI_LEVELED(tacti_poses_examine)(const tact_pose *a, const tact_pose *b, double defect[2]) {
    tacti_d8 row[3];
    tacti_load_poses(a->m, b->m, row);
    tacti_pose_faults faults = tacti_pose_faults_of(row);
    if (!tacti_are_poses_within(&faults, TACTI_PLAIN_COLUMN) || !tacti_are_poses_right(&faults))
        return false;
    double most[8];
    tacti_d8_store(most, tacti_d8_select(tacti_d8_gt(faults.length, faults.angle), faults.length,
                                         faults.angle));
    defect[0] = tacti_max(tacti_max(most[0], most[1]), most[2]);
    defect[1] = tacti_max(tacti_max(most[4], most[5]), most[6]);
    return true;
}
