/* SPDX-License-Identifier: MIT */
/* Tests many points against the planes of a small polytope, eight at a time. */
#ifndef TACTI_HULL_HULL_SIFT_H
#define TACTI_HULL_HULL_SIFT_H

#include "base/simd.h"

#include <tact/math.h>

/* The plane of a tacti_facet: the height of p is (p - anchor) . normal. The sign of the height is
 * certain if its magnitude exceeds the bound. */
typedef struct tacti_sift_plane {
    double anchor[3], normal[3], bound;
} tacti_sift_plane;

/* Results for a point that is not certainly above a plane. */
#define TACTI_SIFT_INSIDE UINT32_MAX     /* strictly below all planes */
#define TACTI_SIFT_OPEN (UINT32_MAX - 1) /* too close to a plane to decide */

/* Sets, for each of eight points, the first plane that the point is certainly above, or
 * TACTI_SIFT_OPEN if it is too close to a plane before that. */
typedef void tacti_sift_kernel(const tact_vec3 points[8], const tacti_sift_plane *planes,
                               uint32_t plane_count, uint32_t owner[8]);

tacti_sift_kernel *tacti_sift_at(tact_simd_level level);
TACTI_DECLARE_LEVELS(tacti_sift_kernel, tacti_sift)

#endif
