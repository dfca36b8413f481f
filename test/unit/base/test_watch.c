/* SPDX-License-Identifier: MIT */
/* Budgets, callbacks and deadlines: when each of them ends a computation, and that none goes on
 * after that.
 */
#include "support.h"

#include "base/watch.h"

/* A callback that cancels from one of its calls on. */
typedef struct patience {
    uint64_t calls, most;
} patience;

static bool lose_patience(void *user) {
    patience *p = user;
    return ++p->calls > p->most;
}

static void test_poll(void **state) {
    (void)state;
    patience p = {0, 1};
    tacti_watch watch = {.cancel = lose_patience, .user = &p};
    assert_int_equal(tacti_watch_poll(NULL), TACTI_STOP_NONE);
    assert_int_equal(tacti_watch_poll(&(tacti_watch){.user = &p}), TACTI_STOP_NONE);
    assert_int_equal(tacti_watch_poll(&watch), TACTI_STOP_NONE);
    assert_int_equal(tacti_watch_poll(&watch), TACTI_STOP_CANCELLED);
    assert_int_equal(p.calls, 2);
    /* A callback that cancels comes before the clock. */
    watch.deadline = 1;
    assert_int_equal(tacti_watch_poll(&watch), TACTI_STOP_CANCELLED);
    watch.cancel = NULL;
    assert_int_equal(tacti_watch_poll(&watch), TACTI_STOP_DEADLINE);
    watch.deadline = UINT64_MAX;
    assert_int_equal(tacti_watch_poll(&watch), TACTI_STOP_NONE);
}

static void test_clock(void **state) {
    (void)state;
    uint64_t first = tacti_clock_now(), last = first;
    assert_true(first > 0);
    tacti_watch watch = {.deadline = first + 2000000};
    while (tacti_watch_poll(&watch) == TACTI_STOP_NONE) {
        uint64_t now = tacti_clock_now();
        assert_true(now >= last);
        last = now;
    }
    assert_true(tacti_clock_now() >= first + 2000000);
}

/* Runs a loop in steps; returns the work at which it ended. */
static uint64_t run(tacti_pace *pace, uint64_t step, uint64_t all) {
    uint64_t work = 0;
    while (work < all && tacti_pace_goes_on(pace, work))
        work += step;
    return work;
}

/* A budget ends a loop at the same place with a watch and without. */
static void test_budget(void **state) {
    (void)state;
    test_rng rng = test_rng_start("base_watch_budget");
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t budget = test_rng_below(&rng, 20000), step = 1 + test_rng_below(&rng, 5000);
        uint64_t all = test_rng_below(&rng, 30000);
        patience p = {0, UINT64_MAX};
        tacti_watch watch = {.cancel = lose_patience, .user = &p};
        tacti_pace alone = tacti_pace_make(budget, NULL);
        tacti_pace watched = tacti_pace_make(budget, &watch);
        uint64_t right = 0; /* the plain comparison */
        while (right < all && right < budget)
            right += step;
        assert_int_equal(run(&alone, step, all), right);
        assert_int_equal(run(&watched, step, all), right);
        tacti_stop stop = right < all ? TACTI_STOP_BUDGET : TACTI_STOP_NONE;
        assert_int_equal(alone.stop, stop);
        assert_int_equal(watched.stop, stop);
        /* The watch is asked at the start, and no more often than it should be. */
        assert_true(p.calls >= (all > 0 && budget > 0));
        assert_true(p.calls <= 1 + right / TACTI_POLL_INTERVAL);
    }
}

static void test_no_limits(void **state) {
    (void)state;
    tacti_pace pace = tacti_pace_make(UINT64_MAX, NULL);
    assert_true(tacti_pace_goes_on(&pace, 0) && tacti_pace_goes_on(&pace, UINT64_MAX - 1));
    assert_true(tacti_pace_poll(&pace));
    tacti_watch watch = {.deadline = 0};
    pace = tacti_pace_make(UINT64_MAX, &watch);
    assert_true(tacti_pace_goes_on(&pace, 0) && tacti_pace_goes_on(&pace, UINT64_MAX - 1));
    assert_int_equal(pace.stop, TACTI_STOP_NONE);
}

/* Cancelled at each poll: the loop ends at the next pause, and nothing goes on after that. */
static void test_cancel(void **state) {
    (void)state;
    for (uint64_t most = 0; most < 20; most++) {
        patience p = {0, most};
        tacti_watch watch = {.cancel = lose_patience, .user = &p};
        tacti_pace pace = tacti_pace_make(UINT64_MAX, &watch);
        assert_int_equal(run(&pace, 1, UINT64_MAX), most * TACTI_POLL_INTERVAL);
        assert_int_equal(pace.stop, TACTI_STOP_CANCELLED);
        assert_int_equal(p.calls, most + 1);
        assert_false(tacti_pace_goes_on(&pace, 0));
        assert_false(tacti_pace_poll(&pace));
        assert_int_equal(p.calls, most + 1);
    }
}

/* A deadline in the past ends a loop before it begins, unless the budget is 0. */
static void test_deadline(void **state) {
    (void)state;
    tacti_watch watch = {.deadline = 1};
    tacti_pace pace = tacti_pace_make(UINT64_MAX, &watch);
    assert_int_equal(run(&pace, 1, 100), 0);
    assert_int_equal(pace.stop, TACTI_STOP_DEADLINE);
    pace = tacti_pace_make(0, &watch);
    assert_int_equal(run(&pace, 1, 100), 0);
    assert_int_equal(pace.stop, TACTI_STOP_BUDGET);
    pace = tacti_pace_make(UINT64_MAX, &watch);
    assert_false(tacti_pace_poll(&pace));
    assert_int_equal(pace.stop, TACTI_STOP_DEADLINE);
    assert_false(tacti_pace_goes_on(&pace, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poll),   cmocka_unit_test(test_clock),
        cmocka_unit_test(test_budget), cmocka_unit_test(test_no_limits),
        cmocka_unit_test(test_cancel), cmocka_unit_test(test_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
