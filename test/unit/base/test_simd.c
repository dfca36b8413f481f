/* SPDX-License-Identifier: MIT */
/* SIMD levels: names, what the environment asks for, what a context asks for. The best level is
 * determined once per process, so each environment needs its own process: this binary starts itself
 * with an argument and then returns its best level as exit code. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include "base/simd.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *own_path;

/* The best level of a process with this value of TACT_SIMD; NULL for none. */
static tact_simd_level best_with(const char *wanted) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (wanted == NULL)
            unsetenv("TACT_SIMD");
        else
            setenv("TACT_SIMD", wanted, 1);
        execl(own_path, own_path, "best", (char *)NULL);
        _exit(99);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_in_range(WEXITSTATUS(status), 10, 12);
    return (tact_simd_level)(WEXITSTATUS(status) - 10);
}

static void levels_have_names(void **state) {
    (void)state;
    assert_string_equal(tact_simd_level_name(TACT_SIMD_BASELINE), "baseline");
    assert_string_equal(tact_simd_level_name(TACT_SIMD_AVX2), "avx2");
    assert_string_equal(tact_simd_level_name(TACT_SIMD_AVX512), "avx512");
    assert_string_equal(tact_simd_level_name((tact_simd_level)99), "unknown level");
}

static void environment_lowers_the_level(void **state) {
    (void)state;
    tact_simd_level most = best_with(NULL);
    assert_true((int)most < TACTI_SIMD_LEVELS);
    for (tact_simd_level level = TACT_SIMD_BASELINE; level <= TACT_SIMD_AVX512; level++)
        assert_int_equal(best_with(tact_simd_level_name(level)), level < most ? level : most);
}

static void other_names_change_nothing(void **state) {
    (void)state;
    tact_simd_level most = best_with(NULL);
    assert_int_equal(best_with(""), most);
    assert_int_equal(best_with("sse9"), most);
    assert_int_equal(best_with("AVX2"), most);
    assert_int_equal(best_with("baseline "), most);
}

static void best_level_is_steady(void **state) {
    (void)state;
    tact_simd_level best = tact_simd_level_best();
    setenv("TACT_SIMD", "baseline", 1);
    assert_int_equal(tact_simd_level_best(), best);
}

static void context_forces_a_level(void **state) {
    (void)state;
    tact_simd_level best = tact_simd_level_best();
    assert_int_equal(tacti_simd_level(NULL), best);
    assert_int_equal(tact_context_desc_default().simd_level, best);
    for (int level = TACT_SIMD_BASELINE; level <= 99; level++) {
        tact_context_desc desc = tact_context_desc_default();
        desc.simd_level = (tact_simd_level)level;
        tact_context *context = NULL;
        assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
        assert_int_equal(tacti_simd_level(context), level < (int)best ? level : (int)best);
        tact_context_destroy(context);
    }
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "best") == 0)
        return 10 + (int)tact_simd_level_best();
    own_path = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_names),
        cmocka_unit_test(environment_lowers_the_level),
        cmocka_unit_test(other_names_change_nothing),
        cmocka_unit_test(best_level_is_steady),
        cmocka_unit_test(context_forces_a_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
