/* SPDX-License-Identifier: MIT */
/* Numbers in text: reading against the C library's strtod (correctly rounded in the C locale),
 * writing against reading, and the table of powers against GMP. */
#include "support.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpz64.h"
#include "math/bits.h"
#include "math/number.h"
#include "math/number_power.h"

/* Reads text of a given length from a block of exactly that size, so that the address sanitizer
 * reports a read beyond its end. Returns how many bytes were consumed. */
static size_t read_exactly(const char *text, size_t length, double *out) {
    unsigned char *copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    size_t taken = (size_t)(tacti_read_double(copy, copy + length, out) - copy);
    free(copy);
    return taken;
}

static void assert_reads_as_strtod(const char *text) {
    char *after;
    double expected = strtod(text, &after);
    double actual = 0;
    size_t taken = read_exactly(text, strlen(text), &actual);
    if (taken != (size_t)(after - text) ||
        tacti_bits_from_double(actual) != tacti_bits_from_double(expected))
        fail_msg("'%.80s': %a after %zu bytes, expected %a after %zu", text, actual, taken,
                 expected, (size_t)(after - text));
}

/* Texts that are a number, that are not, and that only begin with one. */
static const char *const shapes[] = {"0",
                                     "-0",
                                     "+0",
                                     "1",
                                     "+1",
                                     "-1",
                                     ".5",
                                     "5.",
                                     "-.5",
                                     "0.5",
                                     "00000012.5",
                                     "1e5",
                                     "1E5",
                                     "1e+5",
                                     "1e-5",
                                     "1.e2",
                                     ".1e1",
                                     "1e",
                                     "1e+",
                                     "1e-",
                                     "1e+x",
                                     "5.e",
                                     ".e1",
                                     ".",
                                     "-",
                                     "+",
                                     "",
                                     "-.",
                                     "+.",
                                     "..5",
                                     "1..5",
                                     "1.5.5",
                                     "1-2",
                                     "--1",
                                     "+-1",
                                     "e5",
                                     "x",
                                     "1x",
                                     "1,5",
                                     "1 2",
                                     " ",
                                     "0e5",
                                     "0e999999999999999999999",
                                     "1e999999999999999999999",
                                     "1e-999999999999999999999",
                                     "-1e400",
                                     "1e400",
                                     "1e-400",
                                     "000000000000000000000000000000",
                                     "0.000000000000000000000000",
                                     "0000000000000000000000000000001",
                                     "0.00000000000000000000000000000000000000000000001",
                                     "inf",
                                     "-inf",
                                     "+inf",
                                     "INF",
                                     "Infinity",
                                     "infinit",
                                     "-infinity",
                                     "in",
                                     "na",
                                     "i",
                                     "12345678",
                                     "123456789",
                                     "1234567812345678",
                                     "12345678.12345678",
                                     "1234567:",
                                     "12345678/"};

static void shapes_of_numbers_are_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        assert_reads_as_strtod(shapes[i]);
    static const char *const nans[] = {"nan", "NaN", "-nan", "+NAN"};
    for (size_t i = 0; i < sizeof nans / sizeof nans[0]; i++) {
        double x = 0;
        assert_int_equal(read_exactly(nans[i], strlen(nans[i]), &x), strlen(nans[i]));
        assert_true(tacti_bits_from_double(x) == TACTI_NAN_BITS);
    }
    /* Forms that strtod accepts and mesh files do not have. */
    double x = 0;
    assert_int_equal(read_exactly("0x1p3", 5, &x), 1);
    assert_int_equal(read_exactly("nan(ind)", 8, &x), 3);
    /* The end is where the caller says. */
    assert_int_equal(read_exactly("125", 2, &x), 2);
    test_assert_same_bits(x, 12);
    assert_int_equal(read_exactly("1e5", 2, &x), 1);
    assert_int_equal(read_exactly("infinity", 5, &x), 3);
    assert_int_equal(read_exactly("-1", 1, &x), 0);
}

/* Half way points and their neighbours, the ends of the range, and numbers that other readers got
 * wrong.
 */
static const char *const hard_numbers[] = {
    "9007199254740993",
    "9007199254740992.5",
    "9007199254740993.00000000000000000000000000001",
    "9007199254740992.99999999999999999999999",
    "9007199254740995",
    "9007199254740991.5",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "2.2250738585072014e-308",
    "1e23",
    "8.5e22",
    "9.5e21",
    "1e22",
    "4.9406564584124654e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.470328229206232720882843964341106861825299013071623822127928"
    "412503377536351043759326499181808179961898982823477228588654633283551779698981993873980053"
    "909390631503565951557022639229085839244910518443593180284993653615250031937045767824921936"
    "562366986365848075700158576926990370631192827955855133292783433840935197801553124659726357"
    "957462276646527282722005637400648549997709659947045402082816622623785739345073633900796776"
    "193057750674017632467360096895134053553745851666113422376667860416215968046191446729184030"
    "053005753084904876539171138659164623952491262365388187963623937328042389101867234849766823"
    "508986338858792562830275599565752445550725518931369083625477918694866799496832404970582102"
    "851318545139621383772282614543769341253209859132766723632812500e-324",
    "7.4109846876186981e-324",
    "7.4109846876186982e-324",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
    "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
    "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
    "342711559699508093042880177904174497791.9999999999999999999999999999999999999999999999999",
    "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
    "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
    "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
    "342711559699508093042880177904174497792",
    "1448997445238699",
    "6.92949564460091864e15",
    "3.2378839133029012895883524125015321748630094"
    "e-308",
    "1.1125369292536007e-308",
    "0.500000000000000166533453693773481063544750213623046875",
    "3.518437208883201171875e13",
    "62.5364939768271845828",
    "8.10109172351e-10",
    "1.50000000000000011102230246251565",
    "9007199254740991.4999999999999999999999999999999995",
    "18446744073709551615",
    "18446744073709551616",
    "9999999999999999999",
    "10000000000000000000",
    "99999999999999999999e-340",
    "1e-323",
    "3e-324",
    "2e-324",
    "123456789012345678901234567890e-300",
    "2.2250738585072013830902327173324040642192159804623318305533274168872044348139181958542831"
    "5901256e-308"};

static void hard_numbers_are_rounded_right(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof hard_numbers / sizeof hard_numbers[0]; i++)
        assert_reads_as_strtod(hard_numbers[i]);
    double x;
    read_exactly("9007199254740993", 16, &x);
    test_assert_same_bits(x, 9007199254740992.0);
    read_exactly("1e999", 5, &x);
    test_assert_same_bits(x, INFINITY);
    read_exactly("-1e-999", 7, &x);
    test_assert_same_bits(x, -0.0);
}

/* The exact decimal of the point half way between two neighbours, and points just next to it. */
static void half_way_points_go_to_even(void **state) {
    (void)state;
    test_rng rng = test_rng_start("half_way_points_go_to_even");
    static char text[2200], beside[2300];
    uint64_t cases = test_case_count(20000, 400000);
    for (uint64_t i = 0; i < cases; i++) {
        double a = fabs(test_rng_any_double(&rng));
        if (i % 3 == 0)
            a = tacti_double_from_bits(test_rng_next(&rng) >> (12 + test_rng_below(&rng, 50)));
        /* A half way point has one bit more than a double, so it is printed with whole numbers: (2m
         * + 1) * 2^e. */
        uint64_t bits = tacti_bits_from_double(a);
        uint64_t field = bits >> 52, mantissa = bits & ((UINT64_C(1) << 52) - 1);
        if (field > 0)
            mantissa |= UINT64_C(1) << 52;
        int exponent = (int)(field > 0 ? field : 1) - 1076;
        mpz_t n;
        mpz_init(n);
        test_mpz_set_u64(n, 2 * mantissa + 1);
        if (exponent < 0) {
            mpz_t fives;
            mpz_init(fives);
            mpz_ui_pow_ui(fives, 5, (unsigned long)-exponent);
            mpz_mul(n, n, fives);
            mpz_clear(fives);
        } else {
            mpz_mul_2exp(n, n, (mp_bitcnt_t)exponent);
        }
        mpz_get_str(text, 10, n);
        int scale = exponent < 0 ? exponent : 0;
        snprintf(beside, sizeof beside, "%se%d", text, scale);
        assert_reads_as_strtod(beside);
        snprintf(beside, sizeof beside, "%s%0*d1e%d", text, 1 + (int)test_rng_below(&rng, 60), 0,
                 scale);
        beside[strlen(text)] = '.';
        assert_reads_as_strtod(beside);
        mpz_sub_ui(n, n, 1);
        mpz_get_str(text, 10, n);
        snprintf(beside, sizeof beside, "%s.9999999999999999999999e%d", text, scale);
        assert_reads_as_strtod(beside);
        mpz_clear(n);
    }
}

static void random_texts_read_as_strtod(void **state) {
    (void)state;
    test_rng rng = test_rng_start("random_texts_read_as_strtod");
    uint64_t cases = test_case_count(300000, 30000000);
    for (uint64_t i = 0; i < cases; i++) {
        char text[96];
        char *to = text;
        uint32_t digits = 1 + test_rng_below(&rng, i % 8 == 0 ? 40 : 20);
        uint32_t point = test_rng_below(&rng, 2 * digits);
        for (uint32_t d = 0; d < digits; d++) {
            if (d == point)
                *to++ = '.';
            *to++ = (char)('0' + test_rng_below(&rng, 10));
        }
        *to = '\0';
        if (i % 2 == 0)
            snprintf(to, 16, "e%d", (int)test_rng_below(&rng, 700) - 360);
        assert_reads_as_strtod(text);
        snprintf(text, sizeof text, "%.*g", 15 + (int)(i % 4), test_rng_any_double(&rng));
        assert_reads_as_strtod(text);
    }
}

static void long_digit_strings_cost_their_length(void **state) {
    (void)state;
    const size_t length = 1 << 20;
    char *text = malloc(length + 16);
    assert_non_null(text);
    memset(text, '9', length);
    strcpy(text + length, "e-1048576");
    assert_reads_as_strtod(text);
    memset(text, '0', length);
    strcpy(text + length, "1.5");
    assert_reads_as_strtod(text);
    text[1] = '.';
    strcpy(text + length, "125e1048570");
    assert_reads_as_strtod(text);
    /* Half way, and a digit that breaks the tie a million digits later. */
    memset(text, '0', length);
    memcpy(text, "9007199254740993.", 17);
    text[length] = '\0';
    assert_reads_as_strtod(text);
    text[length - 1] = '1';
    assert_reads_as_strtod(text);
    free(text);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void assert_text_is(double x, const char *expected) {
    char text[TACTI_DOUBLE_TEXT];
    size_t length = tacti_write_double(text, x);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

static void texts_look_as_expected(void **state) {
    (void)state;
    assert_text_is(0, "0");
    assert_text_is(-0.0, "-0");
    assert_text_is(1, "1");
    assert_text_is(-10, "-10");
    assert_text_is(0.1, "0.1");
    assert_text_is(-0.5, "-0.5");
    assert_text_is(1.5, "1.5");
    assert_text_is(0.1 + 0.2, "0.30000000000000004");
    assert_text_is(100, "100");
    assert_text_is(123456789, "123456789");
    assert_text_is(1e16, "10000000000000000");
    assert_text_is(1e17, "1e17");
    assert_text_is(1e22, "1e22");
    assert_text_is(1e23, "1e23");
    assert_text_is(9007199254740991, "9007199254740991");
    assert_text_is(9007199254740992, "9007199254740992");
    assert_text_is(9007199254740994, "9007199254740994");
    assert_text_is(0.00001, "0.00001");
    assert_text_is(0.000012345678901234567, "0.000012345678901234568");
    assert_text_is(0.000001, "1e-6");
    assert_text_is(-1.25e-7, "-1.25e-7");
    assert_text_is(5e-324, "5e-324");
    assert_text_is(2.2250738585072014e-308, "2.2250738585072014e-308");
    assert_text_is(-1.7976931348623157e308, "-1.7976931348623157e308");
    assert_text_is(INFINITY, "inf");
    assert_text_is(-INFINITY, "-inf");
    assert_text_is((double)NAN, "nan");
    assert_text_is(-(double)NAN, "nan");
}

/* How many digits a text has before its exponent, without leading and trailing zeros. */
static int count_digits(const char *text) {
    int count = 0, zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text == '0')
            zeros += count > 0;
        else if (*text > '0' && *text <= '9') {
            count += zeros + 1;
            zeros = 0;
        }
    }
    return count;
}

/* The text reads back as x, no shorter text does, and no text of its length is nearer. */
static void assert_shortest(double x) {
    char text[TACTI_DOUBLE_TEXT], other[64];
    size_t length = tacti_write_double(text, x);
    assert_true(length < sizeof text && text[length] == '\0');
    double again = 0;
    assert_int_equal(read_exactly(text, length, &again), length);
    test_assert_same_bits(again, x);
    test_assert_same_bits(strtod(text, NULL), x);
    int digits = count_digits(text);
    if (digits > 1) {
        /* The decimals of one digit less just below and above x are other doubles, so no shorter
         * text is x... (The C library prints in the rounding mode of the moment.) */
        static const int modes[] = {FE_DOWNWARD, FE_UPWARD};
        for (int i = 0; i < 2; i++) {
            fesetround(modes[i]);
            snprintf(other, sizeof other, "%.*e", digits - 2, x);
            fesetround(FE_TONEAREST);
            if (strtod(other, NULL) == x)
                fail_msg("%s is shorter than %s", other, text);
        }
    }
    /* ...and the nearest of as many digits is what was written, unless it is another double. */
    snprintf(other, sizeof other, "%.*e", digits > 0 ? digits - 1 : 0, x);
    double nearest = strtod(other, NULL);
    if (nearest == x && count_digits(other) == digits) {
        char mine[64];
        mpf_t a, b;
        mpf_init2(a, 4000);
        mpf_init2(b, 4000);
        mpf_set_str(a, other, 10);
        mpf_set_str(b, text, 10);
        snprintf(mine, sizeof mine, "%s", text);
        mpf_t exact;
        mpf_init2(exact, 4000);
        mpf_set_d(exact, x);
        mpf_sub(a, a, exact);
        mpf_sub(b, b, exact);
        mpf_abs(a, a);
        mpf_abs(b, b);
        if (mpf_cmp(b, a) > 0)
            fail_msg("%s is nearer than %s", other, mine);
        mpf_clears(a, b, exact, NULL);
    }
}

static void powers_of_two_and_ten_are_shortest(void **state) {
    (void)state;
    for (int e = -1074; e < 1024; e++) {
        double x = ldexp(1, e);
        assert_shortest(x);
        assert_shortest(tacti_next_up(x));
        if (e > -1074)
            assert_shortest(-tacti_next_up(-x));
    }
    for (int e = -323; e < 309; e++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", e);
        assert_shortest(strtod(text, NULL));
        if (e < 308)
            assert_shortest(strtod(text, NULL) * 3);
    }
    for (uint64_t bits = 1; bits < 3000; bits++)
        assert_shortest(tacti_double_from_bits(bits));
}

static void random_doubles_are_shortest(void **state) {
    (void)state;
    test_rng rng = test_rng_start("random_doubles_are_shortest");
    uint64_t cases = test_case_count(60000, 3000000);
    for (uint64_t i = 0; i < cases; i++) {
        assert_shortest(test_rng_any_double(&rng));
        assert_shortest(test_rng_between(&rng, -1000, 1000));
        assert_shortest((double)test_rng_below(&rng, 1000000) / 1000);
        assert_shortest((double)(test_rng_next(&rng) >> test_rng_below(&rng, 64)));
        assert_shortest((double)(float)test_rng_between(&rng, -10, 10));
        assert_shortest(tacti_double_from_bits(test_rng_next(&rng) >> (12 + i % 50)));
    }
}

static void random_doubles_come_back_bit_for_bit(void **state) {
    (void)state;
    test_rng rng = test_rng_start("random_doubles_come_back_bit_for_bit");
    uint64_t cases = test_case_count(1000000, 100000000);
    for (uint64_t i = 0; i < cases; i++) {
        double x = i % 2 == 0 ? test_rng_any_double(&rng) : test_rng_between(&rng, -10, 10);
        char text[TACTI_DOUBLE_TEXT];
        size_t length = tacti_write_double(text, x);
        const unsigned char *start = (const unsigned char *)text;
        double again = 0;
        const unsigned char *after = tacti_read_double(start, start + length, &again);
        if (after != start + length || tacti_bits_from_double(x) != tacti_bits_from_double(again))
            fail_msg("%a became %s became %a", x, text, again);
    }
}

/* ---- What reading and writing use
 * --------------------------------------------------------------- */

static void powers_are_cut_right(void **state) {
    (void)state;
    mpz_t power, scaled, entry, low;
    mpz_inits(power, scaled, entry, low, NULL);
    for (int e = TACTI_POWER_MIN; e <= TACTI_POWER_MAX; e++) {
        mpz_ui_pow_ui(power, 10, (unsigned long)abs(e));
        int shift = 127 - tacti_log2_of_power(e);
        if (e < 0) {
            mpz_ui_pow_ui(scaled, 2, (unsigned long)shift);
            mpz_fdiv_q(scaled, scaled, power);
        } else if (shift >= 0) {
            mpz_mul_2exp(scaled, power, (mp_bitcnt_t)shift);
        } else {
            mpz_fdiv_q_2exp(scaled, power, (mp_bitcnt_t)-shift);
        }
        tacti_power got = tacti_powers[e - TACTI_POWER_MIN];
        assert_true(got.high >> 63 == 1);
        test_mpz_set_u64(entry, got.high);
        mpz_mul_2exp(entry, entry, 64);
        test_mpz_set_u64(low, got.low);
        mpz_add(entry, entry, low);
        assert_int_equal(mpz_cmp(entry, scaled), 0);
        /* Only the powers from 10^0 to 10^55 are exact in 128 bits. */
        if (e >= 0 && shift < 0)
            assert_int_equal(mpz_divisible_2exp_p(power, (mp_bitcnt_t)-shift) != 0, e <= 55);
    }
    mpz_clears(power, scaled, entry, low, NULL);
}

static void products_have_both_halves(void **state) {
    (void)state;
    test_rng rng = test_rng_start("products_have_both_halves");
    for (int i = 0; i < 100000; i++) {
        uint64_t a = test_rng_next(&rng) >> test_rng_below(&rng, 64);
        uint64_t b = i % 100 == 0 ? UINT64_MAX : test_rng_next(&rng);
        uint64_t low, low_by_halves;
        assert_true(tacti_multiply_wide(a, b, &low) == tacti_multiply_halves(a, b, &low_by_halves));
        assert_true(low == a * b && low_by_halves == low);
    }
    uint64_t low;
    assert_true(tacti_multiply_halves(UINT64_MAX, UINT64_MAX, &low) == UINT64_MAX - 1 && low == 1);
}

static void logarithms_are_cut_right(void **state) {
    (void)state;
    for (int e = -1100; e <= 1100; e++) {
        /* The logarithms are far enough from whole numbers for long double to decide; log10(2^e) is
         * whole only for e = 0. */
        long double log = (long double)e * 0.30102999566398119521373889472449302677L;
        assert_int_equal(tacti_log10_of_two(e), (int)floorl(log));
        log += -0.12493873660829995313244988619387074L;
        assert_int_equal(tacti_log10_of_three_quarters(e), (int)floorl(log));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_are_cut_right),
        cmocka_unit_test(products_have_both_halves),
        cmocka_unit_test(logarithms_are_cut_right),
        cmocka_unit_test(shapes_of_numbers_are_read),
        cmocka_unit_test(hard_numbers_are_rounded_right),
        cmocka_unit_test(half_way_points_go_to_even),
        cmocka_unit_test(random_texts_read_as_strtod),
        cmocka_unit_test(long_digit_strings_cost_their_length),
        cmocka_unit_test(texts_look_as_expected),
        cmocka_unit_test(powers_of_two_and_ten_are_shortest),
        cmocka_unit_test(random_doubles_are_shortest),
        cmocka_unit_test(random_doubles_come_back_bit_for_bit),
    };
    return cmocka_run_group_tests_name("math_number", tests, NULL, NULL);
}
