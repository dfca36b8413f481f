/* SPDX-License-Identifier: MIT */
/* Every cell of the table of support: each question is asked for each pair of kinds, plainly, with
 * a cache, in a batch, with budgets and with a proof. It is refused if and only if the table says
 * so, decided if the table says exact, and has the same answer in every way of asking. */
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

/* What a question needs besides instances. */
typedef struct room {
    tact_contact_list *list;
    tact_curve_set *set;
} room;

typedef union answer {
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
} answer;

static const tact_vec3 point = {0.1, 0.2, 0.3};
static const tact_ray ray = {{0.1, 0.2, 0.3}, {1, 0, 0}};

static tact_status ask(const room *r, tact_question question, const tact_instance pair[2],
                       const tact_options *options, tact_cache *cache, answer *u) {
    const tact_instance *a = &pair[0], *b = &pair[1];
    memset(u, 0, sizeof *u);
    switch (question) {
    case TACT_QUESTION_COLLIDE:
        return tact_collide(a, b, options, cache, &u->collide);
    case TACT_QUESTION_DISTANCE:
        return tact_distance(a, b, options, cache, &u->distance);
    case TACT_QUESTION_DEPTH:
        return tact_depth(a, b, options, cache, &u->depth);
    case TACT_QUESTION_MANIFOLD:
        return tact_manifold(a, b, options, cache, &u->manifold);
    case TACT_QUESTION_GRADIENT:
        return tact_gradient(a, b, options, cache, &u->gradient);
    case TACT_QUESTION_CLASSIFY:
        return tact_classify(a, b, options, &u->classify);
    case TACT_QUESTION_CONTACTS:
        return tact_contacts(a, b, options, r->list, &u->contacts);
    case TACT_QUESTION_CURVES:
        return tact_curves(a, b, options, r->set, &u->curves);
    case TACT_QUESTION_SELF:
        return tact_self(a->model, options, r->list, &u->contacts);
    case TACT_QUESTION_RAYCAST:
        return tact_raycast(a, ray, options, &u->raycast);
    case TACT_QUESTION_NEAREST:
        return tact_nearest(a, point, options, &u->nearest);
    case TACT_QUESTION_INSIDE:
        return tact_inside(a, point, options, &u->inside);
    }
    return TACT_INVALID_ARGUMENT;
}

/* The same question as a batch of one. */
static tact_status ask_batch(const room *r, tact_question question, const tact_instance pair[2],
                             tact_cache *cache, answer *u) {
    uint8_t status = TACT_OK;
    tact_batch batch = {.instances = pair,
                        .instance_count = 2,
                        .pose_count = 1,
                        .pair_count = 1,
                        .caches = cache,
                        .statuses = &status};
    tact_status whole = TACT_INVALID_ARGUMENT;
    memset(u, 0, sizeof *u);
    switch (question) {
    case TACT_QUESTION_COLLIDE:
        whole = tact_collide_batch(NULL, &batch, &u->collide);
        break;
    case TACT_QUESTION_DISTANCE:
        whole = tact_distance_batch(NULL, &batch, &u->distance);
        break;
    case TACT_QUESTION_DEPTH:
        whole = tact_depth_batch(NULL, &batch, &u->depth);
        break;
    case TACT_QUESTION_MANIFOLD:
        whole = tact_manifold_batch(NULL, &batch, &u->manifold);
        break;
    case TACT_QUESTION_GRADIENT:
        whole = tact_gradient_batch(NULL, &batch, &u->gradient);
        break;
    case TACT_QUESTION_CLASSIFY:
        whole = tact_classify_batch(NULL, &batch, &u->classify);
        break;
    case TACT_QUESTION_CONTACTS:
        whole = tact_contacts_batch(NULL, &batch, &r->list, &u->contacts);
        break;
    case TACT_QUESTION_CURVES:
        whole = tact_curves_batch(NULL, &batch, &r->set, &u->curves);
        break;
    case TACT_QUESTION_SELF:
        return tact_self_batch(NULL, &pair[0].model, 1, NULL, &r->list, &u->contacts);
    case TACT_QUESTION_RAYCAST:
        return tact_raycast_batch(NULL, &pair[0], &ray, 1, NULL, &u->raycast);
    case TACT_QUESTION_NEAREST:
        return tact_nearest_batch(NULL, &pair[0], &point, 1, NULL, &u->nearest);
    case TACT_QUESTION_INSIDE:
        return tact_inside_batch(NULL, &pair[0], &point, 1, NULL, &u->inside);
    }
    assert_int_equal(whole, TACT_OK);
    return (tact_status)status;
}

/* The verdict, or the relation of classify. */
static int verdict(tact_question question, const answer *u) {
    switch (question) {
    case TACT_QUESTION_CLASSIFY:
        return u->classify.relation == TACT_RELATION_UNDECIDED ? TACT_OUTCOME_UNDECIDED
                                                               : 10 + (int)u->classify.relation;
    case TACT_QUESTION_CURVES:
        return u->curves.summary.outcome;
    default: /* all other results begin with the outcome */
        return u->collide.outcome;
    }
}

/* With a cache, in a batch and with budgets, the answer is the same, or undecided if a budget ends
 * the question. */
static void check_ways(const room *r, tact_question question, const tact_instance pair[2],
                       tact_status expected, int known) {
    uint64_t words[TACT_CACHE_DEPTH_BYTES / sizeof(uint64_t)] = {0};
    tact_cache cache = {words, sizeof words};
    answer u;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ask(r, question, pair, NULL, &cache, &u), expected);
        if (expected == TACT_OK)
            assert_int_equal(verdict(question, &u), known);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask_batch(r, question, pair, i == 0 ? NULL : &cache, &u), expected);
        if (expected == TACT_OK)
            assert_int_equal(verdict(question, &u), known);
    }
    for (uint64_t budget = 0; budget < 100000; budget = 3 * budget + 1) {
        tact_options options = tact_options_default();
        options.budget = budget;
        assert_int_equal(ask(r, question, pair, &options, NULL, &u), expected);
        if (expected == TACT_OK && verdict(question, &u) != known)
            assert_int_equal(verdict(question, &u), TACT_OUTCOME_UNDECIDED);
    }
}

static void check_proof(const room *r, tact_question question, const tact_instance pair[2],
                        bool has_proof) {
    tact_options options = tact_options_default();
    tact_error error = {.text = ""};
    answer u;
    const char *names[2] = {tact_kind_name(pair[0].model->kind),
                            tact_kind_name(pair[1].model->kind)};
    options.error = &error;
    assert_int_equal(tact_proof_create(NULL, &options.proof), TACT_OK);
    tact_status status = ask(r, question, pair, &options, NULL, &u);
    if (status != (has_proof ? TACT_OK : TACT_UNSUPPORTED))
        fail_msg("%s of %s and %s with a proof: %s", tact_question_name(question), names[0],
                 names[1], tact_status_text(status));
    if (has_proof) {
        tact_verification verified;
        assert_int_equal(tact_verify(&pair[0], &pair[1], options.proof, NULL, &verified), TACT_OK);
        assert_true(verified.is_proven);
    } else {
        assert_non_null(strstr(error.text, tact_question_name(question)));
        assert_non_null(strstr(error.text, names[0]));
    }
    tact_proof_destroy(options.proof);
}

/* Checks one cell at some poses. */
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
        answer u;
        tact_status expected = support == 0 ? TACT_UNSUPPORTED : TACT_OK;
        assert_int_equal(ask(r, question, pair, NULL, NULL, &u), expected);
        int known = verdict(question, &u);
        if ((support & TACT_SUPPORT_EXACT) != 0)
            assert_int_not_equal(known, TACT_OUTCOME_UNDECIDED);
        check_ways(r, question, pair, expected, known);
        check_proof(r, question, pair, (support & TACT_SUPPORT_PROOF) != 0);
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
