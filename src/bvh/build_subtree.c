/* SPDX-License-Identifier: MIT */
/* A subtree: the part of a hierarchy over some thousand triangles, built by one worker in memory
 * that fits in its cache. First the triangles are divided all the way down and the nodes are
 * numbered. Then every node gets its frame and its boxes (build_fit.c). */
#include "base/assert.h"
#include "bvh/bvh.h"
#include "bvh/build.h"

#include "bvh/codes.h"
#include "bvh/point.h"
#include "bvh/repeats.h"
#include "bvh/build_fit.h"

/* In a narrower subtree, floats in units of the whole mesh do not resolve the centres. */
#define FINE_WIDTH 0x1p-9F

typedef struct subtree_work {
    const tacti_bvh *bvh;
    tact_bvh_builder builder;
    tacti_record *records; /* of the subtree, as are all positions below */
    const uint32_t *codes; /* of the records as they were at first, or NULL */
    tacti_subtree *subtree;
    tacti_node *root;
    const tacti_subtree_scratch *scratch;
    tacti_frame_units units;
} subtree_work;

/* Node 0 is the subtree's root, which is stored with the top. */
static tacti_node *node_at(const subtree_work *s, uint32_t number) {
    return number == 0 ? s->root : &s->subtree->nodes[number - 1];
}

/* ---- Units ------------------------------------------------------------------------------- */

/* Computes the records again in units of the subtree. */
static void refine_records(const subtree_work *s, tacti_span *span) {
    const tacti_placing to = tacti_placing_make(s->bvh, &s->units);
    for (uint32_t i = span->begin; i < span->end; i++) {
        tacti_record *record = &s->records[i];
        const uint32_t *index = s->bvh->indices + (size_t)3 * tacti_record_triangle(record);
        float f[3][4];
        for (int c = 0; c < 3; c++)
            tacti_place(s->bvh, &to, index[c], f[c]);
        for (int k = 0; k < 3; k++) {
            float lo = f[0][k] < f[1][k] ? f[0][k] : f[1][k];
            float hi = f[0][k] > f[1][k] ? f[0][k] : f[1][k];
            record->lo[k] = f[2][k] < lo ? f[2][k] : lo;
            record->hi[k] = f[2][k] > hi ? f[2][k] : hi;
        }
    }
    *span = tacti_span_measure(s->records, span->begin, span->end);
}

/* ---- Dividing ----------------------------------------------------------------------------- */

static void divide(void *data, const tacti_span *span, tacti_aim aim, tacti_span halves[2]) {
    const subtree_work *s = data;
    if (s->codes != NULL)
        tacti_codes_split(s->bvh->simd_level, s->codes, s->records, s->scratch->spare, span,
                          aim == TACTI_AIM_COUNT, halves);
    else if (aim == TACTI_AIM_VOLUME)
        tacti_sweep_split(s->scratch->sweep, s->records, s->scratch->spare, span, halves);
    else
        tacti_split(s->bvh->simd_level, s->records, s->scratch->spare, span, aim == TACTI_AIM_COUNT,
                    halves);
}

/* Sorts 9 to 64 records into groups of 8. */
static void divide_small(const subtree_work *s, uint32_t begin, uint32_t end) {
    if (s->builder == TACT_BVH_SWEEP)
        tacti_sweep_small(s->scratch->sweep, s->records, s->scratch->spare, begin, end);
    else
        tacti_split_small_at(s->bvh->simd_level)(s->records, begin, end);
}

/* Divides spans of up to 64 triangles into groups of 8 if the node has places for all groups. The
 * span of the largest surface comes first. */
static void dissolve(const subtree_work *s, tacti_spans *spans) {
    for (;;) {
        uint32_t best = spans->count, free = TACTI_BVH_WIDTH - spans->count;
        float best_area = -1;
        for (uint32_t i = 0; i < spans->count; i++) {
            const tacti_span *span = &spans->items[i];
            uint32_t count = span->end - span->begin;
            float area = tacti_half_area(span->lo, span->hi);
            if (count > 8 && count <= TACTI_SMALL && (count + 7) / 8 - 1 <= free &&
                area > best_area) {
                best = i;
                best_area = area;
            }
        }
        if (best == spans->count)
            return;
        tacti_span span = spans->items[best];
        uint32_t groups = (span.end - span.begin + 7) / 8;
        TACTI_ASSERT(spans->count + groups - 1 <= TACTI_BVH_WIDTH);
        divide_small(s, span.begin, span.end);
        memmove(&spans->items[best + groups], &spans->items[best + 1],
                (spans->count - best - 1) * sizeof spans->items[0]);
        for (uint32_t i = 0; i < groups; i++) {
            uint32_t begin = span.begin + 8 * i;
            uint32_t end = span.end - begin < 8 ? span.end : begin + 8;
            spans->items[best + i] = (tacti_span){begin, end, span.lo, span.hi, span.lo, span.hi};
        }
        spans->count += groups - 1;
    }
}

/* Divides a span all the way down. Its node has the given number. */
static void build_node(subtree_work *s, uint32_t number, const tacti_span *span, uint32_t depth) {
    TACTI_ASSERT(number <= s->subtree->node_count && depth <= TACTI_BVH_MAX_DEPTH);
    tacti_node *node = node_at(s, number);
    tacti_node_plan *plan = &s->scratch->plans[number];
    uint32_t count = span->end - span->begin;
    memset(node, 0, sizeof *node);
    node->rotation[0] = 127;
    s->subtree->deepest = depth > s->subtree->deepest ? depth : s->subtree->deepest;
    if (count <= TACTI_BVH_WIDTH) {
        node->child_count = (uint8_t)count;
        node->first_leaf = s->subtree->span.begin + span->begin;
        for (uint32_t i = 0; i <= count; i++)
            plan->cut[i] = span->begin + i;
        return;
    }
    tacti_spans spans = {1, {*span}};
    tacti_spans_open(&spans, TACTI_SMALL, tacti_aim_at(s->builder, depth), divide, s);
    dissolve(s, &spans);
    uint32_t first = s->subtree->node_count + 1;
    s->subtree->node_count += spans.count;
    node->child_count = node->inner_count = (uint8_t)spans.count;
    node->first_child = first - 1;
    node->first_leaf = s->subtree->span.begin + span->begin;
    for (uint32_t i = 0; i < spans.count; i++)
        plan->cut[i] = spans.items[i].begin;
    plan->cut[spans.count] = span->end;
    for (uint32_t i = 0; i < spans.count; i++)
        build_node(s, first + i, &spans.items[i], depth + 1);
}

/* ---- Repeated triangles ------------------------------------------------------------------- */

/* Sets the first position of each child's triangles. Returns whether each child has only equal
 * triangles below it. A child that is a triangle counts as a node of one triangle. */
static bool find_children(const subtree_work *s, const tacti_node *node, uint32_t begins[]) {
    bool are_repeated = true;
    for (uint32_t i = 0; i < node->child_count; i++) {
        bool is_inner = i < node->inner_count;
        const tacti_node *child = is_inner ? node_at(s, node->first_child + 1 + i) : node;
        begins[i] = is_inner ? child->first_leaf : node->first_leaf + i;
        are_repeated = are_repeated && (!is_inner || tacti_node_is_repeated(child));
    }
    return are_repeated;
}

/* Whether two records may be of equal triangles: their boxes and hashes are equal. */
static bool may_repeat(const tacti_record *a, const tacti_record *b) {
    return a->hash == b->hash && memcmp(a->lo, b->lo, sizeof a->lo) == 0 &&
           memcmp(a->hi, b->hi, sizeof a->hi) == 0;
}

/* Marks nodes of equal triangles. The records rule out most pairs quickly. */
static void mark_repeats(const subtree_work *s) {
    for (uint32_t n = s->subtree->node_count + 1; n-- > 0;) {
        tacti_node *node = node_at(s, n);
        uint32_t begins[TACTI_BVH_WIDTH];
        bool is_repeated = find_children(s, node, begins);
        const tacti_record *first = &s->records[begins[0] - s->subtree->span.begin];
        for (uint32_t i = 1; i < node->child_count && is_repeated; i++)
            is_repeated =
                may_repeat(first, &first[begins[i] - begins[0]]) &&
                tacti_is_repeated(s->bvh, s->bvh->order[begins[0]], s->bvh->order[begins[i]]);
        tacti_node_mark(s->bvh, node, begins, node->child_count, is_repeated);
    }
}

/* Whether more than eight triangles have the same code. Only then hashes decide which triangles
 * stay together. */
static bool has_crowd(const uint32_t *codes, uint32_t count) {
    uint32_t least = UINT32_MAX;
    for (uint32_t i = TACTI_BVH_WIDTH; i < count; i++) {
        uint32_t step = codes[i] - codes[i - TACTI_BVH_WIDTH];
        least = step < least ? step : least;
    }
    return least == 0;
}

/* Makes the records of a subtree whose triangles are sorted by their codes, and its box. */
static void begin_sorted(subtree_work *s, const tacti_building *building, tacti_span *span) {
    tacti_span *own = &s->subtree->span;
    s->records = s->scratch->records;
    s->codes = building->codes + own->begin;
    bool are_hashed = has_crowd(s->codes, span->end);
    tacti_make_records(s->bvh, s->bvh->order + own->begin, span->end, are_hashed, s->records);
    *span = tacti_span_measure(s->records, 0, span->end);
    own->lo = span->lo, own->hi = span->hi;
    own->sum_lo = span->sum_lo, own->sum_hi = span->sum_hi;
}

void tacti_subtree_build(const tacti_bvh *bvh, const tacti_building *building,
                         tacti_subtree *subtree, tacti_node *root,
                         const tacti_subtree_scratch *scratch) {
    subtree_work s = {bvh, building->builder, NULL, NULL, subtree, root, scratch, {{0, 0, 0}, 1}};
    tacti_span span = subtree->span;
    span.begin = 0;
    span.end = subtree->span.end - subtree->span.begin;
    if (building->codes != NULL)
        begin_sorted(&s, building, &span);
    else
        s.records = building->records + subtree->span.begin;
    s.units = tacti_subtree_units(subtree->span.lo, subtree->span.hi);
    if (s.units.scale < (double)FINE_WIDTH)
        refine_records(&s, &span);
    subtree->node_count = 0;
    subtree->deepest = 0;
    build_node(&s, 0, &span, subtree->depth);
    for (uint32_t i = 0; i < span.end; i++)
        bvh->order[subtree->span.begin + i] = tacti_record_triangle(&s.records[i]);
    bool is_sorted = building->codes != NULL;
    tacti_subtree_fit(bvh, subtree, root, 0, is_sorted, &s.units, scratch);
    mark_repeats(&s);
}
