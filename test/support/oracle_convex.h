/* SPDX-License-Identifier: MIT */
/* The truth about two placed convex polytopes, in rational numbers (GMP). It shares only the public
 * placement with the library. Certificates are checked by their definition, and a linear program
 * decides independently whether the hulls of the points meet. */
#ifndef TACT_TEST_ORACLE_CONVEX_H
#define TACT_TEST_ORACLE_CONVEX_H

#include "pair/pair.h"

#include <gmp.h>

/* The placed vertices of a polytope, at most limit of them; returns how many there are. */
uint32_t oracle_vertices(const tacti_placed_shape *shape, tact_vec3 *out, uint32_t limit);

/* Whether the proof of an answer on two polytopes holds. */
bool oracle_proof_holds(const tacti_placed_shape *a, const tacti_placed_shape *b,
                        const tacti_convex_collision *collision);

/* Whether the convex hulls of two sets of points share a point, by phase one of the simplex method
 * on all points, with Bland's rule, in rational numbers. At most 64 x 64 points. */
bool oracle_hulls_meet(const tact_vec3 *a, uint32_t a_count, const tact_vec3 *b, uint32_t b_count);

/* The same for rational points, which are only read. */
bool oracle_rational_hulls_meet(mpq_t (*a)[3], uint32_t a_count, mpq_t (*b)[3], uint32_t b_count);

#endif
