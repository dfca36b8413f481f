/* SPDX-License-Identifier: MIT */
/* Bodies that rest on each other; see stacks.h. */
#include "stacks.h"

#include "fail.h"
#include "inputs.h"

#include <math.h>

#define HULLS_PER_KIND 8
#define MOST_SIDES 32
#define HULL_VERTICES 32
#define DEPTH 1e-3
#define SHAKE 1e-4
#define SLIDE 0.01
/* Frames until a slide turns back. */
#define TURN_BACK 6

static const double degree = 3.14159265358979323846 / 180;

/* Made on first use. The program has one thread. */
static tact_hull *hulls[STACK_KINDS][HULLS_PER_KIND];

const char *stack_kind_name(stack_kind kind) {
    static const char *const names[STACK_KINDS] = {"box-stack", "prism16-stack", "prism32-stack",
                                                   "hull32-faces"};
    return names[kind];
}

/* ---- Shapes --------------------------------------------------------------------------------- */

static tact_hull *make_prism(bench_rng *rng, int sides) {
    tact_vec3 points[2 * MOST_SIDES];
    double radius = bench_rng_between(rng, 0.5, 1), height = bench_rng_between(rng, 0.3, 1);
    for (int i = 0; i < 2 * sides; i++) {
        double angle = degree * 360 / sides * (i / 2);
        points[i] = (tact_vec3){radius * tact_cos(angle), radius * tact_sin(angle),
                                i % 2 == 0 ? -height : height};
    }
    tact_hull *hull;
    bench_must(tact_hull_create(NULL, points, (size_t)(2 * sides), &hull), "a prism");
    return hull;
}

static tact_hull *make_hull(bench_rng *rng) {
    tact_vec3 points[HULL_VERTICES];
    for (int i = 0; i < HULL_VERTICES; i++)
        points[i] = inputs_direction(rng);
    tact_hull *hull;
    bench_must(tact_hull_create(NULL, points, HULL_VERTICES, &hull), "a hull");
    return hull;
}

static tact_shape make_shape(bench_rng *rng, stack_kind kind) {
    if (kind == STACK_BOXES)
        return tact_shape_box(bench_rng_between(rng, 0.3, 1), bench_rng_between(rng, 0.3, 1),
                              bench_rng_between(rng, 0.3, 1));
    uint32_t number = bench_rng_below(rng, HULLS_PER_KIND);
    tact_hull **hull = &hulls[kind][number];
    bench_rng own = {(uint64_t)(1000 * (int)kind) + number};
    if (*hull == NULL)
        *hull = kind == STACK_HULL32 ? make_hull(&own)
                                     : make_prism(&own, kind == STACK_PRISM16 ? 16 : 32);
    return tact_shape_hull(*hull);
}

void stack_hulls_release(void) {
    for (int kind = 0; kind < STACK_KINDS; kind++)
        for (int i = 0; i < HULLS_PER_KIND; i++) {
            tact_hull_destroy(hulls[kind][i]);
            hulls[kind][i] = NULL;
        }
}

/* ---- Faces ---------------------------------------------------------------------------------- */

static tact_vec3 face_area(const tact_hull *hull, uint32_t face) {
    const tact_vec3 *v = tact_hull_vertices(hull);
    uint32_t count;
    const uint32_t *corner = tact_hull_face(hull, face, &count);
    tact_vec3 sum = {0, 0, 0};
    for (uint32_t i = 2; i < count; i++)
        sum = tact_vec3_add(sum, tact_vec3_cross(tact_vec3_sub(v[corner[i - 1]], v[corner[0]]),
                                                 tact_vec3_sub(v[corner[i]], v[corner[0]])));
    return sum;
}

/* A pose whose origin is the middle of the largest face and whose z axis is its normal. */
static tact_pose face_pose(const tact_shape *shape) {
    tact_pose pose = tact_pose_identity();
    if (shape->kind == TACT_SHAPE_BOX) {
        pose.m[11] = shape->core.half_extents.z;
        return pose;
    }
    const tact_hull *hull = shape->core.hull;
    const tact_vec3 *v = tact_hull_vertices(hull);
    uint32_t largest = 0, count;
    for (uint32_t i = 1; i < tact_hull_inspect(hull).face_count; i++)
        if (tact_vec3_length(face_area(hull, i)) > tact_vec3_length(face_area(hull, largest)))
            largest = i;
    const uint32_t *corner = tact_hull_face(hull, largest, &count);
    tact_vec3 middle = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        middle = tact_vec3_add(middle, tact_vec3_scale(v[corner[i]], 1.0 / count));
    tact_vec3 z = tact_vec3_normalize(face_area(hull, largest));
    tact_vec3 x = tact_vec3_normalize(tact_vec3_sub(v[corner[1]], v[corner[0]]));
    tact_vec3 y = tact_vec3_cross(z, x);
    const tact_vec3 column[4] = {x, y, z, middle};
    for (int i = 0; i < 4; i++) {
        pose.m[i] = column[i].x;
        pose.m[4 + i] = column[i].y;
        pose.m[8 + i] = column[i].z;
    }
    return pose;
}

/* ---- Motion --------------------------------------------------------------------------------- */

static tact_pose turn(tact_vec3 axis, double angle, tact_vec3 shift) {
    tact_pose pose;
    bench_must(tact_pose_from_axis_angle(axis, angle, shift, &pose), "a pose");
    return pose;
}

static double half_extent(const tact_shape *shape) {
    tact_pose pose = tact_pose_identity();
    tact_box box = tact_shape_bounds(shape, &pose);
    return fmax(fmax(box.hi.x - box.lo.x, box.hi.y - box.lo.y), box.hi.z - box.lo.z) / 2;
}

/* Puts the face of b on that of a. */
static void lay(bench_rng *rng, double yaw, tact_vec3 slide, convex_input *out) {
    tact_vec3 x = {1, 0, 0}, z = {0, 0, 1};
    tact_vec3 lean = tact_vec3_normalize(
        (tact_vec3){bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1), 0});
    double depth = out->size * (DEPTH + bench_rng_between(rng, -SHAKE, SHAKE));
    tact_pose at = tact_pose_compose(out->instance[0].pose, face_pose(&out->shape[0]));
    slide.z = -depth;
    at = tact_pose_compose(at, turn(lean, bench_rng_between(rng, 0, SHAKE), slide));
    at = tact_pose_compose(at, turn(z, yaw, (tact_vec3){0, 0, 0}));
    at = tact_pose_compose(at, turn(x, 180 * degree, (tact_vec3){0, 0, 0}));
    out->instance[1].pose = tact_pose_compose(at, tact_pose_inverse(face_pose(&out->shape[1])));
    out->line = tact_pose_rotate(out->instance[0].pose, z);
}

static void make_first(bench_rng *rng, stack_kind kind, convex_input *out) {
    tact_vec3 place = {bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1),
                       bench_rng_between(rng, -1, 1)};
    tact_shape shape = make_shape(rng, kind);
    for (int side = 0; side < 2; side++) {
        convex_input_reshape(out, side, shape);
        out->instance[side].flags = out->instance[side].user = 0;
    }
    out->instance[0].pose = turn(inputs_direction(rng), bench_rng_between(rng, -3, 3), place);
    out->size = fmax(half_extent(&out->shape[0]), half_extent(&out->shape[1]));
}

void stack_motion_make(bench_rng *rng, stack_kind kind, size_t count, size_t frames,
                       convex_input *out) {
    for (size_t i = 0; i < count; i++) {
        convex_input *first = &out[i];
        make_first(rng, kind, first);
        double yaw = bench_rng_between(rng, -3, 3), way = bench_rng_between(rng, -3, 3);
        for (size_t f = 0; f < frames; f++) {
            convex_input *frame = &out[f * count + i];
            if (f > 0) {
                convex_inputs_drop(frame, 1);
                *frame = *first;
                for (int side = 0; side < 2; side++)
                    tact_model_retain(frame->instance[side].model);
            }
            size_t phase = f % (2 * TURN_BACK);
            double steps = (double)(phase < TURN_BACK ? phase : 2 * TURN_BACK - phase);
            double far = SLIDE * first->size * steps;
            tact_vec3 slide = {far * tact_cos(way), far * tact_sin(way), 0};
            lay(rng, yaw + degree * (double)f, slide, frame);
        }
    }
}
