/* SPDX-License-Identifier: MIT */
/* Building the hierarchy for queries; see hierarchy.h. */
#include "broad/hierarchy.h"

#include <float.h>
#include <tact/math_morton.h>

#include "base/assert.h"
#include "base/sort.h"
#include "math/bits.h"
#include "math/vec.h"

tacti_hierarchy tacti_hierarchy_make(const tact_context *context) {
    return (tacti_hierarchy){.boxes = tacti_level_boxes_make(context),
                             .ids = tacti_level_ids_make(context)};
}

void tacti_hierarchy_release(tacti_hierarchy *h) {
    tacti_level_boxes_release(&h->boxes);
    tacti_level_ids_release(&h->ids);
    h->is_valid = false;
}

/* The middle of a box of any size, finite. */
static tact_vec3 finite_middle(const tact_box *box) {
    const tact_vec3 most = {DBL_MAX, DBL_MAX, DBL_MAX}, least = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    return tact_box_center((tact_box){tacti_vec3_min(tacti_vec3_max(box->lo, least), most),
                                      tacti_vec3_min(tacti_vec3_max(box->hi, least), most)});
}

/* Numbers the levels above the given count of boxes; returns the boxes of all levels. */
static size_t lay_out(tacti_hierarchy *h, uint32_t count) {
    size_t total = 0;
    h->level_count = 0;
    while (count > 0) {
        TACTI_ASSERT(h->level_count < TACTI_MOST_LEVELS);
        h->first[h->level_count] = total;
        h->count[h->level_count++] = count;
        total += count;
        count = count > 1 ? (count - 1) / 8 + 1 : 0;
    }
    return total;
}

static void join_levels(tacti_hierarchy *h) {
    for (uint32_t level = 1; level < h->level_count; level++)
        for (uint32_t i = 0; i < h->count[level]; i++) {
            uint32_t from = 8 * i, left = h->count[level - 1] - from;
            tact_box all = *tacti_hierarchy_box(h, level - 1, from);
            for (uint32_t k = 1; k < 8 && k < left; k++) {
                const tact_box *child = tacti_hierarchy_box(h, level - 1, from + k);
                all.lo = tacti_vec3_min(all.lo, child->lo);
                all.hi = tacti_vec3_max(all.hi, child->hi);
            }
            h->boxes.items[h->first[level] + i] = all;
        }
}

/* Sorts the ids along the curve. */
static tact_status sort_ids(tacti_hierarchy *h, const tact_context *context,
                            const tact_box *boxes) {
    uint32_t count = (uint32_t)h->ids.count;
    size_t bytes = tacti_sort64_scratch_bytes(count);
    uint64_t *codes = tacti_allocate(context, count, sizeof *codes, _Alignof(uint64_t));
    void *scratch = tacti_allocate(context, bytes, 1, TACTI_CACHE_LINE);
    bool has_memory = codes != NULL && scratch != NULL;
    if (has_memory) {
        tact_box bounds = tact_box_empty();
        for (uint32_t i = 0; i < count; i++)
            bounds = tact_box_add_point(bounds, finite_middle(&boxes[h->ids.items[i]]));
        for (uint32_t i = 0; i < count; i++)
            codes[i] = tact_morton_of_point(finite_middle(&boxes[h->ids.items[i]]), bounds);
        tacti_sort64(context, codes, h->ids.items, count, scratch);
    }
    tacti_release(context, codes, count, sizeof *codes, _Alignof(uint64_t));
    tacti_release(context, scratch, bytes, 1, TACTI_CACHE_LINE);
    return has_memory ? TACT_OK : TACT_OUT_OF_MEMORY;
}

tact_status tacti_hierarchy_build(tacti_hierarchy *h, const tact_context *context,
                                  const tact_box *boxes, const unsigned char *in_use,
                                  uint32_t limit) {
    h->is_valid = false;
    h->ids.count = h->boxes.count = 0;
    for (uint32_t id = 0; id < limit; id++)
        if (in_use[id] != 0 && tacti_level_ids_push(&h->ids, id) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    uint32_t count = (uint32_t)h->ids.count;
    size_t total = lay_out(h, count);
    if (tacti_level_boxes_extend(&h->boxes, total) == NULL ||
        sort_ids(h, context, boxes) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        h->boxes.items[i] = boxes[h->ids.items[i]];
    join_levels(h);
    h->is_valid = true;
    return TACT_OK;
}
