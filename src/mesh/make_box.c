/* SPDX-License-Identifier: MIT */
/* The box: the surface of a lattice of cells^3 points. */
#include "mesh/make.h"

#include <tact/mesh_generators.h>

/* The points of the surface are numbered plane by plane from z = 0: the two outer planes in full,
 * row by row, and only the rim of each plane between them, counterclockwise from (0, 0). */
static uint32_t lattice_vertex(uint32_t n, const uint32_t at[3]) {
    uint32_t x = at[0];
    uint32_t y = at[1];
    uint32_t z = at[2];
    uint32_t plane = (n + 1) * (n + 1);
    if (z == 0)
        return y * (n + 1) + x;
    uint32_t base = plane + (z - 1) * 4 * n;
    if (z == n)
        return base + y * (n + 1) + x;
    if (y == 0 && x < n)
        return base + x;
    if (x == n && y < n)
        return base + n + y;
    if (y == n && x > 0)
        return base + 3 * n - x;
    return base + 4 * n - y;
}

static void add_vertices(tacti_maker *maker, tact_vec3 size, uint32_t n) {
    double *x = maker->scratch;
    double *y = x + (size_t)n + 1;
    for (uint32_t i = 0; i <= n; i++) {
        x[i] = tacti_along(size.x, i, n);
        y[i] = tacti_along(size.y, i, n);
    }
    for (uint32_t k = 0; k <= n; k++) {
        double z = tacti_along(size.z, k, n);
        if (k == 0 || k == n) {
            for (uint32_t j = 0; j <= n; j++)
                for (uint32_t i = 0; i <= n; i++)
                    tacti_maker_vertex(maker, x[i], y[j], z);
            continue;
        }
        for (uint32_t i = 0; i < n; i++)
            tacti_maker_vertex(maker, x[i], y[0], z);
        for (uint32_t i = 0; i < n; i++)
            tacti_maker_vertex(maker, x[n], y[i], z);
        for (uint32_t i = n; i > 0; i--)
            tacti_maker_vertex(maker, x[i], y[n], z);
        for (uint32_t i = n; i > 0; i--)
            tacti_maker_vertex(maker, x[0], y[i], z);
    }
}

/* Adds the face at the low or the high end of an axis. */
static void add_face(tacti_maker *maker, uint32_t n, uint32_t axis, bool is_high) {
    /* The two other axes, so that u x v points outward. */
    uint32_t u = (axis + (is_high ? 1 : 2)) % 3;
    uint32_t v = (axis + (is_high ? 2 : 1)) % 3;
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t corners[4];
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t at[3];
                at[axis] = is_high ? n : 0;
                at[u] = i + (k == 1 || k == 2);
                at[v] = j + (k >= 2);
                corners[k] = lattice_vertex(n, at);
            }
            tacti_maker_quad(maker, corners[0], corners[1], corners[2], corners[3]);
        }
}

tact_status tact_mesh_create_box(const tact_context *context, tact_vec3 size, uint32_t cells,
                                 tact_mesh **out) {
    if (out == NULL || !tacti_is_length(size.x) || !tacti_is_length(size.y) ||
        !tacti_is_length(size.z) || cells < 1)
        return TACT_INVALID_ARGUMENT;
    uint64_t squared = (uint64_t)cells * cells;
    tacti_maker_size room = {tacti_count_plus(tacti_count_times(squared, 6), 2),
                             tacti_count_times(squared, 12),
                             2 * sizeof(double) * ((uint64_t)cells + 1)};
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, room);
    if (status != TACT_OK)
        return status;
    add_vertices(&maker, size, cells);
    for (uint32_t axis = 0; axis < 3; axis++) {
        add_face(&maker, cells, axis, false);
        add_face(&maker, cells, axis, true);
    }
    return tacti_maker_finish(&maker, out);
}
