/* SPDX-License-Identifier: MIT */
/* The truth about placed half-spaces and smooth shapes, in rational numbers (GMP). It shares only
 * the public placement of vertices with the library. A placed smooth shape or half-space is the
 * image of the shape under the pose, in real numbers. */
#ifndef TACT_TEST_ORACLE_TOUCH_H
#define TACT_TEST_ORACLE_TOUCH_H

#include "pair/pair.h"

/* Whether a half-space and a polytope, each with its radius, share a point. */
bool oracle_half_space_meets(const tacti_placed_shape *half_space,
                             const tacti_placed_shape *polytope);

/* Whether two half-spaces share a point. */
bool oracle_half_spaces_meet(const tacti_placed_shape *a, const tacti_placed_shape *b);

/* Whether a point, or its image under a pose in real numbers if frame is not NULL, lies in the core
 * of a cylinder, cone or ellipsoid. */
bool oracle_smooth_holds(const tacti_placed_shape *smooth, const tact_pose *frame, tact_vec3 point);

#endif
