/* SPDX-License-Identifier: MIT */
/* The sides of triangles sorted by edge, which topology and doctor are made of. Side 3 t + i of
 * triangle t runs from its corner i to its corner i + 1 (mod 3); its edge is the pair of the two
 * vertex numbers, the lesser first. A side whose ends are one vertex is a loop. */
#ifndef TACT_MESH_SIDES_H
#define TACT_MESH_SIDES_H

#include <tact/mesh.h>

/* The most triangles whose sides have 32-bit numbers. */
#define TACTI_SIDES_MAX_TRIANGLES (UINT32_MAX / 3)

/* Sorted sides: keys[i] is the edge of side numbers[i]. Sides of one edge are neighbours, in
 * increasing order of their numbers. */
typedef struct tacti_sides {
    const tact_context *context;
    uint64_t *keys;
    uint32_t *numbers;
    void *scratch;
    uint32_t capacity;
    uint32_t count;
    unsigned low_bits; /* how many bits of a key hold the greater vertex */
} tacti_sides;

/* Memory for the sides of so many triangles, at most TACTI_SIDES_MAX_TRIANGLES. */
tact_status tacti_sides_create(const tact_context *context, uint32_t triangle_count,
                               tacti_sides *out);
void tacti_sides_release(tacti_sides *sides);

/* The triangles to be sorted, all of whose vertex numbers are in range. */
typedef struct tacti_sides_input {
    const uint32_t *indices;
    uint32_t triangle_count;
    uint32_t vertex_count;
    bool with_loops; /* otherwise they are left out */
} tacti_sides_input;

/* Sorts the sides, in time linear in their number. */
void tacti_sides_sort(tacti_sides *sides, const tacti_sides_input *input);

/* The end of the run of sides that begins at begin and has one edge. */
static inline uint32_t tacti_sides_run_end(const tacti_sides *sides, uint32_t begin) {
    uint32_t end = begin + 1;
    while (end < sides->count && sides->keys[end] == sides->keys[begin])
        end++;
    return end;
}

static inline uint32_t tacti_sides_lesser(const tacti_sides *sides, uint64_t key) {
    return (uint32_t)(key >> sides->low_bits);
}

static inline uint32_t tacti_sides_greater(const tacti_sides *sides, uint64_t key) {
    return (uint32_t)(key & ((UINT64_C(1) << sides->low_bits) - 1));
}

#endif
