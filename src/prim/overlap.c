/* SPDX-License-Identifier: MIT */
/* Whether two triangles share a point. The test of P. Guigue and O. Devillers, "Fast and robust
 * triangle-triangle overlap test using orientation predicates" (2003), on exact signs, for the
 * usual case of two planes that cross; all else goes to the list of corners of intersect.c.
 *
 * The sides of the three corners of one triangle to the other's plane share the plane's normal, so
 * they are computed together. The filter is that of exact/det.h, with the same error bound. */
#include "base/inline.h"
#include "exact/det.h"
#include "math/vec.h"
#include "prim/intersect.h"

static inline double coordinate_sum(tact_vec3 v) {
    return (fabs(v.x) + fabs(v.y)) + fabs(v.z);
}

/* A computed determinant and the bound of its error. */
typedef struct filtered {
    double det, bound;
} filtered;

static inline bool is_certain(filtered f) {
    return fabs(f.det) > f.bound;
}

/* The side of a corner to a plane, by the operations of tacti_orient3d() in their order. */
static inline filtered filter_side(tact_vec3 origin, tact_vec3 normal, double edge_sums,
                                   tact_vec3 corner) {
    tact_vec3 d = tacti_vec3_sub(corner, origin);
    return (filtered){tacti_vec3_dot(d, normal), tacti_det3_bound(edge_sums, coordinate_sum(d))};
}

/* Computes exactly the sides that the filter leaves open. */
TACTI_NEVER_INLINE void find_open_sides(const tact_triangle *plane, const tact_triangle *t,
                                        const filtered found[3], int side[3]) {
    const tact_vec3 *v = plane->v;
    for (int i = 0; i < 3; i++)
        if (!is_certain(found[i]))
            side[i] = tacti_orient3d_exact(&v[0], &v[1], &v[2], &t->v[i]);
}

/* On which sides of the plane of a triangle the corners of t lie. */
TACTI_ALWAYS_INLINE void find_sides(const tact_triangle *plane, const tact_triangle *t,
                                    int side[3]) {
    tact_vec3 origin = plane->v[0];
    tact_vec3 b = tacti_vec3_sub(plane->v[1], origin), c = tacti_vec3_sub(plane->v[2], origin);
    tact_vec3 normal = tacti_vec3_cross(b, c);
    double edge_sums = coordinate_sum(b) * coordinate_sum(c);
    filtered f0 = filter_side(origin, normal, edge_sums, t->v[0]);
    filtered f1 = filter_side(origin, normal, edge_sums, t->v[1]);
    filtered f2 = filter_side(origin, normal, edge_sums, t->v[2]);
    side[0] = f0.det > 0 ? 1 : -1;
    side[1] = f1.det > 0 ? 1 : -1;
    side[2] = f2.det > 0 ? 1 : -1;
    /* Added up, so that there is one branch, which nearly always goes the same way. */
    if (is_certain(f0) + is_certain(f1) + is_certain(f2) != 3) {
        const filtered found[3] = {f0, f1, f2};
        find_open_sides(plane, t, found, side);
    }
}

/* Which corner of a triangle that crosses or touches a plane is alone on its side, and whether it
 * counts as above: the signs of the three corners are (s, not s, not s) starting from it, or (0, t,
 * t) if the triangle touches with that corner only; then it is above if the others are below. The
 * index is 9 s0 + 3 s1 + s2 + 13; entries for three equal signs are never used. A table, because
 * the signs are practically random and branches on them would be mispredicted. */
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

static inline bool is_on_one_side(const int side[3]) {
    int sum = side[0] + side[1] + side[2];
    return sum == 3 || sum == -3;
}

bool tact_triangle_overlaps(const tact_triangle *a, const tact_triangle *b) {
    tacti_sides sides = {{{0, 0, 0}, {0, 0, 0}}};
    find_sides(b, a, sides.of[0]);
    if (is_on_one_side(sides.of[0]))
        return false;
    find_sides(a, b, sides.of[1]);
    if (is_on_one_side(sides.of[1]))
        return false;
    /* All zero: coplanar, or a triangle of zero area. */
    const int *s = sides.of[0], *t = sides.of[1];
    if ((s[0] | s[1] | s[2]) == 0 || (t[0] | t[1] | t[2]) == 0)
        return overlaps_by_corners(a, b, &sides);
    return intervals_meet(a, b, &sides);
}
