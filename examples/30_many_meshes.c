/* SPDX-License-Identifier: MIT */
/* Detailed meshes that rub against each other: all pairs of triangles that meet, on two threads.
 * They share one model, so that a thousand take the memory of one. The first argument is the number
 * of meshes, the second the number of triangles of each in units of 20 squares: try 1000 22. */
#include <stdio.h>
#include <stdlib.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

#define STEPS 10

static tact_status make_model(long detail, tact_model **out) {
    tact_mesh *mesh;
    tact_status status = tact_mesh_create_blob(NULL, 1, 0.01, (uint32_t)detail, 1, &mesh);
    if (status != TACT_OK)
        return status;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    status = tact_model_create_mesh(NULL, &arrays, NULL, NULL, out);
    tact_mesh_destroy(mesh);
    return status;
}

/* Rows of lumps that touch their neighbours and turn. */
static tact_status add_meshes(tact_world *world, const tact_model *model, long count) {
    tact_status status = TACT_OK;
    for (long i = 0; i < count && status == TACT_OK; i++) {
        tact_object lump = tact_object_make(model);
        tact_object_id id;
        lump.instance.pose.m[3] = 1.98 * (double)(i % 10);
        lump.instance.pose.m[7] = 1.98 * (double)(i / 10 % 10);
        lump.instance.pose.m[11] = 1.98 * (double)(i / 100);
        lump.spin = tact_vec3_make(0.1 * (double)(i % 7), 0.2, 0.1 * (double)(i % 3));
        status = tact_world_add(world, &lump, 1, NULL, &id);
    }
    tact_interest contacts = tact_interest_default();
    contacts.question = TACT_QUESTION_CONTACTS;
    if (status == TACT_OK)
        status = tact_world_set_interest(world, 0, 0, &contacts);
    return status;
}

static tact_status run(tact_world *world) {
    size_t triangles = 0, touching = 0;
    for (int step = 0; step < STEPS; step++) {
        tact_status status = tact_world_step(world, 1.0 / 60, NULL, NULL);
        if (status != TACT_OK)
            return status;
        tact_events events = tact_world_events(world);
        triangles = touching = 0;
        for (uint32_t i = 0; i < events.count; i++)
            if (events.events[i].kind != TACT_EVENT_END) {
                triangles += events.contacts[events.events[i].result].count;
                touching++;
            }
    }
    printf("%zu pairs of meshes touch, in %zu pairs of triangles\n", touching, triangles);
    return TACT_OK;
}

int main(int argc, char **argv) {
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 60;
    long detail = argc > 2 ? strtol(argv[2], NULL, 10) : 8;
    tact_pool *pool = NULL;
    tact_context *context = NULL;
    tact_model *model = NULL;
    tact_world *world = NULL;
    if (count < 1 || count > 100000 || detail < 1 || detail > 200) {
        fprintf(stderr, "from 1 to 100000 meshes, with a detail from 1 to 200\n");
        return 2;
    }
    tact_status status = tact_pool_create(NULL, 2, &pool);
    tact_context_desc desc = tact_context_desc_default();
    if (status == TACT_OK) {
        desc.executor = tact_pool_executor(pool);
        status = tact_context_create(&desc, &context);
    }
    if (status == TACT_OK)
        status = make_model(detail, &model);
    if (status == TACT_OK)
        status = tact_world_create(context, &world);
    if (status == TACT_OK)
        status = add_meshes(world, model, count);
    if (status == TACT_OK)
        printf("%ld meshes of %u triangles\n", count,
               (unsigned)tact_model_inspect(model).triangle_count);
    if (status == TACT_OK)
        status = run(world);
    tact_world_destroy(world);
    tact_model_destroy(model);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    if (status != TACT_OK)
        fprintf(stderr, "%s\n", tact_status_text(status));
    return status != TACT_OK;
}
