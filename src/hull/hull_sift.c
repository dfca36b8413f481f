/* SPDX-License-Identifier: MIT */
/* Tests many points against a few planes, compiled per SIMD level. The operations and their order
 * are those of the filter in hull_build.h. */
#include "base/assert.h"
#include "base/lanes.h"

#include "hull/hull_sift.h"

void TACTI_LEVELED(tacti_sift)(const tact_vec3 points[8], const tacti_sift_plane *planes,
                               uint32_t plane_count, uint32_t owner[8]) {
    TACTI_ASSERT(plane_count < TACTI_SIFT_OPEN);
    tacti_rows8 rows;
    tacti_d8 p[3];
    for (int i = 0; i < 8; i++) {
        tacti_rows8_set(&rows, i, &points[i].x);
        owner[i] = TACTI_SIFT_INSIDE;
    }
    tacti_rows8_transpose(&rows, p);
    uint32_t left = 0xff; /* lanes that are below all planes so far */
    for (uint32_t k = 0; k < plane_count && left != 0; k++) {
        const tacti_sift_plane *plane = &planes[k];
        tacti_d8 x = tacti_d8_sub(p[0], tacti_d8_set(plane->anchor[0]));
        tacti_d8 y = tacti_d8_sub(p[1], tacti_d8_set(plane->anchor[1]));
        tacti_d8 z = tacti_d8_sub(p[2], tacti_d8_set(plane->anchor[2]));
        tacti_d8 height =
            tacti_d8_add(tacti_d8_add(tacti_d8_mul(x, tacti_d8_set(plane->normal[0])),
                                      tacti_d8_mul(y, tacti_d8_set(plane->normal[1]))),
                         tacti_d8_mul(z, tacti_d8_set(plane->normal[2])));
        uint32_t below = tacti_m8_bits(tacti_d8_gt(tacti_d8_set(-plane->bound), height));
        uint32_t found = left & ~below;
        if (found == 0)
            continue;
        uint32_t above = tacti_m8_bits(tacti_d8_gt(height, tacti_d8_set(plane->bound)));
        left &= below;
        for (uint32_t i = 0; i < 8; i++)
            if (found >> i & 1)
                owner[i] = above >> i & 1 ? k : TACTI_SIFT_OPEN;
    }
}
