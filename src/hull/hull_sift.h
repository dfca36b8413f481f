/* SPDX-License-Identifier: MIT */
/* Many points against the planes of a small polytope, eight at a time. */
#ifndef TACTI_HULL_HULL_SIFT_H
#define TACTI_HULL_HULL_SIFT_H

#include "base/simd.h"

#include <tact/math.h>

/* A plane as tacti_facet has it: the height of p is (p - anchor) . normal, and its sign is certain
 * where it exceeds the bound. */
typedef struct tacti_sift_plane {
    double anchor[3], normal[3], bound;
} tacti_sift_plane;

/* What is said of a point that is above no plane for certain. */
#define TACTI_SIFT_INSIDE UINT32_MAX     /* strictly below all planes */
#define TACTI_SIFT_OPEN (UINT32_MAX - 1) /* too close to one */

/* For each of eight points, the first plane that it is certainly above or too close to say. */
typedef void tacti_sift_kernel(const tact_vec3 points[8], const tacti_sift_plane *planes,
                               uint32_t plane_count, uint32_t owner[8]);

tacti_sift_kernel *tacti_sift_at(tact_simd_level level);
TACTI_DECLARE_LEVELS(tacti_sift_kernel, tacti_sift)

#endif
