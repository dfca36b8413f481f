/* SPDX-License-Identifier: MIT */
/* Uses of linear programs: deepest points of half-spaces against known boxes and against
 * tacti_convex_collide(), planes between sets of points against rational numbers (GMP). */
#include "convex_pairs.h"
#include "levels.h"
#include "oracle_convex.h"

#include <math.h>
#include <stdio.h>
#include "pair/pair.h"

/* ---- Half-spaces -------------------------------------------------------------------------- */

/* The six planes of a placed box. */
static void box_planes(tact_vec3 half, const tact_pose *pose, tact_plane *out) {
    const double h[3] = {half.x, half.y, half.z};
    for (int i = 0; i < 6; i++) {
        double sign = i % 2 == 0 ? 1 : -1;
        int axis = i / 2;
        tact_vec3 n = {sign * pose->m[axis], sign * pose->m[4 + axis], sign * pose->m[8 + axis]};
        tact_vec3 t = {pose->m[3], pose->m[7], pose->m[11]};
        out[i] = (tact_plane){n, tact_vec3_dot(n, t) + h[axis]};
    }
}

static tact_lp_deepest_result deepest(const tact_plane *planes, size_t count, double limit) {
    tact_lp_deepest_result answer;
    assert_int_equal(tact_lp_deepest_point(NULL, planes, count, limit, &answer), TACT_OK);
    return answer;
}

/* The greatest ball in a box has the radius of the least half extent, for normals of any length. */
static void greatest_balls_of_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("greatest_balls_of_boxes");
    for (uint64_t i = 0; i < test_case_count(5000, 500000); i++) {
        double scale = ldexp(1, (int)test_rng_below(&rng, 200) - 100);
        tact_vec3 half = {scale * test_rng_between(&rng, 0.1, 1),
                          scale * test_rng_between(&rng, 0.1, 1),
                          scale * test_rng_between(&rng, 0.1, 1)};
        tact_pose pose = pairs_random_pose(&rng, 0);
        tact_plane planes[6];
        box_planes(half, &pose, planes);
        for (int k = 0; k < 6; k++) {
            double factor = test_rng_between(&rng, 0.01, 100);
            planes[k].normal = tact_vec3_scale(planes[k].normal, factor);
            planes[k].offset *= factor;
        }
        double least = fmin(half.x, fmin(half.y, half.z));
        tact_lp_deepest_result ball = deepest(planes, 6, 1e40 * scale);
        assert_int_equal(ball.outcome, TACT_OUTCOME_CONTACT);
        assert_true(fabs(ball.depth - least) <= 1e-12 * least);
        /* A limit below that radius. */
        ball = deepest(planes, 6, 0.5 * least);
        assert_int_equal(ball.outcome, TACT_OUTCOME_CONTACT);
        assert_true(ball.depth <= 0.5 * least && ball.depth >= (0.5 - 1e-12) * least);
    }
}

/* Planes of the faces of a placed hull. */
static size_t face_planes(const tacti_placed_shape *placed, tact_plane *out) {
    const tact_hull *hull = placed->shape->core.hull;
    uint32_t faces = tact_hull_inspect(hull).face_count, count;
    for (uint32_t f = 0; f < faces; f++) {
        const uint32_t *corner = tact_hull_face(hull, f, &count);
        tact_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = tact_pose_place(placed->pose, tact_hull_vertices(hull)[corner[k]]);
        tact_vec3 n = tact_vec3_cross(tact_vec3_sub(p[1], p[0]), tact_vec3_sub(p[2], p[0]));
        out[f] = (tact_plane){n, tact_vec3_dot(n, p[0])};
    }
    return faces;
}

/* The faces of two hulls: the depth is positive if the hulls overlap and negative if they are
 * apart. It takes few evaluations. */
static void agrees_on_hulls(void **state) {
    (void)state;
    enum { MOST = 200 };
    test_rng rng = test_rng_start("agrees_on_hulls");
    uint64_t evaluations = 0, faces = 0, outcomes[3] = {0};
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        tact_hull *hull[2];
        convex_pair pair;
        tact_plane planes[4 * MOST];
        size_t count = 0;
        for (int side = 0; side < 2; side++) {
            tact_vec3 points[MOST];
            uint32_t size = 5 + test_rng_below(&rng, MOST - 5);
            for (uint32_t k = 0; k < size; k++)
                points[k] = pairs_random_direction(&rng);
            assert_int_equal(tact_hull_create(NULL, points, size, &hull[side]), TACT_OK);
            pair.shape[side] = tact_shape_hull(hull[side]);
            pair.placed[side] = (tacti_placed_shape){&pair.shape[side], pairs_random_pose(&rng, 1)};
            count += face_planes(&pair.placed[side], &planes[count]);
        }
        tacti_convex_collision answer;
        assert_int_equal(tacti_convex_collide(&pair.placed[0], &pair.placed[1], NULL, &answer),
                         TACT_OK);
        tact_lp_deepest_result point = deepest(planes, count, 10);
        outcomes[point.outcome]++;
        assert_true(point.outcome == TACT_OUTCOME_UNDECIDED ? fabs(point.depth) < 1e-9
                                                            : point.outcome == answer.outcome);
        assert_int_equal(point.depth > 0, answer.outcome == TACT_OUTCOME_CONTACT);
        evaluations += point.evaluations;
        faces += count;
        tact_hull_destroy(hull[0]);
        tact_hull_destroy(hull[1]);
    }
    printf("%llu apart, %llu in contact, %.2f evaluations per face\n",
           (unsigned long long)outcomes[TACT_OUTCOME_APART],
           (unsigned long long)outcomes[TACT_OUTCOME_CONTACT], (double)evaluations / (double)faces);
    assert_int_equal(outcomes[TACT_OUTCOME_UNDECIDED], 0);
    assert_true(evaluations <= 12 * faces);
}

/* Integer boxes along the axes, apart, touching and overlapping: outcomes are exact. */
static void decides_boxes_of_whole_numbers(void **state) {
    (void)state;
    test_rng rng = test_rng_start("decides_boxes_of_whole_numbers");
    uint64_t touching = 0;
    for (uint64_t i = 0; i < test_case_count(5000, 100000); i++) {
        tact_pose pose[2] = {tact_pose_identity(), tact_pose_identity()};
        tact_plane planes[12];
        double least = INFINITY, half[2][3];
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < 3; k++) {
                half[side][k] = 1 + test_rng_below(&rng, 4);
                pose[side].m[4 * k + 3] = test_rng_below(&rng, 9);
            }
            box_planes((tact_vec3){half[side][0], half[side][1], half[side][2]}, &pose[side],
                       &planes[6 * side]);
        }
        for (int k = 0; k < 3; k++) {
            double from =
                fmax(pose[0].m[4 * k + 3] - half[0][k], pose[1].m[4 * k + 3] - half[1][k]);
            double to = fmin(pose[0].m[4 * k + 3] + half[0][k], pose[1].m[4 * k + 3] + half[1][k]);
            least = fmin(least, (to - from) / 2);
        }
        tact_lp_deepest_result point = deepest(planes, 12, 100);
        assert_int_equal(point.outcome, least >= 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
        assert_true(fabs(point.depth - least) <= 1e-14);
        touching += least == 0;
    }
    assert_true(touching > 0);
}

static void half_spaces_by_hand(void **state) {
    (void)state;
    tact_lp_deepest_result point = deepest(NULL, 0, 3);
    assert_int_equal(point.outcome, TACT_OUTCOME_CONTACT);
    test_assert_same_bits(point.depth, 3);
    tact_plane planes[4] = {{{0, 0, 2}, 4}, {{0, 0, -1}, -2}, {{1, 0, 0}, 0}, {{1, 0, 0}, 0}};
    point = deepest(planes, 1, 5); /* one plane: as deep as the limit */
    assert_int_equal(point.outcome, TACT_OUTCOME_CONTACT);
    assert_true(fabs(point.depth - 5) <= 1e-14);
    point = deepest(planes, 4, 5); /* two that touch along a plane */
    assert_int_equal(point.outcome, TACT_OUTCOME_CONTACT);
    test_assert_same_bits(point.depth, 0);
    planes[1].offset = nextafter(-2, -3);
    point = deepest(planes, 4, 5); /* and a unit in the last place apart */
    assert_int_equal(point.outcome, TACT_OUTCOME_APART);
    assert_true(point.depth <= 0);
    /* A prism of three planes around nothing, and one around something. */
    tact_plane prism[3] = {{{-1, -2, 0}, -1}, {{1, 0, 0}, 0}, {{0, 1, 0}, 0}};
    assert_int_equal(deepest(prism, 3, 5).outcome, TACT_OUTCOME_APART);
    prism[0].offset = 1;
    assert_int_equal(deepest(prism, 3, 5).outcome, TACT_OUTCOME_CONTACT);
    /* The ends of the range. */
    tact_plane ends[2] = {{{1e300, 0, 0}, 1e-300}, {{-1e-300, 0, 0}, 1e300}};
    assert_int_equal(deepest(ends, 2, 1).outcome, TACT_OUTCOME_CONTACT);
    assert_int_equal(tact_lp_deepest_point(NULL, planes, 1, 0, &point), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_lp_deepest_point(NULL, planes, 1, INFINITY, &point), TACT_NOT_FINITE);
    assert_int_equal(tact_lp_deepest_point(NULL, NULL, 1, 1, &point), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_lp_deepest_point(NULL, planes, 1, 1, NULL), TACT_INVALID_ARGUMENT);
    planes[0].normal = (tact_vec3){0, 0, 0};
    assert_int_equal(tact_lp_deepest_point(NULL, planes, 1, 1, &point), TACT_INVALID_ARGUMENT);
    planes[0].normal.x = (double)NAN;
    assert_int_equal(tact_lp_deepest_point(NULL, planes, 1, 1, &point), TACT_NOT_FINITE);
}

/* ---- Points ------------------------------------------------------------------------------- */

/* The sign of n . p - offset, in rational numbers. */
static int rational_side(const tact_plane *plane, tact_vec3 p) {
    mpq_t sum, x, y;
    mpq_inits(sum, x, y, NULL);
    const double *n = &plane->normal.x, *v = &p.x;
    mpq_set_d(sum, -plane->offset);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(x, n[k]);
        mpq_set_d(y, v[k]);
        mpq_mul(x, x, y);
        mpq_add(sum, sum, x);
    }
    int sign = mpq_sgn(sum);
    mpq_clears(sum, x, y, NULL);
    return sign;
}

/* Three slabs whose widths are a few roundings of their offsets: the deepest point is rounded out
 * of many of them. It counts as common only if it is. The least ones have products that underflow.
 */
static void points_of_thin_slabs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("lp_thin_slabs");
    uint64_t common = 0;
    for (uint64_t i = 0; i < test_case_count(4000, 40000); i++) {
        bool is_least = i % 4 == 0;
        double unit = is_least ? 0x1p-1074 : 0x1p-54;
        tact_plane plane[6];
        for (int k = 0; k < 6; k += 2) {
            plane[k].normal = pairs_random_direction(&rng);
            plane[k].offset = is_least ? test_rng_below(&rng, 20) * unit : test_rng_unit(&rng);
            plane[k + 1].normal = tact_vec3_scale(plane[k].normal, -1);
            plane[k + 1].offset = (1 + test_rng_below(&rng, 6)) * unit - plane[k].offset;
        }
        tact_lp_deepest_result found;
        assert_int_equal(tact_lp_deepest_point(NULL, plane, 6, 1, &found), TACT_OK);
        if (found.outcome != TACT_OUTCOME_CONTACT)
            continue;
        common++;
        for (int k = 0; k < 6; k++)
            assert_true(rational_side(&plane[k], found.point) <= 0);
    }
    assert_true(common > 0);
}

static void check_plane(const tact_lp_separating_result *answer, const tact_vec3 *a,
                        uint32_t a_count, const tact_vec3 *b, uint32_t b_count) {
    for (uint32_t i = 0; i < a_count; i++)
        assert_true(rational_side(&answer->plane, a[i]) < 0);
    for (uint32_t i = 0; i < b_count; i++)
        assert_true(rational_side(&answer->plane, b[i]) > 0);
}

/* Two sets of points. */
typedef struct point_sets {
    const tact_vec3 *points[2];
    uint32_t count[2];
} point_sets;

static uint64_t ask_plane(const void *about, const tact_context *context) {
    const point_sets *sets = about;
    tact_lp_separating_result answer;
    assert_int_equal(tact_lp_separating_plane(context, sets->points[0], sets->count[0],
                                              sets->points[1], sets->count[1], &answer),
                     TACT_OK);
    uint64_t hash = hash_integer(hash_integer(1, answer.outcome), answer.has_plane);
    hash = hash_integer(hash, (int64_t)answer.evaluations);
    return hash_number(hash_vector(hash, answer.plane.normal), answer.plane.offset);
}

/* The outcome is that of tacti_convex_collide() on the same points, easy and hard, and planes
 * separate. */
static void separates_as_collide_says(void **state) {
    (void)state;
    test_rng rng = test_rng_start("separates_as_collide_says");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(4000, 1000000), apart = 0, without = 0;
    double evaluations = 0, points = 0;
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        tact_vec3 vertices[2][64];
        uint32_t count[2];
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), false, &pair);
        for (int side = 0; side < 2; side++)
            count[side] = oracle_vertices(&pair.placed[side], vertices[side], 64);
        tacti_convex_collision truth;
        assert_int_equal(tacti_convex_collide(&pair.placed[0], &pair.placed[1], NULL, &truth),
                         TACT_OK);
        tact_lp_separating_result answer;
        assert_int_equal(
            tact_lp_separating_plane(NULL, vertices[0], count[0], vertices[1], count[1], &answer),
            TACT_OK);
        assert_int_equal(answer.outcome, truth.outcome);
        assert_true(answer.outcome == TACT_OUTCOME_APART || !answer.has_plane);
        if (answer.has_plane && i % 4 == 0)
            check_plane(&answer, vertices[0], count[0], vertices[1], count[1]);
        point_sets sets = {{vertices[0], vertices[1]}, {count[0], count[1]}};
        if (i % 32 < PAIRS_FAMILIES)
            test_levels_agree(ask_plane, &sets);
        apart += answer.outcome == TACT_OUTCOME_APART;
        without += answer.outcome == TACT_OUTCOME_APART && !answer.has_plane;
        evaluations += (double)answer.evaluations;
        points += count[0] + count[1];
    }
    printf("%llu apart, %llu of these without a plane, %.1f evaluations per point\n",
           (unsigned long long)apart, (unsigned long long)without, evaluations / points);
    assert_true(without * 20 <= apart); /* most pairs are built to touch */
    pairs_pool_free(&pool);
}

static void points_by_hand(void **state) {
    (void)state;
    tact_vec3 a[3] = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}, b[2] = {{1, 0, 0}, {3, 0, 0}};
    tact_lp_separating_result answer;
    assert_int_equal(tact_lp_separating_plane(NULL, a, 3, b, 2, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
    assert_false(answer.has_plane);
    b[0].x = nextafter(1, 2); /* a unit in the last place apart */
    assert_int_equal(tact_lp_separating_plane(NULL, a, 3, b, 2, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
    assert_true(answer.has_plane);
    check_plane(&answer, a, 3, b, 2);
    assert_int_equal(tact_lp_separating_plane(NULL, a, 1, a, 1, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
    /* An empty set can be separated from every set. */
    static const size_t counts[3][2] = {{0, 2}, {3, 0}, {0, 0}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tact_lp_separating_plane(NULL, a, counts[i][0], b, counts[i][1], &answer),
                         TACT_OK);
        assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
        assert_true(answer.has_plane);
        check_plane(&answer, a, (uint32_t)counts[i][0], b, (uint32_t)counts[i][1]);
    }
    assert_int_equal(tact_lp_separating_plane(NULL, NULL, 1, b, 2, &answer), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_lp_separating_plane(NULL, a, 1, b, 2, NULL), TACT_INVALID_ARGUMENT);
    b[1].y = ldexp(1, 501);
    assert_int_equal(tact_lp_separating_plane(NULL, a, 3, b, 2, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_UNDECIDED);
    b[1].y = INFINITY;
    assert_int_equal(tact_lp_separating_plane(NULL, a, 3, b, 2, &answer), TACT_NOT_FINITE);
}

/* Sets scaled by powers of two to the ends of the range. */
static void scale_does_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("scale_does_not_matter");
    for (uint64_t i = 0; i < test_case_count(500, 50000); i++) {
        static const int powers[] = {-1000, -540, -100, 0, 100, 490};
        tact_outcome outcome = TACT_OUTCOME_UNDECIDED;
        tact_vec3 points[2][8];
        double lift = test_rng_below(&rng, 3) == 0 ? 0 : test_rng_between(&rng, -0.1, 0.3);
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 8; k++) {
                tact_vec3 p = {(double)test_rng_below(&rng, 5), (double)test_rng_below(&rng, 5),
                               (double)test_rng_below(&rng, 3)};
                points[side][k] = (tact_vec3){p.x, p.y, side == 0 ? -p.z : p.z + lift};
            }
        for (size_t s = 0; s < sizeof powers / sizeof *powers; s++) {
            tact_vec3 scaled[2][8];
            tact_lp_separating_result answer;
            for (int k = 0; k < 16; k++)
                scaled[k / 8][k % 8] = tact_vec3_scale(points[k / 8][k % 8], ldexp(1, powers[s]));
            assert_int_equal(tact_lp_separating_plane(NULL, scaled[0], 8, scaled[1], 8, &answer),
                             TACT_OK);
            if (s > 0)
                assert_int_equal(answer.outcome, outcome);
            outcome = answer.outcome;
            if (answer.has_plane)
                check_plane(&answer, scaled[0], 8, scaled[1], 8);
        }
    }
}

/* ---- Memory ------------------------------------------------------------------------------- */

static tact_status use_memory(const tact_context *context, int which) {
    static const tact_vec3 a[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const tact_vec3 b[4] = {{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    static const tact_plane planes[2] = {{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}};
    static const double rows[2] = {1, -1}, limits[2] = {1, 1}, goal[1] = {1};
    if (which == 0) {
        tact_lp_separating_result answer = {.evaluations = 77};
        tact_status status = tact_lp_separating_plane(context, a, 4, b, 4, &answer);
        assert_true(status == TACT_OK || answer.evaluations == 77);
        return status;
    }
    if (which == 1) {
        tact_lp_deepest_result answer = {.depth = 77};
        tact_status status = tact_lp_deepest_point(context, planes, 2, 5, &answer);
        assert_true(status == TACT_OK || answer.depth == 77);
        return status;
    }
    tact_lp lp = {1, 2, rows, limits, goal, 10};
    tact_lp_result answer = {.value = 77};
    tact_status status = tact_lp_solve(context, &lp, &answer);
    assert_true(status == TACT_OK || answer.value == 77);
    return status;
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    for (int which = 0; which < 3; which++)
        for (uint64_t fail_at = 1;; fail_at++) {
            test_allocator counter;
            tact_context *context = test_context_make(&counter);
            uint64_t live = counter.live;
            counter.fail_at = counter.calls + fail_at;
            tact_status status = use_memory(context, which);
            assert_int_equal(counter.live, live);
            tact_context_destroy(context);
            if (status == TACT_OK) {
                assert_true(fail_at > 2);
                break;
            }
            assert_int_equal(status, TACT_OUT_OF_MEMORY);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_spaces_by_hand),
        cmocka_unit_test(greatest_balls_of_boxes),
        cmocka_unit_test(agrees_on_hulls),
        cmocka_unit_test(decides_boxes_of_whole_numbers),
        cmocka_unit_test(points_by_hand),
        cmocka_unit_test(points_of_thin_slabs),
        cmocka_unit_test(separates_as_collide_says),
        cmocka_unit_test(scale_does_not_matter),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
