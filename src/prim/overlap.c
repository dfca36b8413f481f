/* SPDX-License-Identifier: MIT */
/* Whether two triangles share a point. The test of P. Guigue and O. Devillers, "Fast and robust
 * triangle-triangle overlap test using orientation predicates" (2003), on exact signs, for the
 * usual case of two planes that cross; all else goes to the list of corners of intersect.c.
 *
 * The signs of one triangle's corners to the other's plane share the plane's normal, so they are
 * computed together: the filter is that of exact/det.h with the same error bound. */
#include "exact/det.h"
#include "math/vec.h"
#include "prim/intersect.h"

/* A triangle's normal, rounded, and the product of edge sums that bounds its error. */
typedef struct plane {
    const tact_triangle *triangle;
    tact_vec3 normal;
    double edge_sums;
} plane;

static inline double coordinate_sum(tact_vec3 v) {
    return (fabs(v.x) + fabs(v.y)) + fabs(v.z);
}

static inline plane plane_make(const tact_triangle *t) {
    tact_vec3 b = tacti_vec3_sub(t->v[1], t->v[0]);
    tact_vec3 c = tacti_vec3_sub(t->v[2], t->v[0]);
    return (plane){t, tacti_vec3_cross(b, c), coordinate_sum(b) * coordinate_sum(c)};
}

/* The side of the plane on which p lies: the operations of tacti_orient3d() in the same order. */
static inline int plane_side(const plane *h, const tact_vec3 *p) {
    tact_vec3 d = tacti_vec3_sub(*p, h->triangle->v[0]);
    double det = tacti_vec3_dot(d, h->normal);
    if (fabs(det) > tacti_det3_bound(h->edge_sums, coordinate_sum(d)))
        return det > 0 ? 1 : -1;
    const tact_vec3 *v = h->triangle->v;
    return tacti_orient3d_exact(&v[0], &v[1], &v[2], p);
}

/* Which corner of a triangle that crosses or touches a plane is alone on its side, and whether it
 * counts as above: the signs of the three corners are (s, not s, not s) starting from it, or
 * (0, t, t) where the triangle touches with that corner only; then it is above where the others are
 * below. The index is 9 s0 + 3 s1 + s2 + 13; entries for three equal signs are never used. A table
 * because the signs are as good as random: branches on them would be mispredicted. */
typedef struct lone_corner {
    signed char index;
    bool is_above;
} lone_corner;

static const lone_corner lone_corners[27] = {
    /* - - - */ {0, false}, /* - - 0 */ {2, true},  /* - - + */ {2, true},
    /* - 0 - */ {1, true},  /* - 0 0 */ {0, false}, /* - 0 + */ {0, false},
    /* - + - */ {1, true},  /* - + 0 */ {0, false}, /* - + + */ {0, false},
    /* 0 - - */ {0, true},  /* 0 - 0 */ {1, false}, /* 0 - + */ {1, false},
    /* 0 0 - */ {2, false}, /* 0 0 0 */ {0, false}, /* 0 0 + */ {2, true},
    /* 0 + - */ {1, true},  /* 0 + 0 */ {1, true},  /* 0 + + */ {0, false},
    /* + - - */ {0, true},  /* + - 0 */ {0, true},  /* + - + */ {1, false},
    /* + 0 - */ {0, true},  /* + 0 0 */ {0, true},  /* + 0 + */ {1, false},
    /* + + - */ {2, false}, /* + + 0 */ {2, false}, /* + + + */ {0, false},
};

static inline lone_corner find_lone_corner(const int side[3]) {
    return lone_corners[9 * side[0] + 3 * side[1] + side[2] + 13];
}

/* Both triangles cross or touch the line that the planes share, each in an interval whose ends lie
 * on the edges at the lone corner. The intervals meet unless one ends before the other begins;
 * which end is which follows from the side of the other's lone corner, as turning a triangle over
 * flips that side. */
static bool intervals_meet(const tact_triangle *a, const tact_triangle *b,
                           const tacti_sides *sides) {
    static const unsigned char following[2][3] = {{2, 0, 1}, {1, 2, 0}};
    lone_corner la = find_lone_corner(sides->of[0]), lb = find_lone_corner(sides->of[1]);
    const tact_vec3 *lone_a = &a->v[la.index], *lone_b = &b->v[lb.index];
    const tact_vec3 *next_a = &a->v[following[lb.is_above][la.index]];
    const tact_vec3 *last_a = &a->v[following[!lb.is_above][la.index]];
    const tact_vec3 *next_b = &b->v[following[la.is_above][lb.index]];
    const tact_vec3 *last_b = &b->v[following[!la.is_above][lb.index]];
    return tacti_orient3d(lone_a, next_a, lone_b, next_b) <= 0 &&
           tacti_orient3d(lone_a, last_a, lone_b, last_b) >= 0;
}

static bool overlaps_by_corners(const tact_triangle *a, const tact_triangle *b,
                                const tacti_sides *sides) {
    if (!tacti_triangle_is_finite(a) || !tacti_triangle_is_finite(b))
        return false;
    tacti_flat flat_a = tacti_flat_make(a), flat_b = tacti_flat_make(b);
    return tacti_intersection_corners(&flat_a, &flat_b, sides).count > 0;
}

static inline void find_sides(const plane *h, const tact_triangle *t, int side[3]) {
    for (int i = 0; i < 3; i++)
        side[i] = plane_side(h, &t->v[i]);
}

static inline bool is_on_one_side(const int side[3]) {
    int sum = side[0] + side[1] + side[2];
    return sum == 3 || sum == -3;
}

bool tact_triangle_overlaps(const tact_triangle *a, const tact_triangle *b) {
    tacti_sides sides = {{{0, 0, 0}, {0, 0, 0}}};
    plane plane_b = plane_make(b);
    find_sides(&plane_b, a, sides.of[0]);
    if (is_on_one_side(sides.of[0]))
        return false;
    plane plane_a = plane_make(a);
    find_sides(&plane_a, b, sides.of[1]);
    if (is_on_one_side(sides.of[1]))
        return false;
    /* All zero: coplanar, or a triangle of zero area. */
    const int *s = sides.of[0], *t = sides.of[1];
    if ((s[0] | s[1] | s[2]) == 0 || (t[0] | t[1] | t[2]) == 0)
        return overlaps_by_corners(a, b, &sides);
    return intervals_meet(a, b, &sides);
}
