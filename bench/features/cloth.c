/* SPDX-License-Identifier: MIT */
/* Bodies in motion and their candidates, found by tact's own broad phase. */
#include "cloth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"

/* ---- Bodies ------------------------------------------------------------------------------- */

static int compare_edges(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    if (x[0] != y[0])
        return x[0] < y[0] ? -1 : 1;
    return x[1] == y[1] ? 0 : x[1] < y[1] ? -1 : 1;
}

static void find_edges(cloth *c) {
    size_t all = 3 * (size_t)c->face_count;
    c->edges = bench_allocate(all, sizeof *c->edges);
    for (size_t i = 0; i < all; i++) {
        uint32_t a = c->faces[i / 3][i % 3], b = c->faces[i / 3][(i + 1) % 3];
        c->edges[i][0] = a < b ? a : b;
        c->edges[i][1] = a < b ? b : a;
    }
    qsort(c->edges, all, sizeof *c->edges, compare_edges);
    c->edge_count = 0;
    for (size_t i = 0; i < all; i++) {
        if (i > 0 && compare_edges(c->edges[i], c->edges[c->edge_count - 1]) == 0)
            continue;
        memmove(c->edges[c->edge_count++], c->edges[i], sizeof *c->edges);
    }
}

static tact_mesh *read_mesh(const char *path) {
    tact_soup *soup = NULL;
    tact_mesh *mesh = NULL;
    if (tact_read_file(NULL, path, TACT_FORMAT_AUTO, NULL, &soup) != TACT_OK)
        return NULL;
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    bench_must(tact_mesh_create(NULL, &arrays, NULL, &mesh), path);
    tact_soup_destroy(soup);
    return mesh;
}

static tact_vec3 *copy_vertices(const tact_mesh *mesh) {
    uint32_t count = tact_mesh_vertex_count(mesh);
    tact_vec3 *out = bench_allocate(count, sizeof *out);
    memcpy(out, tact_mesh_vertices(mesh), count * sizeof *out);
    return out;
}

bool cloth_read(const char *start, const char *end, cloth *out) {
    tact_mesh *from = read_mesh(start), *to = read_mesh(end);
    bool is_there =
        from != NULL && to != NULL && tact_mesh_vertex_count(from) == tact_mesh_vertex_count(to);
    if (is_there) {
        out->start = copy_vertices(from);
        out->end = copy_vertices(to);
        out->vertex_count = tact_mesh_vertex_count(from);
        out->face_count = tact_mesh_triangle_count(from);
        out->faces = bench_allocate(out->face_count, sizeof *out->faces);
        memcpy(out->faces, tact_mesh_indices(from), out->face_count * sizeof *out->faces);
        find_edges(out);
    }
    tact_mesh_destroy(from);
    tact_mesh_destroy(to);
    return is_there;
}

static void make_sheet(cloth *c, uint32_t n, uint32_t first, double low, double high) {
    uint32_t row = n + 1;
    for (uint32_t i = 0; i < row * row; i++) {
        double x = (double)(i % row) / n, y = (double)(i / row) / n;
        double wave = 0.05 * tact_sin(17 * x + low) * tact_cos(13 * y);
        c->start[first + i] = (tact_vec3){x, y, low + wave};
        c->end[first + i] = (tact_vec3){x + 0.001, y, high + 0.9 * wave};
    }
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t at = first + i / n * row + i % n;
        const uint32_t corners[6] = {at, at + 1, at + row, at + 1, at + row + 1, at + row};
        memcpy(c->faces[c->face_count], corners, 3 * sizeof *corners);
        memcpy(c->faces[c->face_count + 1], corners + 3, 3 * sizeof *corners);
        c->face_count += 2;
    }
}

cloth cloth_make(uint32_t n) {
    cloth c = {.vertex_count = 2 * (n + 1) * (n + 1)};
    c.start = bench_allocate(c.vertex_count, sizeof *c.start);
    c.end = bench_allocate(c.vertex_count, sizeof *c.end);
    c.faces = bench_allocate(4 * (size_t)n * n, sizeof *c.faces);
    make_sheet(&c, n, 0, 0, 0);
    make_sheet(&c, n, c.vertex_count / 2, 0.02, -0.02);
    find_edges(&c);
    return c;
}

void cloth_destroy(cloth *c) {
    free(c->start);
    free(c->end);
    free(c->faces);
    free(c->edges);
}

/* ---- Candidates --------------------------------------------------------------------------- */

static tact_box box_over_step(const cloth *c, const uint32_t *vertices, uint32_t count) {
    tact_box box = tact_box_empty();
    for (uint32_t i = 0; i < count; i++) {
        box = tact_box_add_point(box, c->start[vertices[i]]);
        box = tact_box_add_point(box, c->end[vertices[i]]);
    }
    return box;
}

/* Vertices first, then faces; only pairs of both. */
static void add_vertices_and_faces(const cloth *c, tact_broad *broad) {
    uint32_t count = c->vertex_count + c->face_count;
    tact_box *boxes = bench_allocate(count, sizeof *boxes);
    tact_broad_filter *filters = bench_allocate(count, sizeof *filters);
    for (uint32_t i = 0; i < count; i++) {
        bool is_face = i >= c->vertex_count;
        boxes[i] =
            is_face ? box_over_step(c, c->faces[i - c->vertex_count], 3) : box_over_step(c, &i, 1);
        filters[i] = (tact_broad_filter){is_face ? 2 : 1, is_face ? 1 : 2};
    }
    bench_must(tact_broad_add(broad, boxes, count, NULL, NULL), "boxes");
    bench_must(tact_broad_filter_pairs(broad, NULL, filters, count, NULL), "filters");
    free(boxes);
    free(filters);
}

static void add_edges(const cloth *c, tact_broad *broad) {
    tact_box *boxes = bench_allocate(c->edge_count, sizeof *boxes);
    for (uint32_t i = 0; i < c->edge_count; i++)
        boxes[i] = box_over_step(c, c->edges[i], 2);
    bench_must(tact_broad_add(broad, boxes, c->edge_count, NULL, NULL), "boxes");
    free(boxes);
}

/* The four vertices of a pair of boxes. False if the features share a vertex. */
static bool take_pair(const cloth *c, tact_impact_kind kind, const uint32_t pair[2],
                      uint32_t out[4]) {
    if (kind == TACT_IMPACT_VERTEX_FACE) {
        const uint32_t *face = c->faces[pair[1] - c->vertex_count];
        out[0] = pair[0];
        memcpy(out + 1, face, 3 * sizeof *face);
        return face[0] != pair[0] && face[1] != pair[0] && face[2] != pair[0];
    }
    const uint32_t *a = c->edges[pair[0]], *b = c->edges[pair[1]];
    memcpy(out, a, 2 * sizeof *a);
    memcpy(out + 2, b, 2 * sizeof *b);
    return a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1];
}

uint32_t (*cloth_candidates(const cloth *c, tact_impact_kind kind, size_t *count))[4] {
    tact_broad *broad;
    tact_pair_list *list;
    bench_must(tact_broad_create(NULL, NULL, &broad), "a broad phase");
    bench_must(tact_pair_list_create(NULL, &list), "a list");
    if (kind == TACT_IMPACT_VERTEX_FACE)
        add_vertices_and_faces(c, broad);
    else
        add_edges(c, broad);
    bench_must(tact_broad_pairs(broad, list), "pairs");
    tact_pair_view view = tact_pair_list_view(list);
    uint32_t(*out)[4] = bench_allocate(view.count + 1, sizeof *out);
    *count = 0;
    for (size_t i = 0; i < view.count; i++)
        *count += take_pair(c, kind, view.pairs[i], out[*count]);
    tact_pair_list_destroy(list);
    tact_broad_destroy(broad);
    return out;
}
