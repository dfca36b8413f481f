/* SPDX-License-Identifier: MIT */
/* Many queries at once, on all processors: a bolt at two thousand places beside a plate with holes,
 * with the same results as one by one; and the error if one of the queries is invalid. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

enum { COUNT = 2000 };

/* One pair, the plate and the bolt, in many poses. Results may be part of the caller's structs. */
typedef struct answer {
    uint32_t number; /* the caller's own data */
    tact_distance_result gap;
} answer;

typedef struct job {
    tact_instance instances[2];
    tact_pose poses[COUNT][2];
    tact_collide_result hits[COUNT];
    answer answers[COUNT];
    uint8_t statuses[COUNT];
} job;

/* Pseudorandom numbers, the same on every machine. */
static double next_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 16) / 65536;
}

/* One number per statement: C does not say in which order the items of a list are evaluated. */
static tact_vec3 next_point(uint32_t *state) {
    tact_vec3 point;
    point.x = next_number(state);
    point.y = next_number(state);
    point.z = next_number(state);
    return point;
}

/* The bolt turned at random, somewhere above the plate. */
static bool make_poses(job *j) {
    uint32_t state = 1;
    for (size_t i = 0; i < COUNT; i++) {
        tact_vec3 axis = next_point(&state);
        axis.x += 0.1;
        double angle = 6 * next_number(&state);
        tact_vec3 place = next_point(&state);
        place = tact_vec3_make(4 * place.x - 2, 3 * place.y - 1.5, 4 * place.z);
        j->poses[i][0] = tact_pose_identity();
        if (tact_pose_from_axis_angle(axis, angle, place, &j->poses[i][1]) != TACT_OK)
            return false;
    }
    return true;
}

static tact_batch make_batch(const job *j) {
    return (tact_batch){.instances = j->instances,
                        .poses = &j->poses[0][0],
                        .instance_count = 2,
                        .pose_count = COUNT,
                        .pair_count = 1};
}

/* Asks for contact and distance of each pair, in batches and one by one. */
static bool ask_all(const tact_context *context, job *j) {
    tact_batch batch = make_batch(j);
    if (tact_collide_batch(context, &batch, j->hits) != TACT_OK)
        return false;
    batch.result_stride = sizeof(answer);
    if (tact_distance_batch(context, &batch, &j->answers[0].gap) != TACT_OK)
        return false;
    uint32_t touching = 0;
    double widest = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tact_instance bolt = j->instances[1];
        bolt.pose = j->poses[i][1];
        tact_distance_result gap;
        if (tact_distance(&j->instances[0], &bolt, NULL, NULL, &gap) != TACT_OK ||
            gap.distance != j->answers[i].gap.distance || gap.outcome != j->hits[i].outcome)
            return false;
        touching += gap.outcome == TACT_OUTCOME_CONTACT;
        widest = gap.distance > widest ? gap.distance : widest;
    }
    printf("%d places: %" PRIu32 " touch, the farthest is %.17g away\n", COUNT, touching, widest);
    return touching > 0 && touching < COUNT;
}

/* The first invalid query sets the status and its number. With statuses, the others are still
 * answered. */
static bool ask_wrong(const tact_context *context, job *j) {
    j->poses[1234][1].m[0] += 1; /* no longer a rotation */
    tact_error error;
    tact_options options = tact_options_default();
    options.error = &error;
    tact_batch batch = make_batch(j);
    batch.options = &options;
    tact_status status = tact_collide_batch(context, &batch, j->hits);
    printf("%s: %s\n", tact_status_name(status), error.text);
    batch.statuses = j->statuses;
    if (tact_collide_batch(context, &batch, j->hits) != TACT_OK)
        return false;
    uint32_t answered = 0;
    for (size_t i = 0; i < COUNT; i++)
        answered += j->statuses[i] == TACT_OK;
    printf("with statuses, %" PRIu32 " are answered\n", answered);
    return status == TACT_INVALID_POSE && error.index == 1234 && answered == COUNT - 1 &&
           j->statuses[1234] == TACT_INVALID_POSE;
}

/* Makes a model of a mesh and destroys the mesh, which is NULL if creating it failed. */
static tact_model *take(const tact_context *context, tact_mesh *mesh) {
    if (mesh == NULL)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model *model = NULL;
    if (tact_model_create_mesh(context, &arrays, NULL, NULL, &model) != TACT_OK)
        model = NULL;
    tact_mesh_destroy(mesh);
    return model;
}

int main(void) {
    tact_pool *pool;
    if (tact_pool_create(NULL, 0, &pool) != TACT_OK)
        return 1;
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pool);
    tact_bolt_desc bolt_desc = tact_bolt_desc_default();
    tact_context *context = NULL;
    tact_mesh *meshes[2] = {NULL, NULL};
    job *j = calloc(1, sizeof *j);
    bool fine = j != NULL && tact_context_create(&desc, &context) == TACT_OK &&
                tact_mesh_create_plate(context, tact_vec3_make(4, 3, 0.1), 8, 6, 16, &meshes[0]) ==
                    TACT_OK &&
                tact_mesh_create_bolt(context, &bolt_desc, &meshes[1]) == TACT_OK;
    tact_model *plate = take(context, meshes[0]), *bolt = take(context, meshes[1]);
    fine = fine && plate != NULL && bolt != NULL;
    if (fine) {
        j->instances[0] = tact_instance_make(plate);
        j->instances[1] = tact_instance_make(bolt);
        fine = make_poses(j) && ask_all(context, j) && ask_wrong(context, j);
    }
    free(j);
    tact_model_destroy(bolt);
    tact_model_destroy(plate);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    return fine ? 0 : 1;
}
