/* SPDX-License-Identifier: MIT */
/* The plane sweep: sorts centres along an axis, computes the boxes of all triangles before and
 * after each place, and takes the least sum of the two volumes, each times its number of triangles.
 * (Without that factor the best plane mostly cuts off a few triangles, and hierarchies become
 * deep.) The classic method uses only the principal axis. The axes of the mesh, to which the boxes
 * are aligned, are mostly better.
 *
 * A cut takes O(n log n), and all cuts O(n log^2 n). The sort is a radix sort, so in practice a cut
 * takes linear time. */
#include "bvh/sweep.h"

#include "base/assert.h"
#include "base/alloc.h"
#include "base/sort.h"
#include "math/vec.h"

#include <float.h>

/* ---- Memory ------------------------------------------------------------------------------- */

#define TAKE(sweep, count, type)                                                                   \
    tacti_allocate((sweep)->context, count, sizeof(type), TACTI_CACHE_LINE)
#define GIVE(sweep, memory, count, type)                                                           \
    tacti_release((sweep)->context, memory, count, sizeof(type), TACTI_CACHE_LINE)

tact_status tacti_sweep_create(const tact_context *context, const tact_context *workers,
                               uint32_t capacity, tacti_sweep **out) {
    tacti_sweep *sweep = tacti_allocate(context, 1, sizeof *sweep, _Alignof(tacti_sweep));
    if (sweep == NULL)
        return TACT_OUT_OF_MEMORY;
    *sweep = (tacti_sweep){.context = context, .workers = workers, .capacity = capacity};
    sweep->keys = TAKE(sweep, capacity, uint32_t);
    sweep->values = TAKE(sweep, capacity, uint32_t);
    sweep->best_values = TAKE(sweep, capacity, uint32_t);
    sweep->volumes = TAKE(sweep, capacity, float);
    sweep->sorting = TAKE(sweep, tacti_sort32_scratch_bytes(capacity), unsigned char);
    if (sweep->keys == NULL || sweep->values == NULL || sweep->best_values == NULL ||
        sweep->volumes == NULL || sweep->sorting == NULL) {
        tacti_sweep_destroy(sweep);
        return TACT_OUT_OF_MEMORY;
    }
    *out = sweep;
    return TACT_OK;
}

void tacti_sweep_destroy(tacti_sweep *sweep) {
    if (sweep == NULL)
        return;
    uint32_t capacity = sweep->capacity;
    GIVE(sweep, sweep->keys, capacity, uint32_t);
    GIVE(sweep, sweep->values, capacity, uint32_t);
    GIVE(sweep, sweep->best_values, capacity, uint32_t);
    GIVE(sweep, sweep->volumes, capacity, float);
    GIVE(sweep, sweep->sorting, tacti_sort32_scratch_bytes(capacity), unsigned char);
    tacti_release(sweep->context, sweep, 1, sizeof *sweep, _Alignof(tacti_sweep));
}

/* ---- Order along an axis ------------------------------------------------------------------ */

static tact_vec3 sum_of(const tacti_record *record) {
    return (tact_vec3){(double)(record->lo[0] + record->hi[0]),
                       (double)(record->lo[1] + record->hi[1]),
                       (double)(record->lo[2] + record->hi[2])};
}

/* The axis along which centres vary most. */
static tact_vec3 principal_axis(const tacti_record *records, uint32_t count) {
    tact_vec3 from = sum_of(&records[0]);
    double n = count, s[3] = {0, 0, 0}, xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 d = tacti_vec3_sub(sum_of(&records[i]), from);
        s[0] += d.x, s[1] += d.y, s[2] += d.z;
        xx += d.x * d.x, yy += d.y * d.y, zz += d.z * d.z;
        xy += d.x * d.y, yz += d.y * d.z, zx += d.z * d.x;
    }
    tact_mat3 covariance = {{{xx - s[0] * s[0] / n, xy - s[0] * s[1] / n, zx - s[2] * s[0] / n},
                             {0, yy - s[1] * s[1] / n, yz - s[1] * s[2] / n},
                             {0, 0, zz - s[2] * s[2] / n}}};
    const tact_mat3 vectors = tact_mat3_symmetric_eigen(covariance).vectors;
    return (tact_vec3){vectors.m[0][0], vectors.m[0][1], vectors.m[0][2]};
}

/* Whole numbers in the order of the floats. */
static uint32_t ordered_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & UINT32_C(0x80000000)) != 0 ? ~bits : bits | UINT32_C(0x80000000);
}

/* Sorts the numbers of the records by their centres along an axis. */
static void sort_along(tacti_sweep *sweep, const tacti_record *records, uint32_t count,
                       tact_vec3 axis) {
    for (uint32_t i = 0; i < count; i++) {
        sweep->keys[i] = ordered_bits((float)tacti_vec3_dot(axis, sum_of(&records[i])) + 0.0F);
        sweep->values[i] = i;
    }
    tacti_sort32(sweep->workers, sweep->keys, sweep->values, count, sweep->sorting);
}

/* ---- The plane ---------------------------------------------------------------------------- */

/* The places that are allowed, and the best so far. */
typedef struct search {
    uint32_t count, least, step;
    float margin;
    float cost;
    uint32_t place, lesser; /* lesser: triangles on the smaller side */
} search;

/* Tries all places along one axis. Returns true if one is better. If costs are equal, the place
 * nearest to the middle wins. */
static bool try_places(const tacti_sweep *sweep, const tacti_record *records, search *best) {
    const uint32_t *values = sweep->values;
    uint32_t count = best->count;
    tacti_quad lo = tacti_quad_set(FLT_MAX), hi = tacti_quad_set(-FLT_MAX);
    for (uint32_t i = count; i-- > 1;) {
        lo = tacti_quad_min(lo, tacti_record_lo(&records[values[i]]));
        hi = tacti_quad_max(hi, tacti_record_hi(&records[values[i]]));
        sweep->volumes[i] = tacti_thick_volume(lo, hi, best->margin);
    }
    lo = tacti_quad_set(FLT_MAX), hi = tacti_quad_set(-FLT_MAX);
    bool is_better = false;
    for (uint32_t i = 1; i <= count - best->least; i++) {
        lo = tacti_quad_min(lo, tacti_record_lo(&records[values[i - 1]]));
        hi = tacti_quad_max(hi, tacti_record_hi(&records[values[i - 1]]));
        uint32_t lesser = i < count - i ? i : count - i;
        if (i < best->least || i % best->step != 0)
            continue;
        float cost = tacti_thick_volume(lo, hi, best->margin) * (float)i +
                     sweep->volumes[i] * (float)(count - i);
        if (cost < best->cost || (cost == best->cost && lesser > best->lesser)) {
            best->cost = cost;
            best->place = i;
            best->lesser = lesser;
            is_better = true;
        }
    }
    return is_better;
}

static bool is_one_centre(const tacti_span *span) {
    float width[4];
    tacti_quad_store(width, tacti_quad_sub(span->sum_hi, span->sum_lo));
    return width[0] == 0 && width[1] == 0 && width[2] == 0;
}

/* Sorts the numbers of records of one centre such that equal triangles stay together. */
static void sort_by_hash(tacti_sweep *sweep, const tacti_record *records, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        sweep->keys[i] = records[i].hash;
        sweep->values[i] = i;
    }
    tacti_sort32(sweep->workers, sweep->keys, sweep->values, count, sweep->sorting);
}

/* Where to cut sorted hashes. */
static uint32_t border_of_hashes(const uint32_t *keys, uint32_t count) {
    uint32_t before = count / 2, after = count / 2;
    while (before > 0 && keys[before - 1] == keys[count / 2])
        before--;
    while (after < count && keys[after] == keys[count / 2])
        after++;
    return tacti_choose_border(count, before, after - before);
}

static void place_in_order(tacti_record *records, tacti_record *spare, const uint32_t *values,
                           uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        spare[i] = records[values[i]];
    memcpy(records, spare, count * sizeof *records);
}

/* Sorts records such that the first ones are one side. Returns their number. */
static uint32_t sweep_over(tacti_sweep *sweep, tacti_record *records, tacti_record *spare,
                           uint32_t count) {
    TACTI_ASSERT(count > TACTI_BVH_WIDTH && count <= sweep->capacity);
    bool is_even = count <= TACTI_SPLIT_EVEN;
    const tacti_span all = tacti_span_measure(records, 0, count);
    search best = {.count = count,
                   .least = is_even ? 1 : TACTI_SPLIT_LEAST,
                   .step = is_even ? 8 : 1,
                   .margin = tacti_thick_margin(all.lo, all.hi),
                   .cost = FLT_MAX};
    if (is_one_centre(&all)) {
        sort_by_hash(sweep, records, count);
        best.place = is_even ? (count / 2 + 4) / 8 * 8 : border_of_hashes(sweep->keys, count);
        place_in_order(records, spare, sweep->values, count);
        return best.place;
    }
    tact_vec3 axes[4] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, principal_axis(records, count)};
    for (int i = 0; i < 4; i++) {
        sort_along(sweep, records, count, axes[i]);
        if (try_places(sweep, records, &best)) {
            uint32_t *values = sweep->values;
            sweep->values = sweep->best_values;
            sweep->best_values = values;
        }
    }
    place_in_order(records, spare, sweep->best_values, count);
    return best.place;
}

void tacti_sweep_split(tacti_sweep *sweep, tacti_record *records, tacti_record *spare,
                       const tacti_span *span, tacti_span halves[2]) {
    uint32_t first_count = sweep_over(sweep, records + span->begin, spare, span->end - span->begin);
    TACTI_ASSERT(first_count > 0 && first_count < span->end - span->begin);
    halves[0] = tacti_span_measure(records, span->begin, span->begin + first_count);
    halves[1] = tacti_span_measure(records, span->begin + first_count, span->end);
}

void tacti_sweep_small(tacti_sweep *sweep, tacti_record *records, tacti_record *spare,
                       uint32_t begin, uint32_t end) {
    while (end - begin > 8) {
        tacti_span span = tacti_span_measure(records, begin, end), halves[2];
        tacti_sweep_split(sweep, records, spare, &span, halves);
        tacti_sweep_small(sweep, records, spare, halves[1].begin, end);
        end = halves[0].end;
    }
}
