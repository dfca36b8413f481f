/* SPDX-License-Identifier: MIT */
/* The top of a hierarchy: spans that are too large for a subtree, divided by all workers together.
 * The length of a span alone decides its chunks. Results of chunks are joined in order. */
#include "base/assert.h"
#include "bvh/build.h"

#include "base/alloc.h"
#include "base/parallel.h"
#include "bvh/codes.h"

/* The least number of records per chunk, and the most chunks per span. */
#define CHUNK_GRAIN 4096
#define CHUNK_LIMIT 64

/* One worker divides a span of fewer records. */
#define WIDE_SPAN (4 * CHUNK_GRAIN)

/* The result of one chunk. */
typedef struct chunk_result {
    tacti_bins bins;
    tacti_span span;
    uint32_t first_at, later_at; /* where its records go */
} chunk_result;

struct tacti_top_scratch {
    chunk_result chunks[CHUNK_LIMIT];
};

/* One span that is being divided. */
typedef struct division {
    tact_simd_level level;
    tacti_record *records, *spare;
    uint32_t begin;
    tacti_bin_grid grid;
    tacti_cut cut;
    chunk_result *chunks;
} division;

tacti_top_scratch *tacti_top_scratch_create(const tact_context *context) {
    return tacti_allocate(context, 1, sizeof(tacti_top_scratch), TACTI_CACHE_LINE);
}

void tacti_top_scratch_destroy(const tact_context *context, tacti_top_scratch *scratch) {
    tacti_release(context, scratch, 1, sizeof *scratch, TACTI_CACHE_LINE);
}

/* ---- Chunks ------------------------------------------------------------------------------- */

static size_t grain_of(size_t count) {
    size_t grain = count / CHUNK_LIMIT + 1;
    return grain > CHUNK_GRAIN ? grain : CHUNK_GRAIN;
}

static void fill_bins(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    const division *d = data;
    tacti_bins *bins = &d->chunks[chunk].bins;
    (void)worker;
    tacti_bins_fill_at(d->level)(bins, &d->grid, d->records + d->begin + range.begin,
                                 (uint32_t)(range.end - range.begin));
}

/* Moves the records of a chunk to their sides in spare. Their order is kept. */
static void scatter(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    const division *d = data;
    (void)worker;
    float origin[4], scale[4];
    tacti_quad_store(origin, d->grid.origin);
    tacti_quad_store(scale, d->grid.scale);
    tacti_record *first = d->spare + d->chunks[chunk].first_at;
    tacti_record *later = d->spare + d->chunks[chunk].later_at;
    for (size_t i = range.begin; i < range.end; i++) {
        const tacti_record *record = &d->records[d->begin + i];
        bool is_later = tacti_bin_of(record, origin, scale, d->cut.axis) > d->cut.bin;
        *(is_later ? later : first) = *record;
        first += !is_later;
        later += is_later;
    }
}

/* Moves one side back into records. */
static void bring_back(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    const division *d = data;
    (void)worker;
    uint32_t begin = d->begin + (uint32_t)range.begin, end = d->begin + (uint32_t)range.end;
    memcpy(d->records + begin, d->spare + begin, (end - begin) * sizeof *d->records);
    d->chunks[chunk].span = tacti_span_measure(d->records, begin, end);
}

static void measure(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    const division *d = data;
    (void)worker;
    d->chunks[chunk].span = tacti_span_measure(d->records, d->begin + (uint32_t)range.begin,
                                               d->begin + (uint32_t)range.end);
}

/* ---- Whole spans -------------------------------------------------------------------------- */

/* Runs body over records begin to end. It leaves a span per chunk, which are joined here. */
static tacti_span join_spans(const tact_context *context, division *d, uint32_t begin, uint32_t end,
                             tacti_range_task *body) {
    size_t count = end - begin, grain = grain_of(count);
    d->begin = begin;
    TACTI_ASSERT(begin < end && tacti_chunk_count(count, grain) <= CHUNK_LIMIT);
    tacti_parallel_for(context, count, grain, body, d);
    tacti_span span = d->chunks[0].span;
    for (uint32_t i = 1; i < tacti_chunk_count(count, grain); i++)
        tacti_span_join(&span, &d->chunks[i].span);
    span.begin = begin;
    span.end = end;
    return span;
}

tacti_span tacti_top_measure(const tacti_top *top, uint32_t count) {
    division d = {.records = top->records, .chunks = top->scratch->chunks};
    return join_spans(top->context, &d, 0, count, measure);
}

/* Numbers the places of each chunk's records: one side, chunk by chunk, then the other. */
static void number_sides(const division *d, uint32_t chunk_count) {
    TACTI_ASSERT(d->cut.axis >= 0 && chunk_count <= CHUNK_LIMIT);
    uint32_t first = d->begin, later = d->begin + d->cut.first_count;
    for (uint32_t i = 0; i < chunk_count; i++) {
        chunk_result *chunk = &d->chunks[i];
        chunk->first_at = first;
        chunk->later_at = later;
        for (int32_t bin = 0; bin < TACTI_BINS; bin++)
            *(bin <= d->cut.bin ? &first : &later) += chunk->bins.count[d->cut.axis][bin];
    }
    TACTI_ASSERT(first == d->begin + d->cut.first_count);
}

void tacti_top_divide(const tacti_top *top, const tacti_span *span, tacti_aim aim,
                      tacti_span halves[2]) {
    size_t count = span->end - span->begin, grain = grain_of(count);
    if (aim == TACTI_AIM_VOLUME) {
        tacti_sweep_split(top->sweep, top->records, top->spare, span, halves);
        return;
    }
    if (top->codes != NULL) {
        tacti_codes_cut(top->codes, span, aim == TACTI_AIM_COUNT, halves);
        return;
    }
    if (aim == TACTI_AIM_COUNT || count < WIDE_SPAN) {
        tacti_split(top->level, top->records, top->spare, span, aim == TACTI_AIM_COUNT, halves);
        return;
    }
    division d = {
        top->level, top->records,        top->spare, span->begin, tacti_bin_grid_make(span),
        {-1, 0, 0}, top->scratch->chunks};
    tacti_parallel_for(top->context, count, grain, fill_bins, &d);
    uint32_t chunk_count = tacti_chunk_count(count, grain);
    tacti_bins bins = d.chunks[0].bins;
    for (uint32_t i = 1; i < chunk_count; i++)
        tacti_bins_join(&bins, &d.chunks[i].bins);
    d.cut = tacti_bins_choose(&bins, &d.grid, TACTI_SPLIT_LEAST);
    if (d.cut.axis < 0) {
        tacti_split(top->level, top->records, top->spare, span, false, halves);
        return;
    }
    number_sides(&d, chunk_count);
    tacti_parallel_for(top->context, count, grain, scatter, &d);
    uint32_t middle = span->begin + d.cut.first_count;
    halves[0] = join_spans(top->context, &d, span->begin, middle, bring_back);
    halves[1] = join_spans(top->context, &d, middle, span->end, bring_back);
}
