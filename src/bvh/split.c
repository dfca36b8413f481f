/* SPDX-License-Identifier: MIT */
/* Cuts of least surface by bins (after I. Wald, "On fast construction of SAH-based bounding volume
 * hierarchies", 2007), along all three axes. Cuts in the middle if bins do not help: if centres
 * coincide, or if a hierarchy would become too deep. A cut keeps the order of the records on either
 * side, so the result does not depend on how the work is divided. */
#include "bvh/split.h"

#include <float.h>

#include "base/assert.h"

tacti_span tacti_span_measure(const tacti_record *records, uint32_t begin, uint32_t end) {
    tacti_quad most = tacti_quad_set(FLT_MAX), least = tacti_quad_set(-FLT_MAX);
    tacti_span span = {begin, end, most, least, most, least};
    for (uint32_t i = begin; i < end; i++) {
        tacti_quad lo = tacti_record_lo(&records[i]), hi = tacti_record_hi(&records[i]);
        tacti_quad sum = tacti_quad_add(lo, hi);
        span.lo = tacti_quad_min(span.lo, lo);
        span.hi = tacti_quad_max(span.hi, hi);
        span.sum_lo = tacti_quad_min(span.sum_lo, sum);
        span.sum_hi = tacti_quad_max(span.sum_hi, sum);
    }
    return span;
}

void tacti_span_join(tacti_span *span, const tacti_span *other) {
    span->lo = tacti_quad_min(span->lo, other->lo);
    span->hi = tacti_quad_max(span->hi, other->hi);
    span->sum_lo = tacti_quad_min(span->sum_lo, other->sum_lo);
    span->sum_hi = tacti_quad_max(span->sum_hi, other->sum_hi);
}

/* ---- Bins --------------------------------------------------------------------------------- */

/* Sums that differ by less count as equal, which keeps the scale finite. */
#define NO_WIDTH 0x1p-60F

/* Slightly less than the number of bins, so that the greatest sum is in the last one. */
#define BIN_FACTOR (TACTI_BINS * (1 - 0x1p-12F))

tacti_bin_grid tacti_bin_grid_make(const tacti_span *span) {
    float lo[4], hi[4], scale[4] = {0, 0, 0, 0};
    tacti_quad_store(lo, span->sum_lo);
    tacti_quad_store(hi, span->sum_hi);
    for (int axis = 0; axis < 3; axis++)
        if (hi[axis] - lo[axis] > NO_WIDTH)
            scale[axis] = BIN_FACTOR / (hi[axis] - lo[axis]);
    lo[3] = 0;
    return (tacti_bin_grid){tacti_quad_load(lo), tacti_quad_load(scale)};
}

void tacti_bins_join(tacti_bins *bins, const tacti_bins *other) {
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < TACTI_BINS; i++)
            bins->lo[axis][i] = tacti_quad_min(bins->lo[axis][i], other->lo[axis][i]);
        for (int i = 0; i < TACTI_BINS; i++)
            bins->hi[axis][i] = tacti_quad_max(bins->hi[axis][i], other->hi[axis][i]);
        for (int i = 0; i < TACTI_BINS; i++)
            bins->count[axis][i] += other->count[axis][i];
    }
}

tacti_cut tacti_bins_choose(const tacti_bins *bins, const tacti_bin_grid *grid, uint32_t least) {
    tacti_cut best = {-1, 0, 0};
    uint32_t best_lesser = 0;
    float best_cost = FLT_MAX, scale[4];
    tacti_quad_store(scale, grid->scale);
    for (int axis = 0; axis < 3; axis++) {
        if (scale[axis] == 0)
            continue;
        float area[TACTI_BINS];
        tacti_quad lo = tacti_quad_set(FLT_MAX), hi = tacti_quad_set(-FLT_MAX);
        uint32_t total = 0;
        for (int i = TACTI_BINS - 1; i > 0; i--) {
            lo = tacti_quad_min(lo, bins->lo[axis][i]);
            hi = tacti_quad_max(hi, bins->hi[axis][i]);
            area[i] = tacti_half_area(lo, hi);
            total += bins->count[axis][i];
        }
        total += bins->count[axis][0];
        lo = tacti_quad_set(FLT_MAX), hi = tacti_quad_set(-FLT_MAX);
        uint32_t count = 0;
        for (int i = 0; i < TACTI_BINS - 1; i++) {
            lo = tacti_quad_min(lo, bins->lo[axis][i]);
            hi = tacti_quad_max(hi, bins->hi[axis][i]);
            count += bins->count[axis][i];
            if (count < least || total - count < least)
                continue;
            float cost =
                tacti_half_area(lo, hi) * (float)count + area[i + 1] * (float)(total - count);
            uint32_t lesser = count < total - count ? count : total - count;
            /* If surfaces vanish, as on a line, the cut nearest to the middle wins. */
            if (cost < best_cost || (cost == best_cost && lesser > best_lesser)) {
                best_cost = cost;
                best_lesser = lesser;
                best = (tacti_cut){axis, i, count};
            }
        }
    }
    return best;
}

/* ---- Two sides ---------------------------------------------------------------------------- */

static float sum_along(const tacti_record *record, int axis) {
    return record->lo[axis] + record->hi[axis];
}

static void exchange(tacti_record *a, tacti_record *b) {
    tacti_record t = *a;
    *a = *b;
    *b = t;
}

/* Moves the border of a partition by a few places such that it still separates the sums: each
 * record that changes sides is the nearest one. */
static void move_border(tacti_record *records, const tacti_span *span, int axis, uint32_t from,
                        uint32_t to) {
    for (; from < to; from++) {
        uint32_t nearest = from;
        for (uint32_t i = from + 1; i < span->end; i++)
            if (sum_along(&records[i], axis) < sum_along(&records[nearest], axis))
                nearest = i;
        exchange(&records[from], &records[nearest]);
    }
    for (; from > to; from--) {
        uint32_t nearest = from - 1;
        for (uint32_t i = span->begin; i < from - 1; i++)
            if (sum_along(&records[i], axis) > sum_along(&records[nearest], axis))
                nearest = i;
        exchange(&records[from - 1], &records[nearest]);
    }
}

uint32_t tacti_round_to_eights(uint32_t count, uint32_t total) {
    uint32_t rounded = (count + 4) / 8 * 8, most = (total - 1) / 8 * 8;
    return rounded < 8 ? 8 : rounded > most ? most : rounded;
}

/* ---- In the middle ------------------------------------------------------------------------ */

/* Whole numbers in the order of the floats. -0 and +0 are equal. */
static uint32_t ordered_bits(float x) {
    uint32_t bits;
    x += 0.0F;
    memcpy(&bits, &x, sizeof bits);
    return (bits & UINT32_C(0x80000000)) != 0 ? ~bits : bits | UINT32_C(0x80000000);
}

/* Records of equal sums are ordered by their hashes, so that equal triangles stay together. */
static uint64_t ordered_key(const tacti_record *record, int axis) {
    return (uint64_t)ordered_bits(sum_along(record, axis)) << 32 | record->hash;
}

/* The key at position rank of the sorted keys, found 8 bits at a time. *before becomes the number
 * of lesser keys. */
static uint64_t select_key(const tacti_record *records, const tacti_span *span, int axis,
                           uint32_t rank, uint32_t *before) {
    uint64_t key = 0, mask = 0;
    *before = 0;
    for (int shift = 56; shift >= 0; shift -= 8) {
        uint32_t counts[256] = {0};
        for (uint32_t i = span->begin; i < span->end; i++) {
            uint64_t k = ordered_key(&records[i], axis);
            if ((k & mask) == key)
                counts[k >> shift & 255]++;
        }
        uint64_t digit = 0;
        while (*before + counts[digit] <= rank)
            *before += counts[digit++];
        TACTI_ASSERT(digit < 256);
        key |= digit << shift;
        mask |= UINT64_C(255) << shift;
    }
    return key;
}

/* How many records have this key. */
static uint32_t count_key(const tacti_record *records, const tacti_span *span, int axis,
                          uint64_t key) {
    uint32_t count = 0;
    for (uint32_t i = span->begin; i < span->end; i++)
        count += ordered_key(&records[i], axis) == key;
    return count;
}

uint32_t tacti_choose_border(uint32_t count, uint32_t before, uint32_t equal) {
    uint32_t least = count / 4, after = before + equal;
    bool is_before = before >= least, is_after = count - after >= least;
    if (is_before && is_after)
        return count / 2 - before < after - count / 2 ? before : after;
    return is_before ? before : is_after ? after : count / 2;
}

/* Moves the first records to the beginning of the span, in the order of their keys along the axis
 * on which sums vary most. They are first_count or, with may_move, as many as tacti_choose_border()
 * says. Returns their number. */
static uint32_t split_in_the_middle(tacti_record *records, tacti_record *spare,
                                    const tacti_span *span, uint32_t first_count, bool may_move) {
    float width[4];
    tacti_quad_store(width, tacti_quad_sub(span->sum_hi, span->sum_lo));
    int axis = width[1] > width[0] ? 1 : 0;
    axis = width[2] > width[axis] ? 2 : axis;
    uint32_t before, count = span->end - span->begin;
    uint64_t key = select_key(records, span, axis, first_count, &before);
    if (may_move)
        first_count = tacti_choose_border(count, before, count_key(records, span, axis, key));
    TACTI_ASSERT(first_count >= before && first_count < count);
    uint32_t equal = first_count - before; /* records of this key that go to the first side */
    uint32_t first = span->begin, later = 0;
    for (uint32_t i = span->begin; i < span->end; i++) {
        tacti_record record = records[i];
        uint64_t k = ordered_key(&record, axis);
        bool is_first = k < key || (k == key && equal > 0);
        equal -= is_first && k == key;
        if (is_first)
            records[first++] = record;
        else
            spare[later++] = record;
    }
    memcpy(records + first, spare, later * sizeof *spare);
    return first_count;
}

/* ---- Both --------------------------------------------------------------------------------- */

static tacti_partitioner *partition_at(tact_simd_level level) {
    static tacti_partitioner *const table[] = TACTI_LEVEL_TABLE(tacti_partition);
    return table[tacti_simd_row(level)];
}

void tacti_split(tact_simd_level level, tacti_record *records, tacti_record *spare,
                 const tacti_span *span, bool in_the_middle, tacti_span halves[2]) {
    uint32_t count = span->end - span->begin;
    TACTI_ASSERT(count > TACTI_BVH_WIDTH);
    bool is_even = count <= TACTI_SPLIT_EVEN;
    uint32_t first_count;
    tacti_cut cut = {-1, 0, 0};
    if (!in_the_middle) {
        tacti_bins bins;
        tacti_bin_grid grid = tacti_bin_grid_make(span);
        tacti_bins_fill_at(level)(&bins, &grid, records + span->begin, count);
        cut = tacti_bins_choose(&bins, &grid, is_even ? 4 : TACTI_SPLIT_LEAST);
        if (cut.axis >= 0)
            partition_at(level)(records, spare, span, &grid, cut);
    }
    if (cut.axis >= 0) {
        first_count = is_even ? tacti_round_to_eights(cut.first_count, count) : cut.first_count;
        move_border(records, span, cut.axis, span->begin + cut.first_count,
                    span->begin + first_count);
    } else {
        /* If in_the_middle is set, the cut must be exact, since it bounds the depth. */
        first_count = is_even ? tacti_round_to_eights(count / 2, count) : count / 2;
        first_count =
            split_in_the_middle(records, spare, span, first_count, !is_even && !in_the_middle);
    }
    TACTI_ASSERT(first_count > 0 && first_count < count);
    halves[0] = tacti_span_measure(records, span->begin, span->begin + first_count);
    halves[1] = tacti_span_measure(records, span->begin + first_count, span->end);
}
