/* SPDX-License-Identifier: MIT */
/* See support_value.h. Maxima are found by steps in all directions, which become shorter. */
#include "support_value.h"

#include <math.h>

#include "oracle_convex.h"

static long double dot(ldvec3 a, ldvec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static ldvec3 scaled(ldvec3 a, long double s) {
    return (ldvec3){a.x * s, a.y * s, a.z * s};
}

static ldvec3 plus(ldvec3 a, ldvec3 b) {
    return (ldvec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static ldvec3 crossed(ldvec3 a, ldvec3 b) {
    return (ldvec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static ldvec3 unit(ldvec3 a) {
    return scaled(a, 1 / sqrtl(dot(a, a)));
}

ldvec3 ldvec3_unit(tact_vec3 v) {
    return unit((ldvec3){(long double)v.x, (long double)v.y, (long double)v.z});
}

static ldvec3 turned_back(const tact_pose *pose, ldvec3 n) {
    long double m[3];
    for (int i = 0; i < 3; i++)
        m[i] = (long double)pose->m[i] * n.x + (long double)pose->m[4 + i] * n.y +
               (long double)pose->m[8 + i] * n.z;
    return (ldvec3){m[0], m[1], m[2]};
}

/* How far a core reaches along n. Vertices are taken relative to the place of the shape, so that
 * shapes far from the origin do not lose digits. */
static long double reach(const tacti_placed_shape *placed, tact_vec3 origin, ldvec3 n) {
    const tact_shape *shape = placed->shape;
    const double *p = placed->pose.m;
    ldvec3 t = {(long double)p[3] - (long double)origin.x,
                (long double)p[7] - (long double)origin.y,
                (long double)p[11] - (long double)origin.z};
    ldvec3 m = turned_back(&placed->pose, n);
    long double across = sqrtl(m.x * m.x + m.y * m.y);
    long double r = (long double)shape->core.round.radius,
                h = (long double)shape->core.round.half_height;
    switch (shape->kind) {
    case TACT_SHAPE_CYLINDER:
        return dot(n, t) + r * across + h * fabsl(m.z);
    case TACT_SHAPE_CONE:
        return dot(n, t) + fmaxl(h * m.z, r * across - h * m.z);
    case TACT_SHAPE_ELLIPSOID: {
        ldvec3 s = {(long double)shape->core.half_extents.x * m.x,
                    (long double)shape->core.half_extents.y * m.y,
                    (long double)shape->core.half_extents.z * m.z};
        return dot(n, t) + sqrtl(dot(s, s));
    }
    default: {
        tact_vec3 v[64];
        uint32_t count = oracle_vertices(placed, v, 64);
        long double most = -HUGE_VALL;
        for (uint32_t i = 0; i < count; i++)
            most = fmaxl(most, n.x * ((long double)v[i].x - (long double)origin.x) +
                                   n.y * ((long double)v[i].y - (long double)origin.y) +
                                   n.z * ((long double)v[i].z - (long double)origin.z));
        return most;
    }
    }
}

long double support_value(const tacti_placed_shape *a, const tacti_placed_shape *b, ldvec3 n) {
    tact_vec3 origin = {a->pose.m[3], a->pose.m[7], a->pose.m[11]};
    return -reach(b, origin, scaled(n, -1)) - reach(a, origin, n) -
           ((long double)a->shape->radius + (long double)b->shape->radius);
}

long double support_value_climb(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                ldvec3 n) {
    long double value = support_value(a, b, n), turn = 0;
    /* At a kink of f the error is about the last step. */
    for (long double step = 0.25L; step > 1e-18L; step *= 0.4L) {
        for (int round = 0; round < 30; round++) {
            turn += 2.39996323L;
            ldvec3 axis = fabsl(n.x) < 0.6L ? (ldvec3){1, 0, 0} : (ldvec3){0, 1, 0};
            ldvec3 u = unit(crossed(n, axis)), v = crossed(n, u);
            ldvec3 best = n;
            long double most = value;
            /* Another angle each time: along a ridge few directions lead upward. */
            for (int i = 0; i < 12; i++) {
                long double angle = (long double)i * 0.5235987756L + turn;
                ldvec3 aside = plus(scaled(u, cosl(angle)), scaled(v, sinl(angle)));
                ldvec3 next = unit(plus(n, scaled(aside, step)));
                long double there = support_value(a, b, next);
                if (there > most) {
                    most = there;
                    best = next;
                }
            }
            if (!(most > value))
                break;
            value = most;
            n = best;
        }
    }
    return value;
}

long double support_value_most(const tacti_placed_shape *a, const tacti_placed_shape *b, ldvec3 n,
                               test_rng *rng) {
    long double most = support_value_climb(a, b, n);
    for (int i = 0; i < 10; i++) {
        ldvec3 start = {i == 0, i == 1, i == 2};
        if (i >= 3 && i < 6)
            start =
                (ldvec3){-(long double)(i == 3), -(long double)(i == 4), -(long double)(i == 5)};
        if (i >= 6)
            start = unit((ldvec3){(long double)test_rng_between(rng, -1, 1),
                                  (long double)test_rng_between(rng, -1, 1),
                                  (long double)test_rng_between(rng, -1, 1) + 1e-9L});
        most = fmaxl(most, support_value_climb(a, b, start));
    }
    return most;
}

/* R^-1 (p - t): turned back by R^T, which errs by as much as R differs from a rotation. */
static ldvec3 local_point(const tact_pose *pose, tact_vec3 p) {
    const double *m = pose->m;
    ldvec3 d = {(long double)p.x - (long double)m[3], (long double)p.y - (long double)m[7],
                (long double)p.z - (long double)m[11]};
    return turned_back(pose, d);
}

static long double outside_core(const tact_shape *shape, ldvec3 y) {
    long double across = sqrtl(y.x * y.x + y.y * y.y);
    long double r = (long double)shape->core.round.radius,
                h = (long double)shape->core.round.half_height;
    ldvec3 half = {(long double)shape->core.half_extents.x, (long double)shape->core.half_extents.y,
                   (long double)shape->core.half_extents.z};
    switch (shape->kind) {
    case TACT_SHAPE_BOX:
        return fmaxl(fmaxl(fabsl(y.x) - half.x, fabsl(y.y) - half.y), fabsl(y.z) - half.z);
    case TACT_SHAPE_CYLINDER:
        return fmaxl(across - r, fabsl(y.z) - h);
    case TACT_SHAPE_CONE:
        return fmaxl((2 * h * across + r * (y.z - h)) / sqrtl(r * r + 4 * h * h), -h - y.z);
    case TACT_SHAPE_ELLIPSOID: {
        ldvec3 e = {y.x / half.x, y.y / half.y, y.z / half.z};
        return (sqrtl(dot(e, e)) - 1) * fminl(fminl(half.x, half.y), half.z);
    }
    default:
        return sqrtl(dot(y, y));
    }
}

long double outside_by(const tacti_placed_shape *shape, tact_vec3 point) {
    if (shape->shape->kind == TACT_SHAPE_SEGMENT) {
        tacti_placed_shape ball = {shape->shape, shape->pose};
        tact_shape dot_shape = tact_shape_sphere(0);
        tacti_placed_shape at = {&dot_shape, tact_pose_identity()};
        at.pose.m[3] = point.x;
        at.pose.m[7] = point.y;
        at.pose.m[11] = point.z;
        tact_vec3 v[2];
        oracle_vertices(&ball, v, 2);
        tact_vec3 middle = tact_vec3_scale(tact_vec3_add(v[0], v[1]), 0.5);
        tact_vec3 from = tact_vec3_sub(point, middle);
        if (tact_vec3_length(from) == 0)
            return 0;
        return support_value_climb(&ball, &at, ldvec3_unit(from));
    }
    return outside_core(shape->shape, local_point(&shape->pose, point)) -
           (long double)shape->shape->radius;
}
