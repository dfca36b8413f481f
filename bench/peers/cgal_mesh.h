/* SPDX-License-Identifier: MIT */
/* CGAL as a contender on mesh queries: contact or not, exactly. */
#ifndef TACT_BENCH_PEER_CGAL_MESH_H
#define TACT_BENCH_PEER_CGAL_MESH_H

#include "contender.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const mesh_contender peer_cgal_mesh;

#ifdef __cplusplus
}
#endif

#endif
