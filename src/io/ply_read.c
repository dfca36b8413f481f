/* SPDX-License-Identifier: MIT */
/* Reads a PLY file into a soup: elements in the order of the file; unknown elements are skipped. */
#include "base/assert.h"
#include "io/ply.h"

static tact_status skip_element(ply_file *file, const ply_element *element) {
    /* Members without properties take no bytes, however many there are. */
    if (element->property_count == 0)
        return TACT_OK;
    if (element->list_count == 0 && file->encoding != PLY_TEXT) {
        size_t left = file->source->bytes - file->at;
        if (element->count > left / element->least_bytes)
            return tacti_source_fail(ply_place(file, file->source->bytes), file->error,
                                     TACT_NO_INDEX, "the file ends early");
        file->at += (size_t)element->count * element->least_bytes;
        return TACT_OK;
    }
    const ply_property *properties = ply_element_properties(file, element);
    for (uint64_t i = 0; i < element->count; i++) {
        for (size_t k = 0; k < element->property_count; k++) {
            tact_status status = tacti_ply_skip(file, &properties[k], i);
            if (status != TACT_OK)
                return status;
        }
    }
    return TACT_OK;
}

static tact_status read_body(ply_file *file) {
    static const char *const names[] = {"element", "vertex", "face", "strip"};
    tact_status status = TACT_OK;
    for (size_t i = 0; i < file->elements.count && status == TACT_OK; i++) {
        const ply_element *element = &file->elements.items[i];
        file->member_name = names[element->kind];
        if (element->kind == PLY_KIND_VERTEX)
            status = tacti_ply_read_vertices(file, element);
        else if (element->kind == PLY_KIND_FACE && element->count > 0)
            status = tacti_ply_read_faces(file, element);
        else if (element->kind == PLY_KIND_STRIP && element->count > 0)
            status = tacti_ply_read_strips(file, element);
        else
            status = skip_element(file, element);
    }
    return status;
}

/* Keeps the parts from comments whose triangles exist. Other programs may have written the rest. */
static tact_status fill_parts(const ply_file *file, uint32_t triangle_count,
                              tacti_soup_blocks *blocks) {
    if (file->parts.count == 0)
        return TACT_OK;
    const tact_context *context = file->source->context;
    size_t bytes;
    if (!tacti_multiply(file->parts.count, sizeof(tact_mesh_part), &bytes))
        return TACT_OUT_OF_MEMORY;
    tact_mesh_part *parts = tacti_allocate(context, bytes, 1, _Alignof(tact_mesh_part));
    if (parts == NULL)
        return TACT_OUT_OF_MEMORY;
    uint32_t count = 0;
    for (size_t i = 0; i < file->parts.count && count < UINT32_MAX; i++) {
        ply_part part = file->parts.items[i];
        if (part.first > triangle_count || part.count > triangle_count - part.first)
            continue;
        TACTI_ASSERT(part.name < file->names.count);
        parts[count++] = (tact_mesh_part){file->names.items + part.name, part.first, part.count};
    }
    blocks->parts = (tacti_block){parts, bytes, _Alignof(tact_mesh_part)};
    blocks->part_count = count;
    if (count < file->parts.count)
        tacti_log(context, TACT_LOG_WARNING, "%s: %zu of %zu parts name missing triangles",
                  file->source->name, file->parts.count - count, file->parts.count);
    return TACT_OK;
}

static tacti_block numbers_block(const ply_numbers *numbers) {
    return (tacti_block){numbers->items, numbers->capacity * sizeof(uint32_t), _Alignof(uint32_t)};
}

/* Makes a soup that takes over everything that was read. */
static tact_status make_soup(ply_file *file, tact_soup **out) {
    tacti_soup_blocks blocks = {
        .positions = file->positions,
        .indices = numbers_block(&file->indices),
        .names = {file->names.items, file->names.capacity, 1},
        .position_type = file->position_type,
        .vertex_count = file->vertex_count,
        .triangle_count = (uint32_t)(file->indices.count / 3),
    };
    if (file->has_faces)
        blocks.faces = numbers_block(&file->faces);
    tact_status status = fill_parts(file, blocks.triangle_count, &blocks);
    if (status == TACT_OK) {
        status = tacti_soup_adopt(file->source->context, &blocks, out);
        if (status != TACT_OK)
            tacti_release(file->source->context, blocks.parts.memory, blocks.parts.bytes, 1,
                          blocks.parts.alignment);
    }
    if (status != TACT_OK)
        return tacti_source_no_memory(file->source, file->error);
    /* The soup owns them now. */
    const tact_context *context = file->source->context;
    file->positions = (tacti_block){0};
    file->indices = ply_numbers_make(context);
    file->names = ply_names_make(context);
    if (file->has_faces)
        file->faces = ply_numbers_make(context);
    return TACT_OK;
}

static void release_file(ply_file *file) {
    tacti_release(file->source->context, file->positions.memory, file->positions.bytes, 1,
                  file->positions.alignment);
    ply_elements_release(&file->elements);
    ply_properties_release(&file->properties);
    ply_parts_release(&file->parts);
    ply_names_release(&file->names);
    ply_numbers_release(&file->indices);
    ply_numbers_release(&file->faces);
}

tact_status tacti_ply_read(const tacti_source *source, tact_error *error, tact_soup **out) {
    const tact_context *context = source->context;
    ply_file file = {
        .source = source,
        .error = error,
        .elements = ply_elements_make(context),
        .properties = ply_properties_make(context),
        .parts = ply_parts_make(context),
        .names = ply_names_make(context),
        .indices = ply_numbers_make(context),
        .faces = ply_numbers_make(context),
    };
    tact_status status = tacti_ply_read_header(&file);
    if (status == TACT_OK)
        status = read_body(&file);
    if (status == TACT_OK)
        status = make_soup(&file, out);
    if (status == TACT_OK && file.too_small_count > 0)
        tacti_log(context, TACT_LOG_WARNING, "%s: %llu faces have fewer than three corners",
                  source->name, (unsigned long long)file.too_small_count);
    release_file(&file);
    return status;
}
