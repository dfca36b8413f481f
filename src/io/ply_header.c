/* SPDX-License-Identifier: MIT */
/* The header of a PLY file: its encoding, its elements and their properties, and the parts that our
 * own writer stores in comments. Nothing in a header is trusted before it is compared with the
 * bytes that follow. Format: Greg Turk, "The PLY polygon file format", 1994.
 *
 * More tolerant than that paper: lines may end with CR LF or CR, words may be separated by any
 * blanks, and the sized type names (int8, float64, ...) are known. */
#include "base/assert.h"
#include "io/ply.h"
#include "io/scan.h"

typedef struct words {
    const unsigned char *next;
    const unsigned char *end;
} words;

/* The next word of a line. Its length is 0 at the end. */
static tacti_word next_word(words *line) {
    while (line->next < line->end && tacti_is_space(*line->next))
        line->next++;
    tacti_word found = {line->next, 0};
    while (line->next < line->end && !tacti_is_space(*line->next))
        line->next++;
    found.length = (size_t)(line->next - found.text);
    return found;
}

/* Parses decimal digits. Returns false for anything else and beyond 64 bits. */
static bool word_number(tacti_word found, uint64_t *out) {
    uint64_t value = 0;
    for (size_t i = 0; i < found.length; i++) {
        unsigned char c = found.text[i];
        if (c < '0' || c > '9' || value > (UINT64_MAX - (uint64_t)(c - '0')) / 10)
            return false;
        value = value * 10 + (uint64_t)(c - '0');
    }
    *out = value;
    return found.length > 0;
}

static bool word_type(tacti_word found, ply_type *out) {
    static const struct {
        const char *name;
        ply_type type;
    } names[] = {
        {"char", PLY_INT8},       {"int8", PLY_INT8},       {"uchar", PLY_UINT8},
        {"uint8", PLY_UINT8},     {"short", PLY_INT16},     {"int16", PLY_INT16},
        {"ushort", PLY_UINT16},   {"uint16", PLY_UINT16},   {"int", PLY_INT32},
        {"int32", PLY_INT32},     {"uint", PLY_UINT32},     {"uint32", PLY_UINT32},
        {"float", PLY_FLOAT32},   {"float32", PLY_FLOAT32}, {"double", PLY_FLOAT64},
        {"float64", PLY_FLOAT64},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (tacti_word_is(found, names[i].name)) {
            *out = names[i].type;
            return true;
        }
    }
    return false;
}

/* Fails at the line of the word, and quotes it. */
static tact_status fail(const ply_file *file, tacti_word found, const char *reason) {
    char text[TACTI_QUOTE_BYTES];
    return tacti_source_fail(ply_header_place(file, (size_t)(found.text - file->source->data)),
                             file->error, TACT_NO_INDEX, "\"%s\": %s",
                             tacti_scan_quote(found, text), reason);
}

/* "format binary_little_endian 1.0" */
static tact_status read_format(ply_file *file, words *line, bool *has_format) {
    tacti_word found = next_word(line);
    if (tacti_word_is(found, "ascii"))
        file->encoding = PLY_TEXT;
    else if (tacti_word_is(found, "binary_little_endian"))
        file->encoding = PLY_LITTLE_ENDIAN;
    else if (tacti_word_is(found, "binary_big_endian"))
        file->encoding = PLY_BIG_ENDIAN;
    else
        return fail(file, found,
                    "unknown format; known are ascii, binary_little_endian, binary_big_endian");
    *has_format = true;
    return TACT_OK;
}

/* "element vertex 8" */
static tact_status read_element(ply_file *file, words *line) {
    tacti_word name = next_word(line);
    tacti_word count = next_word(line);
    ply_element element = {.first_property = file->properties.count,
                           .line_at = (size_t)(name.text - file->source->data)};
    if (!word_number(count, &element.count))
        return fail(file, count, "not a number of elements");
    if (tacti_word_is(name, "vertex"))
        element.kind = PLY_KIND_VERTEX;
    else if (tacti_word_is(name, "face"))
        element.kind = PLY_KIND_FACE;
    else if (tacti_word_is(name, "tristrips"))
        element.kind = PLY_KIND_STRIP;
    for (size_t i = 0; element.kind != PLY_KIND_OTHER && i < file->elements.count; i++)
        if (file->elements.items[i].kind == element.kind)
            return fail(file, name, "this element is declared twice");
    if (ply_elements_push(&file->elements, element) != TACT_OK)
        return tacti_source_no_memory(file->source, file->error);
    return TACT_OK;
}

static ply_role role_of(ply_kind kind, tacti_word name) {
    if (kind == PLY_KIND_VERTEX) {
        if (tacti_word_is(name, "x"))
            return PLY_ROLE_X;
        if (tacti_word_is(name, "y"))
            return PLY_ROLE_Y;
        if (tacti_word_is(name, "z"))
            return PLY_ROLE_Z;
    } else if (kind != PLY_KIND_OTHER) {
        if (tacti_word_is(name, "vertex_indices") || tacti_word_is(name, "vertex_index"))
            return PLY_ROLE_CORNERS;
    }
    return PLY_ROLE_NONE;
}

/* "property float x" or "property list uchar int vertex_indices" */
static tact_status read_property(ply_file *file, words *line) {
    tacti_word type = next_word(line);
    if (file->elements.count == 0)
        return fail(file, type, "a property before the first element");
    ply_element *element = &file->elements.items[file->elements.count - 1];
    ply_property property = {.is_list = tacti_word_is(type, "list")};
    if (property.is_list) {
        tacti_word count_type = next_word(line);
        if (!word_type(count_type, &property.count_type) ||
            !ply_type_is_integer(property.count_type))
            return fail(file, count_type, "not a type for the count of a list");
        type = next_word(line);
    }
    if (!word_type(type, &property.type))
        return fail(file, type, "unknown type");
    tacti_word name = next_word(line);
    if (name.length == 0)
        return fail(file, type, "this property has no name");
    property.role = role_of(element->kind, name);
    if (property.role == PLY_ROLE_CORNERS &&
        !(property.is_list && ply_type_is_integer(property.type)))
        return fail(file, name, "this is not a list of whole numbers");
    if (property.role != PLY_ROLE_NONE && property.role != PLY_ROLE_CORNERS && property.is_list)
        return fail(file, name, "a coordinate cannot be a list");
    const ply_property *others = ply_element_properties(file, element);
    for (size_t i = 0; property.role != PLY_ROLE_NONE && i < element->property_count; i++)
        if (others[i].role == property.role)
            return fail(file, name, "this property is declared twice");
    if (ply_properties_push(&file->properties, property) != TACT_OK)
        return tacti_source_no_memory(file->source, file->error);
    element->property_count++;
    element->list_count += property.is_list;
    return TACT_OK;
}

static int hex_digit(unsigned char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Stores the name of a part. %XX is a byte that a line cannot hold. */
static tact_status push_name(ply_file *file, const unsigned char *text, size_t length) {
    char *name = ply_names_extend(&file->names, length + 1);
    if (name == NULL)
        return TACT_OUT_OF_MEMORY;
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        int high = text[i] == '%' && i + 2 < length ? hex_digit(text[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        /* A 0, escaped or not, would end the name early. */
        unsigned char c = text[i] != 0 ? text[i] : '?';
        if (low >= 0 && (high != 0 || low != 0)) {
            c = (unsigned char)(high * 16 + low);
            i += 2;
        }
        name[used++] = (char)c;
    }
    name[used++] = '\0';
    file->names.count -= length + 1 - used;
    return TACT_OK;
}

/* "comment tact part FIRST COUNT NAME". Other comments are ignored. */
static tact_status read_comment(ply_file *file, words *line) {
    uint64_t first, count;
    if (!tacti_word_is(next_word(line), "tact") || !tacti_word_is(next_word(line), "part") ||
        !word_number(next_word(line), &first) || !word_number(next_word(line), &count) ||
        first > UINT32_MAX || count > UINT32_MAX)
        return TACT_OK;
    const unsigned char *end = line->end;
    while (line->next < end && tacti_is_space(*line->next))
        line->next++;
    while (end > line->next && tacti_is_space(end[-1]))
        end--;
    ply_part part = {(uint32_t)first, (uint32_t)count, file->names.count};
    if (push_name(file, line->next, (size_t)(end - line->next)) != TACT_OK ||
        ply_parts_push(&file->parts, part) != TACT_OK)
        return tacti_source_no_memory(file->source, file->error);
    return TACT_OK;
}

/* The least bytes of one member. In text: a character and a separator per number. */
static size_t least_bytes(const ply_file *file, const ply_element *element) {
    const ply_property *properties = ply_element_properties(file, element);
    size_t bytes = 0;
    for (size_t i = 0; i < element->property_count; i++) {
        ply_type type = properties[i].is_list ? properties[i].count_type : properties[i].type;
        bytes += file->encoding == PLY_TEXT ? 2 : ply_type_bytes(type);
    }
    return bytes;
}

static bool has_role(const ply_file *file, const ply_element *element, ply_role role) {
    const ply_property *properties = ply_element_properties(file, element);
    for (size_t i = 0; i < element->property_count; i++)
        if (properties[i].role == role)
            return true;
    return false;
}

static tact_status check_roles(const ply_file *file, const ply_element *element) {
    const char *missing = NULL;
    if (element->kind == PLY_KIND_VERTEX) {
        for (ply_role role = PLY_ROLE_X; role <= PLY_ROLE_Z; role++)
            if (missing == NULL && !has_role(file, element, role))
                missing = role == PLY_ROLE_X ? "x" : role == PLY_ROLE_Y ? "y" : "z";
    } else if (element->kind != PLY_KIND_OTHER && element->count > 0 &&
               !has_role(file, element, PLY_ROLE_CORNERS)) {
        missing = "vertex_indices";
    }
    if (missing == NULL)
        return TACT_OK;
    return tacti_source_fail(ply_header_place(file, element->line_at), file->error, TACT_NO_INDEX,
                             "this element has no property %s", missing);
}

/* Compares the announced counts with the bytes that follow the header. */
static tact_status check_elements(ply_file *file) {
    size_t left = file->source->bytes - file->at;
    /* The last number of a text needs no separator. */
    left += file->encoding == PLY_TEXT && left < SIZE_MAX;
    for (size_t i = 0; i < file->elements.count; i++) {
        ply_element *element = &file->elements.items[i];
        tact_status status = check_roles(file, element);
        if (status != TACT_OK)
            return status;
        element->least_bytes = least_bytes(file, element);
        if (element->least_bytes > 0) {
            if (element->count > left / element->least_bytes)
                return tacti_source_fail(
                    ply_header_place(file, element->line_at), file->error, TACT_NO_INDEX,
                    "the header promises %llu of these, but the %zu bytes after it hold at most "
                    "%zu",
                    (unsigned long long)element->count, file->source->bytes - file->at,
                    left / element->least_bytes);
            left -= (size_t)element->count * element->least_bytes;
        }
        if (element->kind == PLY_KIND_VERTEX) {
            if (element->count > UINT32_MAX)
                return tacti_error_set(file->error, TACT_TOO_LARGE, 0, TACT_NO_INDEX,
                                       "%s: more than 2^32 - 1 vertices", file->source->name);
            file->vertex_count = (uint32_t)element->count;
        }
    }
    return TACT_OK;
}

/* Takes the line at file->at without its end. Returns false if the file ends within the line. */
static bool next_line(ply_file *file, unsigned char ending, words *line) {
    TACTI_ASSERT(file->at <= file->source->bytes);
    const unsigned char *start = file->source->data + file->at;
    const unsigned char *end = memchr(start, ending, file->source->bytes - file->at);
    if (end == NULL)
        return false;
    *line = (words){start, end};
    file->at += (size_t)(end - start) + 1;
    return true;
}

/* A lone CR after the first word means that all lines end with CR. */
static unsigned char line_ending(const tacti_source *source) {
    return source->bytes > 4 && source->data[3] == '\r' && source->data[4] != '\n' ? '\r' : '\n';
}

static tact_status read_line(ply_file *file, words *line, bool *has_format, bool *is_over) {
    tacti_word keyword = next_word(line);
    if (keyword.length == 0 || tacti_word_is(keyword, "obj_info"))
        return TACT_OK;
    if (tacti_word_is(keyword, "comment"))
        return read_comment(file, line);
    if (tacti_word_is(keyword, "format"))
        return read_format(file, line, has_format);
    if (tacti_word_is(keyword, "element"))
        return read_element(file, line);
    if (tacti_word_is(keyword, "property"))
        return read_property(file, line);
    if (!tacti_word_is(keyword, "end_header"))
        return fail(file, keyword, "unknown word in the header");
    *is_over = true;
    return *has_format ? TACT_OK : fail(file, keyword, "the header has no format line");
}

bool tacti_ply_is_likely(const tacti_source *source) {
    return source->bytes >= 4 && memcmp(source->data, "ply", 3) == 0 &&
           tacti_is_space(source->data[3]);
}

tact_status tacti_ply_read_header(ply_file *file) {
    unsigned char ending = line_ending(file->source);
    words line;
    if (!tacti_ply_is_likely(file->source) || !next_line(file, ending, &line))
        return tacti_source_fail(ply_header_place(file, 0), file->error, TACT_NO_INDEX,
                                 "not a PLY file: the first line is not \"ply\"");
    bool has_format = false, is_over = false;
    while (!is_over) {
        if (!next_line(file, ending, &line))
            return tacti_source_fail(ply_header_place(file, file->source->bytes), file->error,
                                     TACT_NO_INDEX,
                                     "the file ends within the header, before end_header");
        tact_status status = read_line(file, &line, &has_format, &is_over);
        if (status != TACT_OK)
            return status;
    }
    return check_elements(file);
}
