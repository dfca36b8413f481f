/* SPDX-License-Identifier: MIT */
/* A scene as a whole: the file, its top level, its names and its memory. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene_parts.h"

/* ---- Names -------------------------------------------------------------------------------- */

tact_status scene_copy_text(const char *text, char **out) {
    size_t bytes = strlen(text) + 1;
    *out = malloc(bytes);
    if (*out == NULL)
        return TACT_OUT_OF_MEMORY;
    memcpy(*out, text, bytes);
    return TACT_OK;
}

tact_status scene_enter_name(json_t *names, const json_place *name, uint32_t number) {
    const char *text;
    tact_status status = json_read_text(name, &text);
    if (status != TACT_OK)
        return status;
    if (json_object_get(names, text) != NULL)
        return json_fail(name, TACT_INVALID_FILE, "this name is taken");
    if (json_object_set_new(names, text, json_integer((json_int_t)number)) != 0)
        return json_fail(name, TACT_OUT_OF_MEMORY, tact_status_text(TACT_OUT_OF_MEMORY));
    return TACT_OK;
}

tact_status scene_find_name(const json_t *names, const json_place *name, const char *what,
                            uint32_t *out) {
    const char *text;
    tact_status status = json_read_text(name, &text);
    if (status != TACT_OK)
        return status;
    const json_t *number = json_object_get(names, text);
    if (number == NULL) {
        char reason[120];
        snprintf(reason, sizeof reason, "there is no %s \"%.60s\"", what, text);
        return json_fail(name, TACT_INVALID_FILE, reason);
    }
    *out = (uint32_t)json_integer_value(number);
    return TACT_OK;
}

/* ---- The top level ------------------------------------------------------------------------ */

static tact_status read_time(const json_place *top, scene *s) {
    json_place step = json_member(top, "step"), steps = json_member(top, "steps");
    tact_status status = TACT_OK;
    s->seconds = 1.0 / 60;
    s->steps = 60;
    if (json_is_there(&step))
        status = json_read_real(&step, &s->seconds);
    if (status == TACT_OK && !(s->seconds >= 0 && s->seconds < HUGE_VAL))
        status = json_fail(&step, TACT_INVALID_FILE, "seconds of at least 0 are needed");
    if (status == TACT_OK && json_is_there(&steps))
        status = json_read_count(&steps, UINT32_MAX, &s->steps);
    return status;
}

static tact_status read_top(scene_reader *reader, const json_place *top) {
    tact_status status =
        json_check_object(top, "tact_scene comment step steps models groups objects interest");
    if (status != TACT_OK)
        return status;
    uint32_t version = 0;
    json_place number = json_member(top, "tact_scene");
    if (!json_is_there(&number))
        return json_fail(top, TACT_INVALID_FILE,
                         "\"tact_scene\": 1 is missing, which says that this is a scene");
    status = json_read_count(&number, UINT32_MAX, &version);
    if (status == TACT_OK && version != 1)
        status = json_fail(&number, TACT_INVALID_FILE, "only version 1 is known");
    json_place models = json_member(top, "models"), groups = json_member(top, "groups");
    json_place objects = json_member(top, "objects"), interest = json_member(top, "interest");
    if (status == TACT_OK)
        status = read_time(top, reader->scene);
    if (status == TACT_OK && json_is_there(&models))
        status = scene_read_models(reader, &models);
    if (status == TACT_OK && json_is_there(&groups))
        status = scene_read_groups(reader, &groups);
    if (status == TACT_OK && json_is_there(&objects))
        status = scene_read_objects(reader, &objects);
    if (status == TACT_OK && json_is_there(&interest))
        status = scene_read_interests(reader, &interest);
    return status;
}

static tact_status fail(tact_error *error, tact_status status, uint64_t line, const char *path,
                        const char *reason) {
    if (error == NULL)
        return status;
    memset(error, 0, sizeof *error);
    error->status = status;
    error->line = line;
    error->index = TACT_NO_INDEX;
    if (line > 0)
        snprintf(error->text, sizeof error->text, "%.80s:%u: %.120s", path, (unsigned)line, reason);
    else
        snprintf(error->text, sizeof error->text, "%.80s: %.120s", path, reason);
    return status;
}

/* Reads the parts of a parsed scene. */
static tact_status read_parsed(const tact_context *context, const json_t *value, const char *folder,
                               tact_error *error, scene *s) {
    scene_reader reader = {.context = context,
                           .folder = folder,
                           .scene = s,
                           .model_names = json_object(),
                           .object_names = json_object(),
                           .group_names = json_object()};
    json_place top = json_top(value, error);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (reader.model_names != NULL && reader.object_names != NULL && reader.group_names != NULL)
        status = read_top(&reader, &top);
    else
        fail(error, status, 0, "scene", tact_status_text(status));
    json_decref(reader.model_names);
    json_decref(reader.object_names);
    json_decref(reader.group_names);
    return status;
}

tact_status scene_parse(const tact_context *context, const char *text, size_t bytes,
                        const char *folder, tact_error *error, scene **out) {
    json_error_t reason;
    if (text == NULL || folder == NULL || out == NULL)
        return fail(error, TACT_INVALID_ARGUMENT, 0, "scene", "text, folder and out are needed");
    json_t *value = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &reason);
    if (value == NULL)
        return fail(error, TACT_INVALID_FILE, reason.line > 0 ? (uint64_t)reason.line : 0, "scene",
                    reason.text);
    scene *s = calloc(1, sizeof *s);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (s != NULL)
        status = read_parsed(context, value, folder, error, s);
    else
        fail(error, status, 0, "scene", tact_status_text(status));
    json_decref(value);
    if (status == TACT_OK)
        *out = s;
    else
        scene_destroy(s);
    return status;
}

/* ---- Files -------------------------------------------------------------------------------- */

/* Reads a regular file of a limited size, or standard input. */
static tact_status read_all(FILE *file, char **text, size_t *bytes) {
    size_t room = 1 << 16, count = 0;
    char *data = malloc(room);
    while (data != NULL) {
        count += fread(data + count, 1, room - count, file);
        if (count < room)
            break;
        if (room >= SCENE_MOST_BYTES) {
            free(data);
            return TACT_TOO_LARGE;
        }
        room *= 2;
        char *more = realloc(data, room);
        if (more == NULL)
            free(data);
        data = more;
    }
    if (data == NULL)
        return TACT_OUT_OF_MEMORY;
    if (ferror(file)) {
        free(data);
        return TACT_READ_FAILED;
    }
    *text = data;
    *bytes = count;
    return TACT_OK;
}

static tact_status read_file(const char *path, char **text, size_t *bytes) {
    if (strcmp(path, "-") == 0)
        return read_all(stdin, text, bytes);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return TACT_READ_FAILED;
    tact_status status = read_all(file, text, bytes);
    fclose(file);
    return status;
}

/* The folder of a path, with its slash; "" if it has none. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t bytes = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    char *folder = malloc(bytes + 1);
    if (folder == NULL)
        return NULL;
    memcpy(folder, path, bytes);
    folder[bytes] = 0;
    return folder;
}

tact_status scene_load(const tact_context *context, const char *path, tact_error *error,
                       scene **out) {
    char *text = NULL;
    size_t bytes = 0;
    tact_status status = read_file(path, &text, &bytes);
    if (status != TACT_OK)
        return fail(error, status, 0, path, tact_status_text(status));
    char *folder = folder_of(path);
    tact_error inner = {.text = ""};
    status = TACT_OUT_OF_MEMORY;
    if (folder != NULL)
        status = scene_parse(context, text, bytes, folder, &inner, out);
    if (status != TACT_OK) {
        const char *reason = inner.text[0] != 0 ? inner.text : tact_status_text(status);
        fail(error, status, inner.line, path,
             strncmp(reason, "scene:", 6) == 0 ? strchr(reason, ' ') + 1 : reason);
    }
    free(folder);
    free(text);
    return status;
}

void scene_destroy(scene *s) {
    if (s == NULL)
        return;
    for (uint32_t i = 0; i < s->model_count; i++) {
        free(s->models[i].name);
        tact_model_destroy(s->models[i].model);
    }
    for (uint32_t i = 0; i < s->object_count; i++)
        free(s->objects[i].name);
    for (uint32_t i = 0; i < s->group_count; i++)
        free(s->groups[i]);
    free(s->models);
    free(s->objects);
    free(s->groups);
    free(s->interests);
    free(s);
}

/* ---- Worlds ------------------------------------------------------------------------------- */

static tact_status set_interests(tact_world *world, const scene *s, const tact_object_id *ids,
                                 tact_error *error) {
    for (uint32_t i = 0; i < s->interest_count; i++) {
        const scene_interest *at = &s->interests[i];
        tact_status status =
            at->is_pair ? tact_world_set_pair_interest(world, ids[at->a], ids[at->b], &at->interest)
                        : tact_world_set_interest(world, at->a, at->b, &at->interest);
        char place[32];
        snprintf(place, sizeof place, "interest[%u]", (unsigned)i);
        if (status != TACT_OK)
            return fail(error, status, 0, place,
                        status == TACT_INVALID_ARGUMENT
                            ? "a radius, a deadline or a cache that this question does not take"
                            : tact_status_text(status));
    }
    return TACT_OK;
}

tact_status scene_fill_world(const scene *s, tact_world *world, tact_error *error,
                             tact_object_id *ids) {
    for (uint32_t i = 0; i < s->object_count; i++) {
        tact_error reason = {.text = ""};
        tact_status status = tact_world_add(world, &s->objects[i].object, 1, &reason, &ids[i]);
        if (status != TACT_OK)
            return fail(error, status, 0, s->objects[i].name, tact_status_text(status));
    }
    return set_interests(world, s, ids, error);
}

tact_status scene_make_world(const tact_context *context, const scene *s, tact_error *error,
                             tact_world **world, tact_object_id *ids) {
    tact_world *made = NULL;
    tact_status status = tact_world_create(context, &made);
    if (status != TACT_OK)
        return fail(error, status, 0, "scene", tact_status_text(status));
    status = scene_fill_world(s, made, error, ids);
    if (status == TACT_OK)
        *world = made;
    else
        tact_world_destroy(made);
    return status;
}
