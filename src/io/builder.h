/* SPDX-License-Identifier: MIT */
/* A soup while a reader fills it: vertices, triangles cut from polygons, the faces they come from,
 * named parts. Face numbers take no memory as long as every face is one triangle. Memory grows with
 * what was added, never with what a file announces; reserving is the reader's to bound. */
#ifndef TACTI_IO_BUILDER_H
#define TACTI_IO_BUILDER_H

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
    tacti_number_array faces; /* a number a triangle, once has_faces */
    tacti_part_array parts;   /* whose names are NULL until the end */
    tacti_name_array names;   /* of the parts, in their order, each terminated */
    uint64_t face_count;
    bool has_faces;    /* a face was not one triangle */
    bool is_part_open; /* the last part goes on with the next triangle */
} tacti_builder;

tacti_builder tacti_builder_make(const tact_context *context);

/* Gives everything back; for readers that fail. */
void tacti_builder_release(tacti_builder *builder);

/* Forgets everything that was added, and keeps the memory. */
void tacti_builder_clear(tacti_builder *builder);

/* Room for so many vertices and triangles. */
tact_status tacti_builder_reserve(tacti_builder *builder, size_t vertices, size_t triangles);

/* One more vertex; TACT_TOO_LARGE where there are 2^32 - 1 already. */
static inline tact_status tacti_builder_vertex(tacti_builder *builder, tact_vec3 position) {
    if (builder->vertices.count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    return tacti_vertex_array_push(&builder->vertices, position);
}

/* One more triangle of the face that is being read; TACT_TOO_LARGE as for vertices. */
static inline tact_status tacti_builder_triangle(tacti_builder *builder, uint32_t a, uint32_t b,
                                                 uint32_t c) {
    if (builder->triangles.count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    return tacti_corners_array_push(&builder->triangles, (tacti_corners){{a, b, c}});
}

/* The rest of tacti_builder_end_face, for faces that are not one triangle. */
tact_status tacti_builder_number_faces(tacti_builder *builder, size_t first);

/* The face is over whose triangles are all from number first on; there may be none. */
static inline tact_status tacti_builder_end_face(tacti_builder *builder, size_t first) {
    if (!builder->has_faces && builder->triangles.count - first == 1) {
        builder->face_count++;
        return TACT_OK;
    }
    return tacti_builder_number_faces(builder, first);
}

/* Ends the part that is open, if there is one: triangles up to number end belong to it. */
void tacti_builder_end_part(tacti_builder *builder, size_t end);

/* Opens a part at triangle number first. Its name, terminated, is what was added to builder->names
 * since the part before. */
tact_status tacti_builder_begin_part(tacti_builder *builder, size_t first);

/* Makes the soup, which then owns the memory. On failure the builder still does. */
tact_status tacti_builder_finish(tacti_builder *builder, tact_soup **out);

#endif
