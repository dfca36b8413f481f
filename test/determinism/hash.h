/* SPDX-License-Identifier: MIT */
/* The parts of the hash over the bits of results. */
#ifndef TEST_DETERMINISM_HASH_H
#define TEST_DETERMINISM_HASH_H

#include <tact/math_interval.h>
#include <tact/math_morton.h>
#include <tact/mesh_generators.h>
#include <tact/tact.h>

#include "hash_bits.h"

/* The hash over the front door at all SIMD levels; 0 if something fails or levels differ. */
uint64_t hash_door(tact_executor executor);

/* The hash over the pairs of all broad phases at all SIMD levels, which must all be the same; 0 if
 * something fails or differs. */
uint64_t hash_broad(tact_executor executor);

/* The hash over the steps of a world at all SIMD levels; 0 if something fails or levels differ. */
uint64_t hash_world(tact_executor executor);

/* The hash over inputs full of ties, at the SIMD level of the context; 0 if something fails. */
uint64_t hash_ties(const tact_context *context);

/* The hash over candidates of bodies that bend, at the SIMD level of the context; 0 if something
 * fails. */
uint64_t hash_deform(const tact_context *context);

/* The hash over models that bodies that bend lend, and over self-intersections, at the SIMD level
 * of the context; 0 if something fails. */
uint64_t hash_lent(const tact_context *context);

/* The hash over the text of a recording, at the SIMD level of the context; 0 if something fails or
 * its replay differs. */
uint64_t hash_records(const tact_context *context);

/* The hash over first contacts in motion, at the SIMD level of the context; 0 if something fails.
 */
uint64_t hash_rigid(const tact_context *context);

/* The hash over casts of shapes along lines, at the SIMD level of the context; 0 if something
 * fails.
 */
uint64_t hash_casts(const tact_context *context);

#endif
