/* SPDX-License-Identifier: MIT */
/* The checksum of the library's own text files: their last line is "end", a checksum of all bytes
 * before it, and a line end. It finds damage, not forgery. */
#ifndef TACTI_IO_CHECKSUM_H
#define TACTI_IO_CHECKSUM_H

#include "io/format.h"

/* "end ", 16 hexadecimal digits and a line end. */
#define TACTI_CHECKSUM_TAIL 21

#define TACTI_CHECKSUM_START UINT64_C(0xcbf29ce484222325)

/* Continues a checksum (FNV-1a, 64 bits). Each step is one-to-one in the sum so far and in the
 * byte, so a single changed byte always changes the checksum. */
static inline uint64_t tacti_checksum(uint64_t sum, const unsigned char *data, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* Writes the last line, terminated. */
void tacti_checksum_tail(char tail[TACTI_CHECKSUM_TAIL + 1], uint64_t sum);

/* Checks that a file begins with a line, head, and that its checksum is right. what names the file
 * in messages, as in "a proof". */
tact_status tacti_checksum_check(const tacti_source *source, const char *head, const char *what,
                                 tact_error *error);

#endif
