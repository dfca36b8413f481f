/* SPDX-License-Identifier: MIT */
/* Halves of vectors. Eight doubles as two halves of four lanes: three lanes of each half are a
 * vector, for code that does the same with two poses or boxes. The lower half of sixteen floats.
 * See base/lanes.h. */
#ifndef TACTI_BASE_LANES_HALF_H
#define TACTI_BASE_LANES_HALF_H

#include "base/lanes.h"

/* Four doubles and four others, loaded two at a time. Callers often have just stored them two at a
 * time, and a wider load would wait until those stores reach the cache. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_load_halves(const double *lo, const double *hi) {
#if TACTI_DOUBLE_PIECES == 1
    __m256d a =
        _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(lo)), _mm_loadu_pd(lo + 2), 1);
    __m256d b =
        _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(hi)), _mm_loadu_pd(hi + 2), 1);
    return (tacti_d8){{_mm512_insertf64x4(_mm512_castpd256_pd512(a), b, 1)}};
#elif TACTI_DOUBLE_PIECES == 2
    __m256d a =
        _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(lo)), _mm_loadu_pd(lo + 2), 1);
    __m256d b =
        _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(hi)), _mm_loadu_pd(hi + 2), 1);
    return (tacti_d8){{a, b}};
#else
    tacti_d8 r;
    TACTI_EACH_DOUBLE(int at = i * TACTI_DOUBLES_PER_PIECE;
                      r.piece[i] = tacti_dp_load(at < 4 ? lo + at : hi + (at - 4));)
    return r;
#endif
}

/* Three doubles and three others, each followed by a fourth; nothing else is read. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_load_threes(const double *lo, const double *hi,
                                                  double fourth) {
#if TACTI_DOUBLE_PIECES == 1
    __m256d last = _mm256_set1_pd(fourth);
    return (tacti_d8){{_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_mask_loadu_pd(last, 7, lo)),
                                          _mm256_mask_loadu_pd(last, 7, hi), 1)}};
#elif TACTI_DOUBLE_PIECES == 2
    __m128d last = _mm_set_sd(fourth);
    return (tacti_d8){{_mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(lo)),
                                            _mm_unpacklo_pd(_mm_load_sd(lo + 2), last), 1),
                       _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(hi)),
                                            _mm_unpacklo_pd(_mm_load_sd(hi + 2), last), 1)}};
#else
    double all[8] = {lo[0], lo[1], lo[2], fourth, hi[0], hi[1], hi[2], fourth};
    return tacti_d8_load(all);
#endif
}

/* One number in lanes 0 to 3, another in lanes 4 to 7. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_halves(double lo, double hi) {
#if TACTI_DOUBLE_PIECES == 1
    return (tacti_d8){{_mm512_mask_blend_pd(0xf0, _mm512_set1_pd(lo), _mm512_set1_pd(hi))}};
#else
    tacti_d8 r;
    TACTI_EACH_DOUBLE(r.piece[i] = tacti_dp_set1(i * TACTI_DOUBLES_PER_PIECE < 4 ? lo : hi);)
    return r;
#endif
}

/* Lanes 4 to 7 of both. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_upper_halves(tacti_d8 a, tacti_d8 b) {
#if TACTI_DOUBLE_PIECES == 1
    return (tacti_d8){{_mm512_shuffle_f64x2(a.piece[0], b.piece[0], 0xee)}};
#else
    tacti_d8 r;
    TACTI_EACH_DOUBLE(int from = (i + TACTI_DOUBLE_PIECES / 2) % TACTI_DOUBLE_PIECES;
                      r.piece[i] = i < TACTI_DOUBLE_PIECES / 2 ? a.piece[from] : b.piece[i];)
    return r;
#endif
}

/* Lanes 4 to 7, then lanes 0 to 3. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_swap_halves(tacti_d8 a) {
#if TACTI_DOUBLE_PIECES == 1
    return (tacti_d8){{_mm512_shuffle_f64x2(a.piece[0], a.piece[0], 0x4e)}};
#else
    tacti_d8 r;
    TACTI_EACH_DOUBLE(r.piece[i] = a.piece[(i + TACTI_DOUBLE_PIECES / 2) % TACTI_DOUBLE_PIECES];)
    return r;
#endif
}

/* Lanes 0 to 3 of one and lanes 4 to 7 of the other. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_join_halves(tacti_d8 lo, tacti_d8 hi) {
#if TACTI_DOUBLE_PIECES == 1
    return (tacti_d8){{_mm512_mask_blend_pd(0xf0, lo.piece[0], hi.piece[0])}};
#else
    tacti_d8 r;
    TACTI_EACH_DOUBLE(r.piece[i] = i < TACTI_DOUBLE_PIECES / 2 ? lo.piece[i] : hi.piece[i];)
    return r;
#endif
}

/* The first lane of each half. */
TACTI_ALWAYS_INLINE void tacti_d8_firsts(tacti_d8 a, double *lo, double *hi) {
#if TACTI_DOUBLE_PIECES == 1
    *lo = _mm512_cvtsd_f64(a.piece[0]);
    *hi = _mm256_cvtsd_f64(_mm512_extractf64x4_pd(a.piece[0], 1));
#elif TACTI_DOUBLE_PIECES == 2
    *lo = _mm256_cvtsd_f64(a.piece[0]);
    *hi = _mm256_cvtsd_f64(a.piece[1]);
#else
    double v[8];
    tacti_d8_store(v, a);
    *lo = v[0];
    *hi = v[4];
#endif
}

/* The sum of all lanes, in this order on every level. */
TACTI_ALWAYS_INLINE double tacti_d8_sum(tacti_d8 a) {
#if TACTI_DOUBLE_PIECES == 1
    __m256d four =
        _mm256_add_pd(_mm512_castpd512_pd256(a.piece[0]), _mm512_extractf64x4_pd(a.piece[0], 1));
    __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(two) + _mm_cvtsd_f64(_mm_unpackhi_pd(two, two));
#else
    double v[8];
    tacti_d8_store(v, a);
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
#endif
}

/* The greatest lane; no lane is NaN. */
TACTI_ALWAYS_INLINE double tacti_d8_largest(tacti_d8 a) {
#if TACTI_DOUBLE_PIECES == 8
    double most = a.piece[0];
    for (int i = 1; i < 8; i++)
        most = a.piece[i] > most ? a.piece[i] : most;
    return most;
#elif TACTI_DOUBLE_PIECES == 4
    tacti_double_piece two =
        tacti_dp_max(tacti_dp_max(a.piece[0], a.piece[1]), tacti_dp_max(a.piece[2], a.piece[3]));
    return tacti_dp_first(tacti_dp_max(two, tacti_dp_seconds(two, two)));
#else
#if TACTI_DOUBLE_PIECES == 1
    __m256d four =
        _mm256_max_pd(_mm512_castpd512_pd256(a.piece[0]), _mm512_extractf64x4_pd(a.piece[0], 1));
#else
    __m256d four = _mm256_max_pd(a.piece[0], a.piece[1]);
#endif
    __m128d two = _mm_max_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
#endif
}

/* The vector of each half rotated to y, z, x; the fourth lane stays. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_next_axes(tacti_d8 a) {
#if TACTI_DOUBLE_PIECES == 1
    return (tacti_d8){{_mm512_permutex_pd(a.piece[0], 0xc9)}};
#elif TACTI_DOUBLE_PIECES == 2
    tacti_d8 r;
    TACTI_EACH_DOUBLE(r.piece[i] = _mm256_permute4x64_pd(a.piece[i], 0xc9);)
    return r;
#elif TACTI_DOUBLE_PIECES == 4
    tacti_d8 r;
    for (int i = 0; i < 4; i += 2) {
        r.piece[i] = tacti_dp_second_first(a.piece[i], a.piece[i + 1]);
        r.piece[i + 1] = tacti_dp_first_second(a.piece[i], a.piece[i + 1]);
    }
    return r;
#else
    tacti_d8 r;
    for (int i = 0; i < 8; i++)
        r.piece[i] = a.piece[i % 4 == 3 ? i : i % 4 == 2 ? i - 2 : i + 1];
    return r;
#endif
}

/* The columns of two matrices whose rows are in the halves: entry 0 of each row, then 1, 2 and 3;
 * the fourth lane of each half is arbitrary. */
TACTI_ALWAYS_INLINE void tacti_d8_columns(const tacti_d8 row[3], tacti_d8 column[4]) {
#if TACTI_DOUBLE_PIECES == 1
    __m512d r2 = row[2].piece[0];
    __m512d even = _mm512_unpacklo_pd(row[0].piece[0], row[1].piece[0]);
    __m512d odd = _mm512_unpackhi_pd(row[0].piece[0], row[1].piece[0]);
    const __m512i first = _mm512_set_epi64(4, 12, 5, 4, 0, 8, 1, 0);
    const __m512i second = _mm512_set_epi64(4, 13, 5, 4, 0, 9, 1, 0);
    const __m512i third = _mm512_set_epi64(4, 14, 7, 6, 0, 10, 3, 2);
    const __m512i fourth = _mm512_set_epi64(4, 15, 7, 6, 0, 11, 3, 2);
    column[0].piece[0] = _mm512_permutex2var_pd(even, first, r2);
    column[1].piece[0] = _mm512_permutex2var_pd(odd, second, r2);
    column[2].piece[0] = _mm512_permutex2var_pd(even, third, r2);
    column[3].piece[0] = _mm512_permutex2var_pd(odd, fourth, r2);
#elif TACTI_DOUBLE_PIECES == 2
    TACTI_EACH_DOUBLE(__m256d r2 = row[2].piece[i];
                      __m256d even = _mm256_unpacklo_pd(row[0].piece[i], row[1].piece[i]);
                      __m256d odd = _mm256_unpackhi_pd(row[0].piece[i], row[1].piece[i]);
                      __m256d turned = _mm256_permute_pd(r2, 5);
                      column[0].piece[i] = _mm256_permute2f128_pd(even, r2, 0x20);
                      column[1].piece[i] = _mm256_permute2f128_pd(odd, turned, 0x20);
                      column[2].piece[i] = _mm256_permute2f128_pd(even, r2, 0x31);
                      column[3].piece[i] = _mm256_permute2f128_pd(odd, turned, 0x31);)
#else
    double r[3][8], c[4][8];
    for (int k = 0; k < 3; k++)
        tacti_d8_store(r[k], row[k]);
    for (int j = 0; j < 4; j++) {
        for (int k = 0; k < 3; k++) {
            c[j][k] = r[k][j];
            c[j][4 + k] = r[k][4 + j];
        }
        c[j][3] = c[j][7] = 0;
        column[j] = tacti_d8_load(c[j]);
    }
#endif
}

#if TACTI_DOUBLE_PIECES <= 2
TACTI_ALWAYS_INLINE void tacti_store_three(double *p, __m256d x) {
    _mm_storeu_pd(p, _mm256_castpd256_pd128(x));
    _mm_store_sd(p + 2, _mm256_extractf128_pd(x, 1));
}
#endif

/* Stores the vectors of both halves, and the lower one minus the upper one; three doubles each. */
TACTI_ALWAYS_INLINE void tacti_d8_store_threes(double *lo, double *hi, double *difference,
                                               tacti_d8 x) {
#if TACTI_DOUBLE_PIECES <= 2
#if TACTI_DOUBLE_PIECES == 1
    __m256d a = _mm512_castpd512_pd256(x.piece[0]), b = _mm512_extractf64x4_pd(x.piece[0], 1);
#else
    __m256d a = x.piece[0], b = x.piece[1];
#endif
    tacti_store_three(lo, a);
    tacti_store_three(hi, b);
    tacti_store_three(difference, _mm256_sub_pd(a, b));
#else
    double v[8];
    tacti_d8_store(v, x);
    for (int i = 0; i < 3; i++) {
        lo[i] = v[i];
        hi[i] = v[4 + i];
        difference[i] = v[i] - v[4 + i];
    }
#endif
}

/* ---- Sixteen floats ----------------------------------------------------------------------- */

/* Stores lanes 0 to 7. If nothing else of x is used, nothing else is computed. */
TACTI_ALWAYS_INLINE void tacti_f16_store_lower(float *p, tacti_f16 x) {
#if TACTI_FLOAT_PIECES == 1
    _mm256_storeu_ps(p, _mm512_castps512_ps256(x.piece[0]));
#else
    for (int i = 0; i < TACTI_FLOAT_PIECES / 2; i++)
        tacti_fp_store(p + i * TACTI_FLOATS_PER_PIECE, x.piece[i]);
#endif
}

/* tacti_f16_exceeds() for lanes 0 to 7. */
TACTI_ALWAYS_INLINE uint32_t tacti_f16_lower_exceeds(tacti_f16 a, tacti_f16 b) {
#if TACTI_FLOAT_PIECES == 1
    return tacti_fp_bits_gt(a.piece[0], b.piece[0]) & 0xff;
#else
    uint32_t bits = 0;
    for (int i = 0; i < TACTI_FLOAT_PIECES / 2; i++)
        bits |= tacti_fp_bits_gt(a.piece[i], b.piece[i]) << (i * TACTI_FLOATS_PER_PIECE);
    return bits;
#endif
}

#endif
