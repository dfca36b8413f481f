/* SPDX-License-Identifier: MIT */
/* A half-space against another shape: one support point gives the distance. The placed half-space
 * is {y : n . (R^-1 (y - t)) <= c}. With N = cof(R) n = det(R) R^-T n that is N . (y - t) <= c det
 * R. Let |n| be the sum of magnitudes. The computed N errs by at most 16 u |n| in each coordinate:
 * four roundings of products that sum to at most 2.01 |n|, and the rounding of n itself. */
#include <math.h>

#include "closed/closed.h"
#include "search/gjk.h"

/* A half-space in the common frame: its normal, of length about 1, and the offset for that normal.
 */
typedef struct placed_plane {
    tact_vec3 normal, shift;
    double offset;  /* of normal . (y - shift) */
    double error;   /* of the offset */
    bool is_beyond; /* the true offset is even larger in magnitude */
} placed_plane;

/* Offsets are limited to this. A plane that is further away is placed there and marked is_beyond.
 */
#define MOST_OFFSET 0x1p1010

/* The offset for a normal of length 1. Normal and offset may have any exponents. So the quotient is
 * formed from numbers of about 1, and is 0 or infinite only if it exceeds the range of doubles. */
static double unit_offset(tact_plane plane) {
    int of_normal, of_offset;
    frexp(tacti_largest(plane.normal), &of_normal);
    double mantissa = frexp(plane.offset, &of_offset);
    tact_vec3 n = {ldexp(plane.normal.x, -of_normal), ldexp(plane.normal.y, -of_normal),
                   ldexp(plane.normal.z, -of_normal)};
    return ldexp(mantissa / tact_vec3_length(n), of_offset - of_normal);
}

static placed_plane place_plane(const tacti_body *body) {
    const double *m = body->pose->m;
    tact_plane plane = body->shape->core.plane;
    tact_vec3 n = tact_vec3_normalize(plane.normal);
    tact_vec3 row[3] = {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}};
    double coordinate[3];
    for (int i = 0; i < 3; i++)
        coordinate[i] = tacti_vec3_dot(tacti_vec3_cross(row[(i + 1) % 3], row[(i + 2) % 3]), n);
    double det = tacti_vec3_dot(row[0], tacti_vec3_cross(row[1], row[2]));
    placed_plane placed;
    placed.normal = (tact_vec3){coordinate[0], coordinate[1], coordinate[2]};
    placed.shift = (tact_vec3){m[3], m[7], m[11]};
    placed.offset = unit_offset(plane) * det;
    placed.is_beyond = tacti_abs(placed.offset) > MOST_OFFSET;
    if (placed.is_beyond)
        placed.offset = copysign(MOST_OFFSET, placed.offset);
    placed.error = 0x40p-53 * tacti_abs(placed.offset) + 0x1p-1000;
    return placed;
}

/* The bounds from those of the gap between the planes as placed. If a plane is beyond, the true gap
 * is even greater (negative offset) or even less (positive offset). */
static void finish(const tacti_bodies *bodies, double gap, double error, const placed_plane *a,
                   const placed_plane *b, tacti_closed *out) {
    bool is_wider = (a->is_beyond && a->offset < 0) || (b->is_beyond && b->offset < 0);
    bool is_deeper = (a->is_beyond && a->offset > 0) || (b->is_beyond && b->offset > 0);
    tacti_closed_finish(bodies, gap - error, gap + error, out);
    if (is_wider)
        out->upper = tacti_infinity();
    if (is_deeper)
        out->lower = -tacti_infinity();
}

/* Whether a rotation only swaps axes and their signs, so that it turns vectors without rounding. */
static bool is_whole(const double *m) {
    for (int i = 0; i < 12; i++)
        if (i % 4 != 3 && m[i] != 0 && tacti_abs(m[i]) != 1)
            return false;
    return true;
}

static bool are_turned_alike(const double *m, const double *n) {
    for (int i = 0; i < 12; i++)
        if (i % 4 != 3 && m[i] != n[i])
            return false;
    return true;
}

/* Whether the images of two half-spaces have opposite normals in real numbers, as far as the
 * numbers given tell. */
static bool are_opposite(const tacti_bodies *bodies) {
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    tact_vec3 n = a->shape->core.plane.normal, m = b->shape->core.plane.normal;
    if (!are_turned_alike(a->pose->m, b->pose->m)) {
        if (!is_whole(a->pose->m) || !is_whole(b->pose->m))
            return false;
        n = tact_pose_rotate(*a->pose, n);
        m = tact_pose_rotate(*b->pose, m);
    }
    return n.x == -m.x && n.y == -m.y && n.z == -m.z;
}

/* The gap between two half-spaces with opposite normals. */
static void measure_opposite(const tacti_bodies *bodies, const placed_plane *a,
                             const placed_plane *b, tacti_closed *out) {
    tact_vec3 between = tacti_vec3_sub(b->shift, a->shift);
    double along = tacti_vec3_dot(a->normal, between);
    double length = sqrt(tacti_vec3_dot(a->normal, a->normal));
    double gap = ((along - a->offset) - b->offset) / length;
    double error = 0x40p-53 * (tacti_sum_of(between) + bodies->radius) + (a->error + b->error) +
                   0x1p-52 * tacti_abs(along);
    error = error / length * (1 + 0x1p-40) + 0x1p-50 * tacti_abs(gap);
    tact_vec3 unit = tacti_vec3_scale(a->normal, 1 / length);
    out->direction = unit;
    out->point[0] = tacti_vec3_add(a->shift, tacti_vec3_scale(unit, a->offset / length));
    out->point[1] = tacti_vec3_add(out->point[0], tacti_vec3_scale(unit, gap));
    out->core[0] = out->core[1] = out->point[0];
    if (gap > 0)
        out->core[1] = out->point[1];
    finish(bodies, gap, error, a, b, out);
}

/* The intersection of two half-spaces is unbounded unless their normals are opposite. Rounding
 * leaves that open if they are rotated in different ways and the normals are nearly opposite. */
static void measure_two(const tacti_bodies *bodies, tacti_closed *out) {
    placed_plane a = place_plane(&bodies->body[0]), b = place_plane(&bodies->body[1]);
    if (are_opposite(bodies)) {
        measure_opposite(bodies, &a, &b, out);
        return;
    }
    tact_vec3 turn = tacti_vec3_cross(a.normal, b.normal);
    bool is_contact = tacti_largest(turn) > 0x1p-40 || tacti_vec3_dot(a.normal, b.normal) > 0;
    out->lower = -tacti_infinity();
    out->upper = is_contact ? -tacti_infinity() : tacti_infinity();
    out->direction = a.normal;
    out->point[0] = out->point[1] = out->core[0] = out->core[1] = a.shift;
}

void tacti_closed_half_space(const tacti_bodies *bodies, tacti_closed *out) {
    int side = bodies->body[0].kind == TACT_SHAPE_HALF_SPACE ? 0 : 1;
    if (bodies->body[1 - side].kind == TACT_SHAPE_HALF_SPACE) {
        measure_two(bodies, out);
        return;
    }
    TACTI_ASSERT(bodies->body[side].kind == TACT_SHAPE_HALF_SPACE);
    placed_plane plane = place_plane(&bodies->body[side]);
    const tacti_body *other = &bodies->body[1 - side];
    tact_vec3 back = {-plane.normal.x, -plane.normal.y, -plane.normal.z};
    tact_vec3 nearest = tacti_body_furthest(bodies, 1 - side, back);
    tact_vec3 from = tacti_vec3_sub(nearest, plane.shift);
    double along = tacti_vec3_dot(plane.normal, from);
    double error = 0x40p-53 * (tacti_sum_of(from) + bodies->radius) + 2 * other->slack +
                   plane.error + 0x1p-52 * tacti_abs(along);
    double length = sqrt(tacti_vec3_dot(plane.normal, plane.normal));
    double gap = (along - plane.offset) / length;
    error = error / length * (1 + 0x1p-40) + 0x1p-50 * tacti_abs(gap);
    tact_vec3 unit = tacti_vec3_scale(plane.normal, 1 / length);
    out->direction = side == 0 ? unit : tacti_vec3_scale(unit, -1);
    out->point[1 - side] = out->core[0] = out->core[1] = nearest;
    out->point[side] = tacti_vec3_sub(nearest, tacti_vec3_scale(unit, gap));
    if (gap > 0)
        out->core[side] = out->point[side];
    finish(bodies, gap, error, &plane, &plane, out);
}
