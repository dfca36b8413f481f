/* SPDX-License-Identifier: MIT */
/* Bullet as a contender on convex pairs: btGjkEpaSolver2, and btGjkPairDetector, which Bullet's own
 * collision algorithms use. */
#ifndef TACT_BENCH_PEER_BULLET_CONVEX_H
#define TACT_BENCH_PEER_BULLET_CONVEX_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

void *peer_bullet_convex_prepare(const void *inputs, size_t count);
void peer_bullet_convex_release(void *prepared);
void peer_bullet_convex_collide(const void *prepared, size_t count, bench_answers answers);
void peer_bullet_convex_distance(const void *prepared, size_t count, bench_answers answers);
void peer_bullet_convex_depth(const void *prepared, size_t count, bench_answers answers);
void peer_bullet_pair_distance(const void *prepared, size_t count, bench_answers answers);
void peer_bullet_pair_depth(const void *prepared, size_t count, bench_answers answers);

/* Contact manifolds by the algorithms that Bullet's dispatcher chooses, from an empty manifold each
 * time. The verdict is the number of points. */
void *peer_bullet_manifold_prepare(const void *inputs, size_t count);
void peer_bullet_manifold_release(void *prepared);
void peer_bullet_manifold(const void *prepared, size_t count, bench_answers answers);
/* The same for motions: the inputs are frames of pairs, frame by frame. If is_warm, a pair keeps
 * its manifold from frame to frame. The number is the least distance of a point. The first frame is
 * not answered. */
void peer_bullet_manifold_frames(const void *prepared, size_t pairs, size_t frames, bool is_warm,
                                 bench_answers answers);

#ifdef __cplusplus
}
#endif

#endif
