/* SPDX-License-Identifier: MIT */
/* Embree 3 as a contender on building hierarchies. It answers no questions about pairs. */
#ifndef TACT_BENCH_EMBREE_BUILD_H
#define TACT_BENCH_EMBREE_BUILD_H

#include "contender.h"

/* Morton order (RTC_BUILD_QUALITY_LOW), and the least surface (RTC_BUILD_QUALITY_MEDIUM). */
extern const mesh_contender peer_embree_morton, peer_embree_medium;

#endif
