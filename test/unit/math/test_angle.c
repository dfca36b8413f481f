/* SPDX-License-Identifier: MIT */
/* Compares the angle of a vector with libm's in long double, within the promised 2^-50: near the
 * axes and diagonals, next to the steps of the table, and for coordinates of any size. */
#include "support.h"

#include <math.h>

#include "math/angle.h"

static void check(double x, double y) {
    double angle = tacti_angle(x, y);
    long double error = (long double)angle - atan2l((long double)y, (long double)x);
    assert_true(fabsl(error) <= 0x1p-50L);
    assert_true(angle >= 0 && angle <= 0x1.921fb54442d19p1);
}

static void test_random(void **state) {
    (void)state;
    test_rng rng = test_rng_start("math_angle");
    uint64_t count = test_case_count(200000, 20000000);
    for (uint64_t i = 0; i < count; i++) {
        double x = test_rng_between(&rng, -1, 1), y = test_rng_unit(&rng);
        if (i % 4 == 1)
            x = ldexp(x, -(int)test_rng_below(&rng, 80));
        else if (i % 4 == 2)
            y = ldexp(y, -(int)test_rng_below(&rng, 80));
        if (i % 4 == 3) {
            int shift = (int)test_rng_below(&rng, 1900) - 950;
            x = ldexp(x, shift);
            y = ldexp(y, shift);
        }
        if (x != 0 || y != 0)
            check(x, y);
    }
}

/* Quotients at the table's numbers, between them, and one double next to them. */
static void test_steps(void **state) {
    (void)state;
    for (int i = 0; i <= 64; i++)
        for (int k = -1; k <= 1; k++) {
            double t = i / 64.0;
            t = k < 0 ? tacti_next_down(t) : k > 0 ? tacti_next_up(t) : t;
            if (t < 0 || t > 1)
                continue;
            check(1, t);
            check(t, 1);
            check(-1, t);
            check(-t, 1);
        }
    check(0, 1);
    check(0, 0x1p-1074);
    check(-0.0, 3);
    check(5, 0);
    check(-5, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_steps),
    };
    return cmocka_run_group_tests_name("math/angle", tests, NULL, NULL);
}
