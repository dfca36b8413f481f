/* SPDX-License-Identifier: MIT */
/* The broad phases of Bullet as contenders. */
#ifndef TACT_BENCH_PEER_BULLET_BROAD_H
#define TACT_BENCH_PEER_BULLET_BROAD_H

#include "contender_broad.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const broad_contender peer_bullet_tree, peer_bullet_sweep;

#ifdef __cplusplus
}
#endif

#endif
