/* SPDX-License-Identifier: MIT */
/* FCL as a contender on convex pairs, with its own solver and with the one built on libccd. */
#ifndef TACT_BENCH_PEER_FCL_CONVEX_H
#define TACT_BENCH_PEER_FCL_CONVEX_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

void *peer_fcl_convex_prepare(const void *inputs, size_t count);
void peer_fcl_convex_release(void *prepared);
void peer_fcl_convex_collide(const void *prepared, size_t count, bench_answers answers);
void peer_fcl_convex_collide_indep(const void *prepared, size_t count, bench_answers answers);
void peer_fcl_convex_distance(const void *prepared, size_t count, bench_answers answers);
void peer_fcl_convex_distance_indep(const void *prepared, size_t count, bench_answers answers);
void peer_fcl_convex_depth(const void *prepared, size_t count, bench_answers answers);
void peer_fcl_convex_depth_indep(const void *prepared, size_t count, bench_answers answers);

#ifdef __cplusplus
}
#endif

#endif
