/* SPDX-License-Identifier: MIT */
/* The distance of two triangles in plain double arithmetic. First come the nine pairs of edges: if
 * both third corners lie outside the slab between the closest points of a pair, these points are
 * the answer (Larsen, Gottschalk, Lin and Manocha, Fast proximity queries with swept sphere
 * volumes, 1999). Then comes a corner over the face of the other triangle. Otherwise the triangles
 * meet, or the best pair of edges is the answer. If triangles just touch and rounding shows them
 * apart, the distance of that pair may be far too large: a plain test has this error. Closest
 * points of segments as in Ericson, Real-time collision detection, 2005, 5.1.9. */
#include "plain.h"
#include "vector.h"

#include <float.h>
#include <math.h>

static double clamp_unit(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Closest points of the segments p + s u and q + t v with s, t in [0, 1]; u and v are not zero. */
static void closest_on_segments(tact_vec3 p, tact_vec3 u, tact_vec3 q, tact_vec3 v, tact_vec3 *x,
                                tact_vec3 *y) {
    tact_vec3 w = sub(p, q);
    double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
    double denominator = uu * vv - uv * uv;
    double s = denominator > 0 ? clamp_unit((uv * vw - uw * vv) / denominator) : 0;
    double t = (uv * s + vw) / vv;
    if (t < 0) {
        t = 0;
        s = clamp_unit(-uw / uu);
    } else if (t > 1) {
        t = 1;
        s = clamp_unit((uv - uw) / uu);
    }
    *x = add_scaled(p, s, u);
    *y = add_scaled(q, t, v);
}

/* If all of t is on one side of the plane of face, sets *apart and finds the corner of t nearest to
 * the plane. If this corner lies over the face, fills the corner and its foot and returns true. */
static bool corner_over_face(const tact_triangle *face, const tact_vec3 edges[3],
                             const tact_triangle *t, tact_vec3 *foot, tact_vec3 *corner,
                             bool *apart) {
    tact_vec3 normal = cross(edges[0], edges[1]);
    double square = dot(normal, normal);
    if (square <= DBL_EPSILON * DBL_EPSILON * dot(edges[0], edges[0]) * dot(edges[1], edges[1]))
        return false;
    double h[3];
    for (int i = 0; i < 3; i++)
        h[i] = dot(normal, sub(t->v[i], face->v[0]));
    int nearest;
    if (h[0] > 0 && h[1] > 0 && h[2] > 0)
        nearest = h[0] < h[1] ? (h[0] < h[2] ? 0 : 2) : (h[1] < h[2] ? 1 : 2);
    else if (h[0] < 0 && h[1] < 0 && h[2] < 0)
        nearest = h[0] > h[1] ? (h[0] > h[2] ? 0 : 2) : (h[1] > h[2] ? 1 : 2);
    else
        return false;
    *apart = true;
    for (int i = 0; i < 3; i++) {
        tact_vec3 inward = cross(normal, edges[i]);
        if (dot(inward, sub(t->v[nearest], face->v[i])) <= 0)
            return false;
    }
    *corner = t->v[nearest];
    *foot = add_scaled(*corner, -h[nearest] / square, normal);
    return true;
}

static plain_gap make_gap(tact_vec3 point_a, tact_vec3 point_b) {
    tact_vec3 between = sub(point_b, point_a);
    return (plain_gap){sqrt(dot(between, between)), point_a, point_b};
}

/* Examines the nine pairs of edges. Returns true if the best pair is known to be the answer. Sets
 * *apart if a pair shows that the triangles do not meet. */
static bool closest_edges(const tact_triangle *a, const tact_vec3 ea[3], const tact_triangle *b,
                          const tact_vec3 eb[3], plain_gap *best, bool *apart) {
    double least = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            tact_vec3 x, y;
            closest_on_segments(a->v[i], ea[i], b->v[j], eb[j], &x, &y);
            tact_vec3 v = sub(y, x);
            double square = dot(v, v);
            if (square > least)
                continue;
            least = square;
            best->point_a = x;
            best->point_b = y;
            /* How far the third corners reach into the slab between x and y, if at all. */
            double reach_a = dot(v, sub(a->v[i == 0 ? 2 : i - 1], x));
            double reach_b = dot(v, sub(b->v[j == 0 ? 2 : j - 1], y));
            if (reach_a <= 0 && reach_b >= 0)
                return true;
            if (square - fmax(reach_a, 0) + fmin(reach_b, 0) > 0)
                *apart = true;
        }
    }
    return false;
}

plain_gap plain_triangle_distance(const tact_triangle *a, const tact_triangle *b) {
    tact_vec3 ea[3], eb[3];
    for (int i = 0; i < 3; i++) {
        int j = i == 2 ? 0 : i + 1;
        ea[i] = sub(a->v[j], a->v[i]);
        eb[i] = sub(b->v[j], b->v[i]);
    }
    plain_gap best;
    bool apart = false;
    if (closest_edges(a, ea, b, eb, &best, &apart))
        return make_gap(best.point_a, best.point_b);
    tact_vec3 foot, corner;
    if (corner_over_face(a, ea, b, &foot, &corner, &apart))
        return make_gap(foot, corner);
    if (corner_over_face(b, eb, a, &foot, &corner, &apart))
        return make_gap(corner, foot);
    if (!apart)
        return (plain_gap){0, best.point_a, best.point_b};
    return make_gap(best.point_a, best.point_b);
}
