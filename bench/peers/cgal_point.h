/* SPDX-License-Identifier: MIT */
/* CGAL's AABB tree as a contender on nearest points. */
#ifndef TACT_BENCH_PEER_CGAL_POINT_H
#define TACT_BENCH_PEER_CGAL_POINT_H

#include "../point/point_contender.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const point_contender peer_cgal_point;

#ifdef __cplusplus
}
#endif

#endif
