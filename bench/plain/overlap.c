/* SPDX-License-Identifier: MIT */
/* Whether two triangles meet: the test of Guigue and Devillers (Fast and robust triangle-triangle
 * overlap test using orientation predicates, 2003) in plain double arithmetic.
 *
 * Each triangle is tested against the plane of the other. If both planes cut, the corner that is
 * alone on its side comes first, and two more determinants decide whether the two segments on the
 * common line overlap. We differ from the paper in two ways: the orientation follows from the signs
 * of the distances instead of a decision tree, and coplanar triangles are tested by separating
 * edges in the projection along the largest coordinate of the normal. */
#include "plain.h"
#include "vector.h"

#include <math.h>

/* The corners of a triangle above and below a plane: bit i is corner i. */
typedef struct sides {
    unsigned above, below;
} sides;

static inline sides sides_of(tact_vec3 origin, tact_vec3 normal, const tact_triangle *t) {
    double h0 = dot(normal, sub(t->v[0], origin));
    double h1 = dot(normal, sub(t->v[1], origin));
    double h2 = dot(normal, sub(t->v[2], origin));
    return (sides){(unsigned)(h0 > 0) | (unsigned)(h1 > 0) << 1 | (unsigned)(h2 > 0) << 2,
                   (unsigned)(h0 < 0) | (unsigned)(h1 < 0) << 1 | (unsigned)(h2 < 0) << 2};
}

static inline bool all_on_one_side(sides s) {
    return s.above == 7 || s.below == 7;
}

/* The corner that the plane separates from the other two. At least one corner is not in the plane.
 * A table is used instead of branches, because branches cannot be predicted here. */
typedef struct lone {
    unsigned corner;
    bool above;
} lone;

static inline lone lone_corner(sides s) {
    static const unsigned char is_single[8] = {0, 1, 1, 0, 1, 0, 0, 0};
    static const unsigned char corner[8] = {0, 0, 1, 0, 2, 0, 0, 0};
    /* With two corners on one side and one in the plane, the latter counts as on the other side. */
    unsigned mask = 7u & ~(s.above | s.below);
    bool above = s.above == 0;
    mask = is_single[s.below] ? s.below : mask;
    above = is_single[s.below] ? false : above;
    mask = is_single[s.above] ? s.above : mask;
    above = is_single[s.above] ? true : above;
    return (lone){corner[mask], above};
}

/* det(b - a, c - a, d - a) */
static double orient(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                     const tact_vec3 *d) {
    return dot(cross(sub(*b, *a), sub(*c, *a)), sub(*d, *a));
}

static bool coplanar_overlap(tact_vec3 normal, const tact_triangle *a, const tact_triangle *b);

bool plain_triangle_overlaps(const tact_triangle *a, const tact_triangle *b) {
    tact_vec3 normal_b = cross(sub(b->v[1], b->v[0]), sub(b->v[2], b->v[0]));
    sides of_a = sides_of(b->v[0], normal_b, a);
    if (all_on_one_side(of_a))
        return false;
    tact_vec3 normal_a = cross(sub(a->v[1], a->v[0]), sub(a->v[2], a->v[0]));
    sides of_b = sides_of(a->v[0], normal_a, b);
    if (all_on_one_side(of_b))
        return false;
    if ((of_a.above | of_a.below) == 0 || (of_b.above | of_b.below) == 0)
        return coplanar_overlap(normal_a, a, b);

    /* The lone corners come first. If the lone corner of one triangle is below the plane of the
     * other, the other triangle is reversed, so that both are above. */
    static const unsigned char next[5] = {1, 2, 0, 1, 2};
    lone of1 = lone_corner(of_a), of2 = lone_corner(of_b);
    unsigned i = of1.corner, j = of2.corner, turn1 = !of2.above, turn2 = !of1.above;
    const tact_vec3 *p1 = &a->v[i], *p2 = &b->v[j];
    const tact_vec3 *q1 = &a->v[next[i + turn1]], *r1 = &a->v[next[i + 1 - turn1]];
    const tact_vec3 *q2 = &b->v[next[j + turn2]], *r2 = &b->v[next[j + 1 - turn2]];
    /* On the common line a covers [p1 r1, p1 q1] and b covers [p2 q2, p2 r2]. Computing both
     * determinants is cheaper than a mispredicted branch between them. */
    double first = orient(p1, q1, p2, q2), second = orient(p1, r1, p2, r2);
    int overlaps_q = first <= 0, overlaps_r = second >= 0;
    return overlaps_q & overlaps_r;
}

/* ---- Coplanar triangles ---------------------------------------------------------------------- */

typedef struct flat_triangle {
    double x[3], y[3];
} flat_triangle;

/* Drops the coordinate in which the normal is largest, and makes the triangle counterclockwise. */
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

/* Whether all of b lies strictly outside the line of an edge of a. Two convex polygons in the plane
 * that do not meet are separated by an edge of one of them. */
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
