/* SPDX-License-Identifier: MIT */
/* A recording that fails is shrunk to what fails. */
#include "recordings.h"

#include <stdlib.h>
#include <string.h>

enum { PLANTED = 1000, STEPS = 8, FIRST = 137, SECOND = 802 };

/* A thousand objects in a lattice, far enough apart not to touch. Two of them fly at each other and
 * meet after some steps. Others move, too, and some are moved, removed and added. */
static tact_recording *plant(const tact_context *context, const tact_model *model) {
    static tact_object objects[PLANTED];
    static tact_object_id ids[PLANTED];
    test_rng rng = {21};
    tact_world *world;
    tact_recording *recording;
    assert_int_equal(tact_world_create(context, &world), TACT_OK);
    assert_int_equal(tact_recording_create(context, &recording), TACT_OK);
    assert_int_equal(tact_recording_attach(recording, world), TACT_OK);
    for (int i = 0; i < PLANTED; i++) {
        objects[i] = tact_object_make(model);
        double *m = objects[i].instance.pose.m;
        m[3] = 10 * (i % 10);
        m[7] = 10 * (i / 10 % 10);
        m[11] = 10 * (i / 100);
        objects[i].velocity = vec3_random(&rng, 1);
    }
    tact_vec3 from = {95, 5, 5};
    for (int k = 0; k < 2; k++) {
        tact_object *object = &objects[k == 0 ? FIRST : SECOND];
        object->instance.pose.m[3] = from.x + 12 * k;
        object->instance.pose.m[7] = from.y;
        object->instance.pose.m[11] = from.z;
        object->velocity = (tact_vec3){k == 0 ? 1 : -1, 0, 0};
    }
    assert_int_equal(tact_world_add(world, objects, PLANTED, NULL, ids), TACT_OK);
    assert_int_equal(tact_recording_set_name(recording, ids[FIRST], "bird"), TACT_OK);
    assert_int_equal(tact_recording_set_name(recording, ids[SECOND], "plane"), TACT_OK);
    for (int i = 0; i < STEPS; i++) {
        tact_pose pose = objects[i].instance.pose;
        assert_int_equal(tact_world_move(world, &ids[i], &pose, 1, NULL), TACT_OK);
        assert_int_equal(tact_world_step(world, 1, NULL, NULL), TACT_OK);
        assert_int_equal(tact_world_remove(world, &ids[900 + i], 1, NULL), TACT_OK);
        assert_int_equal(tact_world_add(world, &objects[900 + i], 1, NULL, &ids[900 + i]), TACT_OK);
    }
    tact_world_destroy(world);
    return recording;
}

typedef struct judge {
    const tact_recording *candidate;
    bool has_met;
    uint32_t met_at;
    uint64_t tests;
} judge;

static bool see(void *user, const tact_replay_step *step) {
    judge *j = user;
    tact_events events = tact_world_events(step->world);
    for (uint32_t i = 0; i < events.count; i++) {
        uint32_t a = tact_replay_object(step, events.events[i].a);
        uint32_t b = tact_replay_object(step, events.events[i].b);
        const char *name_a = tact_recording_name(j->candidate, a);
        const char *name_b = tact_recording_name(j->candidate, b);
        bool is_it = (strcmp(name_a, "bird") == 0 && strcmp(name_b, "plane") == 0) ||
                     (strcmp(name_a, "plane") == 0 && strcmp(name_b, "bird") == 0);
        j->has_met = j->has_met || (is_it && events.events[i].kind == TACT_EVENT_BEGIN);
    }
    j->met_at = step->step;
    return !j->has_met;
}

/* The planted failure: the two meet. */
static bool meets(void *user, tact_recording *candidate) {
    judge *j = user;
    tact_replay_options options = tact_replay_options_default();
    tact_replay_report report;
    j->candidate = candidate;
    j->has_met = false;
    j->tests++;
    options.visit = see;
    options.user = j;
    assert_int_equal(tact_recording_replay(candidate, NULL, &options, &report), TACT_OK);
    assert_int_not_equal(report.outcome, TACT_REPLAY_DIFFERENT);
    return j->has_met;
}

static bool report(void *user, const tact_minimise_progress *progress) {
    judge *j = user;
    assert_int_equal(progress->tests, j->tests);
    return true;
}

static void test_planted_failure(void **state) {
    const zoo *z = *state;
    tact_recording *recording = plant(NULL, z->model[0]), *small = NULL;
    assert_int_equal(tact_recording_inspect(recording).object_count, PLANTED + STEPS);
    judge j = {0};
    assert_true(meets(&j, recording));
    uint32_t steps = j.met_at + 1;
    assert_in_range(steps, 3, STEPS - 1);
    j.tests = 0;
    tact_minimise_progress progress;
    tact_minimise_options options = tact_minimise_options_default();
    options.test = meets;
    options.progress = report;
    options.user = &j;
    assert_int_equal(tact_recording_minimise(recording, &options, &small, &progress), TACT_OK);
    tact_recording_info info = tact_recording_inspect(small);
    assert_int_equal(info.object_count, 2);
    assert_int_equal(progress.objects, 2);
    assert_int_equal(info.step_count, steps); /* with one less they would not meet */
    assert_int_equal(info.model_count, 1);
    assert_int_equal(info.call_count, progress.calls);
    print_message("%llu tests\n", (unsigned long long)progress.tests);
    assert_true(progress.tests < 200);
    assert_string_equal(tact_recording_name(small, 0), "bird");
    assert_true(meets(&j, small));
    assert_int_equal(replay_of(small, NULL).outcome, TACT_REPLAY_EQUAL);
    size_t bytes;
    char *text = text_of(small, &bytes);
    tact_recording *copy = recording_of(NULL, text, bytes);
    assert_int_equal(replay_of(copy, NULL).outcome, TACT_REPLAY_EQUAL);
    free(text);
    tact_recording_destroy(copy);
    tact_recording_destroy(small);
    tact_recording_destroy(recording);
}

/* ---- Other failures ----------------------------------------------------------------------- */

/* A step fails. */
static bool fails(void *user, tact_recording *candidate) {
    (void)user;
    size_t bytes;
    char *text = text_of(candidate, &bytes);
    bool found = strstr(text, " 11 ") != NULL && tact_recording_inspect(candidate).step_count > 0;
    if (found) {
        found = false;
        for (char *at = text; (at = strstr(at, "\nstep ")) != NULL; at++)
            found = found || strncmp(strchr(at + 6, ' '), " 11 ", 4) == 0;
    }
    free(text);
    return found;
}

static void test_failing_step(void **state) {
    tact_recording *recording, *small;
    uint64_t hash;
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    play_world(*state, NULL, 33, true, recording, &hash);
    tact_minimise_options options = tact_minimise_options_default();
    options.test = fails;
    assert_int_equal(tact_recording_minimise(recording, &options, &small, NULL), TACT_OK);
    tact_recording_info info = tact_recording_inspect(small);
    assert_int_equal(info.object_count, 2);
    assert_int_equal(info.step_count, 1);
    assert_int_equal(info.call_count, 3); /* add, pair, step */
    assert_int_equal(tact_recording_name(small, 0)[0], '#');
    tact_recording_destroy(small);
    tact_recording_destroy(recording);
}

static bool has_manifold(void *user, tact_recording *candidate) {
    (void)user;
    size_t bytes;
    char *text = text_of(candidate, &bytes);
    bool found = strstr(text, "\nask manifold ") != NULL;
    free(text);
    return found;
}

static bool stop(void *user, const tact_minimise_progress *progress) {
    (void)user;
    return progress->tests < 3;
}

static void test_questions_and_ends(void **state) {
    tact_recording *recording, *small = NULL;
    test_rng rng = {2};
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    tact_minimise_options options = tact_minimise_options_default();
    assert_int_equal(tact_recording_minimise(recording, &options, &small, NULL),
                     TACT_INVALID_ARGUMENT);
    options.test = has_manifold;
    assert_int_equal(tact_recording_minimise(recording, &options, &small, NULL),
                     TACT_INVALID_ARGUMENT); /* it does not fail */
    assert_null(small);
    for (int i = 0; i < 60; i++)
        play_question(*state, &rng, recording);
    assert_int_equal(tact_recording_minimise(recording, &options, &small, NULL), TACT_OK);
    assert_int_equal(tact_recording_inspect(small).question_count, 1);
    tact_recording_destroy(small);
    tact_minimise_progress progress;
    options.progress = stop;
    assert_int_equal(tact_recording_minimise(recording, &options, &small, &progress), TACT_OK);
    assert_int_equal(progress.tests, 3);
    assert_int_equal(replay_of(small, NULL).outcome, TACT_REPLAY_EQUAL);
    tact_recording_destroy(small);
    options.progress = NULL;
    options.most_tests = 1;
    assert_int_equal(tact_recording_minimise(recording, &options, &small, &progress), TACT_OK);
    assert_int_equal(tact_recording_inspect(small).question_count, 120);
    tact_recording_destroy(small);
    tact_recording_destroy(recording);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted_failure),
        cmocka_unit_test(test_failing_step),
        cmocka_unit_test(test_questions_and_ends),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
