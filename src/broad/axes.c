/* SPDX-License-Identifier: MIT */
/* Sweep and prune along three axes, from frame to frame: the ends of all boxes stay sorted along
 * each axis. Insertion sort brings them into order again, with as many swaps as ends have passed
 * each other. Two boxes that begin to overlap have passed in some axis, the start of one and the
 * end of the other; each such swap compares the two boxes. Pairs that no longer overlap are dropped
 * by comparing all that are known, which are fewer than the swaps that could end one.
 *
 * If many boxes are new, or ends move far, everything is found from scratch.
 *
 * Ends are floats, rounded to nearest. Rounding keeps order, so boxes that overlap overlap as
 * floats too. The pairs that are known are those of the floats; the doubles are compared at last.
 *
 * Baraff, "Dynamic simulation of non-penetrating rigid bodies" (1992); Cohen et al., "I-COLLIDE"
 * (1995). */
#include "broad/broad.h"

#include <string.h>

#include "base/parallel.h"
#include "base/sort.h"
#include "broad/memory.h"

/* New boxes are compared with all others, if they are at most so many and one of so many. */
#define FEW_NEW 16
#define PART_NEW 256
/* Swaps per end that are more than sorting from scratch takes. */
#define MOST_SWAPS 64

void tacti_axes_make(tacti_axes *axes, const tact_context *context) {
    *axes = (tacti_axes){.keys = tacti_numbers_make(context),
                         .rounded = tacti_boxes_make(context),
                         .is_tracked = tacti_bytes_make(context),
                         .added = tacti_numbers_make(context),
                         .fresh = {context, tacti_numbers_make(context), tacti_keys_make(context)},
                         .pairs = tacti_numbers_make(context),
                         .merged = tacti_numbers_make(context)};
    for (int k = 0; k < 3; k++)
        axes->ends[k] = tacti_keys_make(context);
}

void tacti_axes_release(tacti_axes *axes) {
    for (int k = 0; k < 3; k++)
        tacti_keys_release(&axes->ends[k]);
    tacti_numbers_release(&axes->keys);
    tacti_boxes_release(&axes->rounded);
    tacti_bytes_release(&axes->is_tracked);
    tacti_numbers_release(&axes->added);
    tacti_numbers_release(&axes->fresh.pairs);
    tacti_keys_release(&axes->fresh.scratch);
    tacti_numbers_release(&axes->pairs);
    tacti_numbers_release(&axes->merged);
}

/* Floats as integers in the same order. 0 and -0 count as one number. */
static uint32_t key_of(double x) {
    float rounded = (float)x + 0.0F;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    uint32_t is_negative = bits >> 31;
    return bits ^ (UINT32_C(0x80000000) | (0 - is_negative));
}

/* An end as one number: its place, then whether it ends the box, then the id. Starts come before
 * ends at the same place, since boxes that touch overlap. */
#define IS_END UINT64_C(0x80000000)
#define MOST_IDS (UINT32_MAX / 2)

static uint32_t id_of(uint64_t end) {
    return (uint32_t)(end & (IS_END - 1));
}

/* The keys of a box: starts along three axes, then ends. */
static const uint32_t *keys_of(const tacti_axes *axes, uint32_t id) {
    return &axes->keys.items[6 * (size_t)id];
}

static bool keys_meet(const uint32_t *a, const uint32_t *b) {
    return (a[0] <= b[3]) & (b[0] <= a[3]) & (a[1] <= b[4]) & (b[1] <= a[4]) & (a[2] <= b[5]) &
           (b[2] <= a[5]);
}

static void read_keys(tact_broad *broad) {
    for (uint32_t id = 0; id < broad->limit; id++) {
        uint32_t *keys = &broad->axes.keys.items[6 * (size_t)id];
        const double *ends = &broad->boxes.items[id].lo.x;
        if (broad->in_use.items[id] == 0)
            continue;
        for (int k = 0; k < 6; k++)
            keys[k] = key_of(ends[k]);
    }
}

/* ---- From scratch ------------------------------------------------------------------------- */

/* Sorts the ends of all boxes along an axis. */
static tact_status sort_axis(tact_broad *broad, unsigned axis) {
    uint32_t count = 2 * broad->count, k = 0;
    tacti_plan plan = tacti_plan_make();
    size_t keys_at = tacti_plan_add(&plan, count, sizeof(uint64_t));
    size_t ids_at = tacti_plan_add(&plan, count, sizeof(uint32_t));
    size_t scratch_at = tacti_plan_add(&plan, tacti_sort64_scratch_bytes(count), 1);
    unsigned char *memory = tacti_plan_memory(&plan, &broad->work.bytes);
    if (memory == NULL)
        return TACT_OUT_OF_MEMORY;
    uint64_t *keys = (uint64_t *)(memory + keys_at);
    uint32_t *ids = (uint32_t *)(memory + ids_at);
    for (uint32_t is_end = 0; is_end < 2; is_end++)
        for (uint32_t id = 0; id < broad->limit; id++)
            if (broad->in_use.items[id] != 0) {
                keys[k] = (uint64_t)keys_of(&broad->axes, id)[axis + 3 * is_end] << 1 | is_end;
                ids[k++] = id;
            }
    tacti_sort64(broad->context, keys, ids, count, memory + scratch_at);
    tacti_keys *ends = &broad->axes.ends[axis];
    for (k = 0; k < count; k++)
        ends->items[k] = keys[k] << 31 | ids[k];
    ends->count = count;
    return TACT_OK;
}

/* The float with this key. */
static double number_of(uint32_t key) {
    uint32_t bits = (key & UINT32_C(0x80000000)) != 0 ? key & ~UINT32_C(0x80000000) : ~key;
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

static tact_box rounded_box(const uint32_t *keys) {
    return (tact_box){{number_of(keys[0]), number_of(keys[1]), number_of(keys[2])},
                      {number_of(keys[3]), number_of(keys[4]), number_of(keys[5])}};
}

static tact_status start_again(tact_broad *broad) {
    tacti_axes *axes = &broad->axes;
    tacti_box_set set;
    tacti_numbering numbering = {.limit = broad->count};
    axes->is_valid = false;
    for (unsigned axis = 0; axis < 3; axis++)
        if (sort_axis(broad, axis) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    if (tacti_boxes_reserve(&axes->rounded, broad->limit) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0)
            axes->rounded.items[id] = rounded_box(keys_of(axes, id));
    if (tacti_broad_pack(broad, axes->rounded.items, &set, &numbering.ids) != TACT_OK ||
        tacti_broad_buckets(&set, &broad->work) != TACT_OK ||
        tacti_pair_list_sort(broad->context, &broad->work.found, &numbering, &axes->fresh) !=
            TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tacti_numbers pairs = axes->pairs;
    axes->pairs = axes->fresh.pairs;
    axes->fresh.pairs = pairs;
    axes->is_valid = true;
    return TACT_OK;
}

/* ---- From frame to frame ------------------------------------------------------------------ */

typedef struct axis_pass {
    tact_broad *broad;
    bool is_too_far[3];
} axis_pass;

/* Reads the ends of an axis at their new places. Apart from the sorting, whose branches are hard to
 * predict, so that many reads are under way at a time. */
static void read_ends(const tacti_axes *axes, uint32_t axis) {
    uint64_t *ends = axes->ends[axis].items;
    for (size_t k = 0; k < axes->ends[axis].count; k++) {
        uint64_t rest = (uint32_t)ends[k];
        const uint32_t *keys = keys_of(axes, id_of(ends[k])) + axis;
        ends[k] = (uint64_t)keys[(rest & IS_END) != 0 ? 3 : 0] << 32 | rest;
    }
}

/* Moves the ends of an axis to their places. */
static void sort_again(void *data, uint32_t axis, uint32_t worker) {
    (void)worker;
    axis_pass *pass = data;
    const tacti_axes *axes = &pass->broad->axes;
    tacti_key_set *out = &pass->broad->work.found.sets[axis];
    uint64_t *ends = axes->ends[axis].items;
    size_t count = axes->ends[axis].count, left = count * MOST_SWAPS;
    read_ends(axes, axis);
    for (size_t k = 1; k < count; k++) {
        uint64_t end = ends[k], is_end = end & IS_END;
        size_t to = k;
        for (; to > 0 && ends[to - 1] > end; to--) {
            uint64_t passed = ends[to - 1];
            uint32_t id = id_of(end), other = id_of(passed);
            if (is_end < (passed & IS_END) && keys_meet(keys_of(axes, id), keys_of(axes, other)))
                tacti_push_pair(out, id, other);
            ends[to] = passed;
        }
        ends[to] = end;
        if (k - to > left) {
            pass->is_too_far[axis] = true;
            return;
        }
        left -= k - to;
    }
}

/* Removes the ends of boxes that are gone. */
static void drop_ends(tact_broad *broad, unsigned axis) {
    tacti_keys *ends = &broad->axes.ends[axis];
    size_t kept = 0;
    for (size_t k = 0; k < ends->count; k++) {
        ends->items[kept] = ends->items[k];
        kept += tacti_id_in_use(broad, id_of(ends->items[k])) ? 1 : 0;
    }
    ends->count = kept;
}

/* Inserts the ends of new boxes, which are few, from the last place on. There is room. */
static void add_ends(tact_broad *broad, unsigned axis) {
    tacti_keys *ends = &broad->axes.ends[axis];
    for (size_t k = 0; k < 2 * broad->axes.added.count; k++) {
        uint32_t id = broad->axes.added.items[k / 2];
        uint64_t key = keys_of(&broad->axes, id)[axis + 3 * (k % 2)];
        uint64_t end = key << 32 | (k % 2 != 0 ? IS_END : 0) | id;
        size_t to = ends->count++;
        for (; to > 0 && ends->items[to - 1] > end; to--)
            ends->items[to] = ends->items[to - 1];
        ends->items[to] = end;
    }
}

/* Compares new boxes with all others; a pair of two new ones is found twice. */
static void compare_new(tact_broad *broad, tacti_key_set *out) {
    const tacti_axes *axes = &broad->axes;
    for (size_t k = 0; k < axes->added.count; k++) {
        uint32_t id = axes->added.items[k];
        for (uint32_t other = 0; other < broad->limit; other++)
            if (other != id && broad->in_use.items[other] != 0 &&
                keys_meet(keys_of(axes, id), keys_of(axes, other)))
                tacti_push_pair(out, id, other);
    }
}

/* Drops pairs that do not overlap any more. */
static void drop_pairs(tact_broad *broad) {
    tacti_axes *axes = &broad->axes;
    uint32_t *pairs = axes->pairs.items;
    size_t kept = 0;
    for (size_t k = 0; k < axes->pairs.count; k += 2) {
        uint32_t i = pairs[k], j = pairs[k + 1];
        pairs[kept] = i;
        pairs[kept + 1] = j;
        bool is_pair = tacti_id_in_use(broad, i) && tacti_id_in_use(broad, j) &&
                       keys_meet(keys_of(axes, i), keys_of(axes, j));
        kept += is_pair ? 2 : 0;
    }
    axes->pairs.count = kept;
}

/* One set of keys per axis, and one for new boxes. On a failure nothing is valid. */
static tact_status go_on(tact_broad *broad, bool are_gone) {
    tacti_axes *axes = &broad->axes;
    tacti_key_sets *found = &broad->work.found;
    tacti_numbering numbering = {.limit = broad->limit};
    axis_pass pass = {.broad = broad};
    axes->is_valid = false;
    if (tacti_key_sets_begin(found, 4) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (unsigned axis = 0; are_gone && axis < 3; axis++)
        drop_ends(broad, axis);
    tact_context_run(broad->context, 3, sort_again, &pass);
    if (tacti_key_sets_status(found) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    if (pass.is_too_far[0] || pass.is_too_far[1] || pass.is_too_far[2])
        return start_again(broad);
    for (unsigned axis = 0; axis < 3; axis++)
        add_ends(broad, axis);
    compare_new(broad, &found->sets[3]);
    if (tacti_key_sets_status(found) != TACT_OK ||
        tacti_pair_list_sort(broad->context, found, &numbering, &axes->fresh) != TACT_OK ||
        tacti_numbers_reserve(&axes->merged, axes->pairs.count + axes->fresh.pairs.count) !=
            TACT_OK)
        return TACT_OUT_OF_MEMORY;
    drop_pairs(broad);
    tacti_merge_pairs(&axes->pairs, &axes->fresh.pairs, &axes->merged);
    axes->is_valid = true;
    return TACT_OK;
}

/* Room for all ends, and for the ids of new boxes. */
static tact_status reserve(tact_broad *broad) {
    tacti_axes *axes = &broad->axes;
    for (int k = 0; k < 3; k++)
        if (tacti_keys_reserve(&axes->ends[k], 2 * (size_t)broad->count) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    if (tacti_bytes_reserve(&axes->is_tracked, broad->limit) != TACT_OK ||
        tacti_numbers_reserve(&axes->keys, 6 * (size_t)broad->limit) != TACT_OK ||
        tacti_numbers_reserve(&axes->added, broad->count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    while (axes->is_tracked.count < broad->limit)
        axes->is_tracked.items[axes->is_tracked.count++] = 0;
    return TACT_OK;
}

tact_status tacti_broad_axes(tact_broad *broad, tact_pair_list *list) {
    tacti_axes *axes = &broad->axes;
    bool are_gone = false;
    if (broad->limit > MOST_IDS || reserve(broad) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    read_keys(broad);
    axes->added.count = 0;
    for (uint32_t id = 0; id < axes->is_tracked.count; id++) {
        bool is_used = tacti_id_in_use(broad, id), is_tracked = axes->is_tracked.items[id] != 0;
        are_gone = are_gone || (is_tracked && !is_used);
        if (is_used && !is_tracked)
            axes->added.items[axes->added.count++] = id;
        axes->is_tracked.items[id] = is_used;
    }
    bool are_few = axes->added.count <= FEW_NEW && axes->added.count <= broad->count / PART_NEW + 1;
    tact_status status = axes->is_valid && are_few ? go_on(broad, are_gone) : start_again(broad);
    return status == TACT_OK ? tacti_filter_pairs(broad, &axes->pairs, true, list) : status;
}
