/* SPDX-License-Identifier: MIT */
/* Pairs of nodes that are still to be opened, and the steps of opening one that all walks over two
 * hierarchies share: which node is opened, which children are compared with which, and how the
 * pairs of children that are not apart are numbered.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_FRAME_NODE_PAIR_H
#define TACTI_FRAME_NODE_PAIR_H

#include "bvh/bvh.h"
#include "frame/boxes.h"

/* Some children of a node of a against some of a node of b. */
typedef struct tacti_task {
    uint32_t node[2];
    uint8_t mask[2]; /* which children are meant */
    float key;       /* how promising the pair is: the smallest comes first */
    float bound;     /* of distance queries: a lower bound of the squared distance */
} tacti_task;

/* Walks hold their tasks in an array on the stack. While it holds no more tasks than the broad
 * limit, sixteen may be taken together. Opening one brings at most 64, so those that find more
 * tasks than the narrow limit are put back, except the first. Above the broad limit, pairs are
 * opened one by one, and above the narrow limit only one node of a pair at a time. That goes down
 * one level of one side and brings at most 8 tasks in place of one, because the builder makes the
 * children of a node all nodes or all triangles. So tasks in depth-first order never exceed
 * TACTI_WALK_STACK_SIZE. */
#define TACTI_BROAD_STACK 512
#define TACTI_NARROW_STACK 640
#define TACTI_WALK_STACK_SIZE (TACTI_NARROW_STACK + 64 + 2 * TACTI_BVH_MAX_DEPTH * 8)

/* A node that is more than this times larger than the other is opened alone. */
#define TACTI_LARGER 4.0F

#define TACTI_ALL_CHILDREN 0xff

/* The task that a walk starts with: both roots. */
TACTI_ALWAYS_INLINE tacti_task tacti_task_root(void) {
    return (tacti_task){{0, 0}, {TACTI_ALL_CHILDREN, TACTI_ALL_CHILDREN}, 0, 0};
}

typedef enum tacti_opening { TACTI_OPEN_A, TACTI_OPEN_B, TACTI_OPEN_BOTH } tacti_opening;

TACTI_ALWAYS_INLINE uint32_t tacti_children_mask(const tacti_node *node) {
    return (1U << node->child_count) - 1;
}

/* Children that differ. If all triangles of a node are equal, the first stands for all. */
TACTI_ALWAYS_INLINE uint32_t tacti_distinct_mask(const tacti_node *node) {
    return tacti_node_is_repeated(node) ? 1 : tacti_children_mask(node);
}

TACTI_ALWAYS_INLINE uint32_t tacti_inner_mask(const tacti_node *node) {
    return (1U << node->inner_count) - 1;
}

TACTI_ALWAYS_INLINE uint32_t tacti_child_node(const tacti_node *node, int child) {
    TACTI_ASSERT(child >= 0 && child < node->inner_count);
    return node->first_child + (uint32_t)child;
}

/* The triangle of a child that is a leaf. */
TACTI_ALWAYS_INLINE uint32_t tacti_child_triangle(const tacti_bvh *bvh, const tacti_node *node,
                                                  int child) {
    TACTI_ASSERT(child >= node->inner_count && child < node->child_count);
    return tacti_bvh_triangle_at(bvh, node->first_leaf + (uint32_t)child - node->inner_count);
}

/* Fetches a node early. It may lie on two cache lines. */
TACTI_ALWAYS_INLINE void tacti_node_prefetch(const tacti_bvh *bvh, uint32_t node) {
    const char *start = (const char *)&bvh->nodes[node];
    TACTI_PREFETCH(start);
    TACTI_PREFETCH(start + sizeof(tacti_node) - 1);
}

TACTI_ALWAYS_INLINE int tacti_lowest_bit(uint32_t mask) {
    TACTI_ASSERT(mask != 0);
    return __builtin_ctz(mask);
}

/* Which of two nodes to open. A node that is more than `larger` times larger than the other is
 * opened alone; if that is 1, one always is. Leaves cannot be opened: they wait for the other side.
 */
TACTI_ALWAYS_INLINE tacti_opening tacti_open_larger(const tacti_own_box own[2], uint32_t inner_a,
                                                    uint32_t inner_b, float larger) {
    if (inner_a == 0 || inner_b == 0)
        return inner_a != 0 ? TACTI_OPEN_A : inner_b != 0 ? TACTI_OPEN_B : TACTI_OPEN_BOTH;
    float size_a = tacti_largest3(own[0].half), size_b = tacti_largest3(own[1].half);
    if (size_a > larger * size_b)
        return TACTI_OPEN_A;
    if (size_b > larger * size_a)
        return TACTI_OPEN_B;
    return larger > 1 ? TACTI_OPEN_BOTH : TACTI_OPEN_A;
}

/* The same for a walk whose stack holds so many tasks: if they are many, never both nodes. */
TACTI_ALWAYS_INLINE tacti_opening tacti_choose_opening(const tacti_own_box own[2], uint32_t inner_a,
                                                       uint32_t inner_b, uint32_t stack_count) {
    return tacti_open_larger(own, inner_a, inner_b,
                             stack_count > TACTI_NARROW_STACK ? 1 : TACTI_LARGER);
}

/* Whether a task that was taken together with others has to be put back: the stack holds so many
 * tasks, and so many more are still to be opened or put back. */
TACTI_ALWAYS_INLINE bool tacti_is_put_back(uint32_t number, uint32_t stack_count, uint32_t more) {
    return number > 0 && stack_count + more > TACTI_NARROW_STACK;
}

/* Places a pair of nodes and their own boxes. tacti_boxes_decode() then places the children. */
TACTI_ALWAYS_INLINE void tacti_boxes_open(const tacti_pair *pair, const uint32_t node[2],
                                          tacti_boxes *boxes, tacti_own_box own[2]) {
    for (int side = 0; side < 2; side++) {
        TACTI_ASSERT(node[side] < pair->bvh[side]->node_count);
        boxes->node[side] = &pair->bvh[side]->nodes[node[side]];
    }
    tacti_boxes_place(pair, boxes);
    own[0] = tacti_boxes_own(pair, boxes, 0);
    own[1] = tacti_boxes_own(pair, boxes, 1);
}

/* The largest gap of the nodes' own boxes along the axes of their frames. */
TACTI_ALWAYS_INLINE float tacti_own_gap(const tacti_own_box own[2]) {
    tacti_f4 here =
        tacti_f4_abs(own[0].center - own[1].seen_center) - (own[0].half + own[1].seen_half);
    tacti_f4 there =
        tacti_f4_abs(own[1].center - own[0].seen_center) - (own[1].half + own[0].seen_half);
    float most_here = tacti_largest3(here), most_there = tacti_largest3(there);
    return most_here > most_there ? most_here : most_there;
}

/* Moves every task ahead of those with a smaller key, in steps of so many places. */
TACTI_ALWAYS_INLINE void tacti_insert_tasks(tacti_task *tasks, uint32_t count, uint32_t step) {
    for (uint32_t i = step; i < count; i++) {
        tacti_task task = tasks[i];
        uint32_t at = i;
        for (; at >= step && tasks[at - step].key < task.key; at -= step)
            tasks[at] = tasks[at - step];
        tasks[at] = task;
    }
}

/* Sorts tasks so that the most promising comes last, which is the top of a stack. Tasks with equal
 * keys keep their order if there are at most 64. */
TACTI_ALWAYS_INLINE void tacti_sort_tasks(tacti_task *tasks, uint32_t count) {
    if (count > 64) {
        /* M. Ciura, Best increments for the average case of shellsort, 2001. */
        static const uint32_t steps[] = {301, 132, 57, 23, 10, 4};
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++)
            tacti_insert_tasks(tasks, count, steps[k]);
    }
    tacti_insert_tasks(tasks, count, 1);
}

/* Transposes an 8x8 matrix of bits, bit 8 i + j. */
TACTI_ALWAYS_INLINE uint64_t tacti_transpose_bits(uint64_t m) {
    uint64_t t = (m ^ m >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    m ^= t ^ t << 7;
    t = (m ^ m >> 14) & UINT64_C(0x0000cccc0000cccc);
    m ^= t ^ t << 14;
    t = (m ^ m >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return m ^ t ^ t << 28;
}

/* Takes the next two rows out of a mask of children of the side that is not lane_side. If only one
 * is left, both rows are that child. */
TACTI_ALWAYS_INLINE tacti_row tacti_next_row(int lane_side, uint32_t *mask) {
    TACTI_ASSERT(*mask != 0 && *mask <= 0xff);
    int base = lane_side == 0 ? 8 : 0;
    int first = tacti_lowest_bit(*mask);
    *mask &= *mask - 1;
    int second = first;
    if (*mask != 0) {
        second = tacti_lowest_bit(*mask);
        *mask &= *mask - 1;
    }
    return (tacti_row){
        lane_side, {base + first, base + second}, tacti_pick16_make(base + first, base + second)};
}

/* The side whose children go into the lanes: the side with more of them, which makes rows few. */
TACTI_ALWAYS_INLINE int tacti_lane_side(uint32_t mask_a, uint32_t mask_b) {
    return __builtin_popcount(mask_a) <= __builtin_popcount(mask_b) ? 1 : 0;
}

TACTI_ALWAYS_INLINE uint32_t tacti_row_open_lanes_piece(const tacti_boxes *boxes,
                                                        const tacti_row *row, uint32_t lanes,
                                                        tacti_float_piece inflation, int i) {
    tacti_piece_gaps gaps = tacti_row_face_gaps_piece(boxes, row, i);
    uint32_t apart = tacti_fp_bits_gt(tacti_piece_largest_gap(&gaps), inflation);
    if ((lanes & ~apart) != 0)
        apart |= tacti_fp_bits_gt(tacti_row_edge_gap_piece(boxes, row, i), inflation);
    return lanes & ~apart;
}

/* The lanes of a row whose boxes are not apart, out of those in a mask. */
TACTI_ALWAYS_INLINE uint32_t tacti_row_open_lanes(const tacti_boxes *boxes, const tacti_row *row,
                                                  uint32_t lanes, tacti_f16 inflation) {
    uint32_t open = 0;
    TACTI_EACH_FLOAT_LOOP(
        int at = i * TACTI_FLOATS_PER_PIECE;
        uint32_t mask = lanes >> at & ((1U << TACTI_FLOATS_PER_PIECE) - 1);
        open |= tacti_row_open_lanes_piece(boxes, row, mask, inflation.piece[i], i) << at;)
    return open;
}

/* The lanes of two rows in a matrix of bits, bit 8 row + lane. */
TACTI_ALWAYS_INLINE uint64_t tacti_row_bits(const tacti_row *row, uint32_t lanes) {
    int first = row->row[0] & 7, second = row->row[1] & 7;
    return (uint64_t)(lanes & 0xff) << (8 * first) | (uint64_t)(lanes >> 8) << (8 * second);
}

/* The pairs of children, bit 8 i + j, whose child i of a is a node. */
TACTI_ALWAYS_INLINE uint64_t tacti_inner_rows(const tacti_node *a) {
    return a->inner_count == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * a->inner_count)) - 1;
}

/* The pairs of children, bit 8 i + j, whose child j of b is a node. */
TACTI_ALWAYS_INLINE uint64_t tacti_inner_columns(const tacti_node *b) {
    return UINT64_C(0x0101010101010101) * tacti_inner_mask(b);
}

#endif
