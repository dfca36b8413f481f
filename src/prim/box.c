/* SPDX-License-Identifier: MIT */
/* A triangle against an axis-aligned box, exactly: two convex polytopes are apart if and only if a
 * face normal of one or a cross product of edges separates them strictly. All thirteen directions
 * are tried, with the sign of each difference of projections taken exactly. A triangle of zero area
 * needs no other directions; those that vanish for it are skipped. */
#include <tact/prim.h>

#include "exact/det.h"
#include "math/vec.h"

static bool axes_separate(const tact_triangle *t, const tact_box *box) {
    tact_vec3 lo = tacti_vec3_min(t->v[0], tacti_vec3_min(t->v[1], t->v[2]));
    tact_vec3 hi = tacti_vec3_max(t->v[0], tacti_vec3_max(t->v[1], t->v[2]));
    return lo.x > box->hi.x || lo.y > box->hi.y || lo.z > box->hi.z || hi.x < box->lo.x ||
           hi.y < box->lo.y || hi.z < box->lo.z;
}

/* The corner of the box that is farthest along a direction with these signs. */
static tact_vec3 box_corner(const tact_box *box, int x, int y, int z) {
    return (tact_vec3){x > 0 ? box->hi.x : box->lo.x, y > 0 ? box->hi.y : box->lo.y,
                       z > 0 ? box->hi.z : box->lo.z};
}

static bool plane_separates(const tact_triangle *t, const tact_box *box) {
    const tact_vec3 *v = t->v;
    int x = tacti_orient2d_dropped(&v[0], &v[1], &v[2], 0);
    int y = tacti_orient2d_dropped(&v[0], &v[1], &v[2], 1);
    int z = tacti_orient2d_dropped(&v[0], &v[1], &v[2], 2);
    if (x == 0 && y == 0 && z == 0)
        return false;
    tact_vec3 most = box_corner(box, x, y, z), least = box_corner(box, -x, -y, -z);
    return tacti_orient3d(&v[0], &v[1], &v[2], &most) < 0 ||
           tacti_orient3d(&v[0], &v[1], &v[2], &least) > 0;
}

/* Whether the line of edge p q or its parallel through the third corner r separates the projections
 * of the triangle and the box along an axis. f(c) = det(q - p, c - p) measures across the edge: the
 * triangle takes the values from 0 to f(r), the box those from f(least) to f(most). */
static bool edge_separates(tact_vec2 p, tact_vec2 q, tact_vec2 r, tact_vec2 lo, tact_vec2 hi) {
    if (p.x == q.x && p.y == q.y)
        return false;
    tact_vec2 most = {q.y < p.y ? hi.x : lo.x, q.x > p.x ? hi.y : lo.y};
    tact_vec2 least = {q.y < p.y ? lo.x : hi.x, q.x > p.x ? lo.y : hi.y};
    tacti_diff2 pq = {q, p}, r_least = {least, r}, r_most = {most, r};
    return (tacti_orient2d(&p, &q, &least) > 0 && tacti_det2_sign(&pq, &r_least) > 0) ||
           (tacti_orient2d(&p, &q, &most) < 0 && tacti_det2_sign(&pq, &r_most) < 0);
}

bool tact_triangle_overlaps_box(const tact_triangle *a, tact_box box) {
    if (!(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z) ||
        axes_separate(a, &box) || plane_separates(a, &box))
        return false;
    for (unsigned axis = 0; axis < 3; axis++) {
        tact_vec2 lo = tacti_drop_axis(box.lo, axis), hi = tacti_drop_axis(box.hi, axis);
        for (int i = 0; i < 3; i++)
            if (edge_separates(tacti_drop_axis(a->v[i], axis),
                               tacti_drop_axis(a->v[(i + 1) % 3], axis),
                               tacti_drop_axis(a->v[(i + 2) % 3], axis), lo, hi))
                return false;
    }
    return true;
}
