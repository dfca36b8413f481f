/* SPDX-License-Identifier: MIT */
/* Makes rays and points around a model; see inputs.h. */
#include "inputs.h"

#include <math.h>

static tact_vec3 random_in_box(bench_rng *rng, double half) {
    double x = bench_rng_between(rng, -half, half), y = bench_rng_between(rng, -half, half);
    return tact_vec3_make(x, y, bench_rng_between(rng, -half, half));
}

static tact_vec3 random_in_ball(bench_rng *rng) {
    for (;;) {
        tact_vec3 p = random_in_box(rng, 1);
        double square = tact_vec3_dot(p, p);
        if (square <= 1 && square > 0.01)
            return p;
    }
}

void point_make_rays_about(bench_rng *rng, const mesh_model *model, size_t count, tact_ray *rays) {
    for (size_t i = 0; i < count; i++) {
        tact_vec3 from = tact_vec3_normalize(random_in_ball(rng)), to = random_in_ball(rng);
        from = tact_vec3_add(model->center, tact_vec3_scale(from, 1.01 * model->radius));
        to = tact_vec3_add(model->center, tact_vec3_scale(to, model->radius));
        rays[i] = (tact_ray){from, tact_vec3_sub(to, from)};
    }
}

void point_make_rays_of_eye(bench_rng *rng, const mesh_model *model, size_t count, tact_ray *rays) {
    tact_vec3 forward = tact_vec3_normalize(random_in_ball(rng));
    tact_vec3 eye = tact_vec3_sub(model->center, tact_vec3_scale(forward, 3 * model->radius));
    tact_vec3 up = fabs(forward.z) < 0.9 ? tact_vec3_make(0, 0, 1) : tact_vec3_make(1, 0, 0);
    tact_vec3 right = tact_vec3_normalize(tact_vec3_cross(forward, up));
    up = tact_vec3_cross(right, forward);
    size_t width = (size_t)fmax(1, floor(sqrt((double)count)));
    for (size_t i = 0; i < count; i++) {
        double x = 2 * ((double)(i % width) + 0.5) / (double)width - 1;
        double y = 2 * ((double)(i / width) + 0.5) / (double)width - 1;
        tact_vec3 to = tact_vec3_scale(forward, 3);
        to = tact_vec3_add(to, tact_vec3_add(tact_vec3_scale(right, x), tact_vec3_scale(up, y)));
        rays[i] = (tact_ray){eye, to};
    }
}

void point_make_near(bench_rng *rng, const mesh_model *model, size_t count, tact_vec3 *points) {
    const tact_vec3 *vertices = tact_mesh_vertices(model->mesh);
    const uint32_t *indices = tact_mesh_indices(model->mesh);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *t =
            indices + 3 * (size_t)bench_rng_below(rng, tact_mesh_triangle_count(model->mesh));
        double a = bench_rng_unit(rng), b = bench_rng_unit(rng) * (1 - a);
        tact_vec3 p = tact_vec3_scale(vertices[t[0]], a);
        p = tact_vec3_add(p, tact_vec3_scale(vertices[t[1]], b));
        p = tact_vec3_add(p, tact_vec3_scale(vertices[t[2]], 1 - a - b));
        points[i] = tact_vec3_add(p, random_in_box(rng, 0.005 * model->size));
    }
}

void point_make_about(bench_rng *rng, const mesh_model *model, size_t count, tact_vec3 *points) {
    tact_box box = tact_mesh_bounds(model->mesh);
    tact_vec3 extent = tact_vec3_sub(box.hi, box.lo);
    for (size_t i = 0; i < count; i++) {
        tact_vec3 p = random_in_box(rng, 1);
        points[i] = tact_vec3_add(model->center,
                                  tact_vec3_make(p.x * extent.x, p.y * extent.y, p.z * extent.z));
    }
}
