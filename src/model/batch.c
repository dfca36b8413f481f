/* SPDX-License-Identifier: MIT */
/* Many questions about pairs at once, on the context's executor. With caches, a task takes a pair
 * through all its poses in order: its cache then depends on no other pair, and the bits are the
 * same for any number of threads. Without caches, a task takes single questions. */
#include <inttypes.h>

#include "base/assert.h"
#include "base/message.h"
#include "base/parallel.h"
#include "model/ask.h"
#include "model/batch_run.h"

/* Questions per task: enough to be worth handing out, few enough to balance. */
#define GRAIN 16
/* How many questions ahead models are loaded. */
#define AHEAD 4

/* Answers one question into result; list is one of the lists or sets of the batch. */
typedef tact_status asker(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_cache *cache, void *list, void *result);

typedef struct run {
    const tact_batch *batch;
    asker *ask;
    void *const *lists; /* NULL for none */
    char *results;
    size_t stride;
    tacti_batch_run shared;
} run;

/* ---- One question ------------------------------------------------------------------------- */

/* An instance at one of the batch's poses; room is for a copy. */
static inline const tact_instance *place(const tact_batch *batch, uint32_t pose, uint32_t instance,
                                         tact_instance *room) {
    if (batch->poses == NULL)
        return &batch->instances[instance];
    *room = batch->instances[instance];
    room->pose = batch->poses[(size_t)pose * batch->instance_count + instance];
    return room;
}

/* The instances of a pair. */
static inline void find_pair(const tact_batch *batch, uint32_t pair, uint32_t number[2]) {
    number[0] = 2 * pair;
    number[1] = 2 * pair + 1;
    if (batch->pairs != NULL) {
        number[0] = batch->pairs[pair][0];
        number[1] = batch->pairs[pair][1];
    }
}

/* options is NULL for the defaults. */
static tact_status answer(const run *r, uint32_t pose, uint32_t pair, const tact_options *options) {
    const tact_batch *batch = r->batch;
    size_t i = (size_t)pose * batch->pair_count + pair;
    TACTI_ASSERT(pose < batch->pose_count && pair < batch->pair_count);
    uint32_t number[2];
    find_pair(batch, pair, number);
    uint32_t most = number[0] > number[1] ? number[0] : number[1];
    if (most >= batch->instance_count)
        return tacti_error_set(options != NULL ? options->error : NULL, TACT_INVALID_ARGUMENT, 0,
                               TACT_NO_INDEX, "there is no instance %" PRIu32 ", only %" PRIu32,
                               most, batch->instance_count);
    tact_instance room[2];
    const tact_instance *a = place(batch, pose, number[0], &room[0]);
    const tact_instance *b = place(batch, pose, number[1], &room[1]);
    tact_cache *cache = batch->caches != NULL ? &batch->caches[pair] : NULL;
    return r->ask(a, b, options, cache, r->lists != NULL ? r->lists[i] : NULL,
                  r->results + i * r->stride);
}

static tact_status ask_again(const void *data, const tact_options *options, size_t question) {
    const run *r = data;
    uint32_t pose = (uint32_t)(question / r->batch->pair_count);
    uint32_t pair = (uint32_t)(question % r->batch->pair_count);
    tact_status status = answer(r, pose, pair, options);
    tact_error reason = *options->error;
    /* Without a text the question has succeeded this time. */
    if (reason.text[0] != '\0')
        (void)tacti_error_set(options->error, status, 0, reason.index,
                              "pair %" PRIu32 " at pose %" PRIu32 ": %s", pair, pose, reason.text);
    return status;
}

static void answer_one(run *r, uint32_t pose, uint32_t pair) {
    size_t i = (size_t)pose * r->batch->pair_count + pair;
    tact_status status =
        answer(r, pose, pair, r->batch->options != NULL ? &r->shared.options : NULL);
    if (r->batch->statuses != NULL)
        r->batch->statuses[i] = (uint8_t)status;
    else if (status != TACT_OK)
        tacti_batch_note(&r->shared, i, status);
}

static void answer_pairs(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    run *r = data;
    (void)chunk;
    (void)worker;
    for (size_t pair = range.begin; pair < range.end; pair++)
        for (uint32_t pose = 0; pose < r->batch->pose_count; pose++)
            answer_one(r, pose, (uint32_t)pair);
}

/* Begins to load the models of a pair. */
static inline void fetch_pair(const tact_batch *batch, uint32_t pair) {
    uint32_t number[2];
    find_pair(batch, pair, number);
    for (int side = 0; side < 2; side++)
        if (number[side] < batch->instance_count) {
            const char *model = (const char *)batch->instances[number[side]].model;
            __builtin_prefetch(model);
            __builtin_prefetch(model + 128);
        }
}

static void answer_questions(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    run *r = data;
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i++) {
        if (r->batch->pose_count == 1 && i + AHEAD < range.end)
            fetch_pair(r->batch, (uint32_t)(i + AHEAD));
        answer_one(r, (uint32_t)(i / r->batch->pair_count), (uint32_t)(i % r->batch->pair_count));
    }
}

/* ---- All of them -------------------------------------------------------------------------- */

static tact_status answer_all(const tact_context *context, run *r, size_t result_bytes) {
    const tact_batch *batch = r->batch;
    if (batch == NULL)
        return TACT_INVALID_ARGUMENT;
    size_t pairs = batch->pair_count, poses = batch->pose_count;
    if (pairs == 0 || poses == 0)
        return TACT_OK;
    bool is_right = batch->instances != NULL && r->results != NULL &&
                    (batch->poses != NULL || poses == 1) && tacti_batch_takes(batch->options) &&
                    (batch->options == NULL || batch->options->proof == NULL);
    tact_status status = tacti_batch_begin(
        &r->shared, batch->options, is_right,
        "a batch needs instances, results, one pose if poses is NULL, and options without a proof");
    if (status != TACT_OK)
        return status;
    r->stride = batch->result_stride != 0 ? batch->result_stride : result_bytes;
    if (batch->caches != NULL)
        tacti_parallel_for(context, pairs, poses >= GRAIN ? 1 : GRAIN / poses, answer_pairs, r);
    else
        tacti_parallel_for(context, pairs * poses, GRAIN, answer_questions, r);
    return tacti_batch_end(&r->shared, ask_again, r);
}

#define ASKER(name)                                                                                \
    static tact_status ask_##name(const tact_instance *a, const tact_instance *b,                  \
                                  const tact_options *options, tact_cache *cache, void *list,      \
                                  void *result) {                                                  \
        (void)list;                                                                                \
        return tact_##name(a, b, options, cache, result);                                          \
    }                                                                                              \
    tact_status tact_##name##_batch(const tact_context *context, const tact_batch *batch,          \
                                    tact_##name##_result *results) {                               \
        run r = {.batch = batch, .ask = ask_##name, .results = (char *)results};                   \
        return answer_all(context, &r, sizeof *results);                                           \
    }

ASKER(collide)
ASKER(distance)
ASKER(depth)
ASKER(manifold)
ASKER(gradient)

static tact_status ask_classify(const tact_instance *a, const tact_instance *b,
                                const tact_options *options, tact_cache *cache, void *list,
                                void *result) {
    (void)cache;
    (void)list;
    return tact_classify(a, b, options, result);
}

tact_status tact_classify_batch(const tact_context *context, const tact_batch *batch,
                                tact_classify_result *results) {
    run r = {.batch = batch, .ask = ask_classify, .results = (char *)results};
    return answer_all(context, &r, sizeof *results);
}

static tact_status ask_contacts(const tact_instance *a, const tact_instance *b,
                                const tact_options *options, tact_cache *cache, void *list,
                                void *result) {
    (void)cache;
    return tact_contacts(a, b, options, list, result);
}

tact_status tact_contacts_batch(const tact_context *context, const tact_batch *batch,
                                tact_contact_list *const *lists, tact_contacts_result *results) {
    run r = {.batch = batch,
             .ask = ask_contacts,
             .lists = (void *const *)lists,
             .results = (char *)results};
    return answer_all(context, &r, sizeof *results);
}

static tact_status ask_curves(const tact_instance *a, const tact_instance *b,
                              const tact_options *options, tact_cache *cache, void *list,
                              void *result) {
    (void)cache;
    return tact_curves(a, b, options, list, result);
}

tact_status tact_curves_batch(const tact_context *context, const tact_batch *batch,
                              tact_curve_set *const *sets, tact_curves_result *results) {
    run r = {.batch = batch,
             .ask = ask_curves,
             .lists = (void *const *)sets,
             .results = (char *)results};
    return answer_all(context, &r, sizeof *results);
}
