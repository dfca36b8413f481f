/* SPDX-License-Identifier: MIT */
/* Whole numbers in few bits, immutable, with access to each row. Rows have the same length. A block
 * of 64 rows stores its least number once, and the differences from it in as many bits each (1 to
 * 32) as the largest one needs. So numbers that are near each other in the array should be near
 * each other in value: then few bits are enough, whatever the size of the array. */
#ifndef TACTI_BASE_PACKED_H
#define TACTI_BASE_PACKED_H

#include <stddef.h>
#include <stdint.h>

#include <tact/base.h>

#include "base/inline.h"

#define TACTI_PACKED_SHIFT 6
#define TACTI_PACKED_ROWS (1U << TACTI_PACKED_SHIFT)

typedef struct tacti_packed_block {
    uint32_t least;
    /* The sum of the widths of all blocks before it, times 32, plus its own width less 1. A block
     * of width w has 64 rows of length w bits, which are 8 length w bytes. */
    uint32_t place;
} tacti_packed_block;

typedef struct tacti_packed {
    const tacti_packed_block *blocks; /* NULL: there is no array */
    const uint8_t *differences;
    size_t bytes; /* of the one allocation that holds both */
} tacti_packed;

/* Packs rows of length 1 to 3. At most 2^28 rows. TACT_OUT_OF_MEMORY. */
tact_status tacti_packed_create(const tact_context *context, const uint32_t *numbers, uint32_t rows,
                                uint32_t length, tacti_packed *out);
/* Releases the memory. An array that is not there is allowed. */
void tacti_packed_release(const tact_context *context, tacti_packed *packed);

/* The eight bytes at an address, the lowest first. Compilers make one load of this. */
TACTI_ALWAYS_INLINE uint64_t tacti_packed_load(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

/* Reads the numbers of a row; length is that of the rows. */
TACTI_ALWAYS_INLINE void tacti_packed_read(const tacti_packed *packed, uint32_t row,
                                           uint32_t length, uint32_t out[]) {
    tacti_packed_block block = packed->blocks[row >> TACTI_PACKED_SHIFT];
    uint32_t width = block.place % 32 + 1, bit = (row % TACTI_PACKED_ROWS) * length * width;
    uint64_t mask = UINT64_MAX >> (64 - width);
    const uint8_t *from = packed->differences + (size_t)(block.place / 32) * 8 * length;
    for (uint32_t i = 0; i < length; i++, bit += width)
        out[i] = block.least + (uint32_t)(tacti_packed_load(from + bit / 8) >> bit % 8 & mask);
}

#endif
