/* SPDX-License-Identifier: MIT */
/* The true distance between two triangles, in rational numbers (GMP). */
#ifndef TACT_TEST_ORACLE_DISTANCE_H
#define TACT_TEST_ORACLE_DISTANCE_H

#include <tact/prim.h>

#include <gmp.h>

/* square = the exact squared distance. */
void oracle_triangle_distance_square(const tact_triangle *a, const tact_triangle *b, mpq_t square);

/* The root of a rational number, correct to a few units in the last place. */
double oracle_root(const mpq_t square);

#endif
