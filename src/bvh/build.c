/* SPDX-License-Identifier: MIT */
/* Building a hierarchy: records of all triangles, the top, the subtrees, and then all nodes side by
 * side in one block of memory. All work is divided by triangle counts alone, so the result is the
 * same for any number of workers. */
#include "base/assert.h"
#include "bvh/bvh.h"
#include "bvh/build.h"

#include "base/array.h"
#include "base/parallel.h"
#include "bvh/codes.h"
#include "bvh/point.h"
#include "bvh/repeats.h"
#include "bvh/build_fit.h"
#include "math/vec.h"

/* ---- Opening spans ------------------------------------------------------------------------ */

/* The span of the largest size is divided next. */
static float size_of(const tacti_span *span, tacti_aim aim) {
    switch (aim) {
    case TACTI_AIM_SURFACE:
        return tacti_half_area(span->lo, span->hi);
    case TACTI_AIM_VOLUME:
        return tacti_thick_volume(span->lo, span->hi, tacti_thick_margin(span->lo, span->hi));
    case TACTI_AIM_CODE:
    case TACTI_AIM_COUNT:
        break;
    }
    return (float)(span->end - span->begin);
}

void tacti_spans_open(tacti_spans *spans, uint32_t least, tacti_aim aim, tacti_divide *divide,
                      void *data) {
    while (spans->count < TACTI_BVH_WIDTH) {
        uint32_t best = spans->count;
        float best_size = -1;
        for (uint32_t i = 0; i < spans->count; i++) {
            const tacti_span *span = &spans->items[i];
            float size = size_of(span, aim);
            if (span->end - span->begin > least && size > best_size) {
                best = i;
                best_size = size;
            }
        }
        if (best == spans->count)
            return;
        tacti_span halves[2];
        divide(data, &spans->items[best], aim, halves);
        TACTI_ASSERT(halves[0].begin < halves[0].end && halves[1].begin < halves[1].end);
        TACTI_ASSERT(halves[0].end == halves[1].begin);
        memmove(&spans->items[best + 2], &spans->items[best + 1],
                (spans->count - best - 1) * sizeof spans->items[0]);
        spans->items[best] = halves[0];
        spans->items[best + 1] = halves[1];
        spans->count++;
    }
}

/* ---- The work under way ------------------------------------------------------------------- */

/* A node of the top: its children's numbers and spans. Before it is divided, spans has only its own
 * span. */
typedef struct top_node {
    uint32_t number, first_child;
    uint32_t depth;
    bool is_alone; /* one worker divides it */
    tacti_spans spans;
} top_node;

TACTI_ARRAY_DEFINE(top_nodes, top_node);
TACTI_ARRAY_DEFINE(subtrees, tacti_subtree);

typedef struct work {
    tacti_bvh *bvh;
    tact_bvh_builder builder;
    const tact_context *context;
    uint32_t count; /* triangles */
    tacti_record *records;
    uint32_t *codes; /* for TACT_BVH_MORTON: of the records, sorted */
    tacti_top_scratch *top_scratch;
    tacti_sweep *sweep; /* of the top */
    /* Memory for as many records while the top is divided, or for sorting codes; then for all nodes
     * of subtrees except their roots, with gaps. */
    unsigned char *room;
    size_t room_bytes;
    top_nodes top;
    size_t opened; /* the number of top nodes whose children are made */
    subtrees subtrees;
    tacti_span *spans;       /* for TACT_BVH_MORTON: of the nodes below, with their boxes */
    uint32_t top_count;      /* nodes of the top and roots of subtrees */
    tacti_node *roots;       /* nodes of the top and roots of subtrees, by their numbers */
    uint32_t *subtree_first; /* number of the first node of each subtree after its root */
    uint32_t worker_count;
    tacti_subtree_scratch *scratch; /* one per worker */
} work;

/* ---- Records ------------------------------------------------------------------------------ */

#define RECORD_GRAIN 4096

TACTI_ALWAYS_INLINE void make_record(const tacti_bvh *bvh, tacti_units units, uint32_t triangle,
                                     bool is_hashed, tacti_record *out) {
    tacti_quad lo, hi;
    tacti_local_box(bvh, units, triangle, &lo, &hi);
    tacti_quad_store((float *)(void *)out, lo);
    tacti_quad_store((float *)(void *)out + 4, hi); /* the fourth lanes are set next */
    out->tag = triangle | TACTI_RECORD_TAG;
    out->hash = is_hashed ? tacti_triangle_hash(bvh, triangle) : TACTI_RECORD_TAG;
}

static void make_records(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    const work *b = data;
    const tacti_units units = tacti_units_local(b->bvh);
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i++)
        make_record(b->bvh, units, (uint32_t)i, true, &b->records[i]);
}

/* Corners are prefetched this many triangles ahead, vertex numbers twice as many. */
#define AHEAD 12

void tacti_make_records(const tacti_bvh *bvh, const uint32_t *triangles, uint32_t count,
                        bool are_hashed, tacti_record *out) {
    const tacti_units units = tacti_units_local(bvh);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t far = count - i > 2 * AHEAD ? i + 2 * AHEAD : i;
        uint32_t near = count - i > AHEAD ? i + AHEAD : i;
        const uint32_t *index = bvh->indices + (size_t)3 * triangles[near];
        TACTI_PREFETCH(bvh->indices + (size_t)3 * triangles[far]);
        for (int c = 0; c < 3; c++)
            TACTI_PREFETCH(&bvh->vertices[index[c]]);
        make_record(bvh, units, triangles[i], are_hashed, &out[i]);
    }
}

/* ---- The top ------------------------------------------------------------------------------ */

/* Larger spans are divided one after the other, by all workers together. Smaller spans are divided
 * by one worker each. */
#define ALONE_TRIANGLES (8 * TACTI_SUBTREE_TRIANGLES)

static tacti_top top_of(const work *b) {
    return (tacti_top){
        b->context,     b->bvh->simd_level, b->records, (tacti_record *)(void *)b->room,
        b->top_scratch, b->sweep,           b->codes};
}

static void divide_together(void *data, const tacti_span *span, tacti_aim aim,
                            tacti_span halves[2]) {
    tacti_top_divide(data, span, aim, halves);
}

/* No other worker uses the span's own part of the spare memory. */
static void divide_alone(void *data, const tacti_span *span, tacti_aim aim, tacti_span halves[2]) {
    const tacti_top *top = data;
    tacti_split(top->level, top->records, top->spare + span->begin, span, aim == TACTI_AIM_COUNT,
                halves);
}

static void open_top_node(const work *b, top_node *node, tacti_divide *divide) {
    tacti_top top = top_of(b);
    tacti_spans_open(&node->spans, TACTI_SPLIT_EVEN, tacti_aim_at(b->builder, node->depth), divide,
                     &top);
}

static void open_alone(void *data, uint32_t index, uint32_t worker) {
    const work *b = data;
    top_node *node = &b->top.items[b->opened + index];
    (void)worker;
    if (node->is_alone)
        open_top_node(b, node, divide_alone);
}

/* A span becomes a subtree, or a node of the top that is not divided yet. */
static tact_status add_span(work *b, const tacti_span *span, uint32_t number, uint32_t depth) {
    uint32_t count = span->end - span->begin;
    if (count <= TACTI_SUBTREE_TRIANGLES) {
        tacti_subtree subtree = {*span, depth, number, NULL, 0, 0};
        return subtrees_push(&b->subtrees, subtree);
    }
    /* The plane sweep has memory for one span at a time. */
    bool is_alone = b->builder == TACT_BVH_BINNED && count <= ALONE_TRIANGLES;
    top_node node = {number, 0, depth, is_alone, {1, {*span}}};
    return top_nodes_push(&b->top, node);
}

/* Numbers the children of a divided node and adds them. */
static tact_status add_children(work *b, size_t index) {
    b->top.items[index].first_child = b->top_count;
    top_node node = b->top.items[index];
    b->top_count += node.spans.count;
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < node.spans.count && status == TACT_OK; i++)
        status = add_span(b, &node.spans.items[i], node.first_child + i, node.depth + 1);
    return status;
}

/* Divides all triangles level by level until only subtrees are left. */
static tact_status build_top(work *b, const tacti_span *all) {
    b->top_count = 1;
    tact_status status = add_span(b, all, 0, 1);
    while (b->opened < b->top.count && status == TACT_OK) {
        size_t end = b->top.count;
        for (size_t i = b->opened; i < end; i++)
            if (!b->top.items[i].is_alone)
                open_top_node(b, &b->top.items[i], divide_together);
        tact_context_run(b->context, (uint32_t)(end - b->opened), open_alone, b);
        for (; b->opened < end && status == TACT_OK; b->opened++)
            status = add_children(b, b->opened);
    }
    return status;
}

/* Cuts by codes leave the spans of the top without boxes. This joins those of the subtrees.
 * Children have larger numbers. */
static void join_top(work *b) {
    for (size_t i = 0; i < b->subtrees.count; i++)
        b->spans[b->subtrees.items[i].top_node] = b->subtrees.items[i].span;
    for (size_t i = b->top.count; i-- > 0;) {
        top_node *node = &b->top.items[i];
        for (uint32_t k = 0; k < node->spans.count; k++)
            node->spans.items[k] = b->spans[node->first_child + k];
        tacti_span *own = &b->spans[node->number];
        *own = node->spans.items[0];
        for (uint32_t k = 1; k < node->spans.count; k++)
            tacti_span_join(own, &node->spans.items[k]);
        own->end = node->spans.items[node->spans.count - 1].end;
    }
}

/* Makes the node of a span whose children's boxes are known, in an unturned frame. */
static void make_top_node(const work *b, const top_node *top) {
    TACTI_ASSERT(top->number < b->top_count);
    TACTI_ASSERT(top->spans.count >= 2 && top->spans.count <= TACTI_BVH_WIDTH);
    tacti_node *node = &b->roots[top->number];
    memset(node, 0, sizeof *node);
    node->rotation[0] = 127;
    node->first_child = top->first_child;
    node->first_leaf = top->spans.items[0].begin;
    node->child_count = node->inner_count = (uint8_t)top->spans.count;
    tacti_quad lo[TACTI_BVH_WIDTH], hi[TACTI_BVH_WIDTH];
    for (uint32_t i = 0; i < top->spans.count; i++) {
        lo[i] = top->spans.items[i].lo;
        hi[i] = top->spans.items[i].hi;
    }
    tacti_node_set_plain_boxes(b->bvh, node, lo, hi);
}

/* ---- The subtrees ------------------------------------------------------------------------- */

static void build_subtree(void *data, uint32_t index, uint32_t worker) {
    const work *b = data;
    tacti_subtree *subtree = &b->subtrees.items[index];
    subtree->nodes = (tacti_node *)(void *)b->room + tacti_node_bound(subtree->span.begin);
    tacti_building building = {b->builder, b->records, b->codes};
    tacti_subtree_build(b->bvh, &building, subtree, &b->roots[subtree->top_node],
                        &b->scratch[worker]);
}

static void copy_subtree(void *data, uint32_t index, uint32_t worker) {
    const work *b = data;
    const tacti_subtree *subtree = &b->subtrees.items[index];
    (void)worker;
    uint32_t first = b->subtree_first[index];
    tacti_node *out = b->bvh->nodes + first, *root = b->bvh->nodes + subtree->top_node;
    memcpy(out, subtree->nodes, subtree->node_count * sizeof *out);
    for (uint32_t i = 0; i < subtree->node_count; i++)
        out[i].first_child += out[i].inner_count > 0 ? first : 0;
    *root = b->roots[subtree->top_node];
    root->first_child += root->inner_count > 0 ? first : 0;
}

/* ---- Memory ------------------------------------------------------------------------------- */

#define TAKE(b, count, type) tacti_allocate((b)->context, count, sizeof(type), TACTI_CACHE_LINE)
#define GIVE(b, memory, count, type)                                                               \
    tacti_release((b)->context, memory, count, sizeof(type), TACTI_CACHE_LINE)

/* The most triangles in a subtree of this mesh. */
static size_t subtree_room(const work *b) {
    return b->count < TACTI_SUBTREE_TRIANGLES ? b->count : TACTI_SUBTREE_TRIANGLES;
}

static size_t subtree_node_room(const work *b) {
    return tacti_node_bound((uint32_t)subtree_room(b)) + 8;
}

static bool take_scratch(const work *b, tacti_subtree_scratch *scratch) {
    /* Not a multiple of a large power of two: else the nine rows would compete for few cache sets.
     */
    scratch->stride = (uint32_t)subtree_room(b) / 16 * 16 + 32;
    scratch->spare = TAKE(b, subtree_room(b), tacti_record);
    if (b->codes != NULL)
        scratch->records = TAKE(b, subtree_room(b), tacti_record);
    scratch->coordinates = TAKE(b, (size_t)9 * scratch->stride, float);
    scratch->plans = TAKE(b, subtree_node_room(b), tacti_node_plan);
    scratch->moments = TAKE(b, subtree_node_room(b), tacti_moments);
    scratch->boxes = TAKE(b, subtree_node_room(b), tacti_plain_box);
    if (b->builder == TACT_BVH_SWEEP &&
        tacti_sweep_create(b->context, NULL, (uint32_t)subtree_room(b), &scratch->sweep) != TACT_OK)
        return false;
    return scratch->spare != NULL && (b->codes == NULL || scratch->records != NULL) &&
           scratch->coordinates != NULL && scratch->plans != NULL && scratch->moments != NULL &&
           scratch->boxes != NULL;
}

static void give_scratch(const work *b, const tacti_subtree_scratch *scratch) {
    tacti_sweep_destroy(scratch->sweep);
    GIVE(b, scratch->spare, subtree_room(b), tacti_record);
    GIVE(b, scratch->records, subtree_room(b), tacti_record);
    GIVE(b, scratch->coordinates, (size_t)9 * scratch->stride, float);
    GIVE(b, scratch->plans, subtree_node_room(b), tacti_node_plan);
    GIVE(b, scratch->moments, subtree_node_room(b), tacti_moments);
    GIVE(b, scratch->boxes, subtree_node_room(b), tacti_plain_box);
}

static tact_status take_subtree_memory(work *b) {
    b->roots = TAKE(b, b->top_count, tacti_node);
    b->spans = b->codes != NULL ? TAKE(b, b->top_count, tacti_span) : NULL;
    b->subtree_first = TAKE(b, b->subtrees.count, uint32_t);
    b->scratch = TAKE(b, b->worker_count, tacti_subtree_scratch);
    if (b->scratch != NULL)
        memset(b->scratch, 0, b->worker_count * sizeof *b->scratch);
    if (b->roots == NULL || b->subtree_first == NULL || b->scratch == NULL ||
        (b->codes != NULL && b->spans == NULL))
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < b->worker_count; i++)
        if (!take_scratch(b, &b->scratch[i]))
            return TACT_OUT_OF_MEMORY;
    return TACT_OK;
}

static void release(work *b) {
    if (b->scratch != NULL)
        for (uint32_t i = 0; i < b->worker_count; i++)
            give_scratch(b, &b->scratch[i]);
    GIVE(b, b->scratch, b->worker_count, tacti_subtree_scratch);
    GIVE(b, b->subtree_first, b->subtrees.count, uint32_t);
    GIVE(b, b->spans, b->top_count, tacti_span);
    GIVE(b, b->roots, b->top_count, tacti_node);
    top_nodes_release(&b->top);
    subtrees_release(&b->subtrees);
    tacti_sweep_destroy(b->sweep);
    tacti_top_scratch_destroy(b->context, b->top_scratch);
    GIVE(b, b->codes, b->count, uint32_t);
    GIVE(b, b->room, b->room_bytes, unsigned char);
    GIVE(b, b->records, b->count, tacti_record);
}

/* ---- All of it ---------------------------------------------------------------------------- */

/* Puts all nodes into one block: the top with the roots of the subtrees, then subtree by subtree.
 */
static tact_status gather_nodes(work *b) {
    tacti_bvh *bvh = b->bvh;
    uint32_t total = b->top_count;
    for (size_t i = 0; i < b->subtrees.count; i++) {
        const tacti_subtree *subtree = &b->subtrees.items[i];
        b->subtree_first[i] = total;
        total += subtree->node_count;
        bvh->depth = subtree->deepest > bvh->depth ? subtree->deepest : bvh->depth;
    }
    TACTI_ASSERT(bvh->depth <= TACTI_BVH_MAX_DEPTH);
    bvh->nodes = tacti_allocate(b->context, total, sizeof *bvh->nodes, TACTI_CACHE_LINE);
    if (bvh->nodes == NULL)
        return TACT_OUT_OF_MEMORY;
    bvh->node_count = total;
    for (size_t i = 0; i < b->top.count; i++) {
        const top_node *top = &b->top.items[i];
        bvh->nodes[top->number] = b->roots[top->number];
    }
    tact_context_run(b->context, (uint32_t)b->subtrees.count, copy_subtree, b);
    for (size_t i = b->top.count; i-- > 0;) /* children have larger numbers */
        tacti_node_mark_if_repeated(bvh, &bvh->nodes[b->top.items[i].number]);
    return TACT_OK;
}

/* Takes the memory that is the records' spare memory at first, or that of a sort. */
static tact_status take_room(work *b, size_t bytes) {
    size_t nodes = (tacti_node_bound(b->count) + (size_t)8) * sizeof(tacti_node);
    b->room_bytes = bytes > nodes ? bytes : nodes;
    b->room = TAKE(b, b->room_bytes, unsigned char);
    return b->room != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
}

/* Makes the records of all triangles and measures them. */
static tact_status begin_records(work *b, tacti_span *all) {
    b->records = TAKE(b, b->count, tacti_record);
    b->top_scratch = tacti_top_scratch_create(b->context);
    tact_status status = take_room(b, b->count * sizeof(tacti_record));
    if (b->records == NULL || b->top_scratch == NULL || status != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    if (b->builder == TACT_BVH_SWEEP && b->count > TACTI_SUBTREE_TRIANGLES &&
        tacti_sweep_create(b->context, b->context, b->count, &b->sweep) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tacti_parallel_for(b->context, b->count, RECORD_GRAIN, make_records, b);
    tacti_top top = top_of(b);
    *all = tacti_top_measure(&top, b->count);
    return TACT_OK;
}

/* Sorts all triangles by their codes. If many have the same code, the default builder takes over.
 */
static tact_status begin_codes(work *b) {
    b->codes = TAKE(b, b->count, uint32_t);
    tact_status status = take_room(b, tacti_codes_scratch_bytes(b->count));
    if (b->codes == NULL || status != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tacti_codes_sort(b->bvh, b->codes, b->bvh->order, b->room);
    if (!tacti_codes_are_coarse(b->codes, b->count, TACTI_SUBTREE_TRIANGLES))
        return TACT_OK;
    GIVE(b, b->codes, b->count, uint32_t);
    GIVE(b, b->room, b->room_bytes, unsigned char);
    b->codes = NULL;
    b->room = NULL;
    b->builder = TACT_BVH_BINNED;
    return TACT_OK;
}

static tact_status build(work *b) {
    tact_status status = TACT_OK;
    tacti_span all = {.begin = 0, .end = b->count};
    b->bvh->order = tacti_allocate(b->context, b->count, sizeof *b->bvh->order, TACTI_CACHE_LINE);
    if (b->bvh->order == NULL)
        return TACT_OUT_OF_MEMORY;
    if (b->builder == TACT_BVH_MORTON)
        status = begin_codes(b);
    if (status == TACT_OK && b->codes == NULL)
        status = begin_records(b, &all);
    if (status == TACT_OK)
        status = build_top(b, &all);
    if (status == TACT_OK)
        status = take_subtree_memory(b);
    if (status != TACT_OK)
        return status;
    tact_context_run(b->context, (uint32_t)b->subtrees.count, build_subtree, b);
    if (b->codes != NULL)
        join_top(b);
    for (size_t i = 0; i < b->top.count; i++)
        make_top_node(b, &b->top.items[i]);
    return gather_nodes(b);
}

/* An empty hierarchy still has a root. */
static tact_status build_nothing(tacti_bvh *bvh) {
    bvh->node_count = bvh->depth = 1;
    bvh->nodes = tacti_allocate(bvh->context, 1, sizeof *bvh->nodes, TACTI_CACHE_LINE);
    bvh->order = tacti_allocate(bvh->context, 0, sizeof *bvh->order, TACTI_CACHE_LINE);
    if (bvh->nodes == NULL || bvh->order == NULL)
        return TACT_OUT_OF_MEMORY;
    memset(bvh->nodes, 0, sizeof *bvh->nodes);
    bvh->nodes[0].rotation[0] = 127;
    return TACT_OK;
}

tact_status tacti_bvh_build(tacti_bvh *bvh, tact_bvh_builder builder) {
    if (bvh->triangle_count == 0)
        return build_nothing(bvh);
    work b = {.bvh = bvh,
              .builder = builder,
              .context = bvh->context,
              .count = bvh->triangle_count,
              .top = top_nodes_make(bvh->context),
              .subtrees = subtrees_make(bvh->context),
              .worker_count = tacti_worker_count(bvh->context)};
    tact_status status = build(&b);
    release(&b);
    return status;
}
