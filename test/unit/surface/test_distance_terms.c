/* SPDX-License-Identifier: MIT */
/* The margins with which the search for the nearest pair of triangles leaves pairs out
 * (surface/distance_walk.c), and those of its bounds: boxes that are single points, sheets that are
 * very near each other, pairs of small and of large triangles at nearly the same distance. */
#include "scenes.h"
#include "tight.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "oracle_distance.h"
#include "surface/surface.h"

/* ---- Boxes -------------------------------------------------------------------------------- */

static tact_triangle triangle_of(const tight_mesh *m, uint32_t i, tact_pose pose) {
    tact_triangle t = {{m->vertices[3 * i], m->vertices[3 * i + 1], m->vertices[3 * i + 2]}};
    return tact_pose_place_triangle(pose, &t);
}

/* Asks for the distance of two meshes of at most two triangles, cold and with either pair of
 * triangles known, and compares with all pairs. */
static void check_tight(const tight_mesh *a, tact_pose pose_a, const tight_mesh *b,
                        tact_pose pose_b) {
    tacti_placed one = {&a->bvh, pose_a}, other = {&b->bvh, pose_b};
    double least = HUGE_VAL;
    tacti_triangle_pair nearest = {0, 0};
    for (uint32_t i = 0; i < a->bvh.triangle_count; i++)
        for (uint32_t j = 0; j < b->bvh.triangle_count; j++) {
            tact_triangle ta = triangle_of(a, i, pose_a), tb = triangle_of(b, j, pose_b);
            double distance = tact_triangle_distance(&ta, &tb).distance;
            if (distance < least) {
                least = distance;
                nearest = (tacti_triangle_pair){i, j};
            }
        }
    for (uint32_t k = 0; k < 3; k++) {
        tacti_query_desc desc = tacti_query_desc_default();
        desc.budget = UINT64_MAX - 1; /* so that one pair of nodes is opened at a time */
        tacti_pair_cache cache = tacti_pair_cache_empty();
        if (k > 0)
            cache.nearest = (tacti_triangle_pair){(k - 1) % a->bvh.triangle_count,
                                                  (k - 1) % b->bvh.triangle_count};
        tacti_mesh_distance_answer got;
        assert_int_equal(tacti_mesh_distance(&one, &other, &desc, &cache, &got), TACT_OK);
        test_assert_same_bits(got.distance, least);
        if (least == 0)
            continue; /* any pair that touches will do */
        assert_int_equal(got.a, nearest.a);
        assert_int_equal(got.b, nearest.b);
    }
}

/* Makes a triangle a point on the grid, whose box is that point. */
static void set_grid_point(tight_mesh *m, uint32_t triangle, const int n[3]) {
    double y[3];
    for (int k = 0; k < 3; k++) {
        y[k] = tight_mesh_grid(m, k, n[k]);
        tight_mesh_set_box(m, triangle, k, n[k], n[k]);
    }
    tight_mesh_set_point(m, triangle, tight_mesh_point(m, y));
}

/* Two points of b at the same distance from a point of a, up to rounding. Their difference is along
 * an axis of b with a's point between them, or short, or any. */
static void test_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("distance_boxes");
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh a, b;
        uint32_t kind = test_rng_below(&rng, 3);
        int n[2][3];
        tight_mesh_start(&rng, 1, &a);
        tight_mesh_set_grid(&rng, -22, -0.55, 0.55, &a);
        set_grid_point(&a, 0, (const int[3]){0, 0, 0});
        tight_mesh_start(&rng, 2, &b);
        tight_mesh_set_grid(&rng, kind == 1 ? -22 : -14, -0.55, 0.55, &b);
        for (int k = 0; k < 3; k++) {
            n[0][k] = n[1][k] = kind == 0 ? 100 : (int)test_rng_below(&rng, kind == 1 ? 3 : 100);
            if (kind > 0)
                n[1][k] = (int)test_rng_below(&rng, kind == 1 ? 3 : 100);
        }
        if (kind == 0)
            n[1][test_rng_below(&rng, 3)] += 1 + (int)test_rng_below(&rng, 50);
        set_grid_point(&b, 0, n[0]);
        set_grid_point(&b, 1, n[1]);
        tight_mesh_check(&a);
        tight_mesh_check(&b);
        tact_pose pose = pose_random(&rng, 0);
        tact_vec3 p = tact_pose_rotate(pose, b.vertices[0]),
                  q = tact_pose_rotate(pose, b.vertices[3]);
        tact_vec3 beside = tact_vec3_cross(tact_vec3_sub(q, p), vec3_random_direction(&rng, 1));
        beside = tact_vec3_scale(tact_vec3_normalize(beside), kind == 0 ? 0 : 0x1p-9);
        tact_vec3 middle = tact_vec3_scale(tact_vec3_add(p, q), 0.5);
        tact_vec3 shift = tact_vec3_add(tact_vec3_sub(a.vertices[0], middle), beside);
        pose.m[3] = shift.x;
        pose.m[7] = shift.y;
        pose.m[11] = shift.z;
        check_tight(&a, tact_pose_identity(), &b, pose);
        check_tight(&b, pose, &a, tact_pose_identity());
    }
}

/* The same many sizes apart, with poses that stretch the distance by more than the meshes' sizes.
 */
static void test_boxes_far_apart(void **state) {
    (void)state;
    test_rng rng = test_rng_start("distance_boxes_far_apart");
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        tight_mesh a, b;
        tight_mesh_start(&rng, 1, &a);
        tight_mesh_set_grid(&rng, -22, -0.55, 0.55, &a);
        set_grid_point(&a, 0, (const int[3]){0, 0, 0});
        tight_mesh_start(&rng, 2, &b);
        tight_mesh_set_grid(&rng, -14, -0.55, 0.55, &b);
        for (uint32_t k = 0; k < 2; k++)
            set_grid_point(&b, k,
                           (const int[3]){(int)test_rng_below(&rng, 100),
                                          (int)test_rng_below(&rng, 100),
                                          (int)test_rng_below(&rng, 100)});
        tact_pose pose[2];
        for (int side = 0; side < 2; side++)
            pose[side] = i % 2 == 0 ? pose_skewed(&rng, 0) : pose_random(&rng, 0);
        tact_vec3 shift = vec3_random_direction(&rng, exp2(test_rng_between(&rng, 11, 24)));
        pose[1].m[3] = shift.x;
        pose[1].m[7] = shift.y;
        pose[1].m[11] = shift.z;
        check_tight(&a, pose[0], &b, pose[1]);
        check_tight(&b, pose[1], &a, pose[0]);
    }
}

/* ---- Sheets ------------------------------------------------------------------------------- */

/* Triangles in the plane of a height. */
static soup make_sheet(test_rng *rng, uint32_t count, double z) {
    soup s = soup_make(3 * count, count);
    for (uint32_t i = 0; i < 3 * count; i++) {
        s.indices[i] = i;
        s.vertices[i] = (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1), z};
    }
    return s;
}

/* Two sheets under one rotation. All pairs of triangles that overlap have the same distance, which
 * rounding changes by far more than the distance itself is rounded by. */
static soup_pair make_sheets(test_rng *rng, uint32_t count) {
    double distance = ldexp(1 + test_rng_unit(rng), -20 - (int)test_rng_below(rng, 19));
    soup_pair pair = {make_sheet(rng, count, 0), make_sheet(rng, count, distance),
                      pose_random(rng, 0), tact_pose_identity()};
    pair.pose_b = pair.pose_a;
    return pair;
}

static void test_sheets(void **state) {
    (void)state;
    test_rng rng = test_rng_start("distance_sheets");
    for (uint64_t i = 0; i < test_case_count(400, 20000); i++) {
        soup_pair pair = make_sheets(&rng, 6);
        truth t = truth_find(&pair.a, pair.pose_a, &pair.b, pair.pose_b);
        body a = body_make(NULL, &pair.a, NULL), b = body_make(NULL, &pair.b, NULL);
        tacti_placed one = {a.bvh, pair.pose_a}, other = {b.bvh, pair.pose_b};
        for (uint32_t k = 0; k < 6; k++) {
            tacti_pair_cache cache = tacti_pair_cache_empty();
            cache.nearest = (tacti_triangle_pair){k, k};
            check_distance(&t, &one, &other, &cache);
        }
        body_free(&a);
        body_free(&b);
        truth_free(&t);
        soup_pair_free(&pair);
    }
}

/* ---- Bounds ------------------------------------------------------------------------------- */

/* The exact squared distance of two meshes. */
static void set_square(const truth *t, mpq_t out) {
    mpq_t square;
    mpq_init(square);
    for (uint32_t i = 0; i < t->count_a; i++)
        for (uint32_t j = 0; j < t->count_b; j++) {
            oracle_triangle_distance_square(&t->a[i], &t->b[j], square);
            if ((i == 0 && j == 0) || mpq_cmp(square, out) < 0)
                mpq_set(out, square);
        }
    mpq_clear(square);
}

/* Whether a number is not above the root of a square. */
static bool is_below(double x, const mpq_t square) {
    mpq_t own;
    mpq_init(own);
    mpq_set_d(own, x);
    mpq_mul(own, own, own);
    bool is = mpq_cmp(own, square) <= 0;
    mpq_clear(own);
    return is;
}

/* A triangle of a, and of b one that is near and one that is far, all parallel up to rounding. The
 * far one is known and gives the direction. So the bound comes from the gap of the near one along
 * that direction, whose rounding is large beside the gap. */
static soup_pair make_near_and_far(test_rng *rng) {
    double near = ldexp(1 + test_rng_unit(rng), -10 - (int)test_rng_below(rng, 20));
    soup_pair pair = {make_sheet(rng, 1, 0),
                      soup_join(make_sheet(rng, 1, 1), make_sheet(rng, 1, near)),
                      pose_random(rng, 0), tact_pose_identity()};
    for (uint32_t i = 0; i < 3; i++) { /* one above the other, so that corners are nearest */
        pair.b.vertices[i].x = pair.b.vertices[3 + i].x = pair.a.vertices[i].x;
        pair.b.vertices[i].y = pair.b.vertices[3 + i].y = pair.a.vertices[i].y;
    }
    pair.pose_b = pair.pose_a;
    return pair;
}

static void test_bounds_along_a_direction(void **state) {
    (void)state;
    test_rng rng = test_rng_start("distance_bounds_along");
    mpq_t square;
    mpq_init(square);
    for (uint64_t i = 0; i < test_case_count(1000, 20000); i++) {
        soup_pair pair = make_near_and_far(&rng);
        truth t = truth_find(&pair.a, pair.pose_a, &pair.b, pair.pose_b);
        body a = body_make(NULL, &pair.a, NULL), b = body_make(NULL, &pair.b, NULL);
        tacti_placed one = {a.bvh, pair.pose_a}, other = {b.bvh, pair.pose_b};
        set_square(&t, square);
        tacti_pair_cache cache = tacti_pair_cache_empty();
        cache.nearest = (tacti_triangle_pair){0, 0};
        tacti_mesh_distance_answer got;
        assert_int_equal(tacti_mesh_lower_bound(&one, &other, NULL, &cache, &got), TACT_OK);
        assert_true(is_below(got.lower, square));
        body_free(&a);
        body_free(&b);
        truth_free(&t);
        soup_pair_free(&pair);
    }
    mpq_clear(square);
}

/* Two single points, whose distance is not rounded at all, and a corner over a large triangle. The
 * corner's distance is measured as a little more than that of the points, and is truly less. */
static bool make_two_sizes(test_rng *rng, soup_pair *pair) {
    double distance = 0x1p-8;
    tact_vec3 n = vec3_random_direction(rng, 1);
    tact_vec3 u = tact_vec3_normalize(tact_vec3_cross(n, vec3_random_direction(rng, 1)));
    tact_vec3 v = tact_vec3_cross(n, u), far = {8, 0, 0};
    *pair =
        (soup_pair){soup_make(6, 2), soup_make(6, 2), tact_pose_identity(), tact_pose_identity()};
    for (uint32_t i = 0; i < 6; i++)
        pair->a.indices[i] = pair->b.indices[i] = i;
    double turn = test_rng_between(rng, 0, 6), size = test_rng_between(rng, 1, 3);
    for (uint32_t i = 0; i < 3; i++) {
        double x = size * cos(turn + 2.1 * i), y = size * sin(turn + 2.1 * i);
        pair->a.vertices[3 + i] =
            tact_vec3_add(far, tact_vec3_add(tact_vec3_scale(u, x), tact_vec3_scale(v, y)));
        double height = i == 0 ? distance : 1 + test_rng_unit(rng);
        pair->b.vertices[3 + i] = tact_vec3_add(
            far, tact_vec3_add(tact_vec3_scale(n, height), tact_vec3_scale(u, i * 0.1 * x)));
    }
    tact_triangle a = {{pair->a.vertices[3], pair->a.vertices[4], pair->a.vertices[5]}};
    tact_triangle b = {{pair->b.vertices[3], pair->b.vertices[4], pair->b.vertices[5]}};
    double measured = tact_triangle_distance(&a, &b).distance;
    for (uint32_t i = 0; i < 3; i++)
        pair->b.vertices[i].z = nextafter(measured, 0);
    return measured > 0.5 * distance && measured < 2 * distance;
}

static void test_bounds_of_two_sizes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("distance_two_sizes");
    mpq_t square;
    mpq_init(square);
    for (uint64_t i = 0; i < test_case_count(400, 5000); i++) {
        soup_pair pair;
        if (make_two_sizes(&rng, &pair)) {
            truth t = truth_find(&pair.a, pair.pose_a, &pair.b, pair.pose_b);
            body a = body_make(NULL, &pair.a, NULL), b = body_make(NULL, &pair.b, NULL);
            tacti_placed one = {a.bvh, pair.pose_a}, other = {b.bvh, pair.pose_b};
            tacti_mesh_distance_answer got;
            set_square(&t, square);
            assert_int_equal(tacti_mesh_distance(&one, &other, NULL, NULL, &got), TACT_OK);
            assert_true(is_below(got.lower, square));
            body_free(&a);
            body_free(&b);
            truth_free(&t);
        }
        soup_pair_free(&pair);
    }
    mpq_clear(square);
}

/* ---- Limits ------------------------------------------------------------------------------- */

/* A point of a, and two triangles of b: one whose distance is that of the limit but for rounding,
 * which is known from the cache, and one that is clearly nearer. The search must not end with the
 * first. */
static void check_limit(double distance, double nearer, double size, double limit) {
    soup_pair pair = {soup_make(3, 1), soup_make(6, 2), tact_pose_identity(), tact_pose_identity()};
    for (uint32_t i = 0; i < 6; i++) {
        pair.a.indices[i % 3] = i % 3;
        pair.b.indices[i] = i;
    }
    const tact_vec3 wide[3] = {{-size, -size, 0}, {size, -size, 0}, {0, size, 0}};
    for (uint32_t i = 0; i < 3; i++) {
        pair.b.vertices[i] = tact_vec3_add(wide[i], (tact_vec3){0, 0, distance});
        pair.b.vertices[3 + i] = (tact_vec3){0, 0, nearer};
        pair.a.vertices[i] = (tact_vec3){0, 0.5 * i, -1.0 * i};
    }
    body a = body_make(NULL, &pair.a, NULL), b = body_make(NULL, &pair.b, NULL);
    tacti_placed one = {a.bvh, pair.pose_a}, other = {b.bvh, pair.pose_b};
    tacti_pair_cache cache = tacti_pair_cache_empty();
    cache.nearest = (tacti_triangle_pair){0, 0};
    tact_outcome outcome;
    assert_int_equal(tacti_mesh_within(&one, &other, limit, NULL, &cache, &outcome, NULL), TACT_OK);
    assert_int_equal(outcome, TACT_OUTCOME_CONTACT);
    body_free(&a);
    body_free(&b);
    soup_pair_free(&pair);
}

static void test_limits(void **state) {
    (void)state;
    check_limit(0x1p-20, 0x1p-21, 1, 0x1p-20 * (1 + 0x1p-38));
    check_limit(4096, 4095, 1, 4096 + 0x1p-38);
    check_limit(0x1p-20, 0x1p-21, 1, 0x1p-20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_boxes_far_apart),
        cmocka_unit_test(test_sheets),
        cmocka_unit_test(test_bounds_along_a_direction),
        cmocka_unit_test(test_bounds_of_two_sizes),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
