/* SPDX-License-Identifier: MIT */
/* The maker that all generators fill, their checks, and points on circles. Shapes are elsewhere.
 *
 * Generators know the numbers of vertices and triangles beforehand, so memory is allocated once.
 * Triangles share vertices by number; nothing is welded by coordinates. */
#include "base/assert.h"
#include "mesh/make.h"

#include <string.h>

#include "base/alloc.h"

#define MAX_TRIANGLES ((uint64_t)1 << 31)

bool tacti_is_length(double x) {
    return x >= 0x1p-500 && x <= 0x1p500;
}

bool tacti_is_length_or_zero(double x) {
    return x == 0 || tacti_is_length(x);
}

bool tacti_is_well_below(double a, double b) {
    return b - a >= 0x1p-30 * b;
}

bool tacti_is_resolved(double length, double count, double largest) {
    return length >= count * 0x1p-44 * largest;
}

uint64_t tacti_count_times(uint64_t a, uint64_t b) {
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

uint64_t tacti_count_plus(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* ---- The maker ----------------------------------------------------------------------------- */

static void maker_release(tacti_maker *maker) {
    const tacti_maker_size *size = &maker->size;
    tacti_release(maker->context, maker->vertices, (size_t)size->vertices, sizeof(tact_vec3),
                  _Alignof(tact_vec3));
    tacti_release(maker->context, maker->indices, (size_t)size->triangles, 3 * sizeof(uint32_t),
                  _Alignof(uint32_t));
    tacti_release(maker->context, maker->scratch, (size_t)size->scratch_bytes, 1, _Alignof(double));
}

tact_status tacti_maker_start(tacti_maker *maker, const tact_context *context,
                              tacti_maker_size size) {
    if (size.triangles > MAX_TRIANGLES || size.vertices > UINT32_MAX)
        return TACT_TOO_LARGE;
    memset(maker, 0, sizeof *maker);
    maker->context = context;
    maker->size = size;
    if (size.scratch_bytes > SIZE_MAX)
        return TACT_OUT_OF_MEMORY;
    maker->vertices =
        tacti_allocate(context, (size_t)size.vertices, sizeof(tact_vec3), _Alignof(tact_vec3));
    if (maker->vertices != NULL)
        maker->indices = tacti_allocate(context, (size_t)size.triangles, 3 * sizeof(uint32_t),
                                        _Alignof(uint32_t));
    if (maker->indices != NULL)
        maker->scratch = tacti_allocate(context, (size_t)size.scratch_bytes, 1, _Alignof(double));
    if (maker->scratch != NULL)
        return TACT_OK;
    maker_release(maker);
    return TACT_OUT_OF_MEMORY;
}

tact_status tacti_maker_finish(tacti_maker *maker, tact_mesh **out) {
    TACTI_ASSERT(maker->vertex_count == maker->size.vertices);
    TACTI_ASSERT(maker->triangle_count == maker->size.triangles);
    tact_mesh_arrays arrays = {
        .positions = maker->vertices,
        .position_type = TACT_NUMBER_FLOAT64,
        .vertex_count = maker->vertex_count,
        .indices = maker->indices,
        .triangle_count = maker->triangle_count,
    };
    tact_status status = tact_mesh_create(maker->context, &arrays, NULL, out);
    maker_release(maker);
    return status;
}

void tacti_maker_band(tacti_maker *maker, uint32_t lo, uint32_t hi, uint32_t count) {
    TACTI_ASSERT(count > 0);
    uint32_t i = count - 1;
    for (uint32_t next = 0; next < count; i = next++)
        tacti_maker_quad(maker, lo + i, lo + next, hi + next, hi + i);
}

void tacti_maker_fan(tacti_maker *maker, uint32_t ring, uint32_t count, uint32_t apex) {
    TACTI_ASSERT(count > 0);
    uint32_t i = count - 1;
    for (uint32_t next = 0; next < count; i = next++)
        tacti_maker_triangle(maker, ring + i, ring + next, apex);
}

void tacti_maker_fan_reversed(tacti_maker *maker, uint32_t ring, uint32_t count, uint32_t apex) {
    TACTI_ASSERT(count > 0);
    uint32_t i = count - 1;
    for (uint32_t next = 0; next < count; i = next++)
        tacti_maker_triangle(maker, ring + next, ring + i, apex);
}

/* ---- Numbers ------------------------------------------------------------------------------- */

tact_vec2 tacti_turn(uint64_t step, uint64_t count) {
    /* The angle is quarters / count quarter turns. */
    TACTI_ASSERT(count > 0 && count < UINT64_C(1) << 60);
    uint64_t quarters = 4 * (step % count);
    bool flips_y = quarters > 2 * count;
    if (flips_y)
        quarters = 4 * count - quarters;
    bool flips_x = quarters > count;
    if (flips_x)
        quarters = 2 * count - quarters;
    bool swaps = 2 * quarters > count;
    if (swaps)
        quarters = count - quarters;
    double angle = (double)quarters / (double)count * (TACTI_PI / 2);
    double c = tact_cos(angle);
    double s = tact_sin(angle);
    tact_vec2 point = swaps ? (tact_vec2){s, c} : (tact_vec2){c, s};
    if (flips_x)
        point.x = -point.x;
    if (flips_y)
        point.y = -point.y;
    return point;
}

double tacti_along(double length, uint32_t i, uint32_t count) {
    return length * ((2 * (double)i - (double)count) / (2 * (double)count));
}
