/* SPDX-License-Identifier: MIT */
/* Every allocation fails once: a world that is recorded goes on undisturbed, a recording that lacks
 * a call says so, and everything else fails as a whole. */
#include "recordings.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading, replaying, shrinking -------------------------------------------------------- */

typedef struct saved {
    char *text;
    size_t bytes;
    uint64_t hash;
} saved;

static bool is_any(void *user, tact_recording *candidate) {
    (void)user;
    return tact_recording_inspect(candidate).call_count > 2;
}

/* Uses a saved recording; returns the first status that is not TACT_OK. */
static tact_status use(const saved *file, const tact_context *context) {
    tact_recording *recording = NULL, *small = NULL;
    tact_error error = {.text = ""};
    tact_replay_report report = {.outcome = TACT_REPLAY_EQUAL};
    const char *text;
    size_t bytes;
    tact_status status = tact_recording_parse(context, file->text, file->bytes, &error, &recording);
    if (status != TACT_OK) {
        assert_true(error.text[0] != '\0');
        assert_null(recording);
        return status;
    }
    status = tact_recording_replay(recording, context, NULL, &report);
    if (status == TACT_OK)
        assert_int_equal(report.hash, file->hash);
    if (status == TACT_OK)
        status = tact_recording_refresh(recording, context);
    if (status == TACT_OK)
        status = tact_recording_print(recording, &text, &bytes);
    tact_minimise_options options = tact_minimise_options_default();
    options.context = context;
    options.test = is_any;
    options.most_tests = 6;
    if (status == TACT_OK)
        status = tact_recording_minimise(recording, &options, &small, NULL);
    tact_recording_destroy(recording);
    tact_recording_destroy(small);
    return status;
}

static void test_using(void **state) {
    saved file;
    tact_recording *recording;
    test_rng rng = {5};
    assert_int_equal(tact_recording_create(NULL, &recording), TACT_OK);
    play_world(*state, NULL, 4, true, recording, &file.hash);
    for (int i = 0; i < 6; i++)
        play_question(*state, &rng, recording);
    file.text = text_of(recording, &file.bytes);
    file.hash = replay_of(recording, NULL).hash;
    tact_recording_destroy(recording);
    uint64_t needed = 0;
    uint64_t stride = test_case_count(60, 2000) >= 2000 ? 1 : 0;
    for (uint64_t fail = 0; fail <= needed; fail += fail < 400 || stride ? 1 : 13) {
        test_allocator memory = {0};
        tact_context *context = test_context_make(&memory);
        uint64_t live = memory.live, calls = memory.calls;
        memory.fail_at = fail == 0 ? 0 : calls + fail;
        tact_status status = use(&file, context);
        assert_int_equal(status, fail == 0 ? TACT_OK : TACT_OUT_OF_MEMORY);
        if (fail == 0)
            needed = memory.calls - calls;
        assert_int_equal(memory.live, live);
        tact_context_destroy(context);
    }
    assert_true(needed > 1000);
    free(file.text);
}

/* Only the memory of bringing a recording up to date fails. */
static void test_refreshing(void **state) {
    tact_recording *made, *recording;
    size_t bytes;
    uint64_t hash;
    assert_int_equal(tact_recording_create(NULL, &made), TACT_OK);
    play_world(*state, NULL, 4, true, made, &hash);
    char *text = text_of(made, &bytes);
    assert_int_equal(tact_recording_parse(NULL, text, bytes, NULL, &recording), TACT_OK);
    for (uint64_t fail = 1; fail <= 40; fail++) {
        test_allocator memory = {0};
        tact_context *context = test_context_make(&memory);
        uint64_t live = memory.live;
        memory.fail_at = memory.calls + fail;
        assert_int_equal(tact_recording_refresh(recording, context), TACT_OUT_OF_MEMORY);
        assert_int_equal(memory.live, live);
        tact_context_destroy(context);
    }
    assert_int_equal(tact_recording_refresh(recording, NULL), TACT_OK);
    assert_int_equal(replay_of(recording, NULL).outcome, TACT_REPLAY_EQUAL);
    tact_recording_destroy(recording);
    tact_recording_destroy(made);
    free(text);
}

/* ---- Recording ---------------------------------------------------------------------------- */

/* The memory of the recording fails, not that of the world. */
static void test_recording(void **state) {
    uint64_t needed = 0, expected = 0;
    for (uint64_t fail = 0; fail <= needed; fail++) {
        test_allocator memory = {0};
        tact_context *context = test_context_make(&memory);
        uint64_t live = memory.live, hash;
        tact_recording *recording;
        assert_int_equal(tact_recording_create(context, &recording), TACT_OK);
        uint64_t calls = memory.calls;
        memory.fail_at = fail == 0 ? 0 : calls + fail;
        play_world(*state, NULL, 8, true, recording, &hash);
        memory.fail_at = 0;
        const char *text;
        size_t bytes;
        tact_status status = tact_recording_inspect(recording).status;
        if (fail == 0) {
            assert_int_equal(status, TACT_OK);
            needed = memory.calls - calls;
            expected = hash;
            assert_true(needed > 10);
        } else if (status != TACT_OK) {
            tact_asked asked = {.question = TACT_QUESTION_INSIDE};
            tact_recording *small = NULL;
            tact_minimise_options options = tact_minimise_options_default();
            options.test = is_any;
            asked.a = tact_instance_make(((const zoo *)*state)->model[0]);
            assert_int_equal(tact_recording_print(recording, &text, &bytes), TACT_OUT_OF_MEMORY);
            assert_int_equal(tact_recording_refresh(recording, NULL), TACT_OUT_OF_MEMORY);
            assert_int_equal(tact_recording_ask(recording, &asked), TACT_OUT_OF_MEMORY);
            assert_int_equal(tact_recording_minimise(recording, &options, &small, NULL),
                             TACT_OUT_OF_MEMORY);
        }
        assert_int_equal(hash, expected);
        tact_recording_destroy(recording);
        assert_int_equal(memory.live, live);
        tact_context_destroy(context);
    }
}

/* A question that could not be recorded is not there, and can be recorded then. */
static void test_asking(void **state) {
    const zoo *z = *state;
    uint64_t memory_of_pair[TACT_CACHE_DEPTH_BYTES / 8] = {0};
    tact_cache cache = {memory_of_pair, sizeof memory_of_pair};
    for (uint64_t fail = 1, done = 0; !done; fail++) {
        test_allocator memory = {0};
        tact_context *context = test_context_make(&memory);
        tact_recording *recording;
        tact_asked asked = {.question = TACT_QUESTION_CONTACTS,
                            .a = tact_instance_make(z->compound),
                            .b = tact_instance_make(z->model[ZOO_BLOCK]),
                            .cache = &cache};
        assert_int_equal(tact_recording_create(context, &recording), TACT_OK);
        memory.fail_at = memory.calls + fail;
        tact_status status = tact_recording_ask(recording, &asked);
        done = status == TACT_OK;
        if (!done) {
            assert_int_equal(status, TACT_OUT_OF_MEMORY);
            assert_int_equal(tact_recording_inspect(recording).call_count, 0);
            assert_int_equal(tact_recording_ask(recording, &asked), TACT_OK);
        }
        assert_int_equal(replay_of(recording, NULL).outcome, TACT_REPLAY_EQUAL);
        assert_int_equal(tact_recording_inspect(recording).question_count, 1);
        tact_recording_destroy(recording);
        tact_context_destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_using),
        cmocka_unit_test(test_refreshing),
        cmocka_unit_test(test_recording),
        cmocka_unit_test(test_asking),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
