/* SPDX-License-Identifier: MIT */
/**
 * @file base.h
 * The foundation: version, status codes, error messages, and the context that carries the
 * allocator, the log and the executor. Every other header includes this one.
 *
 * Thread safety: a context and a pool may be used from several threads at once. The caller makes
 * sure that no thread uses one before it is created or after it is destroyed.
 */
#ifndef TACT_BASE_H
#define TACT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the library exports. A shared library on Windows is built with TACT_BUILD_SHARED and used
 * with TACT_USE_SHARED; the CMake targets set both. */
#if defined(_WIN32) && defined(TACT_BUILD_SHARED)
#define TACT_API __declspec(dllexport)
#elif defined(_WIN32) && defined(TACT_USE_SHARED)
#define TACT_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define TACT_API __attribute__((visibility("default")))
#else
#define TACT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** @name Version
 * These three lines are the only place where the version is written; the build reads them. @{ */
#define TACT_VERSION_MAJOR 0 /**< Changes if a promise is broken. */
#define TACT_VERSION_MINOR 2 /**< Changes if something is added. */
#define TACT_VERSION_PATCH 0 /**< Changes if something is fixed. */
/** @} */

/** The version of this header as one number: major * 1000000 + minor * 1000 + patch. */
#define TACT_VERSION (TACT_VERSION_MAJOR * 1000000 + TACT_VERSION_MINOR * 1000 + TACT_VERSION_PATCH)

/** The version of the linked library as "major.minor.patch". */
TACT_API const char *tact_version(void);
/** The version of the linked library as one number, like TACT_VERSION. */
TACT_API uint32_t tact_version_number(void);

/* ---- Status ------------------------------------------------------------------------------- */

/** Every status, as X(enumerator, value, text). Names, texts and the enumeration come from this
 * list. Values never change. */
#define TACT_STATUS_LIST(X)                                                                        \
    X(TACT_OK, 0, "the call succeeded")                                                            \
    X(TACT_INVALID_ARGUMENT, 1, "an argument is outside of what the function accepts")             \
    X(TACT_OUT_OF_MEMORY, 2, "the allocator returned no memory")                                   \
    X(TACT_NOT_FINITE, 3, "a number is NaN or infinite")                                           \
    X(TACT_INVALID_POSE, 4, "the pose is not a rotation and a translation")                        \
    X(TACT_INVALID_FLOAT_MODE, 5,                                                                  \
      "the thread does not round to nearest or flushes subnormals to zero")                        \
    X(TACT_THREAD_FAILED, 6, "the system refused to start a thread")                               \
    X(TACT_READ_FAILED, 7, "a file could not be read")                                             \
    X(TACT_WRITE_FAILED, 8, "a file could not be written")                                         \
    X(TACT_INVALID_FILE, 9, "the contents of a file are not what its format asks for")             \
    X(TACT_TOO_LARGE, 10, "more elements than a 32-bit number can count")                          \
    X(TACT_UNSUPPORTED, 11, "this question is not supported for models of these kinds")            \
    X(TACT_NOT_WATERTIGHT, 12, "the mesh is open, so it has no inside")                            \
    X(TACT_NO_INTERIOR, 13,                                                                        \
      "the question needs the inside of a mesh model that was made without one")                   \
    X(TACT_STALE_ID, 14, "the id names an object that was removed, or none")

/** What a fallible function returns. On anything but TACT_OK, outputs are left as they were. */
typedef enum tact_status {
#define TACT_STATUS_ENUMERATOR(name, value, text) name = value,
    TACT_STATUS_LIST(TACT_STATUS_ENUMERATOR)
#undef TACT_STATUS_ENUMERATOR
} tact_status;

/** The enumerator's own name, such as "TACT_OUT_OF_MEMORY"; "unknown status" for other values. */
TACT_API const char *tact_status_name(tact_status status);

/** One line for people, without a full stop; "unknown status" for other values. */
TACT_API const char *tact_status_text(tact_status status);

/** The value of tact_error::index if no element is to blame. */
#define TACT_NO_INDEX UINT64_MAX

/** What went wrong and where, for functions that read data from outside. */
typedef struct tact_error {
    tact_status status; /**< The same status that the function returned. */
    uint64_t line;      /**< Line of the file, from 1; 0 if there is no file. */
    uint64_t index;     /**< Element of the input, from 0; TACT_NO_INDEX if none is to blame. */
    char text[232];     /**< The message, always terminated; what, where, and what to do. */
} tact_error;

/* ---- Context ------------------------------------------------------------------------------ */

/** Memory from the caller. Both functions may be called from several threads at once. */
typedef struct tact_allocator {
    void *user; /**< Passed to both functions. */
    /** Returns bytes (never 0) of memory aligned to alignment (a power of two), or NULL. */
    void *(*allocate)(void *user, size_t bytes, size_t alignment);
    /** Takes back what allocate returned, with the same bytes and alignment; never NULL. */
    void (*release)(void *user, void *memory, size_t bytes, size_t alignment);
} tact_allocator;

/** How much a log line matters. */
typedef enum tact_log_level {
    TACT_LOG_DEBUG = 0,  /**< For the library's developers. */
    TACT_LOG_INFO = 1,   /**< Progress and choices. */
    TACT_LOG_WARNING = 2 /**< Something the caller probably did not intend. */
} tact_log_level;

/** Where log lines go. The library itself never prints. */
typedef struct tact_logger {
    void *user; /**< Passed to write. */
    /** Takes one line without a line break; NULL for no log. May be called from several threads. */
    void (*write)(void *user, tact_log_level level, const char *text);
} tact_logger;

/** A piece of parallel work: element index of the run, by worker (less than worker_count). */
typedef void tact_task(void *data, uint32_t index, uint32_t worker);

/** What runs the pieces. Results never depend on the worker count or on the order of the pieces. */
typedef struct tact_executor {
    void *user;            /**< Passed to run. */
    uint32_t worker_count; /**< The largest number of workers; at least 1. */
    /** Calls task(data, i, worker) once for each i in [0, count) and returns when all have ended.
     * Two calls with the same worker number never overlap in time within one run. */
    void (*run)(void *user, uint32_t count, tact_task *task, void *data);
} tact_executor;

/** Which instructions hot code uses. All levels compute the same bits. */
typedef enum tact_simd_level {
    TACT_SIMD_BASELINE = 0, /**< What every processor of this kind has. */
    TACT_SIMD_AVX2 = 1,     /**< x86-64 with AVX2. */
    TACT_SIMD_AVX512 = 2    /**< x86-64 with AVX-512 F, VL, BW and DQ. */
} tact_simd_level;

/** A short lower-case name such as "avx2"; "unknown level" for other values. */
TACT_API const char *tact_simd_level_name(tact_simd_level level);

/** The best level of this processor, or a lower one that the environment variable TACT_SIMD names
 * ("baseline", "avx2", "avx512"). Determined once per process. */
TACT_API tact_simd_level tact_simd_level_best(void);

/** What a context is made of. */
typedef struct tact_context_desc {
    tact_allocator allocator; /**< Default: malloc and free. */
    tact_logger logger;       /**< Default: no log. */
    tact_executor executor;   /**< Default: the calling thread. */
    /** Of everything that is computed with this context, and of all questions about what is made
     * with it: models, hulls. A question about two models runs at the lower of their levels.
     * Default: tact_simd_level_best(); higher ones count as it. */
    tact_simd_level simd_level;
} tact_context_desc;

/** Carries allocator, log and executor. A function that takes a context uses the defaults if it is
 * NULL. */
typedef struct tact_context tact_context;

/** The defaults: malloc and free, no log, the calling thread. */
TACT_API tact_context_desc tact_context_desc_default(void);

/**
 * Makes a context. Its own memory comes from the allocator in desc.
 * @return TACT_INVALID_ARGUMENT if a callback or a pointer is missing or worker_count is 0,
 *         TACT_INVALID_FLOAT_MODE if tact_float_mode_check() fails, or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_context_create(const tact_context_desc *desc, tact_context **out);

/** Destroys a context. NULL is allowed. Everything made with the context must be gone by then. */
TACT_API void tact_context_destroy(tact_context *context);

/** Runs task on the context's executor for each index below count; context may be NULL. */
TACT_API void tact_context_run(const tact_context *context, uint32_t count, tact_task *task,
                               void *data);

/**
 * Checks that this thread rounds to nearest and keeps subnormals, which every guarantee needs.
 * Contexts, models and hulls are refused otherwise. fesetenv(FE_DFL_ENV) restores the mode of a
 * thread, for example in a program that was linked with -ffast-math.
 * @return TACT_OK or TACT_INVALID_FLOAT_MODE.
 */
TACT_API tact_status tact_float_mode_check(void);

/* ---- Thread pool -------------------------------------------------------------------------- */

/** Threads that wait for work. Any number of contexts may use its executor. */
typedef struct tact_pool tact_pool;

/**
 * Starts a pool. The thread that calls run works too, so worker_count - 1 threads start. On a
 * system without threads a pool has one worker.
 * @param context      memory for the pool; may be NULL
 * @param worker_count 1 to 1024, or 0 for one worker per processor
 * @param out          receives the pool
 * @return TACT_INVALID_ARGUMENT, TACT_OUT_OF_MEMORY, or TACT_THREAD_FAILED if the system refuses a
 *         thread or a lock; threads already started have then ended.
 */
TACT_API tact_status tact_pool_create(const tact_context *context, uint32_t worker_count,
                                      tact_pool **out);

/** Stops the threads and destroys the pool. NULL is allowed. No run may be in progress. */
TACT_API void tact_pool_destroy(tact_pool *pool);

/**
 * The pool as an executor, valid until the pool is destroyed. A run that finds the pool busy (with
 * a run of another thread, or with the one whose task started this run) uses its calling thread
 * alone.
 */
TACT_API tact_executor tact_pool_executor(tact_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
