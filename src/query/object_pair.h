/* SPDX-License-Identifier: MIT */
/* What the files of the table of pairs share. */
#ifndef TACTI_QUERY_OBJECT_PAIR_H
#define TACTI_QUERY_OBJECT_PAIR_H

#include <tact/query_object.h>

/* Whether both are a shape or a mesh, with an interior that fits: TACT_INVALID_ARGUMENT. */
tact_status tacti_objects_check(const tact_object *a, const tact_object *b);

tact_placed_shape tacti_object_shape(const tact_object *object);
tact_placed tacti_object_mesh(const tact_object *object);

/* tact_convex_collide() and tact_convex_distance(), undecided only where tact_convex_depth() is,
 * too. */
tact_status tacti_shapes_collide(const tact_placed_shape *a, const tact_placed_shape *b,
                                 tact_convex_cache *cache, tact_convex_collision *out);
tact_status tacti_shapes_distance(const tact_placed_shape *a, const tact_placed_shape *b,
                                  tact_convex_cache *cache, tact_convex_separation *out);

#endif
