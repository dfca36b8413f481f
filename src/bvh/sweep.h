/* SPDX-License-Identifier: MIT */
/* Dividing triangles by a plane that sweeps along their principal axis and along the three axes of
 * the mesh. All places between two centres are tried, and the one with the least volume of the two
 * boxes wins. */
#ifndef TACTI_BVH_SWEEP_H
#define TACTI_BVH_SWEEP_H

#include "bvh/split.h"

/* Memory for a sweep over up to capacity records. */
typedef struct tacti_sweep {
    const tact_context *context; /* the owner of the memory */
    const tact_context *workers; /* for sorting; NULL: the calling thread */
    uint32_t capacity;
    uint32_t *keys;
    uint32_t *values, *best_values;
    float *volumes;
    void *sorting;
} tacti_sweep;

/* Fails with TACT_OUT_OF_MEMORY. */
tact_status tacti_sweep_create(const tact_context *context, const tact_context *workers,
                               uint32_t capacity, tacti_sweep **out);
/* NULL is allowed. */
void tacti_sweep_destroy(tacti_sweep *sweep);

/* As tacti_split(), for a span of 9 records or more. */
void tacti_sweep_split(tacti_sweep *sweep, tacti_record *records, tacti_record *spare,
                       const tacti_span *span, tacti_span halves[2]);

/* As tacti_split_small(). */
void tacti_sweep_small(tacti_sweep *sweep, tacti_record *records, tacti_record *spare,
                       uint32_t begin, uint32_t end);

/* The volume of a box made thicker by margin on all axes. */
static inline float tacti_thick_volume(tacti_quad lo, tacti_quad hi, float margin) {
    float d[4];
    tacti_quad_store(d, tacti_quad_sub(hi, lo));
    return ((d[0] + margin) * (d[1] + margin)) * (d[2] + margin);
}

/* The margin for boxes inside this one: a thousandth of the longest side. With it, flat boxes have
 * a volume too. */
static inline float tacti_thick_margin(tacti_quad lo, tacti_quad hi) {
    float d[4];
    tacti_quad_store(d, tacti_quad_sub(hi, lo));
    float longest = d[0] > d[1] ? d[0] : d[1];
    return 1e-3F * (d[2] > longest ? d[2] : longest);
}

#endif
