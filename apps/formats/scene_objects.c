/* SPDX-License-Identifier: MIT */
/* The objects of a scene, and poses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene_parts.h"

/* Degrees to radians. */
#define RADIANS (3.14159265358979323846 / 180)

/* ---- Poses -------------------------------------------------------------------------------- */

/* {"axis": [x, y, z], "degrees": d} or {"quaternion": [w, x, y, z]}. */
static tact_status read_rotation(const json_place *at, tact_vec3 position, tact_pose *out) {
    json_place axis = json_member(at, "axis"), degrees = json_member(at, "degrees");
    json_place quaternion = json_member(at, "quaternion");
    tact_status status = json_check_object(at, "axis degrees quaternion");
    if (status != TACT_OK)
        return status;
    if (json_is_there(&quaternion)) {
        double q[4] = {0};
        status = json_read_reals(&quaternion, 4, q);
        if (status != TACT_OK)
            return status;
        status = tact_pose_from_quat((tact_quat){q[0], q[1], q[2], q[3]}, position, out);
    } else {
        tact_vec3 around;
        double angle;
        status = json_read_vec3(&axis, &around);
        if (status == TACT_OK)
            status = json_read_real(&degrees, &angle);
        if (status != TACT_OK)
            return status;
        status = tact_pose_from_axis_angle(around, angle * RADIANS, position, out);
    }
    return status == TACT_OK ? status : json_fail(at, status, tact_status_text(status));
}

tact_status scene_read_pose(const json_place *object, tact_pose *out) {
    json_place position = json_member(object, "position"), pose = json_member(object, "pose");
    json_place rotation = json_member(object, "rotation");
    tact_vec3 place = {0, 0, 0};
    *out = tact_pose_identity();
    if (json_is_there(&pose)) {
        if (json_is_there(&position) || json_is_there(&rotation))
            return json_fail(&pose, TACT_INVALID_FILE,
                             "give a pose, or a position and a rotation, not both");
        return json_read_reals(&pose, 12, out->m);
    }
    tact_status status = TACT_OK;
    if (json_is_there(&position))
        status = json_read_vec3(&position, &place);
    if (status != TACT_OK)
        return status;
    if (json_is_there(&rotation))
        return read_rotation(&rotation, place, out);
    out->m[3] = place.x;
    out->m[7] = place.y;
    out->m[11] = place.z;
    return TACT_OK;
}

/* ---- Objects ------------------------------------------------------------------------------ */

static tact_status read_motion(const json_place *at, tact_object *object) {
    static const char *const names[] = {"moving", "static", "sleeping"};
    json_place motion = json_member(at, "motion"), velocity = json_member(at, "velocity");
    json_place spin = json_member(at, "spin"), continuous = json_member(at, "continuous");
    tact_status status = TACT_OK;
    bool is_continuous = false;
    if (json_is_there(&motion)) {
        const char *name;
        uint32_t number = 0;
        status = json_read_text(&motion, &name);
        while (status == TACT_OK && number < 3 && strcmp(name, names[number]) != 0)
            number++;
        if (status == TACT_OK && number == 3)
            status = json_fail(&motion, TACT_INVALID_FILE, "moving, static or sleeping is needed");
        object->motion = (tact_motion)number;
    }
    if (status == TACT_OK && json_is_there(&velocity))
        status = json_read_vec3(&velocity, &object->velocity);
    if (status == TACT_OK && json_is_there(&spin))
        status = json_read_vec3(&spin, &object->spin);
    if (status == TACT_OK && json_is_there(&continuous))
        status = json_read_flag(&continuous, &is_continuous);
    object->flags = is_continuous ? TACT_OBJECT_CONTINUOUS : 0;
    return status;
}

/* The name of an object: what it says, or its number. */
static tact_status read_name(scene_reader *reader, const json_place *at, uint32_t number,
                             char **out) {
    json_place name = json_member(at, "name");
    char text[32];
    if (!json_is_there(&name)) {
        snprintf(text, sizeof text, "%u", (unsigned)number);
        return scene_copy_text(text, out);
    }
    tact_status status = scene_enter_name(reader->object_names, &name, number);
    if (status == TACT_OK)
        status = scene_copy_text(json_string_value(name.value), out);
    return status;
}

static tact_status read_object(scene_reader *reader, const json_place *at, uint32_t number,
                               scene_object *out) {
    json_place model = json_member(at, "model"), group = json_member(at, "group");
    json_place filled = json_member(at, "filled");
    bool is_filled = false;
    uint32_t index = 0;
    tact_status status = json_check_object(
        at, "name model group filled velocity spin motion continuous " SCENE_POSE_KEYS);
    if (status == TACT_OK)
        status = scene_find_name(reader->model_names, &model, "model", &index);
    if (status != TACT_OK)
        return status;
    out->object = tact_object_make(reader->scene->models[index].model);
    out->object.instance.user = number;
    if (json_is_there(&group))
        status = scene_find_name(reader->group_names, &group, "group", &out->object.group);
    if (status == TACT_OK && json_is_there(&filled))
        status = json_read_flag(&filled, &is_filled);
    out->object.instance.flags = is_filled ? TACT_INSTANCE_FILLED : 0;
    if (status == TACT_OK)
        status = scene_read_pose(at, &out->object.instance.pose);
    if (status == TACT_OK)
        status = read_motion(at, &out->object);
    if (status == TACT_OK)
        status = read_name(reader, at, number, &out->name);
    return status;
}

tact_status scene_read_objects(scene_reader *reader, const json_place *objects) {
    scene *s = reader->scene;
    tact_status status = json_check_array(objects);
    if (status != TACT_OK)
        return status;
    size_t count = json_array_size(objects->value);
    if (count > SCENE_MOST_OBJECTS)
        return json_fail(objects, TACT_TOO_LARGE, "more than 4194304 objects");
    s->objects = calloc(count + 1, sizeof *s->objects);
    if (s->objects == NULL)
        return json_fail(objects, TACT_OUT_OF_MEMORY, tact_status_text(TACT_OUT_OF_MEMORY));
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        json_place at = json_element(objects, i);
        status = read_object(reader, &at, i, &s->objects[i]);
        s->object_count = i + 1;
    }
    return status;
}
