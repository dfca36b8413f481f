/* SPDX-License-Identifier: MIT */
/* Compresses bytes as a zlib stream (RFC 1950 and 1951), which PNG files hold and browsers read.
 * The result depends on nothing but the bytes. */
#ifndef TACT_DRAW_DEFLATE_H
#define TACT_DRAW_DEFLATE_H

#include <tact/tact.h>

/* *out is to be freed. At most 2^31 - 1 bytes; TACT_TOO_LARGE above. */
tact_status draw_deflate(const uint8_t *data, size_t bytes, uint8_t **out, size_t *out_bytes);

/* The checksum of a PNG chunk; begins with 0, and continues with what it returned. */
uint32_t draw_crc(uint32_t before, const uint8_t *data, size_t bytes);

#endif
