/* SPDX-License-Identifier: MIT */
/* Keys to a sorted list. First the keys are moved into at most 1024 ranges of first numbers, then
 * each range is sorted by itself: counted by the first number, and each row by the second; if rows
 * are long, all keys of the range by the second number before that. The
 * ranges fit into the cache, and both steps run in parallel. Every key occurs once, so there is one
 * right answer, in whatever order the keys come. */
#include "broad/broad.h"

#include <string.h>

#include "base/parallel.h"

#define MOST_RANGES 1024
#define KEYS_PER_RANGE 256
/* Bits of a digit, at most. */
#define MOST_BITS 11
/* Sorting by digits instead of by insertion costs about as much as so many steps per key. */
#define STEPS_PER_KEY 3

typedef struct key_sort {
    tacti_key_sets *found;
    const tacti_numbering *numbering;
    unsigned shift;        /* first number >> shift is its range */
    uint32_t ranges;       /* their count */
    uint32_t rows;         /* first numbers per range */
    unsigned digits, bits; /* of a second number, and the bits of a digit; digits is even */
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

/* Sorts every other number, the second ones of pairs with the same first, by insertion. */
static void sort_row(uint32_t *row, size_t count) {
    for (size_t k = 1; k < count; k++) {
        uint32_t value = row[2 * k];
        size_t to = k;
        for (; to > 0 && row[2 * (to - 1)] > value; to--)
            row[2 * to] = row[2 * (to - 1)];
        row[2 * to] = value;
    }
}

static void number_pairs(uint32_t *pairs, size_t count, const uint32_t *ids) {
    for (size_t k = 0; ids != NULL && k < 2 * count; k++)
        pairs[k] = ids[pairs[k]];
}

/* Sorts by one digit of the second number, stably. Keys are copied as bytes, for one of the arrays
 * is of numbers. */
static void sort_by_digit(const void *from, void *to, size_t count, unsigned shift, unsigned bits) {
    uint32_t places[1u << MOST_BITS], place = 0, mask = (1u << bits) - 1;
    const unsigned char *in = from;
    unsigned char *out = to;
    uint64_t key;
    memset(places, 0, ((size_t)mask + 1) * sizeof *places);
    for (size_t k = 0; k < count; k++) {
        memcpy(&key, in + k * sizeof key, sizeof key);
        places[(uint32_t)key >> shift & mask]++;
    }
    for (uint32_t k = 0; k <= mask; k++) {
        uint32_t here = places[k];
        places[k] = place;
        place += here;
    }
    for (size_t k = 0; k < count; k++) {
        memcpy(&key, in + k * sizeof key, sizeof key);
        memcpy(out + (size_t)places[(uint32_t)key >> shift & mask]++ * sizeof key, &key,
               sizeof key);
    }
}

/* Turns counts of rows, shifted by one, into places. Returns about how many steps it takes to sort
 * the rows by insertion. */
static uint64_t add_up_rows(uint32_t *rows, uint32_t count) {
    uint64_t steps = 0;
    for (uint32_t r = 1; r <= count; r++) {
        steps += (uint64_t)rows[r] * rows[r] / 4;
        rows[r] += rows[r - 1];
    }
    return steps;
}

static void sort_range(void *data, uint32_t range, uint32_t worker) {
    const key_sort *s = data;
    /* After the move, the places of the last buffer are the ends of the ranges. */
    const size_t *ends = s->places + (size_t)(s->found->count - 1) * s->ranges;
    size_t begin = range == 0 ? 0 : ends[range - 1], count = ends[range] - begin;
    if (count == 0)
        return;
    uint64_t *keys = s->moved + begin;
    uint32_t *pairs = s->pairs + 2 * begin, mask = s->rows - 1;
    uint32_t *rows = s->rows_memory + (size_t)worker * (s->rows + 1);
    memset(rows, 0, (s->rows + 1) * sizeof *rows);
    for (size_t k = 0; k < count; k++)
        rows[((keys[k] >> 32) & mask) + 1]++;
    bool has_long_rows = add_up_rows(rows, s->rows) >
                         s->digits * (STEPS_PER_KEY * (uint64_t)count + ((uint64_t)1 << s->bits));
    for (unsigned digit = 0; has_long_rows && digit < s->digits; digit += 2) {
        sort_by_digit(keys, pairs, count, digit * s->bits, s->bits);
        sort_by_digit(pairs, keys, count, (digit + 1) * s->bits, s->bits);
    }
    for (size_t k = 0; k < count; k++) {
        uint32_t first = (uint32_t)(keys[k] >> 32), place = rows[first & mask]++;
        pairs[2 * (size_t)place] = first;
        pairs[2 * (size_t)place + 1] = (uint32_t)keys[k];
    }
    for (uint32_t r = 0, from = 0; !has_long_rows && r < s->rows; from = rows[r], r++)
        if (rows[r] > from + 1)
            sort_row(pairs + 2 * (size_t)from + 1, rows[r] - from);
    number_pairs(pairs, count, s->numbering->ids);
}

/* ---- All of it ---------------------------------------------------------------------------- */

static void choose_ranges(key_sort *s, size_t count) {
    size_t most = count / KEYS_PER_RANGE + 1;
    most = most < MOST_RANGES ? most : MOST_RANGES;
    s->shift = 0;
    while ((s->numbering->limit >> s->shift) >= most)
        s->shift++;
    s->ranges = (s->numbering->limit >> s->shift) + 1;
    s->rows = (uint32_t)1 << s->shift;
    unsigned bits = 0;
    while (bits < 32 && s->numbering->limit >> bits != 0)
        bits++;
    s->digits = bits <= 2 * MOST_BITS ? 2 : 4;
    s->bits = (bits + s->digits - 1) / s->digits;
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
    choose_ranges(&s, count);
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
