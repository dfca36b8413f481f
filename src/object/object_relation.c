/* SPDX-License-Identifier: MIT */
/* How two objects relate as solids, and the questions that are for two shapes only.
 *
 * Convex shapes cross if no small motion parts them (their depth is above 0). They touch if they
 * share points but a plane has one shape on each side. For shapes with an inside, this is the
 * question whether their insides meet.
 *
 * object_flat.c has flat polytopes and filled meshes. For a shape S with an inside and a filled
 * mesh M whose surface is closed and does not meet itself, the cases are:
 * 1. The surface does not meet S: one point of S tells whether S is inside M or apart from it.
 * 2. All vertices of M are in S: M is in S, because S is convex.
 * 3. A triangle of M's boundary meets the inside of S (their depth is above 0), and a vertex of M
 * is outside S: near the common point, S has points inside and outside M. So the insides meet, and
 *    neither is part of the other: they cross.
 * 4. All triangles of the boundary that meet S just touch it: the inside of S does not meet the
 *    boundary, so one point of the inside tells whether S is part of M or touches it. */
#include "base/assert.h"
#include "bvh/bvh.h"
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "shape/traits.h"
#include "relation/classify.h"
#include "inside/interiors.h"
#include "contacts/contacts.h"
#include "object/object.h"
#include "decide/touch.h"
#include "math/vec.h"
#include "inside/interior.h"
#include "object/object_flat.h"
#include "object/object_mesh.h"
#include "object/object_pair.h"
#include "object/object_relation.h"
#include "frame/placed_triangle.h"
#include "relation/classify_state.h"
#include "pair/pair_depth.h"

static void leave_open(tact_reason reason, tacti_object_relation *out) {
    out->relation = TACT_RELATION_UNDECIDED;
    out->reason = reason;
}

/* ---- Shapes alone ------------------------------------------------------------------------- */

tact_status tacti_object_depth(const tacti_object *a, const tacti_object *b,
                               tacti_convex_depth_answer *out) {
    if (out == NULL || tacti_objects_check(a, b) != TACT_OK)
        return TACT_INVALID_ARGUMENT;
    if (a->bvh != NULL || b->bvh != NULL)
        return TACT_UNSUPPORTED;
    tacti_placed_shape shape[2];
    tacti_object_shapes(a, b, shape);
    return tacti_convex_depth(&shape[0], &shape[1], NULL, out);
}

tact_status tacti_object_manifold(const tacti_object *a, const tacti_object *b, double margin,
                                  tacti_manifold *out) {
    if (out == NULL || tacti_objects_check(a, b) != TACT_OK)
        return TACT_INVALID_ARGUMENT;
    if (a->bvh != NULL || b->bvh != NULL)
        return TACT_UNSUPPORTED;
    tacti_placed_shape shape[2];
    tacti_object_shapes(a, b, shape);
    return tacti_convex_manifold(&shape[0], &shape[1], margin, NULL, out);
}

/* Whether two shapes that share a point cross: 1 if no small motion parts them, -1 if they just
 * touch, 0 if that is not known. */
static int do_insides_meet(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tacti_convex_depth_answer depth;
    if (tacti_convex_depth(a, b, NULL, &depth) != TACT_OK)
        return 0;
    int sign;
    if (depth.lower > 0)
        return 1;
    if (tacti_touch_sign(a, b, &sign))
        return sign < 0 ? 1 : -1;
    return depth.upper == 0 || tacti_shapes_just_touch(a, b, depth.direction) ? -1 : 0;
}

static tact_status classify_shapes(const tacti_object *a, const tacti_object *b,
                                   tacti_object_relation *out) {
    tacti_placed_shape shape[2];
    tacti_object_shapes(a, b, shape);
    tacti_convex_collision found;
    tact_status status = tacti_shapes_collide(&shape[0], &shape[1], NULL, &found);
    if (status != TACT_OK)
        return status;
    *out = (tacti_object_relation){.relation = TACT_RELATION_APART};
    if (found.outcome == TACT_OUTCOME_APART)
        return TACT_OK;
    if (found.outcome == TACT_OUTCOME_UNDECIDED) {
        leave_open(TACT_REASON_PRECISION, out);
        return TACT_OK;
    }
    int first = tacti_shape_is_inside(&shape[0], &shape[1]);
    int second = first > 0 ? -1 : tacti_shape_is_inside(&shape[1], &shape[0]);
    int meets = first > 0 || second > 0 ? 1 : do_insides_meet(&shape[0], &shape[1]);
    if (first > 0)
        out->relation = TACT_RELATION_A_IN_B;
    else if (second > 0)
        out->relation = TACT_RELATION_B_IN_A;
    else if (first == 0 || second == 0 || meets == 0)
        leave_open(TACT_REASON_PRECISION, out);
    else
        out->relation = meets > 0 ? TACT_RELATION_CROSSING : TACT_RELATION_TOUCHING;
    return TACT_OK;
}

/* ---- A shape and a mesh ------------------------------------------------------------------- */

/* The number of recently tested vertices that are remembered: triangles share vertices. */
#define RECENT 1024

/* Whether all vertices of the mesh are in the shape. Not known if the meter is stopped. */
static int is_mesh_inside(const tacti_shape_mesh *pair, tacti_meter *meter) {
    const tacti_bvh *bvh = pair->mesh.bvh;
    uint32_t recent[RECENT];
    int all = 1;
    for (int i = 0; i < RECENT; i++)
        recent[i] = UINT32_MAX;
    for (uint32_t position = 0; position < bvh->triangle_count; position++) {
        uint32_t corner[3];
        tacti_bvh_indices(bvh, tacti_bvh_triangle_at(bvh, position), corner);
        for (int k = 0; k < 3; k++) {
            if (recent[corner[k] % RECENT] == corner[k])
                continue;
            recent[corner[k] % RECENT] = corner[k];
            if (!tacti_meter_goes_on(meter))
                return 0;
            meter->work.triangle_tests++;
            tact_vec3 point = tacti_pose_place(&pair->mesh.pose, tacti_bvh_vertex(bvh, corner[k]));
            int side = tacti_shape_holds(&pair->shape, point);
            if (side < 0)
                return -1;
            all = side == 0 ? 0 : all;
        }
    }
    return all;
}

/* What the triangles that touch a shape show. */
typedef struct contacts {
    const tacti_shape_mesh *pair;
    bool meets_inside; /* a triangle meets the inside of the shape */
    bool is_unsure;    /* it is not known whether a triangle does */
} contacts;

static bool judge(void *user, uint32_t triangle) {
    contacts *c = user;
    const tacti_shells *shells = c->pair->interior->shells;
    TACTI_ASSERT(triangle < c->pair->mesh.bvh->triangle_count);
    if (shells->solid[shells->of[triangle]] == TACTI_SOLID_BOTH)
        return true; /* not on the boundary of the solid */
    tacti_mesh_triangle t;
    tacti_mesh_triangle_set(c->pair, triangle, &t);
    tacti_placed_shape placed = {&t.shape, t.pose, TACTI_NO_LIMIT};
    int meets = do_insides_meet(&c->pair->shape, &placed);
    c->meets_inside |= meets > 0;
    c->is_unsure |= meets == 0;
    return !c->meets_inside;
}

/* Whether a shape has an inside. */
static bool is_solid(const tact_shape *shape) {
    return shape->radius > 0 || tacti_core_has_inside(shape);
}

/* For a shape whose inside the boundary does not meet: 1 if it is part of the mesh, -1 if not, 0 if
 * that is not known. */
static int is_shape_part(const tacti_shape_mesh *pair, tacti_meter *meter) {
    tacti_filled filled = {pair->interior, pair->mesh.pose};
    tacti_winding w;
    if (pair->body.kind == TACT_SHAPE_HALF_SPACE)
        return -1;
    if (tacti_winding_number(&filled, tacti_body_middle(&pair->body), 0, meter, &w) != TACT_OK ||
        !w.is_exact || w.is_on_surface)
        return 0;
    return w.number != 0 ? 1 : -1;
}

/* Relates a shape with an inside and a mesh whose surface meets it. */
static void relate_touching(const tacti_shape_mesh *pair, tact_relation within, tacti_meter *meter,
                            tacti_object_relation *out) {
    contacts c = {.pair = pair};
    tacti_contact_summary summary;
    tacti_shape_mesh_contacts(pair, meter, judge, &c, &summary);
    if (c.meets_inside) {
        out->relation = TACT_RELATION_CROSSING;
        return;
    }
    bool is_open = c.is_unsure || summary.outcome == TACT_OUTCOME_UNDECIDED;
    int part = is_open ? 0 : is_shape_part(pair, meter);
    if (part == 0)
        leave_open(TACT_REASON_PRECISION, out);
    else
        out->relation = part > 0 ? within : TACT_RELATION_TOUCHING;
}

/* Relates a flat shape that touches the surface. A flat shape in the surface is part of the mesh.
 */
static void relate_flat(const tacti_flat_shape *flat, bool is_simple, tact_relation within,
                        tacti_object_relation *out) {
    if (flat->is_inside && flat->is_outside)
        out->relation = TACT_RELATION_CROSSING;
    else if (flat->is_unsure)
        leave_open(is_simple ? TACT_REASON_PRECISION : TACT_REASON_NOT_SIMPLE, out);
    else
        out->relation = flat->is_outside ? TACT_RELATION_TOUCHING : within;
}

/* within is the relation if the shape is inside the mesh, around if the mesh is inside the shape.
 */
static void relate(const tacti_shape_mesh *pair, tact_relation within, tact_relation around,
                   tacti_meter *meter, tacti_object_relation *out) {
    const tacti_bvh *bvh = pair->mesh.bvh;
    tacti_object_collision found;
    *out = (tacti_object_relation){.relation = TACT_RELATION_APART};
    if (bvh->triangle_count == 0)
        return;
    tacti_shape_mesh_collide(pair, meter, &found);
    out->is_estimate = !bvh->is_watertight;
    if (found.outcome == TACT_OUTCOME_APART)
        return;
    if (found.outcome == TACT_OUTCOME_UNDECIDED) {
        leave_open(bvh->is_watertight ? TACT_REASON_PRECISION : TACT_REASON_OPEN, out);
        return;
    }
    if (found.is_contained) {
        out->relation = within;
        return;
    }
    int inside = is_mesh_inside(pair, meter);
    tacti_flat_shape flat;
    if (inside > 0)
        out->relation = around;
    else if (!bvh->is_watertight)
        leave_open(TACT_REASON_OPEN, out);
    else if (tacti_flat_shape_locate(pair, meter, &flat))
        relate_flat(&flat, pair->interior->is_simple, within, out);
    else if (!bvh->is_closed || !pair->interior->is_simple)
        leave_open(TACT_REASON_NOT_SIMPLE, out);
    else if (inside == 0 || !is_solid(pair->shape.shape))
        leave_open(TACT_REASON_PRECISION, out);
    else
        relate_touching(pair, within, meter, out);
}

static tact_status classify_mixed(const tacti_object *shape, const tacti_object *mesh,
                                  bool is_swapped, tacti_meter *meter, tacti_object_relation *out) {
    tacti_shape_mesh pair;
    tact_status status = tacti_shape_mesh_make(shape, mesh, &pair);
    if (status != TACT_OK)
        return status;
    relate(&pair, is_swapped ? TACT_RELATION_B_IN_A : TACT_RELATION_A_IN_B,
           is_swapped ? TACT_RELATION_A_IN_B : TACT_RELATION_B_IN_A, meter, out);
    /* A query that was not finished proves nothing. */
    if (tacti_meter_is_stopped(meter))
        leave_open(tacti_reason_of(meter->pace.stop), out);
    out->stop = meter->pace.stop;
    out->work = meter->work;
    return TACT_OK;
}

/* ---- The question ------------------------------------------------------------------------- */

static tact_status classify_meshes(const tact_context *context, const tacti_object *a,
                                   const tacti_object *b, const tacti_query_desc *options,
                                   tacti_object_relation *out) {
    tacti_filled filled[2] = {{a->interior, a->pose}, {b->interior, b->pose}};
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.wants_clearance = false;
    if (options != NULL) {
        desc.budget = options->budget;
        desc.watch = options->watch;
    }
    tacti_classification found;
    tact_status status = tacti_mesh_classify(context, &filled[0], &filled[1], &desc, &found);
    if (status == TACT_OK)
        *out = (tacti_object_relation){found.relation, found.reason, found.is_estimate, found.stop,
                                       found.work};
    return status;
}

tact_status tacti_object_classify(const tact_context *context, const tacti_object *a,
                                  const tacti_object *b, const tacti_query_desc *desc,
                                  tacti_object_relation *out) {
    if (out == NULL || tacti_objects_check(a, b) != TACT_OK ||
        (a->bvh != NULL && a->interior == NULL) || (b->bvh != NULL && b->interior == NULL))
        return TACT_INVALID_ARGUMENT;
    if (a->bvh == NULL && b->bvh == NULL)
        return classify_shapes(a, b, out);
    if (a->bvh != NULL && b->bvh != NULL)
        return classify_meshes(context, a, b, desc, out);
    bool is_swapped = a->bvh != NULL;
    tacti_meter meter = tacti_object_meter(desc);
    return classify_mixed(is_swapped ? b : a, is_swapped ? a : b, is_swapped, &meter, out);
}
