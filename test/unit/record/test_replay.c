/* SPDX-License-Identifier: MIT */
/* What was recorded comes out again bit for bit: from memory and from a file, at every SIMD level,
 * for any number of threads. */
#include "levels.h"
#include "recordings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct saved {
    char *text;
    size_t bytes;
} saved;

/* ---- Worlds ------------------------------------------------------------------------------- */

static uint64_t replay_at_level(const void *about, const tact_context *context) {
    const saved *file = about;
    tact_recording *recording = recording_of(context, file->text, file->bytes);
    tact_replay_report report = replay_of(recording, context);
    if (report.outcome != TACT_REPLAY_EQUAL)
        fail_msg("%s", report.text);
    tact_recording_destroy(recording);
    return report.hash;
}

static uint64_t replay_in_threads(const saved *file, uint32_t threads) {
    tact_pool *pool;
    tact_context *context;
    assert_int_equal(tact_pool_create(NULL, threads, &pool), TACT_OK);
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pool);
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    uint64_t hash = replay_at_level(file, context);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    return hash;
}

static void check_everywhere(tact_recording *recording) {
    tact_replay_report report = replay_of(recording, NULL);
    if (report.outcome != TACT_REPLAY_EQUAL)
        fail_msg("%s", report.text);
    saved file, again;
    file.text = text_of(recording, &file.bytes);
    tact_recording *copy = recording_of(NULL, file.text, file.bytes);
    again.text = text_of(copy, &again.bytes);
    assert_int_equal(file.bytes, again.bytes);
    assert_memory_equal(file.text, again.text, file.bytes);
    assert_int_equal(replay_of(copy, NULL).hash, report.hash);
    test_levels_agree(replay_at_level, &file);
    assert_int_equal(replay_in_threads(&file, 3), report.hash);
    /* Brought up to date, it is what it was. */
    assert_int_equal(tact_recording_refresh(copy, NULL), TACT_OK);
    free(again.text);
    again.text = text_of(copy, &again.bytes);
    assert_int_equal(file.bytes, again.bytes);
    assert_memory_equal(file.text, again.text, file.bytes);
    tact_recording_destroy(copy);
    free(file.text);
    free(again.text);
}

static void test_worlds(void **state) {
    uint64_t cases = test_case_count(12, 200);
    for (uint64_t i = 0; i < cases; i++) {
        tact_recording *recording;
        uint64_t hash;
        assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
        play_world(*state, NULL, 100 + i, i % 2 == 0, recording, &hash);
        tact_recording_info info = tact_recording_inspect(recording);
        assert_int_equal(info.status, TACT_OK);
        assert_int_equal(info.step_count, i % 2 == 0 ? 13 : 12);
        assert_string_equal(tact_recording_name(recording, 2), "the third one");
        assert_string_equal(tact_recording_name(recording, 3), "");
        check_everywhere(recording);
        tact_recording_destroy(recording);
    }
}

/* ---- Questions ---------------------------------------------------------------------------- */

static void test_questions(void **state) {
    test_rng rng = {7};
    uint64_t cases = test_case_count(20, 400);
    for (uint64_t i = 0; i < cases; i++) {
        tact_recording *recording;
        assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
        for (int k = 0; k < 20; k++)
            play_question(*state, &rng, recording);
        assert_int_equal(tact_recording_inspect(recording).question_count, 40);
        check_everywhere(recording);
        tact_recording_destroy(recording);
    }
}

static bool never(void *user) {
    (void)user;
    return false;
}

static void test_questions_of_this_process(void **state) {
    const zoo *z = *state;
    tact_recording *recording;
    tact_options options = tact_options_default();
    tact_asked asked = {.a = tact_instance_make(z->model[0]),
                        .b = tact_instance_make(z->model[1]),
                        .options = &options};
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    options.seconds = 1;
    assert_int_equal(tact_recording_ask(recording, &asked), TACT_UNSUPPORTED);
    options.seconds = HUGE_VAL;
    options.cancel = never;
    assert_int_equal(tact_recording_ask(recording, &asked), TACT_UNSUPPORTED);
    options = tact_options_default();
    options.limit = -1; /* recorded with its status */
    assert_int_equal(tact_recording_ask(NULL, &asked), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_ask(recording, NULL), TACT_INVALID_ARGUMENT);
    asked.b.model = NULL;
    assert_int_equal(tact_recording_ask(recording, &asked), TACT_INVALID_ARGUMENT);
    asked.question = TACT_QUESTION_INSIDE;
    options.limit = HUGE_VAL;
    assert_int_equal(tact_recording_ask(recording, &asked), TACT_OK);
    asked.question = (tact_question)12;
    assert_int_equal(tact_recording_ask(recording, &asked), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_inspect(recording).question_count, 1);
    tact_recording_destroy(recording);
}

/* ---- Differences and stops ---------------------------------------------------------------- */

/* Changes the last digit of the n-th line that begins with a word. */
static void spoil(char *text, size_t bytes, const char *word, int n) {
    char *at = text;
    for (; n > 0; n--) {
        at = strstr(at + 1, word);
        assert_non_null(at);
    }
    at = strchr(at + 1, '\n') - 1;
    *at = *at == '0' ? '1' : '0';
    fit_checksum(text, bytes);
}

static void test_differences(void **state) {
    tact_recording *recording, *spoilt;
    uint64_t hash;
    size_t bytes;
    test_rng rng = {3};
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    play_world(*state, NULL, 5, false, recording, &hash);
    play_question(*state, &rng, recording);
    char *text = text_of(recording, &bytes);
    spoil(text, bytes, "\nstep ", 5);
    spoilt = recording_of(NULL, text, bytes);
    tact_replay_report report = replay_of(spoilt, NULL);
    assert_int_equal(report.outcome, TACT_REPLAY_DIFFERENT);
    assert_int_equal(report.step, 4);
    assert_true(report.recorded != report.found);
    assert_non_null(strstr(report.text, "step 4"));
    assert_int_equal(tact_recording_refresh(spoilt, NULL), TACT_OK);
    assert_int_equal(replay_of(spoilt, NULL).outcome, TACT_REPLAY_EQUAL);
    tact_recording_destroy(spoilt);
    free(text);
    text = text_of(recording, &bytes);
    spoil(text, bytes, "\nanswer ", 1);
    spoilt = recording_of(NULL, text, bytes);
    report = replay_of(spoilt, NULL);
    assert_int_equal(report.outcome, TACT_REPLAY_DIFFERENT);
    assert_int_equal(report.steps, 12);
    tact_recording_destroy(spoilt);
    tact_recording_destroy(recording);
    free(text);
}

typedef struct watch {
    uint32_t steps, stop_at;
    uint32_t named;
} watch;

static bool see(void *user, const tact_replay_step *step) {
    watch *w = user;
    assert_int_equal(step->step, w->steps);
    assert_int_equal(tact_world_hash(step->world), step->hash);
    tact_events events = tact_world_events(step->world);
    for (uint32_t i = 0; i < events.count; i++) {
        uint32_t number = tact_replay_object(step, events.events[i].a);
        assert_true(number < step->object_count);
        w->named += number == 2;
    }
    w->steps++;
    return w->steps != w->stop_at;
}

static void test_stops(void **state) {
    tact_recording *recording;
    uint64_t hash;
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    play_world(*state, NULL, 9, false, recording, &hash);
    watch w = {0};
    tact_replay_report report;
    tact_replay_options options = tact_replay_options_default();
    options.visit = see;
    options.user = &w;
    assert_int_equal(tact_recording_replay(recording, NULL, &options, &report), TACT_OK);
    assert_int_equal(report.outcome, TACT_REPLAY_EQUAL);
    assert_int_equal(w.steps, 12);
    w = (watch){.stop_at = 3};
    assert_int_equal(tact_recording_replay(recording, NULL, &options, &report), TACT_OK);
    assert_int_equal(report.outcome, TACT_REPLAY_STOPPED);
    assert_int_equal(report.steps, 3);
    w = (watch){0};
    options.budget = 200;
    assert_int_equal(tact_recording_replay(recording, NULL, &options, &report), TACT_OK);
    assert_int_equal(report.outcome, TACT_REPLAY_STOPPED);
    assert_true(report.steps < 12);
    options.size--;
    assert_int_equal(tact_recording_replay(recording, NULL, &options, &report),
                     TACT_INVALID_ARGUMENT);
    tact_object_id none = {0, 0};
    assert_int_equal(tact_replay_object(NULL, none), TACT_NO_OBJECT);
    tact_recording_destroy(recording);
}

/* Far more models than a table of them begins with: each has one number, however often it is used.
 */
static void test_many_models(void **state) {
    (void)state;
    enum { MANY = 3000 };
    static tact_model *models[MANY];
    tact_recording *recording;
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    for (int i = 0; i < MANY; i++)
        models[i] = model_of_shape(tact_shape_sphere(1 + i));
    for (int i = 0; i < 2 * MANY; i++) {
        tact_asked asked = {.question = TACT_QUESTION_NEAREST,
                            .a = tact_instance_make(models[i % MANY]),
                            .point = {3.0 * MANY, 0, 0}};
        assert_int_equal(tact_recording_ask(recording, &asked), TACT_OK);
    }
    assert_int_equal(tact_recording_inspect(recording).model_count, MANY);
    assert_int_equal(replay_of(recording, NULL).outcome, TACT_REPLAY_EQUAL);
    tact_recording_destroy(recording);
    for (int i = 0; i < MANY; i++)
        tact_model_destroy(models[i]);
}

/* A budget that is just enough is enough. Each step counts, and what it looks at. */
static void test_exact_budget(void **state) {
    const zoo *z = *state;
    tact_world *world;
    tact_recording *recording;
    tact_object objects[3];
    tact_object_id ids[3];
    uint64_t work = 0;
    assert_int_equal(tact_world_create(NULL, &world), TACT_OK);
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    assert_int_equal(tact_recording_attach(recording, world), TACT_OK);
    for (int i = 0; i < 3; i++) {
        objects[i] = tact_object_make(z->model[ZOO_BLOCK]);
        objects[i].instance.pose.m[3] = i == 2 ? 100 : 0;
    }
    assert_int_equal(tact_world_add(world, objects, 3, NULL, ids), TACT_OK);
    for (int i = 0; i < 4; i++) {
        tact_step_info info = {0};
        assert_int_equal(tact_world_step(world, 0.01, NULL, &info), TACT_OK);
        work += 1 + info.object_count + info.box_pairs + info.asked_pairs;
    }
    assert_true(work > 4 * (1 + 3));
    tact_replay_options options = tact_replay_options_default();
    tact_replay_report report;
    for (uint64_t missing = 0; missing < 2; missing++) {
        options.budget = work - missing;
        assert_int_equal(tact_recording_replay(recording, NULL, &options, &report), TACT_OK);
        assert_int_equal(report.outcome, missing == 0 ? TACT_REPLAY_EQUAL : TACT_REPLAY_STOPPED);
        assert_int_equal(report.steps, 4);
    }
    tact_recording_destroy(recording);
    tact_world_destroy(world);
}

/* ---- Attaching ---------------------------------------------------------------------------- */

static void test_attaching(void **state) {
    const zoo *z = *state;
    tact_world *world, *used;
    tact_recording *one, *two;
    tact_object object = tact_object_make(z->model[0]);
    tact_object_id id;
    assert_int_equal(tact_world_create(NULL, &world), TACT_OK);
    assert_int_equal(tact_world_create(NULL, &used), TACT_OK);
    assert_int_equal(tact_recording_create(NULL, &one), TACT_OK);
    assert_int_equal(tact_recording_create(NULL, &two), TACT_OK);
    assert_int_equal(tact_world_add(used, &object, 1, NULL, &id), TACT_OK);
    assert_int_equal(tact_recording_attach(one, used), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_attach(NULL, world), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_attach(one, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_attach(one, world), TACT_OK);
    assert_int_equal(tact_recording_attach(two, world), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_refresh(one, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_add(world, &object, 1, NULL, &id), TACT_OK);
    assert_int_equal(tact_recording_set_name(one, id, "a\nb"), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_set_name(two, id, "a"), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_set_name(one, (tact_object_id){7, 1}, "a"), TACT_STALE_ID);
    assert_int_equal(tact_recording_set_name(one, id, "a"), TACT_OK);
    tact_recording_detach(one);
    tact_recording_detach(one);
    tact_recording_detach(NULL);
    assert_int_equal(tact_world_step(world, 0, NULL, NULL), TACT_OK);
    assert_int_equal(tact_recording_inspect(one).step_count, 0);
    assert_int_equal(tact_recording_inspect(one).object_count, 1);
    tact_recording_destroy(one); /* before the world, and while it is not recorded any more */
    tact_recording_destroy(two);
    tact_world_destroy(world);
    tact_world_destroy(used);
    assert_int_equal(tact_recording_inspect(NULL).call_count, 0);
    tact_recording_destroy(NULL);
}

/* A hull is saved as its vertices, also after they were moved. */
static void test_moved_hull(void **state) {
    (void)state;
    tact_vec3 points[10] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 0},
                            {1, -1, 0},   {-1, 1, 0},  {1, 1, 0},   {0, -2, 1}, {0, 2, 1}};
    tact_hull *hull;
    tact_model *models[2];
    tact_recording *recording;
    assert_int_equal(tact_hull_create(NULL, points, 10, &hull), TACT_OK);
    assert_int_equal(tact_hull_inspect(hull).vertex_count, 10);
    tact_shape shape = tact_shape_hull(hull);
    assert_int_equal(tact_model_create_shape(NULL, &shape, &models[0]), TACT_OK);
    points[8].z = points[9].z = 0.5;
    assert_int_equal(tact_hull_move_vertices(hull, points), TACT_OK);
    assert_int_equal(tact_model_create_shape(NULL, &shape, &models[1]), TACT_OK);
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    tact_asked asked = {.a = tact_instance_make(models[0]), .b = tact_instance_make(models[0])};
    assert_int_equal(tact_recording_ask(recording, &asked), TACT_OK);
    asked.b.model = models[1];
    asked.b.pose.m[3] = 0.5;
    assert_int_equal(tact_recording_ask(recording, &asked), TACT_OK);
    check_everywhere(recording);
    tact_recording_destroy(recording);
    tact_model_destroy(models[0]);
    tact_model_destroy(models[1]);
    tact_hull_destroy(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds),      cmocka_unit_test(test_questions),
        cmocka_unit_test(test_differences), cmocka_unit_test(test_questions_of_this_process),
        cmocka_unit_test(test_stops),       cmocka_unit_test(test_exact_budget),
        cmocka_unit_test(test_many_models), cmocka_unit_test(test_attaching),
        cmocka_unit_test(test_moved_hull),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
