/* SPDX-License-Identifier: MIT */
/* Pairs of placed convex shapes as inputs of benchmarks. */
#ifndef TACT_BENCH_CONVEX_H
#define TACT_BENCH_CONVEX_H

#include "bench.h"

#include <tact/convex_pair.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct convex_input {
    tact_shape shape[2];
    tact_pose pose[2];
} convex_input;

/* Families by what the shapes are and how they stand: apart by half a size, apart by a hundredth,
 * or one into the other by a third. */
#define CONVEX_STANCES(kind)                                                                       \
    extern const bench_family convex_##kind##_apart, convex_##kind##_near, convex_##kind##_deep;
CONVEX_STANCES(hull8)
CONVEX_STANCES(hull32)
CONVEX_STANCES(hull128)
CONVEX_STANCES(hull1024)
CONVEX_STANCES(boxes)
CONVEX_STANCES(capsule_box)
CONVEX_STANCES(sphere_cylinder)
CONVEX_STANCES(ellipsoids)
#undef CONVEX_STANCES

/* Ends the hulls that the families made. */
void convex_inputs_release(void);

#ifdef __cplusplus
}
#endif

#endif
