/* SPDX-License-Identifier: MIT */
/* The facts about the boundaries of two proper solids: closed meshes that do not touch themselves.
 *
 * Let A and B be the solids, closed sets, and K the common points of their boundaries. K consists
 * of polygons, segments and points, one of them for each pair of touching triangles. The boundary
 * of A without K falls into connected parts. Each part is wholly inside B or wholly outside B. The
 * relation follows from two facts (see relation.c): whether there are parts of either kind, for A
 * and for B; and whether the solids are on the same side of a polygon of K or on different sides.
 *
 * 1. A part that ends at a segment or polygon of K ends at a common segment of some pair of
 *    triangles. For a polygon of the pair (s, t), let e be a piece of its rim at which the part
 *    ends. First case: e runs inside s. Then e is on an edge of t. The neighbour u of t at that
 *    edge contains e as well, and the pair (s, u) has a segment there. If (s, u) had a polygon, the
 *    polygon would lie beyond e, on the part, or on this side of e; then t and u would be folded
 *    onto each other. Second case: e is on an edge of s, with the neighbour v. Then (v, t) has
 *    a segment there: a polygon would lie beyond e, on the part.
 * 2. The inner points of a common segment of s and t lie all inside s or all on one edge of s. The
 *    same holds for t. The meshes do not touch themselves, so no other part of their own surface
 *    comes near. So A is the same wedge (wedge.h) along the whole segment, and so is B. Each part
 *    that ends there is found by locating the half-planes of one wedge in the other. If the segment
 *    is inside both triangles, the surfaces cross, and all four kinds of parts exist.
 * 3. A part that ends at no segment or polygon, but at most at single points, is a union of whole
 *    triangles: what K leaves of a triangle is connected unless segments or polygons cut it, and
 *    then each piece ends at one of them. With a triangle, the part contains the neighbours: their
 *    common edge has at most single points of K, otherwise both triangles would have a segment of
 *    K. So the part is a whole shell. A shell is such a part if and only if none of its triangles
 *    has a segment or a polygon of K. One of its points decides: a point on an edge, infinitely
 *    near a corner, which is certainly not in K.
 *
 * Shells with solid on both sides do not bound it; their triangles are left out throughout. */
#include "base/alloc.h"
#include "base/assert.h"
#include "inside/inside.h"
#include "relation/classify_state.h"
#include "contacts/contacts_walk.h"
#include "inside/wedge.h"

/* Up to this many shells per side need no memory. */
#define FEW_SHELLS 64

/* A search. */
typedef struct search {
    tacti_classify_state *r;
    const tacti_shells *shells[2];
    bool *is_cut[2]; /* by shell: whether it has a segment or a polygon of K */
} search;

static tacti_solid_side solid_at(const search *s, int side, uint32_t triangle) {
    const tacti_shells *shells = s->shells[side];
    TACTI_ASSERT(triangle < shells->triangle_count && shells->of[triangle] < shells->count);
    return shells->solid[shells->of[triangle]];
}

/* ---- Segments ----------------------------------------------------------------------------- */

/* Two touching triangles, placed. */
typedef struct touch {
    uint32_t number[2];
    tact_triangle triangle[2];
} touch;

/* Locates the half-planes of one side's wedge in the other wedge. */
static void locate_half_planes(search *s, const tacti_wedge wedge[2], int side) {
    tacti_facts *facts = &s->r->facts;
    for (int i = 0; i < 2; i++) {
        tacti_whereabouts where = tacti_wedge_locate(&wedge[1 - side], &wedge[side].apex[i]);
        facts->is_inside[side] |= where == TACTI_INSIDE;
        facts->is_outside[side] |= where == TACTI_OUTSIDE;
    }
}

static void look_along_segment(search *s, const touch *pair, const tact_overlap *overlap) {
    TACTI_ASSERT(overlap->kind == TACT_OVERLAP_SEGMENT);
    tact_feature on[2] = {tacti_feature_between(overlap->points[0].a, overlap->points[1].a),
                          tacti_feature_between(overlap->points[0].b, overlap->points[1].b)};
    tacti_facts *facts = &s->r->facts;
    if (on[0] == TACT_FEATURE_FACE && on[1] == TACT_FEATURE_FACE) {
        for (int side = 0; side < 2; side++)
            facts->is_inside[side] = facts->is_outside[side] = true;
        return;
    }
    tacti_wedge wedge[2];
    for (int side = 0; side < 2; side++)
        if (on[side] != TACT_FEATURE_FACE)
            wedge[side] = tacti_wedge_at_edge(&s->r->placed[side], s->shells[side],
                                              pair->number[side], on[side] - TACT_FEATURE_EDGE_0);
    for (int side = 0; side < 2; side++) {
        const tact_vec3 line[2] = {wedge[1 - side].from, wedge[1 - side].to};
        bool is_ahead = solid_at(s, side, pair->number[side]) == TACTI_SOLID_AHEAD;
        if (on[side] == TACT_FEATURE_FACE &&
            !tacti_wedge_in_face(&pair->triangle[side], line, is_ahead, &wedge[side]))
            return;
    }
    locate_half_planes(s, wedge, 0);
    locate_half_planes(s, wedge, 1);
}

/* ---- Pairs of triangles ------------------------------------------------------------------- */

static void look_at_pair(search *s, const touch *pair) {
    tact_overlap overlap = tact_triangle_intersect(&pair->triangle[0], &pair->triangle[1]);
    tacti_facts *facts = &s->r->facts;
    facts->meets = true;
    tacti_classify_note_contact(s->r, pair->number[0], pair->number[1], &overlap);
    if (overlap.kind == TACT_OVERLAP_POINT)
        return;
    for (int side = 0; side < 2; side++)
        s->is_cut[side][s->shells[side]->of[pair->number[side]]] = true;
    if (overlap.kind == TACT_OVERLAP_SEGMENT) {
        look_along_segment(s, pair, &overlap);
    } else {
        TACTI_ASSERT(overlap.kind == TACT_OVERLAP_POLYGON);
        bool agrees = tacti_normals_agree(&pair->triangle[0], &pair->triangle[1]);
        bool is_turned = solid_at(s, 0, pair->number[0]) != solid_at(s, 1, pair->number[1]);
        *(agrees != is_turned ? &facts->is_flush : &facts->is_opposed) = true;
    }
}

static bool take_pairs(void *user, const tacti_triangle_batch *pairs) {
    search *s = user;
    s->r->surfaces_meet = true;
    for (uint32_t i = 0; i < pairs->count; i++) {
        touch pair = {.number = {pairs->a[i], pairs->b[i]}};
        if (solid_at(s, 0, pair.number[0]) == TACTI_SOLID_BOTH ||
            solid_at(s, 1, pair.number[1]) == TACTI_SOLID_BOTH)
            continue;
        for (int side = 0; side < 2; side++)
            pair.triangle[side] = tacti_triangle_place(&s->r->pair.source[side], pair.number[side]);
        look_at_pair(s, &pair);
        if (tacti_facts_cross(&s->r->facts))
            return false;
    }
    return true;
}

/* ---- Whole shells ------------------------------------------------------------------------- */

static void locate_shells(search *s, int side) {
    tacti_classify_state *r = s->r;
    const tacti_shells *shells = s->shells[side];
    if (r->pair.is_far) {
        r->facts.is_outside[side] = true;
        return;
    }
    for (uint32_t i = 0; i < shells->count && !tacti_facts_cross(&r->facts); i++) {
        if (s->is_cut[side][i] || shells->solid[i] == TACTI_SOLID_BOTH)
            continue;
        tact_triangle t = tacti_placed_triangle(&r->placed[side], shells->first[i]);
        tacti_near near = {
            .at = {t.v[0], t.v[1]}, .count = 2, .except = TACT_NO_TRIANGLE, .labels = NULL};
        bool is_inside = tacti_winding_near(&r->placed[1 - side], &near, &r->meter).all != 0;
        if (tacti_meter_is_stopped(&r->meter))
            return;
        *(is_inside ? &r->facts.is_inside[side] : &r->facts.is_outside[side]) = true;
        if (is_inside)
            tacti_classify_note_inside(r, side, shells->first[i]);
    }
}

static void run(search *s) {
    tacti_classify_state *r = s->r;
    tacti_contact_walk walk = {
        .pair = &r->pair, .take = take_pairs, .user = s, .wants_first = true, .meter = &r->meter};
    tacti_walk_end end = tacti_walk_contacts(&walk);
    if (end != TACTI_WALK_COMPLETE)
        return;
    locate_shells(s, 0);
    locate_shells(s, 1);
}

tact_status tacti_relate_solids(tacti_classify_state *r) {
    TACTI_ASSERT(r->interior[0]->shells != NULL && r->interior[1]->shells != NULL);
    search s = {.r = r, .shells = {r->interior[0]->shells, r->interior[1]->shells}};
    bool few[2][FEW_SHELLS];
    size_t count[2] = {s.shells[0]->count, s.shells[1]->count};
    bool has_memory = true;
    for (int side = 0; side < 2; side++) {
        s.is_cut[side] = few[side];
        if (count[side] > FEW_SHELLS)
            s.is_cut[side] = tacti_allocate(r->context, count[side], sizeof(bool), _Alignof(bool));
        has_memory &= s.is_cut[side] != NULL;
        for (size_t i = 0; i < count[side] && has_memory; i++)
            s.is_cut[side][i] = false;
    }
    if (has_memory)
        run(&s);
    for (int side = 0; side < 2; side++)
        if (s.is_cut[side] != few[side])
            tacti_release(r->context, s.is_cut[side], count[side], sizeof(bool), _Alignof(bool));
    return has_memory ? TACT_OK : TACT_OUT_OF_MEMORY;
}
