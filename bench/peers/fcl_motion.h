/* SPDX-License-Identifier: MIT */
/* FCL as a contender on two meshes in motion: continuousCollide() by its default, ten samples, and
 * by conservative advancement. */
#ifndef TACT_BENCH_PEER_FCL_MOTION_H
#define TACT_BENCH_PEER_FCL_MOTION_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

void *peer_fcl_motion_prepare(const void *inputs, size_t count);
void peer_fcl_motion_release(void *prepared);
void peer_fcl_motion_default(const void *prepared, size_t count, bench_answers answers);
void peer_fcl_motion_advance(const void *prepared, size_t count, bench_answers answers);

#ifdef __cplusplus
}
#endif

#endif
