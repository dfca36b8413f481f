/* SPDX-License-Identifier: MIT */
/* Lists of pairs, the buffers that methods fill, and what differs between two lists. */
#include "broad/broad.h"

#include <string.h>

/* ---- Buffers ------------------------------------------------------------------------------ */

static tact_status make_sets(tacti_key_sets *sets, uint32_t count) {
    tacti_key_set *more =
        tacti_allocate(sets->context, count, sizeof *more, _Alignof(tacti_key_set));
    if (more == NULL)
        return TACT_OUT_OF_MEMORY;
    if (sets->capacity > 0)
        memcpy(more, sets->sets, sets->capacity * sizeof *more);
    for (uint32_t i = sets->capacity; i < count; i++)
        more[i] = (tacti_key_set){tacti_keys_make(sets->context), false};
    tacti_release(sets->context, sets->sets, sets->capacity, sizeof *more, _Alignof(tacti_key_set));
    sets->sets = more;
    sets->capacity = count;
    return TACT_OK;
}

tact_status tacti_key_sets_begin(tacti_key_sets *sets, uint32_t count) {
    if (count > sets->capacity && make_sets(sets, count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    sets->count = count;
    for (uint32_t i = 0; i < count; i++) {
        sets->sets[i].keys.count = 0;
        sets->sets[i].failed = false;
    }
    return TACT_OK;
}

tact_status tacti_key_sets_status(const tacti_key_sets *sets) {
    for (uint32_t i = 0; i < sets->count; i++)
        if (sets->sets[i].failed)
            return TACT_OUT_OF_MEMORY;
    return TACT_OK;
}

void tacti_key_sets_release(tacti_key_sets *sets) {
    for (uint32_t i = 0; i < sets->capacity; i++)
        tacti_keys_release(&sets->sets[i].keys);
    tacti_release(sets->context, sets->sets, sets->capacity, sizeof *sets->sets,
                  _Alignof(tacti_key_set));
    sets->sets = NULL;
    sets->count = sets->capacity = 0;
}

/* ---- Lists -------------------------------------------------------------------------------- */

tact_status tact_pair_list_create(const tact_context *context, tact_pair_list **out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_pair_list *list = tacti_allocate(context, 1, sizeof *list, _Alignof(tact_pair_list));
    if (list == NULL)
        return TACT_OUT_OF_MEMORY;
    *list = (tact_pair_list){context, tacti_numbers_make(context), tacti_keys_make(context)};
    *out = list;
    return TACT_OK;
}

void tact_pair_list_destroy(tact_pair_list *list) {
    if (list == NULL)
        return;
    tacti_numbers_release(&list->pairs);
    tacti_keys_release(&list->scratch);
    tacti_release(list->context, list, 1, sizeof *list, _Alignof(tact_pair_list));
}

tact_pair_view tact_pair_list_view(const tact_pair_list *list) {
    if (list == NULL || list->pairs.count == 0)
        return (tact_pair_view){0};
    return (tact_pair_view){list->pairs.count / 2, (const uint32_t(*)[2])list->pairs.items};
}

void tacti_merge_pairs(tacti_numbers *pairs, const tacti_numbers *more, tacti_numbers *scratch) {
    const uint32_t *a = pairs->items, *b = more->items;
    size_t i = 0, j = 0, count = 0, a_count = pairs->count, b_count = more->count;
    uint32_t *out = scratch->items;
    if (b_count == 0)
        return;
    while (i < a_count || j < b_count) {
        bool takes_a = j == b_count ||
                       (i < a_count && (a[i] < b[j] || (a[i] == b[j] && a[i + 1] <= b[j + 1])));
        const uint32_t *from = takes_a ? a + i : b + j;
        bool is_new = count == 0 || out[count - 2] != from[0] || out[count - 1] != from[1];
        out[count] = from[0];
        out[count + 1] = from[1];
        count += is_new ? 2 : 0;
        i += takes_a ? 2 : 0;
        j += takes_a ? 0 : 2;
    }
    tacti_numbers merged = *scratch;
    *scratch = *pairs;
    *pairs = merged;
    pairs->count = count;
    scratch->count = 0;
}

/* ---- Differences -------------------------------------------------------------------------- */

static uint64_t key_at(const tact_pair_list *list, size_t at) {
    const uint32_t *pair = list->pairs.items + 2 * at;
    return (uint64_t)pair[0] << 32 | pair[1];
}

/* Counts the pairs of a that are not in b. If out is not NULL, writes them there. */
static size_t subtract(const tact_pair_list *a, const tact_pair_list *b, uint32_t *out) {
    size_t count = 0, a_count = a->pairs.count / 2, b_count = b->pairs.count / 2;
    for (size_t i = 0, j = 0; i < a_count; i++) {
        uint64_t key = key_at(a, i);
        while (j < b_count && key_at(b, j) < key)
            j++;
        if (j < b_count && key_at(b, j) == key)
            continue;
        if (out != NULL)
            memcpy(out + 2 * count, a->pairs.items + 2 * i, 2 * sizeof *out);
        count++;
    }
    return count;
}

static tact_status reserve_difference(const tact_pair_list *a, const tact_pair_list *b,
                                      tact_pair_list *out) {
    return out == NULL ? TACT_OK : tacti_numbers_reserve(&out->pairs, 2 * subtract(a, b, NULL));
}

static void write_difference(const tact_pair_list *a, const tact_pair_list *b,
                             tact_pair_list *out) {
    if (out != NULL)
        out->pairs.count = 2 * subtract(a, b, out->pairs.items);
}

tact_status tact_pair_list_compare(const tact_pair_list *before, const tact_pair_list *after,
                                   tact_pair_list *begun, tact_pair_list *ended) {
    if (before == NULL || after == NULL || before == after || begun == before || begun == after ||
        ended == before || ended == after || (begun == ended && begun != NULL))
        return TACT_INVALID_ARGUMENT;
    if (reserve_difference(after, before, begun) != TACT_OK ||
        reserve_difference(before, after, ended) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    write_difference(after, before, begun);
    write_difference(before, after, ended);
    return TACT_OK;
}
