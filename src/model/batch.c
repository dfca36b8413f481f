/* SPDX-License-Identifier: MIT */
/* Many questions at once, on the context's executor. A task takes pairs, each at all poses in
 * order, so that a cache serves from pose to pose and every answer depends on its own pair alone:
 * the same bits come out for any number of threads. Without caches a task takes single questions.
 */
#include "base/message.h"
#include "base/parallel.h"
#include "model/ask.h"
#include "model/refused.h"

/* Questions that one task answers: enough to be worth handing out, few enough to balance. */
#define GRAIN 16

/* Answers one question into result; list is one of the lists or sets of the batch. */
typedef tact_status asker(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_cache *cache, void *list, void *result);

typedef struct run {
    const tact_batch *batch;
    tact_options options; /* without a place for the error */
    asker *ask;
    void *const *lists; /* NULL for none */
    char *results;
    size_t stride;
    tacti_refused refused;
} run;

/* ---- One question ------------------------------------------------------------------------- */

static tact_instance place(const tact_batch *batch, uint32_t pose, uint32_t instance) {
    tact_instance placed = batch->instances[instance];
    if (batch->poses != NULL)
        placed.pose = batch->poses[(size_t)pose * batch->instance_count + instance];
    return placed;
}

static tact_status answer(const run *r, uint32_t pose, uint32_t pair, const tact_options *options) {
    const tact_batch *batch = r->batch;
    size_t i = (size_t)pose * batch->pair_count + pair;
    uint32_t number[2] = {2 * pair, 2 * pair + 1};
    if (batch->pairs != NULL) {
        number[0] = batch->pairs[pair][0];
        number[1] = batch->pairs[pair][1];
    }
    if (number[0] >= batch->instance_count || number[1] >= batch->instance_count)
        return TACT_INVALID_ARGUMENT;
    tact_instance a = place(batch, pose, number[0]), b = place(batch, pose, number[1]);
    tact_cache *cache = batch->caches != NULL ? &batch->caches[pair] : NULL;
    return r->ask(&a, &b, options, cache, r->lists != NULL ? r->lists[i] : NULL,
                  r->results + i * r->stride);
}

static void answer_one(run *r, uint32_t pose, uint32_t pair) {
    size_t i = (size_t)pose * r->batch->pair_count + pair;
    tact_status status = answer(r, pose, pair, &r->options);
    if (r->batch->statuses != NULL)
        r->batch->statuses[i] = (uint8_t)status;
    else if (status != TACT_OK)
        tacti_refused_note(&r->refused, i, status);
}

static void answer_pairs(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    run *r = data;
    (void)chunk;
    (void)worker;
    for (size_t pair = range.begin; pair < range.end; pair++)
        for (uint32_t pose = 0; pose < r->batch->pose_count; pose++)
            answer_one(r, pose, (uint32_t)pair);
}

static void answer_questions(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    run *r = data;
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i++)
        answer_one(r, (uint32_t)(i / r->batch->pair_count), (uint32_t)(i % r->batch->pair_count));
}

/* ---- All of them -------------------------------------------------------------------------- */

static tact_error *error_of(const tact_batch *batch) {
    return batch != NULL && batch->options != NULL && batch->options->size == sizeof *batch->options
               ? batch->options->error
               : NULL;
}

static tact_status check(const tact_batch *batch, const void *results) {
    if (batch == NULL)
        return TACT_INVALID_ARGUMENT;
    if (batch->pair_count == 0 || batch->pose_count == 0)
        return TACT_OK;
    bool is_right = batch->instances != NULL && results != NULL &&
                    (batch->poses != NULL || batch->pose_count == 1) &&
                    (batch->options == NULL || (batch->options->size == sizeof *batch->options &&
                                                batch->options->proof == NULL));
    return is_right ? TACT_OK : TACT_INVALID_ARGUMENT;
}

static tact_status answer_all(const tact_context *context, run *r, size_t result_bytes) {
    const tact_batch *batch = r->batch;
    tact_status status = check(batch, r->results);
    if (status != TACT_OK)
        return tacti_error_set(error_of(batch), status, 0, TACT_NO_INDEX,
                               "a batch needs instances and results, one pose if there are no "
                               "poses, and no proof");
    r->stride = batch->result_stride != 0 ? batch->result_stride : result_bytes;
    r->options = batch->options != NULL ? *batch->options : tact_options_default();
    r->options.error = NULL;
    tacti_refused_clear(&r->refused);
    size_t pairs = batch->pair_count, poses = batch->pose_count;
    if (batch->caches != NULL)
        tacti_parallel_for(context, pairs, poses >= GRAIN ? 1 : GRAIN / poses, answer_pairs, r);
    else
        tacti_parallel_for(context, pairs * poses, GRAIN, answer_questions, r);
    size_t i;
    if (!tacti_refused_read(&r->refused, &i, &status))
        return TACT_OK;
    tact_error reason = {.text = ""};
    r->options.error = &reason; /* once more, for the reason */
    (void)answer(r, (uint32_t)(i / pairs), (uint32_t)(i % pairs), &r->options);
    return tacti_error_set(error_of(batch), status, 0, i, "question %zu of the batch: %s", i,
                           reason.text[0] != 0 ? reason.text : tact_status_text(status));
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
