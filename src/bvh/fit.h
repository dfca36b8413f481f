/* SPDX-License-Identifier: MIT */
/* Fits the box of a whole mesh. */
#ifndef TACTI_BVH_FIT_H
#define TACTI_BVH_FIT_H

#include "bvh/bvh.h"

/* Sets the box of a hierarchy whose local units are known. */
void tacti_bvh_fit(tacti_bvh *bvh);

#endif
