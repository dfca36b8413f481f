/* SPDX-License-Identifier: MIT */
/* One script over the whole interface, with every allocation failing once: the call that lacks
 * memory says so, nothing leaks, and everything else gives the same results as without failure. */
#include "script.h"

#include <stdio.h>
#include <string.h>

static script reference, repeated; /* large */

/* Runs the script. Allocation number fail_at fails, counted from 1; 0 for none. */
static void run(script *s, uint64_t fail_at) {
    memset(s, 0, sizeof *s);
    s->memory.fail_at = fail_at;
    script_make_contexts(s);
    script_use_values(s);
    script_make_meshes(s);
    script_make_hulls(s);
    script_use_files(s);
    script_make_models(s);
    script_ask_pairs(s);
    script_ask_singles(s);
    script_ask_batches(s);
    script_use_proofs(s);
    script_use_broad(s);
    script_use_deforms(s);
    script_use_motions(s);
    script_use_worlds(s);
    script_use_recordings(s);
    script_end(s);
    if (s->memory.live != 0 || s->memory.live_bytes != 0)
        fail_msg("with a failure of allocation %llu, %llu blocks leak", (unsigned long long)fail_at,
                 (unsigned long long)s->memory.live);
}

static void compare(const script *s) {
    assert_int_equal(s->step_count, reference.step_count);
    for (uint32_t i = 0; i < s->step_count; i++)
        if (s->digests[i] != reference.digests[i])
            fail_msg("with a failure of allocation %llu, step %u gave another result: %s",
                     (unsigned long long)s->memory.fail_at, i, s->texts[i]);
}

static void test_every_allocation_of_the_script_fails(void **state) {
    (void)state;
    run(&reference, 0);
    uint64_t needed = reference.memory.calls;
    printf("%u steps, %llu allocations\n", reference.step_count, (unsigned long long)needed);
    assert_int_equal(reference.failed_count, 0);
    assert_true(needed > 0);
    /* Every allocation, and every twentieth in quick runs. */
    uint64_t step = needed / test_case_count(needed, needed);
    for (uint64_t fail_at = 1; fail_at <= needed; fail_at += step) {
        run(&repeated, fail_at);
        if (repeated.failed_count != 1)
            fail_msg("allocation %llu failed, but %u calls lacked memory",
                     (unsigned long long)fail_at, repeated.failed_count);
        compare(&repeated);
    }
    run(&repeated, 0);
    compare(&repeated);
    assert_int_equal(repeated.memory.calls, needed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_of_the_script_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
