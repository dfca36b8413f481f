/* SPDX-License-Identifier: MIT */
/* Equal vertices are merged. Then every edge is checked, and triangles that share a vertex become
 * one piece.
 *
 * Why a watertight mesh has an inside. Regard the mesh as a sum of oriented triangles (a chain). A
 * mesh is watertight if the sides of its triangles cancel along every edge, that is, if the chain
 * has no boundary. An edge may have two, four, or any even number of triangles, and a triangle may
 * occur several times, in either orientation.
 *
 * 1. A ray from a point p off the surface that meets no edge crosses a triangle in one inner point
 *    or misses it. The sum of the signs of its crossings is the intersection number of the ray and
 *    the chain. While p and the direction of the ray move, the sum can only change if the ray
 *    passes an edge or if p passes a triangle. If the ray passes an edge, it loses each triangle on
 *    one side of the edge and gains each triangle on the other side. The signs follow the direction
 *    of the triangle's side along the edge. They cancel, so the sum stays the same. So the sum is a
 *    whole number that does not depend on the ray. It is the same for all p in a connected part of
 *    space without the surface: the winding number. A triangle without area adds 0, since every ray
 *    that meets it meets an edge.
 * 2. A pose maps equal vertices to equal points, so a watertight mesh is watertight in every pose.
 * 3. Take any mesh whose surface does not meet that of the watertight one. A piece of that mesh is
 *    connected (triangles are, and neighbours share a vertex), so it lies in one connected part of
 *    space without the watertight surface. By 1, one point of a piece decides for the whole piece.
 *    The piece's own edges do not matter.
 * 4. Let both meshes be watertight, their surfaces not meet, and x be inside both. The connected
 *    part of space without both surfaces that contains x is bounded, since winding numbers far away
 *    are 0. A boundary point of that part lies on one surface and not on the other. By 1, its
 *    winding number for the other mesh is that of x. So a point of one surface is inside the other
 *    mesh, and by 3 so is its piece. Filled meshes share a point if and only if their surfaces do
 *    or a piece of one is inside the other. */
#include "bvh/bvh.h"
#include "bvh/solid.h"

#include "base/alloc.h"
#include "base/union_find.h"
#include "mesh/surface.h"
#include "mesh/weld.h"

/* Memory of the search. */
typedef struct search {
    const tacti_bvh *bvh;
    uint32_t vertex_count;
    uint32_t *map;     /* vertex -> the first that equals it */
    uint32_t *indices; /* of the triangles, by the map */
    uint32_t *parents; /* of the sets of vertices */
} search;

static uint32_t *take(const search *s, size_t count) {
    return tacti_allocate(s->bvh->context, count, sizeof(uint32_t), _Alignof(uint32_t));
}

static void give(const search *s, uint32_t *memory, size_t count) {
    tacti_release(s->bvh->context, memory, count, sizeof(uint32_t), _Alignof(uint32_t));
}

/* ---- Edges -------------------------------------------------------------------------------- */

static tact_status check_edges(const search *s, tacti_edge_survey *out) {
    const tacti_bvh *bvh = s->bvh;
    tacti_surface surface = {s->indices, bvh->triangle_count, s->vertex_count, s->vertex_count};
    tacti_sides sides;
    tact_status status =
        tacti_sides_create(bvh->context, bvh->triangle_count, s->vertex_count, &sides);
    if (status != TACT_OK)
        return status;
    status = tacti_surface_survey(&surface, &sides, out);
    tacti_sides_release(&sides);
    return status;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

/* Joins the vertices of each triangle into one set. */
static void join_triangles(const search *s) {
    for (uint32_t i = 0; i < s->vertex_count; i++)
        s->parents[i] = i;
    for (uint32_t t = 0; t < s->bvh->triangle_count; t++) {
        const uint32_t *v = s->indices + (size_t)3 * t;
        tacti_union_find_join(s->parents, v[0], v[1]);
        tacti_union_find_join(s->parents, v[0], v[2]);
    }
}

/* A triangle is the first of its piece if its root is seen for the first time. The map is no longer
 * needed and marks the roots seen. */
static uint32_t list_pieces(const search *s, uint32_t *triangles) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->vertex_count; i++)
        s->map[i] = 0;
    for (uint32_t t = 0; t < s->bvh->triangle_count; t++) {
        uint32_t root = tacti_union_find_root(s->parents, s->indices[(size_t)3 * t]);
        if (s->map[root] != 0)
            continue;
        s->map[root] = 1;
        if (triangles != NULL)
            triangles[count] = t;
        count++;
    }
    return count;
}

static tact_status find_pieces(search *s, tacti_bvh *bvh) {
    size_t corners = (size_t)3 * bvh->triangle_count;
    uint32_t duplicates;
    tacti_edge_survey survey;
    tact_status status =
        tacti_weld_map(bvh->context, bvh->vertices, s->vertex_count, s->map, &duplicates);
    if (status != TACT_OK)
        return status;
    for (size_t i = 0; i < corners; i++)
        s->indices[i] = s->map[bvh->indices[i]];
    status = check_edges(s, &survey);
    if (status != TACT_OK)
        return status;
    join_triangles(s);
    uint32_t count = list_pieces(s, NULL);
    uint32_t *triangles = take(s, count);
    if (triangles == NULL)
        return TACT_OUT_OF_MEMORY;
    list_pieces(s, triangles);
    bvh->is_closed = survey.is_closed;
    bvh->is_watertight = survey.is_watertight;
    bvh->piece_count = count;
    bvh->piece_triangles = triangles;
    return TACT_OK;
}

tact_status tacti_bvh_find_pieces(tacti_bvh *bvh) {
    uint32_t vertex_count = tact_mesh_vertex_count(bvh->mesh);
    size_t corners = (size_t)3 * bvh->triangle_count;
    search s = {.bvh = bvh, .vertex_count = vertex_count};
    s.map = take(&s, vertex_count);
    s.indices = take(&s, corners);
    s.parents = take(&s, vertex_count);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (s.map != NULL && s.indices != NULL && s.parents != NULL)
        status = find_pieces(&s, bvh);
    give(&s, s.map, vertex_count);
    give(&s, s.indices, corners);
    give(&s, s.parents, vertex_count);
    return status;
}
