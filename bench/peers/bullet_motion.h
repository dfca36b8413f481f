/* SPDX-License-Identifier: MIT */
/* Bullet as a contender on models in motion: convexSweepTest() of a world with one mesh, and its
 * casts of a convex shape at another. */
#ifndef TACT_BENCH_PEER_BULLET_MOTION_H
#define TACT_BENCH_PEER_BULLET_MOTION_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

void *peer_bullet_motion_prepare(const void *inputs, size_t count);
void peer_bullet_motion_release(void *prepared);
/* convexSweepTest() against btBvhTriangleMeshShape. */
void peer_bullet_convex_sweep(const void *prepared, size_t count, bench_answers answers);
/* btSubsimplexConvexCast, along lines only. */
void peer_bullet_simplex_cast(const void *prepared, size_t count, bench_answers answers);
/* btContinuousConvexCollision. */
void peer_bullet_continuous(const void *prepared, size_t count, bench_answers answers);

#ifdef __cplusplus
}
#endif

#endif
