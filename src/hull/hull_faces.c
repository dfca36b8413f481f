/* SPDX-License-Identifier: MIT */
/* The last step of building a hull: joins triangles of one plane to one face, drops corners inside
 * faces and edges, and numbers the rest. Vertices are in the order of the input, each face begins
 * with its lowest vertex, and faces are sorted by their first two vertices. So a hull depends on
 * the points only. */
#include "hull/hull_build.h"

#include "base/arena.h"
#include "base/sort.h"

#include <string.h>

/* The state of this step. */
typedef struct plan {
    tacti_hull_build *build;
    uint32_t *plane;    /* of each triangle the number of its plane */
    uint32_t *ends;     /* of each point the number of boundary edges that begin there */
    uint32_t *number;   /* of each point its vertex number or TACTI_NONE */
    uint32_t planes;    /* number of planes */
    uint32_t vertices;  /* number of vertices */
    uint32_t corners;   /* number of corners of all faces */
    uint32_t *start;    /* of each face, unsorted, its first corner; then the end of all */
    uint32_t *loop;     /* the corners */
    uint64_t *key;      /* of each face its first two corners */
    uint32_t *order;    /* of the faces */
    tacti_arena *arena; /* holds these arrays */
} plan;

static void *take(tacti_arena *arena, size_t count, size_t size) {
    return tacti_arena_allocate(arena, count, size, TACTI_CACHE_LINE);
}

static bool is_alive(const tacti_facet *facet) {
    return facet->mark != TACTI_FACET_DEAD;
}

/* ---- Planes ------------------------------------------------------------------------------- */

/* Whether the two triangles at an edge lie in one plane. */
static bool is_coplanar(const tacti_hull_build *build, const tacti_facet *a, uint32_t edge) {
    const tacti_facet *b = &build->facets.items[a->neighbour[edge]];
    uint32_t from = a->corner[edge], to = a->corner[(edge + 1) % 3];
    uint32_t far = b->corner[0];
    for (int i = 1; i < 3 && (far == from || far == to); i++)
        far = b->corner[i];
    double height;
    return tacti_facet_side(build, a, far, &height) == 0;
}

/* Numbers the planes. Each triangle takes the number of a neighbour in the same plane. */
static void number_planes(plan *p) {
    const tacti_facet *facets = p->build->facets.items;
    size_t count = p->build->facets.count;
    uint32_t *stack = p->order; /* not in use yet; a triangle is pushed at most once */
    memset(p->plane, 0xff, count * sizeof *p->plane);
    for (size_t f = 0; f < count; f++) {
        if (!is_alive(&facets[f]) || p->plane[f] != TACTI_NONE)
            continue;
        uint32_t depth = 0;
        stack[depth++] = (uint32_t)f;
        p->plane[f] = p->planes;
        while (depth > 0) {
            const tacti_facet *facet = &facets[stack[--depth]];
            for (uint32_t edge = 0; edge < 3; edge++) {
                uint32_t across = facet->neighbour[edge];
                if (p->plane[across] == TACTI_NONE && is_coplanar(p->build, facet, edge)) {
                    p->plane[across] = p->planes;
                    TACTI_ASSERT(depth < count);
                    stack[depth++] = across;
                }
            }
        }
        p->planes++;
    }
}

static bool is_boundary(const plan *p, size_t facet, uint32_t edge) {
    return p->plane[p->build->facets.items[facet].neighbour[edge]] != p->plane[facet];
}

/* Numbers the vertices. Three or more planes meet at a vertex, two at a point of an edge, one in a
 * face. The boundary of each plane leaves a point once. */
static void number_vertices(plan *p) {
    const tacti_hull_build *build = p->build;
    memset(p->ends, 0, ((size_t)build->count + 1) * sizeof *p->ends);
    for (size_t f = 0; f < build->facets.count; f++) {
        const tacti_facet *facet = &build->facets.items[f];
        for (uint32_t edge = 0; is_alive(facet) && edge < 3; edge++)
            p->ends[facet->corner[edge]] += is_boundary(p, f, edge);
    }
    for (uint32_t i = 0; i <= build->count; i++) {
        bool is_vertex = p->ends[i] >= 3;
        p->number[i] = is_vertex ? p->vertices : TACTI_NONE;
        p->vertices += is_vertex;
        p->corners += is_vertex ? p->ends[i] : 0;
    }
}

/* ---- Faces -------------------------------------------------------------------------------- */

/* Follows the boundary of a plane from one of its edges and writes the vertices. */
static uint32_t trace(const plan *p, uint32_t facet, uint32_t edge, uint32_t *out) {
    const tacti_facet *facets = p->build->facets.items;
    uint32_t count = 0, f = facet, e = edge;
    do {
        uint32_t number = p->number[facets[f].corner[e]];
        if (number != TACTI_NONE)
            out[count++] = number;
        uint32_t end = facets[f].corner[(e + 1) % 3];
        e = (e + 1) % 3;
        while (!is_boundary(p, f, e)) {
            f = facets[f].neighbour[e];
            e = 0;
            while (facets[f].corner[e] != end) {
                TACTI_ASSERT(e < 2);
                e++;
            }
        }
    } while (f != facet || e != edge);
    return count;
}

/* Rotates the corners of a face so that the lowest vertex is first. */
static void turn_to_least(uint32_t *corners, uint32_t count, uint32_t *scratch) {
    uint32_t least = 0;
    for (uint32_t i = 1; i < count; i++)
        least = corners[i] < corners[least] ? i : least;
    memcpy(scratch, corners, count * sizeof *corners);
    for (uint32_t i = 0; i < count; i++)
        corners[i] = scratch[least + i < count ? least + i : least + i - count];
}

static void collect_faces(plan *p, uint32_t *scratch) {
    const tacti_hull_build *build = p->build;
    uint32_t faces = 0, at = 0;
    uint8_t *is_done = (uint8_t *)p->ends; /* of each plane; the counts are not needed any more */
    TACTI_ASSERT(p->planes <= ((size_t)build->count + 1) * sizeof *p->ends);
    memset(is_done, 0, p->planes);
    for (uint32_t f = 0; f < build->facets.count; f++) {
        for (uint32_t edge = 0; is_alive(&build->facets.items[f]) && edge < 3; edge++) {
            if (is_done[p->plane[f]] || !is_boundary(p, f, edge))
                continue;
            is_done[p->plane[f]] = 1;
            uint32_t *corners = p->loop + at;
            uint32_t count = trace(p, f, edge, corners);
            TACTI_ASSERT(count >= 3 && at + count <= p->corners && faces < p->planes);
            turn_to_least(corners, count, scratch);
            p->start[faces] = at;
            p->key[faces] = (uint64_t)corners[0] << 32 | corners[1];
            p->order[faces] = faces;
            faces++;
            at += count;
        }
    }
    TACTI_ASSERT(faces == p->planes && at == p->corners);
    p->start[faces] = at;
}

/* ---- Neighbours --------------------------------------------------------------------------- */

/* Sorts the neighbours of each vertex counterclockwise: the next face leaves the vertex along the
 * edge on which the face before arrives. The faces at the neighbours are sorted with them: their
 * places before are kept in place. */
static void order_neighbours(tact_hull *hull, const uint32_t *arrival, uint32_t *after,
                             uint32_t *place) {
    for (uint32_t v = 0; v < hull->vertex_count; v++) {
        uint32_t begin = hull->neighbour_start[v], end = hull->neighbour_start[v + 1];
        uint32_t least = TACTI_NONE;
        for (uint32_t i = begin; i < end; i++) {
            uint32_t to = hull->neighbours[i];
            after[to] = arrival[i];
            place[to] = hull->neighbour_face[i];
            least = to < least ? to : least;
        }
        for (uint32_t i = begin, to = least; i < end; i++, to = after[to]) {
            TACTI_ASSERT(to < hull->vertex_count);
            hull->neighbours[i] = to;
            hull->neighbour_face[i] = place[to];
        }
    }
}

/* arrival has room for all corners, after for all vertices plus one, place for all vertices. */
static void find_neighbours(tact_hull *hull, uint32_t *arrival, uint32_t *after, uint32_t *place) {
    uint32_t *fill = hull->neighbour_start;
    memset(fill, 0, ((size_t)hull->vertex_count + 1) * sizeof *fill);
    for (uint32_t i = 0; i < hull->corner_count; i++)
        fill[hull->corners[i] + 1]++;
    for (uint32_t v = 0; v < hull->vertex_count; v++)
        fill[v + 1] += fill[v];
    memcpy(after, fill, hull->vertex_count * sizeof *fill);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        uint32_t begin = hull->face_start[f], end = hull->face_start[f + 1];
        uint32_t before = hull->corners[end - 1];
        for (uint32_t i = begin; i < end; i++) {
            uint32_t v = hull->corners[i], at = after[v]++;
            hull->neighbours[at] = hull->corners[i + 1 < end ? i + 1 : begin];
            hull->neighbour_face[at] = f;
            arrival[at] = before;
            before = v;
        }
    }
    order_neighbours(hull, arrival, after, place);
}

/* ---- The hull ----------------------------------------------------------------------------- */

static void copy_vertices(const plan *p, tact_hull *hull) {
    for (uint32_t i = 0; i < p->build->count; i++) {
        uint32_t v = p->number[i];
        if (v != TACTI_NONE) {
            hull->vertices[v] = p->build->input[i];
            hull->sources[v] = i;
        }
    }
}

static void copy_faces(const plan *p, tact_hull *hull) {
    uint32_t at = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        uint32_t from = p->start[p->order[f]], count = p->start[p->order[f] + 1] - from;
        hull->face_start[f] = at;
        memcpy(hull->corners + at, p->loop + from, count * sizeof *p->loop);
        at += count;
    }
    hull->face_start[hull->face_count] = at;
}

/* Copies the base of the pyramid: the face without the apex, which is the last vertex. The other
 * side of the polygon is the base in reverse order, beginning with the same vertex. */
static void copy_polygon(const plan *p, tact_hull *hull) {
    uint32_t apex = p->vertices - 1, count = hull->vertex_count, f = 0;
    for (bool has_apex = true; has_apex; f++) {
        has_apex = false;
        TACTI_ASSERT(f < p->planes);
        for (uint32_t i = p->start[f]; i < p->start[f + 1]; i++)
            has_apex |= p->loop[i] == apex;
    }
    const uint32_t *base = p->loop + p->start[f - 1];
    for (uint32_t i = 0; i < count; i++) {
        hull->corners[i] = base[i];
        hull->corners[count + i] = base[i == 0 ? 0 : count - i];
    }
    hull->face_start[0] = 0;
    hull->face_start[1] = count;
    hull->face_start[2] = 2 * count;
}

static tact_status finish_surface(plan *p, tact_hull **out) {
    tacti_hull_build *build = p->build;
    size_t facets = build->facets.count;
    p->plane = take(p->arena, facets, sizeof *p->plane);
    p->order = take(p->arena, facets, sizeof *p->order);
    p->ends = build->at;
    p->number = build->next;
    if (p->plane == NULL || p->order == NULL)
        return TACT_OUT_OF_MEMORY;
    number_planes(p);
    number_vertices(p);
    bool is_flat = build->dimension == 2;
    uint32_t flat_corners = p->vertices - 1;
    tact_hull *hull = is_flat
                          ? tacti_hull_allocate(build->context, flat_corners, 2, 2 * flat_corners)
                          : tacti_hull_allocate(build->context, p->vertices, p->planes, p->corners);
    size_t sort_bytes = tacti_sort64_scratch_bytes(p->planes);
    p->start = take(p->arena, (size_t)p->planes + 1, sizeof *p->start);
    p->loop = take(p->arena, p->corners, sizeof *p->loop);
    p->key = take(p->arena, p->planes, sizeof *p->key);
    uint32_t *scratch = take(p->arena, p->corners, sizeof *scratch);
    uint32_t *after = take(p->arena, (size_t)p->vertices + 1, 2 * sizeof *after);
    void *sort = take(p->arena, sort_bytes, 1);
    if (hull == NULL || p->start == NULL || p->loop == NULL || p->key == NULL || scratch == NULL ||
        after == NULL || sort == NULL) {
        tact_hull_destroy(hull);
        return TACT_OUT_OF_MEMORY;
    }
    collect_faces(p, scratch);
    copy_vertices(p, hull);
    if (is_flat) {
        copy_polygon(p, hull);
    } else {
        tacti_sort64(build->context, p->key, p->order, p->planes, sort);
        copy_faces(p, hull);
    }
    find_neighbours(hull, scratch, after, after + p->vertices + 1);
    *out = hull;
    return TACT_OK;
}

/* A point, or a segment whose ends are neighbours. */
static tact_status finish_thin(tacti_hull_build *build, tact_hull **out) {
    uint32_t count = build->dimension + 1;
    tact_hull *hull = tacti_hull_allocate(build->context, count, 0, 2 * build->dimension);
    if (hull == NULL)
        return TACT_OUT_OF_MEMORY;
    uint32_t first = build->corner[0];
    if (count == 2 && build->corner[1] < first)
        first = build->corner[1];
    for (uint32_t v = 0; v < count; v++) {
        hull->sources[v] = v == 0 ? first : build->corner[0] + build->corner[1] - first;
        hull->vertices[v] = build->input[hull->sources[v]];
        hull->neighbour_start[v] = v;
    }
    for (uint32_t v = 0; count == 2 && v < 2; v++) {
        hull->neighbours[v] = 1 - v;
        hull->neighbour_face[v] = 0; /* there are none */
    }
    hull->neighbour_start[count] = 2 * build->dimension;
    hull->face_start[0] = 0;
    *out = hull;
    return TACT_OK;
}

tact_status tacti_hull_finish(tacti_hull_build *build, tact_hull **out) {
    tact_hull *hull = NULL;
    tact_status status;
    if (build->dimension < 2) {
        status = finish_thin(build, &hull);
    } else {
        tacti_arena arena = tacti_arena_make(build->context, 0x1000);
        plan p = {.build = build, .arena = &arena};
        status = finish_surface(&p, &hull);
        tacti_arena_release(&arena);
    }
    if (status != TACT_OK)
        return status;
    hull->dimension = build->dimension;
    tacti_hull_settle(hull);
    *out = hull;
    return TACT_OK;
}
