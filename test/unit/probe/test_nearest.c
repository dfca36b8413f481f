/* SPDX-License-Identifier: MIT */
/* The nearest point of a mesh against brute force over all triangles, to the bit: random soups and
 * poses, points on vertices, edges and faces, far away, at extreme scales, at every SIMD level,
 * with limits and in batches. */
#include "scenes.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include "frame/placed.h"
#include "probe/points.h"

enum { MOST_TRIANGLES = 60, POINTS = 8 };

/* ---- Points ------------------------------------------------------------------------------- */

/* Points exactly or nearly on the soup, around it, and far from it. */
static tact_vec3 point_random(test_rng *rng, const scene *s) {
    tact_triangle t = scene_triangle(s, test_rng_below(rng, s->soup.triangle_count));
    double w0 = test_rng_unit(rng), w1 = test_rng_unit(rng) * (1 - w0), far = 0;
    switch (test_rng_below(rng, 6)) {
    case 0:
        return t.v[test_rng_below(rng, 3)];
    case 1:
        w1 = 1 - w0;
        break;
    case 2:
        break;
    case 3:
        far = s->factor * exp2(test_rng_between(rng, -50, 0));
        break;
    case 4:
        far = s->factor * exp2(test_rng_between(rng, 0, 5));
        break;
    default:
        far = s->factor * exp2(test_rng_between(rng, 5, 60));
        break;
    }
    tact_vec3 p = tact_vec3_scale(t.v[0], w0);
    p = tact_vec3_add(p, tact_vec3_scale(t.v[1], w1));
    p = tact_vec3_add(p, tact_vec3_scale(t.v[2], 1 - w0 - w1));
    return tact_vec3_add(p, tact_vec3_scale(vec3_random_in_cube(rng, 1), far));
}

typedef struct truth_point {
    double distance;
    uint32_t triangle;
    tact_gap gap;
    double lower, upper;
} truth_point;

static truth_point truth_of(const scene *s, tact_vec3 point) {
    truth_point known = {.distance = HUGE_VAL, .lower = HUGE_VAL, .upper = HUGE_VAL};
    for (uint32_t i = 0; i < s->soup.triangle_count; i++) {
        tact_triangle t = scene_triangle(s, i);
        tact_gap gap = tact_triangle_distance_point(&t, point);
        known.lower = fmin(known.lower, gap.lower);
        known.upper = fmin(known.upper, gap.upper);
        if (gap.distance < known.distance) {
            known.distance = gap.distance;
            known.triangle = i;
            known.gap = gap;
        }
    }
    return known;
}

static void assert_same_vec3(tact_vec3 actual, tact_vec3 expected) {
    test_assert_same_bits(actual.x, expected.x);
    test_assert_same_bits(actual.y, expected.y);
    test_assert_same_bits(actual.z, expected.z);
}

static void assert_same_nearest(const tacti_nearest *a, const tacti_nearest *b) {
    test_assert_same_bits(a->distance, b->distance);
    test_assert_same_bits(a->lower, b->lower);
    test_assert_same_bits(a->upper, b->upper);
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->feature, b->feature);
    assert_same_vec3(a->point, b->point);
}

/* ---- Against brute force ------------------------------------------------------------------ */

/* If a budget ends the query, its bounds hold. */
static void check_budgets(const tacti_placed *placed, const truth_point *known, tact_vec3 point,
                          double limit) {
    tacti_stop stop = TACTI_STOP_BUDGET;
    for (uint64_t budget = 0; stop != TACTI_STOP_NONE; budget += 1 + budget / 4) {
        tacti_meter meter = tacti_meter_make(budget, NULL);
        tacti_nearest n;
        assert_int_equal(tacti_closest_point(placed, point, limit, &meter, &n), TACT_OK);
        assert_true(n.lower <= known->upper && n.upper >= known->lower);
        assert_true(n.lower <= n.distance && n.distance <= n.upper);
        assert_true(n.triangle != TACT_NO_TRIANGLE || n.distance == HUGE_VAL);
        stop = meter.pace.stop;
    }
}

static void check_point(const tacti_placed *placed, const truth_point *known, tact_vec3 point) {
    tacti_nearest n;
    assert_int_equal(tacti_closest_point(placed, point, HUGE_VAL, NULL, &n), TACT_OK);
    test_assert_same_bits(n.distance, known->distance);
    assert_int_equal(n.triangle, known->triangle);
    assert_int_equal(n.feature, known->gap.feature_a);
    assert_same_vec3(n.point, known->gap.point_a);
    assert_true(n.lower <= known->upper && n.lower <= n.distance);
    assert_true(n.upper >= known->lower && n.upper >= n.distance);
}

/* A triangle within the limit is found as without a limit. If there is none, the bound says so. */
static void check_limit(test_rng *rng, const tacti_placed *placed, double size,
                        const truth_point *known, tact_vec3 point) {
    static const double factors[] = {0, 0.5, 1 - 0x1p-52, 1, 1 + 0x1p-52, 2};
    double limit = known->distance * factors[test_rng_below(rng, 6)];
    tacti_nearest n;
    assert_int_equal(tacti_closest_point(placed, point, limit, NULL, &n), TACT_OK);
    if (known->distance <= limit)
        assert_int_not_equal(n.triangle, TACT_NO_TRIANGLE);
    if (n.triangle == TACT_NO_TRIANGLE) {
        assert_true(n.distance == HUGE_VAL && n.upper == HUGE_VAL && n.lower >= limit);
        assert_true(known->upper >= limit);
        return;
    }
    test_assert_same_bits(n.distance, known->distance);
    assert_int_equal(n.triangle, known->triangle);
    assert_true(known->distance - limit <= 0x1p-38 * (known->distance + size));
}

static void test_brute_force(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("nearest_brute_force");
    uint64_t count = test_case_count(4000, 200000), touching = 0;
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, MOST_TRIANGLES);
        body b = body_make(all->alone[i % all->level_count], &s.soup, NULL);
        tacti_placed placed = {b.bvh, s.pose};
        for (int k = 0; k < POINTS; k++) {
            tact_vec3 point = point_random(&rng, &s);
            truth_point known = truth_of(&s, point);
            check_point(&placed, &known, point);
            check_limit(&rng, &placed, 8 * s.factor, &known, point);
            check_budgets(&placed, &known, point, HUGE_VAL);
            check_budgets(&placed, &known, point, known.distance / 2);
            touching += known.distance == 0;
        }
        body_free(&b);
        soup_free(&s.soup);
    }
    assert_true(touching > count / 4 && touching < POINTS * count / 2);
}

/* Whether tact_triangle_distance() measures from t. It orders its two triangles by coordinates. */
static bool is_measured_from(const tact_triangle *t, tact_vec3 p) {
    const double x[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 9; i++) {
        double own = (&t->v[0].x)[i];
        if (own != x[i % 3])
            return own < x[i % 3];
    }
    return true;
}

/* The function for a point agrees with the general one for a triangle that is a point, to the bit
 * if both measure from the same side. */
static void test_point_kernel(void **state) {
    (void)state;
    test_rng rng = test_rng_start("nearest_point_kernel");
    uint64_t count = test_case_count(50000, 2000000);
    for (uint64_t i = 0; i < count; i += POINTS) {
        scene s = scene_random(&rng, MOST_TRIANGLES);
        for (int k = 0; k < POINTS; k++) {
            tact_vec3 p = point_random(&rng, &s);
            tact_triangle t = scene_triangle(&s, test_rng_below(&rng, s.soup.triangle_count));
            tact_triangle flat = {{p, p, p}};
            tact_gap gap = tact_triangle_distance_point(&t, p);
            tact_gap general = tact_triangle_distance(&t, &flat);
            assert_int_equal(gap.feature_b, TACT_FEATURE_VERTEX_0);
            assert_true(gap.lower <= general.upper && general.lower <= gap.upper);
            if (!is_measured_from(&t, p))
                continue;
            test_assert_same_bits(gap.distance, general.distance);
            test_assert_same_bits(gap.lower, general.lower);
            test_assert_same_bits(gap.upper, general.upper);
            assert_same_vec3(gap.point_a, general.point_a);
            assert_same_vec3(gap.point_b, general.point_b);
            assert_int_equal(gap.feature_a, general.feature_a);
        }
        soup_free(&s.soup);
    }
}

/* ---- Levels and batches ------------------------------------------------------------------- */

static void test_levels_and_batches(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("nearest_levels");
    uint64_t count = test_case_count(300, 10000);
    enum { MANY = 500 };
    tact_vec3 *points = malloc(MANY * sizeof *points);
    tacti_nearest *first = malloc(MANY * sizeof *first), *found = malloc(MANY * sizeof *found);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, MOST_TRIANGLES);
        for (int k = 0; k < MANY; k++)
            points[k] = point_random(&rng, &s);
        for (uint32_t level = 0; level < all->level_count; level++) {
            body b = body_make(all->alone[level], &s.soup, NULL);
            tacti_placed placed = {b.bvh, s.pose};
            assert_int_equal(tacti_closest_point_many(&placed, points, MANY, HUGE_VAL, found),
                             TACT_OK);
            for (int k = 0; k < MANY; k++) {
                if (level == 0)
                    assert_int_equal(
                        tacti_closest_point(&placed, points[k], HUGE_VAL, NULL, &first[k]),
                        TACT_OK);
                assert_same_nearest(&found[k], &first[k]);
            }
            body_free(&b);
        }
        soup_free(&s.soup);
    }
    free(points);
    free(first);
    free(found);
}

/* A mesh of many nodes, from near and far. */
static void test_large_mesh(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("nearest_large");
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 90, 30, &mesh), TACT_OK);
    scene s = {soup_take(mesh), pose_random(&rng, 3), 1};
    uint64_t count = test_case_count(300, 20000);
    for (uint32_t level = 0; level < all->level_count; level++) {
        body b = body_make(all->alone[level], &s.soup, NULL);
        tacti_placed placed = {b.bvh, s.pose};
        for (uint64_t i = 0; i < count; i++) {
            tact_vec3 point = point_random(&rng, &s);
            truth_point known = truth_of(&s, point);
            check_point(&placed, &known, point);
            check_limit(&rng, &placed, 2, &known, point);
        }
        body_free(&b);
    }
    soup_free(&s.soup);
}

/* ---- Edges of the domain ------------------------------------------------------------------ */

static void test_empty_mesh(void **state) {
    (void)state;
    soup s = soup_make(0, 0);
    body b = body_make(NULL, &s, NULL);
    tacti_placed placed = {b.bvh, tact_pose_identity()};
    tacti_nearest n;
    assert_int_equal(tacti_closest_point(&placed, (tact_vec3){1, 2, 3}, 5, NULL, &n), TACT_OK);
    assert_true(n.distance == HUGE_VAL && n.lower == HUGE_VAL && n.upper == HUGE_VAL);
    assert_int_equal(n.triangle, TACT_NO_TRIANGLE);
    body_free(&b);
    soup_free(&s);
}

static void test_bad_arguments(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 8, 8, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    body b = body_make(NULL, &s, NULL);
    tacti_placed placed = {b.bvh, tact_pose_identity()}, bad = placed, none = placed,
                 mirror = placed;
    tact_vec3 p = {0, 0, 0};
    tacti_nearest n = {.distance = 7};
    bad.pose.m[3] = NAN;
    none.bvh = NULL;
    mirror.pose.m[0] = -1;
    assert_int_equal(tacti_closest_point(NULL, p, 1, NULL, &n), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_closest_point(&none, p, 1, NULL, &n), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_closest_point(&placed, p, 1, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_closest_point(&placed, p, -1, NULL, &n), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_closest_point(&placed, p, NAN, NULL, &n), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_closest_point(&bad, p, 1, NULL, &n), TACT_NOT_FINITE);
    assert_int_equal(tacti_closest_point(&mirror, p, 1, NULL, &n), TACT_INVALID_POSE);
    p.y = HUGE_VAL;
    assert_int_equal(tacti_closest_point(&placed, p, 1, NULL, &n), TACT_NOT_FINITE);
    p.y = NAN;
    assert_int_equal(tacti_closest_point(&placed, p, 1, NULL, &n), TACT_NOT_FINITE);
    assert_true(n.distance == 7);
    tact_vec3 points[3] = {{0, 0, 0}, {0, 0, NAN}, {HUGE_VAL, 0, 0}};
    tacti_nearest results[3];
    assert_int_equal(tacti_closest_point_many(&placed, points, 3, 1, results), TACT_NOT_FINITE);
    assert_int_equal(tacti_closest_point_many(&placed, points, 3, 1, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_closest_point_many(&placed, points, 1, -1, results),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_closest_point_many(&placed, NULL, 0, 1, NULL), TACT_OK);
    assert_int_equal(tacti_closest_point_many(&bad, points, 1, 1, results), TACT_NOT_FINITE);
    body_free(&b);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),        cmocka_unit_test(test_point_kernel),
        cmocka_unit_test(test_levels_and_batches), cmocka_unit_test(test_large_mesh),
        cmocka_unit_test(test_empty_mesh),         cmocka_unit_test(test_bad_arguments),
    };
    return cmocka_run_group_tests(tests, contexts_set_up, contexts_tear_down);
}
