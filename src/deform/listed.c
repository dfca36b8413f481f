/* SPDX-License-Identifier: MIT */
/* Candidates by the methods of room broad: the same boxes, in doubles, go into a broad phase, which
 * lists all pairs; then the list goes to the visitor. */
#include "deform/candidates.h"

#include <tact/broad.h>

/* The boxes of both sides of a join, under their ids: b's follow those of a unless both are one. */
typedef struct boxes {
    const tact_context *context;
    uint32_t room, count;
    uint32_t b_first;
    tact_box *boxes;
    uint32_t *ids;
    tact_broad_filter *filters;
} boxes;

static bool allocate(boxes *b) {
    b->boxes = tacti_allocate(b->context, b->room, sizeof *b->boxes, _Alignof(tact_box));
    b->ids = tacti_allocate(b->context, b->room, sizeof *b->ids, _Alignof(uint32_t));
    b->filters =
        tacti_allocate(b->context, b->room, sizeof *b->filters, _Alignof(tact_broad_filter));
    return b->boxes != NULL && b->ids != NULL && b->filters != NULL;
}

static void release(boxes *b) {
    tacti_release(b->context, b->boxes, b->room, sizeof *b->boxes, _Alignof(tact_box));
    tacti_release(b->context, b->ids, b->room, sizeof *b->ids, _Alignof(uint32_t));
    tacti_release(b->context, b->filters, b->room, sizeof *b->filters, _Alignof(tact_broad_filter));
}

static void add_tree(boxes *to, const tacti_bend_tree *tree, float grow, uint32_t first,
                     tact_broad_filter filter) {
    for (uint32_t i = 0; i < tree->count; i++) {
        const tacti_box_block *block = &tree->blocks[i / TACTI_BLOCK];
        double x[6];
        for (int k = 0; k < 3; k++) {
            float lo = block->lo[k][i % TACTI_BLOCK], hi = block->hi[k][i % TACTI_BLOCK];
            x[k] = (double)(grow > 0 ? tacti_grow_down(lo, grow) : lo);
            x[k + 3] = (double)(grow > 0 ? tacti_grow_up(hi, grow) : hi);
        }
        to->boxes[to->count] = (tact_box){{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
        to->ids[to->count] = first + tree->ids[i];
        to->filters[to->count++] = filter;
    }
}

static tact_status list_pairs(const tacti_join *join, tact_deform_method method, boxes *b,
                              tact_pair_list *list) {
    tact_broad_options options = tact_broad_options_default();
    tact_broad *broad = NULL;
    options.method = method == TACT_DEFORM_GRID ? TACT_BROAD_GRID : TACT_BROAD_SWEEP;
    const tacti_pair_walk *walk = &join->walk;
    tact_broad_filter all = {1, 1}, first = {1, 2}, second = {2, 1};
    add_tree(b, walk->a, walk->grow, 0, walk->is_self ? all : first);
    if (!walk->is_self)
        add_tree(b, walk->b, walk->grow, b->b_first, second);
    tact_status status = tact_broad_create(b->context, &options, &broad);
    if (status == TACT_OK)
        status = tact_broad_put(broad, b->ids, b->boxes, b->count, NULL);
    if (status == TACT_OK)
        status = tact_broad_filter_pairs(broad, b->ids, b->filters, b->count, NULL);
    if (status == TACT_OK)
        status = tact_broad_pairs(broad, list);
    tact_broad_destroy(broad);
    return status;
}

/* ---- The visitor -------------------------------------------------------------------------- */

static const uint32_t *corners_of(const tact_deform *d, tact_impact_kind kind, bool is_face,
                                  const uint32_t *id, int *count) {
    *count = kind == TACT_IMPACT_EDGE_EDGE ? 2 : is_face ? 3 : 1;
    if (kind == TACT_IMPACT_EDGE_EDGE)
        return d->edges[*id];
    return is_face ? d->triangles[*id] : id;
}

static bool are_adjacent(const tact_deform *d, tact_impact_kind kind, const uint32_t pair[2]) {
    int count[2];
    const uint32_t *a = corners_of(d, kind, false, &pair[0], &count[0]);
    const uint32_t *b = corners_of(d, kind, true, &pair[1], &count[1]);
    for (int i = 0; i < count[0]; i++)
        for (int j = 0; j < count[1]; j++)
            if (a[i] == b[j])
                return true;
    return false;
}

/* Room is a block's worth of pairs. */
static bool visit(const tacti_deform_question *q, const tacti_join *join, uint32_t b_first,
                  tact_pair_view view, uint32_t (*room)[2], tact_deform_visitor *visitor,
                  void *user) {
    tact_deform_block block = {
        .kind = join->kind, .swapped = join->swapped, .pairs = (const uint32_t(*)[2])room};
    for (size_t i = 0; i < view.count; i++) {
        uint32_t pair[2] = {view.pairs[i][0], view.pairs[i][1] - b_first};
        if (!join->walk.is_one_body || !are_adjacent(q->a, join->kind, pair))
            memcpy(room[block.count++], pair, sizeof pair);
        if (block.count == TACTI_DEFORM_ROOM || (i + 1 == view.count && block.count > 0)) {
            if (!visitor(user, &block))
                return false;
            block.count = 0;
        }
    }
    return true;
}

tact_status tacti_deform_listed(const tacti_deform_question *q, const tacti_join *join,
                                tact_deform_visitor *visitor, void *user, bool *goes_on) {
    const tacti_pair_walk *walk = &join->walk;
    const tact_deform *first = join->swapped ? q->b : q->a;
    boxes b = {.context = q->context, .room = walk->a->count};
    if (!walk->is_self) {
        b.room += walk->b->count;
        b.b_first =
            join->kind == TACT_IMPACT_EDGE_EDGE ? first->info.edge_count : first->info.vertex_count;
    }
    tact_pair_list *list = NULL;
    uint32_t(*room)[2] =
        tacti_allocate(q->context, TACTI_DEFORM_ROOM, sizeof *room, TACTI_CACHE_LINE);
    tact_status status = room != NULL && allocate(&b) ? TACT_OK : TACT_OUT_OF_MEMORY;
    if (status == TACT_OK)
        status = tact_pair_list_create(q->context, &list);
    if (status == TACT_OK)
        status = list_pairs(join, q->method, &b, list);
    release(&b);
    if (status == TACT_OK)
        *goes_on = visit(q, join, b.b_first, tact_pair_list_view(list), room, visitor, user);
    tact_pair_list_destroy(list);
    tacti_release(q->context, room, TACTI_DEFORM_ROOM, sizeof *room, TACTI_CACHE_LINE);
    return status;
}
