/* SPDX-License-Identifier: MIT */
/* Depth, manifold and gradient of two shapes: the ways out lead out, shorter ways do not, and all
 * three agree with contact and distance. */
#include <math.h>

#include "questions.h"

static tact_outcome collide_moved(const piece *a, const piece *b, tact_vec3 way) {
    tact_instance moved = b->at;
    moved.pose.m[3] += way.x;
    moved.pose.m[7] += way.y;
    moved.pose.m[11] += way.z;
    tact_collide_result hit;
    if (tact_collide(&a->at, &moved, NULL, NULL, &hit) != TACT_OK)
        return TACT_OUTCOME_UNDECIDED; /* moved out of range */
    return hit.outcome;
}

static bool has_half_space(const piece *a, const piece *b) {
    return a->kind == TACT_KIND_HALF_SPACE || b->kind == TACT_KIND_HALF_SPACE;
}

/* The verdict of another question, unless one of them is undecided. */
static void check_verdict(const piece *a, const piece *b, tact_outcome outcome) {
    tact_collide_result hit;
    REQUIRE(tact_collide(&a->at, &b->at, NULL, NULL, &hit) == TACT_OK);
    REQUIRE(outcome <= TACT_OUTCOME_UNDECIDED);
    if (!is_smooth(a->kind) && !is_smooth(b->kind))
        REQUIRE(outcome == hit.outcome);
    else if (outcome != TACT_OUTCOME_UNDECIDED && hit.outcome != TACT_OUTCOME_UNDECIDED)
        REQUIRE(outcome == hit.outcome);
}

/* A move that is shorter than the depth leaves the shapes in contact, in every direction.
 * Coordinates of a move are rounded to multiples of 2^-1074, and it must not become longer. */
static void check_lower(const piece *a, const piece *b, const tact_depth_result *got) {
    double step = got->lower * (1 - 1e-9) - 0x1p-44 * fmax(a->size, b->size) - 0x1p-1074;
    tact_vec3 ways[] = {got->direction, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0},
                        {0, -1, 0},     {0, 0, 1}, {0, 0, -1}};
    if (!(step > 0) || step == HUGE_VAL)
        return;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        REQUIRE(collide_moved(a, b, tact_vec3_scale(ways[i], step)) != TACT_OUTCOME_APART);
}

static void check_upper(const piece *a, const piece *b, const tact_depth_result *got) {
    double step = got->upper * (1 + 1e-9);
    bool are_polytopes = is_polytope(a->kind) && is_polytope(b->kind);
    if (!(got->upper < 0x1p490))
        return;
    if (are_polytopes) {
        REQUIRE(collide_moved(a, b, tact_vec3_scale(got->direction, step)) == TACT_OUTCOME_APART);
        return;
    }
    /* A little more than what is promised, because the moved coordinates are rounded. */
    step += 4 * (got->upper - got->lower) + 0x1p-40 * fmax(a->size, b->size);
    if (!has_half_space(a, b) && step < 0x1p490)
        REQUIRE(collide_moved(a, b, tact_vec3_scale(got->direction, step)) != TACT_OUTCOME_CONTACT);
}

void check_depth(const pieces *a, const pieces *b, const tact_depth_result *got) {
    const piece *p = &a->piece[0], *q = &b->piece[0];
    check_verdict(p, q, got->outcome);
    double length = tact_vec3_length(got->direction);
    if (got->outcome == TACT_OUTCOME_APART) {
        REQUIRE(got->depth == 0 && got->lower == 0 && got->upper == 0 && length == 0);
        return;
    }
    REQUIRE(got->lower >= 0 && got->lower <= got->upper && got->depth >= 0);
    if (!has_half_space(p, q))
        REQUIRE(got->upper < HUGE_VAL);
    if (got->outcome != TACT_OUTCOME_CONTACT)
        return;
    REQUIRE(fabs(length - 1) < 1e-9 || (length == 0 && got->upper == HUGE_VAL));
    check_lower(p, q, got);
    check_upper(p, q, got);
}

/* ---- Manifold ----------------------------------------------------------------------------- */

/* Depths of about 2^-1000 and less are known only up to that. */
#define LEAST_ERROR 0x1p-998

/* How far the points of a manifold may be from separation times normal. */
static double point_error(const piece *a, const piece *b, double separation) {
    double size = fmax(fmax(a->size, b->size), fabs(separation));
    if (!is_smooth(a->kind) && !is_smooth(b->kind))
        return 0x1p-40 * size + LEAST_ERROR;
    tact_depth_result depth;
    tact_distance_result gap;
    REQUIRE(tact_depth(&a->at, &b->at, NULL, NULL, &depth) == TACT_OK);
    REQUIRE(tact_distance(&a->at, &b->at, NULL, NULL, &gap) == TACT_OK);
    return 1e-8 * size + 2 * fmax(depth.upper - depth.lower, gap.upper - gap.lower) + LEAST_ERROR;
}

static void check_point(const tact_manifold_result *m, uint32_t i, double margin, double error) {
    const tact_contact_point *point = &m->points[i];
    REQUIRE(point->separation <= margin + error);
    REQUIRE(tact_vec3_is_finite(point->point_a) && tact_vec3_is_finite(point->point_b));
    tact_vec3 between = tact_vec3_sub(point->point_b, point->point_a);
    tact_vec3 off = tact_vec3_sub(between, tact_vec3_scale(m->normal, point->separation));
    REQUIRE(!(tact_vec3_length(off) > error));
    for (uint32_t k = 0; k < i; k++)
        REQUIRE(m->points[k].feature_a != point->feature_a ||
                m->points[k].feature_b != point->feature_b);
}

void check_manifold(const pieces *a, const pieces *b, const tact_options *options,
                    const tact_manifold_result *got) {
    const piece *p = &a->piece[0], *q = &b->piece[0];
    check_verdict(p, q, got->outcome);
    REQUIRE(got->point_count <= 4 && !isnan(got->separation));
    if (got->outcome == TACT_OUTCOME_APART)
        REQUIRE(got->separation >= 0);
    if (got->outcome == TACT_OUTCOME_CONTACT)
        REQUIRE(got->separation <= 0);
    bool are_half_spaces = p->kind == TACT_KIND_HALF_SPACE && q->kind == TACT_KIND_HALF_SPACE;
    if (!isfinite(got->separation) || are_half_spaces)
        return;
    REQUIRE(fabs(tact_vec3_length(got->normal) - 1) < 1e-9);
    REQUIRE((got->point_count > 0) == (got->separation <= options->margin));
    double error = got->point_count > 0 ? point_error(p, q, got->separation) : 0;
    for (uint32_t i = 0; i < got->point_count; i++)
        check_point(got, i, options->margin, error);
}

/* ---- Gradient ----------------------------------------------------------------------------- */

void check_gradient(const pieces *a, const pieces *b, const tact_gradient_result *got) {
    const piece *p = &a->piece[0], *q = &b->piece[0];
    check_verdict(p, q, got->outcome);
    REQUIRE(!isnan(got->separation));
    tact_vec3 x = got->of_a.translation, y = got->of_b.translation;
    REQUIRE(tact_vec3_length(tact_vec3_add(x, y)) == 0);
    if (isfinite(got->separation) && got->outcome != TACT_OUTCOME_UNDECIDED)
        REQUIRE(fabs(tact_vec3_length(y) - 1) < 1e-9);
    if (got->outcome != TACT_OUTCOME_APART)
        return;
    tact_distance_result gap;
    REQUIRE(tact_distance(&p->at, &q->at, NULL, NULL, &gap) == TACT_OK);
    double slack = 0x1p-40 * fmax(fmax(p->size, q->size), gap.distance) + 0x1p-1060;
    if (gap.upper < HUGE_VAL)
        REQUIRE(got->separation >= gap.lower - slack && got->separation <= gap.upper + slack);
}
