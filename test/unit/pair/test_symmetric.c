/* SPDX-License-Identifier: MIT */
/* Smooth shapes that lie in each other symmetrically: parallel cylinders, cylinders on one axis,
 * cones and ellipsoids around one point. A search that reaches the origin by symmetry must neither
 * leave plain contact undecided nor report contact for shapes that are apart. */
#include "convex_levels.h"
#include "convex_pairs.h"

#include <math.h>
#include <stdio.h>
#include "pair/pair.h"

static tact_outcome verdict(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tacti_convex_collision one, other;
    tacti_convex_distance_answer gap;
    assert_int_equal(tacti_convex_collide(a, b, NULL, &one), TACT_OK);
    assert_int_equal(tacti_convex_collide(b, a, NULL, &other), TACT_OK);
    assert_int_equal(tacti_convex_distance(a, b, NULL, &gap), TACT_OK);
    /* One may decide what another leaves undecided, but they never contradict. */
    assert_true(one.outcome == other.outcome || one.outcome == TACT_OUTCOME_UNDECIDED ||
                other.outcome == TACT_OUTCOME_UNDECIDED);
    assert_true(one.outcome == gap.outcome || one.outcome == TACT_OUTCOME_UNDECIDED ||
                gap.outcome == TACT_OUTCOME_UNDECIDED);
    if (gap.outcome == TACT_OUTCOME_CONTACT)
        assert_true(gap.distance == 0 && gap.lower == 0);
    return one.outcome;
}

/* Sometimes 0, sometimes a multiple of a quarter, sometimes anything. */
static double symmetric_number(test_rng *rng, double most) {
    switch (test_rng_below(rng, 3)) {
    case 0:
        return 0;
    case 1:
        return most * 0.25 * ((double)test_rng_below(rng, 9) - 4);
    default:
        return test_rng_between(rng, -most, most);
    }
}

/* Cylinders with parallel axes meet if their circles and their heights do. deep is the overlap,
 * negative if they are apart. Any pose turns both together. */
static void parallel_cylinders(void **state) {
    (void)state;
    test_rng rng = test_rng_start("parallel_cylinders");
    uint64_t open = 0, contacts = 0, cases = test_case_count(4000, 400000);
    for (uint64_t i = 0; i < cases; i++) {
        double r[2], h[2];
        tact_shape shape[2];
        for (int side = 0; side < 2; side++) {
            r[side] = 0.25 * (1 + test_rng_below(&rng, 4));
            h[side] = 0.25 * (1 + test_rng_below(&rng, 4));
            shape[side] = tact_shape_cylinder(r[side], h[side]);
        }
        tact_pose pose = i % 2 == 0 ? tact_pose_identity() : pairs_random_pose(&rng, 1);
        tacti_placed_shape a = {&shape[0], pose}, b = {&shape[1], pose};
        tact_vec3 shift = {symmetric_number(&rng, 1), symmetric_number(&rng, 1),
                           symmetric_number(&rng, 1)};
        tact_vec3 at = tact_pose_place(pose, shift);
        b.pose.m[3] = at.x;
        b.pose.m[7] = at.y;
        b.pose.m[11] = at.z;
        double deep = fmin(r[0] + r[1] - sqrt(shift.x * shift.x + shift.y * shift.y),
                           h[0] + h[1] - fabs(shift.z));
        tact_outcome outcome = verdict(&a, &b);
        check_some_levels(i, 64, &a, &b);
        if (fabs(deep) < 1e-6) {
            assert_true(fabs(deep) < 1e-12 ||
                        outcome != (deep > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT));
            continue;
        }
        open += outcome == TACT_OUTCOME_UNDECIDED;
        contacts += outcome == TACT_OUTCOME_CONTACT;
        assert_int_not_equal(outcome, deep > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
    }
    printf("%llu of %llu open, %llu in contact\n", (unsigned long long)open,
           (unsigned long long)cases, (unsigned long long)contacts);
    assert_int_equal(open, 0);
    assert_true(contacts > cases / 4);
}

/* Shapes around one point, or moved along an axis by less than half their least reach. */
static void shapes_in_each_other(void **state) {
    (void)state;
    const tact_shape shapes[] = {
        tact_shape_cylinder(1, 0.5),  tact_shape_cone(1, 1), tact_shape_ellipsoid(1, 0.75, 0.5),
        tact_shape_box(1, 0.5, 0.75), tact_shape_sphere(1),  tact_shape_ellipsoid(1, 1, 1)};
    enum { KINDS = sizeof shapes / sizeof *shapes };
    for (int i = 0; i < KINDS; i++)
        for (int j = 0; j < KINDS; j++)
            for (int k = 0; k < 7; k++) {
                tacti_placed_shape a = {&shapes[i], tact_pose_identity()}, b = a;
                b.shape = &shapes[j];
                if (k > 0)
                    b.pose.m[4 * ((k - 1) / 2) + 3] = k % 2 == 0 ? 0.125 : -0.125;
                assert_int_equal(verdict(&a, &b), TACT_OUTCOME_CONTACT);
                check_pair_levels(&a, &b);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parallel_cylinders),
        cmocka_unit_test(shapes_in_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
