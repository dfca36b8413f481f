/* SPDX-License-Identifier: MIT */
/* CGAL's box intersection as a broad phase. */
#ifndef TACT_BENCH_PEER_CGAL_BROAD_H
#define TACT_BENCH_PEER_CGAL_BROAD_H

#include "contender_broad.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const broad_contender peer_cgal_broad;

#ifdef __cplusplus
}
#endif

#endif
