/* SPDX-License-Identifier: MIT */
/* A shape and where it stands. */
#ifndef TACTI_CONVEX_PLACED_H
#define TACTI_CONVEX_PLACED_H

#include <tact/convex.h>

/* How many kinds of shapes there are. */
#define TACTI_SHAPE_KINDS (TACT_SHAPE_HALF_SPACE + 1)

typedef struct tacti_placed_shape {
    const tact_shape *shape;
    tact_pose pose;
} tacti_placed_shape;

/* The same by its pose's address, for the searches, which copy no poses. */
typedef struct tacti_shape_at {
    const tact_shape *shape;
    const tact_pose *pose;
} tacti_shape_at;

static inline tacti_shape_at tacti_at(const tacti_placed_shape *placed) {
    return (tacti_shape_at){placed->shape, &placed->pose};
}

/* tact_shape_bounds() and tact_shape_support(). */
tact_box tacti_shape_bounds(const tacti_placed_shape *shape);
tact_vec3 tacti_shape_support(const tacti_placed_shape *shape, tact_vec3 direction);

#endif
