/* SPDX-License-Identifier: MIT */
/* Many questions at once, on the context's executor. Each answer depends on its own question alone,
 * so the order in which they are asked does not matter. */
#include "base/message.h"
#include "base/parallel.h"
#include "query/query.h"

/* Questions that one task answers: enough to be worth handing out, few enough to balance. */
#define GRAIN 16

typedef struct batch {
    const tact_placed_pair *pairs;
    const tact_query_desc *desc;
    tact_collision *collisions; /* one of these two is NULL */
    tact_separation *separations;
} batch;

static tact_status answer(const batch *b, size_t i) {
    const tact_placed_pair *pair = &b->pairs[i];
    if (b->collisions != NULL)
        return tact_collide(&pair->a, &pair->b, b->desc, pair->cache, &b->collisions[i]);
    return tact_distance(&pair->a, &pair->b, b->desc, pair->cache, &b->separations[i]);
}

static void answer_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i++)
        (void)answer(data, i); /* all questions were checked before */
}

/* Checks every question first, so that none is asked where one cannot be served. */
static tact_status check(const batch *b, size_t count, tact_error *error) {
    for (size_t i = 0; i < count; i++) {
        tacti_pair pair;
        tact_status status = tacti_query_begin(&b->pairs[i].a, &b->pairs[i].b, b->desc, &pair);
        if (status != TACT_OK)
            return tacti_error_set(error, status, 0, i, "pair %zu of the batch: %s", i,
                                   tact_status_name(status));
    }
    return TACT_OK;
}

static tact_status run(const tact_context *context, batch *b, size_t count, tact_error *error) {
    tact_status status = check(b, count, error);
    if (status == TACT_OK)
        tacti_parallel_for(context, count, GRAIN, answer_range, b);
    return status;
}

tact_status tact_collide_batch(const tact_context *context, const tact_placed_pair *pairs,
                               size_t count, const tact_query_desc *desc, tact_error *error,
                               tact_collision *results) {
    if (count > 0 && (pairs == NULL || results == NULL))
        return TACT_INVALID_ARGUMENT;
    return run(context, &(batch){pairs, desc, results, NULL}, count, error);
}

tact_status tact_distance_batch(const tact_context *context, const tact_placed_pair *pairs,
                                size_t count, const tact_query_desc *desc, tact_error *error,
                                tact_separation *results) {
    if (count > 0 && (pairs == NULL || results == NULL))
        return TACT_INVALID_ARGUMENT;
    return run(context, &(batch){pairs, desc, NULL, results}, count, error);
}
