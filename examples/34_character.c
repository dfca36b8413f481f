/* SPDX-License-Identifier: MIT */
/* A character controller: a capsule walks through a world, stops before what it meets, and slides
 * along it. Each part of a way is proven to be free. */
#include <stdio.h>

#include <tact/tact.h>

/* The capsule keeps this distance from everything. */
#define SKIN 0.01
#define MOST_SLIDES 4

static tact_pose at(double x, double y, double z) {
    return tact_pose_make(tact_mat3_identity(), tact_vec3_make(x, y, z));
}

static tact_status add_box(tact_world *world, tact_vec3 half, tact_pose pose) {
    tact_shape shape = tact_shape_box(half.x, half.y, half.z);
    tact_model *model = NULL;
    tact_status status = tact_model_create_shape(NULL, &shape, &model);
    if (status != TACT_OK)
        return status;
    tact_object object = tact_object_make(model);
    object.instance.pose = pose;
    object.motion = TACT_MOTION_STATIC;
    tact_object_id id;
    status = tact_world_add(world, &object, 1, NULL, &id);
    tact_model_destroy(model); /* the world keeps it */
    return status;
}

/* A floor, a wall across the way, and a pillar behind it. */
static tact_status build(tact_world *world) {
    tact_status status = add_box(world, tact_vec3_make(20, 20, 0.5), at(0, 0, -0.5));
    tact_pose slanted;
    if (status == TACT_OK)
        status = tact_pose_from_axis_angle(tact_vec3_make(0, 0, 1), 0.5, tact_vec3_make(4, 0, 1),
                                           &slanted);
    if (status == TACT_OK)
        status = add_box(world, tact_vec3_make(0.1, 3, 1), slanted);
    if (status == TACT_OK)
        status = add_box(world, tact_vec3_make(0.5, 0.5, 1), at(3, 5, 1));
    return status == TACT_OK ? tact_world_step(world, 0, NULL, NULL) : status;
}

/* Moves as far as is free, and turns the rest of the way along what was met. */
static tact_status walk(const tact_world *world, tact_instance *body, tact_vec3 way) {
    tact_rigid_options options = tact_rigid_options_default();
    options.separation = SKIN;
    options.precision = 1e-4;
    for (int slide = 0; slide < MOST_SLIDES && tact_vec3_length(way) > 1e-6; slide++) {
        tact_world_cast_hit hit;
        tact_status status = tact_world_cast(world, body, way, TACT_GROUPS_ALL, &options, &hit);
        if (status != TACT_OK)
            return status;
        double free = hit.id.generation == 0 ? 1 : hit.time;
        body->pose.m[3] += free * way.x;
        body->pose.m[7] += free * way.y;
        body->pose.m[11] += free * way.z;
        printf("  %s after %.3f of the way: at %.3f %.3f\n", free == 1 ? "free" : "slides", free,
               body->pose.m[3], body->pose.m[7]);
        if (free == 1)
            break;
        /* The normal points from the body to what was met. A little is taken off the way, so that
         * the next cast does not begin in contact. */
        tact_vec3 normal = hit.result.normal;
        way = tact_vec3_scale(way, 1 - free);
        double into = tact_vec3_dot(way, normal) + 1e-3;
        way = tact_vec3_sub(way, tact_vec3_scale(normal, into));
    }
    return TACT_OK;
}

static tact_status play(tact_world *world, const tact_model *capsule) {
    tact_instance body = tact_instance_make(capsule);
    body.pose = at(0, 0, 0.92);
    tact_status status = build(world);
    for (int i = 0; status == TACT_OK && i < 3; i++) {
        printf("step %d\n", i + 1);
        status = walk(world, &body, tact_vec3_make(3, 1, 0));
    }
    return status;
}

int main(void) {
    tact_shape shape = tact_shape_capsule(0.6, 0.3);
    tact_model *capsule = NULL;
    tact_world *world = NULL;
    tact_status status = tact_model_create_shape(NULL, &shape, &capsule);
    if (status == TACT_OK)
        status = tact_world_create(NULL, &world);
    if (status == TACT_OK)
        status = play(world, capsule);
    tact_world_destroy(world);
    tact_model_destroy(capsule);
    if (status != TACT_OK)
        fprintf(stderr, "error: %s\n", tact_status_text(status));
    return status == TACT_OK ? 0 : 1;
}
