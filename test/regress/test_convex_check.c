/* SPDX-License-Identifier: MIT */
/* Proofs whose exact check needs the largest integers of the library: the squared gap along a
 * direction that comes from two pairs of vertices has degree 8 in the coordinates. The check used
 * to write past its integers. */
#include "support.h"
#include "pair/pair.h"

/* Two rounded triangles. The radii sum to 2^313 exactly: their mantissas add up to 2. The corners
 * of b are at y = -2^313 after rounding and have |z| <= 1. Every point of a has y > 0 except its
 * corner at z = 2^77. So each distance between the triangles is more than 2^313: by y alone or, for
 * that one corner, by z as well. The shapes are apart, but by far less than any direction of
 * doubles can prove. */
static void test_true_proof(void **state) {
    (void)state;
    tact_triangle t = {{{0, 0, 0x1p77}, {0x1p-1073, 0x1p-1073, 1}, {-1, 0x1.42d7122331eep-422, 0}}};
    tact_triangle u = {{{1, -0x1p101, 1}, {-0x1.18096b3b6f9ap130, 1, 0}, {0, -1, -1}}};
    tact_shape s = tact_shape_triangle(t), r = tact_shape_triangle(u);
    s.radius = 0x1.a7bb1b40c3121p312;
    r.radius = 0x1.611392fcf3b7cp310;
    tacti_placed_shape a = {&s, tact_pose_identity()}, b = {&r, tact_pose_identity()};
    b.pose.m[3] = -0x1.6e428ef52dff6p-163;
    b.pose.m[7] = -0x1p313;
    tacti_convex_collision answer;
    bool holds = false;
    assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
    assert_true(answer.proof.pair_count > 0);
    assert_int_equal(tacti_convex_check(&a, &b, &answer, &holds), TACT_OK);
    assert_true(holds);
}

/* A ball of radius 2^321 around (2^-1074, 1, 0), and a segment that begins 2^15 from there: they
 * meet. A proof that claims the opposite, from both ends of the segment, is rejected. */
static void test_false_proof(void **state) {
    (void)state;
    tact_vec3 centre = {0x1p-1074, 1, 0};
    tact_shape s = tact_shape_segment(centre, centre, 0x1p321);
    tact_shape t =
        tact_shape_segment((tact_vec3){-1, -0x1p15, 0}, (tact_vec3){0x1p359, 0x1p350, 2}, 0);
    tacti_placed_shape a = {&s, tact_pose_identity()}, b = {&t, tact_pose_identity()};
    tacti_convex_collision claim = {.outcome = TACT_OUTCOME_APART,
                                    .proof = {.pair_count = 2, .a = {0, 0}, .b = {0, 1}}};
    bool holds = true;
    assert_int_equal(tacti_convex_check(&a, &b, &claim, &holds), TACT_OK);
    assert_false(holds);
    tacti_convex_collision answer;
    assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
    assert_int_equal(tacti_convex_check(&a, &b, &answer, &holds), TACT_OK);
    assert_true(holds);
}

/* The largest integers that can occur in the check: a pose that is just within its limits places
 * coordinates at 2^502, the lowest bit is 2^-1074, and the direction comes from two pairs. A
 * direction of the largest doubles is handled as exactly as any other. The segments are apart: y of
 * b is at least 2^501, y of a at most 0. */
static void test_largest_integers(void **state) {
    (void)state;
    tact_vec3 far = {0x1p502, -0x1p502, 0x1p502}, near = {0x1p-1074, 0, -0x1p502};
    tact_vec3 up = {-0x1p502, 0x1p502, -0x1p502}, beside = {0x1p502, 0x1p501, 0x1p502};
    tact_shape s = tact_shape_segment(far, near, 0x1p500);
    tact_shape t = tact_shape_segment(up, beside, 0);
    tacti_placed_shape a = {&s, tact_pose_identity()}, b = {&t, tact_pose_identity()};
    bool holds = false;
    for (uint32_t pairs = 1; pairs <= 4; pairs++) {
        tacti_convex_collision claim = {
            .outcome = pairs < 4 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT,
            .proof = {.pair_count = pairs, .a = {0, 1, 0, 1}, .b = {0, 0, 1, 1}}};
        assert_int_equal(tacti_convex_check(&a, &b, &claim, &holds), TACT_OK);
        if (pairs == 4)
            assert_false(holds);
    }
    tacti_convex_collision claim = {
        .outcome = TACT_OUTCOME_APART,
        .proof = {.direction = {0x1p-1074, 0x1.fffffffffffffp1023, -0x1p-1074}}};
    assert_int_equal(tacti_convex_check(&a, &b, &claim, &holds), TACT_OK);
    assert_true(holds);
    claim.proof.direction.y = -claim.proof.direction.y;
    assert_int_equal(tacti_convex_check(&a, &b, &claim, &holds), TACT_OK);
    assert_false(holds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_true_proof),
        cmocka_unit_test(test_false_proof),
        cmocka_unit_test(test_largest_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
