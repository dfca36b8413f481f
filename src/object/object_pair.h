/* SPDX-License-Identifier: MIT */
/* What the files about two objects share. */
#ifndef TACTI_OBJECT_OBJECT_PAIR_H
#define TACTI_OBJECT_OBJECT_PAIR_H

#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "frame/placed.h"
#include "frame/meter.h"
#include "object/object.h"

/* Returns TACT_INVALID_ARGUMENT unless each object is a shape, or a mesh whose interior (if any) is
 * made from its hierarchy. */
tact_status tacti_objects_check(const tacti_object *a, const tacti_object *b);

/* Returns TACT_INVALID_ARGUMENT if one of the two meshes is filled and the pieces of either are not
 * known. */
tact_status tacti_objects_check_filled(const tacti_object *a, const tacti_object *b);

/* Whether one of two meshes whose surfaces do not meet lies inside the other, filled one: 1 yes, -1
 * no, 0 not known. triangle becomes a triangle of the piece inside, and TACT_NO_TRIANGLE for the
 * other mesh. point becomes a point of both. */
int tacti_objects_contained(const tacti_object *a, const tacti_object *b, tacti_meter *meter,
                            uint32_t triangle[2], tact_vec3 *point);

/* Two objects as placed shapes, both with the lower limit of the SIMD level: some parts of a query
 * are about one of them. */
void tacti_object_shapes(const tacti_object *a, const tacti_object *b, tacti_placed_shape out[2]);

/* The placed mesh of an object. */
tacti_placed tacti_object_mesh(const tacti_object *object);

/* A meter with the budget and the watch of options, which may be NULL. */
tacti_meter tacti_object_meter(const tacti_query_desc *desc);

/* tacti_convex_collide() and tacti_convex_distance(), undecided only if tacti_convex_depth() is
 * undecided too. */
tact_status tacti_shapes_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                 tacti_convex_cache *cache, tacti_convex_collision *out);
tact_status tacti_shapes_distance(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_distance_answer *out);

/* Continues a question that tacti_convex_*() left undecided. out holds what that found. */
void tacti_shapes_verdict_further(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tact_outcome *out);
void tacti_shapes_distance_further(const tacti_shape_at *a, const tacti_shape_at *b,
                                   tacti_convex_distance_answer *out);

/* The verdict without a proof, and the distance, without copies of poses. */
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
