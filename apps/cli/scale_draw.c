/* SPDX-License-Identifier: MIT */
/* The bounds of a distance over scale: the same question about both models at other sizes; see
 * question.h. A scale is a power of ten, so coordinates are rounded anew at each of them. */
#include "question.h"

#include <stdlib.h>

/* Powers of ten on each side of 1. */
#define DECADES 8

static double scale_of(int power) {
    double scale = 1;
    for (int i = 0; i < abs(power); i++)
        scale *= 10;
    return power < 0 ? 1 / scale : scale;
}

/* ---- Models of another size --------------------------------------------------------------- */

static tact_status scale_mesh(const tact_mesh *mesh, bool is_filled, double scale,
                              tact_model **out) {
    uint32_t count = tact_mesh_vertex_count(mesh);
    tact_vec3 *points = calloc((size_t)count + 1, sizeof *points);
    if (points == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        points[i] = tact_vec3_scale(tact_mesh_vertex(mesh, i), scale);
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    arrays.positions = points;
    tact_model_options options = tact_model_options_default();
    options.interior = is_filled ? TACT_INTERIOR_IF_WATERTIGHT : TACT_INTERIOR_NONE;
    tact_status status = tact_model_create_mesh(NULL, &arrays, &options, NULL, out);
    free(points);
    return status;
}

static tact_status scale_hull(const tact_hull *hull, double scale, tact_hull **out) {
    size_t count = tact_hull_inspect(hull).vertex_count;
    tact_vec3 *points = calloc(count + 1, sizeof *points);
    if (points == NULL)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        points[i] = tact_vec3_scale(tact_hull_vertices(hull)[i], scale);
    tact_status status = tact_hull_create(NULL, points, count, out);
    free(points);
    return status;
}

/* Everything of a shape but its hull. */
static void scale_core(tact_shape *shape, double scale) {
    shape->radius *= scale;
    if (shape->kind == TACT_SHAPE_SEGMENT) {
        shape->core.segment.a = tact_vec3_scale(shape->core.segment.a, scale);
        shape->core.segment.b = tact_vec3_scale(shape->core.segment.b, scale);
    } else if (shape->kind == TACT_SHAPE_TRIANGLE) {
        for (int i = 0; i < 3; i++)
            shape->core.triangle.v[i] = tact_vec3_scale(shape->core.triangle.v[i], scale);
    } else if (shape->kind == TACT_SHAPE_BOX || shape->kind == TACT_SHAPE_ELLIPSOID) {
        shape->core.half_extents = tact_vec3_scale(shape->core.half_extents, scale);
    } else if (shape->kind == TACT_SHAPE_HALF_SPACE) {
        shape->core.plane.offset *= scale;
    } else if (shape->kind == TACT_SHAPE_CYLINDER || shape->kind == TACT_SHAPE_CONE) {
        shape->core.round.radius *= scale;
        shape->core.round.half_height *= scale;
    }
}

static tact_status scale_shape(const tact_shape *from, double scale, tact_model **out) {
    tact_shape shape = *from;
    tact_hull *hull = NULL;
    tact_status status = TACT_OK;
    scale_core(&shape, scale);
    if (shape.kind == TACT_SHAPE_HULL) {
        status = scale_hull(from->core.hull, scale, &hull);
        shape.core.hull = hull;
    }
    if (status == TACT_OK)
        status = tact_model_create_shape(NULL, &shape, out);
    tact_hull_destroy(hull);
    return status;
}

/* The model of out is to be destroyed. */
static tact_status scale_instance(const tact_instance *from, double scale, tact_instance *out) {
    const tact_shape *shape = tact_model_shape(from->model);
    tact_model *scaled = NULL;
    tact_status status =
        shape != NULL ? scale_shape(shape, scale, &scaled)
                      : scale_mesh(tact_model_mesh(from->model),
                                   (from->flags & TACT_INSTANCE_FILLED) != 0, scale, &scaled);
    *out = *from;
    out->model = scaled;
    for (int i = 3; i < 12; i += 4)
        out->pose.m[i] *= scale;
    return status;
}

/* ---- The numbers -------------------------------------------------------------------------- */

static tact_status measure(const question *q, const answer *from, double scale,
                           tact_distance_result *out) {
    tact_instance a = {.model = NULL}, b = {.model = NULL};
    tact_options options = q->options;
    options.limit *= scale;
    tact_status status = scale_instance(&from->a, scale, &a);
    if (status == TACT_OK)
        status = scale_instance(&from->b, scale, &b);
    if (status == TACT_OK)
        status = tact_distance(&a, &b, &options, NULL, out);
    tact_model_destroy((tact_model *)a.model);
    tact_model_destroy((tact_model *)b.model);
    return status;
}

/* The width of the bounds relative to the upper one. A size at which the question is refused, such
 * as one that is too large, has no point. */
static tact_status set_number(const question *q, const answer *from, double scale,
                              draw_numbers *numbers, uint32_t at) {
    tact_distance_result gap = from->distance;
    tact_status status = scale == 1 ? TACT_OK : measure(q, from, scale, &gap);
    if (status == TACT_OUT_OF_MEMORY)
        return status;
    bool is_known = status == TACT_OK && gap.upper < HUGE_VAL;
    numbers->x[at] = scale;
    numbers->lower[at] = gap.lower;
    numbers->upper[at] = gap.upper;
    double width = gap.upper > 0 ? (gap.upper - gap.lower) / gap.upper : 0;
    numbers->y[at] = is_known ? width : (double)NAN;
    return TACT_OK;
}

tact_status question_draw_scales(const question *q, const answer *from, draw_scene *scene) {
    tact_status status = draw_scene_set_numbers(scene, 2 * DECADES + 1);
    draw_numbers *numbers = &scene->numbers;
    numbers->is_log = true;
    numbers->x_name = "scale";
    numbers->y_name = "(upper - lower) / upper";
    for (int i = -DECADES; i <= DECADES && status == TACT_OK; i++)
        status = set_number(q, from, scale_of(i), numbers, (uint32_t)(i + DECADES));
    return status;
}
