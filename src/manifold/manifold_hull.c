/* SPDX-License-Identifier: MIT */
/* The face of a hull that lies at its furthest vertex along a direction, as a polygon of few
 * corners. If no neighbouring face is nearly in its plane, a face of few corners is taken as it is.
 * A face of many corners keeps those that are furthest along directions all around. If neighbouring
 * faces are nearly in the plane (such as a square that rounding cut in two), the polygon has the
 * vertices that are furthest along directions all around, each tilted a little out of the normal,
 * so that vertices that are lower by less than that tilt are included. */
#include "manifold/manifold_parts.h"

#include <math.h>

#include "base/assert.h"

#define TILT TACTI_HULL_TILT
/* An edge that falls by less than this, relative to its length, is as far as the furthest point. */
#define LEVEL 1e-6
/* If the sine between two edges is at most this, they give no normal. */
#define FLATTEST 1e-12

static uint32_t degree_of(const tact_hull *hull, uint32_t vertex) {
    return hull->neighbour_start[vertex + 1] - hull->neighbour_start[vertex];
}

static uint32_t neighbour_of(const tact_hull *hull, uint32_t vertex, uint32_t k) {
    TACTI_ASSERT(k < degree_of(hull, vertex));
    return hull->neighbours[hull->neighbour_start[vertex] + k];
}

static tact_vec3 edge_of(const tact_hull *hull, uint32_t from, uint32_t to) {
    return tacti_vec3_sub(hull->vertices[to], hull->vertices[from]);
}

/* ---- The furthest vertex -------------------------------------------------------------------- */

/* Goes to ever better neighbours, by rounded products. */
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
        /* Rounded gains could lead in circles, so that a step counts only if the product itself
         * grows. */
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

/* The cosine between m and the normal of the face from neighbour k to the next; -2 if it is
 * unknown. */
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

/* The face at the furthest vertex whose normal is nearest to m. If an edge is as far as the vertex,
 * it must be one of the edge's two faces, so that the face contains everything that is furthest. */
static uint32_t choose_face(const tact_hull *hull, uint32_t vertex, tact_vec3 m) {
    const uint32_t start = hull->neighbour_start[vertex], degree = degree_of(hull, vertex);
    const tact_vec3 from = hull->vertices[vertex];
    uint32_t level = 0, best = hull->neighbour_face[start];
    double least = 2, most = -3;
    for (uint32_t k = 0; k < degree; k++) {
        tact_vec3 edge = tacti_vec3_sub(hull->vertices[hull->neighbours[start + k]], from);
        double fall = -tacti_vec3_dot(edge, m) / hull->neighbour_length[start + k];
        level = fall < least ? k : level;
        least = tacti_min(fall, least);
    }
    bool has_level = least < LEVEL;
    uint32_t before = (level == 0 ? degree : level) - 1;
    for (uint32_t i = 0; i < (has_level ? 2 : degree); i++) {
        uint32_t k = !has_level ? i : i == 0 ? level : before;
        uint32_t face = hull->neighbour_face[start + k];
        bool is_flat = (hull->face_sides[face] & TACTI_HULL_FACE_IS_FLAT) != 0;
        double cosine = is_flat ? -2 : tacti_vec3_dot(hull->face_normal[face], m);
        best = cosine > most ? face : best;
        most = tacti_max(cosine, most);
    }
    return best;
}

/* ---- A face --------------------------------------------------------------------------------- */

/* The corners of a face in order, as a hull has them. */
typedef struct face_ring {
    uint32_t count;
    const uint32_t *corner;
    const uint32_t *edge; /* to the next corner; see hull.h */
} face_ring;

/* A polygon of few corners. */
typedef struct few_corners {
    uint32_t count;
    uint32_t vertex[TACTI_CONTACT_CORNERS];
    uint32_t edge[TACTI_CONTACT_CORNERS]; /* to the next corner */
} few_corners;

/* The number of the edge from corner i of a ring to corner j, which is the next. */
static uint32_t ring_edge(const tact_hull *hull, const face_ring *ring, uint32_t i, uint32_t j) {
    uint32_t number = ring->edge[i];
    return number != TACTI_HULL_EDGE_UNKNOWN
               ? number
               : tacti_hull_edge_number(hull, ring->corner[i], ring->corner[j]);
}

/* ---- Directions all around ------------------------------------------------------------------ */

/* Axes across a normal. */
typedef struct cross_axes {
    tact_vec3 along, across;
} cross_axes;

static cross_axes axes_across(tact_vec3 normal) {
    tact_vec3 size = tacti_vec3_abs(normal);
    tact_vec3 axis = {size.x <= size.y && size.x <= size.z, 0, 0};
    axis.y = axis.x == 0 && size.y <= size.z;
    axis.z = axis.x == 0 && axis.y == 0;
    cross_axes axes;
    axes.along = tact_vec3_normalize(tacti_vec3_cross(axis, normal));
    axes.across = tacti_vec3_cross(normal, axes.along);
    return axes;
}

static tact_vec3 direction_of(const cross_axes *axes, double x, double y) {
    return tacti_vec3_add(tacti_vec3_scale(axes->along, x), tacti_vec3_scale(axes->across, y));
}

/* The first direction is not an axis, because two corners are often equally far along an axis. Each
 * next direction is a 16th of a turn further. */
static tact_vec2 first_turn(void) {
    return (tact_vec2){0.99500416527802582, 0.099833416646828155};
}

static tact_vec2 next_turn(tact_vec2 t) {
    const double cosine = 0.92387953251128674, sine = 0.38268343236508977;
    return (tact_vec2){t.x * cosine - t.y * sine, t.x * sine + t.y * cosine};
}

static void add_vertex(few_corners *out, uint32_t vertex) {
    TACTI_ASSERT(out->count < TACTI_CONTACT_CORNERS);
    if (out->count == 0 || (vertex != out->vertex[out->count - 1] && vertex != out->vertex[0]))
        out->vertex[out->count++] = vertex;
}

/* ---- A face of many corners ----------------------------------------------------------------- */

/* Axes that act like a stretch of the corners to spread alike in all directions (by the Cholesky
 * factor of their second moments). Otherwise all directions would end at the tips of a long face.
 */
static cross_axes even_axes(const tact_hull *hull, const face_ring *ring, tact_vec3 normal) {
    cross_axes axes = axes_across(normal);
    double xx = 0, xy = 0, yy = 0;
    tact_vec3 mean = {0, 0, 0}, first = hull->vertices[ring->corner[0]];
    for (uint32_t i = 0; i < ring->count; i++)
        mean = tacti_vec3_add(mean, tacti_vec3_sub(hull->vertices[ring->corner[i]], first));
    mean = tacti_vec3_add(first, tacti_vec3_scale(mean, 1.0 / ring->count));
    for (uint32_t i = 0; i < ring->count; i++) {
        tact_vec3 p = tacti_vec3_sub(hull->vertices[ring->corner[i]], mean);
        double x = tacti_vec3_dot(axes.along, p), y = tacti_vec3_dot(axes.across, p);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    double wide = sqrt(xx), lean = xx > 0 ? xy / wide : 0;
    double rest = yy - lean * lean;
    if (!(wide > 0 && rest > 0))
        return axes;
    double high = sqrt(rest);
    tact_vec3 along = tacti_vec3_scale(axes.along, 1 / wide);
    axes.across =
        tacti_vec3_scale(tacti_vec3_sub(axes.across, tacti_vec3_scale(along, lean)), 1 / high);
    axes.along = along;
    return axes;
}

/* Corners that are furthest along directions all around. The place in the ring advances with the
 * directions. */
static void thin_ring(const tact_hull *hull, const face_ring *ring, tact_vec3 normal,
                      few_corners *out) {
    cross_axes axes = even_axes(hull, ring, normal);
    tact_vec2 turn = first_turn();
    uint32_t at = 0, steps = 2 * ring->count;
    out->count = 0;
    for (int i = 0; i < TACTI_CONTACT_CORNERS; i++, turn = next_turn(turn)) {
        tact_vec3 t = direction_of(&axes, turn.x, turn.y);
        for (uint32_t k = 0; i == 0 && k < ring->count; k++)
            if (tacti_vec3_dot(t, edge_of(hull, ring->corner[at], ring->corner[k])) > 0)
                at = k;
        for (; steps > 0; steps--) {
            uint32_t next = at + 1 < ring->count ? at + 1 : 0;
            if (!(tacti_vec3_dot(t, edge_of(hull, ring->corner[at], ring->corner[next])) > 0))
                break;
            at = next;
        }
        uint32_t before = out->count, next = at + 1 < ring->count ? at + 1 : 0;
        add_vertex(out, ring->corner[at]);
        if (out->count > before)
            out->edge[before] = ring_edge(hull, ring, at, next);
    }
}

/* ---- All that is nearly in one plane -------------------------------------------------------- */

/* A patch of faces nearly in one plane, and axes across its normal, scaled so that it is about as
 * wide as long. */
typedef struct hull_patch {
    const tact_hull *hull;
    tact_vec3 normal;
    cross_axes axes;
    uint32_t vertex; /* where the next climb begins */
} hull_patch;

static uint32_t patch_furthest(hull_patch *patch, double x, double y) {
    tact_vec3 t = direction_of(&patch->axes, x, y);
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

/* Long patches get axes of their own. Otherwise many directions would end at their tips. */
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
    patch->axes.along = tacti_vec3_scale(longest, 1 / length);
    patch->axes.across = tacti_vec3_cross(patch->normal, patch->axes.along);
    double width = tacti_abs(tacti_vec3_dot(patch_span(patch, 0, 1), patch->axes.across));
    if (width > 0) /* directions are longer across the patch, which is short there */
        patch->axes.across = tacti_vec3_scale(patch->axes.across, tacti_min(length / width, 1e6));
}

/* The edge at a corner that leads most directly to another corner. */
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
    return tacti_hull_edge_number(hull, from, neighbour_of(hull, from, best));
}

/* The least number of the faces at the least corner that are nearly in the plane. */
static uint32_t patch_face(const hull_patch *patch, const few_corners *corners) {
    const tact_hull *hull = patch->hull;
    uint32_t vertex = corners->vertex[0], least = UINT32_MAX;
    for (uint32_t i = 1; i < corners->count; i++)
        vertex = corners->vertex[i] < vertex ? corners->vertex[i] : vertex;
    for (uint32_t k = 0; k < degree_of(hull, vertex); k++) {
        if (alignment(hull, vertex, k, patch->normal) < 1 - 16 * TILT * TILT)
            continue;
        uint32_t number = hull->neighbour_face[hull->neighbour_start[vertex] + k];
        least = number < least ? number : least;
    }
    return least == UINT32_MAX ? 0 : least;
}

/* The corners that are furthest along directions all around, in that order, each once. Returns the
 * number of the face. */
static uint32_t find_patch(const tact_hull *hull, uint32_t vertex, tact_vec3 normal,
                           few_corners *out) {
    hull_patch patch = {hull, normal, axes_across(normal), vertex};
    patch_scale(&patch);
    tact_vec2 turn = first_turn();
    out->count = 0;
    for (int i = 0; i < TACTI_CONTACT_CORNERS; i++, turn = next_turn(turn))
        add_vertex(out, patch_furthest(&patch, turn.x, turn.y));
    for (uint32_t i = 0; i < out->count; i++)
        out->edge[i] = edge_towards(hull, out->vertex[i], out->vertex[(i + 1) % out->count]);
    return patch_face(&patch, out);
}

/* ---- What lies furthest --------------------------------------------------------------------- */

static void add_ring(const tacti_body *body, int side, const tacti_contact_frame *frame,
                     const face_ring *ring, tacti_contact_feature *out) {
    const tact_hull *hull = body->hull;
    TACTI_ASSERT(ring->count <= TACTI_CONTACT_CORNERS);
    for (uint32_t i = 0; i < ring->count; i++) {
        tacti_contact_add_corner(body, side, frame, hull->vertices[ring->corner[i]], out);
        out->corner[i].vertex = ring->corner[i];
        uint32_t next = i + 1 < ring->count ? i + 1 : 0;
        out->corner[i].edge = TACTI_FEATURE_EDGE_BIT | ring_edge(hull, ring, i, next);
    }
}

static void add_few(const tacti_body *body, int side, const tacti_contact_frame *frame,
                    const few_corners *few, tacti_contact_feature *out) {
    for (uint32_t i = 0; i < few->count; i++) {
        tacti_contact_add_corner(body, side, frame, body->hull->vertices[few->vertex[i]], out);
        out->corner[i].vertex = few->vertex[i];
        out->corner[i].edge = TACTI_FEATURE_EDGE_BIT | few->edge[i];
    }
}

void TACTI_LEVELED(tacti_contact_hull_face)(const tacti_body *body, tact_vec3 m, int side,
                                            const tacti_contact_frame *frame,
                                            tacti_contact_hint hint, tacti_contact_feature *out) {
    const tact_hull *hull = body->hull;
    TACTI_ASSERT(hull != NULL && hull->dimension >= 2);
    uint32_t vertex = hint.vertex, face = hint.face;
    if (face == TACTI_CONTACT_UNKNOWN) {
        if (vertex == TACTI_CONTACT_UNKNOWN)
            vertex = furthest(hull, m);
        face = choose_face(hull, vertex, m);
    } else
        vertex = hull->corners[hull->face_start[face]];
    const uint32_t start = hull->face_start[face];
    face_ring ring = {hull->face_start[face + 1] - start, hull->corners + start,
                      hull->corner_edge + start};
    bool is_one = hull->dimension != 3 || tacti_hull_sides_fall(hull, face);
    if (is_one && ring.count <= TACTI_CONTACT_CORNERS)
        add_ring(body, side, frame, &ring, out);
    else {
        few_corners few;
        tact_vec3 normal = hull->face_normal[face];
        if (is_one)
            thin_ring(hull, &ring, normal, &few);
        else
            face = find_patch(hull, vertex, normal, &few);
        add_few(body, side, frame, &few, out);
    }
    out->face = TACTI_FEATURE_FACE_BIT | face;
}
