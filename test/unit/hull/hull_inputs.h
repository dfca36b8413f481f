/* SPDX-License-Identifier: MIT */
/* Random points for tests of hulls, of all kinds that are hard for a program with rounded numbers.
 */
#ifndef TACT_TEST_HULL_INPUTS_H
#define TACT_TEST_HULL_INPUTS_H

#include "mixed_numbers.h"

/* Every kind, as X(enumerator, what it is). */
#define HULL_INPUT_LIST(X)                                                                         \
    X(HULL_BALL, "in a ball")                                                                      \
    X(HULL_SPHERE, "on a sphere, rounded")                                                         \
    X(HULL_LATTICE, "of {0, 1, 2, 3}^3, many of them equal")                                       \
    X(HULL_FEW_PLANES, "in four planes")                                                           \
    X(HULL_ULPS, "of a lattice, moved by a few units in the last place")                           \
    X(HULL_COCIRCULAR, "exactly on two circles")                                                   \
    X(HULL_COSPHERICAL, "exactly on a sphere")                                                     \
    X(HULL_NEEDLE, "in a box a million times as long as wide")                                     \
    X(HULL_SHEET, "in a box a million times as wide as thick")                                     \
    X(HULL_FAR, "far from the origin")                                                             \
    X(HULL_TINY, "of size 2^-400")                                                                 \
    X(HULL_HUGE, "of size 2^400")                                                                  \
    X(HULL_SUBNORMAL, "subnormal")                                                                 \
    X(HULL_LARGEST, "up to the largest double")                                                    \
    X(HULL_ANY, "any finite numbers")                                                              \
    X(HULL_MIXED, "few numbers of any exponents, again and again")                                 \
    X(HULL_FLAT, "exactly in a tilted plane")                                                      \
    X(HULL_NEARLY_FLAT, "in a tilted plane up to rounding")                                        \
    X(HULL_LINE, "exactly on a line")                                                              \
    X(HULL_NEARLY_LINE, "on a line up to rounding")                                                \
    X(HULL_EQUAL, "all equal")                                                                     \
    X(HULL_BOX_GRID, "on the surface of a box, in rows")

typedef enum hull_input {
#define HULL_INPUT_ENUMERATOR(name, text) name,
    HULL_INPUT_LIST(HULL_INPUT_ENUMERATOR)
#undef HULL_INPUT_ENUMERATOR
        HULL_INPUTS
} hull_input;

/* The description of a kind, for messages. */
const char *hull_input_text(hull_input kind);

/* Writes count points of a kind. */
void hull_input_make(hull_input kind, test_rng *rng, tact_vec3 *points, uint32_t count);

/* Fails the test unless tact_hull_validate() accepts the hull, every point lies exactly on the
 * right side of every face, and sources and counts fit the points. */
void hull_input_check(const tact_hull *hull, const tact_vec3 *points, uint32_t count);

#endif
