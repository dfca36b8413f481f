/* SPDX-License-Identifier: MIT */
/* The broad phases of FCL as contenders. */
#ifndef TACT_BENCH_PEER_FCL_BROAD_H
#define TACT_BENCH_PEER_FCL_BROAD_H

#include "contender_broad.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const broad_contender peer_fcl_tree, peer_fcl_sap, peer_fcl_ssap, peer_fcl_hash;

#ifdef __cplusplus
}
#endif

#endif
