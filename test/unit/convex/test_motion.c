/* SPDX-License-Identifier: MIT */
/* Pairs that move a little from frame to frame: what the cache is for, and the plain perceptron,
 * whose errors are counted. */
#include "convex_pairs.h"

#include <math.h>
#include <stdio.h>

/* A hull of points on a sphere, turned by a degree and moved by a hundredth each frame. */
static tact_hull *round_hull(test_rng *rng, uint32_t count) {
    tact_vec3 points[300];
    tact_hull *hull;
    for (uint32_t i = 0; i < count; i++)
        points[i] = pairs_random_direction(rng);
    assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
    return hull;
}

/* Verdicts with a cache are those without; most frames apart end with what it remembers. */
static void caches_serve_motion(void **state) {
    (void)state;
    test_rng rng = test_rng_start("caches_serve_motion");
    uint64_t apart = 0, by_cache = 0, contacts = 0;
    for (uint64_t i = 0; i < test_case_count(60, 2000); i++) {
        tact_hull *hull = round_hull(&rng, 8 + test_rng_below(&rng, 290));
        tact_shape shape = tact_shape_hull(hull);
        tact_placed_shape a = {&shape, tact_pose_identity()}, b = a;
        tact_vec3 axis = pairs_random_direction(&rng), toward = pairs_random_direction(&rng);
        tact_vec3 from = tact_vec3_scale(toward, -3);
        /* Past it, or into it. */
        tact_vec3 aside = tact_vec3_scale(pairs_random_direction(&rng), i % 2 == 0 ? 0.2 : 0.8);
        tact_vec3 way = tact_vec3_normalize(tact_vec3_add(toward, aside));
        tact_convex_cache cache = {0}, other = {0};
        for (int frame = 0; frame < 100; frame++) {
            tact_vec3 at = tact_vec3_add(from, tact_vec3_scale(way, 0.02 * frame));
            assert_int_equal(tact_pose_from_axis_angle(axis, frame * 0.0174, at, &b.pose), TACT_OK);
            tact_convex_collision cold, warm;
            tact_convex_separation far, near;
            assert_int_equal(tact_convex_collide(&a, &b, NULL, &cold), TACT_OK);
            assert_int_equal(tact_convex_collide(&a, &b, &cache, &warm), TACT_OK);
            assert_int_equal(warm.outcome, cold.outcome);
            assert_int_equal(tact_convex_distance(&a, &b, NULL, &far), TACT_OK);
            assert_int_equal(tact_convex_distance(&a, &b, &other, &near), TACT_OK);
            assert_int_equal(near.outcome, cold.outcome);
            assert_true(near.lower <= far.upper && far.lower <= near.upper);
            contacts += cold.outcome == TACT_CONTACT;
            if (frame == 0 || cold.outcome != TACT_APART)
                continue;
            apart++;
            by_cache += warm.ending == TACT_CONVEX_BY_CACHE;
        }
        tact_hull_destroy(hull);
    }
    printf("%llu frames in contact, %llu apart, %llu of these by the cache\n",
           (unsigned long long)contacts, (unsigned long long)apart, (unsigned long long)by_cache);
    assert_true(by_cache * 10 >= apart * 8);
    assert_true(contacts > 0);
}

/* Boxes face to face: two boxes of random sizes, a gap apart along z, shifted sideways at random by
 * up to spread, and turned together. */
static void place_face_to_face(test_rng *rng, double gap, double spread, convex_pair *out) {
    for (int side = 0; side < 2; side++)
        out->shape[side] =
            tact_shape_box(test_rng_between(rng, 0.25, 0.5), test_rng_between(rng, 0.25, 0.5),
                           test_rng_between(rng, 0.25, 0.5));
    out->placed[0] = (tact_placed_shape){&out->shape[0], pairs_random_pose(rng, 10)};
    out->placed[1] = (tact_placed_shape){&out->shape[1], out->placed[0].pose};
    tact_vec3 shift = {test_rng_between(rng, -spread, spread),
                       test_rng_between(rng, -spread, spread),
                       out->shape[0].core.half.z + out->shape[1].core.half.z + gap};
    tact_vec3 at = tact_pose_place(out->placed[0].pose, shift);
    out->placed[1].pose.m[3] = at.x;
    out->placed[1].pose.m[7] = at.y;
    out->placed[1].pose.m[11] = at.z;
}

/* What was found is a plane between them. */
static void check_plane(const convex_pair *pair, const tact_plane *plane) {
    tact_vec3 n = plane->normal;
    double below = tact_vec3_dot(n, tact_shape_support(&pair->placed[0], n));
    double above = tact_vec3_dot(n, tact_shape_support(&pair->placed[1], tact_vec3_scale(n, -1)));
    double rounding = 2e-12 * tact_vec3_length(n);
    assert_true(below <= plane->offset + rounding);
    assert_true(above >= plane->offset - rounding);
}

static uint64_t count_errors(test_rng *rng, double gap, double spread, uint64_t cases) {
    uint64_t wrong = 0, steps = 0;
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        place_face_to_face(rng, gap, spread, &pair);
        tact_perceptron_result result;
        assert_int_equal(tact_convex_perceptron(&pair.placed[0], &pair.placed[1], NULL, &result),
                         TACT_OK);
        wrong += !result.found_plane;
        steps += result.iterations;
        if (result.found_plane)
            check_plane(&pair, &result.plane);
    }
    printf("gap %-7g spread %.2f: %6.2f %% wrong, %5.1f steps\n", gap, spread,
           100.0 * (double)wrong / (double)cases, (double)steps / (double)cases);
    return wrong;
}

/* The table of docs/convex_pair.md. Faces that lie opposite each other are no trouble; faces that
 * are shifted by their own size are. */
static void perceptron_errs(void **state) {
    (void)state;
    static const double gaps[] = {0.3, 0.1, 0.03, 0.01, 0.001, 0.0001};
    test_rng rng = test_rng_start("perceptron_errs");
    uint64_t cases = test_case_count(1000, 100000), errors = 0;
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        assert_true(count_errors(&rng, gaps[g], 0.25, cases) * 1000 <= cases * 25);
        count_errors(&rng, gaps[g], 0.5, cases);
        errors += count_errors(&rng, gaps[g], 0.75, cases);
    }
    assert_true(errors > 0); /* or the page is wrong */
}

/* It has its limits on what it is given. */
static void perceptron_options(void **state) {
    (void)state;
    test_rng rng = test_rng_start("perceptron_options");
    convex_pair pair;
    place_face_to_face(&rng, 0.001, 0.25, &pair);
    tact_perceptron_desc desc = tact_perceptron_desc_default();
    tact_perceptron_result result;
    desc.max_iterations = 1;
    assert_int_equal(tact_convex_perceptron(&pair.placed[0], &pair.placed[1], &desc, &result),
                     TACT_OK);
    assert_int_equal(result.iterations, 1);
    desc.decay = 0;
    assert_int_equal(tact_convex_perceptron(&pair.placed[0], &pair.placed[1], &desc, &result),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_convex_perceptron(&pair.placed[0], &pair.placed[1], NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    pair.placed[1].pose = pair.placed[0].pose;
    assert_int_equal(tact_convex_perceptron(&pair.placed[0], &pair.placed[1], NULL, &result),
                     TACT_OK);
    assert_false(result.found_plane);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caches_serve_motion),
        cmocka_unit_test(perceptron_errs),
        cmocka_unit_test(perceptron_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
