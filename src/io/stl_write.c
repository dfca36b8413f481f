/* SPDX-License-Identifier: MIT */
/* Writes STL. Binary stores floats, so coordinates are rounded to the nearest float. Numbers beyond
 * their range and non-finite numbers are refused. Text keeps every bit of a double. Parts become
 * solids if they follow each other without overlap, and triangles between them go into solids
 * without a name. If parts overlap, all triangles go into one solid without a name. Normals are
 * computed from the corners and are 0 0 0 if these lie on a line. */
#include <float.h>
#include <math.h>

#include "base/message.h"
#include "io/sink.h"
#include "io/source.h"
#include "math/number.h"
#include "mesh/arrays.h"

typedef struct corners {
    double xyz[3][3];
} corners;

static corners corners_of(const tact_mesh_arrays *arrays, uint32_t triangle) {
    uint32_t numbers[3];
    tacti_arrays_copy_indices(arrays, triangle, triangle + 1, numbers);
    corners found;
    for (int i = 0; i < 3; i++) {
        tact_vec3 v;
        tacti_arrays_copy_positions(arrays, numbers[i], numbers[i] + 1, &v);
        found.xyz[i][0] = v.x;
        found.xyz[i][1] = v.y;
        found.xyz[i][2] = v.z;
    }
    return found;
}

/* The unit normal, or 0 0 0 if there is none. Halving the coordinates and scaling to 1 keeps every
 * step in range. */
static void normal_of(const corners *triangle, double normal[3]) {
    double edges[2][3], scale = 0;
    for (int e = 0; e < 2; e++) {
        for (int i = 0; i < 3; i++) {
            edges[e][i] = triangle->xyz[e + 1][i] / 2 - triangle->xyz[0][i] / 2;
            scale = fmax(scale, fabs(edges[e][i]));
        }
    }
    for (int i = 0; i < 3; i++)
        normal[i] = 0;
    if (!(scale > 0))
        return;
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < 3; i++)
            edges[e][i] /= scale;
    const double *a = edges[0], *b = edges[1];
    double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    if (!(largest > 0))
        return;
    for (int i = 0; i < 3; i++)
        n[i] /= largest;
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; i++)
        normal[i] = n[i] / length;
}

/* Checks all coordinates that triangles use before the first byte is written. */
static tact_status check_coordinates(const tact_mesh_arrays *arrays, bool is_text,
                                     tact_error *error) {
    double most = is_text ? DBL_MAX : (double)FLT_MAX;
    for (uint32_t t = 0; t < arrays->triangle_count; t++) {
        corners triangle = corners_of(arrays, t);
        for (int i = 0; i < 3; i++) {
            const double *p = triangle.xyz[i];
            if (fabs(p[0]) <= most && fabs(p[1]) <= most && fabs(p[2]) <= most)
                continue;
            uint32_t numbers[3];
            tacti_arrays_copy_indices(arrays, t, t + 1, numbers);
            return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, numbers[i],
                                   "vertex %lu is not finite or beyond the range that STL holds",
                                   (unsigned long)numbers[i]);
        }
    }
    return TACT_OK;
}

static void write_binary(tacti_sink *sink, const tact_mesh_arrays *arrays) {
    /* Must not begin with "solid", which some readers take for text. */
    char header[80] = "binary STL written by tact";
    tacti_sink_write(sink, header, sizeof header);
    tacti_store_u32(tacti_sink_room(sink, 4), arrays->triangle_count);
    for (uint32_t t = 0; t < arrays->triangle_count; t++) {
        corners triangle = corners_of(arrays, t);
        double normal[3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                triangle.xyz[i][k] = (double)(float)triangle.xyz[i][k];
        normal_of(&triangle, normal);
        unsigned char *room = tacti_sink_room(sink, 50);
        for (int k = 0; k < 3; k++)
            tacti_store_float(room + 4 * k, (float)normal[k]);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                tacti_store_float(room + 12 + 12 * i + 4 * k, (float)triangle.xyz[i][k]);
        room[48] = room[49] = 0;
    }
}

static void write_numbers(tacti_sink *sink, const char *before, const double xyz[3]) {
    tacti_sink_text(sink, before);
    for (int i = 0; i < 3; i++) {
        char text[TACTI_DOUBLE_TEXT + 1] = " ";
        size_t length = tacti_write_double(text + 1, xyz[i]);
        tacti_sink_write(sink, text, length + 1);
    }
    tacti_sink_text(sink, "\n");
}

/* Writes a keyword and a name on one line. */
static void write_name(tacti_sink *sink, const char *keyword, const char *name) {
    tacti_sink_text(sink, keyword);
    if (name != NULL && name[0] != '\0') {
        tacti_sink_text(sink, " ");
        for (; *name != '\0'; name++) {
            unsigned char c = (unsigned char)*name;
            tacti_sink_write(sink, c < 0x20 || c == 0x7F ? "_" : name, 1);
        }
    }
    tacti_sink_text(sink, "\n");
}

static void write_solid(tacti_sink *sink, const tact_mesh_arrays *arrays,
                        const tact_mesh_part *part) {
    write_name(sink, "solid", part->name);
    for (uint32_t t = part->first; t - part->first < part->count; t++) {
        corners triangle = corners_of(arrays, t);
        double normal[3];
        normal_of(&triangle, normal);
        write_numbers(sink, "facet normal", normal);
        tacti_sink_text(sink, " outer loop\n");
        for (int i = 0; i < 3; i++)
            write_numbers(sink, "  vertex", triangle.xyz[i]);
        tacti_sink_text(sink, " endloop\nendfacet\n");
    }
    write_name(sink, "endsolid", part->name);
}

static bool parts_follow_each_other(const tact_mesh_arrays *arrays) {
    uint32_t end = 0;
    for (uint32_t i = 0; i < arrays->part_count; i++) {
        if (arrays->parts[i].first < end)
            return false;
        end = arrays->parts[i].first + arrays->parts[i].count;
    }
    return true;
}

static void write_text(tacti_sink *sink, const tact_mesh_arrays *arrays) {
    uint32_t done = 0;
    uint32_t part_count = parts_follow_each_other(arrays) ? arrays->part_count : 0;
    for (uint32_t i = 0; i < part_count; i++) {
        const tact_mesh_part *part = &arrays->parts[i];
        if (done < part->first)
            write_solid(sink, arrays, &(tact_mesh_part){NULL, done, part->first - done});
        write_solid(sink, arrays, part);
        done = part->first + part->count;
    }
    if (done < arrays->triangle_count || part_count == 0)
        write_solid(sink, arrays, &(tact_mesh_part){NULL, done, arrays->triangle_count - done});
}

tact_status tacti_stl_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error) {
    tact_status status = check_coordinates(arrays, desc->is_text, error);
    if (status != TACT_OK)
        return status;
    if (desc->is_text)
        write_text(sink, arrays);
    else
        write_binary(sink, arrays);
    return TACT_OK;
}
