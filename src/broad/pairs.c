/* SPDX-License-Identifier: MIT */
/* A frame: the boxes in use become an array without holes, a method finds the keys, sorting makes
 * the list. Which method, if the caller leaves the choice to the library, is decided here. */
#include "broad/broad.h"

/* Up to here brute force is faster. */
#define FEW_BOXES 24
/* A frame is calm if at most one of so many boxes changed. After so many calm frames the tree pays,
 * which takes about as long to build. */
#define CALM_PART 64
#define CALM_FRAMES 16

typedef struct choice {
    tact_broad_method method;
    const char *reason;
} choice;

/* The number of calm frames up to this one. */
static uint32_t count_calm(const tact_broad *broad) {
    if (broad->changes > broad->count / CALM_PART)
        return 0;
    return broad->calm < CALM_FRAMES ? broad->calm + 1 : CALM_FRAMES;
}

static choice choose(const tact_broad *broad) {
    if (broad->method != TACT_BROAD_AUTO)
        return (choice){broad->method, "the caller's choice"};
    if (broad->count <= FEW_BOXES)
        return (choice){TACT_BROAD_BRUTE, "few boxes"};
    if (count_calm(broad) == CALM_FRAMES)
        return (choice){TACT_BROAD_TREE, "many boxes, few of which have changed for a while"};
    return (choice){TACT_BROAD_BUCKETS, "many boxes, many of which change"};
}

/* By method; those that remember pairs have a way of their own. */
static tacti_broad_search *const searches[] = {
    [TACT_BROAD_BRUTE] = tacti_broad_brute, [TACT_BROAD_BUCKETS] = tacti_broad_buckets,
    [TACT_BROAD_SWEEP] = tacti_broad_sweep, [TACT_BROAD_GRID] = tacti_broad_grid,
    [TACT_BROAD_CELLS] = tacti_broad_cells, [TACT_BROAD_LEVELS] = tacti_broad_levels};

tact_status tacti_broad_pack(tact_broad *broad, const tact_box *boxes, tacti_box_set *set,
                             const uint32_t **ids) {
    *set = (tacti_box_set){broad->context, broad->level, boxes, broad->count};
    *ids = NULL;
    if (broad->count == broad->limit)
        return TACT_OK;
    if (tacti_boxes_reserve(&broad->packed, broad->count) != TACT_OK ||
        tacti_numbers_reserve(&broad->ids, broad->count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    uint32_t count = 0;
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0) {
            broad->packed.items[count] = boxes[id];
            broad->ids.items[count++] = id;
        }
    TACTI_ASSERT(count == broad->count);
    set->boxes = broad->packed.items;
    *ids = broad->ids.items;
    return TACT_OK;
}

static tact_status search(tact_broad *broad, tact_broad_method method, tact_pair_list *list) {
    tacti_box_set set;
    tacti_numbering numbering = {.limit = broad->count,
                                 .filters = broad->has_filters ? broad->filters.items : NULL};
    if (tacti_broad_pack(broad, broad->boxes.items, &set, &numbering.ids) != TACT_OK ||
        searches[method](&set, &broad->work) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    return tacti_pair_list_sort(broad->context, &broad->work.found, &numbering, list);
}

static tact_status find(tact_broad *broad, tact_broad_method method, tact_pair_list *list) {
    switch (method) {
    case TACT_BROAD_KEPT:
        return tacti_broad_kept(broad, list);
    case TACT_BROAD_TREE:
        return tacti_broad_tree(broad, list);
    case TACT_BROAD_AXES:
        return tacti_broad_axes(broad, list);
    default:
        return search(broad, method, list);
    }
}

tact_status tact_broad_pairs(tact_broad *broad, tact_pair_list *list) {
    if (broad == NULL || list == NULL)
        return TACT_INVALID_ARGUMENT;
    choice chosen = choose(broad);
    tact_status status = find(broad, chosen.method, list);
    if (status != TACT_OK)
        return status;
    broad->calm = count_calm(broad);
    broad->changes = 0;
    broad->used = chosen.method;
    broad->reason = chosen.reason;
    return TACT_OK;
}
