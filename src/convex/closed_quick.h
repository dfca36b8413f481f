/* SPDX-License-Identifier: MIT */
/* The verdict on a ball and a cylinder before bodies are prepared. Only what is plainly valid and
 * plainly apart or in contact ends here; closed.h has the rest. */
#ifndef TACTI_CONVEX_CLOSED_QUICK_H
#define TACTI_CONVEX_CLOSED_QUICK_H

#include <tact/convex_pair.h>

/* Whether the pair is of these kinds. */
static inline bool tacti_has_quick(const tact_shape *a, const tact_shape *b) {
    return (a->kind == TACT_SHAPE_SPHERE && b->kind == TACT_SHAPE_CYLINDER) ||
           (a->kind == TACT_SHAPE_CYLINDER && b->kind == TACT_SHAPE_SPHERE);
}

/* Whether such a pair ends here, with what is then in out; for a SIMD level. */
typedef bool tacti_collide_quick(const tact_placed_shape *a, const tact_placed_shape *b,
                                 tact_convex_collision *out);
tacti_collide_quick tacti_collide_quick_baseline, tacti_collide_quick_avx2,
    tacti_collide_quick_avx512;

#endif
