/* SPDX-License-Identifier: MIT */
/* Equal vertices are taken as one; then every edge is looked at, and triangles that share a vertex
 * become one piece. That a point inside one piece of a closed mesh is inside the mesh, or not,
 * holds for all points near it: queries need to ask about one triangle of each piece only. */
#include "bvh/solid.h"

#include "base/alloc.h"
#include "base/forest.h"
#include "mesh/surface.h"
#include "mesh/weld.h"

/* Memory of the search. */
typedef struct search {
    const tact_bvh *bvh;
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

/* ---- Closed or not ------------------------------------------------------------------------ */

static tact_status check_edges(const search *s, bool *is_closed) {
    const tact_bvh *bvh = s->bvh;
    tacti_surface surface = {s->indices, bvh->triangle_count, s->vertex_count, s->vertex_count};
    tacti_sides sides;
    tacti_edge_survey survey;
    tact_status status =
        tacti_sides_create(bvh->context, bvh->triangle_count, s->vertex_count, &sides);
    if (status != TACT_OK)
        return status;
    status = tacti_surface_survey(&surface, &sides, &survey);
    tacti_sides_release(&sides);
    if (status == TACT_OK)
        *is_closed = survey.is_closed;
    return status;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

/* Joins the vertices of each triangle; leaves every vertex of a triangle with its root. */
static void join_triangles(const search *s) {
    for (uint32_t i = 0; i < s->vertex_count; i++)
        s->parents[i] = i;
    for (uint32_t t = 0; t < s->bvh->triangle_count; t++) {
        const uint32_t *v = s->indices + (size_t)3 * t;
        tacti_forest_join(s->parents, v[0], v[1]);
        tacti_forest_join(s->parents, v[0], v[2]);
    }
}

/* Calls a triangle the first of its piece where its root is seen for the first time. The map is not
 * needed any more and marks the roots that were seen. */
static uint32_t list_pieces(const search *s, uint32_t *triangles) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->vertex_count; i++)
        s->map[i] = 0;
    for (uint32_t t = 0; t < s->bvh->triangle_count; t++) {
        uint32_t root = tacti_forest_root(s->parents, s->indices[(size_t)3 * t]);
        if (s->map[root] != 0)
            continue;
        s->map[root] = 1;
        if (triangles != NULL)
            triangles[count] = t;
        count++;
    }
    return count;
}

static tact_status find_pieces(search *s, tact_bvh *bvh) {
    size_t corners = (size_t)3 * bvh->triangle_count;
    uint32_t duplicates;
    bool is_closed;
    tact_status status =
        tacti_weld_map(bvh->context, bvh->vertices, s->vertex_count, s->map, &duplicates);
    if (status != TACT_OK)
        return status;
    for (size_t i = 0; i < corners; i++)
        s->indices[i] = s->map[bvh->indices[i]];
    status = check_edges(s, &is_closed);
    if (status != TACT_OK)
        return status;
    join_triangles(s);
    uint32_t count = list_pieces(s, NULL);
    uint32_t *triangles = take(s, count);
    if (triangles == NULL)
        return TACT_OUT_OF_MEMORY;
    list_pieces(s, triangles);
    bvh->is_closed = is_closed;
    bvh->piece_count = count;
    bvh->piece_triangles = triangles;
    return TACT_OK;
}

tact_status tacti_bvh_find_pieces(tact_bvh *bvh) {
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
