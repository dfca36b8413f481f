/* SPDX-License-Identifier: MIT */
/* What the relation of two convex shapes rests on. Answers are 1 yes, -1 no, 0 not known; both are
 * proven. */
#ifndef TACTI_OBJECT_OBJECT_RELATION_H
#define TACTI_OBJECT_OBJECT_RELATION_H

#include "depth/depth_answer.h"
#include "object/object.h"

#include "shape/body.h"

/* Whether every point of a belongs to b; both are valid. Of two polytopes without radius or with
 * the same one always known. */
int tacti_shape_is_inside(const tacti_placed_shape *a, const tacti_placed_shape *b);

/* Whether a point belongs to a shape. */
int tacti_shape_holds(const tacti_placed_shape *shape, tact_vec3 point);

/* Whether two shapes that share a point are proven to share no inner point, so that they just
 * touch: true only where a plane shows it exactly. direction is that of tacti_convex_depth(). */
bool tacti_shapes_just_touch(const tacti_placed_shape *a, const tacti_placed_shape *b,
                             tact_vec3 direction);

#endif
