/* SPDX-License-Identifier: MIT */
/* The fitted boxes of whole meshes: they hold their meshes, their gap never exceeds the distance,
 * and they tell flat parts apart that nearly touch. */
#include "scenes.h"

#include <math.h>
#include <string.h>

#include "bvh/node.h"
#include "frame/mesh_pair.h"

/* ---- The box ------------------------------------------------------------------------------ */

static void check_box(const tacti_bvh *bvh, const soup *s) {
    const tacti_fitted_box *box = &bvh->box;
    for (uint32_t i = 0; i < 3 * s->triangle_count; i++) {
        tact_vec3 x = tacti_bvh_local(bvh, s->vertices[s->indices[i]]);
        for (int k = 0; k < 3; k++) {
            const double *axis = box->axis[k];
            double along = (axis[0] * x.x + axis[1] * x.y) + axis[2] * x.z;
            assert_true(fabs(along - box->center[k]) <= box->half[k] + TACTI_FIT_RESIDUAL);
        }
    }
}

static void test_box_holds_mesh(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("fitted_box");
    uint64_t count = test_case_count(500, 20000);
    for (uint64_t i = 0; i < count; i++) {
        soup s = soup_random(&rng, 60);
        soup_move(&s, pow(10, test_rng_between(&rng, -9, 9)),
                  vec3_random_direction(&rng, test_rng_below(&rng, 2) * 1000.0));
        body b = body_make(all->alone[0], &s, NULL);
        check_box(b.bvh, &s);
        body_free(&b);
        soup_free(&s);
    }
}

/* ---- The gap ------------------------------------------------------------------------------ */

/* Returns whether the boxes are apart. */
static bool check_clearance(const contexts *all, const soup_pair *pair) {
    body a = body_make(all->alone[0], &pair->a, NULL), b = body_make(all->alone[0], &pair->b, NULL);
    tacti_placed placed_a = {a.bvh, pair->pose_a}, placed_b = {b.bvh, pair->pose_b};
    tacti_pair made;
    bool is_apart = false;
    if (tacti_pair_make(&placed_a, &placed_b, &made) == TACT_OK) {
        truth t = truth_find(&pair->a, pair->pose_a, &pair->b, pair->pose_b);
        is_apart = made.clearance > 0;
        assert_true(made.clearance * made.unit / made.slack <= t.upper * (1 + 0x1p-40));
        assert_false(made.is_apart && t.contact_count > 0);
        truth_free(&t);
    }
    body_free(&a);
    body_free(&b);
    return is_apart;
}

static void test_gap_never_exceeds_distance(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("fitted_gap");
    uint64_t count = test_case_count(1000, 50000), apart = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = {.a = soup_random(&rng, 20)};
        pair.b = soup_random(&rng, 20);
        pair.pose_a = i % 3 == 0 ? pose_skewed(&rng, 3) : pose_random(&rng, 3);
        pair.pose_b = i % 3 == 1 ? pose_skewed(&rng, 3) : pose_random(&rng, 3);
        apart += check_clearance(all, &pair);
        soup_pair_free(&pair);
    }
    assert_true(apart > count / 4);
}

/* Fans of triangles above and below a plane. */
static soup make_fan(test_rng *rng, double side) {
    soup s = soup_make(12, 4);
    for (uint32_t i = 0; i < 12; i++) {
        double x = test_rng_between(rng, -1, 1), y = test_rng_between(rng, -1, 1);
        s.vertices[i] = (tact_vec3){x, y, side * test_rng_between(rng, 0, 0x1p-20)};
        s.indices[i] = i;
    }
    return s;
}

/* Two fans share one placed vertex. Apart from it, a plane nearly separates them, so every error of
 * the gap shows. */
static void test_touching_at_a_vertex(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("fitted_touch");
    uint64_t count = test_case_count(4000, 200000), touching = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = {.a = make_fan(&rng, -1)};
        pair.b = make_fan(&rng, 1);
        double reach = i % 2 == 0 ? 1 : pow(10, test_rng_between(&rng, 0, 12));
        tact_pose pose = i % 5 == 0 ? pose_skewed(&rng, reach) : pose_random(&rng, reach);
        uint32_t p = test_rng_below(&rng, 12), q = test_rng_below(&rng, 12);
        pair.a.vertices[p].z = 0;
        pair.b.vertices[q] = pair.a.vertices[p];
        pair.pose_a = pair.pose_b = pose;
        if (i % 3 == 0) { /* the mesh of b is placed already */
            for (uint32_t k = 0; k < 12; k++)
                pair.b.vertices[k] = tact_pose_place(pose, pair.b.vertices[k]);
            pair.pose_b = tact_pose_identity();
        }
        touching += !check_clearance(all, &pair);
        soup_pair_free(&pair);
    }
    assert_int_equal(touching, count);
}

/* ---- Flat parts --------------------------------------------------------------------------- */

static soup make_plate(tact_pose turn, uint32_t cells) {
    soup s = soup_make((cells + 1) * (cells + 1), 2 * cells * cells);
    uint32_t *index = s.indices;
    for (uint32_t i = 0; i <= cells; i++)
        for (uint32_t j = 0; j <= cells; j++)
            s.vertices[i * (cells + 1) + j] = tact_pose_place(
                turn, (tact_vec3){(double)i / cells - 0.5, (double)j / cells - 0.5, 0});
    for (uint32_t i = 0; i < cells; i++)
        for (uint32_t j = 0; j < cells; j++) {
            uint32_t v = i * (cells + 1) + j, w = v + cells + 1;
            const uint32_t corners[6] = {v, w, w + 1, v, w + 1, v + 1};
            memcpy(index, corners, sizeof corners);
            index += 6;
        }
    return s;
}

static void test_plates_are_apart(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("fitted_plates");
    for (int i = 0; i < 40; i++) {
        tact_pose turn = i % 2 == 0 ? tact_pose_identity() : pose_random(&rng, 0);
        soup plate = make_plate(turn, 12);
        body b = body_make(all->alone[0], &plate, NULL);
        double gap = pow(10, -3 - i % 5);
        tacti_placed low = {b.bvh, pose_random(&rng, 2)}, high = low;
        for (int k = 0; k < 3; k++) {
            const double *row = &low.pose.m[4 * k], *m = turn.m;
            high.pose.m[4 * k + 3] += gap * ((row[0] * m[2] + row[1] * m[6]) + row[2] * m[10]);
        }
        tacti_pair made;
        assert_int_equal(tacti_pair_make(&low, &high, &made), TACT_OK);
        assert_true(made.is_apart);
        assert_true(made.clearance * made.unit > gap - 1e-11);
        body_free(&b);
        soup_free(&plate);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_holds_mesh),
        cmocka_unit_test(test_gap_never_exceeds_distance),
        cmocka_unit_test(test_touching_at_a_vertex),
        cmocka_unit_test(test_plates_are_apart),
    };
    return cmocka_run_group_tests(tests, contexts_set_up, contexts_tear_down);
}
