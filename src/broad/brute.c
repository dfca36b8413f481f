/* SPDX-License-Identifier: MIT */
/* Every box against every other: n (n - 1) / 2 comparisons. The yardstick and the oracle of all
 * other methods, and the fastest one for a few boxes. */
#include "broad/broad.h"

#include "base/parallel.h"

/* Rows of a chunk. */
#define GRAIN 64

typedef struct brute {
    const tacti_box_set *set;
    tacti_key_sets *found;
} brute;

static void search_rows(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)worker;
    const brute *b = data;
    const tact_box *boxes = b->set->boxes;
    tacti_key_set *keys = &b->found->sets[chunk];
    for (size_t i = range.begin; i < range.end; i++)
        for (uint32_t j = (uint32_t)i + 1; j < b->set->count; j++)
            if (tacti_boxes_meet(&boxes[i], &boxes[j]))
                tacti_push_pair(keys, (uint32_t)i, j);
}

tact_status tacti_broad_brute(const tacti_box_set *set, tacti_broad_work *work) {
    brute b = {set, &work->found};
    tact_status status = tacti_key_sets_begin(&work->found, tacti_chunk_count(set->count, GRAIN));
    if (status != TACT_OK)
        return status;
    tacti_parallel_for(set->context, set->count, GRAIN, search_rows, &b);
    return tacti_key_sets_status(&work->found);
}
