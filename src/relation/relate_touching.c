/* SPDX-License-Identifier: MIT */
/* The facts about two watertight meshes that may touch themselves but do not cross themselves: for
 * which of the four combinations (in A or not, in B or not) there are points.
 *
 * Leave out the triangles without weight (seams.h); this does not change the winding numbers. The
 * triangles of both meshes cut space into open cells. In each cell both winding numbers are
 * constant. The triangles cut each other into faces, pieces of edges (segments between two points
 * at which something else meets them), and points.
 *
 * 1. Every bounded cell C has a piece on its boundary. Take the point v of the closure of C that is
 *    least by x, then y, then z. Near v, C is a union of cones. Take a region of C on a small
 *    sphere around v. Suppose that no piece from v is on the region's boundary. Then the boundary
 *    consists of whole great circles, the closure of the region contains two opposite directions,
 *    and one of them leads to a lesser point: a contradiction. So it is enough to look around all
 *    pieces. The unbounded cell is outside both solids, which gives no fact.
 * 2. A piece is on an edge of a triangle, or it is on no edge and in two triangles that are not in
 *    one plane. The meshes do not cross themselves, so one of these is of A and the other of B.
 * 3. Edges. An edge of A is looked at (around.h) if the first triangle at it meets a triangle of B.
 *    Otherwise that triangle, with all of its edges, lies in one part of space without B, in which
 *    the winding number of B is constant. So do all triangles that meet none of B and are connected
 *    with it by edges. One ray finds the number for all of them. What A has beside each triangle is
 *    known from its seams.
 * 4. Pieces on no edge, in a triangle s of A and t of B (touching.h). If neither has partners,
 *    there is one number of A on each side of s and one of B on each side of t. All four
 *    combinations exist, and the seams know the numbers. Otherwise let X and Y be the ends of the
 *    common segment of s and t. Go from X to Y. The first piece is looked at. Let v be a point at
 *    which a piece ends and the next one begins.
 *      If no edge of B is at v, then B is a plane near v, the plane of t: a great circle on the
 *    sphere around v. Consider an arc of A that crosses the circle. The cells beside the arc extend
 *    along the arc, on either side of the circle, to the next end of a piece on an edge of A, and
 *    there they are looked at by 3. Or the arc is a half circle without such a point. Then the
 *    cells are those at its other end, which is the piece before. In the plane of s at v there are
 *    only arcs of great circles that end at edges of A, so there is nothing else. The same holds if
 *    no edge of A is at v.
 *      So the next piece must be looked at only if edges of both meshes are at v. These are edges
 *    of partners, because v is inside s and t. If both triangles have partners, all points of the
 *    segment on edges of partners of s are taken.
 *
 * The closed solids with their surfaces share a point if the surfaces meet, if the insides meet, or
 * if a piece of one surface is inside the other solid. */
#include "bvh/bvh.h"
#include "inside/interiors.h"
#include "base/alloc.h"
#include "base/assert.h"
#include "base/union_find.h"
#include "inside/inside.h"
#include "frame/placed_triangle.h"
#include "relation/classify_state.h"
#include "relation/touching.h"
#include "contacts/contacts_walk.h"
#include "inside/wedge.h"

/* The number of contacts at which corners of triangles are located. It is large enough to find all
 * kinds of points if solids are deep in each other, and small enough to end soon if they are not.
 */
#define MOST_ASKED 12

typedef struct search {
    tacti_classify_state *r;
    tacti_skin skin[2];
    tacti_around around;
    uint32_t asked_count;
    /* The pairs of touching triangles with weights: a triangle of a, one of b, and so on. */
    uint32_t *pairs;
    size_t pair_count, pair_capacity; /* of numbers */
    /* Triangle of either side -> its first place in contacts; one more at the end. Contacts are
     * triangles of the other side. */
    uint32_t *starts[2], *contacts[2];
    uint32_t *parents;  /* union-find sets of triangles that meet none of the other side */
    uint8_t *is_inside; /* by root of such a set */
    bool is_out_of_memory;
} search;

static uint32_t *take(search *s, size_t count) {
    uint32_t *memory = tacti_allocate(s->r->context, count, sizeof(uint32_t), _Alignof(uint32_t));
    s->is_out_of_memory |= memory == NULL;
    return memory;
}

static void give(const search *s, uint32_t *memory, size_t count) {
    tacti_release(s->r->context, memory, count, sizeof(uint32_t), _Alignof(uint32_t));
}

static uint32_t triangle_count(const search *s, int side) {
    return s->skin[side].placed->bvh->triangle_count;
}

/* ---- Contacts ----------------------------------------------------------------------------- */

static bool add_pair(search *s, const uint32_t number[2]) {
    if (s->pair_count == s->pair_capacity) {
        size_t more = s->pair_capacity == 0 ? 256 : 2 * s->pair_capacity;
        uint32_t *grown = take(s, more);
        if (grown == NULL)
            return false;
        for (size_t i = 0; i < s->pair_count; i++)
            grown[i] = s->pairs[i];
        give(s, s->pairs, s->pair_capacity);
        s->pairs = grown;
        s->pair_capacity = more;
    }
    TACTI_ASSERT(s->pair_count + 2 <= s->pair_capacity);
    TACTI_ASSERT(number[0] < triangle_count(s, 0) && number[1] < triangle_count(s, 1));
    s->pairs[s->pair_count++] = number[0];
    s->pairs[s->pair_count++] = number[1];
    return true;
}

static tacti_meeting place_pair(const search *s, const uint32_t number[2]) {
    tacti_meeting pair = {.number = {number[0], number[1]}};
    for (int side = 0; side < 2; side++)
        pair.triangle[side] = tacti_triangle_place(&s->r->pair.source[side], number[side]);
    pair.overlap = tact_triangle_intersect(&pair.triangle[0], &pair.triangle[1]);
    return pair;
}

/* Notes what is beside a triangle of one side that lies inside or outside the other solid. */
static void note_beside(search *s, int side, unsigned shows, bool is_inside) {
    int number[2];
    number[1 - side] = is_inside;
    for (int inside = 0; inside < 2; inside++) {
        number[side] = inside;
        if ((shows & (inside != 0 ? TACTI_SHOWS_INSIDE : TACTI_SHOWS_OUTSIDE)) != 0)
            tacti_around_note(&s->around, number);
    }
}

/* Locates the corners of two touching triangles. If a corner is not on the other mesh, the other
 * mesh has one winding number all around the corner, also beside the corner's own triangle. */
static void ask_corners(search *s, const tacti_meeting *pair) {
    for (int i = 0; i < 6 && !tacti_around_is_crossing(&s->around); i++) {
        int side = i / 3;
        const tacti_skin *skin = &s->skin[side], *other = &s->skin[1 - side];
        if (!tacti_skin_is_plain(skin, pair->number[side]))
            continue;
        tacti_near near = {.at = {pair->triangle[side].v[i % 3]},
                           .count = 1,
                           .except = TACT_NO_TRIANGLE,
                           .tests_surface = true};
        tacti_near_winding found = tacti_winding_near(other->placed, &near, &s->r->meter);
        if (tacti_meter_is_stopped(&s->r->meter))
            return;
        if (!found.is_on_surface)
            note_beside(s, side, tacti_skin_shows(skin, pair->number[side]), found.all != 0);
    }
}

/* Looks at two touching triangles alone: what they show is true but may not be everything. */
static void look_at_pair(search *s, const tacti_meeting *pair) {
    if (tacti_skin_is_plain(&s->skin[0], pair->number[0]) &&
        tacti_skin_is_plain(&s->skin[1], pair->number[1])) {
        if (tacti_is_through(&pair->overlap))
            tacti_look_through(s->skin, pair, &s->around);
        else if (pair->overlap.kind == TACT_OVERLAP_POLYGON)
            tacti_look_beside(s->skin, pair, &s->around);
    }
    if (s->asked_count < MOST_ASKED) {
        s->asked_count++;
        ask_corners(s, pair);
    }
}

static bool take_pairs(void *user, const tacti_triangle_batch *pairs) {
    search *s = user;
    s->r->surfaces_meet = s->r->facts.meets = true;
    for (uint32_t i = 0; i < pairs->count; i++) {
        const uint32_t number[2] = {pairs->a[i], pairs->b[i]};
        tacti_meeting pair = place_pair(s, number);
        tacti_classify_note_contact(s->r, number[0], number[1], &pair.overlap);
        if (tacti_skin_weight(&s->skin[0], number[0]) == 0 ||
            tacti_skin_weight(&s->skin[1], number[1]) == 0)
            continue;
        look_at_pair(s, &pair);
        if (tacti_around_is_crossing(&s->around) || !add_pair(s, number))
            return false;
    }
    return true;
}

/* Sorts the pairs into a list of contacts per triangle of one side. */
static void sort_contacts(search *s, int side) {
    uint32_t count = triangle_count(s, side);
    uint32_t *starts = s->starts[side] = take(s, (size_t)count + 1);
    s->contacts[side] = take(s, s->pair_count / 2);
    if (s->is_out_of_memory)
        return;
    for (size_t t = 0; t <= count; t++)
        starts[t] = 0;
    for (size_t i = (size_t)side; i < s->pair_count; i += 2)
        starts[s->pairs[i]]++;
    for (size_t t = 1; t <= count; t++)
        starts[t] += starts[t - 1];
    TACTI_ASSERT(starts[count] == s->pair_count / 2);
    /* Each range is filled from its end, which moves its start down to the final place. */
    for (size_t i = (size_t)side; i < s->pair_count; i += 2)
        s->contacts[side][--starts[s->pairs[i]]] = s->pairs[i ^ 1];
}

static bool is_met(const search *s, int side, uint32_t triangle) {
    TACTI_ASSERT(triangle < triangle_count(s, side));
    return s->starts[side][triangle] != s->starts[side][triangle + 1];
}

/* ---- Edges of triangles that meet the other mesh ------------------------------------------ */

static bool is_first_side(const tacti_skin *skin, uint32_t side) {
    if (skin->seams == NULL)
        return side < skin->shells->neighbors[side];
    return skin->seams->sides[skin->seams->edge_starts[skin->seams->edges[side]]] == side;
}

static void add_own_faces(search *s, int side, uint32_t of) {
    const tacti_skin *skin = &s->skin[side];
    if (skin->seams != NULL) {
        tacti_seams_add_faces(skin->seams, skin->placed, of, side, &s->around);
        return;
    }
    tacti_face face = {tacti_placed_triangle(skin->placed, of / 3), side, 1};
    tacti_around_add(&s->around, &face);
    face.triangle = tacti_placed_triangle(skin->placed, skin->shells->neighbors[of] / 3);
    tacti_around_add(&s->around, &face);
}

static void look_at_edge(search *s, int side, uint32_t of) {
    uint32_t triangle = of / 3;
    add_own_faces(s, side, of);
    const tacti_skin *other = &s->skin[1 - side];
    for (uint32_t i = s->starts[side][triangle]; i < s->starts[side][triangle + 1]; i++) {
        uint32_t t = s->contacts[side][i];
        tacti_face face = {tacti_placed_triangle(other->placed, t), 1 - side,
                           tacti_skin_weight(other, t)};
        tacti_around_add(&s->around, &face);
    }
    tact_triangle t = tacti_placed_triangle(s->skin[side].placed, triangle);
    const tact_vec3 end[2] = {t.v[of % 3], t.v[(of % 3 + 1) % 3]};
    tacti_around_look(&s->around, end);
}

static bool is_over(const search *s) {
    return s->is_out_of_memory || s->around.is_out_of_memory ||
           tacti_meter_is_stopped(&s->r->meter) || tacti_around_is_crossing(&s->around);
}

static void look_at_edges(search *s, int side) {
    for (uint32_t t = 0; t < triangle_count(s, side); t++) {
        if (!is_met(s, side, t))
            continue;
        for (uint32_t i = 0; i < 3 && !is_over(s); i++)
            if (is_first_side(&s->skin[side], 3 * t + i))
                look_at_edge(s, side, 3 * t + i);
    }
}

/* ---- Triangles that go through each other ------------------------------------------------- */

static void look_through_pairs(search *s) {
    for (size_t i = 0; i < s->pair_count && !is_over(s); i += 2) {
        if (tacti_skin_is_plain(&s->skin[0], s->pairs[i]) &&
            tacti_skin_is_plain(&s->skin[1], s->pairs[i + 1]))
            continue;
        tacti_meeting pair = place_pair(s, &s->pairs[i]);
        if (tacti_is_through(&pair.overlap))
            tacti_look_through(s->skin, &pair, &s->around);
    }
}

/* ---- Triangles that do not meet the other mesh -------------------------------------------- */

/* Meaningless if the meter is stopped. */
static bool is_inside_other(const search *s, int side, uint32_t triangle) {
    tact_vec3 corner = tacti_placed_triangle(s->skin[side].placed, triangle).v[0];
    return tacti_whole_winding(s->skin[1 - side].placed, corner, &s->r->meter) != 0;
}

static void join_unless_met(search *s, int side, uint32_t one, uint32_t other) {
    if (!is_met(s, side, one) && !is_met(s, side, other))
        tacti_union_find_join(s->parents, one, other);
}

static void join_unmet(search *s, int side) {
    const tacti_skin *skin = &s->skin[side];
    uint32_t count = triangle_count(s, side);
    for (uint32_t t = 0; t < count; t++)
        s->parents[t] = t;
    if (skin->seams == NULL) {
        for (uint32_t i = 0; i < 3 * count; i++)
            join_unless_met(s, side, i / 3, skin->shells->neighbors[i] / 3);
        return;
    }
    const tacti_seams *seams = skin->seams;
    for (uint32_t e = 0; e < seams->edge_count; e++)
        for (uint32_t i = seams->edge_starts[e] + 1; i < seams->edge_starts[e + 1]; i++)
            join_unless_met(s, side, seams->sides[i - 1] / 3, seams->sides[i] / 3);
}

static void locate_unmet(search *s, int side) {
    uint32_t count = triangle_count(s, side);
    s->parents = take(s, count);
    s->is_inside = tacti_allocate(s->r->context, count, 1, 1);
    s->is_out_of_memory |= s->is_inside == NULL;
    if (!s->is_out_of_memory)
        join_unmet(s, side);
    for (uint32_t t = 0; t < count && !is_over(s); t++) {
        if (is_met(s, side, t) || tacti_skin_weight(&s->skin[side], t) == 0)
            continue;
        /* The root is the least of its set, so it was looked at before. */
        uint32_t root = tacti_union_find_root(s->parents, t);
        TACTI_ASSERT(root <= t);
        if (root == t)
            s->is_inside[t] = is_inside_other(s, side, t);
        if (tacti_meter_is_stopped(&s->r->meter))
            break;
        note_beside(s, side, tacti_skin_shows(&s->skin[side], t), s->is_inside[root] != 0);
    }
    give(s, s->parents, count);
    tacti_release(s->r->context, s->is_inside, count, 1, 1);
    s->parents = NULL;
    s->is_inside = NULL;
}

/* ---- Meshes that do not meet -------------------------------------------------------------- */

static void locate_shells(search *s, int side) {
    const tacti_skin *skin = &s->skin[side];
    uint32_t count = skin->seams != NULL ? skin->seams->shell_count : skin->shells->count;
    const uint32_t *first = skin->seams != NULL ? skin->seams->first : skin->shells->first;
    for (uint32_t i = 0; i < count && !is_over(s); i++) {
        bool is_inside = is_inside_other(s, side, first[i]);
        if (tacti_meter_is_stopped(&s->r->meter))
            return;
        note_beside(s, side,
                    skin->seams != NULL ? skin->seams->shell_shows[i]
                                        : tacti_skin_shows(skin, first[i]),
                    is_inside);
        if (is_inside)
            tacti_classify_note_inside(s->r, side, first[i]);
    }
}

/* Looks for a piece of one side inside the other solid. The piece need not bound anything. */
static void locate_pieces(search *s, int side) {
    const tacti_bvh *bvh = s->skin[side].placed->bvh;
    for (uint32_t i = 0; i < bvh->piece_count && !s->r->facts.meets; i++) {
        bool is_inside = is_inside_other(s, side, bvh->piece_triangles[i]);
        if (tacti_meter_is_stopped(&s->r->meter))
            return;
        if (is_inside) {
            s->r->facts.meets = true;
            tacti_classify_note_inside(s->r, side, bvh->piece_triangles[i]);
        }
    }
}

/* ---- The whole ---------------------------------------------------------------------------- */

static void look_at_contacts(search *s) {
    sort_contacts(s, 0);
    sort_contacts(s, 1);
    if (!is_over(s)) {
        look_at_edges(s, 0);
        look_at_edges(s, 1);
        look_through_pairs(s);
    }
    for (int side = 0; side < 2 && !is_over(s); side++)
        locate_unmet(s, side);
    for (int side = 0; side < 2; side++) {
        give(s, s->starts[side], (size_t)triangle_count(s, side) + 1);
        give(s, s->contacts[side], s->pair_count / 2);
    }
}

static void run(search *s) {
    tacti_classify_state *r = s->r;
    tacti_contact_walk walk = {
        .pair = &r->pair, .take = take_pairs, .user = s, .wants_first = true, .meter = &r->meter};
    tacti_walk_end end = tacti_walk_contacts(&walk);
    if (end != TACTI_WALK_COMPLETE || r->pair.is_far)
        return;
    if (s->pair_count > 0) {
        look_at_contacts(s);
    } else {
        locate_shells(s, 0);
        locate_shells(s, 1);
    }
    if (!s->around.seen[1][1] && !r->facts.meets && !is_over(s)) {
        locate_pieces(s, 0);
        locate_pieces(s, 1);
    }
}

tact_status tacti_relate_touching(tacti_classify_state *r) {
    search s = {.r = r};
    for (int side = 0; side < 2; side++) {
        const tacti_interior *interior = r->interior[side];
        TACTI_ASSERT(interior->seams != NULL ? !interior->seams->is_crossing
                                             : interior->shells != NULL);
        s.skin[side] = (tacti_skin){&r->placed[side], interior->seams, interior->shells};
    }
    s.around = tacti_around_begin(r->context, &r->placed[0], &r->placed[1]);
    s.around.meter = &r->meter;
    run(&s);
    r->facts.is_flush = s.around.seen[1][1];
    r->facts.is_outside[0] = s.around.seen[1][0];
    r->facts.is_outside[1] = s.around.seen[0][1];
    give(&s, s.pairs, s.pair_capacity);
    tacti_around_end(&s.around);
    return s.is_out_of_memory || s.around.is_out_of_memory ? TACT_OUT_OF_MEMORY : TACT_OK;
}
