/* SPDX-License-Identifier: MIT */
/* A verifier of saved proofs in whole numbers (GMP). It reads the file with code of its own and
 * shares nothing with the library but the public placement of vertices. It is slow: every corner is
 * projected exactly on every direction. */
#ifndef TACT_TEST_ORACLE_COVER_H
#define TACT_TEST_ORACLE_COVER_H

#include <tact/proof.h>
#include "verify/verify.h"

/* Whether the file of a proof shows what it claims of two placed meshes. The checksum and the
 * fingerprints are not looked at. */
bool oracle_cover_holds(const char *path, const tacti_placed_mesh *a, const tacti_placed_mesh *b);

#endif
