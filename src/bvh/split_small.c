/* SPDX-License-Identifier: MIT */
/* The last cuts: up to 64 triangles into groups of 8. Triangles are sorted along the longest axis
 * by counting for each how many come before it, which is fast for so few. Then they are cut at the
 * multiple of 8 with the least surface. */
#include "base/assert.h"
#include "bvh/split.h"

#include <float.h>

/* The range of a sum in a sorting key. 6 more bits number the record, so that no two keys are
 * equal. */
#define KEY_RANGE 0x1p24F

/* Sums that differ by less count as equal. */
#define NO_WIDTH 0x1p-60F

typedef struct small_keys {
    int32_t key[TACTI_SMALL];
} small_keys;

/* Makes keys in the order of the sums along the longest axis. The places after count, up to a
 * multiple of 8, come last. Returns false if all centres are equal. */
static bool make_keys(const tacti_record *records, uint32_t count, small_keys *keys) {
    tacti_quad lo = tacti_quad_set(FLT_MAX), hi = tacti_quad_set(-FLT_MAX);
    for (uint32_t i = 0; i < count; i++) {
        tacti_quad sum = tacti_quad_add(tacti_record_lo(&records[i]), tacti_record_hi(&records[i]));
        lo = tacti_quad_min(lo, sum);
        hi = tacti_quad_max(hi, sum);
    }
    float origin[4], width[4];
    tacti_quad_store(origin, lo);
    tacti_quad_store(width, tacti_quad_sub(hi, lo));
    int axis = width[1] > width[0] ? 1 : 0;
    axis = width[2] > width[axis] ? 2 : axis;
    if (!(width[axis] > NO_WIDTH))
        return false;
    float scale = KEY_RANGE / width[axis];
    for (uint32_t i = 0; i < count; i++) {
        float at = ((records[i].lo[axis] + records[i].hi[axis]) - origin[axis]) * scale;
        keys->key[i] = (int32_t)at * TACTI_SMALL + (int32_t)i;
    }
    for (uint32_t i = count; i % 8 != 0; i++)
        keys->key[i] = INT32_MAX;
    return true;
}

/* Makes keys in the order of the hashes, for records of one centre: equal triangles stay together.
 */
static void make_hash_keys(const tacti_record *records, uint32_t count, small_keys *keys) {
    for (uint32_t i = 0; i < count; i++)
        keys->key[i] = (int32_t)(records[i].hash & 0x00ffffff) * TACTI_SMALL + (int32_t)i;
    for (uint32_t i = count; i % 8 != 0; i++)
        keys->key[i] = INT32_MAX;
}

static void sort_by_keys(tacti_record *records, uint32_t count, const small_keys *keys) {
    tacti_record sorted[TACTI_SMALL];
    uint32_t padded = (count + 7) / 8 * 8;
    TACTI_ASSERT(padded <= TACTI_SMALL);
    for (uint32_t i = 0; i < count; i++) {
        int32_t key = keys->key[i], before = 0;
        for (uint32_t j = 0; j < padded; j++)
            before += keys->key[j] < key;
        TACTI_ASSERT((uint32_t)before < count);
        sorted[before] = records[i];
    }
    memcpy(records, sorted, count * sizeof *records);
}

/* Where to cut count sorted records: the multiple of 8 with the least surface times groups. */
static uint32_t choose_cut(const tacti_record *records, uint32_t count) {
    uint32_t groups = (count + 7) / 8;
    if (groups == 2)
        return 8;
    TACTI_ASSERT(groups > 2 && groups <= TACTI_SMALL / 8);
    float area[TACTI_SMALL / 8];
    tacti_quad lo = tacti_quad_set(FLT_MAX), hi = tacti_quad_set(-FLT_MAX);
    for (uint32_t i = count; i-- > 8;) {
        lo = tacti_quad_min(lo, tacti_record_lo(&records[i]));
        hi = tacti_quad_max(hi, tacti_record_hi(&records[i]));
        if (i % 8 == 0)
            area[i / 8] = tacti_half_area(lo, hi);
    }
    lo = tacti_quad_set(FLT_MAX), hi = tacti_quad_set(-FLT_MAX);
    uint32_t best = 1;
    float best_cost = FLT_MAX;
    for (uint32_t i = 0; i < (groups - 1) * 8; i++) {
        lo = tacti_quad_min(lo, tacti_record_lo(&records[i]));
        hi = tacti_quad_max(hi, tacti_record_hi(&records[i]));
        if (i % 8 != 7)
            continue;
        uint32_t group = i / 8 + 1;
        float cost = tacti_half_area(lo, hi) * (float)group + area[group] * (float)(groups - group);
        if (cost < best_cost) {
            best_cost = cost;
            best = group;
        }
    }
    return best * 8;
}

void TACTI_LEVELED(tacti_split_small)(tacti_record *records, uint32_t begin, uint32_t end) {
    while (end - begin > 8) {
        small_keys keys;
        uint32_t count = end - begin;
        TACTI_ASSERT(count <= TACTI_SMALL);
        if (!make_keys(records + begin, count, &keys)) {
            make_hash_keys(records + begin, count, &keys);
            sort_by_keys(records + begin, count, &keys);
            return; /* all cuts are equally good */
        }
        sort_by_keys(records + begin, count, &keys);
        uint32_t middle = begin + choose_cut(records + begin, count);
        TACTI_LEVELED(tacti_split_small)(records, middle, end);
        end = middle;
    }
}
