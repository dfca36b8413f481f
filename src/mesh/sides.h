/* SPDX-License-Identifier: MIT */
/* The sides of triangles sorted by edge, for topology.c and doctor.c. Side 3 t + i of triangle t
 * runs from its corner i to its corner i + 1 (mod 3); its edge is the pair of the two vertex
 * numbers, the lesser first. A side whose ends are one vertex is a loop. */
#ifndef TACT_MESH_SIDES_H
#define TACT_MESH_SIDES_H

#include <tact/mesh.h>

#include "base/assert.h"

/* The most triangles whose sides can have 32-bit numbers. */
#define TACTI_SIDES_MAX_TRIANGLES (UINT32_MAX / 3)

/* Sorted sides, in rows by their lesser vertex: row v is entries[starts[v] .. starts[v + 1]). An
 * entry holds the greater vertex in its upper half and the number of the side in its lower one;
 * entries of a row are in increasing order. */
typedef struct tacti_sides {
    const tact_context *context;
    uint64_t *entries;
    uint32_t *starts;
    uint32_t capacity;     /* sides that entries has room for */
    uint32_t vertex_count; /* rows */
    uint32_t count;        /* number of sides */
    uint64_t *spare;       /* scratch for sorting long rows; NULL until needed */
    uint32_t spare_count;  /* the longest row that spare is enough for */
} tacti_sides;

/* Allocates memory for the sides of triangle_count triangles, at most TACTI_SIDES_MAX_TRIANGLES. */
tact_status tacti_sides_create(const tact_context *context, uint32_t triangle_count,
                               uint32_t vertex_count, tacti_sides *out);
void tacti_sides_release(tacti_sides *sides);

/* Sorts the sides of triangles. There must be memory for them, and all vertex numbers must be in
 * range. Loops are left out unless with_loops is set. The time is linear in the numbers of
 * triangles and vertices. Fails with TACT_OUT_OF_MEMORY if a long row cannot be sorted. */
tact_status tacti_sides_sort(tacti_sides *sides, const uint32_t *indices, uint32_t triangle_count,
                             bool with_loops);

/* Sorts a part of one row again, after its entries were replaced. */
void tacti_sides_sort_part(tacti_sides *sides, uint64_t *entries, uint32_t count);

/* The sides of one edge: entries[begin .. end). */
typedef struct tacti_edge_run {
    uint32_t lesser, greater;
    uint32_t begin, end;
} tacti_edge_run;

static inline uint32_t tacti_sides_number(const tacti_sides *sides, uint32_t i) {
    TACTI_ASSERT(i < sides->count);
    return (uint32_t)sides->entries[i];
}

/* Moves to the next edge, in increasing order. Returns false after the last. A run of zeros starts.
 */
static inline bool tacti_sides_next_edge(const tacti_sides *sides, tacti_edge_run *run) {
    uint32_t begin = run->end;
    if (begin == sides->count)
        return false;
    while (sides->starts[(size_t)run->lesser + 1] <= begin)
        run->lesser++;
    uint32_t row_end = sides->starts[(size_t)run->lesser + 1], end = begin + 1;
    uint64_t greater = sides->entries[begin] >> 32;
    while (end < row_end && sides->entries[end] >> 32 == greater)
        end++;
    *run = (tacti_edge_run){run->lesser, (uint32_t)greater, begin, end};
    return true;
}

#endif
