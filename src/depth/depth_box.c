/* SPDX-License-Identifier: MIT */
/* The depth of two boxes from the fifteen axes of sat_box.h.
 *
 * Let D be the difference of the images of both boxes under their matrices, in real numbers. Its
 * faces have the normals a_k x a_l, b_k x b_l and a_i x b_j, and the depth is the least of the
 * support values h along these. For each axis sat_box.h computes h times the length of the axis, up
 * to margin. The margin includes the rounding of the placed corners. Two more errors remain.
 *
 * 1. Taking a_i instead of a_k x a_l turns the direction by no more than the skew s. It changes h
 * by s times the largest difference, 3.5 S, which is less than margin again.
 *
 * 2. Edges a_i and b_j that are nearly parallel, at an angle of d, give no axis in floating point.
 * Turn b_j by d to make them parallel: points of b move by at most 2 d V and directions of the
 * other normals by 2 d. The depth and the values of h then change by less than 10 d S, and the axis
 * a_i x b_j disappears. There are at most three such pairs, so that the depth is at least the least
 * h of the other axes less 32 d S. */
#include "depth/depth.h"

#include <math.h>

#include "base/assert.h"
#include "base/simd.h"
#include "search/sat_box.h"

/* Squared sines below this are computed anew from the product of the edges. */
#define SMALL_SQUARE 0x1p-16
/* Edges count as parallel if their sine is at most this. */
#define PARALLEL 0x1p-45
/* If the bounds differ by more than this, relative to the depth, the search decides. */
#define GOOD_WIDTH 0x1p-21
/* Products of a direction with an edge up to this count as 0. */
#define NO_TILT 0x1p-46
#define MOST_ROUNDS 8

static tact_vec3 column_of(const tacti_body *body, int i) {
    const double *m = body->pose->m;
    return (tact_vec3){m[i], m[4 + i], m[8 + i]};
}

static double half_of(const tacti_body *body, int i) {
    return tacti_vec3_get(body->shape->core.half_extents, (unsigned)i);
}

/* ---- The axis ----------------------------------------------------------------------------- */

/* The least of all support values so far. */
typedef struct least_axis {
    double value, error; /* of the best axis, divided by its length */
    int axis;
    double lower;    /* of all axes */
    double parallel; /* except pairs of edges with sines up to this */
} least_axis;

static void take_axis(const tacti_box_axes *axes, int axis, double length, least_axis *least) {
    double value = -axes->separation[axis] / length, error = axes->margin / length;
    least->lower = tacti_min(least->lower, value - 2 * error);
    if (value < least->value) {
        least->value = value;
        least->error = error;
        least->axis = axis;
    }
}

static void take_cross(const tacti_bodies *bodies, const tacti_box_axes *axes, int axis,
                       least_axis *least) {
    TACTI_ASSERT(axis >= 8 && axis < 20);
    double square = axes->square[axis - 8];
    double rest = -axes->separation[axis] - 2 * axes->margin;
    /* Skips an axis that is worse than the best one despite its error. */
    if (rest > 0 && rest * rest > least->value * least->value * (square + 0x1p-40))
        return;
    double length;
    if (square > SMALL_SQUARE)
        length = sqrt(square);
    else {
        tact_vec3 cross = tacti_vec3_cross(column_of(&bodies->body[0], (axis - 8) / 4),
                                           column_of(&bodies->body[1], axis % 4));
        length = sqrt(tacti_vec3_dot(cross, cross));
        if (length <= PARALLEL) {
            least->parallel = tacti_max(length, least->parallel);
            return;
        }
    }
    take_axis(axes, axis, length, least);
}

static void find_axis(const tacti_bodies *bodies, const tacti_box_axes *axes, least_axis *least) {
    *least = (least_axis){.value = tacti_infinity(), .lower = tacti_infinity(), .axis = -1};
    for (int i = 0; i < 3; i++) {
        take_axis(axes, i, 1, least);
        take_axis(axes, 4 + i, 1, least);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            take_cross(bodies, axes, 8 + 4 * i + k, least);
}

/* ---- Points ------------------------------------------------------------------------------- */

/* The corner, edge or face of a box that is furthest along a direction. */
typedef struct feature {
    const tacti_body *body;
    tact_vec3 middle;
    int free_count;
    int free[3]; /* axes along which it extends */
} feature;

static feature find_feature(const tacti_body *body, tact_vec3 n) {
    const double *m = body->pose->m;
    feature f = {.body = body, .middle = {m[3], m[7], m[11]}};
    for (int i = 0; i < 3; i++) {
        tact_vec3 u = column_of(body, i);
        double along = tacti_vec3_dot(n, u), half = half_of(body, i);
        if (tacti_abs(along) <= NO_TILT)
            f.free[f.free_count++] = i;
        else
            f.middle = tacti_vec3_add(f.middle, tacti_vec3_scale(u, along > 0 ? half : -half));
    }
    return f;
}

/* The point of the feature nearest to another. */
static tact_vec3 nearest_of(const feature *f, tact_vec3 to) {
    tact_vec3 r = tacti_vec3_sub(to, f->middle), p = f->middle;
    for (int i = 0; i < f->free_count; i++) {
        tact_vec3 u = column_of(f->body, f->free[i]);
        double half = half_of(f->body, f->free[i]), t = tacti_vec3_dot(r, u);
        t = tacti_max(-half, tacti_min(t, half));
        p = tacti_vec3_add(p, tacti_vec3_scale(u, t));
    }
    return p;
}

/* The point of a's edge at which two crossing edges meet. */
static tact_vec3 crossing(const feature *a, const feature *b, tact_vec3 step) {
    TACTI_ASSERT(a->free_count == 1 && b->free_count == 1);
    tact_vec3 u = column_of(a->body, a->free[0]), v = column_of(b->body, b->free[0]);
    tact_vec3 r = tacti_vec3_add(tacti_vec3_sub(b->middle, a->middle), step);
    double c = tacti_vec3_dot(u, v), square = 1 - c * c;
    double t = (tacti_vec3_dot(r, u) - c * tacti_vec3_dot(r, v)) / square;
    return tacti_vec3_add(a->middle, tacti_vec3_scale(u, t));
}

/* Points of both features whose difference is the step, by alternating projections. The first point
 * is already right unless two faces, or an edge and a face, lie on each other. */
static bool find_points(const tacti_bodies *bodies, tact_vec3 n, double depth, tact_vec3 point[2]) {
    feature a = find_feature(&bodies->body[0], n);
    feature b = find_feature(&bodies->body[1], (tact_vec3){-n.x, -n.y, -n.z});
    tact_vec3 step = tacti_vec3_scale(n, depth), at = a.middle;
    if (a.free_count == 1 && b.free_count == 1)
        at = crossing(&a, &b, step);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        point[1] = nearest_of(&b, tacti_vec3_sub(at, step));
        at = tacti_vec3_add(point[1], step);
        point[0] = nearest_of(&a, at);
        if (tacti_largest(tacti_vec3_sub(point[0], at)) <= 0x1p-49 * bodies->size)
            return true;
        at = point[0];
    }
    return false;
}

tacti_box_ending tacti_depth_boxes(const tacti_bodies *bodies, tacti_core_depth *out) {
    tacti_box_axes axes;
    least_axis least;
    tacti_box_axes_at(bodies->level)(bodies, true, &axes);
    if (axes.best >= 0) {
        const tacti_body *body = bodies->body;
        out->direction = tacti_box_axis(body[0].pose, body[1].pose, &axes, axes.best);
        return TACTI_BOXES_APART;
    }
    find_axis(bodies, &axes, &least);
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    double sizes = (a->reach + b->reach) + (a->shift + b->shift);
    double rest = least.value * (2 * bodies->skew + 0x1p-49);
    out->value = least.value;
    out->lower = least.lower - 32 * least.parallel * sizes - rest;
    out->upper = least.value + least.error + rest;
    if (!(out->lower > 0 && out->upper - out->lower <= GOOD_WIDTH * out->upper))
        return TACTI_BOXES_OPEN;
    TACTI_ASSERT(least.axis >= 0);
    out->is_contact = true;
    out->direction = tact_vec3_normalize(tacti_box_axis(a->pose, b->pose, &axes, least.axis));
    return find_points(bodies, out->direction, out->value, out->point) ? TACTI_BOXES_DEEP
                                                                       : TACTI_BOXES_OPEN;
}
