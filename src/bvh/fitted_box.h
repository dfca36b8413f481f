/* SPDX-License-Identifier: MIT */
/* The box of a whole mesh, fitted to its shape, in double. The boxes of nodes are stored in a few
 * bytes, in frames that are only roughly aligned. This box is as thin as a flat mesh is, so it
 * tells parts that nearly touch along a face apart at once. */
#ifndef TACTI_BVH_FITTED_BOX_H
#define TACTI_BVH_FITTED_BOX_H

/* |axis[i] . x - center[i]| <= half[i] for every vertex x that a triangle uses, in exact local
 * coordinates, up to TACTI_FIT_RESIDUAL. Entries of A A^T - 1 are at most TACTI_FIT_DEFECT. */
typedef struct tacti_fitted_box {
    double axis[3][3];
    double center[3], half[3];
} tacti_fitted_box;

#define TACTI_FIT_RESIDUAL 0x1p-48
#define TACTI_FIT_DEFECT 0x1p-48

#endif
