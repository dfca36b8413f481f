/* SPDX-License-Identifier: MIT */
/* Sizes outside of the usual range; see pair_range.h. */
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_range.h"

#include <math.h>

#include "base/assert.h"
#include "base/simd.h"
#include "shape/traits.h"
#include "pair/pair_parts.h"
#include "pair/pair_depth.h"

/* Beside cores of size 1, smaller radii are left out, and larger ones make the cores vanish. */
#define LEAST_RADIUS 0x1p-150
#define MOST_RADIUS 0x1p150

/* ---- Scaling ------------------------------------------------------------------------------ */

typedef struct scaled_pair {
    tact_shape shape[2];
    tacti_placed_shape placed[2];
    int power;      /* scaled numbers are 2^power times the given ones */
    double dropped; /* the sum of both radii if they are left out */
    /* Bound of any other change of the separation, in the given scale: vertices of polytopes are
     * rounded when they are placed, and small numbers underflow. There are fewer than a hundred
     * such roundings, each by at most half of the least double. */
    double error;
} scaled_pair;

static tact_vec3 scale_point(tact_vec3 v, int power) {
    return (tact_vec3){ldexp(v.x, power), ldexp(v.y, power), ldexp(v.z, power)};
}

static void scale_shape(const tacti_placed_shape *from, int power, tact_shape *shape,
                        tacti_placed_shape *to) {
    *shape = *from->shape;
    TACTI_ASSERT(shape->kind != TACT_SHAPE_HULL && shape->kind != TACT_SHAPE_HALF_SPACE);
    shape->radius = ldexp(shape->radius, power);
    tacti_core_scale(shape, power);
    *to = (tacti_placed_shape){shape, from->pose, from->limit};
    for (int i = 3; i < 12; i += 4)
        to->pose.m[i] = ldexp(to->pose.m[i], power);
}

static bool has_placed_vertices(const tacti_body *body) {
    return body->count > 1; /* the centre of a ball is not rounded */
}

/* False if the pair cannot be scaled to a usual size. */
static bool scale_pair(const tacti_bodies *bodies, scaled_pair *out) {
    const tacti_body *body = bodies->body;
    double size = bodies->size, radius = bodies->radius;
    if (body[0].hull != NULL || body[1].hull != NULL || !(size > 0))
        return false;
    int power = -ilogb(size);
    out->power = power;
    if (radius > 0 && ilogb(radius) + power > ilogb(MOST_RADIUS))
        return false;
    for (int side = 0; side < 2; side++) {
        tacti_placed_shape given = {body[side].shape, *body[side].pose,
                                    tacti_simd_limit_at(bodies->level)};
        scale_shape(&given, power, &out->shape[side], &out->placed[side]);
    }
    out->dropped = 0;
    if (out->shape[0].radius + out->shape[1].radius < LEAST_RADIUS) {
        out->dropped = radius;
        out->shape[0].radius = out->shape[1].radius = 0;
    }
    bool is_exact = power >= 0 && !has_placed_vertices(&body[0]) && !has_placed_vertices(&body[1]);
    out->error = is_exact ? 0 : ldexp(0x1p-1068, power < 0 ? -power : 0);
    return true;
}

/* A number of the scaled pair in the given scale, rounded down. */
static double unscale_down(const scaled_pair *pair, double x) {
    double y = ldexp(x, -pair->power);
    return ldexp(y, pair->power) > x ? y - 0x1p-1074 : y;
}

static double unscale_up(const scaled_pair *pair, double x) {
    return -unscale_down(pair, -x);
}

/* A sum of two numbers that are not negative, rounded up. */
static double sum_up(double a, double b) {
    return (a + b) + 0x1p-52 * (a + b);
}

/* a - b rounded down, or 0 if that is greater. a and b are not negative. */
static double difference_down(double a, double b) {
    return tacti_max((a - b) - 0x1p-52 * a, 0);
}

/* ---- Seven directions --------------------------------------------------------------------- */

/* Bounds of the separation, and the direction and points that give the lower one. */
typedef struct coarse {
    double lower, upper;
    tact_vec3 direction, point[2];
} coarse;

/* The support point of a hull, by exact comparisons. */
static tact_vec3 finish_climb(const tacti_body *body, tact_vec3 n, uint32_t at, tact_vec3 point) {
    if (body->hull == NULL)
        return point;
    tact_vec3 m = tacti_hull_scale_direction(tacti_turn_back(body->pose, n));
    return tacti_body_vertex(body, tacti_hull_climb(body->hull, m, at));
}

/* Lower bound of how far the core of b is beyond that of a along n, with the error of body.h and
 * underflow. */
static void try_direction(const tacti_bodies *bodies, tact_vec3 n, coarse *best) {
    uint32_t start[2] = {UINT32_MAX, UINT32_MAX};
    tacti_point_pair pair;
    tact_vec3 back = {-n.x, -n.y, -n.z};
    tacti_gjk_support_at(bodies->level)(bodies, back, start, &pair);
    pair.a = finish_climb(&bodies->body[0], n, pair.at[0], pair.a);
    pair.b = finish_climb(&bodies->body[1], back, pair.at[1], pair.b);
    tact_vec3 w = tacti_vec3_sub(pair.b, pair.a);
    double along = tacti_vec3_dot(n, w);
    double lower = along - (tacti_gjk_error(bodies, n, w) + 0x1p-1060);
    lower -= 0x1p-50 * tacti_abs(lower); /* the length of n is 1 up to rounding */
    if (!(lower > best->lower))
        return;
    best->lower = lower;
    best->direction = n;
    best->point[0] = pair.a;
    best->point[1] = pair.b;
}

/* The size bounds all coordinates of the cores, so that no two points are further apart than four
 * times the size. */
static void measure_coarsely(const tacti_bodies *bodies, coarse *out) {
    double size = 4 * bodies->size + 0x1p-1070, radius = bodies->radius;
    tact_vec3 middle =
        tacti_vec3_sub(tacti_body_middle(&bodies->body[1]), tacti_body_middle(&bodies->body[0]));
    out->lower = -tacti_infinity();
    if (tacti_largest(middle) > 0)
        try_direction(bodies, tact_vec3_normalize(middle), out);
    for (int i = 0; i < 6; i++) {
        double sign = i < 3 ? 1 : -1;
        tact_vec3 n = {i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0};
        try_direction(bodies, n, out);
    }
    out->lower = tacti_max(out->lower, -size);
    out->lower -= radius;
    out->upper = size - radius;
    out->lower -= 0x1p-51 * (tacti_abs(out->lower) + radius);
    out->upper += 0x1p-51 * (tacti_abs(out->upper) + radius);
}

static tact_outcome outcome_of(const coarse *found) {
    return found->lower > 0    ? TACT_OUTCOME_APART
           : found->upper <= 0 ? TACT_OUTCOME_CONTACT
                               : TACT_OUTCOME_UNDECIDED;
}

static void answer_distance_coarsely(const tacti_bodies *bodies,
                                     tacti_convex_distance_answer *out) {
    coarse found;
    measure_coarsely(bodies, &found);
    out->outcome = outcome_of(&found);
    out->ending =
        out->outcome == TACT_OUTCOME_CONTACT ? TACTI_CONVEX_BY_FLOAT : TACTI_CONVEX_BY_LIMIT;
    out->lower = tacti_max(found.lower, 0);
    out->upper = tacti_max(found.upper, 0);
    out->point_a = found.point[0];
    out->point_b = found.point[1];
    if (out->outcome == TACT_OUTCOME_APART) {
        tact_vec3 between = tacti_vec3_sub(found.point[1], found.point[0]);
        double distance = tact_vec3_length(between) - bodies->radius;
        out->distance = tacti_min(tacti_max(distance, out->lower), out->upper);
        out->direction = found.direction;
    }
    tacti_add_radii(bodies, out);
}

static void answer_depth_coarsely(const tacti_bodies *bodies, tacti_convex_depth_answer *out) {
    coarse found;
    measure_coarsely(bodies, &found);
    out->outcome = outcome_of(&found);
    out->ending = TACTI_CONVEX_BY_LIMIT;
    if (out->outcome == TACT_OUTCOME_APART)
        return;
    out->lower = tacti_max(-found.upper, 0);
    out->upper = tacti_max(-found.lower, 0);
    out->depth = out->outcome == TACT_OUTCOME_CONTACT ? out->upper : 0;
    out->direction = found.direction;
    out->point_a =
        tacti_vec3_add(found.point[0], tacti_vec3_scale(found.direction, bodies->body[0].radius));
    out->point_b =
        tacti_vec3_sub(found.point[1], tacti_vec3_scale(found.direction, bodies->body[1].radius));
    if (out->upper - out->lower <= 1e-6 * out->upper)
        out->ending = TACTI_CONVEX_BY_FLOAT;
}

/* ---- Answers ------------------------------------------------------------------------------ */

/* The scaled pair shares a point. Whether the given pair certainly does, too. */
static bool is_contact_certain(const scaled_pair *pair) {
    tacti_convex_depth_answer depth;
    if (pair->error == 0)
        return true;
    return tacti_convex_depth(&pair->placed[0], &pair->placed[1], NULL, &depth) == TACT_OK &&
           unscale_down(pair, depth.lower) > pair->error;
}

void tacti_range_distance(const tacti_bodies *bodies, tacti_convex_cache *cache,
                          tacti_convex_distance_answer *out) {
    TACTI_ASSERT(tacti_is_out_of_range(bodies));
    scaled_pair pair;
    tacti_convex_distance_answer s;
    if (!scale_pair(bodies, &pair) ||
        tacti_convex_distance(&pair.placed[0], &pair.placed[1], cache, &s) != TACT_OK) {
        answer_distance_coarsely(bodies, out);
        return;
    }
    double taken = sum_up(pair.dropped, pair.error);
    *out = s;
    out->point_a = scale_point(s.point_a, -pair.power);
    out->point_b = scale_point(s.point_b, -pair.power);
    out->lower = difference_down(unscale_down(&pair, s.lower), taken);
    out->upper = sum_up(unscale_up(&pair, s.upper), pair.error);
    if (s.outcome == TACT_OUTCOME_CONTACT && is_contact_certain(&pair)) {
        out->upper = 0;
        return;
    }
    if (s.outcome == TACT_OUTCOME_APART && (out->lower > 0 || taken == 0)) {
        out->upper = tacti_max(out->upper, 0x1p-1074);
        double distance = ldexp(s.distance, -pair.power) - pair.dropped;
        double least = tacti_max(out->lower, 0x1p-1074);
        out->distance = tacti_min(tacti_max(distance, least), out->upper);
        return;
    }
    out->outcome = TACT_OUTCOME_UNDECIDED;
    out->ending = TACTI_CONVEX_BY_LIMIT;
    out->distance = out->lower = 0;
    out->direction = (tact_vec3){0, 0, 0};
}

void tacti_range_collide(const tacti_bodies *bodies, tacti_convex_cache *cache,
                         tacti_convex_collision *out) {
    tacti_convex_distance_answer s = {0};
    tacti_range_distance(bodies, cache, &s);
    out->outcome = s.outcome;
    out->ending = s.ending;
    out->iterations = s.iterations;
    out->proof.direction = s.direction;
}

/* Upper bound of how far the scaled shapes reach into each other along n. */
static double overlap_along(const scaled_pair *pair, tact_vec3 n) {
    tacti_bodies bodies;
    coarse best = {.lower = -tacti_infinity()};
    if (tacti_bodies_make(&pair->placed[0], &pair->placed[1], &bodies) != TACT_OK)
        return 0;
    try_direction(&bodies, n, &best);
    return tacti_max(sum_up(bodies.radius, -best.lower), 0);
}

/* The scaled pair is apart. Whether the given shapes certainly are, too. If not, the direction and
 * the points are set along which radii and errors may make them touch. If only exact arithmetic
 * proves that the pair is apart, rounded support points along the direction may still overlap; the
 * upper bound is then that overlap. */
static bool is_gap_certain(const scaled_pair *pair, tacti_convex_depth_answer *out) {
    tacti_convex_distance_answer s;
    double taken = sum_up(pair->dropped, pair->error);
    if (taken == 0)
        return true;
    if (tacti_convex_distance(&pair->placed[0], &pair->placed[1], NULL, &s) == TACT_OK &&
        unscale_down(pair, s.lower) > taken)
        return true;
    out->direction = s.direction;
    out->point_a = s.point_a;
    out->point_b = s.point_b;
    if (!(s.lower > 0))
        out->upper = overlap_along(pair, s.direction);
    return false;
}

void tacti_range_depth(const tacti_bodies *bodies, tacti_convex_cache *cache,
                       tacti_convex_depth_answer *out) {
    TACTI_ASSERT(tacti_is_out_of_range(bodies));
    scaled_pair pair;
    tacti_convex_depth_answer d;
    if (!scale_pair(bodies, &pair) ||
        tacti_convex_depth(&pair.placed[0], &pair.placed[1], cache, &d) != TACT_OK) {
        answer_depth_coarsely(bodies, out);
        return;
    }
    *out = d;
    if (d.outcome == TACT_OUTCOME_APART && is_gap_certain(&pair, out))
        return;
    double added = sum_up(pair.dropped, pair.error);
    out->point_a = scale_point(out->point_a, -pair.power);
    out->point_b = scale_point(out->point_b, -pair.power);
    out->lower = difference_down(unscale_down(&pair, d.lower), pair.error);
    out->upper = sum_up(unscale_up(&pair, out->upper), added);
    out->depth = tacti_min(tacti_max(ldexp(d.depth, -pair.power), out->lower), out->upper);
    if (d.outcome == TACT_OUTCOME_CONTACT && is_contact_certain(&pair))
        return;
    out->outcome = TACT_OUTCOME_UNDECIDED;
    out->ending = TACTI_CONVEX_BY_LIMIT;
    out->lower = out->depth = 0;
}
