/* SPDX-License-Identifier: MIT */
/* What is around the common segment of a triangle of one mesh and a triangle of the other, if the
 * segment is on no edge of either. Its ends, and the points at which it is looked at, are rational:
 * they are the points at which planes cut edges (exact/cut.h). */
#include "relation/touching.h"

#include "base/assert.h"
#include "inside/inside.h"
#include "frame/placed_triangle.h"
#include "inside/wedge.h"

/* ---- Points of the segment ---------------------------------------------------------------- */

/* An end of the segment: a corner of a triangle, or the cut of an edge by the other's plane. */
static tacti_cut end_of(const tacti_meeting *pair, const tact_overlap_point *point) {
    const tact_feature feature[2] = {point->a, point->b};
    for (int side = 0; side < 2; side++)
        if (feature[side] <= TACT_FEATURE_VERTEX_2) {
            const tact_vec3 *v = pair->triangle[side].v;
            unsigned corner = feature[side] - TACT_FEATURE_VERTEX_0;
            return tacti_cut_start(&v[corner], &v[(corner + 1) % 3]);
        }
    int side = feature[0] != TACT_FEATURE_FACE ? 0 : 1;
    TACTI_ASSERT(feature[side] != TACT_FEATURE_FACE);
    unsigned edge = feature[side] - TACT_FEATURE_EDGE_0;
    const tact_vec3 *v = pair->triangle[side].v;
    const tact_vec3 end[2] = {v[edge], v[(edge + 1) % 3]};
    return tacti_cut_by_plane(end, pair->triangle[1 - side].v);
}

/* Whether a point is inside a triangle and on none of its edges. */
static bool is_inside_of(const tact_triangle *t, const tacti_cut *point) {
    const tact_vec3 *v = t->v;
    unsigned axis;
    int turn = tacti_find_turn(&v[0], &v[1], &v[2], &axis);
    bool is_inside = turn != 0 && tacti_cut_orient3d(&v[0], &v[1], &v[2], point) == 0;
    for (int i = 0; i < 3 && is_inside; i++)
        is_inside = tacti_cut_orient2d(&v[i], &v[(i + 1) % 3], point, axis) == turn;
    return is_inside;
}

/* A piece of the segment, from a point towards another one. */
typedef struct piece {
    const tacti_cut *from, *towards;
} piece;

/* Whether the beginning of a piece lies on an edge of a triangle. */
static bool is_on_edge_of(const tact_triangle *t, const piece *p) {
    const tact_vec3 *v = t->v;
    unsigned axis;
    int turn = tacti_find_turn(&v[0], &v[1], &v[2], &axis);
    if (turn == 0 || tacti_cut_orient3d(&v[0], &v[1], &v[2], p->from) != 0 ||
        tacti_cut_orient3d(&v[0], &v[1], &v[2], p->towards) != 0)
        return false;
    bool is_on_edge = false;
    for (int i = 0; i < 3; i++) {
        int side = tacti_cut_orient2d(&v[i], &v[(i + 1) % 3], p->from, axis);
        if (side == 0)
            side = tacti_cut_orient2d(&v[i], &v[(i + 1) % 3], p->towards, axis);
        if (side == -turn)
            return false;
        is_on_edge |= side == 0;
    }
    return is_on_edge;
}

static bool is_on_any_edge(const tacti_skin *skin, uint32_t triangle, const piece *p) {
    const tacti_seams *seams = skin->seams;
    if (seams == NULL)
        return false;
    for (uint32_t i = seams->partner_starts[triangle]; i < seams->partner_starts[triangle + 1];
         i++) {
        tact_triangle t = tacti_placed_triangle(skin->placed, seams->partners[i]);
        if (is_on_edge_of(&t, p))
            return true;
    }
    return false;
}

/* ---- Around it ---------------------------------------------------------------------------- */

/* The winding numbers of one mesh on both sides of its triangle, infinitely near the beginning of
 * a piece: in the plane of the other mesh's triangle, towards that triangle's corners. */
static void find_numbers(const tacti_skin *skin, const tacti_meeting *pair, int side,
                         const piece *p, tacti_meter *meter, int number[2]) {
    const tact_vec3 *v = pair->triangle[side].v;
    number[0] = number[1] = 0;
    for (int i = 0; i < 3; i++) {
        const tact_vec3 *corner = &pair->triangle[1 - side].v[i];
        int above = tacti_orient3d(&v[0], &v[1], &v[2], corner);
        tacti_near near = {.at = {{0, 0, 0}, {0, 0, 0}, *corner},
                           .cut = {p->from, p->towards},
                           .count = 3,
                           .except = TACT_NO_TRIANGLE};
        if (above != 0)
            number[above > 0] = tacti_winding_near(skin->placed, &near, meter).all;
    }
}

/* Looks around the beginning of a piece, unless the piece is on an edge. */
static void look_at(const tacti_skin skin[2], const tacti_meeting *pair, const piece *p,
                    tacti_around *around) {
    if (is_on_any_edge(&skin[0], pair->number[0], p) ||
        is_on_any_edge(&skin[1], pair->number[1], p))
        return;
    int number[2][2];
    for (int side = 0; side < 2; side++)
        find_numbers(&skin[side], pair, side, p, around->meter, number[side]);
    if (tacti_around_is_stopped(around))
        return;
    for (int i = 0; i < 4; i++) {
        const int numbers[2] = {number[0][i & 1], number[1][i >> 1]};
        tacti_around_note(around, numbers);
    }
}

/* Looks at the piece that begins at the point at which an edge of a partner of the first triangle
 * meets the segment. */
static void look_at_edge(const tacti_skin skin[2], const tacti_meeting *pair,
                         const tact_vec3 edge[2], const tacti_cut *last, tacti_around *around) {
    int side[2][2]; /* of the edge's ends, by triangle plane */
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 2; i++) {
            const tact_vec3 *v = pair->triangle[k].v;
            side[k][i] = tacti_orient3d(&v[0], &v[1], &v[2], &edge[i]);
        }
    tacti_cut point;
    if (side[1][0] * side[1][1] < 0)
        point = tacti_cut_by_plane(edge, pair->triangle[1].v);
    else if (side[0][0] * side[0][1] < 0)
        point = tacti_cut_by_plane(edge, pair->triangle[0].v);
    else /* The edge's start is on the segment or there is no point. Its end starts another edge. */
        point = tacti_cut_start(&edge[0], &edge[1]);
    piece p = {&point, last};
    if (is_inside_of(&pair->triangle[0], &point) && is_inside_of(&pair->triangle[1], &point))
        look_at(skin, pair, &p, around);
}

/* Both triangles have one winding number on each of their sides. */
static void look_at_plain(const tacti_skin skin[2], const tacti_meeting *pair,
                          tacti_around *around) {
    unsigned a = tacti_skin_shows(&skin[0], pair->number[0]);
    unsigned b = tacti_skin_shows(&skin[1], pair->number[1]);
    for (int i = 0; i < 4; i++) {
        const int number[2] = {i & 1, i >> 1};
        unsigned asked_a = number[0] != 0 ? TACTI_SHOWS_INSIDE : TACTI_SHOWS_OUTSIDE;
        unsigned asked_b = number[1] != 0 ? TACTI_SHOWS_INSIDE : TACTI_SHOWS_OUTSIDE;
        if ((a & asked_a) != 0 && (b & asked_b) != 0)
            tacti_around_note(around, number);
    }
}

/* If both triangles bound their solids, the insides are on the same side or on different sides. If
 * one does not, the winding numbers on its sides show nothing that its edges do not show too. */
void tacti_look_beside(const tacti_skin skin[2], const tacti_meeting *pair, tacti_around *around) {
    TACTI_ASSERT(pair->overlap.kind == TACT_OVERLAP_POLYGON);
    const unsigned both = TACTI_SHOWS_INSIDE | TACTI_SHOWS_OUTSIDE;
    unsigned a = tacti_skin_shows(&skin[0], pair->number[0]);
    unsigned b = tacti_skin_shows(&skin[1], pair->number[1]);
    if ((a & both) != both || (b & both) != both)
        return;
    bool agrees = tacti_normals_agree(&pair->triangle[0], &pair->triangle[1]);
    bool is_turned = ((a ^ b) & TACTI_SHOWS_INSIDE_AHEAD) != 0;
    bool is_flush = agrees != is_turned;
    around->seen[1][1] |= is_flush;
    around->seen[1][0] |= !is_flush;
    around->seen[0][1] |= !is_flush;
}

void tacti_look_through(const tacti_skin skin[2], const tacti_meeting *pair, tacti_around *around) {
    bool is_plain[2];
    for (int side = 0; side < 2; side++)
        is_plain[side] = tacti_skin_is_plain(&skin[side], pair->number[side]);
    if (is_plain[0] && is_plain[1]) {
        look_at_plain(skin, pair, around);
        return;
    }
    TACTI_ASSERT(tacti_is_through(&pair->overlap));
    tacti_cut first = end_of(pair, &pair->overlap.points[0]);
    tacti_cut last = end_of(pair, &pair->overlap.points[1]);
    piece whole = {&first, &last};
    look_at(skin, pair, &whole, around);
    if (is_plain[0] || is_plain[1])
        return;
    const tacti_seams *seams = skin[0].seams;
    uint32_t a = pair->number[0];
    for (uint32_t i = seams->partner_starts[a]; i < seams->partner_starts[a + 1]; i++) {
        tact_triangle t = tacti_placed_triangle(skin[0].placed, seams->partners[i]);
        for (int k = 0; k < 3 && !tacti_around_is_crossing(around); k++) {
            const tact_vec3 edge[2] = {t.v[k], t.v[(k + 1) % 3]};
            look_at_edge(skin, pair, edge, &last, around);
        }
    }
}
