/* SPDX-License-Identifier: MIT */
/* The groups of a scene, and which pairs matter. */
#include <stdlib.h>
#include <string.h>

#include "scene_parts.h"

tact_status scene_read_groups(scene_reader *reader, const json_place *groups) {
    scene *s = reader->scene;
    tact_status status = json_check_array(groups);
    if (status != TACT_OK)
        return status;
    size_t count = json_array_size(groups->value);
    if (count > TACT_GROUP_COUNT)
        return json_fail(groups, TACT_TOO_LARGE, "more than 64 groups");
    s->groups = calloc(count + 1, sizeof *s->groups);
    if (s->groups == NULL)
        return json_fail(groups, TACT_OUT_OF_MEMORY, tact_status_text(TACT_OUT_OF_MEMORY));
    for (uint32_t i = 0; i < count; i++) {
        json_place name = json_element(groups, i);
        status = scene_enter_name(reader->group_names, &name, i);
        if (status == TACT_OK)
            status = scene_copy_text(json_string_value(name.value), &s->groups[i]);
        if (status != TACT_OK)
            return status;
        s->group_count = i + 1;
    }
    return TACT_OK;
}

static tact_status read_question(const json_place *at, tact_interest *out) {
    static const tact_question questions[] = {TACT_QUESTION_COLLIDE, TACT_QUESTION_CONTACTS,
                                              TACT_QUESTION_MANIFOLD, TACT_QUESTION_DISTANCE,
                                              TACT_QUESTION_DEPTH};
    const char *name;
    tact_status status = json_read_text(at, &name);
    if (status != TACT_OK)
        return status;
    if (strcmp(name, "none") == 0) {
        out->flags |= TACT_INTEREST_NONE;
        return TACT_OK;
    }
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (strcmp(name, tact_question_name(questions[i])) != 0)
            continue;
        out->question = questions[i];
        return TACT_OK;
    }
    return json_fail(at, TACT_INVALID_FILE,
                     "none, collide, contacts, manifold, distance or depth is needed");
}

static tact_status read_details(const json_place *at, tact_interest *out) {
    json_place question = json_member(at, "ask"), radius = json_member(at, "radius");
    json_place deadline = json_member(at, "deadline"), cache = json_member(at, "cache");
    bool has_deadline = false;
    *out = tact_interest_default();
    tact_status status = read_question(&question, out);
    if (status == TACT_OK && json_is_there(&radius))
        status = json_read_real(&radius, &out->radius);
    if (status == TACT_OK && json_is_there(&deadline))
        status = json_read_flag(&deadline, &has_deadline);
    if (status == TACT_OK && has_deadline)
        out->flags |= TACT_INTEREST_DEADLINE;
    if (out->question == TACT_QUESTION_DEPTH || out->question == TACT_QUESTION_MANIFOLD)
        out->remember = TACT_CACHE_DEPTH_BYTES;
    if (status == TACT_OK && json_is_there(&cache))
        status = json_read_count(&cache, TACT_CACHE_DEPTH_BYTES, &out->remember);
    return status;
}

/* Two names, of groups or of objects. */
static tact_status read_pair(const scene_reader *reader, const json_place *names, bool is_pair,
                             scene_interest *out) {
    uint32_t numbers[2];
    if (!json_is_array(names->value) || json_array_size(names->value) != 2)
        return json_fail(names, TACT_INVALID_FILE, "a list of two names is needed");
    for (size_t i = 0; i < 2; i++) {
        json_place name = json_element(names, i);
        tact_status status = scene_find_name(is_pair ? reader->object_names : reader->group_names,
                                             &name, is_pair ? "object" : "group", &numbers[i]);
        if (status != TACT_OK)
            return status;
    }
    out->is_pair = is_pair;
    out->a = numbers[0];
    out->b = numbers[1];
    return TACT_OK;
}

static tact_status read_interest(const scene_reader *reader, const json_place *at,
                                 scene_interest *out) {
    json_place groups = json_member(at, "groups"), objects = json_member(at, "objects");
    tact_status status = json_check_object(at, "groups objects ask radius deadline cache comment");
    if (status == TACT_OK && json_is_there(&groups) == json_is_there(&objects))
        status = json_fail(at, TACT_INVALID_FILE, "two groups or two objects are needed");
    if (status != TACT_OK)
        return status;
    if (json_is_there(&groups))
        status = read_pair(reader, &groups, false, out);
    else
        status = read_pair(reader, &objects, true, out);
    if (status == TACT_OK)
        status = read_details(at, &out->interest);
    return status;
}

tact_status scene_read_interests(scene_reader *reader, const json_place *interests) {
    scene *s = reader->scene;
    tact_status status = json_check_array(interests);
    if (status != TACT_OK)
        return status;
    size_t count = json_array_size(interests->value);
    if (count > UINT32_MAX / 2)
        return json_fail(interests, TACT_TOO_LARGE, "too many interests");
    s->interests = calloc(count + 1, sizeof *s->interests);
    if (s->interests == NULL)
        return json_fail(interests, TACT_OUT_OF_MEMORY, tact_status_text(TACT_OUT_OF_MEMORY));
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        json_place at = json_element(interests, i);
        status = read_interest(reader, &at, &s->interests[i]);
        s->interest_count = i + 1;
    }
    return status;
}
