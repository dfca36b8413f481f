/* SPDX-License-Identifier: MIT */
/* A slow decompressor (RFC 1950 and 1951) for tests, which shares no code with the compressor. */
#ifndef TACT_TEST_DRAW_INFLATE_H
#define TACT_TEST_DRAW_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unpacks a zlib stream that must hold exactly bytes bytes; checks the checksum and that nothing
 * follows. */
bool inflate_exactly(const uint8_t *data, size_t data_bytes, uint8_t *out, size_t bytes);

#endif
