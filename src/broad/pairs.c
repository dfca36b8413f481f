/* SPDX-License-Identifier: MIT */
/* A frame: the boxes in use become an array without holes, a method finds the keys, sorting makes
 * the list. Which method, if the caller leaves the choice to the library, is decided here. */
#include "broad/broad.h"

/* Up to here brute force is faster. */
#define FEW_BOXES 24

typedef struct choice {
    tact_broad_method method;
    const char *reason;
} choice;

static choice choose(const tact_broad *broad) {
    if (broad->method != TACT_BROAD_AUTO)
        return (choice){broad->method, "the caller's choice"};
    if (broad->count <= FEW_BOXES)
        return (choice){TACT_BROAD_BRUTE, "few boxes"};
    return (choice){TACT_BROAD_BUCKETS, "many boxes"};
}

/* By method; kept pairs have a way of their own. */
static tacti_broad_search *const searches[] = {NULL,
                                               tacti_broad_brute,
                                               tacti_broad_buckets,
                                               tacti_broad_sweep,
                                               tacti_broad_grid,
                                               tacti_broad_cells};

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

tact_status tact_broad_pairs(tact_broad *broad, tact_pair_list *list) {
    if (broad == NULL || list == NULL)
        return TACT_INVALID_ARGUMENT;
    choice chosen = choose(broad);
    tact_status status = chosen.method == TACT_BROAD_KEPT ? tacti_broad_kept(broad, list)
                                                          : search(broad, chosen.method, list);
    if (status != TACT_OK)
        return status;
    broad->used = chosen.method;
    broad->reason = chosen.reason;
    return TACT_OK;
}
