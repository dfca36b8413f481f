/* SPDX-License-Identifier: MIT */
/* Several arrays in one piece of memory that is kept from frame to frame. */
#ifndef TACTI_BROAD_MEMORY_H
#define TACTI_BROAD_MEMORY_H

#include "broad/broad.h"

typedef struct tacti_plan {
    size_t bytes;
    bool fits;
} tacti_plan;

static inline tacti_plan tacti_plan_make(void) {
    return (tacti_plan){TACTI_CACHE_LINE, true};
}

/* Adds an array; returns its place. */
static inline size_t tacti_plan_add(tacti_plan *plan, size_t count, size_t size) {
    size_t bytes, place = plan->bytes - TACTI_CACHE_LINE;
    plan->fits = plan->fits && tacti_multiply(count, size, &bytes) &&
                 tacti_add(bytes, TACTI_CACHE_LINE - 1, &bytes) &&
                 tacti_add(plan->bytes, bytes / TACTI_CACHE_LINE * TACTI_CACHE_LINE, &plan->bytes);
    return place;
}

/* The memory, aligned to a cache line; NULL if there is not so much. */
static inline unsigned char *tacti_plan_memory(const tacti_plan *plan, tacti_bytes *bytes) {
    if (!plan->fits || tacti_bytes_reserve(bytes, plan->bytes) != TACT_OK)
        return NULL;
    size_t over = (size_t)bytes->items % TACTI_CACHE_LINE;
    return bytes->items + (over > 0 ? TACTI_CACHE_LINE - over : 0);
}

#endif
