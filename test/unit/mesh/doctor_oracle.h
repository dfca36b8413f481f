/* SPDX-License-Identifier: MIT */
/* The expected report of tact_mesh_examine(), computed from the definitions of docs/mesh.md with
 * nested loops: without sorting, hashing, or code of the library. Area and volume are left out. */
#ifndef TACT_TEST_DOCTOR_ORACLE_H
#define TACT_TEST_DOCTOR_ORACLE_H

#include "hand_made.h"

/* Finite coordinates must be integers of magnitude below 2^20, so that plain arithmetic is exact.
 */
tact_mesh_report doctor_oracle(const hand_made *mesh);

/* Fails the test if a count, a first number, a flag or a bound differs. */
void assert_same_findings(const tact_mesh_report *actual, const tact_mesh_report *expected);

#endif
