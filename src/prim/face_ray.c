/* SPDX-License-Identifier: MIT */
/* Where one ray goes through one triangle: the parameter of tacti_ray_face_parameter() to the bit,
 * with the axes in lanes. The numerator is in lanes 0 to 3, the denominator in lanes 4 to 7.
 *
 * tacti_ray_face_parameter() divides two determinants in double-double arithmetic, D.hi of D =
 * D.hi + D.lo, where D.hi is D rounded and |D - T| < 2^-101 P for the true determinant T and its
 * permanent P (exact/det.c). Here T is computed with a little less care: products of low parts are
 * dropped, and low parts are added in plain double. With u = 2^-53, and entries hi + lo, |lo| <= u
 * |hi|:
 * - A product of two differences b c: the exact product b.hi c.hi = P + E; rest = b.hi c.lo + b.lo
 *   c.hi with three roundings of at most 4 u^2 |b c| in all; b.lo c.lo, at most u^2 |b c|, is
 *   dropped; E + rest, at most 3.01 u |b c|, is rounded: 8.1 u^2 |b c|.
 * - A minor, p the sum of the magnitudes of its two products: the difference of the low parts and
 *   the error of the difference of the high parts are rounded by (3.1 + 4.1) u^2 p: 15.3 u^2 p in
 *   all; the low part is at most 4.1 u p.
 * - A term, f times a minor: f.hi low and f.lo high are rounded by (4.1 + 1.1 + 5.2) u^2 |f| p;
 *   f.lo low, 4.1 u^2 |f| p, is dropped; the sum with the error of the exact product is rounded by
 *   6.3 u^2 |f| p: with that of the minor 36.1 u^2 |f| p. The low part is at most 6.4 u |f| p.
 * - The sum of three terms: high parts are added without error. Five sums of low parts, of at most
 *   8.6 u P each, are rounded by 43 u^2 P.
 * In all below 80 u^2 P < 2^-99.6 P, with the error of D below 2^-99 P. TACTI_FACE_ERROR is eight
 * times that, which also covers the roundings of P. If the high part plus the low part, less or
 * more TACTI_FACE_ERROR P, rounds to one and the same number, so does D, because rounding is
 * monotone. If in addition that number exceeds 2^-44 P, D passes the test of
 * tacti_det3_two_values() too.
 *
 * Compiled once per SIMD level. */
#include "base/lanes_half.h"
#include "math/pose_lanes.h"
#include "prim/batch_kernels.h"
#include "prim/twofold_lanes.h"

#include <float.h>

/* The columns of a pose, each in both halves. The last is the translation. */
TACTI_ALWAYS_INLINE void columns_of(const tact_pose *pose, tacti_d8 column[4]) {
    tacti_d8 row[3];
    tacti_load_poses(pose->m, pose->m, row);
    tacti_d8_columns(row, column);
}

/* Two vertices placed by a pose, one in each half. The fourth lanes are arbitrary. */
TACTI_ALWAYS_INLINE tacti_d8 place(const tacti_d8 column[4], const tact_vec3 *lo,
                                   const tact_vec3 *hi) {
    tacti_d8 x = tacti_d8_mul(column[0], tacti_d8_halves(lo->x, hi->x));
    tacti_d8 y = tacti_d8_mul(column[1], tacti_d8_halves(lo->y, hi->y));
    tacti_d8 z = tacti_d8_mul(column[2], tacti_d8_halves(lo->z, hi->z));
    return tacti_d8_add(tacti_d8_add(tacti_d8_add(x, y), z), column[3]);
}

/* The sum of the first three lanes of each half, in its first lane: the parts that are added
 * without error, the error of that, and the sum of others. */
typedef struct face_sums {
    tacti_d8 hi, lo, permanent;
} face_sums;

TACTI_ALWAYS_INLINE face_sums add_axes(tacti_d8 hi, tacti_d8 lo, tacti_d8 permanent) {
    tacti_d8 hi_y = tacti_d8_next_axes(hi), lo_y = tacti_d8_next_axes(lo);
    tacti_d8 permanent_y = tacti_d8_next_axes(permanent);
    tacti_twofold8 two = tacti_twofold8_sum(hi, hi_y);
    tacti_twofold8 all = tacti_twofold8_sum(two.hi, tacti_d8_next_axes(hi_y));
    lo = tacti_d8_add(tacti_d8_add(lo, lo_y), tacti_d8_next_axes(lo_y));
    permanent = tacti_d8_add(tacti_d8_add(permanent, permanent_y), tacti_d8_next_axes(permanent_y));
    return (face_sums){all.hi, tacti_d8_add(lo, tacti_d8_add(two.lo, all.lo)), permanent};
}

/* The minors of the vectors in the two halves of bc times the vectors in the halves of f. The
 * minors in the upper half have the opposite sign. */
TACTI_ALWAYS_INLINE face_sums expand(const tacti_twofold8 *bc, const tacti_twofold8 *f) {
    tacti_twofold8 next = {tacti_d8_next_axes(bc->hi), tacti_d8_next_axes(bc->lo)};
    tacti_twofold8 last = {tacti_d8_swap_halves(tacti_d8_next_axes(next.hi)),
                           tacti_d8_swap_halves(tacti_d8_next_axes(next.lo))};
    tacti_twofold8 product = tacti_twofold8_product(next.hi, last.hi);
    tacti_d8 rest = tacti_d8_add(tacti_d8_mul(next.hi, last.lo), tacti_d8_mul(next.lo, last.hi));
    tacti_d8 low = tacti_d8_add(product.lo, rest);
    tacti_d8 other = tacti_d8_swap_halves(product.hi);
    tacti_twofold8 minor = tacti_twofold8_sum(product.hi, tacti_d8_negative(other));
    tacti_d8 permanent = tacti_d8_add(tacti_d8_abs(product.hi), tacti_d8_abs(other));
    minor.lo = tacti_d8_add(minor.lo, tacti_d8_sub(low, tacti_d8_swap_halves(low)));
    tacti_twofold8 term = tacti_twofold8_product(f->hi, minor.hi);
    rest = tacti_d8_add(tacti_d8_mul(f->hi, minor.lo), tacti_d8_mul(f->lo, minor.hi));
    return add_axes(term.hi, tacti_d8_add(term.lo, rest),
                    tacti_d8_mul(tacti_d8_abs(f->hi), permanent));
}

double TACTI_LEVELED(tacti_face_parameter)(const tacti_triangle_source *source, uint32_t number,
                                           const tact_ray *ray) {
    tact_vec3 unpacked[3];
    const tact_vec3 *corner[3];
    if (source->compact == NULL) {
        const uint32_t *index = source->indices + 3 * (size_t)number;
        for (int k = 0; k < 3; k++)
            corner[k] = &source->vertices[index[k]];
    } else {
        tacti_compact_corners(source->compact, number, unpacked);
        for (int k = 0; k < 3; k++)
            corner[k] = &unpacked[k];
    }
    tacti_d8 column[4];
    columns_of(source->pose, column);
    tacti_d8 ends = place(column, corner[1], corner[2]);
    tacti_d8 start = place(column, corner[0], corner[0]);
    tacti_d8 line = tacti_d8_load_threes(&ray->origin.x, &ray->direction.x, 0);
    tacti_m8 is_safe = tacti_m8_and(tacti_m8_and(tacti_d8_is_safe(ends), tacti_d8_is_safe(start)),
                                    tacti_d8_is_safe(line));
    tacti_twofold8 bc = tacti_twofold8_sum(ends, tacti_d8_negative(start));
    tacti_d8 to = tacti_d8_join_halves(start, line);
    tacti_d8 from = tacti_d8_join_halves(line, tacti_d8_set(0));
    tacti_twofold8 f = tacti_twofold8_sum(to, tacti_d8_negative(from));
    face_sums sums = expand(&bc, &f);
    tacti_m8 is_good;
    tacti_d8 value = tacti_face_round(sums.hi, sums.lo, sums.permanent, &is_good);
    if ((tacti_m8_bits(is_safe) & 0x77) != 0x77 || (tacti_m8_bits(is_good) & 0x11) != 0x11)
        return tacti_face_parameter_one(source, number, ray);
    double numerator, denominator;
    tacti_d8_firsts(value, &numerator, &denominator);
    double t = fabs(numerator / denominator);
    return t < DBL_MAX ? t : DBL_MAX;
}
