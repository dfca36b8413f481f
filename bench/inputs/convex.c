/* SPDX-License-Identifier: MIT */
/* Pairs of convex shapes at poses. Hulls are those of random points on a sphere. All pairs share a
 * few hulls of each size, as in a scene with many copies of a part. */
#include "convex.h"

#include "fail.h"
#include "inputs.h"

#include <math.h>

#define HULLS_PER_SIZE 8
#define SIZES 4
#define GAP_ERROR 1e-6

/* Made on first use. The program has one thread. */
static tact_hull *hulls[SIZES][HULLS_PER_SIZE];
static tact_model *hull_models[SIZES][HULLS_PER_SIZE];
static const uint32_t hull_sizes[SIZES] = {8, 32, 128, 1024};

const char *convex_kind_name(convex_kind kind) {
    static const char *const names[CONVEX_KINDS] = {"hull8",           "hull32",    "hull128",
                                                    "hull1024",        "boxes",     "capsule-box",
                                                    "sphere-cylinder", "ellipsoids"};
    return names[kind];
}

/* ---- Shapes --------------------------------------------------------------------------------- */

static const tact_hull *find_hull(bench_rng *rng, int size) {
    uint32_t number = bench_rng_below(rng, HULLS_PER_SIZE);
    bench_rng own = {(uint64_t)(1000 * size) + number};
    if (hulls[size][number] == NULL) {
        tact_vec3 points[1024];
        for (uint32_t i = 0; i < hull_sizes[size]; i++)
            points[i] = inputs_direction(&own);
        bench_must(tact_hull_create(NULL, points, hull_sizes[size], &hulls[size][number]),
                   "a hull");
        tact_shape shape = tact_shape_hull(hulls[size][number]);
        bench_must(tact_model_create_shape(NULL, &shape, &hull_models[size][number]),
                   "a model of a shape");
    }
    return hulls[size][number];
}

void convex_inputs_release(void) {
    for (int size = 0; size < SIZES; size++)
        for (int i = 0; i < HULLS_PER_SIZE; i++) {
            tact_model_destroy(hull_models[size][i]);
            tact_hull_destroy(hulls[size][i]);
            hulls[size][i] = NULL;
            hull_models[size][i] = NULL;
        }
}

/* A reference to a model of a shape. Pairs share the models of hulls. */
static tact_model *model_of(const tact_shape *shape) {
    for (int i = 0; shape->kind == TACT_SHAPE_HULL && i < SIZES * HULLS_PER_SIZE; i++)
        if (hulls[i / HULLS_PER_SIZE][i % HULLS_PER_SIZE] == shape->core.hull)
            return tact_model_retain(hull_models[i / HULLS_PER_SIZE][i % HULLS_PER_SIZE]);
    tact_model *model = NULL;
    bench_must(tact_model_create_shape(NULL, shape, &model), "a model of a shape");
    return model;
}

/* The model of an instance is const, but the input owns this reference. */
static void drop_side(convex_input *input, int side) {
    tact_model_destroy((tact_model *)input->instance[side].model);
    input->instance[side].model = NULL;
}

void convex_inputs_drop(convex_input *inputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        drop_side(&inputs[i], 0);
        drop_side(&inputs[i], 1);
    }
}

void convex_input_reshape(convex_input *input, int side, tact_shape shape) {
    drop_side(input, side);
    input->shape[side] = shape;
    input->instance[side].model = model_of(&shape);
}

static double length(bench_rng *rng) {
    return bench_rng_between(rng, 0.3, 1);
}

static tact_shape make_shape(bench_rng *rng, convex_kind kind, int side) {
    if (kind <= CONVEX_HULL1024)
        return tact_shape_hull(find_hull(rng, (int)kind));
    if (kind == CONVEX_CAPSULE_BOX && side == 0)
        return tact_shape_capsule(length(rng), length(rng));
    if (kind == CONVEX_SPHERE_CYLINDER)
        return side == 0 ? tact_shape_sphere(length(rng))
                         : tact_shape_cylinder(length(rng), length(rng));
    if (kind == CONVEX_ELLIPSOIDS)
        return tact_shape_ellipsoid(length(rng), length(rng), length(rng));
    return tact_shape_box(length(rng), length(rng), length(rng));
}

static double half_extent(const tact_shape *shape) {
    tact_pose pose = tact_pose_identity();
    tact_box box = tact_shape_bounds(shape, &pose);
    return fmax(fmax(box.hi.x - box.lo.x, box.hi.y - box.lo.y), box.hi.z - box.lo.z) / 2;
}

/* ---- Places --------------------------------------------------------------------------------- */

static tact_vec3 place_of(const tact_pose *pose) {
    return (tact_vec3){pose->m[3], pose->m[7], pose->m[11]};
}

static void put(tact_pose *pose, tact_vec3 at) {
    pose->m[3] = at.x;
    pose->m[7] = at.y;
    pose->m[11] = at.z;
}

static void shift_by(tact_pose *pose, tact_vec3 by) {
    put(pose, tact_vec3_add(place_of(pose), by));
}

static void turn(bench_rng *rng, tact_pose *pose) {
    tact_vec3 shift = {bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1),
                       bench_rng_between(rng, -1, 1)};
    bench_must(tact_pose_from_axis_angle(inputs_direction(rng), bench_rng_between(rng, -3, 3),
                                         shift, pose),
               "a pose");
}

static void make_pair(bench_rng *rng, convex_kind kind, convex_input *out) {
    for (int side = 0; side < 2; side++) {
        convex_input_reshape(out, side, make_shape(rng, kind, side));
        out->instance[side].flags = out->instance[side].user = 0;
        turn(rng, &out->instance[side].pose);
    }
    out->size = fmax(half_extent(&out->shape[0]), half_extent(&out->shape[1]));
    out->line = inputs_direction(rng);
}

/* Puts b far out along its line, then moves b along the line until the distance is the gap.
 * Newton's steps do not go too far, because the distance is a convex function of the position on
 * the line. Returns false if the line passes a. */
static bool stand(convex_input *input, double gap) {
    tact_instance *a = &input->instance[0], *b = &input->instance[1];
    put(&b->pose, tact_vec3_add(place_of(&a->pose), tact_vec3_scale(input->line, 8)));
    double wanted = gap > 0 ? gap * input->size : 0;
    for (int i = 0; i < 200; i++) {
        tact_distance_result now;
        bench_must(tact_distance(a, b, NULL, NULL, &now), "the distance of a pair");
        if (now.distance <= wanted + GAP_ERROR) {
            if (gap < 0)
                shift_by(&b->pose, tact_vec3_scale(input->line, gap * input->size));
            return true;
        }
        double slope = tact_vec3_dot(now.direction, input->line);
        if (!(slope > 0.05))
            return false;
        shift_by(&b->pose, tact_vec3_scale(input->line, (wanted - now.distance) / slope));
    }
    return false;
}

void convex_inputs_make(bench_rng *rng, convex_kind kind, double gap, size_t count,
                        convex_input *out) {
    for (size_t i = 0; i < count; i++)
        do
            make_pair(rng, kind, &out[i]);
        while (!stand(&out[i], gap));
}

void convex_input_random(bench_rng *rng, convex_kind kind, convex_input *out) {
    make_pair(rng, kind, out);
    tact_vec3 way = tact_vec3_scale(out->line, bench_rng_between(rng, 0, 3 * out->size));
    put(&out->instance[1].pose, tact_vec3_add(place_of(&out->instance[0].pose), way));
}

/* ---- Motion --------------------------------------------------------------------------------- */

/* Makes the next frame of a pair. Returns false if its line passes a. */
static bool move_on(const convex_input *before, tact_vec3 axis, double gap, convex_input *out) {
    static const double degree = 3.14159265358979323846 / 180;
    tact_pose step;
    tact_vec3 none = {0, 0, 0};
    convex_inputs_drop(out, 1);
    *out = *before;
    for (int side = 0; side < 2; side++)
        tact_model_retain(out->instance[side].model);
    bench_must(tact_pose_from_axis_angle(axis, degree, none, &step), "a pose");
    tact_pose *a = &out->instance[0].pose, *b = &out->instance[1].pose;
    tact_vec3 way = tact_vec3_sub(place_of(b), place_of(a));
    put(b, none);
    *b = tact_pose_compose(step, *b);
    /* Sideways is along the component of the axis that is perpendicular to the line. */
    tact_vec3 along = tact_vec3_scale(before->line, tact_vec3_dot(axis, before->line));
    tact_vec3 across = tact_vec3_normalize(tact_vec3_sub(axis, along));
    double angle = 0.01 * before->size / sqrt(tact_vec3_dot(way, way));
    out->line = tact_vec3_normalize(tact_vec3_add(before->line, tact_vec3_scale(across, angle)));
    return stand(out, gap);
}

void convex_motion_make(bench_rng *rng, convex_kind kind, double gap, size_t count, size_t frames,
                        convex_input *out) {
    for (size_t i = 0; i < count; i++) {
        bool is_complete;
        do {
            convex_inputs_make(rng, kind, gap, 1, &out[i]);
            tact_vec3 axis = inputs_direction(rng);
            is_complete = true;
            for (size_t f = 1; f < frames && is_complete; f++)
                is_complete = move_on(&out[(f - 1) * count + i], axis, gap, &out[f * count + i]);
        } while (!is_complete);
    }
}
