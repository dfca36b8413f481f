/* SPDX-License-Identifier: MIT */
/* Single shapes: names, checks, traits, bounds, support points, mass. Pairs: their bodies at every
 * SIMD level. */
#include "convex_pairs.h"

#include <math.h>
#include <string.h>
#include "levels.h"
#include "pair/pair.h"
#include "pair/perceptron.h"
#include "shape/body.h"
#include "shape/traits.h"

static void names(void **state) {
    (void)state;
    assert_string_equal(tact_shape_kind_name(TACT_SHAPE_SPHERE), "sphere");
    assert_string_equal(tact_shape_kind_name(TACT_SHAPE_HALF_SPACE), "half-space");
    assert_string_equal(tact_shape_kind_name(TACTI_SHAPE_KINDS), "unknown shape");
    assert_string_equal(tact_shape_kind_name((tact_shape_kind)-1), "unknown shape");
}

static void bad_shapes_are_refused(void **state) {
    (void)state;
    tact_shape good[] = {tact_shape_sphere(0),
                         tact_shape_capsule(1, 2),
                         tact_shape_triangle((tact_triangle){{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}}),
                         tact_shape_box(0, 1, 2),
                         tact_shape_cylinder(1, 2),
                         tact_shape_cone(0, 0),
                         tact_shape_ellipsoid(1, 2, 3),
                         tact_shape_half_space((tact_vec3){0, 0, -1e-300}, 5)};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(tact_shape_validate(&good[i]), TACT_OK);
        assert_int_equal(tact_shape_is_polytope(&good[i]), i < 4);
    }
    tact_shape invalid[] = {tact_shape_sphere(-1),
                            tact_shape_hull(NULL),
                            tact_shape_box(1, -1, 1),
                            tact_shape_cylinder(-1, 2),
                            tact_shape_cone(1, -2),
                            tact_shape_ellipsoid(1, 1, -1),
                            tact_shape_half_space((tact_vec3){0, 0, 0}, 5),
                            {.kind = TACTI_SHAPE_KINDS}};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++)
        assert_int_equal(tact_shape_validate(&invalid[i]), TACT_INVALID_ARGUMENT);
    tact_shape not_finite[] = {tact_shape_sphere(NAN),
                               tact_shape_capsule(INFINITY, 1),
                               tact_shape_triangle((tact_triangle){{{0, NAN, 0}}}),
                               tact_shape_box(1, INFINITY, 1),
                               tact_shape_cylinder(NAN, 2),
                               tact_shape_ellipsoid(1, NAN, -1),
                               tact_shape_half_space((tact_vec3){0, 0, 1}, INFINITY)};
    for (size_t i = 0; i < sizeof not_finite / sizeof *not_finite; i++)
        assert_int_equal(tact_shape_validate(&not_finite[i]), TACT_NOT_FINITE);
    assert_int_equal(tact_shape_validate(NULL), TACT_INVALID_ARGUMENT);
}

/* The table against what the constructors make. */
static void traits_fit_shapes(void **state) {
    (void)state;
    tact_vec3 points[4] = {{1, 2, 3}, {4, 5, 7}, {8, 9, 11}, {-1, 5, 1}};
    tact_hull *solid, *flat;
    assert_int_equal(tact_hull_create(NULL, points, 4, &solid), TACT_OK);
    assert_int_equal(tact_hull_create(NULL, points, 3, &flat), TACT_OK);
    const struct {
        tact_shape shape, twice;
        uint32_t vertices;
        bool has_inside;
    } cases[] = {
        {tact_shape_sphere(1), tact_shape_sphere(1), 1, false},
        {tact_shape_segment(points[0], points[1], 0),
         tact_shape_segment((tact_vec3){2, 4, 6}, (tact_vec3){8, 10, 14}, 0), 2, false},
        {tact_shape_triangle((tact_triangle){{points[0], points[1], points[2]}}),
         tact_shape_triangle((tact_triangle){{{2, 4, 6}, {8, 10, 14}, {16, 18, 22}}}), 3, false},
        {tact_shape_box(1, 2, 3), tact_shape_box(2, 4, 6), 8, true},
        {tact_shape_box(1, 0, 3), tact_shape_box(2, 0, 6), 8, false},
        {tact_shape_hull(solid), tact_shape_hull(solid), 4, true},
        {tact_shape_hull(flat), tact_shape_hull(flat), 3, false},
        {tact_shape_cylinder(1, 2), tact_shape_cylinder(2, 4), 0, true},
        {tact_shape_cone(1, 0), tact_shape_cone(2, 0), 0, false},
        {tact_shape_ellipsoid(1, 2, 3), tact_shape_ellipsoid(2, 4, 6), 0, true},
        {tact_shape_half_space(points[0], 4), tact_shape_half_space(points[0], 4), 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tact_shape shape = cases[i].shape;
        const tacti_shape_traits *traits = tacti_shape_traits_of(shape.kind);
        assert_int_equal(tacti_core_vertex_count(&shape), cases[i].vertices);
        assert_int_equal(traits->is_polytope, cases[i].vertices > 0);
        assert_int_equal(tacti_core_has_inside(&shape), cases[i].has_inside);
        tacti_core_scale(&shape, 1);
        size_t bytes = traits->core == TACTI_CORE_HULL ? sizeof shape.core.hull
                                                       : traits->number_count * sizeof(double);
        assert_memory_equal(&shape.core, &cases[i].twice.core, bytes);
    }
    tact_hull_destroy(solid);
    tact_hull_destroy(flat);
}

/* Shapes that a query must refuse without changing its result. */
static void bad_pairs_are_refused(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), bad = tact_shape_box(1, NAN, 1);
    tact_shape large = tact_shape_box(0x1p501, 1, 1), minus = tact_shape_sphere(-1);
    tact_shape egg = tact_shape_ellipsoid(1, 1, 1);
    tacti_placed_shape good = {&box, tact_pose_identity()}, none = {NULL, tact_pose_identity()};
    tacti_placed_shape mirrored = good, stretched = good, far = good, lost = good;
    mirrored.pose.m[0] = -1;
    stretched.pose.m[5] = 1.00001;
    far.pose.m[3] = 0x1p501;
    lost.pose.m[7] = NAN;
    struct {
        tacti_placed_shape shape;
        tact_status status;
    } cases[] = {{none, TACT_INVALID_ARGUMENT},
                 {{&bad, good.pose}, TACT_NOT_FINITE},
                 {{&minus, good.pose}, TACT_INVALID_ARGUMENT},
                 {{&large, good.pose}, TACT_INVALID_POSE},
                 {mirrored, TACT_INVALID_POSE},
                 {stretched, TACT_INVALID_POSE},
                 {far, TACT_INVALID_POSE},
                 {lost, TACT_NOT_FINITE}};
    tacti_convex_collision collision, before;
    tacti_convex_distance_answer separation;
    bool holds;
    memset(&collision, 0x5a, sizeof collision);
    before = collision;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tacti_placed_shape *wrong = &cases[i].shape;
        assert_int_equal(tacti_convex_collide(wrong, &good, NULL, &collision), cases[i].status);
        assert_int_equal(tacti_convex_collide(&good, wrong, NULL, &collision), cases[i].status);
        assert_int_equal(tacti_convex_distance(&good, wrong, NULL, &separation), cases[i].status);
        assert_int_not_equal(tacti_convex_check(&good, wrong, &collision, &holds), TACT_OK);
    }
    assert_memory_equal(&collision, &before, sizeof collision);
    assert_int_equal(tacti_convex_collide(NULL, &good, NULL, &collision), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_collide(&good, &good, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_distance(&good, &good, NULL, NULL), TACT_INVALID_ARGUMENT);
    tacti_placed_shape round = {&egg, tact_pose_identity()};
    assert_int_equal(tacti_convex_collide(&good, &round, NULL, &collision), TACT_OK);
    assert_int_equal(tacti_convex_check(&good, &round, &collision, &holds), TACT_INVALID_ARGUMENT);
    tact_perceptron_result result;
    assert_int_equal(tacti_convex_perceptron(&good, &round, NULL, &result), TACT_INVALID_ARGUMENT);
}

/* ---- Bounds and support --------------------------------------------------------------------- */

static tact_shape random_smooth(test_rng *rng) {
    double x = test_rng_unit(rng), y = test_rng_unit(rng), z = test_rng_unit(rng);
    uint32_t kind = test_rng_below(rng, 3);
    tact_shape shape = kind == 0   ? tact_shape_cylinder(x, y)
                       : kind == 1 ? tact_shape_cone(x, y)
                                   : tact_shape_ellipsoid(x, y, z);
    shape.radius = test_rng_below(rng, 2) ? test_rng_unit(rng) : 0;
    return shape;
}

/* Support points lie in the bounds and touch them along the axes. Along its own direction, no other
 * support point is further. */
static void support_and_bounds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("support_and_bounds");
    pairs_pool pool = pairs_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(5000, 200000); i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, PAIRS_RANDOM, true, &pair);
        if (i % 2 == 0)
            pair.shape[0] = random_smooth(&rng);
        const tacti_placed_shape *shape = &pair.placed[0];
        tact_box box = tacti_shape_bounds(shape);
        tact_vec3 u = pairs_random_direction(&rng), v = pairs_random_direction(&rng);
        tact_vec3 p = tacti_shape_support(shape, u), q = tacti_shape_support(shape, v);
        assert_true(tact_vec3_dot(u, p) >= tact_vec3_dot(u, q) - 1e-14);
        double slack = 1e-14;
        tact_box wide = {{box.lo.x - slack, box.lo.y - slack, box.lo.z - slack},
                         {box.hi.x + slack, box.hi.y + slack, box.hi.z + slack}};
        assert_true(tact_box_contains(wide, p));
        for (int axis = 0; axis < 3; axis++) {
            tact_vec3 up = {axis == 0, axis == 1, axis == 2};
            double most = tact_vec3_dot(up, tacti_shape_support(shape, up));
            double end = tact_vec3_dot(up, box.hi);
            assert_true(most <= end + 2e-15 && end <= most + 1e-14);
            tact_vec3 down = tact_vec3_scale(up, -1);
            double least = tact_vec3_dot(up, tacti_shape_support(shape, down));
            double begin = tact_vec3_dot(up, box.lo);
            assert_true(least >= begin - 2e-15 && begin >= least - 1e-14);
        }
    }
    pairs_pool_free(&pool);
}

/* The bodies of a pair, with and without facts. */
static uint64_t ask_bodies(const void *about, const tact_context *context) {
    const convex_pair *pair = about;
    tact_simd_level level = tacti_simd_level(context);
    tacti_shape_facts facts[2];
    tacti_shape_at at[2];
    uint64_t hash = 1;
    for (int known = 0; known < 2; known++) {
        for (int side = 0; side < 2; side++) {
            const tacti_placed_shape *placed = &pair->placed[side];
            facts[side] = tacti_shape_facts_of(placed->shape);
            at[side] = (tacti_shape_at){placed->shape, &placed->pose,
                                        known == 1 ? &facts[side] : NULL, level};
        }
        tacti_bodies b;
        assert_int_equal(tacti_bodies_make_at(&at[0], &at[1], &b), TACT_OK);
        assert_int_equal(b.level, level);
        hash = hash_integer(hash, b.is_in_float_range * 4 + b.is_exact * 2 + b.is_climbed);
        hash = hash_number(hash_number(hash, b.slack), b.radius);
        hash = hash_number(hash_number(hash, b.size), b.skew);
        for (int side = 0; side < 2; side++) {
            const tacti_body *body = &b.body[side];
            hash = hash_number(hash_integer(hash, body->count), body->radius);
            hash =
                hash_number(hash_number(hash_number(hash, body->reach), body->shift), body->slack);
        }
    }
    return hash;
}

static void bodies_at_every_level(void **state) {
    (void)state;
    test_rng rng = test_rng_start("bodies_at_every_level");
    pairs_pool pool = pairs_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), true, &pair);
        if (i % 3 == 0)
            pair.shape[0] = random_smooth(&rng);
        if (i % 5 == 0) /* not quite a rotation */
            pair.placed[1].pose.m[i % 3] += ldexp(1, -22 - (int)test_rng_below(&rng, 30));
        test_levels_agree(ask_bodies, &pair);
    }
    pairs_pool_free(&pool);
}

/* A query about two shapes runs at the lower of their levels, and at the best one without limits.
 */
static void the_lower_level_counts(void **state) {
    (void)state;
    tact_simd_level best = tact_simd_level_best();
    tact_shape box = tact_shape_box(1, 2, 3);
    tacti_bodies bodies;
    for (int a = -1; a <= (int)best; a++)
        for (int b = -1; b <= (int)best; b++) {
            tacti_placed_shape placed[2] = {{&box, tact_pose_identity()},
                                            {&box, tact_pose_identity()}};
            placed[0].limit = a < 0 ? TACTI_NO_LIMIT : tacti_simd_limit_at((tact_simd_level)a);
            placed[1].limit = b < 0 ? TACTI_NO_LIMIT : tacti_simd_limit_at((tact_simd_level)b);
            int expected = (int)best;
            expected = a >= 0 && a < expected ? a : expected;
            expected = b >= 0 && b < expected ? b : expected;
            assert_int_equal(tacti_bodies_make(&placed[0], &placed[1], &bodies), TACT_OK);
            assert_int_equal(bodies.level, expected);
        }
}

static void half_space_has_no_bounds(void **state) {
    (void)state;
    tact_shape shape = tact_shape_half_space((tact_vec3){0, 0, 2}, 3);
    tacti_placed_shape placed = {&shape, tact_pose_identity()};
    assert_true(tacti_shape_bounds(&placed).lo.y == -INFINITY);
    assert_true(tacti_shape_bounds(&placed).hi.z == INFINITY);
    assert_true(tacti_shape_support(&placed, (tact_vec3){0, 0, 1}).z == 1.5);
    assert_true(tact_shape_mass(&shape).volume == INFINITY);
}

/* ---- Mass ----------------------------------------------------------------------------------- */

static bool is_near(double a, double b, double tolerance) {
    return fabs(a - b) <= tolerance * fmax(1, fmax(fabs(a), fabs(b)));
}

/* Integrates over a body by the points of a grid that lie in it; the distance decides which do. */
static tact_mass sampled_mass(const tact_shape *shape, int steps) {
    tacti_placed_shape placed = {shape, tact_pose_identity()};
    tact_shape point = tact_shape_sphere(0);
    tacti_placed_shape at = {&point, tact_pose_identity()};
    tact_box box = tacti_shape_bounds(&placed);
    double size[3] = {(box.hi.x - box.lo.x) / steps, (box.hi.y - box.lo.y) / steps,
                      (box.hi.z - box.lo.z) / steps};
    double sums[10] = {0};
    for (int i = 0; i < steps * steps * steps; i++) {
        double p[3] = {box.lo.x + (i % steps + 0.5) * size[0],
                       box.lo.y + (i / steps % steps + 0.5) * size[1],
                       box.lo.z + (i / steps / steps + 0.5) * size[2]};
        for (int k = 0; k < 3; k++)
            at.pose.m[4 * k + 3] = p[k];
        tacti_convex_collision answer;
        assert_int_equal(tacti_convex_collide(&placed, &at, NULL, &answer), TACT_OK);
        if (answer.outcome == TACT_OUTCOME_APART)
            continue;
        sums[0] += 1;
        for (int k = 0; k < 3; k++) {
            sums[1 + k] += p[k];
            for (int l = k; l < 3; l++)
                sums[4 + k + l + (k > 0)] += p[k] * p[l];
        }
    }
    double cell = size[0] * size[1] * size[2];
    tact_mass mass = {.volume = sums[0] * cell};
    double c[3], *m = &mass.inertia.m[0][0];
    for (int k = 0; k < 3; k++)
        c[k] = sums[1 + k] / sums[0];
    mass.center = (tact_vec3){c[0], c[1], c[2]};
    double second[3][3];
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) {
            int lo = k < l ? k : l, hi = k < l ? l : k;
            second[k][l] = (sums[4 + lo + hi + (lo > 0)] - sums[0] * c[k] * c[l]) * cell;
        }
    double trace = second[0][0] + second[1][1] + second[2][2];
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            m[3 * k + l] = (k == l ? trace : 0) - second[k][l];
    return mass;
}

static void mass_equals_samples(void **state) {
    (void)state;
    tact_shape shapes[] = {tact_shape_sphere(1.25),
                           tact_shape_segment((tact_vec3){1, 0, -1}, (tact_vec3){2, 1, 1}, 0.5),
                           tact_shape_box(0.5, 1, 1.5),
                           tact_shape_cylinder(1, 0.75),
                           tact_shape_cone(1.5, 1),
                           tact_shape_ellipsoid(0.5, 1, 1.5)};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        tact_mass mass = tact_shape_mass(&shapes[i]), truth = sampled_mass(&shapes[i], 32);
        assert_true(is_near(mass.volume, truth.volume, 0.02));
        assert_true(tact_vec3_length(tact_vec3_sub(mass.center, truth.center)) < 0.02);
        for (int k = 0; k < 9; k++)
            assert_true(is_near((&mass.inertia.m[0][0])[k], (&truth.inertia.m[0][0])[k], 0.03));
    }
    tact_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = (tact_vec3){i & 1 ? 0.5 : -0.5, i & 2 ? 1 : -1, i & 4 ? 1.5 : -1.5};
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, corner, 8, &hull), TACT_OK);
    tact_shape shape = tact_shape_hull(hull);
    assert_true(is_near(tact_shape_mass(&shape).volume, 6, 1e-12));
    tact_shape flat = tact_shape_triangle((tact_triangle){{{0, 0, 0}, {3, 0, 0}, {0, 3, 0}}});
    assert_true(tact_shape_mass(&flat).volume == 0);
    assert_true(is_near(tact_shape_mass(&flat).center.x, 1, 1e-12));
    tact_hull_destroy(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(bad_shapes_are_refused),
        cmocka_unit_test(traits_fit_shapes),
        cmocka_unit_test(bad_pairs_are_refused),
        cmocka_unit_test(support_and_bounds),
        cmocka_unit_test(bodies_at_every_level),
        cmocka_unit_test(the_lower_level_counts),
        cmocka_unit_test(half_space_has_no_bounds),
        cmocka_unit_test(mass_equals_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
