/* SPDX-License-Identifier: MIT */
/* The internals of sine and cosine: the remainder of a division by pi/2, for every size of
 * argument, and the values before the last rounding. The public functions are in trig.c. */
#ifndef TACTI_MATH_TRIG_H
#define TACTI_MATH_TRIG_H

#include "math/twofold.h"

/* x = turns pi/2 + rest modulo 2 pi, with |rest| at most pi/4 and turns in 0..3. */
typedef struct tacti_remainder {
    tacti_twofold rest;
    unsigned turns;
} tacti_remainder;

/* The remainder of a finite x >= 1/2; its relative error is below 2^-75. */
tacti_remainder tacti_reduce_quarter_turns(double x);

/* Sine and cosine of a finite x of size at least TACTI_TRIG_LEAST; the relative error of hi + lo is
 * below 2^-69, and hi is the double nearest to hi + lo. */
tacti_twofold tacti_sine(double x);
tacti_twofold tacti_cosine(double x);

/* Below this, sin x = x and cos x = 1 to within 2^-2 units in the last place. */
#define TACTI_TRIG_LEAST 0x1p-27

#define TACTI_TWO_OVER_PI_WORDS 20

/* The bits of 2/pi: 64 zeros, then the 1216 bits after the binary point, the first in the top bit
 * of word 1. */
extern const uint64_t tacti_two_over_pi[TACTI_TWO_OVER_PI_WORDS];

#endif
