/* SPDX-License-Identifier: MIT */
/* The gap of the fitted boxes of two meshes. */
#ifndef TACTI_FRAME_FITTED_H
#define TACTI_FRAME_FITTED_H

#include "bvh/fitted_box.h"

/* The relative placement of two meshes in double: a local point x of b is
 * rotation (scale[1] x) + shift, in the frame in which a local point x of a is scale[0] x. */
typedef struct tacti_placement_pair {
    double rotation[3][3]; /* rows */
    double shift[3];
    double scale[2];
} tacti_placement_pair;

/* The largest gap of the boxes along the axes of both, computed with an error of at most
 * TACTI_FITTED_ERROR (1 + |shift|). Negative if they overlap along all six. */
double tacti_fitted_gap(const tacti_fitted_box *a, const tacti_fitted_box *b,
                        const tacti_placement_pair *placed);

#define TACTI_FITTED_ERROR 0x1p-42

#endif
