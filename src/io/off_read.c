/* SPDX-License-Identifier: MIT */
/* Reads OFF (the Object File Format of Geomview) as text: a header, counts, one vertex per line,
 * one face per line. Only the first three numbers of a vertex are used. The rest of the line is
 * skipped, which supports normals (N), colours (C) and texture coordinates (ST) in every layout
 * found. The colour of a face, after its corners, is skipped too. Geomview also allows several
 * vertices per line and faces over several lines. We do not, since then a wrong count could not be
 * detected. */
#include <string.h>

#include "io/builder.h"
#include "io/format.h"
#include "io/scan.h"

/* The shortest vertex and face with their line ends: "0 0 0" and "0". */
#define LEAST_VERTEX_BYTES 6
#define LEAST_FACE_BYTES 2

typedef struct off_reader {
    tacti_scan scan;
    tacti_builder builder;
    uint32_t vertex_count; /* from the header */
    uint32_t face_count;
    bool is_plain; /* the first vertex has exactly three numbers */
} off_reader;

/* The word at the start of the file. */
typedef struct off_header {
    size_t length; /* bytes of the header; 0: the word is not a header */
    bool has_four; /* coordinates per vertex */
    bool has_dimension;
} off_header;

/* Matches letters in any order, then OFF. A count may follow without a blank ("OFF8 6 12", which
 * occurs in a known collection of models). */
static off_header match_header(tacti_word word) {
    off_header header = {0, false, false};
    const unsigned char *p = word.text;
    const unsigned char *end = word.text + word.length;
    while (p != end) {
        if (end - p >= 3 && (memcmp(p, "OFF", 3) == 0 || memcmp(p, "off", 3) == 0)) {
            p += 3;
            if (p == end || (unsigned)(*p - '0') <= 9)
                header.length = (size_t)(p - word.text);
            return header;
        }
        if (*p == 'S' && end - p >= 2 && p[1] == 'T')
            p++;
        else if (*p == '4')
            header.has_four = true;
        else if (*p == 'n')
            header.has_dimension = true;
        else if (*p != 'C' && *p != 'N')
            return header;
        p++;
    }
    return header;
}

static tact_status read_header(tacti_scan *scan) {
    if (!tacti_scan_space(scan, '#'))
        return tacti_scan_fail(scan, "the file has no contents");
    tacti_scan ahead = *scan;
    tacti_word word = tacti_scan_word(&ahead);
    off_header header = match_header(word);
    if (header.length == 0) {
        if ((unsigned)(*scan->at - '0') <= 9)
            return TACT_OK; /* the header may be missing */
        char text[TACTI_QUOTE_BYTES];
        return tacti_scan_fail(scan, "'%s' is not the header of an OFF file",
                               tacti_scan_quote(word, text));
    }
    if (header.has_four || header.has_dimension)
        return tacti_scan_fail(scan, "OFF with %s is not supported",
                               header.has_four ? "four coordinates per vertex (4OFF)"
                                               : "an explicit dimension (nOFF)");
    scan->at += header.length;
    tacti_scan_blanks(scan);
    ahead = *scan;
    if (tacti_word_is_any_case(tacti_scan_word(&ahead), "binary"))
        return tacti_scan_fail(scan, "binary OFF is not supported, only text");
    return TACT_OK;
}

/* Checks a count against the remaining bytes, before memory is reserved for it. */
static tact_status check_count(const tacti_scan *scan, uint32_t count, size_t least_bytes,
                               const char *what) {
    size_t room = ((size_t)(scan->end - scan->at) + 1) / least_bytes;
    if (count <= room)
        return TACT_OK;
    return tacti_scan_fail(scan, "%lu %s are announced, the file has room for %llu",
                           (unsigned long)count, what, (unsigned long long)room);
}

/* Reads the numbers of vertices, faces and edges. The last is unused, and some files leave it out.
 */
static tact_status read_counts(off_reader *reader) {
    tacti_scan *scan = &reader->scan;
    int64_t vertices, faces, edges;
    tacti_scan_space(scan, '#');
    uint64_t line = scan->line;
    tact_status status =
        tacti_scan_integer(scan, "the number of vertices", 0, UINT32_MAX, &vertices);
    if (status != TACT_OK)
        return status;
    tacti_scan_space(scan, '#');
    status = tacti_scan_integer(scan, "the number of faces", 0, UINT32_MAX, &faces);
    if (status != TACT_OK)
        return status;
    if (line == scan->line)
        tacti_scan_blanks(scan);
    else
        tacti_scan_space(scan, '#');
    if (!tacti_scan_is_line_end(scan) && *scan->at != '#') {
        status = tacti_scan_integer(scan, "the number of edges", -INT64_MAX, INT64_MAX, &edges);
        if (status != TACT_OK)
            return status;
    }
    reader->vertex_count = (uint32_t)vertices;
    reader->face_count = (uint32_t)faces;
    status = check_count(scan, reader->vertex_count, LEAST_VERTEX_BYTES, "vertices");
    if (status == TACT_OK)
        status = check_count(scan, reader->face_count, LEAST_FACE_BYTES, "faces");
    tacti_scan_next_line(scan);
    return status;
}

/* Whether something other than a comment follows on the line. */
static bool has_more(tacti_scan *scan) {
    tacti_scan_blanks(scan);
    return !tacti_scan_is_line_end(scan) && *scan->at != '#';
}

static tact_status read_vertex(off_reader *reader) {
    double xyz[3];
    for (int k = 0; k < 3; k++) {
        tacti_scan_blanks(&reader->scan);
        tact_status status = tacti_scan_double(&reader->scan, "a coordinate", &xyz[k]);
        if (status != TACT_OK)
            return status;
    }
    bool is_plain = !has_more(&reader->scan);
    if (reader->builder.vertices.count == 0)
        reader->is_plain = is_plain;
    else if (reader->is_plain && !is_plain)
        return tacti_scan_fail(&reader->scan, "a vertex has more than three numbers, unlike those "
                                              "before it");
    return tacti_builder_vertex(&reader->builder, (tact_vec3){xyz[0], xyz[1], xyz[2]});
}

static tact_status read_vertices(off_reader *reader) {
    tacti_scan *scan = &reader->scan;
    for (uint32_t i = 0; i < reader->vertex_count; i++) {
        if (!tacti_scan_space(scan, '#'))
            return tacti_scan_fail(scan, "the file ends after %lu of %lu vertices",
                                   (unsigned long)i, (unsigned long)reader->vertex_count);
        tact_status status = read_vertex(reader);
        if (status != TACT_OK)
            return status;
        tacti_scan_next_line(scan);
    }
    return TACT_OK;
}

static tact_status read_corner(off_reader *reader, uint32_t *out) {
    int64_t vertex;
    tacti_scan_blanks(&reader->scan);
    tact_status status =
        tacti_scan_integer(&reader->scan, "a vertex of the face", -INT64_MAX, INT64_MAX, &vertex);
    if (status != TACT_OK)
        return status;
    if (vertex < 0 || vertex >= (int64_t)reader->vertex_count)
        return tacti_scan_fail(&reader->scan, "face uses vertex %lld, the file has %lu",
                               (long long)vertex, (unsigned long)reader->vertex_count);
    *out = (uint32_t)vertex;
    return TACT_OK;
}

/* Faces of fewer than three corners are counted but have no triangles. */
static tact_status read_face(off_reader *reader) {
    tacti_builder *builder = &reader->builder;
    size_t first = builder->triangles.count;
    int64_t count;
    tact_status status =
        tacti_scan_integer(&reader->scan, "the number of a face's vertices", 0, UINT32_MAX, &count);
    uint32_t corners[3] = {0, 0, 0};
    for (int64_t i = 0; i < count && status == TACT_OK; i++) {
        status = read_corner(reader, &corners[i < 2 ? i : 2]);
        if (status == TACT_OK && i >= 2) {
            status = tacti_builder_triangle(builder, corners[0], corners[1], corners[2]);
            corners[1] = corners[2];
        }
    }
    return status == TACT_OK ? tacti_builder_end_face(builder, first) : status;
}

static tact_status read_faces(off_reader *reader) {
    tacti_scan *scan = &reader->scan;
    for (uint32_t i = 0; i < reader->face_count; i++) {
        if (!tacti_scan_space(scan, '#'))
            return tacti_scan_fail(scan, "the file ends after %lu of %lu faces", (unsigned long)i,
                                   (unsigned long)reader->face_count);
        tact_status status = read_face(reader);
        if (status != TACT_OK)
            return status;
        tacti_scan_next_line(scan);
    }
    if (tacti_scan_space(scan, '#'))
        return tacti_scan_fail(scan, "%lu faces are announced, and more follows",
                               (unsigned long)reader->face_count);
    return TACT_OK;
}

static tact_status read_all(off_reader *reader) {
    tact_status status = read_header(&reader->scan);
    if (status == TACT_OK)
        status = read_counts(reader);
    if (status == TACT_OK)
        status = tacti_builder_reserve(&reader->builder, reader->vertex_count, reader->face_count);
    if (status == TACT_OK)
        status = read_vertices(reader);
    return status == TACT_OK ? read_faces(reader) : status;
}

tact_status tacti_off_read(const tacti_source *source, tact_error *error, tact_soup **out) {
    off_reader reader = {.scan = tacti_scan_make(source, error),
                         .builder = tacti_builder_make(source->context)};
    tact_status status = read_all(&reader);
    if (status == TACT_OK)
        status = tacti_builder_finish(&reader.builder, out);
    if (status != TACT_OK)
        tacti_builder_release(&reader.builder);
    return tacti_scan_status(&reader.scan, status);
}

bool tacti_off_is_likely(const tacti_source *source) {
    tacti_scan scan = tacti_scan_make(source, NULL);
    return tacti_scan_space(&scan, '#') && match_header(tacti_scan_word(&scan)).length > 0;
}
