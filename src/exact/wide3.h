/* SPDX-License-Identifier: MIT */
/* Vectors of three wide integers. */
#ifndef TACTI_EXACT_WIDE3_H
#define TACTI_EXACT_WIDE3_H

#include <tact/math.h>

#include "exact/wide.h"

typedef struct tacti_wide3 {
    tacti_wide c[3];
} tacti_wide3;

/* out = v / 2^exponent. */
static inline void tacti_wide3_from(tact_vec3 v, int exponent, tacti_wide3 *out) {
    tacti_wide_from_double(v.x, exponent, &out->c[0]);
    tacti_wide_from_double(v.y, exponent, &out->c[1]);
    tacti_wide_from_double(v.z, exponent, &out->c[2]);
}

static inline void tacti_wide3_copy(const tacti_wide3 *u, tacti_wide3 *out) {
    for (int i = 0; i < 3; i++)
        tacti_wide_copy(&u->c[i], &out->c[i]);
}

/* out = u - v; out may be either. */
static inline void tacti_wide3_sub(const tacti_wide3 *u, const tacti_wide3 *v, tacti_wide3 *out) {
    for (int i = 0; i < 3; i++)
        tacti_wide_sub(&u->c[i], &v->c[i], &out->c[i]);
}

static inline void tacti_wide3_dot(const tacti_wide3 *u, const tacti_wide3 *v, tacti_wide *out) {
    tacti_wide term;
    tacti_wide_mul(&u->c[0], &v->c[0], out);
    for (int i = 1; i < 3; i++) {
        tacti_wide_mul(&u->c[i], &v->c[i], &term);
        tacti_wide_add(out, &term, out);
    }
}

/* out = u x v; out is neither. */
static inline void tacti_wide3_cross(const tacti_wide3 *u, const tacti_wide3 *v, tacti_wide3 *out) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        tacti_wide right;
        tacti_wide_mul(&u->c[j], &v->c[k], &out->c[i]);
        tacti_wide_mul(&u->c[k], &v->c[j], &right);
        tacti_wide_sub(&out->c[i], &right, &out->c[i]);
    }
}

/* out = u s + v t; out is neither. */
static inline void tacti_wide3_combine(const tacti_wide3 *u, const tacti_wide *s,
                                       const tacti_wide3 *v, const tacti_wide *t,
                                       tacti_wide3 *out) {
    for (int i = 0; i < 3; i++) {
        tacti_wide right;
        tacti_wide_mul(&u->c[i], s, &out->c[i]);
        tacti_wide_mul(&v->c[i], t, &right);
        tacti_wide_add(&out->c[i], &right, &out->c[i]);
    }
}

static inline bool tacti_wide3_is_zero(const tacti_wide3 *u) {
    return u->c[0].sign == 0 && u->c[1].sign == 0 && u->c[2].sign == 0;
}

static inline void tacti_wide3_negate(tacti_wide3 *u) {
    for (int i = 0; i < 3; i++)
        u->c[i].sign = -u->c[i].sign;
}

#endif
