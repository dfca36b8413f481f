/* SPDX-License-Identifier: MIT */
/* Morton codes against the plain loop over bits, and cells of points against GMP rationals. */
#include "support.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>

#define LAST 2097151u

static uint64_t plain_encode(uint32_t x, uint32_t y, uint32_t z) {
    uint64_t code = 0;
    for (unsigned i = 0; i < 21; i++) {
        code |= (uint64_t)(x >> i & 1) << (3 * i);
        code |= (uint64_t)(y >> i & 1) << (3 * i + 1);
        code |= (uint64_t)(z >> i & 1) << (3 * i + 2);
    }
    return code;
}

static void check_code(uint32_t x, uint32_t y, uint32_t z) {
    uint64_t code = tact_morton_encode(x, y, z);
    assert_true(code == plain_encode(x, y, z));
    uint32_t a = 1, b = 2, c = 3;
    tact_morton_decode(code, &a, &b, &c);
    assert_true(a == (x & LAST) && b == (y & LAST) && c == (z & LAST));
    tact_morton_decode(code | UINT64_C(1) << 63, &a, &b, &c); /* the top bit is not part of the
                                                                 code */
    assert_true(a == (x & LAST) && b == (y & LAST) && c == (z & LAST));
}

static void test_encode(void **state) {
    (void)state;
    test_rng rng = test_rng_start("morton_encode");
    for (uint32_t x = 0; x <= LAST; x++) /* every value of a coordinate, in each place */
        check_code(x, LAST - x, x ^ 0x155555);
    for (uint32_t n = 0; n < 32 * 32 * 32; n++) /* every small triple */
        check_code(n % 32, n / 32 % 32, n / 1024);
    for (uint64_t n = test_case_count(100000, 1000000); n > 0; n--) /* high bits are dropped */
        check_code((uint32_t)test_rng_next(&rng), (uint32_t)test_rng_next(&rng),
                   (uint32_t)test_rng_next(&rng));
    assert_true(tact_morton_encode(LAST, LAST, LAST) == (UINT64_C(1) << 63) - 1);
    assert_true(tact_morton_encode(1, 0, 0) == 1 && tact_morton_encode(0, 1, 0) == 2 &&
                tact_morton_encode(0, 0, 1) == 4);
    printf("  %u values of a coordinate, all of them\n", LAST + 1);
}

/* The cell of p over [lo, hi], through the public function, each axis in turn. */
static uint32_t cell(double p, double lo, double hi) {
    uint32_t x, y, z;
    tact_box box = {{lo, 0, lo}, {hi, 1, hi}};
    tact_morton_decode(tact_morton_of_point((tact_vec3){p, 0.5, p}, box), &x, &y, &z);
    assert_true(x == z && y == (LAST + 1) / 2);
    box = (tact_box){{0, lo, 0}, {0, hi, 0}};
    uint32_t middle;
    tact_morton_decode(tact_morton_of_point((tact_vec3){1, p, -1}, box), &y, &middle, &z);
    assert_true(y == 0 && middle == x && z == 0);
    return x;
}

/* floor((p - lo) / (hi - lo) 2^21) without rounding, brought into range. */
static uint32_t exact_cell(double p, double lo, double hi) {
    mpq_t offset, extent, low;
    mpz_t floor;
    mpq_inits(offset, extent, low, NULL);
    mpz_init(floor);
    mpq_set_d(offset, p);
    mpq_set_d(extent, hi);
    mpq_set_d(low, lo);
    mpq_sub(offset, offset, low);
    mpq_sub(extent, extent, low);
    mpq_div(offset, offset, extent);
    mpq_mul_2exp(offset, offset, 21);
    mpz_fdiv_q(floor, mpq_numref(offset), mpq_denref(offset));
    uint32_t result = LAST;
    if (mpz_sgn(floor) < 0)
        result = 0;
    else if (mpz_cmp_ui(floor, LAST) < 0)
        result = (uint32_t)mpz_get_ui(floor);
    mpq_clears(offset, extent, low, NULL);
    mpz_clear(floor);
    return result;
}

static void random_range(test_rng *rng, double *lo, double *hi) {
    double a = test_rng_any_double(rng), b = test_rng_any_double(rng);
    uint32_t kind = test_rng_below(rng, 4);
    if (kind != 0) {
        int k = kind == 1 ? 0 : kind == 2 ? 1024 : -1040;
        a = ldexp(test_rng_between(rng, -1, 1), k);
        b = ldexp(test_rng_between(rng, -1, 1), k);
    }
    *lo = fmin(a, b);
    *hi = fmax(a, b);
}

static void test_cells(void **state) {
    (void)state;
    test_rng rng = test_rng_start("morton_cells");
    uint64_t count = test_case_count(50000, 500000), different = 0, inside = 0;
    for (uint64_t n = 0; n < count; n++) {
        double lo, hi;
        random_range(&rng, &lo, &hi);
        if (!(lo < hi))
            continue;
        double t = test_rng_between(&rng, -0.1, 1.1);
        double p = lo * (1 - t) + hi * t;
        double q = n % 2 == 0 ? nextafter(p, INFINITY) : test_rng_any_double(&rng);
        if (!isfinite(p) || !isfinite(q))
            continue;
        uint32_t of_p = cell(p, lo, hi), of_q = cell(q, lo, hi), right = exact_cell(p, lo, hi);
        assert_true(of_p <= LAST);
        assert_true(p <= q ? of_p <= of_q : of_p >= of_q); /* order is kept */
        assert_true((of_p > right ? of_p - right : right - of_p) <= 1);
        different += of_p != right;
        inside += right > 0 && right < LAST;
    }
    printf("  %llu points, %llu inside, %llu in the neighbouring cell by rounding\n",
           (unsigned long long)count, (unsigned long long)inside, (unsigned long long)different);
    assert_true(inside > count / 4 && different < count / 1000);
}

static void test_outside_and_flat(void **state) {
    (void)state;
    assert_int_equal(cell(0, 0, 1), 0);
    assert_int_equal(cell(1, 0, 1), LAST);
    assert_int_equal(cell(nextafter(1, 0), 0, 1), LAST);
    assert_int_equal(cell(0.5, 0, 1), (LAST + 1) / 2);
    assert_int_equal(cell(nextafter(0.5, 0), 0, 1), (LAST + 1) / 2 - 1);
    assert_int_equal(cell(-5, 0, 1), 0);
    assert_int_equal(cell(5, 0, 1), LAST);
    assert_int_equal(cell(-DBL_MAX, 0, 1), 0);
    assert_int_equal(cell(DBL_MAX, 0, 1), LAST);
    assert_int_equal(cell(INFINITY, 0, 1), LAST);
    assert_int_equal(cell(-INFINITY, 0, 1), 0);
    assert_int_equal(cell(NAN, 0, 1), 0);
    /* Boxes whose side overflows. */
    assert_int_equal(cell(0, -DBL_MAX, DBL_MAX), (LAST + 1) / 2);
    assert_int_equal(cell(DBL_MAX, -DBL_MAX, DBL_MAX), LAST);
    assert_int_equal(cell(-DBL_MAX, -DBL_MAX, DBL_MAX), 0);
    assert_int_equal(cell(0.5 * DBL_MAX, -DBL_MAX, DBL_MAX), (LAST + 1) / 4 * 3);
    /* The shortest side: two points, the first and the last cell. */
    assert_int_equal(cell(0x1p-1074, 0, 0x1p-1074), LAST);
    assert_int_equal(cell(0, 0, 0x1p-1074), 0);
    /* Flat, reversed, infinite, NaN: some cell, and no undefined behaviour. */
    const double any[] = {-INFINITY, -DBL_MAX, -1, 0, 1, DBL_MAX, INFINITY, NAN};
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(cell(any[i], 1, 1), 0);
        assert_int_equal(cell(any[i], 1, 0), 0);
        for (size_t j = 0; j < 8; j++)
            for (size_t k = 0; k < 8; k++)
                assert_true(cell(any[i], any[j], any[k]) <= LAST);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encode),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_outside_and_flat),
    };
    return cmocka_run_group_tests_name("math: Morton codes", tests, NULL, NULL);
}
