/* SPDX-License-Identifier: MIT */
/* Every cell of the table of support: each question is asked of models of each two kinds, with and
 * without a proof. It is refused exactly if the table says so, and decided if the table calls it
 * exact. */
#include "models.h"

#include <string.h>

#define KINDS 11
#define QUESTIONS 12

static const tact_kind kinds[KINDS] = {TACT_KIND_SPHERE, TACT_KIND_SEGMENT,   TACT_KIND_TRIANGLE,
                                       TACT_KIND_BOX,    TACT_KIND_HULL,      TACT_KIND_CYLINDER,
                                       TACT_KIND_CONE,   TACT_KIND_ELLIPSOID, TACT_KIND_HALF_SPACE,
                                       TACT_KIND_MESH,   TACT_KIND_COMPOUND};

static const tact_model *sample(const zoo *z, tact_kind kind) {
    if (kind == TACT_KIND_COMPOUND)
        return z->compound;
    return z->model[kind == TACT_KIND_MESH ? ZOO_BALL_MESH : (int)kind];
}

/* What a question needs beside instances. */
typedef struct room {
    tact_contact_list *list;
    tact_curve_set *set;
} room;

/* Asks; *outcome becomes the verdict, or contact for answers without one. */
static tact_status ask(const room *r, tact_question question, const tact_instance pair[2],
                       const tact_options *options, tact_outcome *outcome) {
    const tact_instance *a = &pair[0], *b = &pair[1];
    tact_vec3 point = {0.1, 0.2, 0.3};
    union {
        tact_collide_result collide;
        tact_distance_result distance;
        tact_depth_result depth;
        tact_manifold_result manifold;
        tact_gradient_result gradient;
        tact_classify_result classify;
        tact_contacts_result contacts;
        tact_curves_result curves;
        tact_raycast_result raycast;
        tact_nearest_result nearest;
        tact_inside_result inside;
    } u;
    tact_status status = TACT_INVALID_ARGUMENT;
    memset(&u, 0, sizeof u);
    switch (question) {
    case TACT_QUESTION_COLLIDE:
        status = tact_collide(a, b, options, NULL, &u.collide);
        *outcome = u.collide.outcome;
        break;
    case TACT_QUESTION_DISTANCE:
        status = tact_distance(a, b, options, NULL, &u.distance);
        *outcome = u.distance.outcome;
        break;
    case TACT_QUESTION_DEPTH:
        status = tact_depth(a, b, options, NULL, &u.depth);
        *outcome = u.depth.outcome;
        break;
    case TACT_QUESTION_MANIFOLD:
        status = tact_manifold(a, b, options, NULL, &u.manifold);
        *outcome = u.manifold.outcome;
        break;
    case TACT_QUESTION_GRADIENT:
        status = tact_gradient(a, b, options, NULL, &u.gradient);
        *outcome = u.gradient.outcome;
        break;
    case TACT_QUESTION_CLASSIFY:
        status = tact_classify(a, b, options, &u.classify);
        *outcome = u.classify.relation == TACT_RELATION_UNDECIDED ? TACT_OUTCOME_UNDECIDED
                                                                  : TACT_OUTCOME_CONTACT;
        break;
    case TACT_QUESTION_CONTACTS:
        status = tact_contacts(a, b, options, r->list, &u.contacts);
        *outcome = u.contacts.outcome;
        break;
    case TACT_QUESTION_CURVES:
        status = tact_curves(a, b, options, r->set, &u.curves);
        *outcome = u.curves.summary.outcome;
        break;
    case TACT_QUESTION_SELF:
        status = tact_self(a->model, options, r->list, &u.contacts);
        *outcome = u.contacts.outcome;
        break;
    case TACT_QUESTION_RAYCAST:
        status = tact_raycast(a, (tact_ray){point, {1, 0, 0}}, options, &u.raycast);
        *outcome = u.raycast.outcome;
        break;
    case TACT_QUESTION_NEAREST:
        status = tact_nearest(a, point, options, &u.nearest);
        *outcome = u.nearest.outcome;
        break;
    case TACT_QUESTION_INSIDE:
        status = tact_inside(a, point, options, &u.inside);
        *outcome = u.inside.outcome;
        break;
    }
    return status;
}

/* One cell, on some poses. */
static void check_cell(const room *r, const zoo *z, tact_question question, tact_kind a,
                       tact_kind b) {
    static const double shifts[] = {0, 0.25, 1.5, 4};
    uint32_t support = tact_query_support(question, a, b);
    if (question < TACT_QUESTION_SELF)
        assert_int_equal(support, tact_query_support(question, b, a));
    for (int i = 0; i < 4; i++) {
        tact_instance pair[2] = {tact_instance_make(sample(z, a)),
                                 tact_instance_make(sample(z, b))};
        pair[1].pose = pose_at(0.1 + shifts[i], 0.05, 0.02);
        tact_outcome outcome = TACT_OUTCOME_APART;
        tact_status status = ask(r, question, pair, NULL, &outcome);
        assert_int_equal(status, support == 0 ? TACT_UNSUPPORTED : TACT_OK);
        if ((support & TACT_SUPPORT_EXACT) != 0)
            assert_int_not_equal(outcome, TACT_OUTCOME_UNDECIDED);
        tact_options options = tact_options_default();
        tact_error error = {.text = ""};
        options.error = &error;
        assert_int_equal(tact_proof_create(NULL, &options.proof), TACT_OK);
        status = ask(r, question, pair, &options, &outcome);
        bool has_proof = (support & TACT_SUPPORT_PROOF) != 0;
        if (status != (has_proof ? TACT_OK : TACT_UNSUPPORTED))
            fail_msg("%s of %s and %s with a proof: %s", tact_question_name(question),
                     tact_kind_name(a), tact_kind_name(b), tact_status_text(status));
        if (has_proof) {
            tact_verification verified;
            assert_int_equal(tact_verify(&pair[0], &pair[1], options.proof, NULL, &verified),
                             TACT_OK);
        } else {
            assert_non_null(strstr(error.text, tact_question_name(question)));
            assert_non_null(strstr(error.text, tact_kind_name(a)));
        }
        tact_proof_destroy(options.proof);
    }
}

static void test_table(void **state) {
    room r;
    assert_int_equal(tact_contact_list_create(NULL, &r.list), TACT_OK);
    assert_int_equal(tact_curve_set_create(NULL, &r.set), TACT_OK);
    for (int q = 0; q < QUESTIONS; q++)
        for (int a = 0; a < KINDS; a++)
            for (int b = 0; b < KINDS; b++)
                check_cell(&r, *state, (tact_question)q, kinds[a], kinds[b]);
    tact_curve_set_destroy(r.set);
    tact_contact_list_destroy(r.list);
}

static void test_unknown_values(void **state) {
    (void)state;
    tact_kind no_kind = (tact_kind)9, other = (tact_kind)66;
    assert_int_equal(tact_query_support(TACT_QUESTION_COLLIDE, no_kind, TACT_KIND_BOX), 0);
    assert_int_equal(tact_query_support(TACT_QUESTION_COLLIDE, TACT_KIND_BOX, other), 0);
    assert_int_equal(tact_query_support((tact_question)12, TACT_KIND_BOX, TACT_KIND_BOX), 0);
    assert_int_not_equal(tact_query_support(TACT_QUESTION_RAYCAST, TACT_KIND_BOX, other), 0);
    assert_string_equal(tact_kind_name(no_kind), "unknown kind");
    assert_string_equal(tact_question_name((tact_question)12), "unknown question");
    assert_string_equal(tact_ending_name((tact_ending)8), "unknown ending");
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(tact_kind_name(TACT_KIND_HALF_SPACE), "half-space");
    assert_string_equal(tact_kind_name(TACT_KIND_COMPOUND), "compound");
    assert_string_equal(tact_question_name(TACT_QUESTION_COLLIDE), "collide");
    assert_string_equal(tact_question_name(TACT_QUESTION_INSIDE), "inside");
    assert_string_equal(tact_ending_name(TACT_ENDING_COMPLETE), "complete");
    assert_string_equal(tact_ending_name(TACT_ENDING_CANCELLED), "cancelled");
    for (int i = 0; i < KINDS - 2; i++)
        assert_string_equal(tact_kind_name(kinds[i]),
                            tact_shape_kind_name((tact_shape_kind)kinds[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_unknown_values),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
