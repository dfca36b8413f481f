/* SPDX-License-Identifier: MIT */
/* The thread pool: every piece runs once, nested and concurrent runs, float mode and signals of its
 * threads, out of memory. Tasks only record; the thread that runs the test checks. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static tact_pool *const untouched = (tact_pool *)(uintptr_t)0x40;

static void run_on(tact_pool *pool, uint32_t count, tact_task *task, void *data) {
    tact_executor executor = tact_pool_executor(pool);
    executor.run(executor.user, count, task, data);
}

static tact_pool *make_pool(uint32_t worker_count) {
    tact_pool *pool;
    assert_int_equal(tact_pool_create(NULL, worker_count, &pool), TACT_OK);
    return pool;
}

static void worker_counts_are_checked(void **state) {
    (void)state;
    tact_pool *pool = untouched;
    assert_int_equal(tact_pool_create(NULL, 1025, &pool), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_pool_create(NULL, UINT32_MAX, &pool), TACT_INVALID_ARGUMENT);
    assert_ptr_equal(pool, untouched);
    assert_int_equal(tact_pool_create(NULL, 2, NULL), TACT_INVALID_ARGUMENT);
    tact_pool_destroy(NULL);

    pool = make_pool(0);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    assert_int_equal(tact_pool_executor(pool).worker_count, processors > 1024 ? 1024 : processors);
    tact_pool_destroy(pool);
    pool = make_pool(3);
    assert_int_equal(tact_pool_executor(pool).worker_count, 3);
    tact_pool_destroy(pool);
}

/* ---- Every piece once ----------------------------------------------------------------------- */

typedef struct visit_record {
    uint32_t worker_count;
    uint32_t *visits;          /* not atomic: one thread runs a piece, and the caller then waits for
                                  it */
    atomic_bool working[1024]; /* a worker is inside a task */
    atomic_uint overlaps;      /* two tasks at once with the same worker number */
    atomic_uint wrong_workers;
} visit_record;

static void visit(void *data, uint32_t index, uint32_t worker) {
    visit_record *record = data;
    if (worker >= record->worker_count) {
        atomic_fetch_add(&record->wrong_workers, 1);
        return;
    }
    if (atomic_exchange(&record->working[worker], true))
        atomic_fetch_add(&record->overlaps, 1);
    record->visits[index]++;
    atomic_store(&record->working[worker], false);
}

static void check_visits(tact_pool *pool, uint32_t count) {
    visit_record *record = calloc(1, sizeof *record);
    assert_non_null(record);
    record->worker_count = tact_pool_executor(pool).worker_count;
    record->visits = calloc((size_t)count + 1, sizeof *record->visits);
    assert_non_null(record->visits);
    run_on(pool, count, visit, record);
    assert_int_equal(record->overlaps, 0);
    assert_int_equal(record->wrong_workers, 0);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(record->visits[i], 1);
    assert_int_equal(record->visits[count], 0);
    free(record->visits);
    free(record);
}

static void every_piece_is_run_once(void **state) {
    (void)state;
    const uint32_t workers[] = {1, 2, 3, 4, 7, 16};
    const uint32_t counts[] = {0, 1, 2, 3, 4, 5, 17, 1000, 100000};
    for (size_t w = 0; w < sizeof workers / sizeof *workers; w++) {
        tact_pool *pool = make_pool(workers[w]);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            check_visits(pool, counts[c]);
        tact_pool_destroy(pool);
    }
}

static void the_largest_pool_works(void **state) {
    (void)state;
    /* 1024 stacks do not fit into 32-bit addresses. */
    const uint32_t most = sizeof(void *) < 8 ? 128 : 1024;
    tact_pool *pool = make_pool(most);
    assert_int_equal(tact_pool_executor(pool).worker_count, most);
    for (int round = 0; round < 3; round++)
        check_visits(pool, 5000);
    tact_pool_destroy(pool);
}

/* Pools that are destroyed right after they start, used or not. */
static void pools_come_and_go(void **state) {
    (void)state;
    for (int round = 0; round < 200; round++) {
        tact_pool *pool = make_pool(4);
        if (round % 2 == 0)
            check_visits(pool, 8);
        tact_pool_destroy(pool);
    }
}

/* ---- All workers ---------------------------------------------------------------------------- */

typedef struct meeting {
    uint32_t expected;
    atomic_uint arrived;
    atomic_bool seen[1024];
    atomic_uint missed; /* waits that gave up */
    tact_status float_mode[1024];
    bool takes_interrupts[1024];
} meeting;

/* Waits for at most ten seconds until the expected number of tasks is inside. */
static void meet(void *data, uint32_t index, uint32_t worker) {
    (void)index;
    meeting *m = data;
    atomic_store(&m->seen[worker], true);
    m->float_mode[worker] = tact_float_mode_check();
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    m->takes_interrupts[worker] = sigismember(&blocked, SIGINT) == 0;
    atomic_fetch_add(&m->arrived, 1);
    const struct timespec pause = {0, 1000000};
    for (int waited = 0; waited < 10000; waited++) {
        if (atomic_load(&m->arrived) >= m->expected)
            return;
        nanosleep(&pause, NULL);
    }
    atomic_fetch_add(&m->missed, 1);
}

static meeting *hold_meeting(tact_pool *pool) {
    meeting *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->expected = tact_pool_executor(pool).worker_count;
    run_on(pool, m->expected, meet, m);
    assert_int_equal(m->missed, 0);
    for (uint32_t worker = 0; worker < m->expected; worker++)
        assert_true(m->seen[worker]);
    return m;
}

static void all_workers_work_at_the_same_time(void **state) {
    (void)state;
    const uint32_t workers[] = {1, 2, 5, 9};
    for (size_t w = 0; w < sizeof workers / sizeof *workers; w++) {
        tact_pool *pool = make_pool(workers[w]);
        for (int round = 0; round < 20; round++)
            free(hold_meeting(pool));
        tact_pool_destroy(pool);
    }
}

static void threads_leave_signals_to_the_program(void **state) {
    (void)state;
    sigset_t before, after;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    tact_pool *pool = make_pool(4);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    for (int signal_number = 1; signal_number < 32; signal_number++)
        assert_int_equal(sigismember(&before, signal_number), sigismember(&after, signal_number));
    meeting *m = hold_meeting(pool);
    assert_true(m->takes_interrupts[0]);
    for (uint32_t worker = 1; worker < 4; worker++)
        assert_false(m->takes_interrupts[worker]);
    free(m);
    tact_pool_destroy(pool);
}

/* Threads inherit the mode of the thread that makes the pool, unless they set their own. */
static void threads_have_the_default_float_mode(void **state) {
    (void)state;
    fenv_t saved;
    fegetenv(&saved);
    fesetround(FE_DOWNWARD);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | 0x8040u); /* flush to zero, denormals are zero */
#endif
    tact_pool *pool = untouched;
    tact_status status = tact_pool_create(NULL, 4, &pool);
    int mode_after = fegetround();
    fesetenv(&saved);
    assert_int_equal(status, TACT_OK);
    assert_int_equal(mode_after, FE_DOWNWARD);
    meeting *m = hold_meeting(pool);
    for (uint32_t worker = 0; worker < 4; worker++)
        assert_int_equal(m->float_mode[worker], TACT_OK);
    free(m);
    tact_pool_destroy(pool);
}

/* ---- Many runs ------------------------------------------------------------------------------ */

typedef struct sum_run {
    uint64_t parts[64];
    uint64_t factor;
} sum_run;

static void add_part(void *data, uint32_t index, uint32_t worker) {
    (void)worker;
    sum_run *run = data;
    run->parts[index] = (index + 1) * run->factor;
}

static bool sum_is_right(const sum_run *run, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (run->parts[i] != (i + 1) * run->factor)
            return false;
    return true;
}

static void many_short_runs_are_all_complete(void **state) {
    (void)state;
    tact_pool *pool = make_pool(4);
    uint64_t rounds = test_case_count(20000, 2000000);
    for (uint64_t round = 1; round <= rounds; round++) {
        sum_run run = {.factor = round};
        uint32_t count = (uint32_t)(round % 64) + 1;
        run_on(pool, count, add_part, &run);
        if (!sum_is_right(&run, count))
            fail_msg("run %llu is incomplete", (unsigned long long)round);
    }
    tact_pool_destroy(pool);
}

typedef struct nest {
    tact_pool *pool;
    uint32_t depth;
    uint32_t width;
    atomic_uint leaves;
    atomic_uint foreign_workers; /* inner pieces that were not run by worker 0 */
} nest;

typedef struct nest_level {
    nest *nest;
    uint32_t depth;
} nest_level;

static void go_deeper(void *data, uint32_t index, uint32_t worker) {
    (void)index;
    const nest_level *level = data;
    if (level->depth > 1 && worker != 0)
        atomic_fetch_add(&level->nest->foreign_workers, 1);
    if (level->depth == level->nest->depth) {
        atomic_fetch_add(&level->nest->leaves, 1);
        return;
    }
    nest_level inner = {level->nest, level->depth + 1};
    run_on(level->nest->pool, level->nest->width, go_deeper, &inner);
}

static void nested_runs_stay_on_their_thread(void **state) {
    (void)state;
    const uint32_t workers[] = {1, 2, 4};
    for (size_t w = 0; w < sizeof workers / sizeof *workers; w++) {
        tact_pool *pool = make_pool(workers[w]);
        for (int round = 0; round < 50; round++) {
            nest n = {.pool = pool, .depth = 4, .width = 6};
            nest_level outer = {&n, 1};
            run_on(pool, n.width, go_deeper, &outer);
            assert_int_equal(n.leaves, 6 * 6 * 6 * 6);
            assert_int_equal(n.foreign_workers, 0);
        }
        tact_pool_destroy(pool);
    }
}

typedef struct client {
    tact_pool *pool;
    pthread_t thread;
    uint64_t rounds;
    uint64_t number;
    uint64_t wrong;
} client;

static void *use_pool(void *data) {
    client *c = data;
    for (uint64_t round = 1; round <= c->rounds; round++) {
        sum_run run = {.factor = round * 10 + c->number};
        uint32_t count = (uint32_t)((round + c->number) % 64) + 1;
        run_on(c->pool, count, add_part, &run);
        if (!sum_is_right(&run, count))
            c->wrong++;
    }
    return NULL;
}

static void several_threads_share_a_pool(void **state) {
    (void)state;
    tact_pool *pool = make_pool(3);
    client clients[5];
    for (uint64_t i = 0; i < 5; i++) {
        clients[i] = (client){.pool = pool, .rounds = test_case_count(3000, 300000), .number = i};
        assert_int_equal(pthread_create(&clients[i].thread, NULL, use_pool, &clients[i]), 0);
    }
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(pthread_join(clients[i].thread, NULL), 0);
        assert_int_equal(clients[i].wrong, 0);
    }
    /* The pool is free again afterwards. */
    free(hold_meeting(pool));
    tact_pool_destroy(pool);
}

static void several_contexts_share_a_pool(void **state) {
    (void)state;
    tact_pool *pool = make_pool(3);
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pool);
    for (uint64_t i = 1; i <= 3; i++) {
        tact_context *context;
        assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
        sum_run run = {.factor = i};
        tact_context_run(context, 64, add_part, &run);
        assert_true(sum_is_right(&run, 64));
        tact_context_destroy(context);
    }
    tact_pool_destroy(pool);
}

/* ---- Memory --------------------------------------------------------------------------------- */

static void every_failed_allocation_is_reported(void **state) {
    (void)state;
    test_allocator counter;
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(&counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    const uint64_t live = counter.live;
    const uint64_t live_bytes = counter.live_bytes;
    for (uint64_t nth = 1;; nth++) {
        counter.fail_at = counter.calls + nth;
        tact_pool *pool = untouched;
        tact_status status = tact_pool_create(context, 3, &pool);
        if (status == TACT_OK) {
            assert_true(nth > 1);
            assert_true(counter.calls < counter.fail_at);
            assert_true(counter.live > live);
            check_visits(pool, 100);
            tact_pool_destroy(pool);
            assert_int_equal(counter.live, live);
            assert_int_equal(counter.live_bytes, live_bytes);
            break;
        }
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
        assert_ptr_equal(pool, untouched);
        assert_int_equal(counter.live, live);
        assert_int_equal(counter.live_bytes, live_bytes);
    }
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worker_counts_are_checked),
        cmocka_unit_test(every_piece_is_run_once),
        cmocka_unit_test(the_largest_pool_works),
        cmocka_unit_test(pools_come_and_go),
        cmocka_unit_test(all_workers_work_at_the_same_time),
        cmocka_unit_test(threads_leave_signals_to_the_program),
        cmocka_unit_test(threads_have_the_default_float_mode),
        cmocka_unit_test(many_short_runs_are_all_complete),
        cmocka_unit_test(nested_runs_stay_on_their_thread),
        cmocka_unit_test(several_threads_share_a_pool),
        cmocka_unit_test(several_contexts_share_a_pool),
        cmocka_unit_test(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
