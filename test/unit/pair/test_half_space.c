/* SPDX-License-Identifier: MIT */
/* Half-spaces: the gap to hulls of many vertices, which are climbed, against all vertices in
 * extended precision; and two half-spaces with opposite normals. */
#include <math.h>

#include "convex_levels.h"
#include "convex_pairs.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

typedef struct long_plane {
    long double normal[3], offset, length; /* normal . (y - t) <= offset */
} long_plane;

/* The image of a half-space under the pose by the cofactors of the rotation, as docs/pair.md
 * defines it. */
static long_plane place(const tacti_placed_shape *placed) {
    const double *m = placed->pose.m;
    tact_plane plane = placed->shape->core.plane;
    const long double n[3] = {plane.normal.x, plane.normal.y, plane.normal.z};
    long_plane out = {{0}, 0, 0};
    long double square = 0, det = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            long double cofactor = (long double)m[4 * i1 + k1] * m[4 * i2 + k2] -
                                   (long double)m[4 * i1 + k2] * m[4 * i2 + k1];
            out.normal[i] += cofactor * n[k];
            det += i == 0 ? cofactor * m[k] : 0;
        }
    for (int i = 0; i < 3; i++)
        square += out.normal[i] * out.normal[i];
    out.length = sqrtl(square);
    out.offset = plane.offset * det;
    return out;
}

static long double along(const long_plane *plane, const tact_pose *pose, tact_vec3 y) {
    return plane->normal[0] * ((long double)y.x - pose->m[3]) +
           plane->normal[1] * ((long double)y.y - pose->m[7]) +
           plane->normal[2] * ((long double)y.z - pose->m[11]);
}

/* Many points on a cap that is nearly flat, and one far below: products along its axis nearly tie.
 */
static tact_hull *make_cap(test_rng *rng, double height) {
    static tact_vec3 points[600];
    for (int i = 0; i < 599; i++) {
        double x = test_rng_between(rng, -1, 1), y = test_rng_between(rng, -1, 1);
        points[i] = (tact_vec3){x, y, -height * (x * x + y * y)};
    }
    points[599] = (tact_vec3){0, 0, -1};
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, points, 600, &hull), TACT_OK);
    return hull;
}

static void test_gap_to_hulls(void **state) {
    (void)state;
    test_rng rng = test_rng_start("half_space_hulls");
    size_t count = test_case_count(60, 5000);
    bool was_climbed = false;
    for (size_t i = 0; i < count; i++) {
        tact_hull *hull = make_cap(&rng, pow(2, -1 - (double)test_rng_below(&rng, 20)));
        was_climbed = was_climbed || tact_hull_inspect(hull).vertex_count > 256;
        tact_shape body = tact_shape_hull(hull);
        tact_vec3 normal = tact_vec3_add((tact_vec3){0, 0, -1},
                                         tact_vec3_scale(pairs_random_direction(&rng), 1e-3));
        tact_shape floor = tact_shape_half_space(normal, test_rng_between(&rng, -1, 1));
        tacti_placed_shape a = {&floor, pairs_random_pose(&rng, 1)};
        tacti_placed_shape b = {&body, a.pose};
        b.pose.m[11] += test_rng_between(&rng, -2, 2);
        long_plane plane = place(&a);
        long double least = HUGE_VALL;
        for (uint32_t v = 0; v < tact_hull_inspect(hull).vertex_count; v++) {
            tact_vec3 y = tact_pose_place(b.pose, tact_hull_vertices(hull)[v]);
            least = fminl(least, along(&plane, &a.pose, y));
        }
        long double gap = (least - plane.offset) / plane.length;
        tacti_convex_distance_answer answer;
        assert_int_equal(tacti_convex_distance(&a, &b, NULL, &answer), TACT_OK);
        assert_int_equal(answer.outcome, gap > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
        long double distance = fmaxl(gap, 0);
        assert_true(answer.lower <= distance && distance <= answer.upper);
        assert_true(answer.upper - answer.lower <= 1e-12);
        tacti_convex_depth_answer deep;
        assert_int_equal(tacti_convex_depth(&a, &b, NULL, &deep), TACT_OK);
        if (gap < 0)
            assert_true(deep.lower <= -gap && -gap <= deep.upper);
        check_some_levels(i, 4, &a, &b);
        tact_hull_destroy(hull);
    }
    assert_true(was_climbed);
}

static void test_opposite(void **state) {
    (void)state;
    test_rng rng = test_rng_start("half_space_opposite");
    size_t count = test_case_count(2000, 200000);
    for (size_t i = 0; i < count; i++) {
        tact_vec3 n = tact_vec3_scale(pairs_random_direction(&rng), test_rng_between(&rng, 0.5, 2));
        tact_shape below = tact_shape_half_space(n, test_rng_between(&rng, -1, 1));
        tact_shape above =
            tact_shape_half_space((tact_vec3){-n.x, -n.y, -n.z}, test_rng_between(&rng, -1, 1));
        tacti_placed_shape a = {&below, pairs_random_pose(&rng, 1)}, b = {&above, a.pose};
        for (int axis = 0; axis < 3; axis++)
            b.pose.m[4 * axis + 3] += test_rng_between(&rng, -1, 1);
        long_plane plane = place(&a), other = place(&b);
        tact_vec3 shift = {b.pose.m[3], b.pose.m[7], b.pose.m[11]};
        long double gap =
            (along(&plane, &a.pose, shift) - plane.offset - other.offset) / plane.length;
        for (int turn = 0; turn < 2; turn++) {
            tacti_convex_distance_answer answer;
            tacti_convex_depth_answer deep;
            const tacti_placed_shape *one = turn == 0 ? &a : &b, *two = turn == 0 ? &b : &a;
            assert_int_equal(tacti_convex_distance(one, two, NULL, &answer), TACT_OK);
            assert_int_equal(tacti_convex_depth(one, two, NULL, &deep), TACT_OK);
            assert_int_equal(answer.outcome, gap > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
            assert_int_equal(deep.outcome, answer.outcome);
            assert_true(answer.lower <= fmaxl(gap, 0) && fmaxl(gap, 0) <= answer.upper);
            assert_true(answer.upper - answer.lower <= 1e-12);
            if (gap < 0)
                assert_true(deep.lower <= -gap && -gap <= deep.upper);
        }
    }
}

/* Half a turn about x is exact. So is a turn about z for normals along z, although the entries 0.6
 * and 0.8 are rounded: cofactors give (0, 0, 0.6^2 + 0.8^2). A turn about x by these numbers makes
 * normals that are not parallel, so that the half-spaces meet. */
static void test_turned(void **state) {
    (void)state;
    tact_shape below = tact_shape_half_space((tact_vec3){0, 0, 1}, 0);
    tacti_placed_shape a = {&below, tact_pose_identity()}, b = {&below, tact_pose_identity()};
    b.pose.m[5] = b.pose.m[10] = -1;
    b.pose.m[11] = 3;
    tacti_convex_distance_answer answer;
    assert_int_equal(tacti_convex_distance(&a, &b, NULL, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
    assert_true(answer.distance == 3);
    a.pose.m[0] = a.pose.m[5] = 0.6;
    a.pose.m[4] = 0.8;
    a.pose.m[1] = -0.8;
    assert_int_equal(tacti_convex_distance(&a, &b, NULL, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
    assert_true(answer.lower <= 3 && 3 <= answer.upper);
    a.pose = tact_pose_identity();
    a.pose.m[5] = a.pose.m[10] = 0.6;
    a.pose.m[9] = 0.8;
    a.pose.m[6] = -0.8;
    assert_int_equal(tacti_convex_distance(&a, &b, NULL, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gap_to_hulls),
        cmocka_unit_test(test_opposite),
        cmocka_unit_test(test_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
