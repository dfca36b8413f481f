/* SPDX-License-Identifier: MIT */
/* Packs numbers (packed.h): one pass measures the blocks, a second one writes them. */
#include "base/packed.h"

#include <string.h>

#include "base/alloc.h"
#include "base/assert.h"

/* Readers load eight bytes at the place of the last number. */
#define PADDING 7

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
    while (width < 32 && (most - least) >> width != 0)
        width++;
    return (range){least, width};
}

/* The rows of a block. */
static size_t rows_of(uint32_t rows, size_t block) {
    size_t rest = rows - block * TACTI_PACKED_ROWS;
    return rest < TACTI_PACKED_ROWS ? rest : TACTI_PACKED_ROWS;
}

/* The bytes of count numbers. */
static size_t bytes_of(size_t count, uint32_t width) {
    return (count * width + 7) / 8;
}

static size_t measure(const uint32_t *numbers, uint32_t rows, uint32_t length, size_t blocks) {
    size_t bytes = PADDING;
    for (size_t i = 0; i < blocks; i++) {
        size_t count = rows_of(rows, i) * length;
        bytes += bytes_of(count, range_of(numbers + i * TACTI_PACKED_ROWS * length, count).width);
    }
    return bytes;
}

/* Writes the differences of a block. Returns the end of its bytes. */
static uint8_t *fill_block(const uint32_t *numbers, size_t count, range r, uint8_t *out) {
    uint64_t bits = 0; /* not written yet */
    uint32_t bit_count = 0;
    for (size_t i = 0; i < count; i++) {
        bits |= (uint64_t)(numbers[i] - r.least) << bit_count;
        for (bit_count += r.width; bit_count >= 8; bit_count -= 8, bits >>= 8)
            *out++ = (uint8_t)bits;
    }
    if (bit_count > 0)
        *out++ = (uint8_t)bits;
    return out;
}

static void fill(const uint32_t *numbers, uint32_t rows, uint32_t length, size_t block_count,
                 tacti_packed_block *blocks, uint8_t *out) {
    uint32_t widths = 0;
    for (size_t i = 0; i < block_count; i++) {
        const uint32_t *from = numbers + i * TACTI_PACKED_ROWS * length;
        size_t count = rows_of(rows, i) * length;
        range r = range_of(from, count);
        blocks[i] = (tacti_packed_block){r.least, widths * 32 + (r.width - 1)};
        widths += r.width;
        TACTI_ASSERT(widths <= UINT32_C(1) << 27);
        out = fill_block(from, count, r, out);
    }
    memset(out, 0, PADDING);
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
