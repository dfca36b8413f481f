/* SPDX-License-Identifier: MIT */
/* Sets of numbers that are made one by and by (union-find). parents[v] leads from a number towards
 * the root of its set; a root is its own parent. The lesser root stays, so that the result does not
 * depend on the order of joins. */
#ifndef TACTI_BASE_FOREST_H
#define TACTI_BASE_FOREST_H

#include <stdbool.h>
#include <stdint.h>

/* The root of a number's set; halves the way there for the next one who asks. */
static inline uint32_t tacti_forest_root(uint32_t *parents, uint32_t v) {
    while (parents[v] != v) {
        parents[v] = parents[parents[v]];
        v = parents[v];
    }
    return v;
}

/* Makes the sets of a and b one; true where they were two. */
static inline bool tacti_forest_join(uint32_t *parents, uint32_t a, uint32_t b) {
    a = tacti_forest_root(parents, a);
    b = tacti_forest_root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
    return a != b;
}

#endif
