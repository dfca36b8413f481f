/* SPDX-License-Identifier: MIT */
/* Embree as a contender on rays: rtcIntersect1 on a scene of default quality. */
#ifndef TACT_BENCH_PEER_EMBREE_H
#define TACT_BENCH_PEER_EMBREE_H

#include "../point/point_contender.h"

extern const point_contender peer_embree_robust; /* with RTC_SCENE_FLAG_ROBUST */
extern const point_contender peer_embree_fast;   /* without */

#endif
