/* SPDX-License-Identifier: MIT */
/* What is not asked. Masked pairs: the questions about them would fail, so that none can go
 * unnoticed. Deadlines: thin rods whose boxes overlap, asked in every frame and when they could
 * meet. One pair in a hundred touches. */
#include "arguments.h"
#include "fail.h"
#include "inputs.h"
#include "stopwatch.h"
#include "world_sections.h"

#include <stdlib.h>
#include <string.h>

#define RODS 800
#define QUICK_RODS 60
#define FRAMES 300
#define QUICK_FRAMES 20

/* ---- Masks ---------------------------------------------------------------------------------- */

enum { SHAPES, MESHES, LEFT_OUT };
#define OBJECTS 600

static void set_masks(tact_world *world) {
    tact_interest masked = tact_interest_default();
    masked.flags = TACT_INTEREST_NONE;
    masked.question = TACT_QUESTION_DEPTH; /* which is not supported for meshes */
    bench_must(tact_world_set_interest(world, MESHES, MESHES, &masked), "an interest");
    for (uint32_t group = SHAPES; group <= LEFT_OUT; group++)
        bench_must(tact_world_set_interest(world, LEFT_OUT, group, &masked), "an interest");
}

static uint64_t count_matters(const tact_object *objects, size_t count) {
    uint64_t found = 0;
    tact_box *boxes = bench_allocate(count, sizeof *boxes);
    for (size_t i = 0; i < count; i++)
        bench_must(tact_instance_bounds(&objects[i].instance, &boxes[i]), "bounds");
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            uint32_t a = objects[i].group, b = objects[k].group;
            found += a != LEFT_OUT && b != LEFT_OUT && !(a == MESHES && b == MESHES) &&
                     tact_box_overlaps(boxes[i], boxes[k]);
        }
    free(boxes);
    return found;
}

static void show_masks(world_run *run) {
    tact_shape box = tact_shape_box(0.5, 0.5, 0.5);
    tact_mesh *mesh;
    tact_model *models[2];
    tact_world *world;
    static tact_object objects[OBJECTS];
    static tact_object_id ids[OBJECTS];
    bench_rng rng = bench_rng_named(BENCH_DEFAULT_SEED, "masks");
    bench_must(tact_mesh_create_icosphere(NULL, 0.5, 4, &mesh), "a ball");
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    bench_must(tact_model_create_mesh(NULL, &arrays, NULL, NULL, &models[1]), "a model");
    bench_must(tact_model_create_shape(NULL, &box, &models[0]), "a model");
    bench_must(tact_world_create(NULL, &world), "a world");
    for (size_t i = 0; i < OBJECTS; i++) {
        uint32_t group = bench_rng_below(&rng, 3);
        objects[i] = tact_object_make(models[group == SHAPES ? 0 : 1]);
        objects[i].group = group;
        tact_vec3 at = tact_vec3_scale(inputs_point(&rng), 5);
        objects[i].instance.pose = tact_pose_make(tact_mat3_identity(), at);
    }
    set_masks(world);
    bench_must(tact_world_add(world, objects, OBJECTS, NULL, ids), "objects");
    tact_step_info info;
    tact_status status = tact_world_step(world, 0, NULL, &info);
    bench_table *table =
        bench_report_table(run->report, "Masks", "600 objects. Most of their pairs do not matter.");
    static const char *const head[] = {"box pairs", "that matter", "asked"};
    BENCH_TABLE_HEAD(table, head);
    bench_table_cell(table, "%zu", (size_t)info.box_pairs);
    bench_table_cell(table, "%zu", (size_t)count_matters(objects, OBJECTS));
    bench_table_cell(table, "%zu", (size_t)info.asked_pairs);
    bench_table_print(table);
    bench_report_must(run->report, "masks: no question about a masked pair",
                      status == TACT_OK && info.asked_pairs == count_matters(objects, OBJECTS));
    tact_world_destroy(world);
    tact_model_destroy(models[0]);
    tact_model_destroy(models[1]);
    tact_mesh_destroy(mesh);
}

/* ---- Deadlines ------------------------------------------------------------------------------ */

static tact_world *make_rods(size_t count, const tact_model *rod, uint32_t flags) {
    tact_world *world;
    bench_must(tact_world_create(NULL, &world), "a world");
    tact_interest interest = tact_interest_default();
    interest.flags = flags;
    bench_must(tact_world_set_interest(world, 0, 0, &interest), "an interest");
    bench_rng rng = bench_rng_named(BENCH_DEFAULT_SEED, "rods");
    for (size_t i = 0; i < count; i++) {
        tact_object object = tact_object_make(rod);
        tact_vec3 at = tact_vec3_scale(inputs_point(&rng), 8);
        bench_must(tact_pose_from_axis_angle(inputs_direction(&rng), bench_rng_between(&rng, -3, 3),
                                             at, &object.instance.pose),
                   "a pose");
        object.velocity = tact_vec3_scale(inputs_direction(&rng), 0.2);
        object.spin = tact_vec3_scale(inputs_direction(&rng), 0.2);
        tact_object_id id;
        bench_must(tact_world_add(world, &object, 1, NULL, &id), "a rod");
    }
    return world;
}

static bool same_events(tact_events a, tact_events b) {
    if (a.count != b.count)
        return false;
    for (uint32_t i = 0; i < a.count; i++) {
        const tact_event *x = &a.events[i], *y = &b.events[i];
        if (x->kind != y->kind || memcmp(&x->a, &y->a, sizeof x->a) != 0 ||
            memcmp(&x->b, &y->b, sizeof x->b) != 0)
            return false;
    }
    return true;
}

static void show_deadlines(world_run *run) {
    size_t count = run->options.quick ? QUICK_RODS : RODS;
    size_t frames = run->options.quick ? QUICK_FRAMES : FRAMES;
    tact_shape shape = tact_shape_capsule(1, 0.01);
    tact_model *rod;
    bench_must(tact_model_create_shape(NULL, &shape, &rod), "a rod");
    tact_world *worlds[2] = {make_rods(count, rod, 0),
                             make_rods(count, rod, TACT_INTEREST_DEADLINE)};
    double asked[2] = {0, 0}, active = 0, ns[2] = {0, 0};
    bool is_same = true;
    for (size_t frame = 0; frame < frames; frame++) {
        for (int i = 0; i < 2; i++) {
            tact_step_info info;
            bench_stopwatch watch = bench_stopwatch_start();
            bench_must(tact_world_step(worlds[i], 1.0 / 60, NULL, &info), "a step");
            ns[i] += bench_stopwatch_ns(&watch);
            asked[i] += (double)info.asked_pairs;
            active += i == 0 ? (double)info.active_pairs : 0;
        }
        is_same =
            is_same && same_events(tact_world_events(worlds[0]), tact_world_events(worlds[1]));
    }
    bench_table *table = bench_report_table(
        run->report, "Deadlines",
        "Thin rods in motion, 60 frames per second. Per frame: pairs of boxes asked in every frame "
        "and by deadline, the share of active pairs (%), and the milliseconds of both.");
    static const char *const head[] = {"rods",           "asked always",   "by deadline",
                                       "share",          "active %",       "ms always",
                                       "ms by deadline", "the same events"};
    BENCH_TABLE_HEAD(table, head);
    double per_frame = 1.0 / (double)frames;
    bench_table_cell(table, "%zu", count);
    bench_table_number(table, asked[0] * per_frame);
    bench_table_number(table, asked[1] * per_frame);
    bench_table_number(table, asked[1] / asked[0]);
    bench_table_number(table, 100 * active / asked[0]);
    bench_table_number(table, ns[0] * per_frame * 1e-6);
    bench_table_number(table, ns[1] * per_frame * 1e-6);
    bench_table_cell(table, "%s", is_same ? "yes" : "NO");
    bench_table_print(table);
    bench_report_must(run->report, "deadlines: the events of asking always", is_same);
    if (!run->options.quick)
        bench_report_at_most(run->report, "deadlines: the share of pairs that are asked",
                             asked[1] / asked[0], 0.2);
    tact_world_destroy(worlds[0]);
    tact_world_destroy(worlds[1]);
    tact_model_destroy(rod);
}

void world_section_interest(world_run *run) {
    show_masks(run);
    show_deadlines(run);
}
