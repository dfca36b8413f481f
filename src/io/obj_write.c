/* SPDX-License-Identifier: MIT */
/* Writes OBJ: all vertices with the shortest numbers that read back, then the original polygons,
 * under an object (o) for each part. After a part, triangles without a part come under a nameless
 * object. Names lose what an OBJ line cannot hold: control characters become '_', blanks at their
 * ends are removed, and an empty name becomes part_N. */
#include <string.h>

#include "io/format.h"
#include "io/text.h"

/* A run of triangles that are in the same part, or in none. */
typedef struct part_run {
    uint32_t part; /* part_count: none */
    uint32_t end;
} part_run;

/* Whether each part starts at or after the end of the one before. */
static bool parts_are_in_order(const tact_mesh_arrays *arrays) {
    for (uint32_t i = 1; i < arrays->part_count; i++) {
        const tact_mesh_part *before = &arrays->parts[i - 1];
        if (arrays->parts[i].first < before->first ||
            arrays->parts[i].first - before->first < before->count)
            return false;
    }
    return true;
}

/* The run that starts at a triangle, which belongs to the first part that contains it. Only parts
 * from number `from` on are searched. */
static part_run find_run(const tact_mesh_arrays *arrays, uint32_t triangle, uint32_t from,
                         bool is_in_order) {
    part_run run = {arrays->part_count, arrays->triangle_count};
    for (uint32_t i = from; i < arrays->part_count; i++) {
        const tact_mesh_part *part = &arrays->parts[i];
        uint32_t end = part->first + part->count;
        if (part->first > triangle && part->count > 0 && part->first < run.end)
            run.end = part->first;
        if (part->first <= triangle && triangle < end) {
            run.part = i;
            if (end < run.end)
                run.end = end;
            break; /* later parts do not affect this run */
        }
        if (is_in_order && part->first > triangle && part->count > 0)
            break;
    }
    return run;
}

/* Writes "o name", byte by byte, since names are short and rare. */
static void write_object(tacti_sink *sink, const tact_mesh_arrays *arrays, uint32_t part) {
    const char *name = part < arrays->part_count ? arrays->parts[part].name : NULL;
    size_t length = name != NULL ? strlen(name) : 0;
    while (length > 0 && (unsigned char)name[length - 1] <= ' ')
        length--;
    while (length > 0 && (unsigned char)*name <= ' ') {
        name++;
        length--;
    }
    tacti_sink_text(sink, "o");
    if (length > 0)
        tacti_sink_text(sink, " ");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        /* A backslash at the end would join the next line to this one. */
        bool is_bad = c < ' ' || c == 0x7F || (c == '\\' && i == length - 1);
        tacti_sink_write(sink, is_bad ? "_" : &name[i], 1);
    }
    if (length == 0 && part < arrays->part_count) {
        tacti_sink_text(sink, " part_");
        tacti_text_integer(sink, part);
    }
    tacti_sink_text(sink, "\n");
}

/* Writes the faces of a run, each as one line. */
static void write_faces(tacti_sink *sink, const tact_mesh_arrays *arrays, uint32_t begin,
                        uint32_t end) {
    for (uint32_t t = begin, fan; t < end; t += fan) {
        fan = tacti_text_fan(arrays, t, end);
        tacti_sink_text(sink, "f");
        tacti_text_corners(sink, arrays, t, fan, 1);
    }
}

tact_status tacti_obj_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error) {
    (void)desc;
    (void)error;
    /* With a comment, the file of an empty mesh is not empty and can be recognised. */
    tacti_sink_text(sink, "# ");
    tacti_text_integer(sink, arrays->vertex_count);
    tacti_sink_text(sink, " vertices, ");
    tacti_text_integer(sink, arrays->triangle_count);
    tacti_sink_text(sink, " triangles\n");
    tacti_text_vertices(sink, arrays, "v ");
    bool is_in_order = parts_are_in_order(arrays);
    uint32_t from = 0; /* if parts are in order, those before this one have ended */
    bool was_named = false;
    for (uint32_t t = 0; t < arrays->triangle_count;) {
        while (is_in_order && from < arrays->part_count &&
               arrays->parts[from].first + arrays->parts[from].count <= t)
            from++;
        part_run run = find_run(arrays, t, from, is_in_order);
        bool is_named = run.part < arrays->part_count;
        if (is_named || was_named)
            write_object(sink, arrays, run.part);
        was_named = is_named;
        write_faces(sink, arrays, t, run.end);
        t = run.end;
    }
    return TACT_OK;
}
