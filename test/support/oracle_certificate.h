/* SPDX-License-Identifier: MIT */
/* Certificates of verdicts on two polytopes in integers (GMP): the same question as
 * oracle_proof_holds(), about ten times faster, for millions of pairs. It shares only the public
 * placement with the library and with oracle_convex.c, which is simpler. */
#ifndef TACT_TEST_ORACLE_CERTIFICATE_H
#define TACT_TEST_ORACLE_CERTIFICATE_H

#include "pair/pair.h"

/* Whether the proof of an answer on two polytopes of at most 1024 vertices each holds. Not
 * thread-safe. */
bool oracle_certificate_holds(const tacti_placed_shape *a, const tacti_placed_shape *b,
                              const tacti_convex_collision *collision);

#endif
