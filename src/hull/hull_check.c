/* SPDX-License-Identifier: MIT */
/* Exact checks of hulls: whether the faces are those of a convex polytope with the vertices at
 * given positions, and whether faces and neighbours fit together.
 *
 * The plain check tests every vertex against the plane of every face. For large hulls a local check
 * comes first, after K. Mehlhorn et al., "Checking geometric programs or verification of geometric
 * structures" (1999). Faces are cut into fans of triangles. Seen from a point o, all triangles must
 * have the right orientation. Then the surface winds around o without a fold, d times, and a check
 * of one ray shows that d is 1. So the surface is the boundary of a body. The surface is flat
 * across diagonals and strictly convex across all edges, so the body is convex. If o is badly
 * placed, as in thin hulls, the plain check decides. */
#include "hull/hull.h"

#include "base/arena.h"
#include "base/union_find.h"
#include "base/sort.h"
#include "exact/det.h"
#include "math/vec.h"

#include <tact/exact.h>

/* Up to this product of vertices and faces, the plain check is as fast. */
#define PLAIN_MOST 4096

typedef struct view {
    const tact_hull *hull;
    const tact_vec3 *at; /* positions of the vertices */
} view;

static int side(const view *v, const uint32_t corner[3], tact_vec3 point) {
    return tacti_orient3d(&v->at[corner[0]], &v->at[corner[1]], &v->at[corner[2]], &point);
}

/* ---- Polytopes ---------------------------------------------------------------------------- */

static bool is_planar(const view *v, uint32_t face) {
    uint32_t count;
    const uint32_t *corners = tact_hull_face(v->hull, face, &count);
    for (uint32_t i = 3; i < count; i++)
        if (side(v, corners, v->at[corners[i]]) != 0)
            return false;
    return true;
}

/* Whether all vertices except the corners lie strictly below a face. */
static bool is_above_all(const view *v, uint32_t face) {
    uint32_t count, below = 0;
    const uint32_t *corners = tact_hull_face(v->hull, face, &count);
    for (uint32_t i = 0; i < v->hull->vertex_count; i++) {
        int where = side(v, corners, v->at[i]);
        if (where > 0)
            return false;
        below += where < 0;
    }
    return below == v->hull->vertex_count - count;
}

static const char *find_plain_flaw(const view *v, uint32_t *element) {
    for (*element = 0; *element < v->hull->face_count; ++*element) {
        if (!is_planar(v, *element))
            return "the corners of a face are not in one plane";
        if (!is_above_all(v, *element))
            return "a vertex does not lie below a face";
    }
    return NULL;
}

/* Whether, around a vertex, each neighbour lies strictly below the face of the two before it. */
static bool is_convex_around(const view *v, uint32_t vertex) {
    uint32_t count;
    const uint32_t *to = tact_hull_neighbours(v->hull, vertex, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner[3] = {vertex, to[i], to[(i + 1) % count]};
        if (side(v, corner, v->at[to[(i + 2) % count]]) >= 0)
            return false;
    }
    return true;
}

/* Whether o lies strictly below all triangles of the fan of a face, and below all triangles of
 * three consecutive corners. */
static bool is_seen_from(const view *v, uint32_t face, tact_vec3 o) {
    uint32_t count;
    const uint32_t *corners = tact_hull_face(v->hull, face, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t turn[3] = {corners[i], corners[(i + 1) % count], corners[(i + 2) % count]};
        uint32_t fan[3] = {corners[0], corners[i], corners[(i + 1) % count]};
        if (side(v, turn, o) >= 0 || (i > 0 && i + 1 < count && side(v, fan, o) >= 0))
            return false;
    }
    return true;
}

/* The side of x in the cone of a triangle seen from o: 1 inside, 0 on the border, -1 outside. */
static int side_of_cone(const view *v, const uint32_t corner[3], tact_vec3 o, tact_vec3 x) {
    int least = 1;
    for (int i = 0; i < 3; i++) {
        int where = tacti_orient3d(&o, &v->at[corner[i]], &v->at[corner[(i + 1) % 3]], &x);
        least = where < least ? where : least;
    }
    return least;
}

/* Whether the ray from o through the middle of the first triangle meets no other triangle. */
static bool is_laid_once(const view *v, tact_vec3 o) {
    const uint32_t *first = v->hull->corners;
    tact_vec3 a = v->at[first[0]], b = v->at[first[1]], c = v->at[first[2]];
    tact_vec3 x = {a.x / 3 + b.x / 3 + c.x / 3, a.y / 3 + b.y / 3 + c.y / 3,
                   a.z / 3 + b.z / 3 + c.z / 3};
    if (side_of_cone(v, first, o, x) <= 0)
        return false;
    for (uint32_t f = 0; f < v->hull->face_count; f++) {
        uint32_t count;
        const uint32_t *corners = tact_hull_face(v->hull, f, &count);
        for (uint32_t i = f == 0 ? 3 : 2; i < count; i++) {
            uint32_t fan[3] = {corners[0], corners[i - 1], corners[i]};
            if (side_of_cone(v, fan, o, x) >= 0)
                return false;
        }
    }
    return true;
}

static tact_vec3 mean_of(const view *v) {
    double share = 1.0 / v->hull->vertex_count;
    tact_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < v->hull->vertex_count; i++)
        sum = tacti_vec3_add(sum, tacti_vec3_scale(v->at[i], share));
    return sum;
}

static const char *find_polytope_flaw(const view *v, uint32_t *element) {
    if ((uint64_t)v->hull->vertex_count * v->hull->face_count <= PLAIN_MOST)
        return find_plain_flaw(v, element);
    for (*element = 0; *element < v->hull->vertex_count; ++*element)
        if (!is_convex_around(v, *element))
            return "an edge is not convex at a vertex";
    for (*element = 0; *element < v->hull->face_count; ++*element)
        if (!is_planar(v, *element))
            return "the corners of a face are not in one plane";
    tact_vec3 o = mean_of(v);
    bool is_certain = tacti_vec3_is_finite(o);
    for (uint32_t f = 0; is_certain && f < v->hull->face_count; f++)
        is_certain = is_seen_from(v, f, o);
    if (is_certain && is_laid_once(v, o))
        return NULL;
    return find_plain_flaw(v, element);
}

/* ---- Polygons ----------------------------------------------------------------------------- */

static bool is_less(const tact_vec2 *a, const tact_vec2 *b) {
    return a->x < b->x || (a->x == b->x && a->y < b->y);
}

/* A polygon is convex if all its turns have the same sign and it has just one peak: it runs forth
 * and back once. */
static bool is_convex_polygon(const view *v, unsigned axis) {
    uint32_t count, peaks = 0;
    const uint32_t *corners = tact_hull_face(v->hull, 0, &count);
    int first = 0;
    for (uint32_t i = 0; i < count; i++) {
        tact_vec2 a = tacti_drop_axis(v->at[corners[i]], axis);
        tact_vec2 b = tacti_drop_axis(v->at[corners[(i + 1) % count]], axis);
        tact_vec2 c = tacti_drop_axis(v->at[corners[(i + 2) % count]], axis);
        int turn = tacti_orient2d(&a, &b, &c);
        first = i == 0 ? turn : first;
        if (turn == 0 || turn != first)
            return false;
        peaks += is_less(&a, &b) && is_less(&c, &b);
    }
    return peaks == 1;
}

static const char *find_polygon_flaw(const view *v, uint32_t *element) {
    const uint32_t *corners = v->hull->corners;
    *element = 0;
    if (!is_planar(v, 0))
        return "the corners of a face are not in one plane";
    for (unsigned axis = 0; axis < 3; axis++)
        if (tacti_orient2d_dropped(&v->at[corners[0]], &v->at[corners[1]], &v->at[corners[2]],
                                   axis) != 0)
            return is_convex_polygon(v, axis) ? NULL : "the polygon is not convex";
    return "three corners are on one line";
}

const char *tacti_hull_flaw(const tact_hull *hull, const tact_vec3 *positions, uint32_t *element) {
    view v = {hull, positions};
    *element = 0;
    switch (hull->dimension) {
    case 0:
        return NULL;
    case 1:
        return tacti_vec3_is_equal(&positions[0], &positions[1]) ? "two vertices are equal" : NULL;
    case 2:
        return find_polygon_flaw(&v, element);
    default:
        return find_polytope_flaw(&v, element);
    }
}

/* ---- Moving ------------------------------------------------------------------------------- */

tact_status tact_hull_move_vertices(tact_hull *hull, const tact_vec3 *positions) {
    if (hull == NULL || positions == NULL)
        return TACT_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        if (!tacti_vec3_is_finite(positions[i]))
            return TACT_NOT_FINITE;
    uint32_t element;
    if (tacti_hull_flaw(hull, positions, &element) != NULL)
        return TACT_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        hull->vertices[i] = positions[i];
    tacti_hull_settle(hull);
    return TACT_OK;
}

/* ---- Faces and neighbours ------------------------------------------------------------------ */

/* The sides of all faces, sorted by their ends, each with the corner before it. */
typedef struct sides {
    uint64_t *key;   /* from << 32 | to */
    uint32_t *value; /* the corner before from */
    uint32_t count;
    uint32_t *parents; /* of the vertices; see base/union_find.h */
} sides;

static uint32_t find_side(const sides *s, uint64_t key) {
    uint32_t lo = 0, hi = s->count;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (s->key[middle] < key)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < s->count && s->key[lo] == key ? lo : s->count;
}

static const char *collect_sides(const tact_hull *hull, sides *s, uint32_t *element) {
    for (uint32_t v = 0; v < hull->vertex_count; v++)
        s->parents[v] = v;
    for (*element = 0; *element < hull->face_count; ++*element) {
        uint32_t count;
        const uint32_t *corners = tact_hull_face(hull, *element, &count);
        if (count < 3 || count > hull->corner_count)
            return "a face has fewer than three corners";
        uint32_t before = corners[count - 1];
        for (uint32_t i = 0; i < count; i++) {
            uint32_t from = corners[i], to = corners[i + 1 < count ? i + 1 : 0];
            if (from >= hull->vertex_count || to >= hull->vertex_count ||
                s->count >= hull->corner_count)
                return "a face names a vertex that is not there";
            s->key[s->count] = (uint64_t)from << 32 | to;
            s->value[s->count++] = before;
            tacti_union_find_join(s->parents, from, to);
            before = from;
        }
    }
    return NULL;
}

/* Checks that every side has an opposite side, and that around a vertex each neighbour is followed
 * by the corner before the side to it. */
static const char *match_sides(const tact_hull *hull, const sides *s, uint32_t *element) {
    for (uint32_t i = 0; i < s->count; i++) {
        uint64_t key = s->key[i];
        *element = (uint32_t)(key >> 32);
        if (i > 0 && s->key[i - 1] == key)
            return "two faces have the same side";
        if (find_side(s, key << 32 | key >> 32) == s->count)
            return "the faces do not close up";
    }
    for (*element = 0; *element < hull->vertex_count; ++*element) {
        uint32_t v = *element, count;
        const uint32_t *to = tact_hull_neighbours(hull, v, &count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t at = find_side(s, (uint64_t)v << 32 | to[i]);
            if (at == s->count || s->value[at] != to[i + 1 < count ? i + 1 : 0])
                return "the neighbours of a vertex do not follow its faces";
        }
        if (tacti_union_find_root(s->parents, v) != tacti_union_find_root(s->parents, 0))
            return "the faces do not hang together";
    }
    return NULL;
}

static const char *find_surface_flaw(const tact_hull *hull, sides *s, void *sort,
                                     uint32_t *element) {
    const char *flaw = collect_sides(hull, s, element);
    if (flaw != NULL)
        return flaw;
    tacti_sort64(NULL, s->key, s->value, s->count, sort);
    flaw = match_sides(hull, s, element);
    if (flaw != NULL)
        return flaw;
    *element = 0;
    int64_t euler = (int64_t)hull->vertex_count - hull->corner_count / 2 + hull->face_count;
    if (s->count != hull->corner_count || s->count != hull->neighbour_start[hull->vertex_count] ||
        euler != 2)
        return "the numbers of vertices, edges and faces do not fit";
    return NULL;
}

static tact_status check_surface(const tact_hull *hull, tacti_arena *arena, const char **flaw,
                                 uint32_t *element) {
    size_t count = hull->corner_count;
    sides s = {.key = tacti_arena_allocate(arena, count, sizeof *s.key, TACTI_CACHE_LINE),
               .value = tacti_arena_allocate(arena, count, sizeof *s.value, TACTI_CACHE_LINE),
               .parents = tacti_arena_allocate(arena, hull->vertex_count, sizeof *s.parents,
                                               TACTI_CACHE_LINE)};
    void *sort = tacti_arena_allocate(arena, tacti_sort64_scratch_bytes(hull->corner_count), 1,
                                      TACTI_CACHE_LINE);
    if (s.key == NULL || s.value == NULL || s.parents == NULL || sort == NULL)
        return TACT_OUT_OF_MEMORY;
    *flaw = find_surface_flaw(hull, &s, sort, element);
    return TACT_OK;
}

tact_status tact_hull_validate(const tact_hull *hull, tact_error *error) {
    if (hull == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "no hull");
    const char *flaw = NULL;
    uint32_t element = 0;
    if (hull->dimension >= 2) {
        tacti_arena arena = tacti_arena_make(hull->context, 0x1000);
        tact_status status = check_surface(hull, &arena, &flaw, &element);
        tacti_arena_release(&arena);
        if (status != TACT_OK)
            return tacti_error_set(error, status, 0, TACT_NO_INDEX,
                                   "no memory for checking the hull");
    }
    if (flaw == NULL)
        flaw = tacti_hull_flaw(hull, hull->vertices, &element);
    if (flaw == NULL && hull->dimension >= 2)
        flaw = tacti_hull_sides_flaw(hull, &element);
    if (flaw != NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, element, "%s (number %u)", flaw,
                               element);
    return TACT_OK;
}
