/* SPDX-License-Identifier: MIT */
/* Closed forms: the signed separation of two bodies without a search. Collide, distance and depth
 * ask here first. */
#ifndef TACTI_CONVEX_CLOSED_H
#define TACTI_CONVEX_CLOSED_H

#include "convex/body.h"

/* The separation is the distance where bodies are apart, and the depth times -1 where they are not.
 * Radii are included. */
typedef struct tacti_closed {
    double lower, upper; /* proven bounds of the separation */
    tact_vec3 direction; /* from a to b, of length 1 up to rounding: b parts along it */
    tact_vec3 point[2];  /* of a and of b: point[1] - point[0] is separation times direction */
    /* Of polytopes: the pairs of vertices whose differences come within the radii of the origin,
     * where upper is below 0: the proof of contact (convex_pair.h). */
    uint32_t pair_count;
    uint32_t at[4][2];
} tacti_closed;

/* False where the pair has no closed form, or where it does not serve these numbers (a search then
 * does). */
bool tacti_closed_measure(const tacti_bodies *bodies, tacti_closed *out);

#endif
