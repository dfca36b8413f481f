/* SPDX-License-Identifier: MIT */
/* FCL as a contender: its triangle intersection test and triangle distance, through C. */
#ifndef TACT_BENCH_PEER_FCL_H
#define TACT_BENCH_PEER_FCL_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Triangle pairs in FCL's vectors. */
void *peer_fcl_pairs_prepare(const void *inputs, size_t count);
void peer_fcl_pairs_release(void *prepared);

void peer_fcl_overlaps(const void *inputs, size_t count, bench_answers answers);
void peer_fcl_distance(const void *inputs, size_t count, bench_answers answers);

#ifdef __cplusplus
}
#endif

#endif
