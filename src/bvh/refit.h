/* SPDX-License-Identifier: MIT */
/* Refitting: the vertices of a mesh have moved, and its hierarchy follows. The division of the
 * triangles stays. Frames and boxes are computed as when a hierarchy is built, so they are as tight
 * as the division allows. */
#ifndef TACTI_BVH_REFIT_H
#define TACTI_BVH_REFIT_H

#include "bvh/bvh.h"

/* Memory for refitting one hierarchy. */
typedef struct tacti_refit tacti_refit;

/* Makes it for a hierarchy that is not compact. The builder is the one that made it.
 * TACT_OUT_OF_MEMORY. */
tact_status tacti_refit_create(tacti_bvh *bvh, tact_bvh_builder builder, tacti_refit **out);
/* Call before the hierarchy is destroyed. NULL is allowed. */
void tacti_refit_destroy(tacti_refit *refit);
size_t tacti_refit_bytes(const tacti_refit *refit);

/* Refits the hierarchy on the workers of its context. The vertices of its mesh and the bounds of
 * the mesh are set. Allocates nothing. The hierarchy must have been built without the option solid:
 * what that finds depends on the places of vertices. */
void tacti_refit_run(tacti_refit *refit);

#endif
