/* SPDX-License-Identifier: MIT */
/* Which of eight pairs of triangles meet: the filter in lanes, then the exact test for the rest. */
#include "base/assert.h"
#include "prim/batch_filter.h"

uint32_t TACTI_LEVELED(tacti_batch_overlaps)(const tacti_triangle_source *a,
                                             const tacti_triangle_source *b,
                                             const tacti_triangle_batch *batch, bool wants_first,
                                             uint64_t *open_count) {
    TACTI_ASSERT(batch->count >= 1 && batch->count <= TACTI_BATCH);
    tacti_triangle_batch full;
    const tacti_triangle_batch *pairs = batch;
    if (batch->count < TACTI_BATCH) {
        tacti_batch_fill(batch, &full);
        pairs = &full;
    }
    tacti_t8 ta = tacti_t8_load(a, pairs->a), tb = tacti_t8_load(b, pairs->b);
    tacti_verdicts verdicts = tacti_filter_overlaps(&ta, &tb);
    if (verdicts.open != 0)
        verdicts = tacti_filter_coplanar(&ta, &tb, verdicts);
    uint32_t used = (1u << batch->count) - 1;
    uint32_t meets = verdicts.meets & used, open = verdicts.open & used;
    if (open == 0)
        return meets;
    for (uint32_t i = 0; i < batch->count; i++) {
        if ((open >> i & 1) != 0) {
            meets |= (uint32_t)tacti_batch_overlaps_one(a, b, batch, i) << i;
            ++*open_count;
        }
        if (wants_first && (meets >> i & 1) != 0)
            return meets;
    }
    return meets;
}
