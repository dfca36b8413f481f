/* SPDX-License-Identifier: MIT */
/* The models of a scene: mesh files, shapes as text, and compounds of models above them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "scene_parts.h"

/* The files that a scene names are regular ones of at most this size, so a scene cannot make the
 * program wait for a device or a pipe. */
#define MOST_FILE_BYTES (INT64_C(4) << 30)

/* ---- Files -------------------------------------------------------------------------------- */

/* A path relative to the scene's folder; to be freed. NULL for no memory. */
static char *join_path(const char *folder, const char *name, size_t name_bytes) {
    size_t bytes = name_bytes > 0 && name[0] == '/' ? 0 : strlen(folder);
    char *path = malloc(bytes + name_bytes + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, bytes);
    memcpy(path + bytes, name, name_bytes);
    path[bytes + name_bytes] = 0;
    return path;
}

static tact_status check_file(const json_place *at, const char *path) {
    struct stat facts;
    if (stat(path, &facts) != 0)
        return json_fail(at, TACT_READ_FAILED, "the file cannot be found");
    if (!S_ISREG(facts.st_mode))
        return json_fail(at, TACT_READ_FAILED, "this is not a regular file");
    if ((int64_t)facts.st_size > MOST_FILE_BYTES)
        return json_fail(at, TACT_TOO_LARGE, "the file has more than 4 GiB");
    return TACT_OK;
}

/* Reads a mesh file that a value of the scene names. */
static tact_status load_mesh(const scene_reader *reader, const json_place *at, const char *name,
                             size_t name_bytes, tact_interior_mode interior, tact_model **out) {
    char *path = join_path(reader->folder, name, name_bytes);
    if (path == NULL)
        return json_fail(at, TACT_OUT_OF_MEMORY, tact_status_text(TACT_OUT_OF_MEMORY));
    tact_status status = check_file(at, path);
    if (status == TACT_OK) {
        tact_model_options options = tact_model_options_default();
        tact_error reason = {.text = ""};
        options.interior = interior;
        status = tact_model_load(reader->context, path, &options, &reason, out);
        if (status != TACT_OK)
            json_fail(at, status, reason.text[0] != 0 ? reason.text : tact_status_text(status));
    }
    free(path);
    return status;
}

static tact_status read_mesh(const scene_reader *reader, const json_place *at, tact_model **out) {
    static const char *const modes[] = {"none", "if_watertight", "required", "estimate"};
    json_place file = json_member(at, "file"), interior = json_member(at, "interior");
    const char *name, *mode = "if_watertight";
    uint32_t number = 0;
    tact_status status = json_check_object(at, "file interior");
    if (status == TACT_OK)
        status = json_read_text(&file, &name);
    if (status == TACT_OK && json_is_there(&interior))
        status = json_read_text(&interior, &mode);
    if (status != TACT_OK)
        return status;
    while (number < 4 && strcmp(mode, modes[number]) != 0)
        number++;
    if (number == 4)
        return json_fail(&interior, TACT_INVALID_FILE,
                         "none, if_watertight, required or estimate is needed");
    return load_mesh(reader, &file, name, strlen(name), (tact_interior_mode)number, out);
}

/* ---- Shapes ------------------------------------------------------------------------------- */

static tact_status read_hull(const scene_reader *reader, const json_place *at,
                             tact_shape_text *text, tact_hull **hull) {
    tact_model *mesh = NULL;
    tact_status status =
        load_mesh(reader, at, text->path, text->path_bytes, TACT_INTERIOR_NONE, &mesh);
    if (status != TACT_OK)
        return status;
    status = tact_hull_create_from_mesh(reader->context, tact_model_mesh(mesh), hull);
    tact_model_destroy(mesh);
    if (status != TACT_OK)
        return json_fail(at, status, tact_status_text(status));
    text->shape.core.hull = *hull;
    return TACT_OK;
}

static tact_status read_shape(const scene_reader *reader, const json_place *at, tact_model **out) {
    json_place shape = json_member(at, "shape");
    const char *words;
    tact_shape_text text;
    tact_error reason = {.text = ""};
    tact_hull *hull = NULL;
    tact_status status = json_check_object(at, "shape");
    if (status == TACT_OK)
        status = json_read_text(&shape, &words);
    if (status != TACT_OK)
        return status;
    status = tact_shape_parse(words, &reason, &text);
    if (status != TACT_OK)
        return json_fail(&shape, status, reason.text);
    if (text.path != NULL)
        status = read_hull(reader, &shape, &text, &hull);
    if (status == TACT_OK) {
        status = tact_model_create_shape(reader->context, &text.shape, out);
        if (status != TACT_OK)
            json_fail(&shape, status, tact_status_text(status));
    }
    tact_hull_destroy(hull);
    return status;
}

/* ---- Compounds ---------------------------------------------------------------------------- */

static tact_status read_part(scene_reader *reader, const json_place *at, tact_instance *out) {
    json_place model = json_member(at, "model"), filled = json_member(at, "filled");
    uint32_t number;
    bool is_filled = false;
    tact_status status = json_check_object(at, "model filled " SCENE_POSE_KEYS);
    if (status == TACT_OK)
        status = scene_find_name(reader->model_names, &model, "model above this one", &number);
    if (status == TACT_OK && json_is_there(&filled))
        status = json_read_flag(&filled, &is_filled);
    if (status != TACT_OK)
        return status;
    *out = tact_instance_make(reader->scene->models[number].model);
    reader->part_count += tact_model_inspect(out->model).part_count;
    if (reader->part_count > SCENE_MOST_PARTS)
        return json_fail(at, TACT_TOO_LARGE, "the compounds have more than 1048576 parts");
    out->flags = is_filled ? TACT_INSTANCE_FILLED : 0;
    return scene_read_pose(at, &out->pose);
}

static tact_status read_compound(scene_reader *reader, const json_place *at, tact_model **out) {
    json_place parts = json_member(at, "parts");
    tact_status status = json_check_object(at, "parts");
    if (status == TACT_OK)
        status = json_check_array(&parts);
    if (status != TACT_OK)
        return status;
    size_t count = json_array_size(parts.value);
    tact_instance *instances = calloc(count + 1, sizeof *instances);
    if (instances == NULL)
        return json_fail(at, TACT_OUT_OF_MEMORY, tact_status_text(TACT_OUT_OF_MEMORY));
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        json_place part = json_element(&parts, i);
        status = read_part(reader, &part, &instances[i]);
    }
    if (status == TACT_OK) {
        status = tact_model_create_compound(reader->context, instances, (uint32_t)count, out);
        if (status != TACT_OK)
            json_fail(at, status, tact_status_text(status));
    }
    free(instances);
    return status;
}

/* ---- All models --------------------------------------------------------------------------- */

static tact_status read_model(scene_reader *reader, const json_place *at, tact_model **out) {
    if (json_object_get(at->value, "file") != NULL)
        return read_mesh(reader, at, out);
    if (json_object_get(at->value, "shape") != NULL)
        return read_shape(reader, at, out);
    if (json_object_get(at->value, "parts") != NULL)
        return read_compound(reader, at, out);
    return json_fail(at, TACT_INVALID_FILE, "a model has a file, a shape or parts");
}

tact_status scene_read_models(scene_reader *reader, const json_place *models) {
    scene *s = reader->scene;
    if (!json_is_object(models->value))
        return json_fail(models, TACT_INVALID_FILE, "an object {\"name\": {...}} is needed");
    size_t count = json_object_size(models->value);
    if (count > SCENE_MOST_MODELS)
        return json_fail(models, TACT_TOO_LARGE, "more than 65536 models");
    s->models = calloc(count + 1, sizeof *s->models);
    if (s->models == NULL)
        return json_fail(models, TACT_OUT_OF_MEMORY, tact_status_text(TACT_OUT_OF_MEMORY));
    json_t *value = (json_t *)models->value;
    for (void *i = json_object_iter(value); i != NULL; i = json_object_iter_next(value, i)) {
        const char *name = json_object_iter_key(i);
        json_place at = json_member(models, name);
        scene_model *made = &s->models[s->model_count];
        tact_status status = read_model(reader, &at, &made->model);
        if (status != TACT_OK)
            return status;
        s->model_count++;
        if (scene_copy_text(name, &made->name) != TACT_OK ||
            json_object_set_new(reader->model_names, name,
                                json_integer((json_int_t)s->model_count - 1)) != 0)
            return json_fail(&at, TACT_OUT_OF_MEMORY, tact_status_text(TACT_OUT_OF_MEMORY));
    }
    return TACT_OK;
}
