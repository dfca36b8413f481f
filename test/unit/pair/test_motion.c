/* SPDX-License-Identifier: MIT */
/* Pairs that move a little from frame to frame with a cache; and the plain perceptron, whose errors
 * are counted. */
#include "convex_pairs.h"

#include <math.h>
#include <stdio.h>
#include "pair/pair.h"
#include "pair/perceptron.h"

/* A hull of points on a sphere, turned by a degree and moved by a hundredth each frame. */
static tact_hull *round_hull(test_rng *rng, uint32_t count) {
    tact_vec3 points[300];
    tact_hull *hull;
    for (uint32_t i = 0; i < count; i++)
        points[i] = pairs_random_direction(rng);
    assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
    return hull;
}

/* Verdicts with and without a cache are equal. The cache decides most frames that are apart. */
static void caches_serve_motion(void **state) {
    (void)state;
    test_rng rng = test_rng_start("caches_serve_motion");
    uint64_t apart = 0, by_cache = 0, contacts = 0;
    for (uint64_t i = 0; i < test_case_count(60, 2000); i++) {
        tact_hull *hull = round_hull(&rng, 8 + test_rng_below(&rng, 290));
        tact_shape shape = tact_shape_hull(hull);
        tacti_placed_shape a = {&shape, tact_pose_identity()}, b = a;
        tact_vec3 axis = pairs_random_direction(&rng), toward = pairs_random_direction(&rng);
        tact_vec3 from = tact_vec3_scale(toward, -3);
        /* Past it, or into it. */
        tact_vec3 aside = tact_vec3_scale(pairs_random_direction(&rng), i % 2 == 0 ? 0.2 : 0.8);
        tact_vec3 way = tact_vec3_normalize(tact_vec3_add(toward, aside));
        tacti_convex_cache cache = {0}, other = {0};
        for (int frame = 0; frame < 100; frame++) {
            tact_vec3 at = tact_vec3_add(from, tact_vec3_scale(way, 0.02 * frame));
            assert_int_equal(tact_pose_from_axis_angle(axis, frame * 0.0174, at, &b.pose), TACT_OK);
            tacti_convex_collision cold, warm;
            tacti_convex_distance_answer far, near;
            assert_int_equal(tacti_convex_collide(&a, &b, NULL, &cold), TACT_OK);
            assert_int_equal(tacti_convex_collide(&a, &b, &cache, &warm), TACT_OK);
            assert_int_equal(warm.outcome, cold.outcome);
            assert_int_equal(tacti_convex_distance(&a, &b, NULL, &far), TACT_OK);
            assert_int_equal(tacti_convex_distance(&a, &b, &other, &near), TACT_OK);
            assert_int_equal(near.outcome, cold.outcome);
            assert_true(near.lower <= far.upper && far.lower <= near.upper);
            contacts += cold.outcome == TACT_OUTCOME_CONTACT;
            if (frame == 0 || cold.outcome != TACT_OUTCOME_APART)
                continue;
            apart++;
            by_cache += warm.ending == TACTI_CONVEX_BY_CACHE;
        }
        tact_hull_destroy(hull);
    }
    printf("%llu frames in contact, %llu apart, %llu of these by the cache\n",
           (unsigned long long)contacts, (unsigned long long)apart, (unsigned long long)by_cache);
    assert_true(by_cache * 100 >= apart * 94);
    assert_true(contacts > 0);
}

/* Random contents, some of them plausible. */
static tacti_convex_cache garbage(test_rng *rng) {
    static const double odd[] = {(double)NAN, INFINITY, -INFINITY, 0, 1e-300, 1e300, -1};
    tacti_convex_cache cache = {.direction = pairs_random_direction(rng)};
    uint32_t most = test_rng_below(rng, 4) == 0 ? UINT32_MAX : 1 + test_rng_below(rng, 8);
    if (test_rng_below(rng, 4) == 0)
        cache.direction.y = odd[test_rng_below(rng, sizeof odd / sizeof odd[0])];
    if (test_rng_below(rng, 8) == 0)
        cache.direction = (tact_vec3){0, 0, 0};
    cache.pair_count =
        test_rng_below(rng, 8) == 0 ? test_rng_below(rng, UINT32_MAX) : test_rng_below(rng, 6);
    for (int i = 0; i < 4; i++) {
        cache.a[i] = test_rng_below(rng, most);
        cache.b[i] = test_rng_below(rng, most);
    }
    cache.extreme_a = test_rng_below(rng, most);
    cache.extreme_b = test_rng_below(rng, most);
    cache.outcome = (tact_outcome)test_rng_below(rng, 5);
    return cache;
}

static void check_with_cache(const convex_pair *pair, const tacti_convex_collision *cold,
                             const tacti_convex_distance_answer *far, tacti_convex_cache *cache) {
    const tacti_placed_shape *a = &pair->placed[0], *b = &pair->placed[1];
    tacti_convex_cache other = *cache;
    tacti_convex_collision warm;
    tacti_convex_distance_answer near;
    bool holds;
    assert_int_equal(tacti_convex_collide(a, b, cache, &warm), TACT_OK);
    assert_int_equal(warm.outcome, cold->outcome);
    assert_int_equal(tacti_convex_check(a, b, &warm, &holds), TACT_OK);
    assert_true(holds);
    assert_int_equal(tacti_convex_distance(a, b, &other, &near), TACT_OK);
    assert_int_equal(near.outcome, cold->outcome);
    assert_true(near.lower <= far->upper && far->lower <= near.upper);
    assert_true(near.lower <= near.distance && near.distance <= near.upper);
    double size = pairs_size(pair);
    assert_true(fabs(near.distance - far->distance) <= 2e-10 * far->distance + 2e-14 * size);
    *cache = other;
}

/* Whatever a cache contains, verdicts are those without a cache, proofs hold, and distances agree.
 * Then the pair moves on with that cache. */
static void garbage_is_harmless(void **state) {
    (void)state;
    test_rng rng = test_rng_start("garbage_is_harmless");
    pairs_pool pool = pairs_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i / PAIRS_FAMILIES % 2 == 0,
                   &pair);
        tacti_convex_cache cache = garbage(&rng);
        for (int frame = 0; frame < 4; frame++) {
            tacti_convex_collision cold;
            tacti_convex_distance_answer far;
            assert_int_equal(tacti_convex_collide(&pair.placed[0], &pair.placed[1], NULL, &cold),
                             TACT_OK);
            assert_int_equal(tacti_convex_distance(&pair.placed[0], &pair.placed[1], NULL, &far),
                             TACT_OK);
            check_with_cache(&pair, &cold, &far, &cache);
            pair.placed[1].pose.m[3 + 4 * (frame % 3)] += frame % 2 == 0 ? 0.02 : -0.01;
        }
    }
    pairs_pool_free(&pool);
}

/* Face to face: b is a gap beyond a along z, in the frame of a. Both are boxes around their middles
 * with the given half extents. Sideways b is shifted at random by up to spread times the overlap of
 * their projections. */
static void place_face_to_face(test_rng *rng, const tact_vec3 half[2], double gap, double spread,
                               convex_pair *out) {
    out->placed[0] = (tacti_placed_shape){&out->shape[0], pairs_random_pose(rng, 10)};
    out->placed[1] = (tacti_placed_shape){&out->shape[1], out->placed[0].pose};
    double x = spread * (half[0].x + half[1].x), y = spread * (half[0].y + half[1].y);
    tact_vec3 shift = {test_rng_between(rng, -x, x), test_rng_between(rng, -y, y),
                       half[0].z + half[1].z + gap};
    tact_vec3 at = tact_pose_place(out->placed[0].pose, shift);
    out->placed[1].pose.m[3] = at.x;
    out->placed[1].pose.m[7] = at.y;
    out->placed[1].pose.m[11] = at.z;
}

static void make_boxes(test_rng *rng, double gap, double spread, convex_pair *out) {
    tact_vec3 half[2];
    for (int side = 0; side < 2; side++) {
        half[side] = (tact_vec3){test_rng_between(rng, 0.25, 0.5), test_rng_between(rng, 0.25, 0.5),
                                 test_rng_between(rng, 0.25, 0.5)};
        out->shape[side] = tact_shape_box(half[side].x, half[side].y, half[side].z);
    }
    place_face_to_face(rng, half, gap, spread, out);
}

/* Hulls of 200 points on the surfaces of such boxes. Their faces lack the boxes' corners: they face
 * each other for shifts of up to about 0.9. */
static void make_boxes_of_points(test_rng *rng, double gap, double spread, convex_pair *out) {
    make_boxes(rng, gap, spread, out);
    for (int side = 0; side < 2; side++) {
        tact_vec3 points[200], half = out->shape[side].core.half_extents;
        double *h = &half.x;
        for (int i = 0; i < 200; i++) {
            double p[3];
            for (int k = 0; k < 3; k++)
                p[k] = test_rng_between(rng, -h[k], h[k]);
            p[i % 3] = i % 6 < 3 ? h[i % 3] : -h[i % 3];
            points[i] = (tact_vec3){p[0], p[1], p[2]};
        }
        tact_hull *hull;
        assert_int_equal(tact_hull_create(NULL, points, 200, &hull), TACT_OK);
        out->shape[side] = tact_shape_hull(hull);
    }
}

/* A flat hull of so many vertices that support points are found by climbing. */
static tact_hull *flat_hull(test_rng *rng) {
    tact_vec3 points[300];
    tact_hull *hull;
    for (uint32_t i = 0; i < 300; i++) {
        points[i] = pairs_random_direction(rng);
        points[i].z *= 0.1;
    }
    assert_int_equal(tact_hull_create(NULL, points, 300, &hull), TACT_OK);
    return hull;
}

/* A pair that several steps of a search found apart is asked again with the cache that the first
 * question filled: the direction in the cache still separates it, which one step shows. */
static void caches_decide_again(void **state) {
    (void)state;
    test_rng rng = test_rng_start("caches_decide_again");
    pairs_pool pool = pairs_pool_make(&rng);
    tact_hull *disc = flat_hull(&rng);
    uint64_t searched = 0, count = test_case_count(2000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i / PAIRS_FAMILIES % 2 == 0,
                   &pair);
        if (i % 4 == 0) {
            /* Nearly above each other, so that the line of the centres does not separate them. */
            pair.shape[0] = pair.shape[1] = tact_shape_hull(disc);
            pair.placed[0].pose = tact_pose_identity();
            pair.placed[1].pose = tact_pose_identity();
            pair.placed[1].pose.m[3] = test_rng_between(&rng, -1, 1);
            pair.placed[1].pose.m[7] = test_rng_between(&rng, -1, 1);
            pair.placed[1].pose.m[11] = 0.25;
        }
        const tacti_placed_shape *a = &pair.placed[0], *b = &pair.placed[1];
        tacti_convex_cache cache = {0};
        tacti_convex_collision first, again;
        assert_int_equal(tacti_convex_collide(a, b, &cache, &first), TACT_OK);
        if (first.outcome != TACT_OUTCOME_APART || first.ending != TACTI_CONVEX_BY_FLOAT ||
            first.iterations <= 1)
            continue;
        searched++;
        assert_int_equal(tacti_convex_collide(a, b, &cache, &again), TACT_OK);
        assert_int_equal(again.outcome, TACT_OUTCOME_APART);
        assert_int_equal(again.ending, TACTI_CONVEX_BY_CACHE);
        assert_int_equal(again.iterations, 1);
    }
    assert_true(searched > 0);
    tact_hull_destroy(disc);
    pairs_pool_free(&pool);
}

/* The plane that was found lies between the shapes. */
static void check_plane(const convex_pair *pair, const tact_plane *plane) {
    tact_vec3 n = plane->normal;
    double below = tact_vec3_dot(n, tacti_shape_support(&pair->placed[0], n));
    double above = tact_vec3_dot(n, tacti_shape_support(&pair->placed[1], tact_vec3_scale(n, -1)));
    double rounding = 2e-12 * tact_vec3_length(n);
    assert_true(below <= plane->offset + rounding);
    assert_true(above >= plane->offset - rounding);
}

/* Counts the pairs for which no plane is found. */
static uint64_t count_errors(test_rng *rng, double gap, double spread, bool of_points,
                             uint64_t cases) {
    uint64_t wrong = 0, steps = 0;
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        if (of_points)
            make_boxes_of_points(rng, gap, spread, &pair);
        else
            make_boxes(rng, gap, spread, &pair);
        tact_perceptron_result result;
        assert_int_equal(tacti_convex_perceptron(&pair.placed[0], &pair.placed[1], NULL, &result),
                         TACT_OK);
        wrong += !result.found_plane;
        steps += result.iterations;
        if (result.found_plane)
            check_plane(&pair, &result.plane);
        for (int side = 0; of_points && side < 2; side++)
            tact_hull_destroy((tact_hull *)pair.shape[side].core.hull);
    }
    printf(" %5.2f %% (%.0f)", 100.0 * (double)wrong / (double)cases,
           (double)steps / (double)cases);
    return wrong;
}

/* The table of docs/pair.md: pairs that are apart, and no plane was found. */
static void perceptron_errs(void **state) {
    (void)state;
    static const double gaps[] = {0.3, 0.1, 0.03, 0.01, 0.001, 0.0001};
    test_rng rng = test_rng_start("perceptron_errs");
    uint64_t cases = test_case_count(4000, 100000), few = test_case_count(200, 10000), errors = 0;
    printf("gap: boxes shifted by up to 0.75 and 1 of their overlap, hulls of 200 points by 0.9\n");
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        printf("%-6g:", gaps[g]);
        uint64_t inner = count_errors(&rng, gaps[g], 0.75, false, cases);
        uint64_t all = count_errors(&rng, gaps[g], 1, false, cases);
        uint64_t hulls = count_errors(&rng, gaps[g], 0.9, true, few);
        printf("\n");
        /* At most 2.5 %, plus an allowance for chance. */
        assert_true(inner <= cases / 400);
        assert_true((double)all <= 0.025 * (double)cases + 3 * sqrt(0.025 * (double)cases));
        assert_true((double)hulls <= 0.025 * (double)few + 3 * sqrt(0.025 * (double)few));
        errors += all;
    }
    assert_true(errors > 0 || cases < 1000); /* or the page is wrong */
}

/* A plane of eight steps of the perceptron, handed to the search as its first direction. Each step
 * of both takes two support points. */
static uint64_t steps_after_perceptron(const convex_pair *pair, tact_outcome outcome) {
    tacti_perceptron_desc desc = tacti_perceptron_desc_default();
    tact_perceptron_result plane;
    tacti_convex_cache cache = {0};
    tacti_convex_collision answer;
    desc.max_iterations = 8;
    assert_int_equal(tacti_convex_perceptron(&pair->placed[0], &pair->placed[1], &desc, &plane),
                     TACT_OK);
    cache.direction = plane.plane.normal;
    cache.outcome = TACT_OUTCOME_APART;
    assert_int_equal(tacti_convex_collide(&pair->placed[0], &pair->placed[1], &cache, &answer),
                     TACT_OK);
    assert_int_equal(answer.outcome, outcome);
    /* If it found a plane, the search is not needed. */
    return plane.iterations + (plane.found_plane ? 0 : answer.iterations);
}

/* Whether a few steps of the perceptron before the search pay: they do not (docs/pair.md).
 */
static void perceptron_before_search(void **state) {
    (void)state;
    static const double gaps[] = {0.5, 0.01, -0.2};
    test_rng rng = test_rng_start("perceptron_before_search");
    uint64_t cases = test_case_count(500, 20000), all[2] = {0, 0};
    printf("vertices, gap: steps of the search alone, of perceptron and search\n");
    for (uint32_t points = 8; points <= 128; points *= 4) {
        tact_hull *hull = round_hull(&rng, points);
        for (size_t g = 0; g < 3; g++) {
            uint64_t steps[2] = {0, 0};
            for (uint64_t i = 0; i < cases; i++) {
                convex_pair pair;
                tacti_convex_collision alone;
                for (int side = 0; side < 2; side++) {
                    pair.shape[side] = tact_shape_hull(hull);
                    pair.placed[side] =
                        (tacti_placed_shape){&pair.shape[side], pairs_random_pose(&rng, 1)};
                }
                pairs_move_to_gap(&pair, pairs_random_direction(&rng), gaps[g]);
                assert_int_equal(
                    tacti_convex_collide(&pair.placed[0], &pair.placed[1], NULL, &alone), TACT_OK);
                steps[0] += alone.iterations;
                steps[1] += steps_after_perceptron(&pair, alone.outcome);
            }
            printf("%3u, %5.2f: %.2f, %.2f\n", points, gaps[g], (double)steps[0] / (double)cases,
                   (double)steps[1] / (double)cases);
            all[0] += steps[0];
            all[1] += steps[1];
        }
        tact_hull_destroy(hull);
    }
    assert_true(all[0] <= all[1]); /* or the page is wrong */
}

/* Invalid options and shapes are refused. */
static void perceptron_options(void **state) {
    (void)state;
    test_rng rng = test_rng_start("perceptron_options");
    convex_pair pair;
    make_boxes(&rng, 0.001, 0.25, &pair);
    tacti_perceptron_desc desc = tacti_perceptron_desc_default();
    tact_perceptron_result result;
    desc.max_iterations = 1;
    assert_int_equal(tacti_convex_perceptron(&pair.placed[0], &pair.placed[1], &desc, &result),
                     TACT_OK);
    assert_int_equal(result.iterations, 1);
    desc.decay = 0;
    assert_int_equal(tacti_convex_perceptron(&pair.placed[0], &pair.placed[1], &desc, &result),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_perceptron(&pair.placed[0], &pair.placed[1], NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    pair.placed[1].pose = pair.placed[0].pose;
    assert_int_equal(tacti_convex_perceptron(&pair.placed[0], &pair.placed[1], NULL, &result),
                     TACT_OK);
    assert_false(result.found_plane);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caches_serve_motion),      cmocka_unit_test(garbage_is_harmless),
        cmocka_unit_test(caches_decide_again),      cmocka_unit_test(perceptron_errs),
        cmocka_unit_test(perceptron_before_search), cmocka_unit_test(perceptron_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
