/* SPDX-License-Identifier: MIT */
/* Sweep and prune along one axis: boxes in the order of their starts, and a list of those that have
 * started and not yet ended. A box is compared with every box on the list. The axis is the one in
 * which the middles vary most. In doubles, so what is found is final. */
#include "broad/broad.h"

#include "base/sort.h"
#include "broad/memory.h"
#include "math/bits.h"
#include "math/vec.h"

/* Doubles as integers in the same order. 0 and -0 count as one number. */
static uint64_t sort_key(double x) {
    uint64_t bits = tacti_bits_from_double(x + 0);
    return (bits & TACTI_SIGN_BIT) != 0 ? ~bits : bits | TACTI_SIGN_BIT;
}

static unsigned choose_axis(const tacti_box_set *set) {
    double sum[3] = {0, 0, 0}, square[3] = {0, 0, 0}, best = -1;
    unsigned axis = 0;
    for (uint32_t i = 0; i < set->count; i++)
        for (unsigned k = 0; k < 3; k++) {
            double lo = tacti_vec3_get(set->boxes[i].lo, k);
            lo = tacti_min(tacti_max(lo, -0x1p400), 0x1p400);
            sum[k] += lo;
            square[k] += lo * lo;
        }
    for (unsigned k = 0; k < 3; k++) {
        double variance = square[k] - sum[k] / set->count * sum[k];
        if (variance > best) {
            best = variance;
            axis = k;
        }
    }
    return axis;
}

/* Compares a box with the active ones, and drops those that ended before it starts. */
static uint32_t compare_active(const tacti_box_set *set, unsigned axis, uint32_t index,
                               uint32_t *active, uint32_t count, tacti_key_set *out) {
    const tact_box *box = &set->boxes[index];
    double start = tacti_vec3_get(box->lo, axis);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        const tact_box *other = &set->boxes[active[k]];
        if (tacti_vec3_get(other->hi, axis) < start)
            continue;
        if (tacti_boxes_meet(box, other))
            tacti_push_pair(out, index, active[k]);
        active[kept++] = active[k];
    }
    active[kept++] = index;
    return kept;
}

tact_status tacti_broad_sweep(const tacti_box_set *set, tacti_broad_work *work) {
    uint32_t count = set->count;
    if (tacti_key_sets_begin(&work->found, count > 0 ? 1 : 0) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    if (count == 0)
        return TACT_OK;
    tacti_plan plan = tacti_plan_make();
    size_t keys_at = tacti_plan_add(&plan, count, sizeof(uint64_t));
    size_t order_at = tacti_plan_add(&plan, count, sizeof(uint32_t));
    size_t active_at = tacti_plan_add(&plan, count, sizeof(uint32_t));
    size_t scratch_at = tacti_plan_add(&plan, tacti_sort64_scratch_bytes(count), 1);
    unsigned char *memory = tacti_plan_memory(&plan, &work->bytes);
    if (memory == NULL)
        return TACT_OUT_OF_MEMORY;
    uint64_t *keys = (uint64_t *)(memory + keys_at);
    uint32_t *order = (uint32_t *)(memory + order_at), *active = (uint32_t *)(memory + active_at);
    unsigned axis = choose_axis(set);
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = sort_key(tacti_vec3_get(set->boxes[i].lo, axis));
        order[i] = i;
    }
    tacti_sort64(set->context, keys, order, count, memory + scratch_at);
    uint32_t active_count = 0;
    for (uint32_t i = 0; i < count; i++)
        active_count =
            compare_active(set, axis, order[i], active, active_count, &work->found.sets[0]);
    return tacti_key_sets_status(&work->found);
}
