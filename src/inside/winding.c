/* SPDX-License-Identifier: MIT */
/* Winding numbers: exact ones of watertight meshes by a ray (inside.c), and generalised ones of
 * open meshes as sums of solid angles with a proven bound (A. Jacobson, L. Kavan,
 * O. Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers",
 * 2013).
 *
 * A node contributes the estimate of moments.c if the bound of its error is small enough. Otherwise
 * its children contribute, down to triangles (solid_angle.c). The permitted bound of one estimate
 * is guessed first, because the cheapest sums have estimates with about equal bounds. If the bounds
 * add up to too much, the sum starts again with a smaller permitted bound. */
#include <math.h>

#include "base/assert.h"
#include "bvh/bvh.h"
#include "inside/interiors.h"
#include "frame/placed.h"
#include "math/vec.h"
#include "inside/inside.h"
#include "inside/interior.h"
#include "frame/placed_triangle.h"
#include "probe/probe.h"
#include "inside/solid_angle.h"

/* ---- Watertight meshes -------------------------------------------------------------------- */

/* Whether a point is certainly outside the box of a placed mesh. */
static bool is_outside(const tacti_probe *probe, tact_vec3 point) {
    double error;
    tact_vec3 x = tacti_vec3_abs(tacti_probe_local(probe, point, &error));
    double limit = 1 + 0x1p-20 + (probe->error + error);
    return x.x > limit || x.y > limit || x.z > limit;
}

/* Bounds that hold for every point: no triangle is seen under more than half of the full angle. */
static tacti_winding unknown_winding(const tacti_bvh *bvh) {
    double most = 0.5 * bvh->triangle_count;
    return (tacti_winding){.lower = -most, .upper = most};
}

static tacti_winding whole_winding(const tacti_placed *mesh, const tacti_probe *probe,
                                   tact_vec3 point, tacti_meter *meter) {
    tacti_winding winding = {.is_exact = true};
    if (mesh->bvh->triangle_count == 0 || is_outside(probe, point))
        return winding;
    tacti_near near = {
        .at = {point}, .count = 1, .except = TACT_NO_TRIANGLE, .tests_surface = true};
    tacti_near_winding found = tacti_winding_near(mesh, &near, meter);
    if (tacti_meter_is_stopped(meter))
        return unknown_winding(mesh->bvh);
    winding.number = winding.lower = winding.upper = found.all;
    winding.is_on_surface = found.is_on_surface;
    return winding;
}

/* ---- Open meshes: a sum of estimates ------------------------------------------------------ */

typedef struct angle_walk {
    const tacti_placed *mesh;
    const tacti_winding_moments *moments;
    tacti_meter *meter;
    tact_vec3 point;
    tacti_viewpoint view;
    double allowed;        /* error of the whole sum */
    double share;          /* allowed error of one estimate */
    tacti_angle_sum exact; /* of the triangles that were looked at */
    tacti_twofold sum;     /* of the estimates */
    double size;           /* sum of the magnitudes of the estimates */
    double error;          /* sum of the errors of the estimates */
    /* Work that the meter does not know yet; tests includes triangles. After pause tests the meter
     * must be asked. */
    uint64_t tests, triangles, pause;
} angle_walk;

/* Adds the work to the meter. */
static void settle(angle_walk *walk) {
    tacti_meter *meter = walk->meter;
    TACTI_ASSERT(walk->triangles <= walk->tests);
    meter->work.box_tests += walk->tests - walk->triangles;
    meter->work.triangle_tests += walk->triangles;
    walk->tests = walk->triangles = 0;
    uint64_t spent = tacti_meter_tests(meter);
    walk->pause = meter->pace.pause > spent ? meter->pace.pause - spent : 0;
}

static bool goes_on(angle_walk *walk) {
    settle(walk);
    bool is_on = tacti_meter_goes_on(walk->meter);
    settle(walk);
    return is_on;
}

static void look_at_node(angle_walk *walk, uint32_t node) {
    if (walk->tests >= walk->pause && !goes_on(walk))
        return;
    if (walk->share > 0) {
        double error;
        walk->tests++;
        double half = tacti_winding_moments_half_angle(walk->moments, node, &walk->view, &error);
        if (error <= walk->share) {
            tacti_twofold next = tacti_twofold_sum(walk->sum.hi, half);
            walk->sum = (tacti_twofold){next.hi, walk->sum.lo + next.lo};
            walk->size += fabs(half);
            walk->error += error;
            return;
        }
    }
    const tacti_bvh *bvh = walk->mesh->bvh;
    const tacti_node *n = &bvh->nodes[node];
    TACTI_ASSERT(node < bvh->node_count && n->inner_count <= n->child_count);
    for (uint32_t i = 0; i < n->inner_count && walk->error <= walk->allowed; i++)
        look_at_node(walk, n->first_child + i);
    uint32_t leaf_count = (uint32_t)n->child_count - n->inner_count;
    for (uint32_t i = 0; i < leaf_count; i++) {
        tact_triangle t =
            tacti_placed_triangle(walk->mesh, tacti_bvh_triangle_at(bvh, n->first_leaf + i));
        tacti_angle_sum_add(&walk->exact, &t, &walk->point);
    }
    walk->tests += leaf_count;
    walk->triangles += leaf_count;
}

/* Computes a sum with estimates that are off by at most share each. False if they are off by too
 * much together; a sum without estimates is always good enough. */
static bool add_up(angle_walk *walk, double share) {
    TACTI_ASSERT(share >= 0);
    walk->share = share;
    walk->exact = (tacti_angle_sum){.count = 0};
    walk->sum = (tacti_twofold){0, 0};
    walk->size = walk->error = 0;
    look_at_node(walk, 0);
    return walk->error == 0 || walk->error + tacti_angle_sum_error(&walk->exact) <= walk->allowed;
}

#define TWO_PI 0x1.921fb54442d18p2

static tacti_winding winding_from(const angle_walk *walk) {
    tacti_twofold sum = tacti_twofold_sum(walk->exact.sum.hi, walk->sum.hi);
    sum.lo += walk->exact.sum.lo + walk->sum.lo;
    /* Rounding of the sums, of the quotient and of the bounds. */
    double size = walk->size + fabs(walk->exact.sum.hi);
    double error = tacti_angle_sum_error(&walk->exact) + walk->error;
    error = (error * (1 + 0x1p-20) + 0x1p-48 * size) / TWO_PI;
    double number = (sum.hi + sum.lo) / TWO_PI;
    tacti_winding winding = {.number = number, .is_on_surface = walk->exact.is_on_surface};
    winding.lower = tacti_next_down(number - error);
    winding.upper = tacti_next_up(number + error);
    return winding;
}

/* The expected number of estimates in a sum. An estimate of what is seen under an angle s has a
 * relative error of about s^3. So s is the cube root of the error, and the number is the square of
 * 1 / s. The factor is measured. The error must not be 0. */
static double expected_estimates(double error) {
    TACTI_ASSERT(error > 0);
    double count = 6;
    for (int i = error < 1 ? tacti_exponent(error) : 0; i < 0; i++)
        count *= 1.5874; /* 2^(2/3) */
    return count;
}

/* From more than this many sizes of the mesh away, every triangle is looked at: the moments would
 * leave the range of their proof. */
#define FAR_AWAY 0x1p200

static void look_from(angle_walk *walk, const tacti_probe *probe) {
    tacti_viewpoint *view = &walk->view;
    view->point = tacti_probe_local(probe, walk->point, &view->error);
    view->defect = probe->placement.defect;
    double placement = probe->placement.error * probe->per_unit;
    double distance = sqrt(tacti_vec3_dot(view->point, view->point));
    /* The transpose is used as the inverse, and the centre is placed too. */
    view->error += 4 * view->defect * distance + 4 * placement;
    view->jitter = 2 * placement + 0x1p-51;
    if (!(distance <= FAR_AWAY))
        walk->allowed = 0;
}

/* The walk must have the mesh, its moments, the point and the meter. */
static tacti_winding open_winding(angle_walk *walk, const tacti_probe *probe, double error) {
    if (probe->bvh->triangle_count == 0)
        return (tacti_winding){.number = 0};
    walk->allowed = tacti_min(error, 1) * TWO_PI * (1 - 0x1p-10);
    look_from(walk, probe);
    settle(walk);
    double share = walk->allowed > 0x1p-60 ? walk->allowed / expected_estimates(error) : 0;
    while (!add_up(walk, share) && !tacti_meter_is_stopped(walk->meter))
        share = share > 0x1p-100 ? share / 8 : 0;
    settle(walk);
    return tacti_meter_is_stopped(walk->meter) ? unknown_winding(probe->bvh) : winding_from(walk);
}

/* ---- Public ------------------------------------------------------------------------------- */

tact_status tacti_winding_number(const tacti_filled *mesh, tact_vec3 point, double error,
                                 tacti_meter *meter, tacti_winding *out) {
    if (mesh == NULL || mesh->interior == NULL || out == NULL || !(error >= 0))
        return TACT_INVALID_ARGUMENT;
    if (!tacti_vec3_is_finite(point))
        return TACT_NOT_FINITE;
    tacti_placed placed = {mesh->interior->bvh, mesh->pose};
    tacti_probe probe;
    tact_status status = tacti_probe_make(&placed, &probe);
    if (status != TACT_OK)
        return status;
    tacti_meter unlimited = tacti_meter_make(UINT64_MAX, NULL);
    if (meter == NULL)
        meter = &unlimited;
    if (placed.bvh->is_watertight || placed.bvh->triangle_count == 0) {
        *out = whole_winding(&placed, &probe, point, meter);
        return TACT_OK;
    }
    TACTI_ASSERT(mesh->interior->moments != NULL);
    angle_walk walk = {
        .mesh = &placed, .moments = mesh->interior->moments, .meter = meter, .point = point};
    *out = open_winding(&walk, &probe, error);
    return TACT_OK;
}

/* ---- Inside or outside --------------------------------------------------------------------- */

int tacti_point_in_filled(const tacti_filled *mesh, tact_vec3 point, tacti_meter *meter,
                          bool *is_on_surface) {
    static const double errors[] = {0.125, 0.02, 0};
    tacti_winding w = {.number = 0};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (tacti_winding_number(mesh, point, errors[i], meter, &w) != TACT_OK ||
            (meter != NULL && tacti_meter_is_stopped(meter)))
            return 0;
        if (is_on_surface != NULL)
            *is_on_surface = w.is_on_surface;
        double whole = floor(w.number + 0.5), margin = w.is_exact ? 0 : TACTI_WINDING_MARGIN;
        if (w.lower >= whole - margin && w.upper <= whole + margin)
            return whole != 0 ? 1 : -1;
        /* Proven to be between two margins: refining would not change that. */
        double below = floor(w.lower);
        if (w.lower > below + margin && w.upper < below + 1 - margin)
            return 0;
    }
    return 0;
}
