/* SPDX-License-Identifier: MIT */
/* Verdicts on a ball and a cylinder and on two ellipsoids before bodies are prepared. Only pairs
 * that are plainly valid and plainly apart or in contact are decided here; closed.h has the rest.
 */
#ifndef TACTI_PAIR_PAIR_QUICK_H
#define TACTI_PAIR_PAIR_QUICK_H

#include "base/simd.h"
#include "pair/pair.h"

/* Whether the pair is of these kinds. */
static inline bool tacti_has_quick(const tact_shape *a, const tact_shape *b) {
    switch (a->kind) {
    case TACT_SHAPE_SPHERE:
        return b->kind == TACT_SHAPE_CYLINDER;
    case TACT_SHAPE_CYLINDER:
        return b->kind == TACT_SHAPE_SPHERE;
    case TACT_SHAPE_ELLIPSOID:
        return b->kind == TACT_SHAPE_ELLIPSOID;
    default:
        return false;
    }
}

/* Whether a pair of these kinds is decided here; out is set only then. One version per SIMD level.
 */
typedef bool tacti_collide_quick(const tacti_shape_at *a, const tacti_shape_at *b,
                                 tacti_convex_collision *out);
TACTI_DECLARE_LEVELS(tacti_collide_quick, tacti_collide_quick)

#endif
