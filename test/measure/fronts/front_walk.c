/* SPDX-License-Identifier: MIT */
/* Front tracking in a wide hierarchy, as a prototype (Li and Chen, Incremental 3D collision
 * detection with hierarchical data structures, 1998; Tang and others, Multi-core collision
 * detection between deformable models, 2009). It shares all tests of boxes and triangles with the
 * library's walk, whose source it includes.
 *
 * One look at a pair of nodes compares up to 64 pairs of children. If some of them are apart,
 * the pair of nodes belongs to the front, because children that are apart now may meet in the next
 * frame. Only a pair whose children all overlap can be left out. Items are never raised; the caller
 * empties the front now and then. */
#define tacti_walk_contacts_avx2 bench_walk_contacts_avx2
#include "front_walk.h"

#include "contacts/contacts_walk.c"

#include <stdlib.h>
#include <string.h>

/* ---- Lists ---------------------------------------------------------------------------------- */

static void keep_item(front_list *list, const front_item *item) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 256;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        if (list->items == NULL)
            abort();
    }
    list->items[list->count++] = *item;
}

void bench_front_release(bench_front *front) {
    free(front->now.items);
    free(front->next.items);
}

/* ---- Opening -------------------------------------------------------------------------------- */

/* Pushes the children of one side that were not in the front. True if all are in it now. */
static bool open_side(state *s, front_item *item, const tacti_boxes *boxes, int side,
                      uint32_t near) {
    uint32_t all = tacti_inner_mask(boxes->node[side]) & item->task.mask[side];
    for (uint32_t bits = near & all & ~(uint32_t)item->hits; bits != 0; bits &= bits - 1) {
        tacti_task next = item->task;
        next.node[side] = tacti_child_node(boxes->node[side], tacti_lowest_bit(bits));
        next.mask[side] = TACTI_ALL_CHILDREN;
        push(s, next);
    }
    item->hits |= near & all;
    return item->hits == all;
}

/* The same for pairs of children. */
static bool open_both(state *s, front_item *item, tacti_boxes *boxes, const uint32_t mask[2]) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    child_pairs pairs;
    compare_children(s, boxes, mask[0], mask[1], s->inflation, &pairs);
    if (a->inner_count == 0) {
        add_candidates(s, boxes, pairs.hits);
        return false;
    }
    push_nodes(s, boxes, &pairs, pairs.hits & ~item->hits);
    item->hits |= pairs.hits;
    return item->hits == (tacti_inner_rows(a) & tacti_inner_columns(b));
}

/* Opens a pair of nodes that is not apart. True if it need not be looked at again. */
static bool open_item(state *s, front_item *item, tacti_boxes *boxes, tacti_own_box own[2]) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    tacti_boxes_decode(s->pair, own, boxes);
    uint32_t apart = tacti_boxes_apart_from_own(boxes, own, s->inflation);
    const uint32_t mask[2] = {item->task.mask[0] & tacti_children_mask(a) & ~apart,
                              item->task.mask[1] & tacti_children_mask(b) & ~(apart >> 8)};
    s->meter->work.box_tests += 16;
    if (mask[0] == 0 || mask[1] == 0)
        return false;
    tacti_opening opening =
        tacti_open_larger(own, tacti_inner_mask(a), tacti_inner_mask(b), TACTI_LARGER);
    if (opening == TACTI_OPEN_BOTH)
        return open_both(s, item, boxes, mask);
    int side = opening == TACTI_OPEN_A ? 0 : 1;
    return open_side(s, item, boxes, side, mask[side]);
}

/* Up to sixteen items: placed together, tested, opened, and kept for the next frame. */
static void open_items(state *s, front_item *items, uint32_t count, front_list *next) {
    tacti_node_pairs placed;
    tacti_lane_nodes nodes[2];
    memset(nodes, 0, sizeof nodes);
    for (uint32_t i = 0; i < count; i++)
        for (int side = 0; side < 2; side++) {
            const tacti_node *node = &s->pair->bvh[side]->nodes[items[i].task.node[side]];
            placed.node[i][side] = node;
            tacti_lane_nodes_set(&nodes[side], (int)i, node);
        }
    tacti_node_pairs_place(s->pair, nodes, count, NULL, &placed, NULL);
    uint32_t apart = tacti_node_pairs_apart(&placed, count, s->inflation);
    s->meter->work.node_pairs += count;
    s->meter->work.box_tests += count;
    for (uint32_t i = 0; i < count; i++) {
        bool is_done = false;
        if ((apart >> i & 1) == 0) {
            tacti_boxes boxes;
            tacti_own_box own[2];
            tacti_node_pairs_take(&placed, (int)i, &boxes, own);
            is_done = open_item(s, &items[i], &boxes, own);
        }
        if (next != NULL && !is_done)
            keep_item(next, &items[i]);
    }
}

/* Empties the stack. */
static void open_stack(state *s, front_list *next) {
    while (s->stack_count > 0) {
        front_item items[TACTI_PLACED_PAIRS];
        uint32_t most = s->stack_count > TACTI_BROAD_STACK ? 1 : TACTI_PLACED_PAIRS, count = 0;
        for (; count < most && s->stack_count > 0; count++)
            items[count] = (front_item){s->stack[--s->stack_count], 0};
        open_items(s, items, count, next);
    }
}

/* ---- Walks ---------------------------------------------------------------------------------- */

static void begin(tacti_contact_walk *walk, state *s) {
    s->walk = walk;
    s->meter = walk->meter;
    s->pair = walk->pair;
    s->kernels = tacti_batch_kernels_at(walk->pair->level);
    s->inflation = tacti_f16_set(walk->pair->inflation);
    s->candidates.count = 0;
    s->is_stopped = false;
    s->stack_count = 0;
}

void bench_walk_root(tacti_contact_walk *walk) {
    state s;
    begin(walk, &s);
    s.stack[s.stack_count++] = tacti_task_root();
    open_stack(&s, NULL);
    test_candidates(&s);
}

void bench_walk_front(tacti_contact_walk *walk, bench_front *front) {
    state s;
    begin(walk, &s);
    front->next.count = 0;
    if (front->now.count == 0) {
        s.stack[s.stack_count++] = tacti_task_root();
        open_stack(&s, &front->next);
    }
    for (size_t i = 0; i < front->now.count; i += TACTI_PLACED_PAIRS) {
        size_t left = front->now.count - i;
        uint32_t count = left < TACTI_PLACED_PAIRS ? (uint32_t)left : TACTI_PLACED_PAIRS;
        open_items(&s, &front->now.items[i], count, &front->next);
        open_stack(&s, &front->next);
    }
    test_candidates(&s);
    front_list swap = front->now;
    front->now = front->next;
    front->next = swap;
}
