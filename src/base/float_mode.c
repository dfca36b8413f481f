/* SPDX-License-Identifier: MIT */
/* Checks that this thread computes in the default mode of IEEE 754: round to nearest, ties to even,
 * subnormals kept. The check computes a few numbers instead of reading a control register, so it
 * works on every machine and sees what the arithmetic really does. It changes nothing but the
 * sticky exception flags.
 *
 * The file also refuses to compile with flags that would break the library unnoticed. */
#include <tact/base.h>

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "tact cannot be compiled with -ffast-math: its guarantees need IEEE arithmetic"
#endif

_Static_assert(FLT_EVAL_METHOD == 0,
               "double has to be evaluated as double (on x86: SSE2, not x87)");
_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MIN_EXP == -1021 && DBL_MAX_EXP == 1024,
               "double has to be IEEE binary64");
_Static_assert(FLT_MANT_DIG == 24 && FLT_MIN_EXP == -125 && FLT_MAX_EXP == 128,
               "float has to be IEEE binary32");

/* Operands and results go through volatile objects, so that the compiler can neither compute them
 * in advance nor leave them out. */
static double add(double a, double b) {
    volatile double x = a, y = b;
    volatile double sum = x + y;
    return sum;
}

static double multiply(double a, double b) {
    volatile double x = a, y = b;
    volatile double product = x * y;
    return product;
}

static float multiply_float(float a, float b) {
    volatile float x = a, y = b;
    volatile float product = x * y;
    return product;
}

/* Two sums that lie exactly between two doubles. The even neighbour is below the first sum and
 * above the second. Rounding upward or away from zero changes the first, downward or toward zero
 * the second. */
static bool rounds_to_nearest(void) {
    return add(1.0, 0x1p-53) == 1.0 && add(1.0 + 0x1p-52, 0x1p-53) == 1.0 + 0x1p-51;
}

/* Each line computes a subnormal result from normal numbers, or a normal result from a subnormal
 * operand. The comparisons are between normal numbers, which flushing does not affect. */
static bool keeps_subnormals(void) {
    double half_least = multiply(DBL_MIN, 0.5);
    float half_least_float = multiply_float(FLT_MIN, 0.5f);
    return multiply(half_least, 2.0) == DBL_MIN && multiply(0x1p-1074, 0x1p60) == 0x1p-1014 &&
           multiply_float(half_least_float, 2.0f) == FLT_MIN &&
           multiply_float(0x1p-149f, 0x1p30f) == 0x1p-119f;
}

tact_status tact_float_mode_check(void) {
    return rounds_to_nearest() && keeps_subnormals() ? TACT_OK : TACT_INVALID_FLOAT_MODE;
}
