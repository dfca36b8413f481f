/* SPDX-License-Identifier: MIT */
/* Pairs of leaves of two hierarchies, or of one with itself, whose boxes meet. A walk goes through
 * the blocks of leaves of one side in order, and for each through the blocks of the other side in
 * order. It stops when its room is full and goes on from there, so memory is bounded however many
 * pairs there are. */
#ifndef TACTI_DEFORM_WALK_H
#define TACTI_DEFORM_WALK_H

#include "base/simd.h"
#include "deform/tree.h"

typedef struct tacti_pair_walk {
    const tacti_bend_tree *a, *b; /* a is the side that is gone through */
    bool is_self;                 /* a is b: each pair once, no leaf with itself */
    bool is_one_body;             /* features that share a vertex are left out */
    float grow;                   /* each box grows by this; at least 0 */
    uint32_t block, end;          /* blocks of leaves of a that are left */
    uint32_t from;                /* the block of leaves of b to go on with */
    const uint32_t *a_labels;     /* of cull.h, for a and b; NULL: nothing is culled */
    const uint32_t *b_labels;
    uint64_t visits;      /* blocks whose boxes were compared so far */
    uint64_t culled;      /* parts that met but were culled */
    uint32_t (*pairs)[2]; /* room of them; a pair of blocks needs TACTI_BLOCK_PAIRS */
    uint32_t room, count;
} tacti_pair_walk;

/* Ends of a box that grows by h > 0. The walk does the same eight at a time; see walk_levels.c. */
static inline float tacti_grow_down(float x, float h) {
    float y = x - h;
    return y - (y < 0 ? -y : y) * 0x1p-22F;
}

static inline float tacti_grow_up(float x, float h) {
    float y = x + h;
    return y + (y < 0 ? -y : y) * 0x1p-22F;
}

#define TACTI_BLOCK_PAIRS (TACTI_BLOCK * TACTI_BLOCK)

/* A walk over blocks [first, end) of a. */
static inline void tacti_pair_walk_begin(tacti_pair_walk *walk, uint32_t first, uint32_t end) {
    walk->block = first;
    walk->end = end;
    walk->from = walk->is_self ? first : 0;
}

/* Appends pairs until the walk has ended (block is end) or there may be no room for those of two
 * more blocks. */
typedef void tacti_pair_walk_run(tacti_pair_walk *walk);
TACTI_DECLARE_LEVELS(tacti_pair_walk_run, tacti_pair_walk_run)

/* The walk at a level. */
tacti_pair_walk_run *tacti_pair_walk_at(tact_simd_level level);

#endif
