/* SPDX-License-Identifier: MIT */
/* Random bodies in motion; see sampled.h. */
#include "sampled.h"

#include <math.h>
#include <string.h>

static tact_vec3 random_vec(test_rng *rng, double size) {
    return (tact_vec3){test_rng_between(rng, -size, size), test_rng_between(rng, -size, size),
                       test_rng_between(rng, -size, size)};
}

static tact_pose random_pose(test_rng *rng, tact_vec3 place) {
    tact_pose pose;
    assert_int_equal(
        tact_pose_from_axis_angle(random_vec(rng, 1), test_rng_between(rng, -3, 3), place, &pose),
        TACT_OK);
    return pose;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

/* Some sizes are tiny, so that plates and needles occur. */
static double random_size(test_rng *rng, double size) {
    return size * (test_rng_below(rng, 5) == 0 ? 1e-3 : test_rng_between(rng, 0.05, 1));
}

static tact_shape random_hull(test_rng *rng, double size) {
    tact_vec3 points[12];
    tact_hull *hull;
    uint32_t count = 4 + test_rng_below(rng, 9);
    for (uint32_t i = 0; i < count; i++)
        points[i] = random_vec(rng, size);
    assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
    return tact_shape_hull(hull);
}

static tact_shape random_shape(test_rng *rng, double size) {
    double x = random_size(rng, size), y = random_size(rng, size), z = random_size(rng, size);
    tact_shape shape;
    switch (test_rng_below(rng, 8)) {
    case 0:
        return tact_shape_sphere(x);
    case 1:
        return tact_shape_capsule(x, y);
    case 2:
        shape = tact_shape_triangle(
            (tact_triangle){{random_vec(rng, size), random_vec(rng, size), random_vec(rng, size)}});
        break;
    case 3:
        shape = tact_shape_box(x, y, z);
        break;
    case 4:
        shape = random_hull(rng, size);
        break;
    case 5:
        return tact_shape_cylinder(x, y);
    case 6:
        return tact_shape_cone(x, y);
    default:
        return tact_shape_ellipsoid(x + 0.05 * size, y + 0.05 * size, z + 0.05 * size);
    }
    if (test_rng_below(rng, 3) == 0)
        shape.radius = random_size(rng, 0.2 * size);
    return shape;
}

/* A model of a shape. The hull of a piece lives until the body is freed. */
static tact_model *add_shape(sampled_body *body, tact_shape shape, tact_pose pose) {
    tact_model *model;
    assert_int_equal(tact_model_create_shape(NULL, &shape, &model), TACT_OK);
    body->pieces[body->count++] = (sampled_piece){shape, pose};
    return model;
}

/* A tetrahedron, a box, or triangles that have nothing to do with each other. */
static uint32_t random_triangles(test_rng *rng, double size, uint32_t most,
                                 tact_vec3 out[SAMPLED_PIECES][3]) {
    static const uint32_t sides[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    static const uint32_t faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                          {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                          {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    uint32_t form = test_rng_below(rng, most < 12 ? 2 : 3), count = form == 2 ? 12 : 4;
    tact_vec3 points[8],
        half = {random_size(rng, size), random_size(rng, size), random_size(rng, size)};
    for (int i = 0; i < 8; i++)
        points[i] = form == 2 ? (tact_vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                            i & 4 ? half.z : -half.z}
                              : random_vec(rng, size);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = form == 0   ? points[sides[i][k]]
                        : form == 2 ? points[faces[i][k]]
                                    : random_vec(rng, size);
    return count;
}

static tact_model *add_mesh(test_rng *rng, sampled_body *body, double size, uint32_t most,
                            tact_pose pose) {
    tact_vec3 v[SAMPLED_PIECES][3];
    uint32_t count = random_triangles(rng, size, most, v);
    tact_mesh_arrays arrays = {.positions = v, .vertex_count = 3 * count, .triangle_count = count};
    tact_model *model;
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model), TACT_OK);
    for (uint32_t i = 0; i < count; i++) {
        tact_triangle triangle = {{v[i][0], v[i][1], v[i][2]}};
        body->pieces[body->count++] = (sampled_piece){tact_shape_triangle(triangle), pose};
    }
    return model;
}

static tact_model *add_compound(test_rng *rng, sampled_body *body, double size) {
    tact_instance parts[4];
    tact_model *model;
    uint32_t count = 2 + test_rng_below(rng, 3);
    for (uint32_t i = 0; i < count; i++) {
        tact_pose pose = random_pose(rng, random_vec(rng, size));
        bool is_mesh = test_rng_below(rng, 3) == 0;
        tact_model *part = is_mesh ? add_mesh(rng, body, 0.5 * size, 4, pose)
                                   : add_shape(body, random_shape(rng, 0.5 * size), pose);
        parts[i] = tact_instance_make(part);
        parts[i].pose = pose;
    }
    assert_int_equal(tact_model_create_compound(NULL, parts, count, &model), TACT_OK);
    for (uint32_t i = 0; i < count; i++)
        tact_model_destroy((tact_model *)parts[i].model);
    return model;
}

/* ---- Motions ------------------------------------------------------------------------------ */

static bool pose_of_inner(void *user, double time, tact_pose *out) {
    return tact_rigid_pose_at(user, time, out) == TACT_OK;
}

void sampled_body_move(sampled_body *body, const tact_rigid_motion *steady) {
    body->motion = body->steady = *steady;
}

/* The same motion as a function with the bounds of its speed. */
static void make_function(sampled_body *body) {
    const tact_rigid_motion *m = &body->steady;
    tact_vec3 arm = {m->start.m[3] - m->center.x, m->start.m[7] - m->center.y,
                     m->start.m[11] - m->center.z};
    double spin = fabs(m->rate);
    double speed = (tact_vec3_length(m->velocity) + spin * tact_vec3_length(arm)) * (1 + 1e-9);
    assert_int_equal(tact_rigid_function(pose_of_inner, &body->steady, speed, spin, &body->motion),
                     TACT_OK);
    body->motion.deviation = 1e-13;
}

/* Between two poses: along a screw, or a line. */
static void move_between(test_rng *rng, tact_pose from, tact_vec3 to, tact_rigid_motion *out) {
    tact_pose end = random_pose(rng, to);
    tact_status status = test_rng_below(rng, 2) == 0 ? tact_rigid_screw(from, end, out)
                                                     : tact_rigid_between(from, end, out);
    assert_int_equal(status, TACT_OK);
}

static void move_randomly(test_rng *rng, double size, bool may_turn, sampled_body *body) {
    tact_vec3 velocity = random_vec(rng, 4), none = {0, 0, 0};
    tact_vec3 start =
        tact_vec3_sub(random_vec(rng, size), tact_vec3_scale(velocity, test_rng_unit(rng)));
    tact_pose pose = random_pose(rng, start);
    tact_rigid_motion motion;
    uint32_t kind = may_turn ? test_rng_below(rng, 6) : 0;
    if (kind == 5) {
        move_between(rng, pose, tact_vec3_add(start, velocity), &motion);
    } else {
        tact_vec3 center = kind == 4 ? tact_vec3_add(start, random_vec(rng, 2)) : start;
        double rate = pow(10, test_rng_between(rng, -3, 1.3));
        assert_int_equal(tact_rigid_steady(pose, velocity, none, center, &motion), TACT_OK);
        motion.axis = kind == 3 ? velocity : random_vec(rng, 1);
        motion.rate = kind < 2 ? 0 : rate;
    }
    sampled_body_move(body, &motion);
}

/* ---- Bodies ------------------------------------------------------------------------------- */

void sampled_body_random(test_rng *rng, sampled_form form, double size, sampled_body *out) {
    tact_pose identity = tact_pose_identity();
    memset(out, 0, sizeof *out);
    if (form == SAMPLED_SHAPE)
        out->model = add_shape(out, random_shape(rng, size), identity);
    else if (form == SAMPLED_HALF_SPACE)
        out->model = add_shape(
            out, tact_shape_half_space(random_vec(rng, 2), test_rng_between(rng, -1, 1)), identity);
    else if (form == SAMPLED_MESH)
        out->model = add_mesh(rng, out, size, SAMPLED_PIECES, identity);
    else
        out->model = add_compound(rng, out, size);
    move_randomly(rng, size, form != SAMPLED_HALF_SPACE || test_rng_below(rng, 2) == 0, out);
    if (test_rng_below(rng, 6) == 0)
        make_function(out);
}

void sampled_body_free(sampled_body *body) {
    tact_model_destroy(body->model);
    for (uint32_t i = 0; i < body->count; i++)
        if (body->pieces[i].shape.kind == TACT_SHAPE_HULL)
            tact_hull_destroy((tact_hull *)body->pieces[i].shape.core.hull);
}
