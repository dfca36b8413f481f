/* SPDX-License-Identifier: MIT */
/* The vertices of a PLY file. Three floats or three doubles in our byte order are copied, at any
 * offsets. All other layouts are read number by number. Floats stay floats in the soup; all other
 * types become double, exactly. */
#include "base/assert.h"
#include "io/ply.h"

/* Where x, y and z are in a member without lists. */
typedef struct ply_columns {
    size_t offsets[3];
    ply_type types[3];
} ply_columns;

static ply_columns find_columns(const ply_file *file, const ply_element *element) {
    ply_columns columns = {0};
    const ply_property *properties = ply_element_properties(file, element);
    size_t offset = 0;
    for (size_t i = 0; i < element->property_count; i++) {
        int axis = (int)properties[i].role - PLY_ROLE_X;
        if (axis >= 0 && axis < 3) {
            columns.offsets[axis] = offset;
            columns.types[axis] = properties[i].type;
        }
        offset += ply_type_bytes(properties[i].type);
    }
    return columns;
}

static bool all_types_are(const ply_columns *columns, ply_type type) {
    return columns->types[0] == type && columns->types[1] == type && columns->types[2] == type;
}

/* Copies three numbers of `size` bytes per vertex. The size is a constant in each call, so that
 * each copy is one move. */
static inline void copy_columns(const unsigned char *from, size_t stride, const size_t offsets[3],
                                unsigned char *to, size_t size, uint32_t count) {
    if (stride == 3 * size && offsets[0] == 0 && offsets[1] == size) {
        memcpy(to, from, (size_t)count * stride);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 3; k++)
            memcpy(to + k * size, from + offsets[k], size);
        from += stride;
        to += 3 * size;
    }
}

static tact_status read_columns(ply_file *file, const ply_element *element,
                                const ply_columns *columns) {
    size_t left = file->source->bytes - file->at;
    if (element->count > left / element->least_bytes)
        return tacti_source_fail(ply_place(file, file->source->bytes), file->error, TACT_NO_INDEX,
                                 "the file ends within the vertices");
    TACTI_ASSERT(element->count == file->vertex_count);
    const unsigned char *from = file->source->data + file->at;
    if (file->position_type == TACT_NUMBER_FLOAT32)
        copy_columns(from, element->least_bytes, columns->offsets, file->positions.memory, 4,
                     file->vertex_count);
    else
        copy_columns(from, element->least_bytes, columns->offsets, file->positions.memory, 8,
                     file->vertex_count);
    file->at += (size_t)element->count * element->least_bytes;
    TACTI_ASSERT(file->at <= file->source->bytes);
    return TACT_OK;
}

static tact_status read_one(ply_file *file, const ply_element *element, uint32_t vertex) {
    const ply_property *properties = ply_element_properties(file, element);
    for (size_t i = 0; i < element->property_count; i++) {
        const ply_property *property = &properties[i];
        if (property->role == PLY_ROLE_NONE) {
            tact_status status = tacti_ply_skip(file, property, vertex);
            if (status != TACT_OK)
                return status;
            continue;
        }
        double value;
        tact_status status = tacti_ply_next_number(file, property->type, vertex, &value);
        if (status != TACT_OK)
            return status;
        TACTI_ASSERT(property->role >= PLY_ROLE_X && property->role <= PLY_ROLE_Z);
        size_t slot = (size_t)vertex * 3 + (size_t)(property->role - PLY_ROLE_X);
        if (file->position_type == TACT_NUMBER_FLOAT32)
            ((float *)file->positions.memory)[slot] = (float)value;
        else
            ((double *)file->positions.memory)[slot] = value;
    }
    return TACT_OK;
}

tact_status tacti_ply_read_vertices(ply_file *file, const ply_element *element) {
    ply_columns columns = find_columns(file, element);
    bool is_single = file->encoding != PLY_TEXT && all_types_are(&columns, PLY_FLOAT32);
    file->position_type = is_single ? TACT_NUMBER_FLOAT32 : TACT_NUMBER_FLOAT64;
    if (file->vertex_count == 0)
        return TACT_OK;
    size_t bytes;
    if (!tacti_multiply(file->vertex_count, is_single ? 3 * sizeof(float) : 3 * sizeof(double),
                        &bytes))
        return tacti_source_no_memory(file->source, file->error);
    void *memory = tacti_allocate(file->source->context, bytes, 1, _Alignof(double));
    if (memory == NULL)
        return tacti_source_no_memory(file->source, file->error);
    file->positions = (tacti_block){memory, bytes, _Alignof(double)};

    bool is_native = (file->encoding == PLY_LITTLE_ENDIAN) == tacti_host_is_little_endian();
    if (file->encoding != PLY_TEXT && is_native && element->list_count == 0 &&
        (is_single || all_types_are(&columns, PLY_FLOAT64)))
        return read_columns(file, element, &columns);
    for (uint32_t i = 0; i < file->vertex_count; i++) {
        tact_status status = read_one(file, element, i);
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}
