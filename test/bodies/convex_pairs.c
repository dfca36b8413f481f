/* SPDX-License-Identifier: MIT */
/* Random pairs of polytopes; see convex_pairs.h. */
#include "convex_pairs.h"

#include "oracle_convex.h"

#include <math.h>
#include "pair/pair.h"

tact_vec3 pairs_random_direction(test_rng *rng) {
    for (;;) {
        tact_vec3 v = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                       test_rng_between(rng, -1, 1)};
        double square = tact_vec3_dot(v, v);
        if (square > 0.01 && square < 1)
            return tact_vec3_normalize(v);
    }
}

tact_pose pairs_random_pose(test_rng *rng, double spread) {
    tact_vec3 t = {test_rng_between(rng, -spread, spread), test_rng_between(rng, -spread, spread),
                   test_rng_between(rng, -spread, spread)};
    tact_pose pose;
    assert_int_equal(tact_pose_from_axis_angle(pairs_random_direction(rng),
                                               test_rng_between(rng, -3.2, 3.2), t, &pose),
                     TACT_OK);
    return pose;
}

/* One of the 24 rotations that map axes to axes, and a shift by whole numbers. */
static tact_pose grid_pose(test_rng *rng) {
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    uint32_t order = test_rng_below(rng, 6);
    double sign[3] = {test_rng_below(rng, 2) ? 1 : -1, test_rng_below(rng, 2) ? 1 : -1, 1};
    sign[2] = sign[0] * sign[1] * (order < 3 ? 1 : -1);
    tact_pose pose = {{0}};
    for (int row = 0; row < 3; row++) {
        pose.m[4 * row + orders[order][row]] = sign[row];
        pose.m[4 * row + 3] = (double)test_rng_below(rng, 9) - 4;
    }
    return pose;
}

pairs_pool pairs_pool_make(test_rng *rng) {
    pairs_pool pool;
    for (int i = 0; i < PAIRS_HULLS; i++) {
        tact_vec3 points[60];
        uint32_t count = 1 + test_rng_below(rng, 60);
        double scale[3] = {1, 1, 1};
        if (i % 8 == 1)
            scale[test_rng_below(rng, 3)] = 0; /* flat */
        if (i % 8 == 2)
            scale[test_rng_below(rng, 3)] = 1e-6;
        if (i % 8 == 3)
            scale[0] = scale[1] = 1e-6;
        for (uint32_t k = 0; k < count; k++) {
            tact_vec3 p = pairs_random_direction(rng);
            if (i % 8 >= 5) /* whole numbers */
                p = (tact_vec3){(double)test_rng_below(rng, 5) - 2,
                                (double)test_rng_below(rng, 5) - 2,
                                (double)test_rng_below(rng, 5) - 2};
            points[k] = (tact_vec3){p.x * scale[0], p.y * scale[1], p.z * scale[2]};
        }
        assert_int_equal(tact_hull_create(NULL, points, count, &pool.hull[i]), TACT_OK);
    }
    return pool;
}

void pairs_pool_free(pairs_pool *pool) {
    for (int i = 0; i < PAIRS_HULLS; i++)
        tact_hull_destroy(pool->hull[i]);
}

static tact_vec3 random_point(test_rng *rng, bool whole) {
    if (whole)
        return (tact_vec3){(double)test_rng_below(rng, 5) - 2, (double)test_rng_below(rng, 5) - 2,
                           (double)test_rng_below(rng, 5) - 2};
    return (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                       test_rng_between(rng, -1, 1)};
}

static tact_shape random_shape(test_rng *rng, const pairs_pool *pool, bool whole, bool thin) {
    double thinness = thin ? 1e-6 : 1;
    switch (test_rng_below(rng, 8)) {
    case 0:
        return tact_shape_sphere(0);
    case 1:
        return tact_shape_segment(random_point(rng, whole), random_point(rng, whole), 0);
    case 2:
        return tact_shape_triangle((tact_triangle){
            {random_point(rng, whole), random_point(rng, whole), random_point(rng, whole)}});
    case 3:
    case 4:
        if (whole)
            return tact_shape_box(test_rng_below(rng, 3), 1 + test_rng_below(rng, 3),
                                  test_rng_below(rng, 3));
        return tact_shape_box(test_rng_unit(rng), thinness * test_rng_unit(rng),
                              thin && test_rng_below(rng, 2) ? 1e-6 : test_rng_unit(rng));
    default: {
        uint32_t i = test_rng_below(rng, PAIRS_HULLS);
        if (whole)
            i = i - i % 8 + 5 + i % 3;
        else if (thin)
            i = i - i % 8 + 1 + i % 3;
        return tact_shape_hull(pool->hull[i]);
    }
    }
}

/* The middle of all vertices that are furthest along n: a corner, an edge or a face. */
static tact_vec3 furthest_feature(const tacti_placed_shape *shape, tact_vec3 n) {
    tact_vec3 vertices[1000], sum = {0, 0, 0};
    uint32_t count = oracle_vertices(shape, vertices, 1000), found = 0;
    double most = -INFINITY;
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, tact_vec3_dot(n, vertices[i]));
    for (uint32_t i = 0; i < count; i++)
        if (tact_vec3_dot(n, vertices[i]) >= most - 1e-9 * (1 + fabs(most))) {
            sum = tact_vec3_add(sum, vertices[i]);
            found++;
        }
    return tact_vec3_scale(sum, 1.0 / found);
}

void pairs_move_to_gap(convex_pair *pair, tact_vec3 n, double gap) {
    tact_vec3 end = furthest_feature(&pair->placed[0], n);
    tact_vec3 begin = furthest_feature(&pair->placed[1], tact_vec3_scale(n, -1));
    double between = gap + pair->shape[0].radius + pair->shape[1].radius;
    tact_vec3 shift = tact_vec3_add(tact_vec3_sub(end, begin), tact_vec3_scale(n, between));
    pair->placed[1].pose.m[3] += shift.x;
    pair->placed[1].pose.m[7] += shift.y;
    pair->placed[1].pose.m[11] += shift.z;
}

static tact_vec3 column_of(const tact_pose *pose, uint32_t column) {
    return (tact_vec3){pose->m[column], pose->m[4 + column], pose->m[8 + column]};
}

/* A direction at right angles to a face, at right angles to an edge of each shape, or any
 * direction. */
static tact_vec3 gap_direction(test_rng *rng, const convex_pair *pair) {
    uint32_t kind = test_rng_below(rng, 8);
    if (kind == 0)
        return pairs_random_direction(rng);
    tact_vec3 u = column_of(&pair->placed[0].pose, test_rng_below(rng, 3));
    tact_vec3 v = column_of(&pair->placed[1].pose, test_rng_below(rng, 3));
    tact_vec3 cross = tact_vec3_cross(u, v);
    if (kind < 4 && tact_vec3_length(cross) > 0.01)
        return tact_vec3_normalize(cross);
    return kind % 2 == 0 ? u : v;
}

static double random_gap(test_rng *rng) {
    double size = pow(10, test_rng_between(rng, -17, -3));
    return test_rng_below(rng, 4) == 0 ? 0 : test_rng_below(rng, 2) ? size : -size;
}

static void nudge(test_rng *rng, double *x) {
    uint32_t steps = test_rng_below(rng, 3);
    double toward = test_rng_below(rng, 2) ? 1e9 : -1e9;
    for (uint32_t i = 0; i < steps; i++)
        *x = nextafter(*x, toward);
}

static void place_family(test_rng *rng, pairs_family family, convex_pair *out) {
    bool whole = family == PAIRS_GRID || family == PAIRS_NUDGED;
    bool is_near = family == PAIRS_NEAR || family == PAIRS_THIN || family == PAIRS_FAR;
    bool is_plain = family == PAIRS_IDENTITY || (is_near && test_rng_below(rng, 4) == 0);
    for (int side = 0; side < 2; side++) {
        tact_pose pose = whole ? grid_pose(rng) : pairs_random_pose(rng, 1.5);
        if (is_plain || (whole && test_rng_below(rng, 2)))
            for (int i = 0; i < 12; i++)
                pose.m[i] = i % 5 == 0 ? 1 : i % 4 == 3 ? pose.m[i] : 0;
        out->placed[side] = (tacti_placed_shape){&out->shape[side], pose};
    }
    if (family == PAIRS_SAME) {
        if (test_rng_below(rng, 2))
            out->shape[1] = out->shape[0];
        if (test_rng_below(rng, 2))
            out->placed[1].pose = out->placed[0].pose;
    }
    if (is_near && test_rng_below(rng, 2)) /* parallel */
        for (int i = 0; i < 12; i++)
            if (i % 4 != 3)
                out->placed[1].pose.m[i] = out->placed[0].pose.m[i];
    if (family == PAIRS_FAR)
        for (int side = 0; side < 2; side++)
            for (int row = 0; row < 3; row++)
                out->placed[side].pose.m[4 * row + 3] += 1e6;
    if (is_near)
        pairs_move_to_gap(out, gap_direction(rng, out), random_gap(rng));
    if (family == PAIRS_NUDGED)
        for (int row = 0; row < 3; row++)
            nudge(rng, &out->placed[test_rng_below(rng, 2)].pose.m[4 * row + 3]);
}

void pairs_make(test_rng *rng, const pairs_pool *pool, pairs_family family, bool radii,
                convex_pair *out) {
    bool whole = family == PAIRS_GRID || family == PAIRS_NUDGED;
    for (int side = 0; side < 2; side++) {
        out->shape[side] = random_shape(rng, pool, whole, family == PAIRS_THIN);
        if (radii && test_rng_below(rng, 2))
            out->shape[side].radius = whole ? (double)test_rng_below(rng, 4) : test_rng_unit(rng);
    }
    place_family(rng, family, out);
}

double pairs_size(const convex_pair *pair) {
    double size = 0;
    for (int side = 0; side < 2; side++) {
        tact_box box = tacti_shape_bounds(&pair->placed[side]);
        const double *numbers = &box.lo.x;
        for (int i = 0; i < 6; i++)
            size = fmax(size, fabs(numbers[i]));
    }
    return size;
}

void pairs_check_is_in(const tacti_placed_shape *shape, tact_vec3 point, double tolerance) {
    tact_shape ball = tact_shape_sphere(tolerance);
    tacti_placed_shape placed = {&ball, tact_pose_identity()};
    placed.pose.m[3] = point.x;
    placed.pose.m[7] = point.y;
    placed.pose.m[11] = point.z;
    tacti_convex_collision answer;
    assert_int_equal(tacti_convex_collide(shape, &placed, NULL, &answer), TACT_OK);
    assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
}
