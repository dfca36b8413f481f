/* SPDX-License-Identifier: MIT */
/* A verifier of saved proofs in whole numbers (GMP). It reads the file with its own code and shares
 * only the public placement of vertices with the library. It is slow: every corner is projected
 * exactly on every direction. */
#ifndef TACT_TEST_ORACLE_COVER_H
#define TACT_TEST_ORACLE_COVER_H

#include <tact/proof.h>
#include "verify/verify.h"

/* Whether the file of a proof proves what it claims about two placed meshes. The checksum and the
 * fingerprints are not checked. */
bool oracle_cover_holds(const char *path, const tacti_placed_mesh *a, const tacti_placed_mesh *b);

#endif
