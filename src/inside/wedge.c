/* SPDX-License-Identifier: MIT */
/* Wedges around a line. Angles are compared by the signs of their sines, which are determinants. If
 * a sine is 0, the sides of the line in a projection decide. */
#include "frame/placed.h"
#include "inside/wedge.h"

#include "base/assert.h"
#include "exact/det.h"

/* ---- Features ----------------------------------------------------------------------------- */

/* The edges that contain a part, as bits: corner i is an end of edges i and i - 1. */
static unsigned edges_of(tact_feature feature) {
    static const unsigned at_corner[3] = {5, 3, 6};
    if (feature <= TACT_FEATURE_VERTEX_2)
        return at_corner[feature];
    return feature == TACT_FEATURE_FACE ? 0 : 1u << (feature - TACT_FEATURE_EDGE_0);
}

tact_feature tacti_feature_between(tact_feature one, tact_feature other) {
    TACTI_ASSERT(one <= TACT_FEATURE_FACE && other <= TACT_FEATURE_FACE);
    unsigned common = edges_of(one) & edges_of(other);
    if ((common & 1) != 0)
        return TACT_FEATURE_EDGE_0;
    if ((common & 2) != 0)
        return TACT_FEATURE_EDGE_1;
    return (common & 4) != 0 ? TACT_FEATURE_EDGE_2 : TACT_FEATURE_FACE;
}

bool tacti_is_through(const tact_overlap *overlap) {
    return overlap->kind == TACT_OVERLAP_SEGMENT &&
           tacti_feature_between(overlap->points[0].a, overlap->points[1].a) == TACT_FEATURE_FACE &&
           tacti_feature_between(overlap->points[0].b, overlap->points[1].b) == TACT_FEATURE_FACE;
}

/* ---- Making wedges ------------------------------------------------------------------------ */

int tacti_find_turn(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c, unsigned *axis) {
    for (*axis = 0; *axis < 3; (*axis)++) {
        int turn = tacti_orient2d_dropped(a, b, c, *axis);
        if (turn != 0)
            return turn;
    }
    return 0;
}

tacti_wedge tacti_wedge_at_edge(const tacti_placed *mesh, const tacti_shells *shells,
                                uint32_t triangle, unsigned edge) {
    TACTI_ASSERT(triangle < shells->triangle_count && edge < 3);
    tact_triangle t = tacti_placed_triangle(mesh, triangle);
    uint32_t side = shells->neighbors[(size_t)3 * triangle + edge];
    TACTI_ASSERT(side / 3 < shells->triangle_count);
    tact_triangle other = tacti_placed_triangle(mesh, side / 3);
    tacti_wedge wedge = {.from = t.v[edge],
                         .to = t.v[(edge + 1) % 3],
                         .apex = {t.v[(edge + 2) % 3], other.v[(side % 3 + 2) % 3]}};
    wedge.turn = tacti_orient3d(&wedge.from, &wedge.to, &wedge.apex[0], &wedge.apex[1]);
    wedge.is_solid_ahead = shells->solid[shells->of[triangle]] == TACTI_SOLID_AHEAD;
    return wedge;
}

bool tacti_wedge_in_face(const tact_triangle *t, const tact_vec3 line[2], bool is_solid_ahead,
                         tacti_wedge *out) {
    unsigned axis;
    int turn = tacti_find_turn(&t->v[0], &t->v[1], &t->v[2], &axis);
    if (turn == 0)
        return false;
    *out = (tacti_wedge){.from = line[0], .to = line[1], .is_solid_ahead = is_solid_ahead};
    bool has_left = false, has_right = false;
    for (int i = 0; i < 3; i++) {
        int side = tacti_orient2d_dropped(&line[0], &line[1], &t->v[i], axis) * turn;
        if (side > 0)
            out->apex[0] = t->v[i];
        else if (side < 0)
            out->apex[1] = t->v[i];
        has_left |= side > 0;
        has_right |= side < 0;
    }
    return has_left && has_right;
}

/* ---- Asking them -------------------------------------------------------------------------- */

/* Whether two points in one plane with the line lie on the same side of the line. */
static bool is_same_half(const tacti_wedge *wedge, const tact_vec3 *p, const tact_vec3 *q) {
    unsigned axis;
    int turn = tacti_find_turn(&wedge->from, &wedge->to, p, &axis);
    return turn != 0 && tacti_orient2d_dropped(&wedge->from, &wedge->to, q, axis) == turn;
}

tacti_whereabouts tacti_wedge_locate(const tacti_wedge *wedge, const tact_vec3 *point) {
    const tact_vec3 *apex = wedge->apex;
    int from_0 = tacti_orient3d(&wedge->from, &wedge->to, &apex[0], point);
    if (from_0 == 0 && is_same_half(wedge, &apex[0], point))
        return TACTI_ON_SURFACE;
    int from_1 = tacti_orient3d(&wedge->from, &wedge->to, &apex[1], point);
    if (from_1 == 0 && is_same_half(wedge, &apex[1], point))
        return TACTI_ON_SURFACE;
    /* Whether a turn from apex[0] to apex[1] passes the point. The test is made for the sector that
     * is smaller than a half turn. */
    bool is_ahead;
    if (wedge->turn > 0)
        is_ahead = from_0 > 0 && from_1 < 0;
    else if (wedge->turn < 0)
        is_ahead = !(from_0 < 0 && from_1 > 0);
    else
        is_ahead = from_0 > 0;
    return is_ahead == wedge->is_solid_ahead ? TACTI_INSIDE : TACTI_OUTSIDE;
}

bool tacti_normals_agree(const tact_triangle *a, const tact_triangle *b) {
    unsigned axis;
    int turn = tacti_find_turn(&a->v[0], &a->v[1], &a->v[2], &axis);
    return tacti_orient2d_dropped(&b->v[0], &b->v[1], &b->v[2], axis < 3 ? axis : 0) == turn;
}
