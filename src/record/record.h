/* SPDX-License-Identifier: MIT */
/* The struct behind a recording: flat arrays, which calls refer to by first and count. Objects go
 * by their numbers, so that a part of a recording is a recording as well. */
#ifndef TACTI_RECORD_RECORD_H
#define TACTI_RECORD_RECORD_H

#include <tact/record.h>

#include "base/array.h"
#include "base/message.h"

#define TACTI_RECORDING_HEAD "tact-recording 1\n"

/* No model, for the second instance of a question about one. */
#define TACTI_NO_MODEL UINT32_MAX

typedef enum tacti_call_kind {
    TACTI_CALL_ADD,      /* count objects from first on */
    TACTI_CALL_REMOVE,   /* count numbers of objects */
    TACTI_CALL_MOVE,     /* count moves */
    TACTI_CALL_WRITE,    /* one write */
    TACTI_CALL_INTEREST, /* one interest */
    TACTI_CALL_STEP,     /* one step */
    TACTI_CALL_ASK       /* one question */
} tacti_call_kind;

typedef struct tacti_call {
    tacti_call_kind kind;
    uint32_t first;
    uint32_t count;
} tacti_call;

typedef struct tacti_recorded_model {
    tact_model *model;   /* a reference */
    uint32_t first_part; /* compounds: the models of the parts, in part_models */
} tacti_recorded_model;

typedef struct tacti_recorded_object {
    tact_object object; /* as it was added; without user pointers */
    uint32_t model;     /* its number */
    size_t name;        /* where its name begins */
} tacti_recorded_object;

typedef struct tacti_recorded_move {
    uint32_t object;
    tact_pose pose;
} tacti_recorded_move;

typedef struct tacti_recorded_write {
    uint32_t number;
    tact_object object;
} tacti_recorded_write;

typedef struct tacti_recorded_interest {
    bool is_pair;   /* of objects; otherwise of groups */
    bool is_absent; /* a pair's interest is taken back */
    uint32_t a, b;
    tact_interest interest;
} tacti_recorded_interest;

typedef struct tacti_recorded_step {
    double seconds;
    tact_status status;
    uint64_t hash; /* of the world after it */
} tacti_recorded_step;

typedef struct tacti_recorded_ask {
    tact_asked asked;     /* its options are below, its cache among the bytes */
    tact_options options; /* without pointers */
    uint32_t model[2];    /* their numbers; TACTI_NO_MODEL */
    size_t cache;         /* where the bytes of the cache begin */
    uint32_t cache_bytes; /* 0: no cache */
    tact_status status;   /* the answer's */
    size_t answer;        /* where its words begin */
    uint32_t answer_count;
} tacti_recorded_ask;

TACTI_ARRAY_DEFINE(tacti_recorded_models, tacti_recorded_model);
TACTI_ARRAY_DEFINE(tacti_recorded_objects, tacti_recorded_object);
TACTI_ARRAY_DEFINE(tacti_recorded_moves, tacti_recorded_move);
TACTI_ARRAY_DEFINE(tacti_recorded_writes, tacti_recorded_write);
TACTI_ARRAY_DEFINE(tacti_recorded_interests, tacti_recorded_interest);
TACTI_ARRAY_DEFINE(tacti_recorded_steps, tacti_recorded_step);
TACTI_ARRAY_DEFINE(tacti_recorded_asks, tacti_recorded_ask);
TACTI_ARRAY_DEFINE(tacti_calls, tacti_call);
TACTI_ARRAY_DEFINE(tacti_counts, uint32_t);
TACTI_ARRAY_DEFINE(tacti_words, uint64_t);
TACTI_ARRAY_DEFINE(tacti_letters, char);
TACTI_ARRAY_DEFINE(tacti_ids, tact_object_id);

struct tact_recording {
    const tact_context *context;
    tact_status status; /* why it is incomplete */
    tact_world *world;  /* that is being recorded, or NULL */
    bool had_world;
    tacti_recorded_models models;
    tacti_counts part_models;
    tacti_counts table; /* a hash table from addresses of models to their numbers + 1 */
    tacti_recorded_objects objects;
    tacti_counts numbers;
    tacti_recorded_moves moves;
    tacti_recorded_writes writes;
    tacti_recorded_interests interests;
    tacti_recorded_steps steps;
    tacti_recorded_asks asks;
    tacti_words answers;
    tacti_letters caches;
    tacti_letters names; /* begins with the empty name; each is terminated */
    tacti_calls calls;
    tacti_counts by_slot; /* while a world is recorded: the number of the object of a slot */
    tacti_letters text;   /* as it was printed last */
};

/* ---- Adding to a recording ---------------------------------------------------------------- */

/* The number of a model, which is added with its parts if it is new. */
tact_status tacti_record_model(tact_recording *recording, const tact_model *model, uint32_t *out);
/* Adds a model that is certainly new, with the reference of the caller. */
tact_status tacti_record_new_model(tact_recording *recording, tact_model *model, uint32_t *out);
tact_status tacti_record_call(tact_recording *recording, tacti_call_kind kind, size_t first,
                              size_t count);
/* Sets the name of an object by its number. */
tact_status tacti_record_name(tact_recording *recording, uint32_t object, const char *name);
bool tacti_is_object_name(const char *name);

/* ---- Questions ---------------------------------------------------------------------------- */

/* The most words of an answer. */
#define TACTI_ANSWER_WORDS 64

/* An answer as words, whose meaning depends on the question alone. */
typedef struct tacti_answer {
    tact_status status;
    uint32_t count;
    uint64_t words[TACTI_ANSWER_WORDS];
    const char *names[TACTI_ANSWER_WORDS]; /* what each word is */
    uint64_t work;
} tacti_answer;

/* Asks a question. The status of this function is TACT_OUT_OF_MEMORY if it could not be asked. */
tact_status tacti_ask_again(const tact_context *context, const tact_asked *asked,
                            const tact_options *options, tacti_answer *out);
/* Whether a question is about two instances. */
static inline bool tacti_is_about_two(tact_question question) {
    return (unsigned)question < TACT_QUESTION_SELF;
}

/* ---- Candidates --------------------------------------------------------------------------- */

/* Copies a recording without some objects and calls. keeps_object and keeps_call have one byte
 * each; NULL keeps all. */
tact_status tacti_recording_part(const tact_recording *recording, const uint8_t *keeps_object,
                                 const uint8_t *keeps_call, tact_recording **out);

/* ---- Replay ------------------------------------------------------------------------------- */

/* What a replay writes down, if the caller asks: for each call whether the world accepted it, and
 * what it gave. */
typedef struct tacti_replay_notes {
    tact_recording *recording; /* the one that is replayed */
    uint8_t *keeps_call;
} tacti_replay_notes;

/* Replays. With notes it goes on after differences and writes down what is found. */
tact_status tacti_replay(const tact_recording *recording, const tact_context *context,
                         const tact_replay_options *options, const tacti_replay_notes *notes,
                         tact_replay_report *out);

#endif
