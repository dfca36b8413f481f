/* SPDX-License-Identifier: MIT */
/* FCL as a contender on mesh queries, with two kinds of bounding volumes. */
#ifndef TACT_BENCH_PEER_FCL_MESH_H
#define TACT_BENCH_PEER_FCL_MESH_H

#include "contender.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const mesh_contender peer_fcl_obb;    /* no distance: FCL does not support it on OBBs */
extern const mesh_contender peer_fcl_obbrss; /* OBBs for contact, swept rectangles for distance */
extern const mesh_contender peer_fcl_seeded; /* the same, distance in motion */

#ifdef __cplusplus
}
#endif

#endif
