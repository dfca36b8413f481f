/* SPDX-License-Identifier: MIT */
/* What two answers about the same pair have in common: swapped, with a cache, with a proof. */
#include <math.h>
#include <string.h>

#include "questions.h"

/* Whether verdicts of two instances are exact: all their pairs of pieces are. */
static bool is_exact(const pieces *a, const pieces *b) {
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (is_smooth(a->piece[i].kind) || is_smooth(b->piece[j].kind))
                return false;
    return true;
}

static void check_verdicts(const pieces *a, const pieces *b, tact_outcome x, tact_outcome y) {
    if (is_exact(a, b) || (x != TACT_OUTCOME_UNDECIDED && y != TACT_OUTCOME_UNDECIDED))
        REQUIRE(x == y);
}

static bool has_same_double(double x, double y) {
    return memcmp(&x, &y, sizeof x) == 0;
}

static bool is_mesh(const pieces *p) {
    return p->count == 1 && p->piece[0].kind == TACT_KIND_MESH;
}

static void check_distances(const pieces *a, const pieces *b, bool is_swapped,
                            const tact_distance_result *x, const tact_distance_result *y) {
    check_verdicts(a, b, x->outcome, y->outcome);
    REQUIRE(x->lower <= y->upper && y->lower <= x->upper);
    bool are_meshes = is_mesh(a) && is_mesh(b);
    if (are_meshes)
        REQUIRE(has_same_double(x->distance, y->distance));
    if (is_swapped && are_meshes)
        REQUIRE(has_same_double(x->lower, y->lower) && has_same_double(x->upper, y->upper));
}

/* Swapped shapes get the same points, bit by bit, with the normal reversed. Equal shapes in one
 * place have no order. */
static void check_swapped_manifolds(const pieces *a, const pieces *b, const tact_manifold_result *x,
                                    const tact_manifold_result *y) {
    const tact_instance *p = &a->piece[0].at, *q = &b->piece[0].at;
    bool is_same = tact_model_inspect(p->model).serial == tact_model_inspect(q->model).serial;
    for (int i = 0; i < 12; i++)
        is_same = is_same && p->pose.m[i] == q->pose.m[i]; /* 0 equals -0 */
    if (is_same)
        return;
    REQUIRE(x->outcome == y->outcome && x->point_count == y->point_count);
    REQUIRE(x->separation == y->separation);
    REQUIRE(tact_vec3_length(tact_vec3_add(x->normal, y->normal)) == 0);
    for (uint32_t i = 0; i < x->point_count; i++) {
        const tact_contact_point *left = &x->points[i];
        bool is_found = false;
        for (uint32_t k = 0; k < y->point_count; k++) {
            const tact_contact_point *right = &y->points[k];
            is_found =
                is_found ||
                (left->feature_a == right->feature_b && left->feature_b == right->feature_a &&
                 left->separation == right->separation &&
                 tact_vec3_length(tact_vec3_sub(left->point_a, right->point_b)) == 0 &&
                 tact_vec3_length(tact_vec3_sub(left->point_b, right->point_a)) == 0);
        }
        REQUIRE(is_found);
    }
}

static tact_relation swap_relation(tact_relation relation) {
    return relation == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : relation == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                              : relation;
}

/* Solids that are the same set of points, but made of different triangles, are a_in_b in either
 * order. */
static void check_relations(bool is_swapped, const tact_classify_result *x,
                            const tact_classify_result *y) {
    tact_relation other = is_swapped ? swap_relation(y->relation) : y->relation;
    bool is_equal_set =
        is_swapped && x->relation == TACT_RELATION_A_IN_B && y->relation == TACT_RELATION_A_IN_B;
    bool are_decided =
        x->relation != TACT_RELATION_UNDECIDED && y->relation != TACT_RELATION_UNDECIDED;
    if (are_decided)
        REQUIRE(x->relation == other || is_equal_set);
}

void check_alike(tact_question question, const pieces *a, const pieces *b, bool is_swapped,
                 const answer *x, const answer *y) {
    const any_result *p = &x->result, *q = &y->result;
    switch (question) {
    case TACT_QUESTION_COLLIDE:
        check_verdicts(a, b, p->collide.outcome, q->collide.outcome);
        break;
    case TACT_QUESTION_DISTANCE:
        check_distances(a, b, is_swapped, &p->distance, &q->distance);
        break;
    case TACT_QUESTION_DEPTH:
        check_verdicts(a, b, p->depth.outcome, q->depth.outcome);
        if (p->depth.outcome == q->depth.outcome)
            REQUIRE(p->depth.lower <= q->depth.upper && q->depth.lower <= p->depth.upper);
        break;
    case TACT_QUESTION_MANIFOLD:
        check_verdicts(a, b, p->manifold.outcome, q->manifold.outcome);
        if (is_swapped)
            check_swapped_manifolds(a, b, &p->manifold, &q->manifold);
        break;
    case TACT_QUESTION_GRADIENT:
        check_verdicts(a, b, p->gradient.outcome, q->gradient.outcome);
        break;
    case TACT_QUESTION_CLASSIFY:
        check_relations(is_swapped, &p->classify, &q->classify);
        break;
    case TACT_QUESTION_CONTACTS:
        if (is_exact(a, b))
            REQUIRE(p->contacts.count == q->contacts.count &&
                    p->contacts.outcome == q->contacts.outcome);
        break;
    case TACT_QUESTION_CURVES:
        REQUIRE(p->curves.summary.contact_count == q->curves.summary.contact_count);
        REQUIRE(p->curves.summary.curve_count == q->curves.summary.curve_count);
        REQUIRE(p->curves.summary.closed_count == q->curves.summary.closed_count);
        REQUIRE(p->curves.summary.lone_count == q->curves.summary.lone_count);
        REQUIRE(p->curves.summary.patch_count == q->curves.summary.patch_count);
        break;
    default:
        break;
    }
}
