/* SPDX-License-Identifier: MIT */
/* Proven facts about two convex shapes, from which their relation follows. Answers are 1 for yes,
 * -1 for no (both proven) and 0 for not known. */
#ifndef TACTI_OBJECT_OBJECT_RELATION_H
#define TACTI_OBJECT_OBJECT_RELATION_H

#include "depth/depth_answer.h"
#include "object/object.h"

#include "shape/body.h"

/* Whether every point of a belongs to b. Both are valid. The answer is always known for two
 * polytopes without radius or with the same radius. */
int tacti_shape_is_inside(const tacti_placed_shape *a, const tacti_placed_shape *b);

/* Whether a point belongs to a shape. */
int tacti_shape_holds(const tacti_placed_shape *shape, tact_vec3 point);

/* Whether two shapes that share a point just touch: true only if a plane shows exactly that the
 * shapes share no inner point. direction is that of tacti_convex_depth(). */
bool tacti_shapes_just_touch(const tacti_placed_shape *a, const tacti_placed_shape *b,
                             tact_vec3 direction);

#endif
