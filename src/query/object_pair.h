/* SPDX-License-Identifier: MIT */
/* What the files of the table of pairs share. */
#ifndef TACTI_QUERY_OBJECT_PAIR_H
#define TACTI_QUERY_OBJECT_PAIR_H

#include "convex/convex_depth.h"
#include "convex/convex_pair.h"
#include "query/meshes.h"
#include "query/meter.h"
#include "query/objects.h"

/* Whether both are a shape or a mesh, with an interior that fits: TACT_INVALID_ARGUMENT. */
tact_status tacti_objects_check(const tacti_object *a, const tacti_object *b);

/* Two meshes, of which one is filled: the pieces of both must be known. TACT_INVALID_ARGUMENT. */
tact_status tacti_objects_check_filled(const tacti_object *a, const tacti_object *b);

/* Whether one of two meshes whose surfaces do not meet lies inside the other, filled one: 1 yes, -1
 * no, 0 not known. triangle becomes one of a piece inside, TACT_NO_TRIANGLE on the other side, and
 * point is in both. */
int tacti_objects_contained(const tacti_object *a, const tacti_object *b, tacti_meter *meter,
                            uint32_t triangle[2], tact_vec3 *point);

tacti_placed_shape tacti_object_shape(const tacti_object *object);
tacti_placed tacti_object_mesh(const tacti_object *object);

/* Of the options (may be NULL) of a question. */
tacti_meter tacti_object_meter(const tacti_query_desc *desc);

/* tacti_convex_collide() and tacti_convex_distance(), undecided only where tacti_convex_depth() is,
 * too. */
tact_status tacti_shapes_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                 tacti_convex_cache *cache, tacti_convex_collision *out);
tact_status tacti_shapes_distance(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_distance_answer *out);
/* The same without copies of poses. */
tact_status tacti_shapes_collide_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                    tacti_convex_cache *cache, tacti_convex_collision *out);
tact_status tacti_shapes_distance_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                     tacti_convex_cache *cache, tacti_convex_distance_answer *out);

#endif
