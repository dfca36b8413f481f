/* SPDX-License-Identifier: MIT */
/* The intersection of two triangles, exactly and in every case: crossing, touching, coplanar,
 * equal, of zero area.
 *
 * Both are convex, so their intersection is the hull of its extreme points. An extreme point is the
 * only common point of the parts (corner, edge without ends, face without edges) of a and b that
 * hold it. So it is a corner of one that lies in the other, or the crossing of the insides of two
 * edges that are not parallel, or the place where the inside of an edge pierces a face. Conversely,
 * each of these is extreme. Listing them needs only orientation signs of input points, never of
 * computed ones, so the list is exact. */
#include "prim/intersect.h"

#include "base/assert.h"
#include "exact/det.h"
#include "math/vec.h"
#include "prim/crossing.h"

/* ---- Corners as features ------------------------------------------------------------------ */

/* The two sides of a pair, and what is known about them. */
typedef struct pair {
    const tacti_flat *flat[2];
    const tacti_sides *sides;
    bool is_coplanar; /* both are proper triangles, in one plane */
} pair;

static const tact_vec3 *corner_of(const tacti_flat *flat, int i) {
    TACTI_ASSERT(i >= 0 && i <= flat->dimension);
    return &flat->triangle->v[flat->corner[i]];
}

static const tact_vec3 *edge_start(const tacti_flat *flat, int edge) {
    return corner_of(flat, edge);
}

static const tact_vec3 *edge_end(const tacti_flat *flat, int edge) {
    return corner_of(flat, edge == flat->dimension ? 0 : edge + 1);
}

static void add_corner(tacti_corners *corners, tacti_corner corner) {
    TACTI_ASSERT(corners->count < TACT_OVERLAP_MAX_POINTS);
    corners->corner[corners->count++] = corner;
}

/* The corner that features of side s and of the other side make; sides are 0 for a, 1 for b. */
static tacti_corner make_corner(int s, tact_feature own, int own_edge, tact_feature other,
                                int other_edge) {
    if (s == 0)
        return (tacti_corner){own, other, own_edge, other_edge};
    return (tacti_corner){other, own, other_edge, own_edge};
}

/* Whether a feature is one of the extreme corners. */
static bool is_extreme(const tacti_flat *flat, int feature) {
    for (int i = 0; i <= flat->dimension; i++)
        if (feature == TACT_FEATURE_VERTEX_0 + flat->corner[i])
            return true;
    return false;
}

/* Extreme corners of side s that lie in the other. A corner that equals an extreme corner of the
 * other side is found from both sides and counts only from side 0. */
static void add_contained_corners(const pair *p, int s, tacti_corners *corners) {
    const tacti_flat *own = p->flat[s], *other = p->flat[1 - s];
    for (int i = 0; i <= own->dimension; i++) {
        const tact_vec3 *corner = corner_of(own, i);
        if (p->sides->of[s][own->corner[i]] != 0)
            continue;
        int where = other->dimension == 2 ? tacti_flat_locate_in_plane(other, corner)
                                          : tacti_flat_locate(other, corner);
        if (where < 0 || (s == 1 && is_extreme(other, where)))
            continue;
        tact_feature name = (tact_feature)(TACT_FEATURE_VERTEX_0 + own->corner[i]);
        add_corner(corners, make_corner(s, name, -1, (tact_feature)where, -1));
    }
}

/* On which sides of the other's plane the ends of an edge lie. */
static int start_side(const pair *p, int s, int edge) {
    return p->sides->of[s][p->flat[s]->corner[edge]];
}

static int end_side(const pair *p, int s, int edge) {
    const tacti_flat *own = p->flat[s];
    return p->sides->of[s][own->corner[edge == own->dimension ? 0 : edge + 1]];
}

/* Whether both ends of an edge lie strictly on the same side of the other's plane. */
static bool misses_plane(const pair *p, int s, int edge) {
    return start_side(p, s, edge) * end_side(p, s, edge) > 0;
}

/* An axis that can be dropped without making the two edges (which lie in one plane) parallel, or 3
 * if they are parallel. */
static unsigned crossing_axis(const tact_vec3 *p, const tact_vec3 *q, const tact_vec3 *r,
                              const tact_vec3 *s) {
    for (unsigned axis = 0; axis < 3; axis++) {
        tacti_diff2 pq = {tacti_drop_axis(*q, axis), tacti_drop_axis(*p, axis)};
        tacti_diff2 rs = {tacti_drop_axis(*s, axis), tacti_drop_axis(*r, axis)};
        if (tacti_det2_sign(&pq, &rs) != 0)
            return axis;
    }
    return 3;
}

/* On which side of the line r s each corner of the flat lies, seen along axis. */
static void sides_of_line(const tacti_flat *flat, const tact_vec3 *r, const tact_vec3 *s,
                          unsigned axis, int side[3]) {
    for (int i = 0; i < 3; i++)
        side[i] = tacti_orient2d_dropped(r, s, &flat->triangle->v[i], axis);
}

/* The crossing of the insides of two edges that are not parallel. */
static void add_edge_crossing(const pair *p, int edge_a, int edge_b, tacti_corners *corners) {
    const tacti_flat *a = p->flat[0], *b = p->flat[1];
    const tact_vec3 *a0 = edge_start(a, edge_a), *a1 = edge_end(a, edge_a);
    const tact_vec3 *b0 = edge_start(b, edge_b), *b1 = edge_end(b, edge_b);
    if (!p->is_coplanar && tacti_orient3d(a0, a1, b0, b1) != 0)
        return;
    unsigned axis = crossing_axis(a0, a1, b0, b1);
    if (axis == 3)
        return;
    if (tacti_orient2d_dropped(b0, b1, a0, axis) * tacti_orient2d_dropped(b0, b1, a1, axis) >= 0 ||
        tacti_orient2d_dropped(a0, a1, b0, axis) * tacti_orient2d_dropped(a0, a1, b1, axis) >= 0)
        return;
    int side_a[3] = {0, 0, 0}, side_b[3] = {0, 0, 0};
    if (a->dimension == 1)
        sides_of_line(a, b0, b1, axis, side_a);
    if (b->dimension == 1)
        sides_of_line(b, a0, a1, axis, side_b);
    add_corner(corners, (tacti_corner){tacti_flat_edge_feature(a, edge_a, side_a),
                                       tacti_flat_edge_feature(b, edge_b, side_b), edge_a, edge_b});
}

/* Where the inside of an edge of side s goes through the inside of the other's face. */
static void add_piercing(const pair *p, int s, int edge, tacti_corners *corners) {
    const tacti_flat *own = p->flat[s], *other = p->flat[1 - s];
    if (start_side(p, s, edge) * end_side(p, s, edge) >= 0)
        return;
    const tact_vec3 *from = edge_start(own, edge), *to = edge_end(own, edge);
    const tact_vec3 *v = other->triangle->v;
    int turn = tacti_orient3d(from, to, &v[0], &v[1]);
    if (turn == 0 || tacti_orient3d(from, to, &v[1], &v[2]) != turn ||
        tacti_orient3d(from, to, &v[2], &v[0]) != turn)
        return;
    tact_feature name = tacti_flat_edge_feature(own, edge, p->sides->of[s]);
    add_corner(corners, make_corner(s, name, edge, TACT_FEATURE_FACE, -1));
}

static bool is_all_zero(const int side[3]) {
    return side[0] == 0 && side[1] == 0 && side[2] == 0;
}

tacti_corners tacti_intersection_corners(const tacti_flat *a, const tacti_flat *b,
                                         const tacti_sides *sides) {
    tacti_corners corners = {0, {{TACT_FEATURE_VERTEX_0, TACT_FEATURE_VERTEX_0, -1, -1}}};
    pair p = {{a, b}, sides, a->dimension == 2 && b->dimension == 2 && is_all_zero(sides->of[0])};
    add_contained_corners(&p, 0, &corners);
    add_contained_corners(&p, 1, &corners);
    for (int i = 0; i < tacti_flat_edge_count(a); i++)
        for (int j = 0; j < tacti_flat_edge_count(b); j++)
            if (!misses_plane(&p, 0, i) && !misses_plane(&p, 1, j))
                add_edge_crossing(&p, i, j, &corners);
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < tacti_flat_edge_count(p.flat[s]); i++)
            add_piercing(&p, s, i, &corners);
    return corners;
}

/* ---- Order of a polygon's corners --------------------------------------------------------- */

/* The edges that a feature lies on, as bits. */
static unsigned edges_at(tact_feature feature) {
    switch (feature) {
    case TACT_FEATURE_VERTEX_0:
        return 5; /* edges 0 and 2 */
    case TACT_FEATURE_VERTEX_1:
        return 3;
    case TACT_FEATURE_VERTEX_2:
        return 6;
    case TACT_FEATURE_FACE:
        return 0;
    default:
        TACTI_ASSERT(feature >= TACT_FEATURE_EDGE_0 && feature <= TACT_FEATURE_EDGE_2);
        return 1u << (feature - TACT_FEATURE_EDGE_0);
    }
}

/* Edges of a in bits 0 to 2, of b in bits 3 to 5. */
static unsigned lines_at(const tacti_corner *corner) {
    return edges_at(corner->a) | edges_at(corner->b) << 3;
}

/* Puts corners that are neighbours on the polygon next to each other. The polygon is on one side of
 * the line of each edge, so the line holds at most two of its corners, and these are neighbours.
 * Each side of the polygon lies on an edge. So two corners are neighbours if and only if they share
 * an edge. */
static void chain_neighbours(tacti_corners *corners) {
    for (int i = 0; i + 2 < corners->count; i++) {
        unsigned lines = lines_at(&corners->corner[i]);
        for (int j = i + 1; j < corners->count; j++) {
            if ((lines & lines_at(&corners->corner[j])) == 0)
                continue;
            tacti_corner next = corners->corner[j];
            corners->corner[j] = corners->corner[i + 1];
            corners->corner[i + 1] = next;
            break;
        }
    }
}

/* Whether a corner on an edge of side s is the first (1) or the last (-1) of the two corners along
 * that edge; 0 if this corner alone does not show it. */
static int place_on_edge(const tacti_flat *flat[2], int s, int edge, const tacti_corner *corner) {
    tact_feature own = s == 0 ? corner->a : corner->b;
    if (own == (tact_feature)(TACT_FEATURE_VERTEX_0 + edge))
        return 1;
    if (own == (tact_feature)(TACT_FEATURE_VERTEX_0 + (edge + 1) % 3))
        return -1;
    int crossed = s == 0 ? corner->edge_b : corner->edge_a;
    if (crossed < 0)
        return 0;
    /* Crossing into the other triangle: the start of the edge lies outside of the crossed edge. */
    const tacti_flat *other = flat[1 - s];
    int start = tacti_orient2d_dropped(edge_start(other, crossed), edge_end(other, crossed),
                                       edge_start(flat[s], edge), other->axis);
    return start == other->turn ? -1 : 1;
}

/* Whether the walk from one corner to the next, both on an edge of side s, follows the edge. */
static bool follows_edge(const tacti_flat *flat[2], int s, int edge, const tacti_corner *from,
                         const tacti_corner *to) {
    int place = place_on_edge(flat, s, edge, from);
    if (place != 0)
        return place > 0;
    place = place_on_edge(flat, s, edge, to);
    if (place != 0)
        return place < 0;
    /* Both are corners of the other triangle: compare their coordinates with the edge's direction.
     */
    const tact_vec3 *start = edge_start(flat[s], edge), *end = edge_end(flat[s], edge);
    const tact_vec3 *v = flat[1 - s]->triangle->v;
    const tact_vec3 *p = &v[s == 0 ? from->b : from->a], *q = &v[s == 0 ? to->b : to->a];
    unsigned axis = start->x != end->x ? 0 : start->y != end->y ? 1 : 2;
    return (tacti_vec3_get(*start, axis) < tacti_vec3_get(*end, axis)) ==
           (tacti_vec3_get(*p, axis) < tacti_vec3_get(*q, axis));
}

/* Makes the walk around the polygon counterclockwise as seen from a's normal. */
static void orient_polygon(const tacti_flat *flat[2], tacti_corners *corners) {
    const tacti_corner *first = &corners->corner[0], *second = &corners->corner[1];
    unsigned shared = lines_at(first) & lines_at(second);
    TACTI_ASSERT(corners->count >= 3 && shared != 0);
    int line = 0;
    while ((shared >> line & 1) == 0)
        line++;
    int s = line < 3 ? 0 : 1;
    bool follows = follows_edge(flat, s, line % 3, first, second);
    /* The edges of b run around the polygon like those of a only if both turn the same way. */
    if (s == 1) {
        const tact_vec3 *v = flat[1]->triangle->v;
        int turn_b = tacti_orient2d_dropped(&v[0], &v[1], &v[2], flat[0]->axis);
        follows = follows == (turn_b == flat[0]->turn);
    }
    if (follows)
        return;
    for (int i = 1, j = corners->count - 1; i < j; i++, j--) {
        tacti_corner swap = corners->corner[i];
        corners->corner[i] = corners->corner[j];
        corners->corner[j] = swap;
    }
}

/* ---- Positions ---------------------------------------------------------------------------- */

/* The point between p and q at which a linear function with values p_value and -q_value at the ends
 * (both of one sign) is 0. Each weight errs by less than 3 units of 2^-53, each product and the sum
 * by one more: within 6 units of the larger coordinate. */
static tact_vec3 point_between(const tact_vec3 *p, const tact_vec3 *q, tacti_scaled p_value,
                               tacti_scaled q_value) {
    double p_weight, q_weight;
    double ratio = fabs(tacti_scaled_ratio(p_value, q_value));
    if (ratio <= 1) {
        p_weight = 1 / (1 + ratio);
        q_weight = ratio / (1 + ratio);
    } else {
        ratio = fabs(tacti_scaled_ratio(q_value, p_value));
        p_weight = ratio / (1 + ratio);
        q_weight = 1 / (1 + ratio);
    }
    tact_vec3 x = {p_weight * p->x + q_weight * q->x, p_weight * p->y + q_weight * q->y,
                   p_weight * p->z + q_weight * q->z};
    return tacti_vec3_max(tacti_vec3_min(*p, *q), tacti_vec3_min(tacti_vec3_max(*p, *q), x));
}

/* det(v1 - v0, v2 - v0, p - v0) for a triangle's corners. */
static tacti_scaled plane_value(const tact_triangle *t, const tact_vec3 *p) {
    tacti_diff3 d0 = {t->v[1], t->v[0]}, d1 = {t->v[2], t->v[0]}, d2 = {*p, t->v[0]};
    return tacti_det3_value(&d0, &d1, &d2);
}

static tact_vec3 piercing_position(const tacti_flat *own, int edge, const tacti_flat *other) {
    const tact_vec3 *p = edge_start(own, edge), *q = edge_end(own, edge);
    return point_between(p, q, plane_value(other->triangle, p), plane_value(other->triangle, q));
}

static tact_vec3 crossing_position(const tacti_flat *a, int edge_a, const tacti_flat *b,
                                   int edge_b) {
    const tact_vec3 *p = edge_start(a, edge_a), *q = edge_end(a, edge_a);
    const tact_vec3 *r = edge_start(b, edge_b), *s = edge_end(b, edge_b);
    unsigned axis = crossing_axis(p, q, r, s);
    TACTI_ASSERT(axis < 3);
    tacti_diff2 rs = {tacti_drop_axis(*s, axis), tacti_drop_axis(*r, axis)};
    tacti_diff2 rp = {tacti_drop_axis(*p, axis), tacti_drop_axis(*r, axis)};
    tacti_diff2 rq = {tacti_drop_axis(*q, axis), tacti_drop_axis(*r, axis)};
    return point_between(p, q, tacti_det2_value(&rs, &rp), tacti_det2_value(&rs, &rq));
}

static tact_vec3 corner_position(const tacti_flat *a, const tacti_flat *b,
                                 const tacti_corner *corner) {
    if (corner->a <= TACT_FEATURE_VERTEX_2)
        return a->triangle->v[corner->a];
    if (corner->b <= TACT_FEATURE_VERTEX_2)
        return b->triangle->v[corner->b];
    if (corner->edge_a >= 0 && corner->edge_b >= 0)
        return crossing_position(a, corner->edge_a, b, corner->edge_b);
    if (corner->edge_a >= 0)
        return piercing_position(a, corner->edge_a, b);
    return piercing_position(b, corner->edge_b, a);
}

/* ---- Public ------------------------------------------------------------------------------- */

/* On which sides of a flat corners lie, if it is a proper triangle; false if this alone
 * separates. */
static bool find_sides(const tacti_flat *flat, const tact_triangle *t, int side[3]) {
    if (flat->dimension < 2)
        return true;
    const tact_vec3 *v = flat->triangle->v;
    for (int i = 0; i < 3; i++)
        side[i] = tacti_orient3d(&v[0], &v[1], &v[2], &t->v[i]);
    int sum = side[0] + side[1] + side[2];
    return sum != 3 && sum != -3;
}

/* In every case, by the list of corners. */
static tact_overlap intersect_by_corners(const tact_triangle *a, const tact_triangle *b) {
    tact_overlap overlap = {
        TACT_OVERLAP_NONE, 0, {{{0, 0, 0}, TACT_FEATURE_VERTEX_0, TACT_FEATURE_VERTEX_0}}};
    tacti_flat flat_a = tacti_flat_make(a), flat_b = tacti_flat_make(b);
    tacti_sides sides = {{{0, 0, 0}, {0, 0, 0}}};
    if (!tacti_triangle_is_finite(a) || !tacti_triangle_is_finite(b) ||
        !find_sides(&flat_b, a, sides.of[0]) || !find_sides(&flat_a, b, sides.of[1]))
        return overlap;
    tacti_corners corners = tacti_intersection_corners(&flat_a, &flat_b, &sides);
    if (corners.count >= 3) {
        const tacti_flat *flat[2] = {&flat_a, &flat_b};
        chain_neighbours(&corners);
        orient_polygon(flat, &corners);
    }
    overlap.kind = corners.count >= 3 ? TACT_OVERLAP_POLYGON : (tact_overlap_kind)corners.count;
    overlap.point_count = (uint32_t)corners.count;
    for (int i = 0; i < corners.count; i++) {
        const tacti_corner *corner = &corners.corner[i];
        overlap.points[i] =
            (tact_overlap_point){corner_position(&flat_a, &flat_b, corner), corner->a, corner->b};
    }
    return overlap;
}

tact_overlap tact_triangle_intersect(const tact_triangle *a, const tact_triangle *b) {
    tact_overlap overlap = {
        TACT_OVERLAP_NONE, 0, {{{0, 0, 0}, TACT_FEATURE_VERTEX_0, TACT_FEATURE_VERTEX_0}}};
    tacti_crossing crossing = tacti_find_crossing(a, b, overlap.points);
    if (crossing == TACTI_CROSSING_SEGMENT) {
        overlap.kind = TACT_OVERLAP_SEGMENT;
        overlap.point_count = 2;
    }
    if (crossing != TACTI_CROSSING_OPEN)
        return overlap;
    return intersect_by_corners(a, b);
}

tact_overlap tact_triangle_intersect_segment(const tact_triangle *a, tact_segment segment) {
    tact_triangle flat = {{segment.a, segment.b, segment.b}};
    return intersect_by_corners(a, &flat);
}

bool tact_triangle_contains(const tact_triangle *a, tact_vec3 point, tact_feature *feature) {
    tacti_flat flat = tacti_flat_make(a);
    int where = tacti_flat_locate(&flat, &point);
    if (where >= 0 && feature != NULL)
        *feature = (tact_feature)where;
    return where >= 0;
}
