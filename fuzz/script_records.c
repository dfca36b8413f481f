/* SPDX-License-Identifier: MIT */
/* Recordings: one action records a world and a question, and replays, shrinks, prints and reads
 * what was recorded. The recording of a world has memory that does not fail, because the world goes
 * on if it does. */
#include "script.h"

#include <string.h>

#define MAY_RECORD (MAY_ANSWER | MAY(TACT_STALE_ID) | MAY(TACT_TOO_LARGE))

static bool is_large(void *user, tact_recording *candidate) {
    script *s = user;
    return tact_recording_inspect(candidate).call_count > script_below(s, 4);
}

static bool see_step(void *user, const tact_replay_step *step) {
    script *s = user;
    tact_events events = tact_world_events(step->world);
    for (uint32_t i = 0; i < events.count; i++)
        script_require(tact_replay_object(step, events.events[i].a) != TACT_NO_OBJECT);
    return !script_rarely(s);
}

static void play(script *s, tact_recording *recording) {
    tact_world *world;
    tact_object_id ids[4];
    uint32_t count = 0;
    script_require(tact_world_create(NULL, &world) == TACT_OK);
    script_require(tact_recording_attach(recording, world) == TACT_OK);
    script_require(tact_recording_attach(recording, world) == TACT_INVALID_ARGUMENT);
    for (uint32_t i = script_below(s, 4); i > 0; i--) {
        tact_instance instance = script_instance(s);
        tact_object object = tact_object_make(instance.model);
        object.instance = instance;
        object.velocity = script_vec3(s);
        count += tact_world_add(world, &object, 1, NULL, &ids[count]) == TACT_OK;
    }
    if (count > 0)
        script_require(tact_recording_set_name(recording, ids[0], "a thing") == TACT_OK);
    for (uint32_t i = script_below(s, 3); i > 0; i--)
        (void)tact_world_step(world, script_size(s), NULL, NULL);
    if (script_byte(s) % 2 == 0)
        tact_recording_detach(recording);
    tact_world_destroy(world);
}

static void ask(script *s, tact_recording *recording) {
    tact_options options = script_options(s);
    tact_cache cache = script_cache(s);
    tact_asked asked = {.question = (tact_question)script_below(s, 13),
                        .a = script_instance(s),
                        .b = script_instance(s),
                        .ray = script_ray(s),
                        .point = script_vec3(s),
                        .options = script_byte(s) % 2 == 0 ? &options : NULL,
                        .cache = &cache};
    script_begin(s, NULL, 0);
    (void)script_end(s, tact_recording_ask(recording, &asked), MAY_RECORD);
}

/* What is in memory gives what was recorded. */
static void replay(script *s, tact_recording *recording, const tact_context *context) {
    tact_replay_report report;
    tact_recording *small;
    tact_replay_options options = tact_replay_options_default();
    options.visit = see_step;
    options.user = s;
    script_begin(s, &report, sizeof report);
    if (script_end(s, tact_recording_replay(recording, context, &options, &report), MAY_RECORD))
        script_require(report.outcome != TACT_REPLAY_DIFFERENT);
    tact_minimise_options shrink = tact_minimise_options_default();
    shrink.context = context;
    shrink.test = is_large;
    shrink.user = s;
    shrink.most_tests = 8;
    script_begin(s, &small, sizeof small);
    if (script_end(s, tact_recording_minimise(recording, &shrink, &small, NULL), MAY_RECORD))
        tact_recording_destroy(small);
    script_begin(s, NULL, 0);
    (void)script_end(s, tact_recording_refresh(recording, context), MAY_RECORD);
}

void act_record(script *s) {
    const tact_context *context = script_context(s);
    tact_recording *recording, *copy;
    const char *text;
    size_t bytes;
    script_require(tact_recording_create(NULL, &recording) == TACT_OK);
    play(s, recording);
    script_require(tact_recording_inspect(recording).status == TACT_OK);
    script_require(tact_recording_print(recording, &text, &bytes) == TACT_OK);
    script_begin(s, &copy, sizeof copy);
    if (script_end_error(s, tact_recording_parse(context, text, bytes, &s->error, &copy), 0)) {
        script_require(strcmp(tact_recording_name(copy, 0), tact_recording_name(recording, 0)) ==
                       0);
        ask(s, copy);
        replay(s, copy, context);
        script_begin(s, &text, sizeof text);
        (void)script_end(s, tact_recording_print(copy, &text, &bytes), 0);
        script_begin(s, NULL, 0);
        (void)script_end_error(s, tact_recording_save(copy, "/dev/null", &s->error), 0);
        tact_recording_destroy(copy);
    }
    script_begin(s, &copy, sizeof copy);
    (void)script_end_error(s, tact_recording_load(context, "/dev/null", &s->error, &copy),
                           MAY(TACT_INVALID_FILE));
    tact_recording_destroy(recording);
}
