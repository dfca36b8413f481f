/* SPDX-License-Identifier: MIT */
/* ODE as a contender on contact points of boxes. It keeps nothing from frame to frame. */
#ifndef TACT_BENCH_PEER_ODE_BOXES_H
#define TACT_BENCH_PEER_ODE_BOXES_H

#include "bench.h"

/* The inputs are pairs of boxes, frame by frame. */
void *peer_ode_boxes_prepare(const void *inputs, size_t count);
void peer_ode_boxes_release(void *prepared);
/* Answers the inputs from first on. The verdict is the number of points, at most four; the number
 * is the depth times -1. */
void peer_ode_boxes(const void *prepared, size_t first, size_t count, bench_answers answers);

#endif
