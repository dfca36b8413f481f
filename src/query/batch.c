/* SPDX-License-Identifier: MIT */
/* Many questions at once, on the context's executor. Each answer depends on its own question alone,
 * so the order in which they are asked does not matter. */
#include <stdatomic.h>

#include "query/meshes.h"
#include "base/message.h"
#include "base/parallel.h"
#include "query/query.h"

/* Questions that one task answers: enough to be worth handing out, few enough to balance. */
#define GRAIN 16

typedef struct batch {
    const tacti_placed_pair *pairs;
    const tacti_query_desc *desc;
    tacti_mesh_collision *collisions; /* one of these two is NULL */
    tacti_mesh_distance_answer *separations;
    atomic_size_t first_refused; /* the least number of a question that cannot be served */
} batch;

static tact_status answer(const batch *b, size_t i) {
    const tacti_placed_pair *pair = &b->pairs[i];
    if (b->collisions != NULL)
        return tacti_mesh_collide(&pair->a, &pair->b, b->desc, pair->cache, &b->collisions[i]);
    return tacti_mesh_distance(&pair->a, &pair->b, b->desc, pair->cache, &b->separations[i]);
}

static void refuse(batch *b, size_t i) {
    size_t least = atomic_load(&b->first_refused);
    while (i < least && !atomic_compare_exchange_weak(&b->first_refused, &least, i)) {
    }
}

static void answer_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i++)
        if (answer(data, i) != TACT_OK)
            refuse(data, i);
}

static tact_status run(const tact_context *context, batch *b, size_t count, tact_error *error) {
    if (b->desc != NULL && b->desc->proof != NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "a batch takes no proof: ask one by one");
    atomic_init(&b->first_refused, SIZE_MAX);
    tacti_parallel_for(context, count, GRAIN, answer_range, b);
    size_t i = atomic_load(&b->first_refused);
    if (i == SIZE_MAX)
        return TACT_OK;
    tact_status status = answer(b, i); /* once more, for the reason */
    return tacti_error_set(error, status, 0, i, "pair %zu of the batch: %s", i,
                           tact_status_name(status));
}

tact_status tacti_mesh_collide_batch(const tact_context *context, const tacti_placed_pair *pairs,
                                     size_t count, const tacti_query_desc *desc, tact_error *error,
                                     tacti_mesh_collision *results) {
    if (count > 0 && (pairs == NULL || results == NULL))
        return TACT_INVALID_ARGUMENT;
    return run(context, &(batch){.pairs = pairs, .desc = desc, .collisions = results}, count,
               error);
}

tact_status tacti_mesh_distance_batch(const tact_context *context, const tacti_placed_pair *pairs,
                                      size_t count, const tacti_query_desc *desc, tact_error *error,
                                      tacti_mesh_distance_answer *results) {
    if (count > 0 && (pairs == NULL || results == NULL))
        return TACT_INVALID_ARGUMENT;
    return run(context, &(batch){.pairs = pairs, .desc = desc, .separations = results}, count,
               error);
}
