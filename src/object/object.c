/* SPDX-License-Identifier: MIT */
/* Questions about two objects, each a shape or a mesh: every pair of kinds goes to the algorithm
 * for it. How two objects relate is in object_relation.c. */
#include "pair/pair.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "contacts/contacts.h"
#include "object/object.h"

#include <math.h>

#include "base/assert.h"
#include "bvh/node.h"
#include "inside/interior.h"
#include "object/object_mesh.h"
#include "object/object_pair.h"
#include "frame/placed_triangle.h"
#include "object/object_proof.h"

/* ---- Which pair it is --------------------------------------------------------------------- */

static bool is_object(const tacti_object *object) {
    if (object == NULL || (object->shape == NULL) == (object->bvh == NULL))
        return false;
    if (object->shape != NULL)
        return object->interior == NULL && (unsigned)object->shape->kind < TACTI_SHAPE_KINDS;
    return object->interior == NULL || tacti_interior_bvh(object->interior) == object->bvh;
}

tact_status tacti_objects_check(const tacti_object *a, const tacti_object *b) {
    return is_object(a) && is_object(b) ? TACT_OK : TACT_INVALID_ARGUMENT;
}

void tacti_object_shapes(const tacti_object *a, const tacti_object *b, tacti_placed_shape out[2]) {
    TACTI_ASSERT(a->shape != NULL && b->shape != NULL);
    tacti_simd_limit limit = tacti_simd_limit_lower(a->limit, b->limit);
    out[0] = (tacti_placed_shape){a->shape, a->pose, limit};
    out[1] = (tacti_placed_shape){b->shape, b->pose, limit};
}

tacti_placed tacti_object_mesh(const tacti_object *object) {
    TACTI_ASSERT(object->bvh != NULL);
    return (tacti_placed){object->bvh, object->pose};
}

tacti_meter tacti_object_meter(const tacti_query_desc *desc) {
    return desc != NULL ? tacti_meter_make(desc->budget, desc->watch)
                        : tacti_meter_make(UINT64_MAX, NULL);
}

/* Of the options only the budget and the watch are used. */
static tacti_query_desc options_of(const tacti_query_desc *desc) {
    tacti_query_desc options = tacti_query_desc_default();
    if (desc != NULL) {
        options.budget = desc->budget;
        options.watch = desc->watch;
    }
    return options;
}

/* The same with the proof. */
static tacti_query_desc options_with_proof(const tacti_query_desc *desc) {
    tacti_query_desc options = options_of(desc);
    options.proof = desc != NULL ? desc->proof : NULL;
    return options;
}

/* The proof to be written if an object is a shape, or NULL. Proofs about two meshes are written by
 * the queries of surface/surface.h. */
static tact_proof *shape_proof_of(const tacti_object *a, const tacti_object *b,
                                  const tacti_query_desc *desc) {
    return desc != NULL && (a->shape != NULL || b->shape != NULL) ? desc->proof : NULL;
}

/* The meter of a question that continues after the query about the surfaces. */
static tacti_meter meter_after(const tacti_query_desc *options, tacti_stop stop, tact_work work) {
    tacti_meter meter = tacti_object_meter(options);
    meter.work = work;
    meter.pace.stop = stop;
    return meter;
}

/* ---- Two filled meshes -------------------------------------------------------------------- */

/* For meshes whose surfaces do not meet: finds the first triangle of a piece of content that lies
 * inside filled. Returns 1 if there is one, -1 if not, 0 if that is not known. */
static int find_inside(const tacti_object *content, const tacti_object *filled, tacti_meter *meter,
                       uint32_t *triangle) {
    int where = -1;
    *triangle = TACT_NO_TRIANGLE;
    if (filled->interior == NULL || filled->bvh->triangle_count == 0)
        return where;
    tacti_placed placed = tacti_object_mesh(content);
    tacti_filled solid = {filled->interior, filled->pose};
    for (uint32_t i = 0; i < content->bvh->piece_count && !tacti_meter_is_stopped(meter); i++) {
        uint32_t number = content->bvh->piece_triangles[i];
        TACTI_ASSERT(number < content->bvh->triangle_count);
        tact_vec3 point = tacti_placed_triangle(&placed, number).v[0];
        int side = tacti_point_in_filled(&solid, point, meter, NULL);
        if (side > 0) {
            *triangle = number;
            return 1;
        }
        where = side == 0 ? 0 : where;
    }
    return where;
}

int tacti_objects_contained(const tacti_object *a, const tacti_object *b, tacti_meter *meter,
                            uint32_t triangle[2], tact_vec3 *point) {
    tacti_placed placed[2] = {tacti_object_mesh(a), tacti_object_mesh(b)};
    triangle[1] = TACT_NO_TRIANGLE;
    int first = find_inside(a, b, meter, &triangle[0]);
    int second = first > 0 ? -1 : find_inside(b, a, meter, &triangle[1]);
    for (int side = 0; side < 2; side++)
        if (triangle[side] != TACT_NO_TRIANGLE)
            *point = tacti_placed_triangle(&placed[side], triangle[side]).v[0];
    if (first > 0 || second > 0)
        return 1;
    return first == 0 || second == 0 || tacti_meter_is_stopped(meter) ? 0 : -1;
}

tact_status tacti_objects_check_filled(const tacti_object *a, const tacti_object *b) {
    bool is_filled = a->interior != NULL || b->interior != NULL;
    if (is_filled && (!a->bvh->has_solid_data || !b->bvh->has_solid_data))
        return TACT_INVALID_ARGUMENT;
    return TACT_OK;
}

/* ---- Contact or not ----------------------------------------------------------------------- */

static tact_status collide_shapes(const tacti_object *a, const tacti_object *b,
                                  tacti_object_collision *out) {
    tacti_placed_shape shape[2];
    tacti_object_shapes(a, b, shape);
    tacti_convex_collision found;
    tact_status status = tacti_shapes_collide(&shape[0], &shape[1], NULL, &found);
    if (status != TACT_OK)
        return status;
    *out = (tacti_object_collision){
        .outcome = found.outcome, .a = TACT_NO_TRIANGLE, .b = TACT_NO_TRIANGLE};
    if (found.outcome == TACT_OUTCOME_CONTACT) {
        tacti_convex_distance_answer near;
        status = tacti_shapes_distance(&shape[0], &shape[1], NULL, &near);
        out->point = near.point_a;
    }
    return status;
}

static tact_status collide_meshes(const tacti_object *a, const tacti_object *b,
                                  const tacti_query_desc *desc, tacti_object_collision *out) {
    tacti_placed mesh[2] = {tacti_object_mesh(a), tacti_object_mesh(b)};
    tacti_query_desc options = options_with_proof(desc);
    tacti_mesh_collision found;
    tact_status status = tacti_objects_check_filled(a, b);
    if (status == TACT_OK)
        status = tacti_mesh_collide(&mesh[0], &mesh[1], &options, NULL, &found);
    if (status != TACT_OK)
        return status;
    *out = (tacti_object_collision){.outcome = found.outcome,
                                    .a = found.a,
                                    .b = found.b,
                                    .point = found.point,
                                    .stop = found.stop,
                                    .work = found.work};
    if (found.outcome != TACT_OUTCOME_APART)
        return TACT_OK;
    uint32_t triangle[2];
    tacti_meter meter = meter_after(&options, found.stop, found.work);
    int side = tacti_objects_contained(a, b, &meter, triangle, &out->point);
    out->stop = meter.pace.stop;
    out->work = meter.work;
    out->outcome = side > 0   ? TACT_OUTCOME_CONTACT
                   : side < 0 ? TACT_OUTCOME_APART
                              : TACT_OUTCOME_UNDECIDED;
    out->is_contained = side > 0;
    out->a = triangle[0];
    out->b = triangle[1];
    return TACT_OK;
}

static tact_status collide(const tacti_object *a, const tacti_object *b,
                           const tacti_query_desc *desc, tacti_object_collision *out) {
    if (a->bvh == NULL && b->bvh == NULL)
        return collide_shapes(a, b, out);
    if (a->bvh != NULL && b->bvh != NULL)
        return collide_meshes(a, b, desc, out);
    bool is_swapped = a->bvh != NULL;
    tacti_shape_mesh pair;
    tact_status status = tacti_shape_mesh_make(is_swapped ? b : a, is_swapped ? a : b, &pair);
    if (status != TACT_OK)
        return status;
    tacti_meter meter = tacti_object_meter(desc);
    tacti_shape_mesh_collide(&pair, &meter, out);
    if (is_swapped) {
        out->a = out->b;
        out->b = TACT_NO_TRIANGLE;
    }
    return TACT_OK;
}

tact_status tacti_object_collide(const tacti_object *a, const tacti_object *b,
                                 const tacti_query_desc *desc, tacti_object_collision *out) {
    if (out == NULL || tacti_objects_check(a, b) != TACT_OK)
        return TACT_INVALID_ARGUMENT;
    tact_proof *proof = shape_proof_of(a, b, desc);
    tacti_object_collision found;
    tact_status status = collide(a, b, desc, &found);
    if (status == TACT_OK && proof != NULL)
        status = tacti_object_prove_collision(a, b, &found, proof);
    if (status == TACT_OK)
        *out = found;
    return status;
}

/* ---- Distance ----------------------------------------------------------------------------- */

static tact_status distance_of_shapes(const tacti_object *a, const tacti_object *b,
                                      tacti_object_distance_answer *out) {
    tacti_placed_shape shape[2];
    tacti_object_shapes(a, b, shape);
    tacti_convex_distance_answer found;
    tact_status status = tacti_shapes_distance(&shape[0], &shape[1], NULL, &found);
    if (status != TACT_OK)
        return status;
    *out = (tacti_object_distance_answer){.outcome = found.outcome,
                                          .distance = found.distance,
                                          .lower = found.lower,
                                          .upper = found.upper,
                                          .a = TACT_NO_TRIANGLE,
                                          .b = TACT_NO_TRIANGLE,
                                          .point_a = found.point_a,
                                          .point_b = found.point_b,
                                          .is_complete = true};
    return TACT_OK;
}

/* Turns an answer about surfaces into one about filled meshes. */
static void fill(const tacti_object *a, const tacti_object *b, const tacti_query_desc *options,
                 tacti_object_distance_answer *out) {
    uint32_t triangle[2];
    tact_vec3 point;
    tacti_meter meter = meter_after(options, out->stop, out->work);
    int side = out->is_complete ? tacti_objects_contained(a, b, &meter, triangle, &point) : 0;
    out->is_complete &= !tacti_meter_is_stopped(&meter);
    out->stop = meter.pace.stop;
    out->work = meter.work;
    if (side > 0) {
        out->outcome = TACT_OUTCOME_CONTACT;
        out->is_contained = true;
        out->distance = out->lower = out->upper = 0;
        out->a = triangle[0];
        out->b = triangle[1];
        out->point_a = out->point_b = point;
    } else if (side == 0) {
        out->outcome = TACT_OUTCOME_UNDECIDED;
        out->distance = out->lower = 0;
    }
}

static tact_status distance_of_meshes(const tacti_object *a, const tacti_object *b,
                                      const tacti_query_desc *desc,
                                      tacti_object_distance_answer *out) {
    tacti_placed mesh[2] = {tacti_object_mesh(a), tacti_object_mesh(b)};
    tacti_query_desc options = options_with_proof(desc);
    tacti_mesh_distance_answer found;
    tact_status status = tacti_objects_check_filled(a, b);
    if (status == TACT_OK)
        status = tacti_mesh_distance(&mesh[0], &mesh[1], &options, NULL, &found);
    if (status != TACT_OK)
        return status;
    *out = (tacti_object_distance_answer){.distance = found.distance,
                                          .lower = found.lower,
                                          .upper = found.upper,
                                          .a = found.a,
                                          .b = found.b,
                                          .point_a = found.point_a,
                                          .point_b = found.point_b,
                                          .is_complete = found.is_complete,
                                          .stop = found.stop,
                                          .work = found.work};
    if (found.distance == 0)
        out->outcome = TACT_OUTCOME_CONTACT;
    else if (found.is_complete || found.lower > 0)
        out->outcome = TACT_OUTCOME_APART;
    else
        out->outcome = TACT_OUTCOME_UNDECIDED;
    if (out->outcome == TACT_OUTCOME_UNDECIDED)
        out->distance = 0;
    else if (out->outcome == TACT_OUTCOME_APART && (a->interior != NULL || b->interior != NULL))
        fill(a, b, &options, out);
    return TACT_OK;
}

static tact_status measure(const tacti_object *a, const tacti_object *b,
                           const tacti_query_desc *desc, tacti_object_distance_answer *out) {
    if (a->bvh == NULL && b->bvh == NULL)
        return distance_of_shapes(a, b, out);
    if (a->bvh != NULL && b->bvh != NULL)
        return distance_of_meshes(a, b, desc, out);
    bool is_swapped = a->bvh != NULL;
    tacti_shape_mesh pair;
    tact_status status = tacti_shape_mesh_make(is_swapped ? b : a, is_swapped ? a : b, &pair);
    if (status != TACT_OK)
        return status;
    tacti_meter meter = tacti_object_meter(desc);
    tacti_shape_mesh_distance(&pair, &meter, out);
    if (is_swapped) {
        tact_vec3 point = out->point_a;
        out->point_a = out->point_b;
        out->point_b = point;
        out->a = out->b;
        out->b = TACT_NO_TRIANGLE;
    }
    return TACT_OK;
}

tact_status tacti_object_distance(const tacti_object *a, const tacti_object *b,
                                  const tacti_query_desc *desc, tacti_object_distance_answer *out) {
    if (out == NULL || tacti_objects_check(a, b) != TACT_OK)
        return TACT_INVALID_ARGUMENT;
    tact_proof *proof = shape_proof_of(a, b, desc);
    tacti_object_distance_answer found;
    tact_status status = measure(a, b, desc, &found);
    if (status == TACT_OK && proof != NULL)
        status = tacti_object_prove_distance(a, b, &found, proof);
    if (status == TACT_OK)
        *out = found;
    return status;
}

/* ---- All contacts ------------------------------------------------------------------------- */

typedef struct visit {
    tacti_object_visitor *visitor;
    void *user;
    bool is_swapped;
    bool is_stopped;
} visit;

static bool visit_triangle(void *user, uint32_t triangle) {
    visit *v = user;
    bool goes_on = v->is_swapped ? v->visitor(v->user, triangle, TACT_NO_TRIANGLE)
                                 : v->visitor(v->user, TACT_NO_TRIANGLE, triangle);
    v->is_stopped |= !goes_on;
    return goes_on;
}

static tact_status contacts_of_shapes(const tacti_object *a, const tacti_object *b, visit *v,
                                      tacti_contact_summary *out) {
    tacti_object_collision found;
    tact_status status = collide_shapes(a, b, &found);
    if (status != TACT_OK)
        return status;
    bool is_contact = found.outcome == TACT_OUTCOME_CONTACT;
    *out = (tacti_contact_summary){.outcome = found.outcome, .pair_count = is_contact};
    if (is_contact && !v->visitor(v->user, TACT_NO_TRIANGLE, TACT_NO_TRIANGLE))
        out->outcome = TACT_OUTCOME_UNDECIDED;
    return TACT_OK;
}

tact_status tacti_object_contacts(const tacti_object *a, const tacti_object *b,
                                  const tacti_query_desc *desc, tacti_object_visitor *visitor,
                                  void *user, tacti_contact_summary *out) {
    if (out == NULL || visitor == NULL || tacti_objects_check(a, b) != TACT_OK)
        return TACT_INVALID_ARGUMENT;
    visit v = {.visitor = visitor, .user = user, .is_swapped = a->bvh != NULL};
    if (a->bvh == NULL && b->bvh == NULL)
        return contacts_of_shapes(a, b, &v, out);
    if (a->bvh != NULL && b->bvh != NULL) {
        tacti_placed mesh[2] = {tacti_object_mesh(a), tacti_object_mesh(b)};
        tacti_query_desc options = options_of(desc);
        return tacti_mesh_contacts_visit(&mesh[0], &mesh[1], &options, visitor, user, out);
    }
    tacti_shape_mesh pair;
    tact_status status = tacti_shape_mesh_make(v.is_swapped ? b : a, v.is_swapped ? a : b, &pair);
    if (status != TACT_OK)
        return status;
    tacti_meter meter = tacti_object_meter(desc);
    tacti_shape_mesh_contacts(&pair, &meter, visit_triangle, &v, out);
    return TACT_OK;
}
