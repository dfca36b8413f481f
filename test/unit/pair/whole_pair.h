/* SPDX-License-Identifier: MIT */
/* The distance and the depth of two placed polytopes in whole numbers (GMP): coordinates and radii
 * times 2^1074. Nothing is rounded. Shares nothing with the library but the placement of vertices.
 */
#ifndef TACT_TEST_WHOLE_PAIR_H
#define TACT_TEST_WHOLE_PAIR_H

#include "support.h"

#include "shape/placed.h"

#include <gmp.h>

/* Polytopes of at most so many vertices. */
#define WHOLE_MOST 16

typedef mpz_t whole3[3];

typedef struct whole_pair {
    uint32_t count[2];
    whole3 vertex[2][WHOLE_MOST];
    mpz_t radius; /* of both */
    /* The nearest point of the difference of the cores: its squared length is num / den. */
    mpz_t num, den;
    whole3 w[WHOLE_MOST * WHOLE_MOST]; /* all differences of vertices */
    whole3 scratch[12];
    mpz_t number[12];
} whole_pair;

void whole_pair_init(whole_pair *pair);
void whole_pair_clear(whole_pair *pair);

/* Takes two polytopes and finds their nearest point. */
void whole_pair_set(whole_pair *pair, const tacti_placed_shape *a, const tacti_placed_shape *b);

/* Whether the cores share a point. */
bool whole_pair_cores_meet(const whole_pair *pair);

/* The sign of the cores' distance less both radii less x. */
int whole_pair_compare_distance(whole_pair *pair, double x);

/* Whether the cores, which share a point, part along a direction by a translation that is at most x
 * longer than both radii. That is so for x at or above the depth and the best direction. */
bool whole_pair_parts_along(whole_pair *pair, tact_vec3 direction, double x);

/* Directions among which the best one is, for cores that share a point: normals of triples of
 * vertices, and products of lines through two vertices of each. At most limit of them are looked
 * at, in an order that the generator gives where there are more. Returns whether one of them parts
 * the shapes by a translation shorter than x, which then is not a lower bound of the depth; and in
 * *proves whether one of them needs no more than upper. */
bool whole_pair_is_less_deep(whole_pair *pair, double x, double upper, uint32_t limit,
                             test_rng *rng, bool *proves);

#endif
