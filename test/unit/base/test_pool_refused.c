/* SPDX-License-Identifier: MIT */
/* What happens when the system refuses a thread or a lock. The linker redirects the calls of this
 * binary to the functions below (--wrap). They fail on request and count what was started. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

typedef struct system_calls {
    unsigned calls;   /* so far */
    unsigned fail_at; /* the call (from 1) that fails; 0 for none */
} system_calls;

static system_calls thread_calls, mutex_calls, cond_calls, attribute_calls;

static bool fails(system_calls *calls) {
    return ++calls->calls == calls->fail_at;
}

int __real_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *data);
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *data);
int __real_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int __real_pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes);
int __wrap_pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes);

int __real_pthread_attr_init(pthread_attr_t *attributes);
int __wrap_pthread_attr_init(pthread_attr_t *attributes);

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *data) {
    return fails(&thread_calls) ? EAGAIN : __real_pthread_create(id, attributes, start, data);
}

int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    return fails(&mutex_calls) ? ENOMEM : __real_pthread_mutex_init(mutex, attributes);
}

int __wrap_pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes) {
    return fails(&cond_calls) ? ENOMEM : __real_pthread_cond_init(cond, attributes);
}

int __wrap_pthread_attr_init(pthread_attr_t *attributes) {
    return fails(&attribute_calls) ? ENOMEM : __real_pthread_attr_init(attributes);
}

static tact_pool *const untouched = (tact_pool *)(uintptr_t)0x40;

/* Creates a pool of 8 workers while call number fail_at fails; returns the status. */
static tact_status make_refused_pool(system_calls *calls, unsigned fail_at) {
    test_allocator counter;
    tact_context *context = test_context_make(&counter);
    const uint64_t live = counter.live;
    *calls = (system_calls){0, fail_at};
    tact_pool *pool = untouched;
    tact_status status = tact_pool_create(context, 8, &pool);
    assert_true(fail_at == 0 || status != TACT_OK);
    if (status == TACT_OK)
        tact_pool_destroy(pool);
    else
        assert_ptr_equal(pool, untouched);
    assert_int_equal(counter.live, live);
    tact_context_destroy(context);

    /* The caller's own signals are unblocked again. */
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    assert_int_equal(sigismember(&blocked, SIGINT), 0);
    return status;
}

static void a_refused_thread_ends_the_others(void **state) {
    (void)state;
    assert_int_equal(make_refused_pool(&thread_calls, 0), TACT_OK);
    assert_int_equal(thread_calls.calls, 7); /* the caller is the eighth worker */
    for (unsigned fail_at = 1; fail_at <= 7; fail_at++) {
        assert_int_equal(make_refused_pool(&thread_calls, fail_at), TACT_THREAD_FAILED);
        assert_int_equal(thread_calls.calls, fail_at);
    }
}

static void refused_attributes_start_no_thread(void **state) {
    (void)state;
    thread_calls = (system_calls){0, 0};
    assert_int_equal(make_refused_pool(&attribute_calls, 1), TACT_THREAD_FAILED);
    assert_int_equal(thread_calls.calls, 0);
}

static void a_refused_lock_is_reported(void **state) {
    (void)state;
    assert_int_equal(make_refused_pool(&mutex_calls, 1), TACT_THREAD_FAILED);
    assert_int_equal(make_refused_pool(&cond_calls, 1), TACT_THREAD_FAILED);
    assert_int_equal(make_refused_pool(&cond_calls, 2), TACT_THREAD_FAILED);
    assert_int_equal(make_refused_pool(&cond_calls, 0), TACT_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_thread_ends_the_others),
        cmocka_unit_test(refused_attributes_start_no_thread),
        cmocka_unit_test(a_refused_lock_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
