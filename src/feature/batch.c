/* SPDX-License-Identifier: MIT */
/* Batches of questions: eight at a time, in chunks on the threads of the context. */
#include <string.h>

#include "base/parallel.h"
#include "feature/impact.h"
#include "math/vec.h"

/* A chunk takes some tens of microseconds. */
#define GRAIN 1024

typedef struct run {
    const tact_impact_batch *batch;
    tact_impact_options options;
    tacti_impact_first *first;
    tact_impact_result *results;
} run;

static void answer_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    run *r = data;
    const tact_impact_batch *batch = r->batch;
    for (size_t i = range.begin; i < range.end; i += TACTI_IMPACT_LANES) {
        size_t count = range.end - i < TACTI_IMPACT_LANES ? range.end - i : TACTI_IMPACT_LANES;
        const uint32_t(*vertices)[4] = batch->vertices + i;
        uint32_t last[TACTI_IMPACT_LANES][4];
        if (count < TACTI_IMPACT_LANES) {
            for (size_t k = 0; k < TACTI_IMPACT_LANES; k++)
                memcpy(last[k], vertices[k < count ? k : 0], sizeof last[k]);
            vertices = (const uint32_t(*)[4])last;
        }
        tacti_impact_answer(r->first, batch->kind, batch->start, batch->end, vertices,
                            (uint32_t)count, &r->options, r->results + i);
    }
}

static tact_status check(const tact_impact_batch *batch) {
    if (batch->count == 0)
        return TACT_OK;
    if (batch->start == NULL || batch->end == NULL || batch->vertices == NULL)
        return TACT_INVALID_ARGUMENT;
    for (size_t i = 0; i < batch->vertex_count; i++)
        if (!tacti_vec3_is_finite(batch->start[i]) || !tacti_vec3_is_finite(batch->end[i]))
            return TACT_NOT_FINITE;
    uint32_t largest = 0;
    for (size_t i = 0; i < batch->count; i++)
        for (int k = 0; k < 4; k++)
            largest = batch->vertices[i][k] > largest ? batch->vertices[i][k] : largest;
    return largest < batch->vertex_count ? TACT_OK : TACT_INVALID_ARGUMENT;
}

tact_status tact_impact_batch_run(const tact_context *context, const tact_impact_batch *batch,
                                  tact_impact_result *results) {
    if (batch == NULL || (results == NULL && batch->count > 0) ||
        (unsigned)batch->kind > TACT_IMPACT_EDGE_EDGE)
        return TACT_INVALID_ARGUMENT;
    run r = {.batch = batch, .results = results};
    tact_status status = tacti_impact_options_read(batch->options, &r.options);
    if (status == TACT_OK)
        status = check(batch);
    if (status != TACT_OK)
        return status;
    r.first = tacti_impact_first_at(tacti_simd_level(context));
    tacti_parallel_for(context, batch->count, GRAIN, answer_range, &r);
    return TACT_OK;
}
