/* SPDX-License-Identifier: MIT */
/* Writes OBJ: all vertices with the shortest numbers that read back, then the faces as they were
 * before they were cut, under an object (o) for each part. A nameless object stands before
 * triangles that are in no part, where one was before. Names lose what a line of OBJ cannot hold:
 * control characters become '_', blanks at their ends go, and an empty name becomes part_N. */
#include <string.h>

#include "io/format.h"
#include "io/text.h"

/* Triangles from one on that are in the same part, or in none. */
typedef struct part_run {
    uint32_t part; /* part_count: none */
    uint32_t end;
} part_run;

/* Whether each part starts where the one before has ended or later. */
static bool parts_are_in_order(const tact_mesh_arrays *arrays) {
    for (uint32_t i = 1; i < arrays->part_count; i++) {
        const tact_mesh_part *before = &arrays->parts[i - 1];
        if (arrays->parts[i].first < before->first ||
            arrays->parts[i].first - before->first < before->count)
            return false;
    }
    return true;
}

/* The run that starts at a triangle, of parts from number `from` on: the first part that holds the
 * triangle, up to where that changes. */
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
            break; /* later parts hold nothing of this one */
        }
        if (is_in_order && part->first > triangle && part->count > 0)
            break;
    }
    return run;
}

/* Writes "o name"; a byte after another, since names are short and rare. */
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
        /* A backslash at the end would glue the next line to this one. */
        bool is_bad = c < ' ' || c == 0x7F || (c == '\\' && i == length - 1);
        tacti_sink_write(sink, is_bad ? "_" : &name[i], 1);
    }
    if (length == 0 && part < arrays->part_count) {
        tacti_sink_text(sink, " part_");
        tacti_text_integer(sink, part);
    }
    tacti_sink_text(sink, "\n");
}

tact_status tacti_obj_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error) {
    (void)desc;
    (void)error;
    tacti_text_vertices(sink, arrays, "v ");
    bool is_in_order = parts_are_in_order(arrays);
    uint32_t from = 0; /* in order, parts before this one are over */
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
        while (t < run.end) {
            uint32_t fan = tacti_text_fan(arrays, t, run.end);
            tacti_sink_text(sink, "f");
            tacti_text_corners(sink, arrays, t, fan, 1);
            t += fan;
        }
    }
    return TACT_OK;
}
