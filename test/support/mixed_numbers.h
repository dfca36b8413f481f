/* SPDX-License-Identifier: MIT */
/* The mixed family: random numbers that mix exponents from the least subnormal to a given top. The
 * tests of all exact routines use it. */
#ifndef TACT_TEST_MIXED_NUMBERS_H
#define TACT_TEST_MIXED_NUMBERS_H

#include "support.h"

/* The numbers that a case draws from repeatedly, so that coordinates are often equal, opposite or
 * neighbours in the last place. */
typedef struct mixed_palette {
    int count;
    double value[8];
} mixed_palette;

/* A palette of magnitudes from 2^-1074 to below 2^top; top is at most 1024, the end of double. */
mixed_palette mixed_palette_make(test_rng *rng, int top);

/* A number of the palette, a neighbour of one, 0, a small integer, or a new number; of either sign.
 * Its magnitude is below 2^top. */
double mixed_number(test_rng *rng, const mixed_palette *palette, int top);
/* Magnitudes from 2^-1074 to below 2^top, all exponents equally likely. */
double mixed_magnitude(test_rng *rng, int top);
tact_vec3 mixed_point(test_rng *rng, const mixed_palette *palette, int top);
/* Some corners are equal, or midpoints of others, so that triangles touch. */
tact_triangle mixed_triangle(test_rng *rng, const mixed_palette *palette, int top);
/* A second triangle; one in three shares corners or midpoints of edges with the first. */
tact_triangle mixed_triangle_beside(test_rng *rng, const mixed_palette *palette, int top,
                                    const tact_triangle *other);

#endif
