/* SPDX-License-Identifier: MIT */
/* Sets of numbers that are joined step by step (union-find). parents[v] leads from v towards the
 * root of its set. A root is its own parent. The smaller root stays a root, so the result does not
 * depend on the order of joins. */
#ifndef TACTI_BASE_UNION_FIND_H
#define TACTI_BASE_UNION_FIND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/assert.h"

/* The root of v's set. Halves the path to it, for later calls. */
static inline uint32_t tacti_union_find_root(uint32_t *parents, uint32_t v) {
    while (parents[v] != v) {
        TACTI_ASSERT(parents[v] < v);
        parents[v] = parents[parents[v]];
        v = parents[v];
    }
    return v;
}

/* Joins the sets of a and b; true if they were different. */
static inline bool tacti_union_find_join(uint32_t *parents, uint32_t a, uint32_t b) {
    a = tacti_union_find_root(parents, a);
    b = tacti_union_find_root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
    return a != b;
}

#endif
