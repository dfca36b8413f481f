/* SPDX-License-Identifier: MIT */
/* The struct behind a mesh, and compact meshes. */
#ifndef TACT_MESH_STRUCT_H
#define TACT_MESH_STRUCT_H

#include <tact/mesh.h>

#include "prim/compact.h"

struct tact_mesh {
    const tact_context *context;
    size_t bytes;              /* of the whole allocation */
    const tact_vec3 *vertices; /* vertices and indices may be the caller's; NULL: see compact */
    tact_mesh_part *parts;
    const uint32_t *indices;
    uint32_t *faces; /* NULL: triangle i is face i */
    char *names;
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t part_count;
    bool parts_are_ordered; /* each part begins at or after the end of the one before */
    bool is_compact;
    tacti_compact compact; /* if is_compact: vertices and triangles; what is an array of doubles or
                              of numbers is in the fields above too */
    tact_box bounds;
};

_Static_assert(sizeof(tact_mesh) % _Alignof(tact_vec3) == 0, "vertices follow the struct");
_Static_assert(sizeof(tact_vec3) % _Alignof(tact_mesh_part) == 0, "parts follow the vertices");
_Static_assert(sizeof(tact_vec3) == 3 * sizeof(double), "vertices are packed");

/* Allocates a mesh for the contents of the arrays, which stay unset. If is_borrowed, vertices and
 * indices are those of the arrays. Returns NULL if out of memory. */
tact_mesh *tacti_mesh_allocate(const tact_context *context, const tact_mesh_arrays *arrays,
                               bool is_borrowed);

/* Vertices and triangles in the form that queries of compact meshes read; NULL for other meshes. */
static inline const tacti_compact *tacti_mesh_compact(const tact_mesh *mesh) {
    return mesh->is_compact ? &mesh->compact : NULL;
}

/* Makes a compact copy of a plain mesh: with floats, if all coordinates are floats, and with packed
 * vertex numbers, if is_packed. If borrowed is not NULL, the copy refers to these arrays, which are
 * equal to the mesh's; tacti_arrays_are_packed_floats(). TACT_OUT_OF_MEMORY. */
tact_status tacti_mesh_make_compact(const tact_mesh *mesh, const tact_mesh_arrays *borrowed,
                                    bool is_packed, tact_mesh **out);

/* Marks the vertices that triangles of a plain mesh use: used[v] becomes 1, other entries 0. */
void tacti_mesh_mark_used(const tact_mesh *mesh, unsigned char *used);
/* Replaces all vertices of a plain mesh that owns them, one finite position per vertex, and its
 * bounds. used is that of tacti_mesh_mark_used(). Nobody else may use the mesh meanwhile. */
void tacti_mesh_replace_vertices(tact_mesh *mesh, const tact_vec3 *positions,
                                 const unsigned char *used);

/* The mesh itself, or a plain copy of a compact one, for functions that need arrays; NULL if out of
 * memory. Give it back with tacti_mesh_leave(). */
const tact_mesh *tacti_mesh_enter(const tact_context *context, const tact_mesh *mesh);
void tacti_mesh_leave(const tact_mesh *mesh, const tact_mesh *plain);

#endif
