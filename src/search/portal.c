/* SPDX-License-Identifier: MIT */
/* A last try for smooth shapes whose search ended at the origin without a tetrahedron around it.
 * Shapes that overlap symmetrically, such as parallel cylinders, lead the search to a segment or
 * triangle that contains the origin up to rounding, which proves nothing.
 *
 * A ray from a point v0 inside the difference goes through the origin and leaves by a triangle of
 * support points. The triangle is moved outward until the origin is between it and v0 (the portal
 * of Snethen's "XenoCollide", 2008). v0 is the difference of the middles, moved part of the way to
 * two support points along directions without symmetry, so that the ray does not meet an edge. The
 * tetrahedron is a proof if it contains a ball around the origin whose radius exceeds the errors of
 * its corners: then the true corners surround the origin, too. */
#include "search/portal.h"

#include <math.h>

#include "base/assert.h"
#include "base/simd.h"
#include "search/gjk.h"

#define MOST_STEPS 64
#define WAYS 4

typedef struct portal {
    const tacti_bodies *bodies;
    tacti_gjk_support *support;
    tact_vec3 v[4]; /* v[0] is the inner point */
} portal;

/* The difference that is furthest along a direction, which is not 0. The direction is scaled:
 * normals of small bodies are as short as squares of their sizes, and support points of ellipsoids
 * need squares of the direction. */
static tact_vec3 furthest(const portal *p, tact_vec3 n) {
    TACTI_ASSERT(tacti_largest(n) > 0);
    int exponent;
    frexp(tacti_largest(n), &exponent);
    n = tacti_vec3_scale(n, ldexp(1, -exponent));
    uint32_t start[2] = {UINT32_MAX, UINT32_MAX};
    tacti_point_pair pair;
    p->support(p->bodies, (tact_vec3){-n.x, -n.y, -n.z}, start, &pair);
    return pair.w;
}

/* A normal of the side with two edges from v0. */
static tact_vec3 side_normal(const portal *p, int i, int j) {
    return tacti_vec3_cross(tacti_vec3_sub(p->v[i], p->v[0]), tacti_vec3_sub(p->v[j], p->v[0]));
}

static bool is_no_direction(tact_vec3 n) {
    return !(tacti_largest(n) >= 0x1p-400 && tacti_largest(n) <= 0x1p400);
}

static void swap_points(tact_vec3 *a, tact_vec3 *b) {
    tact_vec3 keep = *a;
    *a = *b;
    *b = keep;
}

/* Three support points whose triangle the ray from v0 through the origin meets. */
static bool find_portal(portal *p) {
    tact_vec3 n = {-p->v[0].x, -p->v[0].y, -p->v[0].z};
    if (is_no_direction(n))
        return false;
    p->v[1] = furthest(p, n);
    n = tacti_vec3_cross(p->v[1], p->v[0]);
    if (is_no_direction(n))
        return false;
    p->v[2] = furthest(p, n);
    for (int step = 0; step < MOST_STEPS; step++) {
        n = side_normal(p, 1, 2);
        /* The third point is on the side of the origin. */
        if (tacti_vec3_dot(n, p->v[0]) > 0) {
            swap_points(&p->v[1], &p->v[2]);
            n = (tact_vec3){-n.x, -n.y, -n.z};
        }
        if (is_no_direction(n))
            return false;
        p->v[3] = furthest(p, n);
        if (tacti_vec3_dot(side_normal(p, 1, 3), p->v[0]) < 0)
            p->v[2] = p->v[3]; /* the origin is beyond v0, v1, v3 */
        else if (tacti_vec3_dot(side_normal(p, 3, 2), p->v[0]) < 0)
            p->v[1] = p->v[3];
        else
            return true;
    }
    return false;
}

/* Whether the tetrahedron contains a ball around the origin that is larger than the errors of its
 * corners: the slack in each coordinate and some roundings. For each face, the origin must be
 * further than that on the side of the fourth corner.
 *
 * Let u = 2^-53, let |.| be the largest coordinate, and let size bound all coordinates. A
 * coordinate of n = d x e passes four roundings of two products, so that n errs by less than 8.1
 * sqrt(3) u |d| |e| < 2^-49 |d| |e|. n is not shorter than 2^-20 |d| |e|, because thin faces are
 * rejected. So the direction of n is off by at most 2^-28. Distances are computed from vectors of
 * length at most 2 sqrt(3) size. So distances are off by less than 2^-26 size, and by some
 * roundings. The side of the fourth corner counts only if the corner, too, is further than that
 * from the plane. In a flat tetrahedron the distance of the corner is all rounding, while the
 * origin may be far from the plane. In a tetrahedron that contains the ball, the corner is further
 * away than the origin. */
static bool is_around(const portal *p) {
    static const int faces[4][4] = {{1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};
    double size = 0;
    for (int i = 0; i < 4; i++)
        size = tacti_max(tacti_largest(p->v[i]), size);
    double least = 4 * p->bodies->slack + (0x1p-46 + 0x1p-26) * size;
    for (int f = 0; f < 4; f++) {
        tact_vec3 a = p->v[faces[f][0]];
        tact_vec3 d = tacti_vec3_sub(p->v[faces[f][1]], a);
        tact_vec3 e = tacti_vec3_sub(p->v[faces[f][2]], a);
        tact_vec3 n = tacti_vec3_cross(d, e);
        double length = sqrt(tacti_vec3_dot(n, n)), edges = tacti_largest(d) * tacti_largest(e);
        if (!(length > 0x1p-20 * edges))
            return false;
        double origin = -tacti_vec3_dot(n, a) / length;
        double corner = tacti_vec3_dot(n, tacti_vec3_sub(p->v[faces[f][3]], a)) / length;
        bool is_inside = (corner > least && origin > least) || (corner < -least && origin < -least);
        if (!is_inside)
            return false;
    }
    return true;
}

/* Moves the portal outward until the origin is inside the tetrahedron. False if it cannot be. */
static bool refine(portal *p) {
    for (int step = 0; step < MOST_STEPS; step++) {
        tact_vec3 n =
            tacti_vec3_cross(tacti_vec3_sub(p->v[2], p->v[1]), tacti_vec3_sub(p->v[3], p->v[1]));
        if (tacti_vec3_dot(n, tacti_vec3_sub(p->v[1], p->v[0])) < 0)
            n = (tact_vec3){-n.x, -n.y, -n.z};
        if (is_no_direction(n))
            return false;
        if (tacti_vec3_dot(n, p->v[1]) > 0 && is_around(p))
            return true;
        tact_vec3 next = furthest(p, n);
        if (!(tacti_vec3_dot(n, tacti_vec3_sub(next, p->v[1])) >
              0x1p-44 * tacti_sum_of(n) * p->bodies->size))
            return false;
        /* The ray passes one of the three triangles of the new point and a side of the portal. */
        tact_vec3 cross = tacti_vec3_cross(tacti_vec3_sub(next, p->v[0]), p->v[0]);
        int replaced;
        if (tacti_vec3_dot(cross, tacti_vec3_sub(p->v[1], p->v[0])) > 0)
            replaced = tacti_vec3_dot(cross, tacti_vec3_sub(p->v[2], p->v[0])) > 0 ? 1 : 3;
        else
            replaced = tacti_vec3_dot(cross, tacti_vec3_sub(p->v[3], p->v[0])) > 0 ? 2 : 1;
        p->v[replaced] = next;
    }
    return false;
}

bool tacti_surround(const tacti_bodies *bodies) {
    static const tact_vec3 ways[WAYS] = {
        {0.36, 0.48, 0.8}, {-0.71, 0.29, 0.64}, {0.53, -0.83, 0.19}, {-0.23, -0.41, -0.88}};
    if (!bodies->is_in_float_range)
        return false;
    portal p = {.bodies = bodies, .support = tacti_gjk_support_at(bodies->level)};
    tact_vec3 middle =
        tacti_vec3_sub(tacti_body_middle(&bodies->body[0]), tacti_body_middle(&bodies->body[1]));
    for (int i = 0; i < WAYS; i++) {
        tact_vec3 one = tacti_vec3_sub(furthest(&p, ways[i]), middle);
        tact_vec3 other = tacti_vec3_sub(furthest(&p, ways[(i + 1) % WAYS]), middle);
        p.v[0] = tacti_vec3_add(middle, tacti_vec3_scale(one, 0.3));
        p.v[0] = tacti_vec3_add(p.v[0], tacti_vec3_scale(other, 0.2));
        if (find_portal(&p) && refine(&p))
            return true;
    }
    return false;
}
