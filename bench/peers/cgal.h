/* SPDX-License-Identifier: MIT */
/* CGAL as a contender, through C: exact predicates, rounded distances, exact intersections. Linked
 * only on request, because parts of CGAL are under the GPL. */
#ifndef TACT_BENCH_PEER_CGAL_H
#define TACT_BENCH_PEER_CGAL_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each contender needs its inputs in CGAL's types. */
void *peer_cgal_points2_prepare(const void *inputs, size_t count);
void peer_cgal_points2_release(void *prepared);
void *peer_cgal_points3_prepare(const void *inputs, size_t count);
void peer_cgal_points3_release(void *prepared);
void *peer_cgal_pairs_prepare(const void *inputs, size_t count);
void peer_cgal_pairs_release(void *prepared);
void *peer_cgal_exact_pairs_prepare(const void *inputs, size_t count);
void peer_cgal_exact_pairs_release(void *prepared);
void *peer_cgal_rays_prepare(const void *inputs, size_t count);
void peer_cgal_rays_release(void *prepared);
void *peer_cgal_boxes_prepare(const void *inputs, size_t count);
void peer_cgal_boxes_release(void *prepared);

void peer_cgal_orient2d(const void *inputs, size_t count, bench_answers answers);
void peer_cgal_orient3d(const void *inputs, size_t count, bench_answers answers);
void peer_cgal_overlaps(const void *inputs, size_t count, bench_answers answers);
/* Takes exact pairs. */
void peer_cgal_intersect(const void *inputs, size_t count, bench_answers answers);
void peer_cgal_distance(const void *inputs, size_t count, bench_answers answers);
void peer_cgal_ray(const void *inputs, size_t count, bench_answers answers);
void peer_cgal_box(const void *inputs, size_t count, bench_answers answers);

#ifdef __cplusplus
}
#endif

#endif
