/* SPDX-License-Identifier: MIT */
/* How two solids relate: from the facts about their boundaries to the relation.
 *
 * A solid is the closure of its inside, so near every boundary point there are points inside and
 * points outside. Let A and B be solids.
 *
 * 1. Their insides meet if and only if a boundary point of one is inside the other, or faces
 *    overlap with both solids on the same side (flush). Clearly these suffice. Suppose that neither
 *    holds and x is inside both. Let C be the connected part of A's inside that contains x. No
 *    boundary point of B is in C, so C is inside B. The boundary of C belongs to that of A and has
 *    no point inside B, so it belongs to the boundary of B. On its faces both solids are on the
 *    side of C: a contradiction.
 * 2. A is part of B if and only if no boundary point of A is outside B, no boundary point of B is
 *    inside A, and no faces overlap with the solids on different sides (opposed). Each of the
 *    excluded cases shows a point of A outside B. Suppose that none of them holds and x is inside A
 *    and outside B. Let C be the connected part of A's inside that contains x. No boundary point of
 *    B is in C, so C is outside B. The boundary of C has no point outside B, so it belongs to the
 *    boundary of B, and there the solids are on different sides: a contradiction.
 *
 * Solids that are part of each other are one set of points: identical if they are made of the same
 * triangles, and otherwise a_in_b. */
#include "relation/classify.h"

#include "base/assert.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "frame/placed_triangle.h"
#include "relation/classify_state.h"

const char *tact_relation_name(tact_relation relation) {
    switch (relation) {
    case TACT_RELATION_APART:
        return "apart";
    case TACT_RELATION_TOUCHING:
        return "touching";
    case TACT_RELATION_CROSSING:
        return "crossing";
    case TACT_RELATION_A_IN_B:
        return "a_in_b";
    case TACT_RELATION_B_IN_A:
        return "b_in_a";
    case TACT_RELATION_IDENTICAL:
        return "identical";
    case TACT_RELATION_UNDECIDED:
        return "undecided";
    }
    return "unknown relation";
}

const char *tact_reason_text(tact_reason reason) {
    switch (reason) {
    case TACT_REASON_NONE:
        return "the relation is decided";
    case TACT_REASON_BUDGET:
        return "the budget ran out";
    case TACT_REASON_OPEN:
        return "a mesh is open, and a winding number is too far from a whole number";
    case TACT_REASON_NOT_SIMPLE:
        return "a mesh touches or crosses itself";
    case TACT_REASON_PRECISION:
        return "the bounds do not decide it";
    case TACT_REASON_STOPPED:
        return "the query was cancelled or its deadline passed";
    }
    return "unknown reason";
}

tacti_classify_desc tacti_classify_desc_default(void) {
    return (tacti_classify_desc){.wants_clearance = true, .budget = UINT64_MAX};
}

/* ---- Witnesses ---------------------------------------------------------------------------- */

void tacti_classify_note_contact(tacti_classify_state *r, uint32_t a, uint32_t b,
                                 const tact_overlap *overlap) {
    if (r->contact.outcome == TACT_OUTCOME_CONTACT)
        return;
    r->contact = (tacti_mesh_collision){.outcome = TACT_OUTCOME_CONTACT,
                                        .a = a,
                                        .b = b,
                                        .kind = overlap->kind,
                                        .point = overlap->points[0].position};
}

void tacti_classify_note_inside(tacti_classify_state *r, int side, uint32_t triangle) {
    if (r->contact.outcome == TACT_OUTCOME_CONTACT)
        return;
    TACTI_ASSERT((side & ~1) == 0 && triangle < r->placed[side].bvh->triangle_count);
    r->contact =
        (tacti_mesh_collision){.outcome = TACT_OUTCOME_CONTACT,
                               .is_contained = true,
                               .a = side == 0 ? triangle : TACT_NO_TRIANGLE,
                               .b = side == 1 ? triangle : TACT_NO_TRIANGLE,
                               .point = tacti_placed_triangle(&r->placed[side], triangle).v[0]};
}

/* ---- From facts to the relation ----------------------------------------------------------- */

/* The relation, if all facts are known. */
static tact_relation relation_of(const tacti_facts *f) {
    if (!tacti_facts_overlap(f))
        return f->meets ? TACT_RELATION_TOUCHING : TACT_RELATION_APART;
    if (!tacti_facts_sticks_out(f, 0))
        return TACT_RELATION_A_IN_B;
    return tacti_facts_sticks_out(f, 1) ? TACT_RELATION_CROSSING : TACT_RELATION_B_IN_A;
}

static void leave_open(tact_reason reason, tacti_classification *out) {
    TACTI_ASSERT(reason != TACT_REASON_NONE);
    out->relation = TACT_RELATION_UNDECIDED;
    out->reason = reason;
}

tact_reason tacti_reason_of(tacti_stop stop) {
    return stop == TACTI_STOP_NONE     ? TACT_REASON_NONE
           : stop == TACTI_STOP_BUDGET ? TACT_REASON_BUDGET
                                       : TACT_REASON_STOPPED;
}

/* Determines whether the solids are identical. If so, writes that answer to out. */
static tact_status compare_all(tacti_classify_state *r, bool *is_identical,
                               tacti_classification *out) {
    uint32_t pair[2];
    tact_status status =
        tacti_is_identical(r->context, r->placed, &r->meter.pace, is_identical, pair);
    if (status != TACT_OK || !*is_identical)
        return status;
    tact_triangle a = tacti_placed_triangle(&r->placed[0], pair[0]);
    tact_triangle b = tacti_placed_triangle(&r->placed[1], pair[1]);
    tact_overlap overlap = tact_triangle_intersect(&a, &b);
    tacti_classify_note_contact(r, pair[0], pair[1], &overlap);
    r->surfaces_meet = true;
    out->relation = TACT_RELATION_IDENTICAL;
    return TACT_OK;
}

/* relate is tacti_relate_solids() or tacti_relate_touching(). */
static tact_status relate_exactly(tacti_classify_state *r,
                                  tact_status (*relate)(tacti_classify_state *),
                                  tacti_classification *out) {
    bool is_identical = false;
    tact_status status = TACT_OK;
    /* Identical solids have very many contacts: this saves looking at them. */
    if (tacti_seems_identical(r->placed))
        status = compare_all(r, &is_identical, out);
    if (status == TACT_OK && !is_identical)
        status = relate(r);
    if (status != TACT_OK || is_identical)
        return status;
    const tacti_facts *f = &r->facts;
    out->relation = relation_of(f);
    if (!tacti_meter_is_stopped(&r->meter) && f->is_flush && !tacti_facts_sticks_out(f, 0) &&
        !tacti_facts_sticks_out(f, 1))
        status = compare_all(r, &is_identical, out);
    if (tacti_meter_is_stopped(&r->meter))
        leave_open(tacti_reason_of(r->meter.pace.stop), out);
    return status;
}

/* Whether a's first corner is on b: a cheap test that avoids nearly every comparison. */
static bool may_be_identical(tacti_classify_state *r) {
    if (r->pair.is_far || r->placed[0].bvh->triangle_count != r->placed[1].bvh->triangle_count)
        return false;
    tacti_filled b = {r->interior[1], r->placed[1].pose};
    tact_vec3 corner = tacti_placed_triangle(&r->placed[0], 0).v[0];
    tacti_winding winding;
    return tacti_winding_number(&b, corner, 1, &r->meter, &winding) == TACT_OK &&
           winding.is_on_surface;
}

static tact_status relate_other(tacti_classify_state *r, tacti_classification *out) {
    /* The facts do not show identity: a mesh that crosses itself crosses its copy. */
    bool is_identical = false;
    tact_status status = TACT_OK;
    if (may_be_identical(r))
        status = compare_all(r, &is_identical, out);
    if (status == TACT_OK && !is_identical)
        status = tacti_relate_samples(r);
    if (status != TACT_OK || is_identical)
        return status;
    out->relation = relation_of(&r->facts);
    out->is_estimate = !r->placed[0].bvh->is_watertight || !r->placed[1].bvh->is_watertight;
    /* Open meshes that go through each other cross for any winding numbers. */
    if (tacti_meter_is_stopped(&r->meter))
        leave_open(tacti_reason_of(r->meter.pace.stop), out);
    else if (out->is_estimate && r->is_unsure && !r->goes_through)
        leave_open(TACT_REASON_OPEN, out);
    else if (tacti_facts_cross(&r->facts))
        out->relation = TACT_RELATION_CROSSING;
    else if (!out->is_estimate && r->facts.meets)
        leave_open(TACT_REASON_NOT_SIMPLE, out);
    return TACT_OK;
}

/* ---- The query ---------------------------------------------------------------------------- */

static bool is_proper(const tacti_interior *interior) {
    return interior->bvh->is_closed && interior->is_simple;
}

static bool is_proper_or_touching(const tacti_interior *interior) {
    return is_proper(interior) || (interior->seams != NULL && !interior->seams->is_crossing);
}

static tact_status begin(const tact_context *context, const tacti_filled *a, const tacti_filled *b,
                         const tacti_classify_desc *desc, tacti_classify_state *r) {
    if (a == NULL || b == NULL || a->interior == NULL || b->interior == NULL)
        return TACT_INVALID_ARGUMENT;
    *r = (tacti_classify_state){
        .context = context,
        .interior = {a->interior, b->interior},
        .placed = {{a->interior->bvh, a->pose}, {b->interior->bvh, b->pose}},
        .meter = tacti_meter_make(desc->budget, desc->watch),
        .contact = {.outcome = TACT_OUTCOME_APART, .a = TACT_NO_TRIANGLE, .b = TACT_NO_TRIANGLE}};
    return tacti_pair_make(&r->placed[0], &r->placed[1], &r->pair);
}

static tact_status measure_clearance(const tacti_classify_state *r,
                                     tacti_mesh_distance_answer *out) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.budget = r->meter.pace.budget;
    desc.watch = r->meter.pace.watch;
    return tacti_mesh_distance(&r->placed[0], &r->placed[1], &desc, NULL, out);
}

tact_status tacti_mesh_classify(const tact_context *context, const tacti_filled *a,
                                const tacti_filled *b, const tacti_classify_desc *desc,
                                tacti_classification *out) {
    tacti_classify_desc with = desc != NULL ? *desc : tacti_classify_desc_default();
    tacti_classify_state r;
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = begin(context, a, b, &with, &r);
    if (status != TACT_OK)
        return status;
    tacti_classification answer = {.reason = TACT_REASON_NONE};
    bool is_empty = a->interior->bvh->triangle_count == 0 || b->interior->bvh->triangle_count == 0;
    if (is_empty)
        answer.relation = TACT_RELATION_APART;
    else if (is_proper(a->interior) && is_proper(b->interior))
        status = relate_exactly(&r, tacti_relate_solids, &answer);
    else if (is_proper_or_touching(a->interior) && is_proper_or_touching(b->interior))
        status = relate_exactly(&r, tacti_relate_touching, &answer);
    else
        status = relate_other(&r, &answer);
    if (status != TACT_OK)
        return status;
    answer.surfaces_meet = r.surfaces_meet;
    answer.contact = r.contact;
    answer.stop = r.meter.pace.stop;
    answer.work = r.meter.work;
    if (answer.relation == TACT_RELATION_UNDECIDED && r.contact.outcome == TACT_OUTCOME_APART)
        answer.contact.outcome = TACT_OUTCOME_UNDECIDED;
    answer.contact.stop = r.meter.pace.stop;
    answer.contact.work = r.meter.work;
    if (with.wants_clearance && !r.surfaces_meet && !tacti_meter_is_stopped(&r.meter))
        status = measure_clearance(&r, &answer.clearance);
    if (status == TACT_OK)
        *out = answer;
    return status;
}
