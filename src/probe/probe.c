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

/* ---- The mesh ----------------------------------------------------------------------------- */

tact_status tacti_probe_make(const tacti_placed *placed, tacti_probe *out) {
    tacti_placement placement;
    tact_status status = tacti_placed_check(placed, &placement);
    if (status != TACT_OK)
        return status;
    const tacti_bvh *bvh = placed->bvh;
    double defect = placement.defect;
    out->bvh = bvh;
    out->source = (tacti_triangle_source){bvh->vertices, bvh->indices, &placed->pose, bvh->compact};
    out->center = tacti_pose_place(&placed->pose, bvh->center);
    out->unit = tacti_power_of_two(bvh->exponent);
    out->per_unit = tacti_power_of_two(-bvh->exponent);
    out->error = 6 * defect + 4 * placement.error * out->per_unit + 0x1p-70;
    out->slack = 1 + 2 * defect;
    out->placement = placement;
    return TACT_OK;
}

tact_vec3 tacti_probe_local(const tacti_probe *probe, tact_vec3 point, double *error) {
    return tacti_probe_local_here(probe, point, error);
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
    if (!(error <= TACTI_MOST_PROBE_ERROR) || !(length <= 0x1p100)) {
        out->inflation = TACTI_BLIND_INFLATION;
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

/* ---- Rays --------------------------------------------------------------------------------- */

bool tacti_ray_test(const tacti_ray_walk *walk, uint32_t triangle, tacti_mesh_hit *hit) {
    TACTI_ASSERT(triangle < walk->probe->bvh->triangle_count);
    tact_triangle t = tacti_triangle_place(&walk->probe->source, triangle);
    tact_ray_hit found = tact_triangle_intersect_ray(&t, walk->ray);
    if (found.kind == TACT_OVERLAP_NONE || !(found.t_enter <= walk->t_max))
        return false;
    *hit = (tacti_mesh_hit){found.t_enter, triangle, found.enter};
    return true;
}
