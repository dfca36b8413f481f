/* SPDX-License-Identifier: MIT */
/* Writes PLY: little-endian or text, double or float coordinates. Neighbouring triangles of one
 * source face that form a fan become one polygon again, which reads back as the same triangles.
 * Parts, for which PLY has no place, are kept in comments that our reader knows:
 *
 *     comment tact part FIRST COUNT NAME
 *
 * FIRST and COUNT are triangles; in NAME, %XX stands for a byte that would not survive. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/message.h"
#include "io/number.h"
#include "io/sink.h"
#include "io/source.h"
#include "mesh/arrays.h"

/* Vertices or triangles that are converted at a time. */
#define BATCH 256

/* Goes through the faces of the arrays, triangle by triangle. */
typedef struct face_walk {
    const tact_mesh_arrays *arrays;
    uint32_t next;        /* triangle to look at */
    uint32_t batch_begin; /* triangles whose vertex numbers are in batch */
    uint32_t batch_end;
    uint32_t batch[3 * BATCH];
} face_walk;

static const uint32_t *triangle_at(face_walk *walk, uint32_t triangle) {
    if (triangle < walk->batch_begin || triangle >= walk->batch_end) {
        uint32_t left = walk->arrays->triangle_count - triangle;
        walk->batch_begin = triangle;
        walk->batch_end = triangle + (left < BATCH ? left : BATCH);
        tacti_arrays_copy_indices(walk->arrays, walk->batch_begin, walk->batch_end, walk->batch);
    }
    return walk->batch + 3 * (size_t)(triangle - walk->batch_begin);
}

/* How many triangles from the next on are the fan of one face; moves behind them. */
static uint32_t next_face(face_walk *walk) {
    const uint32_t *faces = walk->arrays->source_faces;
    uint32_t begin = walk->next++;
    if (faces == NULL)
        return 1;
    const uint32_t *triangle = triangle_at(walk, begin);
    uint32_t first = triangle[0], last = triangle[2];
    while (walk->next < walk->arrays->triangle_count && faces[walk->next] == faces[begin]) {
        triangle = triangle_at(walk, walk->next);
        if (triangle[0] != first || triangle[1] != last)
            break;
        last = triangle[2];
        walk->next++;
    }
    return walk->next - begin;
}

/* What the header has to say about the faces. */
typedef struct face_summary {
    uint32_t count;
    uint32_t most_triangles; /* of one face */
} face_summary;

static face_summary summarize_faces(const tact_mesh_arrays *arrays) {
    face_summary summary = {0};
    face_walk walk = {.arrays = arrays};
    while (walk.next < arrays->triangle_count) {
        uint32_t triangles = next_face(&walk);
        if (triangles > summary.most_triangles)
            summary.most_triangles = triangles;
        summary.count++;
    }
    return summary;
}

/* Bytes that would end the line, be taken for an escape, or be trimmed at an end of the name. */
static bool needs_escape(const char *name, size_t i) {
    unsigned char c = (unsigned char)name[i];
    return c < 0x20 || c == 0x7F || c == '%' || (c == ' ' && (i == 0 || name[i + 1] == '\0'));
}

static void write_part(tacti_sink *sink, const tact_mesh_part *part) {
    char text[64];
    snprintf(text, sizeof text, "comment tact part %lu %lu ", (unsigned long)part->first,
             (unsigned long)part->count);
    tacti_sink_text(sink, text);
    const char *name = part->name != NULL ? part->name : "";
    for (size_t i = 0; name[i] != '\0'; i++) {
        if (needs_escape(name, i)) {
            snprintf(text, sizeof text, "%%%02X", (unsigned int)(unsigned char)name[i]);
            tacti_sink_text(sink, text);
        } else {
            tacti_sink_write(sink, name + i, 1);
        }
    }
    tacti_sink_text(sink, "\n");
}

/* More than 255 corners do not fit in the usual byte. */
static bool has_long_faces(const face_summary *faces) {
    return faces->most_triangles > 253;
}

static void write_header(tacti_sink *sink, const tact_mesh_arrays *arrays,
                         const tact_write_desc *desc, const face_summary *faces) {
    char text[512];
    tacti_sink_text(sink, desc->is_text ? "ply\nformat ascii 1.0\n"
                                        : "ply\nformat binary_little_endian 1.0\n");
    tacti_sink_text(sink, "comment written by tact\n");
    for (uint32_t i = 0; i < arrays->part_count; i++)
        write_part(sink, &arrays->parts[i]);
    const char *number = desc->is_single ? "float" : "double";
    snprintf(text, sizeof text,
             "element vertex %lu\nproperty %s x\nproperty %s y\nproperty %s z\n"
             "element face %lu\nproperty list %s %s vertex_indices\nend_header\n",
             (unsigned long)arrays->vertex_count, number, number, number,
             (unsigned long)faces->count, has_long_faces(faces) ? "uint" : "uchar",
             arrays->vertex_count > (uint32_t)INT32_MAX + 1 ? "uint" : "int");
    tacti_sink_text(sink, text);
}

static void write_number(tacti_sink *sink, double value, char separator) {
    char text[TACTI_DOUBLE_TEXT + 1];
    size_t length = tacti_write_double(text, value);
    text[length++] = separator;
    tacti_sink_write(sink, text, length);
}

/* The lists of a text need no locale and no speed of printf. */
static void write_whole(tacti_sink *sink, uint32_t value, char separator) {
    char text[12];
    size_t at = sizeof text;
    text[--at] = separator;
    do {
        text[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    tacti_sink_write(sink, text + at, sizeof text - at);
}

static void write_vertex(tacti_sink *sink, const double xyz[3], const tact_write_desc *desc) {
    if (desc->is_text) {
        for (int i = 0; i < 3; i++)
            write_number(sink, desc->is_single ? (double)(float)xyz[i] : xyz[i],
                         i < 2 ? ' ' : '\n');
        return;
    }
    unsigned char *room = tacti_sink_room(sink, desc->is_single ? 12 : 24);
    for (int i = 0; i < 3; i++) {
        if (desc->is_single)
            tacti_store_float(room + 4 * i, (float)xyz[i]);
        else
            tacti_store_double(room + 8 * i, xyz[i]);
    }
}

/* NaN and infinity are floats too; a finite number beyond the floats is not. */
static bool fits_float(double x) {
    return !(fabs(x) > (double)FLT_MAX) || isinf(x);
}

/* Calls for each batch of vertices either nothing but the check of the range, or the writing. */
static tact_status write_vertices(tacti_sink *sink, const tact_mesh_arrays *arrays,
                                  const tact_write_desc *desc, bool is_check, tact_error *error) {
    tact_vec3 batch[BATCH];
    for (uint32_t begin = 0, end; begin < arrays->vertex_count; begin = end) {
        uint32_t left = arrays->vertex_count - begin;
        end = begin + (left < BATCH ? left : BATCH);
        tacti_arrays_copy_positions(arrays, begin, end, batch);
        for (uint32_t i = begin; i < end; i++) {
            double xyz[3] = {batch[i - begin].x, batch[i - begin].y, batch[i - begin].z};
            if (!is_check)
                write_vertex(sink, xyz, desc);
            else if (!fits_float(xyz[0]) || !fits_float(xyz[1]) || !fits_float(xyz[2]))
                return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, i,
                                       "vertex %lu is beyond the range of float", (unsigned long)i);
        }
    }
    return TACT_OK;
}

static void write_count(tacti_sink *sink, uint32_t count, bool is_text, bool is_long) {
    if (is_text)
        write_whole(sink, count, ' ');
    else if (is_long)
        tacti_store_u32(tacti_sink_room(sink, 4), count);
    else
        *tacti_sink_room(sink, 1) = (unsigned char)count;
}

static void write_corner(tacti_sink *sink, uint32_t vertex, bool is_text, bool is_last) {
    if (is_text)
        write_whole(sink, vertex, is_last ? '\n' : ' ');
    else
        tacti_store_u32(tacti_sink_room(sink, 4), vertex);
}

static void write_faces(tacti_sink *sink, const tact_mesh_arrays *arrays, bool is_text,
                        bool is_long) {
    face_walk ahead = {.arrays = arrays}; /* finds where a face ends */
    face_walk here = {.arrays = arrays};  /* writes it */
    while (ahead.next < arrays->triangle_count) {
        uint32_t begin = ahead.next;
        uint32_t triangles = next_face(&ahead);
        write_count(sink, triangles + 2, is_text, is_long);
        const uint32_t *corners = triangle_at(&here, begin);
        write_corner(sink, corners[0], is_text, false);
        write_corner(sink, corners[1], is_text, false);
        for (uint32_t i = 0; i < triangles; i++)
            write_corner(sink, triangle_at(&here, begin + i)[2], is_text, i + 1 == triangles);
    }
}

tact_status tacti_ply_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error) {
    if (desc->is_single) {
        tact_status status = write_vertices(sink, arrays, desc, true, error);
        if (status != TACT_OK)
            return status;
    }
    face_summary faces = summarize_faces(arrays);
    write_header(sink, arrays, desc, &faces);
    write_vertices(sink, arrays, desc, false, error);
    write_faces(sink, arrays, desc->is_text, has_long_faces(&faces));
    return TACT_OK;
}
