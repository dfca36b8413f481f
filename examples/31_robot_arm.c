/* SPDX-License-Identifier: MIT */
/* A robot arm that reaches around between two walls. An interest matrix says what matters: links
 * that are joined never do, other links must not touch, and between links and walls the distance is
 * asked, so that the arm can slow down before it hits something. */
#include <stdio.h>

#include <tact/tact.h>

#define LINKS 6
#define STEPS 200
#define SAFE 0.15
enum { ARM, WALL };

/* The pose of each link: it begins at the end of the link before, and turns about its joint. */
static tact_status bend(double angle, tact_pose poses[LINKS]) {
    tact_pose joint = tact_pose_identity();
    for (int i = 0; i < LINKS; i++) {
        tact_vec3 axis = i == 0 ? tact_vec3_make(0, 0, 1) : tact_vec3_make(0, 1, 0);
        tact_pose turn, half;
        tact_status status = tact_pose_from_axis_angle(
            axis, i == 0 ? angle : 0.25 + 0.3 * tact_sin(angle), tact_vec3_make(0, 0, 0), &turn);
        if (status != TACT_OK)
            return status;
        joint = tact_pose_compose(joint, turn);
        half = tact_pose_identity();
        half.m[11] = 0.3; /* the middle of the link */
        poses[i] = tact_pose_compose(joint, half);
        half.m[11] = 0.6; /* its end */
        joint = tact_pose_compose(joint, half);
    }
    return TACT_OK;
}

static tact_status set_interests(tact_world *world, const tact_object_id *links) {
    tact_interest none = tact_interest_default(), distance = tact_interest_default();
    none.flags = TACT_INTEREST_NONE;
    distance.question = TACT_QUESTION_DISTANCE;
    distance.radius = SAFE;
    tact_status status = tact_world_set_interest(world, ARM, WALL, &distance);
    for (int i = 0; i + 1 < LINKS && status == TACT_OK; i++)
        status = tact_world_set_pair_interest(world, links[i], links[i + 1], &none);
    return status;
}

static tact_status add_objects(tact_world *world, tact_model *const models[2],
                               tact_object_id *links) {
    tact_object objects[LINKS + 2];
    tact_object_id ids[LINKS + 2];
    for (int i = 0; i < LINKS + 2; i++) {
        bool is_link = i < LINKS;
        objects[i] = tact_object_make(models[is_link ? ARM : WALL]);
        objects[i].group = is_link ? ARM : WALL;
        objects[i].motion = is_link ? TACT_MOTION_MOVING : TACT_MOTION_STATIC;
        if (!is_link) /* on both sides */
            objects[i].instance.pose.m[3] = i == LINKS ? 2.4 : -2.6;
    }
    tact_status status = tact_world_add(world, objects, LINKS + 2, NULL, ids);
    for (int i = 0; i < LINKS && status == TACT_OK; i++)
        links[i] = ids[i];
    return status;
}

/* Moves the arm once around and counts what the events tell. */
static tact_status run(tact_world *world, const tact_object_id *links) {
    uint32_t own = 0, near = 0;
    double least = SAFE;
    for (int step = 0; step < STEPS; step++) {
        tact_pose poses[LINKS];
        tact_status status = bend(6.283185307179586 * step / STEPS, poses);
        if (status == TACT_OK)
            status = tact_world_move(world, links, poses, LINKS, NULL);
        if (status == TACT_OK)
            status = tact_world_step(world, 0, NULL, NULL);
        if (status != TACT_OK)
            return status;
        tact_events events = tact_world_events(world);
        for (uint32_t i = 0; i < events.count; i++) {
            const tact_event *event = &events.events[i];
            if (event->kind == TACT_EVENT_BEGIN) {
                own += event->question == TACT_QUESTION_COLLIDE;
                near += event->question == TACT_QUESTION_DISTANCE;
            }
            if (event->question == TACT_QUESTION_DISTANCE && event->kind != TACT_EVENT_END &&
                events.distances[event->result].distance < least)
                least = events.distances[event->result].distance;
        }
    }
    printf("links met each other %u times, came near a wall %u times, at least %.3f apart\n",
           (unsigned)own, (unsigned)near, least);
    return TACT_OK;
}

int main(void) {
    const tact_shape shapes[2] = {tact_shape_capsule(0.3, 0.1), tact_shape_box(0.1, 3, 3)};
    tact_model *models[2] = {NULL, NULL};
    tact_world *world = NULL;
    tact_object_id links[LINKS];
    tact_status status = tact_world_create(NULL, &world);
    for (int i = 0; i < 2 && status == TACT_OK; i++)
        status = tact_model_create_shape(NULL, &shapes[i], &models[i]);
    if (status == TACT_OK)
        status = add_objects(world, models, links);
    if (status == TACT_OK)
        status = set_interests(world, links);
    if (status == TACT_OK)
        status = run(world, links);
    tact_world_destroy(world);
    for (int i = 0; i < 2; i++)
        tact_model_destroy(models[i]);
    if (status != TACT_OK)
        fprintf(stderr, "%s\n", tact_status_text(status));
    return status != TACT_OK;
}
