/* SPDX-License-Identifier: MIT */
/* Answers about two instances compared with brute force: contact, distance, contacts, curves. */
#include <math.h>
#include <string.h>

#include "questions.h"

static bool are_zero(const uint64_t reserved[4]) {
    return reserved[0] == 0 && reserved[1] == 0 && reserved[2] == 0 && reserved[3] == 0;
}

static bool has_same_point(tact_vec3 p, tact_vec3 q) {
    return memcmp(&p, &q, sizeof p) == 0;
}

static const piece *piece_at(const pieces *p, uint32_t part) {
    REQUIRE(part < p->count);
    return &p->piece[part];
}

/* A verdict that must be that of the truth. */
static void check_outcome(const truth *t, const tact_options *options, tact_outcome outcome,
                          tact_ending ending) {
    REQUIRE(outcome <= TACT_OUTCOME_UNDECIDED && ending <= TACT_ENDING_CANCELLED);
    if (outcome != TACT_OUTCOME_UNDECIDED && t->outcome != TACT_OUTCOME_UNDECIDED)
        REQUIRE(outcome == t->outcome);
    if (!may_end_early(options)) {
        REQUIRE(ending < TACT_ENDING_BUDGET);
        REQUIRE(!t->is_exact || outcome != TACT_OUTCOME_UNDECIDED);
    }
    REQUIRE(options->budget != UINT64_MAX || ending != TACT_ENDING_BUDGET);
    REQUIRE(options->seconds < HUGE_VAL || ending != TACT_ENDING_DEADLINE);
    REQUIRE(options->cancel != NULL || ending != TACT_ENDING_CANCELLED);
}

/* ---- Contact ------------------------------------------------------------------------------ */

/* The witness is a pair that touches, and two triangles meet in the way that is said. */
static void check_witness(const truth *t, const pieces *a, const pieces *b,
                          const tact_collide_result *got) {
    const piece *p = piece_at(a, got->a.part), *q = piece_at(b, got->b.part);
    bool are_meshes = p->kind == TACT_KIND_MESH && q->kind == TACT_KIND_MESH;
    bool is_mesh = p->kind == TACT_KIND_MESH || q->kind == TACT_KIND_MESH;
    if (is_mesh)
        REQUIRE(truth_has_pair(t, got->a.part, got->a.element, got->b.part, got->b.element) ||
                t->unsure_count > 0);
    if (!are_meshes) {
        REQUIRE(got->kind == TACT_OVERLAP_NONE);
        return;
    }
    tact_overlap overlap =
        tact_triangle_intersect(&p->triangles[got->a.element], &q->triangles[got->b.element]);
    REQUIRE(got->kind == overlap.kind);
    bool is_corner = false;
    for (uint32_t i = 0; i < overlap.point_count; i++)
        is_corner = is_corner || has_same_point(overlap.points[i].position, got->a.point);
    REQUIRE(is_corner);
}

void check_collide(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                   const tact_collide_result *got) {
    check_outcome(t, options, got->outcome, got->ending);
    REQUIRE(are_zero(got->reserved));
    REQUIRE((got->flags & ~(TACT_RESULT_CONTAINED | TACT_RESULT_ESTIMATE | TACT_RESULT_POINT)) ==
            0);
    bool is_contained = (got->flags & TACT_RESULT_CONTAINED) != 0;
    if (got->outcome != TACT_OUTCOME_CONTACT) {
        REQUIRE(!is_contained);
        return;
    }
    if ((got->flags & TACT_RESULT_POINT) != 0) {
        REQUIRE(has_same_point(got->a.point, got->b.point));
        REQUIRE(tact_vec3_is_finite(got->a.point));
    }
    if (is_contained)
        REQUIRE(t->pair_count == 0 || a->count > 1 || b->count > 1 || t->unsure_count > 0);
    else
        check_witness(t, a, b, got);
}

/* ---- Distance ----------------------------------------------------------------------------- */

static void check_within(const truth *t, const tact_options *options,
                         const tact_distance_result *got) {
    if (got->within == TACT_OUTCOME_CONTACT)
        REQUIRE(t->lower <= options->limit);
    if (got->within == TACT_OUTCOME_APART)
        REQUIRE(t->upper > options->limit ||
                (options->limit == 0 && t->outcome != TACT_OUTCOME_CONTACT));
    if (got->upper <= options->limit)
        REQUIRE(got->within == TACT_OUTCOME_CONTACT);
    if (got->lower > options->limit)
        REQUIRE(got->within == TACT_OUTCOME_APART);
}

/* The distance of two surfaces is the least of all pairs of triangles. */
static void check_surface_distance(const truth *t, const pieces *a, const pieces *b,
                                   const tact_options *options, const tact_distance_result *got) {
    bool is_whole = !may_end_early(options) && options->limit == HUGE_VAL &&
                    (options->flags & TACT_OPTION_LOWER_BOUND) == 0;
    bool is_loose = options->relative_error > 0 || options->absolute_error > 0;
    if (is_whole && !is_loose)
        REQUIRE(memcmp(&got->distance, &t->distance, sizeof t->distance) == 0);
    if (is_whole && is_loose && t->distance < HUGE_VAL) {
        double extra = options->relative_error * got->distance + options->absolute_error;
        REQUIRE(!(got->distance - extra > t->upper * (1 + 0x1p-50) + 0x1p-1060));
    }
    REQUIRE(got->distance >= t->distance || got->outcome != TACT_OUTCOME_CONTACT);
    if (got->a.element == TACT_NO_TRIANGLE || (got->flags & TACT_RESULT_POINT) == 0)
        return;
    tact_gap gap = tact_triangle_distance(&a->piece[0].triangles[got->a.element],
                                          &b->piece[0].triangles[got->b.element]);
    if (is_whole && !is_loose) {
        REQUIRE(gap.distance == got->distance);
        REQUIRE(has_same_point(gap.point_a, got->a.point));
        REQUIRE(has_same_point(gap.point_b, got->b.point));
    }
}

void check_distance(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                    const tact_distance_result *got) {
    bool is_limited = options->limit < HUGE_VAL;
    REQUIRE(got->outcome <= TACT_OUTCOME_UNDECIDED && are_zero(got->reserved));
    /* With a limit, the search may end before it is known whether they touch. */
    if (!is_limited)
        check_outcome(t, options, got->outcome, got->ending);
    else if (got->outcome != TACT_OUTCOME_UNDECIDED && t->outcome != TACT_OUTCOME_UNDECIDED)
        REQUIRE(got->outcome == t->outcome);
    REQUIRE(got->lower <= got->upper && got->lower >= 0);
    REQUIRE(got->lower <= t->upper && got->upper >= t->lower);
    REQUIRE(got->distance >= 0);
    if (got->outcome == TACT_OUTCOME_CONTACT)
        REQUIRE(got->distance == 0 && got->lower == 0 && got->upper == 0);
    if (got->outcome == TACT_OUTCOME_APART)
        REQUIRE(got->distance > 0);
    if ((options->flags & TACT_OPTION_LOWER_BOUND) != 0 && !may_end_early(options) && !is_limited &&
        got->outcome != TACT_OUTCOME_UNDECIDED)
        REQUIRE((got->lower > 0) == (got->outcome == TACT_OUTCOME_APART));
    check_within(t, options, got);
    double length = tact_vec3_length(got->direction);
    REQUIRE(length == 0 || fabs(length - 1) < 1e-9);
    if (t->are_surfaces)
        check_surface_distance(t, a, b, options, got);
}

/* ---- Contacts ----------------------------------------------------------------------------- */

/* The corners of the intersection are those of the function on triangles. */
static void check_geometry(const pieces *a, const pieces *b, const tact_contact_view *view,
                           const tact_contact *contact) {
    const piece *p = piece_at(a, contact->part_a), *q = piece_at(b, contact->part_b);
    if (p->kind != TACT_KIND_MESH || q->kind != TACT_KIND_MESH) {
        REQUIRE(contact->point_count == 0);
        return;
    }
    tact_overlap overlap =
        tact_triangle_intersect(&p->triangles[contact->a], &q->triangles[contact->b]);
    REQUIRE(contact->kind == overlap.kind && contact->point_count == overlap.point_count);
    REQUIRE(contact->first_point + contact->point_count <= view->point_count);
    for (uint32_t i = 0; i < overlap.point_count; i++) {
        const tact_overlap_point *x = &view->points[contact->first_point + i];
        REQUIRE(has_same_point(x->position, overlap.points[i].position));
        REQUIRE(x->a == overlap.points[i].a && x->b == overlap.points[i].b);
    }
}

static element_pair pair_at(const tact_contact_view *view, uint32_t i) {
    element_pair pair = {0, 0, view->pairs[2 * i], view->pairs[2 * i + 1]};
    if (view->contacts != NULL) {
        pair.part_a = view->contacts[i].part_a;
        pair.part_b = view->contacts[i].part_b;
        REQUIRE(view->contacts[i].a == pair.a && view->contacts[i].b == pair.b);
    }
    return pair;
}

static bool is_before(const element_pair *x, const element_pair *y) {
    if (x->part_a != y->part_a)
        return x->part_a < y->part_a;
    if (x->part_b != y->part_b)
        return x->part_b < y->part_b;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

/* The pairs of the list are true, in order, and all there are if the search was complete. */
static void check_pairs(const truth *t, const pieces *a, const pieces *b, bool has_geometry,
                        const tact_contact_view *view, bool is_complete) {
    for (uint32_t i = 0; i < view->count; i++) {
        element_pair pair = pair_at(view, i);
        REQUIRE(truth_has_pair(t, pair.part_a, pair.a, pair.part_b, pair.b) || t->unsure_count > 0);
        element_pair before = i > 0 ? pair_at(view, i - 1) : pair;
        REQUIRE(i == 0 || is_before(&before, &pair));
        if (has_geometry) {
            REQUIRE(view->contacts != NULL);
            check_geometry(a, b, view, &view->contacts[i]);
        }
    }
    if (is_complete && t->unsure_count == 0)
        REQUIRE(view->count == t->pair_count);
}

void check_contacts(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                    const answer *got) {
    const tact_contacts_result *r = &got->result.contacts;
    tact_contact_view view = tact_contact_list_view(got->list);
    REQUIRE(view.count == r->count && are_zero(r->reserved));
    bool is_complete = r->outcome != TACT_OUTCOME_UNDECIDED;
    if (is_complete)
        REQUIRE((r->count > 0) == (r->outcome == TACT_OUTCOME_CONTACT));
    if (!may_end_early(options) && t->unsure_count == 0)
        REQUIRE(is_complete);
    check_pairs(t, a, b, (options->flags & TACT_OPTION_GEOMETRY) != 0, &view, is_complete);
}

/* ---- Curves ------------------------------------------------------------------------------- */

static void check_indices(const tact_curve_view *view, uint32_t first, uint32_t count) {
    REQUIRE(first <= view->index_count && count <= view->index_count - first);
    for (uint32_t k = 0; k < count; k++)
        REQUIRE(view->indices[first + k] < view->point_count);
}

static void check_curve_view(const tact_curve_summary *s, const tact_curve_view *view) {
    uint32_t lone = 0, closed = 0;
    for (uint32_t i = 0; i < view->curve_count; i++) {
        const tact_curve *curve = &view->curves[i];
        check_indices(view, curve->first, curve->count);
        REQUIRE(curve->count > 0 && curve->length >= 0);
        lone += curve->count == 1;
        closed += curve->count > 1 && curve->is_closed;
    }
    REQUIRE(lone == s->lone_count && closed == s->closed_count);
    REQUIRE(view->curve_count == s->curve_count + s->lone_count);
    REQUIRE(view->patch_count == s->patch_count);
}

void check_curves(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                  const answer *got) {
    const tact_curve_summary *s = &got->result.curves.summary;
    tact_curve_view view = tact_curve_set_view(got->set);
    uint32_t polygons = 0;
    check_curve_view(s, &view);
    REQUIRE(s->contact_count <= t->pair_count);
    for (uint32_t i = 0; i < view.patch_count; i++) {
        const tact_patch *patch = &view.patches[i];
        check_indices(&view, patch->first, patch->count);
        REQUIRE(truth_has_pair(t, 0, patch->a, 0, patch->b));
        tact_overlap overlap = tact_triangle_intersect(&a->piece[0].triangles[patch->a],
                                                       &b->piece[0].triangles[patch->b]);
        REQUIRE(overlap.kind == TACT_OVERLAP_POLYGON && overlap.point_count == patch->count);
    }
    for (uint32_t i = 0; i < t->pair_count; i++) {
        tact_overlap overlap = tact_triangle_intersect(&a->piece[0].triangles[t->pairs[i].a],
                                                       &b->piece[0].triangles[t->pairs[i].b]);
        polygons += overlap.kind == TACT_OVERLAP_POLYGON;
    }
    if (may_end_early(options))
        return;
    REQUIRE(s->contact_count == t->pair_count && s->patch_count == polygons);
    REQUIRE(s->outcome == (t->pair_count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART));
    REQUIRE((view.point_count > 0) == (t->pair_count > 0));
}
