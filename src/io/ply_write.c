/* SPDX-License-Identifier: MIT */
/* Writes PLY: little-endian or text, double or float coordinates. Neighbouring triangles of one
 * source face that form a fan become one polygon again, which reads back as the same triangles. PLY
 * has no parts. They are stored in comments that our reader knows:
 *
 *     comment tact part FIRST COUNT NAME
 *
 * FIRST and COUNT are triangles. In NAME, %XX is a byte that a line cannot hold. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "base/assert.h"
#include "base/message.h"
#include "io/sink.h"
#include "io/source.h"
#include "io/text.h"
#include "math/number.h"
#include "mesh/arrays.h"

/* Vertices converted at a time. */
#define BATCH 256

/* What the header says about the faces. */
typedef struct face_summary {
    uint32_t count;
    uint32_t most_triangles; /* of one face */
} face_summary;

static face_summary summarize_faces(const tact_mesh_arrays *arrays) {
    face_summary summary = {0};
    for (uint32_t t = 0, fan; t < arrays->triangle_count; t += fan) {
        fan = tacti_text_fan(arrays, t, arrays->triangle_count);
        if (fan > summary.most_triangles)
            summary.most_triangles = fan;
        summary.count++;
    }
    return summary;
}

/* Whether a byte would end the line, look like an escape, or be trimmed at an end of the name. */
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

/* More than 255 corners do not fit in one byte. */
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

/* NaN and infinity are floats; a finite number beyond their range is not. */
static bool fits_float(double x) {
    return !(fabs(x) > (double)FLT_MAX) || isinf(x);
}

/* Either only checks the range of all vertices (is_check), or writes them. */
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

/* Writes the list of one face, a fan of fan triangles. */
static void write_face(tacti_sink *sink, const tact_mesh_arrays *arrays, uint32_t triangle,
                       uint32_t fan, bool is_long) {
    TACTI_ASSERT(is_long || fan <= UCHAR_MAX - 2);
    if (is_long)
        tacti_store_u32(tacti_sink_room(sink, 4), fan + 2);
    else
        *tacti_sink_room(sink, 1) = (unsigned char)(fan + 2);
    for (uint32_t i = 0; i < fan; i++) {
        uint32_t corners[3];
        tacti_arrays_copy_indices(arrays, triangle + i, triangle + i + 1, corners);
        /* Each triangle after the first adds its last corner. */
        for (int k = i == 0 ? 0 : 2; k < 3; k++)
            tacti_store_u32(tacti_sink_room(sink, 4), corners[k]);
    }
}

static void write_faces(tacti_sink *sink, const tact_mesh_arrays *arrays, bool is_text,
                        bool is_long) {
    for (uint32_t t = 0, fan; t < arrays->triangle_count; t += fan) {
        fan = tacti_text_fan(arrays, t, arrays->triangle_count);
        if (is_text) {
            tacti_text_integer(sink, (uint64_t)fan + 2);
            tacti_text_corners(sink, arrays, t, fan, 0);
        } else {
            write_face(sink, arrays, t, fan, is_long);
        }
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
