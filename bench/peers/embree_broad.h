/* SPDX-License-Identifier: MIT */
/* Embree as a broad phase. */
#ifndef TACT_BENCH_PEER_EMBREE_BROAD_H
#define TACT_BENCH_PEER_EMBREE_BROAD_H

#include "contender_broad.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const broad_contender peer_embree_broad;

#ifdef __cplusplus
}
#endif

#endif
