/* SPDX-License-Identifier: MIT */
/* A shape and its pose. */
#ifndef TACTI_SHAPE_PLACED_H
#define TACTI_SHAPE_PLACED_H

#include <tact/shape.h>

#include "base/simd.h"

/* The number of kinds of shapes. */
#define TACTI_SHAPE_KINDS (TACT_SHAPE_HALF_SPACE + 1)

typedef struct tacti_placed_shape {
    const tact_shape *shape;
    tact_pose pose;
    tacti_simd_limit limit; /* of the SIMD level */
} tacti_placed_shape;

/* A ball that contains a shape; see ball.h. */
typedef struct tacti_ball {
    tact_vec3 centre;
    double radius;
    bool is_centred; /* the centre is the local origin */
} tacti_ball;

/* Facts about a shape that do not depend on its pose, computed once for many queries. */
typedef struct tacti_shape_facts {
    tacti_ball ball;
    const tact_hull *hull; /* NULL for other kinds */
    uint32_t count;        /* vertices; 0 for a smooth shape */
    bool is_plain;         /* tacti_is_plain_body() */
    bool is_scanned;       /* plain, a polytope, and not climbed by searches */
    double reach;          /* bounds local coordinates */
    double slack;          /* error of support values from local coordinates */
    double slack_shift;    /* error of support values per unit of translation */
} tacti_shape_facts;

/* A placed shape by the address of its pose: the searches do not copy poses. A query about two
 * shapes runs at the lower of their SIMD levels. */
typedef struct tacti_shape_at {
    const tact_shape *shape;
    const tact_pose *pose;
    const tacti_shape_facts *facts; /* NULL if not known */
    tact_simd_level level;          /* one that the processor has */
} tacti_shape_at;

static inline tacti_shape_at tacti_at(const tacti_placed_shape *placed) {
    return (tacti_shape_at){placed->shape, &placed->pose, NULL,
                            tacti_simd_level_within(placed->limit)};
}

/* The same for two shapes of a query, both at the level at which it runs. */
static inline void tacti_at_both(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                 tacti_shape_at out[2]) {
    tact_simd_level level = tacti_simd_level_within(tacti_simd_limit_lower(a->limit, b->limit));
    out[0] = (tacti_shape_at){a->shape, &a->pose, NULL, level};
    out[1] = (tacti_shape_at){b->shape, &b->pose, NULL, level};
}

/* tact_shape_bounds() and tact_shape_support() of a placed shape. */
tact_box tacti_shape_bounds(const tacti_placed_shape *shape);
tact_vec3 tacti_shape_support(const tacti_placed_shape *shape, tact_vec3 direction);

#endif
