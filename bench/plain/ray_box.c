/* SPDX-License-Identifier: MIT */
/* A triangle against a ray (Moller and Trumbore, Fast, minimum storage ray-triangle intersection,
 * 1997) and against a box (Akenine-Moller, Fast 3D triangle-box overlap testing, 2001: the thirteen
 * separating axes), in plain double arithmetic without tolerances. */
#include "plain.h"
#include "vector.h"

#include <math.h>

bool plain_triangle_hit_by_ray(const tact_triangle *a, tact_ray ray, double *t) {
    tact_vec3 e1 = sub(a->v[1], a->v[0]), e2 = sub(a->v[2], a->v[0]);
    tact_vec3 p = cross(ray.direction, e2);
    double det = dot(e1, p);
    if (det == 0)
        return false;
    double inverse = 1 / det;
    tact_vec3 s = sub(ray.origin, a->v[0]);
    double u = dot(s, p) * inverse;
    if (u < 0 || u > 1)
        return false;
    tact_vec3 q = cross(s, e1);
    double v = dot(ray.direction, q) * inverse;
    if (v < 0 || u + v > 1)
        return false;
    *t = dot(e2, q) * inverse;
    return *t >= 0;
}

static double least(double a, double b, double c) {
    double m = a < b ? a : b;
    return m < c ? m : c;
}

static double greatest(double a, double b, double c) {
    double m = a > b ? a : b;
    return m > c ? m : c;
}

/* Whether the cross product of a coordinate axis and an edge separates the triangle from the box. p
 * is the projection of the ends of the edge, which is the same for both up to rounding. q is the
 * projection of the third corner. */
static bool parted(double p, double q, double radius) {
    double lo = p < q ? p : q, hi = p < q ? q : p;
    return lo > radius || hi < -radius;
}

bool plain_triangle_overlaps_box(const tact_triangle *a, tact_box box) {
    tact_vec3 c = {(box.lo.x + box.hi.x) / 2, (box.lo.y + box.hi.y) / 2, (box.lo.z + box.hi.z) / 2};
    tact_vec3 h = sub(box.hi, c);
    tact_vec3 v[3] = {sub(a->v[0], c), sub(a->v[1], c), sub(a->v[2], c)};
    /* The axes of the box reject the most pairs, so they come first. */
    if (least(v[0].x, v[1].x, v[2].x) > h.x || greatest(v[0].x, v[1].x, v[2].x) < -h.x ||
        least(v[0].y, v[1].y, v[2].y) > h.y || greatest(v[0].y, v[1].y, v[2].y) < -h.y ||
        least(v[0].z, v[1].z, v[2].z) > h.z || greatest(v[0].z, v[1].z, v[2].z) < -h.z)
        return false;

    tact_vec3 e0 = sub(v[1], v[0]), e1 = sub(v[2], v[1]);
    tact_vec3 n = cross(e0, e1);
    if (fabs(dot(n, v[0])) > h.x * fabs(n.x) + h.y * fabs(n.y) + h.z * fabs(n.z))
        return false;

    for (int i = 0; i < 3; i++) {
        tact_vec3 p = v[i], q = v[i == 0 ? 2 : i - 1];
        tact_vec3 e = sub(v[i == 2 ? 0 : i + 1], p);
        double ax = fabs(e.x), ay = fabs(e.y), az = fabs(e.z);
        if (parted(e.z * p.y - e.y * p.z, e.z * q.y - e.y * q.z, az * h.y + ay * h.z) ||
            parted(e.x * p.z - e.z * p.x, e.x * q.z - e.z * q.x, ax * h.z + az * h.x) ||
            parted(e.y * p.x - e.x * p.y, e.y * q.x - e.x * q.y, ay * h.x + ax * h.y))
            return false;
    }
    return true;
}
