/* SPDX-License-Identifier: MIT */
/* How two instances relate as solids. */
#include "base/assert.h"
#include "model/ask.h"
#include "relation/classify.h"
#include "surface/surface.h"

static uint32_t flags_of(const tacti_classification *found) {
    uint32_t flags = found->is_estimate ? TACT_RESULT_ESTIMATE : 0;
    if (found->surfaces_meet)
        flags |= TACT_RESULT_SURFACES_MEET;
    if (found->contact.is_contained)
        flags |= TACT_RESULT_CONTAINED;
    if (found->contact.outcome == TACT_OUTCOME_CONTACT)
        flags |= TACT_RESULT_POINT;
    if (found->clearance.is_complete)
        flags |= TACT_RESULT_EXACT;
    return flags;
}

static tact_status classify_meshes(const tacti_side *a, const tacti_side *b,
                                   const tact_options *options, tact_classify_result *out) {
    TACTI_ASSERT(a->model->interior != NULL && b->model->interior != NULL);
    tacti_filled solid[2] = {{a->model->interior, *a->pose}, {b->model->interior, *b->pose}};
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.wants_clearance = (options->flags & TACT_OPTION_CLEARANCE) != 0;
    tacti_asking asking;
    tacti_asking_begin(&asking, options);
    desc.budget = options->budget;
    desc.watch = asking.desc.watch;
    tacti_classification found;
    tact_status status = tacti_mesh_classify(options->context, &solid[0], &solid[1], &desc, &found);
    if (status != TACT_OK)
        return status;
    const tacti_mesh_collision *contact = &found.contact;
    const tacti_mesh_distance_answer *clearance = &found.clearance;
    *out = (tact_classify_result){.relation = found.relation,
                                  .reason = found.reason,
                                  .ending = tacti_ending_of_stop(found.stop),
                                  .flags = flags_of(&found),
                                  .kind = contact->kind,
                                  .a = tacti_site(a, contact->a, contact->point),
                                  .b = tacti_site(b, contact->b, contact->point),
                                  .clearance = clearance->distance,
                                  .clearance_lower = clearance->lower,
                                  .clearance_upper = clearance->upper,
                                  .clearance_a = tacti_site(a, clearance->a, clearance->point_a),
                                  .clearance_b = tacti_site(b, clearance->b, clearance->point_b),
                                  .work = found.work};
    return TACT_OK;
}

/* Adds the clearance of a pair that is apart. */
static tact_status add_clearance(const tacti_side solid[2], const tacti_asking *asking,
                                 tact_classify_result *out) {
    tact_distance_result gap;
    tact_status status = tacti_sides_distance(&solid[0], &solid[1], asking, NULL, &gap);
    if (status != TACT_OK)
        return status;
    if (gap.ending < TACT_ENDING_BUDGET)
        out->flags |= TACT_RESULT_EXACT;
    out->clearance = gap.distance;
    out->clearance_lower = gap.lower;
    out->clearance_upper = gap.upper;
    out->clearance_a = gap.a;
    out->clearance_b = gap.b;
    return TACT_OK;
}

/* Adds a common point of a pair that is not apart. */
static tact_status add_witness(const tacti_side solid[2], const tacti_asking *asking,
                               tact_classify_result *out) {
    tact_collide_result touch;
    tact_status status = tacti_sides_collide(&solid[0], &solid[1], asking, NULL, &touch);
    if (status != TACT_OK || touch.outcome != TACT_OUTCOME_CONTACT)
        return status;
    out->flags |= touch.flags & (TACT_RESULT_POINT | TACT_RESULT_CONTAINED);
    out->a = touch.a;
    out->b = touch.b;
    return TACT_OK;
}

static tact_status add_details(const tacti_side solid[2], bool wants_clearance,
                               const tacti_asking *asking, tact_classify_result *out) {
    switch (out->relation) {
    case TACT_RELATION_UNDECIDED:
        return TACT_OK;
    case TACT_RELATION_APART:
        return wants_clearance ? add_clearance(solid, asking, out) : TACT_OK;
    case TACT_RELATION_TOUCHING:
    case TACT_RELATION_CROSSING:
    case TACT_RELATION_IDENTICAL:
        out->flags |= TACT_RESULT_SURFACES_MEET;
        break;
    case TACT_RELATION_A_IN_B:
    case TACT_RELATION_B_IN_A:
        break;
    }
    return add_witness(solid, asking, out);
}

/* Classifies a pair with at least one shape. */
static tact_status classify_objects(const tacti_side *a, const tacti_side *b,
                                    const tact_options *options, tact_classify_result *out) {
    tacti_side solid[2] = {*a, *b};
    solid[0].is_filled = solid[1].is_filled = true;
    tacti_object object[2] = {tacti_side_object(&solid[0]), tacti_side_object(&solid[1])};
    tact_options plain = *options; /* for the details */
    plain.flags = TACT_OPTION_POINT;
    plain.limit = HUGE_VAL;
    tacti_asking asking;
    tacti_asking_begin(&asking, &plain);
    tacti_object_relation found;
    tact_status status =
        tacti_object_classify(options->context, &object[0], &object[1], &asking.desc, &found);
    if (status != TACT_OK)
        return status;
    tact_vec3 origin = {0, 0, 0};
    tact_classify_result answer = {.relation = found.relation,
                                   .reason = found.reason,
                                   .ending = tacti_ending_of_stop(found.stop),
                                   .flags = found.is_estimate ? TACT_RESULT_ESTIMATE : 0,
                                   .a = tacti_site(a, TACT_NO_TRIANGLE, origin),
                                   .b = tacti_site(b, TACT_NO_TRIANGLE, origin),
                                   .clearance_a = tacti_site(a, TACT_NO_TRIANGLE, origin),
                                   .clearance_b = tacti_site(b, TACT_NO_TRIANGLE, origin),
                                   .work = found.work};
    tacti_asking_spend(&asking, &found.work);
    bool wants_clearance = (options->flags & TACT_OPTION_CLEARANCE) != 0;
    status = add_details(solid, wants_clearance, &asking, &answer);
    if (status == TACT_OK)
        *out = answer;
    return status;
}

static bool has_inside(const tact_model *model) {
    return model->what == TACTI_MODEL_SHAPE || model->interior != NULL;
}

static tact_status classify(const tact_instance *a, const tact_instance *b,
                            const tact_options *options, tact_classify_result *out) {
    if (tacti_is_compound(a) || tacti_is_compound(b) || options->proof != NULL)
        return TACT_UNSUPPORTED;
    if (!has_inside(a->model) || !has_inside(b->model))
        return TACT_NO_INTERIOR;
    tacti_side side[2] = {tacti_side_of(a), tacti_side_of(b)};
    bool are_meshes = !tacti_side_is_shape(&side[0]) && !tacti_side_is_shape(&side[1]);
    return are_meshes ? classify_meshes(&side[0], &side[1], options, out)
                      : classify_objects(&side[0], &side[1], options, out);
}

tact_status tact_classify(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_classify_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_pair_begin(a, b, options, &room, out);
    tact_status status = chosen == NULL ? TACT_INVALID_ARGUMENT : classify(a, b, chosen, out);
    if (status == TACT_OK)
        return TACT_OK;
    return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_CLASSIFY, {a, b}, out});
}
