/* SPDX-License-Identifier: MIT */
/* Box pruning with buckets: chooses the columns, deals the entries out, sorts and sweeps each
 * column. The hot loops are in columns_levels.c, the idea is in columns.h. */
#include "broad/columns.h"

#include <string.h>

#include "base/parallel.h"
#include "math/vec.h"

/* Boxes looked at to choose axes and sizes. */
#define MOST_SAMPLES 1024
/* Boxes of a chunk, and the most chunks: each has counts for all columns. */
#define GRAIN 4096
#define MOST_CHUNKS 16
/* Groups of columns: pieces of parallel work. */
#define MOST_GROUPS 64
/* Columns are so many edges wide: wide enough that few boxes reach into a second one. */
#define EDGES_PER_COLUMN 4.0
/* Sorted by insertion up to here. */
#define FEW_ROWS 48

static tacti_columns_fill *const fills[] = TACTI_LEVEL_TABLE(tacti_columns_fill);
static tacti_rows_sweep *const sweeps[] = TACTI_LEVEL_TABLE(tacti_rows_sweep);
static tacti_rows_join *const joins[] = TACTI_LEVEL_TABLE(tacti_rows_join);

typedef struct buckets {
    tacti_columns c;
    tacti_broad_work *work;
    uint32_t group_count;
    uint32_t longest;     /* entries of a column */
    uint32_t large_count; /* boxes that reach too many columns */
    uint32_t *begins;     /* first entry of a column, and the end */
    uint32_t *groups;     /* first column of a group, and the end */
    tacti_entry *dealt;   /* entries by column */
    size_t stride;        /* bytes per worker */
    unsigned char *scratch;
} buckets;

/* ---- Choosing the columns ----------------------------------------------------------------- */

typedef struct sample {
    double lo[3], hi[3]; /* of the middles */
    double sum[3], square[3], edge[3];
    double count;
} sample;

/* Coordinates are cut to a range in which sums and squares stay finite. */
static double tame(double x) {
    return x < -0x1p400 ? -0x1p400 : x > 0x1p400 ? 0x1p400 : x;
}

static sample take_sample(const tacti_box_set *set) {
    sample s = {.lo = {0x1p500, 0x1p500, 0x1p500}, .hi = {-0x1p500, -0x1p500, -0x1p500}};
    uint32_t step = set->count / MOST_SAMPLES + 1;
    for (uint32_t i = 0; i < set->count; i += step) {
        for (unsigned k = 0; k < 3; k++) {
            double lo = tame(tacti_vec3_get(set->boxes[i].lo, k));
            double hi = tame(tacti_vec3_get(set->boxes[i].hi, k)), middle = 0.5 * (lo + hi);
            s.lo[k] = tacti_min(s.lo[k], middle);
            s.hi[k] = tacti_max(s.hi[k], middle);
            s.sum[k] += middle;
            s.square[k] += middle * middle;
            s.edge[k] += hi - lo;
        }
        s.count++;
    }
    return s;
}

/* The sweep goes along the axis in which the middles vary most. */
static void choose_axes(buckets *b, const sample *s) {
    double best = -1;
    b->c.axis[0] = 0;
    for (unsigned k = 0; k < 3; k++) {
        double variance = s->square[k] - s->sum[k] / s->count * s->sum[k];
        if (variance > best) {
            best = variance;
            b->c.axis[0] = k;
        }
    }
    b->c.axis[1] = (b->c.axis[0] + 1) % 3;
    b->c.axis[2] = (b->c.axis[0] + 2) % 3;
}

static void choose_columns(buckets *b) {
    sample s = take_sample(b->c.set);
    choose_axes(b, &s);
    uint32_t most = 16;
    while (most < b->c.set->count / 8)
        most *= 2;
    for (unsigned k = 0; k < 2; k++) {
        unsigned axis = b->c.axis[k + 1];
        double edge = s.edge[axis] / s.count, extent = s.hi[axis] - s.lo[axis];
        double size = EDGES_PER_COLUMN * edge;
        /* A size of 0 or one that is tiny in comparison would give too many columns. */
        size = tacti_max(size, extent * 0x1p-11);
        size = tacti_min(tacti_max(size, 0x1p-60), 0x1p60);
        b->c.inverse[k] = (float)(1 / size);
        b->c.origin[k] = (float)tacti_min(tacti_max(s.lo[axis], -0x1p100), 0x1p100);
        uint32_t side = 4;
        while (side < extent / size && side < TACTI_MOST_SIDE)
            side *= 2;
        b->c.side[k] = side;
    }
    while (b->c.side[0] * b->c.side[1] > most)
        b->c.side[b->c.side[0] > b->c.side[1] ? 0 : 1] /= 2;
    for (unsigned k = 0; k < 2; k++)
        b->c.span[k] = b->c.side[k] / 2 < 4 ? b->c.side[k] / 2 : 4;
    b->c.column_count = b->c.side[0] * b->c.side[1];
}

/* ---- Dealing entries out ------------------------------------------------------------------ */

static void run_fill(void *data, uint32_t chunk, uint32_t worker) {
    (void)worker;
    const buckets *b = data;
    fills[tacti_simd_row(b->c.set->level)](&b->c, chunk);
}

static void turn_counts_into_places(buckets *b, uint64_t *total) {
    uint64_t place = 0;
    b->longest = 0;
    for (uint32_t column = 0; column < b->c.column_count; column++) {
        uint64_t begin = place;
        b->begins[column] = (uint32_t)place;
        for (uint32_t chunk = 0; chunk < b->c.chunk_count; chunk++) {
            uint32_t *entry = &b->c.places[(size_t)chunk * b->c.column_count + column];
            uint32_t count = *entry;
            *entry = (uint32_t)place;
            place += count;
        }
        if (place - begin > b->longest)
            b->longest = (uint32_t)(place - begin);
    }
    b->begins[b->c.column_count] = (uint32_t)place;
    b->large_count = 0;
    for (uint32_t chunk = 0; chunk < b->c.chunk_count; chunk++)
        b->large_count += b->c.large[chunk];
    *total = place;
}

static void deal(void *data, uint32_t chunk, uint32_t worker) {
    (void)worker;
    const buckets *b = data;
    const tacti_columns *c = &b->c;
    tacti_range range = tacti_chunk_range(c->set->count, c->chunk_count, chunk);
    uint32_t *places = c->places + (size_t)chunk * c->column_count;
    for (size_t i = range.begin; i < range.end; i++) {
        tacti_entry e = c->entries[i];
        uint32_t place = e.place;
        if (place == TACTI_LARGE)
            continue;
        for (uint32_t z = 0; z <= place >> 26; z++) {
            uint32_t row = (((place >> 11) + z) & (c->side[1] - 1)) * c->side[0];
            for (uint32_t y = 0; y <= (place >> 22 & 15); y++) {
                e.place = (uint32_t)(y > 0) | (uint32_t)(z > 0) << 1;
                b->dealt[places[row + ((place + y) & (c->side[0] - 1))]++] = e;
            }
        }
    }
}

/* ---- Sorting a column --------------------------------------------------------------------- */

/* Floats as integers in the same order. */
static inline uint32_t sort_key(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/* Sorts by the upper half: by bytes, from the lowest up. Returns the array that holds the result.
 */
static uint64_t *sort_keys(uint64_t *keys, uint64_t *other, uint32_t count) {
    if (count <= FEW_ROWS) {
        for (uint32_t k = 1; k < count; k++) {
            uint64_t key = keys[k];
            uint32_t to = k;
            for (; to > 0 && keys[to - 1] > key; to--)
                keys[to] = keys[to - 1];
            keys[to] = key;
        }
        return keys;
    }
    uint32_t counts[4][256];
    memset(counts, 0, sizeof counts);
    for (uint32_t k = 0; k < count; k++)
        for (int digit = 0; digit < 4; digit++)
            counts[digit][keys[k] >> (32 + 8 * digit) & 255]++;
    for (int digit = 0; digit < 4; digit++) {
        if (counts[digit][keys[0] >> (32 + 8 * digit) & 255] == count)
            continue;
        uint32_t place = 0;
        for (int k = 0; k < 256; k++) {
            uint32_t here = counts[digit][k];
            counts[digit][k] = place;
            place += here;
        }
        for (uint32_t k = 0; k < count; k++)
            other[counts[digit][keys[k] >> (32 + 8 * digit) & 255]++] = keys[k];
        uint64_t *swap = keys;
        keys = other;
        other = swap;
    }
    return keys;
}

/* Bytes for sorting and holding so many rows. */
static size_t rows_bytes(uint32_t count) {
    return 2 * (size_t)count * sizeof(uint64_t) +
           8 * ((size_t)count + TACTI_ROWS_PAD) * sizeof(float);
}

/* Sorts entries into rows, which use the memory. */
static tacti_rows make_rows(const tacti_entry *entries, uint32_t count, void *memory) {
    uint64_t *keys = memory;
    tacti_rows rows = {.count = count};
    size_t room = (size_t)count + TACTI_ROWS_PAD;
    float *floats = (float *)(keys + 2 * (size_t)count);
    for (int k = 0; k < 3; k++) {
        rows.lo[k] = floats + (size_t)k * room;
        rows.hi[k] = floats + (size_t)(3 + k) * room;
        memset(rows.lo[k] + count, 0, TACTI_ROWS_PAD * sizeof(float));
        memset(rows.hi[k] + count, 0, TACTI_ROWS_PAD * sizeof(float));
    }
    rows.index = (uint32_t *)(floats + 6 * room);
    rows.flags = rows.index + room;
    for (uint32_t k = 0; k < count; k++)
        keys[k] = (uint64_t)sort_key(entries[k].lo[0]) << 32 | k;
    keys = sort_keys(keys, keys + count, count);
    for (uint32_t k = 0; k < count; k++) {
        const tacti_entry *e = &entries[(uint32_t)keys[k]];
        for (int axis = 0; axis < 3; axis++) {
            rows.lo[axis][k] = e->lo[axis];
            rows.hi[axis][k] = e->hi[axis];
        }
        rows.index[k] = e->index;
        rows.flags[k] = e->place;
    }
    return rows;
}

static void sweep_group(void *data, uint32_t group, uint32_t worker) {
    const buckets *b = data;
    tacti_key_set *out = &b->work->found.sets[group];
    tacti_rows_sweep *sweep = sweeps[tacti_simd_row(b->c.set->level)];
    for (uint32_t column = b->groups[group]; column < b->groups[group + 1]; column++) {
        uint32_t begin = b->begins[column], count = b->begins[column + 1] - begin;
        if (count < 2)
            continue;
        tacti_rows rows = make_rows(b->dealt + begin, count, b->scratch + worker * b->stride);
        sweep(&rows, b->c.set->boxes, out);
    }
}

/* Groups of columns with about as many entries each. */
static void make_groups(buckets *b) {
    uint32_t total = b->begins[b->c.column_count], count = 0;
    uint32_t wanted = total / (GRAIN / 4) + 1;
    wanted = wanted < MOST_GROUPS ? wanted : MOST_GROUPS;
    b->groups[0] = 0;
    for (uint32_t column = 0; column < b->c.column_count && count + 1 < wanted; column++)
        if (b->begins[column + 1] >= (uint64_t)total * (count + 1) / wanted)
            b->groups[++count] = column + 1;
    if (count == 0 || b->groups[count] < b->c.column_count)
        b->groups[++count] = b->c.column_count;
    b->group_count = count;
}

/* ---- Boxes that reach too many columns ---------------------------------------------------- */

/* Sweeps the large boxes against each other and against the others. */
static tact_status sweep_large(buckets *b, tacti_key_set *out) {
    uint32_t count = b->c.set->count, large = b->large_count, small = count - large;
    const tact_context *context = b->c.set->context;
    size_t bytes = rows_bytes(large) + rows_bytes(small);
    tacti_entry *entries = tacti_allocate(context, count, sizeof *entries, _Alignof(tacti_entry));
    unsigned char *memory = tacti_allocate(context, bytes, 1, TACTI_CACHE_LINE);
    bool has_memory = entries != NULL && memory != NULL;
    if (has_memory) {
        uint32_t at[2] = {0, large};
        for (uint32_t i = 0; i < count; i++) {
            tacti_entry e = b->c.entries[i];
            uint32_t *to = &at[e.place != TACTI_LARGE];
            e.place = 0;
            entries[(*to)++] = e;
        }
        tacti_rows rows[2] = {make_rows(entries, large, memory),
                              make_rows(entries + large, small, memory + rows_bytes(large))};
        sweeps[tacti_simd_row(b->c.set->level)](&rows[0], b->c.set->boxes, out);
        joins[tacti_simd_row(b->c.set->level)](&rows[0], &rows[1], b->c.set->boxes, out);
    }
    tacti_release(context, entries, count, sizeof *entries, _Alignof(tacti_entry));
    tacti_release(context, memory, bytes, 1, TACTI_CACHE_LINE);
    return has_memory ? TACT_OK : TACT_OUT_OF_MEMORY;
}

/* ---- All of it ---------------------------------------------------------------------------- */

static size_t aligned(size_t bytes) {
    return (bytes + TACTI_CACHE_LINE - 1) / TACTI_CACHE_LINE * TACTI_CACHE_LINE;
}

/* The first part of the scratch memory: what does not depend on the counts of the columns. */
static tact_status make_first_part(buckets *b) {
    const tacti_box_set *set = b->c.set;
    b->c.chunk_count = tacti_chunk_count(set->count, GRAIN);
    if (b->c.chunk_count > MOST_CHUNKS)
        b->c.chunk_count = MOST_CHUNKS;
    size_t entries = aligned(set->count * sizeof(tacti_entry));
    size_t places = aligned((size_t)b->c.chunk_count * b->c.column_count * sizeof(uint32_t));
    size_t begins = aligned((b->c.column_count + 1) * sizeof(uint32_t));
    size_t rest = aligned((MOST_GROUPS + 2 + MOST_CHUNKS) * sizeof(uint32_t));
    size_t bytes = TACTI_CACHE_LINE + entries + places + begins + rest;
    if (tacti_bytes_reserve(&b->work->bytes, bytes) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    unsigned char *at = (unsigned char *)aligned((size_t)b->work->bytes.items);
    b->c.entries = (tacti_entry *)at;
    b->c.places = (uint32_t *)(at + entries);
    b->begins = (uint32_t *)(at + entries + places);
    b->groups = (uint32_t *)(at + entries + places + begins);
    b->c.large = b->groups + MOST_GROUPS + 2;
    return TACT_OK;
}

static tact_status make_second_part(buckets *b, uint64_t total) {
    if (total > UINT32_MAX)
        return TACT_OUT_OF_MEMORY;
    b->stride = aligned(rows_bytes(b->longest));
    size_t dealt = aligned((size_t)total * sizeof(tacti_entry));
    size_t bytes = TACTI_CACHE_LINE + dealt + b->stride * tacti_worker_count(b->c.set->context);
    if (tacti_bytes_reserve(&b->work->more_bytes, bytes) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    unsigned char *at = (unsigned char *)aligned((size_t)b->work->more_bytes.items);
    b->dealt = (tacti_entry *)at;
    b->scratch = at + dealt;
    return TACT_OK;
}

tact_status tacti_broad_buckets(const tacti_box_set *set, tacti_broad_work *work) {
    buckets b = {.c.set = set, .work = work};
    if (set->count < 2)
        return tacti_key_sets_begin(&work->found, 0);
    choose_columns(&b);
    if (make_first_part(&b) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tact_context_run(set->context, b.c.chunk_count, run_fill, &b);
    uint64_t total;
    turn_counts_into_places(&b, &total);
    if (make_second_part(&b, total) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tact_context_run(set->context, b.c.chunk_count, deal, &b);
    make_groups(&b);
    if (tacti_key_sets_begin(&work->found, b.group_count + 1) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tact_context_run(set->context, b.group_count, sweep_group, &b);
    if (b.large_count > 0 && sweep_large(&b, &work->found.sets[b.group_count]) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    return tacti_key_sets_status(&work->found);
}
