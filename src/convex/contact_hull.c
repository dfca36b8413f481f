/* SPDX-License-Identifier: MIT */
/* The face of a hull that lies at its furthest vertex along a direction, as a polygon of few
 * corners. A face of moderate size that ends in edges is walked around. Where neighbouring faces
 * are nearly in its plane (a square that rounding cut in two) or corners are many, the polygon is
 * that of the vertices that are furthest along directions all around, each tilted out of the normal
 * a little, so that what is below by less than that tilt is taken in. */
#include "convex/contact.h"

#include <math.h>

/* Faces within this angle are one. */
#define TILT 1e-5
/* An edge that falls less than this for its length lies at the furthest point. */
#define LEVEL 1e-6
/* Where the corner between two edges is flatter it tells no normal. */
#define FLATTEST 1e-12

static uint32_t degree_of(const tact_hull *hull, uint32_t vertex) {
    return hull->neighbour_start[vertex + 1] - hull->neighbour_start[vertex];
}

static uint32_t neighbour_of(const tact_hull *hull, uint32_t vertex, uint32_t k) {
    return hull->neighbours[hull->neighbour_start[vertex] + k];
}

static tact_vec3 edge_of(const tact_hull *hull, uint32_t from, uint32_t to) {
    return tacti_vec3_sub(hull->vertices[to], hull->vertices[from]);
}

/* ---- The furthest vertex -------------------------------------------------------------------- */

/* To ever better neighbours, by rounded products. */
static uint32_t climb(const tact_hull *hull, tact_vec3 direction, uint32_t vertex) {
    for (;;) {
        double best = 0;
        uint32_t next = vertex;
        for (uint32_t k = 0; k < degree_of(hull, vertex); k++) {
            uint32_t other = neighbour_of(hull, vertex, k);
            double gain = tacti_vec3_dot(direction, edge_of(hull, vertex, other));
            if (gain > best) {
                best = gain;
                next = other;
            }
        }
        /* Rounded gains could lead in circles; a step counts if the product itself grows. */
        if (next == vertex || !(tacti_vec3_dot(direction, hull->vertices[next]) >
                                tacti_vec3_dot(direction, hull->vertices[vertex])))
            return vertex;
        vertex = next;
    }
}

static uint32_t furthest(const tact_hull *hull, tact_vec3 direction) {
    if (hull->seed_count == 0)
        return tacti_hull_scan(hull, direction);
    const double *column[3] = {hull->seed_column[0], hull->seed_column[1], hull->seed_column[2]};
    return climb(hull, direction, hull->seeds[hull->scan(column, TACTI_HULL_SEEDS, direction)]);
}

/* ---- Faces at a vertex ---------------------------------------------------------------------- */

/* The cosine between m and the normal of the face from neighbour k to the next, -2 for unknown. */
static double alignment(const tact_hull *hull, uint32_t vertex, uint32_t k, tact_vec3 m) {
    uint32_t next = k + 1 < degree_of(hull, vertex) ? k + 1 : 0;
    tact_vec3 p = edge_of(hull, vertex, neighbour_of(hull, vertex, k));
    tact_vec3 q = edge_of(hull, vertex, neighbour_of(hull, vertex, next));
    tact_vec3 normal = tacti_vec3_cross(p, q);
    double square = tacti_vec3_dot(normal, normal);
    double sides = tacti_vec3_dot(p, p) * tacti_vec3_dot(q, q);
    if (!(square > FLATTEST * FLATTEST * sides))
        return -2;
    return tacti_vec3_dot(normal, m) / sqrt(square);
}

/* Which face at the furthest vertex is most at a right angle to m. Where an edge is as far as the
 * vertex, it must be one of its two faces, so that the face holds all that is furthest. */
static uint32_t choose_face(const tact_hull *hull, uint32_t vertex, tact_vec3 m) {
    uint32_t degree = degree_of(hull, vertex), level = 0, best = 0;
    double least = 2, most = -3;
    for (uint32_t k = 0; k < degree; k++) {
        tact_vec3 edge = edge_of(hull, vertex, neighbour_of(hull, vertex, k));
        double fall = -tacti_vec3_dot(edge, m) / sqrt(tacti_vec3_dot(edge, edge));
        if (fall < least) {
            least = fall;
            level = k;
        }
    }
    bool has_level = least < LEVEL;
    for (uint32_t i = 0; i < (has_level ? 2 : degree); i++) {
        uint32_t k = has_level ? (level + degree - i) % degree : i;
        double cosine = alignment(hull, vertex, k, m);
        if (cosine > most) {
            most = cosine;
            best = k;
        }
    }
    return best;
}

/* ---- A walk around a face ------------------------------------------------------------------- */

typedef struct face_walk {
    uint32_t count;
    uint32_t vertex[TACTI_CONTACT_CORNERS];
    uint32_t edge[TACTI_CONTACT_CORNERS]; /* to the next corner */
} face_walk;

/* The number of an edge from a vertex to its neighbour k, and back. */
static uint32_t number_edge(const tact_hull *hull, uint32_t from, uint32_t k, uint32_t back) {
    uint32_t to = neighbour_of(hull, from, k);
    return from < to ? hull->neighbour_start[from] + k : hull->neighbour_start[to] + back;
}

/* Where a vertex is among the neighbours of another. */
static uint32_t find_neighbour(const tact_hull *hull, uint32_t vertex, uint32_t other) {
    uint32_t k = 0, degree = degree_of(hull, vertex);
    while (k + 1 < degree && neighbour_of(hull, vertex, k) != other)
        k++;
    return k;
}

/* Counterclockwise around the face from neighbour k of a vertex to the next. False where it has too
 * many corners. */
static bool walk_face(const tact_hull *hull, uint32_t vertex, uint32_t k, face_walk *out) {
    uint32_t at = vertex;
    for (out->count = 0; out->count < TACTI_CONTACT_CORNERS; out->count++) {
        uint32_t next = neighbour_of(hull, at, k);
        uint32_t back = find_neighbour(hull, next, at);
        out->vertex[out->count] = at;
        out->edge[out->count] = number_edge(hull, at, k, back);
        /* At the next corner the face lies before the edge we came by. */
        k = (back == 0 ? degree_of(hull, next) : back) - 1;
        at = next;
        if (at == vertex) {
            out->count++;
            return true;
        }
    }
    return false;
}

/* The number of the face from neighbour k of a vertex to the next. Faces are in the order of their
 * least corner, which comes first. */
static uint32_t number_face(const tact_hull *hull, uint32_t vertex, uint32_t k) {
    uint32_t at = vertex, first = UINT32_MAX, second = 0;
    do {
        uint32_t next = neighbour_of(hull, at, k);
        uint32_t back = find_neighbour(hull, next, at);
        if (at < first) {
            first = at;
            second = next;
        }
        k = (back == 0 ? degree_of(hull, next) : back) - 1;
        at = next;
    } while (at != vertex);
    uint32_t lo = 0, hi = hull->face_count;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (hull->corners[hull->face_start[middle]] < first)
            lo = middle + 1;
        else
            hi = middle;
    }
    while (lo + 1 < hull->face_count && hull->corners[hull->face_start[lo] + 1] != second)
        lo++;
    return lo;
}

/* The normal of a walk, of length 1. */
static tact_vec3 walk_normal(const tact_hull *hull, const face_walk *walk) {
    tact_vec3 sum = {0, 0, 0};
    for (uint32_t i = 2; i < walk->count; i++)
        sum = tacti_vec3_add(sum,
                             tacti_vec3_cross(edge_of(hull, walk->vertex[0], walk->vertex[i - 1]),
                                              edge_of(hull, walk->vertex[0], walk->vertex[i])));
    return tact_vec3_normalize(sum);
}

/* Whether all neighbours that are not corners are well below the face. */
static bool ends_in_edges(const tact_hull *hull, const face_walk *walk, tact_vec3 normal) {
    for (uint32_t i = 0, j = walk->count - 1; i < walk->count; j = i++) {
        uint32_t vertex = walk->vertex[i];
        uint32_t before = walk->vertex[j], after = walk->vertex[(i + 1) % walk->count];
        for (uint32_t k = 0; k < degree_of(hull, vertex); k++) {
            uint32_t other = neighbour_of(hull, vertex, k);
            if (other == before || other == after)
                continue;
            tact_vec3 edge = edge_of(hull, vertex, other);
            double fall = -tacti_vec3_dot(edge, normal);
            if (!(fall > 0 && fall * fall > TILT * TILT * tacti_vec3_dot(edge, edge)))
                return false;
        }
    }
    return true;
}

/* ---- All that is nearly in one plane -------------------------------------------------------- */

/* Axes across a normal, scaled so that the patch is about as wide as long. */
typedef struct hull_patch {
    const tact_hull *hull;
    tact_vec3 normal, along, across;
    uint32_t vertex; /* where the next climb begins */
} hull_patch;

static uint32_t patch_furthest(hull_patch *patch, double x, double y) {
    tact_vec3 t =
        tacti_vec3_add(tacti_vec3_scale(patch->along, x), tacti_vec3_scale(patch->across, y));
    double length = sqrt(tacti_vec3_dot(t, t));
    tact_vec3 tilted = tacti_vec3_add(patch->normal, tacti_vec3_scale(t, TILT / length));
    patch->vertex = climb(patch->hull, tilted, patch->vertex);
    return patch->vertex;
}

/* How far the patch reaches along the direction x, y. */
static tact_vec3 patch_span(hull_patch *patch, double x, double y) {
    uint32_t from = patch_furthest(patch, -x, -y);
    return edge_of(patch->hull, from, patch_furthest(patch, x, y));
}

/* Long patches get axes of their own: many directions would all end at their tips. */
static void patch_scale(hull_patch *patch) {
    tact_vec3 longest = {0, 0, 0};
    const double turns[4][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        tact_vec3 span = patch_span(patch, turns[i][0], turns[i][1]);
        if (tacti_vec3_dot(span, span) > tacti_vec3_dot(longest, longest))
            longest = span;
    }
    longest = tacti_vec3_sub(
        longest, tacti_vec3_scale(patch->normal, tacti_vec3_dot(longest, patch->normal)));
    double length = sqrt(tacti_vec3_dot(longest, longest));
    if (!(length > 0))
        return;
    patch->along = tacti_vec3_scale(longest, 1 / length);
    patch->across = tacti_vec3_cross(patch->normal, patch->along);
    double width = tacti_abs(tacti_vec3_dot(patch_span(patch, 0, 1), patch->across));
    if (width > 0) /* a direction is longer where the patch is short */
        patch->across = tacti_vec3_scale(patch->across, tacti_min(length / width, 1e6));
}

/* The edge at a corner that leads towards another one. */
static uint32_t edge_towards(const tact_hull *hull, uint32_t from, uint32_t to) {
    tact_vec3 way = edge_of(hull, from, to);
    uint32_t best = 0;
    double most = -2;
    for (uint32_t k = 0; k < degree_of(hull, from); k++) {
        uint32_t other = neighbour_of(hull, from, k);
        tact_vec3 edge = edge_of(hull, from, other);
        double cosine =
            tacti_vec3_dot(edge, way) / sqrt(tacti_vec3_dot(edge, edge) * tacti_vec3_dot(way, way));
        if (other == to || cosine > most) {
            most = other == to ? 2 : cosine;
            best = k;
        }
    }
    uint32_t other = neighbour_of(hull, from, best);
    return number_edge(hull, from, best, find_neighbour(hull, other, from));
}

/* The least number of a face at the least corner that is nearly in the plane. */
static uint32_t patch_face(const hull_patch *patch, const face_walk *corners) {
    const tact_hull *hull = patch->hull;
    uint32_t vertex = corners->vertex[0], least = UINT32_MAX;
    for (uint32_t i = 1; i < corners->count; i++)
        vertex = corners->vertex[i] < vertex ? corners->vertex[i] : vertex;
    for (uint32_t k = 0; k < degree_of(hull, vertex); k++) {
        if (alignment(hull, vertex, k, patch->normal) < 1 - 16 * TILT * TILT)
            continue;
        uint32_t number = number_face(hull, vertex, k);
        least = number < least ? number : least;
    }
    return least == UINT32_MAX ? 0 : least;
}

/* Corners along directions all around, in that order, each once. */
static uint32_t find_patch(const tact_hull *hull, uint32_t vertex, tact_vec3 normal,
                           face_walk *out) {
    tact_vec3 size = tacti_vec3_abs(normal);
    tact_vec3 axis = {size.x <= size.y && size.x <= size.z, 0, 0};
    axis.y = axis.x == 0 && size.y <= size.z;
    axis.z = axis.x == 0 && axis.y == 0;
    hull_patch patch = {hull, normal, {0, 0, 0}, {0, 0, 0}, vertex};
    patch.along = tact_vec3_normalize(tacti_vec3_cross(axis, normal));
    patch.across = tacti_vec3_cross(normal, patch.along);
    patch_scale(&patch);
    /* A 16th of a turn each; not from an axis, along which there are often two. */
    const double cosine = 0.92387953251128674, sine = 0.38268343236508977;
    double x = 0.99500416527802582, y = 0.099833416646828155;
    out->count = 0;
    for (int i = 0; i < TACTI_CONTACT_CORNERS; i++) {
        uint32_t at = patch_furthest(&patch, x, y);
        if (out->count == 0 || (at != out->vertex[out->count - 1] && at != out->vertex[0]))
            out->vertex[out->count++] = at;
        double turned = x * cosine - y * sine;
        y = x * sine + y * cosine;
        x = turned;
    }
    for (uint32_t i = 0; i < out->count; i++)
        out->edge[i] = edge_towards(hull, out->vertex[i], out->vertex[(i + 1) % out->count]);
    return patch_face(&patch, out);
}

/* ---- The face ------------------------------------------------------------------------------- */

void tacti_contact_hull_face(const tacti_body *body, tact_vec3 m, int side,
                             const tacti_contact_frame *frame, tacti_contact_feature *out) {
    const tact_hull *hull = body->hull;
    face_walk walk;
    uint32_t vertex = furthest(hull, m), face;
    uint32_t k = choose_face(hull, vertex, m);
    bool is_whole = walk_face(hull, vertex, k, &walk);
    tact_vec3 normal = walk_normal(hull, &walk);
    if (is_whole && (hull->dimension == 2 || ends_in_edges(hull, &walk, normal)))
        face = number_face(hull, vertex, k);
    else
        face = find_patch(hull, vertex, normal, &walk);
    for (uint32_t i = 0; i < walk.count; i++) {
        tacti_contact_add_corner(body, side, frame, hull->vertices[walk.vertex[i]], out);
        out->corner[i].vertex = walk.vertex[i];
        out->corner[i].edge = TACT_FEATURE_EDGE_BIT | walk.edge[i];
    }
    out->face = TACT_FEATURE_FACE_BIT | face;
}
