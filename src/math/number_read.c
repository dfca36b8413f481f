/* SPDX-License-Identifier: MIT */
/* Text to double, rounded to nearest, ties to even, for any number of digits and any exponent.
 *
 * Three steps. Each handles what the step before leaves undecided. (1) Up to 53 bits of digits and
 * a power of ten that is itself a double need one correctly rounded operation (Clinger, "How to
 * read floating point numbers accurately", 1990). (2) The first 19 digits times the leading 128
 * bits of the power of ten lie between two bounds; if both round to the same double, that is the
 * answer (the idea of Eisel and Lemire, "Number parsing at a gigabyte per second", 2021; here both
 * bounds are rounded in full, so no case analysis is needed). (3) Otherwise the bounds round to two
 * neighbours, and the text is compared with the point half way between them in whole numbers of a
 * fixed size: such a point has at most 768 digits. After 800 digits only whether another one is not
 * 0 matters.
 */
#include "math/number.h"

#include <string.h>

#include "base/assert.h"
#include "math/bits.h"
#include "math/number_power.h"

/* Any number of so many digits fits in 64 bits. */
#define SHORT_DIGITS 19
/* Digits that are kept for the comparison. */
#define KEPT_DIGITS 800
/* 4096 bits. The numbers compared stay below 2^2900: 801 digits are 2661 bits, and half way points
 * times 5^1145 (the most that is left to scale by) are 2714. */
#define BIG_LIMBS 128
_Static_assert(32 * BIG_LIMBS >= 2900 + 32, "a product has at most one limb more");
#define EXPONENT_LIMIT INT64_C(1000000000000000)

/* The digits of a number in its text: value = digits * 10^exponent. */
typedef struct decimal {
    const unsigned char *first; /* the first digit that is not 0 */
    const unsigned char *last;  /* after the last digit; a point may lie between */
    int64_t count;              /* digits from first to last */
    int64_t exponent;
} decimal;

static inline bool is_digit(unsigned char c) {
    return (unsigned)(c - '0') <= 9;
}

/* ---- Whole numbers of a fixed size ---------------------------------------------------------- */

typedef struct big {
    uint32_t count;
    uint32_t limbs[BIG_LIMBS]; /* the lowest first */
} big;

static void big_multiply_add(big *a, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (uint32_t i = 0; i < a->count; i++) {
        carry += (uint64_t)a->limbs[i] * factor;
        a->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        TACTI_ASSERT(a->count < BIG_LIMBS);
        a->limbs[a->count++] = (uint32_t)carry;
    }
}

static void big_multiply_power_of_five(big *a, int64_t exponent) {
    for (; exponent >= 13; exponent -= 13)
        big_multiply_add(a, 1220703125, 0); /* 5^13 */
    for (; exponent > 0; exponent--)
        big_multiply_add(a, 5, 0);
}

/* a is not 0. */
static void big_shift_up(big *a, int64_t bits) {
    TACTI_ASSERT(a->count > 0 && bits >= 0);
    uint32_t whole = (uint32_t)(bits / 32);
    big_multiply_add(a, UINT32_C(1) << (bits % 32), 0);
    TACTI_ASSERT(a->count + whole <= BIG_LIMBS);
    memmove(a->limbs + whole, a->limbs, a->count * sizeof a->limbs[0]);
    memset(a->limbs, 0, whole * sizeof a->limbs[0]);
    a->count += whole;
}

static int big_compare(const big *a, const big *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (uint32_t i = a->count; i-- > 0;)
        if (a->limbs[i] != b->limbs[i])
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

/* The first KEPT_DIGITS digits, followed by a 1 if any later digit is not 0. Returns the exponent
 * of the last digit. */
static int64_t big_from_digits(const decimal *number, big *out) {
    int64_t taken = 0;
    const unsigned char *p = number->first;
    out->count = 0;
    for (; p != number->last && taken < KEPT_DIGITS; p++) {
        if (*p == '.')
            continue;
        big_multiply_add(out, 10, (uint32_t)(*p - '0'));
        taken++;
    }
    int64_t exponent = number->exponent + (number->count - taken);
    for (; p != number->last; p++) {
        if (*p != '.' && *p != '0') {
            big_multiply_add(out, 10, 1);
            return exponent - 1;
        }
    }
    return exponent;
}

/* Which of the double `below` (as bits) and the next one is nearer to the number. The number lies
 * between them, or very close to one of them. */
static uint64_t nearer_of_two(const decimal *number, uint64_t below) {
    TACTI_ASSERT(below < TACTI_INFINITY_BITS);
    uint64_t field = below >> 52;
    uint64_t mantissa = below & ((UINT64_C(1) << 52) - 1);
    if (field > 0)
        mantissa |= UINT64_C(1) << 52;
    else
        field = 1;
    /* The half way point is (2 mantissa + 1) * 2^(field - 1076). */
    uint64_t half = 2 * mantissa + 1;
    big middle = {2, {(uint32_t)half, (uint32_t)(half >> 32)}};
    if (middle.limbs[1] == 0)
        middle.count = 1;
    big digits;
    int64_t exponent = big_from_digits(number, &digits);
    if (exponent > 0)
        big_multiply_power_of_five(&digits, exponent);
    else
        big_multiply_power_of_five(&middle, -exponent);
    int64_t shift = exponent - ((int64_t)field - 1076);
    if (shift > 0)
        big_shift_up(&digits, shift);
    else
        big_shift_up(&middle, -shift);
    int order = big_compare(&digits, &middle);
    return below + (order > 0 || (order == 0 && (mantissa & 1) != 0));
}

/* ---- Bounds in 128 bits --------------------------------------------------------------------- */

/* (high:low, plus something below 1 if is_more) * 2^exponent as the bits of the nearest double.
 * high has one of its two highest bits set. */
static uint64_t round_to_bits(uint64_t high, uint64_t low, bool is_more, int exponent) {
    TACTI_ASSERT(high >> 62 != 0);
    int length = (high >> 63) != 0 ? 128 : 127;
    int shift = length - 53;
    if (shift < -1074 - exponent)
        shift = -1074 - exponent; /* subnormal: the last bit is 2^-1074 */
    if (shift > 128)
        return 0;
    TACTI_ASSERT(shift > 65);
    uint64_t mantissa = shift < 128 ? high >> (shift - 64) : 0;
    bool half = ((high >> (shift - 65)) & 1) != 0;
    bool rest = (high & ((UINT64_C(1) << (shift - 65)) - 1)) != 0 || low != 0 || is_more;
    if (half && (rest || (mantissa & 1) != 0))
        mantissa++;
    if (shift + exponent > 971)
        return TACTI_INFINITY_BITS;
    /* The leading bit of the mantissa, and a carry out of it, increment the exponent. */
    uint64_t bits = ((uint64_t)(shift + exponent + 1074) << 52) + mantissa;
    return bits < TACTI_INFINITY_BITS ? bits : TACTI_INFINITY_BITS;
}

/* Rounds a lower and an upper bound of digits * 10^exponent; digits is not 0. */
static void round_bounds(uint64_t digits, int64_t exponent, uint64_t *below, uint64_t *above) {
    TACTI_ASSERT(digits != 0);
    if (exponent < TACTI_POWER_MIN) {
        *below = *above = 0; /* less than 10^19 * 10^-343, which is below half of 2^-1074 */
        return;
    }
    if (exponent > 308) {
        *below = *above = TACTI_INFINITY_BITS;
        return;
    }
    int scale = 64 - 127 + tacti_log2_of_power((int)exponent);
    while ((digits >> 56) == 0) {
        digits <<= 8;
        scale -= 8;
    }
    while ((digits >> 63) == 0) {
        digits <<= 1;
        scale--;
    }
    tacti_power power = tacti_powers[exponent - TACTI_POWER_MIN];
    uint64_t high_low, low_low;
    uint64_t high = tacti_multiply_wide(digits, power.high, &high_low);
    uint64_t low = high_low + tacti_multiply_wide(digits, power.low, &low_low);
    high += low < high_low;
    *below = *above = round_to_bits(high, low, low_low != 0, scale);
    /* Truncated powers are less than 1 too small, so the product is less than 2^64 too small.
     * Powers up to 10^55 have no more than 128 bits before their zeros and are exact. */
    if (exponent < 0 || exponent > 55) {
        low++;
        high += low == 0;
        *above = round_to_bits(high, low, low_low != 0, scale);
    }
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* More than 19 digits from the first that is not 0. */
static uint64_t bits_of_long(const decimal *number) {
    uint64_t digits = 0;
    int taken = 0;
    for (const unsigned char *p = number->first; taken < SHORT_DIGITS; p++) {
        if (*p == '.')
            continue;
        digits = digits * 10 + (uint64_t)(*p - '0');
        taken++;
    }
    int64_t exponent = number->exponent + (number->count - SHORT_DIGITS);
    uint64_t below, above, unused;
    round_bounds(digits, exponent, &below, &unused);
    round_bounds(digits + 1, exponent, &unused, &above);
    return below == above ? below : nearer_of_two(number, below);
}

static uint64_t bits_of_short(const decimal *number, uint64_t digits) {
    static const double powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (digits <= UINT64_C(1) << 53 && number->exponent >= -22 && number->exponent <= 22) {
        double x = (double)digits;
        if (number->exponent < 0)
            return tacti_bits_from_double(x / powers[-number->exponent]);
        return tacti_bits_from_double(x * powers[number->exponent]);
    }
    if (digits == 0)
        return 0;
    uint64_t below, above;
    round_bounds(digits, number->exponent, &below, &above);
    return below == above ? below : nearer_of_two(number, below);
}

/* Eight digits at once: combines pairs, then fours, then all, within one word. */
static inline bool take_eight_digits(const unsigned char *p, uint64_t *digits) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)p[i] << (8 * i);
    uint64_t zeros = UINT64_C(0x3030303030303030);
    if (((word & UINT64_C(0xF0F0F0F0F0F0F0F0)) ^ zeros) != 0 ||
        (((word + UINT64_C(0x0606060606060606)) & UINT64_C(0xF0F0F0F0F0F0F0F0)) ^ zeros) != 0)
        return false;
    word -= zeros;
    word = (word * 10 + (word >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
    word = (word * 100 + (word >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
    word = (word * 10000 + (word >> 32)) & UINT64_C(0x00000000FFFFFFFF);
    *digits = *digits * 100000000 + word;
    return true;
}

/* Reads digits; *digits wraps around if there are too many. */
static inline const unsigned char *take_digits(const unsigned char *p, const unsigned char *end,
                                               uint64_t *digits) {
    while (end - p >= 8 && take_eight_digits(p, digits))
        p += 8;
    for (; p != end && is_digit(*p); p++)
        *digits = *digits * 10 + (uint64_t)(*p - '0');
    return p;
}

/* Reads an exponent, if there is a complete one. */
static const unsigned char *take_exponent(const unsigned char *p, const unsigned char *end,
                                          int64_t *exponent) {
    const unsigned char *q = p + 1;
    bool is_negative = q != end && *q == '-';
    if (q != end && (*q == '-' || *q == '+'))
        q++;
    if (q == end || !is_digit(*q))
        return p;
    int64_t value = 0;
    for (; q != end && is_digit(*q); q++)
        if (value < EXPONENT_LIMIT)
            value = value * 10 + (*q - '0');
    *exponent += is_negative ? -value : value;
    return q;
}

/* The length of word if it starts at p, in upper or lower case; otherwise 0. */
static size_t match_word(const unsigned char *p, const unsigned char *end, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(end - p) < length)
        return 0;
    for (size_t i = 0; i < length; i++)
        if ((p[i] | 0x20) != (unsigned char)word[i])
            return 0;
    return length;
}

/* Reads nan, inf or infinity; returns p if none of them is there. NaN has one bit pattern, whatever
 * its sign. */
static const unsigned char *take_special(const unsigned char *p, const unsigned char *end,
                                         bool is_negative, double *out) {
    size_t length = match_word(p, end, "nan");
    if (length > 0) {
        *out = tacti_nan();
        return p + length;
    }
    length = match_word(p, end, "infinity");
    if (length == 0)
        length = match_word(p, end, "inf");
    if (length > 0)
        *out = is_negative ? -tacti_infinity() : tacti_infinity();
    return p + length;
}

const unsigned char *tacti_read_double(const unsigned char *text, const unsigned char *end,
                                       double *out) {
    const unsigned char *p = text;
    bool is_negative = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+'))
        p++;
    decimal number = {p, p, 0, 0};
    uint64_t digits = 0;
    p = take_digits(p, end, &digits);
    number.count = p - number.first;
    number.last = p;
    if (p != end && *p == '.') {
        const unsigned char *fraction = p + 1;
        p = take_digits(fraction, end, &digits);
        number.exponent = -(int64_t)(p - fraction);
        number.count -= number.exponent;
        number.last = p;
    }
    if (number.count == 0) {
        const unsigned char *after = take_special(number.first, end, is_negative, out);
        return after == number.first ? text : after;
    }
    if (p != end && (*p | 0x20) == 'e')
        p = take_exponent(p, end, &number.exponent);
    if (number.count > SHORT_DIGITS)
        for (; number.first != number.last && (*number.first == '0' || *number.first == '.');
             number.first++)
            number.count -= *number.first == '0';
    uint64_t bits =
        number.count > SHORT_DIGITS ? bits_of_long(&number) : bits_of_short(&number, digits);
    *out = tacti_double_from_bits(is_negative ? bits | TACTI_SIGN_BIT : bits);
    return p;
}
