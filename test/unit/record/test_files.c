/* SPDX-License-Identifier: MIT */
/* Files of recordings that are damaged, cut off, or wrong on purpose with a checksum that fits. */
#define _POSIX_C_SOURCE 200809L
#include "recordings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Small files -------------------------------------------------------------------------- */

static const char good[] = "tact-recording 1\n"
                           "shape sphere 1\n"
                           "mesh 3 1 0 1\n"
                           "0 0 0\n"
                           "1 0 0\n"
                           "0 1 0\n"
                           "0 1 2\n"
                           "shape hull 0.5 4\n"
                           "0 0 0\n"
                           "1 0 0\n"
                           "0 1 0\n"
                           "0 0 1\n"
                           "compound 1\n"
                           " 0 0 7 1 0 0 0 0 1 0 0 0 0 1 0\n"
                           "add 2\n"
                           " 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 1 0 0 0 0 0 0 0 0\n"
                           " 3 0 0 1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 0 0 0 1 1 0\n"
                           "name 1 ground\n"
                           "groups 0 1 collide 0 128 0\n"
                           "pair 0 1 distance 0 0 0.5\n"
                           "pair 0 1 none\n"
                           "move 1\n"
                           " 1 1 0 0 4 0 1 0 0 0 0 1 0\n"
                           "write 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 2 0 0 0 0 0 0 0 0\n"
                           "step 0.5 0 0000000000000000\n"
                           "remove 1\n"
                           " 1\n"
                           "ask distance 0 ffffffffffffffff inf 0 0 0\n"
                           "a 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0\n"
                           "b 1 0 0 1 0 0 0 0 1 0 0 0 0 1 9\n"
                           "ray 0 0 0 1 0 0\n"
                           "point 0 0 0\n"
                           "cache 2 00ff\n"
                           "answer 0 1 0000000000000000\n";

/* The text with its checksum, which the caller frees. */
static char *with_checksum(const char *text, size_t *bytes) {
    size_t length = strlen(text);
    char *whole = malloc(length + 22);
    assert_non_null(whole);
    memcpy(whole, text, length);
    *bytes = length + 21;
    whole[*bytes] = '\0';
    fit_checksum(whole, *bytes);
    return whole;
}

/* The text with the first occurrence of a piece replaced. */
static char *replaced(const char *base, const char *piece, const char *by, size_t *bytes) {
    static char text[2 * sizeof good + 4096];
    const char *at = strstr(base, piece);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - base), base, by, at + strlen(piece));
    return with_checksum(text, bytes);
}

static char *edited(const char *piece, const char *by, size_t *bytes) {
    return replaced(good, piece, by, bytes);
}

/* The good text as it is printed, in which the vertices have another order, without its checksum.
 */
static char *printed(void) {
    size_t bytes;
    char *text = with_checksum(good, &bytes);
    tact_recording *recording = recording_of(NULL, text, bytes);
    free(text);
    text = text_of(recording, &bytes);
    *strstr(text, "end ") = '\0';
    tact_recording_destroy(recording);
    return text;
}

static void test_good(void **state) {
    (void)state;
    size_t bytes, again_bytes;
    char *text = with_checksum(good, &bytes);
    tact_recording *recording = recording_of(NULL, text, bytes);
    tact_recording_info info = tact_recording_inspect(recording);
    assert_int_equal(info.model_count, 4);
    assert_int_equal(info.object_count, 2);
    assert_int_equal(info.call_count, 9);
    assert_string_equal(tact_recording_name(recording, 1), "ground");
    assert_int_equal(replay_of(recording, NULL).outcome, TACT_REPLAY_DIFFERENT);
    assert_int_equal(tact_recording_refresh(recording, NULL), TACT_OK);
    assert_int_equal(replay_of(recording, NULL).outcome, TACT_REPLAY_EQUAL);
    assert_int_equal(tact_recording_inspect(recording).call_count, 9);
    char *again = text_of(recording, &again_bytes);
    assert_non_null(strstr(again, "\nname 1 ground\n"));
    assert_non_null(strstr(again, "\nask distance 0 ffffffffffffffff inf 0 0 0\n"));
    tact_recording_destroy(recording);
    free(text);
    free(again);
}

/* Every number of a line has its own place: what is printed is what was read. */
static void test_numbers(void **state) {
    (void)state;
    static const char *const edits[][2] = {
        {" 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 1 0 0 0 0 0 0 0 0\n 3",
         " 0 0 9 1 0 0 0.5 0 1 0 0.25 0 0 1 0.125 1 2 3 4 5 6 7 1 1\n 3"},
        {" 0 0 7 1 0 0 0 0 1 0 0 0 0 1 0\n", " 0 0 8 1 0 0 0.5 0 1 0 0.25 0 0 1 0.125\n"},
        {"groups 0 1 collide 0 128 0", "groups 2 3 distance 1 512 0.75"},
        {"pair 0 1 distance 0 0 0.5", "pair 1 0 manifold 1 128 0.25"},
        {" 1 1 0 0 4 0 1 0 0 0 0 1 0\n", " 1 1 0 0 5 0 1 0 6 0 0 1 7\n"},
        {"step 0.5 0 0000000000000000", "step 0.25 0 0123456789abcdef"},
        {"ask distance 0 ffffffffffffffff inf 0 0 0", "ask distance 3 00000000000000ff 8 1 2 4"},
        {"a 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0\n", "a 3 0 5 1 0 0 0.5 0 1 0 0.25 0 0 1 0.125\n"},
        {"ray 0 0 0 1 0 0\npoint 0 0 0", "ray 1 2 3 4 5 6\npoint 7 8 9"},
        {"cache 2 00ff", "cache 3 01fe80"},
        {"answer 0 1 0000000000000000", "answer 2 2 0123456789abcdef fedcba9876543210"},
    };
    char *base = printed();
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        size_t bytes, again_bytes;
        char *text = replaced(base, edits[i][0], edits[i][1], &bytes);
        tact_recording *recording = recording_of(NULL, text, bytes);
        char *again = text_of(recording, &again_bytes);
        size_t same = 0;
        while (again[same] == text[same] && text[same] != '\0')
            same++;
        if (again[same] != text[same])
            fail_msg("'%s' is printed as '%.80s'", text + same, again + same);
        tact_recording_destroy(recording);
        free(text);
        free(again);
    }
    free(base);
}

typedef struct wrong {
    const char *piece, *by;
    uint64_t line;
    const char *says;
} wrong;

static const wrong wrongs[] = {
    {"tact-recording 1", "tact-recording 2", 1, "not a recording of a known version"},
    {"shape sphere 1", "shape cube 1", 2, "'cube' is not a kind of shape"},
    {"shape sphere 1", "shape sphere -1", 3, "the model"},
    {"shape sphere 1", "shape sphere nan", 3, "the model"},
    {"shape sphere 1", "shape sphere 1 2", 2, "should have ended"},
    {"shape sphere 1", "shape sphere", 2, "the radius"},
    {"mesh 3 1 0 1", "mesh 3 1 4 1", 3, "the interior mode"},
    {"mesh 3 1 0 1", "mesh 3 1 2 1", 8, "the mesh is open"},
    {"mesh 3 1 0 1", "mesh 3 1 0 9", 3, "the builder"},
    {"mesh 3 1 0 1", "mesh 4000000000 1 0 1", 8, "is not a number"},
    {"mesh 3 1 0 1", "mesh 2 1 0 1", 7, "is not an entry"},
    {"0 1 2", "0 1 3", 8, "vertex"},
    {"1 0 0", "inf 0 0", 8, "the model"},
    {"shape hull 0.5 4", "shape hull 0.5 0", 9, "the model"},
    {"compound 1", "compound 2", 15, "'add' is not a whole number"},
    {" 0 0 7 1", " 2 0 7 2", 15, "the model"},
    {" 0 0 7 1", " 3 0 7 1", 14, "the number of a model"},
    {"add 2", "add 3", 18, "'name' is not a whole number"},
    {" 1 0 0 0 0 0 0 0 0\n", " 1 0 0 0 0 0 64 0 0\n", 16, "the group"},
    {" 1 0 0 0 0 0 0 0 0\n", " 1 0 0 0 0 0 0 3 0\n", 16, "the motion"},
    {"name 1", "name 2", 18, "the number of an object"},
    {"name 1 ground", "name 1 a\tb", 18, "the name"},
    {"groups 0 1", "groups 0 64", 19, "a group"},
    {"groups 0 1 collide", "groups 0 1 meet", 19, "'meet' is not a question"},
    {"groups 0 1 collide 0 128 0", "groups 0 1 none", 19, "'none' is not a question"},
    {"pair 0 1 distance", "pair 0 9 distance", 20, "the number of an object"},
    {" 1 1 0 0 4", " 2 1 0 0 4", 23, "the number of an object"},
    {"write 0 0", "write 0 1", 25, "keeps its model"},
    {"step 0.5 0", "step 0.5 99", 25, "the status"},
    {"step 0.5 0 0000000000000000", "step 0.5 0 000000000000000G", 25, "16 hexadecimal digits"},
    {"remove 1\n 1\n", "remove 2\n 1\n", 28, "'ask' is not a whole number"},
    {"ask distance", "ask nothing", 28, "is not a question"},
    {"b 1 0 0", "c 1 0 0", 30, "'c' stands where 'b' should"},
    {"cache 2 00ff", "cache 3 00ff", 33, "should have 6 digits"},
    {"cache 2 00ff", "cache 2 00fg", 33, "hexadecimal"},
    {"cache 2 00ff", "cache 513 00ff", 33, "the bytes of a cache"},
    {"answer 0 1", "answer 0 65", 34, "the number of words"},
    {"answer 0 1", "answer 0 2", 34, "a word of the answer"},
    {"answer 0 1 0000000000000000\n", "answer 0 1 0000000000000000\nand 1\n", 35,
     "'and' is not an entry"},
};

static void test_wrong_lines(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        size_t bytes;
        char *text = edited(wrongs[i].piece, wrongs[i].by, &bytes);
        tact_recording *recording = NULL;
        tact_error error = {.text = ""};
        tact_status status = tact_recording_parse(NULL, text, bytes, &error, &recording);
        if (status != TACT_INVALID_FILE || error.line != wrongs[i].line ||
            strstr(error.text, wrongs[i].says) == NULL)
            fail_msg("'%s': status %d, line %llu, %s", wrongs[i].by, (int)status,
                     (unsigned long long)error.line, error.text);
        assert_null(recording);
        free(text);
    }
}

/* What only the world can refuse shows when it is replayed. */
static void test_refused_calls(void **state) {
    (void)state;
    static const wrong calls[] = {
        {"pair 0 1 distance 0 0 0.5", "pair 0 0 distance 0 0 0.5", 2, "(pair) was refused"},
        {"groups 0 1 collide 0 128 0", "groups 0 1 raycast 0 0 0", 1, "(groups) was refused"},
        {" 1 1 0 0 4", " 1 7 0 0 4", 4, "(move) was refused"},
        {"add 2\n 0 0", "add 2\n 0 9", 0, "(add) was refused"},
        {"remove 1\n 1\n", "remove 2\n 1 1\n", 6, "hash"},
        {"step 0.5", "step -1", 6, "status"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        size_t bytes;
        char *text = edited(calls[i].piece, calls[i].by, &bytes);
        tact_recording *recording = recording_of(NULL, text, bytes);
        tact_replay_report report = replay_of(recording, NULL);
        assert_int_equal(report.outcome, TACT_REPLAY_DIFFERENT);
        assert_int_equal(report.call, calls[i].line);
        if (strstr(report.text, calls[i].says) == NULL)
            fail_msg("%s", report.text);
        assert_int_equal(tact_recording_refresh(recording, NULL), TACT_OK);
        assert_int_equal(replay_of(recording, NULL).outcome, TACT_REPLAY_EQUAL);
        tact_recording_destroy(recording);
        free(text);
    }
}

/* ---- Damage ------------------------------------------------------------------------------- */

static void test_damage(void **state) {
    (void)state;
    size_t bytes;
    char *text = with_checksum(good, &bytes);
    tact_recording *recording = NULL;
    tact_error error;
    for (size_t i = 0; i < bytes; i++) {
        text[i] ^= 1;
        assert_int_equal(tact_recording_parse(NULL, text, bytes, &error, &recording),
                         TACT_INVALID_FILE);
        text[i] ^= 1;
        assert_int_equal(tact_recording_parse(NULL, text, i, &error, &recording),
                         TACT_INVALID_FILE);
    }
    assert_null(recording);
    assert_int_equal(tact_recording_parse(NULL, NULL, 0, &error, &recording),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_parse(NULL, text, bytes, &error, NULL), TACT_INVALID_ARGUMENT);
    free(text);
}

/* Random changes with a checksum that fits: what is read can be replayed, and printed and read. */
static void test_random_changes(void **state) {
    (void)state;
    test_rng rng = {77};
    tact_recording *recording;
    size_t bytes;
    uint64_t cases = test_case_count(20000, 400000), read = 0;
    for (uint64_t i = 0; i < cases; i++) {
        char *text = with_checksum(good, &bytes);
        for (uint32_t k = 1 + test_rng_below(&rng, 3); k > 0; k--) {
            static const char letters[] = "0123456789 -.e\nabns";
            size_t at = 17 + test_rng_below(&rng, (uint32_t)(bytes - 21 - 17));
            text[at] = letters[test_rng_below(&rng, sizeof letters - 1)];
        }
        fit_checksum(text, bytes);
        recording = NULL;
        tact_error error = {.text = ""};
        if (tact_recording_parse(NULL, text, bytes, &error, &recording) == TACT_OK) {
            read++;
            (void)replay_of(recording, NULL);
            assert_int_equal(tact_recording_refresh(recording, NULL), TACT_OK);
            assert_int_equal(replay_of(recording, NULL).outcome, TACT_REPLAY_EQUAL);
        } else {
            assert_true(error.text[0] != '\0');
        }
        tact_recording_destroy(recording);
        free(text);
    }
    assert_true(read > cases / 100);
}

/* ---- Files -------------------------------------------------------------------------------- */

static void test_files(void **state) {
    (void)state;
    size_t bytes;
    char path[] = "/tmp/tact_recording_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    char *text = with_checksum(good, &bytes);
    tact_recording *recording = recording_of(NULL, text, bytes), *copy = NULL;
    tact_error error = {.text = ""};
    assert_int_equal(tact_recording_refresh(recording, NULL), TACT_OK);
    assert_int_equal(tact_recording_save(recording, path, &error), TACT_OK);
    assert_int_equal(tact_recording_load(NULL, path, &error, &copy), TACT_OK);
    assert_int_equal(replay_of(copy, NULL).outcome, TACT_REPLAY_EQUAL);
    tact_recording_destroy(copy);
    copy = NULL;
    assert_int_equal(truncate(path, 300), 0);
    assert_int_equal(tact_recording_load(NULL, path, &error, &copy), TACT_INVALID_FILE);
    assert_non_null(strstr(error.text, path));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(tact_recording_load(NULL, path, &error, &copy), TACT_READ_FAILED);
    assert_null(copy);
    assert_int_equal(tact_recording_save(recording, "/nowhere/at/all", &error), TACT_WRITE_FAILED);
    if (access("/dev/full", W_OK) == 0)
        assert_int_equal(tact_recording_save(recording, "/dev/full", &error), TACT_WRITE_FAILED);
    assert_int_equal(tact_recording_save(recording, NULL, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_save(NULL, path, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_recording_load(NULL, NULL, &error, &copy), TACT_INVALID_ARGUMENT);
    tact_recording_destroy(recording);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_wrong_lines), cmocka_unit_test(test_refused_calls),
        cmocka_unit_test(test_damage),      cmocka_unit_test(test_random_changes),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
