/* SPDX-License-Identifier: MIT */
/* The table of SIMD levels of sat_box.c, and the directions of axes. */
#include "base/assert.h"
#include "base/simd.h"
#include "search/sat_box.h"

tacti_box_axes_measure *tacti_box_axes_at(tact_simd_level level) {
    static tacti_box_axes_measure *const table[] = TACTI_LEVEL_TABLE(tacti_box_axes_measure);
    return table[tacti_simd_row(level)];
}

static tact_vec3 column_of(const tact_pose *pose, int i) {
    return (tact_vec3){pose->m[i], pose->m[4 + i], pose->m[8 + i]};
}

tact_vec3 tacti_box_axis(const tact_pose *a, const tact_pose *b, const tacti_box_axes *axes,
                         int axis) {
    TACTI_ASSERT(axis >= 0 && axis < TACTI_BOX_AXES && axis % 4 != 3);
    tact_vec3 n = axis < 4 ? column_of(a, axis)
                  : axis < 8
                      ? column_of(b, axis - 4)
                      : tacti_vec3_cross(column_of(a, (axis - 8) / 4), column_of(b, axis % 4));
    return axes->shift[axis] < 0 ? (tact_vec3){0 - n.x, 0 - n.y, 0 - n.z} : n;
}
