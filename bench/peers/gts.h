/* SPDX-License-Identifier: MIT */
/* GTS as a contender: its orient2d and orient3d (Shewchuk's adaptive predicates). */
#ifndef TACT_BENCH_PEER_GTS_H
#define TACT_BENCH_PEER_GTS_H

#include "bench.h"

void peer_gts_orient2d(const void *inputs, size_t count, bench_answers answers);
void peer_gts_orient3d(const void *inputs, size_t count, bench_answers answers);

#endif
