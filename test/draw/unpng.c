/* SPDX-License-Identifier: MIT */
/* Reads PNG files; see unpng.h. */
#include "unpng.h"

#include <stdlib.h>
#include <string.h>

#include "inflate.h"

static uint32_t word(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The remainder of the bits by the polynomial of the standard, one bit at a time. */
static uint32_t remainder_of(const uint8_t *data, size_t bytes) {
    uint32_t crc = 0xffffffffu;
    for (size_t bit = 0; bit < 8 * bytes; bit++) {
        uint32_t in = data[bit / 8] >> (bit % 8) & 1u;
        uint32_t top = (crc ^ in) & 1u;
        crc >>= 1;
        if (top != 0)
            crc ^= 0xedb88320u;
    }
    return crc ^ 0xffffffffu;
}

/* The data of the chunk at *at, which must have this name; NULL if it is damaged. */
static const uint8_t *chunk(const uint8_t *file, size_t bytes, size_t *at, const char *name,
                            uint32_t *length) {
    if (bytes - *at < 12)
        return NULL;
    *length = word(file + *at);
    if (bytes - *at - 12 < *length || memcmp(file + *at + 4, name, 4) != 0)
        return NULL;
    const uint8_t *data = file + *at + 8;
    if (word(data + *length) != remainder_of(data - 4, *length + 4))
        return NULL;
    *at += *length + 12;
    return data;
}

static int near(int left, int up, int corner) {
    int p = left + up - corner, a = abs(p - left), b = abs(p - up), c = abs(p - corner);
    if (a <= b && a <= c)
        return left;
    return b <= c ? up : corner;
}

static void unfilter(uint8_t *rows, uint32_t height, size_t bytes, uint32_t step) {
    for (uint32_t y = 0; y < height; y++) {
        uint8_t *row = rows + y * (bytes + 1) + 1;
        const uint8_t *above = y > 0 ? row - bytes - 1 : NULL;
        int filter = row[-1];
        for (size_t i = 0; i < bytes; i++) {
            int left = i >= step ? row[i - step] : 0, up = above != NULL ? above[i] : 0;
            int corner = i >= step && above != NULL ? above[i - step] : 0;
            const int guess[5] = {0, left, up, (left + up) / 2, near(left, up, corner)};
            row[i] = (uint8_t)(row[i] + guess[filter]);
        }
    }
}

uint8_t (*unpng(const uint8_t *file, size_t bytes, uint32_t *width, uint32_t *height,
                uint32_t *channels))[4] {
    size_t at = 8;
    uint32_t length = 0, packed = 0;
    if (bytes < 8 || memcmp(file, "\x89PNG\r\n\x1a\n", 8) != 0)
        return NULL;
    const uint8_t *header = chunk(file, bytes, &at, "IHDR", &length);
    if (header == NULL || length != 13 || header[8] != 8)
        return NULL;
    const uint8_t *data = chunk(file, bytes, &at, "IDAT", &packed);
    if (data == NULL || chunk(file, bytes, &at, "IEND", &length) == NULL || at != bytes)
        return NULL;
    *width = word(header);
    *height = word(header + 4);
    *channels = header[9] == 6 ? 4 : 3;
    size_t row = (size_t)*width * *channels, total = (row + 1) * *height;
    uint8_t *rows = malloc(total);
    uint8_t(*pixels)[4] = malloc((size_t)*width * *height * 4);
    if (!inflate_exactly(data, packed, rows, total)) {
        free(rows);
        free(pixels);
        return NULL;
    }
    unfilter(rows, *height, row, *channels);
    for (size_t i = 0; i < (size_t)*width * *height; i++) {
        const uint8_t *from = rows + i / *width * (row + 1) + 1 + i % *width * *channels;
        memcpy(pixels[i], from, *channels);
        if (*channels == 3)
            pixels[i][3] = 255;
    }
    free(rows);
    return pixels;
}
