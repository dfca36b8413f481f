/* SPDX-License-Identifier: MIT */
/* Where rays go through triangles, eight at a time: the determinants of face_ray.c, with a triangle
 * per lane. The parameters are those of tacti_ray_face_parameter() to the bit. That function
 * computes the lanes that are not accurate enough or out of range.
 *
 * Compiled once per SIMD level. */
#include "base/assert.h"
#include "prim/batch_lanes.h"
#include "prim/twofold_lanes.h"

#include <float.h>

/* a b, with the low part in plain double. */
TACTI_ALWAYS_INLINE tacti_twofold8 multiply(tacti_twofold8 a, tacti_twofold8 b) {
    tacti_twofold8 product = tacti_twofold8_product(a.hi, b.hi);
    tacti_d8 rest = tacti_d8_add(tacti_d8_mul(a.hi, b.lo), tacti_d8_mul(a.lo, b.hi));
    return (tacti_twofold8){product.hi, tacti_d8_add(product.lo, rest)};
}

/* a - b, coordinate by coordinate. */
TACTI_ALWAYS_INLINE void difference(const tacti_v8 *a, const tacti_v8 *b, tacti_twofold8 out[3]) {
    out[0] = tacti_twofold8_sum(a->x, tacti_d8_negative(b->x));
    out[1] = tacti_twofold8_sum(a->y, tacti_d8_negative(b->y));
    out[2] = tacti_twofold8_sum(a->z, tacti_d8_negative(b->z));
}

/* Determinants of a first row and two others. */
typedef struct minors8 {
    tacti_twofold8 value[3];
    tacti_d8 permanent[3];
} minors8;

TACTI_ALWAYS_INLINE void minors_of(const tacti_twofold8 b[3], const tacti_twofold8 c[3],
                                   minors8 *out) {
    TACTI_UNROLL
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        tacti_twofold8 left = multiply(b[next], c[last]), right = multiply(b[last], c[next]);
        out->permanent[axis] = tacti_d8_add(tacti_d8_abs(left.hi), tacti_d8_abs(right.hi));
        tacti_twofold8 minor = tacti_twofold8_sum(left.hi, tacti_d8_negative(right.hi));
        minor.lo = tacti_d8_add(minor.lo, tacti_d8_sub(left.lo, right.lo));
        out->value[axis] = minor;
    }
}

/* The determinant of a row and two others. accurate receives the lanes in which it is certainly the
 * rounded one. */
TACTI_ALWAYS_INLINE tacti_d8 expand_by(const tacti_twofold8 row[3], const minors8 *rest,
                                       tacti_m8 *accurate) {
    tacti_twofold8 term[3];
    tacti_d8 part[3];
    TACTI_UNROLL
    for (int axis = 0; axis < 3; axis++) {
        term[axis] = multiply(row[axis], rest->value[axis]);
        part[axis] = tacti_d8_mul(tacti_d8_abs(row[axis].hi), rest->permanent[axis]);
    }
    tacti_twofold8 two = tacti_twofold8_sum(term[0].hi, term[1].hi);
    tacti_twofold8 all = tacti_twofold8_sum(two.hi, term[2].hi);
    tacti_d8 lo = tacti_d8_add(tacti_d8_add(term[0].lo, term[1].lo), term[2].lo);
    lo = tacti_d8_add(lo, tacti_d8_add(two.lo, all.lo));
    tacti_d8 permanent = tacti_d8_add(tacti_d8_add(part[0], part[1]), part[2]);
    return tacti_face_round(all.hi, lo, permanent, accurate);
}

TACTI_ALWAYS_INLINE tacti_m8 point_is_in_range(const tacti_v8 *p) {
    return tacti_m8_and(tacti_d8_is_safe(p->x),
                        tacti_m8_and(tacti_d8_is_safe(p->y), tacti_d8_is_safe(p->z)));
}

TACTI_ALWAYS_INLINE tacti_v8 points_load(const tacti_rows8 *rows) {
    tacti_d8 column[3];
    tacti_rows8_transpose(rows, column);
    return (tacti_v8){column[0], column[1], column[2]};
}

void TACTI_LEVELED(tacti_batch_face_parameters)(const tacti_triangle_source *source,
                                                const tacti_ray_batch *batch, double t[]) {
    tacti_ray_batch full = *batch;
    TACTI_ASSERT(batch->count >= 1 && batch->count <= TACTI_BATCH);
    for (uint32_t i = batch->count; i < TACTI_BATCH; i++) {
        full.triangle[i] = batch->triangle[0];
        full.ray[i] = batch->ray[0];
    }
    tacti_t8 triangles = tacti_t8_load(source, full.triangle);
    tacti_rows8 rows[2];
    TACTI_UNROLL
    for (int i = 0; i < TACTI_BATCH; i++) {
        tacti_rows8_set(&rows[0], i, &full.ray[i]->origin.x);
        tacti_rows8_set(&rows[1], i, &full.ray[i]->direction.x);
    }
    tacti_v8 origin = points_load(&rows[0]), direction = points_load(&rows[1]);
    tacti_v8 zero = {tacti_d8_set(0), tacti_d8_set(0), tacti_d8_set(0)};
    const tacti_v8 *v = triangles.v;
    tacti_twofold8 b[3], c[3], to_face[3], along[3];
    difference(&v[1], &v[0], b);
    difference(&v[2], &v[0], c);
    difference(&v[0], &origin, to_face);
    difference(&direction, &zero, along);
    minors8 rest;
    minors_of(b, c, &rest);
    tacti_m8 is_good, is_good_too;
    tacti_d8 numerator = expand_by(to_face, &rest, &is_good);
    tacti_d8 denominator = expand_by(along, &rest, &is_good_too);
    is_good = tacti_m8_and(is_good, is_good_too);
    for (int k = 0; k < 3; k++)
        is_good = tacti_m8_and(is_good, point_is_in_range(&v[k]));
    is_good = tacti_m8_and(is_good, point_is_in_range(&origin));
    is_good = tacti_m8_and(is_good, point_is_in_range(&direction));
    double found[TACTI_BATCH];
    tacti_d8_store(found, tacti_d8_min(tacti_d8_abs(tacti_d8_div(numerator, denominator)),
                                       tacti_d8_set(DBL_MAX)));
    uint32_t good = tacti_m8_bits(is_good);
    for (uint32_t i = 0; i < batch->count; i++)
        t[i] = (good >> i & 1) != 0
                   ? found[i]
                   : tacti_face_parameter_one(source, batch->triangle[i], batch->ray[i]);
}
