/* SPDX-License-Identifier: MIT */
/* Argument reduction for sine and cosine in integers, after M. Payne and R. Hanek (Radian reduction
 * for trigonometric functions, 1983). One method handles arguments of every size. A shortcut for
 * small arguments would need a second proof.
 *
 * With x = m 2^e, m an integer of 53 bits, the product x (2/pi) modulo 4 needs only a window of the
 * bits of 2/pi: those of weight above 2^(1-e) give multiples of 4, those below 2^-(e+190) together
 * less than 2^-137. So m times the window of 192 bits, modulo 2^192, is x (2/pi) modulo 4 in units
 * of 2^-190, too small by less than 2^-137.
 *
 * No double comes closer to a multiple of pi/2 (other than 0) than 2^-61.5 quarter turns, so the
 * relative error stays below 2^-75. test_trig.c recomputes the bits of 2/pi, and the bound on the
 * distance from continued fractions, for each exponent. */
#include "base/assert.h"
#include "math/trig.h"

const uint64_t tacti_two_over_pi[TACTI_TWO_OVER_PI_WORDS] = {
    0x0000000000000000, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041,
    0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E,
    0xE88235F52EBB4484, 0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B,
    0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D,
    0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB};

/* 192 bits, word[2] the highest. */
typedef struct wide {
    uint64_t word[3];
} wide;

/* a b as 128 bits from four products of 32 bits. */
static void multiply_full(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low) {
    uint64_t a1 = a >> 32, a0 = a & UINT32_MAX;
    uint64_t b1 = b >> 32, b0 = b & UINT32_MAX;
    uint64_t low_part = a0 * b0;
    uint64_t middle = a1 * b0 + (low_part >> 32);
    uint64_t other = a0 * b1 + (middle & UINT32_MAX);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    *low = (other << 32) | (low_part & UINT32_MAX);
}

/* 64 bits of 2/pi from a position of the table on. */
static uint64_t window_word(unsigned position) {
    unsigned word = position / 64, shift = position % 64;
    TACTI_ASSERT(word + 1 < TACTI_TWO_OVER_PI_WORDS);
    if (shift == 0)
        return tacti_two_over_pi[word];
    return tacti_two_over_pi[word] << shift | tacti_two_over_pi[word + 1] >> (64 - shift);
}

/* m 2^e (2/pi) modulo 4 in units of 2^-190. */
static wide quarter_turns(uint64_t m, int e) {
    unsigned position =
        (unsigned)(e + 62); /* bit j of 2/pi is at j + 63; the window opens at e - 1 */
    uint64_t carry, middle;
    wide product;
    multiply_full(m, window_word(position + 128), &carry, &product.word[0]);
    multiply_full(m, window_word(position + 64), &middle, &product.word[1]);
    product.word[1] += carry;
    product.word[2] = m * window_word(position) + middle + (product.word[1] < carry ? 1 : 0);
    return product;
}

static wide negate(wide a) {
    wide result;
    uint64_t carry = 1;
    for (int i = 0; i < 3; i++) {
        result.word[i] = ~a.word[i] + carry;
        carry = carry != 0 && result.word[i] == 0 ? 1 : 0;
    }
    return result;
}

static wide shift_left(wide a, unsigned count) {
    for (; count >= 64; count -= 64)
        a = (wide){{0, a.word[0], a.word[1]}};
    if (count == 0)
        return a;
    return (wide){{a.word[0] << count, a.word[1] << count | a.word[0] >> (64 - count),
                   a.word[2] << count | a.word[1] >> (64 - count)}};
}

static unsigned leading_zeros(wide a) {
    unsigned count = 0;
    while (count < 192 && a.word[2 - count / 64] == 0)
        count += 64;
    if (count == 192)
        return count;
    for (uint64_t word = a.word[2 - count / 64]; word >> 63 == 0; word <<= 1)
        count++;
    return count;
}

/* a 2^-192 as a twofold: the first 106 bits from the leading one on. */
static tacti_twofold fraction_to_twofold(wide a) {
    unsigned zeros = leading_zeros(a);
    TACTI_ASSERT(zeros < 64);
    wide top = shift_left(a, zeros);
    uint64_t first = top.word[2] >> 11;
    uint64_t second = (top.word[2] & 0x7FF) << 42 | top.word[1] >> 22;
    double hi = (double)first * tacti_power_of_two(-53 - (int)zeros);
    double lo = (double)second * tacti_power_of_two(-106 - (int)zeros);
    return tacti_twofold_fast_sum(hi, lo);
}

tacti_remainder tacti_reduce_quarter_turns(double x) {
    /* pi/2 with an error of 2^-109 */
    const tacti_twofold half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    TACTI_ASSERT(x >= 0.5 && tacti_is_finite(x));
    uint64_t bits = tacti_bits_from_double(x);
    uint64_t m = (bits & UINT64_C(0xFFFFFFFFFFFFF)) | UINT64_C(0x10000000000000);
    wide product = quarter_turns(m, (int)(bits >> 52) - 1075);
    unsigned turns = (unsigned)(product.word[2] >> 62);
    wide fraction = shift_left(product, 2);
    bool above_half = fraction.word[2] >> 63 != 0;
    if (above_half) {
        fraction = negate(fraction);
        turns = (turns + 1) % 4;
    }
    tacti_twofold rest = tacti_twofold_multiply(fraction_to_twofold(fraction), half_pi);
    if (above_half)
        rest = (tacti_twofold){-rest.hi, -rest.lo};
    return (tacti_remainder){rest, turns};
}
