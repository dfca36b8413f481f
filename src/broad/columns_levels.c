/* SPDX-License-Identifier: MIT */
/* The hot loops of box pruning, once per SIMD level: boxes to entries, and the sweep. */
#include "base/lanes.h"
#include "base/parallel.h"
#include "broad/columns.h"

/* ---- Entries ------------------------------------------------------------------------------ */

/* The column of a coordinate before wrapping. A greater coordinate never has a smaller column, and
 * far away columns are one. Truncation rounds down, since the sum is positive. */
#define FAR_COLUMN 0x1p20F

static inline uint32_t column_of(float x, float origin, float inverse) {
    float c = (x - origin) * inverse;
    c = c > -FAR_COLUMN ? c : -FAR_COLUMN;
    c = c < FAR_COLUMN ? c : FAR_COLUMN;
    return (uint32_t)(int32_t)(c + FAR_COLUMN);
}

static inline uint32_t place_of(const tacti_columns *c, const tacti_entry *e) {
    uint32_t first[2], more[2];
    for (int k = 0; k < 2; k++) {
        first[k] = column_of(e->lo[k + 1], c->origin[k], c->inverse[k]);
        more[k] = column_of(e->hi[k + 1], c->origin[k], c->inverse[k]) - first[k];
    }
    if (more[0] >= c->span[0] || more[1] >= c->span[1])
        return TACTI_LARGE;
    return (first[0] & (c->side[0] - 1)) | (first[1] & (c->side[1] - 1)) << 11 | more[0] << 22 |
           more[1] << 26;
}

void TACTI_LEVELED(tacti_columns_fill)(const tacti_columns *c, uint32_t chunk) {
    tacti_range range = tacti_chunk_range(c->set->count, c->chunk_count, chunk);
    uint32_t *counts = c->places + (size_t)chunk * c->column_count, large = 0;
    memset(counts, 0, c->column_count * sizeof *counts);
    for (size_t i = range.begin; i < range.end; i++) {
        const double *lo = &c->set->boxes[i].lo.x, *hi = &c->set->boxes[i].hi.x;
        tacti_entry e;
        for (int k = 0; k < 3; k++) {
            e.lo[k] = (float)lo[c->axis[k]];
            e.hi[k] = (float)hi[c->axis[k]];
        }
        e.index = (uint32_t)i;
        e.place = place_of(c, &e);
        c->entries[i] = e;
        if (e.place == TACTI_LARGE) {
            large++;
            continue;
        }
        for (uint32_t z = 0; z <= e.place >> 26; z++) {
            uint32_t row = (((e.place >> 11) + z) & (c->side[1] - 1)) * c->side[0];
            for (uint32_t y = 0; y <= (e.place >> 22 & 15); y++)
                counts[row + ((e.place + y) & (c->side[0] - 1))]++;
        }
    }
    c->large[chunk] = large;
}

/* ---- The sweep ---------------------------------------------------------------------------- */

#define LANES TACTI_FLOATS_PER_PIECE

/* One row against others: its ends in every lane. */
typedef struct scan {
    tacti_float_piece lo0, hi0, lo1, hi1, lo2, hi2;
    uint32_t index, flags;
    const tact_box *boxes;
    tacti_key_set *out;
} scan;

TACTI_ALWAYS_INLINE scan scan_make(const tacti_rows *rows, uint32_t i, const tact_box *boxes,
                                   tacti_key_set *out) {
    return (scan){.lo0 = tacti_fp_set1(rows->lo[0][i]),
                  .hi0 = tacti_fp_set1(rows->hi[0][i]),
                  .lo1 = tacti_fp_set1(rows->lo[1][i]),
                  .hi1 = tacti_fp_set1(rows->hi[1][i]),
                  .lo2 = tacti_fp_set1(rows->lo[2][i]),
                  .hi2 = tacti_fp_set1(rows->hi[2][i]),
                  .index = rows->index[i],
                  .flags = rows->flags[i],
                  .boxes = boxes,
                  .out = out};
}

/* Bit i of *beyond is set if row j + i starts after the end. Returns the rows that miss. */
TACTI_ALWAYS_INLINE uint32_t find_misses(const scan *s, const tacti_rows *r, uint32_t j,
                                         uint32_t *beyond) {
#if TACTI_VECTOR_BYTES == 32
#define OVER(a, b) _mm256_cmp_ps(a, b, _CMP_GT_OQ)
    __m256 first = OVER(_mm256_loadu_ps(r->lo[0] + j), s->hi0);
    __m256 second = _mm256_or_ps(OVER(_mm256_loadu_ps(r->lo[1] + j), s->hi1),
                                 OVER(s->lo1, _mm256_loadu_ps(r->hi[1] + j)));
    __m256 third = _mm256_or_ps(OVER(_mm256_loadu_ps(r->lo[2] + j), s->hi2),
                                OVER(s->lo2, _mm256_loadu_ps(r->hi[2] + j)));
    *beyond = (uint32_t)_mm256_movemask_ps(first);
    return (uint32_t)_mm256_movemask_ps(_mm256_or_ps(first, _mm256_or_ps(second, third)));
#undef OVER
#else
    *beyond = tacti_fp_bits_gt(tacti_fp_load(r->lo[0] + j), s->hi0);
    return *beyond | tacti_fp_bits_gt(tacti_fp_load(r->lo[1] + j), s->hi1) |
           tacti_fp_bits_gt(s->lo1, tacti_fp_load(r->hi[1] + j)) |
           tacti_fp_bits_gt(tacti_fp_load(r->lo[2] + j), s->hi2) |
           tacti_fp_bits_gt(s->lo2, tacti_fp_load(r->hi[2] + j));
#endif
}

/* The rows that overlap for sure: if one float is less than another, so are the doubles. */
TACTI_ALWAYS_INLINE uint32_t find_sure(const scan *s, const tacti_rows *r, uint32_t j) {
    return tacti_fp_bits_gt(s->hi0, tacti_fp_load(r->lo[0] + j)) &
           tacti_fp_bits_gt(tacti_fp_load(r->hi[0] + j), s->lo0) &
           tacti_fp_bits_gt(s->hi1, tacti_fp_load(r->lo[1] + j)) &
           tacti_fp_bits_gt(tacti_fp_load(r->hi[1] + j), s->lo1) &
           tacti_fp_bits_gt(s->hi2, tacti_fp_load(r->lo[2] + j)) &
           tacti_fp_bits_gt(tacti_fp_load(r->hi[2] + j), s->lo2);
}

/* Appends the keys of the rows at the set bits. There is room for a whole piece of them. The code
 * for wide registers has no branches: how many rows are hit is hard to predict. */
static inline void append_keys(const scan *s, const tacti_rows *r, uint32_t j, uint32_t hits) {
    tacti_keys *keys = &s->out->keys;
    uint64_t *to = keys->items + keys->count;
    keys->count += (unsigned)__builtin_popcount(hits);
#if TACTI_VECTOR_BYTES == 64
    __m512i other = _mm512_loadu_si512(r->index + j), mine = _mm512_set1_epi32((int)s->index);
    __m512i great = _mm512_max_epu32(mine, other), small = _mm512_min_epu32(mine, other);
    great = _mm512_maskz_compress_epi32((__mmask16)hits, great);
    small = _mm512_maskz_compress_epi32((__mmask16)hits, small);
#define KEYS(half)                                                                                 \
    _mm512_or_si512(                                                                               \
        _mm512_slli_epi64(_mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(small, half)), 32),      \
        _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(great, half)))
    _mm512_storeu_si512(to, KEYS(0));
    _mm512_storeu_si512(to + 8, KEYS(1));
#undef KEYS
#elif TACTI_VECTOR_BYTES == 32
    /* By four bits: which halves of keys come first. */
    static const uint8_t orders[16][8] = {{0},
                                          {0, 1},
                                          {2, 3},
                                          {0, 1, 2, 3},
                                          {4, 5},
                                          {0, 1, 4, 5},
                                          {2, 3, 4, 5},
                                          {0, 1, 2, 3, 4, 5},
                                          {6, 7},
                                          {0, 1, 6, 7},
                                          {2, 3, 6, 7},
                                          {0, 1, 2, 3, 6, 7},
                                          {4, 5, 6, 7},
                                          {0, 1, 4, 5, 6, 7},
                                          {2, 3, 4, 5, 6, 7},
                                          {0, 1, 2, 3, 4, 5, 6, 7}};
    __m256i other = _mm256_loadu_si256((const __m256i *)(r->index + j));
    __m256i mine = _mm256_set1_epi32((int)s->index);
    __m256i great = _mm256_max_epu32(mine, other), small = _mm256_min_epu32(mine, other);
    __m256i even = _mm256_unpacklo_epi32(great, small), odd = _mm256_unpackhi_epi32(great, small);
#define ORDER(bits) _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)orders[bits]))
    __m256i first = _mm256_permute2x128_si256(even, odd, 0x20);
    __m256i second = _mm256_permute2x128_si256(even, odd, 0x31);
    _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32(first, ORDER(hits & 15)));
    to += __builtin_popcount(hits & 15);
    _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32(second, ORDER(hits >> 4)));
#undef ORDER
#else
    for (; hits != 0; hits &= hits - 1)
        *to++ = tacti_key(s->index, r->index[j + (uint32_t)__builtin_ctz(hits)]);
#endif
}

/* The rows that share a flag: another column has the pair. */
TACTI_ALWAYS_INLINE uint32_t find_repeated(const scan *s, const tacti_rows *r, uint32_t j) {
#if TACTI_VECTOR_BYTES == 64
    return _mm512_test_epi32_mask(_mm512_loadu_si512(r->flags + j),
                                  _mm512_set1_epi32((int)s->flags));
#elif TACTI_VECTOR_BYTES == 32
    __m256i flags = _mm256_loadu_si256((const __m256i *)(r->flags + j));
    flags = _mm256_and_si256(flags, _mm256_set1_epi32((int)s->flags));
    __m256i common = _mm256_cmpgt_epi32(flags, _mm256_setzero_si256());
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(common));
#else
    uint32_t bits = 0;
    for (uint32_t lane = 0; lane < LANES; lane++)
        bits |= (uint32_t)((r->flags[j + lane] & s->flags) != 0) << lane;
    return bits;
#endif
}

static inline void take_hits(const scan *s, const tacti_rows *r, uint32_t j, uint32_t hits) {
    tacti_keys *keys = &s->out->keys;
    if (keys->capacity - keys->count < LANES &&
        tacti_keys_reserve(keys, keys->count + LANES) != TACT_OK) {
        s->out->failed = true;
        return;
    }
    for (uint32_t open = hits & ~find_sure(s, r, j); open != 0; open &= open - 1) {
        uint32_t at = (uint32_t)__builtin_ctz(open);
        if (!tacti_boxes_meet(&s->boxes[s->index], &s->boxes[r->index[j + at]]))
            hits &= ~(1u << at);
    }
    append_keys(s, r, j, hits);
}

/* Compares with rows j and later. */
TACTI_ALWAYS_INLINE void run_scan(const scan *s, const tacti_rows *r, uint32_t j) {
    for (; j < r->count; j += LANES) {
        uint32_t beyond, hits = ~find_misses(s, r, j, &beyond) & ((1u << LANES) - 1);
        if (r->count - j < LANES)
            hits &= (1u << (r->count - j)) - 1;
        if (hits != 0 && s->flags != 0)
            hits &= ~find_repeated(s, r, j);
        if (hits != 0)
            take_hits(s, r, j, hits);
        if (beyond != 0)
            return;
    }
}

void TACTI_LEVELED(tacti_rows_sweep)(const tacti_rows *rows, const tact_box *boxes,
                                     tacti_key_set *out) {
    for (uint32_t i = 0; i < rows->count; i++) {
        scan s = scan_make(rows, i, boxes, out);
        run_scan(&s, rows, i + 1);
    }
}

/* Of two rows, the one that starts first meets the other one; if they start together, that of a. */
void TACTI_LEVELED(tacti_rows_join)(const tacti_rows *a, const tacti_rows *b, const tact_box *boxes,
                                    tacti_key_set *out) {
    for (uint32_t i = 0, j = 0; i < a->count; i++) {
        while (j < b->count && b->lo[0][j] < a->lo[0][i])
            j++;
        scan s = scan_make(a, i, boxes, out);
        run_scan(&s, b, j);
    }
    for (uint32_t i = 0, j = 0; i < b->count; i++) {
        while (j < a->count && a->lo[0][j] <= b->lo[0][i])
            j++;
        scan s = scan_make(b, i, boxes, out);
        run_scan(&s, a, j);
    }
}
