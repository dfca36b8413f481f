/* SPDX-License-Identifier: MIT */
/* A uniform grid in three axes: each box is an entry in every cell that it reaches. `grid` puts the
 * entries into buckets by a hash of the cell, `cells` sorts them along a Morton curve. Cells are
 * about twice as wide as the boxes (twice the mean edge).
 *
 * No pair twice: a pair is found in the cell that holds the greater of the two least corners, in
 * each axis, and in no other one. Two cells in one bucket are told apart by their full numbers.
 *
 * The cell of a coordinate is a rounded function that keeps order, and all that the rule needs is
 * that it is one. Boxes that reach too many cells are compared with every other box. */
#include "broad/broad.h"

#include <tact/math_morton.h>

#include "base/sort.h"
#include "broad/memory.h"
#include "math/vec.h"

#define EDGES_PER_CELL 2
#define MOST_CELLS 64
/* Boxes beyond have no influence on the size of the cells. */
#define FAR 0x1p300
#define SIDE ((1 << 21) - 1)

typedef struct grid {
    const tacti_box_set *set;
    double origin[3], inverse[3];
    uint32_t entry_count, large_count;
    uint64_t *cells;  /* by entry */
    uint32_t *owners; /* by entry: the box */
    uint32_t *large;  /* boxes that reach too many cells */
    unsigned char *scratch;
    tacti_key_set *out;
} grid;

/* ---- Cells -------------------------------------------------------------------------------- */

static double tame(double x) {
    return tacti_min(tacti_max(x, -0x1p400), 0x1p400);
}

static void choose_cells(grid *g) {
    for (unsigned k = 0; k < 3; k++) {
        double lo = FAR, hi = -FAR, edges = 0, count = 1;
        for (uint32_t i = 0; i < g->set->count; i++) {
            double a = tacti_vec3_get(g->set->boxes[i].lo, k);
            double b = tacti_vec3_get(g->set->boxes[i].hi, k);
            if (a < -FAR || b > FAR)
                continue;
            count++;
            lo = tacti_min(lo, a);
            hi = tacti_max(hi, a);
            edges += b - a;
        }
        double size = EDGES_PER_CELL * edges / count;
        size = tacti_max(tacti_max(size, (hi - lo) * 0x1p-20), 0x1p-600);
        g->origin[k] = tacti_min(lo, hi);
        g->inverse[k] = 1 / size;
    }
}

static uint32_t cell_of(const grid *g, unsigned k, double x) {
    double c = (tame(x) - g->origin[k]) * g->inverse[k];
    return (uint32_t)tacti_min(tacti_max(c, 0), SIDE);
}

static void find_cells(const grid *g, const tact_box *box, uint32_t first[3], uint32_t last[3]) {
    for (unsigned k = 0; k < 3; k++) {
        first[k] = cell_of(g, k, tacti_vec3_get(box->lo, k));
        last[k] = cell_of(g, k, tacti_vec3_get(box->hi, k));
    }
}

/* 0 if they are too many. */
static uint32_t count_cells(const uint32_t first[3], const uint32_t last[3]) {
    uint64_t count = 1;
    for (int k = 0; k < 3; k++) {
        count *= last[k] - first[k] + 1;
        if (count > MOST_CELLS)
            return 0;
    }
    return (uint32_t)count;
}

/* Fills the arrays of entries, or only counts if there are none. */
static uint64_t make_entries(grid *g) {
    uint64_t count = 0;
    g->large_count = 0;
    for (uint32_t i = 0; i < g->set->count; i++) {
        uint32_t first[3], last[3];
        find_cells(g, &g->set->boxes[i], first, last);
        uint32_t cells = count_cells(first, last);
        if (cells == 0 && g->large != NULL)
            g->large[g->large_count] = i;
        g->large_count += cells == 0;
        count += cells;
        if (cells == 0 || g->cells == NULL)
            continue;
        uint64_t at = count - cells;
        for (uint32_t z = first[2]; z <= last[2]; z++)
            for (uint32_t y = first[1]; y <= last[1]; y++)
                for (uint32_t x = first[0]; x <= last[0]; x++) {
                    g->cells[at] = tact_morton_encode(x, y, z);
                    g->owners[at++] = i;
                }
    }
    return count;
}

/* ---- Pairs -------------------------------------------------------------------------------- */

/* Whether the greater of the least corners is in the cell. */
static bool is_home(const grid *g, const tact_box *a, const tact_box *b, uint64_t cell) {
    tact_vec3 corner = tacti_vec3_max(a->lo, b->lo);
    return tact_morton_encode(cell_of(g, 0, corner.x), cell_of(g, 1, corner.y),
                              cell_of(g, 2, corner.z)) == cell;
}

/* Compares all entries of a bucket that are in the same cell. */
static void compare_entries(const grid *g, uint32_t begin, uint32_t end) {
    const tact_box *boxes = g->set->boxes;
    for (uint32_t k = begin; k < end; k++)
        for (uint32_t l = k + 1; l < end; l++) {
            uint32_t i = g->owners[k], j = g->owners[l];
            if (g->cells[k] == g->cells[l] && tacti_boxes_meet(&boxes[i], &boxes[j]) &&
                is_home(g, &boxes[i], &boxes[j], g->cells[k]))
                tacti_push_pair(g->out, i, j);
        }
}

/* Large boxes with every other; of two large ones, the later one finds the pair. */
static void compare_large(const grid *g) {
    const tact_box *boxes = g->set->boxes;
    for (uint32_t k = 0, next = 0; k < g->large_count; k++, next = 0)
        for (uint32_t j = 0; j < g->set->count; j++) {
            bool is_large = next < g->large_count && g->large[next] == j;
            next += is_large;
            if ((!is_large || j < g->large[k]) && tacti_boxes_meet(&boxes[g->large[k]], &boxes[j]))
                tacti_push_pair(g->out, g->large[k], j);
        }
}

/* ---- Both methods ------------------------------------------------------------------------- */

/* Makes the entries, and scratch memory for sorting them. */
static tact_status prepare(grid *g, const tacti_box_set *set, tacti_broad_work *work) {
    *g = (grid){.set = set};
    choose_cells(g);
    uint64_t count = make_entries(g);
    if (count > UINT32_MAX)
        return TACT_OUT_OF_MEMORY;
    g->entry_count = (uint32_t)count;
    tacti_plan plan = tacti_plan_make();
    size_t cells_at = tacti_plan_add(&plan, g->entry_count, sizeof(uint64_t));
    size_t owners_at = tacti_plan_add(&plan, g->entry_count, sizeof(uint32_t));
    size_t large_at = tacti_plan_add(&plan, g->large_count, sizeof(uint32_t));
    size_t scratch_at = tacti_plan_add(&plan, tacti_sort64_scratch_bytes(g->entry_count), 1);
    unsigned char *memory = tacti_plan_memory(&plan, &work->bytes);
    if (memory == NULL || tacti_key_sets_begin(&work->found, 1) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    g->cells = (uint64_t *)(memory + cells_at);
    g->owners = (uint32_t *)(memory + owners_at);
    g->large = (uint32_t *)(memory + large_at);
    g->scratch = memory + scratch_at;
    g->out = &work->found.sets[0];
    (void)make_entries(g);
    return TACT_OK;
}

tact_status tacti_broad_cells(const tacti_box_set *set, tacti_broad_work *work) {
    grid g;
    if (set->count == 0)
        return tacti_key_sets_begin(&work->found, 0);
    if (prepare(&g, set, work) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tacti_sort64(set->context, g.cells, g.owners, g.entry_count, g.scratch);
    for (uint32_t begin = 0, end = 0; begin < g.entry_count; begin = end) {
        while (end < g.entry_count && g.cells[end] == g.cells[begin])
            end++;
        compare_entries(&g, begin, end);
    }
    compare_large(&g);
    return tacti_key_sets_status(&work->found);
}

static uint64_t hash_cell(uint64_t cell) {
    cell *= UINT64_C(0x9E3779B97F4A7C15);
    return cell ^ cell >> 32;
}

/* The buckets of a hash table; its entries stand in one array, bucket by bucket. */
typedef struct table {
    uint32_t mask;
    uint32_t *ends; /* by bucket: counts, places, then ends */
    uint64_t *cells;
    uint32_t *owners;
} table;

static void fill_table(const grid *g, table *t) {
    for (uint32_t k = 0; k <= t->mask; k++)
        t->ends[k] = 0;
    for (uint32_t k = 0; k < g->entry_count; k++)
        t->ends[hash_cell(g->cells[k]) & t->mask]++;
    for (uint32_t k = 0, place = 0; k <= t->mask; k++) {
        uint32_t count = t->ends[k];
        t->ends[k] = place;
        place += count;
    }
    for (uint32_t k = 0; k < g->entry_count; k++) {
        uint32_t to = t->ends[hash_cell(g->cells[k]) & t->mask]++;
        t->cells[to] = g->cells[k];
        t->owners[to] = g->owners[k];
    }
}

tact_status tacti_broad_grid(const tacti_box_set *set, tacti_broad_work *work) {
    grid g;
    if (set->count == 0)
        return tacti_key_sets_begin(&work->found, 0);
    if (prepare(&g, set, work) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    table t = {.mask = 15};
    while (t.mask < g.entry_count && t.mask < UINT32_MAX / 4)
        t.mask = 2 * t.mask + 1;
    tacti_plan plan = tacti_plan_make();
    size_t ends_at = tacti_plan_add(&plan, (size_t)t.mask + 1, sizeof(uint32_t));
    size_t cells_at = tacti_plan_add(&plan, g.entry_count, sizeof(uint64_t));
    size_t owners_at = tacti_plan_add(&plan, g.entry_count, sizeof(uint32_t));
    unsigned char *memory = tacti_plan_memory(&plan, &work->more_bytes);
    if (memory == NULL)
        return TACT_OUT_OF_MEMORY;
    t.ends = (uint32_t *)(memory + ends_at);
    t.cells = (uint64_t *)(memory + cells_at);
    t.owners = (uint32_t *)(memory + owners_at);
    fill_table(&g, &t);
    g.cells = t.cells;
    g.owners = t.owners;
    for (uint32_t bucket = 0, begin = 0; bucket <= t.mask; begin = t.ends[bucket], bucket++)
        compare_entries(&g, begin, t.ends[bucket]);
    compare_large(&g);
    return tacti_key_sets_status(&work->found);
}
