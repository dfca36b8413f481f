/* SPDX-License-Identifier: MIT */
/* Do two triangles meet: the test of Guigue and Devillers (Fast and robust triangle-triangle
 * overlap test using orientation predicates, 2003) in plain double arithmetic.
 *
 * Each triangle is tested against the plane of the other; if both are cut, the corner that is alone
 * on its side comes first and two more determinants say whether the two segments on the common line
 * overlap. We differ from the paper in working out which way round from the signs of the distances
 * instead of by a decision tree, and in testing coplanar triangles by separating edges in the
 * projection along the largest coordinate of the normal. */
#include "plain.h"
#include "vector.h"

#include <math.h>

/* Signed distances (times the normal's length) of three points from a plane through origin. */
typedef struct heights {
    double h[3];
} heights;

static heights heights_over(tact_vec3 origin, tact_vec3 normal, const tact_triangle *t) {
    return (heights){{dot(normal, sub(t->v[0], origin)), dot(normal, sub(t->v[1], origin)),
                      dot(normal, sub(t->v[2], origin))}};
}

static bool all_on_one_side(heights d) {
    return (d.h[0] > 0 && d.h[1] > 0 && d.h[2] > 0) || (d.h[0] < 0 && d.h[1] < 0 && d.h[2] < 0);
}

/* The corner that the plane parts from the other two; *above says on which side it is. There must
 * be one that is not in the plane. */
static int lone_corner(heights d, bool *above) {
    int positive[3] = {d.h[0] > 0, d.h[1] > 0, d.h[2] > 0};
    int negative[3] = {d.h[0] < 0, d.h[1] < 0, d.h[2] < 0};
    int positives = positive[0] + positive[1] + positive[2];
    int negatives = negative[0] + negative[1] + negative[2];
    if (positives == 1) {
        *above = true;
        return positive[1] + 2 * positive[2];
    }
    if (negatives == 1) {
        *above = false;
        return negative[1] + 2 * negative[2];
    }
    /* Two on one side and one in the plane, which counts as on the other side. */
    *above = positives == 0;
    return d.h[0] == 0 ? 0 : d.h[1] == 0 ? 1 : 2;
}

/* det(b - a, c - a, d - a) */
static double orient(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                     const tact_vec3 *d) {
    return dot(cross(sub(*b, *a), sub(*c, *a)), sub(*d, *a));
}

static bool coplanar_overlap(tact_vec3 normal, const tact_triangle *a, const tact_triangle *b);

bool plain_triangle_overlaps(const tact_triangle *a, const tact_triangle *b) {
    tact_vec3 normal_b = cross(sub(b->v[1], b->v[0]), sub(b->v[2], b->v[0]));
    heights of_a = heights_over(b->v[0], normal_b, a);
    if (all_on_one_side(of_a))
        return false;
    tact_vec3 normal_a = cross(sub(a->v[1], a->v[0]), sub(a->v[2], a->v[0]));
    heights of_b = heights_over(a->v[0], normal_a, b);
    if (all_on_one_side(of_b))
        return false;
    if ((of_a.h[0] == 0 && of_a.h[1] == 0 && of_a.h[2] == 0) ||
        (of_b.h[0] == 0 && of_b.h[1] == 0 && of_b.h[2] == 0))
        return coplanar_overlap(normal_a, a, b);

    /* The lone corners first. If that of one triangle is below the other's plane, the other is
     * turned round, so that both are above. */
    bool a_above, b_above;
    int i = lone_corner(of_a, &a_above), j = lone_corner(of_b, &b_above);
    static const int next[3] = {1, 2, 0}, previous[3] = {2, 0, 1};
    const tact_vec3 *p1 = &a->v[i], *p2 = &b->v[j];
    const tact_vec3 *q1 = &a->v[b_above ? next[i] : previous[i]];
    const tact_vec3 *r1 = &a->v[b_above ? previous[i] : next[i]];
    const tact_vec3 *q2 = &b->v[a_above ? next[j] : previous[j]];
    const tact_vec3 *r2 = &b->v[a_above ? previous[j] : next[j]];
    /* Along the common line a holds [p1 r1, p1 q1] and b holds [p2 q2, p2 r2]. */
    return orient(p1, q1, p2, q2) <= 0 && orient(p1, r1, p2, r2) >= 0;
}

/* ---- Coplanar triangles ---------------------------------------------------------------------- */

typedef struct flat_triangle {
    double x[3], y[3];
} flat_triangle;

/* Drops the coordinate in which the normal is largest, and turns it counterclockwise. */
static flat_triangle flatten(tact_vec3 normal, const tact_triangle *t) {
    double nx = fabs(normal.x), ny = fabs(normal.y), nz = fabs(normal.z);
    flat_triangle f;
    for (int i = 0; i < 3; i++) {
        tact_vec3 v = t->v[i];
        if (nx >= ny && nx >= nz) {
            f.x[i] = v.y, f.y[i] = v.z;
        } else if (ny >= nz) {
            f.x[i] = v.z, f.y[i] = v.x;
        } else {
            f.x[i] = v.x, f.y[i] = v.y;
        }
    }
    if ((f.x[1] - f.x[0]) * (f.y[2] - f.y[0]) < (f.y[1] - f.y[0]) * (f.x[2] - f.x[0])) {
        double x = f.x[1], y = f.y[1];
        f.x[1] = f.x[2], f.y[1] = f.y[2];
        f.x[2] = x, f.y[2] = y;
    }
    return f;
}

/* Whether the line of an edge of a has all of b strictly outside. Two convex polygons in the plane
 * that do not meet are parted by an edge of one of them. */
static bool edge_separates(const flat_triangle *a, const flat_triangle *b) {
    for (int i = 0; i < 3; i++) {
        int j = i == 2 ? 0 : i + 1;
        double ex = a->x[j] - a->x[i], ey = a->y[j] - a->y[i];
        bool outside = true;
        for (int k = 0; k < 3; k++)
            outside = outside && ex * (b->y[k] - a->y[i]) < ey * (b->x[k] - a->x[i]);
        if (outside)
            return true;
    }
    return false;
}

static bool coplanar_overlap(tact_vec3 normal, const tact_triangle *a, const tact_triangle *b) {
    flat_triangle fa = flatten(normal, a), fb = flatten(normal, b);
    return !edge_separates(&fa, &fb) && !edge_separates(&fb, &fa);
}
