/* SPDX-License-Identifier: MIT */
/* A hierarchy for queries, with eight children per node: boxes in the order of a Morton curve, and
 * above them the union of every eight neighbours, level by level. It is built as a whole and thrown
 * away when a box changes. */
#ifndef TACTI_BROAD_HIERARCHY_H
#define TACTI_BROAD_HIERARCHY_H

#include <tact/broad.h>

#include "base/array.h"

TACTI_ARRAY_DEFINE(tacti_level_boxes, tact_box);
TACTI_ARRAY_DEFINE(tacti_level_ids, uint32_t);

/* 8^11 exceeds 2^32. */
#define TACTI_MOST_LEVELS 12

typedef struct tacti_hierarchy {
    bool is_valid;
    uint32_t level_count;              /* the last level has one box; 0 for no boxes */
    size_t first[TACTI_MOST_LEVELS];   /* of a level in boxes */
    uint32_t count[TACTI_MOST_LEVELS]; /* boxes of a level */
    tacti_level_boxes boxes;           /* level 0 are the boxes themselves */
    tacti_level_ids ids;               /* of level 0 */
} tacti_hierarchy;

/* Boxes of a level that a walk has still to look at. */
typedef struct tacti_place {
    double t;
    uint32_t level, index;
} tacti_place;

/* Each step down takes one place and leaves eight. */
#define TACTI_MOST_PLACES (7 * TACTI_MOST_LEVELS + 8)

static inline const tact_box *tacti_hierarchy_box(const tacti_hierarchy *h, uint32_t level,
                                                  uint32_t index) {
    return &h->boxes.items[h->first[level] + index];
}

tacti_hierarchy tacti_hierarchy_make(const tact_context *context);
void tacti_hierarchy_release(tacti_hierarchy *h);

/* Builds it over the boxes in use. On failure it is not valid. */
tact_status tacti_hierarchy_build(tacti_hierarchy *h, const tact_context *context,
                                  const tact_box *boxes, const unsigned char *in_use,
                                  uint32_t limit);

#endif
