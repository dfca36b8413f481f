/* SPDX-License-Identifier: MIT */
/* A soup under construction by a reader: vertices, triangles cut from polygons, their source faces,
 * named parts. Face numbers take no memory as long as every face is one triangle. Memory grows with
 * the contents, never with the counts that a file announces. Readers must bound what they reserve.
 */
#ifndef TACTI_IO_BUILDER_H
#define TACTI_IO_BUILDER_H

#include "base/assert.h"
#include "base/array.h"
#include "mesh/soup.h"

typedef struct tacti_corners {
    uint32_t vertex[3];
} tacti_corners;

TACTI_ARRAY_DEFINE(tacti_vertex_array, tact_vec3);
TACTI_ARRAY_DEFINE(tacti_corners_array, tacti_corners);
TACTI_ARRAY_DEFINE(tacti_number_array, uint32_t);
TACTI_ARRAY_DEFINE(tacti_part_array, tact_mesh_part);
TACTI_ARRAY_DEFINE(tacti_name_array, char);

typedef struct tacti_builder {
    tacti_vertex_array vertices;
    tacti_corners_array triangles;
    tacti_number_array faces; /* one per triangle, if has_faces */
    tacti_part_array parts;   /* names are NULL until the end */
    tacti_name_array names;   /* of the parts, in their order, each terminated */
    uint64_t face_count;
    bool has_faces;    /* some face was not one triangle */
    bool is_part_open; /* the next triangle belongs to the last part */
} tacti_builder;

tacti_builder tacti_builder_make(const tact_context *context);

/* Releases all memory, after a failure. */
void tacti_builder_release(tacti_builder *builder);

/* Removes all contents but keeps the memory. */
void tacti_builder_clear(tacti_builder *builder);

/* Reserves memory for this many vertices and triangles. */
tact_status tacti_builder_reserve(tacti_builder *builder, size_t vertices, size_t triangles);

/* Adds a vertex. Fails with TACT_TOO_LARGE if there are 2^32 - 1 already. */
static inline tact_status tacti_builder_vertex(tacti_builder *builder, tact_vec3 position) {
    if (builder->vertices.count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    return tacti_vertex_array_push(&builder->vertices, position);
}

/* Adds a triangle of the current face. Fails with TACT_TOO_LARGE like tacti_builder_vertex(). */
static inline tact_status tacti_builder_triangle(tacti_builder *builder, uint32_t a, uint32_t b,
                                                 uint32_t c) {
    if (builder->triangles.count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    return tacti_corners_array_push(&builder->triangles, (tacti_corners){{a, b, c}});
}

/* The rest of tacti_builder_end_face, for faces that are not one triangle. */
tact_status tacti_builder_number_faces(tacti_builder *builder, size_t first);

/* Ends the current face. Its triangles start at number first; there may be none. */
static inline tact_status tacti_builder_end_face(tacti_builder *builder, size_t first) {
    TACTI_ASSERT(first <= builder->triangles.count);
    if (!builder->has_faces && builder->triangles.count - first == 1) {
        builder->face_count++;
        return TACT_OK;
    }
    return tacti_builder_number_faces(builder, first);
}

/* Ends the open part, if there is one, before triangle number end. */
void tacti_builder_end_part(tacti_builder *builder, size_t end);

/* Opens a part at triangle number first. Its terminated name must have been appended to
 * builder->names. */
tact_status tacti_builder_begin_part(tacti_builder *builder, size_t first);

/* Makes the soup, which takes over the memory. On failure the builder keeps it. */
tact_status tacti_builder_finish(tacti_builder *builder, tact_soup **out);

#endif
