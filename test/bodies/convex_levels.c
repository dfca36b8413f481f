/* SPDX-License-Identifier: MIT */
/* Questions about convex shapes as hashes of all bits of their answers; see convex_levels.h. */
#include "convex_levels.h"

#include "base/simd.h"
#include "hull/hull.h"
#include "levels.h"
#include "manifold/manifold.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"
#include "ray/point.h"
#include "ray/ray.h"
#include "shape/body.h"

/* ---- Answers ------------------------------------------------------------------------------ */

static uint64_t hash_numbers(uint64_t hash, const uint32_t *numbers, uint32_t count) {
    return hash_bytes(hash, numbers, count * sizeof *numbers);
}

static uint64_t hash_collision(uint64_t hash, const tacti_convex_collision *c) {
    hash = hash_integer(hash_integer(hash_integer(hash, c->outcome), c->ending), c->iterations);
    hash = hash_integer(hash_vector(hash, c->proof.direction), c->proof.pair_count);
    hash = hash_numbers(hash, c->proof.a, c->proof.pair_count);
    hash = hash_numbers(hash, c->proof.b, c->proof.pair_count);
    return hash_integer(hash_integer(hash, c->proof.extreme_a), c->proof.extreme_b);
}

static uint64_t hash_distance(uint64_t hash, const tacti_convex_distance_answer *d) {
    hash = hash_integer(hash_integer(hash_integer(hash, d->outcome), d->ending), d->iterations);
    hash = hash_number(hash_number(hash_number(hash, d->distance), d->lower), d->upper);
    hash = hash_vector(hash_vector(hash_vector(hash, d->point_a), d->point_b), d->direction);
    hash = hash_integer(hash, d->pair_count);
    hash = hash_numbers(hash, d->a, d->pair_count);
    hash = hash_numbers(hash, d->b, d->pair_count);
    return hash_bytes(hash, d->weights, d->pair_count * sizeof *d->weights);
}

static uint64_t hash_depth(uint64_t hash, const tacti_convex_depth_answer *d) {
    hash = hash_integer(hash_integer(hash_integer(hash, d->outcome), d->ending), d->iterations);
    hash = hash_number(hash_number(hash_number(hash, d->depth), d->lower), d->upper);
    return hash_vector(hash_vector(hash_vector(hash, d->point_a), d->point_b), d->direction);
}

static uint64_t hash_manifold(uint64_t hash, const tacti_manifold *m) {
    hash = hash_integer(hash_integer(hash, m->outcome), m->point_count);
    hash = hash_number(hash_vector(hash, m->normal), m->separation);
    for (uint32_t i = 0; i < m->point_count; i++) {
        const tacti_manifold_point *p = &m->points[i];
        hash = hash_number(hash_vector(hash_vector(hash, p->point_a), p->point_b), p->separation);
        hash = hash_integer(hash_integer(hash, p->feature_a), p->feature_b);
    }
    return hash;
}

static uint64_t hash_gradient(uint64_t hash, const tacti_convex_gradient_answer *g) {
    hash = hash_number(hash_integer(hash_integer(hash, g->outcome), g->is_unique), g->separation);
    hash = hash_vector(hash_vector(hash, g->of_a.translation), g->of_a.rotation);
    return hash_vector(hash_vector(hash, g->of_b.translation), g->of_b.rotation);
}

/* ---- Shapes at a level -------------------------------------------------------------------- */

/* A placed shape for the level of a context. */
typedef struct leveled_shape {
    tact_shape shape;
    tact_hull *hull; /* the copy, or NULL */
    tacti_placed_shape placed;
    tacti_shape_facts facts;
} leveled_shape;

static void make_leveled(const tact_context *context, const tacti_placed_shape *from,
                         leveled_shape *out) {
    out->shape = *from->shape;
    out->hull = NULL;
    if (from->shape->kind == TACT_SHAPE_HULL) {
        out->hull = tacti_hull_copy(context, from->shape->core.hull);
        assert_non_null(out->hull);
        out->shape.core.hull = out->hull;
    }
    tacti_simd_limit limit = tacti_simd_limit_at(tacti_simd_level(context));
    out->placed = (tacti_placed_shape){&out->shape, from->pose, limit};
    out->facts = tacti_shape_facts_of(&out->shape);
}

static tacti_shape_at with_facts(const leveled_shape *s) {
    tacti_shape_at at = tacti_at(&s->placed);
    at.facts = &s->facts;
    return at;
}

/* ---- Two shapes --------------------------------------------------------------------------- */

/* Wide enough for points of manifolds of shapes that are about 1 in size and nearly touch. */
#define MARGIN 0.25

static uint64_t hash_questions(uint64_t hash, const tacti_shape_at *a, const tacti_shape_at *b,
                               tacti_convex_cache *cache) {
    tacti_convex_collision collision;
    tacti_convex_distance_answer distance;
    tacti_convex_depth_answer depth;
    tacti_manifold manifold;
    tacti_convex_gradient_answer gradient;
    tact_status status = tacti_convex_collide_at(a, b, cache, &collision);
    hash = status == TACT_OK ? hash_collision(hash, &collision) : hash_integer(hash, status);
    status = tacti_convex_distance_at(a, b, cache, &distance);
    hash = status == TACT_OK ? hash_distance(hash, &distance) : hash_integer(hash, status);
    status = tacti_convex_depth_at(a, b, cache, &depth);
    hash = status == TACT_OK ? hash_depth(hash, &depth) : hash_integer(hash, status);
    status = tacti_convex_manifold_at(a, b, MARGIN, cache, &manifold);
    hash = status == TACT_OK ? hash_manifold(hash, &manifold) : hash_integer(hash, status);
    status = tacti_convex_gradient_at(a, b, cache, &gradient);
    return status == TACT_OK ? hash_gradient(hash, &gradient) : hash_integer(hash, status);
}

static uint64_t ask_pair(const void *about, const tact_context *context) {
    const tacti_placed_shape *const *pair = about;
    leveled_shape shape[2];
    make_leveled(context, pair[0], &shape[0]);
    make_leveled(context, pair[1], &shape[1]);
    tacti_bodies bodies;
    tact_status status = tacti_bodies_make(&shape[0].placed, &shape[1].placed, &bodies);
    assert_true(status != TACT_OK || bodies.level == tacti_simd_level(context));
    tacti_shape_at plain[2] = {tacti_at(&shape[0].placed), tacti_at(&shape[1].placed)};
    tacti_shape_at known[2] = {with_facts(&shape[0]), with_facts(&shape[1])};
    uint64_t hash = hash_integer(1, status);
    hash = hash_questions(hash, &plain[0], &plain[1], NULL);
    hash = hash_questions(hash, &known[0], &known[1], NULL);
    tacti_convex_verdict verdict;
    if (status == TACT_OK &&
        tacti_convex_verdict_at(&known[0], &known[1], NULL, &verdict) == TACT_OK)
        hash = hash_integer(hash_integer(hash, verdict.outcome), verdict.ending);
    tacti_convex_cache cache = {0};
    for (int round = 0; round < 2; round++)
        hash = hash_questions(hash, &known[0], &known[1], &cache);
    tact_hull_destroy(shape[0].hull);
    tact_hull_destroy(shape[1].hull);
    return hash;
}

void check_pair_levels(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    const tacti_placed_shape *const pair[2] = {a, b};
    test_levels_agree(ask_pair, pair);
}

void check_some_levels(uint64_t number, uint64_t every, const tacti_placed_shape *a,
                       const tacti_placed_shape *b) {
    if (number % every == 0)
        check_pair_levels(a, b);
}

/* ---- One shape ---------------------------------------------------------------------------- */

typedef struct ray_question {
    const tacti_placed_shape *shape;
    tact_ray ray;
    double t_max;
} ray_question;

static uint64_t ask_ray(const void *about, const tact_context *context) {
    const ray_question *q = about;
    leveled_shape shape;
    make_leveled(context, q->shape, &shape);
    tacti_shape_hit hit;
    tacti_shape_gap gap;
    tact_status status = tacti_shape_ray(&shape.placed, q->ray, q->t_max, &hit);
    uint64_t hash = hash_integer(1, status);
    if (status == TACT_OK) {
        hash = hash_integer(hash_integer(hash, hit.outcome), hit.is_inside);
        hash = hash_number(hash_number(hash_number(hash, hit.t), hit.lower), hit.upper);
        if (hit.outcome != TACT_OUTCOME_APART)
            hash = hash_vector(hash_vector(hash, hit.point), hit.normal);
    }
    status = tacti_shape_point(&shape.placed, q->ray.origin, &gap);
    hash = hash_integer(hash, status);
    if (status == TACT_OK) {
        hash = hash_number(hash_integer(hash, gap.outcome), gap.distance);
        hash = hash_number(hash_number(hash, gap.lower), gap.upper);
        hash = hash_vector(hash_vector(hash, gap.nearest), gap.direction);
    }
    tact_hull_destroy(shape.hull);
    return hash;
}

void check_ray_levels(const tacti_placed_shape *shape, tact_ray ray, double t_max) {
    ray_question question = {shape, ray, t_max};
    test_levels_agree(ask_ray, &question);
}
