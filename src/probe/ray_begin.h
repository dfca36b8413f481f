/* SPDX-License-Identifier: MIT */
/* How a walk along a ray begins: the line in local coordinates, the inflation of boxes, and the
 * filter of triangles. u, f and the steps are those of probe.c.
 *
 * With O = X(o) of the ray's origin, L = |O|_1 and D = R^T d / |R^T d| computed: O errs by 8 u L
 * (tacti_probe_local), D by 16 u. A = O - (O . D) D, the point of the line next to the local
 * origin, is off the true line by at most 8 u L + 16 u L + 4 u L, and A + s D for |s| <= 2 by 32 u
 * more: line_error. No point of the mesh is further than 1.7321 from the local origin, so a line
 * with A beyond that and all errors misses, and hits have |s| <= 2 while errors are below 1/4.
 *
 * Parameters. s = speed t - start, speed = |R^T d| / unit, start = -O . D: relative errors of 20 u
 * of speed, of u twice and of 10 u of t as tact_triangle_intersect_ray() rounds it, on magnitudes
 * of at most L + 4: s_error is 64 u (L + 4).
 *
 * Boxes. In a node's frame a point of the ray is a + s b, a = Q A and b = Q D. Both err by 25 f of
 * lengths 2 and 1 (times |s| <= 2), and A and D are rounded to float; Q x errs by 26 f: below 140 f
 * in all. The slab test computes (plane - a) / b by a division, three products and three sums on
 * numbers of magnitude at most 8 / b, which moves planes by at most 64 f. A component of b that is
 * raised to 2^-30 / n moves points by 2^-29. BOX_ERRORS covers all of these.
 *
 * Triangles. Taken back by R^T, which leaves signs of determinants as they are, a placed corner is
 * at unit (x + e), |e| <= probe error, from the centre. The filter takes corners as they are in the
 * mesh, less the line's base = c + unit A, which is rounded by u (reach + 2 unit), and subtracts
 * with u 4 unit: corners relative to the line err by e_v = unit (error + line_error) +
 * 4 u (reach + 4 unit). With the main axis z, |D_z| >= 0.577, shears err by 60 u; sheared x and y
 * are below 8 unit and err by 2 e_v + 300 u unit: corner_error e. With m the largest |x|, |y| of a
 * triangle, x_i y_j - y_i x_j errs by at most 4 m e + 2 e^2 + 4 u m^2.
 * If all three have one sign for certain, the line goes through the inside of a proper triangle. If
 * two have different signs for certain, the line misses the triangle. This holds without area, too,
 * because a line that meets a triangle without area has three zeros.
 * The hit is then the mean of the corners' z by the three weights w_i. Computed and true weights,
 * each with sum 1, differ by at most min(2, 12 B / W) in all, B the bound of a weight's error and W
 * their sum; corners' z err by e_v; rounding takes less than 64 u unit: hit_error is
 * 4 e_v / unit + 128 u + s_error. */
#ifndef TACTI_PROBE_RAY_BEGIN_H
#define TACTI_PROBE_RAY_BEGIN_H

#include <math.h>

#include "base/assert.h"
#include "base/sqrt.h"
#include "math/vec.h"
#include "probe/probe.h"

#define BOX_ERRORS 0x100p-24

static const tacti_mesh_hit no_hit = {HUGE_VAL, TACT_NO_TRIANGLE, TACT_FEATURE_VERTEX_0};

TACTI_ALWAYS_INLINE double largest(tact_vec3 v) {
    return tacti_max(tacti_max(fabs(v.x), fabs(v.y)), fabs(v.z));
}

/* The position of the line is unknown: all boxes count as hit, and all triangles are tested. */
static void set_blind(tacti_ray_walk *out) {
    out->direction[0] = 1;
    out->inflation = TACTI_BLIND_INFLATION;
    out->s_min = -8;
    out->s_max = 8;
    out->s_error = HUGE_VAL;
    out->s_end = HUGE_VAL;
}

/* A ray of zero direction is a point, treated as a short piece of any line. */
static void set_point(tact_vec3 x, double error, tacti_ray_walk *out) {
    out->is_outside = largest(x) > 2;
    out->origin[0] = (float)x.x;
    out->origin[1] = (float)x.y;
    out->origin[2] = (float)x.z;
    out->direction[0] = 1;
    out->inflation = (float)((BOX_ERRORS + error) * (1 + 0x1p-20));
    out->s_min = -out->inflation;
    out->s_max = out->inflation;
    out->s_error = HUGE_VAL;
    out->s_end = HUGE_VAL;
}

/* The axis of the largest magnitude, the first of several. */
TACTI_ALWAYS_INLINE unsigned main_axis(const double d[3]) {
    unsigned axis = fabs(d[1]) > fabs(d[0]);
    return fabs(d[2]) > fabs(d[axis]) ? 2 : axis;
}

/* Prepares the filter of triangles. Many rays meet no triangle's box, so this is done for the first
 * triangle. Axes are looked up in tables, because branches on the direction of a ray are often
 * mispredicted. */
TACTI_NEVER_INLINE void set_filter(tacti_ray_walk *out) {
    static const uint8_t axes[3][3] = {{1, 2, 0}, {2, 0, 1}, {0, 1, 2}};
    const tacti_bvh *bvh = out->probe->bvh;
    double unit = out->probe->unit;
    const double center[3] = {bvh->center.x, bvh->center.y, bvh->center.z};
    const uint8_t *axis = axes[main_axis(out->line_direction)];
    TACTI_ASSERT(fabs(out->line_direction[axis[2]]) > 0.5);
    for (int i = 0; i < 3; i++) {
        out->axis[i] = axis[i];
        out->base[i] = center[axis[i]] + out->line_origin[axis[i]] * unit;
    }
    double per_along = 1 / out->line_direction[axis[2]];
    for (int i = 0; i < 2; i++)
        out->shear[i] = out->line_direction[axis[i]] * per_along;
    out->per_z = per_along * out->probe->per_unit;
    double vertex_error = unit * out->line_error + 0x4p-53 * (bvh->reach + 4 * unit);
    double e = 2 * vertex_error + 0x12cp-53 * unit, m = 8 * unit;
    out->corner_error = e;
    out->side_error = 4 * m * e + 2 * e * e + 0x5p-53 * m * m;
    out->hit_error = 4 * (vertex_error * out->probe->per_unit) + 0x80p-53 + out->s_error;
    /* Products of two coordinates neither underflow nor overflow. */
    bool is_in_range = unit > 0x1p-400 && unit < 0x1p490;
    out->filter = is_in_range ? TACTI_FILTER_READY : TACTI_FILTER_NONE;
}

TACTI_ALWAYS_INLINE float cut_to_range(double s, double margin) {
    return (float)(tacti_max(-3, tacti_min(3, s)) + margin);
}

TACTI_ALWAYS_INLINE void set_line(tact_vec3 x, tact_vec3 direction, double l1,
                                  tacti_ray_walk *out) {
    double error = 0x20p-53 * l1 + 0x40p-53 + out->probe->error; /* line_error and the probe's */
    out->start = -tacti_vec3_dot(x, direction);
    x = tacti_vec3_add(x, tacti_vec3_scale(direction, out->start));
    double radius = 1.7322 + error;
    out->is_outside = tacti_vec3_dot(x, x) > radius * radius;
    if (out->is_outside)
        return;
    out->s_error = 0x40p-53 * (l1 + 4);
    out->s_end = out->speed * out->t_max - out->start;
    const double origin[3] = {x.x, x.y, x.z}, d[3] = {direction.x, direction.y, direction.z};
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        out->line_origin[i] = origin[i];
        out->line_direction[i] = d[i];
        out->origin[i] = (float)origin[i];
        out->direction[i] = (float)d[i];
    }
    out->line_error = error;
    out->inflation = (float)((BOX_ERRORS + error) * (1 + 0x1p-20));
    double margin = out->s_error + 0x1p-18;
    out->s_min = cut_to_range(-out->start, -margin);
    out->s_max = cut_to_range(out->s_end, margin);
    out->filter = TACTI_FILTER_LATER;
}

/* Sets what all kinds of rays need. Members that only the filter or the line needs are not set. */
TACTI_ALWAYS_INLINE void set_common(tacti_ray_walk *out) {
    out->hit = no_hit;
    out->least_left_out = HUGE_VAL;
    for (int i = 0; i < 3; i++)
        out->origin[i] = out->direction[i] = 0;
    out->is_outside = false;
    out->filter = TACTI_FILTER_NONE;
    out->speed = out->start = 0;
}

/* Sets everything except what the caller sets. */
TACTI_ALWAYS_INLINE void begin_ray(tacti_ray_walk *out) {
    const tacti_probe *probe = out->probe;
    const tact_ray *ray = &out->ray;
    set_common(out);
    double error;
    tact_vec3 x = tacti_probe_local_here(probe, ray->origin, &error);
    if (!(4 * error + 0x40p-53 + probe->error <= TACTI_MOST_PROBE_ERROR)) {
        set_blind(out);
        return;
    }
    double size = largest(ray->direction);
    if (size == 0) {
        set_point(x, error + probe->error, out);
        return;
    }
    int exponent = tacti_exponent(size), speed_exponent = exponent - probe->bvh->exponent;
    if (speed_exponent < -1000 || speed_exponent > 1000) {
        set_blind(out);
        return;
    }
    tact_vec3 d = {tacti_scale_by_power(ray->direction.x, -exponent),
                   tacti_scale_by_power(ray->direction.y, -exponent),
                   tacti_scale_by_power(ray->direction.z, -exponent)};
    d = tacti_turn_back(probe->source.pose, d);
    double length = tacti_sqrt(tacti_vec3_dot(d, d));
    TACTI_ASSERT(length > 0);
    out->speed = length * tacti_power_of_two(speed_exponent);
    set_line(x, tacti_vec3_scale(d, 1 / length), error * 0x1p50, out);
}

#endif
