/* SPDX-License-Identifier: MIT */
/* Brute-force checks of meshes; see test_make_check.h. */
#include "test_make_check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A directed side of a triangle, both ends in one number, and the triangle. */
typedef struct side {
    uint64_t ends;
    uint32_t triangle;
} side;

static uint64_t make_ends(uint32_t from, uint32_t to) {
    return (uint64_t)from << 32 | to;
}

static int compare_sides(const void *a, const void *b) {
    uint64_t x = ((const side *)a)->ends;
    uint64_t y = ((const side *)b)->ends;
    return x < y ? -1 : x > y;
}

static const side *find_side(const side *sides, size_t count, uint64_t ends) {
    side key = {ends, 0};
    return bsearch(&key, sides, count, sizeof *sides, compare_sides);
}

static uint32_t find_root(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void count_edges(const side *sides, size_t count, mesh_facts *facts) {
    for (size_t i = 0; i < count; i++) {
        uint64_t ends = sides[i].ends;
        if (i > 0 && sides[i - 1].ends == ends) {
            facts->bad_edges++;
            continue;
        }
        uint64_t reverse = ends << 32 | ends >> 32;
        bool has_reverse = find_side(sides, count, reverse) != NULL;
        facts->open_edges += !has_reverse;
        facts->edges += !has_reverse || ends < reverse;
    }
}

/* Goes around the start vertex of each side and compares the length of the cycle with the number of
 * triangles at the vertex. */
static uint64_t count_bad_fans(const tact_mesh *mesh, const side *sides, size_t count) {
    uint32_t vertex_count = tact_mesh_vertex_count(mesh);
    const uint32_t *indices = tact_mesh_indices(mesh);
    uint32_t *at_vertex = calloc(vertex_count, sizeof *at_vertex);
    assert_non_null(at_vertex);
    for (size_t i = 0; i < count; i++)
        at_vertex[indices[i]]++;
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t center = (uint32_t)(sides[i].ends >> 32);
        if (i > 0 && sides[i - 1].ends >> 32 == center)
            continue;
        uint32_t rim = (uint32_t)sides[i].ends;
        uint32_t start = rim;
        uint32_t length = 0;
        do {
            const side *next = find_side(sides, count, make_ends(center, rim));
            if (next == NULL)
                break;
            const uint32_t *corner = indices + 3 * (size_t)next->triangle;
            rim = corner[0] == center ? corner[2] : corner[1] == center ? corner[0] : corner[1];
            length++;
        } while (rim != start && length <= at_vertex[center]);
        bad += rim != start || length != at_vertex[center];
    }
    free(at_vertex);
    return bad;
}

static void count_components(const tact_mesh *mesh, mesh_facts *facts) {
    uint32_t vertex_count = tact_mesh_vertex_count(mesh);
    size_t corner_count = 3 * (size_t)tact_mesh_triangle_count(mesh);
    const uint32_t *indices = tact_mesh_indices(mesh);
    uint32_t *parents = malloc(vertex_count * sizeof *parents);
    bool *used = calloc(vertex_count, sizeof *used);
    assert_non_null(parents);
    assert_non_null(used);
    for (uint32_t i = 0; i < vertex_count; i++)
        parents[i] = i;
    for (size_t i = 0; i < corner_count; i++) {
        used[indices[i]] = true;
        parents[find_root(parents, indices[i])] = find_root(parents, indices[i - i % 3]);
    }
    for (uint32_t i = 0; i < vertex_count; i++) {
        facts->unused += !used[i];
        facts->components += used[i] && parents[i] == i;
    }
    free(parents);
    free(used);
}

mesh_facts mesh_facts_of(const tact_mesh *mesh) {
    mesh_facts facts = {0};
    uint32_t triangle_count = tact_mesh_triangle_count(mesh);
    size_t count = 3 * (size_t)triangle_count;
    const uint32_t *indices = tact_mesh_indices(mesh);
    side *sides = malloc(count * sizeof *sides);
    assert_non_null(sides);
    for (size_t i = 0; i < count; i++) {
        assert_true(indices[i] < tact_mesh_vertex_count(mesh));
        size_t next = i % 3 == 2 ? i - 2 : i + 1;
        sides[i] = (side){make_ends(indices[i], indices[next]), (uint32_t)(i / 3)};
    }
    qsort(sides, count, sizeof *sides, compare_sides);
    count_edges(sides, count, &facts);
    count_components(mesh, &facts);
    if (facts.open_edges == 0 && facts.bad_edges == 0)
        facts.bad_fans = count_bad_fans(mesh, sides, count);
    free(sides);
    facts.euler = (int64_t)(tact_mesh_vertex_count(mesh) - facts.unused) - (int64_t)facts.edges +
                  (int64_t)triangle_count;
    for (uint32_t i = 0; i < triangle_count; i++) {
        tact_triangle t = tact_mesh_triangle(mesh, i);
        tact_vec3 u = tact_vec3_sub(t.v[1], t.v[0]);
        tact_vec3 w = tact_vec3_sub(t.v[2], t.v[0]);
        facts.volume += tact_vec3_dot(t.v[0], tact_vec3_cross(t.v[1], t.v[2])) / 6;
        facts.area += tact_vec3_length(tact_vec3_cross(u, w)) / 2;
        facts.zero_area += tact_is_collinear(&t.v[0], &t.v[1], &t.v[2]);
    }
    return facts;
}

/* Whether two triangles have only their shared corners in common, or the segment between two of
 * them. */
static bool meets_only_in_shared(const tact_mesh *mesh, uint32_t i, uint32_t j) {
    const uint32_t *a = tact_mesh_indices(mesh) + 3 * (size_t)i;
    const uint32_t *b = tact_mesh_indices(mesh) + 3 * (size_t)j;
    uint32_t shared = 0;
    for (uint32_t k = 0; k < 9; k++)
        shared += a[k / 3] == b[k % 3];
    if (shared > 2)
        return false;
    tact_triangle s = tact_mesh_triangle(mesh, i);
    tact_triangle t = tact_mesh_triangle(mesh, j);
    tact_overlap overlap = tact_triangle_intersect(&s, &t);
    if (overlap.point_count != shared)
        return false;
    for (uint32_t k = 0; k < shared; k++) {
        tact_feature on_a = overlap.points[k].a;
        tact_feature on_b = overlap.points[k].b;
        if (on_a > TACT_FEATURE_VERTEX_2 || on_b > TACT_FEATURE_VERTEX_2 || a[on_a] != b[on_b])
            return false;
    }
    return true;
}

/* A triangle and its box. */
typedef struct boxed {
    tact_box box;
    uint32_t triangle;
} boxed;

static int compare_boxed(const void *a, const void *b) {
    double x = ((const boxed *)a)->box.lo.x;
    double y = ((const boxed *)b)->box.lo.x;
    return x < y ? -1 : x > y;
}

/* Compares all pairs, sorted by their least x: a triangle whose box has ended cannot meet a later
 * one.
 *
 */
uint64_t count_self_intersections(const tact_mesh *mesh) {
    uint32_t count = tact_mesh_triangle_count(mesh);
    boxed *list = malloc(count * sizeof *list);
    assert_non_null(list);
    for (uint32_t i = 0; i < count; i++) {
        tact_triangle t = tact_mesh_triangle(mesh, i);
        list[i] = (boxed){tact_box_of_triangle(&t), i};
    }
    qsort(list, count, sizeof *list, compare_boxed);
    uint64_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count && list[j].box.lo.x <= list[i].box.hi.x; j++)
            if (tact_box_overlaps(list[i].box, list[j].box))
                found += !meets_only_in_shared(mesh, list[i].triangle, list[j].triangle);
    free(list);
    return found;
}

bool has_distinct_vertices(const tact_mesh *mesh) {
    const tact_vec3 *p = tact_mesh_vertices(mesh);
    uint32_t count = tact_mesh_vertex_count(mesh);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            if (p[i].x == p[j].x && p[i].y == p[j].y && p[i].z == p[j].z)
                return false;
    return true;
}

uint64_t hash_mesh(const tact_mesh *mesh) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++) {
        uint64_t bits[3];
        memcpy(bits, tact_mesh_vertices(mesh) + i, sizeof bits);
        for (int k = 0; k < 3; k++)
            hash = (hash ^ bits[k]) * 0x100000001B3u;
        hash ^= hash >> 29;
    }
    for (size_t i = 0; i < 3 * (size_t)tact_mesh_triangle_count(mesh); i++)
        hash = (hash ^ tact_mesh_indices(mesh)[i]) * 0x100000001B3u;
    return hash;
}

void check_closed(const tact_mesh *mesh, const closed_mesh *expected) {
    mesh_facts facts = mesh_facts_of(mesh);
    printf("  %s: %" PRIu32 " vertices, %" PRIu32 " triangles, genus %" PRId64 ", volume %.6g\n",
           expected->name, tact_mesh_vertex_count(mesh), tact_mesh_triangle_count(mesh),
           (2 - facts.euler) / 2, facts.volume);
    assert_int_equal(tact_mesh_vertex_count(mesh), expected->vertices);
    assert_int_equal(tact_mesh_triangle_count(mesh), expected->triangles);
    assert_int_equal(facts.unused, 0);
    assert_int_equal(facts.open_edges, 0);
    assert_int_equal(facts.bad_edges, 0);
    assert_int_equal(facts.bad_fans, 0);
    assert_int_equal(facts.zero_area, 0);
    assert_int_equal(facts.components, 1);
    assert_int_equal(facts.euler, 2 - 2 * expected->genus);
    assert_true(facts.volume >= expected->least_volume);
    assert_true(facts.volume <= expected->most_volume);
}
