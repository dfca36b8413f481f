/* SPDX-License-Identifier: MIT */
/* A shape and its pose. */
#ifndef TACTI_SHAPE_PLACED_H
#define TACTI_SHAPE_PLACED_H

#include <tact/shape.h>

/* The number of kinds of shapes. */
#define TACTI_SHAPE_KINDS (TACT_SHAPE_HALF_SPACE + 1)

typedef struct tacti_placed_shape {
    const tact_shape *shape;
    tact_pose pose;
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
    double reach;          /* bounds local coordinates */
    double slack;          /* error of support values from local coordinates */
    double slack_shift;    /* error of support values per unit of translation */
} tacti_shape_facts;

/* A placed shape by the address of its pose: the searches do not copy poses. */
typedef struct tacti_shape_at {
    const tact_shape *shape;
    const tact_pose *pose;
    const tacti_shape_facts *facts; /* NULL if not known */
} tacti_shape_at;

static inline tacti_shape_at tacti_at(const tacti_placed_shape *placed) {
    return (tacti_shape_at){placed->shape, &placed->pose, NULL};
}

/* tact_shape_bounds() and tact_shape_support() of a placed shape. */
tact_box tacti_shape_bounds(const tacti_placed_shape *shape);
tact_vec3 tacti_shape_support(const tacti_placed_shape *shape, tact_vec3 direction);

#endif
