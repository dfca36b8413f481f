/* SPDX-License-Identifier: MIT */
/* Eight floats at a time, one per triangle, child or node, for the frames and boxes of a hierarchy:
 * the registers of the level that the file is compiled for on x86-64, plain loops elsewhere. Every
 * operation is the IEEE one on each lane, so all levels give the same bits. Minimum and maximum
 * return the second argument if the two are equal. base/lanes.h has wider vectors. */
#ifndef TACTI_BVH_LANES8_H
#define TACTI_BVH_LANES8_H

#include "base/lanes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if TACTI_VECTOR_BYTES >= 32

#define TACTI_F8_PIECES 1
typedef __m256 tacti_f8_piece;
typedef __m256 tacti_f8_mask;
#define tacti_f8p_load(p) _mm256_loadu_ps(p)
#define tacti_f8p_store(p, x) _mm256_storeu_ps(p, x)
#define tacti_f8p_set(x) _mm256_set1_ps(x)
#define tacti_f8p_add(a, b) _mm256_add_ps(a, b)
#define tacti_f8p_sub(a, b) _mm256_sub_ps(a, b)
#define tacti_f8p_mul(a, b) _mm256_mul_ps(a, b)
#define tacti_f8p_div(a, b) _mm256_div_ps(a, b)
#define tacti_f8p_min(a, b) _mm256_min_ps(a, b)
#define tacti_f8p_max(a, b) _mm256_max_ps(a, b)
#define tacti_f8p_abs(a) _mm256_andnot_ps(_mm256_set1_ps(-0.0F), a)
#define tacti_f8p_sqrt(a) _mm256_sqrt_ps(a)
#define tacti_f8p_whole(a) _mm256_cvtepi32_ps(_mm256_cvttps_epi32(a))
#define tacti_f8p_lt(a, b) _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define tacti_f8p_le(a, b) _mm256_cmp_ps(a, b, _CMP_LE_OQ)
#define tacti_f8p_select(m, a, b) _mm256_blendv_ps(b, a, m)
#define tacti_f8p_or(a, b) _mm256_or_ps(a, b)
#define tacti_f8p_bits(m) ((uint32_t)_mm256_movemask_ps(m))

#elif TACTI_VECTOR_BYTES == 16

#define TACTI_F8_PIECES 2
typedef __m128 tacti_f8_piece;
typedef __m128 tacti_f8_mask;
#define tacti_f8p_load(p) _mm_loadu_ps(p)
#define tacti_f8p_store(p, x) _mm_storeu_ps(p, x)
#define tacti_f8p_set(x) _mm_set1_ps(x)
#define tacti_f8p_add(a, b) _mm_add_ps(a, b)
#define tacti_f8p_sub(a, b) _mm_sub_ps(a, b)
#define tacti_f8p_mul(a, b) _mm_mul_ps(a, b)
#define tacti_f8p_div(a, b) _mm_div_ps(a, b)
#define tacti_f8p_min(a, b) _mm_min_ps(a, b)
#define tacti_f8p_max(a, b) _mm_max_ps(a, b)
#define tacti_f8p_abs(a) _mm_andnot_ps(_mm_set1_ps(-0.0F), a)
#define tacti_f8p_sqrt(a) _mm_sqrt_ps(a)
#define tacti_f8p_whole(a) _mm_cvtepi32_ps(_mm_cvttps_epi32(a))
#define tacti_f8p_lt(a, b) _mm_cmplt_ps(a, b)
#define tacti_f8p_le(a, b) _mm_cmple_ps(a, b)
#define tacti_f8p_select(m, a, b) _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b))
#define tacti_f8p_or(a, b) _mm_or_ps(a, b)
#define tacti_f8p_bits(m) ((uint32_t)_mm_movemask_ps(m))

#else

#define TACTI_F8_PIECES 8
typedef float tacti_f8_piece;
typedef int tacti_f8_mask;
#define tacti_f8p_load(p) (*(p))
#define tacti_f8p_store(p, x) (*(p) = (x))
#define tacti_f8p_set(x) (x)
#define tacti_f8p_add(a, b) ((a) + (b))
#define tacti_f8p_sub(a, b) ((a) - (b))
#define tacti_f8p_mul(a, b) ((a) * (b))
#define tacti_f8p_div(a, b) ((a) / (b))
#define tacti_f8p_min(a, b) ((a) < (b) ? (a) : (b))
#define tacti_f8p_max(a, b) ((a) > (b) ? (a) : (b))
#define tacti_f8p_abs(a) fabsf(a)
#define tacti_f8p_sqrt(a) sqrtf(a)
#define tacti_f8p_whole(a) ((float)(int32_t)(a))
#define tacti_f8p_lt(a, b) ((a) < (b))
#define tacti_f8p_le(a, b) ((a) <= (b))
#define tacti_f8p_select(m, a, b) ((m) ? (a) : (b))
#define tacti_f8p_or(a, b) ((a) | (b))
#define tacti_f8p_bits(m) ((uint32_t)(m))

#endif

#define TACTI_F8_STEP (8 / TACTI_F8_PIECES)
#define TACTI_EACH_F8(...) TACTI_EACH_OF(TACTI_F8_PIECES, __VA_ARGS__)

typedef struct tacti_f8 {
    tacti_f8_piece piece[TACTI_F8_PIECES];
} tacti_f8;

/* One truth value per lane. */
typedef struct tacti_b8 {
    tacti_f8_mask piece[TACTI_F8_PIECES];
} tacti_b8;

TACTI_ALWAYS_INLINE tacti_f8 tacti_f8_load(const float *p) {
    tacti_f8 r;
    TACTI_EACH_F8(r.piece[i] = tacti_f8p_load(p + i * TACTI_F8_STEP);)
    return r;
}

TACTI_ALWAYS_INLINE void tacti_f8_store(float *p, tacti_f8 x) {
    TACTI_EACH_F8(tacti_f8p_store(p + i * TACTI_F8_STEP, x.piece[i]);)
}

TACTI_ALWAYS_INLINE tacti_f8 tacti_f8_set(float x) {
    tacti_f8 r;
    TACTI_EACH_F8(r.piece[i] = tacti_f8p_set(x);)
    return r;
}

#define TACTI_F8_BINARY(name)                                                                      \
    TACTI_ALWAYS_INLINE tacti_f8 tacti_f8_##name(tacti_f8 a, tacti_f8 b) {                         \
        tacti_f8 r;                                                                                \
        TACTI_EACH_F8(r.piece[i] = tacti_f8p_##name(a.piece[i], b.piece[i]);)                      \
        return r;                                                                                  \
    }
TACTI_F8_BINARY(add)
TACTI_F8_BINARY(sub)
TACTI_F8_BINARY(mul)
TACTI_F8_BINARY(div)
TACTI_F8_BINARY(min)
TACTI_F8_BINARY(max)

#define TACTI_F8_UNARY(name)                                                                       \
    TACTI_ALWAYS_INLINE tacti_f8 tacti_f8_##name(tacti_f8 a) {                                     \
        tacti_f8 r;                                                                                \
        TACTI_EACH_F8(r.piece[i] = tacti_f8p_##name(a.piece[i]);)                                  \
        return r;                                                                                  \
    }
TACTI_F8_UNARY(abs)
TACTI_F8_UNARY(sqrt)
TACTI_F8_UNARY(whole) /* rounded towards 0; magnitudes below 2^31 */

#define TACTI_F8_COMPARISON(name)                                                                  \
    TACTI_ALWAYS_INLINE tacti_b8 tacti_f8_##name(tacti_f8 a, tacti_f8 b) {                         \
        tacti_b8 r;                                                                                \
        TACTI_EACH_F8(r.piece[i] = tacti_f8p_##name(a.piece[i], b.piece[i]);)                      \
        return r;                                                                                  \
    }
TACTI_F8_COMPARISON(lt)
TACTI_F8_COMPARISON(le)

TACTI_ALWAYS_INLINE tacti_b8 tacti_b8_or(tacti_b8 a, tacti_b8 b) {
    tacti_b8 r;
    TACTI_EACH_F8(r.piece[i] = tacti_f8p_or(a.piece[i], b.piece[i]);)
    return r;
}

/* Bit i is set if lane i is true. */
TACTI_ALWAYS_INLINE uint32_t tacti_b8_bits(tacti_b8 a) {
    uint32_t bits = 0;
    TACTI_EACH_F8(bits |= tacti_f8p_bits(a.piece[i]) << (i * TACTI_F8_STEP);)
    return bits;
}

/* Lane by lane: a if the mask is set, else b. */
TACTI_ALWAYS_INLINE tacti_f8 tacti_f8_select(tacti_b8 mask, tacti_f8 a, tacti_f8 b) {
    tacti_f8 r;
    TACTI_EACH_F8(r.piece[i] = tacti_f8p_select(mask.piece[i], a.piece[i], b.piece[i]);)
    return r;
}

/* The least and the greatest lane. Which of equal zeros it is may depend on the level. */
TACTI_ALWAYS_INLINE float tacti_f8_least(tacti_f8 a) {
#if TACTI_F8_PIECES <= 2
#if TACTI_F8_PIECES == 1
    __m128 four =
        _mm_min_ps(_mm256_castps256_ps128(a.piece[0]), _mm256_extractf128_ps(a.piece[0], 1));
#else
    __m128 four = _mm_min_ps(a.piece[0], a.piece[1]);
#endif
    __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps(two, two, 1)));
#else
    float least = a.piece[0];
    for (int i = 1; i < 8; i++)
        least = a.piece[i] < least ? a.piece[i] : least;
    return least;
#endif
}

TACTI_ALWAYS_INLINE float tacti_f8_greatest(tacti_f8 a) {
#if TACTI_F8_PIECES <= 2
#if TACTI_F8_PIECES == 1
    __m128 four =
        _mm_max_ps(_mm256_castps256_ps128(a.piece[0]), _mm256_extractf128_ps(a.piece[0], 1));
#else
    __m128 four = _mm_max_ps(a.piece[0], a.piece[1]);
#endif
    __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
#else
    float most = a.piece[0];
    for (int i = 1; i < 8; i++)
        most = a.piece[i] > most ? a.piece[i] : most;
    return most;
#endif
}

/* Stores whole numbers from 0 to 255 as bytes. */
TACTI_ALWAYS_INLINE void tacti_f8_store_bytes(uint8_t *p, tacti_f8 x) {
#if TACTI_F8_PIECES <= 2
#if TACTI_F8_PIECES == 1
    __m256i ints = _mm256_cvttps_epi32(x.piece[0]);
    __m128i lo = _mm256_castsi256_si128(ints), hi = _mm256_extracti128_si256(ints, 1);
#else
    __m128i lo = _mm_cvttps_epi32(x.piece[0]), hi = _mm_cvttps_epi32(x.piece[1]);
#endif
    __m128i words = _mm_packs_epi32(lo, hi);
    _mm_storel_epi64((__m128i *)(void *)p, _mm_packus_epi16(words, words));
#else
    for (int i = 0; i < 8; i++)
        p[i] = (uint8_t)(int32_t)x.piece[i];
#endif
}

#endif
