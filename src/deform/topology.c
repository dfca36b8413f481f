/* SPDX-License-Identifier: MIT */
/* From triangles, loose edges and loose points to features: each edge once, each used vertex
 * once. */
#include <string.h>

#include "base/sort.h"
#include "deform/deform.h"

static tact_status blame(tact_error *error, const char *what, uint32_t index) {
    return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, index,
                           "%s %lu has a vertex that does not exist", what, (unsigned long)index);
}

tact_status tacti_topology_check(const tact_deform_topology *t, tact_error *error) {
    if ((t->triangle_count > 0 && t->triangles == NULL) ||
        (t->edge_count > 0 && t->edges == NULL) || (t->point_count > 0 && t->points == NULL))
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "an array is missing");
    uint64_t edges = 3 * (uint64_t)t->triangle_count + t->edge_count + t->point_count;
    if (t->vertex_count > TACTI_MOST_LEAVES || edges > TACTI_MOST_LEAVES)
        return tacti_error_set(error, TACT_TOO_LARGE, 0, TACT_NO_INDEX,
                               "there are more than 2^28 vertices or edges");
    for (uint32_t i = 0; i < t->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (t->triangles[i][k] >= t->vertex_count)
                return blame(error, "triangle", i);
    for (uint32_t i = 0; i < t->edge_count; i++)
        if (t->edges[i][0] >= t->vertex_count || t->edges[i][1] >= t->vertex_count)
            return blame(error, "edge", i);
    for (uint32_t i = 0; i < t->point_count; i++)
        if (t->points[i] >= t->vertex_count)
            return blame(error, "point", i);
    return TACT_OK;
}

uint32_t tacti_topology_edge_room(const tact_deform_topology *t) {
    return 3 * t->triangle_count + t->edge_count + t->point_count;
}

/* ---- Edges -------------------------------------------------------------------------------- */

typedef struct edge_keys {
    const tact_context *context;
    uint32_t room;
    uint32_t count;
    uint64_t *keys; /* the smaller vertex, then the greater */
    uint32_t *values;
    void *sort;
} edge_keys;

static void release_keys(edge_keys *k) {
    tacti_release(k->context, k->keys, k->room, sizeof *k->keys, _Alignof(uint64_t));
    tacti_release(k->context, k->values, k->room, sizeof *k->values, _Alignof(uint32_t));
    tacti_release(k->context, k->sort, tacti_sort64_scratch_bytes(k->room), 1, TACTI_CACHE_LINE);
}

static bool allocate_keys(edge_keys *k) {
    k->keys = tacti_allocate(k->context, k->room, sizeof *k->keys, _Alignof(uint64_t));
    k->values = tacti_allocate(k->context, k->room, sizeof *k->values, _Alignof(uint32_t));
    k->sort = tacti_allocate(k->context, tacti_sort64_scratch_bytes(k->room), 1, TACTI_CACHE_LINE);
    return k->keys != NULL && k->values != NULL && k->sort != NULL;
}

static void add_key(edge_keys *k, uint32_t a, uint32_t b) {
    k->keys[k->count] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    k->values[k->count] = 0;
    k->count++;
}

static void sort_keys(edge_keys *k) {
    tacti_sort64(k->context, k->keys, k->values, k->count, k->sort);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < k->count; i++)
        if (i == 0 || k->keys[i] != k->keys[i - 1])
            k->keys[kept++] = k->keys[i];
    k->count = kept;
}

static uint64_t key_of(const uint32_t edge[2]) {
    return (uint64_t)edge[0] << 32 | edge[1];
}

/* Whether one of the first count edges, which are sorted, has the key. */
static bool has_edge(const tacti_topology *t, uint32_t count, uint64_t key) {
    uint32_t from = 0;
    while (count > 0) {
        uint32_t half = count / 2;
        if (key_of(t->edges[from + half]) < key) {
            from += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return from < t->edge_count && key_of(t->edges[from]) == key;
}

/* Appends the keys that are not among the first before edges. Returns how many. */
static uint32_t append_edges(tacti_topology *t, edge_keys *k, uint32_t before) {
    uint32_t added = 0;
    sort_keys(k);
    for (uint32_t i = 0; i < k->count; i++) {
        if (has_edge(t, before, k->keys[i]))
            continue;
        t->edges[t->edge_count][0] = (uint32_t)(k->keys[i] >> 32);
        t->edges[t->edge_count++][1] = (uint32_t)k->keys[i];
        added++;
    }
    k->count = 0;
    return added;
}

/* A side from a vertex to itself is not an edge, and so is a loose edge of that kind. If nothing
 * else is left of it, it counts as a loose point. */
static void read_edges(const tact_deform_topology *given, edge_keys *k, uint8_t *marks,
                       tacti_topology *out) {
    for (uint32_t i = 0; i < given->triangle_count; i++) {
        const uint32_t *c = given->triangles[i];
        for (int j = 0; j < 3; j++)
            if (c[j] != c[(j + 1) % 3])
                add_key(k, c[j], c[(j + 1) % 3]);
    }
    uint32_t sides = append_edges(out, k, 0);
    for (uint32_t i = 0; i < given->edge_count; i++)
        if (given->edges[i][0] != given->edges[i][1])
            add_key(k, given->edges[i][0], given->edges[i][1]);
    out->loose_edge_count = append_edges(out, k, sides);
    for (uint32_t i = 0; i < out->edge_count; i++)
        marks[out->edges[i][0]] = marks[out->edges[i][1]] = 1;
    for (uint32_t i = 0; i < given->triangle_count; i++)
        if (!marks[given->triangles[i][0]])
            add_key(k, given->triangles[i][0], given->triangles[i][0]);
    for (uint32_t i = 0; i < given->edge_count; i++)
        if (!marks[given->edges[i][0]])
            add_key(k, given->edges[i][0], given->edges[i][0]);
    for (uint32_t i = 0; i < given->point_count; i++)
        if (!marks[given->points[i]])
            add_key(k, given->points[i], given->points[i]);
    out->loose_point_count = append_edges(out, k, 0);
    for (uint32_t i = out->edge_count - out->loose_point_count; i < out->edge_count; i++)
        marks[out->edges[i][0]] = 1;
}

tact_status tacti_topology_read(const tact_context *context, const tact_deform_topology *given,
                                tacti_topology *out) {
    edge_keys keys = {.context = context, .room = tacti_topology_edge_room(given)};
    uint8_t *marks = tacti_allocate(context, given->vertex_count, 1, 1);
    bool is_there = allocate_keys(&keys) && marks != NULL;
    if (is_there) {
        memset(marks, 0, given->vertex_count);
        read_edges(given, &keys, marks, out);
        for (uint32_t i = 0; i < given->vertex_count; i++)
            if (marks[i])
                out->used[out->used_count++] = i;
    }
    tacti_release(context, marks, given->vertex_count, 1, 1);
    release_keys(&keys);
    return is_there ? TACT_OK : TACT_OUT_OF_MEMORY;
}
