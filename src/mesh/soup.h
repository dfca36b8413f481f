/* SPDX-License-Identifier: MIT */
/* The memory blocks of a soup. Readers fill them in place and hand them over. */
#ifndef TACT_MESH_SOUP_H
#define TACT_MESH_SOUP_H

#include <tact/mesh.h>

/* Memory from tacti_allocate(context, bytes, 1, alignment). An absent block is NULL with bytes 0.
 *
 */
typedef struct tacti_block {
    void *memory;
    size_t bytes;
    size_t alignment;
} tacti_block;

/* Everything that a soup owns. Counts say how much of a block is in use; blocks may be larger. */
typedef struct tacti_soup_blocks {
    tacti_block positions; /* position_type x 3, packed */
    tacti_block indices;   /* uint32_t x 3, packed; absent: 0, 1, 2, ...... */
    tacti_block faces;     /* uint32_t per triangle; absent: triangle i is face i */
    tacti_block parts;     /* tact_mesh_part; names point into the block names */
    tacti_block names;     /* terminated strings */
    tact_number_type position_type;
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t part_count;
} tacti_soup_blocks;

/* Makes a soup that owns the blocks. Vertex numbers and part ranges must be valid. On failure the
 * caller still owns the blocks. */
tact_status tacti_soup_adopt(const tact_context *context, const tacti_soup_blocks *blocks,
                             tact_soup **out);

/* Memory of a soup. */
size_t tacti_soup_bytes(const tact_soup *soup);

/* Releases all blocks that are not absent. */
void tacti_soup_blocks_release(const tact_context *context, const tacti_soup_blocks *blocks);

#endif
