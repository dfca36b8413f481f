/* SPDX-License-Identifier: MIT */
/* Sorting unsigned keys with a 32-bit value each (usually the number of the element that the key
 * belongs to): a stable radix sort in memory that the caller provides. Equal keys keep their order,
 * so there is exactly one right answer, whatever the number of workers.
 *
 * Cost: for count above 64, one pass over the keys, and two passes per digit of 10 bits in which
 * keys differ. There are at most 7 digits; keys below 2^30 have at most 3. */
#ifndef TACT_BASE_SORT_H
#define TACT_BASE_SORT_H

#include <tact/base.h>

/* Bytes of scratch that tacti_sort64 needs for count elements; SIZE_MAX, which no allocator grants,
 * if the size does not fit. Scratch is aligned to TACTI_CACHE_LINE. */
size_t tacti_sort64_scratch_bytes(uint32_t count);

/* Sorts keys in increasing order and values along with them. Runs on the context's executor, cut
 * into chunks by count alone; NULL sorts on the calling thread. The contents of scratch, which must
 * not overlap the arrays, are lost. */
void tacti_sort64(const tact_context *context, uint64_t *keys, uint32_t *values, uint32_t count,
                  void *scratch);

/* The same two functions for 32-bit keys. */
size_t tacti_sort32_scratch_bytes(uint32_t count);
void tacti_sort32(const tact_context *context, uint32_t *keys, uint32_t *values, uint32_t count,
                  void *scratch);

#endif
