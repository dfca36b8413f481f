/* SPDX-License-Identifier: MIT */
/* Packs numbers (packed.h): one pass measures the blocks, a second one writes them. */
#include "base/packed.h"

#include <string.h>

#include "base/alloc.h"
#include "base/assert.h"

/* Readers load four bytes at the place of the last number. */
#define PADDING 3

typedef struct range {
    uint32_t least, width;
} range;

static range range_of(const uint32_t *numbers, size_t count) {
    uint32_t least = numbers[0], most = numbers[0];
    for (size_t i = 1; i < count; i++) {
        least = numbers[i] < least ? numbers[i] : least;
        most = numbers[i] > most ? numbers[i] : most;
    }
    uint32_t width = 1;
    while (width < 4 && most - least >= UINT32_C(1) << 8 * width)
        width++;
    return (range){least, width};
}

/* The rows of a block. */
static size_t rows_of(uint32_t rows, size_t block) {
    size_t rest = rows - block * TACTI_PACKED_ROWS;
    return rest < TACTI_PACKED_ROWS ? rest : TACTI_PACKED_ROWS;
}

static size_t measure(const uint32_t *numbers, uint32_t rows, uint32_t length, size_t blocks) {
    size_t bytes = PADDING;
    for (size_t i = 0; i < blocks; i++) {
        size_t count = rows_of(rows, i) * length;
        bytes += count * range_of(numbers + i * TACTI_PACKED_ROWS * length, count).width;
    }
    return bytes;
}

static void fill(const uint32_t *numbers, uint32_t rows, uint32_t length, size_t block_count,
                 tacti_packed_block *blocks, uint8_t *out) {
    size_t at = 0;
    for (size_t i = 0; i < block_count; i++) {
        const uint32_t *from = numbers + i * TACTI_PACKED_ROWS * length;
        size_t count = rows_of(rows, i) * length;
        range r = range_of(from, count);
        TACTI_ASSERT(at % TACTI_PACKED_ROWS == 0);
        blocks[i] =
            (tacti_packed_block){r.least, (uint32_t)(at / TACTI_PACKED_ROWS) << 3 | r.width};
        for (size_t k = 0; k < count; k++)
            for (uint32_t byte = 0; byte < r.width; byte++)
                out[at++] = (uint8_t)((from[k] - r.least) >> 8 * byte);
    }
    memset(out + at, 0, PADDING);
}

tact_status tacti_packed_create(const tact_context *context, const uint32_t *numbers, uint32_t rows,
                                uint32_t length, tacti_packed *out) {
    TACTI_ASSERT(length >= 1 && length <= 3 && rows <= UINT32_C(1) << 28);
    size_t blocks = ((size_t)rows + TACTI_PACKED_ROWS - 1) / TACTI_PACKED_ROWS;
    size_t bytes = blocks * sizeof(tacti_packed_block) + measure(numbers, rows, length, blocks);
    tacti_packed_block *memory = tacti_allocate(context, bytes, 1, TACTI_CACHE_LINE);
    if (memory == NULL)
        return TACT_OUT_OF_MEMORY;
    uint8_t *differences = (uint8_t *)(memory + blocks);
    fill(numbers, rows, length, blocks, memory, differences);
    *out = (tacti_packed){memory, differences, bytes};
    return TACT_OK;
}

void tacti_packed_release(const tact_context *context, tacti_packed *packed) {
    tacti_release(context, (void *)packed->blocks, packed->bytes, 1, TACTI_CACHE_LINE);
    *packed = (tacti_packed){NULL, NULL, 0};
}
