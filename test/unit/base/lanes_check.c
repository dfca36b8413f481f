/* SPDX-License-Identifier: MIT */
/* Compares every operation of base/lanes.h with the same in plain C. Compiled once for each
 * level. */
#include "lanes_check.h"

#include "base/lanes.h"
#include "base/simd.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether the bits are equal; any NaN equals any other. */
static bool same_float(float x, float y) {
    return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

static bool same_double(double x, double y) {
    return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

/* Fails with the operation's name unless each lane i of vector equals expected, which may use i. */
#define CHECK_FLOATS(name, vector, expected)                                                       \
    do {                                                                                           \
        float got[16];                                                                             \
        tacti_f16_store(got, vector);                                                              \
        for (int i = 0; i < 16; i++)                                                               \
            if (!same_float(got[i], expected))                                                     \
                return "f16 " name;                                                                \
    } while (0)

#define CHECK_DOUBLES(name, vector, expected)                                                      \
    do {                                                                                           \
        double got[8];                                                                             \
        tacti_d8_store(got, vector);                                                               \
        for (int i = 0; i < 8; i++)                                                                \
            if (!same_double(got[i], expected))                                                    \
                return "d8 " name;                                                                 \
    } while (0)

#define CHECK_MASK(name, mask, expected)                                                           \
    do {                                                                                           \
        uint32_t bits = 0;                                                                         \
        for (int i = 0; i < 8; i++)                                                                \
            bits |= (uint32_t)(expected) << i;                                                     \
        if (tacti_m8_bits(mask) != bits)                                                           \
            return "m8 " name;                                                                     \
    } while (0)

static const char *check_floats(const lanes_input *in) {
    const float *a = in->fa, *b = in->fb;
    tacti_f16 va = tacti_f16_load(a), vb = tacti_f16_load(b);
    CHECK_FLOATS("load", va, a[i]);
    CHECK_FLOATS("set", tacti_f16_set(a[3]), a[3]);
    CHECK_FLOATS("halves", tacti_f16_halves(a[1], b[2]), i < 8 ? a[1] : b[2]);
    CHECK_FLOATS("from_bytes", tacti_f16_from_bytes(in->bytes), (float)in->bytes[i]);
    CHECK_FLOATS("from_byte_halves", tacti_f16_from_byte_halves(in->bytes + 8, in->bytes),
                 (float)in->bytes[(i + 8) % 16]);
    CHECK_FLOATS("add", tacti_f16_add(va, vb), a[i] + b[i]);
    CHECK_FLOATS("sub", tacti_f16_sub(va, vb), a[i] - b[i]);
    CHECK_FLOATS("mul", tacti_f16_mul(va, vb), a[i] * b[i]);
    CHECK_FLOATS("min", tacti_f16_min(va, vb), a[i] < b[i] ? a[i] : b[i]);
    CHECK_FLOATS("max", tacti_f16_max(va, vb), a[i] > b[i] ? a[i] : b[i]);
    CHECK_FLOATS("abs", tacti_f16_abs(va), fabsf(a[i]));
    uint32_t exceeds = 0;
    for (int i = 0; i < 16; i++)
        exceeds |= (uint32_t)(a[i] > b[i]) << i;
    return tacti_f16_exceeds(va, vb) == exceeds ? NULL : "f16 exceeds";
}

static const char *check_doubles(const lanes_input *in) {
    const double *a = in->a, *b = in->b;
    tacti_d8 va = tacti_d8_load(a), vb = tacti_d8_load(b);
    CHECK_DOUBLES("load", va, a[i]);
    CHECK_DOUBLES("set", tacti_d8_set(a[3]), a[3]);
    CHECK_DOUBLES("add", tacti_d8_add(va, vb), a[i] + b[i]);
    CHECK_DOUBLES("sub", tacti_d8_sub(va, vb), a[i] - b[i]);
    CHECK_DOUBLES("mul", tacti_d8_mul(va, vb), a[i] * b[i]);
    CHECK_DOUBLES("div", tacti_d8_div(va, vb), a[i] / b[i]);
    CHECK_DOUBLES("min", tacti_d8_min(va, vb), a[i] < b[i] ? a[i] : b[i]);
    CHECK_DOUBLES("max", tacti_d8_max(va, vb), a[i] > b[i] ? a[i] : b[i]);
    CHECK_DOUBLES("abs", tacti_d8_abs(va), fabs(a[i]));
    CHECK_DOUBLES("sqrt", tacti_d8_sqrt(va), sqrt(a[i]));
    return NULL;
}

static const char *check_masks(const lanes_input *in) {
    const double *a = in->a, *b = in->b;
    tacti_d8 va = tacti_d8_load(a), vb = tacti_d8_load(b);
    tacti_m8 gt = tacti_d8_gt(va, vb), ge = tacti_d8_ge(va, tacti_d8_set(0));
    CHECK_MASK("gt", gt, a[i] > b[i]);
    CHECK_MASK("ge", ge, a[i] >= 0);
    CHECK_MASK("ge of both", tacti_d8_ge(va, vb), a[i] >= b[i]);
    CHECK_MASK("and", tacti_m8_and(gt, ge), a[i] > b[i] && a[i] >= 0);
    CHECK_MASK("or", tacti_m8_or(gt, ge), a[i] > b[i] || a[i] >= 0);
    CHECK_MASK("xor", tacti_m8_xor(gt, ge), (a[i] > b[i]) != (a[i] >= 0));
    CHECK_MASK("not", tacti_m8_not(gt), !(a[i] > b[i]));
    CHECK_DOUBLES("select", tacti_d8_select(gt, va, vb), a[i] > b[i] ? a[i] : b[i]);
    return NULL;
}

/* Vectors that begin anywhere in the sixteen doubles of a and b. */
static const char *check_rows(const lanes_input *in) {
    double from[16];
    memcpy(from, in->a, sizeof in->a);
    memcpy(from + 8, in->b, sizeof in->b);
    int start[8];
    for (int i = 0; i < 8; i++)
        start[i] = in->bytes[i] % 14;
    tacti_rows8 rows;
    TACTI_UNROLL
    for (int i = 0; i < 8; i++)
        tacti_rows8_set(&rows, i, from + start[i]);
    tacti_d8 column[3];
    tacti_rows8_transpose(&rows, column);
    for (int k = 0; k < 3; k++)
        CHECK_DOUBLES("rows", column[k], from[start[i] + k]);
    return NULL;
}

const char *TACTI_LEVELED(lanes_check)(const lanes_input *in) {
    const char *wrong = check_floats(in);
    if (wrong == NULL)
        wrong = check_doubles(in);
    if (wrong == NULL)
        wrong = check_masks(in);
    return wrong != NULL ? wrong : check_rows(in);
}
