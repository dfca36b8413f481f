/* SPDX-License-Identifier: MIT */
/* FCL as a contender on a shape against a mesh. */
#ifndef TACT_BENCH_PEER_FCL_OBJECT_H
#define TACT_BENCH_PEER_FCL_OBJECT_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

void *peer_fcl_object_prepare(const void *inputs, size_t count);
void peer_fcl_object_release(void *prepared);
void peer_fcl_object_collide(const void *prepared, size_t count, bench_answers answers);
void peer_fcl_object_distance(const void *prepared, size_t count, bench_answers answers);

#ifdef __cplusplus
}
#endif

#endif
