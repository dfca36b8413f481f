/* SPDX-License-Identifier: MIT */
/* Does this thread compute as IEEE 754 says by default: round to nearest, ties to even, subnormals
 * kept? Found out by computing, not by reading a control register: that works on every machine and
 * sees what the arithmetic really does. Nothing but the sticky exception flags is touched.
 *
 * The file also refuses to be compiled in ways that break the library without leaving a trace at
 * run time. */
#include <tact/base.h>

#include <float.h>

#if defined(__FAST_MATH__)
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

/* Around 1, doubles are 2^-53 apart below and 2^-52 above. A quarter of that is lost to either side
 * only when rounding to nearest: upward changes the first sum, downward and toward zero the second.
 * The last two are ties, which go to the even neighbour: once down, once up. */
static bool rounds_to_nearest(void) {
    return add(1.0, 0x1p-54) == 1.0 && add(1.0, -0x1p-55) == 1.0 && add(1.0, 0x1p-53) == 1.0 &&
           add(1.0 + 0x1p-52, 0x1p-53) == 1.0 + 0x1p-51;
}

/* Each line makes a subnormal result out of normal numbers, or a normal result out of a subnormal
 * operand; the comparisons are between normal numbers, so that flushing cannot hide in them. */
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
