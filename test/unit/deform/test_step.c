/* SPDX-License-Identifier: MIT */
/* Contacts of a step: the same as those of all pairs of features, asked one by one. */
#include "brute.h"
#include "levels.h"
#include "make_deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The interval of the first contact and that of brute force contain one time, and the pair is one
 * that may be first. */
static void check_first(const tact_deform *a, const tact_deform *b,
                        const tact_impact_options *options, const contact_list *expected) {
    tact_deform_first first;
    double safe, upper = INFINITY;
    assert_int_equal(tact_deform_first_contact(a, b, NULL, options, &first), TACT_OK);
    assert_int_equal(tact_deform_safe_fraction(a, b, NULL, options, &safe), TACT_OK);
    bool has_contact = false;
    for (size_t i = 0; i < expected->count; i++) {
        has_contact |= expected->items[i].impact.outcome == TACT_OUTCOME_CONTACT;
        if (expected->items[i].impact.outcome == TACT_OUTCOME_CONTACT)
            upper = fmin(upper, expected->items[i].impact.upper);
    }
    if (expected->count == 0) {
        assert_int_equal(first.outcome, TACT_OUTCOME_APART);
        assert_true(first.lower == INFINITY && first.upper == INFINITY);
        assert_true(safe == options->limit);
        return;
    }
    assert_int_equal(first.outcome, has_contact ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_UNDECIDED);
    assert_true(first.lower <= upper);
    assert_true(first.upper >= expected->items[0].impact.lower);
    assert_true(first.lower <= first.upper && first.lower == first.contact.impact.lower);
    assert_true(safe == first.lower);
    bool is_there = false;
    for (size_t i = 0; i < expected->count; i++) {
        const tact_deform_contact *c = &expected->items[i];
        is_there |= c->kind == first.contact.kind && c->swapped == first.contact.swapped &&
                    c->a == first.contact.a && c->b == first.contact.b;
    }
    assert_true(is_there);
}

static void check_step(const tact_deform *a, const tact_deform *b,
                       const tact_impact_options *options) {
    contact_list expected = find_contacts(a, b, options), found = {0};
    assert_int_equal(tact_deform_contacts(a, b, NULL, options, take_contacts, &found), TACT_OK);
    assert_int_equal(found.calls, 1);
    assert_same_contacts(&expected, &found);
    check_first(a, b, options, &expected);
    free(expected.items);
    free(found.items);
}

static void test_random(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform step");
    uint64_t cases = test_case_count(60, 3000);
    for (uint64_t i = 0; i < cases; i++) {
        static random_body bodies[2];
        tact_deform *deforms[2];
        tact_impact_options options = tact_impact_options_default();
        options.limit = i % 4 == 0 ? 0.5 : 1;
        for (int k = 0; k < 2; k++) {
            make_random_body(&rng, i % 10 == 0 ? 60 : 12, &bodies[k]);
            deforms[k] = deform_of(NULL, &bodies[k]);
        }
        check_step(deforms[0], NULL, &options);
        check_step(deforms[0], deforms[1], &options);
        for (int k = 0; k < 2; k++)
            tact_deform_destroy(deforms[k]);
    }
}

/* With a separation, features that are far apart may be undecided for the test of features but are
 * not candidates. Nothing that is certainly as near may be missing. */
static void test_separation(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform separation");
    uint64_t cases = test_case_count(30, 1000);
    for (uint64_t i = 0; i < cases; i++) {
        static random_body body;
        tact_impact_options options = tact_impact_options_default();
        contact_list found = {0};
        options.separation = test_rng_between(&rng, 0.001, 0.05);
        make_random_body(&rng, 16, &body);
        tact_deform *deform = deform_of(NULL, &body);
        contact_list expected = find_contacts(deform, NULL, &options);
        assert_int_equal(tact_deform_contacts(deform, NULL, NULL, &options, take_contacts, &found),
                         TACT_OK);
        size_t kept = 0;
        for (size_t k = 0, at = 0; k < expected.count; k++) {
            const tact_deform_contact *x = &expected.items[k];
            const tact_deform_contact *y = at < found.count ? &found.items[at] : x;
            bool is_found = at < found.count && x->kind == y->kind && x->a == y->a && x->b == y->b;
            assert_true(is_found || expected.items[k].impact.outcome == TACT_OUTCOME_UNDECIDED);
            at += is_found;
            if (is_found)
                expected.items[kept++] = expected.items[k];
        }
        expected.count = kept;
        assert_same_contacts(&expected, &found);
        check_first(deform, NULL, &options, &expected);
        free(expected.items);
        free(found.items);
        tact_deform_destroy(deform);
    }
}

/* ---- Motions, levels, threads ------------------------------------------------------------- */

typedef struct motion_question {
    const scene_body *sheet, *ball;
    scene_motion motion;
} motion_question;

static uint64_t hash_contacts(uint64_t hash, const contact_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const tact_deform_contact *c = &list->items[i];
        hash = hash_integer(hash, c->kind * 2 + c->swapped);
        hash = hash_integer(hash_integer(hash, c->a), c->b);
        hash = hash_number(hash_number(hash, c->impact.lower), c->impact.upper);
    }
    return hash;
}

static tact_deform *deform_of_body(const tact_context *context, const scene_body *body) {
    tact_deform_topology topology = {.vertex_count = body->vertex_count,
                                     .triangle_count = body->triangle_count,
                                     .triangles = (const uint32_t(*)[3])body->triangles};
    tact_deform *deform;
    assert_int_equal(tact_deform_create(context, &topology, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_move(deform, body->rest, NULL, NULL), TACT_OK);
    return deform;
}

static uint64_t hash_step(uint64_t hash, const tact_deform *a, const tact_deform *b) {
    contact_list list = {0};
    tact_deform_first first;
    assert_int_equal(tact_deform_contacts(a, b, NULL, NULL, take_contacts, &list), TACT_OK);
    assert_int_equal(tact_deform_first_contact(a, b, NULL, NULL, &first), TACT_OK);
    hash = hash_contacts(hash, &list);
    hash = hash_number(hash_number(hash, first.lower), first.upper);
    hash = hash_integer(hash, (int64_t)first.candidates);
    if (first.outcome != TACT_OUTCOME_APART)
        hash = hash_integer(hash_integer(hash, first.contact.a), first.contact.b);
    free(list.items);
    return hash;
}

static uint64_t hash_motion(const void *about, const tact_context *context) {
    const motion_question *q = about;
    tact_deform *sheet = deform_of_body(context, q->sheet),
                *ball = deform_of_body(context, q->ball);
    tact_vec3 *at[2] = {calloc(q->sheet->vertex_count, sizeof(tact_vec3)),
                        calloc(q->sheet->vertex_count, sizeof(tact_vec3))};
    uint64_t hash = 1;
    for (int frame = 0; frame < 5; frame++) {
        scene_positions(q->sheet, q->motion, 0.22 * frame, at[0]);
        scene_positions(q->sheet, q->motion, 0.22 * frame + 0.22, at[1]);
        assert_int_equal(tact_deform_move(sheet, at[0], at[1], NULL), TACT_OK);
        hash = hash_step(hash, sheet, NULL);
        hash = hash_step(hash, ball, sheet);
    }
    tact_deform_destroy(sheet);
    tact_deform_destroy(ball);
    free(at[0]);
    free(at[1]);
    return hash;
}

static void test_same_bits(void **state) {
    (void)state;
    scene_body sheet = scene_sheet((uint32_t)test_case_count(40, 80)), ball = scene_ball(12);
    for (int m = 0; m < SCENE_MOTIONS; m++) {
        motion_question q = {&sheet, &ball, (scene_motion)m};
        test_levels_agree(hash_motion, &q);
        uint64_t expected = hash_motion(&q, NULL);
        tact_pool *pool;
        tact_context *context;
        assert_int_equal(tact_pool_create(NULL, 3, &pool), TACT_OK);
        tact_context_desc desc = tact_context_desc_default();
        desc.executor = tact_pool_executor(pool);
        assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
        assert_true(hash_motion(&q, context) == expected);
        tact_context_destroy(context);
        tact_pool_destroy(pool);
    }
    scene_body_destroy(&sheet);
    scene_body_destroy(&ball);
}

/* Frames of all motions against brute force. */
static void test_motions(void **state) {
    (void)state;
    uint32_t n = (uint32_t)test_case_count(8, 20);
    scene_body sheet = scene_sheet(n), ball = scene_ball(n / 2 + 1);
    tact_impact_options options = tact_impact_options_default();
    tact_deform *still = deform_of_body(NULL, &ball);
    tact_vec3 *at[2] = {calloc(sheet.vertex_count, sizeof(tact_vec3)),
                        calloc(sheet.vertex_count, sizeof(tact_vec3))};
    for (int m = 0; m < SCENE_MOTIONS; m++) {
        tact_deform *deform = deform_of_body(NULL, &sheet);
        for (int frame = 0; frame < 4; frame++) {
            scene_positions(&sheet, (scene_motion)m, 0.3 * frame, at[0]);
            scene_positions(&sheet, (scene_motion)m, 0.3 * frame + 0.3, at[1]);
            assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
            check_step(deform, NULL, &options);
            if (m == SCENE_DRAPE)
                check_step(still, deform, &options);
        }
        tact_deform_destroy(deform);
    }
    tact_deform_destroy(still);
    free(at[0]);
    free(at[1]);
    scene_body_destroy(&sheet);
    scene_body_destroy(&ball);
}

/* ---- Known answers and bad input ---------------------------------------------------------- */

/* A loose point falls through a face at 1/2, and onto a loose edge and another point at 1/4. */
static void test_known(void **state) {
    (void)state;
    static const uint32_t triangles[][3] = {{0, 1, 2}}, edges[][2] = {{3, 4}};
    static const uint32_t points[] = {5, 6, 7, 8};
    static const tact_vec3 start[] = {{0, 0, 0},       {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {7, 0, 0},
                                      {0.25, 0.25, 1}, {6, 0, 1}, {9, 9, 1}, {9, 9, -1}};
    static const tact_vec3 end[] = {{0, 0, 0},        {1, 0, 0},  {0, 1, 0},  {5, 0, 0}, {7, 0, 0},
                                    {0.25, 0.25, -1}, {6, 0, -3}, {9, 9, -3}, {9, 9, 3}};
    tact_deform_topology topology = {9, 1, 1, 4, triangles, edges, points};
    tact_deform *deform;
    contact_list list = {0};
    tact_deform_first first;
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_move(deform, start, end, NULL), TACT_OK);
    assert_int_equal(tact_deform_contacts(deform, NULL, NULL, NULL, take_contacts, &list), TACT_OK);
    assert_int_equal(list.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(list.items[i].impact.outcome, TACT_OUTCOME_CONTACT);
    assert_int_equal(list.items[2].kind, TACT_IMPACT_VERTEX_FACE);
    assert_true(list.items[2].a == 5 && list.items[2].b == 0);
    assert_true(fabs(list.items[2].impact.lower - 0.5) < 1e-4);
    assert_int_equal(tact_deform_first_contact(deform, NULL, NULL, NULL, &first), TACT_OK);
    assert_true(first.lower <= 0.25 && first.upper >= 0.25);
    tact_deform_options options = tact_deform_options_default();
    options.kinds = TACT_DEFORM_VERTEX_FACE;
    assert_int_equal(tact_deform_first_contact(deform, NULL, &options, NULL, &first), TACT_OK);
    assert_true(first.lower <= 0.5 && first.upper >= 0.5 && first.contact.a == 5);
    free(list.items);
    tact_deform_destroy(deform);
}

/* A point falls onto a face from 1 to -1: at a distance of 0.1 after 0.45 of the step. */
static void test_safe_with_gap(void **state) {
    (void)state;
    static const uint32_t triangles[][3] = {{0, 1, 2}}, points[] = {3};
    static const tact_vec3 start[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 1}};
    static const tact_vec3 end[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, -1}};
    tact_deform_topology topology = {.vertex_count = 4,
                                     .triangle_count = 1,
                                     .point_count = 1,
                                     .triangles = triangles,
                                     .points = points};
    tact_deform *deform;
    double safe;
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_move(deform, start, end, NULL), TACT_OK);
    for (int method = 0; method <= TACT_IMPACT_ADVANCE; method++) {
        tact_impact_options options = tact_impact_options_default();
        options.method = (tact_impact_method)method;
        options.separation = 0.1;
        assert_int_equal(tact_deform_safe_fraction(deform, NULL, NULL, &options, &safe), TACT_OK);
        assert_true(safe <= 0.45 && safe > 0.45 - 1e-4);
        options.separation = 0;
        assert_int_equal(tact_deform_safe_fraction(deform, NULL, NULL, &options, &safe), TACT_OK);
        assert_true(safe <= 0.5 && safe > 0.5 - 1e-4);
        options.limit = 0.25;
        assert_int_equal(tact_deform_safe_fraction(deform, NULL, NULL, &options, &safe), TACT_OK);
        assert_true(safe == 0.25);
    }
    tact_deform_destroy(deform);
}

static void never(void *user, const tact_deform_contact *contacts, size_t count) {
    (void)user;
    (void)contacts;
    (void)count;
    fail();
}

static void test_bad_input(void **state) {
    (void)state;
    tact_deform_topology topology = {0};
    tact_deform *deform;
    tact_deform_first first;
    double safe = 7;
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &deform), TACT_OK);
    tact_impact_options bad = tact_impact_options_default();
    bad.separation = -1;
    tact_deform_options worse = tact_deform_options_default();
    worse.thickness = NAN;
    assert_int_equal(tact_deform_first_contact(NULL, NULL, NULL, NULL, &first),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_first_contact(deform, NULL, NULL, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_first_contact(deform, NULL, NULL, &bad, &first),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_first_contact(deform, NULL, &worse, NULL, &first),
                     TACT_NOT_FINITE);
    assert_int_equal(tact_deform_safe_fraction(deform, NULL, NULL, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_safe_fraction(deform, NULL, NULL, &bad, &safe),
                     TACT_INVALID_ARGUMENT);
    assert_true(safe == 7);
    assert_int_equal(tact_deform_contacts(deform, NULL, NULL, NULL, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_contacts(deform, NULL, NULL, &bad, never, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_safe_fraction(deform, NULL, NULL, NULL, &safe), TACT_OK);
    assert_true(safe == 1);
    tact_deform_destroy(deform);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static tact_status ask_all(const tact_deform *deform, contact_list *list, double *safe) {
    list->count = 0;
    tact_status status = tact_deform_contacts(deform, NULL, NULL, NULL, take_contacts, list);
    return status == TACT_OK ? tact_deform_safe_fraction(deform, NULL, NULL, NULL, safe) : status;
}

static void test_memory(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform step memory");
    static random_body body;
    test_allocator memory;
    contact_list list = {0};
    double safe;
    make_random_body(&rng, 100, &body);
    tact_context *context = test_context_make(&memory);
    tact_deform *deform = deform_of(context, &body);
    uint64_t live = memory.live, before = memory.calls;
    assert_int_equal(ask_all(deform, &list, &safe), TACT_OK);
    size_t expected = list.count;
    assert_true(expected > 0);
    uint64_t calls = memory.calls - before;
    for (uint64_t i = 1; i <= calls; i++) {
        memory.fail_at = memory.calls + i;
        assert_int_equal(ask_all(deform, &list, &safe), TACT_OUT_OF_MEMORY);
        assert_true(memory.live == live);
    }
    memory.fail_at = 0;
    assert_int_equal(ask_all(deform, &list, &safe), TACT_OK);
    assert_int_equal(list.count, expected);
    free(list.items);
    tact_deform_destroy(deform);
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),      cmocka_unit_test(test_safe_with_gap),
        cmocka_unit_test(test_random),     cmocka_unit_test(test_motions),
        cmocka_unit_test(test_separation), cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_bad_input),  cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("deform step", tests, NULL, NULL);
}
