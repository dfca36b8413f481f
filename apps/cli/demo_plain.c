/* SPDX-License-Identifier: MIT */
/* Plain double arithmetic, for comparison; it is wrong on the demo's inputs. The formulas are those
 * of every textbook: plane equations for the sides, and two linear equations for the closest points
 * of two lines, clamped to the segments. */
#include "demo.h"

#include <math.h>

static tact_vec3 subtract(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(tact_vec3 a, tact_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static tact_vec3 cross(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

void plain_sides(const tact_triangle *a, const tact_triangle *b, double sides[3]) {
    tact_vec3 normal = cross(subtract(a->v[1], a->v[0]), subtract(a->v[2], a->v[0]));
    double offset = dot(normal, a->v[0]);
    for (int i = 0; i < 3; i++)
        sides[i] = dot(normal, b->v[i]) - offset;
}

static bool on_one_side(const double sides[3]) {
    return (sides[0] > 0 && sides[1] > 0 && sides[2] > 0) ||
           (sides[0] < 0 && sides[1] < 0 && sides[2] < 0);
}

bool plain_meet(const tact_triangle *a, const tact_triangle *b) {
    double of_b[3];
    double of_a[3];
    plain_sides(a, b, of_b);
    plain_sides(b, a, of_a);
    return !on_one_side(of_b) && !on_one_side(of_a);
}

static double clamp(double t) {
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static tact_vec3 point_at(tact_segment segment, tact_vec3 direction, double t) {
    return (tact_vec3){segment.a.x + t * direction.x, segment.a.y + t * direction.y,
                       segment.a.z + t * direction.z};
}

double plain_segment_distance(tact_segment a, tact_segment b) {
    tact_vec3 u = subtract(a.b, a.a);
    tact_vec3 v = subtract(b.b, b.a);
    tact_vec3 w = subtract(a.a, b.a);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
    double determinant = uu * vv - uv * uv;
    double s = determinant != 0 ? clamp((uv * vw - vv * uw) / determinant) : 0;
    double t = (uv * s + vw) / vv;
    if (t < 0 || t > 1) {
        t = clamp(t);
        s = clamp((uv * t - uw) / uu);
    }
    tact_vec3 difference = subtract(point_at(a, u, s), point_at(b, v, t));
    return sqrt(dot(difference, difference));
}
