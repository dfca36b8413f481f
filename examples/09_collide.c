/* SPDX-License-Identifier: MIT */
/* Do two meshes touch? Cubes side by side and one double apart, a ball inside a box, a query with a
 * budget, and a gear that turns beside another, with a cache. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

/* Makes a solid model of a mesh and destroys the mesh, which is NULL if creating it failed. */
static tact_model *take(tact_mesh *mesh) {
    if (mesh == NULL)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    tact_model *model = NULL;
    if (tact_model_create_mesh(NULL, &arrays, &options, NULL, &model) != TACT_OK)
        model = NULL;
    tact_mesh_destroy(mesh);
    return model;
}

static tact_instance at(const tact_model *model, double x) {
    tact_instance instance = tact_instance_make(model);
    instance.pose.m[3] = x;
    return instance;
}

static tact_collide_result ask(const char *title, const tact_instance *a, const tact_instance *b,
                               const tact_options *options) {
    tact_collide_result hit = {.outcome = TACT_OUTCOME_UNDECIDED};
    tact_status status = tact_collide(a, b, options, NULL, &hit);
    if (status != TACT_OK)
        printf("%s: %s\n", title, tact_status_text(status));
    else
        printf("%-34s %s, after %" PRIu64 " box tests and %" PRIu64 " pairs of triangles\n", title,
               tact_outcome_name(hit.outcome), hit.work.box_tests, hit.work.triangle_tests);
    return hit;
}

/* Cubes that share a face touch; with the next double between them they do not. */
static bool show_cubes(const tact_model *cube) {
    tact_instance a = at(cube, 0), beside = at(cube, 1), apart = at(cube, 1 + 0x1p-52);
    tact_collide_result flush = ask("cubes side by side:", &a, &beside, NULL);
    tact_collide_result clear = ask("one double further:", &a, &apart, NULL);
    printf("  witness: triangle %" PRIu32 " of a and %" PRIu32 " of b share a %s\n",
           flush.a.element, flush.b.element, tact_overlap_kind_name(flush.kind));
    return flush.outcome == TACT_OUTCOME_CONTACT && flush.a.point.x == 0.5 &&
           clear.outcome == TACT_OUTCOME_APART;
}

/* Meshes are surfaces, unless you ask for filled ones. */
static bool show_inside(const tact_model *cube, const tact_model *ball) {
    tact_instance outer = at(cube, 0), inner = at(ball, 0);
    tact_collide_result surfaces = ask("ball inside a cube, as surfaces:", &outer, &inner, NULL);
    outer.flags = TACT_INSTANCE_FILLED;
    tact_collide_result solids = ask("ball inside a filled cube:", &outer, &inner, NULL);
    return surfaces.outcome == TACT_OUTCOME_APART && solids.outcome == TACT_OUTCOME_CONTACT &&
           (solids.flags & TACT_RESULT_CONTAINED) != 0 && solids.a.element == TACT_NO_TRIANGLE;
}

/* A budget counts work, not time: the same answer on every machine. */
static bool show_budget(const tact_model *gear) {
    tact_instance a = at(gear, 0), b = at(gear, 1.9);
    tact_options little = tact_options_default();
    little.budget = 20;
    tact_collide_result unknown = ask("gears, at most 20 tests:", &a, &b, &little);
    tact_collide_result known = ask("gears, any number:", &a, &b, NULL);
    printf("  the first ended by its %s\n", tact_ending_name(unknown.ending));
    return unknown.outcome == TACT_OUTCOME_UNDECIDED && unknown.ending == TACT_ENDING_BUDGET &&
           known.outcome == TACT_OUTCOME_CONTACT;
}

/* One gear turns. The cache remembers where the gears touched last. Verdicts are the same without
 * it. */
static bool show_turning(const tact_model *gear) {
    uint64_t memory[TACT_CACHE_BYTES / 8] = {0};
    tact_cache cache = {memory, sizeof memory};
    tact_instance a = at(gear, 0), b = a;
    uint64_t with_cache = 0, without = 0;
    uint32_t touching = 0;
    bool fine = true;
    for (int frame = 0; frame < 360 && fine; frame++) {
        tact_collide_result cold, warm;
        fine = tact_pose_from_axis_angle(tact_vec3_make(0, 0, 1), 0.001 * frame,
                                         tact_vec3_make(1.93, 0, 0), &b.pose) == TACT_OK &&
               tact_collide(&a, &b, NULL, NULL, &cold) == TACT_OK &&
               tact_collide(&a, &b, NULL, &cache, &warm) == TACT_OK && cold.outcome == warm.outcome;
        if (!fine)
            break;
        touching += cold.outcome == TACT_OUTCOME_CONTACT;
        without += cold.work.box_tests + cold.work.triangle_tests;
        with_cache += warm.work.box_tests + warm.work.triangle_tests;
    }
    printf("360 frames: gears touch in %" PRIu32 "; %" PRIu64 " tests, %" PRIu64 " with a cache\n",
           touching, without, with_cache);
    return fine && touching > 0 && touching < 360 && with_cache < without;
}

int main(void) {
    tact_mesh *meshes[3] = {NULL, NULL, NULL};
    tact_gear_desc gear_desc = tact_gear_desc_default();
    bool fine = tact_mesh_create_box(NULL, tact_vec3_make(1, 1, 1), 10, &meshes[0]) == TACT_OK &&
                tact_mesh_create_icosphere(NULL, 0.3, 8, &meshes[1]) == TACT_OK &&
                tact_mesh_create_gear(NULL, &gear_desc, &meshes[2]) == TACT_OK;
    tact_model *cube = take(meshes[0]), *ball = take(meshes[1]), *gear = take(meshes[2]);
    fine = fine && cube != NULL && ball != NULL && gear != NULL;
    fine = fine && show_cubes(cube);
    fine = fine && show_inside(cube, ball);
    fine = fine && show_budget(gear);
    fine = fine && show_turning(gear);
    tact_model_destroy(gear);
    tact_model_destroy(ball);
    tact_model_destroy(cube);
    return fine ? 0 : 1;
}
