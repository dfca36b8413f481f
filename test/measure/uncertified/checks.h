/* SPDX-License-Identifier: MIT */
/* The certificates switched off: all error bounds are 0, and climbs end by rounded products.
 * Included after the headers that define the real ones, before the sources of the search. What is
 * left is the same search as the library's, as fast as it is without proofs. */
#ifndef TACT_BENCH_UNCERTIFIED_CHECKS_H
#define TACT_BENCH_UNCERTIFIED_CHECKS_H

#define tacti_gjk_error(bodies, x, w) ((void)(bodies), (void)(x), (void)(w), 0.0)
#define tacti_det3_bound(bc, d) ((void)(bc), (void)(d), 0.0)
#define box_margin(size, skew) ((void)(size), (void)(skew), 0.0)
#define tacti_hull_tame(direction) (direction)
#define tacti_hull_climb(hull, direction, vertex) ((void)(direction), (vertex))

#endif
