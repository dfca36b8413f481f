/* SPDX-License-Identifier: MIT */
/* A frame: the boxes in use become an array without holes, a method finds the keys, sorting makes
 * the list. Which method, if the caller leaves the choice to the library, is decided here. */
#include "broad/broad.h"

typedef struct choice {
    tact_broad_method method;
    const char *reason;
} choice;

static choice choose(const tact_broad *broad) {
    if (broad->method != TACT_BROAD_AUTO)
        return (choice){broad->method, "the caller's choice"};
    return (choice){TACT_BROAD_BRUTE, "few boxes"};
}

static tacti_broad_search *search_of(tact_broad_method method) {
    (void)method;
    return tacti_broad_brute;
}

/* The boxes in use as an array without holes, and their ids if there are holes. */
static tact_status pack(tact_broad *broad, tacti_box_set *set, const uint32_t **ids) {
    *set = (tacti_box_set){broad->context, broad->level, broad->boxes.items, broad->count};
    *ids = NULL;
    if (broad->count == broad->limit)
        return TACT_OK;
    if (tacti_boxes_reserve(&broad->packed, broad->count) != TACT_OK ||
        tacti_numbers_reserve(&broad->ids, broad->count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    uint32_t count = 0;
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0) {
            broad->packed.items[count] = broad->boxes.items[id];
            broad->ids.items[count++] = id;
        }
    TACTI_ASSERT(count == broad->count);
    set->boxes = broad->packed.items;
    *ids = broad->ids.items;
    return TACT_OK;
}

tact_status tact_broad_pairs(tact_broad *broad, tact_pair_list *list) {
    if (broad == NULL || list == NULL)
        return TACT_INVALID_ARGUMENT;
    choice chosen = choose(broad);
    tacti_box_set set;
    tacti_numbering numbering = {.filters = broad->has_filters ? broad->filters.items : NULL};
    if (pack(broad, &set, &numbering.ids) != TACT_OK ||
        search_of(chosen.method)(&set, &broad->work) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    numbering.limit = set.count;
    if (tacti_pair_list_sort(broad->context, &broad->work.found, &numbering, list) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    broad->used = chosen.method;
    broad->reason = chosen.reason;
    return TACT_OK;
}
