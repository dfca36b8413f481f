/* SPDX-License-Identifier: MIT */
/* PNG files (RFC 2083): header, one compressed chunk of pixels, end. Pictures without transparency
 * have three bytes per pixel. Each row has the filter whose result is smallest. */
#include <stdlib.h>
#include <string.h>

#include "deflate.h"
#include "picture.h"

static void put_word(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* ---- Filters ------------------------------------------------------------------------------ */

static int paeth(int left, int up, int corner) {
    int guess = left + up - corner;
    int a = abs(guess - left), b = abs(guess - up), c = abs(guess - corner);
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

/* What filter 0 to 4 expects of a byte, from the bytes to the left, above, and left above. */
static int expect(int filter, int left, int up, int corner) {
    switch (filter) {
    case 1:
        return left;
    case 2:
        return up;
    case 3:
        return (left + up) / 2;
    case 4:
        return paeth(left, up, corner);
    default:
        return 0;
    }
}

/* Writes a filtered row behind the number of its filter; returns the sum of what is left. */
static uint32_t filter_row(int filter, const uint8_t *row, const uint8_t *above, size_t bytes,
                           size_t step, uint8_t *to) {
    uint32_t sum = 0;
    to[0] = (uint8_t)filter;
    for (size_t i = 0; i < bytes; i++) {
        int left = i >= step ? row[i - step] : 0, corner = i >= step ? above[i - step] : 0;
        uint8_t rest = (uint8_t)(row[i] - expect(filter, left, above[i], corner));
        to[i + 1] = rest;
        sum += rest < 128 ? rest : 256u - rest;
    }
    return sum;
}

/* rows has the bytes of all rows, after one row of zeros. scratch has room for one filtered row. */
static void filter_all(const uint8_t *rows, uint32_t height, size_t bytes, size_t step,
                       uint8_t *scratch, uint8_t *to) {
    for (uint32_t y = 0; y < height; y++, to += bytes + 1) {
        const uint8_t *above = rows + y * bytes;
        uint32_t least = UINT32_MAX;
        for (int filter = 0; filter < 5; filter++) {
            uint32_t sum = filter_row(filter, above + bytes, above, bytes, step, scratch);
            if (sum < least) {
                least = sum;
                memcpy(to, scratch, bytes + 1);
            }
        }
    }
}

static tact_status filter_picture(const draw_picture *picture, size_t step, uint8_t **out,
                                  size_t *out_bytes) {
    size_t bytes = step * picture->width, count = (size_t)picture->width * picture->height;
    uint8_t *rows = calloc(picture->height + (size_t)1, bytes);
    uint8_t *scratch = malloc(bytes + 1), *made = malloc((bytes + 1) * picture->height);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (rows != NULL && scratch != NULL && made != NULL) {
        for (size_t i = 0; i < count; i++)
            memcpy(rows + bytes + i * step, picture->pixels[i], step);
        filter_all(rows, picture->height, bytes, step, scratch, made);
        *out = made;
        *out_bytes = (bytes + 1) * picture->height;
        status = TACT_OK;
    } else {
        free(made);
    }
    free(rows);
    free(scratch);
    return status;
}

/* ---- Files -------------------------------------------------------------------------------- */

static uint8_t *put_chunk(uint8_t *to, const char *name, const uint8_t *data, size_t bytes) {
    put_word(to, (uint32_t)bytes);
    memcpy(to + 4, name, 4);
    if (bytes > 0)
        memcpy(to + 8, data, bytes);
    put_word(to + 8 + bytes, draw_crc(0, to + 4, bytes + 4));
    return to + bytes + 12;
}

static bool is_opaque(const draw_picture *picture) {
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < count; i++)
        if (picture->pixels[i][3] != 255)
            return false;
    return true;
}

tact_status draw_picture_to_png(const draw_picture *picture, uint8_t **out, size_t *bytes) {
    static const uint8_t signature[8] = {137, 'P', 'N', 'G', '\r', '\n', 26, '\n'};
    size_t step = is_opaque(picture) ? 3 : 4, raw_bytes = 0, packed_bytes = 0;
    uint8_t *raw = NULL, *packed = NULL, header[13] = {0}, *file = NULL;
    tact_status status = filter_picture(picture, step, &raw, &raw_bytes);
    if (status == TACT_OK)
        status = draw_deflate(raw, raw_bytes, &packed, &packed_bytes);
    free(raw);
    if (status != TACT_OK)
        return status;
    file = malloc(packed_bytes + 64);
    if (file != NULL) {
        put_word(header, picture->width);
        put_word(header + 4, picture->height);
        header[8] = 8;
        header[9] = step == 3 ? 2 : 6;
        memcpy(file, signature, 8);
        uint8_t *end = put_chunk(file + 8, "IHDR", header, 13);
        end = put_chunk(end, "IDAT", packed, packed_bytes);
        end = put_chunk(end, "IEND", NULL, 0);
        *out = file;
        *bytes = (size_t)(end - file);
    }
    free(packed);
    return file != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
}
