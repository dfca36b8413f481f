/* SPDX-License-Identifier: MIT */
/* Signed distances of points from shapes. Points outside and in polytopes against brute force over
 * planes and features in extended precision; verdicts against rational numbers (GMP). Bounds of
 * smooth shapes by their definition: any direction gives a lower bound, and any point of the
 * surface gives an upper bound. */
#include "ray/point.h"

#include <math.h>

#include "convex_levels.h"
#include "convex_pairs.h"
#include "depth/depth_answer.h"
#include "mixed_pairs.h"
#include "oracle_convex.h"
#include "ray_oracle.h"
#include "support_value.h"

static tacti_placed_shape ball_at(const tact_shape *ball, tact_vec3 p) {
    tacti_placed_shape placed = {ball, tact_pose_identity()};
    placed.pose.m[3] = p.x;
    placed.pose.m[7] = p.y;
    placed.pose.m[11] = p.z;
    return placed;
}

static void print_case(const tacti_placed_shape *shape, tact_vec3 p, const tacti_shape_gap *gap) {
    print_error("%s radius %a, %a %a %a, pose", tact_shape_kind_name(shape->shape->kind),
                shape->shape->radius, shape->shape->core.half_extents.x,
                shape->shape->core.half_extents.y, shape->shape->core.half_extents.z);
    for (int i = 0; i < 12; i++)
        print_error(" %a", shape->pose.m[i]);
    print_error("\npoint %a %a %a: %d %a [%a %a]\n", p.x, p.y, p.z, gap->outcome, gap->distance,
                gap->lower, gap->upper);
}

/* Signs and order of the answer. */
static bool is_plain(const tacti_shape_gap *gap) {
    bool is_ordered = gap->lower <= gap->distance && gap->distance <= gap->upper;
    switch (gap->outcome) {
    case TACT_OUTCOME_APART:
        return is_ordered && gap->lower >= 0 && gap->upper > 0;
    case TACT_OUTCOME_CONTACT:
        return is_ordered && gap->upper <= 0;
    default:
        return is_ordered && gap->lower <= 0 && gap->upper >= 0;
    }
}

/* Whether a point is in a polytope with a radius, by any line through the point. */
static bool is_in(ray_oracle *oracle, mpq_t zero, const tacti_placed_shape *shape, tact_vec3 p) {
    tact_vec3 v[RAY_ORACLE_MOST];
    uint32_t count = oracle_vertices(shape, v, RAY_ORACLE_MOST);
    ray_oracle_set(oracle, (tact_ray){p, {1, 0, 0}}, v, count, shape->shape->radius);
    return ray_oracle_where(oracle, zero) >= 0;
}

/* The separation by its definition, and the rest of the answer up to rounding. */
static bool check_measure(const tacti_placed_shape *shape, tact_vec3 p, const tacti_shape_gap *gap,
                          test_rng *rng) {
    tact_shape ball = tact_shape_sphere(0);
    tacti_placed_shape at = ball_at(&ball, p);
    tact_box box = tacti_shape_bounds(shape);
    double size = 1 + tact_vec3_length(p) + tact_vec3_length(box.lo) + tact_vec3_length(box.hi);
    double error = 1e-13 * size;
    tact_vec3 from = tact_vec3_length(gap->direction) > 0 ? gap->direction : (tact_vec3){1, 0, 0};
    long double most = support_value_most(shape, &at, ldvec3_unit(from), rng);
    if (gap->upper < most - error || fabs(gap->distance) > size)
        return false;
    /* The search finds a local maximum. For depths that is only a lower bound. */
    if (gap->outcome == TACT_OUTCOME_APART && gap->lower > most + error)
        return false;
    tact_vec3 to = tact_vec3_add(gap->nearest, tact_vec3_scale(gap->direction, gap->distance));
    bool has_direction = fabs(tact_vec3_length(gap->direction) - 1) < 1e-9;
    if (has_direction && tact_vec3_length(tact_vec3_sub(to, p)) > 1e-6 * size)
        return false;
    return has_direction || fabs(gap->distance) <= error;
}

static tact_vec3 pick_point(test_rng *rng, const tacti_placed_shape *shape, uint32_t way) {
    tact_vec3 middle = {shape->pose.m[3], shape->pose.m[7], shape->pose.m[11]};
    if (way == 0)
        return middle;
    if (way == 1) { /* on the surface up to rounding, or exactly */
        tact_vec3 n = pairs_random_direction(rng);
        if (test_rng_below(rng, 2))
            n = (tact_vec3){1, 0, 0};
        return tacti_shape_support(shape, n);
    }
    tact_vec3 v = {test_rng_between(rng, -2, 2), test_rng_between(rng, -2, 2),
                   test_rng_between(rng, -2, 2)};
    return tact_vec3_add(middle, v);
}

static void test_polytopes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_point_polytopes");
    static ray_oracle oracle;
    ray_oracle_init(&oracle);
    mpq_t zero;
    mpq_init(zero);
    pairs_pool pool = pairs_pool_make(&rng);
    size_t count = test_case_count(10000, 1000000), inside = 0;
    for (size_t i = 0; i < count; i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 2 == 0, &pair);
        const tacti_placed_shape *shape = &pair.placed[0];
        tact_vec3 v[RAY_ORACLE_MOST];
        if (oracle_vertices(shape, v, RAY_ORACLE_MOST) > 16)
            continue;
        tact_vec3 p = pick_point(&rng, shape, test_rng_below(&rng, 4));
        tacti_shape_gap gap;
        assert_int_equal(tacti_shape_point(shape, p, &gap), TACT_OK);
        bool is_inside = is_in(&oracle, zero, shape, p);
        bool is_good = is_plain(&gap) &&
                       gap.outcome == (is_inside ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART) &&
                       (i % 64 != 0 || check_measure(shape, p, &gap, &rng));
        if (!is_good)
            print_case(shape, p, &gap);
        assert_true(is_good);
        inside += is_inside;
    }
    assert_true(inside > count / 20);
    pairs_pool_free(&pool);
    ray_oracle_clear(&oracle);
    mpq_clear(zero);
}

static void test_smooth(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_point_smooth");
    size_t count = test_case_count(1000, 50000), inside = 0;
    for (size_t i = 0; i < count; i++) {
        double x = test_rng_between(&rng, 0.1, 2), y = test_rng_between(&rng, 0.1, 2);
        tact_shape s = i % 3 == 0   ? tact_shape_cylinder(x, y)
                       : i % 3 == 1 ? tact_shape_cone(x, y)
                                    : tact_shape_ellipsoid(x, y, test_rng_between(&rng, 0.1, 2));
        s.radius = test_rng_below(&rng, 2) ? test_rng_unit(&rng) : 0;
        tacti_placed_shape shape = {&s, pairs_random_pose(&rng, 2)};
        tact_vec3 p = pick_point(&rng, &shape, test_rng_below(&rng, 5));
        tacti_shape_gap gap;
        assert_int_equal(tacti_shape_point(&shape, p, &gap), TACT_OK);
        if (i % 32 < 3)
            check_ray_levels(&shape, (tact_ray){p, {1, 0.5, 0.25}}, HUGE_VAL);
        bool is_good = is_plain(&gap) && check_measure(&shape, p, &gap, &rng);
        if (!is_good)
            print_case(&shape, p, &gap);
        assert_true(is_good);
        inside += gap.outcome == TACT_OUTCOME_CONTACT;
    }
    assert_true(inside > count / 10);
}

/* Numbers of all exponents: verdicts on polytopes are exact, and the answer has no NaN. */
static void test_mixed(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_point_mixed");
    static ray_oracle oracle;
    ray_oracle_init(&oracle);
    mpq_t zero;
    mpq_init(zero);
    mixed_pool pool = mixed_pool_make(&rng);
    size_t count = test_case_count(2000, 200000);
    for (size_t i = 0; i < count; i++) {
        mixed_pair pair;
        mixed_pair_make(&rng, &pool, true, &pair);
        const tacti_placed_shape *shape = &pair.placed[0];
        mixed_palette palette = mixed_palette_make(&rng, 498);
        tact_vec3 p = mixed_point(&rng, &palette, 498);
        if (pair.shape[0].kind != TACT_SHAPE_HALF_SPACE && test_rng_below(&rng, 3) == 0)
            p = tact_vec3_scale(tacti_shape_support(shape, pairs_random_direction(&rng)), 0.5);
        tacti_shape_gap gap;
        assert_int_equal(tacti_shape_point(shape, p, &gap), TACT_OK);
        bool is_good = is_plain(&gap);
        if (tact_shape_is_polytope(&pair.shape[0]))
            is_good =
                is_good && gap.outcome == (is_in(&oracle, zero, shape, p) ? TACT_OUTCOME_CONTACT
                                                                          : TACT_OUTCOME_APART);
        if (!is_good)
            print_case(shape, p, &gap);
        assert_true(is_good);
    }
    mixed_pool_free(&pool);
    ray_oracle_clear(&oracle);
    mpq_clear(zero);
}

static void test_cases(void **state) {
    (void)state;
    tacti_shape_gap gap;
    tact_shape box = tact_shape_box(1, 2, 3);
    tacti_placed_shape placed = {&box, tact_pose_identity()};
    assert_int_equal(tacti_shape_point(&placed, (tact_vec3){0.25, 0, 0}, &gap), TACT_OK);
    assert_int_equal(gap.outcome, TACT_OUTCOME_CONTACT);
    assert_true(fabs(gap.distance + 0.75) < 1e-14 && gap.direction.x == 1 && gap.nearest.x == 1);
    assert_int_equal(tacti_shape_point(&placed, (tact_vec3){1, 2, 3}, &gap), TACT_OK);
    assert_int_equal(gap.outcome, TACT_OUTCOME_CONTACT);
    assert_int_equal(tacti_shape_point(&placed, (tact_vec3){1, 2, nextafter(3, 4)}, &gap), TACT_OK);
    assert_int_equal(gap.outcome, TACT_OUTCOME_APART);
    tact_shape floor = tact_shape_half_space((tact_vec3){0, 0, 2}, 1);
    placed.shape = &floor;
    assert_int_equal(tacti_shape_point(&placed, (tact_vec3){5, 6, -1}, &gap), TACT_OK);
    assert_int_equal(gap.outcome, TACT_OUTCOME_CONTACT);
    assert_true(fabs(gap.distance + 1.5) < 1e-14 && gap.direction.z == 1 && gap.nearest.x == 5);
    assert_int_equal(tacti_shape_point(&placed, (tact_vec3){NAN, 0, 0}, &gap), TACT_NOT_FINITE);
    assert_int_equal(tacti_shape_point(&placed, (tact_vec3){0x1p501, 0, 0}, &gap),
                     TACT_INVALID_POSE);
    assert_int_equal(tacti_shape_point(NULL, (tact_vec3){0, 0, 0}, &gap), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_shape_point(&placed, (tact_vec3){0, 0, 0}, NULL), TACT_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_polytopes),
        cmocka_unit_test(test_smooth),
        cmocka_unit_test(test_mixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
