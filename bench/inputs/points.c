/* SPDX-License-Identifier: MIT */
/* Points for the orientation predicates: random, of float precision, a few units in the last place
 * from degenerate positions, and exactly degenerate.
 *
 * The near and degenerate families give the true sign. Points q = A + s u, r = A + t u with
 * integers lie on a line through A; p = A + k with a tiny k then has
 * det(q - p, r - p) = (t - s) (u x k). In space b, c, d = A + s u + t v span a plane through A with
 * normal n, and a = A + k has det(b - a, c - a, d - a) = -n . k. All of these are small integers
 * times the unit of k, so their signs are computed without rounding. */
#include "inputs.h"

static tact_vec2 random2(bench_rng *rng) {
    double x = bench_rng_unit(rng);
    return (tact_vec2){x, bench_rng_unit(rng)};
}

static double float_unit(bench_rng *rng) {
    return (double)(float)bench_rng_unit(rng);
}

static int32_t sign_of(int64_t x) {
    return (x > 0) - (x < 0);
}

static void make_points2_random(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    points2 *points = inputs;
    for (size_t i = 0; i < count; i++) {
        points[i].a = random2(rng);
        points[i].b = random2(rng);
        points[i].c = random2(rng);
    }
}

static void make_points2_float(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    points2 *points = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_vec2 *v[3] = {&points[i].a, &points[i].b, &points[i].c};
        for (int j = 0; j < 3; j++) {
            v[j]->x = float_unit(rng);
            v[j]->y = float_unit(rng);
        }
    }
}

/* A line through (1/2, 1/2), and that point moved by up to reach units of 2^-53 per coordinate. */
static void make_line(bench_rng *rng, int32_t reach, points2 *p, int32_t *truth) {
    int32_t ux = bench_rng_integer(rng, -20, 20), uy = bench_rng_integer(rng, 1, 20);
    int32_t s = bench_rng_integer(rng, 1, 10), t = bench_rng_integer(rng, 11, 20);
    int32_t kx = bench_rng_integer(rng, 0, reach), ky = bench_rng_integer(rng, 0, reach);
    p->a = (tact_vec2){0.5 + kx * 0x1p-53, 0.5 + ky * 0x1p-53};
    p->b = (tact_vec2){0.5 + s * ux, 0.5 + s * uy};
    p->c = (tact_vec2){0.5 + t * ux, 0.5 + t * uy};
    *truth = sign_of((int64_t)(t - s) * (ux * ky - uy * kx));
}

static void make_points2_near(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    points2 *points = inputs;
    for (size_t i = 0; i < count; i++)
        make_line(rng, 16, &points[i], &truth[i]);
}

static void make_points2_degenerate(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    points2 *points = inputs;
    for (size_t i = 0; i < count; i++)
        make_line(rng, 0, &points[i], &truth[i]);
}

static void make_points3_random(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    points3 *points = inputs;
    for (size_t i = 0; i < count; i++) {
        points[i].a = inputs_point(rng);
        points[i].b = inputs_point(rng);
        points[i].c = inputs_point(rng);
        points[i].d = inputs_point(rng);
    }
}

static void make_points3_float(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    points3 *points = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_vec3 *v[4] = {&points[i].a, &points[i].b, &points[i].c, &points[i].d};
        for (int j = 0; j < 4; j++) {
            v[j]->x = float_unit(rng);
            v[j]->y = float_unit(rng);
            v[j]->z = float_unit(rng);
        }
    }
}

/* A plane through (1/2, 1/2, 1/2), and that point moved by up to reach units of 2^-53 per
 * coordinate. */
static void make_plane(bench_rng *rng, int32_t reach, points3 *p, int32_t *truth) {
    int32_t u[3], v[3], k[3];
    for (int j = 0; j < 3; j++) {
        u[j] = bench_rng_integer(rng, -10, 10);
        v[j] = bench_rng_integer(rng, -10, 10);
        k[j] = bench_rng_integer(rng, 0, reach);
    }
    tact_vec3 *points[3] = {&p->b, &p->c, &p->d};
    int32_t s[3], t[3];
    for (int j = 0; j < 3; j++) {
        s[j] = bench_rng_integer(rng, -10, 10);
        t[j] = bench_rng_integer(rng, -10, 10);
        *points[j] = (tact_vec3){0.5 + s[j] * u[0] + t[j] * v[0], 0.5 + s[j] * u[1] + t[j] * v[1],
                                 0.5 + s[j] * u[2] + t[j] * v[2]};
    }
    p->a = (tact_vec3){0.5 + k[0] * 0x1p-53, 0.5 + k[1] * 0x1p-53, 0.5 + k[2] * 0x1p-53};
    /* The normal (c - b) x (d - b) is turn times u x v. */
    int64_t turn = (s[1] - s[0]) * (t[2] - t[0]) - (t[1] - t[0]) * (s[2] - s[0]);
    int64_t along = (u[1] * v[2] - u[2] * v[1]) * k[0] + (u[2] * v[0] - u[0] * v[2]) * k[1] +
                    (u[0] * v[1] - u[1] * v[0]) * k[2];
    *truth = -sign_of(turn * along);
}

static void make_points3_near(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    points3 *points = inputs;
    for (size_t i = 0; i < count; i++)
        make_plane(rng, 16, &points[i], &truth[i]);
}

static void make_points3_degenerate(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    points3 *points = inputs;
    for (size_t i = 0; i < count; i++)
        make_plane(rng, 0, &points[i], &truth[i]);
}

const bench_family points2_random = {"points2/random", "points uniform in the unit square",
                                     sizeof(points2), make_points2_random};
const bench_family points2_float = {"points2/float",
                                    "points uniform in the unit square, of float precision",
                                    sizeof(points2), make_points2_float};
const bench_family points2_near = {"points2/near",
                                   "a point at most 16 ulp from a line through (1/2, 1/2)",
                                   sizeof(points2), make_points2_near};
const bench_family points2_degenerate = {"points2/degenerate",
                                         "three points on a line, halves of integers below 400",
                                         sizeof(points2), make_points2_degenerate};

const bench_family points3_random = {"points3/random", "points uniform in the unit cube",
                                     sizeof(points3), make_points3_random};
const bench_family points3_float = {"points3/float",
                                    "points uniform in the unit cube, of float precision",
                                    sizeof(points3), make_points3_float};
const bench_family points3_near = {"points3/near",
                                   "a point at most 16 ulp from a plane through (1/2, 1/2, 1/2)",
                                   sizeof(points3), make_points3_near};
const bench_family points3_degenerate = {"points3/degenerate",
                                         "four points in a plane, halves of integers below 200",
                                         sizeof(points3), make_points3_degenerate};
