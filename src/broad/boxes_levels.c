/* SPDX-License-Identifier: MIT */
/* Comparing boxes with a few vector instructions. A box is six doubles in a row, so its starts are
 * one load, and its ends are another one. */
#include "broad/boxes.h"

#include "base/lanes.h"
#include "broad/broad.h"

#if TACTI_VECTOR_BYTES >= 32

/* The ends along three axes. The last lane of starts and of ends means nothing. */
TACTI_ALWAYS_INLINE __m256d ends_of(const tact_box *box) {
    return _mm256_permute4x64_pd(_mm256_loadu_pd(&box->lo.z), 0x39);
}

TACTI_ALWAYS_INLINE bool do_meet(const tact_box *a, const tact_box *b) {
    __m256d above = _mm256_cmp_pd(_mm256_loadu_pd(&a->lo.x), ends_of(b), _CMP_LE_OQ);
    __m256d below = _mm256_cmp_pd(_mm256_loadu_pd(&b->lo.x), ends_of(a), _CMP_LE_OQ);
    return (_mm256_movemask_pd(_mm256_and_pd(above, below)) & 7) == 7;
}

TACTI_ALWAYS_INLINE bool is_within(const tact_box *box, const tact_box *other) {
    __m256d above =
        _mm256_cmp_pd(_mm256_loadu_pd(&other->lo.x), _mm256_loadu_pd(&box->lo.x), _CMP_LE_OQ);
    __m256d below =
        _mm256_cmp_pd(_mm256_loadu_pd(&box->lo.z), _mm256_loadu_pd(&other->lo.z), _CMP_LE_OQ);
    return ((_mm256_movemask_pd(above) & 7) | (_mm256_movemask_pd(below) & 14) << 2) == 63;
}

#elif TACTI_VECTOR_BYTES == 16

TACTI_ALWAYS_INLINE bool do_meet(const tact_box *a, const tact_box *b) {
    __m128d above = _mm_cmple_pd(_mm_loadu_pd(&a->lo.x), _mm_loadu_pd(&b->hi.x));
    __m128d below = _mm_cmple_pd(_mm_loadu_pd(&b->lo.x), _mm_loadu_pd(&a->hi.x));
    __m128d starts = _mm_loadh_pd(_mm_load_sd(&a->lo.z), &b->lo.z);
    __m128d ends = _mm_loadh_pd(_mm_load_sd(&b->hi.z), &a->hi.z);
    __m128d third = _mm_cmple_pd(starts, ends);
    return _mm_movemask_pd(_mm_and_pd(third, _mm_and_pd(above, below))) == 3;
}

TACTI_ALWAYS_INLINE bool is_within(const tact_box *box, const tact_box *other) {
    __m128d above = _mm_cmple_pd(_mm_loadu_pd(&other->lo.x), _mm_loadu_pd(&box->lo.x));
    __m128d below = _mm_cmple_pd(_mm_loadu_pd(&box->hi.x), _mm_loadu_pd(&other->hi.x));
    __m128d less = _mm_loadh_pd(_mm_load_sd(&other->lo.z), &box->hi.z);
    __m128d more = _mm_loadh_pd(_mm_load_sd(&box->lo.z), &other->hi.z);
    __m128d third = _mm_cmple_pd(less, more);
    return _mm_movemask_pd(_mm_and_pd(third, _mm_and_pd(above, below))) == 3;
}

#else

TACTI_ALWAYS_INLINE bool do_meet(const tact_box *a, const tact_box *b) {
    return tacti_boxes_meet(a, b);
}

TACTI_ALWAYS_INLINE bool is_within(const tact_box *box, const tact_box *other) {
    return tacti_box_is_within(box, other);
}

#endif

/* Without a branch, which would be mispredicted for every other pair. */
size_t TACTI_LEVELED(tacti_pairs_filter)(const tact_box *boxes, const uint32_t *pairs, size_t count,
                                         uint32_t *out) {
    size_t taken = 0;
    for (size_t k = 0; k < count; k++) {
        uint32_t i = pairs[2 * k], j = pairs[2 * k + 1];
        out[2 * taken] = i;
        out[2 * taken + 1] = j;
        taken += do_meet(&boxes[i], &boxes[j]);
    }
    return taken;
}

bool TACTI_LEVELED(tacti_boxes_within)(const tact_box *boxes, const tact_box *others,
                                       uint32_t count) {
    bool are_within = true;
    for (uint32_t i = 0; i < count && are_within;) {
        uint32_t end = count - i < 64 ? count : i + 64;
        for (; i < end; i++)
            are_within &= is_within(&boxes[i], &others[i]);
    }
    return are_within;
}

/* Comparisons with a NaN are false. A box meets itself if no start exceeds its end. */
bool TACTI_LEVELED(tacti_boxes_fine)(const tact_box *boxes, uint32_t count) {
    bool are_fine = true;
    for (uint32_t i = 0; i < count; i++)
        are_fine &= do_meet(&boxes[i], &boxes[i]);
    return are_fine;
}
