/* SPDX-License-Identifier: MIT */
/* The part of the hash over models that bodies that bend lend, and over self-intersections. */
#include "hash.h"

#include "motion.h"

#include <stdlib.h>

static void hash_meetings(void *user, const tact_deform_meeting *meetings, size_t count) {
    uint64_t *hash = user;
    for (size_t i = 0; i < count; i++) {
        *hash = hash_integer(hash_integer(*hash, meetings[i].a), meetings[i].b);
        *hash = hash_integer(*hash, meetings[i].kind);
    }
}

/* The hierarchy of a model, and what questions find. */
static bool hash_model(const tact_model *model, uint64_t *hash) {
    tact_bvh_stats stats = tact_model_measure(model);
    tact_instance here = tact_instance_make(model), there = here;
    tact_distance_result distance;
    tact_raycast_result hit;
    tact_nearest_result near;
    tact_contacts_result contacts;
    const tact_ray ray = {{0.3, 0.4, -2}, {0.1, 0.1, 1}};
    there.pose.m[11] = 0.3;
    if (tact_distance(&here, &there, NULL, NULL, &distance) != TACT_OK ||
        tact_raycast(&here, ray, NULL, &hit) != TACT_OK ||
        tact_nearest(&here, ray.origin, NULL, &near) != TACT_OK ||
        tact_self(model, NULL, NULL, &contacts) != TACT_OK)
        return false;
    *hash = hash_number(hash_number(*hash, stats.surface_cost), stats.volume_cost);
    *hash = hash_number(hash_number(*hash, distance.distance), near.distance);
    *hash = hash_integer(hash_number(*hash, hit.t), hit.site.element);
    *hash = hash_integer(*hash, (int64_t)contacts.count);
    return true;
}

static bool hash_motion(const tact_context *context, const scene_body *sheet, scene_motion motion,
                        tact_vec3 *at, uint64_t *hash) {
    tact_deform_topology topology = {.vertex_count = sheet->vertex_count,
                                     .triangle_count = sheet->triangle_count,
                                     .triangles = (const uint32_t(*)[3])sheet->triangles};
    tact_deform *deform = NULL;
    const tact_model *model;
    bool fine = tact_deform_create(context, &topology, NULL, &deform) == TACT_OK;
    for (int frame = 0; fine && frame < 5; frame++) {
        scene_positions(sheet, motion, 0.3 * frame, at);
        fine = tact_deform_move(deform, at, NULL, NULL) == TACT_OK &&
               tact_deform_lend(deform, TACT_DEFORM_END, NULL, NULL, &model) == TACT_OK &&
               tact_deform_self(deform, TACT_DEFORM_END, hash_meetings, hash) == TACT_OK &&
               hash_model(model, hash);
    }
    tact_deform_destroy(deform);
    return fine;
}

uint64_t hash_lent(const tact_context *context) {
    scene_body sheet = scene_sheet(100);
    tact_vec3 *at = calloc(sheet.vertex_count, sizeof *at);
    uint64_t hash = 1;
    bool fine = sheet.rest != NULL && at != NULL;
    for (int motion = 0; fine && motion < SCENE_MOTIONS; motion++)
        fine = hash_motion(context, &sheet, (scene_motion)motion, at, &hash);
    free(at);
    scene_body_destroy(&sheet);
    return fine ? hash : 0;
}
