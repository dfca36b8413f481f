/* SPDX-License-Identifier: MIT */
/* The facts about meshes that are open or that touch themselves, from winding numbers at some of
 * their vertices.
 *
 * If the surfaces do not meet, one vertex per connected piece is enough: the whole piece is inside
 * the other mesh or outside it. If the surfaces meet, vertices near contacts are tested. A vertex
 * of a watertight mesh that crosses itself need not bound the solid: it may lie within the solid,
 * or on triangles that cancel. So both meshes are tested at points infinitely near the vertex. Each
 * of these facts is proven, but there may be others, so only a crossing follows from them. For open
 * meshes the inside is an estimate anyway. It is given only if the winding number is near a whole
 * number at every tested vertex. */
#include "base/assert.h"
#include "frame/placed.h"
#include "inside/interiors.h"
#include "bvh/bvh.h"
#include "math/vec.h"
#include "inside/inside.h"
#include "frame/placed_triangle.h"
#include "relation/classify_state.h"
#include "contacts/contacts_walk.h"
#include "inside/wedge.h"

/* The number of contacts and, if the surfaces meet, of pieces at which vertices are tested. It is
 * large enough to find all kinds of points if meshes go through each other, and small enough to end
 * soon if they do not. */
#define MOST_CONTACTS 24
#define MOST_PIECES 24

typedef struct search {
    tacti_classify_state *r;
    uint32_t contact_count;
    bool is_open; /* either mesh */
} search;

/* ---- One point ---------------------------------------------------------------------------- */

/* Locates a vertex of one side in the other mesh; true if it is inside. */
static bool ask_vertex(tacti_classify_state *r, int side, tact_vec3 point) {
    tacti_filled other = {r->interior[1 - side], r->placed[1 - side].pose};
    bool is_on_surface = false;
    int where = tacti_point_in_filled(&other, point, &r->meter, &is_on_surface);
    if (is_on_surface || tacti_meter_is_stopped(&r->meter))
        return false;
    r->facts.is_inside[side] |= where > 0;
    r->facts.is_outside[side] |= where < 0;
    r->is_unsure |= where == 0;
    return where > 0;
}

/* Looks at two points infinitely near a corner of a triangle, one on each side of the triangle. If
 * the corner is not on the other mesh, the other mesh has one winding number all around it. */
static void ask_beside(tacti_classify_state *r, int side, const tact_triangle *t, int corner) {
    tacti_filled other = {r->interior[1 - side], r->placed[1 - side].pose};
    tact_vec3 v = t->v[corner], next = t->v[(corner + 1) % 3], last = t->v[(corner + 2) % 3];
    tact_vec3 along = tacti_vec3_sub(next, v);
    tact_vec3 n = tact_vec3_normalize(tacti_vec3_cross(along, tacti_vec3_sub(last, v)));
    bool is_on_surface = false;
    bool is_inside = tacti_point_in_filled(&other, v, &r->meter, &is_on_surface) > 0;
    for (int i = 0; i < 2 && !is_on_surface; i++) {
        double height = (i == 0 ? 1 : -1) * tact_vec3_length(along);
        tacti_near near = {.at = {v, tacti_vec3_add(next, tacti_vec3_scale(n, height))},
                           .count = 2,
                           .except = TACT_NO_TRIANGLE,
                           .tests_surface = true};
        tacti_near_winding own = tacti_winding_near(&r->placed[side], &near, &r->meter);
        if (tacti_meter_is_stopped(&r->meter))
            return;
        if (own.is_on_surface)
            continue;
        r->facts.is_flush |= is_inside && own.all != 0;
        r->facts.is_outside[side] |= !is_inside && own.all != 0;
        r->facts.is_outside[1 - side] |= is_inside && own.all == 0;
    }
}

/* Whether nothing can change the answer any more. For open meshes every sample counts: if one is
 * not near a whole number, the relation is undecided. */
static bool is_settled(const search *s) {
    return s->is_open ? s->r->goes_through : tacti_facts_cross(&s->r->facts);
}

/* ---- Contacts ----------------------------------------------------------------------------- */

/* Judges faces that lie on each other or go through each other, as if normals pointed outward. */
static void judge_open_pair(search *s, const tact_triangle t[2], const tact_overlap *overlap) {
    tacti_facts *facts = &s->r->facts;
    if (overlap->kind == TACT_OVERLAP_POLYGON)
        *(tacti_normals_agree(&t[0], &t[1]) ? &facts->is_flush : &facts->is_opposed) = true;
    if (!tacti_is_through(overlap))
        return;
    s->r->goes_through = true;
    for (int side = 0; side < 2; side++)
        facts->is_inside[side] = facts->is_outside[side] = true;
}

static void ask_corners(const search *s, int side, const tact_triangle *t) {
    for (int k = 0; k < 3 && !is_settled(s); k++) {
        if (s->is_open)
            ask_vertex(s->r, side, t->v[k]);
        else
            ask_beside(s->r, side, t, k);
    }
}

static bool take_pairs(void *user, const tacti_triangle_batch *pairs) {
    search *s = user;
    tacti_classify_state *r = s->r;
    TACTI_ASSERT(pairs->count > 0);
    r->surfaces_meet = r->facts.meets = true;
    for (uint32_t i = 0; i < pairs->count; i++) {
        uint32_t number[2] = {pairs->a[i], pairs->b[i]};
        tact_triangle t[2];
        for (int side = 0; side < 2; side++)
            t[side] = tacti_triangle_place(&r->pair.source[side], number[side]);
        tact_overlap overlap = tact_triangle_intersect(&t[0], &t[1]);
        tacti_classify_note_contact(r, number[0], number[1], &overlap);
        if (s->is_open)
            judge_open_pair(s, t, &overlap);
        if (++s->contact_count <= MOST_CONTACTS)
            for (int side = 0; side < 2; side++)
                ask_corners(s, side, &t[side]);
        /* Open meshes: a pair that goes through each other may still follow. */
        if (is_settled(s) || (!s->is_open && s->contact_count > MOST_CONTACTS))
            return false;
    }
    return true;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

static void ask_pieces(const search *s, int side) {
    tacti_classify_state *r = s->r;
    const tacti_bvh *bvh = r->placed[side].bvh;
    if (r->pair.is_far) {
        r->facts.is_outside[side] = true;
        return;
    }
    uint32_t count = bvh->piece_count;
    if (r->facts.meets && count > MOST_PIECES)
        count = MOST_PIECES;
    for (uint32_t i = 0; i < count && !is_settled(s) && !tacti_meter_is_stopped(&r->meter); i++) {
        uint32_t triangle = bvh->piece_triangles[i];
        TACTI_ASSERT(triangle < bvh->triangle_count);
        tact_triangle t = tacti_placed_triangle(&r->placed[side], triangle);
        if (!s->is_open && r->facts.meets)
            ask_beside(r, side, &t, 0);
        else if (ask_vertex(r, side, t.v[0]))
            tacti_classify_note_inside(r, side, triangle);
    }
}

tact_status tacti_relate_samples(tacti_classify_state *r) {
    search s = {.r = r};
    s.is_open = !r->placed[0].bvh->is_watertight || !r->placed[1].bvh->is_watertight;
    tacti_contact_walk walk = {
        .pair = &r->pair, .take = take_pairs, .user = &s, .wants_first = true, .meter = &r->meter};
    tacti_walk_contacts(&walk);
    if (tacti_meter_is_stopped(&r->meter))
        return TACT_OK;
    ask_pieces(&s, 0);
    ask_pieces(&s, 1);
    return TACT_OK;
}
