/* SPDX-License-Identifier: MIT */
#include "recordings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CROWD = 30, STEPS = 12 };

/* A world in the making. */
typedef struct play {
    const zoo *z;
    test_rng rng;
    tact_world *world;
    tact_recording *recording;
    tact_object_id ids[2 * CROWD];
    const tact_model *models[2 * CROWD];
    uint32_t count;
} play;

static tact_object random_object(play *p) {
    uint32_t kind = test_rng_below(&p->rng, ZOO_COUNT + 1);
    if (kind == ZOO_PLAIN) /* the compound has filled parts, and is not asked about it */
        kind = ZOO_BLOCK;
    const tact_model *model = kind == ZOO_COUNT ? p->z->compound : p->z->model[kind];
    tact_object object = tact_object_make(model);
    object.instance = instance_random(&p->rng, model, 3);
    object.instance.flags = 0;
    object.instance.user = test_rng_below(&p->rng, 100);
    object.velocity = vec3_random(&p->rng, 1);
    object.spin = vec3_random(&p->rng, 2);
    object.group = test_rng_below(&p->rng, 4);
    object.motion = (tact_motion)test_rng_below(&p->rng, 3);
    object.flags = test_rng_below(&p->rng, 2);
    object.user = p;
    return object;
}

static void add(play *p, uint32_t count) {
    tact_object objects[CROWD];
    for (uint32_t i = 0; i < count; i++) {
        objects[i] = random_object(p);
        p->models[p->count + i] = objects[i].instance.model;
    }
    assert_int_equal(tact_world_add(p->world, objects, count, NULL, &p->ids[p->count]), TACT_OK);
    p->count += count;
}

static tact_object_id any_id(play *p) {
    return p->ids[test_rng_below(&p->rng, p->count)];
}

static void set_interests(play *p) {
    static const tact_question questions[3] = {TACT_QUESTION_CONTACTS, TACT_QUESTION_DISTANCE,
                                               TACT_QUESTION_COLLIDE};
    for (uint32_t g = 0; g < 3; g++) {
        tact_interest interest = tact_interest_default();
        interest.question = questions[g];
        interest.radius = g == 1 ? 0.5 : 0;
        interest.flags = g == 2 ? TACT_INTEREST_DEADLINE : 0;
        interest.user = p;
        assert_int_equal(tact_world_set_interest(p->world, g, (g + 1) % 3, &interest), TACT_OK);
    }
}

/* Something random happens; some of it is refused. */
static void happen(play *p) {
    tact_object_id id = any_id(p), other = any_id(p);
    tact_pose pose = instance_random(&p->rng, p->z->model[0], 3).pose;
    tact_interest interest = tact_interest_default();
    tact_object object;
    switch (test_rng_below(&p->rng, 6)) {
    case 0:
        (void)tact_world_remove(p->world, &id, 1, NULL);
        break;
    case 1:
        (void)tact_world_move(p->world, &id, &pose, 1, NULL);
        break;
    case 2:
        if (tact_world_read(p->world, id, &object) == TACT_OK) {
            object.velocity = vec3_random(&p->rng, 2);
            (void)tact_world_write(p->world, id, &object, NULL);
        }
        break;
    case 3:
        (void)tact_world_set_pair_interest(p->world, id, other, &interest);
        break;
    case 4:
        (void)tact_world_set_pair_interest(p->world, id, other, NULL);
        break;
    default:
        if (p->count < 2 * CROWD)
            add(p, 1);
    }
}

/* A depth of two meshes is not supported: the step fails and changes nothing. */
static void fail_step(play *p) {
    tact_object objects[2] = {tact_object_make(p->z->model[ZOO_BLOCK]),
                              tact_object_make(p->z->model[ZOO_BLOCK])};
    tact_object_id ids[2];
    tact_interest depth = tact_interest_default();
    depth.question = TACT_QUESTION_DEPTH;
    assert_int_equal(tact_world_add(p->world, objects, 2, NULL, ids), TACT_OK);
    assert_int_equal(tact_world_set_pair_interest(p->world, ids[0], ids[1], &depth), TACT_OK);
    assert_int_equal(tact_world_step(p->world, 0.1, NULL, NULL), TACT_UNSUPPORTED);
    assert_int_equal(tact_world_remove(p->world, ids, 2, NULL), TACT_OK);
}

void play_world(const zoo *z, const tact_context *context, uint64_t seed, bool fails,
                tact_recording *recording, uint64_t *hash) {
    play p = {.z = z, .rng = {seed}, .recording = recording};
    assert_int_equal(tact_world_create(context, &p.world), TACT_OK);
    assert_int_equal(tact_recording_attach(recording, p.world), TACT_OK);
    add(&p, CROWD);
    assert_int_equal(tact_recording_set_name(recording, p.ids[2], "the third one"), TACT_OK);
    set_interests(&p);
    for (int i = 0; i < STEPS; i++) {
        for (uint32_t k = test_rng_below(&p.rng, 4); k > 0; k--)
            happen(&p);
        if (fails && i == STEPS / 2)
            fail_step(&p);
        assert_int_equal(tact_world_step(p.world, 0.05, NULL, NULL), TACT_OK);
    }
    *hash = tact_world_hash(p.world);
    tact_world_destroy(p.world);
}

void play_question(const zoo *z, test_rng *rng, tact_recording *recording) {
    const tact_model *models[2];
    for (int i = 0; i < 2; i++) {
        uint32_t kind = test_rng_below(rng, ZOO_COUNT + 1);
        models[i] = kind == ZOO_COUNT ? z->compound : z->model[kind];
    }
    uint64_t memory[TACT_CACHE_DEPTH_BYTES / 8] = {0};
    tact_cache cache = {memory, test_rng_below(rng, 2) ? sizeof memory : TACT_CACHE_BYTES};
    tact_options options = tact_options_default();
    tact_asked asked = {.question = (tact_question)test_rng_below(rng, 12),
                        .a = instance_random(rng, models[0], 1),
                        .b = instance_random(rng, models[1], 1),
                        .ray = {vec3_random(rng, 3), vec3_random(rng, 1)},
                        .point = vec3_random(rng, 1),
                        .options = test_rng_below(rng, 2) ? &options : NULL,
                        .cache = test_rng_below(rng, 2) ? &cache : NULL};
    options.flags = test_rng_below(rng, 64);
    options.margin = test_rng_between(rng, 0, 0.25);
    if (test_rng_below(rng, 4) == 0)
        options.budget = test_rng_below(rng, 1000);
    for (int i = 0; i < 2; i++) /* the second time with what the cache remembers */
        assert_int_equal(tact_recording_ask(recording, &asked), TACT_OK);
}

char *text_of(tact_recording *recording, size_t *bytes) {
    const char *text;
    assert_int_equal(tact_recording_print(recording, &text, bytes), TACT_OK);
    assert_int_equal(strlen(text), *bytes);
    char *copy = malloc(*bytes + 1);
    assert_non_null(copy);
    memcpy(copy, text, *bytes + 1);
    return copy;
}

void fit_checksum(char *text, size_t bytes) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes - 21; i++)
        sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    char tail[22];
    snprintf(tail, sizeof tail, "end %016" PRIx64 "\n", sum);
    memcpy(text + bytes - 21, tail, 21);
}

tact_recording *recording_of(const tact_context *context, const char *text, size_t bytes) {
    tact_recording *recording = NULL;
    tact_error error = {.text = ""};
    if (tact_recording_parse(context, text, bytes, &error, &recording) != TACT_OK)
        fail_msg("%s", error.text);
    return recording;
}

tact_replay_report replay_of(const tact_recording *recording, const tact_context *context) {
    tact_replay_report report;
    assert_int_equal(tact_recording_replay(recording, context, NULL, &report), TACT_OK);
    if (report.outcome == TACT_REPLAY_EQUAL)
        assert_string_equal(report.text, "");
    else
        assert_true(report.text[0] != '\0' || report.outcome == TACT_REPLAY_STOPPED);
    return report;
}
