/* SPDX-License-Identifier: MIT */
/* Open sheets over a grid in the xy plane: terrain and cloth. */
#include "mesh/make.h"

#include <tact/mesh_generators.h>

/* Cells of the coarsest noise per side, and layers of noise. */
#define TERRAIN_CELLS 4.0
#define TERRAIN_OCTAVES 8

static tacti_maker_size grid_size(uint32_t columns, uint32_t rows) {
    uint64_t triangles = tacti_count_times((uint64_t)columns * rows, 2);
    uint64_t vertices = tacti_count_times((uint64_t)columns + 1, (uint64_t)rows + 1);
    return (tacti_maker_size){vertices, triangles, 0};
}

/* Adds both triangles of each cell, cut along alternating diagonals, normals up. */
static void add_cells(tacti_maker *maker, uint32_t columns, uint32_t rows) {
    uint32_t line = columns + 1;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++) {
            uint32_t a = row * line + column;
            uint32_t corners[4] = {a, a + 1, a + line + 1, a + line};
            uint32_t shift = (row + column) % 2;
            tacti_maker_quad(maker, corners[shift], corners[shift + 1], corners[(shift + 2) % 4],
                             corners[(shift + 3) % 4]);
        }
}

tact_status tact_mesh_create_terrain(const tact_context *context, double size, double height,
                                     uint32_t cells, uint64_t seed, tact_mesh **out) {
    if (out == NULL || !tacti_is_length(size) || !tacti_is_length_or_zero(height) || cells < 1)
        return TACT_INVALID_ARGUMENT;
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, grid_size(cells, cells));
    if (status != TACT_OK)
        return status;
    double step = TERRAIN_CELLS / cells;
    for (uint32_t row = 0; row <= cells; row++)
        for (uint32_t column = 0; column <= cells; column++) {
            tact_vec3 place = {column * step, row * step, 0};
            double noise = tacti_noise(place, TERRAIN_OCTAVES, seed);
            tacti_maker_vertex(&maker, tacti_along(size, column, cells),
                               tacti_along(size, row, cells), height * (0.5 + 0.5 * noise));
        }
    add_cells(&maker, cells, cells);
    return tacti_maker_finish(&maker, out);
}

tact_status tact_mesh_create_cloth(const tact_context *context, double width, double height,
                                   uint32_t columns, uint32_t rows, tact_mesh **out) {
    if (out == NULL || !tacti_is_length(width) || !tacti_is_length(height) || columns < 1 ||
        rows < 1)
        return TACT_INVALID_ARGUMENT;
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, grid_size(columns, rows));
    if (status != TACT_OK)
        return status;
    for (uint32_t row = 0; row <= rows; row++)
        for (uint32_t column = 0; column <= columns; column++)
            tacti_maker_vertex(&maker, tacti_along(width, column, columns),
                               tacti_along(height, row, rows), 0);
    add_cells(&maker, columns, rows);
    return tacti_maker_finish(&maker, out);
}
