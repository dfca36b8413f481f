/* SPDX-License-Identifier: MIT */
/* The thread pool: POSIX threads behind the executor interface. One run at a time has the threads;
 * its pieces are claimed one by one from an atomic counter, so faster workers take more of them.
 *
 * A run is open while pieces may be left. Threads that wake up join an open run and leave it when
 * the counter is used up; the first one to leave closes it. Late threads then go back to sleep, and
 * the caller waits only for threads that joined. Everything but the counter and the busy flag is
 * guarded by the mutex, which also makes the work of the threads visible to the caller.
 *
 * A run that finds the pool busy, because it was started inside a task or by another thread, is
 * done by its own thread, so a run and the pool never wait for each other.
 *
 * Without threads, the build takes pool_single.c instead. */
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE /* for _SC_NPROCESSORS_ONLN there */

#include <tact/base.h>

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/alloc.h"
#include "base/services.h"

/* The least stack of a thread. Systems start threads with as little as 128 KiB; the deepest query
 * takes about 200 KiB (test/unit/surface/test_stack.c measures it), several times that with
 * sanitizers, and tasks of the caller need some too. Memory is used only as deep as a thread
 * reaches. */
#define LEAST_STACK_BYTES ((size_t)1 << 20)

typedef struct pool_thread {
    tact_pool *pool;
    uint32_t worker; /* from 1: the thread that calls run is worker 0 */
    pthread_t id;
} pool_thread;

typedef struct pool_run {
    uint32_t count;
    tact_task *task;
    void *data;
} pool_run;

struct tact_pool {
    const tact_context *context;
    uint32_t worker_count;
    uint32_t thread_count; /* threads that were started */
    pool_thread *threads;  /* worker_count - 1 */
    atomic_bool busy;      /* a run has the threads */

    pthread_mutex_t mutex;
    pthread_cond_t run_opened; /* or stopping */
    pthread_cond_t all_left;
    pool_run run;
    bool open;
    bool stopping;
    /* Both change under the mutex only; threads that spin read them without. */
    _Atomic uint32_t joined; /* threads at work on the run */
    _Atomic uint64_t opened; /* runs so far */

    /* The next piece to be claimed. Each worker goes beyond the count only once, so 64 bits do not
     * wrap. It has its own cache line because all workers write it. */
    _Alignas(TACTI_CACHE_LINE) _Atomic uint64_t next;
};

static void claim_pieces(tact_pool *pool, const pool_run *run, uint32_t worker) {
    for (;;) {
        /* The mutex orders everything else. The counter only has to return each number once. */
        uint64_t index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (index >= run->count)
            return;
        TACTI_ASSERT(worker < pool->worker_count);
        run->task(run->data, (uint32_t)index, worker);
    }
}

/* Runs often follow each other within microseconds, but waking a thread takes tens of them. So a
 * thread looks for the next run for about as long before it sleeps. */
#define SPINS 2000

static void rest_a_moment(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* Waits a little for another run than the last one. */
static void spin_for_run(const tact_pool *pool, uint64_t last) {
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(&pool->opened, memory_order_relaxed) != last)
            return;
        rest_a_moment();
    }
}

/* Waits a little for the threads to leave the run. */
static void spin_for_end(const tact_pool *pool) {
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(&pool->joined, memory_order_relaxed) == 0)
            return;
        rest_a_moment();
    }
}

static void *thread_main(void *data) {
    const pool_thread *thread = data;
    tact_pool *pool = thread->pool;
    /* A thread inherits its creator's mode; results must not depend on that. */
    fesetenv(FE_DFL_ENV);
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (!pool->open && !pool->stopping)
            pthread_cond_wait(&pool->run_opened, &pool->mutex);
        if (pool->stopping)
            break;
        pool_run run = pool->run;
        pool->joined++;
        pthread_mutex_unlock(&pool->mutex);
        claim_pieces(pool, &run, thread->worker);
        pthread_mutex_lock(&pool->mutex);
        TACTI_ASSERT(pool->joined > 0);
        pool->open = false;
        if (--pool->joined == 0)
            pthread_cond_signal(&pool->all_left);
        uint64_t last = pool->opened;
        pthread_mutex_unlock(&pool->mutex);
        spin_for_run(pool, last);
        pthread_mutex_lock(&pool->mutex);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static void open_run(tact_pool *pool, const pool_run *run) {
    TACTI_ASSERT(run->count > 1);
    uint32_t helpers = run->count - 1;
    if (helpers > pool->thread_count)
        helpers = pool->thread_count;
    pthread_mutex_lock(&pool->mutex);
    TACTI_ASSERT(!pool->open && pool->joined == 0);
    pool->run = *run;
    pool->open = true;
    pool->opened++;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 0; i < helpers; i++)
        pthread_cond_signal(&pool->run_opened);
}

static void close_run(tact_pool *pool) {
    spin_for_end(pool);
    pthread_mutex_lock(&pool->mutex);
    pool->open = false;
    while (pool->joined > 0)
        pthread_cond_wait(&pool->all_left, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

static void pool_execute(void *user, uint32_t count, tact_task *task, void *data) {
    tact_pool *pool = user;
    if (count <= 1 || pool->thread_count == 0 ||
        atomic_exchange_explicit(&pool->busy, true, memory_order_acquire)) {
        tacti_run_here(NULL, count, task, data);
        return;
    }
    pool_run run = {count, task, data};
    open_run(pool, &run);
    claim_pieces(pool, &run, 0);
    close_run(pool);
    atomic_store_explicit(&pool->busy, false, memory_order_release);
}

/* ---- Start and end -------------------------------------------------------------------------- */

static uint32_t processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count < 1)
        return 1;
    return count > TACTI_MOST_WORKERS ? TACTI_MOST_WORKERS : (uint32_t)count;
}

/* Signals for the program go to the program's own threads. Not blocked: signals of the thread's own
 * faults, and a profiler's clock. */
static void block_signals(sigset_t *before) {
    const int kept[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPROF};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        sigdelset(&blocked, kept[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, before);
}

/* The system's default attributes, with a larger stack if theirs is too small; false if refused. */
static bool init_attributes(pthread_attr_t *attributes) {
    if (pthread_attr_init(attributes) != 0)
        return false;
    size_t bytes = 0;
    if (pthread_attr_getstacksize(attributes, &bytes) == 0 &&
        (bytes >= LEAST_STACK_BYTES ||
         pthread_attr_setstacksize(attributes, LEAST_STACK_BYTES) == 0))
        return true;
    pthread_attr_destroy(attributes);
    return false;
}

/* Starts all threads, which inherit the signal mask; false if one is refused. */
static bool start_threads(tact_pool *pool) {
    sigset_t before;
    pthread_attr_t attributes;
    if (!init_attributes(&attributes))
        return false;
    block_signals(&before);
    bool started = true;
    while (started && pool->thread_count < pool->worker_count - 1) {
        pool_thread *thread = &pool->threads[pool->thread_count];
        thread->pool = pool;
        thread->worker = pool->thread_count + 1;
        started = pthread_create(&thread->id, &attributes, thread_main, thread) == 0;
        if (started)
            pool->thread_count++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

static void stop_threads(tact_pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    pool->stopping = true;
    pthread_mutex_unlock(&pool->mutex);
    pthread_cond_broadcast(&pool->run_opened);
    for (uint32_t i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i].id, NULL);
    pool->thread_count = 0;
}

static bool init_locks(tact_pool *pool) {
    if (pthread_mutex_init(&pool->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&pool->run_opened, NULL) == 0) {
        if (pthread_cond_init(&pool->all_left, NULL) == 0)
            return true;
        pthread_cond_destroy(&pool->run_opened);
    }
    pthread_mutex_destroy(&pool->mutex);
    return false;
}

static void release_memory(tact_pool *pool) {
    const tact_context *context = pool->context;
    tacti_release(context, pool->threads, pool->worker_count - 1, sizeof(pool_thread),
                  _Alignof(pool_thread));
    tacti_release(context, pool, 1, sizeof *pool, _Alignof(tact_pool));
}

/* The pool without its locks and threads; NULL for no memory. */
static tact_pool *allocate_pool(const tact_context *context, uint32_t worker_count) {
    TACTI_ASSERT(worker_count > 0 && worker_count <= TACTI_MOST_WORKERS);
    tact_pool *pool = tacti_allocate(context, 1, sizeof *pool, _Alignof(tact_pool));
    if (pool == NULL)
        return NULL;
    *pool = (tact_pool){.context = context, .worker_count = worker_count};
    pool->threads =
        tacti_allocate(context, worker_count - 1, sizeof(pool_thread), _Alignof(pool_thread));
    if (pool->threads == NULL) {
        release_memory(pool);
        return NULL;
    }
    return pool;
}

tact_status tact_pool_create(const tact_context *context, uint32_t worker_count, tact_pool **out) {
    if (out == NULL || worker_count > TACTI_MOST_WORKERS)
        return TACT_INVALID_ARGUMENT;
    tact_pool *pool = allocate_pool(context, worker_count == 0 ? processor_count() : worker_count);
    if (pool == NULL)
        return TACT_OUT_OF_MEMORY;
    if (!init_locks(pool)) {
        release_memory(pool);
        return TACT_THREAD_FAILED;
    }
    if (!start_threads(pool)) {
        tact_pool_destroy(pool);
        return TACT_THREAD_FAILED;
    }
    *out = pool;
    return TACT_OK;
}

void tact_pool_destroy(tact_pool *pool) {
    if (pool == NULL)
        return;
    stop_threads(pool);
    pthread_cond_destroy(&pool->all_left);
    pthread_cond_destroy(&pool->run_opened);
    pthread_mutex_destroy(&pool->mutex);
    release_memory(pool);
}

tact_executor tact_pool_executor(tact_pool *pool) {
    return (tact_executor){pool, pool->worker_count, pool_execute};
}
