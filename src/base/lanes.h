/* SPDX-License-Identifier: MIT */
/* SIMD lanes: sixteen floats or eight doubles at a time, in the registers of the level that the
 * file is compiled for. Every operation is the IEEE one on each lane, so all levels give the same
 * bits. Minimum and maximum return the second argument if the two are equal or one is NaN, as the
 * x86 instructions do.
 *
 * A vector is an array of pieces. A piece is one register. Only files compiled for a level use this
 * header (see base/simd.h). */
#ifndef TACTI_BASE_LANES_H
#define TACTI_BASE_LANES_H

#include "base/inline.h"
#include "base/vector.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A statement for every piece, whose number is i. Few pieces are written out: gcc unrolls a loop
 * only after passes that take long over arrays in memory. That made compiling three times slower.
 */
#define TACTI_EACH_FLOAT(...) TACTI_EACH_OF(TACTI_FLOAT_PIECES, __VA_ARGS__)
#define TACTI_EACH_DOUBLE(...) TACTI_EACH_OF(TACTI_D8_PIECES, __VA_ARGS__)
/* The same for long statements: four pieces are a loop, because their code would not fit into the
 * processor's first cache. There i is a variable. */
#if TACTI_VECTOR_BYTES == 16 || defined(TACTI_NEON)
#define TACTI_EACH_FLOAT_LOOP(...)                                                                 \
    TACTI_NO_UNROLL                                                                                \
    for (int i = 0; i < TACTI_FLOAT_PIECES; i++) {                                                 \
        __VA_ARGS__                                                                                \
    }
#else
#define TACTI_EACH_FLOAT_LOOP(...) TACTI_EACH_FLOAT(__VA_ARGS__)
#endif
#define TACTI_EACH_OF(count, ...) TACTI_EACH_OF_COUNT(count, __VA_ARGS__)
#define TACTI_EACH_OF_COUNT(count, ...) TACTI_EACH_OF_##count(__VA_ARGS__)
#define TACTI_PIECE(number, ...)                                                                   \
    {                                                                                              \
        enum { i = number };                                                                       \
        __VA_ARGS__                                                                                \
    }
#define TACTI_EACH_OF_1(...) TACTI_PIECE(0, __VA_ARGS__)
#define TACTI_EACH_OF_2(...) TACTI_EACH_OF_1(__VA_ARGS__) TACTI_PIECE(1, __VA_ARGS__)
#define TACTI_EACH_OF_4(...)                                                                       \
    TACTI_EACH_OF_2(__VA_ARGS__) TACTI_PIECE(2, __VA_ARGS__) TACTI_PIECE(3, __VA_ARGS__)
#define TACTI_EACH_OF_8(...)                                                                       \
    for (int i = 0; i < 8; i++) {                                                                  \
        __VA_ARGS__                                                                                \
    }
#define TACTI_EACH_OF_16(...)                                                                      \
    for (int i = 0; i < 16; i++) {                                                                 \
        __VA_ARGS__                                                                                \
    }

/* ---- Pieces ------------------------------------------------------------------------------- */

#if TACTI_VECTOR_BYTES == 64

#define TACTI_FLOAT_PIECES 1
#define TACTI_DOUBLE_PIECES 1
typedef __m512 tacti_float_piece;
typedef __m512d tacti_double_piece;
typedef __mmask8 tacti_mask_piece;
#define tacti_fp_load(p) _mm512_loadu_ps(p)
#define tacti_fp_store(p, x) _mm512_storeu_ps(p, x)
#define tacti_fp_set1(x) _mm512_set1_ps(x)
#define tacti_fp_add(a, b) _mm512_add_ps(a, b)
#define tacti_fp_sub(a, b) _mm512_sub_ps(a, b)
#define tacti_fp_mul(a, b) _mm512_mul_ps(a, b)
#define tacti_fp_div(a, b) _mm512_div_ps(a, b)
#define tacti_fp_min(a, b) _mm512_min_ps(a, b)
#define tacti_fp_max(a, b) _mm512_max_ps(a, b)
#define tacti_fp_abs(a) _mm512_abs_ps(a)
#define tacti_fp_bits_gt(a, b) ((uint32_t)_mm512_cmp_ps_mask(a, b, _CMP_GT_OQ))
#define tacti_fp_from_bytes(p)                                                                     \
    _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(p))))
#define tacti_dp_load(p) _mm512_loadu_pd(p)
#define tacti_dp_store(p, x) _mm512_storeu_pd(p, x)
#define tacti_dp_set1(x) _mm512_set1_pd(x)
#define tacti_dp_add(a, b) _mm512_add_pd(a, b)
#define tacti_dp_sub(a, b) _mm512_sub_pd(a, b)
#define tacti_dp_mul(a, b) _mm512_mul_pd(a, b)
#define tacti_dp_div(a, b) _mm512_div_pd(a, b)
#define tacti_dp_sqrt(a) _mm512_sqrt_pd(a)
#define tacti_dp_min(a, b) _mm512_min_pd(a, b)
#define tacti_dp_max(a, b) _mm512_max_pd(a, b)
#define tacti_dp_abs(a) _mm512_abs_pd(a)
#define tacti_dp_gt(a, b) _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ)
#define tacti_dp_ge(a, b) _mm512_cmp_pd_mask(a, b, _CMP_GE_OQ)
#define tacti_dp_select(m, a, b) _mm512_mask_blend_pd(m, b, a)
#define tacti_mp_and(a, b) ((__mmask8)((a) & (b)))
#define tacti_mp_or(a, b) ((__mmask8)((a) | (b)))
#define tacti_mp_xor(a, b) ((__mmask8)((a) ^ (b)))
#define tacti_mp_not(a) ((__mmask8) ~(a))
#define tacti_mp_bits(a) ((uint32_t)(a))

#elif TACTI_VECTOR_BYTES == 32

#define TACTI_FLOAT_PIECES 2
#define TACTI_DOUBLE_PIECES 2
typedef __m256 tacti_float_piece;
typedef __m256d tacti_double_piece;
typedef __m256d tacti_mask_piece;
#define tacti_fp_load(p) _mm256_loadu_ps(p)
#define tacti_fp_store(p, x) _mm256_storeu_ps(p, x)
#define tacti_fp_set1(x) _mm256_set1_ps(x)
#define tacti_fp_add(a, b) _mm256_add_ps(a, b)
#define tacti_fp_sub(a, b) _mm256_sub_ps(a, b)
#define tacti_fp_mul(a, b) _mm256_mul_ps(a, b)
#define tacti_fp_div(a, b) _mm256_div_ps(a, b)
#define tacti_fp_min(a, b) _mm256_min_ps(a, b)
#define tacti_fp_max(a, b) _mm256_max_ps(a, b)
#define tacti_fp_abs(a) _mm256_andnot_ps(_mm256_set1_ps(-0.0F), a)
#define tacti_fp_bits_gt(a, b) ((uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ)))
#define tacti_fp_from_bytes(p)                                                                     \
    _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(p))))
#define tacti_dp_load(p) _mm256_loadu_pd(p)
#define tacti_dp_store(p, x) _mm256_storeu_pd(p, x)
#define tacti_dp_set1(x) _mm256_set1_pd(x)
#define tacti_dp_add(a, b) _mm256_add_pd(a, b)
#define tacti_dp_sub(a, b) _mm256_sub_pd(a, b)
#define tacti_dp_mul(a, b) _mm256_mul_pd(a, b)
#define tacti_dp_div(a, b) _mm256_div_pd(a, b)
#define tacti_dp_sqrt(a) _mm256_sqrt_pd(a)
#define tacti_dp_min(a, b) _mm256_min_pd(a, b)
#define tacti_dp_max(a, b) _mm256_max_pd(a, b)
#define tacti_dp_abs(a) _mm256_andnot_pd(_mm256_set1_pd(-0.0), a)
#define tacti_dp_gt(a, b) _mm256_cmp_pd(a, b, _CMP_GT_OQ)
#define tacti_dp_ge(a, b) _mm256_cmp_pd(a, b, _CMP_GE_OQ)
#define tacti_dp_select(m, a, b) _mm256_blendv_pd(b, a, m)
#define tacti_mp_and(a, b) _mm256_and_pd(a, b)
#define tacti_mp_or(a, b) _mm256_or_pd(a, b)
#define tacti_mp_xor(a, b) _mm256_xor_pd(a, b)
#define tacti_mp_not(a) _mm256_xor_pd(a, _mm256_castsi256_pd(_mm256_set1_epi64x(-1)))
#define tacti_mp_bits(a) ((uint32_t)_mm256_movemask_pd(a))

#elif TACTI_VECTOR_BYTES == 16

#define TACTI_FLOAT_PIECES 4
#define TACTI_DOUBLE_PIECES 4
typedef __m128 tacti_float_piece;
typedef __m128d tacti_double_piece;
typedef __m128d tacti_mask_piece;
#define tacti_fp_load(p) _mm_loadu_ps(p)
#define tacti_fp_store(p, x) _mm_storeu_ps(p, x)
#define tacti_fp_set1(x) _mm_set1_ps(x)
#define tacti_fp_add(a, b) _mm_add_ps(a, b)
#define tacti_fp_sub(a, b) _mm_sub_ps(a, b)
#define tacti_fp_mul(a, b) _mm_mul_ps(a, b)
#define tacti_fp_div(a, b) _mm_div_ps(a, b)
#define tacti_fp_min(a, b) _mm_min_ps(a, b)
#define tacti_fp_max(a, b) _mm_max_ps(a, b)
#define tacti_fp_abs(a) _mm_andnot_ps(_mm_set1_ps(-0.0F), a)
#define tacti_fp_bits_gt(a, b) ((uint32_t)_mm_movemask_ps(_mm_cmpgt_ps(a, b)))
TACTI_ALWAYS_INLINE __m128 tacti_fp_from_bytes(const uint8_t *p) {
    int32_t word;
    memcpy(&word, p, sizeof word);
    __m128i zero = _mm_setzero_si128();
    __m128i bytes = _mm_cvtsi32_si128(word);
    return _mm_cvtepi32_ps(_mm_unpacklo_epi16(_mm_unpacklo_epi8(bytes, zero), zero));
}
#define tacti_dp_load(p) _mm_loadu_pd(p)
#define tacti_dp_store(p, x) _mm_storeu_pd(p, x)
#define tacti_dp_set1(x) _mm_set1_pd(x)
#define tacti_dp_add(a, b) _mm_add_pd(a, b)
#define tacti_dp_sub(a, b) _mm_sub_pd(a, b)
#define tacti_dp_mul(a, b) _mm_mul_pd(a, b)
#define tacti_dp_div(a, b) _mm_div_pd(a, b)
#define tacti_dp_sqrt(a) _mm_sqrt_pd(a)
#define tacti_dp_min(a, b) _mm_min_pd(a, b)
#define tacti_dp_max(a, b) _mm_max_pd(a, b)
#define tacti_dp_abs(a) _mm_andnot_pd(_mm_set1_pd(-0.0), a)
#define tacti_dp_gt(a, b) _mm_cmpgt_pd(a, b)
#define tacti_dp_ge(a, b) _mm_cmpge_pd(a, b)
#define tacti_dp_select(m, a, b) _mm_or_pd(_mm_and_pd(m, a), _mm_andnot_pd(m, b))
/* Four operations instead of the six of two selects. */
#define tacti_dp_swap(m, a, b)                                                                     \
    do {                                                                                           \
        __m128d tacti_change = _mm_and_pd(m, _mm_xor_pd(a, b));                                    \
        (a) = _mm_xor_pd(a, tacti_change);                                                         \
        (b) = _mm_xor_pd(b, tacti_change);                                                         \
    } while (0)
#define tacti_mp_and(a, b) _mm_and_pd(a, b)
#define tacti_mp_or(a, b) _mm_or_pd(a, b)
#define tacti_mp_xor(a, b) _mm_xor_pd(a, b)
#define tacti_mp_not(a) _mm_xor_pd(a, _mm_castsi128_pd(_mm_set1_epi32(-1)))
#define tacti_mp_bits(a) ((uint32_t)_mm_movemask_pd(a))
/* What pieces of two doubles have besides: one double, and the four ways to join lanes. */
#define tacti_dp_load_first(p) _mm_load_sd(p)
#define tacti_dp_load_second(x, p) _mm_loadh_pd(x, p)
#define tacti_dp_first(a) _mm_cvtsd_f64(a)
#define tacti_dp_firsts(a, b) _mm_unpacklo_pd(a, b)
#define tacti_dp_seconds(a, b) _mm_unpackhi_pd(a, b)
#define tacti_dp_second_first(a, b) _mm_shuffle_pd(a, b, 1)
#define tacti_dp_first_second(a, b) _mm_shuffle_pd(a, b, 2)

#elif defined(TACTI_NEON)

#define TACTI_FLOAT_PIECES 4
#define TACTI_DOUBLE_PIECES 4
typedef float32x4_t tacti_float_piece;
typedef float64x2_t tacti_double_piece;
typedef uint64x2_t tacti_mask_piece;
#define tacti_fp_load(p) vld1q_f32(p)
#define tacti_fp_store(p, x) vst1q_f32(p, x)
#define tacti_fp_set1(x) vdupq_n_f32(x)
#define tacti_fp_add(a, b) vaddq_f32(a, b)
#define tacti_fp_sub(a, b) vsubq_f32(a, b)
#define tacti_fp_mul(a, b) vmulq_f32(a, b)
#define tacti_fp_div(a, b) vdivq_f32(a, b)
/* The instructions for minimum and maximum of this processor treat NaN and zeros in another way. */
#define tacti_fp_min(a, b) vbslq_f32(vcltq_f32(a, b), a, b)
#define tacti_fp_max(a, b) vbslq_f32(vcgtq_f32(a, b), a, b)
#define tacti_fp_abs(a) vabsq_f32(a)
TACTI_ALWAYS_INLINE uint32_t tacti_fp_bits_gt(float32x4_t a, float32x4_t b) {
    const uint32x4_t bit = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(vcgtq_f32(a, b), bit));
}
TACTI_ALWAYS_INLINE float32x4_t tacti_fp_from_bytes(const uint8_t *p) {
    uint32_t word;
    memcpy(&word, p, sizeof word);
    uint8x8_t bytes = vreinterpret_u8_u32(vdup_n_u32(word));
    return vcvtq_f32_u32(vmovl_u16(vget_low_u16(vmovl_u8(bytes))));
}
#define tacti_dp_load(p) vld1q_f64(p)
#define tacti_dp_store(p, x) vst1q_f64(p, x)
#define tacti_dp_set1(x) vdupq_n_f64(x)
#define tacti_dp_add(a, b) vaddq_f64(a, b)
#define tacti_dp_sub(a, b) vsubq_f64(a, b)
#define tacti_dp_mul(a, b) vmulq_f64(a, b)
#define tacti_dp_div(a, b) vdivq_f64(a, b)
#define tacti_dp_sqrt(a) vsqrtq_f64(a)
#define tacti_dp_min(a, b) vbslq_f64(vcltq_f64(a, b), a, b)
#define tacti_dp_max(a, b) vbslq_f64(vcgtq_f64(a, b), a, b)
#define tacti_dp_abs(a) vabsq_f64(a)
#define tacti_dp_gt(a, b) vcgtq_f64(a, b)
#define tacti_dp_ge(a, b) vcgeq_f64(a, b)
#define tacti_dp_select(m, a, b) vbslq_f64(m, a, b)
#define tacti_mp_and(a, b) vandq_u64(a, b)
#define tacti_mp_or(a, b) vorrq_u64(a, b)
#define tacti_mp_xor(a, b) veorq_u64(a, b)
#define tacti_mp_not(a) veorq_u64(a, vdupq_n_u64(UINT64_MAX))
TACTI_ALWAYS_INLINE uint32_t tacti_mp_bits(uint64x2_t a) {
    const uint64x2_t bit = {1, 2};
    return (uint32_t)vaddvq_u64(vandq_u64(a, bit));
}
#define tacti_dp_load_first(p) vld1q_lane_f64(p, vdupq_n_f64(0), 0)
#define tacti_dp_load_second(x, p) vld1q_lane_f64(p, x, 1)
#define tacti_dp_first(a) vgetq_lane_f64(a, 0)
#define tacti_dp_firsts(a, b) vzip1q_f64(a, b)
#define tacti_dp_seconds(a, b) vzip2q_f64(a, b)
#define tacti_dp_second_first(a, b) vextq_f64(a, b, 1)
#define tacti_dp_first_second(a, b) vcopyq_laneq_f64(a, 1, b, 1)

#else

#define TACTI_FLOAT_PIECES 16
#define TACTI_DOUBLE_PIECES 8
typedef float tacti_float_piece;
typedef double tacti_double_piece;
typedef uint8_t tacti_mask_piece;
#define tacti_fp_load(p) (*(p))
#define tacti_fp_store(p, x) (*(p) = (x))
#define tacti_fp_set1(x) (x)
#define tacti_fp_add(a, b) ((a) + (b))
#define tacti_fp_sub(a, b) ((a) - (b))
#define tacti_fp_mul(a, b) ((a) * (b))
#define tacti_fp_div(a, b) ((a) / (b))
#define tacti_fp_min(a, b) ((a) < (b) ? (a) : (b))
#define tacti_fp_max(a, b) ((a) > (b) ? (a) : (b))
#define tacti_fp_abs(a) fabsf(a)
#define tacti_fp_bits_gt(a, b) ((uint32_t)((a) > (b)))
#define tacti_fp_from_bytes(p) ((float)*(p))
#define tacti_dp_load(p) (*(p))
#define tacti_dp_store(p, x) (*(p) = (x))
#define tacti_dp_set1(x) (x)
#define tacti_dp_add(a, b) ((a) + (b))
#define tacti_dp_sub(a, b) ((a) - (b))
#define tacti_dp_mul(a, b) ((a) * (b))
#define tacti_dp_div(a, b) ((a) / (b))
#define tacti_dp_sqrt(a) sqrt(a)
#define tacti_dp_min(a, b) ((a) < (b) ? (a) : (b))
#define tacti_dp_max(a, b) ((a) > (b) ? (a) : (b))
#define tacti_dp_abs(a) fabs(a)
#define tacti_dp_gt(a, b) ((uint8_t)((a) > (b)))
#define tacti_dp_ge(a, b) ((uint8_t)((a) >= (b)))
#define tacti_dp_select(m, a, b) ((m) ? (a) : (b))
#define tacti_mp_and(a, b) ((uint8_t)((a) & (b)))
#define tacti_mp_or(a, b) ((uint8_t)((a) | (b)))
#define tacti_mp_xor(a, b) ((uint8_t)((a) ^ (b)))
#define tacti_mp_not(a) ((uint8_t)((a) ^ 1))
#define tacti_mp_bits(a) ((uint32_t)(a))

#endif

#define TACTI_FLOATS_PER_PIECE (16 / TACTI_FLOAT_PIECES)
#define TACTI_DOUBLES_PER_PIECE (8 / TACTI_DOUBLE_PIECES)

/* ---- Sixteen floats ----------------------------------------------------------------------- */

typedef struct tacti_f16 {
    tacti_float_piece piece[TACTI_FLOAT_PIECES];
} tacti_f16;

TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_load(const float *p) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_load(p + i * TACTI_FLOATS_PER_PIECE);)
    return r;
}

TACTI_ALWAYS_INLINE void tacti_f16_store(float *p, tacti_f16 x) {
    TACTI_EACH_FLOAT(tacti_fp_store(p + i * TACTI_FLOATS_PER_PIECE, x.piece[i]);)
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_set(float x) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_set1(x);)
    return r;
}

/* Two indices from 0 to 15: one for lanes 0 to 7, one for lanes 8 to 15. */
typedef struct tacti_pick16 {
#if TACTI_FLOAT_PIECES == 1
    __m512i index;
#else
    int lo, hi;
#endif
} tacti_pick16;

TACTI_ALWAYS_INLINE tacti_pick16 tacti_pick16_make(int lo, int hi) {
#if TACTI_FLOAT_PIECES == 1
    return (tacti_pick16){_mm512_inserti64x4(_mm512_set1_epi32(lo), _mm256_set1_epi32(hi), 1)};
#else
    return (tacti_pick16){lo, hi};
#endif
}

/* The functions below give piece i. Long computations go piece by piece, because those of sixteen
 * lanes at a time need more registers than there are. */

/* Lanes 0 to 7 are lo, lanes 8 to 15 are hi. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_fp_halves(int i, float lo, float hi) {
#if TACTI_FLOAT_PIECES == 1
    (void)i;
    return _mm512_mask_blend_ps(0xff00, _mm512_set1_ps(lo), _mm512_set1_ps(hi));
#else
    return tacti_fp_set1(i < TACTI_FLOAT_PIECES / 2 ? lo : hi);
#endif
}

/* Eight floats twice: in lanes 0 to 7 and in lanes 8 to 15. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_fp_repeat(int i, const float *p) {
#if TACTI_FLOAT_PIECES == 1
    (void)i;
    return _mm512_broadcast_f32x8(_mm256_loadu_ps(p));
#else
    return tacti_fp_load(p + i * TACTI_FLOATS_PER_PIECE % 8);
#endif
}

/* One of sixteen floats in lanes 0 to 7, another in lanes 8 to 15. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_fp_pick(int i, const float *p, tacti_pick16 pick) {
#if TACTI_FLOAT_PIECES == 1
    (void)i;
    return _mm512_permutexvar_ps(pick.index, _mm512_loadu_ps(p));
#else
    return tacti_fp_set1(p[i < TACTI_FLOAT_PIECES / 2 ? pick.lo : pick.hi]);
#endif
}

/* Eight unsigned bytes as floats in lanes 0 to 7, eight others in lanes 8 to 15. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_fp_from_byte_halves(int i, const uint8_t *lo,
                                                                const uint8_t *hi) {
#if TACTI_FLOAT_PIECES == 1
    (void)i;
    __m128i bytes = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)lo),
                                       _mm_loadl_epi64((const __m128i *)hi));
    return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
#else
    int at = i * TACTI_FLOATS_PER_PIECE;
    const uint8_t *p = at < 8 ? lo + at : hi + (at - 8);
    return tacti_fp_from_bytes(p);
#endif
}

/* Lanes 0 to 7 go to lo, lanes 8 to 15 to hi. */
TACTI_ALWAYS_INLINE void tacti_fp_store_halves(int i, float *lo, float *hi, tacti_float_piece x) {
#if TACTI_FLOAT_PIECES == 1
    (void)i;
    _mm256_storeu_ps(lo, _mm512_castps512_ps256(x));
    _mm256_storeu_ps(hi, _mm512_extractf32x8_ps(x, 1));
#else
    int at = i * TACTI_FLOATS_PER_PIECE;
    tacti_fp_store(at < 8 ? lo + at : hi + (at - 8), x);
#endif
}

TACTI_ALWAYS_INLINE void tacti_f16_store_halves(float *lo, float *hi, tacti_f16 x) {
    TACTI_EACH_FLOAT(tacti_fp_store_halves(i, lo, hi, x.piece[i]);)
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_halves(float lo, float hi) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_halves(i, lo, hi);)
    return r;
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_repeat(const float *p) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_repeat(i, p);)
    return r;
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_pick(const float *p, tacti_pick16 pick) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_pick(i, p, pick);)
    return r;
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_from_byte_halves(const uint8_t *lo, const uint8_t *hi) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_from_byte_halves(i, lo, hi);)
    return r;
}

/* Sixteen unsigned bytes as floats. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_from_bytes(const uint8_t *p) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_from_bytes(p + i * TACTI_FLOATS_PER_PIECE);)
    return r;
}

#define TACTI_F16_BINARY(op)                                                                       \
    TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_##op(tacti_f16 a, tacti_f16 b) {                       \
        tacti_f16 r;                                                                               \
        TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_##op(a.piece[i], b.piece[i]);)                      \
        return r;                                                                                  \
    }
TACTI_F16_BINARY(add)
TACTI_F16_BINARY(sub)
TACTI_F16_BINARY(mul)
TACTI_F16_BINARY(div)
TACTI_F16_BINARY(min)
TACTI_F16_BINARY(max)
#undef TACTI_F16_BINARY

TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_abs(tacti_f16 a) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_fp_abs(a.piece[i]);)
    return r;
}

/* Swaps lanes 0 to 7 with lanes 8 to 15. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_f16_swap_halves(tacti_f16 a) {
#if TACTI_FLOAT_PIECES == 1
    return (tacti_f16){{_mm512_shuffle_f32x4(a.piece[0], a.piece[0], 0x4e)}};
#else
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = a.piece[(i + TACTI_FLOAT_PIECES / 2) % TACTI_FLOAT_PIECES];)
    return r;
#endif
}

/* Bit i is set if lane i of a exceeds that of b. */
TACTI_ALWAYS_INLINE uint32_t tacti_f16_exceeds(tacti_f16 a, tacti_f16 b) {
    uint32_t bits = 0;
    TACTI_EACH_FLOAT(bits |= tacti_fp_bits_gt(a.piece[i], b.piece[i])
                             << (i * TACTI_FLOATS_PER_PIECE);)
    return bits;
}

/* ---- Eight doubles ------------------------------------------------------------------------ */

/* Long computations of eight lanes at a time need more registers than there are. A file that
 * defines TACTI_BY_PIECE before it includes this header computes piece by piece: there these types
 * are one piece of TACTI_D8_LANES lanes. */
#if defined(TACTI_BY_PIECE)
#define TACTI_D8_PIECES 1
#else
#define TACTI_D8_PIECES TACTI_DOUBLE_PIECES
#endif
#define TACTI_D8_LANES (TACTI_D8_PIECES * TACTI_DOUBLES_PER_PIECE)

/* Bits of all lanes. */
#define TACTI_D8_MASK ((1U << TACTI_D8_LANES) - 1)

typedef struct tacti_d8 {
    tacti_double_piece piece[TACTI_D8_PIECES];
} tacti_d8;

/* A truth value for each lane. */
typedef struct tacti_m8 {
    tacti_mask_piece piece[TACTI_D8_PIECES];
} tacti_m8;

TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_load(const double *p) {
    tacti_d8 r;
    TACTI_EACH_DOUBLE(r.piece[i] = tacti_dp_load(p + i * TACTI_DOUBLES_PER_PIECE);)
    return r;
}

TACTI_ALWAYS_INLINE void tacti_d8_store(double *p, tacti_d8 x) {
    TACTI_EACH_DOUBLE(tacti_dp_store(p + i * TACTI_DOUBLES_PER_PIECE, x.piece[i]);)
}

TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_set(double x) {
    tacti_d8 r;
    TACTI_EACH_DOUBLE(r.piece[i] = tacti_dp_set1(x);)
    return r;
}

/* Eight vectors of three doubles on their way from memory into lanes. They are loaded one by one,
 * so that the compiler need not hold eight addresses. Nothing but the three doubles is read. */
typedef struct tacti_rows8 {
#if TACTI_DOUBLE_PIECES == 1
    __m512d two[4]; /* x, y, z, 0 of one vector, then of the next */
#elif TACTI_DOUBLE_PIECES == 2
    __m256d xy[4]; /* of vectors 0 and 2, 1 and 3, 4 and 6, 5 and 7 */
    __m128d z[4];  /* of vectors 0 and 1, 2 and 3, ... */
#elif TACTI_DOUBLE_PIECES == 4
    tacti_double_piece xy[8], z[4];
#else
    double v[8][3];
#endif
} tacti_rows8;

/* Vector i is p[0] to p[2]. To be called for i = 0 to 7 in this order. */
TACTI_ALWAYS_INLINE void tacti_rows8_set(tacti_rows8 *rows, int i, const double *p) {
#if TACTI_DOUBLE_PIECES == 1
    __m256d v = _mm256_maskz_loadu_pd(7, p);
    if (i % 2 == 0)
        rows->two[i / 2] = _mm512_castpd256_pd512(v);
    else
        rows->two[i / 2] = _mm512_insertf64x4(rows->two[i / 2], v, 1);
#elif TACTI_DOUBLE_PIECES == 2
    int pair = i / 4 * 2 + i % 2;
    if (i % 4 < 2)
        rows->xy[pair] = _mm256_castpd128_pd256(_mm_loadu_pd(p));
    else
        rows->xy[pair] = _mm256_insertf128_pd(rows->xy[pair], _mm_loadu_pd(p), 1);
    rows->z[i / 2] = i % 2 == 0 ? _mm_load_sd(p + 2) : _mm_loadh_pd(rows->z[i / 2], p + 2);
#elif TACTI_DOUBLE_PIECES == 4
    rows->xy[i] = tacti_dp_load(p);
    if (i % 2 == 0)
        rows->z[i / 2] = tacti_dp_load_first(p + 2);
    else
        rows->z[i / 2] = tacti_dp_load_second(rows->z[i / 2], p + 2);
#else
    for (int k = 0; k < 3; k++)
        rows->v[i][k] = p[k];
#endif
}

#if TACTI_D8_PIECES == TACTI_DOUBLE_PIECES
/* Coordinate by coordinate: lane i of column[k] is coordinate k of vector i. */
TACTI_ALWAYS_INLINE void tacti_rows8_transpose(const tacti_rows8 *rows, tacti_d8 column[3]) {
#if TACTI_DOUBLE_PIECES == 1
    const __m512i low_half = _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13);
    const __m512i high_half = _mm512_setr_epi64(2, 6, 10, 14, 2, 6, 10, 14);
    const __m512d *two = rows->two;
    /* x of four vectors, then their y; and z twice. */
    __m512d xy_lo = _mm512_permutex2var_pd(two[0], low_half, two[1]);
    __m512d xy_hi = _mm512_permutex2var_pd(two[2], low_half, two[3]);
    __m512d z_lo = _mm512_permutex2var_pd(two[0], high_half, two[1]);
    __m512d z_hi = _mm512_permutex2var_pd(two[2], high_half, two[3]);
    column[0].piece[0] = _mm512_shuffle_f64x2(xy_lo, xy_hi, 0x44);
    column[1].piece[0] = _mm512_shuffle_f64x2(xy_lo, xy_hi, 0xee);
    column[2].piece[0] = _mm512_mask_blend_pd(0xf0, z_lo, z_hi);
#elif TACTI_DOUBLE_PIECES == 2
    for (int i = 0; i < 2; i++) {
        column[0].piece[i] = _mm256_unpacklo_pd(rows->xy[2 * i], rows->xy[2 * i + 1]);
        column[1].piece[i] = _mm256_unpackhi_pd(rows->xy[2 * i], rows->xy[2 * i + 1]);
        column[2].piece[i] =
            _mm256_insertf128_pd(_mm256_castpd128_pd256(rows->z[2 * i]), rows->z[2 * i + 1], 1);
    }
#elif TACTI_DOUBLE_PIECES == 4
    for (int i = 0; i < 4; i++) {
        column[0].piece[i] = tacti_dp_firsts(rows->xy[2 * i], rows->xy[2 * i + 1]);
        column[1].piece[i] = tacti_dp_seconds(rows->xy[2 * i], rows->xy[2 * i + 1]);
        column[2].piece[i] = rows->z[i];
    }
#else
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 8; i++)
            column[k].piece[i] = rows->v[i][k];
#endif
}
#endif

/* Vectors of three doubles as lanes of one piece, coordinate by coordinate. */
TACTI_ALWAYS_INLINE void tacti_dp_load_vectors(const double *const p[TACTI_DOUBLES_PER_PIECE],
                                               tacti_double_piece column[3]) {
#if TACTI_DOUBLE_PIECES == 1
    tacti_rows8 rows;
    TACTI_UNROLL
    for (int i = 0; i < 8; i++)
        tacti_rows8_set(&rows, i, p[i]);
    tacti_d8 columns[3];
    tacti_rows8_transpose(&rows, columns);
    for (int k = 0; k < 3; k++)
        column[k] = columns[k].piece[0];
#elif TACTI_DOUBLE_PIECES == 2
    __m256d even =
        _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p[0])), _mm_loadu_pd(p[2]), 1);
    __m256d odd =
        _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p[1])), _mm_loadu_pd(p[3]), 1);
    __m128d z_lo = _mm_loadh_pd(_mm_load_sd(p[0] + 2), p[1] + 2);
    __m128d z_hi = _mm_loadh_pd(_mm_load_sd(p[2] + 2), p[3] + 2);
    column[0] = _mm256_unpacklo_pd(even, odd);
    column[1] = _mm256_unpackhi_pd(even, odd);
    column[2] = _mm256_insertf128_pd(_mm256_castpd128_pd256(z_lo), z_hi, 1);
#elif TACTI_DOUBLE_PIECES == 4
    tacti_double_piece first = tacti_dp_load(p[0]), second = tacti_dp_load(p[1]);
    column[0] = tacti_dp_firsts(first, second);
    column[1] = tacti_dp_seconds(first, second);
    column[2] = tacti_dp_load_second(tacti_dp_load_first(p[0] + 2), p[1] + 2);
#else
    for (int k = 0; k < 3; k++)
        column[k] = p[0][k];
#endif
}

#define TACTI_D8_BINARY(op)                                                                        \
    TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_##op(tacti_d8 a, tacti_d8 b) {                           \
        tacti_d8 r;                                                                                \
        TACTI_EACH_DOUBLE(r.piece[i] = tacti_dp_##op(a.piece[i], b.piece[i]);)                     \
        return r;                                                                                  \
    }
TACTI_D8_BINARY(add)
TACTI_D8_BINARY(sub)
TACTI_D8_BINARY(mul)
TACTI_D8_BINARY(div)
TACTI_D8_BINARY(min)
TACTI_D8_BINARY(max)
#undef TACTI_D8_BINARY

#define TACTI_D8_UNARY(op)                                                                         \
    TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_##op(tacti_d8 a) {                                       \
        tacti_d8 r;                                                                                \
        TACTI_EACH_DOUBLE(r.piece[i] = tacti_dp_##op(a.piece[i]);)                                 \
        return r;                                                                                  \
    }
TACTI_D8_UNARY(abs)
TACTI_D8_UNARY(sqrt)
#undef TACTI_D8_UNARY

#define TACTI_D8_COMPARE(op)                                                                       \
    TACTI_ALWAYS_INLINE tacti_m8 tacti_d8_##op(tacti_d8 a, tacti_d8 b) {                           \
        tacti_m8 r;                                                                                \
        TACTI_EACH_DOUBLE(r.piece[i] = tacti_dp_##op(a.piece[i], b.piece[i]);)                     \
        return r;                                                                                  \
    }
TACTI_D8_COMPARE(gt)
TACTI_D8_COMPARE(ge)
#undef TACTI_D8_COMPARE

/* Takes a lane from a if its mask is true, otherwise from b. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_select(tacti_m8 mask, tacti_d8 a, tacti_d8 b) {
    tacti_d8 r;
    TACTI_EACH_DOUBLE(r.piece[i] = tacti_dp_select(mask.piece[i], a.piece[i], b.piece[i]);)
    return r;
}

/* Swaps a lane of a and b if its mask is true. */
TACTI_ALWAYS_INLINE void tacti_d8_swap(tacti_m8 mask, tacti_d8 *a, tacti_d8 *b) {
#if defined(tacti_dp_swap)
    TACTI_EACH_DOUBLE(tacti_dp_swap(mask.piece[i], a->piece[i], b->piece[i]);)
#else
    tacti_d8 old = *a;
    *a = tacti_d8_select(mask, *b, old);
    *b = tacti_d8_select(mask, old, *b);
#endif
}

#define TACTI_M8_BINARY(op)                                                                        \
    TACTI_ALWAYS_INLINE tacti_m8 tacti_m8_##op(tacti_m8 a, tacti_m8 b) {                           \
        tacti_m8 r;                                                                                \
        TACTI_EACH_DOUBLE(r.piece[i] = tacti_mp_##op(a.piece[i], b.piece[i]);)                     \
        return r;                                                                                  \
    }
TACTI_M8_BINARY(and)
TACTI_M8_BINARY(or)
TACTI_M8_BINARY(xor)
#undef TACTI_M8_BINARY

TACTI_ALWAYS_INLINE tacti_m8 tacti_m8_not(tacti_m8 a) {
    tacti_m8 r;
    TACTI_EACH_DOUBLE(r.piece[i] = tacti_mp_not(a.piece[i]);)
    return r;
}

/* Bit i is set if lane i is true. */
TACTI_ALWAYS_INLINE uint32_t tacti_m8_bits(tacti_m8 a) {
    uint32_t bits = 0;
    TACTI_EACH_DOUBLE(bits |= tacti_mp_bits(a.piece[i]) << (i * TACTI_DOUBLES_PER_PIECE);)
    return bits;
}

#endif
