/* SPDX-License-Identifier: MIT */
/* Many convex bodies that tumble through each other: a world finds those that touch, step by step.
 * The argument is the number of bodies. Try 10000 in a release build: a step takes milliseconds. */
#include <stdio.h>
#include <stdlib.h>

#include <tact/tact.h>

#define KINDS 4
#define STEPS 30

/* A simple generator, so that every run has the same bodies. */
static double random_number(uint64_t *state, double least, double most) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return least + (most - least) * (double)(*state >> 33) / 2147483648.0;
}

static tact_vec3 random_vector(uint64_t *state, double reach) {
    double x = random_number(state, -reach, reach), y = random_number(state, -reach, reach);
    return tact_vec3_make(x, y, random_number(state, -reach, reach));
}

static tact_status make_models(tact_model *models[KINDS], uint64_t *state) {
    tact_vec3 points[32];
    for (int i = 0; i < 32; i++)
        points[i] = tact_vec3_scale(tact_vec3_normalize(random_vector(state, 1)), 0.5);
    tact_hull *hull;
    tact_status status = tact_hull_create(NULL, points, 32, &hull);
    if (status != TACT_OK)
        return status;
    const tact_shape shapes[KINDS] = {tact_shape_hull(hull), tact_shape_box(0.4, 0.3, 0.2),
                                      tact_shape_capsule(0.4, 0.2), tact_shape_sphere(0.4)};
    for (int i = 0; i < KINDS && status == TACT_OK; i++)
        status = tact_model_create_shape(NULL, &shapes[i], &models[i]);
    tact_hull_destroy(hull); /* the model has a copy */
    return status;
}

static tact_status add_bodies(tact_world *world, tact_model *const models[KINDS], uint32_t count,
                              uint64_t *state) {
    double side = 1;
    while (side * side * side < 2.0 * count)
        side += 0.5;
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        tact_object body = tact_object_make(models[i % KINDS]);
        tact_object_id id;
        tact_vec3 axis = tact_vec3_make(random_number(state, 0.1, 1), 1, 0);
        tact_vec3 place = random_vector(state, side / 2);
        status = tact_pose_from_axis_angle(axis, random_number(state, -3, 3), place,
                                           &body.instance.pose);
        body.velocity = random_vector(state, 1);
        body.spin = random_vector(state, 2);
        if (status == TACT_OK)
            status = tact_world_add(world, &body, 1, NULL, &id);
    }
    return status;
}

static tact_status run(tact_world *world) {
    tact_step_info info;
    uint64_t begun = 0, ended = 0;
    for (int step = 0; step < STEPS; step++) {
        tact_status status = tact_world_step(world, 1.0 / 60, NULL, &info);
        if (status != TACT_OK)
            return status;
        tact_events events = tact_world_events(world);
        for (uint32_t i = 0; i < events.count; i++) {
            begun += events.events[i].kind == TACT_EVENT_BEGIN;
            ended += events.events[i].kind == TACT_EVENT_END;
        }
    }
    printf("%u bodies: %llu pairs of boxes, %llu touch; %llu contacts began, %llu ended\n",
           (unsigned)info.object_count, (unsigned long long)info.box_pairs,
           (unsigned long long)info.active_pairs, (unsigned long long)begun,
           (unsigned long long)ended);
    return TACT_OK;
}

int main(int argc, char **argv) {
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 500;
    uint64_t state = 1;
    tact_model *models[KINDS] = {NULL, NULL, NULL, NULL};
    tact_world *world = NULL;
    if (count < 1 || count > 1000000) {
        fprintf(stderr, "from 1 to 1000000 bodies\n");
        return 2;
    }
    tact_status status = make_models(models, &state);
    if (status == TACT_OK)
        status = tact_world_create(NULL, &world);
    if (status == TACT_OK)
        status = add_bodies(world, models, (uint32_t)count, &state);
    if (status == TACT_OK)
        status = run(world);
    tact_world_destroy(world);
    for (int i = 0; i < KINDS; i++)
        tact_model_destroy(models[i]);
    if (status != TACT_OK)
        fprintf(stderr, "%s\n", tact_status_text(status));
    return status != TACT_OK;
}
