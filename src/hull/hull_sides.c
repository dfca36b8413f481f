/* SPDX-License-Identifier: MIT */
/* What contact manifolds ask again and again about the faces of a hull: their normals, and whether
 * the faces around are tilted against them. It is computed once, with the hull. */
#include "hull/hull.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"

/* If the sine between two edges is at most this, they give no normal. */
#define FLATTEST 1e-12
/* A hull whose vertices have this many edges on average, counted once per edge at the vertex, has
 * its faces compared when they are asked for. */
#define MOST_AROUND 64

static tact_vec3 edge_of(const tact_hull *hull, uint32_t from, uint32_t to) {
    return tacti_vec3_sub(hull->vertices[to], hull->vertices[from]);
}

/* The normal, of length 1, and whether the corners spread far enough to give one. */
static tact_vec3 normal_of(const tact_hull *hull, uint32_t face, bool *is_flat) {
    const uint32_t *corner = hull->corners + hull->face_start[face];
    uint32_t count = hull->face_start[face + 1] - hull->face_start[face];
    tact_vec3 sum = {0, 0, 0}, before = edge_of(hull, corner[0], corner[1]);
    double longest = tacti_vec3_dot(before, before);
    for (uint32_t i = 2; i < count; i++) {
        tact_vec3 next = edge_of(hull, corner[0], corner[i]);
        sum = tacti_vec3_add(sum, tacti_vec3_cross(before, next));
        longest = tacti_max(longest, tacti_vec3_dot(next, next));
        before = next;
    }
    *is_flat = !(tacti_vec3_dot(sum, sum) > FLATTEST * FLATTEST * (longest * longest));
    return tact_vec3_normalize(sum);
}

static void set_normal(tact_hull *hull, uint32_t face) {
    bool is_flat;
    hull->face_normal[face] = normal_of(hull, face, &is_flat);
    hull->face_sides[face] = is_flat ? TACTI_HULL_FACE_IS_FLAT : TACTI_HULL_SIDES_UNKNOWN;
}

static double length_of(const tact_hull *hull, uint32_t from, uint32_t to) {
    tact_vec3 edge = edge_of(hull, from, to);
    return sqrt(tacti_vec3_dot(edge, edge));
}

uint8_t tacti_hull_compare_sides(const tact_hull *hull, uint32_t face) {
    const uint32_t *corner = hull->corners + hull->face_start[face];
    uint32_t count = hull->face_start[face + 1] - hull->face_start[face];
    tact_vec3 normal = hull->face_normal[face];
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        uint32_t vertex = corner[i], before = corner[j], after = corner[i + 1 < count ? i + 1 : 0];
        for (uint32_t at = hull->neighbour_start[vertex]; at < hull->neighbour_start[vertex + 1];
             at++) {
            uint32_t other = hull->neighbours[at];
            if (other == before || other == after)
                continue;
            tact_vec3 edge = edge_of(hull, vertex, other);
            double fall = -tacti_vec3_dot(edge, normal), tilt = TACTI_HULL_TILT;
            if (!(fall > 0 && fall * fall > tilt * tilt * tacti_vec3_dot(edge, edge)))
                return TACTI_HULL_SIDES_LEVEL;
        }
    }
    return TACTI_HULL_SIDES_FALL;
}

uint32_t tacti_hull_edge_number(const tact_hull *hull, uint32_t from, uint32_t to) {
    uint32_t lesser = from < to ? from : to, greater = from < to ? to : from;
    uint32_t at = hull->neighbour_start[lesser], end = hull->neighbour_start[lesser + 1];
    while (at + 1 < end && hull->neighbours[at] != greater)
        at++;
    return at;
}

/* The number of the edge from a corner to the next one. Unknown if the search would be long. */
static uint32_t number_at(const tact_hull *hull, uint32_t from, uint32_t to) {
    uint32_t lesser = from < to ? from : to;
    uint32_t degree = hull->neighbour_start[lesser + 1] - hull->neighbour_start[lesser];
    return degree > MOST_AROUND ? TACTI_HULL_EDGE_UNKNOWN : tacti_hull_edge_number(hull, from, to);
}

static void number_edges(tact_hull *hull) {
    for (uint32_t f = 0; f < hull->face_count; f++) {
        uint32_t begin = hull->face_start[f], end = hull->face_start[f + 1];
        for (uint32_t i = begin; i < end; i++)
            hull->corner_edge[i] =
                number_at(hull, hull->corners[i], hull->corners[i + 1 < end ? i + 1 : begin]);
    }
}

void tacti_hull_settle_sides(tact_hull *hull) {
    uint64_t around = 0;
    for (uint32_t v = 0; v < hull->vertex_count; v++) {
        uint64_t degree = hull->neighbour_start[v + 1] - hull->neighbour_start[v];
        around += degree * degree;
    }
    for (uint32_t i = 0, v = 0; i < hull->neighbour_start[hull->vertex_count]; i++) {
        while (i >= hull->neighbour_start[v + 1])
            v++;
        hull->neighbour_length[i] = length_of(hull, v, hull->neighbours[i]);
    }
    number_edges(hull);
    for (uint32_t f = 0; f < hull->face_count; f++)
        set_normal(hull, f);
    bool has_few = around <= (uint64_t)MOST_AROUND * hull->corner_count;
    for (uint32_t f = 0; has_few && hull->dimension == 3 && f < hull->face_count; f++)
        hull->face_sides[f] |= tacti_hull_compare_sides(hull, f);
}

/* ---- Checking ------------------------------------------------------------------------------- */

/* Whether a face has a side from one vertex to another. Large faces are believed. */
static bool has_side(const tact_hull *hull, uint32_t face, uint32_t from, uint32_t to) {
    if (face >= hull->face_count)
        return false;
    const uint32_t *corner = hull->corners + hull->face_start[face];
    uint32_t count = hull->face_start[face + 1] - hull->face_start[face];
    for (uint32_t i = 0, j = count - 1; i < count && count <= MOST_AROUND; j = i++)
        if (corner[j] == from && corner[i] == to)
            return true;
    return count > MOST_AROUND;
}

const char *tacti_hull_sides_flaw(const tact_hull *hull, uint32_t *element) {
    for (uint32_t v = 0; v < hull->vertex_count; v++) {
        *element = v;
        for (uint32_t i = hull->neighbour_start[v]; i < hull->neighbour_start[v + 1]; i++) {
            double length = length_of(hull, v, hull->neighbours[i]);
            if (!has_side(hull, hull->neighbour_face[i], v, hull->neighbours[i]))
                return "a face of a vertex is wrong";
            if (memcmp(&hull->neighbour_length[i], &length, sizeof length) != 0)
                return "the length of an edge is wrong";
        }
    }
    for (uint32_t f = 0; f < hull->face_count; f++) {
        bool is_flat;
        tact_vec3 normal = normal_of(hull, f, &is_flat);
        *element = f;
        if (memcmp(&hull->face_normal[f], &normal, sizeof normal) != 0 ||
            is_flat != ((hull->face_sides[f] & TACTI_HULL_FACE_IS_FLAT) != 0))
            return "the normal of a face is wrong";
        for (uint32_t i = hull->face_start[f]; i < hull->face_start[f + 1]; i++) {
            uint32_t next = i + 1 < hull->face_start[f + 1] ? i + 1 : hull->face_start[f];
            if (hull->corner_edge[i] != number_at(hull, hull->corners[i], hull->corners[next]))
                return "the number of an edge is wrong";
        }
    }
    return NULL;
}
