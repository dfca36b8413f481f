/* SPDX-License-Identifier: MIT */
/* Vectors for the yardsticks. Inline, so that a plain test has no calls to them. */
#ifndef TACT_BENCH_PLAIN_VECTOR_H
#define TACT_BENCH_PLAIN_VECTOR_H

#include <tact/math.h>

static inline tact_vec3 sub(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* a + s b */
static inline tact_vec3 add_scaled(tact_vec3 a, double s, tact_vec3 b) {
    return (tact_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double dot(tact_vec3 a, tact_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline tact_vec3 cross(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
