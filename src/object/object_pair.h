/* SPDX-License-Identifier: MIT */
/* What the files of the table of pairs share. */
#ifndef TACTI_OBJECT_OBJECT_PAIR_H
#define TACTI_OBJECT_OBJECT_PAIR_H

#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "frame/placed.h"
#include "frame/meter.h"
#include "object/object.h"

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

/* The rest of a question that the convex room left undecided; out holds what it found. */
void tacti_shapes_verdict_further(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tact_outcome *out);
void tacti_shapes_distance_further(const tacti_shape_at *a, const tacti_shape_at *b,
                                   tacti_convex_distance_answer *out);

/* The verdict alone, and the distance, without copies of poses. */
static inline tact_status tacti_shapes_verdict_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                                  tacti_convex_cache *cache,
                                                  tacti_convex_verdict *out) {
    tact_status status = tacti_convex_verdict_at(a, b, cache, out);
    if (status == TACT_OK && out->outcome == TACT_OUTCOME_UNDECIDED)
        tacti_shapes_verdict_further(a, b, &out->outcome);
    return status;
}

static inline tact_status tacti_shapes_distance_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                                   tacti_convex_cache *cache,
                                                   tacti_convex_distance_answer *out) {
    tact_status status = tacti_convex_distance_at(a, b, cache, out);
    if (status == TACT_OK && out->outcome == TACT_OUTCOME_UNDECIDED)
        tacti_shapes_distance_further(a, b, out);
    return status;
}

#endif
