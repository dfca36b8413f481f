/* SPDX-License-Identifier: MIT */
/* Contact and distance through the front door give the same bits as the functions beneath: for all
 * pairs of kinds, filled or not, in both orders, with a cache or without. Also how questions end
 * early. */
#include "models.h"

#include <math.h>

#include "surface/surface.h"
#include "object/object_pair.h"
#include "object/object.h"

static tacti_object object_of(const tact_instance *instance) {
    const tact_model *model = instance->model;
    if (model->what == TACTI_MODEL_SHAPE)
        return (tacti_object){.shape = &model->shape, .pose = instance->pose};
    bool is_filled = (instance->flags & TACT_INSTANCE_FILLED) != 0;
    return (tacti_object){
        .bvh = model->bvh, .interior = is_filled ? model->interior : NULL, .pose = instance->pose};
}

static bool is_shape(const tact_instance *instance) {
    return instance->model->what == TACTI_MODEL_SHAPE;
}

static bool is_filled_mesh(const tact_instance *instance) {
    return !is_shape(instance) && (instance->flags & TACT_INSTANCE_FILLED) != 0;
}

/* Two surfaces. */
static bool are_surfaces(const tact_instance *a, const tact_instance *b) {
    return !is_shape(a) && !is_shape(b) && !is_filled_mesh(a) && !is_filled_mesh(b);
}

/* A random pair that supports the question. */
typedef struct pair {
    tact_instance a, b;
} pair;

static pair pair_random(test_rng *rng, const zoo *z) {
    pair p;
    do {
        double reach = test_rng_below(rng, 3) == 0 ? 3 : 1.2;
        p.a = instance_random(rng, z->model[test_rng_below(rng, ZOO_COUNT)], reach);
        p.b = instance_random(rng, z->model[test_rng_below(rng, ZOO_COUNT)], reach);
    } while (!is_supported(&p.a, &p.b));
    return p;
}

/* ---- The same as beneath ------------------------------------------------------------------ */

static void check_collide_shapes(const pair *p, const tact_collide_result *got) {
    tacti_placed_shape shape[2] = {{&p->a.model->shape, p->a.pose},
                                   {&p->b.model->shape, p->b.pose}};
    tacti_convex_collision found;
    assert_int_equal(tacti_convex_collide(&shape[0], &shape[1], NULL, &found), TACT_OK);
    if (found.outcome != TACT_OUTCOME_UNDECIDED)
        assert_int_equal(got->outcome, found.outcome);
    assert_int_equal(got->flags, 0);
    assert_int_equal(got->a.element, TACT_NO_TRIANGLE);
    assert_int_equal(got->b.element, TACT_NO_TRIANGLE);
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_POINT;
    tact_collide_result with_point;
    tacti_convex_distance_answer near;
    assert_int_equal(tact_collide(&p->a, &p->b, &options, NULL, &with_point), TACT_OK);
    assert_int_equal(with_point.outcome, got->outcome);
    if (got->outcome != TACT_OUTCOME_CONTACT)
        return;
    assert_int_equal(with_point.flags, TACT_RESULT_POINT);
    assert_int_equal(tacti_shapes_distance(&shape[0], &shape[1], NULL, &near), TACT_OK);
    assert_same_vec3(with_point.a.point, near.point_a);
    assert_same_vec3(with_point.b.point, near.point_a);
}

static void check_collide_surfaces(const pair *p, const tact_collide_result *got) {
    tacti_placed mesh[2] = {{p->a.model->bvh, p->a.pose}, {p->b.model->bvh, p->b.pose}};
    tacti_mesh_collision found;
    assert_int_equal(tacti_mesh_collide(&mesh[0], &mesh[1], NULL, NULL, &found), TACT_OK);
    assert_int_equal(got->outcome, found.outcome);
    assert_int_equal(got->kind, found.kind);
    assert_int_equal(got->flags, found.outcome == TACT_OUTCOME_CONTACT ? TACT_RESULT_POINT : 0);
    assert_int_equal(got->work.box_tests, found.work.box_tests);
    tact_site a = {0, found.a, TACT_NO_FEATURE, 0, found.point};
    tact_site b = {0, found.b, TACT_NO_FEATURE, 0, found.point};
    assert_same_site(&got->a, &a);
    assert_same_site(&got->b, &b);
}

static void check_collide_objects(const pair *p, const tact_collide_result *got) {
    tacti_object object[2] = {object_of(&p->a), object_of(&p->b)};
    tacti_object_collision found;
    assert_int_equal(tacti_object_collide(&object[0], &object[1], NULL, &found), TACT_OK);
    assert_int_equal(got->outcome, found.outcome);
    assert_int_equal((got->flags & TACT_RESULT_CONTAINED) != 0, found.is_contained);
    assert_int_equal((got->flags & TACT_RESULT_POINT) != 0, found.outcome == TACT_OUTCOME_CONTACT);
    assert_int_equal(got->a.element, found.a);
    assert_int_equal(got->b.element, found.b);
    if (found.outcome == TACT_OUTCOME_CONTACT)
        assert_same_vec3(got->a.point, found.point);
    assert_int_equal(got->work.triangle_tests, found.work.triangle_tests);
}

static void test_collide_is_that_of_beneath(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model collide");
    uint64_t outcomes[3] = {0, 0, 0};
    for (uint64_t i = test_case_count(20000, 2000000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        tact_collide_result got, swapped;
        assert_int_equal(tact_collide(&p.a, &p.b, NULL, NULL, &got), TACT_OK);
        if (is_shape(&p.a) && is_shape(&p.b))
            check_collide_shapes(&p, &got);
        else if (are_surfaces(&p.a, &p.b))
            check_collide_surfaces(&p, &got);
        else
            check_collide_objects(&p, &got);
        assert_int_equal(tact_collide(&p.b, &p.a, NULL, NULL, &swapped), TACT_OK);
        assert_int_equal(swapped.outcome, got.outcome);
        outcomes[got.outcome]++;
    }
    assert_true(outcomes[TACT_OUTCOME_CONTACT] > 0 && outcomes[TACT_OUTCOME_APART] > 0);
}

/* The distance according to the functions beneath. */
typedef struct measured {
    tact_outcome outcome;
    double distance, lower, upper;
    uint32_t a, b;
    tact_vec3 point_a, point_b;
} measured;

static measured measure_beneath(const pair *p) {
    if (is_shape(&p->a) && is_shape(&p->b)) {
        tacti_placed_shape shape[2] = {{&p->a.model->shape, p->a.pose},
                                       {&p->b.model->shape, p->b.pose}};
        tacti_convex_distance_answer f;
        assert_int_equal(tacti_shapes_distance(&shape[0], &shape[1], NULL, &f), TACT_OK);
        return (measured){f.outcome,        f.distance,       f.lower,   f.upper,
                          TACT_NO_TRIANGLE, TACT_NO_TRIANGLE, f.point_a, f.point_b};
    }
    if (are_surfaces(&p->a, &p->b)) {
        tacti_placed mesh[2] = {{p->a.model->bvh, p->a.pose}, {p->b.model->bvh, p->b.pose}};
        tacti_mesh_distance_answer f;
        assert_int_equal(tacti_mesh_distance(&mesh[0], &mesh[1], NULL, NULL, &f), TACT_OK);
        return (measured){f.distance == 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART,
                          f.distance,
                          f.lower,
                          f.upper,
                          f.a,
                          f.b,
                          f.point_a,
                          f.point_b};
    }
    tacti_object object[2] = {object_of(&p->a), object_of(&p->b)};
    tacti_object_distance_answer f;
    assert_int_equal(tacti_object_distance(&object[0], &object[1], NULL, &f), TACT_OK);
    return (measured){f.outcome, f.distance, f.lower, f.upper, f.a, f.b, f.point_a, f.point_b};
}

static void check_distance_result(const tact_distance_result *got) {
    assert_true(got->lower <= got->upper);
    if (got->outcome == TACT_OUTCOME_UNDECIDED)
        assert_true(got->lower <= got->distance && got->distance <= got->upper);
    else
        assert_int_equal(got->distance == 0, got->outcome == TACT_OUTCOME_CONTACT);
    if (got->outcome == TACT_OUTCOME_CONTACT)
        assert_true(got->lower == 0 && got->upper == 0);
    if (got->outcome == TACT_OUTCOME_APART && got->distance < HUGE_VAL) {
        double length = tact_vec3_length(got->direction);
        assert_true(length > 1 - 1e-9 && length < 1 + 1e-9);
        assert_true(got->lower <= got->distance * (1 + 1e-9) + 1e-12);
    }
    for (int i = 0; i < 4; i++)
        assert_true(got->reserved[i] == 0);
}

/* Compares distances of the same pair in another order or with a cache: the same bits for meshes,
 * the same bounds for convex shapes. */
static void check_same_distance(const pair *p, const tact_distance_result *x,
                                const tact_distance_result *y) {
    if (p->a.model->kind == TACT_KIND_MESH && p->b.model->kind == TACT_KIND_MESH)
        test_assert_same_bits(x->distance, y->distance);
    assert_true(x->lower <= y->upper && y->lower <= x->upper);
}

static void test_distance_is_that_of_beneath(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model distance");
    for (uint64_t i = test_case_count(10000, 1000000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        tact_distance_result got, swapped;
        tact_collide_result verdict;
        measured found = measure_beneath(&p);
        assert_int_equal(tact_distance(&p.a, &p.b, NULL, NULL, &got), TACT_OK);
        assert_int_equal(got.outcome, found.outcome);
        if (got.outcome != TACT_OUTCOME_UNDECIDED)
            test_assert_same_bits(got.distance, found.distance);
        test_assert_same_bits(got.lower, found.lower);
        test_assert_same_bits(got.upper, found.upper);
        assert_int_equal(got.a.element, found.a);
        assert_int_equal(got.b.element, found.b);
        if ((got.flags & TACT_RESULT_POINT) != 0) {
            assert_same_vec3(got.a.point, found.point_a);
            assert_same_vec3(got.b.point, found.point_b);
        }
        check_distance_result(&got);
        assert_int_equal(tact_distance(&p.b, &p.a, NULL, NULL, &swapped), TACT_OK);
        assert_int_equal(swapped.outcome, got.outcome);
        check_same_distance(&p, &swapped, &got);
        assert_int_equal(tact_collide(&p.a, &p.b, NULL, NULL, &verdict), TACT_OK);
        assert_int_equal(verdict.outcome, got.outcome);
    }
}

/* ---- Caches ------------------------------------------------------------------------------- */

static void test_cached_is_cold(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model cached");
    for (uint64_t i = test_case_count(1000, 100000); i > 0; i--) {
        uint64_t words[64] = {0};
        tact_cache cache = {words, test_rng_below(&rng, 2) == 0 ? TACT_CACHE_BYTES : sizeof words};
        pair p = pair_random(&rng, z);
        for (int frame = 0; frame < 10; frame++) {
            tact_distance_result cold, warm;
            tact_collide_result verdict;
            assert_int_equal(tact_distance(&p.a, &p.b, NULL, NULL, &cold), TACT_OK);
            assert_int_equal(tact_collide(&p.a, &p.b, NULL, &cache, &verdict), TACT_OK);
            assert_int_equal(tact_distance(&p.a, &p.b, NULL, &cache, &warm), TACT_OK);
            assert_int_equal(verdict.outcome, cold.outcome);
            assert_int_equal(warm.outcome, cold.outcome);
            check_same_distance(&p, &warm, &cold);
            check_distance_result(&warm);
            instance_nudge(&rng, test_rng_below(&rng, 2) == 0 ? &p.a : &p.b, 0.1);
        }
    }
}

/* ---- Limits ------------------------------------------------------------------------------- */

static void test_limit(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model limit");
    static const double factors[] = {0, 0.5, 0.999, 1, 1.001, 2};
    for (uint64_t i = test_case_count(5000, 500000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        tact_distance_result whole, got;
        assert_int_equal(tact_distance(&p.a, &p.b, NULL, NULL, &whole), TACT_OK);
        double base = whole.distance > 0 && whole.distance < HUGE_VAL ? whole.distance : 1;
        tact_options options = tact_options_default();
        options.limit = base * factors[test_rng_below(&rng, 6)];
        if (test_rng_below(&rng, 4) == 0)
            options.flags = TACT_OPTION_LOWER_BOUND;
        assert_int_equal(tact_distance(&p.a, &p.b, &options, NULL, &got), TACT_OK);
        assert_true(got.lower <= whole.upper && got.upper >= whole.lower);
        if (got.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(got.outcome, whole.outcome);
        if (got.within == TACT_OUTCOME_CONTACT)
            assert_true(whole.lower <= options.limit);
        if (got.within == TACT_OUTCOME_APART)
            assert_true(whole.upper > options.limit || whole.outcome != TACT_OUTCOME_CONTACT);
        if (options.flags == 0 && whole.upper <= options.limit)
            assert_int_equal(got.within, TACT_OUTCOME_CONTACT);
        if (options.flags == 0 && whole.lower > options.limit * (1 + 1e-12) + 1e-12)
            assert_int_equal(got.within, TACT_OUTCOME_APART);
    }
}

/* Between the bounds of a distance nothing is known, so a limit there is neither kept nor exceeded.
 * What is apart exceeds a limit of 0, however near it is. */
static void test_limit_between_bounds(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model limit between bounds");
    uint64_t between = 0;
    for (uint64_t i = test_case_count(3000, 300000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        tact_distance_result whole, got;
        assert_int_equal(tact_distance(&p.a, &p.b, NULL, NULL, &whole), TACT_OK);
        if (whole.outcome != TACT_OUTCOME_APART)
            continue;
        tact_options options = tact_options_default();
        options.limit = whole.lower;
        assert_int_equal(tact_distance(&p.a, &p.b, &options, NULL, &got), TACT_OK);
        if (got.lower <= options.limit && got.upper > options.limit && options.limit > 0) {
            assert_int_equal(got.within, TACT_OUTCOME_UNDECIDED);
            between++;
        }
        options.limit = 0;
        assert_int_equal(tact_distance(&p.a, &p.b, &options, NULL, &got), TACT_OK);
        if (got.outcome == TACT_OUTCOME_APART)
            assert_int_equal(got.within, TACT_OUTCOME_APART);
    }
    assert_true(between > 0);
}

static void test_lower_bound(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model lower bound");
    for (uint64_t i = test_case_count(5000, 500000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        tact_distance_result whole, got;
        tact_options options = tact_options_default();
        options.flags = TACT_OPTION_LOWER_BOUND;
        assert_int_equal(tact_distance(&p.a, &p.b, NULL, NULL, &whole), TACT_OK);
        assert_int_equal(tact_distance(&p.a, &p.b, &options, NULL, &got), TACT_OK);
        assert_int_equal(got.outcome, whole.outcome);
        assert_true(got.lower <= whole.upper);
        if (whole.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(got.lower > 0, whole.outcome == TACT_OUTCOME_APART);
        assert_int_equal(got.within, TACT_OUTCOME_CONTACT);
    }
}

/* ---- Endings ------------------------------------------------------------------------------ */

/* Cancels after a number of calls. */
static bool cancel_after(void *user) {
    uint32_t *left = user;
    return *left == 0 || --*left == 0;
}

static void check_ended(const pair *p, const tact_options *options, const tact_ending *endings) {
    tact_collide_result verdict, early;
    tact_distance_result whole, part;
    assert_int_equal(tact_collide(&p->a, &p->b, NULL, NULL, &verdict), TACT_OK);
    assert_int_equal(tact_distance(&p->a, &p->b, NULL, NULL, &whole), TACT_OK);
    assert_int_equal(tact_collide(&p->a, &p->b, options, NULL, &early), TACT_OK);
    if (early.outcome != TACT_OUTCOME_UNDECIDED)
        assert_int_equal(early.outcome, verdict.outcome);
    else if (verdict.outcome != TACT_OUTCOME_UNDECIDED)
        assert_true(early.ending == endings[0] || early.ending == endings[1]);
    assert_int_equal(tact_distance(&p->a, &p->b, options, NULL, &part), TACT_OK);
    if (part.outcome != TACT_OUTCOME_UNDECIDED)
        assert_int_equal(part.outcome, whole.outcome);
    else if (whole.outcome != TACT_OUTCOME_UNDECIDED)
        assert_true(part.ending == endings[0] || part.ending == endings[1]);
    assert_true(part.lower <= whole.upper && part.upper >= whole.lower);
    if (part.ending < TACT_ENDING_BUDGET && part.outcome != TACT_OUTCOME_UNDECIDED)
        test_assert_same_bits(part.distance, whole.distance);
}

static void test_endings(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model endings");
    static const tact_ending by_budget[2] = {TACT_ENDING_BUDGET, TACT_ENDING_BUDGET};
    static const tact_ending by_cancel[2] = {TACT_ENDING_CANCELLED, TACT_ENDING_CANCELLED};
    static const tact_ending by_clock[2] = {TACT_ENDING_DEADLINE, TACT_ENDING_DEADLINE};
    for (uint64_t i = test_case_count(3000, 300000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        tact_options options = tact_options_default();
        options.budget = test_rng_below(&rng, 60);
        check_ended(&p, &options, by_budget);
        options = tact_options_default();
        uint32_t left = 1 + test_rng_below(&rng, 3);
        options.cancel = cancel_after;
        options.user = &left;
        check_ended(&p, &options, by_cancel);
        options = tact_options_default();
        options.seconds = 0;
        check_ended(&p, &options, by_clock);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collide_is_that_of_beneath),
        cmocka_unit_test(test_distance_is_that_of_beneath),
        cmocka_unit_test(test_cached_is_cold),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_limit_between_bounds),
        cmocka_unit_test(test_lower_bound),
        cmocka_unit_test(test_endings),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
