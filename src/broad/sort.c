/* SPDX-License-Identifier: MIT */
/* Keys to a sorted list. First the keys are moved into at most 1024 ranges of first numbers, then
 * each range is sorted by itself: counted by the first number, and each row by the second. The
 * ranges fit into the cache, and both steps run in parallel. Every key occurs once, so there is one
 * right answer, in whatever order the keys come. */
#include "broad/broad.h"

#include <string.h>

#include "base/parallel.h"

#define MOST_RANGES 1024
/* Rows up to this length are sorted by insertion. */
#define SHORT_ROW 24

typedef struct key_sort {
    tacti_key_sets *found;
    const tacti_numbering *numbering;
    unsigned shift;        /* first number >> shift is its range */
    uint32_t ranges;       /* their count */
    uint32_t rows;         /* first numbers per range */
    size_t *places;        /* by buffer, then range: counts, later the place of the next key */
    uint64_t *moved;       /* keys by range */
    uint32_t *pairs;       /* the result */
    uint32_t *rows_memory; /* rows + 1 per worker */
} key_sort;

/* ---- Dropping what a filter rules out ----------------------------------------------------- */

static void drop_filtered(void *data, uint32_t buffer, uint32_t worker) {
    (void)worker;
    const key_sort *s = data;
    tacti_keys *keys = &s->found->sets[buffer].keys;
    const tacti_numbering *n = s->numbering;
    size_t kept = 0;
    for (size_t k = 0; k < keys->count; k++) {
        uint32_t i = (uint32_t)(keys->items[k] >> 32), j = (uint32_t)keys->items[k];
        const tact_broad_filter *a = &n->filters[n->ids == NULL ? i : n->ids[i]];
        const tact_broad_filter *b = &n->filters[n->ids == NULL ? j : n->ids[j]];
        if ((a->group & b->mask) != 0 && (b->group & a->mask) != 0)
            keys->items[kept++] = keys->items[k];
    }
    keys->count = kept;
}

/* ---- Moving into ranges ------------------------------------------------------------------- */

static void count_ranges(void *data, uint32_t buffer, uint32_t worker) {
    (void)worker;
    const key_sort *s = data;
    const tacti_keys *keys = &s->found->sets[buffer].keys;
    size_t *counts = s->places + (size_t)buffer * s->ranges;
    memset(counts, 0, s->ranges * sizeof *counts);
    for (size_t k = 0; k < keys->count; k++)
        counts[keys->items[k] >> 32 >> s->shift]++;
}

static void turn_counts_into_places(const key_sort *s) {
    size_t place = 0;
    for (uint32_t range = 0; range < s->ranges; range++)
        for (uint32_t buffer = 0; buffer < s->found->count; buffer++) {
            size_t *entry = &s->places[(size_t)buffer * s->ranges + range];
            size_t count = *entry;
            *entry = place;
            place += count;
        }
}

static void move_to_ranges(void *data, uint32_t buffer, uint32_t worker) {
    (void)worker;
    const key_sort *s = data;
    const tacti_keys *keys = &s->found->sets[buffer].keys;
    size_t *places = s->places + (size_t)buffer * s->ranges;
    for (size_t k = 0; k < keys->count; k++)
        s->moved[places[keys->items[k] >> 32 >> s->shift]++] = keys->items[k];
}

/* ---- Sorting a range ---------------------------------------------------------------------- */

static void sift_down(uint32_t *row, size_t count, size_t at) {
    uint32_t value = row[2 * at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && row[2 * (child + 1)] > row[2 * child])
            child++;
        if (row[2 * child] <= value)
            break;
        row[2 * at] = row[2 * child];
    }
    row[2 * at] = value;
}

/* Sorts every other number: the second ones of pairs with the same first. */
static void sort_row(uint32_t *row, size_t count) {
    if (count <= SHORT_ROW) {
        for (size_t k = 1; k < count; k++) {
            uint32_t value = row[2 * k];
            size_t to = k;
            for (; to > 0 && row[2 * (to - 1)] > value; to--)
                row[2 * to] = row[2 * (to - 1)];
            row[2 * to] = value;
        }
        return;
    }
    for (size_t at = count / 2; at-- > 0;)
        sift_down(row, count, at);
    for (size_t end = count - 1; end > 0; end--) {
        uint32_t greatest = row[0];
        row[0] = row[2 * end];
        row[2 * end] = greatest;
        sift_down(row, end, 0);
    }
}

static void number_pairs(uint32_t *pairs, size_t count, const uint32_t *ids) {
    for (size_t k = 0; ids != NULL && k < 2 * count; k++)
        pairs[k] = ids[pairs[k]];
}

static void sort_range(void *data, uint32_t range, uint32_t worker) {
    const key_sort *s = data;
    /* After the move, the places of the last buffer are the ends of the ranges. */
    const size_t *ends = s->places + (size_t)(s->found->count - 1) * s->ranges;
    size_t begin = range == 0 ? 0 : ends[range - 1], count = ends[range] - begin;
    if (count == 0)
        return;
    const uint64_t *keys = s->moved + begin;
    uint32_t *pairs = s->pairs + 2 * begin, mask = s->rows - 1;
    uint32_t *rows = s->rows_memory + (size_t)worker * (s->rows + 1);
    memset(rows, 0, (s->rows + 1) * sizeof *rows);
    for (size_t k = 0; k < count; k++)
        rows[((keys[k] >> 32) & mask) + 1]++;
    for (uint32_t r = 1; r <= s->rows; r++)
        rows[r] += rows[r - 1];
    for (size_t k = 0; k < count; k++) {
        uint32_t first = (uint32_t)(keys[k] >> 32), place = rows[first & mask]++;
        pairs[2 * (size_t)place] = first;
        pairs[2 * (size_t)place + 1] = (uint32_t)keys[k];
    }
    for (uint32_t r = 0, from = 0; r < s->rows; from = rows[r], r++)
        if (rows[r] > from + 1)
            sort_row(pairs + 2 * (size_t)from + 1, rows[r] - from);
    number_pairs(pairs, count, s->numbering->ids);
}

/* ---- All of it ---------------------------------------------------------------------------- */

static void choose_ranges(key_sort *s) {
    s->shift = 0;
    while ((s->numbering->limit >> s->shift) >= MOST_RANGES)
        s->shift++;
    s->ranges = (s->numbering->limit >> s->shift) + 1;
    s->rows = (uint32_t)1 << s->shift;
}

static void run(const tact_context *context, key_sort *s) {
    tact_context_run(context, s->found->count, count_ranges, s);
    turn_counts_into_places(s);
    tact_context_run(context, s->found->count, move_to_ranges, s);
    tact_context_run(context, s->ranges, sort_range, s);
}

tact_status tacti_pair_list_sort(const tact_context *context, tacti_key_sets *found,
                                 const tacti_numbering *numbering, tact_pair_list *list) {
    key_sort s = {.found = found, .numbering = numbering};
    if (numbering->filters != NULL)
        tact_context_run(context, found->count, drop_filtered, &s);
    size_t count = 0;
    for (uint32_t i = 0; i < found->count; i++)
        count += found->sets[i].keys.count;
    choose_ranges(&s);
    size_t places = (size_t)s.ranges * found->count;
    size_t rows = (size_t)(s.rows + 1) * tacti_worker_count(context);
    /* A range has fewer than 2^32 keys if there are fewer in all, or if its rows are few. */
    if (count > SIZE_MAX / 16 || (count > UINT32_MAX && s.rows > 1))
        return TACT_OUT_OF_MEMORY;
    list->scratch.count = 0;
    if (tacti_numbers_reserve(&list->pairs, 2 * count) != TACT_OK ||
        tacti_keys_reserve(&list->scratch, count + places + rows) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    s.moved = list->scratch.items;
    s.pairs = list->pairs.items;
    _Static_assert(sizeof(size_t) <= sizeof(uint64_t), "places fit into keys");
    s.places = (size_t *)(s.moved + count);
    s.rows_memory = (uint32_t *)(s.moved + count + places);
    if (count > 0)
        run(context, &s);
    list->pairs.count = 2 * count;
    return TACT_OK;
}
