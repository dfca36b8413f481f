/* SPDX-License-Identifier: MIT */
/* A rounded disc and a rounded needle that is a million times longer. The depth once came with the
 * direction between the nearest points of the search. Moved by the depth along it, the needle still
 * met the disc: for so long a needle, a direction that is slightly off is wrong. */
#include "support.h"

#include <math.h>

#include "depth/depth_answer.h"
#include "pair/pair_depth.h"

static void test_disc_and_needle(void **state) {
    (void)state;
    tact_shape disc = tact_shape_cone(0x1p35, 0);
    tact_shape needle = tact_shape_ellipsoid(0x1.fffffffffffffp+55, 0, 0);
    disc.radius = needle.radius = 0x1p35;
    tacti_placed_shape a = {
        &disc,
        {{-0x1.dad1504521388p-1, -0x1.38943ecc0b3cbp-2, 0x1.bb0114d38ca41p-3, 0,
          0x1.4f771ed04373fp-2, -0x1.888a36ebebffp-2, 0x1.ba23dd2d5d7c8p-1, 0,
          -0x1.7209895f562c8p-3, 0x1.be503d89563c2p-1, 0x1.d26f4afbe4e48p-2, 0}}};
    tacti_placed_shape b = {
        &needle,
        {{0x1.53e6cbb3f8f06p-1, 0x1.36b18b24a616cp-1, -0x1.bf92c553f8c88p-2, 0x1.fffffffffffffp+35,
          -0x1.3d9033c7564dcp-1, 0x1.8bee3d07b9059p-1, 0x1.0d6a0b6a3de87p-3, 0,
          0x1.abda4e74ab8dcp-2, 0x1.7859b30c81c7dp-3, 0x1.c78d24f521d8p-1, 0}}};
    tacti_convex_depth_answer depth;
    assert_int_equal(tacti_convex_depth(&a, &b, NULL, &depth), TACT_OK);
    assert_int_equal(depth.outcome, TACT_OUTCOME_CONTACT);
    /* The overlap of both along the direction, from the support functions. Products of the long
     * needle with its cosine are exact to 2^-8 in long double. */
    const double *p = a.pose.m, *q = b.pose.m;
    tact_vec3 n = depth.direction;
    long double along[3], needle_cosine = 0, shift = 0;
    for (int k = 0; k < 3; k++)
        along[k] =
            (long double)p[k] * n.x + (long double)p[4 + k] * n.y + (long double)p[8 + k] * n.z;
    for (int k = 0; k < 3; k++) {
        needle_cosine += (long double)q[4 * k] * (&n.x)[k];
        shift += ((long double)p[4 * k + 3] - q[4 * k + 3]) * (&n.x)[k];
    }
    long double overlap = shift + 0x1p36L +
                          0x1p35L * sqrtl(along[0] * along[0] + along[1] * along[1]) +
                          0x1.fffffffffffffp+55L * fabsl(needle_cosine);
    assert_true(overlap <= depth.upper * (1 + 1e-9L));
}

/* A segment and a needle of length 2^296. The segment misses the needle's tip by one unit in the
 * last place, and rounding hides whether they touch. The upper bound of the depth once belonged to
 * another direction. */
static void test_needle_and_segment(void **state) {
    (void)state;
    tact_shape segment =
        tact_shape_segment((tact_vec3){0, -0x1p-624, 0x1.fffffffffffffp+295},
                           (tact_vec3){-0x1p-1073, -0x1.0000000000001p+296, 0x1p-53}, 0);
    tact_shape needle = tact_shape_ellipsoid(1, 1, 0x1p296);
    tacti_placed_shape a = {&segment, tact_pose_identity()};
    tacti_placed_shape b = {&needle, {{0, -1, 0, -0x1p-624, 0, 0, -1, 0, 1, 0, 0, -0x1.8p-1073}}};
    tacti_convex_depth_answer depth;
    assert_int_equal(tacti_convex_depth(&a, &b, NULL, &depth), TACT_OK);
    assert_int_not_equal(depth.outcome, TACT_OUTCOME_CONTACT);
    /* Along a direction between y and -z the end of the segment at z = 2^296 reaches into the
     * needle by 2^243 times z; the answer may leave at most that much open. */
    long double end = 0x1.fffffffffffffp+295L * -depth.direction.z;
    long double tip = 0x1p296L * fabsl(depth.direction.y);
    assert_true(depth.lower == 0 && tip - end <= depth.upper * (1 + 1e-9L));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_disc_and_needle),
        cmocka_unit_test(test_needle_and_segment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
