/* SPDX-License-Identifier: MIT */
/* Winding numbers: exact ones of closed meshes by a ray (inside.c), generalised ones of other
 * meshes as sums of solid angles (A. Jacobson, L. Kavan, O. Sorkine-Hornung, "Robust inside-outside
 * segmentation using generalized winding numbers", 2013), with a proven bound.
 *
 * The sum starts with the root's estimate (sums.c). As long as the bound is too wide, the estimate
 * with the widest one is replaced by those of the node's children, and triangles by their own solid
 * angles (solid_angle.c). Estimates whose own bound is too wide already are replaced at once. */
#include <math.h>

#include "math/vec.h"
#include "query/inside.h"
#include "query/interior.h"
#include "query/placed.h"
#include "query/probe.h"
#include "query/solid_angle.h"

/* ---- Closed meshes ------------------------------------------------------------------------ */

/* Whether a point is certainly outside of the box of a placed mesh. */
static bool is_outside(const tacti_probe *probe, tact_vec3 point) {
    double error;
    tact_vec3 x = tacti_vec3_abs(tacti_probe_local(probe, point, &error));
    double limit = 1 + 0x1p-20 + (probe->error + error);
    return x.x > limit || x.y > limit || x.z > limit;
}

static tact_winding closed_winding(const tact_placed *mesh, const tacti_probe *probe,
                                   tact_vec3 point) {
    tact_winding winding = {.is_exact = true};
    if (mesh->bvh->triangle_count == 0 || is_outside(probe, point))
        return winding;
    tacti_near near = {
        .at = {point}, .count = 1, .except = TACT_NO_TRIANGLE, .tests_surface = true};
    tacti_near_winding found = tacti_winding_near(mesh, &near);
    winding.number = winding.lower = winding.upper = found.all;
    winding.is_on_surface = found.is_on_surface;
    return winding;
}

/* ---- Open meshes: a sum of estimates ------------------------------------------------------ */

/* A node that stands for all below it. */
typedef struct estimate {
    double error;
    double half_angle;
    uint32_t node;
} estimate;

/* More than are needed for any error that is worth stating; with more, nodes are opened. */
#define MOST_ESTIMATES 512

typedef struct angle_walk {
    const tact_placed *mesh;
    const tacti_sums *sums;
    tact_vec3 point;
    tacti_viewpoint view;
    double allowed;        /* the error of the whole */
    tacti_angle_sum exact; /* of the triangles that were looked at */
    uint32_t count;        /* of estimates, a heap: the widest error first */
    double estimate_error; /* their sum, rounded */
    estimate estimates[MOST_ESTIMATES];
} angle_walk;

static void sift_up(angle_walk *walk, estimate added) {
    uint32_t at = walk->count++;
    for (; at > 0 && walk->estimates[(at - 1) / 2].error < added.error; at = (at - 1) / 2)
        walk->estimates[at] = walk->estimates[(at - 1) / 2];
    walk->estimates[at] = added;
}

static estimate take_widest(angle_walk *walk) {
    estimate widest = walk->estimates[0], last = walk->estimates[--walk->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t next = 2 * at + 1;
        if (next + 1 < walk->count && walk->estimates[next + 1].error > walk->estimates[next].error)
            next++;
        if (next >= walk->count || walk->estimates[next].error <= last.error)
            break;
        walk->estimates[at] = walk->estimates[next];
        at = next;
    }
    walk->estimates[at] = last;
    return widest;
}

static void open_node(angle_walk *walk, uint32_t node);

static void look_at_node(angle_walk *walk, uint32_t node) {
    estimate e = {.node = node};
    if (walk->count < MOST_ESTIMATES && walk->allowed > 0) {
        e.half_angle = tacti_sums_half_angle(walk->sums, node, &walk->view, &e.error);
        if (e.error <= walk->allowed) {
            walk->estimate_error += e.error;
            sift_up(walk, e);
            return;
        }
    }
    open_node(walk, node);
}

static void open_node(angle_walk *walk, uint32_t node) {
    const tact_bvh *bvh = walk->mesh->bvh;
    const tacti_node *n = &bvh->nodes[node];
    for (uint32_t i = 0; i < n->inner_count; i++)
        look_at_node(walk, n->first_child + i);
    for (uint32_t i = 0; i < (uint32_t)n->child_count - n->inner_count; i++) {
        tact_triangle t = tacti_placed_triangle(walk->mesh, bvh->order[n->first_leaf + i]);
        tacti_angle_sum_add(&walk->exact, &t, &walk->point);
    }
}

/* The sum of the estimates' errors goes up and down, so it is taken anew once it seems enough. */
static bool is_close_enough(angle_walk *walk) {
    double exact = tacti_angle_sum_error(&walk->exact);
    if (exact + walk->estimate_error > walk->allowed)
        return false;
    double sum = 0;
    for (uint32_t i = 0; i < walk->count; i++)
        sum += walk->estimates[i].error;
    walk->estimate_error = sum;
    return exact + sum <= walk->allowed;
}

#define TWO_PI 0x1.921fb54442d18p2

static tact_winding winding_from(const angle_walk *walk) {
    tacti_twofold sum = walk->exact.sum;
    double error = tacti_angle_sum_error(&walk->exact), size = fabs(sum.hi);
    for (uint32_t i = 0; i < walk->count; i++) {
        tacti_twofold next = tacti_twofold_sum(sum.hi, walk->estimates[i].half_angle);
        sum = (tacti_twofold){next.hi, sum.lo + next.lo};
        error += walk->estimates[i].error;
        size += fabs(walk->estimates[i].half_angle);
    }
    /* Rounding of the sum, of the quotient and of the bounds. */
    error = (error * (1 + 0x1p-30) + 0x1p-48 * size) / TWO_PI;
    double number = (sum.hi + sum.lo) / TWO_PI;
    tact_winding winding = {.number = number, .is_on_surface = walk->exact.is_on_surface};
    winding.lower = tacti_next_down(number - error);
    winding.upper = tacti_next_up(number + error);
    return winding;
}

/* From further away than this many sizes of the mesh every triangle is looked at: the sums would
 * leave the range of their proof. */
#define FAR_AWAY 0x1p200

/* placement is the error of a placed coordinate. */
static void look_from(angle_walk *walk, const tacti_probe *probe, double placement) {
    tacti_viewpoint *view = &walk->view;
    view->point = tacti_probe_local(probe, walk->point, &view->error);
    view->defect = tacti_pose_defect(&walk->mesh->pose);
    placement *= probe->per_unit;
    double distance = sqrt(tacti_vec3_dot(view->point, view->point));
    /* The transpose is taken for the inverse, and the centre is placed too. */
    view->error += 4 * view->defect * distance + 4 * placement;
    view->jitter = 2 * placement + 0x1p-51;
    if (!(distance <= FAR_AWAY))
        walk->allowed = 0;
}

static tact_winding open_winding(const tact_filled *mesh, const tact_placed *placed,
                                 const tacti_probe *probe, double placement, tact_vec3 point,
                                 double error) {
    if (placed->bvh->triangle_count == 0)
        return (tact_winding){.number = 0};
    angle_walk walk;
    walk.mesh = placed;
    walk.sums = mesh->interior->sums;
    walk.point = point;
    walk.allowed = error * TWO_PI * (1 - 0x1p-20);
    walk.exact = (tacti_angle_sum){.count = 0};
    walk.count = 0;
    walk.estimate_error = 0;
    look_from(&walk, probe, placement);
    look_at_node(&walk, 0);
    while (walk.count > 0 && !is_close_enough(&walk)) {
        estimate widest = take_widest(&walk);
        walk.estimate_error -= widest.error;
        open_node(&walk, widest.node);
    }
    return winding_from(&walk);
}

/* ---- Public ------------------------------------------------------------------------------- */

tact_status tact_winding_number(const tact_filled *mesh, tact_vec3 point, double error,
                                tact_winding *out) {
    if (mesh == NULL || mesh->interior == NULL || out == NULL || !(error >= 0))
        return TACT_INVALID_ARGUMENT;
    if (!tacti_vec3_is_finite(point))
        return TACT_NOT_FINITE;
    tact_placed placed = {mesh->interior->bvh, mesh->pose};
    double placement;
    tacti_probe probe;
    tact_status status = tacti_placed_check(&placed, &placement);
    if (status == TACT_OK)
        status = tacti_probe_make(&placed, &probe);
    if (status != TACT_OK)
        return status;
    *out = placed.bvh->is_closed ? closed_winding(&placed, &probe, point)
                                 : open_winding(mesh, &placed, &probe, placement, point, error);
    return TACT_OK;
}
