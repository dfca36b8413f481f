/* SPDX-License-Identifier: MIT */
/* Least-significant-digit radix sort. One pass over all keys finds the bits in which they differ.
 * Only those bits are divided into digits of 10 bits, from the lowest up, so constant bits cost
 * nothing. Each pass counts the digits of every chunk, turns the counts into places (digit by
 * digit, chunk by chunk within a digit, which keeps the order of equal digits) and moves the
 * elements there. Chunks of one pass touch different places, so they run in parallel.
 *
 * Ten bits were chosen by measurement: 8 took the same time up to 10^5 elements and a quarter more
 * from 10^6 on, 11 was no faster anywhere and needs tables of twice the size.
 *
 * 32-bit keys are packed with their values into 64 bits, sorted by the upper half and unpacked:
 * this moves one word per element instead of two. */
#include "base/sort.h"

#include <string.h>

#include "base/assert.h"
#include "base/alloc.h"
#include "base/parallel.h"

#define DIGIT_BITS 10
#define DIGIT_COUNT (1u << DIGIT_BITS)
#define DIGIT_MASK ((uint64_t)DIGIT_COUNT - 1)

/* Below this, insertion beats clearing and summing the table of places. */
#define INSERTION_COUNT 64

/* The least number of elements of a chunk: its table of places is small in comparison. The largest
 * number of chunks: summing their tables is cheap compared with moving the elements. */
#define CHUNK_GRAIN ((uint32_t)1 << 15)
#define MAX_SORT_CHUNKS 64

typedef struct sort_work {
    uint64_t *keys, *keys_to;
    uint32_t *values, *values_to; /* NULL if the keys carry their values in the lower half */
    uint32_t count;
    uint32_t chunk_count;
    unsigned shift;    /* of the digit in this pass */
    uint32_t *places;  /* DIGIT_COUNT per chunk: first counts, then the place of the next one */
    uint64_t *varying; /* for each chunk: the bits in which a key differs from the first key */
} sort_work;

static uint32_t sort_chunk_count(uint32_t count) {
    uint32_t chunks = count / CHUNK_GRAIN;
    if (chunks == 0)
        return 1;
    return chunks < MAX_SORT_CHUNKS ? chunks : MAX_SORT_CHUNKS;
}

/* ---- Scratch ------------------------------------------------------------------------------- */

/* Adds count elements, rounded up to whole cache lines, to *bytes; false if that is too much. */
static bool add_elements(size_t *bytes, size_t count, size_t element_size) {
    size_t size;
    if (!tacti_multiply(count, element_size, &size) ||
        !tacti_add(size, TACTI_CACHE_LINE - 1, &size))
        return false;
    return tacti_add(*bytes, size / TACTI_CACHE_LINE * TACTI_CACHE_LINE, bytes);
}

static size_t scratch_bytes(uint32_t count, size_t wide_arrays, size_t narrow_arrays) {
    if (count <= INSERTION_COUNT)
        return 0;
    uint32_t chunks = sort_chunk_count(count);
    size_t bytes = 0;
    bool fits = add_elements(&bytes, chunks * (size_t)DIGIT_COUNT, sizeof(uint32_t)) &&
                add_elements(&bytes, chunks, sizeof(uint64_t));
    for (size_t i = 0; i < wide_arrays; i++)
        fits = fits && add_elements(&bytes, count, sizeof(uint64_t));
    for (size_t i = 0; i < narrow_arrays; i++)
        fits = fits && add_elements(&bytes, count, sizeof(uint32_t));
    return fits ? bytes : SIZE_MAX;
}

size_t tacti_sort64_scratch_bytes(uint32_t count) {
    return scratch_bytes(count, 1, 1);
}

size_t tacti_sort32_scratch_bytes(uint32_t count) {
    return scratch_bytes(count, 2, 0);
}

/* Cuts the next count elements off the scratch memory; *rest was counted by add_elements. */
static void *cut_elements(unsigned char **rest, size_t count, size_t element_size) {
    size_t bytes = 0;
    void *piece = *rest;
    if (add_elements(&bytes, count, element_size))
        *rest += bytes;
    return piece;
}

/* ---- The passes, chunk by chunk ------------------------------------------------------------- */

static void find_varying_bits(void *data, uint32_t chunk, uint32_t worker) {
    (void)worker;
    sort_work *work = data;
    tacti_range range = tacti_chunk_range(work->count, work->chunk_count, chunk);
    const uint64_t *keys = work->keys;
    uint64_t first = keys[0], varying = 0;
    for (size_t i = range.begin; i < range.end; i++)
        varying |= keys[i] ^ first;
    work->varying[chunk] = varying;
}

static void count_digits(void *data, uint32_t chunk, uint32_t worker) {
    (void)worker;
    sort_work *work = data;
    tacti_range range = tacti_chunk_range(work->count, work->chunk_count, chunk);
    const uint64_t *keys = work->keys;
    uint32_t *counts = work->places + (size_t)chunk * DIGIT_COUNT;
    memset(counts, 0, DIGIT_COUNT * sizeof *counts);
    for (size_t i = range.begin; i < range.end; i++)
        counts[(keys[i] >> work->shift) & DIGIT_MASK]++;
}

/* The sum of all counts is the number of elements, so 32 bits hold every place. */
static void turn_counts_into_places(sort_work *work) {
    uint32_t place = 0;
    for (uint32_t digit = 0; digit < DIGIT_COUNT; digit++)
        for (uint32_t chunk = 0; chunk < work->chunk_count; chunk++) {
            uint32_t *entry = &work->places[(size_t)chunk * DIGIT_COUNT + digit];
            uint32_t count = *entry;
            *entry = place;
            place += count;
        }
    TACTI_ASSERT(place == work->count);
}

static void move_elements(void *data, uint32_t chunk, uint32_t worker) {
    (void)worker;
    sort_work *work = data;
    tacti_range range = tacti_chunk_range(work->count, work->chunk_count, chunk);
    const uint64_t *keys = work->keys;
    const uint32_t *values = work->values;
    uint64_t *keys_to = work->keys_to;
    uint32_t *values_to = work->values_to;
    uint32_t *places = work->places + (size_t)chunk * DIGIT_COUNT;
    unsigned shift = work->shift;
    if (values == NULL) {
        for (size_t i = range.begin; i < range.end; i++)
            keys_to[places[(keys[i] >> shift) & DIGIT_MASK]++] = keys[i];
        return;
    }
    for (size_t i = range.begin; i < range.end; i++) {
        uint32_t place = places[(keys[i] >> shift) & DIGIT_MASK]++;
        keys_to[place] = keys[i];
        values_to[place] = values[i];
    }
}

static void copy_elements(void *data, uint32_t chunk, uint32_t worker) {
    (void)worker;
    sort_work *work = data;
    tacti_range range = tacti_chunk_range(work->count, work->chunk_count, chunk);
    size_t length = range.end - range.begin;
    memcpy(work->keys_to + range.begin, work->keys + range.begin, length * sizeof(uint64_t));
    memcpy(work->values_to + range.begin, work->values + range.begin, length * sizeof(uint32_t));
}

static void swap_sides(sort_work *work) {
    uint64_t *keys = work->keys;
    uint32_t *values = work->values;
    work->keys = work->keys_to;
    work->values = work->values_to;
    work->keys_to = keys;
    work->values_to = values;
}

/* Sorts by those bits of considered in which keys differ; the result is in work->keys. */
static void sort_by_digits(const tact_context *context, sort_work *work, uint64_t considered) {
    tact_context_run(context, work->chunk_count, find_varying_bits, work);
    uint64_t varying = 0;
    for (uint32_t chunk = 0; chunk < work->chunk_count; chunk++)
        varying |= work->varying[chunk];
    varying &= considered;
    work->shift = 0;
    while (varying != 0) {
        while ((varying >> work->shift & 1) == 0)
            work->shift++;
        TACTI_ASSERT(work->shift < 64);
        tact_context_run(context, work->chunk_count, count_digits, work);
        turn_counts_into_places(work);
        tact_context_run(context, work->chunk_count, move_elements, work);
        swap_sides(work);
        varying &= ~(DIGIT_MASK << work->shift);
    }
}

/* A single worker is faster with one chunk; the result is the same. */
static sort_work start_work(const tact_context *context, uint32_t count, unsigned char **rest) {
    TACTI_ASSERT((uintptr_t)*rest % TACTI_CACHE_LINE == 0);
    uint32_t chunks = sort_chunk_count(count);
    sort_work work = {.count = count};
    work.places = cut_elements(rest, chunks * (size_t)DIGIT_COUNT, sizeof(uint32_t));
    work.varying = cut_elements(rest, chunks, sizeof(uint64_t));
    work.chunk_count = tacti_worker_count(context) == 1 ? 1 : chunks;
    return work;
}

/* ---- 64-bit keys ---------------------------------------------------------------------------- */

static void insertion_sort64(uint64_t *keys, uint32_t *values, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        uint32_t value = values[i], place = i;
        for (; place > 0 && keys[place - 1] > key; place--) {
            keys[place] = keys[place - 1];
            values[place] = values[place - 1];
        }
        keys[place] = key;
        values[place] = value;
    }
}

void tacti_sort64(const tact_context *context, uint64_t *keys, uint32_t *values, uint32_t count,
                  void *scratch) {
    if (count <= INSERTION_COUNT) {
        insertion_sort64(keys, values, count);
        return;
    }
    unsigned char *rest = scratch;
    sort_work work = start_work(context, count, &rest);
    work.keys = keys;
    work.values = values;
    work.keys_to = cut_elements(&rest, count, sizeof *keys);
    work.values_to = cut_elements(&rest, count, sizeof *values);
    sort_by_digits(context, &work, UINT64_MAX);
    if (work.keys != keys)
        tact_context_run(context, work.chunk_count, copy_elements, &work);
}

/* ---- 32-bit keys ---------------------------------------------------------------------------- */

typedef struct packing {
    uint32_t *keys;
    uint32_t *values;
    uint64_t *packed;
} packing;

static void pack(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    const packing *p = data;
    for (size_t i = range.begin; i < range.end; i++)
        p->packed[i] = (uint64_t)p->keys[i] << 32 | p->values[i];
}

static void unpack(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    const packing *p = data;
    for (size_t i = range.begin; i < range.end; i++) {
        p->keys[i] = (uint32_t)(p->packed[i] >> 32);
        p->values[i] = (uint32_t)p->packed[i];
    }
}

/* Too few for a table of places, and few enough for the stack. */
static void sort_few32(uint32_t *keys, uint32_t *values, uint32_t count) {
    uint64_t wide[INSERTION_COUNT];
    TACTI_ASSERT(count <= INSERTION_COUNT);
    for (uint32_t i = 0; i < count; i++)
        wide[i] = keys[i];
    insertion_sort64(wide, values, count);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint32_t)wide[i];
}

void tacti_sort32(const tact_context *context, uint32_t *keys, uint32_t *values, uint32_t count,
                  void *scratch) {
    if (count <= INSERTION_COUNT) {
        sort_few32(keys, values, count);
        return;
    }
    unsigned char *rest = scratch;
    sort_work work = start_work(context, count, &rest);
    work.keys = cut_elements(&rest, count, sizeof(uint64_t));
    work.keys_to = cut_elements(&rest, count, sizeof(uint64_t));
    packing p = {keys, values, work.keys};
    tacti_parallel_for(context, count, CHUNK_GRAIN, pack, &p);
    sort_by_digits(context, &work, (uint64_t)UINT32_MAX << 32);
    p.packed = work.keys;
    tacti_parallel_for(context, count, CHUNK_GRAIN, unpack, &p);
}
