/* SPDX-License-Identifier: MIT */
/* Scenes in a program that was built without a JSON library. */
#include "scene.h"

#include <stdio.h>
#include <string.h>

tact_status scene_parse(const tact_context *context, const char *text, size_t bytes,
                        const char *folder, tact_error *error, scene **out) {
    (void)context;
    (void)text;
    (void)bytes;
    (void)folder;
    (void)out;
    if (error != NULL) {
        memset(error, 0, sizeof *error);
        error->status = TACT_UNSUPPORTED;
        error->index = TACT_NO_INDEX;
        snprintf(error->text, sizeof error->text,
                 "scenes need the library jansson, which this tool was built without");
    }
    return TACT_UNSUPPORTED;
}

tact_status scene_load(const tact_context *context, const char *path, tact_error *error,
                       scene **out) {
    (void)path;
    return scene_parse(context, NULL, 0, NULL, error, out);
}

void scene_destroy(scene *s) {
    (void)s;
}

tact_status scene_make_world(const tact_context *context, const scene *s, tact_error *error,
                             tact_world **world, tact_object_id *ids) {
    (void)s;
    (void)world;
    (void)ids;
    return scene_parse(context, NULL, 0, NULL, error, NULL);
}

tact_status scene_fill_world(const scene *s, tact_world *world, tact_error *error,
                             tact_object_id *ids) {
    (void)s;
    (void)world;
    (void)error;
    (void)ids;
    return TACT_UNSUPPORTED;
}
