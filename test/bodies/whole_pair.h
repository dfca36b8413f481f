/* SPDX-License-Identifier: MIT */
/* The distance and the depth of two placed polytopes in whole numbers (GMP): coordinates and radii
 * over a power of two. Nothing is rounded. Shares nothing with the library but the placement of
 * vertices. */
#ifndef TACT_TEST_WHOLE_PAIR_H
#define TACT_TEST_WHOLE_PAIR_H

#include "support.h"

#include "shape/placed.h"

#include <gmp.h>

/* The most vertices of a polytope. */
#define WHOLE_MOST 16

typedef mpz_t whole3[3];

typedef struct whole_pair {
    uint32_t count[2];
    int unit; /* numbers are multiples of 2^unit */
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

/* Takes two polytopes and computes the nearest point of their difference. */
void whole_pair_set(whole_pair *pair, const tacti_placed_shape *a, const tacti_placed_shape *b);

/* Whether the cores share a point. */
bool whole_pair_cores_meet(const whole_pair *pair);

/* The sign of the cores' distance less both radii less x. */
int whole_pair_compare_distance(whole_pair *pair, double x);

/* Whether a translation by at most x along a direction separates the shapes, whose cores share a
 * point. True for the best direction if x is at least the depth. */
bool whole_pair_parts_along(whole_pair *pair, tact_vec3 direction, double x);

/* Directions among which the best one is, for cores that share a point: normals of triples of
 * vertices, and products of lines through two vertices of each. At most limit of them are tried; if
 * there are more, in an order that the generator gives. Returns whether one of them separates the
 * shapes by a translation shorter than x, which then is not a lower bound of the depth. *proves
 * receives whether one of them needs no more than upper. */
bool whole_pair_is_less_deep(whole_pair *pair, double x, double upper, uint32_t limit,
                             test_rng *rng, bool *proves);

#endif
