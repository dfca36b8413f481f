/* SPDX-License-Identifier: MIT */
/* Certificates of verdicts on two polytopes in integers (GMP): the same question as
 * oracle_proof_holds(), some ten times faster, for millions of pairs. Shares nothing with the
 * library but the public placement, and nothing but that with oracle_convex.c, which is plainer. */
#ifndef TACT_TEST_ORACLE_CERTIFICATE_H
#define TACT_TEST_ORACLE_CERTIFICATE_H

#include "pair/pair.h"

/* Whether the proof of an answer on two polytopes of at most 1024 vertices each holds. Not for two
 * threads. */
bool oracle_certificate_holds(const tacti_placed_shape *a, const tacti_placed_shape *b,
                              const tacti_convex_collision *collision);

#endif
