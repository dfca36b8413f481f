/* SPDX-License-Identifier: MIT */
/* Pairs of triangles: random ones, close ones as in the leaves of mesh hierarchies, neighbours in a
 * mesh, coplanar ones, and ones far apart. No triangle is degenerate, so the plain yardsticks
 * apply. The true verdict, if known, is 1 for triangles that share a point and 0 for others. */
#include "inputs.h"

tact_vec3 inputs_point(bench_rng *rng) {
    double x = bench_rng_unit(rng), y = bench_rng_unit(rng);
    return (tact_vec3){x, y, bench_rng_unit(rng)};
}

tact_triangle inputs_triangle(bench_rng *rng) {
    tact_triangle t;
    for (int i = 0; i < 3; i++)
        t.v[i] = inputs_point(rng);
    return t;
}

tact_vec3 inputs_direction(bench_rng *rng) {
    for (;;) {
        tact_vec3 v = {bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1),
                       bench_rng_between(rng, -1, 1)};
        double square = tact_vec3_dot(v, v);
        if (square > 0.01 && square < 1)
            return tact_vec3_normalize(v);
    }
}

/* A triangle with corners in a cube with the given side and center. */
static tact_triangle triangle_around(bench_rng *rng, tact_vec3 center, double side) {
    tact_triangle t = inputs_triangle(rng);
    for (int i = 0; i < 3; i++) {
        t.v[i].x = center.x + side * (t.v[i].x - 0.5);
        t.v[i].y = center.y + side * (t.v[i].y - 0.5);
        t.v[i].z = center.z + side * (t.v[i].z - 0.5);
    }
    return t;
}

static void make_random(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_pair *pairs = inputs;
    for (size_t i = 0; i < count; i++) {
        pairs[i].a = inputs_triangle(rng);
        pairs[i].b = inputs_triangle(rng);
    }
}

/* Centers at most 0.01 apart in each coordinate, sizes from 0.1 to 1 times that. */
static void make_close(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_pair *pairs = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_vec3 a = inputs_point(rng), offset = inputs_point(rng);
        tact_vec3 b = {a.x + 0.02 * (offset.x - 0.5), a.y + 0.02 * (offset.y - 0.5),
                       a.z + 0.02 * (offset.z - 0.5)};
        pairs[i].a = triangle_around(rng, a, bench_rng_between(rng, 0.001, 0.01) * 2);
        pairs[i].b = triangle_around(rng, b, bench_rng_between(rng, 0.001, 0.01) * 2);
    }
}

static void make_far(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    triangle_pair *pairs = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_vec3 offset = inputs_point(rng);
        tact_vec3 center = {10 + 5 * offset.x, 10 * (offset.y - 0.5), 10 * (offset.z - 0.5)};
        pairs[i].a = inputs_triangle(rng);
        pairs[i].b = triangle_around(rng, center, 1);
        truth[i] = 0;
    }
}

/* Two faces of a mesh that share corners: some corners of b are copies of corners of a. */
static void make_neighbours(bench_rng *rng, triangle_pair *pairs, size_t count, int shared,
                            int32_t *truth) {
    for (size_t i = 0; i < count; i++) {
        pairs[i].a = inputs_triangle(rng);
        pairs[i].b = inputs_triangle(rng);
        uint32_t at_a = bench_rng_below(rng, 3), at_b = bench_rng_below(rng, 3);
        /* Neighbours in a mesh run along their common edge in opposite directions. */
        for (uint32_t j = 0; j < (uint32_t)shared; j++)
            pairs[i].b.v[(at_b + 3 - j) % 3] = pairs[i].a.v[(at_a + j) % 3];
        truth[i] = 1;
    }
}

static void make_share_edge(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    make_neighbours(rng, inputs, count, 2, truth);
}

static void make_share_vertex(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    make_neighbours(rng, inputs, count, 1, truth);
}

/* Corners o + i u + j v with integers: exactly in one plane. */
static void make_coplanar(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_pair *pairs = inputs;
    for (size_t n = 0; n < count; n++) {
        int32_t u[3], v[3];
        do {
            for (int j = 0; j < 3; j++) {
                u[j] = bench_rng_integer(rng, -5, 5);
                v[j] = bench_rng_integer(rng, -5, 5);
            }
        } while (u[0] * v[1] == u[1] * v[0] && u[1] * v[2] == u[2] * v[1] &&
                 u[2] * v[0] == u[0] * v[2]);
        tact_triangle *sides[2] = {&pairs[n].a, &pairs[n].b};
        for (int side = 0; side < 2; side++) {
            int32_t s[3], t[3];
            do {
                for (int j = 0; j < 3; j++) {
                    s[j] = bench_rng_integer(rng, -10, 10);
                    t[j] = bench_rng_integer(rng, -10, 10);
                }
            } while ((s[1] - s[0]) * (t[2] - t[0]) == (t[1] - t[0]) * (s[2] - s[0]));
            for (int j = 0; j < 3; j++)
                sides[side]->v[j] = (tact_vec3){(s[j] * u[0] + t[j] * v[0]) / 64.0,
                                                (s[j] * u[1] + t[j] * v[1]) / 64.0,
                                                (s[j] * u[2] + t[j] * v[2]) / 64.0};
        }
    }
}

/* Corners o + s u + t v with random numbers: in one plane up to rounding. */
static void make_near_coplanar(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_pair *pairs = inputs;
    for (size_t n = 0; n < count; n++) {
        tact_vec3 o = inputs_point(rng), u = inputs_point(rng), v = inputs_point(rng);
        tact_triangle *sides[2] = {&pairs[n].a, &pairs[n].b};
        for (int j = 0; j < 6; j++) {
            double s = bench_rng_unit(rng), t = bench_rng_unit(rng);
            sides[j / 3]->v[j % 3] = (tact_vec3){o.x + s * u.x + t * v.x, o.y + s * u.y + t * v.y,
                                                 o.z + s * u.z + t * v.z};
        }
    }
}

const bench_family pairs_random = {"triangles/random", "two triangles, corners in the unit cube",
                                   sizeof(triangle_pair), make_random};
const bench_family pairs_close = {
    "triangles/close", "small triangles, sizes 0.1 to 1 times the distance of their centers",
    sizeof(triangle_pair), make_close};
const bench_family pairs_far = {"triangles/far", "triangles about ten times their size apart",
                                sizeof(triangle_pair), make_far};
const bench_family pairs_share_edge = {"triangles/share-edge",
                                       "neighbours in a mesh with an edge in common",
                                       sizeof(triangle_pair), make_share_edge};
const bench_family pairs_share_vertex = {"triangles/share-vertex",
                                         "neighbours in a mesh with a corner in common",
                                         sizeof(triangle_pair), make_share_vertex};
const bench_family pairs_coplanar = {"triangles/coplanar", "triangles exactly in one plane",
                                     sizeof(triangle_pair), make_coplanar};
const bench_family pairs_near_coplanar = {"triangles/near-coplanar",
                                          "triangles in one plane up to rounding",
                                          sizeof(triangle_pair), make_near_coplanar};
