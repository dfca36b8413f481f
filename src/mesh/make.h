/* SPDX-License-Identifier: MIT */
/* What the generators share: a mesh under construction (the maker), checks of sizes and counts,
 * points on circles, rings of vertices, and bands of triangles between rings. */
#ifndef TACT_MESH_MAKE_H
#define TACT_MESH_MAKE_H

#include <tact/mesh.h>

#include "base/assert.h"

/* ---- Checks of parameters ------------------------------------------------------------------ */

/* Whether a length lies in [2^-500, 2^500]; false for NaN. In this range no product of a length and
 * a cosine is subnormal, and no sum of a few lengths overflows. */
bool tacti_is_length(double x);

/* Whether x is 0 or a length. */
bool tacti_is_length_or_zero(double x);

/* Whether a < b by at least 2^-30 b. Closer radii might round to walls that touch. */
bool tacti_is_well_below(double a, double b);

/* Whether edges of length / count are at least 2^-44 of the largest coordinate, so that rounding
 * (2^-53 of it) cannot turn a triangle around. */
bool tacti_is_resolved(double length, double count, double largest);

/* a * b and a + b, or UINT64_MAX on overflow. */
uint64_t tacti_count_times(uint64_t a, uint64_t b);
uint64_t tacti_count_plus(uint64_t a, uint64_t b);

/* ---- The maker ----------------------------------------------------------------------------- */

/* The size of a mesh: exact numbers of vertices and triangles, and bytes of scratch memory, which
 * is aligned for doubles. */
typedef struct tacti_maker_size {
    uint64_t vertices;
    uint64_t triangles;
    uint64_t scratch_bytes;
} tacti_maker_size;

/* Arrays of the full size, filled from the front. */
typedef struct tacti_maker {
    const tact_context *context;
    tacti_maker_size size;
    tact_vec3 *vertices;
    uint32_t *indices;
    void *scratch;
    uint32_t vertex_count;
    uint32_t triangle_count;
} tacti_maker;

/* Allocates everything. Fails with TACT_TOO_LARGE above 2^31 triangles or if vertex numbers
 * overflow, or with TACT_OUT_OF_MEMORY. On failure nothing is held. */
tact_status tacti_maker_start(tacti_maker *maker, const tact_context *context,
                              tacti_maker_size size);

/* Makes the mesh from the added vertices and triangles. Always releases the maker's memory. */
tact_status tacti_maker_finish(tacti_maker *maker, tact_mesh **out);

/* Adds a vertex and returns its number. */
static inline uint32_t tacti_maker_vertex(tacti_maker *maker, double x, double y, double z) {
    TACTI_ASSERT(maker->vertex_count < maker->size.vertices);
    maker->vertices[maker->vertex_count] = (tact_vec3){x, y, z};
    return maker->vertex_count++;
}

/* Adds a triangle, counterclockwise seen from outside. */
static inline void tacti_maker_triangle(tacti_maker *maker, uint32_t a, uint32_t b, uint32_t c) {
    TACTI_ASSERT(maker->triangle_count < maker->size.triangles);
    TACTI_ASSERT(a < maker->size.vertices && b < maker->size.vertices && c < maker->size.vertices);
    uint32_t *corner = maker->indices + 3 * (size_t)maker->triangle_count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

/* Adds the triangles a b c and a c d. */
static inline void tacti_maker_quad(tacti_maker *maker, uint32_t a, uint32_t b, uint32_t c,
                                    uint32_t d) {
    tacti_maker_triangle(maker, a, b, c);
    tacti_maker_triangle(maker, a, c, d);
}

/* Adds the 2 count triangles between two closed rings of count consecutive vertices each. lo and hi
 * are the first vertices of the rings. Seen from outside, the rings run to the right and hi lies
 * above lo; exchange the two to turn the triangles around. Each quad i is cut from lo[i] to hi[i +
 * 1]. */
void tacti_maker_band(tacti_maker *maker, uint32_t lo, uint32_t hi, uint32_t count);

/* Adds the count triangles between a ring, counterclockwise seen from outside, and an apex. */
void tacti_maker_fan(tacti_maker *maker, uint32_t ring, uint32_t count, uint32_t apex);

/* The same for a ring that runs clockwise. */
void tacti_maker_fan_reversed(tacti_maker *maker, uint32_t ring, uint32_t count, uint32_t apex);

/* ---- Numbers ------------------------------------------------------------------------------- */

#define TACTI_PI 3.14159265358979323846

/* Cosine and sine of step / count turns, reduced in whole numbers to the first eighth turn. Mirror
 * images have the same coordinates up to sign and order, and quarter turns are exact. Any step;
 * count below 2^60. */
tact_vec2 tacti_turn(uint64_t step, uint64_t count);

/* Point i of 0 .. count, evenly spaced from -length / 2 to length / 2, symmetric around 0. */
double tacti_along(double length, uint32_t i, uint32_t count);

/* Smooth noise in [-1, 1]: octaves layers of value noise. Each layer has half the weight and twice
 * the frequency of the previous one. The first layer has cells of edge length 1. */
double tacti_noise(tact_vec3 point, uint32_t octaves, uint64_t seed);

#endif
