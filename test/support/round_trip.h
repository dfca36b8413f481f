/* SPDX-License-Identifier: MIT */
/* Writes a mesh in every format and reads it back. */
#ifndef TACT_TEST_ROUND_TRIP_H
#define TACT_TEST_ROUND_TRIP_H

#include <tact/io.h>

#include <stdbool.h>

/* Whether OBJ, OFF, PLY (binary and text) and, for float coordinates, STL return the arrays bit for
 * bit; otherwise why says what was lost. Files are written to a temporary folder and removed. */
bool round_trip_is_exact(const tact_mesh_arrays *arrays, char why[160]);

#endif
