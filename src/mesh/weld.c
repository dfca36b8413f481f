/* SPDX-License-Identifier: MIT */
/* Finding vertices of equal coordinates. Vertices are sorted by a part of a hash of their
 * coordinates, which brings equal vertices together. Each run of equal keys is then divided by
 * comparing coordinates, so the hash affects only the time. A run of many different vertices, which
 * hostile input can cause, is sorted by its coordinates instead. So the time stays linear for any
 * input. */
#include "mesh/weld.h"

#include "base/assert.h"
#include "base/alloc.h"
#include "base/sort.h"
#include "math/vec.h"

/* The most different vertices of a run that are compared one by one. */
#define MAX_DIFFERENT 16

/* Up to this many vertices, keys of 30 bits take three sorting passes and leave few runs to divide.
 * Above, keys have 32 bits. */
#define SHORT_KEY_COUNT ((uint32_t)1 << 26)

typedef struct weld_work {
    const tact_context *context;
    const tact_vec3 *vertices;
    uint32_t *first;
    uint32_t count;      /* finite vertices */
    uint32_t *keys;      /* a part of the hash of each */
    uint32_t *numbers;   /* and its number */
    uint32_t duplicates; /* found so far */
} weld_work;

/* Every vertex starts as its own first. Finite vertices get keys. */
static void make_keys(weld_work *work, uint32_t vertex_count) {
    unsigned shift = vertex_count <= SHORT_KEY_COUNT ? 34 : 32;
    uint32_t count = 0;
    for (uint32_t i = 0; i < vertex_count; i++) {
        work->first[i] = i;
        TACTI_ASSERT(count <= i);
        work->keys[count] = (uint32_t)(tacti_weld_hash(work->vertices[i]) >> shift);
        work->numbers[count] = i;
        count += tacti_vec3_is_finite(work->vertices[i]);
    }
    work->count = count;
}

/* ---- Runs of one key ----------------------------------------------------------------------- */

/* Numbers of a run are in increasing order, so the first of equal vertices comes before the others.
 * Returns false if there are too many different vertices; the run must then be sorted. */
static bool search_run(weld_work *work, uint32_t begin, uint32_t end) {
    const tact_vec3 *vertices = work->vertices;
    uint32_t different[MAX_DIFFERENT];
    uint32_t different_count = 0, duplicates = 0;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t number = work->numbers[i], k = 0;
        while (k < different_count &&
               !tacti_vec3_is_equal(&vertices[number], &vertices[different[k]]))
            k++;
        if (k < different_count) {
            TACTI_ASSERT(different[k] < number);
            work->first[number] = different[k];
            duplicates++;
        } else if (different_count < MAX_DIFFERENT) {
            different[different_count++] = number;
        } else {
            return false;
        }
    }
    work->duplicates += duplicates;
    return true;
}

/* Stable sorts by z, y and x give the order by x, y, z and number. */
static void sort_by_coordinates(const weld_work *work, uint32_t *numbers, uint32_t count,
                                uint64_t *keys, void *scratch) {
    for (unsigned axis = 3; axis-- > 0;) {
        for (uint32_t i = 0; i < count; i++)
            keys[i] = tacti_weld_bits(tacti_vec3_get(work->vertices[numbers[i]], axis));
        tacti_sort64(work->context, keys, numbers, count, scratch);
    }
}

static tact_status sort_run(weld_work *work, uint32_t begin, uint32_t end) {
    TACTI_ASSERT(begin < end && end <= work->count);
    uint32_t count = end - begin;
    uint32_t *numbers = work->numbers + begin;
    size_t scratch_bytes = tacti_sort64_scratch_bytes(count);
    uint64_t *keys = tacti_allocate(work->context, count, sizeof *keys, _Alignof(uint64_t));
    void *scratch = tacti_allocate(work->context, scratch_bytes, 1, TACTI_CACHE_LINE);
    bool has_memory = keys != NULL && scratch != NULL;
    if (has_memory) {
        sort_by_coordinates(work, numbers, count, keys, scratch);
        work->first[numbers[0]] = numbers[0];
        for (uint32_t i = 1; i < count; i++) {
            bool same =
                tacti_vec3_is_equal(&work->vertices[numbers[i]], &work->vertices[numbers[i - 1]]);
            work->first[numbers[i]] = same ? work->first[numbers[i - 1]] : numbers[i];
            work->duplicates += same;
        }
    }
    tacti_release(work->context, scratch, scratch_bytes, 1, TACTI_CACHE_LINE);
    tacti_release(work->context, keys, count, sizeof *keys, _Alignof(uint64_t));
    return has_memory ? TACT_OK : TACT_OUT_OF_MEMORY;
}

static tact_status resolve_runs(weld_work *work) {
    for (uint32_t begin = 0, end; begin < work->count; begin = end) {
        end = begin + 1;
        while (end < work->count && work->keys[end] == work->keys[begin])
            end++;
        if (end - begin > 1 && !search_run(work, begin, end)) {
            tact_status status = sort_run(work, begin, end);
            if (status != TACT_OK)
                return status;
        }
    }
    return TACT_OK;
}

/* ---- The map ------------------------------------------------------------------------------- */

tact_status tacti_weld_map(const tact_context *context, const tact_vec3 *vertices, uint32_t count,
                           uint32_t *first, uint32_t *duplicate_count) {
    const size_t word = sizeof(uint32_t);
    size_t scratch_bytes = tacti_sort32_scratch_bytes(count);
    /* One more place: the key of a non-finite vertex is written before it is dropped. */
    size_t room = (size_t)count + 1;
    weld_work work = {.context = context, .vertices = vertices, .first = first};
    work.keys = tacti_allocate(context, room, word, word);
    work.numbers = tacti_allocate(context, room, word, word);
    void *scratch = tacti_allocate(context, scratch_bytes, 1, TACTI_CACHE_LINE);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (work.keys != NULL && work.numbers != NULL && scratch != NULL) {
        make_keys(&work, count);
        tacti_sort32(context, work.keys, work.numbers, work.count, scratch);
        status = resolve_runs(&work);
    }
    if (status == TACT_OK)
        *duplicate_count = work.duplicates;
    tacti_release(context, scratch, scratch_bytes, 1, TACTI_CACHE_LINE);
    tacti_release(context, work.numbers, room, word, word);
    tacti_release(context, work.keys, room, word, word);
    return status;
}
