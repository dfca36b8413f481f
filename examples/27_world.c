/* SPDX-License-Identifier: MIT */
/* A robot arm among falling parts: an interest matrix leaves out joined links, events tell what
 * touches, and a ray finds what is below the gripper. */
#include <stdio.h>

#include <tact/tact.h>

#define LINKS 4
#define PARTS 40
enum { ARM, PART, TABLE };

static tact_object place(const tact_model *model, uint32_t group, double x, double y, double z) {
    tact_object object = tact_object_make(model);
    object.group = group;
    object.instance.pose.m[3] = x;
    object.instance.pose.m[7] = y;
    object.instance.pose.m[11] = z;
    return object;
}

static tact_status fill(tact_world *world, tact_model *const models[3], tact_object_id *links) {
    tact_object objects[LINKS + PARTS + 1];
    tact_object_id ids[LINKS + PARTS + 1];
    for (int i = 0; i < LINKS; i++) /* links that are joined touch */
        objects[i] = place(models[ARM], ARM, 0, 0, 0.5 + i);
    for (int i = 0; i < PARTS; i++) {
        objects[LINKS + i] =
            place(models[PART], PART, 0.45 * (i % 8) - 1.6, 0.45 * (i / 8 % 5) - 0.9, 5 + 0.2 * i);
        objects[LINKS + i].velocity.z = -1;
        objects[LINKS + i].spin.x = 0.1 * i;
    }
    objects[LINKS + PARTS] = place(models[TABLE], TABLE, 0, 0, -0.1);
    objects[LINKS + PARTS].motion = TACT_MOTION_STATIC;
    tact_status status = tact_world_add(world, objects, LINKS + PARTS + 1, NULL, ids);
    for (int i = 0; i < LINKS && status == TACT_OK; i++)
        links[i] = ids[i];
    return status;
}

/* Joined links and parts among themselves do not matter. */
static tact_status set_interests(tact_world *world, const tact_object_id *links) {
    tact_interest none = tact_interest_default();
    none.flags = TACT_INTEREST_NONE;
    tact_status status = tact_world_set_interest(world, PART, PART, &none);
    for (int i = 0; i + 1 < LINKS && status == TACT_OK; i++)
        status = tact_world_set_pair_interest(world, links[i], links[i + 1], &none);
    return status;
}

static tact_status run(tact_world *world) {
    uint32_t begun = 0, ended = 0;
    for (int i = 0; i < 120; i++) {
        tact_error error;
        tact_status status = tact_world_step(world, 0.1, &error, NULL);
        if (status != TACT_OK) {
            fprintf(stderr, "%s\n", error.text);
            return status;
        }
        tact_events events = tact_world_events(world);
        for (uint32_t k = 0; k < events.count; k++) {
            begun += events.events[k].kind == TACT_EVENT_BEGIN;
            ended += events.events[k].kind == TACT_EVENT_END;
        }
    }
    printf("%u contacts began, %u ended\n", (unsigned)begun, (unsigned)ended);
    return TACT_OK;
}

static tact_status look_down(const tact_world *world) {
    tact_ray ray = {{1, 0, 9}, {0, 0, -1}};
    tact_world_hit hit;
    tact_status status = tact_world_raycast(world, ray, UINT64_C(1) << TABLE, NULL, &hit);
    if (status == TACT_OK)
        printf("the table is at z = %g\n", 9 - hit.result.t);
    return status;
}

int main(void) {
    const tact_shape shapes[3] = {tact_shape_capsule(0.5, 0.15), tact_shape_box(0.1, 0.1, 0.1),
                                  tact_shape_box(3, 3, 0.1)};
    tact_model *models[3] = {NULL, NULL, NULL};
    tact_world *world = NULL;
    tact_object_id links[LINKS];
    tact_status status = tact_world_create(NULL, &world);
    for (int i = 0; i < 3 && status == TACT_OK; i++)
        status = tact_model_create_shape(NULL, &shapes[i], &models[i]);
    if (status == TACT_OK)
        status = fill(world, models, links);
    if (status == TACT_OK)
        status = set_interests(world, links);
    if (status == TACT_OK)
        status = run(world);
    if (status == TACT_OK)
        status = look_down(world);
    tact_world_destroy(world);
    for (int i = 0; i < 3; i++)
        tact_model_destroy(models[i]);
    if (status != TACT_OK)
        fprintf(stderr, "%s\n", tact_status_text(status));
    return status != TACT_OK;
}
