/* SPDX-License-Identifier: MIT */
/* Switches the certificates off: all error bounds are 0, and the climb to a support point ends at
 * the vertex that rounded products give. This file is included after the headers that define the
 * real functions and before the sources of the search. The result is the search of the library at
 * the speed that it has without proofs. */
#ifndef TACT_BENCH_UNCERTIFIED_CHECKS_H
#define TACT_BENCH_UNCERTIFIED_CHECKS_H

#define tacti_gjk_error(bodies, x, w) ((void)(bodies), (void)(x), (void)(w), 0.0)
#define tacti_det3_bound(bc, d) ((void)(bc), (void)(d), 0.0)
#define tacti_box_margin(size, skew) ((void)(size), (void)(skew), 0.0)
#define tacti_hull_scale_direction(direction) (direction)
#define tacti_hull_climb(hull, direction, vertex) ((void)(direction), (vertex))

#endif
