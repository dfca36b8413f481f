/* SPDX-License-Identifier: MIT */
/* Bullet as a contender on mesh queries: contact or not between two GImpact shapes. */
#ifndef TACT_BENCH_PEER_BULLET_MESH_H
#define TACT_BENCH_PEER_BULLET_MESH_H

#include "contender.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const mesh_contender peer_bullet;

#ifdef __cplusplus
}
#endif

#endif
