/* SPDX-License-Identifier: MIT */
/* A hierarchical grid: cells of many sizes, each twice as wide as the one before. A box lives on
 * the level whose cells are just as wide as its longest edge, so it is in at most two cells along
 * each axis, eight in all. It looks for others on its own level and on all coarser ones; it reaches
 * at most eight cells of each. All cells are in one hash table.
 *
 * No pair twice: the smaller box finds it, on the level of the larger one, in the cell in which
 * the later one of the two starts, in each axis. In every other cell that they share, both have
 * started before in some axis. On the same level, the smaller index finds it.
 *
 * Cells are as wide as powers of two and numbered from 0, so the number of a cell is exact, and
 * shifted by a bit it is that of the cell around it on the next level. The table knows it modulo
 * 2^19. Boxes in different cells with one number are far apart, which the
 * comparison finds. Boxes that are larger than the cells of the last level, infinite ones among
 * them, are compared with all others.
 *
 * Mirtich, "Efficient algorithms for two-phase collision detection" (1997); Ericson, "Real-time
 * collision detection" (2005), 7.2. */
#include "broad/broad.h"

#include <float.h>
#include <math.h>

#include "base/parallel.h"
#include "broad/memory.h"

#define LEVELS 32
#define SIDE_BITS 19
#define SIDE_MASK ((UINT64_C(1) << SIDE_BITS) - 1)
/* Exponents of doubles, and their number: 2^-1074 to 2^1024. */
#define LEAST_EXPONENT (-1074)
#define EXPONENTS 2100
/* Boxes per piece of parallel work. */
#define GRAIN 1024
#define IS_LARGE LEVELS

/* A box in a cell, as floats rounded to nearest: what overlaps overlaps as floats, too. */
typedef struct entry {
    uint64_t cell;
    float lo[3], hi[3];
    uint32_t owner, flags; /* a bit per axis in which the box started before */
} entry;

typedef struct levels {
    const tacti_box_set *set;
    tacti_key_sets *found;
    double inverse;             /* of the width of a cell on level 0 */
    uint32_t occupied;          /* bits of levels that hold boxes */
    uint32_t large_count, mask; /* boxes without a level; buckets - 1 */
    int first_exponent;         /* of the width on level 0 */
    uint8_t *level;             /* by box */
    uint32_t *large;
    uint32_t *ends; /* by bucket: counts, places, then ends */
    entry *entries; /* by bucket */
} levels;

/* ---- Levels ------------------------------------------------------------------------------- */

/* The least e with size <= 2^e, for a finite size; LEAST_EXPONENT for 0. */
static int exponent_of(double size) {
    int exponent;
    if (!(size > 0))
        return LEAST_EXPONENT;
    double fraction = frexp(size, &exponent);
    return fraction == 0.5 ? exponent - 1 : exponent;
}

static double longest_edge(const tact_box *box) {
    return tacti_max(tacti_max(box->hi.x - box->lo.x, box->hi.y - box->lo.y),
                     box->hi.z - box->lo.z);
}

/* Chooses those consecutive levels that hold most boxes. */
static void choose_levels(levels *l) {
    uint32_t counts[EXPONENTS] = {0}, sum = 0, most = 0;
    for (uint32_t i = 0; i < l->set->count; i++) {
        double size = longest_edge(&l->set->boxes[i]);
        if (size <= DBL_MAX)
            counts[exponent_of(size) - LEAST_EXPONENT]++;
    }
    l->first_exponent = 0;
    for (int last = 0; last < EXPONENTS; last++) {
        sum += counts[last];
        sum -= last >= LEVELS ? counts[last - LEVELS] : 0;
        if (sum > most) {
            most = sum;
            l->first_exponent = LEAST_EXPONENT + last - (LEVELS - 1);
        }
    }
    /* Cells stay within numbers whose reciprocals are numbers. */
    if (l->first_exponent < -1000)
        l->first_exponent = -1000;
    l->inverse = ldexp(1, -l->first_exponent);
}

/* ---- Cells -------------------------------------------------------------------------------- */

/* The cell on level 0. A greater coordinate never has a smaller cell. */
static int64_t cell_of(const levels *l, double x) {
    double at = tacti_min(tacti_max(x * l->inverse, -0x1p62), 0x1p62);
    int64_t whole = (int64_t)at;
    return whole - ((double)whole > at ? 1 : 0);
}

static uint64_t cell_key(unsigned level, int64_t x, int64_t y, int64_t z) {
    return (uint64_t)level << (3 * SIDE_BITS) | ((uint64_t)x & SIDE_MASK) |
           ((uint64_t)y & SIDE_MASK) << SIDE_BITS | ((uint64_t)z & SIDE_MASK) << (2 * SIDE_BITS);
}

typedef struct cells {
    int64_t first[3], last[3];
} cells;

static cells find_cells(const levels *l, const tact_box *box) {
    return (cells){{cell_of(l, box->lo.x), cell_of(l, box->lo.y), cell_of(l, box->lo.z)},
                   {cell_of(l, box->hi.x), cell_of(l, box->hi.y), cell_of(l, box->hi.z)}};
}

/* The same cells on a coarser level. Shifting rounds down. */
static cells coarser(cells c, unsigned by) {
    for (int k = 0; k < 3; k++) {
        c.first[k] >>= by;
        c.last[k] >>= by;
    }
    return c;
}

/* Whether there are at most two along each axis. */
static bool are_few(const cells *c) {
    return c->last[0] - c->first[0] < 2 && c->last[1] - c->first[1] < 2 &&
           c->last[2] - c->first[2] < 2;
}

static uint32_t started_before(const cells *c, int64_t x, int64_t y, int64_t z) {
    return (uint32_t)(x > c->first[0]) | (uint32_t)(y > c->first[1]) << 1 |
           (uint32_t)(z > c->first[2]) << 2;
}

static uint32_t bucket_of(const levels *l, uint64_t cell) {
    cell *= UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(cell >> 32) & l->mask;
}

/* The level of a box. An edge that was rounded down may reach into a third cell. */
static unsigned level_of(const levels *l, const tact_box *box) {
    double size = longest_edge(box);
    int level = size <= DBL_MAX ? exponent_of(size) - l->first_exponent : LEVELS;
    level = level < 0 ? 0 : level;
    for (cells own = find_cells(l, box); level < LEVELS; level++) {
        cells c = coarser(own, (unsigned)level);
        if (are_few(&c))
            return (unsigned)level;
    }
    return IS_LARGE;
}

/* ---- The table ---------------------------------------------------------------------------- */

/* Calls for each cell of a box: counts its entries, or puts them. */
static void enter(const levels *l, uint32_t index, bool puts) {
    const tact_box *box = &l->set->boxes[index];
    unsigned level = l->level[index];
    cells c = coarser(find_cells(l, box), level);
    for (int64_t z = c.first[2]; z <= c.last[2]; z++)
        for (int64_t y = c.first[1]; y <= c.last[1]; y++)
            for (int64_t x = c.first[0]; x <= c.last[0]; x++) {
                uint64_t cell = cell_key(level, x, y, z);
                uint32_t *end = &l->ends[bucket_of(l, cell)];
                if (puts)
                    l->entries[*end] =
                        (entry){cell,
                                {(float)box->lo.x, (float)box->lo.y, (float)box->lo.z},
                                {(float)box->hi.x, (float)box->hi.y, (float)box->hi.z},
                                index,
                                started_before(&c, x, y, z)};
                ++*end;
            }
}

/* Finds the level of each box and counts the entries. */
static uint64_t count_entries(levels *l) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < l->set->count; i++) {
        unsigned level = level_of(l, &l->set->boxes[i]);
        l->level[i] = (uint8_t)level;
        if (level == IS_LARGE) {
            l->large[l->large_count++] = i;
            continue;
        }
        l->occupied |= UINT32_C(1) << level;
        cells c = coarser(find_cells(l, &l->set->boxes[i]), level);
        total += (uint64_t)((c.last[0] - c.first[0] + 1) * (c.last[1] - c.first[1] + 1) *
                            (c.last[2] - c.first[2] + 1));
    }
    return total;
}

static void fill_table(levels *l) {
    for (uint32_t k = 0; k <= l->mask; k++)
        l->ends[k] = 0;
    for (uint32_t i = 0; i < l->set->count; i++)
        if (l->level[i] != IS_LARGE)
            enter(l, i, false);
    for (uint32_t k = 0, place = 0; k <= l->mask; k++) {
        uint32_t count = l->ends[k];
        l->ends[k] = place;
        place += count;
    }
    for (uint32_t i = 0; i < l->set->count; i++)
        if (l->level[i] != IS_LARGE)
            enter(l, i, true);
}

/* ---- Pairs -------------------------------------------------------------------------------- */

typedef struct asker {
    const levels *l;
    entry as_floats;
    uint32_t index;
    unsigned level; /* that is asked */
    bool is_own;    /* the box lives on that level */
    tacti_key_set *out;
} asker;

static bool floats_meet(const entry *a, const entry *b) {
    return (a->lo[0] <= b->hi[0]) & (b->lo[0] <= a->hi[0]) & (a->lo[1] <= b->hi[1]) &
           (b->lo[1] <= a->hi[1]) & (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
}

static void ask_cell(const asker *a, uint64_t cell, uint32_t flags) {
    uint32_t bucket = bucket_of(a->l, cell), end = a->l->ends[bucket];
    const tact_box *boxes = a->l->set->boxes, *box = &boxes[a->index];
    for (uint32_t k = bucket == 0 ? 0 : a->l->ends[bucket - 1]; k < end; k++) {
        const entry *e = &a->l->entries[k];
        if (!floats_meet(&a->as_floats, e) || e->cell != cell || (e->flags & flags) != 0 ||
            (a->is_own && e->owner <= a->index))
            continue;
        if (tacti_boxes_meet(box, &boxes[e->owner]))
            tacti_push_pair(a->out, a->index, e->owner);
    }
}

static void ask_levels(const levels *l, uint32_t index, tacti_key_set *out) {
    const tact_box *box = &l->set->boxes[index];
    unsigned own = l->level[index];
    asker a = {.l = l, .index = index, .out = out};
    a.as_floats = (entry){.lo = {(float)box->lo.x, (float)box->lo.y, (float)box->lo.z},
                          .hi = {(float)box->hi.x, (float)box->hi.y, (float)box->hi.z}};
    cells all = find_cells(l, box);
    for (uint32_t left = l->occupied >> own << own; left != 0; left &= left - 1) {
        a.level = (unsigned)__builtin_ctz(left);
        a.is_own = a.level == own;
        cells c = coarser(all, a.level);
        for (int64_t z = c.first[2]; z <= c.last[2]; z++)
            for (int64_t y = c.first[1]; y <= c.last[1]; y++)
                for (int64_t x = c.first[0]; x <= c.last[0]; x++)
                    ask_cell(&a, cell_key(a.level, x, y, z), started_before(&c, x, y, z));
    }
}

static void ask_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)worker;
    const levels *l = data;
    for (size_t i = range.begin; i < range.end; i++)
        if (l->level[i] != IS_LARGE)
            ask_levels(l, (uint32_t)i, &l->found->sets[chunk]);
}

/* Large boxes with every other; of two large ones, the later one finds the pair. */
static void compare_large(const levels *l, tacti_key_set *out) {
    const tact_box *boxes = l->set->boxes;
    for (uint32_t k = 0; k < l->large_count; k++)
        for (uint32_t j = 0; j < l->set->count; j++)
            if ((l->level[j] != IS_LARGE || j < l->large[k]) &&
                tacti_boxes_meet(&boxes[l->large[k]], &boxes[j]))
                tacti_push_pair(out, l->large[k], j);
}

/* ---- All of it ---------------------------------------------------------------------------- */

static tact_status make_table(levels *l, tacti_broad_work *work) {
    tacti_plan plan = tacti_plan_make();
    size_t level_at = tacti_plan_add(&plan, l->set->count, 1);
    size_t large_at = tacti_plan_add(&plan, l->set->count, sizeof(uint32_t));
    unsigned char *memory = tacti_plan_memory(&plan, &work->bytes);
    if (memory == NULL)
        return TACT_OUT_OF_MEMORY;
    l->level = memory + level_at;
    l->large = (uint32_t *)(memory + large_at);
    uint64_t total = count_entries(l);
    if (total > UINT32_MAX / 2)
        return TACT_OUT_OF_MEMORY;
    for (l->mask = 15; l->mask < total; l->mask = 2 * l->mask + 1) {
    }
    plan = tacti_plan_make();
    size_t ends_at = tacti_plan_add(&plan, (size_t)l->mask + 1, sizeof(uint32_t));
    size_t entries_at = tacti_plan_add(&plan, (size_t)total, sizeof(entry));
    memory = tacti_plan_memory(&plan, &work->more_bytes);
    if (memory == NULL)
        return TACT_OUT_OF_MEMORY;
    l->ends = (uint32_t *)(memory + ends_at);
    l->entries = (entry *)(memory + entries_at);
    fill_table(l);
    return TACT_OK;
}

tact_status tacti_broad_levels(const tacti_box_set *set, tacti_broad_work *work) {
    levels l = {.set = set, .found = &work->found};
    uint32_t chunks = tacti_chunk_count(set->count, GRAIN);
    if (set->count == 0)
        return tacti_key_sets_begin(&work->found, 0);
    choose_levels(&l);
    if (make_table(&l, work) != TACT_OK ||
        tacti_key_sets_begin(&work->found, chunks + 1) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tacti_parallel_for(set->context, set->count, GRAIN, ask_range, &l);
    compare_large(&l, &work->found.sets[chunks]);
    return tacti_key_sets_status(&work->found);
}
