/* SPDX-License-Identifier: MIT */
/* Relations of solids, compared with single points: a point inside both, or inside one and outside
 * the other, excludes relations. */
#include <math.h>

#include "questions.h"

/* Where a point is. */
typedef enum place { PLACE_UNKNOWN, PLACE_INSIDE, PLACE_OUTSIDE } place;

/* Clearly inside or outside: further from the surface than any rounding of poses. */
static place place_in_mesh(const piece *p, tact_vec3 point) {
    double margin = 0x1p-40 * p->size;
    if (!p->is_watertight)
        return PLACE_UNKNOWN;
    for (uint32_t i = 0; i < p->count; i++)
        if (!(tact_triangle_distance_point(&p->triangles[i], point).lower > margin))
            return PLACE_UNKNOWN;
    winding w = winding_find(p->triangles, p->count, point);
    return !w.is_known ? PLACE_UNKNOWN : w.number != 0 ? PLACE_INSIDE : PLACE_OUTSIDE;
}

static place place_in_shape(const piece *p, tact_vec3 point) {
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_SIGNED;
    tact_inside_result got;
    double margin = 0x1p-40 * p->size;
    if (tact_inside(&p->at, point, &options, &got) != TACT_OK)
        return PLACE_UNKNOWN;
    return got.distance_upper < -margin  ? PLACE_INSIDE
           : got.distance_lower > margin ? PLACE_OUTSIDE
                                         : PLACE_UNKNOWN;
}

static place place_in(const piece *p, tact_vec3 point) {
    return p->kind == TACT_KIND_MESH ? place_in_mesh(p, point) : place_in_shape(p, point);
}

static void check_sample(const piece *a, const piece *b, tact_vec3 point, tact_relation relation) {
    place in_a = place_in(a, point);
    if (in_a == PLACE_UNKNOWN)
        return;
    place in_b = place_in(b, point);
    if (in_a == PLACE_INSIDE && in_b == PLACE_INSIDE)
        REQUIRE(relation != TACT_RELATION_APART && relation != TACT_RELATION_TOUCHING);
    if (in_a == PLACE_INSIDE && in_b == PLACE_OUTSIDE)
        REQUIRE(relation != TACT_RELATION_A_IN_B && relation != TACT_RELATION_IDENTICAL);
    if (in_a == PLACE_OUTSIDE && in_b == PLACE_INSIDE)
        REQUIRE(relation != TACT_RELATION_B_IN_A && relation != TACT_RELATION_IDENTICAL);
}

/* Points of a lattice over the common box, and over each box. */
static void check_samples(const piece *a, const piece *b, tact_relation relation) {
    tact_box box[2];
    if (tact_instance_bounds(&a->at, &box[0]) != TACT_OK ||
        tact_instance_bounds(&b->at, &box[1]) != TACT_OK)
        return;
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < 8; i++) {
            double s[3] = {i & 1 ? 0.7 : 0.3, i & 2 ? 0.7 : 0.3, i & 4 ? 0.7 : 0.3};
            tact_vec3 lo = box[which].lo, hi = box[which].hi;
            tact_vec3 p = {lo.x + (hi.x - lo.x) * s[0], lo.y + (hi.y - lo.y) * s[1],
                           lo.z + (hi.z - lo.z) * s[2]};
            if (tact_vec3_is_finite(p))
                check_sample(a, b, p, relation);
        }
}

/* Two watertight meshes that do not cross themselves are always decided. */
static bool is_always_decided(const piece *p) {
    tact_model_info info = tact_model_inspect(p->at.model);
    return p->kind == TACT_KIND_MESH &&
           (info.triangle_count == 0 || (p->is_watertight && !info.crosses_itself));
}

void check_classify(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                    const tact_classify_result *got) {
    const piece *p = &a->piece[0], *q = &b->piece[0];
    bool are_meshes = p->kind == TACT_KIND_MESH && q->kind == TACT_KIND_MESH;
    REQUIRE(got->relation <= TACT_RELATION_UNDECIDED);
    REQUIRE((got->relation == TACT_RELATION_UNDECIDED) == (got->reason != TACT_REASON_NONE));
    if (may_end_early(options) && got->ending >= TACT_ENDING_BUDGET)
        return;
    if (are_meshes) {
        bool surfaces_meet = (got->flags & TACT_RESULT_SURFACES_MEET) != 0;
        REQUIRE(surfaces_meet == t->surfaces_meet);
        if (is_always_decided(p) && is_always_decided(q))
            REQUIRE(got->relation != TACT_RELATION_UNDECIDED);
    }
    /* The truth is that of filled meshes. */
    if (t->outcome != TACT_OUTCOME_UNDECIDED && got->relation != TACT_RELATION_UNDECIDED &&
        (got->flags & TACT_RESULT_ESTIMATE) == 0)
        REQUIRE((got->relation == TACT_RELATION_APART) == (t->outcome == TACT_OUTCOME_APART));
    if ((got->flags & TACT_RESULT_ESTIMATE) == 0)
        check_samples(p, q, got->relation);
    bool has_clearance = (options->flags & TACT_OPTION_CLEARANCE) != 0 && are_meshes &&
                         !t->surfaces_meet && (got->flags & TACT_RESULT_EXACT) != 0;
    if (has_clearance) {
        REQUIRE(got->clearance_lower <= got->clearance_upper);
        REQUIRE(got->clearance == t->distance || isnan(t->distance));
    }
}
