/* SPDX-License-Identifier: MIT */
/* The scan of all vertices for the one that is furthest along a direction, compiled for each SIMD
 * level. Eight lanes keep the best of every eighth vertex, and the number of the eight that it came
 * from as a double, which is exact up to 2^53. */
#include "base/lanes.h"
#include "base/simd.h"

#include "convex/hull.h"

uint32_t TACTI_LEVELED(tacti_hull_scan)(const double *column[3], uint32_t padded_count,
                                        tact_vec3 direction) {
    tacti_d8 dx = tacti_d8_set(direction.x), dy = tacti_d8_set(direction.y),
             dz = tacti_d8_set(direction.z);
    tacti_d8 best, number = tacti_d8_set(0), at = tacti_d8_set(0);
    const tacti_d8 eight = tacti_d8_set(8);
    best = tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_load(column[0]), dx),
                                     tacti_d8_mul(tacti_d8_load(column[1]), dy)),
                        tacti_d8_mul(tacti_d8_load(column[2]), dz));
    for (uint32_t i = 8; i < padded_count; i += 8) {
        tacti_d8 dot = tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_load(column[0] + i), dx),
                                                 tacti_d8_mul(tacti_d8_load(column[1] + i), dy)),
                                    tacti_d8_mul(tacti_d8_load(column[2] + i), dz));
        at = tacti_d8_add(at, eight);
        tacti_m8 is_better = tacti_d8_gt(dot, best);
        best = tacti_d8_select(is_better, dot, best);
        number = tacti_d8_select(is_better, at, number);
    }
    double value[8], from[8];
    tacti_d8_store(value, best);
    tacti_d8_store(from, number);
    uint32_t lane = 0, found = (uint32_t)from[0];
    for (uint32_t i = 1; i < 8; i++) {
        uint32_t candidate = (uint32_t)from[i] + i;
        bool is_better = value[i] > value[lane] || (value[i] == value[lane] && candidate < found);
        lane = is_better ? i : lane;
        found = is_better ? candidate : found;
    }
    return found;
}
