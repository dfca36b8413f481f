/* SPDX-License-Identifier: MIT */
/* ODE as a contender on mesh queries: contact or not between two trimesh geoms. */
#ifndef TACT_BENCH_PEER_ODE_MESH_H
#define TACT_BENCH_PEER_ODE_MESH_H

#include "contender.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const mesh_contender peer_ode;

#ifdef __cplusplus
}
#endif

#endif
