/* SPDX-License-Identifier: MIT */
/* The hierarchy: sorting, refitting, and finding out which parts have decayed. Packed trees of
 * leaves along a space-filling curve are from I. Kamel and C. Faloutsos (1993); here the curve is
 * that of Morton, and only parts that need it are sorted anew. */
#include "deform/tree.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/parallel.h"
#include "base/sort.h"

#include <tact/math_morton.h>

/* A part is sorted anew if its spread has grown by this factor. */
#define DECAY 1.8
/* Blocks that are refitted together, some tens of microseconds. */
#define GRAIN 1024

/* ---- Memory ------------------------------------------------------------------------------- */

static void set_levels(tacti_bend_tree *tree, uint32_t count) {
    tree->count = count;
    tree->room = (count + TACTI_BLOCK - 1) / TACTI_BLOCK * TACTI_BLOCK;
    tree->level_count = tree->block_count = 0;
    for (uint32_t size = tree->room / TACTI_BLOCK; size > 0;) {
        TACTI_ASSERT(tree->level_count < TACTI_TREE_LEVELS);
        tree->level_first[tree->level_count] = tree->block_count;
        tree->level_size[tree->level_count++] = size;
        tree->block_count += size;
        size = size == 1 ? 0 : (size + TACTI_BLOCK - 1) / TACTI_BLOCK;
    }
}

uint32_t tacti_bend_tree_part_count(const tacti_bend_tree *tree) {
    return (tree->count + TACTI_PART - 1) / TACTI_PART;
}

static bool allocate(tacti_bend_tree *tree) {
    const tact_context *context = tree->context;
    tree->blocks =
        tacti_allocate(context, tree->block_count, sizeof *tree->blocks, TACTI_CACHE_LINE);
    tree->ids = tacti_allocate(context, tree->room, sizeof *tree->ids, _Alignof(uint32_t));
    tree->spread = tacti_allocate(context, tacti_bend_tree_part_count(tree), sizeof *tree->spread,
                                  _Alignof(double));
    bool is_there = tree->blocks != NULL && tree->ids != NULL && tree->spread != NULL;
    for (uint32_t k = 0; k < tree->corner_count; k++) {
        tree->corner[k] =
            tacti_allocate(context, tree->room, sizeof *tree->corner[k], _Alignof(uint32_t));
        is_there = is_there && tree->corner[k] != NULL;
    }
    return is_there;
}

tact_status tacti_bend_tree_create(const tact_context *context, const uint32_t *corners,
                                   const uint32_t *ids, uint32_t count, uint32_t corner_count,
                                   tacti_bend_tree *out) {
    tacti_bend_tree tree = {.context = context, .corner_count = corner_count};
    set_levels(&tree, count);
    if (!allocate(&tree)) {
        tacti_bend_tree_destroy(&tree);
        return TACT_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < tree.room; i++) {
        tree.ids[i] = i >= count ? UINT32_MAX : ids != NULL ? ids[i] : i;
        for (uint32_t k = 0; k < corner_count; k++)
            tree.corner[k][i] = i < count ? corners[(size_t)i * corner_count + k] : UINT32_MAX;
    }
    *out = tree;
    return TACT_OK;
}

void tacti_bend_tree_destroy(tacti_bend_tree *tree) {
    const tact_context *context = tree->context;
    tacti_release(context, tree->blocks, tree->block_count, sizeof *tree->blocks, TACTI_CACHE_LINE);
    tacti_release(context, tree->ids, tree->room, sizeof *tree->ids, _Alignof(uint32_t));
    tacti_release(context, tree->spread, tacti_bend_tree_part_count(tree), sizeof *tree->spread,
                  _Alignof(double));
    for (uint32_t k = 0; k < tree->corner_count; k++)
        tacti_release(context, tree->corner[k], tree->room, sizeof *tree->corner[k],
                      _Alignof(uint32_t));
}

size_t tacti_bend_tree_bytes(const tacti_bend_tree *tree) {
    return tree->block_count * sizeof *tree->blocks +
           (size_t)tree->room * (1 + tree->corner_count) * sizeof *tree->ids +
           tacti_bend_tree_part_count(tree) * sizeof *tree->spread;
}

/* ---- Boxes -------------------------------------------------------------------------------- */

static inline float less(float a, float b) {
    return a < b ? a : b;
}

static inline float greater(float a, float b) {
    return a > b ? a : b;
}

static void set_part(tacti_box_block *block, uint32_t i, const tacti_float_box *box) {
    for (int k = 0; k < 3; k++) {
        block->lo[k][i] = box->lo[k];
        block->hi[k][i] = box->hi[k];
    }
}

static const tacti_float_box empty_box = {{INFINITY, INFINITY, INFINITY, 0},
                                          {-INFINITY, -INFINITY, -INFINITY, 0}};

static inline tacti_float_box box_of_leaf(const tacti_bend_tree *tree, uint32_t leaf,
                                          const tacti_float_box *vertices) {
    tacti_float_box box = vertices[tree->corner[0][leaf]];
    for (uint32_t c = 1; c < tree->corner_count; c++) {
        const tacti_float_box *v = &vertices[tree->corner[c][leaf]];
        for (int k = 0; k < 4; k++) {
            box.lo[k] = less(box.lo[k], v->lo[k]);
            box.hi[k] = greater(box.hi[k], v->hi[k]);
        }
    }
    return box;
}

static tacti_float_box box_of_block(const tacti_box_block *block) {
    tacti_float_box box = empty_box;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < TACTI_BLOCK; i++) {
            box.lo[k] = less(box.lo[k], block->lo[k][i]);
            box.hi[k] = greater(box.hi[k], block->hi[k][i]);
        }
    return box;
}

static void fit_leaves(tacti_bend_tree *tree, uint32_t first, uint32_t end,
                       const tacti_float_box *vertices) {
    for (uint32_t b = first; b < end; b++)
        for (uint32_t i = 0; i < TACTI_BLOCK; i++) {
            uint32_t leaf = b * TACTI_BLOCK + i;
            tacti_float_box box = empty_box;
            if (leaf < tree->count)
                box = box_of_leaf(tree, leaf, vertices);
            set_part(&tree->blocks[b], i, &box);
        }
}

/* The blocks first to end of a level from those below. */
static void fit_level(tacti_bend_tree *tree, uint32_t level, uint32_t first, uint32_t end) {
    const tacti_box_block *below = tree->blocks + tree->level_first[level - 1];
    for (uint32_t b = first; b < end; b++)
        for (uint32_t i = 0; i < TACTI_BLOCK; i++) {
            uint32_t part = b * TACTI_BLOCK + i;
            tacti_float_box box = empty_box;
            if (part < tree->level_size[level - 1])
                box = box_of_block(&below[part]);
            set_part(&tree->blocks[tree->level_first[level] + b], i, &box);
        }
}

typedef struct refit {
    tacti_bend_tree *tree;
    const tacti_float_box *vertices;
} refit;

static void fit_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    const refit *r = data;
    fit_leaves(r->tree, (uint32_t)range.begin, (uint32_t)range.end, r->vertices);
}

void tacti_bend_tree_refit(tacti_bend_tree *tree, const tacti_float_box *vertices) {
    if (tree->count == 0)
        return;
    refit r = {tree, vertices};
    tacti_parallel_for(tree->context, tree->level_size[0], GRAIN, fit_range, &r);
    for (uint32_t level = 1; level < tree->level_count; level++)
        fit_level(tree, level, 0, tree->level_size[level]);
}

/* ---- Sorting ------------------------------------------------------------------------------ */

static void permute(uint32_t *numbers, uint32_t first, uint32_t count,
                    const tacti_bend_tree_scratch *scratch) {
    memcpy(scratch->copy, numbers + first, count * sizeof *numbers);
    for (uint32_t i = 0; i < count; i++)
        numbers[first + i] = scratch->copy[scratch->values[i]];
}

/* Sorts count leaves by the codes of the centres of their boxes in a grid over the bounds of all of
 * them. Equal codes keep their order. */
static void sort_leaves(tacti_bend_tree *tree, uint32_t first, uint32_t count,
                        const tacti_bend_tree_scratch *scratch) {
    tact_box bounds = tact_box_empty();
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < count; i++) {
            uint32_t leaf = first + i, lane = leaf % TACTI_BLOCK;
            const tacti_box_block *b = &tree->blocks[leaf / TACTI_BLOCK];
            double c[3];
            for (int k = 0; k < 3; k++)
                c[k] = (double)b->lo[k][lane] + (double)b->hi[k][lane];
            tact_vec3 center = {c[0], c[1], c[2]};
            if (pass == 0)
                bounds = tact_box_add_point(bounds, center);
            else
                scratch->keys[i] = tact_morton_of_point(center, bounds);
            scratch->values[i] = i;
        }
    tacti_sort64(tree->context, scratch->keys, scratch->values, count, scratch->sort);
    permute(tree->ids, first, count, scratch);
    for (uint32_t k = 0; k < tree->corner_count; k++)
        permute(tree->corner[k], first, count, scratch);
}

static double size_of_box(const tacti_float_box *box) {
    double size = 0;
    for (int k = 0; k < 3; k++)
        size += (double)box->hi[k] - (double)box->lo[k];
    return size;
}

/* The box of a block, which is a part of a block of the next level. */
static tacti_float_box stored_box(const tacti_bend_tree *tree, uint32_t level, uint32_t b) {
    tacti_float_box box = {{0}, {0}};
    if (level + 1 == tree->level_count)
        return box_of_block(&tree->blocks[tree->level_first[level] + b]);
    const tacti_box_block *above = &tree->blocks[tree->level_first[level + 1] + b / TACTI_BLOCK];
    for (int k = 0; k < 3; k++) {
        box.lo[k] = above->lo[k][b % TACTI_BLOCK];
        box.hi[k] = above->hi[k][b % TACTI_BLOCK];
    }
    return box;
}

/* The summed extents of the blocks of a level from first on, in units of those of the box around
 * them: this number grows if neighbours on the curve move apart, and does not depend on scale. NaN
 * for infinite boxes. */
static double spread_of(const tacti_bend_tree *tree, uint32_t level, uint32_t first,
                        uint32_t count) {
    tacti_float_box all = empty_box;
    double sum = 0;
    for (uint32_t b = first; b < first + count; b++) {
        tacti_float_box box = stored_box(tree, level, b);
        sum += size_of_box(&box);
        for (int k = 0; k < 3; k++) {
            all.lo[k] = less(all.lo[k], box.lo[k]);
            all.hi[k] = greater(all.hi[k], box.hi[k]);
        }
    }
    double size = size_of_box(&all);
    return size > 0 ? sum / size : 0;
}

static uint32_t part_blocks(const tacti_bend_tree *tree, uint32_t part) {
    uint32_t first = part * (TACTI_PART / TACTI_BLOCK), left = tree->level_size[0] - first;
    return left < TACTI_PART / TACTI_BLOCK ? left : TACTI_PART / TACTI_BLOCK;
}

static double part_spread(const tacti_bend_tree *tree, uint32_t part) {
    return spread_of(tree, 0, part * (TACTI_PART / TACTI_BLOCK), part_blocks(tree, part));
}

/* With one part there is nothing to spread. */
static double whole_spread(const tacti_bend_tree *tree) {
    return tree->level_count > TACTI_PART_LEVEL + 1
               ? spread_of(tree, TACTI_PART_LEVEL, 0, tree->level_size[TACTI_PART_LEVEL])
               : 0;
}

void tacti_bend_tree_sort(tacti_bend_tree *tree, const tacti_float_box *vertices,
                          const tacti_bend_tree_scratch *scratch) {
    if (tree->count == 0)
        return;
    sort_leaves(tree, 0, tree->count, scratch);
    tacti_bend_tree_refit(tree, vertices);
    tree->whole_spread = whole_spread(tree);
    for (uint32_t part = 0; part < tacti_bend_tree_part_count(tree); part++)
        tree->spread[part] = part_spread(tree, part);
}

/* Whether a spread has grown too much. Keeps the least one. */
static bool has_decayed(double *least, double now) {
    if (now > DECAY * *least)
        return true;
    *least = now < *least ? now : *least;
    return false;
}

uint32_t tacti_bend_tree_mend(tacti_bend_tree *tree, const tacti_float_box *vertices,
                              const tacti_bend_tree_scratch *scratch) {
    if (tree->count == 0)
        return 0;
    if (has_decayed(&tree->whole_spread, whole_spread(tree))) {
        tacti_bend_tree_sort(tree, vertices, scratch);
        return tacti_bend_tree_part_count(tree);
    }
    uint32_t sorted = 0;
    for (uint32_t part = 0; part < tacti_bend_tree_part_count(tree); part++) {
        if (!has_decayed(&tree->spread[part], part_spread(tree, part)))
            continue;
        uint32_t first = part * (TACTI_PART / TACTI_BLOCK), blocks = part_blocks(tree, part);
        uint32_t left = tree->count - part * TACTI_PART;
        sort_leaves(tree, part * TACTI_PART, left < TACTI_PART ? left : TACTI_PART, scratch);
        fit_leaves(tree, first, first + blocks, vertices);
        /* The box of the part is as before, so only levels inside of it change. */
        for (uint32_t level = 1; level < tree->level_count && level <= TACTI_PART_LEVEL; level++) {
            blocks = (blocks + TACTI_BLOCK - 1) / TACTI_BLOCK;
            first /= TACTI_BLOCK;
            fit_level(tree, level, first, first + blocks);
        }
        tree->spread[part] = part_spread(tree, part);
        sorted++;
    }
    return sorted;
}

/* ---- Looking at it ------------------------------------------------------------------------ */

static tact_box box_of_part(const tacti_box_block *block, uint32_t i) {
    return (tact_box){{(double)block->lo[0][i], (double)block->lo[1][i], (double)block->lo[2][i]},
                      {(double)block->hi[0][i], (double)block->hi[1][i], (double)block->hi[2][i]}};
}

uint32_t tacti_bend_tree_level(const tacti_bend_tree *tree, uint32_t level, tact_box *out,
                               uint32_t room) {
    bool has_leaves = level >= tree->level_count;
    uint32_t row = has_leaves ? 0 : tree->level_count - 1 - level;
    uint32_t count = has_leaves ? tree->count : tree->level_size[row];
    for (uint32_t i = 0; i < count && i < room; i++) {
        if (has_leaves) {
            out[i] = box_of_part(&tree->blocks[i / TACTI_BLOCK], i % TACTI_BLOCK);
        } else {
            tacti_float_box box = stored_box(tree, row, i);
            out[i] = (tact_box){{(double)box.lo[0], (double)box.lo[1], (double)box.lo[2]},
                                {(double)box.hi[0], (double)box.hi[1], (double)box.hi[2]}};
        }
    }
    return count;
}
