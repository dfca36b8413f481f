/* SPDX-License-Identifier: MIT */
/* Checks and prepares two placed shapes; compiled per SIMD level. body.c chooses the level. */
#include "base/simd.h"
#include "shape/body.h"
#include "shape/body_make.h"

tact_status TACTI_LEVELED(tacti_bodies_set)(const tacti_shape_at *a, const tacti_shape_at *b,
                                            tacti_bodies *out) {
    return tacti_bodies_make_inline(a, b, out);
}
