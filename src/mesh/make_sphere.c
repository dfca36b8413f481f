/* SPDX-License-Identifier: MIT */
/* Spheres: icosphere, UV sphere, and the blob, an icosphere with noise on its radii.
 *
 * All three are star-shaped: seen from the centre, the flat triangles cover each direction once.
 * Moving vertices along their rays keeps this property, so the surface does not intersect itself,
 * however uneven the radii. */
#include "base/assert.h"
#include "mesh/make.h"

#include <tact/mesh_generators.h>

#include <math.h>

/* ---- The icosahedron and its subdivision ---------------------------------------------------- */

#define MAX_FREQUENCY 10000
#define CORNERS 12
#define EDGES 30

/* Corners: 0 the north pole, 1 to 5 the upper ring, 6 to 10 the lower ring, which is turned by half
 * a step so that corner 6 + i lies between 1 + i and 2 + i, 11 the south pole. Edges come in six
 * groups of five, face rings in four groups of five. */
enum { NORTH = 0, UPPER = 1, LOWER = 6, SOUTH = 11 };
enum {
    NORTH_EDGES = 0,  /* north pole to upper i */
    UPPER_EDGES = 5,  /* upper i to upper i + 1 */
    DOWN_EDGES = 10,  /* upper i to lower i */
    UP_EDGES = 15,    /* lower i to upper i + 1 */
    LOWER_EDGES = 20, /* lower i to lower i + 1 */
    SOUTH_EDGES = 25  /* south pole to lower i */
};

/* One face with corners a, b, c counterclockwise, and its edges a-b, a-c and b-c, each of which may
 * run the other way. */
typedef struct icosphere_face {
    uint32_t corners[3];
    uint32_t edges[3];
    bool flips[3];
} icosphere_face;

typedef struct icosphere {
    uint32_t frequency;
    tact_vec3 corners[CORNERS];
    uint32_t edge_corners[EDGES][2];
    icosphere_face faces[20];
} icosphere;

static void set_edge(icosphere *ico, uint32_t edge, uint32_t from, uint32_t to) {
    ico->edge_corners[edge][0] = from;
    ico->edge_corners[edge][1] = to;
}

static icosphere icosphere_make(uint32_t frequency) {
    icosphere ico = {.frequency = frequency};
    /* Both rings lie at heights +-1/sqrt(5) and radius 2/sqrt(5). */
    double height = 1 / sqrt(5.0);
    ico.corners[NORTH] = (tact_vec3){0, 0, 1};
    ico.corners[SOUTH] = (tact_vec3){0, 0, -1};
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t next = (i + 1) % 5;
        tact_vec2 up = tacti_turn(2 * i, 10);
        tact_vec2 down = tacti_turn(2 * i + 1, 10);
        ico.corners[UPPER + i] = (tact_vec3){2 * height * up.x, 2 * height * up.y, height};
        ico.corners[LOWER + i] = (tact_vec3){2 * height * down.x, 2 * height * down.y, -height};
        set_edge(&ico, NORTH_EDGES + i, NORTH, UPPER + i);
        set_edge(&ico, UPPER_EDGES + i, UPPER + i, UPPER + next);
        set_edge(&ico, DOWN_EDGES + i, UPPER + i, LOWER + i);
        set_edge(&ico, UP_EDGES + i, LOWER + i, UPPER + next);
        set_edge(&ico, LOWER_EDGES + i, LOWER + i, LOWER + next);
        set_edge(&ico, SOUTH_EDGES + i, SOUTH, LOWER + i);
        ico.faces[i] = (icosphere_face){{NORTH, UPPER + i, UPPER + next},
                                        {NORTH_EDGES + i, NORTH_EDGES + next, UPPER_EDGES + i},
                                        {false, false, false}};
        ico.faces[5 + i] = (icosphere_face){{UPPER + i, LOWER + i, UPPER + next},
                                            {DOWN_EDGES + i, UPPER_EDGES + i, UP_EDGES + i},
                                            {false, false, false}};
        ico.faces[10 + i] = (icosphere_face){{LOWER + i, LOWER + next, UPPER + next},
                                             {LOWER_EDGES + i, UP_EDGES + i, DOWN_EDGES + next},
                                             {false, false, true}};
        ico.faces[15 + i] = (icosphere_face){{SOUTH, LOWER + next, LOWER + i},
                                             {SOUTH_EDGES + next, SOUTH_EDGES + i, LOWER_EDGES + i},
                                             {false, false, true}};
    }
    return ico;
}

/* Adds the unit vector of i a + j b + k c. */
static void add_direction(tacti_maker *maker, const tact_vec3 *const corners[3],
                          const uint32_t weights[3]) {
    double i = weights[0];
    double j = weights[1];
    double k = weights[2];
    const tact_vec3 *a = corners[0];
    const tact_vec3 *b = corners[1];
    const tact_vec3 *c = corners[2];
    tact_vec3 p = {i * a->x + j * b->x + k * c->x, i * a->y + j * b->y + k * c->y,
                   i * a->z + j * b->z + k * c->z};
    p = tact_vec3_normalize(p);
    tacti_maker_vertex(maker, p.x, p.y, p.z);
}

/* Adds all directions: the corners, then the inner points edge by edge, then face by face. */
static void add_directions(tacti_maker *maker, const icosphere *ico) {
    uint32_t n = ico->frequency;
    for (uint32_t i = 0; i < CORNERS; i++)
        tacti_maker_vertex(maker, ico->corners[i].x, ico->corners[i].y, ico->corners[i].z);
    for (uint32_t edge = 0; edge < EDGES; edge++) {
        const tact_vec3 *from = &ico->corners[ico->edge_corners[edge][0]];
        const tact_vec3 *to = &ico->corners[ico->edge_corners[edge][1]];
        for (uint32_t i = 1; i < n; i++)
            add_direction(maker, (const tact_vec3 *const[3]){from, to, to},
                          (const uint32_t[3]){n - i, i, 0});
    }
    for (uint32_t face = 0; face < 20; face++) {
        const uint32_t *corners = ico->faces[face].corners;
        const tact_vec3 *const points[3] = {&ico->corners[corners[0]], &ico->corners[corners[1]],
                                            &ico->corners[corners[2]]};
        for (uint32_t row = 2; row < n; row++)
            for (uint32_t column = 1; column < row; column++)
                add_direction(maker, points, (const uint32_t[3]){n - row, row - column, column});
    }
}

/* The number of the vertex at step 0 .. frequency of side 0 (a-b), 1 (a-c) or 2 (b-c) of a face. */
static uint32_t side_vertex(const icosphere *ico, const icosphere_face *face, uint32_t side,
                            uint32_t step) {
    TACTI_ASSERT(side < 3 && step <= ico->frequency);
    static const uint32_t ends[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    if (step == 0)
        return face->corners[ends[side][0]];
    if (step == ico->frequency)
        return face->corners[ends[side][1]];
    uint32_t along = face->flips[side] ? ico->frequency - step : step;
    return CORNERS + face->edges[side] * (ico->frequency - 1) + along - 1;
}

/* The number of the vertex in row 0 .. frequency counted from corner a, column 0 .. row. */
static uint32_t face_vertex(const icosphere *ico, uint32_t face, uint32_t row, uint32_t column) {
    TACTI_ASSERT(face < 20 && row <= ico->frequency && column <= row);
    const icosphere_face *f = &ico->faces[face];
    uint32_t n = ico->frequency;
    if (column == 0)
        return side_vertex(ico, f, 0, row);
    if (column == row)
        return side_vertex(ico, f, 1, row);
    if (row == n)
        return side_vertex(ico, f, 2, column);
    uint32_t inner = (n - 1) * (n - 2) / 2;
    return CORNERS + EDGES * (n - 1) + face * inner + (row - 1) * (row - 2) / 2 + column - 1;
}

static void add_faces(tacti_maker *maker, const icosphere *ico) {
    for (uint32_t face = 0; face < 20; face++)
        for (uint32_t row = 0; row < ico->frequency; row++)
            for (uint32_t column = 0; column <= row; column++) {
                uint32_t top = face_vertex(ico, face, row, column);
                uint32_t left = face_vertex(ico, face, row + 1, column);
                uint32_t right = face_vertex(ico, face, row + 1, column + 1);
                tacti_maker_triangle(maker, top, left, right);
                if (column < row)
                    tacti_maker_triangle(maker, top, right,
                                         face_vertex(ico, face, row, column + 1));
            }
}

/* Starts a maker with the whole unit icosphere in it. */
static tact_status start_icosphere(tacti_maker *maker, const tact_context *context,
                                   uint32_t frequency) {
    uint64_t squared = (uint64_t)frequency * frequency;
    tacti_maker_size size = {10 * squared + 2, 20 * squared, 0};
    tact_status status = tacti_maker_start(maker, context, size);
    if (status != TACT_OK)
        return status;
    icosphere ico = icosphere_make(frequency);
    add_directions(maker, &ico);
    add_faces(maker, &ico);
    return TACT_OK;
}

static void scale_vertex(tact_vec3 *p, double s) {
    *p = (tact_vec3){p->x * s, p->y * s, p->z * s};
}

tact_status tact_mesh_create_icosphere(const tact_context *context, double radius,
                                       uint32_t frequency, tact_mesh **out) {
    if (out == NULL || !tacti_is_length(radius) || frequency < 1 || frequency > MAX_FREQUENCY)
        return TACT_INVALID_ARGUMENT;
    tacti_maker maker;
    tact_status status = start_icosphere(&maker, context, frequency);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < maker.vertex_count; i++)
        scale_vertex(&maker.vertices[i], radius);
    return tacti_maker_finish(&maker, out);
}

/* ---- Blob ----------------------------------------------------------------------------------- */

/* The lumps: cells of the noise per radius, and layers of noise. */
#define BLOB_CELLS 1.5
#define BLOB_OCTAVES 3

tact_status tact_mesh_create_blob(const tact_context *context, double radius, double amplitude,
                                  uint32_t frequency, uint64_t seed, tact_mesh **out) {
    if (out == NULL || !tacti_is_length(radius) || !tacti_is_length_or_zero(amplitude) ||
        amplitude >= 0.5 * radius || frequency < 1 || frequency > MAX_FREQUENCY)
        return TACT_INVALID_ARGUMENT;
    tacti_maker maker;
    tact_status status = start_icosphere(&maker, context, frequency);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < maker.vertex_count; i++) {
        tact_vec3 *p = &maker.vertices[i];
        tact_vec3 place = {BLOB_CELLS * p->x, BLOB_CELLS * p->y, BLOB_CELLS * p->z};
        scale_vertex(p, radius + amplitude * tacti_noise(place, BLOB_OCTAVES, seed));
    }
    return tacti_maker_finish(&maker, out);
}

/* ---- UV sphere ------------------------------------------------------------------------------ */

tact_status tact_mesh_create_uv_sphere(const tact_context *context, double radius,
                                       uint32_t meridians, uint32_t rings, tact_mesh **out) {
    if (out == NULL || !tacti_is_length(radius) || meridians < 3 || rings < 2)
        return TACT_INVALID_ARGUMENT;
    uint64_t around = (uint64_t)meridians * (rings - 1);
    tacti_maker_size size = {tacti_count_plus(around, 2), tacti_count_times(around, 2),
                             tacti_count_times(meridians, sizeof(tact_vec2))};
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, size);
    if (status != TACT_OK)
        return status;
    tact_vec2 *circle = maker.scratch;
    for (uint32_t i = 0; i < meridians; i++)
        circle[i] = tacti_turn(i, meridians);
    uint32_t south = tacti_maker_vertex(&maker, 0, 0, -radius);
    uint32_t north = tacti_maker_vertex(&maker, 0, 0, radius);
    uint32_t first = maker.vertex_count;
    uint32_t below = first;
    for (uint32_t ring = 1; ring < rings; ring++) {
        /* Half a turn from the south pole to the north pole. */
        tact_vec2 latitude = tacti_turn(ring, 2 * (uint64_t)rings);
        uint32_t start = maker.vertex_count;
        for (uint32_t i = 0; i < meridians; i++)
            tacti_maker_vertex(&maker, radius * latitude.y * circle[i].x,
                               radius * latitude.y * circle[i].y, -radius * latitude.x);
        if (ring > 1)
            tacti_maker_band(&maker, below, start, meridians);
        below = start;
    }
    tacti_maker_fan_reversed(&maker, first, meridians, south);
    tacti_maker_fan(&maker, below, meridians, north);
    return tacti_maker_finish(&maker, out);
}
