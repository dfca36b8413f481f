/* SPDX-License-Identifier: MIT */
/**
 * @file record.h
 * Records what a world or a question was given and what it answered, saves that as one file,
 * replays it bit for bit, and shrinks a failing recording.
 *
 * - A *recording* holds models, the calls that changed a world with a hash after each step, and
 *   single questions with their answers. A text file of the library's own format stores all numbers
 *   without loss (docs/record.md).
 * - Objects are numbered from 0 in the order in which they were added. The number stays the
 *   object's own after it was removed.
 * - Calls that the world refused did not change it and are not recorded, except for steps.
 *   Callbacks and user pointers are not recorded either.
 *
 * A recording belongs to one thread at a time.
 */
#ifndef TACT_RECORD_H
#define TACT_RECORD_H

#include <tact/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a world or questions were given and what they answered. */
typedef struct tact_recording tact_recording;

/** Not the number of an object. */
#define TACT_NO_OBJECT UINT32_MAX
/** Bytes of the longest name of an object, its terminator included. */
#define TACT_RECORDING_NAME_BYTES 128

/* ---- Recording ---------------------------------------------------------------------------- */

/** Makes an empty recording. The context must outlive it.
 * @return TACT_INVALID_ARGUMENT or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_recording_create(const tact_context *context, tact_recording **out);
/** Destroys a recording, which ends recording. NULL is allowed. */
TACT_API void tact_recording_destroy(tact_recording *recording);

/**
 * Records all that happens to a world from now on. The recording holds references to the models.
 * If memory for the recording runs out, the world goes on undisturbed, and the recording is
 * incomplete: tact_recording_info::status says so, and saving it fails.
 * @param recording an empty recording
 * @param world     a world to which nothing happened yet and that is not being recorded
 * @return TACT_OK or TACT_INVALID_ARGUMENT.
 */
TACT_API tact_status tact_recording_attach(tact_recording *recording, tact_world *world);
/** Ends recording. Also happens when the world is destroyed. NULL is allowed. */
TACT_API void tact_recording_detach(tact_recording *recording);

/** Gives an object of the attached world a name, for people who read the recording. One line of
 * text, less than TACT_RECORDING_NAME_BYTES.
 * @return TACT_INVALID_ARGUMENT, TACT_STALE_ID or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_recording_set_name(tact_recording *recording, tact_object_id id,
                                             const char *name);

/** A question to be asked and recorded. */
typedef struct tact_asked {
    tact_question question;      /**< What is asked. */
    uint32_t reserved;           /**< 0. */
    tact_instance a;             /**< The first instance, or the only one. */
    tact_instance b;             /**< The second one; without a model for questions about one. */
    tact_ray ray;                /**< For TACT_QUESTION_RAYCAST. */
    tact_vec3 point;             /**< For TACT_QUESTION_NEAREST and TACT_QUESTION_INSIDE. */
    const tact_options *options; /**< NULL for the defaults. */
    tact_cache *cache;           /**< NULL for none; otherwise used and changed. */
} tact_asked;

/**
 * Asks a question and records it with the answer: outcome, numbers, elements and points, and a
 * hash of lists. A question that fails is recorded with its status, which is then what the replay
 * must give; the function returns TACT_OK. The work, a proof, and an error text are not recorded.
 * @return TACT_INVALID_ARGUMENT, TACT_UNSUPPORTED (the question depends on a clock or a cancel
 *         function, or asks for a proof) or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_recording_ask(tact_recording *recording, const tact_asked *asked);

/** What a recording holds. */
typedef struct tact_recording_info {
    tact_status status;      /**< TACT_OK; otherwise why the recording is incomplete. */
    uint32_t model_count;    /**< Models; parts of compounds count, too. */
    uint32_t object_count;   /**< Objects that were ever added. */
    uint32_t call_count;     /**< Calls that changed the world, and questions. */
    uint32_t step_count;     /**< Steps among them. */
    uint32_t question_count; /**< Questions among them. */
    uint64_t reserved[4];    /**< 0. */
} tact_recording_info;

/** Returns what a recording holds. */
TACT_API tact_recording_info tact_recording_inspect(const tact_recording *recording);
/** Returns the name of an object by its number; "" if it has none. It lives until the recording
 * changes. */
TACT_API const char *tact_recording_name(const tact_recording *recording, uint32_t object);

/* ---- Files -------------------------------------------------------------------------------- */

/** Writes the recording as text. It belongs to the recording, until that changes or is destroyed.
 * @return TACT_INVALID_ARGUMENT, tact_recording_info::status, or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_recording_print(tact_recording *recording, const char **text,
                                          size_t *bytes);
/** Writes the recording to a file, as tact_write_bytes() does.
 * @return the statuses of tact_recording_print() and tact_write_bytes(). */
TACT_API tact_status tact_recording_save(tact_recording *recording, const char *path,
                                         tact_error *error);

/**
 * Reads a recording and makes its models. The file may be hostile. Memory grows with what was read,
 * never with what a number announces. error (may be NULL) says what is wrong, and in which line.
 * @return TACT_INVALID_ARGUMENT, TACT_INVALID_FILE, TACT_OUT_OF_MEMORY, TACT_INVALID_FLOAT_MODE, or
 *         the status of a file that cannot be read.
 */
TACT_API tact_status tact_recording_load(const tact_context *context, const char *path,
                                         tact_error *error, tact_recording **out);
/** The same for a file in memory. Messages call it "recording". */
TACT_API tact_status tact_recording_parse(const tact_context *context, const void *data,
                                          size_t bytes, tact_error *error, tact_recording **out);

/* ---- Replay ------------------------------------------------------------------------------- */

/** A step of a replay. */
typedef struct tact_replay_step {
    uint32_t step;             /**< Its number, from 0. */
    tact_status status;        /**< Of the step now. */
    uint64_t hash;             /**< Of the world now. */
    const tact_world *world;   /**< The world, for tact_world_events() and queries. */
    const tact_object_id *ids; /**< The ids of the objects by their numbers; zero for those that
                                    were not added yet. */
    const uint32_t *newest;    /**< By the slot of an id: the object that had it last. */
    uint32_t object_count;     /**< How many ids. */
    uint32_t slot_count;       /**< How many slots. */
} tact_replay_step;

/** The number of the object that an id names or named; TACT_NO_OBJECT if there is none. */
TACT_API uint32_t tact_replay_object(const tact_replay_step *step, tact_object_id id);

/** How to replay. */
typedef struct tact_replay_options {
    uint32_t size;     /**< Size of this struct; tact_replay_options_default() sets it. */
    uint32_t reserved; /**< 0. */
    uint64_t budget;   /**< The replay stops once steps and their objects, pairs of boxes and
                          questions   exceed it. A question counts its tests. Default: UINT64_MAX. */
    bool (*visit)(void *user, const tact_replay_step *step); /**< Is called after each step; false
                                                                  stops. Default: NULL. */
    void *user;                                              /**< Passed to visit. */
} tact_replay_options;

/** Returns the defaults. */
static inline tact_replay_options tact_replay_options_default(void) {
    tact_replay_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.budget = UINT64_MAX;
    return options;
}

/** How a replay ended. */
typedef enum tact_replay_outcome {
    TACT_REPLAY_EQUAL = 0,     /**< Every bit that was recorded came out again. */
    TACT_REPLAY_DIFFERENT = 1, /**< Something differs; the report says what. */
    TACT_REPLAY_STOPPED = 2 /**< The budget ran out or visit ended it; until then all was equal. */
} tact_replay_outcome;

/** What a replay found. */
typedef struct tact_replay_report {
    tact_replay_outcome outcome; /**< How it ended. */
    tact_status status;          /**< If a step or question gave another status: this one. */
    uint32_t call;               /**< The number of the call that differs, from 0. */
    uint32_t step;               /**< The number of the step that differs, or that would be next. */
    uint32_t steps;              /**< Steps that were replayed. */
    uint32_t questions;          /**< Questions that were asked. */
    uint64_t recorded;           /**< What was recorded, as the bits of a hash or a number, */
    uint64_t found;              /**< and what came out. */
    uint64_t hash;               /**< Of all worlds and answers of the replay. */
    uint64_t reserved[4];        /**< 0. */
    char text[160];              /**< What differs; empty if nothing does. */
} tact_replay_report;

/**
 * Does all that was recorded again and compares the bits. It ends at the first difference. What was
 * recorded does not change.
 * @param recording the recording
 * @param context   memory and workers of the replay; may be NULL. The SIMD level is at most that of
 *                  the context with which the recording was made or loaded.
 * @param options   NULL for the defaults
 * @param out       receives what was found
 * @return TACT_INVALID_ARGUMENT, TACT_OUT_OF_MEMORY or TACT_INVALID_FLOAT_MODE.
 */
TACT_API tact_status tact_recording_replay(const tact_recording *recording,
                                           const tact_context *context,
                                           const tact_replay_options *options,
                                           tact_replay_report *out);

/** Replays a recording and records what comes out now in the place of what was recorded. Calls that
 * the world refuses are taken out.
 * @return TACT_INVALID_ARGUMENT, TACT_OUT_OF_MEMORY or TACT_INVALID_FLOAT_MODE. */
TACT_API tact_status tact_recording_refresh(tact_recording *recording, const tact_context *context);

/* ---- Minimise ----------------------------------------------------------------------------- */

/** Whether a candidate still fails. A candidate holds what its own replay gives
 * (tact_recording_refresh()). The test may replay, print and save it. */
typedef bool tact_recording_test(void *user, tact_recording *candidate);

/** How far minimising has come. */
typedef struct tact_minimise_progress {
    uint64_t tests;       /**< Candidates tested. */
    uint64_t failing;     /**< Those of them that failed, each smaller than the one before. */
    uint32_t objects;     /**< Objects of the smallest failing candidate, */
    uint32_t calls;       /**< and its calls. */
    uint64_t reserved[2]; /**< 0. */
} tact_minimise_progress;

/** How to minimise. */
typedef struct tact_minimise_options {
    uint32_t size;     /**< Size of this struct; tact_minimise_options_default() sets it. */
    uint32_t reserved; /**< 0. */
    const tact_context *context; /**< Of the replays. Default: NULL. */
    tact_recording_test *test;   /**< Whether a candidate fails. No default. */
    void *user;                  /**< Passed to test and progress. */
    uint64_t most_tests;         /**< The most candidates to test. Default: UINT64_MAX. */
    bool (*progress)(void *user, const tact_minimise_progress *progress); /**< Is called after each
                                     test; false ends it with what was reached. Default: NULL. */
} tact_minimise_options;

/** Returns the defaults. */
static inline tact_minimise_options tact_minimise_options_default(void) {
    tact_minimise_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.most_tests = UINT64_MAX;
    return options;
}

/**
 * Shrinks a recording that fails: first the steps at the end, then objects, then calls (steps,
 * moves, interests, questions), as long as something smaller still fails. At the end, no single
 * object and no single call can be left out.
 * An object without a name gets the name "#N", where N is its number in the recording.
 * @param recording a recording that fails
 * @param options   the test
 * @param out       receives the smaller recording, which holds what its own replay gives
 * @param progress  receives how many tests it took; may be NULL
 * @return TACT_INVALID_ARGUMENT (also if the recording does not fail), TACT_OUT_OF_MEMORY or
 *         TACT_INVALID_FLOAT_MODE.
 */
TACT_API tact_status tact_recording_minimise(const tact_recording *recording,
                                             const tact_minimise_options *options,
                                             tact_recording **out,
                                             tact_minimise_progress *progress);

#ifdef __cplusplus
}
#endif

#endif
