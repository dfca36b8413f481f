/* SPDX-License-Identifier: MIT */
/* The plate with round holes.
 *
 * Each cell of columns x rows has a hole in its middle, a polygon of n sides, and n points on its
 * rim, a quarter of them on each side. The first point of each side is a corner. Point i of the
 * hole, at i / n turns from the diagonal, belongs to point i of the rim. The quads between the two
 * rings are the face. If quads are cut from hole[i] to rim[i + 1], all triangles have the same
 * orientation. One triangle of a quad stands on the rim, with its tip inside the cell. The other
 * one stands on side i of the hole. The outward normal of that side is at most 45 degrees off the
 * rim's normal and leans towards rim[i + 1], which therefore lies at least cos(45) half cells out,
 * beyond the hole's 0.6 half cells. So the triangles do not overlap, whatever the cell's
 * proportions. Neighbouring cells share rim points. */
#include "base/assert.h"
#include "mesh/make.h"

#include <tact/mesh_generators.h>

/* The radius of a hole, relative to the shorter side of a cell. */
#define HOLE_RATIO 0.3

typedef struct plate {
    tacti_maker *maker;
    tact_vec3 size;
    uint32_t columns;
    uint32_t rows;
    uint32_t segments;
    uint32_t side;      /* rim points per side of a cell: segments / 4 */
    uint32_t rim_count; /* rim points per layer */
} plate;

static uint64_t rim_point_count(uint64_t columns, uint64_t rows, uint64_t side) {
    uint64_t lines = tacti_count_times(rows + 1, columns * side + 1);
    return tacti_count_plus(lines, tacti_count_times(rows * (columns + 1), side - 1));
}

/* Rim points lie on a fine grid of side steps per cell. First come the lines along x, point by
 * point, then the remaining points of the lines along y, row by row. */
static uint32_t rim_vertex(const plate *p, uint32_t x, uint32_t y, uint32_t layer) {
    TACTI_ASSERT(x <= p->columns * p->side && y <= p->rows * p->side);
    uint32_t line = p->columns * p->side + 1;
    uint32_t row = y / p->side;
    uint32_t within = y % p->side;
    uint32_t number = within == 0
                          ? row * line + x
                          : (p->rows + 1) * line +
                                (row * (p->columns + 1) + x / p->side) * (p->side - 1) + within - 1;
    return layer * p->rim_count + number;
}

static uint32_t hole_vertex(const plate *p, uint32_t cell, uint32_t i, uint32_t layer) {
    TACTI_ASSERT(cell < p->columns * p->rows && i < p->segments && layer < 2);
    return 2 * p->rim_count + (2 * cell + layer) * p->segments + i;
}

/* Point i of the rim of a cell, counterclockwise from its corner of largest x and y. */
static uint32_t cell_rim_vertex(const plate *p, uint32_t column, uint32_t row, uint32_t i,
                                uint32_t layer) {
    uint32_t m = p->side;
    uint32_t j = i % m;
    uint32_t x = column * m;
    uint32_t y = row * m;
    switch (i / m % 4) {
    case 0:
        return rim_vertex(p, x + m - j, y + m, layer);
    case 1:
        return rim_vertex(p, x, y + m - j, layer);
    case 2:
        return rim_vertex(p, x + j, y, layer);
    default:
        return rim_vertex(p, x + m, y + j, layer);
    }
}

static void add_rim_points(const plate *p) {
    uint32_t wide = p->columns * p->side;
    uint32_t high = p->rows * p->side;
    for (uint32_t layer = 0; layer < 2; layer++) {
        double z = tacti_along(p->size.z, layer, 1);
        for (uint32_t row = 0; row <= p->rows; row++)
            for (uint32_t x = 0; x <= wide; x++)
                tacti_maker_vertex(p->maker, tacti_along(p->size.x, x, wide),
                                   tacti_along(p->size.y, row, p->rows), z);
        for (uint32_t row = 0; row < p->rows; row++)
            for (uint32_t column = 0; column <= p->columns; column++)
                for (uint32_t j = 1; j < p->side; j++)
                    tacti_maker_vertex(p->maker, tacti_along(p->size.x, column, p->columns),
                                       tacti_along(p->size.y, row * p->side + j, high), z);
    }
}

static void add_hole_points(const plate *p) {
    tact_vec2 *circle = p->maker->scratch;
    double cell_x = p->size.x / p->columns;
    double cell_y = p->size.y / p->rows;
    double radius = HOLE_RATIO * (cell_x < cell_y ? cell_x : cell_y);
    for (uint32_t i = 0; i < p->segments; i++) {
        /* Start at the diagonal: an eighth of a turn plus i / segments. */
        tact_vec2 turn = tacti_turn(8 * (uint64_t)i + p->segments, 8 * (uint64_t)p->segments);
        circle[i] = (tact_vec2){radius * turn.x, radius * turn.y};
    }
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t column = 0; column < p->columns; column++) {
            double x = tacti_along(p->size.x, 2 * column + 1, 2 * p->columns);
            double y = tacti_along(p->size.y, 2 * row + 1, 2 * p->rows);
            for (uint32_t layer = 0; layer < 2; layer++)
                for (uint32_t i = 0; i < p->segments; i++)
                    tacti_maker_vertex(p->maker, x + circle[i].x, y + circle[i].y,
                                       tacti_along(p->size.z, layer, 1));
        }
}

/* Adds the two faces of a cell and the wall of its hole. */
static void add_cell(const plate *p, uint32_t column, uint32_t row) {
    uint32_t cell = row * p->columns + column;
    for (uint32_t i = 0; i < p->segments; i++) {
        uint32_t next = i + 1 < p->segments ? i + 1 : 0;
        uint32_t hole[2][2];
        for (uint32_t layer = 0; layer < 2; layer++) {
            hole[layer][0] = hole_vertex(p, cell, i, layer);
            hole[layer][1] = hole_vertex(p, cell, next, layer);
        }
        tacti_maker_quad(p->maker, hole[1][0], cell_rim_vertex(p, column, row, i, 1),
                         cell_rim_vertex(p, column, row, next, 1), hole[1][1]);
        tacti_maker_quad(p->maker, cell_rim_vertex(p, column, row, next, 0),
                         cell_rim_vertex(p, column, row, i, 0), hole[0][0], hole[0][1]);
        tacti_maker_quad(p->maker, hole[1][0], hole[1][1], hole[0][1], hole[0][0]);
    }
}

/* Adds the outer wall between two rim points that follow each other counterclockwise. */
static void add_wall(const plate *p, const uint32_t from[2], const uint32_t to[2]) {
    tacti_maker_quad(p->maker, rim_vertex(p, from[0], from[1], 0), rim_vertex(p, to[0], to[1], 0),
                     rim_vertex(p, to[0], to[1], 1), rim_vertex(p, from[0], from[1], 1));
}

static void add_walls(const plate *p) {
    uint32_t wide = p->columns * p->side;
    uint32_t high = p->rows * p->side;
    for (uint32_t x = 0; x < wide; x++) {
        add_wall(p, (uint32_t[2]){x, 0}, (uint32_t[2]){x + 1, 0});
        add_wall(p, (uint32_t[2]){x + 1, high}, (uint32_t[2]){x, high});
    }
    for (uint32_t y = 0; y < high; y++) {
        add_wall(p, (uint32_t[2]){wide, y}, (uint32_t[2]){wide, y + 1});
        add_wall(p, (uint32_t[2]){0, y + 1}, (uint32_t[2]){0, y});
    }
}

static bool is_plate(tact_vec3 size, uint32_t columns, uint32_t rows, uint32_t segments) {
    if (!tacti_is_length(size.x) || !tacti_is_length(size.y) || !tacti_is_length(size.z) ||
        columns < 1 || rows < 1 || segments < 8 || segments % 4 != 0)
        return false;
    double largest = size.x > size.y ? size.x : size.y;
    return tacti_is_resolved(size.x / columns, segments, largest) &&
           tacti_is_resolved(size.y / rows, segments, largest);
}

tact_status tact_mesh_create_plate(const tact_context *context, tact_vec3 size, uint32_t columns,
                                   uint32_t rows, uint32_t segments, tact_mesh **out) {
    if (out == NULL || !is_plate(size, columns, rows, segments))
        return TACT_INVALID_ARGUMENT;
    uint64_t cells = (uint64_t)columns * rows;
    uint64_t rim = rim_point_count(columns, rows, segments / 4);
    uint64_t holes = tacti_count_times(cells, segments);
    /* 6 segments per cell and, for the outer walls, segments per column and row. */
    uint64_t walls = tacti_count_times((uint64_t)columns + rows, segments);
    tacti_maker_size room = {
        tacti_count_times(tacti_count_plus(rim, holes), 2),
        tacti_count_plus(tacti_count_times(holes, 6), walls),
        segments * (uint64_t)sizeof(tact_vec2),
    };
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, room);
    if (status != TACT_OK)
        return status;
    plate p = {&maker, size, columns, rows, segments, segments / 4, (uint32_t)rim};
    add_rim_points(&p);
    add_hole_points(&p);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            add_cell(&p, column, row);
    add_walls(&p);
    return tacti_maker_finish(&maker, out);
}
