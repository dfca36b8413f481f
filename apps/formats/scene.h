/* SPDX-License-Identifier: MIT */
/* Scenes: models, named objects and what is asked about them, as JSON. docs/scene.md describes the
 * format. A scene may come from anywhere: its size, its nesting and the files that it names are
 * limited, and whatever is unknown is refused. */
#ifndef TACT_FORMATS_SCENE_H
#define TACT_FORMATS_SCENE_H

#include <tact/tact.h>

typedef struct scene_model {
    char *name;
    tact_model *model;
} scene_model;

typedef struct scene_object {
    char *name;
    tact_object object;
} scene_object;

/* An interest in pairs of groups, or in a pair of objects. */
typedef struct scene_interest {
    bool is_pair;
    uint32_t a, b; /* groups, or numbers of objects */
    tact_interest interest;
} scene_interest;

typedef struct scene {
    scene_model *models;
    uint32_t model_count;
    char **groups; /* names; TACT_GROUP_COUNT at most */
    uint32_t group_count;
    scene_object *objects;
    uint32_t object_count;
    scene_interest *interests;
    uint32_t interest_count;
    double seconds; /* per step */
    uint32_t steps;
} scene;

/* Reads a scene. Models are files relative to the scene's folder, or shapes.
 * On failure the error says where in the file (as in objects[3].velocity) and what is wrong:
 * TACT_READ_FAILED, TACT_INVALID_FILE, TACT_OUT_OF_MEMORY, TACT_TOO_LARGE, the statuses of
 * tact_model_load(), or TACT_UNSUPPORTED if the program was built without a JSON library. */
tact_status scene_load(const tact_context *context, const char *path, tact_error *error,
                       scene **out);
/* The same from memory; folder is where its files are, with a slash at the end, or "". */
tact_status scene_parse(const tact_context *context, const char *text, size_t bytes,
                        const char *folder, tact_error *error, scene **out);
void scene_destroy(scene *s);

/* Makes a world of a scene. ids receives one id per object. Returns the statuses of
 * tact_world_create(), tact_world_add() and tact_world_set_interest(). */
tact_status scene_make_world(const tact_context *context, const scene *s, tact_error *error,
                             tact_world **world, tact_object_id *ids);
/* The same in a world that is there, and empty. Unless the status is TACT_OK, the world holds a
 * part of the scene. */
tact_status scene_fill_world(const scene *s, tact_world *world, tact_error *error,
                             tact_object_id *ids);

#endif
