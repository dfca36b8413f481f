/* SPDX-License-Identifier: MIT */
/* Refitting a hierarchy to moved vertices. The nodes are those of a hierarchy as build.c makes it:
 * a top, and below it subtrees whose nodes are numbered in a row. Both are found again from the
 * nodes. */
#include "bvh/refit.h"

#include "base/alloc.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/parallel.h"
#include "bvh/fit.h"
#include "bvh/repeats.h"
#include "bvh/build_fit.h"

TACTI_ARRAY_DEFINE(refit_subtrees, tacti_subtree);

/* A node above the subtrees. */
typedef struct top_node {
    uint32_t number;
    tacti_quad lo, hi; /* its box in local units; also of the roots of subtrees */
} top_node;

struct tacti_refit {
    const tact_context *context;
    tacti_bvh *bvh;
    bool is_sorted;
    uint32_t top_count; /* nodes of the top and roots of subtrees: the first numbers */
    top_node *top;      /* of them all, by their numbers */
    bool *is_root;      /* of them all: a subtree begins there */
    refit_subtrees subtrees;
    uint32_t room, node_room; /* triangles and nodes of the largest subtree */
    uint32_t worker_count;
    tacti_subtree_scratch *scratch; /* one per worker */
};

/* ---- Finding the subtrees ----------------------------------------------------------------- */

/* Nodes are numbered parents first, so the nodes found so far always lead to more of them. */
static uint32_t count_nodes(const tacti_bvh *bvh, const tacti_node *root) {
    uint32_t total = root->inner_count;
    const tacti_node *nodes = bvh->nodes + root->first_child;
    for (uint32_t n = 0; n < total; n++)
        total += nodes[n].inner_count;
    return total;
}

static tact_status add_subtree(tacti_refit *r, uint32_t number, uint32_t begin, uint32_t end) {
    tacti_node *root = &r->bvh->nodes[number];
    tacti_subtree subtree = {.top_node = number};
    subtree.span.begin = begin;
    subtree.span.end = end;
    subtree.nodes = r->bvh->nodes + root->first_child;
    subtree.node_count = count_nodes(r->bvh, root);
    r->room = end - begin > r->room ? end - begin : r->room;
    r->node_room = subtree.node_count + 1 > r->node_room ? subtree.node_count + 1 : r->node_room;
    r->is_root[number] = true;
    return refit_subtrees_push(&r->subtrees, subtree);
}

/* The nodes of the top and the roots of subtrees have the first numbers. ends[i] is the end of the
 * triangles below node i, known once its parent was visited. */
static tact_status find_subtrees(tacti_refit *r, uint32_t *ends) {
    const tacti_bvh *bvh = r->bvh;
    r->top_count = 1;
    ends[0] = bvh->triangle_count;
    tact_status status = TACT_OK;
    for (uint32_t n = 0; n < r->top_count && status == TACT_OK; n++) {
        const tacti_node *node = &bvh->nodes[n];
        r->is_root[n] = false;
        if (ends[n] - node->first_leaf <= TACTI_SUBTREE_TRIANGLES) {
            status = add_subtree(r, n, node->first_leaf, ends[n]);
            continue;
        }
        TACTI_ASSERT(node->inner_count == node->child_count && node->first_child == r->top_count);
        for (uint32_t i = 0; i < node->inner_count; i++) {
            bool is_last = i + 1u == node->inner_count;
            uint32_t child = node->first_child + i;
            ends[child] = is_last ? ends[n] : bvh->nodes[child + 1].first_leaf;
        }
        r->top_count += node->inner_count;
    }
    return status;
}

/* ---- Memory ------------------------------------------------------------------------------- */

#define TAKE(r, count, type) tacti_allocate((r)->context, count, sizeof(type), TACTI_CACHE_LINE)
#define GIVE(r, memory, count, type)                                                               \
    tacti_release((r)->context, memory, count, sizeof(type), TACTI_CACHE_LINE)

static bool take_scratch(const tacti_refit *r, tacti_subtree_scratch *scratch) {
    scratch->stride = r->room / 16 * 16 + 32; /* see build.c */
    scratch->coordinates = TAKE(r, (size_t)9 * scratch->stride, float);
    scratch->plans = TAKE(r, r->node_room, tacti_node_plan);
    scratch->moments = TAKE(r, r->node_room, tacti_moments);
    scratch->boxes = TAKE(r, r->node_room, tacti_plain_box);
    return scratch->coordinates != NULL && scratch->plans != NULL && scratch->moments != NULL &&
           scratch->boxes != NULL;
}

static tact_status take_memory(tacti_refit *r) {
    uint32_t *ends = TAKE(r, r->bvh->node_count, uint32_t);
    r->is_root = TAKE(r, r->bvh->node_count, bool);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (ends != NULL && r->is_root != NULL)
        status = find_subtrees(r, ends);
    GIVE(r, ends, r->bvh->node_count, uint32_t);
    if (status != TACT_OK)
        return status;
    r->top = TAKE(r, r->top_count, top_node);
    r->scratch = TAKE(r, r->worker_count, tacti_subtree_scratch);
    if (r->scratch == NULL)
        return TACT_OUT_OF_MEMORY;
    memset(r->scratch, 0, r->worker_count * sizeof *r->scratch);
    if (r->top == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < r->worker_count; i++)
        if (!take_scratch(r, &r->scratch[i]))
            return TACT_OUT_OF_MEMORY;
    return TACT_OK;
}

tact_status tacti_refit_create(tacti_bvh *bvh, tact_bvh_builder builder, tacti_refit **out) {
    TACTI_ASSERT(bvh->compact == NULL && !bvh->has_solid_data);
    tacti_refit *r = tacti_allocate(bvh->context, 1, sizeof *r, _Alignof(tacti_refit));
    if (r == NULL)
        return TACT_OUT_OF_MEMORY;
    *r = (tacti_refit){.context = bvh->context,
                       .bvh = bvh,
                       .is_sorted = builder == TACT_BVH_MORTON,
                       .subtrees = refit_subtrees_make(bvh->context),
                       .worker_count = tacti_worker_count(bvh->context)};
    if (bvh->triangle_count > 0 && take_memory(r) != TACT_OK) {
        tacti_refit_destroy(r);
        return TACT_OUT_OF_MEMORY;
    }
    *out = r;
    return TACT_OK;
}

void tacti_refit_destroy(tacti_refit *r) {
    if (r == NULL)
        return;
    for (uint32_t i = 0; r->scratch != NULL && i < r->worker_count; i++) {
        tacti_subtree_scratch *scratch = &r->scratch[i];
        GIVE(r, scratch->coordinates, (size_t)9 * scratch->stride, float);
        GIVE(r, scratch->plans, r->node_room, tacti_node_plan);
        GIVE(r, scratch->moments, r->node_room, tacti_moments);
        GIVE(r, scratch->boxes, r->node_room, tacti_plain_box);
    }
    GIVE(r, r->scratch, r->worker_count, tacti_subtree_scratch);
    GIVE(r, r->top, r->top_count, top_node);
    GIVE(r, r->is_root, r->bvh->node_count, bool);
    refit_subtrees_release(&r->subtrees);
    tacti_release(r->context, r, 1, sizeof *r, _Alignof(tacti_refit));
}

size_t tacti_refit_bytes(const tacti_refit *r) {
    if (r->scratch == NULL)
        return sizeof *r; /* of an empty mesh */
    size_t node = sizeof(tacti_node_plan) + sizeof(tacti_moments) + sizeof(tacti_plain_box);
    size_t worker = (size_t)9 * r->scratch[0].stride * sizeof(float) + r->node_room * node;
    return sizeof *r + r->worker_count * (worker + sizeof *r->scratch) +
           r->top_count * sizeof *r->top + r->bvh->node_count * sizeof *r->is_root +
           r->subtrees.capacity * sizeof(tacti_subtree);
}

/* ---- Refitting ---------------------------------------------------------------------------- */

/* Sets the plans of a subtree, from the root down. The last number of a plan comes from the
 * parent's plan. All frames become unturned. */
static void make_plans(const tacti_bvh *bvh, const tacti_subtree *subtree, tacti_node_plan *plans) {
    tacti_node *root = &bvh->nodes[subtree->top_node];
    uint32_t base = root->first_child, begin = subtree->span.begin;
    plans[0].cut[root->child_count] = subtree->span.end - begin;
    for (uint32_t n = 0; n <= subtree->node_count; n++) {
        tacti_node *node = n == 0 ? root : &subtree->nodes[n - 1];
        tacti_node_plan *plan = &plans[n];
        bool is_inner = node->inner_count > 0;
        const tacti_node *children = bvh->nodes + node->first_child;
        memset(node->rotation, 0, sizeof node->rotation);
        node->rotation[0] = 127;
        for (uint32_t i = 0; i < node->child_count; i++)
            plan->cut[i] = (is_inner ? children[i].first_leaf : node->first_leaf + i) - begin;
        for (uint32_t i = 0; i < node->inner_count; i++)
            plans[node->first_child - base + 1 + i].cut[children[i].child_count] = plan->cut[i + 1];
    }
}

static void refit_subtree(void *data, uint32_t index, uint32_t worker) {
    tacti_refit *r = data;
    tacti_bvh *bvh = r->bvh;
    const tacti_subtree *subtree = &r->subtrees.items[index];
    const tacti_subtree_scratch *scratch = &r->scratch[worker];
    tacti_node *root = &bvh->nodes[subtree->top_node];
    const tacti_units units = tacti_units_local(bvh);
    tacti_quad lo, hi;
    tacti_local_box(bvh, units, bvh->order[subtree->span.begin], &lo, &hi);
    for (uint32_t i = subtree->span.begin + 1; i < subtree->span.end; i++) {
        tacti_quad least, most;
        tacti_local_box(bvh, units, bvh->order[i], &least, &most);
        lo = tacti_quad_min(lo, least);
        hi = tacti_quad_max(hi, most);
    }
    r->top[subtree->top_node].lo = lo;
    r->top[subtree->top_node].hi = hi;
    make_plans(bvh, subtree, scratch->plans);
    tacti_frame_units own = tacti_subtree_units(lo, hi);
    tacti_subtree_fit(bvh, subtree, root, root->first_child, r->is_sorted, &own, scratch);
    for (uint32_t n = subtree->node_count; n-- > 0;)
        tacti_node_mark_if_repeated(bvh, &subtree->nodes[n]);
    tacti_node_mark_if_repeated(bvh, root);
}

/* A node of the top, whose children's boxes are known, in an unturned frame. */
static void refit_top_node(const tacti_refit *r, uint32_t number) {
    tacti_node *node = &r->bvh->nodes[number];
    const top_node *children = &r->top[node->first_child];
    tacti_quad lo = children[0].lo, hi = children[0].hi, boxes_lo[TACTI_BVH_WIDTH];
    tacti_quad boxes_hi[TACTI_BVH_WIDTH];
    for (uint32_t i = 0; i < node->child_count; i++) {
        boxes_lo[i] = children[i].lo;
        boxes_hi[i] = children[i].hi;
        lo = tacti_quad_min(lo, children[i].lo);
        hi = tacti_quad_max(hi, children[i].hi);
    }
    r->top[number].lo = lo;
    r->top[number].hi = hi;
    memset(node->rotation, 0, sizeof node->rotation);
    node->rotation[0] = 127;
    tacti_node_set_plain_boxes(r->bvh, node, boxes_lo, boxes_hi);
    tacti_node_mark_if_repeated(r->bvh, node);
}

void tacti_refit_run(tacti_refit *r) {
    if (r->bvh->triangle_count == 0)
        return;
    tacti_bvh_choose_units(r->bvh);
    tacti_bvh_fit(r->bvh);
    tact_context_run(r->context, (uint32_t)r->subtrees.count, refit_subtree, r);
    for (uint32_t n = r->top_count; n-- > 0;) /* children have larger numbers */
        if (!r->is_root[n])
            refit_top_node(r, n);
}
