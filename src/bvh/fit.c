/* SPDX-License-Identifier: MIT */
/* Fits a box to a mesh: along the principal axes of its vertices, or along the coordinate axes if
 * that box is smaller.
 *
 * Rounding. A local coordinate errs by at most 2^-52 (node.h). A coordinate along an axis of length
 * one, the sum of three products, errs by at most 3 * 2^-52 from that and by 6 u, u = 2^-53, from
 * its own roundings: below 2^-49. Centre and half extent are rounded once each, by at most 2 u, so
 * an end of the interval is off by at most 4 u more. In all below 2^-48: TACTI_FIT_RESIDUAL. */
#include "bvh/fit.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "bvh/node.h"
#include "math/vec.h"

/* Whether a vertex may be one that a triangle uses: others may lie anywhere. */
static bool is_local(tact_vec3 x) {
    return tacti_abs(x.x) <= 1 && tacti_abs(x.y) <= 1 && tacti_abs(x.z) <= 1;
}

/* tacti_bvh_local() with what does not change in variables: a loop otherwise computes them anew for
 * every vertex. */
typedef struct local_units {
    tact_vec3 center;
    double scale;
} local_units;

static local_units local_units_of(const tacti_bvh *bvh) {
    return (local_units){bvh->center, tacti_power_of_two(-bvh->exponent)};
}

TACTI_ALWAYS_INLINE tact_vec3 to_local(local_units to, tact_vec3 v) {
    return (tact_vec3){(v.x - to.center.x) * to.scale, (v.y - to.center.y) * to.scale,
                       (v.z - to.center.z) * to.scale};
}

/* The sums of products of coordinates, around the mean of the vertices. Also bounds the vertices
 * along the coordinate axes. */
static tact_mat3 covariance(const tacti_bvh *bvh, double lo[3], double hi[3]) {
    uint32_t count = tact_mesh_vertex_count(bvh->mesh);
    const local_units to = local_units_of(bvh);
    double sum[3] = {0, 0, 0}, square[6] = {0, 0, 0, 0, 0, 0}, used = 0;
    tact_vec3 least = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, most = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 x = to_local(to, bvh->vertices[i]);
        if (!is_local(x))
            continue;
        used += 1;
        least = tacti_vec3_min(x, least);
        most = tacti_vec3_max(x, most);
        sum[0] += x.x;
        sum[1] += x.y;
        sum[2] += x.z;
        square[0] += x.x * x.x;
        square[1] += x.x * x.y;
        square[2] += x.x * x.z;
        square[3] += x.y * x.y;
        square[4] += x.y * x.z;
        square[5] += x.z * x.z;
    }
    const double bounds[2][3] = {{least.x, least.y, least.z}, {most.x, most.y, most.z}};
    memcpy(lo, bounds[0], sizeof bounds[0]);
    memcpy(hi, bounds[1], sizeof bounds[1]);
    double per = used > 0 ? 1 / used : 0;
    double x = sum[0] * per, y = sum[1] * per, z = sum[2] * per;
    double xy = square[1] * per - x * y, xz = square[2] * per - x * z, yz = square[4] * per - y * z;
    return (tact_mat3){{{square[0] * per - x * x, xy, xz},
                        {xy, square[3] * per - y * y, yz},
                        {xz, yz, square[5] * per - z * z}}};
}

static void set_extent(tacti_fitted_box *box, const double lo[3], const double hi[3]) {
    for (int k = 0; k < 3; k++) {
        box->center[k] = lo[k] / 2 + hi[k] / 2;
        box->half[k] = (hi[k] - lo[k]) / 2;
    }
}

/* Sets the extent of the box along its axes. */
static void measure(const tacti_bvh *bvh, tacti_fitted_box *box) {
    uint32_t count = tact_mesh_vertex_count(bvh->mesh);
    const local_units to = local_units_of(bvh);
    const tacti_fitted_box axes = *box;
    double lo[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 x = to_local(to, bvh->vertices[i]);
        if (!is_local(x))
            continue;
        TACTI_UNROLL
        for (int k = 0; k < 3; k++) {
            const double *axis = axes.axis[k];
            double along = (axis[0] * x.x + axis[1] * x.y) + axis[2] * x.z;
            lo[k] = tacti_min(along, lo[k]);
            hi[k] = tacti_max(along, hi[k]);
        }
    }
    set_extent(box, lo, hi);
}

static double surface(const tacti_fitted_box *box) {
    const double *h = box->half;
    return (h[0] * h[1] + h[1] * h[2]) + h[2] * h[0];
}

/* Whether the axes are orthonormal up to TACTI_FIT_DEFECT. */
static bool is_orthonormal(const tacti_fitted_box *box) {
    bool is_good = true;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            const double *a = box->axis[i], *b = box->axis[j];
            double entry = ((a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]) - (i == j);
            is_good &= tacti_abs(entry) <= TACTI_FIT_DEFECT / 2; /* the rest is rounding */
        }
    return is_good;
}

void tacti_bvh_fit(tacti_bvh *bvh) {
    tacti_fitted_box plain = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, turned;
    if (bvh->triangle_count == 0)
        return;
    double lo[3], hi[3];
    tact_eigen3 principal = tact_mat3_symmetric_eigen(covariance(bvh, lo, hi));
    set_extent(&plain, lo, hi);
    bvh->box = plain;
    memcpy(turned.axis, principal.vectors.m, sizeof turned.axis);
    if (!is_orthonormal(&turned))
        return;
    measure(bvh, &turned);
    if (surface(&turned) < surface(&plain))
        bvh->box = turned;
}
