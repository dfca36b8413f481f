/* SPDX-License-Identifier: MIT */
/* Reads Wavefront OBJ in one pass: vertices (v), faces (f, cut into fans), objects and groups (o,
 * g, as parts). All other statements, known or unknown, are skipped: texture coordinates, normals,
 * materials, smoothing, curves, points, lines. Texture and normal numbers in faces are read and
 * ignored.
 *
 * Faces may name vertices that come later in the file, so missing vertices are found at the end.
 * Only then is the file read a second time, to find the line. */
#include <string.h>

#include "base/assert.h"
#include "io/builder.h"
#include "io/format.h"
#include "io/scan.h"

/* The most bytes of an object's or group's name that are kept. Each part repeats its name, so
 * without a limit memory would not be proportional to the file. */
#define NAME_BYTES 255

/* More vertices than any file can have. */
#define VERTEX_TOO_MANY INT64_C(1000000000000000)

/* Typical bytes per vertex and per triangle in a file, for reserving memory. */
#define BYTES_PER_VERTEX 60
#define BYTES_PER_TRIANGLE 30

typedef struct obj_reader {
    tacti_scan scan;
    tacti_builder builder;
    tacti_word object;        /* names, pointing into the file */
    tacti_word group;         /* the latest since the object */
    bool is_name_new;         /* an o or g came after the last triangle */
    bool is_object_new;       /* an o came after the last triangle */
    uint64_t vertex_limit;    /* vertices that faces may use; the number in the file, once known */
    uint64_t largest_vertex;  /* the largest vertex used before it was read; from 1 */
    uint64_t statement_count; /* statements since the first known one */
    uint64_t unknown_line;    /* line of the first unknown statement before it; 0: none */
} obj_reader;

/* ---- Statements over several lines ---------------------------------------------------------- */

/* Whether a backslash is here, as the last byte of its line. */
static inline bool is_continued(const tacti_scan *scan) {
    return *scan->at == '\\' && scan->at != scan->end && scan->at + 1 != scan->end &&
           tacti_is_line_end(scan->at[1]);
}

/* Whether a word ends here. */
static inline bool is_gap(const tacti_scan *scan) {
    return tacti_scan_is_word_end(scan) || is_continued(scan);
}

/* Skips blanks, and line ends that continue the statement. */
static inline void skip_gap(tacti_scan *scan) {
    tacti_scan_blanks(scan);
    while (is_continued(scan)) {
        scan->at++;
        tacti_scan_line_end(scan);
        tacti_scan_blanks(scan);
    }
}

/* Whether the statement ends here, after a gap. */
static inline bool is_end(const tacti_scan *scan) {
    return tacti_scan_is_line_end(scan) || *scan->at == '#';
}

/* Goes to the line after the statement. A backslash does not continue a comment. */
static void skip_statement(tacti_scan *scan) {
    while (!tacti_scan_is_line_end(scan)) {
        if (*scan->at == '#') {
            tacti_scan_next_line(scan);
            return;
        }
        if (is_continued(scan)) {
            scan->at++;
            tacti_scan_line_end(scan);
        } else {
            scan->at++;
        }
    }
    tacti_scan_line_end(scan);
}

/* The word that starts here, for a message. */
static const char *quote(const obj_reader *reader, char text[TACTI_QUOTE_BYTES]) {
    tacti_scan ahead = reader->scan;
    while (!is_gap(&ahead))
        ahead.at++;
    tacti_word word = {reader->scan.at, (size_t)(ahead.at - reader->scan.at)};
    return tacti_scan_quote(word, text);
}

/* ---- Vertices ------------------------------------------------------------------------------- */

static tact_status fail_coordinate(const obj_reader *reader) {
    char text[TACTI_QUOTE_BYTES];
    if (is_end(&reader->scan))
        return tacti_scan_fail(&reader->scan, "a vertex needs three coordinates");
    return tacti_scan_fail(&reader->scan, "'%s' is not a number", quote(reader, text));
}

/* A weight or a colour after the three coordinates is ignored. */
static tact_status read_vertex(obj_reader *reader) {
    tacti_scan *scan = &reader->scan;
    double xyz[3];
    for (int i = 0; i < 3; i++) {
        skip_gap(scan);
        tacti_scan after = *scan;
        after.at = tacti_read_double(scan->at, scan->end, &xyz[i]);
        if (after.at == scan->at || !is_gap(&after))
            return fail_coordinate(reader);
        scan->at = after.at;
    }
    return tacti_builder_vertex(&reader->builder, (tact_vec3){xyz[0], xyz[1], xyz[2]});
}

/* ---- Faces ---------------------------------------------------------------------------------- */

/* Converts a face's vertex number (from 1, or from -1 backwards) to a vertex, which may come later.
 *
 */
static tact_status resolve_vertex(obj_reader *reader, int64_t number, uint32_t *out) {
    int64_t count = (int64_t)reader->builder.vertices.count;
    if (number > 0 && number <= count) {
        *out = (uint32_t)(number - 1);
        return TACT_OK;
    }
    if (number < 0 && -number <= count) {
        *out = (uint32_t)(count + number);
        return TACT_OK;
    }
    if (number == 0)
        return tacti_scan_fail(&reader->scan, "face uses vertex 0, the first is 1");
    if (number < 0)
        return tacti_scan_fail(&reader->scan, "face uses vertex %lld, %lld come before it",
                               (long long)number, (long long)count);
    if ((uint64_t)number > reader->vertex_limit)
        return tacti_scan_fail(&reader->scan, "face uses vertex %lld, the file has %llu",
                               (long long)number, (unsigned long long)reader->vertex_limit);
    if ((uint64_t)number > reader->largest_vertex)
        reader->largest_vertex = (uint64_t)number;
    *out = (uint32_t)(number - 1);
    return TACT_OK;
}

static inline const unsigned char *skip_integer(const unsigned char *p) {
    p += *p == '-' || *p == '+';
    while ((unsigned)(*p - '0') <= 9)
        p++;
    return p;
}

/* Reads v, v/t, v//n or v/t/n. The byte after the file is not a digit, so loops over digits need
 * not check for the end. */
static inline tact_status read_corner(obj_reader *reader, uint32_t *out) {
    tacti_scan after = reader->scan;
    bool is_negative = *after.at == '-';
    after.at += *after.at == '-' || *after.at == '+';
    const unsigned char *digits = after.at;
    int64_t number = 0;
    for (; (unsigned)(*after.at - '0') <= 9; after.at++)
        if (number < VERTEX_TOO_MANY)
            number = number * 10 + (*after.at - '0');
    bool has_digits = after.at != digits;
    for (int i = 0; i < 2 && *after.at == '/'; i++)
        after.at = skip_integer(after.at + 1);
    if (!has_digits || number >= VERTEX_TOO_MANY || !is_gap(&after)) {
        char text[TACTI_QUOTE_BYTES];
        return tacti_scan_fail(&reader->scan, "'%s' is not a vertex of a face",
                               quote(reader, text));
    }
    TACTI_ASSERT(after.at <= after.end);
    tact_status status = resolve_vertex(reader, is_negative ? -number : number, out);
    reader->scan.at = after.at;
    return status;
}

/* Triangles from here on belong to the latest object and group. */
static tact_status start_part(obj_reader *reader, size_t first);

/* Faces of one or two corners are counted but have no triangles. */
static tact_status read_face(obj_reader *reader) {
    tacti_scan *scan = &reader->scan;
    tacti_builder *builder = &reader->builder;
    size_t first = builder->triangles.count;
    uint32_t corners[3];
    uint64_t count = 0;
    for (skip_gap(scan); !is_end(scan); skip_gap(scan)) {
        tact_status status = read_corner(reader, &corners[count < 2 ? count : 2]);
        count++;
        if (status == TACT_OK && count >= 3) {
            status = tacti_builder_triangle(builder, corners[0], corners[1], corners[2]);
            corners[1] = corners[2];
        }
        if (status != TACT_OK)
            return status;
    }
    if (count == 0)
        return tacti_scan_fail(scan, "a face needs vertices");
    if (reader->is_name_new && count >= 3) {
        tact_status status = start_part(reader, first);
        if (status != TACT_OK)
            return status;
    }
    return tacti_builder_end_face(builder, first);
}

/* ---- Objects and groups --------------------------------------------------------------------- */

/* The rest of the line without surrounding blanks, cut between two characters if it is long. */
static tacti_word read_name(tacti_scan *scan) {
    skip_gap(scan);
    tacti_word name = {scan->at, 0};
    while (!tacti_scan_is_line_end(scan) && !is_continued(scan))
        scan->at++;
    const unsigned char *end = scan->at;
    while (end != name.text && tacti_is_blank(end[-1]))
        end--;
    name.length = (size_t)(end - name.text);
    if (name.length > NAME_BYTES) {
        name.length = NAME_BYTES;
        while (name.length > 0 && (name.text[name.length] & 0xC0u) == 0x80u)
            name.length--;
    }
    return name;
}

static tact_status read_part_name(obj_reader *reader, bool is_object) {
    tacti_word name = read_name(&reader->scan);
    if (name.length > 0 && memchr(name.text, 0, name.length) != NULL)
        return tacti_scan_fail(&reader->scan, "a name contains a NUL byte");
    if (is_object) {
        reader->object = name;
        reader->group.length = 0;
        reader->is_object_new = true;
    } else {
        reader->group = name;
    }
    reader->is_name_new = true;
    return TACT_OK;
}

/* Appends "object", "group" or "object/group", terminated, to the names. */
static tact_status append_name(obj_reader *reader) {
    size_t object = reader->object.length, group = reader->group.length;
    size_t separator = object > 0 && group > 0;
    char *to = tacti_name_array_extend(&reader->builder.names, object + separator + group + 1);
    if (to == NULL)
        return TACT_OUT_OF_MEMORY;
    if (object > 0)
        memcpy(to, reader->object.text, object);
    if (separator > 0)
        to[object] = '/';
    if (group > 0)
        memcpy(to + object + separator, reader->group.text, group);
    to[object + separator + group] = '\0';
    return TACT_OK;
}

/* Whether the last name, which starts at offset, is that of the open part. */
static bool is_name_of_open_part(const tacti_builder *builder, size_t offset) {
    size_t length = builder->names.count - offset;
    TACTI_ASSERT(offset <= builder->names.count);
    const char *name = builder->names.items + offset;
    return builder->is_part_open && offset >= length && memcmp(name - length, name, length) == 0 &&
           (offset == length || name[-(ptrdiff_t)length - 1] == '\0');
}

static tact_status start_part(obj_reader *reader, size_t first) {
    tacti_builder *builder = &reader->builder;
    size_t offset = builder->names.count;
    bool is_object_new = reader->is_object_new;
    reader->is_name_new = reader->is_object_new = false;
    tact_status status = append_name(reader);
    if (status != TACT_OK)
        return status;
    bool is_unnamed = builder->names.count - offset == 1;
    bool is_same = !is_object_new && is_name_of_open_part(builder, offset);
    if (is_unnamed || is_same)
        builder->names.count = offset;
    if (is_same)
        return TACT_OK;
    tacti_builder_end_part(builder, first);
    return is_unnamed ? TACT_OK : tacti_builder_begin_part(builder, first);
}

/* ---- The file ------------------------------------------------------------------------------- */

/* Whether OBJ knows a statement. A file without any known statement is not an OBJ file. */
static bool is_known(tacti_word keyword) {
    static const char *const words[] = {
        "vt",     "vn",         "vp",        "p",      "l",      "s",        "usemtl",
        "mtllib", "mg",         "usemap",    "maplib", "cstype", "deg",      "bmat",
        "step",   "curv",       "curv2",     "surf",   "parm",   "trim",     "hole",
        "scrv",   "sp",         "end",       "con",    "bevel",  "c_interp", "d_interp",
        "lod",    "shadow_obj", "trace_obj", "ctech",  "stech",  "call",     "csh"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (tacti_word_is(keyword, words[i]))
            return true;
    return false;
}

static tact_status read_other(obj_reader *reader) {
    tacti_scan *scan = &reader->scan;
    tacti_word keyword = {scan->at, 0};
    uint64_t line = scan->line;
    while (!is_gap(scan))
        scan->at++;
    keyword.length = (size_t)(scan->at - keyword.text);
    for (size_t i = 0; i < keyword.length; i++)
        if (keyword.text[i] < 0x20)
            return tacti_scan_fail(scan, "byte %u is not text; is this an OBJ file?",
                                   (unsigned)keyword.text[i]);
    bool is_object = tacti_word_is(keyword, "o");
    if (is_object || tacti_word_is(keyword, "g")) {
        reader->statement_count++;
        return read_part_name(reader, is_object);
    }
    if (tacti_word_is(keyword, "v") || tacti_word_is(keyword, "f")) {
        /* Only reached if the line ends right after the keyword. */
        reader->statement_count++;
        return tacti_word_is(keyword, "v") ? read_vertex(reader) : read_face(reader);
    }
    /* One known statement is enough. */
    if (reader->statement_count > 0 || is_known(keyword))
        reader->statement_count++;
    else if (reader->unknown_line == 0)
        reader->unknown_line = line;
    return TACT_OK;
}

static tact_status read_statements(obj_reader *reader) {
    tacti_scan *scan = &reader->scan;
    tact_status status = TACT_OK;
    while (status == TACT_OK && scan->at != scan->end) {
        skip_gap(scan);
        unsigned char c = *scan->at;
        if (c == 'v' && tacti_is_blank(scan->at[1])) {
            scan->at++;
            reader->statement_count++;
            status = read_vertex(reader);
        } else if (c == 'f' && tacti_is_blank(scan->at[1])) {
            scan->at++;
            reader->statement_count++;
            status = read_face(reader);
        } else if (!is_end(scan)) {
            status = read_other(reader);
        }
        if (status == TACT_OK)
            skip_statement(scan);
    }
    return status;
}

/* Starts at the first line with an empty builder. */
static void rewind_reader(obj_reader *reader, uint64_t vertex_limit) {
    reader->scan = tacti_scan_make(reader->scan.source, reader->scan.error);
    tacti_builder_clear(&reader->builder);
    reader->object = reader->group = (tacti_word){NULL, 0};
    reader->is_name_new = reader->is_object_new = false;
    reader->vertex_limit = vertex_limit;
    reader->largest_vertex = 0;
    reader->statement_count = reader->unknown_line = 0;
}

static tact_status read_all(obj_reader *reader) {
    size_t bytes = reader->scan.source->bytes;
    tact_status status = tacti_builder_reserve(&reader->builder, bytes / BYTES_PER_VERTEX,
                                               bytes / BYTES_PER_TRIANGLE);
    if (status == TACT_OK)
        status = read_statements(reader);
    if (status == TACT_OK && reader->largest_vertex > reader->builder.vertices.count) {
        /* Some face uses a missing vertex. Read again up to that face. */
        rewind_reader(reader, reader->builder.vertices.count);
        status = read_statements(reader);
    }
    if (status == TACT_OK && reader->statement_count == 0 && reader->unknown_line != 0) {
        reader->scan.line = reader->unknown_line;
        return tacti_scan_fail(&reader->scan, "this is not an OBJ file: nothing in it is a "
                                              "statement of that format");
    }
    return status;
}

tact_status tacti_obj_read(const tacti_source *source, tact_error *error, tact_soup **out) {
    obj_reader reader = {.scan = tacti_scan_make(source, error),
                         .builder = tacti_builder_make(source->context)};
    rewind_reader(&reader, UINT64_MAX);
    tact_status status = read_all(&reader);
    if (status == TACT_OK)
        status = tacti_builder_finish(&reader.builder, out);
    if (status != TACT_OK)
        tacti_builder_release(&reader.builder);
    return tacti_scan_status(&reader.scan, status);
}
