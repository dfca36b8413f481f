/* SPDX-License-Identifier: MIT */
/* Memory from a context, with checked sizes. All allocations of the library go through these
 * functions. The header also includes messages, because code that allocates has to report
 * failures. */
#ifndef TACT_BASE_ALLOC_H
#define TACT_BASE_ALLOC_H

#include <tact/base.h>

#include "base/message.h"

/* The unit that the processor moves. Data of two threads aligned to it share no line. */
#define TACTI_CACHE_LINE 64

/* a * b in *product; false if it does not fit. */
bool tacti_multiply(size_t a, size_t b, size_t *product);

/* a + b in *sum; false if it does not fit. */
bool tacti_add(size_t a, size_t b, size_t *sum);

/* Uninitialised memory for count elements, aligned to alignment (a power of two); context may be
 * NULL. NULL if the size does not fit in half the address space or the allocator has no memory. An
 * empty request still gets an address of its own, so that NULL always means failure. */
void *tacti_allocate(const tact_context *context, size_t count, size_t element_size,
                     size_t alignment);

/* Takes back what tacti_allocate gave for the same context, count, element size and alignment;
 * memory may be NULL. */
void tacti_release(const tact_context *context, void *memory, size_t count, size_t element_size,
                   size_t alignment);

#endif
