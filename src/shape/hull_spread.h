/* SPDX-License-Identifier: MIT */
/* How far the placed vertices of a hull spread, in lanes. */
#ifndef TACTI_SHAPE_HULL_SPREAD_H
#define TACTI_SHAPE_HULL_SPREAD_H

#include <tact/shape.h>

#include "base/simd.h"
#include "hull/hull.h"

/* The least and the greatest coordinates of the placed vertices. The hull's columns are not scaled:
 * hull->scale is 0. */
typedef tact_box tacti_hull_spreader(const tact_hull *hull, const tact_pose *pose);
TACTI_DECLARE_LEVELS(tacti_hull_spreader, tacti_hull_spread)

#endif
