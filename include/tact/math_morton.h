/* SPDX-License-Identifier: MIT */
/**
 * @file math_morton.h
 * Morton codes: numbers the cells of a grid along a curve that keeps neighbours together.
 * tact/tact.h does not include it.
 */
#ifndef TACT_MATH_MORTON_H
#define TACT_MATH_MORTON_H

#include <tact/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Interleaves the low 21 bits of each: bit i of x, y, z goes to bit 3i, 3i+1, 3i+2. */
TACT_API uint64_t tact_morton_encode(uint32_t x, uint32_t y, uint32_t z);
/** The inverse of tact_morton_encode(). */
TACT_API void tact_morton_decode(uint64_t code, uint32_t *x, uint32_t *y, uint32_t *z);
/** The code of the cell that holds point in a grid of 2^21 cells per side over box. Points outside
 * go to the nearest cell. Along a side of length 0, and for NaN, the cell is the first. A greater
 * coordinate never gives a smaller cell, but next to a cell border rounding may give the
 * neighbour. */
TACT_API uint64_t tact_morton_of_point(tact_vec3 point, tact_box box);

#ifdef __cplusplus
}
#endif

#endif
