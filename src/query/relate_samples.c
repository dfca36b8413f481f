/* SPDX-License-Identifier: MIT */
/* The facts about meshes that are open or that touch themselves, from winding numbers at some of
 * their vertices.
 *
 * Where the surfaces do not meet, one vertex of each connected piece says all: the piece is inside
 * the other mesh or outside it as a whole. Where they do, vertices near contacts are asked. For
 * watertight meshes each of these facts is proven, but there may be others, so that only a crossing
 * follows from them. For open meshes what is inside is an estimate anyway, which is given only if
 * the winding number is near a whole number at every vertex that was asked. */
#include "bvh/bvh.h"
#include "query/interiors.h"
#include "query/placed.h"
#include "query/relating.h"
#include "query/walk.h"
#include "query/wedge.h"

/* Vertices are asked at so many contacts, and in so many pieces where the surfaces meet: enough to
 * find all sorts of points where meshes go through each other, and soon over where they do not. */
#define MOST_CONTACTS 24
#define MOST_PIECES 24

typedef struct search {
    tacti_relating *r;
    uint32_t contact_count;
    bool is_open; /* either mesh */
} search;

/* ---- One point ---------------------------------------------------------------------------- */

/* Asks where a vertex of one side lies; true where it is inside. */
static bool ask_vertex(tacti_relating *r, int side, tact_vec3 point) {
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

/* Whether nothing can change the answer any more. Of open meshes every sample counts: one that is
 * not near a whole number leaves the answer open. */
static bool is_settled(const search *s) {
    return s->is_open ? s->r->goes_through : tacti_facts_cross(&s->r->facts);
}

/* ---- Contacts ----------------------------------------------------------------------------- */

static bool is_through(const tact_overlap *overlap) {
    return overlap->kind == TACT_OVERLAP_SEGMENT &&
           tacti_feature_between(overlap->points[0].a, overlap->points[1].a) == TACT_FACE &&
           tacti_feature_between(overlap->points[0].b, overlap->points[1].b) == TACT_FACE;
}

/* Faces that lie on each other, or that go through each other, as if normals pointed outward. */
static void judge_open_pair(search *s, const tact_triangle t[2], const tact_overlap *overlap) {
    tacti_facts *facts = &s->r->facts;
    if (overlap->kind == TACT_OVERLAP_POLYGON)
        *(tacti_normals_agree(&t[0], &t[1]) ? &facts->is_flush : &facts->is_opposed) = true;
    if (!is_through(overlap))
        return;
    s->r->goes_through = true;
    for (int side = 0; side < 2; side++)
        facts->is_inside[side] = facts->is_outside[side] = true;
}

static bool take_pairs(void *user, const tacti_triangle_batch *pairs) {
    search *s = user;
    tacti_relating *r = s->r;
    r->surfaces_meet = r->facts.meets = true;
    for (uint32_t i = 0; i < pairs->count; i++) {
        uint32_t number[2] = {pairs->a[i], pairs->b[i]};
        tact_triangle t[2];
        for (int side = 0; side < 2; side++)
            t[side] = tacti_triangle_place(&r->pair.source[side], number[side]);
        tact_overlap overlap = tact_triangle_intersect(&t[0], &t[1]);
        tacti_relating_note_contact(r, number[0], number[1], &overlap);
        if (s->is_open)
            judge_open_pair(s, t, &overlap);
        if (++s->contact_count <= MOST_CONTACTS)
            for (int side = 0; side < 2; side++)
                for (int k = 0; k < 3 && !is_settled(s); k++)
                    ask_vertex(r, side, t[side].v[k]);
        /* Open meshes: a pair that goes through the other may still come. */
        if (is_settled(s) || (!s->is_open && s->contact_count > MOST_CONTACTS))
            return false;
    }
    return true;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

static void ask_pieces(const search *s, int side) {
    tacti_relating *r = s->r;
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
        tact_triangle t = tacti_placed_triangle(&r->placed[side], triangle);
        if (ask_vertex(r, side, t.v[0]))
            tacti_relating_note_inside(r, side, triangle);
    }
}

tact_status tacti_relate_samples(tacti_relating *r) {
    search s = {.r = r};
    s.is_open = !r->placed[0].bvh->is_watertight || !r->placed[1].bvh->is_watertight;
    tacti_contact_walk walk = {
        .pair = &r->pair, .take = take_pairs, .user = &s, .wants_first = true, .meter = &r->meter};
    tacti_walks_at(r->pair.level)->contacts(&walk);
    if (tacti_meter_is_stopped(&r->meter))
        return TACT_OK;
    ask_pieces(&s, 0);
    ask_pieces(&s, 1);
    return TACT_OK;
}
