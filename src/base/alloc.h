/* SPDX-License-Identifier: MIT */
/* Memory from a context, with checked sizes. Everything in the library that allocates comes through
 * here. Messages are part of the same include, since what allocates also has to report. */
#ifndef TACT_BASE_ALLOC_H
#define TACT_BASE_ALLOC_H

#include <tact/base.h>

#include "base/message.h"

/* What the processor moves at once: the alignment that keeps two threads' data apart. */
#define TACTI_CACHE_LINE 64

/* a * b in *product, or false where that does not fit. */
bool tacti_multiply(size_t a, size_t b, size_t *product);

/* a + b in *sum, or false where that does not fit. */
bool tacti_add(size_t a, size_t b, size_t *sum);

/* Uninitialised memory for count elements, aligned to alignment (a power of two); context may be
 * NULL. NULL where the size does not fit in half the address space or the allocator has no memory.
 * An empty request still gets an address of its own, so that NULL always means failure. */
void *tacti_allocate(const tact_context *context, size_t count, size_t element_size,
                     size_t alignment);

/* Takes back what tacti_allocate gave for the same context, count, element size and alignment;
 * memory may be NULL. */
void tacti_release(const tact_context *context, void *memory, size_t count, size_t element_size,
                   size_t alignment);

#endif
