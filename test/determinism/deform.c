/* SPDX-License-Identifier: MIT */
/* The part of the hash over bodies that bend: candidates of steps, in their order. */
#include "hash.h"

#include "motion.h"

#include <stdlib.h>

static bool hash_block(void *user, const tact_deform_block *block) {
    uint64_t *hash = user;
    *hash = hash_integer(hash_integer(*hash, block->kind), block->count);
    for (uint32_t i = 0; i < block->count; i++)
        *hash = hash_integer(hash_integer(*hash, block->pairs[i][0]), block->pairs[i][1]);
    return true;
}

static void hash_contacts(void *user, const tact_deform_contact *contacts, size_t count) {
    uint64_t *hash = user;
    for (size_t i = 0; i < count; i++) {
        *hash = hash_integer(hash_integer(*hash, contacts[i].a), contacts[i].b);
        *hash = hash_number(hash_number(*hash, contacts[i].impact.lower), contacts[i].impact.upper);
    }
}

static bool hash_near(void *user, const tact_deform_near *near) {
    uint64_t *hash = user;
    *hash = hash_integer(hash_integer(*hash, near->a), near->b);
    *hash = hash_number(*hash, near->squared);
    for (int i = 0; i < 4; i++)
        *hash = hash_vector(*hash, near->gradient[i]);
    return true;
}

static bool hash_step(const tact_deform *deform, uint64_t *hash) {
    tact_deform_first first;
    tact_impact_options impact = tact_impact_options_default();
    double safe;
    impact.separation = 0.001;
    if (tact_deform_contacts(deform, NULL, NULL, NULL, hash_contacts, hash) != TACT_OK ||
        tact_deform_first_contact(deform, NULL, NULL, NULL, &first) != TACT_OK ||
        tact_deform_safe_fraction(deform, NULL, NULL, &impact, &safe) != TACT_OK)
        return false;
    *hash = hash_number(hash_number(hash_number(*hash, first.lower), first.upper), safe);
    return tact_deform_near_pairs(deform, NULL, 0.02, NULL, hash_near, hash) == TACT_OK;
}

static bool hash_motion(const tact_context *context, const scene_body *sheet, scene_motion motion,
                        tact_vec3 *at, uint64_t *hash) {
    tact_deform_topology topology = {.vertex_count = sheet->vertex_count,
                                     .triangle_count = sheet->triangle_count,
                                     .triangles = (const uint32_t(*)[3])sheet->triangles};
    tact_deform_options options = tact_deform_options_default();
    tact_deform *deform = NULL;
    bool fine = tact_deform_create(context, &topology, NULL, &deform) == TACT_OK;
    for (int frame = 0; fine && frame < 4; frame++) {
        tact_vec3 *end = at + sheet->vertex_count;
        scene_positions(sheet, motion, 0.25 * frame, at);
        scene_positions(sheet, motion, 0.25 * frame + 0.25, end);
        options.thickness = frame % 2 * 0.001;
        fine = tact_deform_move(deform, at, end, NULL) == TACT_OK &&
               tact_deform_candidates(deform, NULL, &options, hash_block, hash) == TACT_OK &&
               hash_step(deform, hash);
    }
    *hash = hash_integer(*hash, (int64_t)tact_deform_inspect(deform).sorted);
    tact_deform_destroy(deform);
    return fine;
}

uint64_t hash_deform(const tact_context *context) {
    scene_body sheet = scene_sheet(24);
    tact_vec3 *at = calloc(2 * (size_t)sheet.vertex_count, sizeof *at);
    uint64_t hash = 1;
    bool fine = sheet.rest != NULL && at != NULL;
    for (int motion = 0; fine && motion < SCENE_MOTIONS; motion++)
        fine = hash_motion(context, &sheet, (scene_motion)motion, at, &hash);
    free(at);
    scene_body_destroy(&sheet);
    return fine ? hash : 0;
}
