/* SPDX-License-Identifier: MIT */
/* The intersection of two triangles in plain double arithmetic. Each triangle meets the other's
 * plane in a segment, and the two segments are compared along their common line (Moller, A fast
 * triangle-triangle intersection test, 1997). Of coplanar triangles one is clipped by the edges of
 * the other (Sutherland and Hodgman, 1974). */
#include "plain.h"
#include "vector.h"

#include <math.h>

/* The segment of a triangle in a plane, with its ends ordered along a direction. */
typedef struct cut {
    tact_vec3 lo, hi;
    double t_lo, t_hi;
} cut;

/* The segment in which a plane meets a triangle. d holds the heights of the corners over the plane:
 * not all on one side, and not all zero. */
static cut cut_triangle(const tact_triangle *t, const double d[3], tact_vec3 direction) {
    tact_vec3 points[3];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int j = i == 2 ? 0 : i + 1;
        if (d[i] == 0)
            points[count++] = t->v[i];
        else if ((d[i] < 0 && d[j] > 0) || (d[i] > 0 && d[j] < 0))
            points[count++] = add_scaled(t->v[i], d[i] / (d[i] - d[j]), sub(t->v[j], t->v[i]));
    }
    tact_vec3 p = points[0], q = points[count > 1 ? 1 : 0];
    double tp = dot(direction, p), tq = dot(direction, q);
    return tp <= tq ? (cut){p, q, tp, tq} : (cut){q, p, tq, tp};
}

/* Clips a convex polygon by dot(normal, x - origin) >= 0. */
static uint32_t clip(tact_vec3 *polygon, uint32_t count, tact_vec3 origin, tact_vec3 normal) {
    tact_vec3 result[9];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 p = polygon[i], q = polygon[i + 1 < count ? i + 1 : 0];
        double dp = dot(normal, sub(p, origin)), dq = dot(normal, sub(q, origin));
        if (dp >= 0)
            result[kept++] = p;
        if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0))
            result[kept++] = add_scaled(p, dp / (dp - dq), sub(q, p));
    }
    for (uint32_t i = 0; i < kept; i++)
        polygon[i] = result[i];
    return kept;
}

static bool same_point(tact_vec3 a, tact_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static plain_overlap coplanar(const tact_triangle *a, const tact_triangle *b, tact_vec3 normal_b) {
    plain_overlap overlap = {.point_count = 3, .points = {a->v[0], a->v[1], a->v[2]}};
    for (int i = 0; i < 3 && overlap.point_count > 0; i++) {
        tact_vec3 edge = sub(b->v[i == 2 ? 0 : i + 1], b->v[i]);
        overlap.point_count =
            clip(overlap.points, overlap.point_count, b->v[i], cross(normal_b, edge));
    }
    /* Clipping at a corner gives the same point more than once. */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < overlap.point_count; i++) {
        bool repeated = (kept > 0 && same_point(overlap.points[i], overlap.points[kept - 1])) ||
                        (kept > 1 && same_point(overlap.points[i], overlap.points[0]));
        if (!repeated)
            overlap.points[kept++] = overlap.points[i];
    }
    overlap.point_count = kept;
    overlap.kind = kept == 0   ? TACT_OVERLAP_NONE
                   : kept == 1 ? TACT_OVERLAP_POINT
                   : kept == 2 ? TACT_OVERLAP_SEGMENT
                               : TACT_OVERLAP_POLYGON;
    return overlap;
}

static void heights(const tact_triangle *t, tact_vec3 origin, tact_vec3 normal, double d[3]) {
    for (int i = 0; i < 3; i++)
        d[i] = dot(normal, sub(t->v[i], origin));
}

static bool on_one_side(const double d[3]) {
    return (d[0] > 0 && d[1] > 0 && d[2] > 0) || (d[0] < 0 && d[1] < 0 && d[2] < 0);
}

plain_overlap plain_triangle_intersect(const tact_triangle *a, const tact_triangle *b) {
    plain_overlap overlap = {.kind = TACT_OVERLAP_NONE};
    double of_a[3], of_b[3];
    tact_vec3 normal_b = cross(sub(b->v[1], b->v[0]), sub(b->v[2], b->v[0]));
    heights(a, b->v[0], normal_b, of_a);
    if (on_one_side(of_a))
        return overlap;
    tact_vec3 normal_a = cross(sub(a->v[1], a->v[0]), sub(a->v[2], a->v[0]));
    heights(b, a->v[0], normal_a, of_b);
    if (on_one_side(of_b))
        return overlap;
    if ((of_a[0] == 0 && of_a[1] == 0 && of_a[2] == 0) ||
        (of_b[0] == 0 && of_b[1] == 0 && of_b[2] == 0))
        return coplanar(a, b, normal_b);

    tact_vec3 direction = cross(normal_a, normal_b);
    cut ca = cut_triangle(a, of_a, direction), cb = cut_triangle(b, of_b, direction);
    if (ca.t_hi < cb.t_lo || cb.t_hi < ca.t_lo)
        return overlap;
    tact_vec3 lo = ca.t_lo >= cb.t_lo ? ca.lo : cb.lo;
    tact_vec3 hi = ca.t_hi <= cb.t_hi ? ca.hi : cb.hi;
    bool is_point = fmax(ca.t_lo, cb.t_lo) == fmin(ca.t_hi, cb.t_hi);
    overlap.kind = is_point ? TACT_OVERLAP_POINT : TACT_OVERLAP_SEGMENT;
    overlap.point_count = is_point ? 1 : 2;
    overlap.points[0] = lo;
    overlap.points[1] = hi;
    return overlap;
}
