/* SPDX-License-Identifier: MIT */
/* The Menger sponge: all unit squares between a full and an empty cell of a grid of 3^level cells
 * per side. A cell is empty if at least two of its three coordinates have the ternary digit 1 in
 * the same place.
 *
 * The boundary is a closed manifold. Write a coordinate as the set of its digits that are 1. A step
 * to the next coordinate turns some trailing 2s into 0s and one digit from 0 to 1 or from 1 to 2.
 * So one of the two sets is the other one plus one digit. (Outside of the grid the set counts as
 * larger still.) More ones never make an empty cell full. Order the eight cells at a grid point by
 * which of them has the larger set along each axis. Then the full cells are a lower set and the
 * empty cells an upper set of the cube {0, 1}^3. Both sets are connected over faces. Of the four
 * cells at an edge, it never happens that two opposite ones are full and the other two empty. So
 * each edge has two squares, and each vertex has one fan.
 *
 * Squares: 2 * 20^n + 4 * 8^n. Genus: (21 * 20^n + 38 * 8^n - 59) / 133, that is 0, 5, 81, 1409,
 * 26433, 514625, .... With two edges per square, vertices = squares + 2 - 2 genus. The formula for
 * the genus was fitted to levels 0, 1 and 2; tests confirm it for levels 3, 4 and 5. */
#include "base/assert.h"
#include "mesh/make.h"

#include <tact/mesh_generators.h>

/* Level 7 would have 5.1e9 triangles. */
#define MAX_LEVEL 6
#define MAX_CELLS 729

#define NO_VERTEX UINT32_MAX

/* The sponge and the vertex numbers of the two planes of grid points around one layer of cells. */
typedef struct sponge {
    tacti_maker *maker;
    double size;
    uint32_t cells;
    uint8_t ones[MAX_CELLS]; /* the set of ternary digits that are 1, per coordinate */
    uint32_t *plane[2];      /* of the grid plane z, in plane[z % 2] */
} sponge;

/* Whether a cell is full. Coordinates -1 (as an unsigned number) and cells lie outside. */
static bool is_full(const sponge *s, uint32_t x, uint32_t y, uint32_t z) {
    if (x >= s->cells || y >= s->cells || z >= s->cells)
        return false;
    uint32_t a = s->ones[x];
    uint32_t b = s->ones[y];
    uint32_t c = s->ones[z];
    return ((a & b) | (b & c) | (c & a)) == 0;
}

/* The vertex at a grid point, made at its first use. */
static uint32_t grid_vertex(sponge *s, uint32_t x, uint32_t y, uint32_t z) {
    TACTI_ASSERT(x <= s->cells && y <= s->cells && z <= s->cells);
    uint32_t *number = &s->plane[z % 2][y * (s->cells + 1) + x];
    if (*number == NO_VERTEX)
        *number = tacti_maker_vertex(s->maker, tacti_along(s->size, x, s->cells),
                                     tacti_along(s->size, y, s->cells),
                                     tacti_along(s->size, z, s->cells));
    return *number;
}

static void clear_plane(sponge *s, uint32_t z) {
    uint32_t count = (s->cells + 1) * (s->cells + 1);
    for (uint32_t i = 0; i < count; i++)
        s->plane[z % 2][i] = NO_VERTEX;
}

/* Adds a square. Its corners run counterclockwise seen from above (along its axis); they are
 * reversed unless the cell below it is full. */
static void add_square(sponge *s, const uint32_t corners[4], bool below_is_full) {
    if (below_is_full)
        tacti_maker_quad(s->maker, corners[0], corners[1], corners[2], corners[3]);
    else
        tacti_maker_quad(s->maker, corners[0], corners[3], corners[2], corners[1]);
}

/* Squares across z in the plane of grid points z. */
static void add_level_squares(sponge *s, uint32_t z) {
    for (uint32_t y = 0; y < s->cells; y++)
        for (uint32_t x = 0; x < s->cells; x++) {
            bool below = is_full(s, x, y, z - 1);
            if (below == is_full(s, x, y, z))
                continue;
            uint32_t corners[4] = {grid_vertex(s, x, y, z), grid_vertex(s, x + 1, y, z),
                                   grid_vertex(s, x + 1, y + 1, z), grid_vertex(s, x, y + 1, z)};
            add_square(s, corners, below);
        }
}

/* Squares across x and y in the layer of cells z. */
static void add_upright_squares(sponge *s, uint32_t z) {
    for (uint32_t j = 0; j < s->cells; j++)
        for (uint32_t i = 0; i <= s->cells; i++) {
            bool below = is_full(s, i - 1, j, z);
            if (below != is_full(s, i, j, z)) {
                uint32_t corners[4] = {grid_vertex(s, i, j, z), grid_vertex(s, i, j + 1, z),
                                       grid_vertex(s, i, j + 1, z + 1),
                                       grid_vertex(s, i, j, z + 1)};
                add_square(s, corners, below);
            }
            below = is_full(s, j, i - 1, z);
            if (below != is_full(s, j, i, z)) {
                uint32_t corners[4] = {grid_vertex(s, j, i, z), grid_vertex(s, j, i, z + 1),
                                       grid_vertex(s, j + 1, i, z + 1),
                                       grid_vertex(s, j + 1, i, z)};
                add_square(s, corners, below);
            }
        }
}

tact_status tact_mesh_create_menger_sponge(const tact_context *context, double size, uint32_t level,
                                           tact_mesh **out) {
    if (out == NULL || !tacti_is_length(size))
        return TACT_INVALID_ARGUMENT;
    if (level > MAX_LEVEL)
        return TACT_TOO_LARGE;
    uint32_t cells = 1;
    uint64_t twenties = 1;
    uint64_t eights = 1;
    for (uint32_t i = 0; i < level; i++) {
        cells *= 3;
        twenties *= 20;
        eights *= 8;
    }
    TACTI_ASSERT(cells <= MAX_CELLS);
    uint64_t squares = 2 * twenties + 4 * eights;
    uint64_t genus = (21 * twenties + 38 * eights - 59) / 133;
    uint64_t plane = ((uint64_t)cells + 1) * (cells + 1);
    tacti_maker_size room = {squares + 2 - 2 * genus, 2 * squares, 2 * plane * sizeof(uint32_t)};
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, room);
    if (status != TACT_OK)
        return status;
    uint32_t *planes = maker.scratch;
    sponge s = {.maker = &maker, .size = size, .cells = cells, .plane = {planes, planes + plane}};
    for (uint32_t i = 0; i < cells; i++)
        for (uint32_t rest = i, digit = 0; rest > 0; rest /= 3, digit++)
            s.ones[i] |= (uint8_t)((rest % 3 == 1) << digit);
    clear_plane(&s, 0);
    for (uint32_t z = 0; z < cells; z++) {
        add_level_squares(&s, z);
        clear_plane(&s, z + 1);
        add_upright_squares(&s, z);
    }
    add_level_squares(&s, cells);
    return tacti_maker_finish(&maker, out);
}
