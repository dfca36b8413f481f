/* SPDX-License-Identifier: MIT */
/* A convex shape in the local coordinates of a mesh, and the proof that culling with it is safe.
 *
 * Notation as in probe/probe.c: X(p) = R^T (p - C) / s; a point w of the mesh with local
 * coordinates x has |X(w) - x| <= E, the probe's error. u = 2^-53, f = 2^-24.
 *
 * 1. Outline. A point of the shape's core is p = R' v + t' + d, where v is a point of the core in
 *    the shape's coordinates and d the rounding of placed vertices, |d| <= 2 slack (shape/body.h).
 *    Then X(p) = turn (v / s) + X(t') + R^T d / s with turn = R^T R'. The computed turn errs by
 * less than 6 u per entry, and X(t') by 8 u of its size (tacti_probe_local). Let G be the sum of
 * the magnitudes of the numbers v / s of the core. An interval of a core along a row of Q turn is a
 *    sum of at most three products, or a root of such a sum. It errs by less than 32 u
 *    (G + |X(t')|). With E and the residual of boxes, outline.error is 2 (E + error of X(t') +
 *    2 slack / s) + 64 u (G + |X(t')|) + 2^-46. The factor 2 is for |Q| <= 1 + 16 f and the
 *    coordinates of a vector.
 * 2. Aims. For a direction n of the world, |n| <= 1 + 2^-19, and points w, p of mesh and core:
 *    n . (w - C) / s = g . x + e with g = R^T n, |e| <= E |n|; and n . (p - C) / s <= n . (q - C)
 *    / s + |n|_1 slack / s for the support point q. Computing both adds less than 16 u of |q - C|_1
 *    / s + 4. The error of an aim is E plus these, and lo and hi are moved outward by it. So a
 *    positive g . x - hi shows that the distance is at least (g . x - hi) s / |n|.
 * 3. Boxes hold Q x. g . x = (Q g) . (Q x) + e, |e| <= 16 f 1.7321 since |Q^T Q - 1| <= 16 f. With
 *    Q g in float and three products with numbers below 4, the error is less than 100 f in all:
 *    AIM_ERRORS in object_walk.c, which also accounts for the rounding of lo and hi to float. */
#include <math.h>

#include "base/assert.h"
#include "hull/hull.h"
#include "math/vec.h"
#include "object/object_walk.h"
#include "shape/traits.h"

/* ---- Support ------------------------------------------------------------------------------ */

tact_vec3 tacti_core_support(const tacti_body *body, tact_vec3 direction) {
    tact_vec3 m = tacti_turn_back(body->pose, direction);
    if (body->count == 0)
        return tacti_pose_place(body->pose, tacti_smooth_support(body->shape, m));
    if (body->hull != NULL)
        return tacti_body_vertex(body, tact_hull_support(body->hull, m, 0));
    if (body->kind == TACT_SHAPE_BOX) {
        tact_vec3 h = body->shape->core.half_extents;
        return tacti_pose_place(
            body->pose,
            (tact_vec3){m.x >= 0 ? h.x : -h.x, m.y >= 0 ? h.y : -h.y, m.z >= 0 ? h.z : -h.z});
    }
    uint32_t best = 0;
    for (uint32_t i = 1; i < body->count; i++)
        if (tacti_vec3_dot(m, tacti_body_local(body, i)) >
            tacti_vec3_dot(m, tacti_body_local(body, best)))
            best = i;
    return tacti_body_vertex(body, best);
}

/* ---- Aims --------------------------------------------------------------------------------- */

/* n . (q - C) in units, and a bound of its error. */
static double height_of(const tacti_probe *probe, tact_vec3 n, tact_vec3 q, double *error) {
    tact_vec3 d = tacti_vec3_scale(tacti_vec3_sub(q, probe->center), probe->per_unit);
    *error = 0x10p-53 * (tacti_sum_of(d) + 4) + 0x1p-60;
    return tacti_vec3_dot(n, d);
}

static void set_direction(const tacti_probe *probe, tact_vec3 n, tacti_aim *aim) {
    tact_vec3 g = tacti_turn_back(probe->source.pose, n);
    aim->n[0] = g.x;
    aim->n[1] = g.y;
    aim->n[2] = g.z;
}

void tacti_object_walk_aim(tacti_object_walk *walk, const tacti_body *body, tact_vec3 direction,
                           tact_vec3 support) {
    const tacti_probe *probe = walk->probe;
    TACTI_ASSERT(walk->aim_count >= 1 && walk->aim_count <= TACTI_AIMS);
    tacti_aim *aim = &walk->aim[walk->aim_count - 1];
    double error;
    double height = height_of(probe, direction, support, &error);
    error += 2 * probe->error + 2 * body->slack * probe->per_unit;
    set_direction(probe, direction, aim);
    aim->lo = -tacti_infinity();
    aim->hi = height + error;
    if (!(aim->hi < 0x1p100))
        aim->hi = tacti_infinity();
}

/* Adds an axis of the shape as an aim with both ends. */
static void add_axis(tacti_object_walk *walk, const tacti_body *body, int axis) {
    const double *m = body->pose->m;
    tact_vec3 n = {m[axis], m[4 + axis], m[8 + axis]};
    tact_vec3 back = {-n.x, -n.y, -n.z};
    TACTI_ASSERT(walk->aim_count < TACTI_AIMS);
    tacti_aim *aim = &walk->aim[walk->aim_count++];
    tacti_object_walk_aim(walk, body, back, tacti_core_support(body, back));
    double lo = -aim->hi;
    tacti_object_walk_aim(walk, body, n, tacti_core_support(body, n));
    aim->lo = lo;
}

/* Adds the border of a half-space as an aim; closed/closed_half_space.c has the normal. The error
 * is at most 64 u per unit between the mesh and the pose's origin. */
static void add_plane(tacti_object_walk *walk, const tacti_body *body) {
    const tacti_probe *probe = walk->probe;
    const double *m = body->pose->m;
    tact_plane plane = body->shape->core.plane;
    tact_vec3 n = tact_vec3_normalize(plane.normal);
    double length = tact_vec3_length(plane.normal);
    tact_vec3 row[3] = {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}};
    tact_vec3 placed = {tacti_vec3_dot(tacti_vec3_cross(row[1], row[2]), n),
                        tacti_vec3_dot(tacti_vec3_cross(row[2], row[0]), n),
                        tacti_vec3_dot(tacti_vec3_cross(row[0], row[1]), n)};
    double det = tacti_vec3_dot(row[0], tacti_vec3_cross(row[1], row[2]));
    double error;
    double height = height_of(probe, placed, (tact_vec3){m[3], m[7], m[11]}, &error);
    double offset = plane.offset / length * det * probe->per_unit;
    tacti_aim *aim = &walk->aim[walk->aim_count++];
    set_direction(probe, placed, aim);
    aim->lo = -tacti_infinity();
    aim->hi = (height + offset) + (8 * error + 2 * probe->error + 0x80p-53 * fabs(offset));
    if (!(aim->hi < 0x1p100))
        aim->hi = tacti_infinity();
}

static void set_no_aim(tacti_aim *aim) {
    *aim = (tacti_aim){{1, 0, 0}, -tacti_infinity(), tacti_infinity()};
}

static void set_aims(tacti_object_walk *walk, const tacti_body *body) {
    walk->aim_count = 0;
    if (body->kind == TACT_SHAPE_HALF_SPACE) {
        add_plane(walk, body);
        return;
    }
    if (body->kind == TACT_SHAPE_BOX || body->kind == TACT_SHAPE_HULL)
        for (int axis = 0; axis < 3; axis++)
            add_axis(walk, body, axis);
    if (body->kind == TACT_SHAPE_CYLINDER || body->kind == TACT_SHAPE_CONE)
        add_axis(walk, body, 2);
    TACTI_ASSERT(walk->aim_count < TACTI_AIMS);
    set_no_aim(&walk->aim[walk->aim_count++]);
}

/* ---- The outline -------------------------------------------------------------------------- */

/* A hull of at most this many vertices is projected for every node, instead of its box. */
#define FEW_VERTICES 128

static void put(double out[3], tact_vec3 v, double scale) {
    out[0] = v.x * scale;
    out[1] = v.y * scale;
    out[2] = v.z * scale;
}

/* Sets the numbers of the core. Returns the sum of their magnitudes. */
static double set_core(tacti_outline *outline, const tact_shape *shape, double per_unit) {
    const tacti_shape_traits *traits = tacti_shape_traits_of(shape->kind);
    switch (traits->core) {
    case TACTI_CORE_POINTS:
        /* A segment has its second end twice. */
        for (int i = 0; i < 3; i++)
            put(outline->vertex[i],
                tacti_core_points(shape)[i < traits->vertex_count ? i : traits->vertex_count - 1],
                per_unit);
        break;
    case TACTI_CORE_EXTENTS:
        put(outline->size, shape->core.half_extents, per_unit);
        break;
    case TACTI_CORE_HULL: {
        tact_box box = shape->core.hull->bounds;
        /* Halved first, so that nothing overflows. */
        tact_vec3 lo = tacti_vec3_scale(box.lo, 0.5), hi = tacti_vec3_scale(box.hi, 0.5);
        put(outline->middle, tacti_vec3_add(lo, hi), per_unit);
        put(outline->size, tacti_vec3_sub(hi, lo), per_unit);
        const tact_hull *hull = shape->core.hull;
        if (hull->vertex_count <= FEW_VERTICES && hull->scale == 0)
            outline->hull = hull;
        outline->per_unit = per_unit;
        break;
    }
    case TACTI_CORE_ROUND:
        outline->size[0] = shape->core.round.radius * per_unit;
        outline->size[2] = shape->core.round.half_height * per_unit;
        break;
    default:
        break;
    }
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += fabs(outline->size[i]) + fabs(outline->middle[i]);
        for (int k = 0; k < 3; k++)
            sum += fabs(outline->vertex[k][i]);
    }
    return sum;
}

void tacti_object_walk_begin(const tacti_probe *probe, const tacti_body *body,
                             tacti_object_walk *out) {
    const double *r = probe->source.pose->m, *m = body->pose->m;
    *out = (tacti_object_walk){.probe = probe, .least_left_out = tacti_infinity()};
    tacti_outline *outline = &out->outline;
    outline->kind = body->kind;
    outline->is_sharp = body->kind != TACT_SHAPE_HALF_SPACE;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            outline->turn[i][j] = (r[i] * m[j] + r[4 + i] * m[4 + j]) + r[8 + i] * m[8 + j];
    double error;
    tact_vec3 center = tacti_probe_local(probe, (tact_vec3){m[3], m[7], m[11]}, &error);
    put(outline->center, center, 1);
    double sizes = set_core(outline, body->shape, probe->per_unit);
    outline->error = 2 * (probe->error + error + 2 * body->slack * probe->per_unit) +
                     0x40p-53 * (sizes + tacti_sum_of(center)) + 0x1p-46;
    outline->is_blind = !(sizes + tacti_sum_of(center) < 0x1p400) || !(outline->error < 0x1p400);
    set_aims(out, body);
}
