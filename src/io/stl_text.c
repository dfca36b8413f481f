/* SPDX-License-Identifier: MIT */
/* Text STL: solids of facets of three vertices. Words may have any case and be on any line, but a
 * solid's name is the rest of its line. Normals are skipped, whatever they contain. A missing
 * endsolid is accepted; an incomplete facet is not. Each solid becomes a part, except a single
 * solid without a name. Coordinates are double, as written. */
#include "base/assert.h"
#include "io/stl.h"

#include "base/array.h"
#include "io/scan.h"
#include "io/source.h"

TACTI_ARRAY_DEFINE(stl_numbers, double);
TACTI_ARRAY_DEFINE(stl_parts, tact_mesh_part);
TACTI_ARRAY_DEFINE(stl_names, char);

typedef struct stl_text {
    tacti_scan scan;
    stl_numbers positions;
    stl_parts parts;       /* names are set at the end */
    stl_names names;       /* names of all parts, one after the other */
    uint32_t corner_count; /* of the current facet */
    bool is_in_facet;
} stl_text;

/* The next word, on any line. Its length is 0 at the end of the file. */
static tacti_word next_word(tacti_scan *scan) {
    tacti_scan_space(scan, 0);
    return tacti_scan_word(scan);
}

bool tacti_stl_is_text(const tacti_source *source) {
    tacti_scan scan = tacti_scan_make(source, NULL);
    if (!tacti_word_is_any_case(next_word(&scan), "solid"))
        return false;
    tacti_scan_next_line(&scan);
    tacti_word word = next_word(&scan);
    return tacti_word_is_any_case(word, "facet") || tacti_word_is_any_case(word, "endsolid") ||
           tacti_word_is_any_case(word, "solid");
}

static uint32_t triangle_count(const stl_text *text) {
    return (uint32_t)(text->positions.count / 9);
}

/* Ends the open part, if there is one. */
static void end_part(stl_text *text) {
    if (text->parts.count == 0)
        return;
    tact_mesh_part *part = &text->parts.items[text->parts.count - 1];
    if (part->count == UINT32_MAX)
        part->count = triangle_count(text) - part->first;
}

/* "solid NAME": the count stays UINT32_MAX while the part is open. */
static tact_status read_solid(stl_text *text) {
    end_part(text);
    tacti_scan *scan = &text->scan;
    tacti_scan_blanks(scan);
    const unsigned char *start = scan->at, *end = start;
    while (!tacti_scan_is_line_end(scan))
        if (!tacti_is_blank(*scan->at++))
            end = scan->at;
    size_t length = (size_t)(end - start);
    char *name = stl_names_extend(&text->names, length + 1);
    tact_mesh_part part = {NULL, triangle_count(text), UINT32_MAX};
    if (name == NULL || stl_parts_push(&text->parts, part) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    /* A 0 would end the name early. */
    for (size_t i = 0; i < length; i++)
        name[i] = start[i] != 0 ? (char)start[i] : '?';
    name[length] = '\0';
    return TACT_OK;
}

/* "facet normal 0 0 1". The numbers may be missing or any words except the ones that come next. */
static tact_status read_facet(stl_text *text) {
    if (text->is_in_facet)
        return tacti_scan_fail(&text->scan, "a facet within a facet");
    if (triangle_count(text) >= UINT32_MAX / 3)
        return TACT_TOO_LARGE;
    text->is_in_facet = true;
    text->corner_count = 0;
    for (int i = 0; i < 4; i++) {
        tacti_scan before = text->scan;
        tacti_word word = next_word(&text->scan);
        if (tacti_word_is_any_case(word, "outer") || tacti_word_is_any_case(word, "vertex")) {
            text->scan = before;
            break;
        }
    }
    return TACT_OK;
}

static tact_status read_vertex(stl_text *text) {
    static const char *const names[3] = {"the x of a vertex", "the y of a vertex",
                                         "the z of a vertex"};
    if (!text->is_in_facet)
        return tacti_scan_fail(&text->scan, "a vertex outside of a facet");
    if (text->corner_count == 3)
        return tacti_scan_fail(&text->scan, "facet %lu has more than three vertices",
                               (unsigned long)triangle_count(text) - 1);
    /* Reserves all numbers of a facet at once: their count gives the number of triangles. */
    if (text->corner_count == 0 && stl_numbers_extend(&text->positions, 9) == NULL)
        return TACT_OUT_OF_MEMORY;
    TACTI_ASSERT(text->positions.count >= 9 && text->corner_count < 3);
    double *xyz = text->positions.items + text->positions.count - 9 + 3 * text->corner_count;
    for (int i = 0; i < 3; i++) {
        tacti_scan_space(&text->scan, 0);
        tact_status status = tacti_scan_double(&text->scan, names[i], &xyz[i]);
        if (status != TACT_OK)
            return status;
    }
    text->corner_count++;
    return TACT_OK;
}

static tact_status end_facet(stl_text *text) {
    if (!text->is_in_facet || text->corner_count != 3)
        return tacti_scan_fail(&text->scan, "endfacet after %lu vertices instead of three",
                               text->is_in_facet ? (unsigned long)text->corner_count : 0ul);
    text->is_in_facet = false;
    return TACT_OK;
}

static tact_status read_word(stl_text *text, tacti_word word) {
    if (tacti_word_is_any_case(word, "vertex"))
        return read_vertex(text);
    if (tacti_word_is_any_case(word, "facet"))
        return read_facet(text);
    if (tacti_word_is_any_case(word, "endfacet"))
        return end_facet(text);
    bool is_loop = tacti_word_is_any_case(word, "outer") || tacti_word_is_any_case(word, "loop") ||
                   tacti_word_is_any_case(word, "endloop");
    bool is_end = tacti_word_is_any_case(word, "endsolid");
    if (!is_loop && !is_end && !tacti_word_is_any_case(word, "solid")) {
        char quote[TACTI_QUOTE_BYTES];
        return tacti_scan_fail(&text->scan, "unknown word '%s'", tacti_scan_quote(word, quote));
    }
    if (is_loop != text->is_in_facet)
        return tacti_scan_fail(&text->scan, is_loop ? "a loop outside of a facet"
                                                    : "a solid begins or ends within a facet");
    if (is_loop)
        return TACT_OK;
    if (!is_end)
        return read_solid(text);
    end_part(text);
    tacti_scan_next_line(&text->scan);
    return TACT_OK;
}

static tact_status read_words(stl_text *text) {
    for (;;) {
        tacti_word word = next_word(&text->scan);
        if (word.length == 0)
            break;
        tact_status status = read_word(text, word);
        if (status != TACT_OK)
            return status;
    }
    if (text->is_in_facet)
        return tacti_scan_fail(&text->scan, "the file ends within a facet");
    end_part(text);
    return TACT_OK;
}

/* Makes a soup that takes over everything that was read. */
static tact_status make_soup(stl_text *text, tact_soup **out) {
    bool has_parts = text->parts.count > 1 || text->names.count > 1;
    if (text->parts.count > UINT32_MAX)
        return TACT_TOO_LARGE;
    tacti_soup_blocks blocks = {.position_type = TACT_NUMBER_FLOAT64,
                                .vertex_count = 3 * triangle_count(text),
                                .triangle_count = triangle_count(text)};
    if (text->positions.items != NULL)
        blocks.positions = (tacti_block){
            text->positions.items, text->positions.capacity * sizeof(double), _Alignof(double)};
    if (has_parts) {
        const char *name = text->names.items;
        for (size_t i = 0; i < text->parts.count; i++) {
            text->parts.items[i].name = name;
            name += strlen(name) + 1;
        }
        blocks.names = (tacti_block){text->names.items, text->names.capacity, 1};
        blocks.parts =
            (tacti_block){text->parts.items, text->parts.capacity * sizeof(tact_mesh_part),
                          _Alignof(tact_mesh_part)};
        blocks.part_count = (uint32_t)text->parts.count;
    }
    const tact_context *context = text->scan.source->context;
    tact_status status = tacti_soup_adopt(context, &blocks, out);
    if (status != TACT_OK)
        return status;
    /* The soup owns them now. */
    text->positions = stl_numbers_make(context);
    if (has_parts) {
        text->parts = stl_parts_make(context);
        text->names = stl_names_make(context);
    }
    return TACT_OK;
}

tact_status tacti_stl_read_text(const tacti_source *source, tact_error *error, tact_soup **out) {
    const tact_context *context = source->context;
    stl_text text = {.scan = tacti_scan_make(source, error),
                     .positions = stl_numbers_make(context),
                     .parts = stl_parts_make(context),
                     .names = stl_names_make(context)};
    tact_status status = read_words(&text);
    if (status == TACT_OK)
        status = make_soup(&text, out);
    stl_numbers_release(&text.positions);
    stl_parts_release(&text.parts);
    stl_names_release(&text.names);
    if (status == TACT_OUT_OF_MEMORY)
        return tacti_source_no_memory(source, error);
    if (status == TACT_TOO_LARGE)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "%s: more than 2^32 - 1 vertices",
                               source->name);
    return status;
}
