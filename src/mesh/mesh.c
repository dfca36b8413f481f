/* SPDX-License-Identifier: MIT */
/* Meshes: immutable copies of valid arrays, and welding. A mesh is one allocation: the struct,
 * vertices, parts, vertex numbers, source faces and names, in an order that keeps each of them
 * aligned without gaps. Creation stops at the first error. doctor.c lists all defects of arrays. */
#include <string.h>

#include "base/assert.h"
#include "base/alloc.h"
#include "math/vec.h"
#include "mesh/arrays.h"
#include "mesh/mesh.h"
#include "mesh/weld.h"

/* Vertices copied and checked at a time: 24 KiB. */
#define BLOCK 1024

/* ---- Memory -------------------------------------------------------------------------------- */

static bool add_elements(size_t *bytes, size_t count, size_t element_size) {
    size_t size;
    return tacti_multiply(count, element_size, &size) && tacti_add(*bytes, size, bytes);
}

tact_mesh *tacti_mesh_allocate(const tact_context *context, const tact_mesh_arrays *arrays,
                               bool is_borrowed) {
    const size_t word = sizeof(uint32_t);
    size_t vertices = is_borrowed ? 0 : arrays->vertex_count, triangles = arrays->triangle_count;
    size_t indexed = is_borrowed ? 0 : triangles;
    bool has_faces = arrays->source_faces != NULL;
    size_t bytes = sizeof(tact_mesh);
    if (!add_elements(&bytes, vertices, sizeof(tact_vec3)) ||
        !add_elements(&bytes, arrays->part_count, sizeof(tact_mesh_part)) ||
        !add_elements(&bytes, indexed, 3 * word) ||
        !add_elements(&bytes, has_faces ? triangles : 0, word) ||
        !add_elements(&bytes, tacti_arrays_names_bytes(arrays), 1))
        return NULL;
    tact_mesh *mesh = tacti_allocate(context, bytes, 1, TACTI_CACHE_LINE);
    if (mesh == NULL)
        return NULL;
    *mesh = (tact_mesh){.context = context,
                        .bytes = bytes,
                        .vertex_count = arrays->vertex_count,
                        .triangle_count = arrays->triangle_count,
                        .part_count = arrays->part_count};
    tact_vec3 *own_vertices = (tact_vec3 *)(mesh + 1);
    mesh->parts = (tact_mesh_part *)(own_vertices + vertices);
    uint32_t *own_indices = (uint32_t *)(mesh->parts + mesh->part_count);
    mesh->vertices = is_borrowed ? arrays->positions : own_vertices;
    mesh->indices = is_borrowed ? arrays->indices : own_indices;
    uint32_t *end = own_indices + 3 * indexed;
    mesh->faces = has_faces ? end : NULL;
    mesh->names = (char *)(has_faces ? end + triangles : end);
    return mesh;
}

void tact_mesh_destroy(tact_mesh *mesh) {
    if (mesh == NULL)
        return;
    tacti_packed_release(mesh->context, &mesh->compact.packed);
    tacti_release(mesh->context, mesh, mesh->bytes, 1, TACTI_CACHE_LINE);
}

/* ---- Creation ------------------------------------------------------------------------------ */

/* Checks the positions and copies them to out. If out is NULL, they must be packed and are only
 * checked. */
static tact_status take_positions(const tact_mesh_arrays *arrays, tact_error *error,
                                  tact_vec3 *out) {
    uint32_t count = arrays->vertex_count;
    const tact_vec3 *taken = out != NULL ? out : arrays->positions;
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        end = count - begin > BLOCK ? begin + BLOCK : count;
        if (out != NULL)
            tacti_arrays_copy_positions(arrays, begin, end, out + begin);
        bool all_finite = true;
        for (uint32_t i = begin; i < end; i++)
            all_finite &= tacti_vec3_is_finite(taken[i]);
        if (all_finite)
            continue;
        uint32_t i = begin;
        while (tacti_vec3_is_finite(taken[i]))
            i++;
        return tacti_error_set(error, TACT_NOT_FINITE, 0, i, "vertex %lu is (%g, %g, %g)",
                               (unsigned long)i, taken[i].x, taken[i].y, taken[i].z);
    }
    return TACT_OK;
}

/* The box of all used vertices. */
static tact_box bounds_of_used(const tact_mesh *mesh, const unsigned char *used) {
    tact_box box = tact_box_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (used[i] != 0) {
            box.lo = tacti_vec3_min(mesh->vertices[i], box.lo);
            box.hi = tacti_vec3_max(mesh->vertices[i], box.hi);
        }
    return box;
}

/* Copies what the mesh does not borrow, and checks everything. used must have a zero per vertex. */
static tact_status fill_mesh(tact_mesh *mesh, const tact_mesh_arrays *arrays, tact_error *error,
                             unsigned char *used) {
    bool is_borrowed = mesh->vertices == arrays->positions;
    tact_vec3 *vertices = is_borrowed ? NULL : (tact_vec3 *)mesh->vertices;
    uint32_t *indices = is_borrowed ? NULL : (uint32_t *)mesh->indices;
    tact_status status = take_positions(arrays, error, vertices);
    if (status == TACT_OK)
        status = tacti_arrays_take_indices(arrays, error, indices, used);
    if (status != TACT_OK)
        return status;
    mesh->bounds = bounds_of_used(mesh, used);
    if (mesh->faces != NULL)
        memcpy(mesh->faces, arrays->source_faces, (size_t)mesh->triangle_count * sizeof(uint32_t));
    tacti_arrays_copy_parts(arrays, mesh->parts, mesh->names);
    mesh->parts_are_ordered = true;
    for (uint32_t i = 1; i < mesh->part_count; i++)
        if (mesh->parts[i].first < mesh->parts[i - 1].first + mesh->parts[i - 1].count)
            mesh->parts_are_ordered = false;
    return TACT_OK;
}

static tact_status create(const tact_context *context, const tact_mesh_arrays *arrays,
                          bool is_borrowed, tact_error *error, tact_mesh **out) {
    if (out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "no pointer for the new mesh was given");
    tact_status status = tacti_arrays_check(arrays, error);
    if (status == TACT_OK)
        status = tacti_arrays_check_parts(arrays, error);
    if (status != TACT_OK)
        return status;
    if (is_borrowed && !tacti_arrays_can_be_borrowed(arrays))
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "only packed doubles with packed vertex numbers can be borrowed");
    tact_mesh *mesh = tacti_mesh_allocate(context, arrays, is_borrowed);
    unsigned char *used = tacti_allocate(context, arrays->vertex_count, 1, 1);
    if (mesh != NULL && used != NULL) {
        memset(used, 0, arrays->vertex_count);
        status = fill_mesh(mesh, arrays, error, used);
    } else {
        status = tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                                 "no memory for a mesh of %lu vertices and %lu triangles",
                                 (unsigned long)arrays->vertex_count,
                                 (unsigned long)arrays->triangle_count);
    }
    tacti_release(context, used, arrays->vertex_count, 1, 1);
    if (status == TACT_OK)
        *out = mesh;
    else
        tact_mesh_destroy(mesh);
    return status;
}

tact_status tact_mesh_create(const tact_context *context, const tact_mesh_arrays *arrays,
                             tact_error *error, tact_mesh **out) {
    return create(context, arrays, false, error, out);
}

tact_status tacti_mesh_borrow(const tact_context *context, const tact_mesh_arrays *arrays,
                              tact_error *error, tact_mesh **out) {
    return create(context, arrays, true, error, out);
}

size_t tacti_mesh_bytes(const tact_mesh *mesh) {
    return mesh->bytes + mesh->compact.packed.bytes;
}

/* ---- Moving ------------------------------------------------------------------------------- */

void tacti_mesh_mark_used(const tact_mesh *mesh, unsigned char *used) {
    memset(used, 0, mesh->vertex_count);
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++)
        used[mesh->indices[i]] = 1;
}

void tacti_mesh_replace_vertices(tact_mesh *mesh, const tact_vec3 *positions,
                                 const unsigned char *used) {
    TACTI_ASSERT(!mesh->is_compact);
    if (mesh->vertex_count > 0)
        memcpy((tact_vec3 *)mesh->vertices, positions, mesh->vertex_count * sizeof *positions);
    mesh->bounds = bounds_of_used(mesh, used);
}

/* ---- Reading ------------------------------------------------------------------------------- */

uint32_t tact_mesh_vertex_count(const tact_mesh *mesh) {
    return mesh->vertex_count;
}

uint32_t tact_mesh_triangle_count(const tact_mesh *mesh) {
    return mesh->triangle_count;
}

const tact_vec3 *tact_mesh_vertices(const tact_mesh *mesh) {
    return mesh->vertices;
}

const uint32_t *tact_mesh_indices(const tact_mesh *mesh) {
    return mesh->indices;
}

tact_vec3 tact_mesh_vertex(const tact_mesh *mesh, uint32_t vertex) {
    return mesh->is_compact ? tacti_compact_vertex(&mesh->compact, vertex) : mesh->vertices[vertex];
}

void tact_mesh_corners(const tact_mesh *mesh, uint32_t triangle, uint32_t vertices[3]) {
    if (mesh->is_compact)
        tacti_compact_indices(&mesh->compact, triangle, vertices);
    else
        memcpy(vertices, mesh->indices + 3 * (size_t)triangle, 3 * sizeof *vertices);
}

tact_triangle tact_mesh_triangle(const tact_mesh *mesh, uint32_t triangle) {
    uint32_t v[3];
    tact_mesh_corners(mesh, triangle, v);
    return (tact_triangle){
        {tact_mesh_vertex(mesh, v[0]), tact_mesh_vertex(mesh, v[1]), tact_mesh_vertex(mesh, v[2])}};
}

uint32_t tact_mesh_source_face(const tact_mesh *mesh, uint32_t triangle) {
    return mesh->faces != NULL ? mesh->faces[triangle] : triangle;
}

uint32_t tact_mesh_part_count(const tact_mesh *mesh) {
    return mesh->part_count;
}

tact_mesh_part tact_mesh_part_at(const tact_mesh *mesh, uint32_t part) {
    return mesh->parts[part];
}

static bool part_holds(const tact_mesh_part *part, uint32_t triangle) {
    return triangle >= part->first && triangle - part->first < part->count;
}

/* The ends of ordered parts never decrease, also with empty parts. */
static uint32_t first_part_ending_after(const tact_mesh *mesh, uint32_t triangle) {
    uint32_t begin = 0, end = mesh->part_count;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (mesh->parts[middle].first + mesh->parts[middle].count > triangle)
            end = middle;
        else
            begin = middle + 1;
    }
    return begin;
}

uint32_t tact_mesh_part_of(const tact_mesh *mesh, uint32_t triangle) {
    uint32_t part = 0;
    if (mesh->parts_are_ordered) {
        part = first_part_ending_after(mesh, triangle);
        bool holds = part < mesh->part_count && part_holds(&mesh->parts[part], triangle);
        return holds ? part : mesh->part_count;
    }
    while (part < mesh->part_count && !part_holds(&mesh->parts[part], triangle))
        part++;
    return part;
}

tact_box tact_mesh_bounds(const tact_mesh *mesh) {
    return mesh->bounds;
}

tact_mesh_arrays tact_mesh_as_arrays(const tact_mesh *mesh) {
    if (mesh->compact.packed.blocks != NULL)
        return (tact_mesh_arrays){.positions = NULL};
    bool is_float = mesh->compact.floats != NULL;
    return (tact_mesh_arrays){
        .positions = is_float ? (const void *)mesh->compact.floats : mesh->vertices,
        .position_type = is_float ? TACT_NUMBER_FLOAT32 : TACT_NUMBER_FLOAT64,
        .vertex_count = mesh->vertex_count,
        .indices = mesh->indices,
        .triangle_count = mesh->triangle_count,
        .source_faces = mesh->faces,
        .parts = mesh->part_count > 0 ? mesh->parts : NULL,
        .part_count = mesh->part_count,
    };
}

/* ---- Welding ------------------------------------------------------------------------------- */

/* Converts map from "first equal vertex" to its number among the kept vertices. Returns how many
 * are kept. A first vertex comes before all that map to it, so one pass in place is enough. */
static uint32_t number_survivors(uint32_t *map, uint32_t count) {
    uint32_t survivors = 0;
    for (uint32_t i = 0; i < count; i++) {
        TACTI_ASSERT(map[i] <= i);
        map[i] = map[i] == i ? survivors++ : map[map[i]];
    }
    return survivors;
}

/* Makes the new mesh; map has the new number of each vertex. Kept vertices have increasing numbers,
 * so a vertex is kept if its number is the next one. */
static tact_mesh *make_welded(const tact_context *context, const tact_mesh *mesh,
                              const uint32_t *map, uint32_t survivors) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    arrays.vertex_count = survivors;
    tact_mesh *welded = tacti_mesh_allocate(context, &arrays, false);
    if (welded == NULL)
        return NULL;
    tact_vec3 *vertices = (tact_vec3 *)welded->vertices; /* owned by the mesh, as are the indices */
    uint32_t *indices = (uint32_t *)welded->indices;
    uint32_t next = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (map[i] == next)
            vertices[next++] = mesh->vertices[i];
    TACTI_ASSERT(next == survivors);
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++)
        indices[i] = map[mesh->indices[i]];
    if (mesh->faces != NULL)
        memcpy(welded->faces, mesh->faces, (size_t)mesh->triangle_count * sizeof(uint32_t));
    tacti_arrays_copy_parts(&arrays, welded->parts, welded->names);
    welded->parts_are_ordered = mesh->parts_are_ordered;
    welded->bounds = mesh->bounds;
    return welded;
}

static tact_status weld_plain(const tact_context *context, const tact_mesh *mesh, tact_mesh **out) {
    const size_t word = sizeof(uint32_t);
    uint32_t count = mesh->vertex_count, duplicates;
    uint32_t *map = tacti_allocate(context, count, word, word);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (map != NULL)
        status = tacti_weld_map(context, mesh->vertices, count, map, &duplicates);
    if (status == TACT_OK) {
        tact_mesh *welded = make_welded(context, mesh, map, number_survivors(map, count));
        status = welded != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
        if (welded != NULL)
            *out = welded;
    }
    tacti_release(context, map, count, word, word);
    return status;
}

tact_status tact_mesh_weld(const tact_context *context, const tact_mesh *mesh, tact_mesh **out) {
    if (mesh == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    const tact_mesh *plain = tacti_mesh_enter(context, mesh);
    if (plain == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_status status = weld_plain(context, plain, out);
    tacti_mesh_leave(mesh, plain);
    return status;
}
