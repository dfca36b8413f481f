/* SPDX-License-Identifier: MIT */
/* Reads the PNG files that tact writes, for tests. */
#ifndef TACT_TEST_DRAW_UNPNG_H
#define TACT_TEST_DRAW_UNPNG_H

#include <stddef.h>
#include <stdint.h>

/* The pixels as red, green, blue, opacity, to be freed; NULL if the file is damaged. channels: 3 or
 * 4, as in the file. */
uint8_t (*unpng(const uint8_t *file, size_t bytes, uint32_t *width, uint32_t *height,
                uint32_t *channels))[4];

#endif
