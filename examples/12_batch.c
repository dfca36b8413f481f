/* SPDX-License-Identifier: MIT */
/* Many questions at once, on all processors: a part at two thousand places beside a plate with
 * holes, the same answers as one by one; and what is said where one of the questions is wrong. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <tact/tact.h>

#define COUNT 2000

typedef struct job {
    tacti_placed_pair pairs[COUNT];
    tacti_mesh_collision hits[COUNT];
    tacti_mesh_distance_answer gaps[COUNT];
} job;

/* Small numbers that look random, the same everywhere. */
static double next_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 16) / 65536;
}

/* The bolt turned at random, somewhere above the plate. */
static bool make_questions(const tacti_bvh *plate, const tacti_bvh *bolt,
                           tacti_placed_pair *pairs) {
    uint32_t state = 1;
    for (size_t i = 0; i < COUNT; i++) {
        tact_vec3 axis = {next_number(&state) + 0.1, next_number(&state), next_number(&state)};
        double angle = 6 * next_number(&state);
        tact_vec3 place = {4 * next_number(&state) - 2, 3 * next_number(&state) - 1.5,
                           4 * next_number(&state)};
        pairs[i] = (tacti_placed_pair){.a = {plate, tact_pose_identity()}, .b = {.bvh = bolt}};
        if (tact_pose_from_axis_angle(axis, angle, place, &pairs[i].b.pose) != TACT_OK)
            return false;
    }
    return true;
}

/* Both answers of each question, and the same asked alone. */
static bool ask_all(const tact_context *context, job *j) {
    if (tacti_mesh_collide_batch(context, j->pairs, COUNT, NULL, NULL, j->hits) != TACT_OK ||
        tacti_mesh_distance_batch(context, j->pairs, COUNT, NULL, NULL, j->gaps) != TACT_OK)
        return false;
    uint32_t touching = 0;
    double widest = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const tacti_placed_pair *pair = &j->pairs[i];
        tacti_mesh_collision hit;
        tacti_mesh_distance_answer gap;
        if (tacti_mesh_collide(&pair->a, &pair->b, NULL, NULL, &hit) != TACT_OK ||
            tacti_mesh_distance(&pair->a, &pair->b, NULL, NULL, &gap) != TACT_OK)
            return false;
        bool touches = hit.outcome == TACT_CONTACT;
        if (j->hits[i].outcome != hit.outcome || j->gaps[i].distance != gap.distance ||
            touches != (gap.distance == 0))
            return false;
        touching += touches;
        widest = gap.distance > widest ? gap.distance : widest;
    }
    printf("%d places: %" PRIu32 " touch, the farthest is %.17g away\n", COUNT, touching, widest);
    return touching > 0 && touching < COUNT;
}

/* Where one question cannot be served, none is asked, and its number is told. */
static bool ask_wrong(const tact_context *context, job *j) {
    j->pairs[1234].b.pose.m[0] += 1; /* no longer a rotation */
    tact_error error;
    tact_status status = tacti_mesh_collide_batch(context, j->pairs, COUNT, NULL, &error, j->hits);
    printf("%s: %s\n", tact_status_name(status), error.text);
    return status == TACT_INVALID_POSE && error.index == 1234;
}

int main(void) {
    tact_pool *pool;
    if (tact_pool_create(NULL, 0, &pool) != TACT_OK)
        return 1;
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pool);
    tact_bolt_desc bolt_desc = tact_bolt_desc_default();
    tact_context *context = NULL;
    tact_mesh *plate = NULL, *bolt = NULL;
    tacti_bvh *plate_bvh = NULL, *bolt_bvh = NULL;
    job *j = calloc(1, sizeof *j);
    bool fine =
        j != NULL && tact_context_create(&desc, &context) == TACT_OK &&
        tact_mesh_create_plate(context, tact_vec3_make(4, 3, 0.1), 8, 6, 16, &plate) == TACT_OK &&
        tact_mesh_create_bolt(context, &bolt_desc, &bolt) == TACT_OK &&
        tacti_bvh_create(context, plate, NULL, &plate_bvh) == TACT_OK &&
        tacti_bvh_create(context, bolt, NULL, &bolt_bvh) == TACT_OK;
    fine = fine && make_questions(plate_bvh, bolt_bvh, j->pairs);
    fine = fine && ask_all(context, j);
    fine = fine && ask_wrong(context, j);
    free(j);
    tacti_bvh_destroy(bolt_bvh);
    tacti_bvh_destroy(plate_bvh);
    tact_mesh_destroy(bolt);
    tact_mesh_destroy(plate);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    return fine ? 0 : 1;
}
