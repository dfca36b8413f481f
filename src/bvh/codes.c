/* SPDX-License-Identifier: MIT */
/* Sorting and cutting by Morton codes; see codes.h. The grid has 1024 cells along each axis of the
 * local coordinates. The codes only decide which triangles stay together. */
#include "bvh/codes.h"

#include "base/assert.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "bvh/point.h"

#define GRAIN 4096

/* Sums of the bounds lie in [-2, 2]; slightly fewer cells than 1024, so that the greatest is in the
 * last one. */
#define CELLS_PER_UNIT (256 * (1 - 0x1p-12F))

typedef struct coding {
    const tacti_bvh *bvh;
    uint32_t *codes, *triangles;
} coding;

/* Moves bit i to bit 3 i, for 10 bits of each lane, and interleaves the first three lanes. */
#if TACTI_VECTOR_BYTES > 0
TACTI_ALWAYS_INLINE __m128i spread_step(__m128i x, int shift, int mask) {
    return _mm_and_si128(_mm_or_si128(x, _mm_slli_epi32(x, shift)), _mm_set1_epi32(mask));
}

TACTI_ALWAYS_INLINE uint32_t interleave(tacti_quad cells) {
    __m128i x = _mm_cvttps_epi32(cells);
    x = spread_step(spread_step(x, 16, 0x030000ff), 8, 0x0300f00f);
    x = spread_step(spread_step(x, 4, 0x030c30c3), 2, 0x09249249);
    __m128i y = _mm_slli_epi32(_mm_shuffle_epi32(x, 1), 1);
    __m128i z = _mm_slli_epi32(_mm_shuffle_epi32(x, 2), 2);
    return (uint32_t)_mm_cvtsi128_si32(_mm_or_si128(_mm_or_si128(x, y), z));
}
#else
static uint32_t spread(uint32_t x) {
    x = (x | x << 16) & UINT32_C(0x030000ff);
    x = (x | x << 8) & UINT32_C(0x0300f00f);
    x = (x | x << 4) & UINT32_C(0x030c30c3);
    return (x | x << 2) & UINT32_C(0x09249249);
}

TACTI_ALWAYS_INLINE uint32_t interleave(tacti_quad cells) {
    int32_t cell[4];
    tacti_quad_to_ints(cell, cells);
    return spread((uint32_t)cell[0]) | spread((uint32_t)cell[1]) << 1 |
           spread((uint32_t)cell[2]) << 2;
}
#endif

static void make_codes(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    const coding *c = data;
    (void)chunk;
    (void)worker;
    const tacti_units units = tacti_units_local(c->bvh);
    const tacti_quad origin = tacti_quad_set(2), scale = tacti_quad_set(CELLS_PER_UNIT);
    for (size_t i = range.begin; i < range.end; i++) {
        tacti_quad lo, hi;
        tacti_local_box(c->bvh, units, (uint32_t)i, &lo, &hi);
        tacti_quad at = tacti_quad_add(tacti_quad_add(lo, hi), origin);
        c->codes[i] = interleave(tacti_quad_mul(at, scale));
        c->triangles[i] = (uint32_t)i;
    }
}

size_t tacti_codes_scratch_bytes(uint32_t count) {
    return tacti_sort32_scratch_bytes(count);
}

void tacti_codes_sort(const tacti_bvh *bvh, uint32_t *codes, uint32_t *triangles, void *scratch) {
    coding c = {bvh, codes, triangles};
    tacti_parallel_for(bvh->context, bvh->triangle_count, GRAIN, make_codes, &c);
    tacti_sort32(bvh->context, codes, triangles, bvh->triangle_count, scratch);
}

/* The first position of the span at which the highest bit that varies is set. */
static uint32_t find_cut(const uint32_t *codes, const tacti_span *span) {
    uint32_t varying = codes[span->begin] ^ codes[span->end - 1], bit = UINT32_C(1) << 29;
    while ((varying & bit) == 0)
        bit >>= 1;
    /* Places before `first` have the bit unset. No branches: the processor cannot guess them. */
    uint32_t first = span->begin, count = span->end - span->begin;
    while (count > 1) {
        uint32_t half = count / 2;
        first += (codes[first + half - 1] & bit) != 0 ? 0 : half;
        count -= half;
    }
    return first + ((codes[first] & bit) == 0);
}

bool tacti_codes_are_coarse(const uint32_t *codes, uint32_t count, uint32_t run) {
    for (uint32_t i = run; i < count; i += run)
        if (codes[i] == codes[i - run])
            return true;
    return false;
}

void tacti_codes_cut(const uint32_t *codes, const tacti_span *span, bool in_the_middle,
                     tacti_span halves[2]) {
    uint32_t count = span->end - span->begin, first = count / 2;
    TACTI_ASSERT(count > TACTI_BVH_WIDTH);
    if (!in_the_middle && codes[span->begin] != codes[span->end - 1])
        first = find_cut(codes, span) - span->begin;
    if (count <= TACTI_SPLIT_EVEN) {
        first = tacti_round_to_eights(first, count);
    } else {
        first = first < TACTI_SPLIT_LEAST ? TACTI_SPLIT_LEAST : first;
        first = first > count - TACTI_SPLIT_LEAST ? count - TACTI_SPLIT_LEAST : first;
    }
    halves[0] = halves[1] = *span;
    halves[0].end = halves[1].begin = span->begin + first;
}

void tacti_codes_split(tact_simd_level level, const uint32_t *codes, tacti_record *records,
                       tacti_record *spare, const tacti_span *span, bool in_the_middle,
                       tacti_span halves[2]) {
    if (!in_the_middle && codes[span->begin] != codes[span->end - 1]) {
        tacti_codes_cut(codes, span, false, halves);
        return;
    }
    tacti_span measured = tacti_span_measure(records, span->begin, span->end);
    tacti_split(level, records, spare, &measured, in_the_middle, halves);
}
