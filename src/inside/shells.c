/* SPDX-License-Identifier: MIT */
/* Finds the shells of a closed mesh: neighbours by sorting sides, shells by joining neighbours, and
 * the side of the solid by one winding number per shell. */
#include "bvh/bvh.h"
#include "frame/placed.h"
#include "inside/shells.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "base/union_find.h"
#include "bvh/node.h"
#include "exact/det.h"
#include "mesh/sides.h"
#include "mesh/weld.h"
#include "inside/inside.h"
#include "frame/placed_triangle.h"

static uint32_t *take(const tact_context *context, size_t count) {
    return tacti_allocate(context, count, sizeof(uint32_t), _Alignof(uint32_t));
}

static void give(const tact_context *context, uint32_t *memory, size_t count) {
    tacti_release(context, memory, count, sizeof(uint32_t), _Alignof(uint32_t));
}

/* ---- Neighbours --------------------------------------------------------------------------- */

tact_status tacti_weld_triangles(const tact_context *context, const tacti_bvh *bvh,
                                 uint32_t *indices) {
    uint32_t vertex_count = tact_mesh_vertex_count(bvh->mesh), duplicates;
    uint32_t *map = take(context, vertex_count);
    if (map == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_status status = tacti_weld_map(context, bvh->vertices, vertex_count, map, &duplicates);
    for (size_t i = 0; i < (size_t)3 * bvh->triangle_count && status == TACT_OK; i++)
        indices[i] = map[bvh->indices[i]];
    give(context, map, vertex_count);
    return status;
}

/* The mesh is closed: each edge has exactly two sides. */
static tact_status pair_sides(tacti_shells *shells, const tacti_bvh *bvh, const uint32_t *indices) {
    tacti_sides sides;
    tact_status status = tacti_sides_create(shells->context, bvh->triangle_count,
                                            tact_mesh_vertex_count(bvh->mesh), &sides);
    if (status != TACT_OK)
        return status;
    status = tacti_sides_sort(&sides, indices, bvh->triangle_count, false);
    tacti_edge_run run = {0};
    while (status == TACT_OK && tacti_sides_next_edge(&sides, &run)) {
        uint32_t one = tacti_sides_number(&sides, run.begin);
        uint32_t other = tacti_sides_number(&sides, run.end - 1);
        TACTI_ASSERT(run.end - run.begin == 2);
        TACTI_ASSERT(one < 3 * shells->triangle_count && other < 3 * shells->triangle_count);
        shells->neighbors[one] = other;
        shells->neighbors[other] = one;
    }
    tacti_sides_release(&sides);
    return status;
}

static tact_status find_neighbors(tacti_shells *shells, const tacti_bvh *bvh) {
    size_t corners = (size_t)3 * bvh->triangle_count;
    uint32_t *indices = take(shells->context, corners);
    if (indices == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_status status = tacti_weld_triangles(shells->context, bvh, indices);
    if (status == TACT_OK)
        status = pair_sides(shells, bvh, indices);
    give(shells->context, indices, corners);
    return status;
}

/* ---- Shells ------------------------------------------------------------------------------- */

/* Joins neighbours, then numbers the shells in the order of their first triangles. The root of
 * a set is its least triangle, so the root gets its number before the other triangles read it. */
static void number_shells(tacti_shells *shells) {
    uint32_t *of = shells->of;
    for (uint32_t t = 0; t < shells->triangle_count; t++)
        of[t] = t;
    for (uint32_t t = 0; t < shells->triangle_count; t++)
        for (size_t i = 0; i < 3; i++)
            tacti_union_find_join(of, t, shells->neighbors[(size_t)3 * t + i] / 3);
    for (uint32_t t = 0; t < shells->triangle_count; t++)
        of[t] = tacti_union_find_root(of, t);
    for (uint32_t t = 0; t < shells->triangle_count; t++)
        of[t] = of[t] == t ? shells->count++ : of[of[t]];
    TACTI_ASSERT(shells->count <= shells->triangle_count);
}

static tact_status list_first(tacti_shells *shells) {
    shells->first = take(shells->context, shells->count);
    shells->solid = tacti_allocate(shells->context, shells->count, sizeof *shells->solid,
                                   _Alignof(tacti_solid_side));
    if (shells->first == NULL || shells->solid == NULL)
        return TACT_OUT_OF_MEMORY;
    uint32_t listed = 0;
    for (uint32_t t = 0; t < shells->triangle_count; t++)
        if (shells->of[t] == listed)
            shells->first[listed++] = t;
    TACTI_ASSERT(listed == shells->count);
    for (uint32_t s = 0; s < shells->count; s++)
        shells->solid[s] = TACTI_SOLID_BEHIND;
    return TACT_OK;
}

/* ---- The solid ---------------------------------------------------------------------------- */

/* The winding numbers on the side of a triangle's normal: of the whole mesh and of its shell alone.
 *
 * A ray along +x counts them from a point of the triangle that is infinitely near a corner but on
 * no edge. The ray leaves the triangle itself out, so it gives the number just ahead of the
 * triangle along the ray. If the triangle is parallel to the ray, the ray moved by (0, e, e^2)
 * (see inside.c) gives the number on the side to which the move leads. */
static tacti_near_winding winding_ahead(const tacti_shells *shells, const tacti_placed *mesh,
                                        uint32_t triangle) {
    tact_triangle t = tacti_placed_triangle(mesh, triangle);
    tacti_near near = {.at = {t.v[0], t.v[1], t.v[2]},
                       .count = 3,
                       .except = triangle,
                       .labels = shells->of,
                       .label = shells->of[triangle]};
    tacti_near_winding winding = tacti_winding_near(mesh, &near, NULL);
    int side = 0; /* sign of the normal along the ray and its move */
    for (unsigned axis = 0; axis < 3 && side == 0; axis++)
        side = tacti_orient2d_dropped(&t.v[0], &t.v[1], &t.v[2], axis);
    if (side < 0) {
        winding.all--;
        winding.labelled--;
    }
    return winding;
}

static void find_solid(tacti_shells *shells, const tacti_bvh *bvh) {
    tacti_placed mesh = {bvh, tact_pose_identity()};
    for (uint32_t s = 0; s < shells->count; s++) {
        tacti_near_winding ahead = winding_ahead(shells, &mesh, shells->first[s]);
        if (ahead.all != 0)
            shells->solid[s] = ahead.all == -1 ? TACTI_SOLID_AHEAD : TACTI_SOLID_BOTH;
        /* The winding number of a shell alone is 0 outside it. */
        int inside = ahead.labelled == 0 ? ahead.all + 1 : ahead.all;
        shells->cavity_count += inside == 0;
    }
}

/* ---- The whole ---------------------------------------------------------------------------- */

static tact_status build(tacti_shells *shells, const tacti_bvh *bvh, bool is_simple) {
    shells->neighbors = take(shells->context, (size_t)3 * shells->triangle_count);
    shells->of = take(shells->context, shells->triangle_count);
    if (shells->neighbors == NULL || shells->of == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_status status = find_neighbors(shells, bvh);
    if (status != TACT_OK)
        return status;
    number_shells(shells);
    status = list_first(shells);
    if (status == TACT_OK && is_simple)
        find_solid(shells, bvh);
    return status;
}

tact_status tacti_shells_create(const tact_context *context, const tacti_bvh *bvh, bool is_simple,
                                tacti_shells **out) {
    tacti_shells *shells = tacti_allocate(context, 1, sizeof *shells, _Alignof(tacti_shells));
    if (shells == NULL)
        return TACT_OUT_OF_MEMORY;
    *shells = (tacti_shells){.context = context, .triangle_count = bvh->triangle_count};
    tact_status status = build(shells, bvh, is_simple);
    if (status != TACT_OK) {
        tacti_shells_destroy(shells);
        return status;
    }
    *out = shells;
    return TACT_OK;
}

void tacti_shells_destroy(tacti_shells *shells) {
    if (shells == NULL)
        return;
    const tact_context *context = shells->context;
    give(context, shells->neighbors, (size_t)3 * shells->triangle_count);
    give(context, shells->of, shells->triangle_count);
    give(context, shells->first, shells->count);
    tacti_release(context, shells->solid, shells->count, sizeof *shells->solid,
                  _Alignof(tacti_solid_side));
    tacti_release(context, shells, 1, sizeof *shells, _Alignof(tacti_shells));
}

uint32_t tacti_shells_count(const tacti_shells *shells) {
    return shells->count;
}

uint32_t tacti_shells_cavity_count(const tacti_shells *shells) {
    return shells->cavity_count;
}

size_t tacti_shells_bytes(const tacti_shells *shells) {
    return sizeof *shells + (size_t)4 * shells->triangle_count * sizeof(uint32_t) +
           shells->count * (sizeof *shells->first + sizeof *shells->solid);
}
