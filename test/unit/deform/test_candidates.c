/* SPDX-License-Identifier: MIT */
/* Candidates of a step: the same as by brute force, by all methods, and in the same order for all
 * threads and SIMD levels. */
#include "levels.h"
#include "make_deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const tact_deform_method methods[] = {TACT_DEFORM_HIERARCHY, TACT_DEFORM_GRID,
                                             TACT_DEFORM_SWEEP};

/* All methods against brute force. */
static void check_all(const tact_deform *a, const tact_deform *b) {
    pair_list expected = {0};
    find_candidates(a, b, 0, &expected);
    for (int m = 0; m < 3; m++) {
        tact_deform_options options = tact_deform_options_default();
        pair_list found = {0};
        options.method = methods[m];
        ask_candidates(a, b, &options, &found);
        pair_list_sort(&found);
        assert_same_pairs(&expected, &found);
        pair_list_clear(&found);
    }
    pair_list_clear(&expected);
}

/* With a thickness, the pairs are those whose gaps in exact arithmetic are at most the thickness,
 * and perhaps some whose gaps are greater by the rounding of floats. */
static void check_thick(const tact_deform *a, const tact_deform *b, double thickness) {
    pair_list least = {0}, most = {0}, first = {0};
    find_candidates(a, b, thickness, &least);
    find_candidates(a, b, thickness + 1e-5 * (1 + thickness), &most);
    for (int m = 0; m < 3; m++) {
        tact_deform_options options = tact_deform_options_default();
        pair_list found = {0};
        options.method = methods[m];
        options.thickness = thickness;
        ask_candidates(a, b, &options, &found);
        pair_list_sort(&found);
        assert_true(found.count >= least.count && found.count <= most.count);
        /* Each list is part of the next. */
        for (size_t i = 0, j = 0, k = 0; k < most.count; k++) {
            bool is_found = j < found.count && memcmp(most.items[k], found.items[j], 16) == 0;
            bool is_least = i < least.count && memcmp(most.items[k], least.items[i], 16) == 0;
            assert_true(is_found || !is_least);
            i += is_least;
            j += is_found;
            if (k + 1 == most.count)
                assert_true(i == least.count && j == found.count);
        }
        if (m > 0)
            assert_same_pairs(&first, &found);
        else
            first = found;
        if (m > 0)
            pair_list_clear(&found);
    }
    pair_list_clear(&least);
    pair_list_clear(&most);
    pair_list_clear(&first);
}

static void test_random(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform candidates");
    uint64_t cases = test_case_count(60, 3000);
    for (uint64_t i = 0; i < cases; i++) {
        static random_body bodies[2];
        tact_deform *deforms[2];
        for (int k = 0; k < 2; k++) {
            make_random_body(&rng, i % 10 == 0 ? MOST_PARTS : 40, &bodies[k]);
            deforms[k] = deform_of(NULL, &bodies[k]);
        }
        check_all(deforms[0], NULL);
        check_all(deforms[0], deforms[1]);
        check_thick(deforms[0], i % 2 == 0 ? NULL : deforms[1],
                    test_rng_below(&rng, 2) * 0.25 + 1e-9);
        for (int k = 0; k < 2; k++)
            tact_deform_destroy(deforms[k]);
    }
}

/* Two points, as edges, with a gap of exactly the thickness along one axis. */
static void test_exact_thickness(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform thickness");
    static const uint32_t points[] = {0, 1};
    tact_deform_topology topology = {.vertex_count = 2, .point_count = 2, .points = points};
    tact_deform *deform;
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &deform), TACT_OK);
    for (int i = 0; i < 3000; i++) {
        double scale = i % 3 == 0 ? 0x1p-140 : i % 3 == 1 ? 1 : 0x1p60;
        double a = scale * (double)(float)test_rng_between(&rng, -1, 1);
        double gap = scale * (double)(float)test_rng_between(&rng, 0, 1) / (1 << i % 20);
        tact_vec3 at[2] = {{0, 0, 0}, {0, 0, 0}};
        (&at[0].x)[i % 3] = a;
        (&at[1].x)[i % 3] = a + gap;
        if (a + gap - a != gap)
            continue;
        assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
        for (int m = 0; m < 3; m++) {
            tact_deform_options options = tact_deform_options_default();
            pair_list list = {0};
            options.method = methods[m];
            options.thickness = gap;
            ask_candidates(deform, NULL, &options, &list);
            assert_int_equal(list.count, 1);
            pair_list_clear(&list);
        }
    }
    tact_deform_destroy(deform);
}

/* Gaps that exceed the thickness by about the rounding of floats: a pair may be listed or not, but
 * every method decides alike. */
static void test_near_thickness(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform near thickness");
    static const uint32_t points[] = {0, 1};
    tact_deform_topology topology = {.vertex_count = 2, .point_count = 2, .points = points};
    tact_deform *deform;
    int listed = 0, cases = 1000;
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &deform), TACT_OK);
    for (int i = 0; i < cases; i++) {
        double a = (double)(float)test_rng_between(&rng, -1, 1);
        double gap = test_rng_between(&rng, 0.01, 1);
        double excess = fabs(a + 0.5 * gap) * test_rng_between(&rng, 0, 0x1p-20);
        tact_vec3 at[2] = {{0, 0, 0}, {0, 0, 0}};
        size_t counts[3];
        (&at[0].x)[i % 3] = a;
        (&at[1].x)[i % 3] = (double)(float)(a + gap);
        gap = (double)(float)(a + gap) - a;
        assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
        for (int m = 0; m < 3; m++) {
            tact_deform_options options = tact_deform_options_default();
            pair_list list = {0};
            options.method = methods[m];
            options.thickness = gap - excess;
            ask_candidates(deform, NULL, &options, &list);
            counts[m] = list.count;
            pair_list_clear(&list);
        }
        assert_int_equal(counts[0], counts[1]);
        assert_int_equal(counts[0], counts[2]);
        listed += counts[0] == 1;
    }
    assert_true(listed > cases / 4 && listed < 3 * cases / 4);
    tact_deform_destroy(deform);
}

static tact_deform *deform_of_body(const tact_context *context, const scene_body *body) {
    tact_deform_topology topology = {.vertex_count = body->vertex_count,
                                     .triangle_count = body->triangle_count,
                                     .triangles = (const uint32_t(*)[3])body->triangles};
    tact_deform *deform;
    assert_int_equal(tact_deform_create(context, &topology, NULL, &deform), TACT_OK);
    return deform;
}

/* A deformable that went through frames has the candidates of a fresh one and of brute force. */
static void test_motions(void **state) {
    (void)state;
    uint32_t n = (uint32_t)test_case_count(12, 40);
    scene_body sheet = scene_sheet(n), ball = scene_ball(n / 2 + 2);
    assert_true(sheet.rest != NULL && ball.rest != NULL);
    tact_vec3 *at[2] = {calloc(sheet.vertex_count, sizeof(tact_vec3)),
                        calloc(sheet.vertex_count, sizeof(tact_vec3))};
    tact_deform *still = deform_of_body(NULL, &ball);
    assert_int_equal(tact_deform_move(still, ball.rest, NULL, NULL), TACT_OK);
    for (int m = 0; m < SCENE_MOTIONS; m++) {
        tact_deform *deform = deform_of_body(NULL, &sheet);
        for (int frame = 0; frame < 12; frame++) {
            scene_positions(&sheet, (scene_motion)m, 0.1 * frame, at[0]);
            scene_positions(&sheet, (scene_motion)m, 0.1 * frame + 0.1, at[1]);
            assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
            check_all(deform, NULL);
            if (m == SCENE_DRAPE)
                check_all(still, deform);
        }
        tact_deform_destroy(deform);
    }
    tact_deform_destroy(still);
    free(at[0]);
    free(at[1]);
    scene_body_destroy(&sheet);
    scene_body_destroy(&ball);
}

/* ---- Order -------------------------------------------------------------------------------- */

typedef struct order_question {
    const scene_body *sheet;
    bool is_pile; /* all vertices at one place: pairs do not fit in a block */
} order_question;

static bool hash_block(void *user, const tact_deform_block *block) {
    uint64_t *hash = user;
    *hash = hash_integer(*hash, block->kind);
    *hash = hash_integer(*hash, block->count);
    *hash = hash_bytes(*hash, block->pairs, block->count * sizeof *block->pairs);
    return true;
}

static uint64_t hash_candidates(const void *about, const tact_context *context) {
    const order_question *q = about;
    tact_deform *deform = deform_of_body(context, q->sheet);
    tact_vec3 *at[2] = {calloc(q->sheet->vertex_count, sizeof(tact_vec3)),
                        calloc(q->sheet->vertex_count, sizeof(tact_vec3))};
    tact_deform_options options = tact_deform_options_default();
    uint64_t hash = 1;
    for (int frame = 0; frame < 4; frame++) {
        if (!q->is_pile) {
            scene_positions(q->sheet, SCENE_CRUMPLE, 0.2 * frame, at[0]);
            scene_positions(q->sheet, SCENE_CRUMPLE, 0.2 * frame + 0.2, at[1]);
        }
        options.thickness = frame * 1e-3;
        assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
        assert_int_equal(tact_deform_candidates(deform, NULL, &options, hash_block, &hash),
                         TACT_OK);
    }
    tact_deform_destroy(deform);
    free(at[0]);
    free(at[1]);
    return hash;
}

static void check_order(const order_question *q) {
    test_levels_agree(hash_candidates, q);
    uint64_t expected = hash_candidates(q, NULL);
    for (uint32_t workers = 1; workers <= 3; workers++) {
        tact_pool *pool;
        tact_context *context;
        assert_int_equal(tact_pool_create(NULL, workers, &pool), TACT_OK);
        tact_context_desc desc = tact_context_desc_default();
        desc.executor = tact_pool_executor(pool);
        assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
        assert_true(hash_candidates(q, context) == expected);
        tact_context_destroy(context);
        tact_pool_destroy(pool);
    }
}

static void test_order(void **state) {
    (void)state;
    scene_body sheet = scene_sheet((uint32_t)test_case_count(70, 150)), pile = scene_sheet(20);
    assert_true(sheet.rest != NULL && pile.rest != NULL);
    check_order(&(order_question){&sheet, false});
    check_order(&(order_question){&pile, true});
    scene_body_destroy(&sheet);
    scene_body_destroy(&pile);
}

/* ---- Numbers and visitors ----------------------------------------------------------------- */

static uint64_t hash_scaled(const scene_body *sheet, double scale, double offset) {
    tact_deform *deform = deform_of_body(NULL, sheet);
    tact_vec3 *at = calloc(sheet->vertex_count, sizeof *at);
    scene_positions(sheet, SCENE_CRUMPLE, 0.5, at);
    for (uint32_t i = 0; i < sheet->vertex_count; i++)
        at[i] = (tact_vec3){at[i].x * scale, at[i].y * scale + offset, at[i].z * scale};
    assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
    check_all(deform, NULL);
    uint64_t hash = 1;
    assert_int_equal(tact_deform_candidates(deform, NULL, NULL, hash_block, &hash), TACT_OK);
    tact_deform_destroy(deform);
    free(at);
    return hash;
}

/* Powers of two change nothing. Beyond floats, no pair is missed. */
static void test_scales(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(9);
    uint64_t expected = hash_scaled(&sheet, 1, 0);
    assert_true(hash_scaled(&sheet, 0x1p60, 0) == expected);
    assert_true(hash_scaled(&sheet, 0x1p-60, 0) == expected);
    hash_scaled(&sheet, 0x1p130, 0);
    hash_scaled(&sheet, 0x1p1000, 0);
    hash_scaled(&sheet, 0x1p-160, 0);
    hash_scaled(&sheet, 1, 1e300);
    hash_scaled(&sheet, 1, -1e300);
    hash_scaled(&sheet, 0, 0);
    scene_body_destroy(&sheet);
}

typedef struct countdown {
    int blocks, left;
} countdown;

static bool stop_later(void *user, const tact_deform_block *block) {
    countdown *c = user;
    (void)block;
    c->blocks++;
    return --c->left > 0;
}

static void test_stops(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(20);
    tact_deform *deform = deform_of_body(NULL, &sheet);
    for (int m = 0; m < 3; m++)
        for (int left = 1; left < 5; left++) {
            tact_deform_options options = tact_deform_options_default();
            countdown c = {0, left};
            options.method = methods[m];
            assert_int_equal(tact_deform_candidates(deform, NULL, &options, stop_later, &c),
                             TACT_OK);
            assert_int_equal(c.blocks, left);
        }
    tact_deform_destroy(deform);
    scene_body_destroy(&sheet);
}

static void test_kinds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform kinds");
    static random_body body;
    make_random_body(&rng, 100, &body);
    tact_deform *deform = deform_of(NULL, &body);
    size_t counts[4];
    for (uint32_t kinds = 0; kinds < 4; kinds++) {
        tact_deform_options options = tact_deform_options_default();
        pair_list list = {0};
        options.kinds = kinds;
        ask_candidates(deform, NULL, &options, &list);
        counts[kinds] = list.count;
        pair_list_clear(&list);
    }
    assert_true(counts[0] == 0 && counts[1] + counts[2] == counts[3]);
    tact_deform_destroy(deform);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),          cmocka_unit_test(test_motions),
        cmocka_unit_test(test_order),           cmocka_unit_test(test_scales),
        cmocka_unit_test(test_stops),           cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_exact_thickness), cmocka_unit_test(test_near_thickness),
    };
    return cmocka_run_group_tests_name("deform candidates", tests, NULL, NULL);
}
