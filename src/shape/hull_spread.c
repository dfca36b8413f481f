/* SPDX-License-Identifier: MIT */
/* The bounds of a placed hull; see hull_spread.h. The products are those of tacti_pose_place(). */
#include "shape/hull_spread.h"

#include "base/assert.h"
#include "base/lanes.h"
#include "math/vec.h"

static void spread_along(const tact_hull *hull, const double *row, double *lo, double *hi) {
    const tacti_d8 m[4] = {tacti_d8_set(row[0]), tacti_d8_set(row[1]), tacti_d8_set(row[2]),
                           tacti_d8_set(row[3])};
    tacti_d8 least = tacti_d8_set(tacti_infinity()), most = tacti_d8_set(-tacti_infinity());
    for (uint32_t i = 0; i < hull->padded_count; i += 8) {
        tacti_d8 sum = tacti_d8_add(tacti_d8_mul(m[0], tacti_d8_load(hull->column[0] + i)),
                                    tacti_d8_mul(m[1], tacti_d8_load(hull->column[1] + i)));
        sum = tacti_d8_add(sum, tacti_d8_mul(m[2], tacti_d8_load(hull->column[2] + i)));
        sum = tacti_d8_add(sum, m[3]);
        least = tacti_d8_min(sum, least);
        most = tacti_d8_max(sum, most);
    }
    double lane[2][8];
    tacti_d8_store(lane[0], least);
    tacti_d8_store(lane[1], most);
    *lo = lane[0][0];
    *hi = lane[1][0];
    for (int i = 1; i < 8; i++) {
        *lo = tacti_min(*lo, lane[0][i]);
        *hi = tacti_max(*hi, lane[1][i]);
    }
}

tact_box TACTI_LEVELED(tacti_hull_spread)(const tact_hull *hull, const tact_pose *pose) {
    TACTI_ASSERT(hull->scale == 0 && hull->padded_count % 8 == 0);
    tact_box box;
    spread_along(hull, pose->m, &box.lo.x, &box.hi.x);
    spread_along(hull, pose->m + 4, &box.lo.y, &box.hi.y);
    spread_along(hull, pose->m + 8, &box.lo.z, &box.hi.z);
    return box;
}
