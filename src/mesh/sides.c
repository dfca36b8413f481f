/* SPDX-License-Identifier: MIT */
/* Sides of triangles sorted by edge: a radix sort of the keys lesser 2^b + greater, where b is as
 * small as the vertex numbers allow, so that the sort sees no more digits than there are. */
#include "mesh/sides.h"

#include "base/alloc.h"
#include "base/sort.h"

tact_status tacti_sides_create(const tact_context *context, uint32_t triangle_count,
                               tacti_sides *out) {
    uint32_t capacity = 3 * triangle_count;
    tacti_sides sides = {.context = context, .capacity = capacity};
    sides.keys = tacti_allocate(context, capacity, sizeof(uint64_t), TACTI_CACHE_LINE);
    sides.numbers = tacti_allocate(context, capacity, sizeof(uint32_t), TACTI_CACHE_LINE);
    sides.scratch =
        tacti_allocate(context, tacti_sort64_scratch_bytes(capacity), 1, TACTI_CACHE_LINE);
    if (sides.keys == NULL || sides.numbers == NULL || sides.scratch == NULL) {
        tacti_sides_release(&sides);
        return TACT_OUT_OF_MEMORY;
    }
    *out = sides;
    return TACT_OK;
}

void tacti_sides_release(tacti_sides *sides) {
    uint32_t capacity = sides->capacity;
    tacti_release(sides->context, sides->scratch, tacti_sort64_scratch_bytes(capacity), 1,
                  TACTI_CACHE_LINE);
    tacti_release(sides->context, sides->numbers, capacity, sizeof(uint32_t), TACTI_CACHE_LINE);
    tacti_release(sides->context, sides->keys, capacity, sizeof(uint64_t), TACTI_CACHE_LINE);
}

/* Bits that every vertex number fits in. */
static unsigned bits_of_numbers(uint32_t vertex_count) {
    unsigned bits = 0;
    while (bits < 32 && (uint64_t)vertex_count > UINT64_C(1) << bits)
        bits++;
    return bits;
}

void tacti_sides_sort(tacti_sides *sides, const tacti_sides_input *input) {
    static const unsigned next_corner[3] = {1, 2, 0};
    unsigned bits = bits_of_numbers(input->vertex_count);
    uint32_t count = 0;
    for (uint32_t t = 0; t < input->triangle_count; t++) {
        const uint32_t *v = input->indices + 3 * (size_t)t;
        for (unsigned i = 0; i < 3; i++) {
            uint32_t a = v[i], b = v[next_corner[i]];
            if (a == b && !input->with_loops)
                continue;
            sides->keys[count] = a < b ? (uint64_t)a << bits | b : (uint64_t)b << bits | a;
            sides->numbers[count++] = 3 * t + i;
        }
    }
    sides->count = count;
    sides->low_bits = bits;
    tacti_sort64(sides->context, sides->keys, sides->numbers, count, sides->scratch);
}
