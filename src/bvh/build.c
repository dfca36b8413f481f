/* SPDX-License-Identifier: MIT */
/* Building a hierarchy: records of all triangles, the crown, the groves, and then all nodes side by
 * side in one block of memory. Everything is divided by numbers of triangles alone, so the result
 * is the same for any number of workers. */
#include "bvh/bvh.h"
#include "bvh/build.h"

#include "base/array.h"
#include "base/parallel.h"
#include "bvh/repeats.h"
#include "math/vec.h"

/* ---- Opening spans ------------------------------------------------------------------------ */

/* How much a span asks to be opened. */
static float size_of(const tacti_span *span, tacti_aim aim) {
    switch (aim) {
    case TACTI_AIM_SURFACE:
        return tacti_half_area(span->lo, span->hi);
    case TACTI_AIM_VOLUME:
        return tacti_thick_volume(span->lo, span->hi, tacti_thick_margin(span->lo, span->hi));
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
        memmove(&spans->items[best + 2], &spans->items[best + 1],
                (spans->count - best - 1) * sizeof spans->items[0]);
        spans->items[best] = halves[0];
        spans->items[best + 1] = halves[1];
        spans->count++;
    }
}

/* ---- The work under way ------------------------------------------------------------------- */

/* A node of the crown: its children's numbers and spans. Before it is opened, its own span. */
typedef struct crown_node {
    uint32_t number, first_child;
    uint32_t depth;
    bool is_alone; /* one worker opens it */
    tacti_spans spans;
} crown_node;

TACTI_ARRAY_DEFINE(crown_nodes, crown_node);
TACTI_ARRAY_DEFINE(groves, tacti_grove);

typedef struct work {
    tacti_bvh *bvh;
    tact_bvh_builder builder;
    const tact_context *context;
    uint32_t count; /* triangles */
    tacti_record *records;
    tacti_crown_scratch *crown_scratch;
    tacti_sweep *sweep; /* of the crown */
    /* Room for as many records while the crown is divided; then for all nodes of groves besides
     * their roots, with gaps. */
    unsigned char *room;
    size_t room_bytes;
    crown_nodes crown;
    size_t opened; /* so many nodes of the crown have their children */
    groves groves;
    uint32_t crown_count;  /* nodes of the crown and roots of groves */
    tacti_node *roots;     /* nodes of the crown and roots of groves, as they are numbered */
    uint32_t *grove_first; /* number of the first node of each grove besides its root */
    uint32_t worker_count;
    tacti_grove_scratch *scratch; /* one for each worker */
} work;

/* ---- Records ------------------------------------------------------------------------------ */

#define RECORD_GRAIN 4096

static tacti_record make_record(const tacti_bvh *bvh, uint32_t triangle) {
    const uint32_t *index = bvh->indices + (size_t)3 * triangle;
    tact_vec3 a = tacti_bvh_local(bvh, bvh->vertices[index[0]]);
    tact_vec3 b = tacti_bvh_local(bvh, bvh->vertices[index[1]]);
    tact_vec3 c = tacti_bvh_local(bvh, bvh->vertices[index[2]]);
    tact_vec3 lo = tacti_vec3_min(tacti_vec3_min(a, b), c);
    tact_vec3 hi = tacti_vec3_max(tacti_vec3_max(a, b), c);
    return (tacti_record){{(float)lo.x, (float)lo.y, (float)lo.z},
                          triangle | TACTI_RECORD_TAG,
                          {(float)hi.x, (float)hi.y, (float)hi.z},
                          tacti_triangle_hash(bvh, triangle)};
}

static void make_records(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    const work *b = data;
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i++)
        b->records[i] = make_record(b->bvh, (uint32_t)i);
}

/* ---- The crown ---------------------------------------------------------------------------- */

/* Larger spans are divided by all workers together, one after the other; of the others each worker
 * takes one. */
#define ALONE_TRIANGLES (8 * TACTI_GROVE_TRIANGLES)

static tacti_crown crown_of(const work *b) {
    return (tacti_crown){b->context, b->records, (tacti_record *)(void *)b->room, b->crown_scratch,
                         b->sweep};
}

static void divide_together(void *data, const tacti_span *span, tacti_aim aim,
                            tacti_span halves[2]) {
    tacti_crown_divide(data, span, aim, halves);
}

/* As much of the spare room as the span has records is nobody else's. */
static void divide_alone(void *data, const tacti_span *span, tacti_aim aim, tacti_span halves[2]) {
    const tacti_crown *crown = data;
    tacti_split(crown->records, crown->spare + span->begin, span, aim == TACTI_AIM_COUNT, halves);
}

static void open_crown_node(const work *b, crown_node *node, tacti_divide *divide) {
    tacti_crown crown = crown_of(b);
    tacti_spans_open(&node->spans, TACTI_SPLIT_EVEN, tacti_aim_at(b->builder, node->depth), divide,
                     &crown);
}

static void open_alone(void *data, uint32_t index, uint32_t worker) {
    const work *b = data;
    crown_node *node = &b->crown.items[b->opened + index];
    (void)worker;
    if (node->is_alone)
        open_crown_node(b, node, divide_alone);
}

/* A span becomes a grove, or a node of the crown that is still to be opened. */
static tact_status add_span(work *b, const tacti_span *span, uint32_t number, uint32_t depth) {
    uint32_t count = span->end - span->begin;
    if (count <= TACTI_GROVE_TRIANGLES) {
        tacti_grove grove = {*span, depth, number, NULL, 0, 0};
        return groves_push(&b->groves, grove);
    }
    /* The plane sweep has room for one span at a time. */
    bool is_alone = b->builder == TACT_BVH_BINNED && count <= ALONE_TRIANGLES;
    crown_node node = {number, 0, depth, is_alone, {1, {*span}}};
    return crown_nodes_push(&b->crown, node);
}

/* Numbers the children of a node that was opened, and adds them. */
static tact_status add_children(work *b, size_t index) {
    b->crown.items[index].first_child = b->crown_count;
    crown_node node = b->crown.items[index];
    b->crown_count += node.spans.count;
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < node.spans.count && status == TACT_OK; i++)
        status = add_span(b, &node.spans.items[i], node.first_child + i, node.depth + 1);
    return status;
}

/* Divides all triangles until groves are left, level by level. */
static tact_status grow_crown(work *b, const tacti_span *all) {
    b->crown_count = 1;
    tact_status status = add_span(b, all, 0, 1);
    while (b->opened < b->crown.count && status == TACT_OK) {
        size_t end = b->crown.count;
        for (size_t i = b->opened; i < end; i++)
            if (!b->crown.items[i].is_alone)
                open_crown_node(b, &b->crown.items[i], divide_together);
        tact_context_run(b->context, (uint32_t)(end - b->opened), open_alone, b);
        for (; b->opened < end && status == TACT_OK; b->opened++)
            status = add_children(b, b->opened);
    }
    return status;
}

/* The node of a span whose children's boxes are known, in a frame that is not turned. */
static void make_crown_node(const work *b, const crown_node *crown) {
    tacti_node *node = &b->roots[crown->number];
    memset(node, 0, sizeof *node);
    node->rotation[0] = 127;
    node->first_child = crown->first_child;
    node->first_leaf = crown->spans.items[0].begin;
    node->child_count = node->inner_count = (uint8_t)crown->spans.count;
    tacti_child_bounds bounds;
    for (uint32_t i = 0; i < crown->spans.count; i++) {
        float lo[4], hi[4];
        tacti_quad_store(lo, crown->spans.items[i].lo);
        tacti_quad_store(hi, crown->spans.items[i].hi);
        for (int k = 0; k < 3; k++) {
            bounds.lo[k][i] = lo[k];
            bounds.hi[k][i] = hi[k];
        }
    }
    const tacti_frame_units units = {{0, 0, 0}, 1};
    tacti_frame_kernels_at(b->bvh->simd_level)->quantise(node, &bounds, &units);
}

/* ---- The groves --------------------------------------------------------------------------- */

static void build_grove(void *data, uint32_t index, uint32_t worker) {
    const work *b = data;
    tacti_grove *grove = &b->groves.items[index];
    grove->nodes = (tacti_node *)(void *)b->room + tacti_node_bound(grove->span.begin);
    tacti_grove_build(b->bvh, b->builder, b->records, grove, &b->roots[grove->crown_node],
                      &b->scratch[worker]);
}

static void copy_grove(void *data, uint32_t index, uint32_t worker) {
    const work *b = data;
    const tacti_grove *grove = &b->groves.items[index];
    (void)worker;
    uint32_t first = b->grove_first[index];
    tacti_node *out = b->bvh->nodes + first, *root = b->bvh->nodes + grove->crown_node;
    memcpy(out, grove->nodes, grove->node_count * sizeof *out);
    for (uint32_t i = 0; i < grove->node_count; i++)
        out[i].first_child += out[i].inner_count > 0 ? first : 0;
    *root = b->roots[grove->crown_node];
    root->first_child += root->inner_count > 0 ? first : 0;
}

/* ---- Repeated triangles ------------------------------------------------------------------- */

/* Marks a node of the crown whose children are marked. */
static void mark_crown_node(const tacti_bvh *bvh, tacti_node *node) {
    uint32_t begins[TACTI_BVH_WIDTH], count = node->child_count;
    bool is_repeated = true;
    for (uint32_t i = 0; i < count; i++) {
        const tacti_node *child = &bvh->nodes[node->first_child + i];
        begins[i] = child->first_leaf;
        is_repeated = is_repeated && tacti_node_is_repeated(child) &&
                      tacti_is_repeated(bvh, bvh->order[begins[0]], bvh->order[begins[i]]);
    }
    tacti_node_mark(bvh, node, begins, count, is_repeated);
}

/* ---- Memory ------------------------------------------------------------------------------- */

#define TAKE(b, count, type) tacti_allocate((b)->context, count, sizeof(type), TACTI_CACHE_LINE)
#define GIVE(b, memory, count, type)                                                               \
    tacti_release((b)->context, memory, count, sizeof(type), TACTI_CACHE_LINE)

/* What a grove of this mesh can hold. */
static size_t grove_room(const work *b) {
    return b->count < TACTI_GROVE_TRIANGLES ? b->count : TACTI_GROVE_TRIANGLES;
}

static size_t grove_node_room(const work *b) {
    return tacti_node_bound((uint32_t)grove_room(b)) + 8;
}

static bool take_scratch(const work *b, tacti_grove_scratch *scratch) {
    /* Not a multiple of a large power of two: the nine rows would share few places in the cache. */
    scratch->stride = (uint32_t)grove_room(b) / 16 * 16 + 32;
    scratch->spare = TAKE(b, grove_room(b), tacti_record);
    scratch->coordinates = TAKE(b, (size_t)9 * scratch->stride, float);
    scratch->plans = TAKE(b, grove_node_room(b), tacti_node_plan);
    scratch->moments = TAKE(b, grove_node_room(b), tacti_moments);
    scratch->boxes = TAKE(b, grove_node_room(b), tacti_plain_box);
    if (b->builder == TACT_BVH_SWEEP &&
        tacti_sweep_create(b->context, NULL, (uint32_t)grove_room(b), &scratch->sweep) != TACT_OK)
        return false;
    return scratch->spare != NULL && scratch->coordinates != NULL && scratch->plans != NULL &&
           scratch->moments != NULL && scratch->boxes != NULL;
}

static void give_scratch(const work *b, const tacti_grove_scratch *scratch) {
    tacti_sweep_destroy(scratch->sweep);
    GIVE(b, scratch->spare, grove_room(b), tacti_record);
    GIVE(b, scratch->coordinates, (size_t)9 * scratch->stride, float);
    GIVE(b, scratch->plans, grove_node_room(b), tacti_node_plan);
    GIVE(b, scratch->moments, grove_node_room(b), tacti_moments);
    GIVE(b, scratch->boxes, grove_node_room(b), tacti_plain_box);
}

static tact_status take_grove_memory(work *b) {
    b->roots = TAKE(b, b->crown_count, tacti_node);
    b->grove_first = TAKE(b, b->groves.count, uint32_t);
    b->scratch = TAKE(b, b->worker_count, tacti_grove_scratch);
    if (b->scratch != NULL)
        memset(b->scratch, 0, b->worker_count * sizeof *b->scratch);
    if (b->roots == NULL || b->grove_first == NULL || b->scratch == NULL)
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
    GIVE(b, b->scratch, b->worker_count, tacti_grove_scratch);
    GIVE(b, b->grove_first, b->groves.count, uint32_t);
    GIVE(b, b->roots, b->crown_count, tacti_node);
    crown_nodes_release(&b->crown);
    groves_release(&b->groves);
    tacti_sweep_destroy(b->sweep);
    tacti_crown_scratch_destroy(b->context, b->crown_scratch);
    GIVE(b, b->room, b->room_bytes, unsigned char);
    GIVE(b, b->records, b->count, tacti_record);
}

/* ---- All of it ---------------------------------------------------------------------------- */

/* All nodes in one block: the crown with the roots of the groves, then grove by grove. */
static tact_status gather_nodes(work *b) {
    tacti_bvh *bvh = b->bvh;
    uint32_t total = b->crown_count;
    for (size_t i = 0; i < b->groves.count; i++) {
        const tacti_grove *grove = &b->groves.items[i];
        b->grove_first[i] = total;
        total += grove->node_count;
        bvh->depth = grove->deepest > bvh->depth ? grove->deepest : bvh->depth;
    }
    bvh->nodes = tacti_allocate(b->context, total, sizeof *bvh->nodes, TACTI_CACHE_LINE);
    if (bvh->nodes == NULL)
        return TACT_OUT_OF_MEMORY;
    bvh->node_count = total;
    for (size_t i = 0; i < b->crown.count; i++) {
        const crown_node *crown = &b->crown.items[i];
        bvh->nodes[crown->number] = b->roots[crown->number];
    }
    tact_context_run(b->context, (uint32_t)b->groves.count, copy_grove, b);
    for (size_t i = b->crown.count; i-- > 0;) /* children have larger numbers */
        mark_crown_node(bvh, &bvh->nodes[b->crown.items[i].number]);
    return TACT_OK;
}

static size_t room_for(uint32_t count) {
    size_t records = count * sizeof(tacti_record);
    size_t nodes = (tacti_node_bound(count) + (size_t)8) * sizeof(tacti_node);
    return records > nodes ? records : nodes;
}

static tact_status build(work *b) {
    b->records = TAKE(b, b->count, tacti_record);
    b->room_bytes = room_for(b->count);
    b->room = TAKE(b, b->room_bytes, unsigned char);
    b->bvh->order = tacti_allocate(b->context, b->count, sizeof *b->bvh->order, TACTI_CACHE_LINE);
    b->crown_scratch = tacti_crown_scratch_create(b->context);
    if (b->records == NULL || b->room == NULL || b->bvh->order == NULL || b->crown_scratch == NULL)
        return TACT_OUT_OF_MEMORY;
    if (b->builder == TACT_BVH_SWEEP && b->count > TACTI_GROVE_TRIANGLES &&
        tacti_sweep_create(b->context, b->context, b->count, &b->sweep) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tacti_parallel_for(b->context, b->count, RECORD_GRAIN, make_records, b);
    tacti_crown crown = crown_of(b);
    tacti_span all = tacti_crown_measure(&crown, b->count);
    tact_status status = grow_crown(b, &all);
    if (status == TACT_OK)
        status = take_grove_memory(b);
    if (status != TACT_OK)
        return status;
    for (size_t i = 0; i < b->crown.count; i++)
        make_crown_node(b, &b->crown.items[i]);
    tact_context_run(b->context, (uint32_t)b->groves.count, build_grove, b);
    return gather_nodes(b);
}

/* The root of a hierarchy over nothing. */
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
              .crown = crown_nodes_make(bvh->context),
              .groves = groves_make(bvh->context),
              .worker_count = tacti_worker_count(bvh->context)};
    tact_status status = build(&b);
    release(&b);
    return status;
}
