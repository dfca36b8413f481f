/* SPDX-License-Identifier: MIT */
/* Continuous collision of features by plain double arithmetic. The steps are those of R. Bridson,
 * R. Fedkiw and J. Anderson, "Robust treatment of collisions, contact and friction for cloth
 * animation" (2002): coplanar times, then the position at these times, with a tolerance. */
#include "lecture.h"

#include <math.h>

/* Steps that narrow a root. */
#define STEPS 60

static tact_vec3 at_time(const tact_impact_motion *m, int i, double t) {
    const tact_vec3 *a = &m->start[i], *b = &m->end[i];
    return (tact_vec3){a->x + t * (b->x - a->x), a->y + t * (b->y - a->y),
                       a->z + t * (b->z - a->z)};
}

static tact_vec3 minus(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(tact_vec3 a, tact_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static tact_vec3 cross(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Six times the volume of the tetrahedron of all vertices. */
static double volume(const tact_impact_motion *m, double t) {
    tact_vec3 origin = at_time(m, 0, t);
    return dot(minus(at_time(m, 1, t), origin),
               cross(minus(at_time(m, 2, t), origin), minus(at_time(m, 3, t), origin)));
}

/* ---- Positions ---------------------------------------------------------------------------- */

/* Whether the vertex is in the face at a coplanar time. */
static bool is_in_face(const tact_impact_motion *m, double t, double tolerance) {
    tact_vec3 origin = at_time(m, 1, t), p = minus(at_time(m, 0, t), origin);
    tact_vec3 u = minus(at_time(m, 2, t), origin), v = minus(at_time(m, 3, t), origin);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
    double a = (dot(p, u) * vv - dot(p, v) * uv) / det;
    double b = (dot(p, v) * uu - dot(p, u) * uv) / det;
    return a >= -tolerance && b >= -tolerance && a + b <= 1 + tolerance;
}

/* Whether the edges cross at a coplanar time. */
static bool do_cross(const tact_impact_motion *m, double t, double tolerance) {
    tact_vec3 a = at_time(m, 0, t), b = at_time(m, 2, t);
    tact_vec3 u = minus(at_time(m, 1, t), a), v = minus(at_time(m, 3, t), b), d = minus(b, a);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
    double r = (dot(d, u) * vv - dot(d, v) * uv) / det;
    double s = (dot(d, u) * uv - dot(d, v) * uu) / det;
    return r >= -tolerance && r <= 1 + tolerance && s >= -tolerance && s <= 1 + tolerance;
}

/* ---- Roots -------------------------------------------------------------------------------- */

/* The times between which the volume rises or falls all the way: 0, 1, and its extremes. Returns
 * how many. */
static int monotone_spans(const tact_impact_motion *m, double times[4]) {
    /* c0 + c1 t + c2 t^2 + c3 t^3 through four values. */
    double f0 = volume(m, 0), f1 = volume(m, 1.0 / 3), f2 = volume(m, 2.0 / 3), f3 = volume(m, 1);
    double c1 = (-11 * f0 + 18 * f1 - 9 * f2 + 2 * f3) / 2;
    double c2 = (18 * f0 - 45 * f1 + 36 * f2 - 9 * f3) / 2;
    double c3 = (-9 * f0 + 27 * f1 - 27 * f2 + 9 * f3) / 2;
    double a = 3 * c3, b = 2 * c2, square = b * b - 4 * a * c1;
    int count = 0;
    times[count++] = 0;
    if (square > 0) {
        double q = -0.5 * (b + copysign(sqrt(square), b));
        double first = q / a, second = c1 / q;
        double low = fmin(first, second), high = fmax(first, second);
        if (low > 0 && low < 1)
            times[count++] = low;
        if (high > 0 && high < 1)
            times[count++] = high;
    }
    times[count++] = 1;
    return count;
}

static double narrow(const tact_impact_motion *m, double low, double high) {
    double sign = volume(m, low);
    for (int i = 0; i < STEPS; i++) {
        double middle = 0.5 * (low + high), value = volume(m, middle);
        if ((value < 0) == (sign < 0))
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

bool lecture_meets(tact_impact_kind kind, const tact_impact_motion *motion, double tolerance) {
    double times[4];
    int count = monotone_spans(motion, times);
    for (int i = 0; i + 1 < count; i++) {
        double low = volume(motion, times[i]), high = volume(motion, times[i + 1]);
        if ((low < 0 && high < 0) || (low > 0 && high > 0))
            continue;
        double t = narrow(motion, times[i], times[i + 1]);
        if (kind == TACT_IMPACT_VERTEX_FACE ? is_in_face(motion, t, tolerance)
                                            : do_cross(motion, t, tolerance))
            return true;
    }
    return false;
}
