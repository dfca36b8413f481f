/* SPDX-License-Identifier: MIT */
/* What the readers of the parts of a scene share. */
#ifndef TACT_FORMATS_SCENE_PARTS_H
#define TACT_FORMATS_SCENE_PARTS_H

#include "json_place.h"
#include "scene.h"

/* Limits of a scene. */
#define SCENE_MOST_BYTES (256u << 20)
#define SCENE_MOST_OBJECTS (1u << 22)
#define SCENE_MOST_MODELS (1u << 16)
/* Of all compounds together: a compound of compounds multiplies them. */
#define SCENE_MOST_PARTS (1u << 20)

/* A scene in the making. */
typedef struct scene_reader {
    const tact_context *context;
    const char *folder;
    scene *scene;
    uint64_t part_count; /* of all compounds */
    json_t *model_names; /* from names to numbers */
    json_t *object_names;
    json_t *group_names;
} scene_reader;

/* Read a part of the scene into reader->scene. */
tact_status scene_read_models(scene_reader *reader, const json_place *models);
tact_status scene_read_objects(scene_reader *reader, const json_place *objects);
tact_status scene_read_groups(scene_reader *reader, const json_place *groups);
tact_status scene_read_interests(scene_reader *reader, const json_place *interests);

/* The pose that the keys position, rotation and pose of an object give. */
tact_status scene_read_pose(const json_place *object, tact_pose *out);
#define SCENE_POSE_KEYS "position rotation pose"

/* Enters a name, which must be new. */
tact_status scene_enter_name(json_t *names, const json_place *name, uint32_t number);
/* Returns the number of a name; fails with the place of the name if there is none. what is "model",
 * for example. */
tact_status scene_find_name(const json_t *names, const json_place *name, const char *what,
                            uint32_t *out);

/* Copies a text. TACT_OUT_OF_MEMORY. */
tact_status scene_copy_text(const char *text, char **out);

#endif
