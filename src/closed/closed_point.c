/* SPDX-License-Identifier: MIT */
/* A ball and a solid: box, cylinder, cone or ellipsoid. The centre c of the ball is moved to the
 * frame of the solid, in which its signed distance has a formula.
 *
 * Let (R, t) be the pose, d = c - t and R^T R = I + E. The centre is x = R^-1 d in that frame;
 * y = R^T d = x + E x is computed. R changes lengths by factors between 1 - |E| and 1 + |E|. So the
 * distance of c to the placed solid, or the depth, differs from that of x by at most |E| times
 * itself. That of x differs from that of y by at most |E| |x|. Let s be the distance or depth of a
 * solid of reach V around the origin; |s| <= |x| + V. The whole error is at most
 *     |E| (2 |d| + V) + 16 u |d|, plus the error of the formula.
 * The term 16 u |d| (|d| by the sum of magnitudes) is the rounding of y, that of d included. The
 * vertices of a placed box are rounded, each coordinate by at most 4.01 u (3.01 V + T), as in
 * body.h. */
#include "closed/closed.h"

#include <math.h>

/* The error of a formula in the frame of the solid, as a fraction of |y| + V. */
#define FORMULA_ERROR 0x10p-53

/* Squares of smaller pairs underflow, which costs up to 2^-450 in a length. From this size on, that
 * is less than a quarter of the formula's error. */
#define LEAST_SIZE 0x1p-390

/* A bound of |R^T R - I|: the magnitudes of its entries, plus three roundings of each entry. */
static double defect_of(const tact_pose *pose) {
    const double *m = pose->m;
    double xx = (m[0] * m[0] + m[4] * m[4]) + m[8] * m[8];
    double yy = (m[1] * m[1] + m[5] * m[5]) + m[9] * m[9];
    double zz = (m[2] * m[2] + m[6] * m[6]) + m[10] * m[10];
    double xy = (m[0] * m[1] + m[4] * m[5]) + m[8] * m[9];
    double yz = (m[1] * m[2] + m[5] * m[6]) + m[9] * m[10];
    double zx = (m[2] * m[0] + m[6] * m[4]) + m[10] * m[8];
    double lengths = tacti_max(tacti_max(tacti_abs(xx - 1), tacti_abs(yy - 1)), tacti_abs(zz - 1));
    double angles = (tacti_abs(xy) + tacti_abs(yz)) + tacti_abs(zx);
    return lengths + angles + 0x10p-53;
}

static tact_vec3 turn(const tact_pose *pose, tact_vec3 v) {
    const double *m = pose->m;
    return (tact_vec3){(m[0] * v.x + m[1] * v.y) + m[2] * v.z,
                       (m[4] * v.x + m[5] * v.y) + m[6] * v.z,
                       (m[8] * v.x + m[9] * v.y) + m[10] * v.z};
}

static double sign_of(double x) {
    return x >= 0 ? 1 : -1;
}

/* ---- Boxes -------------------------------------------------------------------------------- */

static void point_box(tact_vec3 half, tact_vec3 y, tacti_point_gap *out) {
    tact_vec3 over = tacti_vec3_sub(tacti_vec3_abs(y), half);
    tact_vec3 zero = {0, 0, 0};
    tact_vec3 out_of = tacti_vec3_max(over, zero);
    double square = tacti_vec3_dot(out_of, out_of);
    double most = tacti_max(tacti_max(over.x, over.y), over.z);
    /* Along an axis: beyond one face only, inside, or if a square would underflow. */
    bool is_plain = !(square > 0x1p-900) || (over.x > 0) + (over.y > 0) + (over.z > 0) == 1;
    if (is_plain) {
        out->gap = most;
        out->normal = over.x == most   ? (tact_vec3){sign_of(y.x), 0, 0}
                      : over.y == most ? (tact_vec3){0, sign_of(y.y), 0}
                                       : (tact_vec3){0, 0, sign_of(y.z)};
        return;
    }
    double length = sqrt(square);
    out->gap = length;
    out->normal =
        (tact_vec3){sign_of(y.x) * (out_of.x / length), sign_of(y.y) * (out_of.y / length),
                    sign_of(y.z) * (out_of.z / length)};
}

/* The corners of a box whose combination is the point of the box nearest to y. They belong to the
 * face or edge of that point, and form the simplex of Kuhn's triangulation that contains it: from
 * the least to the greatest corner, in the order of the coordinates. */
static void set_corners(tact_vec3 half, tact_vec3 y, int side, tacti_closed *out) {
    uint32_t corner = 0, axis[3] = {0, 0, 0};
    double share[3];
    int count = 0;
    for (unsigned i = 0; i < 3; i++) {
        double h = tacti_vec3_get(half, i), v = tacti_vec3_get(y, i);
        if (!(tacti_abs(v) < h)) {
            corner |= (uint32_t)(v > 0) << i;
            continue;
        }
        double t = 0.5 + 0.5 * (v / h);
        int at = count++;
        TACTI_ASSERT(at < 3);
        for (; at > 0 && share[at - 1] < t; at--) {
            share[at] = share[at - 1];
            axis[at] = axis[at - 1];
        }
        share[at] = t;
        axis[at] = i;
    }
    double before = 1;
    TACTI_ASSERT(count <= 3);
    for (int i = 0; i <= count; i++) {
        double next = i < count ? share[i] : 0;
        out->at[i][side] = corner;
        out->at[i][1 - side] = 0;
        out->weight[i] = before - next;
        before = next;
        if (i < count)
            corner |= 1u << axis[i];
    }
    out->pair_count = (uint32_t)count + 1;
}

/* A lower bound of f along the outward normal n of the box. The slack of body.h bounds the error.
 */
static double box_value(const tacti_body *box, tact_vec3 c, tact_vec3 n, double defect,
                        uint32_t *corner) {
    tact_vec3 m = tacti_turn_back(box->pose, n);
    *corner = (uint32_t)(m.x >= 0) | (uint32_t)(m.y >= 0) << 1 | (uint32_t)(m.z >= 0) << 2;
    tact_vec3 w = tacti_vec3_sub(c, tacti_body_vertex(box, *corner));
    double products = (tacti_abs(n.x * w.x) + tacti_abs(n.y * w.y)) + tacti_abs(n.z * w.z);
    double value = tacti_vec3_dot(n, w) - (tacti_sum_of(n) * box->slack + 0x5p-53 * products);
    return value -
           defect * tacti_abs(value); /* the length of n differs from 1 by up to half the defect */
}

/* ---- Cylinders and cones ------------------------------------------------------------------ */

/* The outward normal from its components across and along the axis. */
static tact_vec3 around(tact_vec3 y, double across, double part, double along) {
    if (across > 0x1p-1000)
        return (tact_vec3){y.x / across * part, y.y / across * part, along};
    tact_vec3 unit = tact_vec3_normalize((tact_vec3){y.x, y.y, 0});
    return across > 0 ? (tact_vec3){unit.x * part, unit.y * part, along}
                      : (tact_vec3){part, 0, along};
}

/* The distance from the axis. */
static double across_of(tact_vec3 y) {
    double square = y.x * y.x + y.y * y.y;
    return square > 0x1p-900 ? sqrt(square) : tact_vec3_length((tact_vec3){y.x, y.y, 0});
}

static void point_cylinder(double radius, double height, tact_vec3 y, tacti_point_gap *out) {
    double across = across_of(y);
    double over_side = across - radius, over_end = tacti_abs(y.z) - height;
    double square = over_side * over_side + over_end * over_end;
    if (over_side > 0 && over_end > 0 && square > 0x1p-900) {
        out->gap = sqrt(square);
        out->normal = around(y, across, over_side / out->gap, sign_of(y.z) * (over_end / out->gap));
    } else if (over_side > over_end) {
        out->gap = over_side;
        out->normal = around(y, across, 1, 0);
    } else {
        out->gap = over_end;
        out->normal = (tact_vec3){0, 0, sign_of(y.z)};
    }
}

/* In the half-plane of the distance from the axis and of z, a cone is a triangle of the apex, the
 * rim and the centre of the base. Radius or height may be 0. */
static void point_cone(double radius, double height, tact_vec3 y, tacti_point_gap *out) {
    double across = across_of(y);
    double slant_square = radius * radius + 4 * (height * height), slant = sqrt(slant_square);
    if (!(slant_square > 0x1p-900)) { /* a point: the size is less than the error that is added */
        out->gap = tact_vec3_length(y);
        out->normal = out->gap > 0 ? tact_vec3_normalize(y) : (tact_vec3){0, 0, 1};
        return;
    }
    /* The outward normal of the side. */
    double part = 2 * height / slant, rise = radius / slant;
    double over_side = part * across + rise * (y.z - height), over_base = -height - y.z;
    double down = rise * across - part * (y.z - height); /* from the apex along the side */
    if (over_side > 0 && down >= 0 && down <= slant) {
        out->gap = over_side;
        out->normal = around(y, across, part, rise);
        return;
    }
    if (over_base > over_side && across <= radius) {
        out->gap = over_base;
        out->normal = (tact_vec3){0, 0, -1};
        return;
    }
    /* Above a needle and beside a disc, the lines of the side and of the base do not suffice. */
    bool is_inside = !(over_side > 0) && !(over_base > 0) && !(y.z > height) && !(across > radius);
    bool is_apex = down < 0;
    double to_side = across - (is_apex ? 0 : radius), to_end = y.z - (is_apex ? height : -height);
    double square = to_side * to_side + to_end * to_end;
    if (is_inside || !(square > 0x1p-900)) {
        out->gap = over_side;
        out->normal = around(y, across, part, rise);
        return;
    }
    out->gap = sqrt(square);
    out->normal = around(y, across, to_side / out->gap, to_end / out->gap);
}

/* ---- The pair ----------------------------------------------------------------------------- */

static bool find_gap(const tacti_body *solid, tact_vec3 y, tacti_point_gap *out) {
    const tact_shape *shape = solid->shape;
    switch (solid->kind) {
    case TACT_SHAPE_BOX:
        point_box(shape->core.half_extents, y, out);
        break;
    case TACT_SHAPE_CYLINDER:
        point_cylinder(shape->core.round.radius, shape->core.round.half_height, y, out);
        break;
    case TACT_SHAPE_CONE:
        point_cone(shape->core.round.radius, shape->core.round.half_height, y, out);
        break;
    case TACT_SHAPE_ELLIPSOID:
        return tacti_point_ellipsoid(shape->core.half_extents, y, out);
    default:
        return false;
    }
    double error = FORMULA_ERROR * (tacti_sum_of(y) + 2 * solid->reach);
    out->lower = out->gap - error;
    out->upper = out->gap + error;
    return true;
}

bool tacti_closed_point(const tacti_bodies *bodies, int side, tacti_closed *out) {
    TACTI_ASSERT((side == 0 || side == 1) && bodies->body[1 - side].kind == TACT_SHAPE_SPHERE);
    const tacti_body *solid = &bodies->body[side];
    const double *m = solid->pose->m, *at = bodies->body[1 - side].pose->m;
    if (solid->kind == TACT_SHAPE_HULL)
        return false;
    tact_vec3 c = {at[3], at[7], at[11]};
    tact_vec3 d = {c.x - m[3], c.y - m[7], c.z - m[11]};
    double defect = defect_of(solid->pose);
    if (!(defect <= TACTI_CLOSED_DEFECT))
        return false;
    tact_vec3 y = tacti_turn_back(solid->pose, d);
    tacti_point_gap gap;
    if (!find_gap(solid, y, &gap))
        return false;
    double length = tacti_sum_of(d);
    if (!(length + solid->reach > LEAST_SIZE))
        return false;
    double error = defect * (2 * length + 2 * solid->reach) + 0x10p-53 * length;
    double lower = gap.lower - error, upper = gap.upper + error;
    tact_vec3 n = turn(solid->pose, gap.normal);
    if (solid->kind == TACT_SHAPE_BOX) {
        double rounding = 0x8p-53 * (3.01 * solid->reach + solid->shift);
        upper += rounding;
        lower = box_value(solid, c, n, defect, &out->extreme[side]);
        out->extreme[1 - side] = 0;
        /* If the box contains the centre, the corners are a proof only if the radius exceeds the
         * error. */
        if (gap.gap > 0 || 2 * (error + rounding) < bodies->radius)
            set_corners(solid->shape->core.half_extents, y, side, out);
    }
    out->direction = side == 0 ? n : (tact_vec3){-n.x, -n.y, -n.z};
    out->point[1 - side] = out->core[0] = out->core[1] = c;
    out->point[side] = tacti_vec3_sub(c, tacti_vec3_scale(n, gap.gap));
    if (gap.gap > 0)
        out->core[side] = out->point[side];
    tacti_closed_finish(bodies, lower, upper, out);
    return true;
}
