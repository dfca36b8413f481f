/* SPDX-License-Identifier: MIT */
/* Whole numbers in few bytes, immutable, with access to each row. Rows have the same length. A
 * block of 64 rows stores its least number once, and the differences from it in as many bytes each
 * (1 to 4) as the largest one needs. So numbers that are near each other in the array should be
 * near each other in value: then two bytes are enough, whatever the size of the array. */
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
    uint32_t place; /* where the block begins, in units of 64 bytes, times 8, plus the width */
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

/* Reads numbers of a row; length is that of the rows. */
TACTI_ALWAYS_INLINE void tacti_packed_read(const tacti_packed *packed, uint32_t row,
                                           uint32_t length, uint32_t out[]) {
    tacti_packed_block block = packed->blocks[row >> TACTI_PACKED_SHIFT];
    uint32_t width = block.place & 7, mask = UINT32_MAX >> (32 - 8 * width);
    const uint8_t *at = packed->differences + (size_t)(block.place >> 3) * TACTI_PACKED_ROWS +
                        (size_t)(row % TACTI_PACKED_ROWS) * length * width;
    for (uint32_t i = 0; i < length; i++, at += width) {
        /* Compilers make one load of this. The bytes past the number are readable. */
        uint32_t four =
            (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        out[i] = block.least + (four & mask);
    }
}

#endif
