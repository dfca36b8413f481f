/* SPDX-License-Identifier: MIT */
/* Qhull as a contender: the number of vertices of a convex hull. Qhull merges coplanar faces, which
 * is its default. */
#ifndef TACT_BENCH_PEER_QHULL_H
#define TACT_BENCH_PEER_QHULL_H

#include "bench.h"

void peer_qhull_build(const void *inputs, size_t count, bench_answers answers);

#endif
