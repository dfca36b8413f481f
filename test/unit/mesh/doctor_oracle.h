/* SPDX-License-Identifier: MIT */
/* What the doctor must find, by going through the definitions of docs/mesh.md with nested loops:
 * no sorting, no hashing, no sharing of code with the library. Area and volume are left out. */
#ifndef TACT_TEST_DOCTOR_ORACLE_H
#define TACT_TEST_DOCTOR_ORACLE_H

#include "hand_made.h"

/* Finite coordinates must be integers below 2^20 in size, so that plain arithmetic is exact. */
tact_mesh_report doctor_oracle(const hand_made *mesh);

/* Fails the test where a count, a first number, a flag or a bound differs. */
void assert_same_findings(const tact_mesh_report *actual, const tact_mesh_report *expected);

#endif
