/* SPDX-License-Identifier: MIT */
/* The public functions: names of formats, detection of the format, and dispatch to the readers and
 * writers. The contents of a file decide its format, not its name. Only if the contents are not
 * recognised (an empty or truncated file) does the ending choose the reader, whose message the user
 * gets. */
#include <tact/io.h>

#include <string.h>

#include "base/alloc.h"
#include "io/file.h"
#include "io/scan.h"
#include "io/stl.h"
#include "mesh/arrays.h"

/* ---- Names --------------------------------------------------------------------------------- */

const char *tact_format_name(tact_format format) {
    switch (format) {
    case TACT_FORMAT_AUTO:
        return "auto";
#define FORMAT_NAME(enumerator, value, name, ending)                                               \
    case enumerator:                                                                               \
        return name;
        TACT_FORMAT_LIST(FORMAT_NAME)
#undef FORMAT_NAME
    }
    return "unknown format";
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether the texts are equal, ignoring the case of a to z, in any locale. */
static bool is_same_word(const char *a, const char *b) {
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

tact_format tact_format_from_name(const char *name_or_path) {
    if (name_or_path == NULL)
        return TACT_FORMAT_AUTO;
    const char *slash = strrchr(name_or_path, '/');
    const char *dot = strrchr(slash != NULL ? slash : name_or_path, '.');
#define FORMAT_MATCH(enumerator, value, name, ending)                                              \
    if (is_same_word(name_or_path, name) || (dot != NULL && is_same_word(dot, ending)))            \
        return enumerator;
    TACT_FORMAT_LIST(FORMAT_MATCH)
#undef FORMAT_MATCH
    return TACT_FORMAT_AUTO;
}

/* ---- Detection ----------------------------------------------------------------------------- */

/* Whether the first line that is not a comment begins with a word of OBJ, or all lines are
 * comments. */
static bool is_obj_likely(const tacti_source *source) {
    static const char *const words[] = {
        "v",     "vt",     "vn",     "vp",     "f",      "l",    "p",          "o",        "g",
        "s",     "mg",     "mtllib", "usemtl", "usemap", "curv", "curv2",      "surf",     "cstype",
        "bevel", "maplib", "lod",    "call",   "csh",    "deg",  "shadow_obj", "trace_obj"};
    tacti_scan scan = tacti_scan_make(source, NULL);
    bool has_remark = memchr(source->data, '#', source->bytes) != NULL;
    if (!tacti_scan_space(&scan, '#'))
        return has_remark;
    tacti_word word = tacti_scan_word(&scan);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (tacti_word_is(word, words[i]))
            return true;
    return false;
}

/* Returns TACT_FORMAT_AUTO if the contents are not recognised. */
static tact_format detect(const tacti_source *source) {
    if (tacti_ply_is_likely(source))
        return TACT_FORMAT_PLY;
    if (tacti_off_is_likely(source))
        return TACT_FORMAT_OFF;
    if (tacti_stl_is_likely(source))
        return TACT_FORMAT_STL;
    return is_obj_likely(source) ? TACT_FORMAT_OBJ : TACT_FORMAT_AUTO;
}

/* ---- Reading ------------------------------------------------------------------------------- */

static tact_status read_source(const tacti_source *source, tact_format format, tact_error *error,
                               tact_soup **out) {
    if (format == TACT_FORMAT_AUTO)
        format = detect(source);
    if (format == TACT_FORMAT_AUTO && source->bytes > 0)
        format = tact_format_from_name(source->name);
    switch (format) {
    case TACT_FORMAT_OBJ:
        return tacti_obj_read(source, error, out);
    case TACT_FORMAT_STL:
        return tacti_stl_read(source, error, out);
    case TACT_FORMAT_PLY:
        return tacti_ply_read(source, error, out);
    case TACT_FORMAT_OFF:
        return tacti_off_read(source, error, out);
    case TACT_FORMAT_AUTO:
        break;
    }
    return tacti_error_set(error, TACT_INVALID_FILE, 0, TACT_NO_INDEX,
                           "%s: %s; known formats are OBJ, STL, PLY and OFF", source->name,
                           source->bytes == 0 ? "is empty" : "unknown format");
}

static tact_status refuse(tact_error *error, const char *text) {
    return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "%s", text);
}

static bool is_format(tact_format format) {
    return (int)format >= (int)TACT_FORMAT_AUTO && (int)format <= (int)TACT_FORMAT_OFF;
}

tact_status tact_read_file(const tact_context *context, const char *path, tact_format format,
                           tact_error *error, tact_soup **out) {
    if (path == NULL || out == NULL || !is_format(format))
        return refuse(error, "reading needs a path, a known format and a pointer for the soup");
    tacti_contents contents;
    tact_status status = tacti_contents_read(context, path, error, &contents);
    if (status != TACT_OK)
        return status;
    char room[TACTI_NAME_BYTES];
    const char *name = strcmp(path, "-") == 0 ? "standard input" : tacti_short_name(path, room);
    tacti_source source = {context, name, contents.data, contents.bytes};
    status = read_source(&source, format, error, out);
    tacti_contents_release(context, &contents);
    return status;
}

/* Text readers may read the byte after the end, which the caller's memory does not have. */
static bool needs_copy(const tacti_source *source, tact_format format) {
    if (format == TACT_FORMAT_AUTO)
        return !tacti_ply_is_likely(source) && !tacti_stl_is_binary(source);
    return format != TACT_FORMAT_PLY && format != TACT_FORMAT_STL;
}

tact_status tact_read_memory(const tact_context *context, const void *data, size_t bytes,
                             tact_format format, const char *name, tact_error *error,
                             tact_soup **out) {
    if ((data == NULL && bytes > 0) || bytes == SIZE_MAX || out == NULL || !is_format(format))
        return refuse(error, "reading needs data, a known format and a pointer for the soup");
    char room[TACTI_NAME_BYTES];
    tacti_source source = {context, tacti_short_name(name != NULL ? name : "(memory)", room),
                           data != NULL ? data : (const unsigned char *)"", bytes};
    if (!needs_copy(&source, format))
        return read_source(&source, format, error, out);
    unsigned char *copy = tacti_allocate(context, bytes + 1, 1, 1);
    if (copy == NULL)
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                               "%s: no memory for its contents", source.name);
    memcpy(copy, source.data, bytes);
    copy[bytes] = 0;
    source.data = copy;
    tact_status status = read_source(&source, format, error, out);
    tacti_release(context, copy, bytes + 1, 1, 1);
    return status;
}

/* ---- Writing ------------------------------------------------------------------------------- */

tact_write_desc tact_write_desc_default(void) {
    return (tact_write_desc){.format = TACT_FORMAT_AUTO};
}

/* Triangles whose vertex numbers are checked at a time. */
#define BATCH 1024

static tact_status check_indices(const tact_mesh_arrays *arrays, tact_error *error) {
    uint32_t batch[3 * BATCH];
    for (uint32_t begin = 0, end; begin < arrays->triangle_count; begin = end) {
        uint32_t left = arrays->triangle_count - begin;
        end = begin + (left < BATCH ? left : BATCH);
        tacti_arrays_copy_indices(arrays, begin, end, batch);
        for (uint32_t i = 0; i < 3 * (end - begin); i++)
            if (batch[i] >= arrays->vertex_count)
                return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, begin + i / 3,
                                       "triangle %lu uses vertex %lu, there are %lu",
                                       (unsigned long)(begin + i / 3), (unsigned long)batch[i],
                                       (unsigned long)arrays->vertex_count);
    }
    return TACT_OK;
}

static tact_status check_arrays(const tact_mesh_arrays *arrays, tact_error *error) {
    tact_status status = tacti_arrays_check(arrays, error);
    if (status == TACT_OK)
        status = tacti_arrays_check_parts(arrays, error);
    return status == TACT_OK ? check_indices(arrays, error) : status;
}

static tact_status write_to(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error) {
    switch (desc->format) {
    case TACT_FORMAT_OBJ:
        return tacti_obj_write(sink, arrays, desc, error);
    case TACT_FORMAT_STL:
        return tacti_stl_write(sink, arrays, desc, error);
    case TACT_FORMAT_PLY:
        return tacti_ply_write(sink, arrays, desc, error);
    default:
        return tacti_off_write(sink, arrays, desc, error);
    }
}

tact_status tact_write_file(const tact_context *context, const char *path,
                            const tact_mesh_arrays *arrays, const tact_write_desc *desc,
                            tact_error *error) {
    tact_write_desc chosen = desc != NULL ? *desc : tact_write_desc_default();
    if (path == NULL || !is_format(chosen.format))
        return refuse(error, "writing needs a path and a known format");
    if (chosen.format == TACT_FORMAT_AUTO)
        chosen.format = tact_format_from_name(path);
    if (chosen.format == TACT_FORMAT_AUTO) {
        char room[TACTI_NAME_BYTES];
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "%s: the name does not end with .obj, .stl, .ply or .off; choose a "
                               "format",
                               tacti_short_name(path, room));
    }
    tact_status status = check_arrays(arrays, error);
    if (status != TACT_OK)
        return status;
    tacti_output *output;
    status = tacti_output_open(context, path, error, &output);
    if (status != TACT_OK)
        return status;
    status = write_to(tacti_output_sink(output), arrays, &chosen, error);
    if (status == TACT_OK)
        return tacti_output_commit(output, error);
    tacti_output_abandon(output);
    return status;
}

tact_status tact_write_bytes(const tact_context *context, const char *path, const void *data,
                             size_t bytes, tact_error *error) {
    if (path == NULL || (data == NULL && bytes > 0))
        return refuse(error, "writing needs a path and data");
    tacti_output *output;
    tact_status status = tacti_output_open(context, path, error, &output);
    if (status != TACT_OK)
        return status;
    tacti_sink_write(tacti_output_sink(output), data, bytes);
    return tacti_output_commit(output, error);
}
