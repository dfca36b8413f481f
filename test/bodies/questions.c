/* SPDX-License-Identifier: MIT */
/* Every query with limits. See questions.h. The worlds are in questions_world.c. */
#include "questions.h"

#include <math.h>

#include "proofs.h"
#include "curve/curves.h"
#include "contacts/self_contacts.h"
#include "ray_hits.h"

/* ---- Digests ------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t digest, uint64_t value) {
    digest = (digest ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return digest ^ digest >> 29;
}

static uint64_t mix_number(uint64_t digest, double value) {
    union {
        double number;
        uint64_t bits;
    } pun = {value};
    return mix(digest, pun.bits);
}

static uint64_t mix_point(uint64_t digest, tact_vec3 p) {
    return mix_number(mix_number(mix_number(digest, p.x), p.y), p.z);
}

/* Checks how a query ended. A query that a budget ended did little more than the budget. A pair of
 * nodes has at most 17 + 64 tests of boxes and 64 pairs of triangles. A distance query compares
 * each of these pairs along a direction and then measures it. Fourteen pairs may wait. */
static question_end end_of(tacti_stop stop, tact_work work, uint64_t budget, uint64_t digest) {
    uint64_t done = work.box_tests + work.triangle_tests;
    if (stop == TACTI_STOP_BUDGET)
        if (done < budget || done >= budget + 256)
            fail_msg("budget %u, %u tests", (unsigned)budget, (unsigned)done);
    return (question_end){stop, mix(mix(digest, work.box_tests), work.triangle_tests)};
}

static tacti_query_desc desc_of(uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.budget = budget;
    desc.watch = watch;
    return desc;
}

/* ---- Pairs of meshes ----------------------------------------------------------------------- */

static tact_outcome outcome_of(const questions_world *w) {
    return w->t.contact_count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
}

static question_end collide_with(questions_world *w, const tacti_query_desc *desc,
                                 tact_outcome right) {
    tacti_mesh_collision got;
    assert_int_equal(tacti_mesh_collide(&w->placed[0], &w->placed[1], desc, NULL, &got), TACT_OK);
    if (got.outcome != TACT_OUTCOME_UNDECIDED)
        assert_int_equal(got.outcome, right);
    else
        assert_int_not_equal(got.stop, TACTI_STOP_NONE);
    uint64_t digest = mix(mix(mix(got.outcome, got.a), got.b), got.is_contained);
    return end_of(got.stop, got.work, desc->budget, mix_point(digest, got.point));
}

static question_end ask_collide(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    return collide_with(w, &desc, outcome_of(w));
}

static question_end ask_collide_solid(questions_world *w, uint64_t budget,
                                      const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    desc.solid = true;
    return collide_with(w, &desc, w->solid_collision.outcome);
}

/* An unfinished proof claims nothing. */
static void check_proof(questions_world *w, tacti_stop stop) {
    tact_claim claim = tact_proof_inspect(w->other).claim;
    if (stop == TACTI_STOP_NONE)
        assert_int_not_equal(claim, TACT_CLAIM_NOTHING);
    if (claim != TACT_CLAIM_NOTHING)
        assert_true(is_proven(&w->placed[0], &w->placed[1], w->other));
}

static question_end ask_collide_proof(questions_world *w, uint64_t budget,
                                      const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    desc.proof = w->other;
    question_end end = collide_with(w, &desc, outcome_of(w));
    check_proof(w, end.stop);
    return end;
}

static uint64_t check_separation(const questions_world *w, const tacti_mesh_distance_answer *got) {
    assert_true(got->lower <= w->t.upper && got->upper >= w->t.lower);
    assert_true(got->lower <= got->distance && got->distance <= got->upper);
    if (!got->is_complete)
        assert_int_not_equal(got->stop, TACTI_STOP_NONE);
    uint64_t digest = mix_number(mix_number(mix(got->a, got->b), got->lower), got->upper);
    return mix_point(mix_point(mix_number(digest, got->distance), got->point_a), got->point_b);
}

static question_end ask_distance(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_mesh_distance_answer got;
    assert_int_equal(tacti_mesh_distance(&w->placed[0], &w->placed[1], &desc, NULL, &got), TACT_OK);
    if (got.is_complete)
        test_assert_same_bits(got.distance, w->t.distance);
    return end_of(got.stop, got.work, budget, check_separation(w, &got));
}

static question_end ask_distance_solid(questions_world *w, uint64_t budget,
                                       const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    desc.solid = true;
    tacti_mesh_distance_answer got;
    assert_int_equal(tacti_mesh_distance(&w->placed[0], &w->placed[1], &desc, NULL, &got), TACT_OK);
    bool is_contact = w->solid_collision.outcome == TACT_OUTCOME_CONTACT;
    assert_true(is_contact ? got.lower == 0 : got.upper > 0);
    assert_true(got.lower <= w->t.upper);
    if (got.is_complete)
        assert_int_equal(got.distance == 0, is_contact);
    else
        assert_int_not_equal(got.stop, TACTI_STOP_NONE);
    uint64_t digest = mix_number(mix_number(mix(got.a, got.b), got.lower), got.upper);
    return end_of(got.stop, got.work, budget, digest);
}

static question_end ask_distance_proof(questions_world *w, uint64_t budget,
                                       const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    desc.proof = w->other;
    tacti_mesh_distance_answer got;
    assert_int_equal(tacti_mesh_distance(&w->placed[0], &w->placed[1], &desc, NULL, &got), TACT_OK);
    check_proof(w, got.stop);
    return end_of(got.stop, got.work, budget, check_separation(w, &got));
}

static question_end ask_within(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_mesh_distance_answer got;
    tact_outcome outcome;
    double radius = w->t.distance * 0.75 + 0.01;
    assert_int_equal(
        tacti_mesh_within(&w->placed[0], &w->placed[1], radius, &desc, NULL, &outcome, &got),
        TACT_OK);
    if (outcome == TACT_OUTCOME_CONTACT)
        assert_true(w->t.lower <= radius);
    if (outcome == TACT_OUTCOME_APART)
        assert_true(w->t.upper > radius);
    return end_of(got.stop, got.work, budget, mix(check_separation(w, &got), outcome));
}

static question_end ask_lower_bound(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_mesh_distance_answer got;
    assert_int_equal(tacti_mesh_lower_bound(&w->placed[0], &w->placed[1], &desc, NULL, &got),
                     TACT_OK);
    if (got.is_complete)
        assert_int_equal(got.lower == 0, w->t.contact_count > 0);
    return end_of(got.stop, got.work, budget, check_separation(w, &got));
}

/* ---- All contacts -------------------------------------------------------------------------- */

typedef struct visit {
    const questions_world *w;
    uint64_t digest, count;
} visit;

static bool visit_pair(void *user, uint32_t a, uint32_t b) {
    visit *v = user;
    assert_true(v->w->t.touches[(size_t)a * v->w->t.count_b + b]);
    v->digest = mix(mix(v->digest, a), b);
    v->count++;
    return true;
}

static question_end check_summary(const tacti_contact_summary *got, uint64_t all, uint64_t budget,
                                  uint64_t digest) {
    if (got->stop == TACTI_STOP_NONE) {
        assert_int_equal(got->pair_count, all);
        assert_int_equal(got->outcome, all > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    } else {
        assert_int_equal(got->outcome, TACT_OUTCOME_UNDECIDED);
        assert_true(got->pair_count <= all);
    }
    return end_of(got->stop, got->work, budget, mix(digest, got->pair_count));
}

static question_end ask_contacts(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    visit v = {.w = w};
    tacti_contact_summary got;
    assert_int_equal(
        tacti_mesh_contacts_visit(&w->placed[0], &w->placed[1], &desc, visit_pair, &v, &got),
        TACT_OK);
    assert_int_equal(got.pair_count, v.count);
    return check_summary(&got, w->t.contact_count, budget, v.digest);
}

static question_end ask_list(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_contact_summary got;
    assert_int_equal(tacti_mesh_contacts_fill(&w->placed[0], &w->placed[1], &desc,
                                              TACT_CONTACT_GEOMETRY, w->list, &got),
                     TACT_OK);
    tact_contact_view view = tact_contact_list_view(w->list);
    assert_int_equal(view.count, got.pair_count);
    uint64_t digest = 0;
    for (uint32_t i = 0; i < view.count; i++) {
        const tact_contact *c = &view.contacts[i];
        assert_true(w->t.touches[(size_t)c->a * w->t.count_b + c->b]);
        assert_true(c->a == view.pairs[2 * i] && c->b == view.pairs[2 * i + 1]);
        digest = mix(mix(mix(digest, c->a), c->b), c->kind);
    }
    return check_summary(&got, w->t.contact_count, budget, digest);
}

static question_end ask_curves(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tact_curve_summary curves;
    assert_int_equal(tacti_curve_set_fill(&w->placed[0], &w->placed[1], &desc, w->curves, &curves),
                     TACT_OK);
    tacti_contact_summary got = tacti_curve_set_contacts(w->curves);
    assert_int_equal(got.outcome, curves.outcome);
    uint64_t digest = mix(mix_number(curves.curve_count, curves.length), curves.patch_count);
    return check_summary(&got, w->t.contact_count, budget, digest);
}

static bool visit_any(void *user, uint32_t a, uint32_t b) {
    visit *v = user;
    v->digest = mix(mix(v->digest, a), b);
    v->count++;
    return true;
}

static question_end ask_self(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    visit v = {.w = w};
    tacti_contact_summary got;
    assert_int_equal(tacti_self_visit(w->placed[0].bvh, &desc, visit_any, &v, &got), TACT_OK);
    return check_summary(&got, w->self_count, budget, v.digest);
}

/* ---- Rays and points ----------------------------------------------------------------------- */

static tacti_ray_limits limits_of(uint64_t budget, const tacti_watch *watch) {
    return (tacti_ray_limits){.meter = tacti_meter_make(budget, watch)};
}

static question_end end_of_ray(const tacti_ray_limits *limits, uint64_t budget, uint64_t digest) {
    tacti_stop stop = limits->meter.pace.stop;
    assert_int_equal(stop == TACTI_STOP_NONE, limits->lower == HUGE_VAL);
    return end_of(stop, limits->meter.work, budget, mix_number(digest, limits->lower));
}

static question_end ask_ray_first(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_ray_limits limits = limits_of(budget, watch);
    tacti_mesh_hit hit;
    assert_int_equal(tacti_ray_first(&w->placed[0], w->ray, HUGE_VAL, &limits, &hit), TACT_OK);
    assert_true(hit.t >= w->hit_t);
    if (limits.meter.pace.stop == TACTI_STOP_NONE)
        assert_true(hit.t == w->hit_t);
    else
        assert_true(limits.lower <= w->hit_t);
    return end_of_ray(&limits, budget, mix_number(hit.triangle, hit.t));
}

static question_end ask_ray_any(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_ray_limits limits = limits_of(budget, watch);
    tacti_mesh_hit hit;
    assert_int_equal(tacti_ray_any(&w->placed[0], w->ray, HUGE_VAL, &limits, &hit), TACT_OK);
    bool is_hit = hit.triangle != TACT_NO_TRIANGLE;
    if (is_hit || limits.meter.pace.stop == TACTI_STOP_NONE)
        assert_int_equal(is_hit, w->hit_count > 0);
    else
        assert_true(limits.lower <= w->hit_t);
    return end_of_ray(&limits, budget, mix_number(hit.triangle, hit.t));
}

static question_end ask_ray_all(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_ray_limits limits = limits_of(budget, watch);
    tacti_mesh_hit hits[64];
    ray_hits list = {.hits = hits, .capacity = 64};
    assert_int_equal(ray_hits_collect(&w->placed[0], w->ray, HUGE_VAL, &limits, &list), TACT_OK);
    assert_true(list.count <= w->hit_count);
    if (limits.meter.pace.stop == TACTI_STOP_NONE)
        assert_int_equal(list.count, w->hit_count);
    /* All hits before the bound are found. */
    if (w->hit_t < limits.lower)
        assert_true(list.count > 0 && hits[0].t == w->hit_t);
    uint64_t digest = list.count;
    for (size_t i = 0; i < list.count && i < list.capacity; i++) {
        assert_true(i == 0 || hits[i].t >= hits[i - 1].t);
        digest = mix_number(digest, hits[i].t);
    }
    return end_of_ray(&limits, budget, digest);
}

static question_end ask_nearest(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_meter meter = tacti_meter_make(budget, watch);
    tacti_nearest got;
    assert_int_equal(tacti_closest_point(&w->placed[0], w->point, HUGE_VAL, &meter, &got), TACT_OK);
    assert_true(got.lower <= w->nearest_upper && got.upper >= w->nearest_lower);
    assert_true(got.lower <= got.distance && got.distance <= got.upper);
    if (meter.pace.stop == TACTI_STOP_NONE)
        assert_true(got.upper <= w->nearest_upper * (1 + 1e-9) + 1e-300);
    uint64_t digest = mix_number(mix_number(got.triangle, got.lower), got.upper);
    return end_of(meter.pace.stop, meter.work, budget, mix_point(digest, got.point));
}

static question_end ask_nearest_limit(questions_world *w, uint64_t budget,
                                      const tacti_watch *watch) {
    tacti_meter meter = tacti_meter_make(budget, watch);
    tacti_nearest got;
    double limit = w->nearest_upper * 0.5;
    assert_int_equal(tacti_closest_point(&w->placed[0], w->point, limit, &meter, &got), TACT_OK);
    assert_true(got.lower <= w->nearest_upper && got.upper >= w->nearest_lower);
    if (meter.pace.stop == TACTI_STOP_NONE && got.triangle == TACT_NO_TRIANGLE)
        assert_true(got.lower >= limit);
    uint64_t digest = mix_number(mix_number(got.triangle, got.lower), got.upper);
    return end_of(meter.pace.stop, meter.work, budget, digest);
}

static question_end check_winding(questions_world *w, double error, uint64_t budget,
                                  const tacti_watch *watch) {
    tacti_meter meter = tacti_meter_make(budget, watch);
    tacti_winding got;
    assert_int_equal(tacti_winding_number(&w->filled[0], w->point, error, &meter, &got), TACT_OK);
    assert_true(got.lower <= w->winding.upper && got.upper >= w->winding.lower);
    if (got.is_exact)
        assert_true(got.number == w->winding.number);
    if (meter.pace.stop != TACTI_STOP_NONE)
        assert_false(got.is_exact);
    uint64_t digest = mix_number(mix_number(mix_number(0, got.number), got.lower), got.upper);
    return end_of(meter.pace.stop, meter.work, budget, digest);
}

static question_end ask_winding(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    return check_winding(w, 0.01, budget, watch);
}

static question_end ask_best_winding(questions_world *w, uint64_t budget,
                                     const tacti_watch *watch) {
    return check_winding(w, 0, budget, watch);
}

static question_end ask_signed_distance(questions_world *w, uint64_t budget,
                                        const tacti_watch *watch) {
    tacti_meter meter = tacti_meter_make(budget, watch);
    tacti_signed_nearest got;
    assert_int_equal(tacti_signed_distance(&w->filled[0], w->point, &meter, &got), TACT_OK);
    double sign = fabs(w->winding.number) >= 0.5 ? -1 : 1;
    double one = sign * w->nearest_lower, other = sign * w->nearest_upper;
    assert_true(got.lower <= fmax(one, other) && got.upper >= fmin(one, other));
    uint64_t digest = mix_number(mix_number(mix_number(0, got.distance), got.lower), got.upper);
    return end_of(meter.pace.stop, meter.work, budget, digest);
}

/* ---- Solids -------------------------------------------------------------------------------- */

static void check_relation(tact_relation got, tact_reason reason, tacti_stop stop,
                           tact_relation right, tact_reason right_reason) {
    if (stop == TACTI_STOP_NONE) {
        assert_int_equal(got, right);
        assert_int_equal(reason, right_reason);
    } else {
        assert_int_equal(got, TACT_RELATION_UNDECIDED);
        assert_int_equal(reason,
                         stop == TACTI_STOP_BUDGET ? TACT_REASON_BUDGET : TACT_REASON_STOPPED);
    }
}

/* The clearance has its own budget. */
static question_end ask_classify(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.budget = budget;
    desc.watch = watch;
    tacti_classification got;
    assert_int_equal(tacti_mesh_classify(NULL, &w->filled[0], &w->filled[1], &desc, &got), TACT_OK);
    check_relation(got.relation, got.reason, got.stop, w->relation.relation, w->relation.reason);
    assert_true(!got.surfaces_meet || w->t.contact_count > 0);
    if (got.contact.outcome == TACT_OUTCOME_CONTACT)
        assert_int_equal(w->relation.contact.outcome, TACT_OUTCOME_CONTACT);
    const tacti_mesh_distance_answer *clearance = &got.clearance;
    if (got.stop == TACTI_STOP_NONE && !got.surfaces_meet)
        assert_true(clearance->lower <= w->t.upper && clearance->upper >= w->t.lower);
    uint64_t digest = mix(mix(got.relation, got.contact.a), got.contact.b);
    question_end end = end_of(got.stop, got.work, budget, mix_number(digest, clearance->lower));
    if (end.stop == TACTI_STOP_NONE)
        end.stop = clearance->stop;
    return end;
}

static question_end ask_object_meshes(questions_world *w, uint64_t budget,
                                      const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_object_collision got;
    assert_int_equal(tacti_object_collide(&w->mesh[0], &w->mesh[1], &desc, &got), TACT_OK);
    tacti_object_collision whole;
    assert_int_equal(tacti_object_collide(&w->mesh[0], &w->mesh[1], NULL, &whole), TACT_OK);
    if (got.stop == TACTI_STOP_NONE)
        assert_int_equal(got.outcome, whole.outcome);
    else
        assert_int_equal(got.outcome, TACT_OUTCOME_UNDECIDED);
    return end_of(got.stop, got.work, budget, mix(mix(got.outcome, got.a), got.b));
}

static question_end ask_object_meshes_distance(questions_world *w, uint64_t budget,
                                               const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_object_distance_answer got, whole;
    assert_int_equal(tacti_object_distance(&w->mesh[0], &w->mesh[1], &desc, &got), TACT_OK);
    assert_int_equal(tacti_object_distance(&w->mesh[0], &w->mesh[1], NULL, &whole), TACT_OK);
    assert_true(got.lower <= whole.upper && got.upper >= whole.lower);
    if (got.outcome != TACT_OUTCOME_UNDECIDED)
        assert_int_equal(got.outcome, whole.outcome);
    return end_of(got.stop, got.work, budget, mix_number(mix(got.outcome, got.a), got.lower));
}

static question_end ask_object(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_object_collision got;
    assert_int_equal(tacti_object_collide(&w->object, &w->mesh[0], &desc, &got), TACT_OK);
    if (got.outcome != TACT_OUTCOME_UNDECIDED || got.stop == TACTI_STOP_NONE)
        assert_int_equal(got.outcome, w->object_collision.outcome);
    return end_of(got.stop, got.work, budget, mix(got.outcome, got.b));
}

static question_end ask_object_distance(questions_world *w, uint64_t budget,
                                        const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_object_distance_answer got;
    assert_int_equal(tacti_object_distance(&w->object, &w->mesh[0], &desc, &got), TACT_OK);
    assert_true(got.lower <= w->object_distance.upper && got.upper >= w->object_distance.lower);
    if (got.outcome != TACT_OUTCOME_UNDECIDED || got.stop == TACTI_STOP_NONE)
        assert_int_equal(got.outcome, w->object_distance.outcome);
    uint64_t digest = mix_number(mix_number(got.b, got.lower), got.upper);
    return end_of(got.stop, got.work, budget, digest);
}

static question_end ask_object_contacts(questions_world *w, uint64_t budget,
                                        const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    visit v = {.w = w};
    tacti_contact_summary got;
    assert_int_equal(tacti_object_contacts(&w->object, &w->mesh[0], &desc, visit_any, &v, &got),
                     TACT_OK);
    assert_int_equal(got.pair_count, v.count);
    return check_summary(&got, w->object_contact_count, budget, v.digest);
}

static question_end ask_object_classify(questions_world *w, uint64_t budget,
                                        const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_object_relation got;
    assert_int_equal(tacti_object_classify(NULL, &w->object, &w->mesh[0], &desc, &got), TACT_OK);
    check_relation(got.relation, got.reason, got.stop, w->object_relation.relation,
                   w->object_relation.reason);
    return end_of(got.stop, got.work, budget, mix(got.relation, got.reason));
}

static question_end ask_object_classify_meshes(questions_world *w, uint64_t budget,
                                               const tacti_watch *watch) {
    tacti_query_desc desc = desc_of(budget, watch);
    tacti_object_relation got;
    assert_int_equal(tacti_object_classify(NULL, &w->mesh[0], &w->mesh[1], &desc, &got), TACT_OK);
    check_relation(got.relation, got.reason, got.stop, w->relation.relation, w->relation.reason);
    return end_of(got.stop, got.work, budget, mix(got.relation, got.reason));
}

/* ---- Proofs -------------------------------------------------------------------------------- */

static question_end ask_verify(questions_world *w, uint64_t budget, const tacti_watch *watch) {
    tacti_placed_mesh mesh[2] = {placed_mesh(&w->placed[0]), placed_mesh(&w->placed[1])};
    tacti_pace pace = tacti_pace_make(budget, watch);
    tact_verification got;
    assert_int_equal(tacti_verify_proof_within(NULL, &mesh[0], &mesh[1], w->proof, &pace, &got),
                     TACT_OK);
    assert_int_equal(got.is_proven, pace.stop == TACTI_STOP_NONE);
    assert_int_equal(got.is_out_of_budget, pace.stop == TACTI_STOP_BUDGET);
    assert_int_equal(got.text[0] == '\0', got.is_proven);
    return (question_end){pace.stop, mix(got.work, got.comparisons)};
}

const question all_questions[] = {
    {"collide", ask_collide},
    {"collide solid", ask_collide_solid},
    {"collide with proof", ask_collide_proof},
    {"distance", ask_distance},
    {"distance solid", ask_distance_solid},
    {"distance with proof", ask_distance_proof},
    {"within", ask_within},
    {"lower bound", ask_lower_bound},
    {"contacts", ask_contacts},
    {"contact list", ask_list},
    {"curves", ask_curves},
    {"self", ask_self},
    {"ray first", ask_ray_first},
    {"ray any", ask_ray_any},
    {"ray all", ask_ray_all},
    {"nearest", ask_nearest},
    {"nearest within a limit", ask_nearest_limit},
    {"winding", ask_winding},
    {"best winding", ask_best_winding},
    {"signed distance", ask_signed_distance},
    {"classify", ask_classify},
    {"collide meshes as objects", ask_object_meshes},
    {"distance of meshes as objects", ask_object_meshes_distance},
    {"collide shape", ask_object},
    {"distance of shape", ask_object_distance},
    {"contacts of shape", ask_object_contacts},
    {"classify shape", ask_object_classify},
    {"classify meshes as objects", ask_object_classify_meshes},
    {"verify", ask_verify},
};
const int question_count = sizeof all_questions / sizeof all_questions[0];
