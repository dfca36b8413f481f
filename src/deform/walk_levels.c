/* SPDX-License-Identifier: MIT */
/* The walk, once per SIMD level. Eight boxes are compared with one at a time, in inner blocks and
 * in those of leaves. In exact arithmetic a grown box lo - h may not be a float; see grow_down().
 */
#include "deform/walk.h"

#include "base/assert.h"
#include "bvh/lanes8.h"

/* ---- Growing ------------------------------------------------------------------------------ */

/* A float that is at most x - h. Let y be x - h, rounded. If the exact difference is not y, then y
 * is normal and at most 2^-24 |y| away from it (the sum of two floats is exact if it is below
 * 2^-125, since it is a multiple of 2^-149). Subtracting c = 2^-22 |y| leaves 3 * 2^-24 |y| for the
 * rounding of c (at most 2^-150, a quarter of 2^-22 |y| where that is subnormal) and of the
 * difference (2^-24 |y| (1 + 2^-22)). The function does not decrease as x grows: x - h rounded does
 * not, and for neighbours y < z of equal sign, c grows by at most 2^-22 (z - y) and its own
 * rounding, less than z - y. So the least of grown ends is the grown least end, and a grown block
 * contains its grown parts. Infinite ends stay. */
TACTI_ALWAYS_INLINE tacti_f8 grow_down(tacti_f8 x, tacti_f8 h) {
    tacti_f8 y = tacti_f8_sub(x, h);
    return tacti_f8_sub(y, tacti_f8_mul(tacti_f8_abs(y), tacti_f8_set(0x1p-22F)));
}

TACTI_ALWAYS_INLINE tacti_f8 grow_up(tacti_f8 x, tacti_f8 h) {
    tacti_f8 y = tacti_f8_add(x, h);
    return tacti_f8_add(y, tacti_f8_mul(tacti_f8_abs(y), tacti_f8_set(0x1p-22F)));
}

/* Eight boxes. */
typedef struct boxes8 {
    tacti_f8 lo[3], hi[3];
} boxes8;

TACTI_ALWAYS_INLINE boxes8 load_boxes(const tacti_box_block *block, bool grows, float h) {
    boxes8 r;
    for (int k = 0; k < 3; k++) {
        r.lo[k] = tacti_f8_load(block->lo[k]);
        r.hi[k] = tacti_f8_load(block->hi[k]);
        if (grows) {
            r.lo[k] = grow_down(r.lo[k], tacti_f8_set(h));
            r.hi[k] = grow_up(r.hi[k], tacti_f8_set(h));
        }
    }
    return r;
}

/* Bit i is set if box i meets a box. Touching boxes meet. */
TACTI_ALWAYS_INLINE uint32_t find_meeting(const boxes8 *boxes, const tacti_float_box *box) {
    tacti_b8 apart = tacti_b8_or(tacti_f8_lt(boxes->hi[0], tacti_f8_set(box->lo[0])),
                                 tacti_f8_lt(tacti_f8_set(box->hi[0]), boxes->lo[0]));
    for (int k = 1; k < 3; k++) {
        apart = tacti_b8_or(apart, tacti_f8_lt(boxes->hi[k], tacti_f8_set(box->lo[k])));
        apart = tacti_b8_or(apart, tacti_f8_lt(tacti_f8_set(box->hi[k]), boxes->lo[k]));
    }
    return ~tacti_b8_bits(apart) & 0xff;
}

/* ---- The side that is gone through -------------------------------------------------------- */

/* A block of leaves, and the box around each and around all. */
typedef struct query {
    tacti_box_block block; /* grown */
    tacti_float_box each[TACTI_BLOCK], all;
    uint32_t index, count;
    uint32_t label; /* what all leaves have in common */
} query;

TACTI_ALWAYS_INLINE uint32_t common_label(const uint32_t *labels, uint32_t count) {
    uint32_t label = labels[0];
    for (uint32_t i = 1; i < count; i++)
        label = labels[i] == label ? label : 0;
    return label;
}

TACTI_ALWAYS_INLINE void make_query(const tacti_pair_walk *walk, bool grows, bool culls, query *q) {
    const tacti_bend_tree *a = walk->a;
    boxes8 boxes = load_boxes(&a->blocks[walk->block], grows, walk->grow);
    q->index = walk->block;
    q->count = a->count - q->index * TACTI_BLOCK;
    q->count = q->count < TACTI_BLOCK ? q->count : TACTI_BLOCK;
    q->label = culls ? common_label(walk->a_labels + (size_t)q->index * TACTI_BLOCK, q->count) : 0;
    for (int k = 0; k < 3; k++) {
        tacti_f8_store(q->block.lo[k], boxes.lo[k]);
        tacti_f8_store(q->block.hi[k], boxes.hi[k]);
        q->all.lo[k] = q->block.lo[k][0];
        q->all.hi[k] = q->block.hi[k][0];
        for (uint32_t i = 0; i < q->count; i++) {
            float lo = q->block.lo[k][i], hi = q->block.hi[k][i];
            q->each[i].lo[k] = lo;
            q->each[i].hi[k] = hi;
            q->all.lo[k] = lo < q->all.lo[k] ? lo : q->all.lo[k];
            q->all.hi[k] = hi > q->all.hi[k] ? hi : q->all.hi[k];
        }
    }
}

/* ---- Two blocks of leaves ----------------------------------------------------------------- */

/* Bit i is set if number i of eight is x. */
TACTI_ALWAYS_INLINE uint32_t find_equal(const uint32_t *eight, uint32_t x) {
#if TACTI_VECTOR_BYTES >= 32
    __m256i all = _mm256_loadu_si256((const __m256i *)eight);
    __m256i equal = _mm256_cmpeq_epi32(all, _mm256_set1_epi32((int)x));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(equal));
#elif TACTI_VECTOR_BYTES == 16
    __m128i lo = _mm_loadu_si128((const __m128i *)eight), same = _mm_set1_epi32((int)x);
    __m128i hi = _mm_loadu_si128((const __m128i *)(eight + 4));
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(lo, same))) |
           (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(hi, same))) << 4;
#else
    uint32_t bits = 0;
    for (uint32_t i = 0; i < TACTI_BLOCK; i++)
        bits |= (uint32_t)(eight[i] == x) << i;
    return bits;
#endif
}

/* The leaves of block b that share a vertex with leaf i of a. */
TACTI_ALWAYS_INLINE uint32_t find_adjacent(const tacti_pair_walk *walk, uint32_t i, uint32_t b,
                                           uint32_t a_corners, uint32_t b_corners) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < a_corners; k++)
        for (uint32_t m = 0; m < b_corners; m++)
            bits |= find_equal(walk->b->corner[m] + (size_t)b * TACTI_BLOCK, walk->a->corner[k][i]);
    return bits;
}

/* Leaf i of a with the leaves of block b at the set bits. */
TACTI_ALWAYS_INLINE void append(tacti_pair_walk *walk, uint32_t i, uint32_t b, uint32_t hits) {
    uint32_t id = walk->a->ids[i];
    for (; hits != 0; hits &= hits - 1) {
        uint32_t j = b * TACTI_BLOCK + (uint32_t)__builtin_ctz(hits), other = walk->b->ids[j];
        bool swaps = walk->is_self && other < id;
        uint32_t *pair = walk->pairs[walk->count++];
        pair[0] = swaps ? other : id;
        pair[1] = swaps ? id : other;
    }
}

/* The leaves of the query that meet a part of a block. */
TACTI_ALWAYS_INLINE uint32_t meet_part(const tacti_pair_walk *walk, const query *q,
                                       const tacti_box_block *block, uint32_t part, bool grows) {
    tacti_float_box box;
    for (int k = 0; k < 3; k++) {
        float lo = block->lo[k][part], hi = block->hi[k][part];
        box.lo[k] = grows ? tacti_grow_down(lo, walk->grow) : lo;
        box.hi[k] = grows ? tacti_grow_up(hi, walk->grow) : hi;
    }
    boxes8 boxes = load_boxes(&q->block, false, 0);
    return find_meeting(&boxes, &box) & ((1u << q->count) - 1);
}

/* The leaves of the query that meet the box around block b, which is a part of the block above. */
TACTI_ALWAYS_INLINE uint32_t find_lanes(const tacti_pair_walk *walk, const query *q, uint32_t b,
                                        bool grows) {
    const tacti_bend_tree *other = walk->b;
    if (other->level_count == 1)
        return (1u << q->count) - 1;
    return meet_part(walk, q, &other->blocks[other->level_first[1] + b / TACTI_BLOCK],
                     b % TACTI_BLOCK, grows);
}

/* Those that meet a part and are not of the patch with a label. */
TACTI_ALWAYS_INLINE uint32_t find_others(const tacti_pair_walk *walk, const query *q,
                                         const tacti_box_block *block, uint32_t part, bool grows,
                                         uint32_t label) {
    const uint32_t *labels = walk->a_labels + (size_t)q->index * TACTI_BLOCK;
    uint32_t others = ~find_equal(labels, label) & ((1u << q->count) - 1);
    return others != 0 ? others & meet_part(walk, q, block, part, grows) : 0;
}

/* The leaves of block b that are of the patch of leaf i of a. */
TACTI_ALWAYS_INLINE uint32_t find_same_patch(const tacti_pair_walk *walk, uint32_t i, uint32_t b) {
    uint32_t label = walk->a_labels[i];
    return label != 0 ? find_equal(walk->b_labels + (size_t)b * TACTI_BLOCK, label) : 0;
}

TACTI_ALWAYS_INLINE void join_blocks(tacti_pair_walk *walk, const query *q, uint32_t b, bool grows,
                                     bool culls, uint32_t a_corners, uint32_t b_corners) {
    const tacti_bend_tree *other = walk->b;
    uint32_t left = other->count - b * TACTI_BLOCK;
    uint32_t there = left < TACTI_BLOCK ? (1u << left) - 1 : 0xff;
    boxes8 boxes = load_boxes(&other->blocks[b], grows, walk->grow);
    bool is_same = walk->is_self && b == q->index;
    for (uint32_t lanes = find_lanes(walk, q, b, grows); lanes != 0; lanes &= lanes - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(lanes);
        uint32_t hits = find_meeting(&boxes, &q->each[i]) & there;
        if (is_same)
            hits &= 0xfeu << i;
        uint32_t leaf = q->index * TACTI_BLOCK + i;
        if (culls && hits != 0)
            hits &= ~find_same_patch(walk, leaf, b);
        if (hits != 0 && walk->is_one_body)
            hits &= ~find_adjacent(walk, leaf, b, a_corners, b_corners);
        append(walk, leaf, b, hits);
    }
}

/* ---- The walk down ------------------------------------------------------------------------ */

typedef struct entry {
    uint32_t level, block;
} entry;

/* Blocks of leaves of b from walk->from on that meet the query. False if the room is full. */
/* Removes parts of a block, given by its index, that are of the same patch as all leaves of the
 * query that meet them. */
TACTI_ALWAYS_INLINE uint32_t cull_parts(tacti_pair_walk *walk, const query *q, size_t index,
                                        bool grows, uint32_t hits) {
    const uint32_t *labels = walk->b_labels + index * TACTI_BLOCK;
    uint32_t same = 0;
    if (q->label != 0)
        same = hits & find_equal(labels, q->label);
    for (uint32_t rest = q->label == 0 ? hits : 0; rest != 0; rest &= rest - 1) {
        uint32_t part = (uint32_t)__builtin_ctz(rest), label = labels[part];
        if (label != 0 && find_others(walk, q, &walk->b->blocks[index], part, grows, label) == 0)
            same |= 1u << part;
    }
    walk->culled += (uint32_t)__builtin_popcount(same);
    return hits & ~same;
}

TACTI_ALWAYS_INLINE bool descend(tacti_pair_walk *walk, const query *q, bool grows, bool culls,
                                 uint32_t a_corners, uint32_t b_corners) {
    const tacti_bend_tree *b = walk->b;
    entry stack[TACTI_TREE_LEVELS * TACTI_BLOCK];
    uint32_t depth = 1;
    stack[0] = (entry){b->level_count - 1, 0};
    if (culls && q->label != 0 &&
        walk->b_labels[(size_t)b->block_count * TACTI_BLOCK] == q->label) {
        walk->culled++;
        return true;
    }
    while (depth > 0) {
        entry e = stack[--depth];
        if (e.level == 0) {
            if (walk->room - walk->count < TACTI_BLOCK_PAIRS) {
                walk->from = e.block;
                return false;
            }
            walk->visits++;
            join_blocks(walk, q, e.block, grows, culls, a_corners, b_corners);
            continue;
        }
        size_t index = (size_t)b->level_first[e.level] + e.block;
        boxes8 boxes = load_boxes(&b->blocks[index], grows, walk->grow);
        uint32_t hits = find_meeting(&boxes, &q->all);
        walk->visits++;
        uint32_t first = e.block * TACTI_BLOCK, shift = 3 * (e.level - 1);
        uint32_t left = b->level_size[e.level - 1] - first;
        if (left < TACTI_BLOCK)
            hits &= (1u << left) - 1;
        /* Parts whose last block of leaves is before the first one that counts. */
        uint32_t begin = walk->from >> shift;
        if (begin > first)
            hits &= begin - first < TACTI_BLOCK ? 0xffu << (begin - first) : 0;
        if (culls)
            hits = cull_parts(walk, q, index, grows, hits);
        TACTI_ASSERT(depth + TACTI_BLOCK <= TACTI_TREE_LEVELS * TACTI_BLOCK);
        for (; hits != 0; hits &= ~(1u << (31 - (uint32_t)__builtin_clz(hits))))
            stack[depth++] = (entry){e.level - 1, first + 31 - (uint32_t)__builtin_clz(hits)};
    }
    return true;
}

TACTI_ALWAYS_INLINE void run(tacti_pair_walk *walk, bool grows, bool culls, uint32_t a_corners,
                             uint32_t b_corners) {
    for (; walk->block < walk->end; walk->block++) {
        query q;
        make_query(walk, grows, culls, &q);
        if (!descend(walk, &q, grows, culls, a_corners, b_corners))
            return;
        walk->from = walk->is_self ? walk->block + 1 : 0;
    }
}

void TACTI_LEVELED(tacti_pair_walk_run)(tacti_pair_walk *walk) {
    if (walk->a->count == 0 || walk->b->count == 0) {
        walk->block = walk->end;
        return;
    }
    bool grows = walk->grow > 0, is_edges = walk->a->corner_count == 2;
    if (walk->a_labels != NULL)
        is_edges ? run(walk, grows, true, 2, 2) : run(walk, grows, true, 1, 3);
    else if (grows)
        is_edges ? run(walk, true, false, 2, 2) : run(walk, true, false, 1, 3);
    else
        is_edges ? run(walk, false, false, 2, 2) : run(walk, false, false, 1, 3);
}
