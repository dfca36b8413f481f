/* SPDX-License-Identifier: MIT */
/* Where the points of a flat polytope lie in a filled mesh, exactly.
 *
 * Let F be the polytope, of dimension 1 or 2, M a watertight mesh that does not touch itself beyond
 * shared vertices and edges (an edge may have four triangles or more), and B the union of its
 * surface and its inside, a closed set. Without the surface, F falls into parts. Each part is
 * connected and relatively open, so the winding number is constant there. F holds a point that is
 * not in B if and only if a part has winding number 0. F holds a point of the interior of B if and
 * only if a part has another winding number, or an open set of F lies in the surface and in the
 * interior of B. This is because the interior is open, and the points of F in it are in a part or
 * covered by finitely many triangles.
 *
 * Dimension 2. If a part ends only at isolated points of the surface, it is all of F but these
 * points, and has a point infinitely near a vertex of F. Otherwise the part ends at a segment of
 * the surface, which some triangle t holds.
 * 1. The segment runs inside t and inside F: F has points on both sides of t.
 * 2. The segment runs inside t and on the rim of F: F is on one side of t.
 * 3. The segment runs on an edge of t. Near inner points of that edge there are no triangles but
 *    those that end at the edge. So the winding numbers in a half-plane that ends at the edge are
 *    those infinitely near a corner of the edge. F has one or two such half-planes.
 * 4. The segment is on the rim of a polygon that F and t share. Then it is on an edge of t (beyond
 *    the rim of F there is no part), and other triangles end there, since M is watertight. None of
 *    them is in the plane of F: on the side of t it would overlap t, and on the other side is the
 *    part. So such a triangle shares just a segment with F, and case 3 finds the part.
 * An open set of F in the surface is in polygons that F and triangles share. It is in the interior
 * of B if both sides of such a triangle are inside.
 *
 * Dimension 1. Parts end at the ends of F, and at the points at which F passes through the inside
 * of a triangle, an edge or a vertex. Both sides of each point are examined. An open set of F in
 * the surface runs inside a triangle or along an edge. It is in the interior of B if both sides of
 * the triangle, or both sides of all triangles at the edge, are inside.
 *
 * If the mesh touches itself, only points near a vertex of F and near vertices of M on F are
 * examined. These are points of F in any case, so what they show is true. */
#include "contacts/contacts.h"
#include "object/object_flat.h"

#include "base/assert.h"
#include "exact/det.h"
#include "inside/inside.h"
#include "inside/interior.h"
#include "frame/placed_triangle.h"
#include "inside/wedge.h"

/* A hull of more vertices is not cut into triangles. */
#define MOST_VERTICES 64

typedef struct search {
    const tacti_shape_mesh *pair;
    tacti_meter *meter;
    bool is_simple;
    tact_vec3 end[2];       /* of a polytope of dimension 1 */
    tact_triangle triangle; /* the triangle of a polytope of dimension 2 that is examined */
    tacti_flat_shape found;
} search;

static bool has_no_area(const tact_triangle *t) {
    return tact_is_collinear(&t->v[0], &t->v[1], &t->v[2]);
}

static bool is_done(const search *s) {
    return (s->found.is_inside && s->found.is_outside) || tacti_meter_is_stopped(s->meter);
}

/* ---- Points and sides ---------------------------------------------------------------------- */

/* Examines the point of F infinitely near at[0] that at[1] to at[count - 1] define. */
static void look_near(search *s, const tact_vec3 *at, int count) {
    tacti_near near = {.count = count, .except = TACT_NO_TRIANGLE, .tests_surface = true};
    TACTI_ASSERT(count >= 2 && count <= 3);
    if (is_done(s))
        return;
    for (int i = 0; i < count; i++)
        near.at[i] = at[i];
    tacti_near_winding winding = tacti_winding_near(&s->pair->mesh, &near, s->meter);
    if (winding.is_on_surface)
        return;
    *(winding.all != 0 ? &s->found.is_inside : &s->found.is_outside) = true;
}

/* The winding numbers on the two sides of a triangle of a mesh that does not touch itself: side[1]
 * is on the side of the normal. Counted as in inside/shells.c. */
static void sides_of(const search *s, uint32_t number, const tact_triangle *t, int side[2]) {
    tacti_near near = {.at = {t->v[0], t->v[1], t->v[2]}, .count = 3, .except = number};
    int ahead = tacti_winding_near(&s->pair->mesh, &near, s->meter).all;
    int turn = 0; /* sign of the normal along the ray and its perturbation */
    for (unsigned axis = 0; axis < 3 && turn == 0; axis++)
        turn = tacti_orient2d_dropped(&t->v[0], &t->v[1], &t->v[2], axis);
    side[1] = turn < 0 ? ahead - 1 : ahead;
    side[0] = side[1] + 1;
}

/* Notes that F has points on a side of a triangle with this winding number. */
static void note_side(search *s, int winding) {
    *(winding != 0 ? &s->found.is_inside : &s->found.is_outside) = true;
}

/* Notes that F has points on both sides of a triangle. */
static void note_both_sides(search *s, uint32_t number, const tact_triangle *t) {
    int side[2];
    sides_of(s, number, t, side);
    note_side(s, side[0]);
    note_side(s, side[1]);
}

/* Notes that an open set of F lies inside a triangle. */
static void note_cover(search *s, uint32_t number, const tact_triangle *t) {
    int side[2];
    sides_of(s, number, t, side);
    s->found.is_inside |= side[0] != 0 && side[1] != 0;
}

/* Examines the half-plane that ends at an edge of a triangle and holds a point of F. */
static void look_beside_edge(search *s, const tact_triangle *t, unsigned edge, tact_vec3 point) {
    TACTI_ASSERT(edge < 3);
    tact_vec3 at[3] = {t->v[edge], t->v[(edge + 1) % 3], point};
    look_near(s, at, 3);
}

/* ---- Dimension 1 --------------------------------------------------------------------------- */

static bool is_equal(tact_vec3 p, tact_vec3 q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

/* An edge that F runs along, and whether all triangles there have the inside on both sides. */
typedef struct edge_check {
    search *s;
    tact_vec3 from, to;
    bool is_surrounded;
} edge_check;

static bool check_at_edge(void *user, uint32_t number) {
    edge_check *check = user;
    tact_triangle t = tacti_placed_triangle(&check->s->pair->mesh, number);
    for (int k = 0; k < 3; k++) {
        tact_vec3 p = t.v[k], q = t.v[(k + 1) % 3];
        if (!(is_equal(p, check->from) && is_equal(q, check->to)) &&
            !(is_equal(q, check->from) && is_equal(p, check->to)))
            continue;
        int side[2];
        sides_of(check->s, number, &t, side);
        check->is_surrounded &= side[0] != 0 && side[1] != 0;
    }
    return check->is_surrounded;
}

static void look_along_edge(search *s, const tact_triangle *t, unsigned edge) {
    TACTI_ASSERT(edge < 3);
    edge_check check = {s, t->v[edge], t->v[(edge + 1) % 3], true};
    tacti_contact_summary summary;
    if (s->found.is_inside)
        return;
    tacti_shape_mesh_contacts(s->pair, s->meter, check_at_edge, &check, &summary);
    s->found.is_inside = check.is_surrounded;
}

/* Examines F on both sides of a point that it shares with a part of a triangle. */
static void look_around_point(search *s, uint32_t number, const tact_triangle *t,
                              tact_feature part) {
    for (int i = 0; i < 2; i++) {
        if (part <= TACT_FEATURE_VERTEX_2) {
            tact_vec3 at[2] = {t->v[part - TACT_FEATURE_VERTEX_0], s->end[i]};
            look_near(s, at, 2);
        } else if (part != TACT_FEATURE_FACE && s->is_simple) {
            look_beside_edge(s, t, part - TACT_FEATURE_EDGE_0, s->end[i]);
        }
    }
    if (part != TACT_FEATURE_FACE || !s->is_simple)
        return;
    int first = tacti_orient3d(&t->v[0], &t->v[1], &t->v[2], &s->end[0]);
    int second = tacti_orient3d(&t->v[0], &t->v[1], &t->v[2], &s->end[1]);
    if (first * second < 0)
        note_both_sides(s, number, t);
}

static bool take_segment(void *user, uint32_t number) {
    search *s = user;
    tact_triangle t = tacti_placed_triangle(&s->pair->mesh, number);
    if (has_no_area(&t)) {
        s->found.is_unsure = true;
        return true;
    }
    tact_overlap overlap =
        tact_triangle_intersect_segment(&t, (tact_segment){s->end[0], s->end[1]});
    for (uint32_t i = 0; i < overlap.point_count; i++)
        look_around_point(s, number, &t, overlap.points[i].a);
    if (overlap.kind == TACT_OVERLAP_SEGMENT && s->is_simple) {
        tact_feature part = tacti_feature_between(overlap.points[0].a, overlap.points[1].a);
        if (part == TACT_FEATURE_FACE)
            note_cover(s, number, &t);
        else
            look_along_edge(s, &t, part - TACT_FEATURE_EDGE_0);
    }
    return !is_done(s);
}

static void locate_segment(search *s) {
    tacti_contact_summary summary;
    look_near(s, (tact_vec3[2]){s->end[0], s->end[1]}, 2);
    look_near(s, (tact_vec3[2]){s->end[1], s->end[0]}, 2);
    if (!is_done(s))
        tacti_shape_mesh_contacts(s->pair, s->meter, take_segment, s, &summary);
}

/* ---- Dimension 2 --------------------------------------------------------------------------- */

/* For a segment that F shares with a triangle and that runs on an edge of the triangle: examines F
 * beside the edge. */
static void look_at_edge(search *s, const tact_triangle *t, unsigned edge, tact_feature part) {
    const tact_triangle *f = &s->triangle;
    if (part != TACT_FEATURE_FACE) {
        look_beside_edge(s, t, edge, f->v[(part - TACT_FEATURE_EDGE_0 + 2) % 3]);
        return;
    }
    tacti_wedge wedge;
    const tact_vec3 line[2] = {t->v[edge], t->v[(edge + 1) % 3]};
    if (!tacti_wedge_in_face(f, line, false, &wedge))
        return;
    look_beside_edge(s, t, edge, wedge.apex[0]);
    look_beside_edge(s, t, edge, wedge.apex[1]);
}

static void look_at_segment(search *s, uint32_t number, const tact_triangle *t,
                            const tact_overlap *overlap) {
    tact_feature part_f = tacti_feature_between(overlap->points[0].a, overlap->points[1].a);
    tact_feature part_t = tacti_feature_between(overlap->points[0].b, overlap->points[1].b);
    if (part_t != TACT_FEATURE_FACE) {
        look_at_edge(s, t, part_t - TACT_FEATURE_EDGE_0, part_f);
    } else if (part_f == TACT_FEATURE_FACE) {
        note_both_sides(s, number, t);
    } else {
        const tact_vec3 *apex = &s->triangle.v[(part_f - TACT_FEATURE_EDGE_0 + 2) % 3];
        int side[2], ahead = tacti_orient3d(&t->v[0], &t->v[1], &t->v[2], apex);
        sides_of(s, number, t, side);
        if (ahead != 0)
            note_side(s, side[ahead > 0]);
    }
}

/* Examines points of F near the corners of a mesh triangle that lie on F. */
static void look_around_corners(search *s, const tact_triangle *t, const tact_overlap *overlap) {
    const tact_vec3 *f = s->triangle.v;
    for (uint32_t i = 0; i < overlap->point_count; i++) {
        tact_feature part = overlap->points[i].b;
        for (int k = 0; k < 6 && part <= TACT_FEATURE_VERTEX_2; k++) {
            tact_vec3 at[3] = {t->v[part - TACT_FEATURE_VERTEX_0], f[k % 3],
                               f[(k + 1 + k / 3) % 3]};
            look_near(s, at, 3);
        }
    }
}

static bool take_triangle(void *user, uint32_t number) {
    search *s = user;
    tact_triangle t = tacti_placed_triangle(&s->pair->mesh, number);
    if (has_no_area(&t)) {
        s->found.is_unsure = true;
        return true;
    }
    tact_overlap overlap = tact_triangle_intersect(&s->triangle, &t);
    if (!s->is_simple)
        look_around_corners(s, &t, &overlap);
    else if (overlap.kind == TACT_OVERLAP_SEGMENT)
        look_at_segment(s, number, &t, &overlap);
    else if (overlap.kind == TACT_OVERLAP_POLYGON)
        note_cover(s, number, &t);
    return !is_done(s);
}

static void locate_triangle(search *s) {
    const tact_vec3 *f = s->triangle.v;
    tacti_contact_summary summary;
    for (int i = 0; i < 3; i++)
        look_near(s, (tact_vec3[3]){f[i], f[(i + 1) % 3], f[(i + 2) % 3]}, 3);
    if (!is_done(s))
        tacti_shape_mesh_contacts(s->pair, s->meter, take_triangle, s, &summary);
}

/* ---- Any flat polytope --------------------------------------------------------------------- */

/* Sets the ends to the least and the greatest of vertices on a line. */
static void find_ends(const tacti_body *body, tact_vec3 first, tact_vec3 second, search *s) {
    int axis = first.x != second.x ? 0 : first.y != second.y ? 1 : 2;
    s->end[0] = s->end[1] = first;
    for (uint32_t i = 0; i < body->count; i++) {
        tact_vec3 p = tacti_body_vertex(body, i);
        const double at[3] = {p.x, p.y, p.z};
        const double lo[3] = {s->end[0].x, s->end[0].y, s->end[0].z};
        const double hi[3] = {s->end[1].x, s->end[1].y, s->end[1].z};
        if (at[axis] < lo[axis])
            s->end[0] = p;
        if (at[axis] > hi[axis])
            s->end[1] = p;
    }
}

/* The dimension of the placed vertices, at least one. base becomes a point, a segment or a triangle
 * of them. */
static int dimension_of(const tacti_body *body, tact_vec3 base[3]) {
    int dimension = 0;
    TACTI_ASSERT(body->count > 0);
    base[0] = tacti_body_vertex(body, 0);
    for (uint32_t i = 1; i < body->count; i++) {
        tact_vec3 p = tacti_body_vertex(body, i);
        if (dimension == 0 && !is_equal(p, base[0]))
            base[++dimension] = p;
        else if (dimension == 1 && !tact_is_collinear(&base[0], &base[1], &p))
            base[++dimension] = p;
        else if (dimension == 2 && tacti_orient3d(&base[0], &base[1], &base[2], &p) != 0)
            return 3;
    }
    return dimension;
}

/* The triangles between one vertex and two others cover a convex polygon. */
static void locate_polygon(search *s) {
    const tacti_body *body = &s->pair->body;
    if (body->count > MOST_VERTICES) {
        s->found.is_unsure = true;
        return;
    }
    tact_vec3 first = tacti_body_vertex(body, 0);
    for (uint32_t i = 1; i < body->count; i++)
        for (uint32_t j = i + 1; j < body->count && !is_done(s); j++) {
            tact_triangle f = {{first, tacti_body_vertex(body, i), tacti_body_vertex(body, j)}};
            if (has_no_area(&f))
                continue;
            s->triangle = f;
            locate_triangle(s);
        }
}

bool tacti_flat_shape_locate(const tacti_shape_mesh *pair, tacti_meter *meter,
                             tacti_flat_shape *out) {
    search s = {.pair = pair, .meter = meter, .is_simple = pair->interior->is_simple};
    tact_vec3 base[3];
    if (pair->body.count == 0 || pair->body.radius > 0)
        return false;
    int dimension = dimension_of(&pair->body, base);
    if (dimension == 3)
        return false;
    s.found.is_unsure = !s.is_simple && dimension > 0;
    if (dimension == 1) {
        find_ends(&pair->body, base[0], base[1], &s);
        locate_segment(&s);
    } else if (dimension == 2) {
        locate_polygon(&s);
    }
    *out = s.found;
    return true;
}
