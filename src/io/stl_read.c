/* SPDX-License-Identifier: MIT */
/* Decides whether an STL file is text or binary, and reads binary STL: 80 arbitrary bytes, the
 * number of triangles, then 50 bytes per triangle: normal, three corners, two more bytes. All
 * numbers are little-endian. Normals are ignored, since the order of the corners gives the same
 * information.
 *
 * Binary files that begin with "solid" are common, so the size decides first: a text whose bytes 80
 * to 83 match its size would be larger than 7 GB. Some writers pad the file, so bytes after the
 * last triangle are ignored. If the padding is as long as a triangle, the file is read as STL only
 * if the caller or the file's name says so, since other files look the same. */
#include "base/assert.h"
#include "io/stl.h"

#include "base/alloc.h"
#include "io/source.h"

#define HEADER_BYTES 84
#define COUNT_AT 80
#define TRIANGLE_BYTES 50
#define NORMAL_BYTES 12
#define CORNERS_BYTES 36

/* Triangles that fit in the file. */
static size_t room_for(const tacti_source *source) {
    return source->bytes < HEADER_BYTES ? 0 : (source->bytes - HEADER_BYTES) / TRIANGLE_BYTES;
}

/* The number of triangles in the header, which must exist. */
static uint32_t promised_count(const tacti_source *source) {
    return (uint32_t)tacti_load_bytes(source->data + COUNT_AT, 4, false);
}

bool tacti_stl_is_binary(const tacti_source *source) {
    if (source->bytes < HEADER_BYTES || promised_count(source) != room_for(source))
        return false;
    /* Without triangles, four zero bytes would be the only evidence. */
    return promised_count(source) > 0 || source->bytes == HEADER_BYTES;
}

bool tacti_stl_is_likely(const tacti_source *source) {
    return tacti_stl_is_binary(source) || tacti_stl_is_text(source);
}

/* Copies the corners of all triangles. The strides are constant, so each copy is a few moves.
 *
 */
static void copy_corners(const unsigned char *from, size_t count, unsigned char *to) {
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * CORNERS_BYTES, from + i * TRIANGLE_BYTES + NORMAL_BYTES, CORNERS_BYTES);
}

/* The same on a big-endian machine. */
static void swap_corners(const unsigned char *from, size_t count, unsigned char *to) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < CORNERS_BYTES; k += 4) {
            const unsigned char *p = from + i * TRIANGLE_BYTES + NORMAL_BYTES + k;
            uint32_t bits = (uint32_t)tacti_load_bytes(p, 4, false);
            memcpy(to + i * CORNERS_BYTES + k, &bits, 4);
        }
    }
}

static tact_status check_size(const tacti_source *source, tact_error *error) {
    if (source->bytes < HEADER_BYTES)
        return tacti_source_fail(
            (tacti_place){source, source->bytes, true}, error, TACT_NO_INDEX,
            "not an STL file: neither text that begins with \"solid\" nor the 84 "
            "bytes of a binary header");
    uint32_t promised = promised_count(source);
    size_t room = room_for(source);
    if (promised > room || (promised == 0 && room > 0))
        return tacti_source_fail((tacti_place){source, COUNT_AT, true}, error, TACT_NO_INDEX,
                                 "the header promises %lu triangles, the file has room for %zu",
                                 (unsigned long)promised, room);
    /* The number of vertices, three per triangle, must fit in 32 bits. */
    if (promised > UINT32_MAX / 3)
        return tacti_error_set(error, TACT_TOO_LARGE, 0, TACT_NO_INDEX,
                               "%s: more than 2^32 - 1 vertices", source->name);
    return TACT_OK;
}

static tact_status read_binary(const tacti_source *source, tact_error *error, tact_soup **out) {
    tact_status status = check_size(source, error);
    if (status != TACT_OK)
        return status;
    uint32_t count = promised_count(source);
    tacti_soup_blocks blocks = {
        .position_type = TACT_NUMBER_FLOAT32, .vertex_count = 3 * count, .triangle_count = count};
    if (count > 0) {
        /* Cannot overflow: less than the size of the file. */
        TACTI_ASSERT(count <= room_for(source));
        size_t bytes = (size_t)count * CORNERS_BYTES;
        void *memory = tacti_allocate(source->context, bytes, 1, _Alignof(float));
        if (memory == NULL)
            return tacti_source_no_memory(source, error);
        blocks.positions = (tacti_block){memory, bytes, _Alignof(float)};
        if (tacti_host_is_little_endian())
            copy_corners(source->data + HEADER_BYTES, count, memory);
        else
            swap_corners(source->data + HEADER_BYTES, count, memory);
    }
    status = tacti_soup_adopt(source->context, &blocks, out);
    if (status != TACT_OK) {
        tacti_soup_blocks_release(source->context, &blocks);
        return tacti_source_no_memory(source, error);
    }
    size_t used = HEADER_BYTES + (size_t)count * TRIANGLE_BYTES;
    if (used < source->bytes)
        tacti_log(source->context, TACT_LOG_INFO, "%s: %zu bytes after the last triangle",
                  source->name, source->bytes - used);
    return TACT_OK;
}

tact_status tacti_stl_read(const tacti_source *source, tact_error *error, tact_soup **out) {
    if (!tacti_stl_is_binary(source) && tacti_stl_is_text(source))
        return tacti_stl_read_text(source, error, out);
    return read_binary(source, error, out);
}
