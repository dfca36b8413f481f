/* SPDX-License-Identifier: MIT */
/* The two loops over all records that take most of the time of a cut by bins (split.h): filling the
 * bins, and moving the records to their sides. Compiled for each SIMD level. All levels give the
 * same bits: of two equal ends of boxes, +0 and -0, the later one is kept. */
#include "bvh/split.h"

#include <float.h>

#include "base/assert.h"

/* ---- Boxes -------------------------------------------------------------------------------- */

/* A box as two quads. With AVX it is one vector, whose upper half is negated, so that one minimum
 * extends both ends. */
#if TACTI_VECTOR_BYTES >= 32

typedef __m256 box;

TACTI_ALWAYS_INLINE __m256 upper_signs(void) {
    return _mm256_castsi256_ps(
        _mm256_set_epi32(INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, 0, 0, 0, 0));
}

TACTI_ALWAYS_INLINE box box_none(void) {
    return _mm256_set1_ps(FLT_MAX);
}

TACTI_ALWAYS_INLINE box box_of(const tacti_record *record) {
    return _mm256_xor_ps(_mm256_loadu_ps((const float *)(const void *)record), upper_signs());
}

TACTI_ALWAYS_INLINE box box_join(box a, box b) {
    return _mm256_min_ps(a, b);
}

TACTI_ALWAYS_INLINE void box_ends(box a, tacti_quad *lo, tacti_quad *hi) {
    *lo = _mm256_castps256_ps128(a);
    *hi = _mm256_extractf128_ps(_mm256_xor_ps(a, upper_signs()), 1);
}

#else

typedef struct box {
    tacti_quad lo, hi;
} box;

TACTI_ALWAYS_INLINE box box_none(void) {
    return (box){tacti_quad_set(FLT_MAX), tacti_quad_set(-FLT_MAX)};
}

TACTI_ALWAYS_INLINE box box_of(const tacti_record *record) {
    return (box){tacti_record_lo(record), tacti_record_hi(record)};
}

TACTI_ALWAYS_INLINE box box_join(box a, box b) {
    return (box){tacti_quad_min(a.lo, b.lo), tacti_quad_max(a.hi, b.hi)};
}

TACTI_ALWAYS_INLINE void box_ends(box a, tacti_quad *lo, tacti_quad *hi) {
    *lo = a.lo;
    *hi = a.hi;
}

#endif

/* ---- Bins --------------------------------------------------------------------------------- */

typedef struct box_bins {
    box boxes[3 * TACTI_BINS];
    uint32_t count[3 * TACTI_BINS];
} box_bins;

/* One loop per array: if boxes and counts share a loop, gcc 12 at -O1 computes both addresses from
 * one counter, then concludes that the function writes nothing, and removes it. */
TACTI_ALWAYS_INLINE void clear(box_bins *bins) {
    for (int i = 0; i < 3 * TACTI_BINS; i++)
        bins->boxes[i] = box_none();
    for (int i = 0; i < 3 * TACTI_BINS; i++)
        bins->count[i] = 0;
}

TACTI_ALWAYS_INLINE void add_record(box_bins *bins, const tacti_bin_grid *grid,
                                    const tacti_record *record) {
    tacti_quad sum = tacti_quad_add(tacti_record_lo(record), tacti_record_hi(record));
    box own = box_of(record);
    int32_t bin[4];
    tacti_quad_to_ints(bin, tacti_quad_mul(tacti_quad_sub(sum, grid->origin), grid->scale));
    TACTI_UNROLL
    for (int axis = 0; axis < 3; axis++) {
        TACTI_ASSERT(bin[axis] >= 0 && bin[axis] < TACTI_BINS);
        size_t b = (size_t)axis * TACTI_BINS + (uint32_t)bin[axis];
        bins->boxes[b] = box_join(bins->boxes[b], own);
        bins->count[b]++;
    }
}

/* From this many records on, two sets of bins are filled alternately. Neighbours in a mesh fall
 * into the same bin, and each would wait for the write of the one before it. */
#define BY_TURNS 512

void TACTI_LEVELED(tacti_bins_fill)(tacti_bins *out, const tacti_bin_grid *grid,
                                    const tacti_record *records, uint32_t count) {
    box_bins bins, other;
    const tacti_bin_grid own = *grid;
    uint32_t i = 0;
    clear(&bins);
    if (count >= BY_TURNS) {
        clear(&other);
        for (; i + 2 <= count; i += 2) {
            add_record(&bins, &own, &records[i]);
            add_record(&other, &own, &records[i + 1]);
        }
        for (int b = 0; b < 3 * TACTI_BINS; b++) {
            bins.boxes[b] = box_join(bins.boxes[b], other.boxes[b]);
            bins.count[b] += other.count[b];
        }
    }
    for (; i < count; i++)
        add_record(&bins, &own, &records[i]);
    for (int b = 0; b < 3 * TACTI_BINS; b++) {
        int axis = b / TACTI_BINS, k = b % TACTI_BINS;
        box_ends(bins.boxes[b], &out->lo[axis][k], &out->hi[axis][k]);
        out->count[axis][k] = bins.count[b];
    }
}

/* ---- Two sides ---------------------------------------------------------------------------- */

/* Each record is written to both places without a branch, and only one place advances. */
void TACTI_LEVELED(tacti_partition)(tacti_record *records, tacti_record *spare,
                                    const tacti_span *span, const tacti_bin_grid *grid,
                                    tacti_cut cut) {
    float origin[4], scale[4];
    tacti_quad_store(origin, grid->origin);
    tacti_quad_store(scale, grid->scale);
    uint32_t first = span->begin, later = 0;
    for (uint32_t i = span->begin; i < span->end; i++) {
        tacti_record record = records[i];
        bool is_later = tacti_bin_of(&record, origin, scale, cut.axis) > cut.bin;
        records[first] = record;
        spare[later] = record;
        first += !is_later;
        later += is_later;
    }
    TACTI_ASSERT(first == span->begin + cut.first_count);
    memcpy(records + first, spare, later * sizeof *spare);
}
