/* SPDX-License-Identifier: MIT */
/* Recordings in the script. A world goes on if its recording lacks memory, so what is recorded here
 * has memory of its own; test/unit/record lets that fail, too. */
#include "script.h"

#include <stdio.h>
#include <string.h>

#define RECORDING_NAME "test_model_script.recording"

/* A world of two objects that meet, as a recording. */
static tact_recording *record_world(script *s) {
    tact_recording *recording = NULL;
    tact_world *world = NULL;
    tact_object objects[2] = {tact_object_make(s->models[SCRIPT_BOX]),
                              tact_object_make(s->models[SCRIPT_COMPOUND])};
    tact_object_id ids[2] = {{0}};
    STEP(s, &recording, tact_recording_create(NULL, &recording));
    STEP(s, &world, tact_world_create(NULL, &world));
    STEP_ONLY(s, tact_recording_attach(recording, world));
    STEP(s, &ids, tact_world_add(world, objects, 2, NULL, ids));
    STEP_ONLY(s, tact_recording_set_name(recording, ids[1], "parts"));
    for (int i = 0; i < 3; i++)
        STEP_ONLY(s, tact_world_step(world, 0.5, NULL, NULL));
    tact_world_destroy(world);
    return recording;
}

static bool has_step(void *user, tact_recording *candidate) {
    (void)user;
    return tact_recording_inspect(candidate).step_count > 0;
}

static void use_recording(script *s, tact_recording *recording) {
    tact_replay_report report = {.text = ""};
    tact_recording *small = NULL;
    const char *text = NULL;
    size_t bytes = 0;
    STEP(s, &report, tact_recording_replay(recording, s->pooled, NULL, &report));
    assert_int_equal(report.outcome, TACT_REPLAY_EQUAL);
    NOTE(s, report.hash);
    tact_minimise_options options = tact_minimise_options_default();
    options.context = s->context;
    options.test = has_step;
    STEP(s, &small, tact_recording_minimise(recording, &options, &small, NULL));
    assert_int_equal(tact_recording_inspect(small).step_count, 1);
    tact_recording_destroy(small);
    STEP_ONLY(s, tact_recording_refresh(recording, s->pooled));
    STEP(s, &text, tact_recording_print(recording, &text, &bytes));
    script_note(s, text, bytes);
}

void script_use_recordings(script *s) {
    tact_recording *recording = record_world(s), *copy = NULL, *loaded = NULL;
    const char *text;
    size_t bytes;
    assert_int_equal(tact_recording_print(recording, &text, &bytes), TACT_OK);
    STEP(s, &copy, tact_recording_parse(s->context, text, bytes, NULL, &copy));
    tact_recording_destroy(recording);
    tact_options options = script_options(s, 0);
    uint64_t memory[TACT_CACHE_BYTES / sizeof(uint64_t)] = {0};
    tact_cache cache = {memory, sizeof memory};
    tact_asked asked = {.question = TACT_QUESTION_CONTACTS,
                        .a = script_instance(s, SCRIPT_BALL),
                        .b = script_instance(s, SCRIPT_BLOCK),
                        .options = &options,
                        .cache = &cache};
    STEP_ONLY(s, tact_recording_ask(copy, &asked));
    use_recording(s, copy);
    STEP_ONLY(s, tact_recording_save(copy, RECORDING_NAME, NULL));
    STEP(s, &loaded, tact_recording_load(s->context, RECORDING_NAME, NULL, &loaded));
    assert_int_equal(remove(RECORDING_NAME), 0);
    assert_string_equal(tact_recording_name(loaded, 1), "parts");
    tact_recording_destroy(copy);
    tact_recording_destroy(loaded);
}
