/* SPDX-License-Identifier: MIT */
/* A PLY file while it is read: its header, and the state of reading its body. */
#ifndef TACT_IO_PLY_H
#define TACT_IO_PLY_H

#include "base/assert.h"
#include "base/array.h"
#include "io/source.h"

typedef enum ply_type {
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT32,
    PLY_FLOAT64
} ply_type;

/* The meaning of a property for the mesh. */
typedef enum ply_role {
    PLY_ROLE_NONE,
    PLY_ROLE_X,
    PLY_ROLE_Y,
    PLY_ROLE_Z,
    PLY_ROLE_CORNERS
} ply_role;

typedef struct ply_property {
    ply_type type;
    ply_type count_type; /* of a list */
    bool is_list;
    ply_role role;
} ply_property;

typedef enum ply_kind { PLY_KIND_OTHER, PLY_KIND_VERTEX, PLY_KIND_FACE, PLY_KIND_STRIP } ply_kind;

typedef struct ply_element {
    ply_kind kind;
    uint64_t count;
    size_t first_property; /* in ply_file.properties */
    size_t property_count;
    size_t list_count;  /* properties that are lists */
    size_t least_bytes; /* the least bytes of one member in the body; in text, a character and a
                           space per number */
    size_t line_at;     /* byte of its line in the header, for messages */
} ply_element;

/* A part from a comment, with its name at an offset of the names. */
typedef struct ply_part {
    uint32_t first;
    uint32_t count;
    size_t name;
} ply_part;

typedef enum ply_encoding { PLY_TEXT, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } ply_encoding;

TACTI_ARRAY_DEFINE(ply_properties, ply_property);
TACTI_ARRAY_DEFINE(ply_elements, ply_element);
TACTI_ARRAY_DEFINE(ply_parts, ply_part);
TACTI_ARRAY_DEFINE(ply_names, char);
TACTI_ARRAY_DEFINE(ply_numbers, uint32_t);

typedef struct ply_file {
    const tacti_source *source;
    tact_error *error;
    size_t at; /* next byte to read */

    /* from the header */
    ply_encoding encoding;
    ply_elements elements;
    ply_properties properties;
    ply_parts parts;
    ply_names names;
    uint32_t vertex_count;

    /* from the body */
    const char *member_name; /* what is being read, for messages */
    tacti_block positions;
    tact_number_type position_type;
    ply_numbers indices;      /* three per triangle */
    ply_numbers faces;        /* of each triangle; used only if has_faces */
    bool has_faces;           /* some face was not a triangle */
    uint64_t face_count;      /* faces read so far */
    uint64_t too_small_count; /* of these, faces without a triangle */
} ply_file;

static inline size_t ply_type_bytes(ply_type type) {
    TACTI_ASSERT(type <= PLY_FLOAT64);
    static const unsigned char bytes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return bytes[type];
}

static inline bool ply_type_is_integer(ply_type type) {
    return type < PLY_FLOAT32;
}

/* A place in the body. The header has its own function, since it is always text. */
static inline tacti_place ply_place(const ply_file *file, size_t at) {
    return (tacti_place){file->source, at, file->encoding != PLY_TEXT};
}

static inline tacti_place ply_header_place(const ply_file *file, size_t at) {
    return (tacti_place){file->source, at, false};
}

static inline const ply_property *ply_element_properties(const ply_file *file,
                                                         const ply_element *element) {
    return element->property_count > 0 ? file->properties.items + element->first_property : NULL;
}

/* Reads the header, up to the first byte of the body. Checks that the body is large enough for the
 * announced counts, so that memory stays in proportion to the file. */
tact_status tacti_ply_read_header(ply_file *file);

/* Read the next number of the body at file->at, in text or binary. On failure they set file->error
 * for member number index of the element. */
tact_status tacti_ply_next_number(ply_file *file, ply_type type, uint64_t index, double *out);
tact_status tacti_ply_next_integer(ply_file *file, ply_type type, uint64_t index, int64_t *out);
/* Reads the count of a list and checks that its items fit in the rest of the file. */
tact_status tacti_ply_next_count(ply_file *file, const ply_property *list, uint64_t index,
                                 uint64_t *out);
tact_status tacti_ply_skip(ply_file *file, const ply_property *property, uint64_t index);

/* Read the elements of the mesh. file->at must be at the first member. */
tact_status tacti_ply_read_vertices(ply_file *file, const ply_element *element);
tact_status tacti_ply_read_faces(ply_file *file, const ply_element *element);
tact_status tacti_ply_read_strips(ply_file *file, const ply_element *element);

#endif
