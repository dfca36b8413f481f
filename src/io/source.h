/* SPDX-License-Identifier: MIT */
/* Helpers of the PLY and STL readers: failures with their place, and numbers in either byte order.
 */
#ifndef TACT_IO_SOURCE_H
#define TACT_IO_SOURCE_H

#include <string.h>

#include "base/assert.h"
#include "base/message.h"
#include "io/format.h"

/* A byte of a file. Messages show its line in a text file, and its number in a binary file. */
typedef struct tacti_place {
    const tacti_source *source;
    size_t at;
    bool is_binary;
} tacti_place;

/* Fails with TACT_INVALID_FILE and "name:line: ..." or "name: byte 123: ...". Lines are counted
 * only here, so that reading does not have to. */
tact_status tacti_source_fail(tacti_place place, tact_error *error, uint64_t index,
                              const char *format, ...) TACTI_PRINTF(4, 5);

/* Fails with TACT_OUT_OF_MEMORY and a message. */
tact_status tacti_source_no_memory(const tacti_source *source, tact_error *error);

/* Space, tab, line feed, vertical tab, form feed, carriage return; in any locale. */
static inline bool tacti_is_space(unsigned char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool tacti_host_is_little_endian(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Up to eight bytes as a number. If bytes is constant, compilers turn the loop into one load. */
static inline uint64_t tacti_load_bytes(const unsigned char *p, size_t bytes, bool is_big_endian) {
    TACTI_ASSERT(bytes <= sizeof(uint64_t));
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)p[is_big_endian ? bytes - 1 - i : i] << 8 * i;
    return value;
}

static inline void tacti_store_u32(unsigned char *p, uint32_t value) {
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(value >> 8 * i);
}

static inline void tacti_store_float(unsigned char *p, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    tacti_store_u32(p, bits);
}

static inline void tacti_store_double(unsigned char *p, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++)
        p[i] = (unsigned char)(bits >> 8 * i);
}

#endif
