/* SPDX-License-Identifier: MIT */
/* What a motion sweeps: a box, and a hull with a radius. Both are made of the model at the ends of
 * the pieces of its path, and of a margin that holds the path in between (tacti_rigid_pieces()). */
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "math/vec.h"
#include "model/model.h"
#include "rigid/motion.h"

/* The time of the end of a piece. */
static double time_of(const tacti_rigid_pieces_of *pieces, double from, double to, int i) {
    double time = i == pieces->count ? to : from + (to - from) * ((double)i / pieces->count);
    return fmin(time, to);
}

/* ---- The box ------------------------------------------------------------------------------ */

static tact_box widen(tact_box box, double by) {
    if (by <= 0 || tact_box_is_empty(box))
        return box;
    return (tact_box){{nextafter(box.lo.x - by, -HUGE_VAL), nextafter(box.lo.y - by, -HUGE_VAL),
                       nextafter(box.lo.z - by, -HUGE_VAL)},
                      {nextafter(box.hi.x + by, HUGE_VAL), nextafter(box.hi.y + by, HUGE_VAL),
                       nextafter(box.hi.z + by, HUGE_VAL)}};
}

static tact_status box_at(const tact_moving *moving, double time, tact_box *out) {
    tact_instance instance = tact_instance_make(moving->model);
    tact_status status = tact_rigid_pose_at(&moving->motion, time, &instance.pose);
    return status == TACT_OK ? tact_instance_bounds(&instance, out) : status;
}

tact_status tact_rigid_bounds(const tact_moving *moving, double from, double to, tact_box *out) {
    tact_status status = tacti_moving_check(moving, from, to, out);
    tacti_rigid_pieces_of pieces = {.count = 0};
    if (status == TACT_OK)
        status = tacti_rigid_pieces(moving, from, to, &pieces);
    tact_box all = tact_box_empty(), box;
    for (int i = 0; status == TACT_OK && i <= pieces.count; i++) {
        status = box_at(moving, time_of(&pieces, from, to, i), &box);
        if (status == TACT_OK)
            all = tact_box_union(all, box);
    }
    if (status == TACT_OK)
        *out = widen(all, pieces.margin);
    return status;
}

/* ---- The hull ----------------------------------------------------------------------------- */

TACTI_ARRAY_DEFINE(tacti_swept_points, tact_vec3);

/* Points whose hull, grown by the radius, holds the model at one time. */
typedef struct tacti_swept_model {
    tacti_swept_points points;
    double radius; /* the greatest of all parts */
    double size;   /* bounds the coordinates of the points, and their translations */
} tacti_swept_model;

static tact_status add_point(tacti_swept_model *model, const tact_pose *part, tact_vec3 p) {
    if (part != NULL)
        p = tact_pose_place(*part, p);
    model->size = fmax(model->size, (fabs(p.x) + fabs(p.y)) + fabs(p.z));
    return tacti_swept_points_push(&model->points, p);
}

static tact_status add_points(tacti_swept_model *model, const tact_pose *part,
                              const tact_vec3 *points, uint32_t count) {
    tact_status status = TACT_OK;
    for (uint32_t i = 0; status == TACT_OK && i < count; i++)
        status = add_point(model, part, points[i]);
    return status;
}

/* The corners of the box of a core, which are its vertices if it is a box. */
static tact_status add_box(tacti_swept_model *model, const tact_pose *part,
                           const tact_shape *shape) {
    tact_shape core = *shape;
    core.radius = 0;
    tact_pose none = tact_pose_identity();
    tact_box box = tact_shape_bounds(&core, &none);
    tact_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = (tact_vec3){i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                                i & 4 ? box.hi.z : box.lo.z};
    return add_points(model, part, corner, 8);
}

static tact_status add_shape(tacti_swept_model *model, const tact_pose *part,
                             const tact_shape *shape) {
    const tact_vec3 origin = {0, 0, 0};
    model->radius = fmax(model->radius, shape->radius);
    switch (shape->kind) {
    case TACT_SHAPE_SPHERE:
        return add_point(model, part, origin);
    case TACT_SHAPE_SEGMENT: {
        tact_vec3 ends[2] = {shape->core.segment.a, shape->core.segment.b};
        return add_points(model, part, ends, 2);
    }
    case TACT_SHAPE_TRIANGLE:
        return add_points(model, part, shape->core.triangle.v, 3);
    case TACT_SHAPE_HULL:
        return add_points(model, part, tact_hull_vertices(shape->core.hull),
                          tact_hull_inspect(shape->core.hull).vertex_count);
    case TACT_SHAPE_HALF_SPACE:
        return TACT_UNSUPPORTED;
    default:
        return add_box(model, part, shape);
    }
}

/* The vertices of the hull of a mesh. */
static tact_status add_mesh(const tact_context *context, tacti_swept_model *model,
                            const tact_pose *part, const tact_mesh *mesh) {
    tact_hull *hull;
    if (tact_mesh_vertex_count(mesh) == 0)
        return TACT_OK;
    tact_status status = tact_hull_create_from_mesh(context, mesh, &hull);
    if (status != TACT_OK)
        return status;
    status =
        add_points(model, part, tact_hull_vertices(hull), tact_hull_inspect(hull).vertex_count);
    tact_hull_destroy(hull);
    return status;
}

static tact_status add_model(const tact_context *context, tacti_swept_model *out,
                             const tact_pose *part, const tact_model *model) {
    if (model->what == TACTI_MODEL_SHAPE)
        return add_shape(out, part, &model->shape);
    if (model->what == TACTI_MODEL_MESH)
        return add_mesh(context, out, part, model->mesh);
    tact_status status = TACT_OK;
    for (uint32_t i = 0; status == TACT_OK && i < model->part_count; i++)
        status = add_model(context, out, &model->parts[i].pose, model->parts[i].model);
    return status;
}

/* Places the points at the ends of all pieces. */
static tact_status place_points(const tact_moving *moving, double from, double to,
                                const tacti_rigid_pieces_of *pieces, tacti_swept_model *model,
                                tacti_swept_points *out) {
    double far = 0;
    for (int i = 0; i <= pieces->count; i++) {
        tact_pose pose;
        tact_status status =
            tact_rigid_pose_at(&moving->motion, time_of(pieces, from, to, i), &pose);
        if (status != TACT_OK)
            return status;
        far = fmax(far, fmax(fabs(pose.m[3]), fmax(fabs(pose.m[7]), fabs(pose.m[11]))));
        for (size_t k = 0; status == TACT_OK && k < model->points.count; k++)
            status = tacti_swept_points_push(out, tact_pose_place(pose, model->points.items[k]));
        if (status != TACT_OK)
            return status;
    }
    model->size += far;
    return TACT_OK;
}

/* Within the hull of its places at the ends of a piece and the margin lies each point of a path.
 * Placing a point, within a part and by a pose, errs by less than 2^-48 of the size (shape/body.h).
 */
tact_status tact_rigid_hull(const tact_context *context, const tact_moving *moving, double from,
                            double to, tact_hull **out, double *radius) {
    tact_status status =
        radius == NULL ? TACT_INVALID_ARGUMENT : tacti_moving_check(moving, from, to, out);
    if (status != TACT_OK)
        return status;
    tacti_swept_model model = {.points = tacti_swept_points_make(context)};
    tacti_swept_points placed = tacti_swept_points_make(context);
    tacti_rigid_pieces_of pieces = {.count = 0};
    tact_hull *hull = NULL;
    status = add_model(context, &model, NULL, moving->model);
    if (status == TACT_OK && model.points.count == 0)
        status = TACT_INVALID_ARGUMENT;
    if (status == TACT_OK)
        status = tacti_rigid_pieces(moving, from, to, &pieces);
    if (status == TACT_OK)
        status = place_points(moving, from, to, &pieces, &model, &placed);
    if (status == TACT_OK)
        status = tact_hull_create(context, placed.items, placed.count, &hull);
    tacti_swept_points_release(&placed);
    tacti_swept_points_release(&model.points);
    if (status != TACT_OK)
        return status;
    *out = hull;
    *radius = (model.radius + pieces.margin + 0x1p-47 * model.size) * TACTI_RIGID_UP;
    return TACT_OK;
}
