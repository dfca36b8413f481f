/* SPDX-License-Identifier: MIT */
/* The step that both ways to cast share: a support point, and what it proves. For files that are
 * compiled for a SIMD level. */
#ifndef TACTI_RIGID_CAST_SEE_H
#define TACTI_RIGID_CAST_SEE_H

#include "base/simd_leave.h"
#include "base/sqrt.h"
#include "rigid/cast.h"
#include "search/gjk_support.h"

/* The vertices of hulls with few of them, placed once. */
typedef struct tacti_cast_bodies {
    bool is_placed[2];
    tacti_placed_few few[2];
} tacti_cast_bodies;

TACTI_ALWAYS_INLINE void tacti_cast_place(const tacti_cast *cast, tacti_cast_bodies *out) {
    for (int i = 0; i < 2; i++) {
        const tacti_body *body = &cast->bodies->body[i];
        out->is_placed[i] = tacti_has_few(body) || body->kind == TACT_SHAPE_BOX;
        if (out->is_placed[i])
            tacti_place_few(body, &out->few[i]);
    }
}

TACTI_ALWAYS_INLINE tact_vec3 tacti_cast_furthest(const tacti_cast *cast,
                                                  const tacti_cast_bodies *bodies, int side,
                                                  tact_vec3 n) {
    uint32_t at = UINT32_MAX;
    const tacti_body *body = &cast->bodies->body[side];
    if (bodies->is_placed[side])
        return tacti_support_few(body, &bodies->few[side], n, &at);
    tacti_simd_leave(); /* smooth shapes are asked in code of the baseline */
    return tacti_placed_support(body, n, false, &at);
}

/* The support point w of W along x, and the point of the first core that it is a difference of. */
TACTI_ALWAYS_INLINE void tacti_cast_support(tacti_cast *cast, const tacti_cast_bodies *bodies,
                                            tact_vec3 x, tact_vec3 *a, tact_vec3 *w) {
    *a = tacti_cast_furthest(cast, bodies, 0, (tact_vec3){-x.x, -x.y, -x.z});
    *w = tacti_vec3_sub(*a, tacti_cast_furthest(cast, bodies, 1, x));
    cast->steps++;
}

/* Takes what a support point proves: no difference of points of the shapes is less far along x. So
 * the gap along x at the time t is at least `least` - t x . d. If it shrinks, it ends the proof. If
 * it does not shrink, and is positive at the time that is proven, it is positive from there on.
 * Sums, products and the division err by less than 2^-50 of their terms. Lengths and coordinates
 * are in the range in which no product here underflows. */
TACTI_ALWAYS_INLINE void tacti_cast_see(tacti_cast *cast, tact_vec3 x, tact_vec3 w) {
    tact_vec3 d = cast->way;
    double length = tacti_sqrt(tacti_vec3_dot(x, x));
    if (!(length >= TACTI_LEAST_DIRECTION && length <= 1 / TACTI_LEAST_DIRECTION))
        return;
    double least = tacti_vec3_dot(x, w) - tacti_gjk_error(cast->bodies, x, w) -
                   (cast->radius + cast->noise) * length * (1 + 0x1p-48);
    double terms = (tacti_abs(x.x * d.x) + tacti_abs(x.y * d.y)) + tacti_abs(x.z * d.z);
    double speed = tacti_vec3_dot(x, d) + 0x1p-50 * terms;
    if (speed > 0) {
        double time = least / speed * (1 - 0x1p-50);
        if (time > cast->lower) {
            cast->lower = time;
            cast->x = x;
        }
    } else {
        double gained = -speed * cast->lower;
        if (least + gained > 0x1p-50 * (tacti_abs(least) + gained))
            cast->lower = tacti_infinity();
    }
}

/* Whether the shapes are proven apart for the whole time. */
TACTI_ALWAYS_INLINE bool tacti_cast_is_free(const tacti_cast *cast) {
    return cast->lower > cast->length;
}

/* How far a difference of computed points may be from W at some time. */
TACTI_ALWAYS_INLINE double tacti_cast_error(const tacti_cast *cast) {
    return cast->bodies->is_exact ? cast->noise : cast->noise + 2 * cast->bodies->slack;
}

#endif
