/* SPDX-License-Identifier: MIT */
/* Verdicts without a proof: every placed point lies in the placed ball of its shape, facts do not
 * change a bit of an answer, and a verdict without a search equals the one with a proof. */
#include "convex_pairs.h"
#include "mixed_pairs.h"

#include <math.h>
#include <string.h>
#include "shape/ball.h"
#include "shape/body.h"
#include "pair/pair.h"
#include "search/gjk.h"

/* ---- Balls hold their shapes -------------------------------------------------------------- */

/* Fails if a point, with the radius of the shape around it, is outside the placed ball. */
static void check_is_held(const tacti_placed_shape *placed, tact_vec3 point) {
    tacti_ball ball = tacti_shape_ball(placed->shape);
    tact_vec3 c = tact_pose_place(placed->pose, ball.centre);
    long double x = (long double)point.x - c.x, y = (long double)point.y - c.y;
    long double z = (long double)point.z - c.z;
    long double most = ball.radius;
    most += TACTI_BALL_ERROR * ((long double)fabs(c.x) + fabsl(c.y) + fabsl(c.z));
    if (sqrtl(x * x + y * y + z * z) + placed->shape->radius > most)
        fail_msg("%s: a point is %La from the centre, of %La",
                 tact_shape_kind_name(placed->shape->kind), sqrtl(x * x + y * y + z * z), most);
}

/* All vertices of a polytope, else support points of the core. */
static void check_ball(test_rng *rng, const tacti_placed_shape *placed) {
    uint32_t count = tacti_polytope_vertex_count(placed->shape);
    for (uint32_t i = 0; i < count; i++)
        check_is_held(placed, tacti_polytope_vertex(placed, i));
    if (count > 0 || placed->shape->kind == TACT_SHAPE_HALF_SPACE)
        return;
    tacti_bodies bodies = {.level = tact_simd_level_best()};
    tacti_body_set(placed, &bodies.body[0]);
    for (int i = 0; i < 20; i++)
        check_is_held(placed, tacti_body_furthest(&bodies, 0, pairs_random_direction(rng)));
}

/* Makes the pose as far from a rotation as plainly valid poses may be. */
static void stretch(test_rng *rng, tact_pose *pose) {
    double by = 1 + 4e-7 * (test_rng_unit(rng) - 0.5) * 2;
    for (int i = 0; i < 12; i++)
        if (i % 4 != 3)
            pose->m[i] *= by;
}

static void balls_hold_their_shapes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("balls_hold_their_shapes");
    pairs_pool pool = pairs_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), true, &pair);
        stretch(&rng, &pair.placed[0].pose);
        check_ball(&rng, &pair.placed[0]);
        check_ball(&rng, &pair.placed[1]);
    }
    pairs_pool_free(&pool);
    mixed_pool mixed = mixed_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        mixed_pair pair;
        mixed_pair_make(&rng, &mixed, true, &pair);
        stretch(&rng, &pair.placed[0].pose);
        check_ball(&rng, &pair.placed[0]);
        check_ball(&rng, &pair.placed[1]);
    }
    mixed_pool_free(&mixed);
    tact_shape half_space = tact_shape_half_space((tact_vec3){0, 0, 1}, 0);
    tact_shape large = tact_shape_box(0x1p300, 1, 1);
    assert_true(tacti_shape_ball(&half_space).radius == INFINITY);
    assert_true(tacti_shape_ball(&large).radius == INFINITY);
}

/* ---- Facts and verdicts ------------------------------------------------------------------- */

typedef struct tally {
    uint64_t apart, by_ball;
} tally;

/* The same queries with and without facts, in both orders. */
static void compare_pair(const tacti_placed_shape placed[2], tally *t) {
    tacti_shape_facts facts[2];
    for (int side = 0; side < 2; side++)
        facts[side] = tacti_shape_facts_of(placed[side].shape);
    for (int first = 0; first < 2; first++) {
        const tacti_placed_shape *a = &placed[first], *b = &placed[1 - first];
        tacti_shape_at at[2] = {tacti_at(a), tacti_at(b)};
        at[0].facts = &facts[first];
        at[1].facts = &facts[1 - first];
        tacti_convex_cache cache, before;
        memset(&cache, 0, sizeof cache);
        before = cache;
        tacti_convex_collision found;
        tacti_convex_verdict verdict;
        assert_int_equal(tacti_convex_collide(a, b, NULL, &found), TACT_OK);
        assert_int_equal(tacti_convex_verdict_at(&at[0], &at[1], &cache, &verdict), TACT_OK);
        assert_int_equal(verdict.outcome, found.outcome);
        t->apart += found.outcome == TACT_OUTCOME_APART;
        t->by_ball += found.outcome == TACT_OUTCOME_APART && !memcmp(&cache, &before, sizeof cache);
        /* With facts the search may take a shorter way, to other last bits within the bounds. */
        tacti_convex_distance_answer with, without;
        assert_int_equal(tacti_convex_distance_at(&at[0], &at[1], NULL, &with), TACT_OK);
        assert_int_equal(tacti_convex_distance(a, b, NULL, &without), TACT_OK);
        assert_int_equal(with.outcome, without.outcome);
        assert_true(with.lower <= without.upper && without.lower <= with.upper);
        assert_true(with.lower <= with.distance && with.distance <= with.upper);
    }
}

static void facts_change_no_answer(void **state) {
    (void)state;
    test_rng rng = test_rng_start("facts_change_no_answer");
    pairs_pool pool = pairs_pool_make(&rng);
    tally t = {0, 0};
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), true, &pair);
        compare_pair(pair.placed, &t);
    }
    pairs_pool_free(&pool);
    assert_true(t.by_ball > t.apart / 10);
    mixed_pool mixed = mixed_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        mixed_pair pair;
        mixed_pair_make(&rng, &mixed, true, &pair);
        compare_pair(pair.placed, &t);
    }
    mixed_pool_free(&mixed);
}

/* Spheres fill their balls, so that a gap of a few rounding errors tests the error bound. */
static void spheres_nearly_touch(void **state) {
    (void)state;
    test_rng rng = test_rng_start("spheres_nearly_touch");
    tally t = {0, 0};
    for (uint64_t i = 0; i < test_case_count(50000, 1000000); i++) {
        double r = 1 + test_rng_unit(&rng), s = test_rng_unit(&rng);
        tact_shape shape[2] = {tact_shape_sphere(r), tact_shape_sphere(s)};
        tacti_placed_shape placed[2] = {{&shape[0], pairs_random_pose(&rng, 100)},
                                        {&shape[1], pairs_random_pose(&rng, 1)}};
        tact_vec3 d = pairs_random_direction(&rng);
        double gap = (r + s) * (1 + ldexp(test_rng_unit(&rng) - 0.5, -(int)(i % 60)));
        double *m = placed[1].pose.m;
        const double *from = placed[0].pose.m;
        m[3] = from[3] + gap * d.x;
        m[7] = from[7] + gap * d.y;
        m[11] = from[11] + gap * d.z;
        compare_pair(placed, &t);
    }
    assert_true(t.by_ball > 0 && t.by_ball < t.apart);
}

/* Thin or flat boxes, turned a little or not at all. The gap is along a direction that may be an
 * axis of both, from 0 to a size, of either sign. */
static void make_boxes(test_rng *rng, convex_pair *out) {
    for (int side = 0; side < 2; side++) {
        double h[3];
        for (int i = 0; i < 3; i++)
            h[i] = test_rng_below(rng, 6) == 0 ? ldexp(1, -(int)test_rng_below(rng, 60))
                                               : 0.1 + test_rng_unit(rng);
        out->shape[side] = tact_shape_box(2 * h[0], 2 * h[1], 2 * h[2]);
        out->placed[side] = (tacti_placed_shape){&out->shape[side], pairs_random_pose(rng, 2)};
    }
    double *m = out->placed[1].pose.m;
    uint32_t turn = test_rng_below(rng, 4);
    if (turn == 0) { /* parallel */
        for (int i = 0; i < 12; i++)
            m[i] = i % 4 == 3 ? m[i] : out->placed[0].pose.m[i];
    }
    if (turn == 1) { /* within 3e-7 of a rotation */
        double by = 1 + 3e-7 * test_rng_unit(rng);
        for (int i = 0; i < 12; i++)
            m[i] *= i % 4 == 3 ? 1 : by;
    }
    const double *a = out->placed[0].pose.m;
    tact_vec3 n = pairs_random_direction(rng), axis = {a[0], a[4], a[8]};
    double gap = ldexp(test_rng_unit(rng) - 0.5, -(int)test_rng_below(rng, 56));
    pairs_move_to_gap(out, test_rng_below(rng, 2) == 0 ? n : axis, gap);
}

static void boxes_meet_as_proofs_say(void **state) {
    (void)state;
    test_rng rng = test_rng_start("boxes_meet_as_proofs_say");
    tally t = {0, 0};
    uint64_t count = test_case_count(50000, 2000000);
    for (uint64_t i = 0; i < count; i++) {
        convex_pair pair;
        make_boxes(&rng, &pair);
        compare_pair(pair.placed, &t);
    }
    assert_true(t.apart > count / 8 && t.apart < 2 * count - count / 8);
}

/* ---- Caches ------------------------------------------------------------------------------- */

/* Numbers that a cache of another pair or of garbage may hold. */
static void spoil(test_rng *rng, tacti_convex_cache *cache) {
    static const double odd[] = {0, -1, 0x1p-300, 0x1p300, (double)NAN, (double)INFINITY};
    tact_vec3 d = pairs_random_direction(rng);
    if (test_rng_below(rng, 4) == 0)
        d.y = odd[test_rng_below(rng, sizeof odd / sizeof odd[0])];
    cache->direction = d;
    cache->outcome = (tact_outcome)test_rng_below(rng, 2);
    cache->extreme_a = test_rng_below(rng, 40);
    cache->extreme_b = test_rng_below(rng, 40);
    cache->pair_count = test_rng_below(rng, 6);
    for (int i = 0; i < 4; i++) {
        cache->a[i] = test_rng_below(rng, 12);
        cache->b[i] = test_rng_below(rng, 12);
    }
}

/* Asks with a cache whose content says nothing, then again with what that left. */
static uint64_t check_caches(test_rng *rng, const tacti_placed_shape placed[2]) {
    tacti_shape_facts facts[2];
    tacti_shape_at at[2] = {tacti_at(&placed[0]), tacti_at(&placed[1])};
    for (int side = 0; side < 2; side++) {
        facts[side] = tacti_shape_facts_of(placed[side].shape);
        at[side].facts = &facts[side];
    }
    tacti_convex_verdict plain, found;
    assert_int_equal(tacti_convex_verdict_at(&at[0], &at[1], NULL, &plain), TACT_OK);
    uint64_t by_cache = 0;
    tacti_convex_cache cache;
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0) {
            memset(&cache, 0, sizeof cache);
            spoil(rng, &cache);
        }
        assert_int_equal(tacti_convex_verdict_at(&at[0], &at[1], &cache, &found), TACT_OK);
        assert_int_equal(found.outcome, plain.outcome);
        by_cache +=
            i == 1 && found.outcome == TACT_OUTCOME_APART && found.ending == TACTI_CONVEX_BY_CACHE;
        tacti_convex_distance_answer with, without;
        tacti_convex_cache copy = cache;
        memset(&with, 0, sizeof with);
        memset(&without, 0, sizeof without);
        assert_int_equal(tacti_convex_distance_at(&at[0], &at[1], &cache, &with), TACT_OK);
        assert_int_equal(tacti_convex_distance(&placed[0], &placed[1], &copy, &without), TACT_OK);
        assert_memory_equal(&with, &without, sizeof with);
        assert_int_equal(with.outcome, plain.outcome);
    }
    return by_cache;
}

static void caches_change_no_verdict(void **state) {
    (void)state;
    test_rng rng = test_rng_start("caches_change_no_verdict");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t by_cache = 0, cases = test_case_count(10000, 1000000);
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        if (i % 4 == 0)
            make_boxes(&rng, &pair);
        else
            pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), true, &pair);
        by_cache += check_caches(&rng, pair.placed);
    }
    pairs_pool_free(&pool);
    assert_true(by_cache > cases / 20);
}

/* Boxes that turn remember an axis: it decides most frames of a motion. */
static void boxes_remember_axes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("boxes_remember_axes");
    uint64_t apart = 0, by_cache = 0;
    for (uint64_t i = 0; i < test_case_count(300, 20000); i++) {
        convex_pair pair;
        make_boxes(&rng, &pair);
        tact_vec3 n = pairs_random_direction(&rng);
        pairs_move_to_gap(&pair, n, 0.01);
        tacti_shape_facts facts[2];
        tacti_convex_cache cache;
        memset(&cache, 0, sizeof cache);
        tact_pose step;
        assert_int_equal(tact_pose_from_axis_angle(pairs_random_direction(&rng), 0.01,
                                                   (tact_vec3){0, 0, 0}, &step),
                         TACT_OK);
        for (int frame = 0; frame < 20; frame++) {
            for (int side = 0; side < 2; side++) /* both turn about the origin */
                pair.placed[side].pose = tact_pose_compose(step, pair.placed[side].pose);
            tacti_shape_at at[2] = {tacti_at(&pair.placed[0]), tacti_at(&pair.placed[1])};
            for (int side = 0; side < 2; side++) {
                facts[side] = tacti_shape_facts_of(pair.placed[side].shape);
                at[side].facts = &facts[side];
            }
            tacti_convex_collision truth;
            tacti_convex_verdict found;
            assert_int_equal(tacti_convex_verdict_at(&at[0], &at[1], &cache, &found), TACT_OK);
            assert_int_equal(tacti_convex_collide(&pair.placed[0], &pair.placed[1], NULL, &truth),
                             TACT_OK);
            assert_int_equal(found.outcome, truth.outcome);
            apart += frame > 0 && found.outcome == TACT_OUTCOME_APART && cache.extreme_a >= 8;
            by_cache += frame > 0 && found.ending == TACTI_CONVEX_BY_CACHE;
        }
    }
    assert_true(apart > 0 && by_cache >= apart - apart / 50);
}

/* Far apart, but at poses that are not valid. */
static void bad_poses_are_refused(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1);
    tacti_shape_facts facts = tacti_shape_facts_of(&box);
    static const struct {
        int entry;
        double value;
        tact_status status;
    } bad[] = {{0, -1, TACT_INVALID_POSE},        {5, 1.00001, TACT_INVALID_POSE},
               {1, 1e-5, TACT_INVALID_POSE},      {3, 0x1p501, TACT_INVALID_POSE},
               {7, (double)NAN, TACT_NOT_FINITE}, {11, (double)INFINITY, TACT_NOT_FINITE}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tact_pose good = tact_pose_identity(), wrong = tact_pose_identity();
        good.m[3] = wrong.m[7] = 100;
        wrong.m[bad[i].entry] = bad[i].value;
        tacti_shape_at a = {&box, &good, &facts, tact_simd_level_best()};
        tacti_shape_at b = {&box, &wrong, &facts, tact_simd_level_best()};
        tacti_convex_verdict verdict;
        assert_int_equal(tacti_convex_verdict_at(&a, &b, NULL, &verdict), bad[i].status);
        assert_int_equal(tacti_convex_verdict_at(&b, &a, NULL, &verdict), bad[i].status);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_hold_their_shapes), cmocka_unit_test(facts_change_no_answer),
        cmocka_unit_test(spheres_nearly_touch),    cmocka_unit_test(boxes_meet_as_proofs_say),
        cmocka_unit_test(bad_poses_are_refused),   cmocka_unit_test(caches_change_no_verdict),
        cmocka_unit_test(boxes_remember_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
