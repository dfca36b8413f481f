/* SPDX-License-Identifier: MIT */
/* Pairs of models in motion; see motions.h. Whether they meet is known from exact verdicts at many
 * times on the way: a contact at one of them is a contact. */
#include "motions.h"

#include "convex.h"
#include "fail.h"
#include "inputs.h"
#include "models.h"
#include "objects.h"

#include <tact/mesh_generators.h>

#include <stdlib.h>
#include <string.h>

/* At most this many different inputs are made. Further inputs repeat them. */
#define DIFFERENT 128
/* Verdicts per motion. */
#define VERDICTS 400
/* Triangles of the sheet: 2 x 187 x 187. */
#define SHEET_CELLS 187

/* Made when the first family needs them. The program has one thread. */
static mesh_model bunny, sheet;
static tact_model *bunny_model, *sheet_model;
static convex_input *shapes; /* the inputs of pairs of shapes own their models */
static size_t shape_count;

static void make_meshes(void) {
    if (bunny_model != NULL)
        return;
    tact_mesh *cloth;
    for (size_t i = 0; i < MESH_SUITE_COUNT; i++)
        if (strcmp(mesh_suite_name(i), "bunny") == 0)
            bunny = mesh_suite_load(i);
    bench_must(tact_mesh_create_cloth(NULL, 2 * bunny.size, 2 * bunny.size, SHEET_CELLS,
                                      SHEET_CELLS, &cloth),
               "a sheet");
    sheet = mesh_describe("sheet", cloth);
    bunny_model = mesh_build(NULL, bunny.mesh, TACT_INTERIOR_NONE);
    sheet_model = mesh_build(NULL, sheet.mesh, TACT_INTERIOR_NONE);
    if (bunny_model == NULL || sheet_model == NULL)
        bench_fail("a mesh cannot be built");
}

void motion_inputs_release(void) {
    object_inputs_release();
    convex_inputs_drop(shapes, shape_count);
    convex_inputs_release();
    tact_model_destroy(bunny_model);
    tact_model_destroy(sheet_model);
    if (bunny_model != NULL) {
        mesh_model_destroy(&bunny);
        mesh_model_destroy(&sheet);
    }
    bunny_model = sheet_model = NULL;
}

/* ---- Motions ------------------------------------------------------------------------------ */

/* Sets what tact is asked, from the poses and the way. */
static void set_moving(motion_input *input, const tact_model *a, const tact_model *b) {
    tact_rigid_motion moves, stays;
    tact_vec3 none = {0, 0, 0};
    const tact_pose *from = &input->from, *to = &input->to;
    tact_vec3 way = {to->m[3] - from->m[3], to->m[7] - from->m[7], to->m[11] - from->m[11]};
    tact_status status = input->way == MOTION_LINE
                             ? tact_rigid_steady(input->from, way, none, none, &moves)
                         : input->way == MOTION_TURN ? tact_rigid_between(*from, *to, &moves)
                                                     : tact_rigid_screw(*from, *to, &moves);
    bench_must(status, "a motion");
    bench_must(tact_rigid_steady(input->still, none, none, none, &stays), "a motion");
    input->moving[0] = tact_moving_make(a, &moves);
    input->moving[1] = tact_moving_make(b, &stays);
}

/* 1 if a verdict on the way is contact, otherwise BENCH_UNKNOWN. */
static int32_t find_truth(const motion_input *input) {
    tact_instance a = tact_instance_make(input->moving[0].model);
    tact_instance b = tact_instance_make(input->moving[1].model);
    b.pose = input->still;
    for (int i = 0; i <= VERDICTS; i++) {
        tact_collide_result result;
        bench_must(tact_rigid_pose_at(&input->moving[0].motion, (double)i / VERDICTS, &a.pose),
                   "a pose");
        bench_must(tact_collide(&a, &b, NULL, NULL, &result), "a verdict");
        if (result.outcome == TACT_OUTCOME_CONTACT)
            return 1;
    }
    return BENCH_UNKNOWN;
}

static tact_pose turned(bench_rng *rng, tact_vec3 place) {
    tact_pose pose;
    bench_must(tact_pose_from_axis_angle(inputs_direction(rng), bench_rng_between(rng, -3, 3),
                                         place, &pose),
               "a pose");
    return pose;
}

static void put(tact_pose *pose, tact_vec3 place) {
    pose->m[3] = place.x;
    pose->m[7] = place.y;
    pose->m[11] = place.z;
}

/* Chooses how the first side comes from one side of the origin, passes it within `miss`, and goes
 * on. Unless it moves along a line, it turns by up to a radian. */
static void pass(bench_rng *rng, motion_input *input, double before, double after, double miss) {
    tact_vec3 n = inputs_direction(rng);
    tact_vec3 beside =
        tact_vec3_scale(tact_vec3_cross(n, inputs_direction(rng)), miss * bench_rng_unit(rng));
    input->from = turned(rng, tact_vec3_add(tact_vec3_scale(n, before), beside));
    input->to = input->from;
    if (input->way != MOTION_LINE) {
        tact_pose turn;
        bench_must(tact_pose_from_axis_angle(inputs_direction(rng), bench_rng_unit(rng),
                                             (tact_vec3){0, 0, 0}, &turn),
                   "a turn");
        input->to = tact_pose_compose(turn, input->from);
    }
    put(&input->to, tact_vec3_add(tact_vec3_scale(n, -after), beside));
}

/* ---- Two meshes --------------------------------------------------------------------------- */

/* The models of files are not around the origin. */
static void center_at_origin(tact_pose *pose, const mesh_model *model) {
    tact_vec3 off = tact_pose_rotate(*pose, model->center);
    pose->m[3] -= off.x;
    pose->m[7] -= off.y;
    pose->m[11] -= off.z;
}

static void make_meshes_input(bench_rng *rng, motion_way way, bool is_sheet, motion_input *out) {
    const mesh_model *other = is_sheet ? &sheet : &bunny;
    double size = bunny.size;
    memset(out, 0, sizeof *out);
    out->way = way;
    out->mesh[0] = bunny.mesh;
    out->mesh[1] = other->mesh;
    if (is_sheet)
        pass(rng, out, 20 * size, 20 * size, 0.5 * size);
    else
        pass(rng, out, 2 * size, bench_rng_between(rng, 0, size), 1.2 * size);
    out->still = turned(rng, (tact_vec3){0, 0, 0});
    center_at_origin(&out->from, &bunny);
    center_at_origin(&out->to, &bunny);
    center_at_origin(&out->still, other);
    set_moving(out, bunny_model, is_sheet ? sheet_model : bunny_model);
}

static void make_pairs_of_meshes(bench_rng *rng, void *inputs, size_t count, int32_t *truth,
                                 motion_way way, bool is_sheet) {
    motion_input *input = inputs;
    make_meshes();
    for (size_t i = 0; i < count; i++) {
        if (i >= DIFFERENT) {
            input[i] = input[i % DIFFERENT];
            truth[i] = truth[i % DIFFERENT];
            continue;
        }
        make_meshes_input(rng, way, is_sheet, &input[i]);
        truth[i] = find_truth(&input[i]);
    }
}

#define MESHES(name, way, is_sheet, text)                                                          \
    static void make_meshes_##name(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {   \
        make_pairs_of_meshes(rng, inputs, count, truth, way, is_sheet);                            \
    }                                                                                              \
    const bench_family motion_meshes_##name = {"motion/meshes-" #name, text, sizeof(motion_input), \
                                               make_meshes_##name};
MESHES(line, MOTION_LINE, false, "two meshes of 70,000 triangles, along a line")
MESHES(turn, MOTION_TURN, false, "two meshes of 70,000 triangles, on a line and turning")
MESHES(screw, MOTION_SCREW, false, "two meshes of 70,000 triangles, along a screw")
MESHES(sheet, MOTION_LINE, true, "a mesh through a sheet, 70,000 triangles each")

/* ---- A shape and a mesh ------------------------------------------------------------------- */

/* From the place of the object towards the mesh, more or less. */
static void make_cast(bench_rng *rng, const object_input *object, motion_input *out) {
    tact_distance_result gap;
    tact_box box;
    const tact_instance *mesh = &object->instance[1];
    memset(out, 0, sizeof *out);
    bench_must(tact_distance(&object->instance[0], mesh, NULL, NULL, &gap), "a distance");
    bench_must(tact_instance_bounds(mesh, &box), "a box");
    double size = box.hi.x - box.lo.x;
    tact_vec3 way = tact_vec3_normalize(tact_vec3_sub(gap.b.point, gap.a.point));
    way = tact_vec3_add(tact_vec3_scale(way, 0.5 * size),
                        tact_vec3_scale(inputs_direction(rng), 0.5 * size));
    out->way = MOTION_LINE;
    out->shape[0] = object->shape;
    out->mesh[1] = object->mesh;
    out->from = out->to = object->instance[0].pose;
    out->still = mesh->pose;
    put(&out->to,
        (tact_vec3){out->from.m[3] + way.x, out->from.m[7] + way.y, out->from.m[11] + way.z});
    set_moving(out, object->instance[0].model, mesh->model);
}

static void make_casts(bench_rng *rng, void *inputs, size_t count, int32_t *truth,
                       const bench_family *objects) {
    motion_input *input = inputs;
    size_t different = count < DIFFERENT ? count : DIFFERENT;
    object_input *object = bench_allocate(different, sizeof *object);
    int32_t *unused = bench_allocate(different, sizeof *unused);
    objects->make(rng, object, different, unused);
    for (size_t i = 0; i < count; i++) {
        if (i < different) {
            make_cast(rng, &object[i], &input[i]);
            truth[i] = find_truth(&input[i]);
        } else {
            input[i] = input[i % different];
            truth[i] = truth[i % different];
        }
    }
    free(object);
    free(unused);
}

#define CAST(kind)                                                                                 \
    static void make_##kind##_mesh(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {   \
        make_casts(rng, inputs, count, truth, &object_##kind##_apart);                             \
    }                                                                                              \
    const bench_family motion_##kind##_mesh = {"motion/" #kind "-mesh",                            \
                                               #kind " cast at a mesh of 69,451 triangles",        \
                                               sizeof(motion_input), make_##kind##_mesh};
CAST(sphere)
CAST(capsule)
CAST(box)
CAST(hull64)
CAST(cylinder)

/* ---- Two shapes --------------------------------------------------------------------------- */

static convex_input *add_shapes(size_t count) {
    convex_input *grown = bench_allocate(shape_count + count, sizeof *grown);
    if (shape_count > 0)
        memcpy(grown, shapes, shape_count * sizeof *grown);
    free(shapes);
    shapes = grown;
    shape_count += count;
    return &shapes[shape_count - count];
}

static void make_shape_pairs(bench_rng *rng, void *inputs, size_t count, int32_t *truth,
                             convex_kind kind, motion_way way) {
    motion_input *input = inputs;
    size_t different = count < DIFFERENT ? count : DIFFERENT;
    convex_input *pairs = add_shapes(different);
    for (size_t i = 0; i < count; i++) {
        if (i >= different) {
            input[i] = input[i % different];
            truth[i] = truth[i % different];
            continue;
        }
        convex_input_random(rng, kind, &pairs[i]);
        double size = pairs[i].size;
        memset(&input[i], 0, sizeof input[i]);
        input[i].way = way;
        input[i].shape[0] = pairs[i].shape[0];
        input[i].shape[1] = pairs[i].shape[1];
        pass(rng, &input[i], 6 * size, bench_rng_between(rng, -1, 6) * size, 2 * size);
        input[i].still = turned(rng, (tact_vec3){0, 0, 0});
        set_moving(&input[i], pairs[i].instance[0].model, pairs[i].instance[1].model);
        truth[i] = find_truth(&input[i]);
    }
}

#define SHAPES(kind, KIND, way, WAY, text)                                                         \
    static void make_##kind##_##way(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {  \
        make_shape_pairs(rng, inputs, count, truth, KIND, WAY);                                    \
    }                                                                                              \
    const bench_family motion_##kind##_##way = {"motion/" #kind "-" #way, text,                    \
                                                sizeof(motion_input), make_##kind##_##way};
#define SHAPE_WAYS(kind, KIND, text)                                                               \
    SHAPES(kind, KIND, line, MOTION_LINE, text ", along a line")                                   \
    SHAPES(kind, KIND, turn, MOTION_TURN, text ", on a line and turning")
SHAPE_WAYS(boxes, CONVEX_BOXES, "two boxes")
SHAPE_WAYS(hulls, CONVEX_HULL32, "two hulls of 32 vertices")
SHAPE_WAYS(capsule_box, CONVEX_CAPSULE_BOX, "a capsule and a box")
SHAPE_WAYS(sphere_cylinder, CONVEX_SPHERE_CYLINDER, "a sphere and a cylinder")
