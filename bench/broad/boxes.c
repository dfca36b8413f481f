/* SPDX-License-Identifier: MIT */
/* The generator. Uniform: a cube of side cbrt(4 n), edges 0.5 to 1.5. Clustered: n / 250 normal
 * clusters with deviations of 1.5 to 5 in three times that side. Mixed: a cube of side cbrt(30 n),
 * edges 0.1 * 100^u for a uniform u, times 0.7 to 1.3 per axis. Velocities per axis are normal with
 * a deviation of 0.04 h, and 0.9 v + 0.02 h N in each frame, with the half edge h of the axis. */
#include "boxes.h"

#include "fail.h"

#include <math.h>
#include <stdlib.h>

const char *const boxes_names[BOXES_KINDS + 1] = {"uniform", "clustered", "mixed", "two sizes"};

static double unit(boxes_world *w) {
    uint64_t x = w->random += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

static double normal(boxes_world *w) {
    double r = sqrt(-2 * log(1 - unit(w)));
    return r * cos(6.283185307179586 * unit(w));
}

static tact_vec3 vector(boxes_world *w, double lo, double hi) {
    double x = lo + (hi - lo) * unit(w), y = lo + (hi - lo) * unit(w);
    return (tact_vec3){x, y, lo + (hi - lo) * unit(w)};
}

static tact_vec3 normals(boxes_world *w, tact_vec3 scale) {
    double x = scale.x * normal(w), y = scale.y * normal(w);
    return (tact_vec3){x, y, scale.z * normal(w)};
}

static void place(boxes_world *w) {
    for (size_t i = 0; i < w->count; i++) {
        tact_vec3 c = w->center[i], h = w->half[i];
        w->boxes[i] = (tact_box){
            {(double)(float)(c.x - h.x), (double)(float)(c.y - h.y), (double)(float)(c.z - h.z)},
            {(double)(float)(c.x + h.x), (double)(float)(c.y + h.y), (double)(float)(c.z + h.z)}};
    }
}

static void fill_clusters(boxes_world *w, double side) {
    size_t clusters = w->count / 250 > 0 ? w->count / 250 : 1;
    tact_vec3 *center = bench_allocate(clusters, sizeof *center);
    double *sigma = bench_allocate(clusters, sizeof *sigma);
    for (size_t k = 0; k < clusters; k++) {
        center[k] = vector(w, 0, 3 * side);
        sigma[k] = 1.5 + 3.5 * unit(w);
    }
    for (size_t i = 0; i < w->count; i++) {
        size_t k = i % clusters;
        tact_vec3 s = {sigma[k], sigma[k], sigma[k]};
        w->center[i] = tact_vec3_add(center[k], normals(w, s));
        w->half[i] = vector(w, 0.25, 0.75);
    }
    free(center);
    free(sigma);
}

static void fill(boxes_world *w, boxes_kind kind) {
    double n = (double)w->count, side = cbrt((kind >= BOXES_MIXED ? 30 : 4) * n);
    if (kind == BOXES_CLUSTERED) {
        fill_clusters(w, side);
        return;
    }
    for (size_t i = 0; i < w->count; i++) {
        w->center[i] = vector(w, 0, side);
        if (kind == BOXES_UNIFORM) {
            w->half[i] = vector(w, 0.25, 0.75);
        } else {
            double u = unit(w), edge = 0.1 * pow(100, kind == BOXES_MIXED ? u : i % 100 == 0);
            w->half[i] = tact_vec3_scale(vector(w, 0.7, 1.3), 0.5 * edge);
        }
    }
}

boxes_world boxes_create(boxes_kind kind, boxes_motion motion, size_t count, uint64_t seed) {
    boxes_world w = {.random = seed + (uint64_t)kind, .count = count, .motion = motion};
    w.center = bench_allocate(count, sizeof *w.center);
    w.half = bench_allocate(count, sizeof *w.half);
    w.velocity = bench_allocate(count, sizeof *w.velocity);
    w.boxes = bench_allocate(count, sizeof *w.boxes);
    fill(&w, kind);
    for (size_t i = 0; i < count; i++)
        w.velocity[i] = normals(&w, tact_vec3_scale(w.half[i], 0.04));
    place(&w);
    return w;
}

void boxes_destroy(boxes_world *w) {
    free(w->center);
    free(w->half);
    free(w->velocity);
    free(w->boxes);
}

/* One hundredth of the edge along each axis, in a direction that turns slowly. */
static tact_vec3 creep(boxes_world *w, tact_vec3 v, tact_vec3 h) {
    v = tact_vec3_add(v, normals(w, tact_vec3_scale(h, 0.01)));
    double u[3] = {v.x / h.x, v.y / h.y, v.z / h.z};
    double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), scale = 0.02 / length;
    return length > 0 ? tact_vec3_scale(v, scale) : v;
}

void boxes_step(boxes_world *w) {
    size_t moving = w->motion == BOXES_REST ? (w->count + 99) / 100 : w->count;
    for (size_t i = 0; i < moving; i++) {
        tact_vec3 h = w->half[i], v = w->velocity[i];
        if (w->motion != BOXES_CREEP)
            v = tact_vec3_add(tact_vec3_scale(v, 0.9), normals(w, tact_vec3_scale(h, 0.02)));
        else
            v = creep(w, v, h);
        w->velocity[i] = v;
        w->center[i] = tact_vec3_add(w->center[i], v);
    }
    place(w);
}
