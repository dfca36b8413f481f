/* SPDX-License-Identifier: MIT */
/* A hierarchy over the boxes of one kind of features. Leaves are sorted along a space-filling
 * curve. Eight leaves in a row are a block, eight blocks in a row are a block of the next level,
 * and so on up to one block. So a node needs no numbers, and a range of leaves can be sorted anew
 * by itself. A block has the boxes of its eight parts coordinate by coordinate, for eight lanes.
 *
 * Boxes are floats, rounded outward. Parts beyond the end are empty boxes (lo infinite, hi minus
 * infinite); since a box that does not fit in floats may be infinite too, walks leave out such
 * parts by their number and not by their box. */
#ifndef TACTI_DEFORM_TREE_H
#define TACTI_DEFORM_TREE_H

#include <tact/math.h>

#include "base/alloc.h"

#define TACTI_BLOCK 8
/* 8^10 leaves are more than 2^28. */
#define TACTI_TREE_LEVELS 10
/* The most features of a kind. */
#define TACTI_MOST_LEAVES (UINT32_C(1) << 28)

typedef struct tacti_box_block {
    float lo[3][TACTI_BLOCK], hi[3][TACTI_BLOCK];
} tacti_box_block;

/* A box in floats. The last number of each row is 0. */
typedef struct tacti_float_box {
    float lo[4], hi[4];
} tacti_float_box;

typedef struct tacti_bend_tree {
    const tact_context *context;
    uint32_t count;                          /* leaves */
    uint32_t room;                           /* leaves, rounded up to whole blocks */
    uint32_t corner_count;                   /* vertices per feature, 1 to 3 */
    uint32_t level_count;                    /* 0 if there are no leaves */
    uint32_t level_first[TACTI_TREE_LEVELS]; /* first block of a level; level 0 has the leaves */
    uint32_t level_size[TACTI_TREE_LEVELS];  /* blocks of a level */
    uint32_t block_count;
    tacti_box_block *blocks;
    uint32_t *ids;       /* the feature of each leaf; room of them */
    uint32_t *corner[3]; /* its vertices; room of each, UINT32_MAX beyond the end */
    double *spread;      /* per part of TACTI_PART leaves: the least spread since it was sorted */
    double whole_spread; /* the same for the parts themselves */
} tacti_bend_tree;

/* Leaves that are sorted anew together. */
#define TACTI_PART 4096
#define TACTI_PART_LEVEL 3 /* a block of this level has 8^4 leaves */

/* Memory for sorting, shared by the trees of a deformable. */
typedef struct tacti_bend_tree_scratch {
    uint64_t *keys;
    uint32_t *values;
    uint32_t *copy;
    void *sort;
} tacti_bend_tree_scratch;

/* Allocates a tree over features, whose corners are count rows of corner_count numbers. ids may be
 * NULL for 0 to count - 1. TACT_OUT_OF_MEMORY leaves nothing behind. */
tact_status tacti_bend_tree_create(const tact_context *context, const uint32_t *corners,
                                   const uint32_t *ids, uint32_t count, uint32_t corner_count,
                                   tacti_bend_tree *out);
void tacti_bend_tree_destroy(tacti_bend_tree *tree);
size_t tacti_bend_tree_bytes(const tacti_bend_tree *tree);
/* How many parts can be sorted by themselves. */
uint32_t tacti_bend_tree_part_count(const tacti_bend_tree *tree);

/* Computes all boxes from those of vertices. */
void tacti_bend_tree_refit(tacti_bend_tree *tree, const tacti_float_box *vertices);
/* Sorts all leaves by their boxes and refits; call after tacti_bend_tree_refit(). */
void tacti_bend_tree_sort(tacti_bend_tree *tree, const tacti_float_box *vertices,
                          const tacti_bend_tree_scratch *scratch);
/* Sorts parts that have decayed since they were sorted, and refits; call after
 * tacti_bend_tree_refit(). Returns how many parts were sorted. */
uint32_t tacti_bend_tree_mend(tacti_bend_tree *tree, const tacti_float_box *vertices,
                              const tacti_bend_tree_scratch *scratch);

/* The boxes of a level, counted from the root, as tact_deform_boxes() says. */
uint32_t tacti_bend_tree_level(const tacti_bend_tree *tree, uint32_t level, tact_box *out,
                               uint32_t room);

#endif
