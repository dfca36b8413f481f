/* SPDX-License-Identifier: MIT */
/* Soups: owners of raw arrays. A soup is a set of memory blocks. Readers hand over blocks that they
 * filled; arrays of callers are copied into blocks. Coordinates are not checked here. */
#include "mesh/soup.h"

#include <string.h>

#include "base/assert.h"
#include "base/alloc.h"
#include "mesh/arrays.h"

struct tact_soup {
    const tact_context *context;
    tacti_soup_blocks blocks;
};

static void release_block(const tact_context *context, const tacti_block *block) {
    tacti_release(context, block->memory, block->bytes, 1, block->alignment);
}

void tacti_soup_blocks_release(const tact_context *context, const tacti_soup_blocks *blocks) {
    release_block(context, &blocks->positions);
    release_block(context, &blocks->indices);
    release_block(context, &blocks->faces);
    release_block(context, &blocks->parts);
    release_block(context, &blocks->names);
}

tact_status tacti_soup_adopt(const tact_context *context, const tacti_soup_blocks *blocks,
                             tact_soup **out) {
    TACTI_ASSERT(blocks->part_count == 0 ||
                 (blocks->parts.memory != NULL && blocks->names.memory != NULL));
    tact_soup *soup = tacti_allocate(context, 1, sizeof *soup, _Alignof(tact_soup));
    if (soup == NULL)
        return TACT_OUT_OF_MEMORY;
    *soup = (tact_soup){context, *blocks};
    *out = soup;
    return TACT_OK;
}

tact_mesh_arrays tact_soup_arrays(const tact_soup *soup) {
    const tacti_soup_blocks *blocks = &soup->blocks;
    return (tact_mesh_arrays){
        .positions = blocks->positions.memory,
        .position_type = blocks->position_type,
        .vertex_count = blocks->vertex_count,
        .indices = blocks->indices.memory,
        .triangle_count = blocks->triangle_count,
        .source_faces = blocks->faces.memory,
        .parts = blocks->part_count > 0 ? blocks->parts.memory : NULL,
        .part_count = blocks->part_count,
    };
}

size_t tacti_soup_bytes(const tact_soup *soup) {
    const tacti_soup_blocks *blocks = &soup->blocks;
    return sizeof *soup + blocks->positions.bytes + blocks->indices.bytes + blocks->faces.bytes +
           blocks->parts.bytes + blocks->names.bytes;
}

void tact_soup_destroy(tact_soup *soup) {
    if (soup == NULL)
        return;
    tacti_soup_blocks_release(soup->context, &soup->blocks);
    tacti_release(soup->context, soup, 1, sizeof *soup, _Alignof(tact_soup));
}

/* ---- Copying ------------------------------------------------------------------------------- */

/* Allocates a block for count elements. Returns false if out of memory. */
static bool reserve_block(const tact_context *context, tacti_block *block, size_t count,
                          size_t element_size, size_t alignment) {
    size_t bytes;
    if (!tacti_multiply(count, element_size, &bytes))
        return false;
    void *memory = tacti_allocate(context, bytes, 1, alignment);
    if (memory == NULL)
        return false;
    *block = (tacti_block){memory, bytes, alignment};
    return true;
}

static bool reserve_blocks(const tact_context *context, const tact_mesh_arrays *arrays,
                           tacti_soup_blocks *blocks) {
    const size_t word = sizeof(uint32_t);
    uint32_t parts = arrays->part_count;
    return reserve_block(context, &blocks->positions, arrays->vertex_count, sizeof(tact_vec3),
                         _Alignof(tact_vec3)) &&
           (arrays->indices == NULL ||
            reserve_block(context, &blocks->indices, arrays->triangle_count, 3 * word, word)) &&
           (arrays->source_faces == NULL ||
            reserve_block(context, &blocks->faces, arrays->triangle_count, word, word)) &&
           (parts == 0 ||
            (reserve_block(context, &blocks->parts, parts, sizeof(tact_mesh_part),
                           _Alignof(tact_mesh_part)) &&
             reserve_block(context, &blocks->names, tacti_arrays_names_bytes(arrays), 1, 1)));
}

/* Without indices the last triangle needs the vertex 3 triangle_count - 1. */
static tact_status check_implied(const tact_mesh_arrays *arrays, tact_error *error) {
    if (arrays->triangle_count <= arrays->vertex_count / 3)
        return TACT_OK;
    return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, arrays->vertex_count / 3,
                           "%lu triangles without vertex numbers need %llu vertices, there are %lu",
                           (unsigned long)arrays->triangle_count, 3ULL * arrays->triangle_count,
                           (unsigned long)arrays->vertex_count);
}

static tact_status fill_blocks(const tact_mesh_arrays *arrays, tacti_soup_blocks *blocks,
                               tact_error *error) {
    tacti_arrays_copy_positions(arrays, 0, arrays->vertex_count, blocks->positions.memory);
    if (blocks->faces.memory != NULL)
        memcpy(blocks->faces.memory, arrays->source_faces,
               (size_t)arrays->triangle_count * sizeof(uint32_t));
    if (blocks->parts.memory != NULL)
        tacti_arrays_copy_parts(arrays, blocks->parts.memory, blocks->names.memory);
    if (arrays->indices == NULL)
        return check_implied(arrays, error);
    return tacti_arrays_take_indices(arrays, error, blocks->indices.memory, NULL);
}

tact_status tact_soup_create(const tact_context *context, const tact_mesh_arrays *arrays,
                             tact_error *error, tact_soup **out) {
    if (out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "no pointer for the new soup was given");
    tact_status status = tacti_arrays_check(arrays, error);
    if (status == TACT_OK)
        status = tacti_arrays_check_parts(arrays, error);
    if (status != TACT_OK)
        return status;
    tacti_soup_blocks blocks = {.vertex_count = arrays->vertex_count,
                                .triangle_count = arrays->triangle_count,
                                .part_count = arrays->part_count};
    if (!reserve_blocks(context, arrays, &blocks))
        status = tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                                 "no memory for a soup of %lu vertices and %lu triangles",
                                 (unsigned long)arrays->vertex_count,
                                 (unsigned long)arrays->triangle_count);
    if (status == TACT_OK)
        status = fill_blocks(arrays, &blocks, error);
    if (status == TACT_OK) {
        status = tacti_soup_adopt(context, &blocks, out);
        if (status != TACT_OK)
            tacti_error_set(error, status, 0, TACT_NO_INDEX, "no memory for a soup");
    }
    if (status != TACT_OK)
        tacti_soup_blocks_release(context, &blocks);
    return status;
}
