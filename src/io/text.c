/* SPDX-License-Identifier: MIT */
/* Writes arrays as lines of numbers. */
#include "io/text.h"

#include <string.h>

#include "base/assert.h"
#include "math/number.h"
#include "mesh/arrays.h"

/* Vertices converted at a time. */
#define VERTICES_AT_ONCE 64
/* A line: a start of a few bytes, three doubles with blanks, and the end. */
#define LINE_BYTES (3 * TACTI_DOUBLE_TEXT + 16)

void tacti_text_vertices(tacti_sink *sink, const tact_mesh_arrays *arrays, const char *start) {
    char line[LINE_BYTES];
    size_t start_bytes = 0;
    for (; start[start_bytes] != '\0'; start_bytes++)
        line[start_bytes] = start[start_bytes];
    TACTI_ASSERT(start_bytes + 3 * TACTI_DOUBLE_TEXT < LINE_BYTES);
    tact_vec3 vertices[VERTICES_AT_ONCE];
    for (uint32_t begin = 0, end; begin < arrays->vertex_count; begin = end) {
        uint32_t left = arrays->vertex_count - begin;
        end = begin + (left < VERTICES_AT_ONCE ? left : VERTICES_AT_ONCE);
        tacti_arrays_copy_positions(arrays, begin, end, vertices);
        for (uint32_t i = 0; i < end - begin; i++) {
            size_t length = start_bytes;
            length += tacti_write_double(line + length, vertices[i].x);
            line[length++] = ' ';
            length += tacti_write_double(line + length, vertices[i].y);
            line[length++] = ' ';
            length += tacti_write_double(line + length, vertices[i].z);
            line[length++] = '\n';
            tacti_sink_write(sink, line, length);
        }
    }
}

uint32_t tacti_text_fan(const tact_mesh_arrays *arrays, uint32_t triangle, uint32_t end) {
    TACTI_ASSERT(triangle < end);
    if (arrays->source_faces == NULL)
        return 1;
    uint32_t last[3], next[3];
    tacti_arrays_copy_indices(arrays, triangle, triangle + 1, last);
    uint32_t count = 1;
    for (; count < end - triangle; count++) {
        uint32_t t = triangle + count;
        tacti_arrays_copy_indices(arrays, t, t + 1, next);
        if (arrays->source_faces[t] != arrays->source_faces[triangle] || next[0] != last[0] ||
            next[1] != last[2])
            break;
        memcpy(last, next, sizeof last);
    }
    return count;
}

/* Writes a number that ends before end. Returns its start. */
static char *put_integer(char *end, uint64_t number) {
    do
        *--end = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return end;
}

void tacti_text_corners(tacti_sink *sink, const tact_mesh_arrays *arrays, uint32_t triangle,
                        uint32_t count, uint32_t base) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corners[3];
        tacti_arrays_copy_indices(arrays, triangle + i, triangle + i + 1, corners);
        char text[3 * 12 + 1];
        char *end = text + sizeof text;
        char *start = end;
        if (i == count - 1)
            *--start = '\n';
        /* Each triangle after the first adds its last corner. */
        for (int k = 2; k >= (i == 0 ? 0 : 2); k--) {
            start = put_integer(start, (uint64_t)corners[k] + base);
            *--start = ' ';
        }
        TACTI_ASSERT(start >= text);
        tacti_sink_write(sink, start, (size_t)(end - start));
    }
}

void tacti_text_integer(tacti_sink *sink, uint64_t number) {
    char text[20];
    char *start = put_integer(text + sizeof text, number);
    tacti_sink_write(sink, start, (size_t)(text + sizeof text - start));
}
