/* SPDX-License-Identifier: MIT */
/* The bytes of a script as numbers, poses, shapes and arrays. Most are valid and small, so that
 * objects touch exactly; some are anything. */
#include "script.h"

#include <math.h>
#include <string.h>

uint8_t script_byte(script *s) {
    if (s->size == 0)
        return 0;
    s->size--;
    return *s->data++;
}

uint32_t script_below(script *s, uint32_t bound) {
    return script_byte(s) % bound;
}

uint64_t script_word(script *s) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | script_byte(s);
    return word;
}

bool script_rarely(script *s) {
    return script_byte(s) >= 240;
}

double script_number(script *s) {
    static const double special[] = {
        -0.0,        0.1,      1.0 / 3,  0x1p-52,  0x1p-500,  0x1p-537, 0x1p-1022, 0x1p-1074,
        0x1p499,     -0x1p499, 0x1p500,  0x1p501,  0x1p600,   1e300,    -1e308,    HUGE_VAL,
        (double)NAN, -0.1,     0x1.8p53, 0x1p-300, 12345.678, 1e-9,     1e9,       -HUGE_VAL,
    };
    uint8_t byte = script_byte(s);
    if (byte < 224)
        return (byte - 96) / 8.0;
    if (byte < 248)
        return special[byte - 224];
    uint64_t word = script_word(s);
    double number;
    memcpy(&number, &word, sizeof number);
    return number;
}

double script_size(script *s) {
    uint8_t byte = script_byte(s);
    return byte < 224 ? (byte + 1) / 32.0 : script_number(s);
}

uint32_t script_count(script *s, uint32_t most) {
    uint8_t byte = script_byte(s);
    return byte < 248 ? byte % (most + 1) : (uint32_t)script_word(s);
}

tact_vec3 script_vec3(script *s) {
    tact_vec3 v;
    v.x = script_number(s);
    v.y = script_number(s);
    v.z = script_number(s);
    return v;
}

tact_ray script_ray(script *s) {
    tact_ray ray;
    ray.origin = script_vec3(s);
    ray.direction = script_vec3(s);
    return ray;
}

tact_triangle script_triangle(script *s) {
    tact_triangle triangle;
    for (int i = 0; i < 3; i++)
        triangle.v[i] = script_vec3(s);
    return triangle;
}

uint32_t script_points(script *s, tact_vec3 *points, uint32_t most) {
    uint32_t count = script_below(s, most + 1);
    for (uint32_t i = 0; i < count; i++)
        points[i] = script_vec3(s);
    return count;
}

/* ---- Poses -------------------------------------------------------------------------------- */

tact_pose script_pose(script *s) {
    tact_pose pose = tact_pose_identity();
    switch (script_below(s, 8)) {
    case 0:
        break;
    case 1: /* a turn by a right angle */
        pose.m[0] = pose.m[5] = 0;
        pose.m[1] = -1;
        pose.m[4] = 1;
        break;
    case 2: {
        tact_vec3 axis = script_vec3(s);
        if (tact_pose_from_axis_angle(axis, script_number(s), (tact_vec3){0, 0, 0}, &pose) !=
            TACT_OK)
            pose = tact_pose_identity();
        break;
    }
    case 3: /* any matrix */
        if (script_rarely(s))
            for (int i = 0; i < 12; i++)
                pose.m[i] = script_number(s);
        break;
    default: /* small steps, which bring objects into contact */
        pose.m[3] = (script_byte(s) - 128) / 32.0;
        return pose;
    }
    for (int i = 0; i < 3; i++)
        pose.m[4 * i + 3] = script_number(s);
    return pose;
}

/* ---- Shapes ------------------------------------------------------------------------------- */

static tact_shape make_shape(script *s) {
    double size[3];
    switch (script_below(s, 11)) {
    case 0:
        return tact_shape_sphere(script_size(s));
    case 1: {
        tact_vec3 a = script_vec3(s), b = script_vec3(s);
        return tact_shape_segment(a, b, script_number(s));
    }
    case 2:
        size[0] = script_size(s);
        return tact_shape_capsule(size[0], script_size(s));
    case 3:
        return tact_shape_triangle(script_triangle(s));
    case 4:
        for (int i = 0; i < 3; i++)
            size[i] = script_size(s);
        return tact_shape_box(size[0], size[1], size[2]);
    case 5:
    case 6:
        return tact_shape_hull(TAKE(s, s->hulls));
    case 7:
        size[0] = script_size(s);
        return tact_shape_cylinder(size[0], script_size(s));
    case 8:
        size[0] = script_size(s);
        return tact_shape_cone(size[0], script_size(s));
    case 9:
        for (int i = 0; i < 3; i++)
            size[i] = script_size(s);
        return tact_shape_ellipsoid(size[0], size[1], size[2]);
    default: {
        tact_vec3 normal = script_vec3(s);
        return tact_shape_half_space(normal, script_number(s));
    }
    }
}

tact_shape script_shape(script *s) {
    tact_shape shape = make_shape(s);
    if (script_rarely(s))
        shape.radius = script_number(s);
    if (script_rarely(s) && script_rarely(s)) {
        /* Any kind but a hull: its pointer would lead nowhere. */
        tact_shape_kind kind = (tact_shape_kind)script_byte(s);
        shape.kind = kind == TACT_SHAPE_HULL ? shape.kind : kind;
    }
    return shape;
}

/* ---- Arrays ------------------------------------------------------------------------------- */

static const double corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t cube[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                     {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
static const uint32_t tetrahedron[4][3] = {{0, 2, 1}, {0, 1, 4}, {0, 4, 2}, {1, 2, 4}};
/* Two tetrahedra with a common edge, then triangles without area and twice the same. */
static const uint32_t odd[12][3] = {{0, 2, 1}, {0, 1, 4}, {0, 4, 2}, {1, 2, 4},
                                    {0, 1, 2}, {0, 2, 6}, {0, 6, 1}, {1, 6, 2},
                                    {3, 3, 3}, {5, 7, 5}, {0, 1, 5}, {0, 1, 5}};
/* An open sheet. */
static const uint32_t sheet[4][3] = {{0, 1, 2}, {1, 3, 2}, {1, 5, 3}, {5, 7, 3}};

static tact_mesh_arrays fixed_arrays(uint32_t number) {
    static const struct {
        const uint32_t (*indices)[3];
        uint32_t count;
    } fixed[] = {{cube, 12}, {tetrahedron, 4}, {odd, 12}, {sheet, 4}, {NULL, 0}, {cube, 11}};
    return (tact_mesh_arrays){.positions = corners,
                              .position_type = TACT_NUMBER_FLOAT64,
                              .vertex_count = 8,
                              .indices =
                                  fixed[number].indices != NULL ? fixed[number].indices[0] : NULL,
                              .triangle_count = fixed[number].count};
}

static void fill_vertices(script *s, tact_mesh_arrays *arrays) {
    arrays->vertex_count = script_below(s, MOST_VERTICES + 1);
    arrays->positions = s->positions;
    arrays->position_stride = sizeof s->positions[0];
    for (uint32_t i = 0; i < arrays->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            s->positions[i][k] = script_number(s);
    if (!script_rarely(s))
        return;
    for (uint32_t i = 0; i < arrays->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            s->narrow_positions[i][k] =
                fabs(s->positions[i][k]) < 1e30 ? (float)s->positions[i][k] : HUGE_VALF;
    arrays->positions = s->narrow_positions;
    arrays->position_type = TACT_NUMBER_FLOAT32;
    arrays->position_stride = 0;
}

static void fill_triangles(script *s, tact_mesh_arrays *arrays) {
    arrays->triangle_count = script_below(s, MOST_TRIANGLES + 1);
    arrays->indices = s->indices[0];
    arrays->index_stride = sizeof s->indices[0];
    uint32_t bound = arrays->vertex_count + script_rarely(s);
    for (uint32_t i = 0; i < arrays->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            s->indices[i][k] = bound > 0 ? script_byte(s) % bound : 0;
    if (script_rarely(s)) { /* three vertices per triangle */
        arrays->indices = NULL;
        arrays->index_stride = 0;
    }
}

static void fill_parts(script *s, tact_mesh_arrays *arrays) {
    static const char *const names[] = {"part", NULL, "", "a part with a longer name"};
    arrays->part_count = script_below(s, 3);
    arrays->parts = s->parts;
    for (uint32_t i = 0; i < arrays->part_count; i++)
        s->parts[i] = (tact_mesh_part){.name = names[script_below(s, 4)],
                                       .first = script_below(s, MOST_TRIANGLES),
                                       .count = script_below(s, MOST_TRIANGLES)};
    if (arrays->triangle_count > MOST_TRIANGLES)
        return;
    for (uint32_t i = 0; i < arrays->triangle_count; i++)
        s->source_faces[i] = script_byte(s);
    arrays->source_faces = s->source_faces;
}

tact_mesh_arrays script_arrays(script *s, bool *can_borrow) {
    tact_mesh_arrays arrays = {0};
    uint32_t kind = script_below(s, 12);
    *can_borrow = kind < 6;
    if (kind < 6) {
        arrays = fixed_arrays(kind);
    } else if (kind < 8 && TAKE(s, s->meshes) != NULL) {
        arrays = tact_mesh_as_arrays(TAKE(s, s->meshes));
    } else if (kind < 9 && TAKE(s, s->soups) != NULL) {
        arrays = tact_soup_arrays(TAKE(s, s->soups));
    } else {
        fill_vertices(s, &arrays);
        fill_triangles(s, &arrays);
    }
    if (script_rarely(s)) {
        fill_parts(s, &arrays);
        *can_borrow = false;
    }
    return arrays;
}
