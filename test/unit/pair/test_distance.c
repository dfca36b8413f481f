/* SPDX-License-Identifier: MIT */
/* Distances of polytopes against brute force over features, with bounds, witnesses and caches; and
 * distances of smooth shapes against closed forms. */
#include "convex_pairs.h"
#include "oracle_convex.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "pair/pair.h"

/* ---- Brute force --------------------------------------------------------------------------- */

#define MOST_TRIANGLES 400

/* Triangles that cover the surface of a placed polytope. */
static uint32_t surface(const tacti_placed_shape *placed, tact_triangle *out) {
    tact_vec3 v[64];
    uint32_t count = oracle_vertices(placed, v, 64), made = 0;
    if (placed->shape->kind == TACT_SHAPE_BOX) {
        static const uint8_t quads[6][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                            {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}};
        for (int i = 0; i < 6; i++)
            for (int half = 0; half < 2; half++)
                out[made++] =
                    (tact_triangle){{v[quads[i][0]], v[quads[i][1 + half]], v[quads[i][2 + half]]}};
    } else if (placed->shape->kind == TACT_SHAPE_HULL && count > 2) {
        const tact_hull *hull = placed->shape->core.hull;
        uint32_t faces = tact_hull_inspect(hull).face_count;
        for (uint32_t f = 0; f < faces; f++) {
            uint32_t corners;
            const uint32_t *at = tact_hull_face(hull, f, &corners);
            for (uint32_t i = 2; i < corners; i++)
                out[made++] = (tact_triangle){{v[at[0]], v[at[i - 1]], v[at[i]]}};
        }
    } else
        out[made++] = (tact_triangle){{v[0], v[count > 1 ? 1 : 0], v[count - 1]}};
    assert_true(made <= MOST_TRIANGLES);
    return made;
}

/* The least distance of the surfaces' triangles: right for polytopes that are apart. */
static tact_gap brute_force(const convex_pair *pair) {
    static tact_triangle triangles[2][MOST_TRIANGLES];
    uint32_t count[2];
    for (int side = 0; side < 2; side++)
        count[side] = surface(&pair->placed[side], triangles[side]);
    tact_gap least = {.distance = INFINITY, .lower = INFINITY, .upper = INFINITY};
    for (uint32_t i = 0; i < count[0]; i++)
        for (uint32_t j = 0; j < count[1]; j++) {
            tact_gap gap = tact_triangle_distance(&triangles[0][i], &triangles[1][j]);
            least.distance = fmin(least.distance, gap.distance);
            least.lower = fmin(least.lower, gap.lower);
            least.upper = fmin(least.upper, gap.upper);
        }
    return least;
}

/* ---- Checks -------------------------------------------------------------------------------- */

static tacti_convex_distance_answer
measure(const tacti_placed_shape *a, const tacti_placed_shape *b, tacti_convex_cache *cache) {
    tacti_convex_distance_answer answer;
    assert_int_equal(tacti_convex_distance(a, b, cache, &answer), TACT_OK);
    return answer;
}

static void check_answer(const convex_pair *pair, const tacti_convex_distance_answer *answer) {
    double size = pairs_size(pair);
    tacti_convex_collision verdict;
    assert_int_equal(tacti_convex_collide(&pair->placed[0], &pair->placed[1], NULL, &verdict),
                     TACT_OK);
    assert_int_equal(answer->outcome, verdict.outcome);
    assert_int_equal(answer->distance == 0, answer->outcome == TACT_OUTCOME_CONTACT);
    assert_true(answer->lower <= answer->distance && answer->distance <= answer->upper);
    pairs_check_is_in(&pair->placed[0], answer->point_a, 1e-14 * size);
    pairs_check_is_in(&pair->placed[1], answer->point_b, 1e-14 * size);
    double between = tact_vec3_length(tact_vec3_sub(answer->point_b, answer->point_a));
    assert_true(fabs(between - answer->distance) <= 1e-14 * size + 1e-10 * answer->distance);
    if (answer->outcome == TACT_OUTCOME_CONTACT)
        return;
    double radii = pair->shape[0].radius + pair->shape[1].radius;
    tact_gap truth = brute_force(pair);
    double slack = 4e-16 * size;
    assert_true(answer->lower <= truth.upper - radii + slack);
    assert_true(answer->upper >= truth.lower - radii - slack);
    double error = fabs(answer->distance - (truth.distance - radii));
    /* Brute force itself contributes to this error. */
    assert_true(error <= 1e-10 * answer->distance ||
                error <= 1e-14 * size + (truth.upper - truth.lower));
}

static void check_swapped(const convex_pair *pair, const tacti_convex_distance_answer *answer) {
    tacti_convex_distance_answer other = measure(&pair->placed[1], &pair->placed[0], NULL);
    assert_int_equal(other.outcome, answer->outcome);
    assert_true(other.lower <= answer->upper && answer->lower <= other.upper);
}

static void distances(void **state) {
    (void)state;
    test_rng rng = test_rng_start("distances");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t exact = 0, apart = 0, cases = test_case_count(6000, 1000000);
    tacti_convex_cache stale = {0};
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 3 == 0, &pair);
        tacti_convex_distance_answer answer = measure(&pair.placed[0], &pair.placed[1], NULL);
        check_answer(&pair, &answer);
        check_swapped(&pair, &answer);
        if (i % 4 == 0) {
            tacti_convex_distance_answer cached = measure(&pair.placed[0], &pair.placed[1], &stale);
            check_answer(&pair, &cached);
            cached = measure(&pair.placed[0], &pair.placed[1], &stale);
            check_answer(&pair, &cached);
        }
        exact += answer.ending == TACTI_CONVEX_BY_EXACT;
        apart += answer.outcome == TACT_OUTCOME_APART;
    }
    printf("%llu pairs, %llu apart, %llu by exact arithmetic\n", (unsigned long long)cases,
           (unsigned long long)apart, (unsigned long long)exact);
    pairs_pool_free(&pool);
}

/* Boxes and hulls of eight points a billionth apart or inside each other. Rounding decides there
 * which corners of a facet the search ends with, and tetrahedra around the origin are thin. Bounds
 * and points are good all the same, without exact arithmetic. */
static void billionths(void **state) {
    (void)state;
    test_rng rng = test_rng_start("billionths");
    uint64_t exact = 0, cases = test_case_count(1500, 100000);
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        tact_hull *hull[2] = {NULL, NULL};
        for (int side = 0; side < 2; side++) {
            tact_vec3 points[8];
            for (int k = 0; k < 8; k++)
                points[k] = pairs_random_direction(&rng);
            assert_int_equal(tact_hull_create(NULL, points, 8, &hull[side]), TACT_OK);
            pair.shape[side] = i % 2 == 0 ? tact_shape_hull(hull[side])
                                          : tact_shape_box(1 + test_rng_unit(&rng), 1, 0.5);
            pair.placed[side] = (tacti_placed_shape){&pair.shape[side], pairs_random_pose(&rng, 1)};
        }
        pairs_move_to_gap(&pair, pairs_random_direction(&rng), 1);
        double wanted = i % 4 < 2 ? 1e-9 : -1e-9;
        double *m = pair.placed[1].pose.m;
        for (int k = 0; k < 40; k++) {
            tacti_convex_distance_answer far = measure(&pair.placed[0], &pair.placed[1], NULL);
            double by = far.distance > 1e-3 ? -0.9 * far.distance : wanted - far.distance;
            m[3] += by * far.direction.x;
            m[7] += by * far.direction.y;
            m[11] += by * far.direction.z;
            if (far.distance <= 1e-3)
                break;
        }
        tacti_convex_distance_answer answer = measure(&pair.placed[0], &pair.placed[1], NULL);
        check_answer(&pair, &answer);
        check_swapped(&pair, &answer);
        exact += answer.ending == TACTI_CONVEX_BY_EXACT;
        for (int side = 0; side < 2; side++)
            tact_hull_destroy(hull[side]);
    }
    printf("%llu of %llu by exact arithmetic\n", (unsigned long long)exact,
           (unsigned long long)cases);
    assert_true(exact * 100 <= cases);
}

/* A distance below the least double is not given as 0. */
static void tiny_distances(void **state) {
    (void)state;
    tact_shape point = tact_shape_sphere(0);
    tact_shape plane =
        tact_shape_triangle((tact_triangle){{{1, 0, 0x1p-1074}, {0, 1, 0}, {-1, -1, 0}}});
    tacti_placed_shape a = {&plane, tact_pose_identity()}, b = {&point, tact_pose_identity()};
    tacti_convex_distance_answer answer = measure(&a, &b, NULL);
    assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
    assert_true(answer.distance > 0 && answer.lower == 0 && answer.upper >= 0x1p-1074);
    tact_shape tiny = tact_shape_box(0x1p-1074, 0, 0);
    tacti_placed_shape c = {&tiny, tact_pose_identity()};
    c.pose.m[3] = 0x1p-1072;
    answer = measure(&b, &c, NULL);
    assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
    assert_true(answer.lower <= 0x3p-1074 && 0x3p-1074 <= answer.upper);
    c.pose.m[3] = 0x1p-1074;
    assert_int_equal(measure(&b, &c, NULL).outcome, TACT_OUTCOME_CONTACT);
}

/* ---- Smooth shapes -------------------------------------------------------------------------- */

/* Places b at height z above a, then turns both by one rotation. */
static void stack(test_rng *rng, double z, tact_pose pose[2]) {
    pose[0] = pose[1] = pairs_random_pose(rng, 3);
    for (int row = 0; row < 3; row++)
        pose[1].m[4 * row + 3] += pose[0].m[4 * row + 2] * z;
}

/* Shapes of known half height along z, whose axes are one line, a given gap apart. */
static void smooth_shapes_in_line(void **state) {
    (void)state;
    test_rng rng = test_rng_start("smooth_shapes_in_line");
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        tact_shape shape[2];
        double top[2];
        for (int side = 0; side < 2; side++) {
            double r = test_rng_between(&rng, 0.1, 1), h = test_rng_between(&rng, 0.1, 1);
            switch (test_rng_below(&rng, 5)) {
            case 0:
                shape[side] = tact_shape_cylinder(r, h);
                break;
            case 1:
                shape[side] = tact_shape_cone(r, h);
                break;
            case 2:
                shape[side] = tact_shape_capsule(h - 0.0625, 0.0625);
                break;
            case 3:
                shape[side] = tact_shape_box(r, r, h);
                break;
            default:
                shape[side] = tact_shape_ellipsoid(r, test_rng_between(&rng, 0.1, 1), h);
                break;
            }
            top[side] = h;
        }
        double gap = test_rng_between(&rng, -0.15, 1);
        tact_pose pose[2];
        stack(&rng, top[0] + top[1] + gap, pose);
        tacti_placed_shape a = {&shape[0], pose[0]}, b = {&shape[1], pose[1]};
        tacti_convex_distance_answer answer = measure(&a, &b, NULL);
        if (gap > 1e-9) {
            assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
            assert_true(answer.lower <= gap + 2e-15 && gap <= answer.upper + 2e-15);
            assert_true(answer.upper - answer.lower <= 1e-7);
        } else
            assert_int_not_equal(answer.outcome, TACT_OUTCOME_APART);
    }
}

/* An ellipsoid with equal axes is a ball. */
static void balls_three_ways(void **state) {
    (void)state;
    test_rng rng = test_rng_start("balls_three_ways");
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        double r = test_rng_unit(&rng), s = test_rng_unit(&rng);
        tact_shape ball[2] = {tact_shape_sphere(r), tact_shape_sphere(s)};
        tact_shape egg[2] = {tact_shape_ellipsoid(r, r, r), tact_shape_ellipsoid(s, s, s)};
        tact_pose pose[2] = {pairs_random_pose(&rng, 1), pairs_random_pose(&rng, 1)};
        tacti_placed_shape balls[2] = {{&ball[0], pose[0]}, {&ball[1], pose[1]}};
        tacti_placed_shape eggs[2] = {{&egg[0], pose[0]}, {&egg[1], pose[1]}};
        tacti_convex_distance_answer plain = measure(&balls[0], &balls[1], NULL);
        tacti_convex_distance_answer mixed = measure(&balls[0], &eggs[1], NULL);
        tacti_convex_distance_answer smooth = measure(&eggs[0], &eggs[1], NULL);
        double tolerance = 1e-13;
        if (plain.distance < 1e-6)
            continue; /* the verdict may be undecided */
        assert_true(mixed.lower <= plain.upper + tolerance &&
                    plain.lower <= mixed.upper + tolerance);
        assert_true(smooth.lower <= plain.upper + tolerance &&
                    plain.lower <= smooth.upper + tolerance);
        assert_int_equal(smooth.outcome, TACT_OUTCOME_APART);
        assert_true(fabs(smooth.distance - plain.distance) <= 1e-6);
    }
}

static void half_spaces(void **state) {
    (void)state;
    test_rng rng = test_rng_start("half_spaces");
    pairs_pool pool = pairs_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(5000, 100000); i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, PAIRS_RANDOM, i % 2 == 0, &pair);
        tact_vec3 n = pairs_random_direction(&rng);
        double offset = test_rng_between(&rng, -3, 0), scale = ldexp(1, (int)(i % 41) - 20);
        tact_shape ground = tact_shape_half_space(tact_vec3_scale(n, scale), offset * scale);
        tacti_placed_shape plane = {&ground, tact_pose_identity()};
        tact_vec3 low = tacti_shape_support(&pair.placed[0], tact_vec3_scale(n, -1));
        double gap = tact_vec3_dot(n, low) - offset;
        tacti_convex_distance_answer answer = measure(&pair.placed[0], &plane, NULL);
        tacti_convex_distance_answer swapped = measure(&plane, &pair.placed[0], NULL);
        assert_int_equal(answer.outcome, swapped.outcome);
        if (gap > 1e-12) {
            assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
            assert_true(fabs(answer.distance - gap) < 1e-13);
            assert_true(fabs(swapped.distance - gap) < 1e-13);
            assert_true(answer.lower <= gap + 1e-14 && gap <= answer.upper + 1e-14);
            assert_true(fabs(tact_vec3_dot(answer.direction, n) + 1) < 1e-12);
            assert_true(fabs(tact_vec3_length(tact_vec3_sub(answer.point_a, answer.point_b)) -
                             gap) < 1e-13);
        } else if (gap < -1e-12)
            assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
    }
    pairs_pool_free(&pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),        cmocka_unit_test(billionths),
        cmocka_unit_test(tiny_distances),   cmocka_unit_test(smooth_shapes_in_line),
        cmocka_unit_test(balls_three_ways), cmocka_unit_test(half_spaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
