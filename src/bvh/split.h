/* SPDX-License-Identifier: MIT */
/* Dividing triangles in two. Triangles are boxes of floats here, which only decide which triangles
 * stay together. The boxes that queries rely on are computed from the vertices (frame.h). */
#ifndef TACTI_BVH_SPLIT_H
#define TACTI_BVH_SPLIT_H

#include "base/simd.h"
#include "bvh/node.h"
#include "bvh/quad.h"

/* A triangle: its box, rounded to nearest, and its number with bit 30 set. With this bit the tag
 * read as a float is a normal number, on which arithmetic is fast. */
typedef struct tacti_record {
    float lo[3];
    uint32_t tag;
    float hi[3];
    uint32_t hash; /* of its corners (repeats.h), also a normal float */
} tacti_record;

_Static_assert(sizeof(tacti_record) == 32, "a record is two quads");

#define TACTI_RECORD_TAG UINT32_C(0x40000000)

/* The most triangles in a hierarchy: numbers that fit below the tag and keep the float finite. */
#define TACTI_BVH_MAX_TRIANGLES (UINT32_C(1) << 28)

TACTI_ALWAYS_INLINE uint32_t tacti_record_triangle(const tacti_record *record) {
    return record->tag & ~TACTI_RECORD_TAG;
}

/* The two halves of a record, each with its fourth lane. */
TACTI_ALWAYS_INLINE tacti_quad tacti_record_lo(const tacti_record *record) {
    return tacti_quad_load((const float *)(const void *)record);
}

TACTI_ALWAYS_INLINE tacti_quad tacti_record_hi(const tacti_record *record) {
    return tacti_quad_load((const float *)(const void *)record + 4);
}

/* Records begin to end, the box around them, and bounds of their lo + hi (twice the centres). */
typedef struct tacti_span {
    uint32_t begin, end;
    tacti_quad lo, hi;
    tacti_quad sum_lo, sum_hi;
} tacti_span;

/* Half the surface of a box. */
static inline float tacti_half_area(tacti_quad lo, tacti_quad hi) {
    float d[4];
    tacti_quad_store(d, tacti_quad_sub(hi, lo));
    return (d[0] * d[1] + d[1] * d[2]) + d[2] * d[0];
}

/* The span of records begin to end. */
tacti_span tacti_span_measure(const tacti_record *records, uint32_t begin, uint32_t end);

/* Extends the boxes of a span by those of another. */
void tacti_span_join(tacti_span *span, const tacti_span *other);

/* Spans of at most this many triangles are cut at multiples of 8 from their beginning, so that the
 * nodes at the bottom are full. */
#define TACTI_SPLIT_EVEN 256

/* A cut of a larger span leaves at least this many triangles on either side. This bounds the number
 * of nodes. */
#define TACTI_SPLIT_LEAST 32

/* The most nodes over count triangles, if count is at least TACTI_SPLIT_LEAST. With k = ceil(count
 * / 8) nodes at the bottom, a span that is cut at multiples of 8 has at most 2 k - 1 <= count / 4 +
 * 3/4 nodes, which is less than 5 count / 16 - 1 for count >= 32. A cut of a larger span adds one
 * node to the sum of two such bounds. */
static inline uint32_t tacti_node_bound(uint32_t count) {
    return (uint32_t)((uint64_t)count * 5 / 16);
}

/* How a span is divided: all records of bins 0 to bin along an axis go first. */
typedef struct tacti_cut {
    int axis; /* -1: there is no good cut */
    int32_t bin;
    uint32_t first_count;
} tacti_cut;

#define TACTI_BINS 16

/* A grid of bins over the sums of a span. */
typedef struct tacti_bin_grid {
    tacti_quad origin, scale;
} tacti_bin_grid;

/* The box and the number of records in each bin along each axis. */
typedef struct tacti_bins {
    tacti_quad lo[3][TACTI_BINS], hi[3][TACTI_BINS];
    uint32_t count[3][TACTI_BINS];
} tacti_bins;

tacti_bin_grid tacti_bin_grid_make(const tacti_span *span);

/* Sets the bins to those of the records. */
typedef void tacti_bins_filler(tacti_bins *out, const tacti_bin_grid *grid,
                               const tacti_record *records, uint32_t count);
TACTI_DECLARE_LEVELS(tacti_bins_filler, tacti_bins_fill)

static inline tacti_bins_filler *tacti_bins_fill_at(tact_simd_level level) {
    static tacti_bins_filler *const table[] = TACTI_LEVEL_TABLE(tacti_bins_fill);
    return table[tacti_simd_row(level)];
}

/* Records of bins up to the cut come first. The others wait in spare. */
typedef void tacti_partitioner(tacti_record *records, tacti_record *spare, const tacti_span *span,
                               const tacti_bin_grid *grid, tacti_cut cut);
TACTI_DECLARE_LEVELS(tacti_partitioner, tacti_partition)

/* Adds the bins of other records. */
void tacti_bins_join(tacti_bins *bins, const tacti_bins *other);
/* The cut of least total surface times triangles, with at least `least` triangles on either side.
 *
 */
tacti_cut tacti_bins_choose(const tacti_bins *bins, const tacti_bin_grid *grid, uint32_t least);

/* The bin of a record along an axis. */
TACTI_ALWAYS_INLINE int32_t tacti_bin_of(const tacti_record *record, const float origin[4],
                                         const float scale[4], int axis) {
    return (int32_t)(((record->lo[axis] + record->hi[axis]) - origin[axis]) * scale[axis]);
}

/* Divides a span of more than 8 records in two: by bins, or in the middle if in_the_middle is set
 * or there is no good cut. spare must hold as many records as the span. */
void tacti_split(tact_simd_level level, tacti_record *records, tacti_record *spare,
                 const tacti_span *span, bool in_the_middle, tacti_span halves[2]);

/* The multiple of 8 nearest to count that leaves records on either side; total is above 8.
 *
 */
uint32_t tacti_round_to_eights(uint32_t count, uint32_t total);

/* Where to cut count sorted records near the middle. The records from before to before + equal have
 * the same key as the middle one. The cut goes before or after all of these if that leaves a
 * quarter on either side, so that few nodes have equal triangles. */
uint32_t tacti_choose_border(uint32_t count, uint32_t before, uint32_t equal);

/* The most triangles that tacti_split_small takes: 8 nodes at the bottom. */
#define TACTI_SMALL 64

/* Sorts a span of 9 to 64 records such that every 8, counted from its beginning, belong together.
 *
 */
typedef void tacti_split_small(tacti_record *records, uint32_t begin, uint32_t end);

TACTI_DECLARE_LEVELS(tacti_split_small, tacti_split_small)

static inline tacti_split_small *tacti_split_small_at(tact_simd_level level) {
    static tacti_split_small *const table[] = TACTI_LEVEL_TABLE(tacti_split_small);
    return table[tacti_simd_row(level)];
}

#endif
