/* SPDX-License-Identifier: MIT */
/* The public predicates, based on the determinants of det.h. */
#include <tact/exact.h>

#include "exact/det.h"

int tact_orient2d(const tact_vec2 *a, const tact_vec2 *b, const tact_vec2 *c) {
    return tacti_orient2d(a, b, c);
}

int tact_orient3d(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c, const tact_vec3 *d) {
    return tacti_orient3d(a, b, c, d);
}

bool tact_is_collinear(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c) {
    for (unsigned axis = 0; axis < 3; axis++)
        if (tacti_orient2d_dropped(a, b, c, axis) != 0)
            return false;
    return true;
}
