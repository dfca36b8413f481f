/* SPDX-License-Identifier: MIT */
/* Manifolds with a cache: what they may differ in from those without, in motion, with garbage in
 * the cache, on pairs that nearly touch, swapped, and at every SIMD level. */
#include "contact_pairs.h"
#include "convex_levels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "manifold/manifold.h"
#include "manifold/manifold_parts.h"

/* How long a shape is along a direction. */
static double length_along(const tacti_placed_shape *shape, tact_vec3 n) {
    tact_vec3 ends = tact_vec3_sub(tacti_shape_support(shape, n),
                                   tacti_shape_support(shape, tact_vec3_scale(n, -1)));
    return tact_vec3_dot(n, ends);
}

static double size_of(const convex_pair *pair) {
    return 1 + pairs_size(pair);
}

/* The promise of a warm manifold against the cold one of the same poses. */
static void check_warm(const convex_pair *pair, const tacti_manifold *warm, double margin) {
    const tacti_placed_shape *a = &pair->placed[0], *b = &pair->placed[1];
    tacti_manifold cold = contact_manifold(a, b, margin);
    assert_int_equal(warm->outcome, cold.outcome);
    if (!isfinite(cold.separation)) {
        assert_true(warm->separation == cold.separation);
        return;
    }
    double thin = fmin(length_along(a, warm->normal), length_along(b, warm->normal));
    double off = fabs(warm->separation - cold.separation);
    assert_true(off <= TACTI_CONTACT_WARM * thin + 1e-9 * size_of(pair));
    assert_true(warm->outcome == TACT_OUTCOME_APART || warm->separation <= 0);
    assert_int_equal(warm->point_count > 0, warm->separation <= margin);
    assert_true(fabs(tact_vec3_length(warm->normal) - 1) <= 1e-14);
}

/* Whether a query with this cache keeps its reference. */
static bool is_recalled(const convex_pair *pair, const tacti_convex_cache *cache, double margin) {
    tacti_bodies bodies;
    tacti_contact_measure measure;
    tacti_contact_overlap overlap;
    assert_int_equal(tacti_bodies_make(&pair->placed[0], &pair->placed[1], &bodies), TACT_OK);
    return cache->reference != 0 &&
           tacti_contact_recall(&bodies, cache, margin, &measure, &overlap);
}

static void check_points(const convex_pair *pair, const tacti_manifold *manifold, double margin) {
    double slack = 1e-11 * size_of(pair), least = (double)INFINITY;
    for (uint32_t i = 0; i < manifold->point_count; i++) {
        const tacti_manifold_point *point = &manifold->points[i];
        assert_true(point->separation <= margin + slack);
        tact_vec3 off = tact_vec3_sub(tact_vec3_sub(point->point_b, point->point_a),
                                      tact_vec3_scale(manifold->normal, point->separation));
        assert_true(tact_vec3_length(off) <= slack);
        if (pair->shape[0].radius == 0 && pair->shape[1].radius == 0) {
            pairs_check_is_in(&pair->placed[0], point->point_a, 1e-9);
            pairs_check_is_in(&pair->placed[1], point->point_b, 1e-9);
        }
        least = fmin(least, point->separation);
    }
    if (manifold->point_count > 0) {
        assert_true(least >= manifold->separation - slack);
        assert_true(least <= manifold->separation + (manifold->point_count == 4 ? 8e-4 : slack));
    }
}

/* Puts a face of one box or hull on the other shape: they rest on each other. */
static void lay(test_rng *rng, convex_pair *pair) {
    tacti_manifold manifold = contact_manifold(&pair->placed[0], &pair->placed[1], 10);
    if (test_rng_below(rng, 2) && pair->shape[0].kind == TACT_SHAPE_BOX) /* face on face */
        for (int k = 0; k < 12; k++)
            if (k % 4 != 3)
                pair->placed[1].pose.m[k] = pair->placed[0].pose.m[k];
    pairs_move_to_gap(pair, manifold.normal, -test_rng_between(rng, -3e-3, 6e-3));
}

static void coherent_motion(void **state) {
    (void)state;
    test_rng rng = test_rng_start("warm manifolds");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(1200, 60000), recalled = 0, asked = 0;
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        static const tact_shape_kind kinds[4] = {TACT_SHAPE_BOX, TACT_SHAPE_HULL, TACT_SHAPE_BOX,
                                                 TACT_SHAPE_CYLINDER};
        const tact_shape_kind kind[2] = {kinds[i % 4 % 3], kinds[i / 4 % 4]};
        contact_pair_make(&rng, &pool, kind, test_rng_between(&rng, -0.01, 0.01), &pair);
        lay(&rng, &pair);
        double step = pow(10, test_rng_between(&rng, -6, -2)), margin = 0.02;
        tact_vec3 drift = tact_vec3_scale(pairs_random_direction(&rng), step);
        tacti_convex_cache cache = {.outcome = TACT_OUTCOME_APART};
        for (int frame = 0; frame < 12; frame++) {
            tact_vec3 turn = tact_vec3_scale(pairs_random_direction(&rng), step);
            tact_vec3 shift =
                tact_vec3_add(drift, tact_vec3_scale(pairs_random_direction(&rng), 0.1 * step));
            pair.placed[1].pose = contact_moved(&pair.placed[1].pose, turn, shift);
            tacti_convex_cache before = cache;
            tacti_manifold warm;
            assert_int_equal(
                tacti_convex_manifold(&pair.placed[0], &pair.placed[1], margin, &cache, &warm),
                TACT_OK);
            check_warm(&pair, &warm, margin);
            bool is_sharp =
                tact_shape_is_polytope(&pair.shape[0]) && tact_shape_is_polytope(&pair.shape[1]);
            if (is_sharp)
                check_points(&pair, &warm, margin);
            asked += before.reference != 0;
            recalled += is_recalled(&pair, &before, margin);
        }
    }
    printf("%llu of %llu frames that have a face keep it\n", (unsigned long long)recalled,
           (unsigned long long)asked);
    assert_true(recalled * 2 > asked && asked > cases);
    pairs_pool_free(&pool);
}

/* Verdicts are those of exact arithmetic, however near the shapes are to touching. */
static void near_touch(void **state) {
    (void)state;
    test_rng rng = test_rng_start("warm manifolds that nearly touch");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(8000, 400000);
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 3 == 0, &pair);
        tacti_convex_cache cache = {.outcome = TACT_OUTCOME_APART};
        tacti_manifold warm;
        for (int k = 0; k < 3; k++) {
            assert_int_equal(
                tacti_convex_manifold(&pair.placed[0], &pair.placed[1], 0.1, &cache, &warm),
                TACT_OK);
            check_warm(&pair, &warm, 0.1);
            /* Any face of either side, or edges between any vertices. */
            cache.reference = 1 + test_rng_below(&rng, 16);
            if (k == 1)
                cache.reference = TACTI_CONTACT_EDGES;
            for (int v = 0; k == 1 && i % 2 && v < 3; v++) {
                cache.a[v] = test_rng_below(&rng, 8);
                cache.b[v] = test_rng_below(&rng, 8);
            }
        }
    }
    pairs_pool_free(&pool);
}

/* Two boxes, face on face, a few units in the last place apart or deep, up to 1e7 sizes from the
 * origin. The support points alone decide which; their error must be allowed for. */
static void flush_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("flush boxes");
    uint64_t cases = test_case_count(20000, 400000), contacts = 0;
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        tact_pose pose = pairs_random_pose(&rng, 0);
        tact_vec3 half[2];
        double far = i % 2 ? pow(10, test_rng_between(&rng, 0, 7)) : 0;
        tact_vec3 place = tact_vec3_scale(pairs_random_direction(&rng), far);
        for (int side = 0; side < 2; side++) {
            half[side] =
                tact_vec3_make(test_rng_between(&rng, 0.5, 1), test_rng_between(&rng, 0.5, 1),
                               test_rng_between(&rng, 0.5, 1));
            pair.shape[side] = tact_shape_box(half[side].x, half[side].y, half[side].z);
            pair.shape[side].radius = i % 3 == 0 ? 0.125 : 0;
            pair.placed[side] = (tacti_placed_shape){&pair.shape[side], pose};
        }
        double ulps = test_rng_between(&rng, -6, 6) * 0x1p-52 * (1 + far);
        double up = half[0].z + half[1].z + pair.shape[0].radius + pair.shape[1].radius + ulps;
        for (int k = 0; k < 3; k++) {
            double at = k == 0 ? place.x : k == 1 ? place.y : place.z;
            pair.placed[0].pose.m[4 * k + 3] = at;
            pair.placed[1].pose.m[4 * k + 3] = at + pose.m[4 * k + 2] * up;
        }
        tacti_convex_cache cache = {.outcome = TACT_OUTCOME_APART};
        cache.reference = 1 + (i % 5 == 0 ? 2 * 4 + 1 : 2 * 5); /* under b, or on top of a */
        tacti_manifold warm, cold = contact_manifold(&pair.placed[0], &pair.placed[1], 0.1);
        assert_int_equal(
            tacti_convex_manifold(&pair.placed[0], &pair.placed[1], 0.1, &cache, &warm), TACT_OK);
        assert_int_equal(warm.outcome, cold.outcome);
        contacts += warm.outcome == TACT_OUTCOME_CONTACT;
    }
    assert_true(contacts * 5 > cases && contacts * 5 < 4 * cases);
}

/* Two boxes, an edge across an edge, nearly touching, up to 1e7 sizes from the origin. */
static void flush_edges(void **state) {
    (void)state;
    test_rng rng = test_rng_start("flush edges");
    uint64_t cases = test_case_count(20000, 400000), contacts = 0, recalled = 0;
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        tact_pose frame = pairs_random_pose(&rng, 0), turned[2];
        double far = i % 2 ? pow(10, test_rng_between(&rng, 0, 7)) : 0, up = 0;
        tact_vec3 place = tact_vec3_scale(pairs_random_direction(&rng), far);
        for (int side = 0; side < 2; side++) {
            tact_vec3 half =
                tact_vec3_make(test_rng_between(&rng, 0.5, 1), test_rng_between(&rng, 0.5, 1),
                               test_rng_between(&rng, 0.5, 1));
            pair.shape[side] = tact_shape_box(half.x, half.y, half.z);
            pair.shape[side].radius = i % 3 == 0 ? 0.125 : 0;
            /* The edge along x is the highest of a, the edge along y the lowest of b. */
            double across = side == 0 ? half.y : half.x, angle = atan2(across, half.z);
            tacti_placed_shape placed = contact_placed(&pair.shape[side], 0, 0, 0);
            contact_turn(&placed, side == 0 ? angle : 0, side == 0 ? 0 : angle, 0);
            turned[side] = tact_pose_compose(frame, placed.pose);
            up += sqrt(across * across + half.z * half.z) + pair.shape[side].radius;
        }
        double gap = i % 4 < 2 ? test_rng_between(&rng, -12, 12) * 0x1p-52
                               : pow(10, test_rng_between(&rng, -15, -10));
        up += (i % 8 < 4 ? gap : -gap) * (1 + far);
        for (int side = 0; side < 2; side++) {
            pair.placed[side] = (tacti_placed_shape){&pair.shape[side], turned[side], 0};
            pair.placed[side].pose.m[3] = place.x + side * up * frame.m[2];
            pair.placed[side].pose.m[7] = place.y + side * up * frame.m[6];
            pair.placed[side].pose.m[11] = place.z + side * up * frame.m[10];
        }
        tacti_convex_cache cache = {.outcome = TACT_OUTCOME_APART,
                                    .direction = {frame.m[2], frame.m[6], frame.m[10]},
                                    .pair_count = 2,
                                    .a = {6, 7},
                                    .b = {1, 3},
                                    .reference = TACTI_CONTACT_EDGES};
        recalled += is_recalled(&pair, &cache, 0.1);
        tacti_manifold warm, cold = contact_manifold(&pair.placed[0], &pair.placed[1], 0.1);
        assert_int_equal(
            tacti_convex_manifold(&pair.placed[0], &pair.placed[1], 0.1, &cache, &warm), TACT_OK);
        assert_int_equal(warm.outcome, cold.outcome);
        contacts += warm.outcome == TACT_OUTCOME_CONTACT;
    }
    printf("%llu of %llu pairs of edges that touch up to rounding are kept\n",
           (unsigned long long)recalled, (unsigned long long)cases);
    assert_true(contacts * 5 > cases && contacts * 5 < 4 * cases);
}

/* Random bytes and the cache of another pair do no harm. */
static void hostile_caches(void **state) {
    (void)state;
    test_rng rng = test_rng_start("hostile caches");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(6000, 300000);
    tacti_convex_cache foreign = {.outcome = TACT_OUTCOME_APART};
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        const tact_shape_kind kind[2] = {
            (tact_shape_kind)(i % TACTI_SHAPE_KINDS),
            (tact_shape_kind)(i / TACTI_SHAPE_KINDS % TACTI_SHAPE_KINDS)};
        contact_pair_make(&rng, &pool, kind, test_rng_between(&rng, -0.02, 0.02), &pair);
        tacti_convex_cache garbage = foreign;
        uint8_t bytes[sizeof garbage];
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)test_rng_below(&rng, 256);
        if (i % 2)
            memcpy(&garbage, bytes, sizeof garbage);
        if (i % 4 == 1)
            garbage.reference = test_rng_below(&rng, 40);
        if (i % 8 == 3)
            garbage.reference = TACTI_CONTACT_EDGES;
        garbage.outcome = (tact_outcome)(i % 3);
        bool is_exact =
            tact_shape_is_polytope(&pair.shape[0]) && tact_shape_is_polytope(&pair.shape[1]);
        tacti_manifold warm;
        assert_int_equal(
            tacti_convex_manifold(&pair.placed[0], &pair.placed[1], 0.05, &garbage, &warm),
            TACT_OK);
        if (is_exact)
            check_warm(&pair, &warm, 0.05);
        assert_int_equal(
            tacti_convex_manifold(&pair.placed[0], &pair.placed[1], 0.05, &foreign, &warm),
            TACT_OK);
        if (is_exact)
            check_warm(&pair, &warm, 0.05);
    }
    pairs_pool_free(&pool);
}

/* The other order with a cache of its own gives the same points, frame by frame. */
static void swapped(void **state) {
    (void)state;
    test_rng rng = test_rng_start("swapped warm manifolds");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(800, 40000);
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        const tact_shape_kind kind[2] = {i % 2 ? TACT_SHAPE_BOX : TACT_SHAPE_HULL,
                                         i % 4 < 2 ? TACT_SHAPE_BOX : TACT_SHAPE_HULL};
        contact_pair_make(&rng, &pool, kind, 0, &pair);
        lay(&rng, &pair);
        tacti_convex_cache cache[2] = {{.outcome = TACT_OUTCOME_APART},
                                       {.outcome = TACT_OUTCOME_APART}};
        for (int frame = 0; frame < 6; frame++) {
            tact_vec3 turn = tact_vec3_scale(pairs_random_direction(&rng), 1e-4);
            pair.placed[1].pose = contact_moved(&pair.placed[1].pose, turn, turn);
            check_some_levels(i * 6 + (uint64_t)frame, 16, &pair.placed[0], &pair.placed[1]);
            tacti_manifold m[2];
            for (int swap = 0; swap < 2; swap++)
                assert_int_equal(tacti_convex_manifold(&pair.placed[swap], &pair.placed[1 - swap],
                                                       0.02, &cache[swap], &m[swap]),
                                 TACT_OK);
            assert_int_equal(m[0].outcome, m[1].outcome);
            assert_true(m[0].separation == m[1].separation);
            assert_int_equal(m[0].point_count, m[1].point_count);
            assert_true(tact_vec3_length(tact_vec3_add(m[0].normal, m[1].normal)) == 0);
            for (uint32_t k = 0; k < m[0].point_count; k++) {
                uint32_t found = 0;
                for (uint32_t j = 0; j < m[1].point_count; j++)
                    found += m[0].points[k].feature_a == m[1].points[j].feature_b &&
                             m[0].points[k].feature_b == m[1].points[j].feature_a &&
                             m[0].points[k].separation == m[1].points[j].separation;
                assert_int_equal(found, 1);
            }
        }
    }
    pairs_pool_free(&pool);
}

/* Two boxes with an edge across an edge, in motion: the edges give the normal for many frames, and
 * both orders get the same points. */
static void crossing_edges(void **state) {
    (void)state;
    test_rng rng = test_rng_start("crossing edges");
    uint64_t cases = test_case_count(1000, 50000), recalled = 0, asked = 0;
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        for (int side = 0; side < 2; side++) {
            pair.shape[side] =
                tact_shape_box(test_rng_between(&rng, 0.3, 1), test_rng_between(&rng, 0.3, 1), 0.5);
            pair.shape[side].radius = i % 3 == 0 ? 0.125 : 0;
            tact_vec3 half = pair.shape[side].core.half_extents;
            /* The edge along x and the edge along y, uppermost and lowest. */
            pair.placed[side] = contact_placed(&pair.shape[side], 0, 0, 0);
            double angle = atan2(side == 0 ? half.y : half.x, half.z);
            contact_turn(&pair.placed[side], side == 0 ? angle : 0, side == 0 ? 0 : angle, 0);
        }
        double step = pow(10, test_rng_between(&rng, -5, -3));
        pairs_move_to_gap(&pair, tact_vec3_make(0, 0, 1), test_rng_between(&rng, -6e-3, 3e-3));
        pair.placed[1].pose.m[3] = test_rng_between(&rng, -0.1, 0.1);
        pair.placed[1].pose.m[7] = test_rng_between(&rng, -0.1, 0.1);
        tacti_convex_cache cache[2] = {{.outcome = TACT_OUTCOME_APART},
                                       {.outcome = TACT_OUTCOME_APART}};
        for (int frame = 0; frame < 8; frame++) {
            tact_vec3 turn = tact_vec3_scale(pairs_random_direction(&rng), step);
            pair.placed[1].pose = contact_moved(&pair.placed[1].pose, turn, turn);
            tacti_convex_cache before = cache[0];
            tacti_manifold m[2];
            for (int swap = 0; swap < 2; swap++)
                assert_int_equal(tacti_convex_manifold(&pair.placed[swap], &pair.placed[1 - swap],
                                                       0.02, &cache[swap], &m[swap]),
                                 TACT_OK);
            check_warm(&pair, &m[0], 0.02);
            check_points(&pair, &m[0], 0.02);
            assert_true(m[0].separation == m[1].separation);
            assert_int_equal(m[0].point_count, m[1].point_count);
            assert_true(tact_vec3_length(tact_vec3_add(m[0].normal, m[1].normal)) == 0);
            asked += before.reference == TACTI_CONTACT_EDGES;
            recalled +=
                before.reference == TACTI_CONTACT_EDGES && is_recalled(&pair, &before, 0.02);
        }
    }
    printf("%llu of %llu frames that have edges keep them\n", (unsigned long long)recalled,
           (unsigned long long)asked);
    assert_true(recalled * 10 > asked * 8 && asked > 4 * cases);
}

/* A face keeps the normal while the other face, which leans a little, is hardly better, and loses
 * it when that is better by more than the bound. */
static void keeps_a_face_for_a_while(void **state) {
    (void)state;
    convex_pair pair;
    pair.shape[0] = tact_shape_box(1, 1, 1);
    pair.shape[1] = tact_shape_box(1.5, 1.5, 1);
    tacti_convex_cache cache = {.outcome = TACT_OUTCOME_APART};
    int kept = 0, frames = 40;
    for (int i = 0; i < frames; i++) {
        pair.placed[0] = contact_placed(&pair.shape[0], 0, 0, 0);
        pair.placed[1] = contact_placed(&pair.shape[1], 0, 0, 2 - 0.01);
        contact_turn(&pair.placed[1], 0, 1e-4 * i, 0);
        tacti_manifold warm;
        assert_int_equal(tacti_convex_manifold(&pair.placed[0], &pair.placed[1], 0, &cache, &warm),
                         TACT_OK);
        check_warm(&pair, &warm, 0);
        kept += i > 0 && warm.normal.x == 0;
    }
    assert_true(kept > 0 && kept < frames / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coherent_motion), cmocka_unit_test(near_touch),
        cmocka_unit_test(flush_boxes),     cmocka_unit_test(flush_edges),
        cmocka_unit_test(hostile_caches),  cmocka_unit_test(swapped),
        cmocka_unit_test(crossing_edges),  cmocka_unit_test(keeps_a_face_for_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
