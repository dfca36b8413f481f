/* SPDX-License-Identifier: MIT */
/* The error terms of nearest points (probe/probe.c), each alone: meshes with tight boxes (tight.h),
 * asked at places where one term decides, and what the terms promise, compared with rational
 * numbers. */
#include "scenes.h"
#include "tight.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "frame/node_frame.h"
#include "oracle_distance.h"
#include "probe/points.h"
#include "probe/probe.h"

#define FLOAT_UNIT 0x1p-24

/* ---- Nearest points ----------------------------------------------------------------------- */

/* Asks for the nearest point, and compares with both triangles. */
static void check_nearest(const tight_mesh *m, tact_pose pose, tact_vec3 point) {
    tacti_placed placed = {&m->bvh, pose};
    tacti_nearest found;
    double distance[2];
    tight_mesh_check(m);
    for (uint32_t i = 0; i < 2; i++) {
        tact_triangle t = {{m->vertices[3 * i], m->vertices[3 * i + 1], m->vertices[3 * i + 2]}};
        t = tact_pose_place_triangle(pose, &t);
        distance[i] = tact_triangle_distance_point(&t, point).distance;
    }
    assert_int_equal(tacti_closest_point(&placed, point, HUGE_VAL, NULL, &found), TACT_OK);
    uint32_t nearest = distance[1] < distance[0] ? 1 : 0;
    assert_int_equal(found.triangle, nearest);
    test_assert_same_bits(found.distance, distance[nearest]);
}

/* A point and two points of the mesh at the same distance from it, each beyond a side of its box
 * along another axis. Returns the point. */
static tact_vec3 stand_between(test_rng *rng, tight_mesh *m, const int at[3], int steps) {
    double y[2][3], from[3], step = tight_mesh_grid(m, 0, 1) - tight_mesh_grid(m, 0, 0);
    double gap = steps * step * test_rng_between(rng, 0.1, 1);
    int axis[2] = {(int)test_rng_below(rng, 3), 0};
    axis[1] = (axis[0] + 1 + (int)test_rng_below(rng, 2)) % 3;
    for (int k = 0; k < 3; k++) {
        bool is_above = test_rng_below(rng, 2) == 0;
        from[k] = tight_mesh_grid(m, k, at[k]) + (is_above ? -gap : gap);
        for (uint32_t i = 0; i < 2; i++) {
            y[i][k] = from[k];
            tight_mesh_set_box(m, i, k, at[k] - steps, at[k] + steps);
            if (k != axis[i])
                continue;
            /* The point is inside by more than any rounding. */
            y[i][k] = tight_mesh_grid(m, k, at[k]) + (is_above ? 0x1p-44 : -0x1p-44);
            tight_mesh_set_box(m, i, k, is_above ? at[k] : at[k] - 1, is_above ? at[k] + 1 : at[k]);
        }
    }
    for (uint32_t i = 0; i < 2; i++)
        tight_mesh_set_point(m, i, tight_mesh_point(m, y[i]));
    return tight_mesh_point(m, from);
}

/* Rounding makes either of two points the nearer one. */
static void test_near(void **state) {
    (void)state;
    test_rng rng = test_rng_start("probe_near");
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        int at[3];
        tight_mesh_start(&rng, 2, &m);
        /* Far from the mesh's centre the turn of the frame is rounded much. Near the centre, with
         * an origin far from it, only the sums are. */
        bool is_central = i % 2 == 0;
        if (is_central)
            tight_mesh_set_grid(&rng, -7, -1.9, -1.05, &m);
        else
            tight_mesh_set_grid(&rng, -22, -0.57, 0.57, &m);
        for (int k = 0; k < 3; k++)
            at[k] = is_central ? (int)nearbyint(-tight_mesh_grid(&m, k, 0) * 0x1p7)
                               : 20 + (int)test_rng_below(&rng, 200);
        tact_vec3 point = stand_between(&rng, &m, at, 1);
        check_nearest(&m, tact_pose_identity(), point);
    }
}

/* The same far from the origin, where placed points are rounded by some 2^-10. */
static void test_near_far_out(void **state) {
    (void)state;
    test_rng rng = test_rng_start("probe_near_far_out");
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        const int at[3] = {100, 100, 100};
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, -14, -0.5, 0.5, &m);
        tact_vec3 point = stand_between(&rng, &m, at, 64);
        tact_pose pose = pose_random(&rng, 0);
        pose_set_shift(&pose, vec3_random_direction(&rng, 0x1p43));
        check_nearest(&m, pose, tact_pose_place(pose, point));
    }
}

/* The turn of a point into the frame of a node, in float, against double. What the inflation grows
 * by with the distance of the point covers its error. */
static void test_near_by_distance(void **state) {
    (void)state;
    test_rng rng = test_rng_start("probe_near_by_distance");
    double most = 0;
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        tight_mesh_start(&rng, 2, &m);
        tacti_placed placed = {&m.bvh, tact_pose_identity()};
        tacti_probe probe;
        tacti_point_walk here, away;
        assert_int_equal(tacti_probe_make(&placed, &probe), TACT_OK);
        tact_vec3 point = vec3_random_direction(&rng, test_rng_between(&rng, 1, 15));
        tacti_point_walk_begin(&probe, (tact_vec3){0, 0, 0}, HUGE_VAL, &here);
        tacti_point_walk_begin(&probe, point, HUGE_VAL, &away);
        assert_false(away.is_far);
        tacti_node_turn turn = tacti_node_turn_of(&m.nodes[0]);
        tacti_f4 local = {away.local[0], away.local[1], away.local[2], 0};
        tacti_f4 turned = tacti_node_turn_scaled(&turn, local) * tacti_f4_set(1 / turn.square);
        double y[3];
        tight_mesh_coordinates(&m, point, y);
        for (int k = 0; k < 3; k++) {
            double error = fabs((double)turned[k] - y[k]);
            assert_true(error <= (double)away.inflation - (double)here.inflation);
            most = fmax(most, error);
        }
    }
    assert_true(most > FLOAT_UNIT);
}

/* Far away, boxes are compared by their heights along the direction to the point. The inflation
 * covers the error of the height of a corner of a box, computed as the walk does. */
static void test_far(void **state) {
    (void)state;
    test_rng rng = test_rng_start("probe_far");
    double most = 0;
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        tight_mesh_start(&rng, 2, &m);
        tacti_placed placed = {&m.bvh, tact_pose_identity()};
        tacti_probe probe;
        tacti_point_walk walk;
        assert_int_equal(tacti_probe_make(&placed, &probe), TACT_OK);
        tact_vec3 direction = vec3_random_direction(&rng, 1), x = vec3_random_in_cube(&rng, 1);
        tacti_point_walk_begin(&probe, tact_vec3_scale(direction, 64), HUGE_VAL, &walk);
        assert_true(walk.is_far);
        tacti_node_turn turn = tacti_node_turn_of(&m.nodes[0]);
        tacti_f4 local = {walk.local[0], walk.local[1], walk.local[2], 0};
        tacti_f4 g = tacti_node_turn_scaled(&turn, local) * tacti_f4_set(1 / turn.square);
        double y[3];
        float height = 0;
        tight_mesh_coordinates(&m, x, y);
        for (int k = 0; k < 3; k++) /* corners are multiples of 2^-23 */
            height += (float)(nearbyint(y[k] * 0x1p23) * 0x1p-23) * g[k];
        double error = fabs((double)height - tact_vec3_dot(direction, x));
        assert_true(error <= (double)walk.inflation);
        most = fmax(most, error);
    }
    assert_true(most > FLOAT_UNIT);
}

/* A pose with the largest defect makes lengths in local coordinates larger than true ones. Far away
 * the difference is more than any inflation. */
static void test_far_and_skewed(void **state) {
    (void)state;
    test_rng rng = test_rng_start("probe_far_and_skewed");
    tact_pose skewed = tact_pose_identity();
    for (int k = 0; k < 9; k++)
        skewed.m[4 * (k / 3) + k % 3] = k % 4 == 0 ? 1 : 4.9e-7;
    tact_vec3 n = tact_vec3_normalize((tact_vec3){1, 1, 1});
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        tight_mesh m;
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, -12, -0.1, 0, &m);
        tight_mesh_lie_side_by_side(&rng, &m, n, 0x1p-13);
        check_nearest(&m, skewed, tact_vec3_scale(n, -1024));
    }
}

/* ---- What the probe promises -------------------------------------------------------------- */

/* The local coordinates of a point, exactly. */
static void set_local(const tacti_probe *probe, tact_vec3 point, mpq_t out[3]) {
    const double *m = probe->source.pose->m, p[3] = {point.x, point.y, point.z};
    const double c[3] = {probe->center.x, probe->center.y, probe->center.z};
    mpq_t d, factor;
    mpq_inits(d, factor, NULL);
    for (int k = 0; k < 3; k++)
        mpq_set_ui(out[k], 0, 1);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            mpq_set_d(d, p[i]);
            mpq_set_d(factor, c[i]);
            mpq_sub(d, d, factor);
            mpq_set_d(factor, m[4 * i + k] * probe->per_unit);
            mpq_mul(d, d, factor);
            mpq_add(out[k], out[k], d);
        }
    mpq_clears(d, factor, NULL);
}

/* The length of the difference of local coordinates and others, up to 2^-50 of it. */
static double distance_from(mpq_t local[3], tact_vec3 x) {
    const double from[3] = {x.x, x.y, x.z};
    double sum = 0;
    mpq_t d;
    mpq_init(d);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(d, from[k]);
        mpq_sub(d, d, local[k]);
        sum += mpq_get_d(d) * mpq_get_d(d);
    }
    mpq_clear(d);
    return sqrt(sum);
}

static void test_promises(void **state) {
    (void)state;
    test_rng rng = test_rng_start("probe_promises");
    mpq_t local[3];
    mpq_inits(local[0], local[1], local[2], NULL);
    bool is_needed[3] = {false, false, false};
    for (uint64_t i = 0; i < test_case_count(4000, 100000); i++) {
        tight_mesh m;
        tight_mesh_start(&rng, 1, &m);
        tacti_placed placed = {&m.bvh, i % 2 == 0 ? pose_skewed(&rng, 3) : pose_random(&rng, 3)};
        tacti_probe probe;
        assert_int_equal(tacti_probe_make(&placed, &probe), TACT_OK);
        /* A placed point of the mesh, turned back exactly, is near its local point. */
        tact_vec3 x = vec3_random_in_cube(&rng, 1), w = tact_pose_place(placed.pose, x);
        set_local(&probe, w, local);
        double off = distance_from(local, x);
        assert_true(off <= probe.error);
        is_needed[0] |= off > 1e-7;
        /* Local coordinates are computed up to the error that is stated. */
        tact_vec3 p = vec3_random_direction(&rng, exp2(test_rng_between(&rng, -5, 40)));
        double error;
        tact_vec3 computed = tacti_probe_local(&probe, p, &error);
        set_local(&probe, p, local);
        off = distance_from(local, computed);
        assert_true(off <= error);
        is_needed[1] |= off > 0;
        /* Lengths grow by no more than the slack. */
        double length = distance_from(local, (tact_vec3){0, 0, 0});
        double true_length = tact_vec3_length(tact_vec3_sub(p, probe.center)) * probe.per_unit;
        assert_true(length <= true_length * probe.slack * (1 + 0x1p-48));
        is_needed[2] |= length > true_length * (1 + 1e-7);
    }
    assert_true(is_needed[0] && is_needed[1] && is_needed[2]);
    mpq_clears(local[0], local[1], local[2], NULL);
}

/* A single point of the mesh, whose distance is not rounded at all, and a large triangle. The
 * distance of the triangle is measured as a little more than that of the point, and is truly less.
 * The lower bound must hold for both. */
static void test_bounds_of_two_sizes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("probe_two_sizes");
    mpq_t square, lower;
    mpq_inits(square, lower, NULL);
    for (uint64_t i = 0; i < test_case_count(1000, 20000); i++) {
        soup s = soup_make(6, 2);
        tact_vec3 n = vec3_random_direction(&rng, 1), point = {0, 0, 0};
        tact_triangle t;
        for (uint32_t k = 0; k < 3; k++) {
            tact_vec3 x = vec3_random_in_cube(&rng, 2);
            x = tact_vec3_sub(x, tact_vec3_scale(n, tact_vec3_dot(n, x)));
            s.vertices[3 + k] = t.v[k] = tact_vec3_add(x, tact_vec3_scale(n, 0x1p-8));
            s.indices[k] = k;
            s.indices[3 + k] = 3 + k;
        }
        double measured = tact_triangle_distance_point(&t, point).distance;
        for (uint32_t k = 0; k < 3; k++)
            s.vertices[k].x = nextafter(measured, 0);
        body b = body_make(NULL, &s, NULL);
        tacti_placed placed = {b.bvh, tact_pose_identity()};
        tacti_nearest found;
        assert_int_equal(tacti_closest_point(&placed, point, HUGE_VAL, NULL, &found), TACT_OK);
        tact_triangle dot = {{point, point, point}};
        oracle_triangle_distance_square(&t, &dot, square);
        mpq_set_d(lower, found.lower);
        mpq_mul(lower, lower, lower);
        assert_true(mpq_cmp(lower, square) <= 0);
        body_free(&b);
        soup_free(&s);
    }
    mpq_clears(square, lower, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near),
        cmocka_unit_test(test_near_far_out),
        cmocka_unit_test(test_near_by_distance),
        cmocka_unit_test(test_far),
        cmocka_unit_test(test_far_and_skewed),
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_bounds_of_two_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
