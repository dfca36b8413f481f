/* SPDX-License-Identifier: MIT */
/* The fast way to build (TACT_BVH_MORTON): triangles are sorted once along a Morton curve through
 * the centres of their boxes, and a span is cut at a change of the codes' highest bit (C.
 * Lauterbach et al., "Fast BVH construction on GPUs", 2009). No boxes are needed for that. */
#ifndef TACTI_BVH_CODES_H
#define TACTI_BVH_CODES_H

#include "bvh/split.h"

/* Bytes of scratch that tacti_codes_sort() needs. */
size_t tacti_codes_scratch_bytes(uint32_t count);

/* Sets codes to the sorted codes of all triangles, and triangles to their numbers, on all workers.
 * scratch is aligned to TACTI_CACHE_LINE. */
void tacti_codes_sort(const tacti_bvh *bvh, uint32_t *codes, uint32_t *triangles, void *scratch);

/* Whether 2 run triangles have the same code, or possibly if more than run have. */
bool tacti_codes_are_coarse(const uint32_t *codes, uint32_t count, uint32_t run);

/* Divides a span of more than 8 triangles by their codes; in the middle, if all codes are equal or
 * in_the_middle is set. The boxes of the halves are unset. */
void tacti_codes_cut(const uint32_t *codes, const tacti_span *span, bool in_the_middle,
                     tacti_span halves[2]);

/* Divides a span of more than 8 records by its codes; or as tacti_split() does, if all of its codes
 * are equal or in_the_middle is set. In the latter case the codes of the span are no longer those
 * of its records. The boxes of the halves are unset. */
void tacti_codes_split(tact_simd_level level, const uint32_t *codes, tacti_record *records,
                       tacti_record *spare, const tacti_span *span, bool in_the_middle,
                       tacti_span halves[2]);

#endif
