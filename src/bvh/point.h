/* SPDX-License-Identifier: MIT */
/* Points in other units, with the bits of scalar arithmetic but two coordinates at a time, as
 * every x86-64 processor can. */
#ifndef TACTI_BVH_POINT_H
#define TACTI_BVH_POINT_H

#include "bvh/node.h"
#include "bvh/quad.h"

#if TACTI_VECTOR_BYTES > 0

typedef struct tacti_point {
    __m128d xy, z;
} tacti_point;

/* New units: (p - center) scale. */
typedef struct tacti_units {
    __m128d xy, z, scale;
} tacti_units;

TACTI_ALWAYS_INLINE tacti_units tacti_units_make(tact_vec3 center, double scale) {
    return (tacti_units){_mm_set_pd(center.y, center.x), _mm_set_sd(center.z), _mm_set1_pd(scale)};
}

TACTI_ALWAYS_INLINE tacti_point tacti_point_load(const tact_vec3 *p) {
    return (tacti_point){_mm_loadu_pd(&p->x), _mm_load_sd(&p->z)};
}

TACTI_ALWAYS_INLINE tacti_point tacti_point_in(tacti_point p, tacti_units u) {
    return (tacti_point){_mm_mul_pd(_mm_sub_pd(p.xy, u.xy), u.scale),
                         _mm_mul_sd(_mm_sub_sd(p.z, u.z), u.scale)};
}

/* The coordinates as floats; the fourth lane is 0. */
TACTI_ALWAYS_INLINE tacti_quad tacti_point_round(tacti_point p) {
    return _mm_movelh_ps(_mm_cvtpd_ps(p.xy), _mm_cvtpd_ps(p.z));
}

#else

typedef tact_vec3 tacti_point;

typedef struct tacti_units {
    tact_vec3 center;
    double scale;
} tacti_units;

TACTI_ALWAYS_INLINE tacti_units tacti_units_make(tact_vec3 center, double scale) {
    return (tacti_units){center, scale};
}

TACTI_ALWAYS_INLINE tacti_point tacti_point_load(const tact_vec3 *p) {
    return *p;
}

TACTI_ALWAYS_INLINE tacti_point tacti_point_in(tacti_point p, tacti_units u) {
    return (tact_vec3){(p.x - u.center.x) * u.scale, (p.y - u.center.y) * u.scale,
                       (p.z - u.center.z) * u.scale};
}

TACTI_ALWAYS_INLINE tacti_quad tacti_point_round(tacti_point p) {
    const float all[4] = {(float)p.x, (float)p.y, (float)p.z, 0};
    return tacti_quad_load(all);
}

#endif

/* The units of tacti_bvh_local(). */
TACTI_ALWAYS_INLINE tacti_units tacti_units_local(const tacti_bvh *bvh) {
    return tacti_units_make(bvh->center, tacti_power_of_two(-bvh->exponent));
}

/* The box of a triangle in local units, rounded to floats. */
TACTI_ALWAYS_INLINE void tacti_local_box(const tacti_bvh *bvh, tacti_units units, uint32_t triangle,
                                         tacti_quad *lo, tacti_quad *hi) {
    const uint32_t *index = bvh->indices + (size_t)3 * triangle;
    const tact_vec3 *vertices = bvh->vertices;
    tacti_quad a = tacti_point_round(tacti_point_in(tacti_point_load(&vertices[index[0]]), units));
    tacti_quad b = tacti_point_round(tacti_point_in(tacti_point_load(&vertices[index[1]]), units));
    tacti_quad c = tacti_point_round(tacti_point_in(tacti_point_load(&vertices[index[2]]), units));
    *lo = tacti_quad_min(tacti_quad_min(a, b), c);
    *hi = tacti_quad_max(tacti_quad_max(a, b), c);
}

#endif
