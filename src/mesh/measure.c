/* SPDX-License-Identifier: MIT */
/* Area and volume. A triangle a, b, c has the doubled area |n| and the sixfold volume (a - o) . n
 * over a point o, where n = (b - a) x (c - a). With u = 2^-53 and the edges e1, e2 at a, the error
 * of each entry of n is at most 4 u |e1| |e2|, and that of the product with a - o is at most 10 u
 * |a - o| |e1| |e2|. Sums are compensated, so their error is that of the terms plus one rounding. A
 * point o near the surface keeps |a - o| small, wherever the surface lies.
 *
 * Coordinates are first scaled by a power of two, so that the largest is between 1/2 and 1. No
 * intermediate value overflows, and a result overflows only if its true value does.
 *
 * Chunks depend only on the number of triangles and are added in order, so the bits are the same
 * for every number of workers. */
#include "mesh/measure.h"

#include <math.h>

#include "base/parallel.h"
#include "math/twofold.h"
#include "math/vec.h"

#include <tact/exact.h>

/* Triangles per chunk: about 200 microseconds. */
#define GRAIN 8192

typedef struct measure_sum {
    tact_finding zero_area;
    tacti_twofold doubled_area;
    tacti_twofold sixfold_volume;
} measure_sum;

typedef struct measure_work {
    const uint32_t *indices;
    const tact_vec3 *vertices;
    double scale;
    tact_vec3 origin; /* scaled */
    measure_sum *sums;
} measure_work;

static measure_sum empty_sum(void) {
    return (measure_sum){tacti_finding_none(), {0, 0}, {0, 0}};
}

static void add_to(tacti_twofold *sum, tacti_twofold term) {
    tacti_twofold exact = tacti_twofold_sum(sum->hi, term.hi);
    *sum = (tacti_twofold){exact.hi, sum->lo + (exact.lo + term.lo)};
}

static void measure_triangle(const measure_work *work, uint32_t triangle, measure_sum *sum) {
    const uint32_t *v = work->indices + 3 * (size_t)triangle;
    const tact_vec3 *corners[3];
    tact_vec3 p[3];
    for (int i = 0; i < 3; i++) {
        corners[i] = &work->vertices[v[i]];
        p[i] = tacti_vec3_scale(*corners[i], work->scale);
    }
    if (tact_is_collinear(corners[0], corners[1], corners[2])) {
        tacti_finding_add(&sum->zero_area, triangle);
        return;
    }
    tact_vec3 normal = tacti_vec3_cross(tacti_vec3_sub(p[1], p[0]), tacti_vec3_sub(p[2], p[0]));
    tact_vec3 arm = tacti_vec3_sub(p[0], work->origin);
    add_to(&sum->doubled_area, (tacti_twofold){sqrt(tacti_vec3_dot(normal, normal)), 0});
    add_to(&sum->sixfold_volume, (tacti_twofold){tacti_vec3_dot(arm, normal), 0});
}

static void measure_chunk(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)worker;
    const measure_work *work = data;
    measure_sum sum = empty_sum();
    for (size_t i = range.begin; i < range.end; i++)
        measure_triangle(work, (uint32_t)i, &sum);
    work->sums[chunk] = sum;
}

static double largest_magnitude(tact_box box) {
    tact_vec3 m = tacti_vec3_max(tacti_vec3_abs(box.lo), tacti_vec3_abs(box.hi));
    return tacti_max(m.x, tacti_max(m.y, m.z));
}

/* The exponent k of the scale 2^k. 2^1000 makes even subnormal coordinates large enough. */
static int scale_exponent(tact_box bounds) {
    double largest = largest_magnitude(bounds);
    if (largest == 0)
        return 0;
    int exponent = tacti_exponent(largest) + 1;
    return exponent < -1000 ? 1000 : -exponent;
}

/* The sum without its scale 2^(k power), rounded. */
static double unscale(tacti_twofold sum, double divisor, int exponent, int power) {
    double value = (sum.hi + sum.lo) / divisor;
    for (int i = 0; i < power; i++)
        value = tacti_scale_by_power(value, -exponent);
    return value;
}

static tact_vec3 center_of(tact_box bounds, double scale) {
    tact_vec3 lo = tacti_vec3_scale(bounds.lo, scale), hi = tacti_vec3_scale(bounds.hi, scale);
    return tacti_vec3_scale(tacti_vec3_add(lo, hi), 0.5);
}

tact_status tacti_surface_measure(const tacti_surface *surface, const tact_vec3 *vertices,
                                  tact_box bounds, bool is_free, tacti_arena *arena,
                                  tacti_measures *out) {
    *out = (tacti_measures){tacti_finding_none(), 0, 0};
    if (surface->triangle_count == 0)
        return TACT_OK;
    int exponent = scale_exponent(bounds);
    measure_work work = {surface->indices, vertices, tacti_power_of_two(exponent), {0, 0, 0}, NULL};
    if (is_free)
        work.origin = center_of(bounds, work.scale);
    uint32_t chunk_count = tacti_chunk_count(surface->triangle_count, GRAIN);
    tacti_arena_mark mark = tacti_arena_save(arena);
    work.sums = tacti_arena_allocate(arena, chunk_count, sizeof *work.sums, _Alignof(measure_sum));
    if (work.sums == NULL)
        return TACT_OUT_OF_MEMORY;
    tacti_parallel_for(arena->context, surface->triangle_count, GRAIN, measure_chunk, &work);
    measure_sum total = empty_sum();
    for (uint32_t i = 0; i < chunk_count; i++) {
        total.zero_area.count += work.sums[i].zero_area.count;
        if (work.sums[i].zero_area.first < total.zero_area.first)
            total.zero_area.first = work.sums[i].zero_area.first;
        add_to(&total.doubled_area, work.sums[i].doubled_area);
        add_to(&total.sixfold_volume, work.sums[i].sixfold_volume);
    }
    tacti_arena_rewind(arena, mark);
    *out = (tacti_measures){total.zero_area, unscale(total.doubled_area, 2, exponent, 2),
                            unscale(total.sixfold_volume, 6, exponent, 3)};
    return TACT_OK;
}
