/* SPDX-License-Identifier: MIT */
/* Models as bodies of a scene; see scene.h. Every bounded shape is the sum of a core, which is the
 * hull of some points, and a ball. So the drawn surface is the exact hull of sums of points. A
 * curved shape is drawn slightly too small: by 1 - cos(pi / 96) = 0.05 percent of its radius. */
#include "levels.h"

#include <math.h>
#include <stdlib.h>
#include <tact/mesh_generators.h>

/* Divisions of an edge of the icosahedron for balls. A circle has four times as many corners, which
 * is about as fine. */
#define FINE 24u
/* The most points whose hull is computed. The ball is drawn more coarsely if there were more. */
#define MOST_SUMS 60000u

typedef struct point_list {
    tact_vec3 *at;
    size_t count;
} point_list;

/* ---- Cores -------------------------------------------------------------------------------- */

static tact_status make_list(size_t count, point_list *out) {
    *out = (point_list){calloc(count + 1, sizeof *out->at), count};
    return out->at == NULL ? TACT_OUT_OF_MEMORY : TACT_OK;
}

static void set_circle(tact_vec3 *to, uint32_t corners, double radius, double height) {
    for (uint32_t i = 0; i < corners; i++) {
        double angle = 2 * 3.141592653589793 * i / corners;
        to[i] = tact_vec3_make(radius * tact_cos(angle), radius * tact_sin(angle), height);
    }
}

/* The vertices of a ball of radius 1. */
static tact_status make_ball(uint32_t frequency, point_list *out) {
    tact_mesh *mesh = NULL;
    tact_status status = tact_mesh_create_icosphere(NULL, 1, frequency, &mesh);
    if (status == TACT_OK)
        status = make_list(tact_mesh_vertex_count(mesh), out);
    for (size_t i = 0; status == TACT_OK && i < out->count; i++)
        out->at[i] = tact_mesh_vertex(mesh, (uint32_t)i);
    tact_mesh_destroy(mesh);
    return status;
}

static tact_status make_ellipsoid(tact_vec3 axes, uint32_t fineness, point_list *out) {
    tact_status status = make_ball(fineness, out);
    for (size_t i = 0; status == TACT_OK && i < out->count; i++) {
        tact_vec3 p = out->at[i];
        out->at[i] = tact_vec3_make(p.x * axes.x, p.y * axes.y, p.z * axes.z);
    }
    return status;
}

static tact_status make_box(tact_vec3 half, point_list *out) {
    tact_status status = make_list(8, out);
    for (int i = 0; i < 8 && status == TACT_OK; i++)
        out->at[i] =
            tact_vec3_make((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                           (i & 4) != 0 ? half.z : -half.z);
    return status;
}

static tact_status make_round(const tact_shape *shape, uint32_t fineness, point_list *out) {
    uint32_t corners = 4 * fineness;
    double radius = shape->core.round.radius, height = shape->core.round.half_height;
    bool is_cone = shape->kind == TACT_SHAPE_CONE;
    tact_status status = make_list(is_cone ? corners + 1 : 2 * (size_t)corners, out);
    if (status != TACT_OK)
        return status;
    set_circle(out->at, corners, radius, -height);
    if (is_cone)
        out->at[corners] = tact_vec3_make(0, 0, height);
    else
        set_circle(out->at + corners, corners, radius, height);
    return TACT_OK;
}

/* Points whose hull is the core. */
static tact_status make_core(const tact_shape *shape, uint32_t fineness, point_list *out) {
    const tact_vec3 ends[2] = {shape->core.segment.a, shape->core.segment.b};
    tact_status status = TACT_OK;
    switch (shape->kind) {
    case TACT_SHAPE_BOX:
        return make_box(shape->core.half_extents, out);
    case TACT_SHAPE_ELLIPSOID:
        return make_ellipsoid(shape->core.half_extents, fineness, out);
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE:
        return make_round(shape, fineness, out);
    case TACT_SHAPE_HULL:
        status = make_list(tact_hull_inspect(shape->core.hull).vertex_count, out);
        for (size_t i = 0; status == TACT_OK && i < out->count; i++)
            out->at[i] = tact_hull_vertices(shape->core.hull)[i];
        return status;
    case TACT_SHAPE_TRIANGLE:
        status = make_list(3, out);
        for (size_t i = 0; status == TACT_OK && i < 3; i++)
            out->at[i] = shape->core.triangle.v[i];
        return status;
    case TACT_SHAPE_SEGMENT:
        status = make_list(2, out);
        for (size_t i = 0; status == TACT_OK && i < 2; i++)
            out->at[i] = ends[i];
        return status;
    case TACT_SHAPE_SPHERE:
    case TACT_SHAPE_HALF_SPACE:
        break;
    }
    return make_list(1, out);
}

/* ---- Surfaces ----------------------------------------------------------------------------- */

/* Replaces the points by all sums with points of a ball. */
static tact_status add_ball(double radius, uint32_t fineness, point_list *points) {
    point_list ball = {NULL, 0}, sums = {NULL, 0};
    uint32_t frequency = fineness;
    while (frequency > 1 && points->count * (10u * frequency * frequency + 2) > MOST_SUMS)
        frequency--;
    tact_status status = make_ball(frequency, &ball);
    if (status == TACT_OK)
        status = make_list(points->count * ball.count, &sums);
    for (size_t i = 0; status == TACT_OK && i < sums.count; i++)
        sums.at[i] = tact_vec3_add(points->at[i / ball.count],
                                   tact_vec3_scale(ball.at[i % ball.count], radius));
    free(ball.at);
    if (status != TACT_OK)
        return status;
    free(points->at);
    *points = sums;
    return TACT_OK;
}

static tact_status hull_to_mesh(const point_list *points, tact_mesh **out) {
    tact_hull *hull = NULL;
    tact_status status = tact_hull_create(NULL, points->at, points->count, &hull);
    if (status == TACT_OK)
        status = tact_hull_to_mesh(NULL, hull, out);
    tact_hull_destroy(hull);
    return status;
}

/* The surface of a bounded shape, in its own frame. */
static tact_status shape_to_mesh(const tact_shape *shape, uint32_t fineness, tact_mesh **out) {
    if (shape->kind == TACT_SHAPE_HULL && !(shape->radius > 0))
        return tact_hull_to_mesh(NULL, shape->core.hull, out);
    point_list points = {NULL, 0};
    tact_status status = make_core(shape, fineness, &points);
    if (status == TACT_OK && shape->radius > 0)
        status = add_ball(shape->radius, fineness, &points);
    if (status == TACT_OK)
        status = hull_to_mesh(&points, out);
    free(points.at);
    return status;
}

/* ---- Bodies ------------------------------------------------------------------------------- */

static tact_status add_mesh(draw_scene *scene, const tact_mesh *mesh, tact_pose pose,
                            const char *name, uint32_t side) {
    uint32_t points = tact_mesh_vertex_count(mesh), triangles = tact_mesh_triangle_count(mesh);
    draw_body *body = NULL;
    tact_status status = draw_scene_add_body(scene, name, side, points, triangles, &body);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < points; i++)
        body->points[i] = tact_pose_place(pose, tact_mesh_vertex(mesh, i));
    for (uint32_t i = 0; i < triangles; i++)
        tact_mesh_corners(mesh, i, &body->indices[3 * (size_t)i]);
    return TACT_OK;
}

/* A point or a segment has vertices, but no triangles. */
static tact_status add_line(draw_scene *scene, const tact_mesh *mesh, tact_pose pose,
                            const char *name, uint32_t side) {
    tact_vec3 ends[2];
    uint32_t count = tact_mesh_vertex_count(mesh) < 2 ? tact_mesh_vertex_count(mesh) : 2;
    for (uint32_t i = 0; i < count; i++)
        ends[i] = tact_pose_place(pose, tact_mesh_vertex(mesh, i));
    tact_status status = draw_scene_add_path(scene, DRAW_ROLE_SHAPE, name, ends, count, false);
    if (status == TACT_OK)
        scene->paths[scene->path_count - 1].color = draw_color_of_side(side);
    if (status == TACT_OK)
        scene->paths[scene->path_count - 1].mover = side;
    return status;
}

/* A square in the plane of a half-space, large enough to lie below everything else. */
static tact_status add_plane(draw_scene *scene, const tact_shape *shape, tact_pose pose,
                             const char *name, uint32_t side) {
    const double *m = pose.m;
    tact_plane plane = shape->core.plane;
    tact_box box = draw_scene_bounds(scene);
    bool is_empty = tact_box_is_empty(box);
    tact_vec3 middle = is_empty ? tact_vec3_make(m[3], m[7], m[11]) : tact_box_center(box);
    double size = is_empty ? 1 : tact_vec3_length(tact_vec3_sub(box.hi, box.lo));
    double length = tact_vec3_length(plane.normal);
    tact_vec3 inner = tact_vec3_scale(plane.normal, 1 / length);
    tact_vec3 base = tact_vec3_scale(inner, plane.offset / length + shape->radius);
    tact_pose turn = pose;
    turn.m[3] = turn.m[7] = turn.m[11] = 0;
    tact_vec3 normal = tact_pose_place(turn, inner), at = tact_pose_place(pose, base);
    double height = tact_vec3_dot(tact_vec3_sub(middle, at), normal);
    middle = tact_vec3_sub(middle, tact_vec3_scale(normal, height));
    tact_vec3 axis = fabs(normal.x) < 0.6 ? tact_vec3_make(1, 0, 0) : tact_vec3_make(0, 1, 0);
    tact_vec3 u = tact_vec3_scale(tact_vec3_normalize(tact_vec3_cross(normal, axis)), size * 0.55);
    tact_vec3 v = tact_vec3_cross(normal, u);
    draw_body *body = NULL;
    tact_status status = draw_scene_add_body(scene, name, side, 4, 2, &body);
    if (status != TACT_OK)
        return status;
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 6; i++)
        body->indices[i] = corners[i];
    for (int i = 0; i < 4; i++) {
        tact_vec3 p = tact_vec3_add(middle, tact_vec3_scale(u, i == 1 || i == 2 ? 1 : -1));
        body->points[i] = tact_vec3_add(p, tact_vec3_scale(v, i >= 2 ? 1 : -1));
    }
    return TACT_OK;
}

static tact_status add_shape(draw_scene *scene, const tact_shape *shape, tact_pose pose,
                             const char *name, uint32_t side) {
    if (shape->kind == TACT_SHAPE_HALF_SPACE)
        return add_plane(scene, shape, pose, name, side);
    tact_mesh *mesh = NULL;
    tact_status status = shape_to_mesh(shape, scene->fineness > 0 ? scene->fineness : FINE, &mesh);
    if (status == TACT_OK && tact_mesh_triangle_count(mesh) == 0)
        status = add_line(scene, mesh, pose, name, side);
    else if (status == TACT_OK)
        status = add_mesh(scene, mesh, pose, name, side);
    tact_mesh_destroy(mesh);
    return status;
}

static tact_status add_part(draw_scene *scene, const tact_model *model, tact_pose pose,
                            const char *name, uint32_t side) {
    const tact_mesh *mesh = tact_model_mesh(model);
    const tact_shape *shape = tact_model_shape(model);
    if (mesh != NULL) {
        tact_status status = add_mesh(scene, mesh, pose, name, side);
        return status == TACT_OK
                   ? draw_levels_make(model, pose, &scene->bodies[scene->body_count - 1].levels)
                   : status;
    }
    return shape != NULL ? add_shape(scene, shape, pose, name, side) : TACT_OK;
}

/* The parts of a compound are not compounds. */
tact_status draw_scene_add_instance(draw_scene *scene, const tact_instance *instance,
                                    const char *name, uint32_t side) {
    const tact_instance *part = tact_model_part(instance->model, 0);
    if (part == NULL)
        return add_part(scene, instance->model, instance->pose, name, side);
    tact_status status = TACT_OK;
    for (uint32_t i = 0; part != NULL && status == TACT_OK; i++) {
        status =
            add_part(scene, part->model, tact_pose_compose(instance->pose, part->pose), name, side);
        part = tact_model_part(instance->model, i + 1);
    }
    return status;
}
