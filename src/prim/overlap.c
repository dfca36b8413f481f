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

/* Which corner of a triangle that crosses or touches a plane is alone on its side: its sign s and
 * those of the others are (s, not s, not s), or (0, t, t) where it touches with one corner. At
 * least one sign is not 0, and not all are equal. */
static int lone_corner(const int side[3]) {
    for (int i = 0; i < 3; i++) {
        int next = side[(i + 1) % 3], last = side[(i + 2) % 3];
        if (side[i] != 0 ? (next != side[i] && last != side[i]) : (next == last && next != 0))
            return i;
    }
    return 0;
}

/* The lone corner first, the others ordered so that the lone one counts as above the other plane.
 */
typedef struct arrangement {
    const tact_vec3 *lone, *next, *last;
    bool is_above;
} arrangement;

static arrangement arrange(const tact_triangle *t, const int side[3]) {
    int i = lone_corner(side);
    const tact_vec3 *v = t->v;
    bool is_above = side[i] != 0 ? side[i] > 0 : side[(i + 1) % 3] < 0;
    return (arrangement){&v[i], &v[(i + 1) % 3], &v[(i + 2) % 3], is_above};
}

/* Both triangles cross or touch the line that the planes share, each in an interval whose ends lie
 * on the edges at the lone corner. The intervals meet unless one ends before the other begins. */
static bool intervals_meet(arrangement a, arrangement b) {
    /* Turning a triangle over flips the side of the other's lone corner. */
    const tact_vec3 *a_next = b.is_above ? a.next : a.last, *a_last = b.is_above ? a.last : a.next;
    const tact_vec3 *b_next = a.is_above ? b.next : b.last, *b_last = a.is_above ? b.last : b.next;
    return tacti_orient3d(a.lone, a_next, b.lone, b_next) <= 0 &&
           tacti_orient3d(a.lone, a_last, b.lone, b_last) >= 0;
}

static bool overlaps_by_corners(const tact_triangle *a, const tact_triangle *b) {
    tacti_flat flat_a = tacti_flat_make(a), flat_b = tacti_flat_make(b);
    return tacti_intersection_corners(&flat_a, &flat_b).count > 0;
}

bool tact_triangle_overlaps(const tact_triangle *a, const tact_triangle *b) {
    plane plane_b = plane_make(b);
    int side_a[3] = {plane_side(&plane_b, &a->v[0]), plane_side(&plane_b, &a->v[1]),
                     plane_side(&plane_b, &a->v[2])};
    if (side_a[0] != 0 && side_a[0] == side_a[1] && side_a[0] == side_a[2])
        return false;
    plane plane_a = plane_make(a);
    int side_b[3] = {plane_side(&plane_a, &b->v[0]), plane_side(&plane_a, &b->v[1]),
                     plane_side(&plane_a, &b->v[2])};
    if (side_b[0] != 0 && side_b[0] == side_b[1] && side_b[0] == side_b[2])
        return false;
    /* All zero: coplanar, or a triangle of zero area. */
    if ((side_a[0] | side_a[1] | side_a[2]) == 0 || (side_b[0] | side_b[1] | side_b[2]) == 0)
        return overlaps_by_corners(a, b);
    return intervals_meet(arrange(a, side_a), arrange(b, side_b));
}
