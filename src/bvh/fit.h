/* SPDX-License-Identifier: MIT */
/* Local units and the box of a whole mesh. */
#ifndef TACTI_BVH_FIT_H
#define TACTI_BVH_FIT_H

#include "bvh/bvh.h"

/* Sets center, exponent and reach from the bounds of the mesh. */
void tacti_bvh_choose_units(tacti_bvh *bvh);

/* Sets the box of a hierarchy whose local units are known. */
void tacti_bvh_fit(tacti_bvh *bvh);

#endif
