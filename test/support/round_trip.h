/* SPDX-License-Identifier: MIT */
/* Writes a mesh in every format and reads it back. */
#ifndef TACT_TEST_ROUND_TRIP_H
#define TACT_TEST_ROUND_TRIP_H

#include <tact/io.h>

#include <stdbool.h>

/* Whether the arrays come back as they went, bit for bit, from OBJ, OFF, PLY (binary and text) and,
 * for coordinates that are floats, from STL; else why says what was lost. Files are made in a
 * folder of their own and removed. */
bool round_trip_is_exact(const tact_mesh_arrays *arrays, char why[160]);

#endif
