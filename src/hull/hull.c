/* SPDX-License-Identifier: MIT */
/* The public functions that create, destroy and read hulls and turn them into meshes. How a hull is
 * built is in hull_build.h, support points are in hull_support.c, checks in hull_check.c. */
#include "hull/hull_build.h"

#include "base/simd.h"
#include "math/bits.h"
#include "math/vec.h"
#include "mesh/mesh.h"

#include <string.h>

/* There are up to twice as many triangles as points. The number of a triangle leaves two bits for
 * an edge. */
#define MOST_POINTS ((size_t)1 << 28)

/* ---- Memory ------------------------------------------------------------------------------- */

/* Appends count elements to a block of memory. False if the size overflows. */
static bool add_elements(size_t *bytes, size_t count, size_t size, size_t *offset) {
    size_t whole;
    *offset = (*bytes + TACTI_CACHE_LINE - 1) / TACTI_CACHE_LINE * TACTI_CACHE_LINE;
    return tacti_multiply(count, size, &whole) && tacti_add(*offset, whole, bytes);
}

enum {
    VERTICES,
    COLUMNS,
    SEED_COLUMNS,
    SOURCES,
    STARTS,
    CORNERS,
    CORNER_EDGES,
    OUTS,
    NEIGHBOURS,
    NEIGHBOUR_FACES,
    LENGTHS,
    NORMALS,
    SIDES,
    SEEDS,
    PARTS
};

tact_hull *tacti_hull_allocate(const tact_context *context, uint32_t vertex_count,
                               uint32_t face_count, uint32_t corner_count) {
    TACTI_ASSERT(vertex_count > 0);
    uint32_t padded = (vertex_count + TACTI_HULL_LANES - 1) / TACTI_HULL_LANES * TACTI_HULL_LANES;
    uint32_t seeds = vertex_count > TACTI_HULL_SCAN_MOST ? TACTI_HULL_SEEDS : 0;
    const size_t word = sizeof(uint32_t), number = sizeof(double);
    const size_t shape[PARTS][2] = {
        [VERTICES] = {vertex_count, sizeof(tact_vec3)},
        [COLUMNS] = {padded, 3 * number},
        [SEED_COLUMNS] = {seeds, 3 * number},
        [SOURCES] = {vertex_count, word},
        [STARTS] = {(size_t)face_count + 1, word},
        [CORNERS] = {corner_count, word},
        [CORNER_EDGES] = {corner_count, word},
        [OUTS] = {(size_t)vertex_count + 1, word},
        [NEIGHBOURS] = {corner_count, word},
        [NEIGHBOUR_FACES] = {corner_count, word},
        [LENGTHS] = {corner_count, number},
        [NORMALS] = {face_count, sizeof(tact_vec3)},
        [SIDES] = {face_count, 1},
        [SEEDS] = {seeds, word},
    };
    size_t bytes = sizeof(tact_hull), offset[PARTS];
    for (int i = 0; i < PARTS; i++)
        if (!add_elements(&bytes, shape[i][0], shape[i][1], &offset[i]))
            return NULL;
    tact_hull *hull = tacti_allocate(context, bytes, 1, TACTI_CACHE_LINE);
    if (hull == NULL)
        return NULL;
    void *part[PARTS];
    for (int i = 0; i < PARTS; i++)
        part[i] = (char *)hull + offset[i];
    *hull = (tact_hull){.context = context,
                        .bytes = bytes,
                        .vertex_count = vertex_count,
                        .face_count = face_count,
                        .corner_count = corner_count,
                        .seed_count = seeds,
                        .vertices = part[VERTICES],
                        .sources = part[SOURCES],
                        .face_start = part[STARTS],
                        .corners = part[CORNERS],
                        .corner_edge = part[CORNER_EDGES],
                        .neighbour_start = part[OUTS],
                        .neighbours = part[NEIGHBOURS],
                        .neighbour_face = part[NEIGHBOUR_FACES],
                        .neighbour_length = part[LENGTHS],
                        .face_normal = part[NORMALS],
                        .face_sides = part[SIDES],
                        .padded_count = padded,
                        .seeds = part[SEEDS],
                        .scan = tacti_hull_scan_at(tacti_simd_level(context))};
    for (int axis = 0; axis < 3; axis++) {
        hull->column[axis] = (double *)part[COLUMNS] + (size_t)axis * padded;
        hull->seed_column[axis] = (double *)part[SEED_COLUMNS] + (size_t)axis * seeds;
    }
    return hull;
}

tact_hull *tacti_hull_copy(const tact_context *context, const tact_hull *hull) {
    tact_hull *copy =
        tacti_hull_allocate(context, hull->vertex_count, hull->face_count, hull->corner_count);
    if (copy == NULL)
        return NULL;
    /* The arrays follow the struct at offsets that depend on the counts only. */
    TACTI_ASSERT(copy->bytes == hull->bytes);
    memcpy(copy + 1, hull + 1, hull->bytes - sizeof *hull);
    copy->dimension = hull->dimension;
    copy->scale = hull->scale;
    copy->bounds = hull->bounds;
    copy->interior = hull->interior;
    return copy;
}

void tact_hull_destroy(tact_hull *hull) {
    if (hull != NULL)
        tacti_release(hull->context, hull, hull->bytes, 1, TACTI_CACHE_LINE);
}

/* ---- Making ------------------------------------------------------------------------------- */

static tact_status build_hull(tacti_hull_build *build, tact_hull **out) {
    size_t room = (size_t)build->count + 1;
    build->points = tacti_allocate(build->context, room, sizeof(tact_vec3), TACTI_CACHE_LINE);
    build->next = tacti_allocate(build->context, room, sizeof(uint32_t), TACTI_CACHE_LINE);
    build->at = tacti_allocate(build->context, room, sizeof(uint32_t), TACTI_CACHE_LINE);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (build->points != NULL && build->next != NULL && build->at != NULL) {
        tacti_hull_start(build);
        status = build->dimension >= 2 ? tacti_hull_grow(build) : TACT_OK;
        if (status == TACT_OK)
            status = tacti_hull_finish(build, out);
    }
    tacti_release(build->context, build->points, room, sizeof(tact_vec3), TACTI_CACHE_LINE);
    tacti_release(build->context, build->next, room, sizeof(uint32_t), TACTI_CACHE_LINE);
    tacti_release(build->context, build->at, room, sizeof(uint32_t), TACTI_CACHE_LINE);
    return status;
}

tact_status tact_hull_create(const tact_context *context, const tact_vec3 *points, size_t count,
                             tact_hull **out) {
    if (points == NULL || count == 0 || out == NULL)
        return TACT_INVALID_ARGUMENT;
    if (count > MOST_POINTS)
        return TACT_TOO_LARGE;
    tact_status status = tact_float_mode_check();
    if (status != TACT_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        if (!tacti_vec3_is_finite(points[i]))
            return TACT_NOT_FINITE;
    tacti_hull_build build = {
        .context = context,
        .input = points,
        .count = (uint32_t)count,
        .facets = tacti_facets_make(context),
        .spare = tacti_numbers_make(context),
        .pending = tacti_numbers_make(context),
        .late = tacti_numbers_make(context),
        .visible = tacti_numbers_make(context),
        .horizon = tacti_numbers_make(context),
    };
    status = build_hull(&build, out);
    tacti_facets_release(&build.facets);
    tacti_numbers_release(&build.spare);
    tacti_numbers_release(&build.pending);
    tacti_numbers_release(&build.late);
    tacti_numbers_release(&build.visible);
    tacti_numbers_release(&build.horizon);
    return status;
}

tact_status tact_hull_create_from_mesh(const tact_context *context, const tact_mesh *mesh,
                                       tact_hull **out) {
    if (mesh == NULL)
        return TACT_INVALID_ARGUMENT;
    const tact_mesh *plain = tacti_mesh_enter(context, mesh);
    if (plain == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_status status =
        tact_hull_create(context, tact_mesh_vertices(plain), tact_mesh_vertex_count(plain), out);
    tacti_mesh_leave(mesh, plain);
    return status;
}

/* ---- What follows from the vertices ------------------------------------------------------- */

static void set_bounds(tact_hull *hull) {
    tact_vec3 lo = hull->vertices[0], hi = lo, sum = {0, 0, 0};
    double share = 1.0 / hull->vertex_count;
    for (uint32_t v = 0; v < hull->vertex_count; v++) {
        lo = tacti_vec3_min(hull->vertices[v], lo);
        hi = tacti_vec3_max(hull->vertices[v], hi);
        /* The sum of differences to a vertex, each already divided by the count: far from 0 nothing
         * is lost, and a finite mean does not overflow. */
        tact_vec3 d = {hull->vertices[v].x * share - hull->vertices[0].x * share,
                       hull->vertices[v].y * share - hull->vertices[0].y * share,
                       hull->vertices[v].z * share - hull->vertices[0].z * share};
        sum = tacti_vec3_add(sum, d);
    }
    hull->bounds = (tact_box){lo, hi};
    sum = tacti_vec3_add(hull->vertices[0], sum);
    hull->interior = tacti_vec3_max(lo, tacti_vec3_min(hi, sum));
}

static int scale_of(const tact_hull *hull) {
    tact_vec3 lo = tacti_vec3_abs(hull->bounds.lo), hi = tacti_vec3_abs(hull->bounds.hi);
    tact_vec3 most = tacti_vec3_max(lo, hi);
    double largest = tacti_max(most.x, tacti_max(most.y, most.z));
    int exponent = largest > 0 ? tacti_exponent(largest) : 0;
    return exponent >= -200 && exponent <= 200 ? 0 : -exponent;
}

void tacti_hull_settle(tact_hull *hull) {
    set_bounds(hull);
    hull->scale = scale_of(hull);
    for (uint32_t i = 0; i < hull->padded_count; i++) {
        tact_vec3 p = hull->vertices[i < hull->vertex_count ? i : 0];
        for (unsigned axis = 0; axis < 3; axis++) {
            double x = tacti_vec3_get(p, axis);
            hull->column[axis][i] = hull->scale == 0 ? x : tacti_scale_by_power(x, hull->scale);
        }
    }
    for (uint32_t s = 0; s < hull->seed_count; s++) {
        uint32_t v = tacti_hull_scan(hull, tacti_hull_seed_direction(s));
        hull->seeds[s] = v;
        for (unsigned axis = 0; axis < 3; axis++)
            hull->seed_column[axis][s] = hull->column[axis][v];
    }
    tacti_hull_settle_sides(hull);
}

/* ---- Reading ------------------------------------------------------------------------------ */

tact_hull_info tact_hull_inspect(const tact_hull *hull) {
    return (tact_hull_info){.dimension = hull->dimension,
                            .vertex_count = hull->vertex_count,
                            .edge_count = hull->corner_count / 2,
                            .face_count = hull->face_count,
                            .bounds = hull->bounds};
}

const tact_vec3 *tact_hull_vertices(const tact_hull *hull) {
    return hull->vertices;
}

const uint32_t *tact_hull_sources(const tact_hull *hull) {
    return hull->sources;
}

const uint32_t *tact_hull_face(const tact_hull *hull, uint32_t face, uint32_t *count) {
    *count = hull->face_start[face + 1] - hull->face_start[face];
    return hull->corners + hull->face_start[face];
}

const uint32_t *tact_hull_neighbours(const tact_hull *hull, uint32_t vertex, uint32_t *count) {
    *count = hull->neighbour_start[vertex + 1] - hull->neighbour_start[vertex];
    return hull->neighbours + hull->neighbour_start[vertex];
}

/* ---- As a mesh ---------------------------------------------------------------------------- */

tact_status tact_hull_to_mesh(const tact_context *context, const tact_hull *hull, tact_mesh **out) {
    if (hull == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    size_t count = (size_t)hull->corner_count - 2 * (size_t)hull->face_count;
    if (hull->face_count == 0)
        count = 0;
    uint32_t *indices = tacti_allocate(context, count, 4 * sizeof *indices, sizeof *indices);
    if (indices == NULL)
        return TACT_OUT_OF_MEMORY;
    uint32_t *faces = indices + 3 * count, at = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        uint32_t sides;
        const uint32_t *corners = tact_hull_face(hull, f, &sides);
        /* The two sides of a polygon must not share diagonals. */
        uint32_t first = hull->dimension == 2 ? f : 0;
        for (uint32_t i = 2; i < sides; i++, at++) {
            indices[3 * (size_t)at] = corners[first];
            indices[3 * (size_t)at + 1] = corners[(first + i - 1) % sides];
            indices[3 * (size_t)at + 2] = corners[(first + i) % sides];
            faces[at] = f;
        }
    }
    TACTI_ASSERT(at == count);
    tact_mesh_arrays arrays = {.positions = hull->vertices,
                               .vertex_count = hull->vertex_count,
                               .indices = indices,
                               .triangle_count = at,
                               .source_faces = faces};
    tact_status status = tact_mesh_create(context, &arrays, NULL, out);
    tacti_release(context, indices, count, 4 * sizeof *indices, sizeof *indices);
    return status;
}
