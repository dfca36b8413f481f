/* SPDX-License-Identifier: MIT */
/* A triangle with a ray, and a triangle with a box. The true verdict, if known, is 1 if they meet.
 */
#include "inputs.h"

static tact_vec3 between(tact_vec3 from, tact_vec3 to) {
    return (tact_vec3){to.x - from.x, to.y - from.y, to.z - from.z};
}

static void make_rays_random(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_ray *rays = inputs;
    for (size_t i = 0; i < count; i++) {
        rays[i].a = inputs_triangle(rng);
        rays[i].ray.origin = inputs_point(rng);
        rays[i].ray.direction = between(rays[i].ray.origin, inputs_point(rng));
    }
}

/* A point of the triangle's plane. Its barycentric coordinates are from the square [0, 1)^2, so
 * half of these points are inside the triangle. */
static tact_vec3 point_near_face(bench_rng *rng, const tact_triangle *t) {
    double s = bench_rng_unit(rng), r = bench_rng_unit(rng);
    tact_vec3 u = between(t->v[0], t->v[1]), v = between(t->v[0], t->v[2]);
    return (tact_vec3){t->v[0].x + s * u.x + r * v.x, t->v[0].y + s * u.y + r * v.y,
                       t->v[0].z + s * u.z + r * v.z};
}

static void make_rays_aimed(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_ray *rays = inputs;
    for (size_t i = 0; i < count; i++) {
        rays[i].a = inputs_triangle(rng);
        rays[i].ray.origin = inputs_point(rng);
        rays[i].ray.direction = between(rays[i].ray.origin, point_near_face(rng, &rays[i].a));
    }
}

/* The target is the midpoint of an edge. All coordinates have few bits, so the ray meets the edge
 * exactly. */
static void make_rays_at_edges(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    triangle_ray *rays = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_vec3 points[4];
        for (int j = 0; j < 4; j++) {
            double x = bench_rng_integer(rng, 0, 1000), y = bench_rng_integer(rng, 0, 1000);
            points[j] = (tact_vec3){x, y, bench_rng_integer(rng, 0, 1000)};
        }
        rays[i].a = (tact_triangle){{points[0], points[1], points[2]}};
        uint32_t edge = bench_rng_below(rng, 3);
        tact_vec3 p = points[edge], q = points[(edge + 1) % 3];
        tact_vec3 middle = {(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
        rays[i].ray.origin = points[3];
        rays[i].ray.direction = between(points[3], middle);
        truth[i] = 1;
    }
}

static tact_box box_around(tact_vec3 center, tact_vec3 half) {
    return (tact_box){{center.x - half.x, center.y - half.y, center.z - half.z},
                      {center.x + half.x, center.y + half.y, center.z + half.z}};
}

static void make_boxes_random(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_box *items = inputs;
    for (size_t i = 0; i < count; i++) {
        items[i].a = inputs_triangle(rng);
        tact_vec3 half = inputs_point(rng);
        half = (tact_vec3){half.x / 4, half.y / 4, half.z / 4};
        items[i].box = box_around(inputs_point(rng), half);
    }
}

/* Boxes with their center near the triangle's plane: the axes of the box separate few of them. */
static void make_boxes_close(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_box *items = inputs;
    for (size_t i = 0; i < count; i++) {
        items[i].a = inputs_triangle(rng);
        tact_vec3 center = point_near_face(rng, &items[i].a), shift = inputs_point(rng);
        center = (tact_vec3){center.x + (shift.x - 0.5) / 4, center.y + (shift.y - 0.5) / 4,
                             center.z + (shift.z - 0.5) / 4};
        tact_vec3 half = inputs_point(rng);
        half = (tact_vec3){half.x / 8, half.y / 8, half.z / 8};
        items[i].box = box_around(center, half);
    }
}

/* Corners and cells of one integer grid: many touch exactly, as in voxelisation. */
static void make_boxes_grid(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    (void)truth;
    triangle_box *items = inputs;
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < 3; j++) {
            double x = bench_rng_integer(rng, 0, 8), y = bench_rng_integer(rng, 0, 8);
            items[i].a.v[j] = (tact_vec3){x, y, bench_rng_integer(rng, 0, 8)};
        }
        double x = bench_rng_integer(rng, 0, 7), y = bench_rng_integer(rng, 0, 7);
        double z = bench_rng_integer(rng, 0, 7);
        items[i].box = (tact_box){{x, y, z}, {x + 1, y + 1, z + 1}};
    }
}

const bench_family rays_random = {"rays/random", "a triangle and a ray between random points",
                                  sizeof(triangle_ray), make_rays_random};
const bench_family rays_aimed = {"rays/aimed",
                                 "a ray aimed at a parallelogram of which the triangle is half",
                                 sizeof(triangle_ray), make_rays_aimed};
const bench_family rays_at_edges = {"rays/at-edges", "a ray aimed exactly at the middle of an edge",
                                    sizeof(triangle_ray), make_rays_at_edges};
const bench_family boxes_random = {"boxes/random", "a triangle and a box in the unit cube",
                                   sizeof(triangle_box), make_boxes_random};
const bench_family boxes_close = {"boxes/close", "a box near the triangle's face",
                                  sizeof(triangle_box), make_boxes_close};
const bench_family boxes_grid = {"boxes/grid", "a triangle on a grid and a cell of the grid",
                                 sizeof(triangle_box), make_boxes_grid};
