/* SPDX-License-Identifier: MIT */
/* Pairs of placed convex shapes, each pair a given distance apart along a random direction. Hulls
 * are those of random points on a sphere; a few of each size serve all pairs. */
#include "convex.h"

#include <math.h>
#include <stdlib.h>

#define HULLS_A_SIZE 8
#define SIZES 4

/* Made when the first family asks for them; the program is one thread. */
static tact_hull *hulls[SIZES][HULLS_A_SIZE];
static const uint32_t hull_sizes[SIZES] = {8, 32, 128, 1024};

typedef enum convex_kind {
    HULL8,
    HULL32,
    HULL128,
    HULL1024,
    BOXES,
    CAPSULE_BOX,
    SPHERE_CYLINDER,
    ELLIPSOIDS
} convex_kind;

static tact_vec3 direction(bench_rng *rng) {
    for (;;) {
        tact_vec3 v = {bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1),
                       bench_rng_between(rng, -1, 1)};
        double square = tact_vec3_dot(v, v);
        if (square > 0.01 && square < 1)
            return tact_vec3_normalize(v);
    }
}

static const tact_hull *find_hull(bench_rng *rng, int size) {
    uint32_t number = bench_rng_below(rng, HULLS_A_SIZE);
    bench_rng own = {(uint64_t)(1000 * size) + number};
    if (hulls[size][number] == NULL) {
        static tact_vec3 points[1024];
        for (uint32_t i = 0; i < hull_sizes[size]; i++)
            points[i] = direction(&own);
        if (tact_hull_create(NULL, points, hull_sizes[size], &hulls[size][number]) != TACT_OK)
            abort();
    }
    return hulls[size][number];
}

void convex_inputs_release(void) {
    for (int size = 0; size < SIZES; size++)
        for (int i = 0; i < HULLS_A_SIZE; i++) {
            tact_hull_destroy(hulls[size][i]);
            hulls[size][i] = NULL;
        }
}

static double length(bench_rng *rng) {
    return bench_rng_between(rng, 0.3, 1);
}

static tact_shape make_shape(bench_rng *rng, convex_kind kind, int side) {
    if (kind <= HULL1024)
        return tact_shape_hull(find_hull(rng, (int)kind));
    if (kind == CAPSULE_BOX && side == 0)
        return tact_shape_capsule(length(rng), length(rng));
    if (kind == SPHERE_CYLINDER)
        return side == 0 ? tact_shape_sphere(length(rng))
                         : tact_shape_cylinder(length(rng), length(rng));
    if (kind == ELLIPSOIDS)
        return tact_shape_ellipsoid(length(rng), length(rng), length(rng));
    return tact_shape_box(length(rng), length(rng), length(rng));
}

static tact_pose turn(bench_rng *rng) {
    tact_pose pose;
    tact_vec3 shift = {bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1),
                       bench_rng_between(rng, -1, 1)};
    if (tact_pose_from_axis_angle(direction(rng), bench_rng_between(rng, -3, 3), shift, &pose) !=
        TACT_OK)
        abort();
    return pose;
}

static void shift_by(tact_pose *pose, tact_vec3 by) {
    pose->m[3] += by.x;
    pose->m[7] += by.y;
    pose->m[11] += by.z;
}

/* Puts b beside a along n, as if both were far out along it, then moves it until the distance is
 * the gap; a negative one is the depth along n from the place where they touch. */
static void stand(convex_input *input, tact_vec3 n, double gap) {
    tact_placed_shape a = {&input->shape[0], input->pose[0]};
    tact_placed_shape b = {&input->shape[1], input->pose[1]};
    tact_vec3 from = {b.pose.m[3] - a.pose.m[3], b.pose.m[7] - a.pose.m[7],
                      b.pose.m[11] - a.pose.m[11]};
    shift_by(&b.pose, tact_vec3_scale(from, -1));
    shift_by(&b.pose, tact_vec3_scale(n, 8));
    /* Moving by the distance never makes them meet; the limit is a touch. */
    double wanted = gap > 0 ? gap : 0;
    for (int i = 0; i < 100; i++) {
        tact_convex_separation separation;
        if (tact_convex_distance(&a, &b, NULL, &separation) != TACT_OK)
            abort();
        if (separation.upper <= wanted + 1e-6)
            break;
        shift_by(&b.pose, tact_vec3_scale(n, -(separation.lower - wanted)));
    }
    if (gap < 0)
        shift_by(&b.pose, tact_vec3_scale(n, gap));
    input->pose[1] = b.pose;
}

static void make(bench_rng *rng, void *inputs, size_t count, int32_t *truth, convex_kind kind,
                 double gap) {
    convex_input *input = inputs;
    for (size_t i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            input[i].shape[side] = make_shape(rng, kind, side);
            input[i].pose[side] = turn(rng);
        }
        stand(&input[i], direction(rng), gap);
        truth[i] = gap < 0;
    }
}

#define STANCE(kind, KIND, stance, gap, text)                                                      \
    static void make_##kind##_##stance(bench_rng *rng, void *inputs, size_t count,                 \
                                       int32_t *truth) {                                           \
        make(rng, inputs, count, truth, KIND, gap);                                                \
    }                                                                                              \
    const bench_family convex_##kind##_##stance = {"convex/" #kind "-" #stance, text,              \
                                                   sizeof(convex_input), make_##kind##_##stance};
#define STANCES(kind, KIND)                                                                        \
    STANCE(kind, KIND, apart, 0.5, "half a unit apart")                                            \
    STANCE(kind, KIND, near, 0.01, "a hundredth apart")                                            \
    STANCE(kind, KIND, deep, -0.2, "one into the other")
STANCES(hull8, HULL8)
STANCES(hull32, HULL32)
STANCES(hull128, HULL128)
STANCES(hull1024, HULL1024)
STANCES(boxes, BOXES)
STANCES(capsule_box, CAPSULE_BOX)
STANCES(sphere_cylinder, SPHERE_CYLINDER)
STANCES(ellipsoids, ELLIPSOIDS)
