/* SPDX-License-Identifier: MIT */
/* Local coordinates of a placed mesh for rays and points, and the proofs that culling with them is
 * safe.
 *
 * Notation as in mesh_pair.c: u = 2^-53, f = 2^-24; a vertex has exact local coordinates x, |x_i|
 * <= 1, |x| < 1.7321; it stands in the mesh at c + s x and is placed at w = R (c + s x) + t + d
 * with |d_i| <= P. The same holds for every point of a triangle, as a mean of its corners. C is the
 * placed centre, which errs by at most P per coordinate, too.
 *
 * 1. The local coordinates of any point p of the world are X(p) = R^T (p - C) / s. For a point of
 *    the mesh X(w) = R^T R x + R^T d' / s with |d'_i| <= 2 P. With R^T R = 1 + E, |E| <= 3 defect
 *    in norm: |X(w) - x| <= 3 defect 1.7321 + 1.00001 * 3.4642 P / s. The probe's error is
 *    6 defect + 4 P / s + 2^-70, the last for underflow (units are at least 2^-1000).
 * 2. X(p) is computed by one subtraction, a scaling that is exact up to underflow, three products
 *    and two sums: each coordinate errs by at most 4.01 u |p - C|_1 / s, the vector by 7 u of it.
 *    The stated error is 8 u of it plus 2^-1000.
 * 3. Lengths. |R^T v| <= (1 + 1.5 defect + ...) |v|, so a length in local coordinates is at most
 *    slack = 1 + 2 defect times the true one in units.
 * 4. Frames of nodes. Boxes hold Q x for the decoded Q. Walks turn by the quaternion itself, in
 *    float: n v + 2 (w u x v + u x (u x v)) with n = |q|^2, whole numbers q = (w, u). Each
 *    component of u x v errs by 2 f |u| |v|; the next product by 2 f |u|^2 |v| more and by |u|
 *    times the vector error of the first, 3.5 f |u| |v|; then 2 f of sums of at most 4 n |v|. In
 *    all below 2 (3 + 5.5) f + 8 f = 25 f times n |v| per component. The decoded Q differs from
 *    the exact rotation by at most 5 f per entry (s rounded: f; products of whole numbers are
 *    exact; a product and a difference: 2 f of at most 2), 15 f in norm, times |x|: 26 f. */
#include "bvh/bvh.h"
#include "frame/placed.h"
#include "probe/points.h"
#include "probe/probe.h"

#include <math.h>

#include "base/assert.h"
#include "math/vec.h"
#include "prim/ray.h"

/* ---- The mesh ----------------------------------------------------------------------------- */

tact_status tacti_probe_make(const tacti_placed *placed, tacti_probe *out) {
    tacti_placement placement;
    tact_status status = tacti_placed_check(placed, &placement);
    if (status != TACT_OK)
        return status;
    const tacti_bvh *bvh = placed->bvh;
    double defect = placement.defect;
    out->bvh = bvh;
    out->source = (tacti_triangle_source){bvh->vertices, bvh->indices, &placed->pose};
    out->center = tacti_pose_place(&placed->pose, bvh->center);
    out->unit = tacti_power_of_two(bvh->exponent);
    out->per_unit = tacti_power_of_two(-bvh->exponent);
    out->error = 6 * defect + 4 * placement.error * out->per_unit + 0x1p-70;
    out->slack = 1 + 2 * defect;
    out->placement = placement;
    return TACT_OK;
}

tact_vec3 tacti_probe_local(const tacti_probe *probe, tact_vec3 point, double *error) {
    tact_vec3 d = tacti_vec3_scale(tacti_vec3_sub(point, probe->center), probe->per_unit);
    *error = 0x8p-53 * ((fabs(d.x) + fabs(d.y)) + fabs(d.z)) + 0x1p-1000;
    return tacti_turn_back(probe->source.pose, d);
}

/* ---- The nearest point --------------------------------------------------------------------
 *
 * Near: a box's gap along an axis of the node's frame is computed from y = Q X. y errs by 26 f
 * |X| (by step 4, with the factor 1/n; and X itself is rounded to float), Q x by 26 f, and the
 * lower bound less y by f of at most |X| + 4 three times. In all below (42 + 32 |X|) f.
 *
 * Far: with g = X / |X|, |X - x| >= |X| - g . x. The height g . x of a box in the node's frame is
 * the sum of three products of a component of Q g, which errs by 27 f, and a bound below 4: less
 * than 3 * 4 * 27 f + 6 * 12 f + 26 f. */
#define NEAR_ERRORS 0x30p-24
#define NEAR_ERRORS_BY_DISTANCE 0x24p-24
#define FAR_ERRORS 0x200p-24

/* Points further than this from the centre are compared by heights. The bound then ignores the
 * distance from the line, at most 1.7321^2 / 32 of a unit. */
#define FAR_AWAY 16.0

/* If the error is larger than this, nothing is culled: the inflation exceeds the whole mesh. */
#define MOST_ERROR 0.25
#define BLIND_INFLATION 0x1p10F

void tacti_point_walk_begin(const tacti_probe *probe, tact_vec3 point, double limit,
                            tacti_point_walk *out) {
    double error;
    tact_vec3 x = tacti_probe_local(probe, point, &error);
    error += probe->error;
    double length = sqrt(tacti_vec3_dot(x, x));
    *out = (tacti_point_walk){.probe = probe,
                              .point = point,
                              .limit = limit,
                              .distance = HUGE_VAL,
                              .triangle = TACT_NO_TRIANGLE,
                              .least_left_out = HUGE_VAL};
    if (!(error <= MOST_ERROR) || !(length <= 0x1p100)) {
        out->inflation = BLIND_INFLATION;
        return;
    }
    double errors = NEAR_ERRORS + NEAR_ERRORS_BY_DISTANCE * length;
    out->is_far = length > FAR_AWAY;
    if (out->is_far) {
        x = tacti_vec3_scale(x, 1 / length);
        errors = FAR_ERRORS;
        out->height = length;
    }
    out->local[0] = (float)x.x;
    out->local[1] = (float)x.y;
    out->local[2] = (float)x.z;
    out->inflation = (float)((errors + error) * (1 + 0x1p-20));
}

/* ---- Rays ---------------------------------------------------------------------------------
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
#define BOX_ERRORS 0x100p-24

static const tacti_mesh_hit no_hit = {HUGE_VAL, TACT_NO_TRIANGLE, TACT_FEATURE_VERTEX_0};

static double largest(tact_vec3 v) {
    return tacti_max(tacti_max(fabs(v.x), fabs(v.y)), fabs(v.z));
}

/* The position of the line is unknown: all boxes count as hit, and all triangles are tested. */
static void set_blind(tacti_ray_walk *out) {
    out->direction[0] = 1;
    out->inflation = BLIND_INFLATION;
    out->s_min = -8;
    out->s_max = 8;
    out->s_error = HUGE_VAL;
    out->s_end = HUGE_VAL;
}

/* Prepares the filter of triangles. The error is in local coordinates. */
static void set_filter(tact_vec3 origin, tact_vec3 direction, double error, tacti_ray_walk *out) {
    const tacti_bvh *bvh = out->probe->bvh;
    double unit = out->probe->unit;
    tact_vec3 d = tacti_vec3_abs(direction);
    TACTI_ASSERT(largest(d) > 0.5);
    unsigned z = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
    out->axis[0] = (z + 1) % 3;
    out->axis[1] = (z + 2) % 3;
    out->axis[2] = z;
    tact_vec3 base = tacti_vec3_add(bvh->center, tacti_vec3_scale(origin, unit));
    for (int i = 0; i < 3; i++)
        out->base[i] = tacti_vec3_get(base, out->axis[i]);
    double per_along = 1 / tacti_vec3_get(direction, z);
    for (int i = 0; i < 2; i++)
        out->shear[i] = tacti_vec3_get(direction, out->axis[i]) * per_along;
    out->per_z = per_along * out->probe->per_unit;
    double vertex_error = unit * error + 0x4p-53 * (bvh->reach + 4 * unit);
    double e = 2 * vertex_error + 0x12cp-53 * unit, m = 8 * unit;
    out->corner_error = e;
    out->side_error = 4 * m * e + 2 * e * e + 0x5p-53 * m * m;
    out->hit_error = 4 * (vertex_error * out->probe->per_unit) + 0x80p-53 + out->s_error;
    /* Products of two coordinates neither underflow nor overflow. */
    out->has_filter = unit > 0x1p-400 && unit < 0x1p490;
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

static float cut_to_range(double s, double margin) {
    return (float)(tacti_max(-3, tacti_min(3, s)) + margin);
}

static void set_line(tact_vec3 x, tact_vec3 direction, double length, double l1,
                     tacti_ray_walk *out) {
    TACTI_ASSERT(length > 0);
    double error = 0x20p-53 * l1 + 0x40p-53 + out->probe->error; /* line_error and the probe's */
    direction = tacti_vec3_scale(direction, 1 / length);
    out->start = -tacti_vec3_dot(x, direction);
    x = tacti_vec3_add(x, tacti_vec3_scale(direction, out->start));
    double radius = 1.7322 + error;
    out->is_outside = tacti_vec3_dot(x, x) > radius * radius;
    if (out->is_outside)
        return;
    out->s_error = 0x40p-53 * (l1 + 4);
    out->s_end = out->speed * out->t_max - out->start;
    const double origin[3] = {x.x, x.y, x.z}, d[3] = {direction.x, direction.y, direction.z};
    for (int i = 0; i < 3; i++) {
        out->origin[i] = (float)origin[i];
        out->direction[i] = (float)d[i];
    }
    out->inflation = (float)((BOX_ERRORS + error) * (1 + 0x1p-20));
    double margin = out->s_error + 0x1p-18;
    out->s_min = cut_to_range(-out->start, -margin);
    out->s_max = cut_to_range(out->s_end, margin);
    set_filter(x, direction, error, out);
}

/* Sets what all kinds of rays need. Members that only the filter or the line needs are not set. */
static void set_common(const tacti_probe *probe, const tact_ray *ray, double t_max,
                       tacti_ray_walk *out) {
    out->probe = probe;
    out->ray = *ray;
    out->t_max = t_max;
    out->hit = no_hit;
    out->meter = NULL;
    out->least_left_out = HUGE_VAL;
    for (int i = 0; i < 3; i++)
        out->origin[i] = out->direction[i] = 0;
    out->is_outside = false;
    out->has_filter = false;
    out->speed = out->start = 0;
}

void tacti_ray_walk_begin(const tacti_probe *probe, const tact_ray *ray, double t_max,
                          tacti_ray_walk *out) {
    set_common(probe, ray, t_max, out);
    double error;
    tact_vec3 x = tacti_probe_local(probe, ray->origin, &error);
    if (!(4 * error + 0x40p-53 + probe->error <= MOST_ERROR)) {
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
    double length = sqrt(tacti_vec3_dot(d, d));
    out->speed = length * tacti_power_of_two(speed_exponent);
    set_line(x, d, length, error * 0x1p50, out);
}

bool tacti_ray_test(const tacti_ray_walk *walk, uint32_t triangle, tacti_mesh_hit *hit) {
    TACTI_ASSERT(triangle < walk->probe->bvh->triangle_count);
    tact_triangle t = tacti_triangle_place(&walk->probe->source, triangle);
    tact_ray_hit found = tact_triangle_intersect_ray(&t, walk->ray);
    if (found.kind == TACT_OVERLAP_NONE || !(found.t_enter <= walk->t_max))
        return false;
    *hit = (tacti_mesh_hit){found.t_enter, triangle, found.enter};
    return true;
}

tacti_mesh_hit tacti_ray_pierce(const tacti_ray_walk *walk, uint32_t triangle) {
    TACTI_ASSERT(triangle < walk->probe->bvh->triangle_count);
    tact_triangle t = tacti_triangle_place(&walk->probe->source, triangle);
    return (tacti_mesh_hit){tacti_ray_face_parameter(&t, &walk->ray), triangle, TACT_FEATURE_FACE};
}
