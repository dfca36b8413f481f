/* SPDX-License-Identifier: MIT */
/* Soups under construction: the parts of builder.h outside of the readers' inner loops. */
#include "io/builder.h"

#include <string.h>

#include "base/assert.h"

tacti_builder tacti_builder_make(const tact_context *context) {
    return (tacti_builder){
        .vertices = tacti_vertex_array_make(context),
        .triangles = tacti_corners_array_make(context),
        .faces = tacti_number_array_make(context),
        .parts = tacti_part_array_make(context),
        .names = tacti_name_array_make(context),
    };
}

void tacti_builder_release(tacti_builder *builder) {
    tacti_vertex_array_release(&builder->vertices);
    tacti_corners_array_release(&builder->triangles);
    tacti_number_array_release(&builder->faces);
    tacti_part_array_release(&builder->parts);
    tacti_name_array_release(&builder->names);
}

void tacti_builder_clear(tacti_builder *builder) {
    builder->vertices.count = 0;
    builder->triangles.count = 0;
    builder->faces.count = 0;
    builder->parts.count = 0;
    builder->names.count = 0;
    builder->face_count = 0;
    builder->has_faces = false;
    builder->is_part_open = false;
}

tact_status tacti_builder_reserve(tacti_builder *builder, size_t vertices, size_t triangles) {
    tact_status status = tacti_vertex_array_reserve(&builder->vertices, vertices);
    if (status == TACT_OK)
        status = tacti_corners_array_reserve(&builder->triangles, triangles);
    return status;
}

tact_status tacti_builder_number_faces(tacti_builder *builder, size_t first) {
    if (builder->face_count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    if (!builder->has_faces) {
        /* So far triangle i was face i. */
        tact_status status =
            tacti_number_array_reserve(&builder->faces, builder->triangles.capacity);
        uint32_t *numbers = tacti_number_array_extend(&builder->faces, first);
        if (status != TACT_OK || numbers == NULL)
            return TACT_OUT_OF_MEMORY;
        for (size_t i = 0; i < first; i++)
            numbers[i] = (uint32_t)i;
        builder->has_faces = true;
    }
    TACTI_ASSERT(builder->faces.count == first && first <= builder->triangles.count);
    size_t added = builder->triangles.count - first;
    uint32_t *numbers = tacti_number_array_extend(&builder->faces, added);
    if (numbers == NULL)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < added; i++)
        numbers[i] = (uint32_t)builder->face_count;
    builder->face_count++;
    return TACT_OK;
}

void tacti_builder_end_part(tacti_builder *builder, size_t end) {
    if (!builder->is_part_open)
        return;
    TACTI_ASSERT(builder->parts.count > 0);
    tact_mesh_part *part = &builder->parts.items[builder->parts.count - 1];
    TACTI_ASSERT(end >= part->first);
    part->count = (uint32_t)end - part->first;
    builder->is_part_open = false;
}

tact_status tacti_builder_begin_part(tacti_builder *builder, size_t first) {
    if (builder->parts.count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    TACTI_ASSERT(!builder->is_part_open);
    tact_mesh_part part = {NULL, (uint32_t)first, 0};
    tact_status status = tacti_part_array_push(&builder->parts, part);
    if (status == TACT_OK)
        builder->is_part_open = true;
    return status;
}

/* The memory of an array, as a block of a soup. */
#define BLOCK_OF(array, type)                                                                      \
    ((tacti_block){(array).items, (array).capacity * sizeof(type), _Alignof(type)})

tact_status tacti_builder_finish(tacti_builder *builder, tact_soup **out) {
    tacti_builder_end_part(builder, builder->triangles.count);
    TACTI_ASSERT(!builder->has_faces || builder->faces.count == builder->triangles.count);
    const char *name = builder->names.items;
    for (size_t i = 0; i < builder->parts.count; i++) {
        TACTI_ASSERT((size_t)(name - builder->names.items) < builder->names.count);
        builder->parts.items[i].name = name;
        name += strlen(name) + 1;
    }
    tacti_soup_blocks blocks = {
        .positions = BLOCK_OF(builder->vertices, tact_vec3),
        .indices = BLOCK_OF(builder->triangles, tacti_corners),
        .faces = BLOCK_OF(builder->faces, uint32_t),
        .parts = BLOCK_OF(builder->parts, tact_mesh_part),
        .names = BLOCK_OF(builder->names, char),
        .position_type = TACT_NUMBER_FLOAT64,
        .vertex_count = (uint32_t)builder->vertices.count,
        .triangle_count = (uint32_t)builder->triangles.count,
        .part_count = (uint32_t)builder->parts.count,
    };
    return tacti_soup_adopt(builder->vertices.context, &blocks, out);
}
