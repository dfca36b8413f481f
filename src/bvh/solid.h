/* SPDX-License-Identifier: MIT */
/* What makes a mesh a solid: whether it is watertight, and its connected pieces. */
#ifndef TACTI_BVH_SOLID_H
#define TACTI_BVH_SOLID_H

#include "bvh/bvh.h"
#include "bvh/node.h"

/* Sets is_closed, is_watertight, piece_count and piece_triangles (in increasing order) of a
 * hierarchy whose mesh is set. On TACT_OUT_OF_MEMORY nothing is changed. */
tact_status tacti_bvh_find_pieces(tacti_bvh *bvh);

#endif
