/* SPDX-License-Identifier: MIT */
/* Random numbers that mix exponents from the least subnormal to a given top, for the tests of all
 * exact routines. */
#ifndef TACT_TEST_MIXED_NUMBERS_H
#define TACT_TEST_MIXED_NUMBERS_H

#include "support.h"

/* Numbers that a case draws from again and again, so that coordinates are often equal, opposite or
 * neighbours in the last place. */
typedef struct mixed_palette {
    int count;
    double value[8];
} mixed_palette;

/* A palette of magnitudes from 2^-1074 to below 2^top; top is at most 1024, the end of double. */
mixed_palette mixed_palette_make(test_rng *rng, int top);

/* A number of the palette or beside one, 0, a small integer, or a new number; either sign. Its
 * magnitude is below 2^top. */
double mixed_number(test_rng *rng, const mixed_palette *palette, int top);
/* Magnitudes from 2^-1074 to below 2^top, all exponents alike. */
double mixed_magnitude(test_rng *rng, int top);
tact_vec3 mixed_point(test_rng *rng, const mixed_palette *palette, int top);
/* Corners of which some are equal, or middles of others, so that triangles touch. */
tact_triangle mixed_triangle(test_rng *rng, const mixed_palette *palette, int top);
/* A second triangle, a third of which share corners or middles of edges with the first. */
tact_triangle mixed_triangle_beside(test_rng *rng, const mixed_palette *palette, int top,
                                    const tact_triangle *other);

#endif
