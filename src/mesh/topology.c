/* SPDX-License-Identifier: MIT */
/* Topology: the edges of a mesh with the triangles at each edge, as compressed rows, and the edges
 * of each triangle. Edges are numbered in the order of their vertices. A triangle with two sides on
 * one edge counts once there. A side whose ends are one vertex is not an edge. */
#include "base/assert.h"
#include "base/alloc.h"
#include "mesh/mesh.h"
#include "mesh/sides.h"

/* The value for "this side is not an edge". */
#define NO_EDGE UINT32_MAX

struct tact_topology {
    const tact_context *context;
    size_t words; /* after this struct */
    uint32_t edge_count;
    uint32_t triangle_count;
    uint32_t *vertices;       /* two per edge */
    uint32_t *starts;         /* where an edge's triangles begin; edge_count + 1 entries */
    uint32_t *triangles;      /* at the edges, edge by edge */
    uint32_t *triangle_edges; /* three per triangle */
};

static uint32_t count_edges(const tacti_sides *sides) {
    uint32_t count = 0;
    tacti_edge_run run = {0};
    while (tacti_sides_next_edge(sides, &run))
        count++;
    return count;
}

/* The struct and its arrays in one allocation. */
static tact_topology *allocate_topology(const tact_context *context, uint32_t edge_count,
                                        uint32_t side_count, uint32_t triangle_count) {
    /* At most 13 * 2^32 words: cannot overflow a 64-bit size_t; checked for 32 bits. */
    uint64_t wide = 3 * (uint64_t)edge_count + 1 + side_count + 3 * (uint64_t)triangle_count;
    size_t bytes;
    if (wide > SIZE_MAX || !tacti_multiply((size_t)wide, sizeof(uint32_t), &bytes) ||
        !tacti_add(bytes, sizeof(tact_topology), &bytes))
        return NULL;
    tact_topology *topology = tacti_allocate(context, bytes, 1, _Alignof(tact_topology));
    if (topology == NULL)
        return NULL;
    *topology = (tact_topology){.context = context,
                                .words = (size_t)wide,
                                .edge_count = edge_count,
                                .triangle_count = triangle_count};
    topology->vertices = (uint32_t *)(topology + 1);
    topology->starts = topology->vertices + 2 * (size_t)edge_count;
    topology->triangles = topology->starts + (size_t)edge_count + 1;
    topology->triangle_edges = topology->triangles + side_count;
    return topology;
}

static void fill_topology(tact_topology *topology, const tacti_sides *sides) {
    for (size_t i = 0; i < 3 * (size_t)topology->triangle_count; i++)
        topology->triangle_edges[i] = NO_EDGE;
    uint32_t edge = 0, placed = 0;
    tacti_edge_run run = {0};
    for (; tacti_sides_next_edge(sides, &run); edge++) {
        TACTI_ASSERT(edge < topology->edge_count);
        topology->vertices[2 * (size_t)edge] = run.lesser;
        topology->vertices[2 * (size_t)edge + 1] = run.greater;
        topology->starts[edge] = placed;
        uint32_t last = TACT_NO_TRIANGLE;
        for (uint32_t i = run.begin; i < run.end; i++) {
            uint32_t side = tacti_sides_number(sides, i);
            topology->triangle_edges[side] = edge;
            if (side / 3 != last)
                topology->triangles[placed++] = last = side / 3;
        }
    }
    TACTI_ASSERT(edge == topology->edge_count && placed <= sides->count);
    topology->starts[edge] = placed;
}

tact_status tact_topology_create(const tact_context *context, const tact_mesh *mesh,
                                 tact_topology **out) {
    if (mesh == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    uint32_t triangle_count = tact_mesh_triangle_count(mesh);
    if (triangle_count > TACTI_SIDES_MAX_TRIANGLES)
        return TACT_TOO_LARGE;
    tacti_sides sides;
    tact_status status =
        tacti_sides_create(context, triangle_count, tact_mesh_vertex_count(mesh), &sides);
    if (status != TACT_OK)
        return status;
    tact_topology *topology = NULL;
    const tact_mesh *plain = tacti_mesh_enter(context, mesh);
    status = plain != NULL
                 ? tacti_sides_sort(&sides, tact_mesh_indices(plain), triangle_count, false)
                 : TACT_OUT_OF_MEMORY;
    tacti_mesh_leave(mesh, plain);
    if (status == TACT_OK)
        topology = allocate_topology(context, count_edges(&sides), sides.count, triangle_count);
    if (topology != NULL) {
        fill_topology(topology, &sides);
        *out = topology;
    }
    tacti_sides_release(&sides);
    return topology != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
}

void tact_topology_destroy(tact_topology *topology) {
    if (topology != NULL)
        tacti_release(topology->context, topology,
                      sizeof *topology + topology->words * sizeof(uint32_t), 1,
                      _Alignof(tact_topology));
}

uint32_t tact_topology_edge_count(const tact_topology *topology) {
    return topology->edge_count;
}

void tact_topology_edge(const tact_topology *topology, uint32_t edge, uint32_t vertices[2]) {
    vertices[0] = topology->vertices[2 * (size_t)edge];
    vertices[1] = topology->vertices[2 * (size_t)edge + 1];
}

uint32_t tact_topology_edge_triangle_count(const tact_topology *topology, uint32_t edge) {
    return topology->starts[(size_t)edge + 1] - topology->starts[edge];
}

uint32_t tact_topology_edge_triangle(const tact_topology *topology, uint32_t edge, uint32_t i) {
    return topology->triangles[(size_t)topology->starts[edge] + i];
}

uint32_t tact_topology_triangle_edge(const tact_topology *topology, uint32_t triangle, uint32_t i) {
    return topology->triangle_edges[3 * (size_t)triangle + i];
}

uint32_t tact_topology_neighbour(const tact_topology *topology, uint32_t triangle, uint32_t i) {
    uint32_t edge = topology->triangle_edges[3 * (size_t)triangle + i];
    if (edge == NO_EDGE || tact_topology_edge_triangle_count(topology, edge) != 2)
        return TACT_NO_TRIANGLE;
    TACTI_ASSERT(edge < topology->edge_count);
    const uint32_t *pair = topology->triangles + topology->starts[edge];
    return pair[0] == triangle ? pair[1] : pair[0];
}
