/* SPDX-License-Identifier: MIT */
/* Compact meshes (prim/compact.h): made from plain ones once everything that needs arrays has been
 * built, and turned back into plain ones. The struct, vertices, parts, floats, vertex numbers,
 * source faces and names are one allocation, packed vertex numbers another. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/assert.h"
#include "math/bits.h"
#include "mesh/arrays.h"
#include "mesh/mesh.h"

bool tacti_arrays_are_packed_floats(const tact_mesh_arrays *arrays) {
    return arrays->position_type == TACT_NUMBER_FLOAT32 &&
           (arrays->position_stride == 0 || arrays->position_stride == 3 * sizeof(float)) &&
           arrays->indices != NULL &&
           (arrays->index_stride == 0 || arrays->index_stride == 3 * sizeof(uint32_t)) &&
           (uintptr_t)arrays->positions % _Alignof(float) == 0;
}

/* Whether the coordinate is a normal float or 0: of the 52 bits of its fraction, a float has 23.
 * Tested by bits, because gcc 12 drops conversions to float and back at -O2 when it vectorises. */
static bool is_float(double x) {
    double size = fabs(x);
    uint64_t dropped = (UINT64_C(1) << 29) - 1;
    return (tacti_bits_from_double(x) & dropped) == 0 &&
           (size == 0 || (size >= (double)FLT_MIN && size <= (double)FLT_MAX));
}

static bool has_floats_only(const tact_mesh *mesh) {
    bool all = true;
    for (uint32_t i = 0; i < mesh->vertex_count && all; i++) {
        tact_vec3 v = mesh->vertices[i];
        all = is_float(v.x) && is_float(v.y) && is_float(v.z);
    }
    return all;
}

/* Which arrays the compact mesh owns, as counts of elements. */
typedef struct contents {
    size_t doubles, floats, indices, faces, names;
} contents;

static contents contents_of(const tact_mesh *mesh, const tact_mesh_arrays *borrowed,
                            bool is_packed) {
    tact_mesh_arrays parts = {.parts = mesh->parts, .part_count = mesh->part_count};
    contents c = {0, 0, 0, 0, tacti_arrays_names_bytes(&parts)};
    c.faces = mesh->faces != NULL ? mesh->triangle_count : 0;
    if (borrowed != NULL)
        return c;
    *(has_floats_only(mesh) ? &c.floats : &c.doubles) = mesh->vertex_count;
    c.indices = is_packed ? 0 : 3 * (size_t)mesh->triangle_count;
    return c;
}

/* The mesh exists in a larger form already, so no size overflows. */
static tact_mesh *allocate(const tact_mesh *mesh, const contents *c) {
    size_t bytes = sizeof(tact_mesh) + c->doubles * sizeof(tact_vec3) +
                   mesh->part_count * sizeof(tact_mesh_part) + c->floats * 3 * sizeof(float) +
                   (c->indices + c->faces) * sizeof(uint32_t) + c->names;
    tact_mesh *out = tacti_allocate(mesh->context, bytes, 1, TACTI_CACHE_LINE);
    if (out == NULL)
        return NULL;
    *out = *mesh;
    out->bytes = bytes;
    out->is_compact = true;
    out->compact = (tacti_compact){.floats = NULL};
    tact_vec3 *doubles = (tact_vec3 *)(out + 1);
    out->parts = (tact_mesh_part *)(doubles + c->doubles);
    float *floats = (float *)(out->parts + mesh->part_count);
    uint32_t *indices = (uint32_t *)(floats + 3 * c->floats);
    uint32_t *faces = indices + c->indices;
    out->vertices = c->doubles > 0 ? doubles : NULL;
    out->compact.floats = c->floats > 0 ? floats : NULL;
    out->indices = c->indices > 0 ? indices : NULL;
    out->faces = c->faces > 0 ? faces : NULL;
    out->names = (char *)(faces + c->faces);
    return out;
}

static void fill(const tact_mesh *mesh, const contents *c, tact_mesh *out) {
    float *floats = (float *)out->compact.floats;
    for (size_t i = 0; i < c->floats; i++) {
        floats[3 * i] = (float)mesh->vertices[i].x;
        floats[3 * i + 1] = (float)mesh->vertices[i].y;
        floats[3 * i + 2] = (float)mesh->vertices[i].z;
    }
    if (c->doubles > 0)
        memcpy((tact_vec3 *)out->vertices, mesh->vertices, c->doubles * sizeof *mesh->vertices);
    if (c->indices > 0)
        memcpy((uint32_t *)out->indices, mesh->indices, c->indices * sizeof *mesh->indices);
    if (c->faces > 0)
        memcpy(out->faces, mesh->faces, c->faces * sizeof *mesh->faces);
    tact_mesh_arrays parts = {.parts = mesh->parts, .part_count = mesh->part_count};
    tacti_arrays_copy_parts(&parts, out->parts, out->names);
}

tact_status tacti_mesh_make_compact(const tact_mesh *mesh, const tact_mesh_arrays *borrowed,
                                    bool is_packed, tact_mesh **out) {
    TACTI_ASSERT(!mesh->is_compact && (borrowed == NULL || !is_packed));
    contents c = contents_of(mesh, borrowed, is_packed);
    tact_mesh *made = allocate(mesh, &c);
    if (made == NULL)
        return TACT_OUT_OF_MEMORY;
    fill(mesh, &c, made);
    if (is_packed && tacti_packed_create(mesh->context, mesh->indices, mesh->triangle_count, 3,
                                         &made->compact.packed) != TACT_OK) {
        tact_mesh_destroy(made);
        return TACT_OUT_OF_MEMORY;
    }
    if (borrowed != NULL) {
        made->compact.floats = borrowed->positions;
        made->indices = borrowed->indices;
    }
    made->compact.vertices = made->vertices;
    made->compact.indices = made->indices;
    *out = made;
    return TACT_OK;
}

/* ---- Back --------------------------------------------------------------------------------- */

tact_status tact_mesh_expand(const tact_context *context, const tact_mesh *mesh, tact_mesh **out) {
    if (mesh == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_mesh_arrays arrays = {.vertex_count = mesh->vertex_count,
                               .triangle_count = mesh->triangle_count,
                               .source_faces = mesh->faces,
                               .parts = mesh->part_count > 0 ? mesh->parts : NULL,
                               .part_count = mesh->part_count};
    tact_mesh *made = tacti_mesh_allocate(context, &arrays, false);
    if (made == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_vec3 *vertices = (tact_vec3 *)made->vertices; /* owned by the mesh, as are the indices */
    uint32_t *indices = (uint32_t *)made->indices;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        vertices[i] = tact_mesh_vertex(mesh, i);
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        tact_mesh_corners(mesh, i, indices + 3 * (size_t)i);
    if (mesh->faces != NULL)
        memcpy(made->faces, mesh->faces, (size_t)mesh->triangle_count * sizeof(uint32_t));
    tacti_arrays_copy_parts(&arrays, made->parts, made->names);
    made->parts_are_ordered = mesh->parts_are_ordered;
    made->bounds = mesh->bounds;
    *out = made;
    return TACT_OK;
}

const tact_mesh *tacti_mesh_enter(const tact_context *context, const tact_mesh *mesh) {
    tact_mesh *plain = NULL;
    if (!mesh->is_compact)
        return mesh;
    return tact_mesh_expand(context, mesh, &plain) == TACT_OK ? plain : NULL;
}

void tacti_mesh_leave(const tact_mesh *mesh, const tact_mesh *plain) {
    if (plain != mesh)
        tact_mesh_destroy((tact_mesh *)plain);
}
