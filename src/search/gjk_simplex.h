/* SPDX-License-Identifier: MIT */
/* The point of a simplex nearest to the origin, in floating point, by signed volumes after
 * Montanari, Petrinic and Barbieri, "Improving the GJK algorithm for faster and more reliable
 * distance queries" (2017). Instead of solving one system of equations, it reduces each simplex to
 * the faces, edges and corners on whose side the origin lies, by signs of volumes, areas and
 * lengths. We differ in the order (the newest point is the last). We also take the nearest point of
 * a face along its normal, so that its direction is accurate even if the distance is short. */
#ifndef TACTI_SEARCH_GJK_SIMPLEX_H
#define TACTI_SEARCH_GJK_SIMPLEX_H

#include "base/assert.h"
#include "base/inline.h"
#include "search/gjk.h"
#include "exact/det.h"

/* The nearest point, its squared length, and the points of the simplex that it is a combination of,
 * in increasing order. */
typedef struct tacti_near_point {
    tact_vec3 x;
    double square;
    int count;
    uint8_t at[4];
    double weight[4];
} tacti_near_point;

TACTI_ALWAYS_INLINE void tacti_near_corner(const tacti_point_pair *p, int i,
                                           tacti_near_point *out) {
    out->x = p[i].w;
    out->square = tacti_vec3_dot(out->x, out->x);
    out->count = 1;
    out->at[0] = (uint8_t)i;
    out->weight[0] = 1;
}

TACTI_ALWAYS_INLINE void tacti_near_edge(const tacti_point_pair *p, int i, int j,
                                         tacti_near_point *out) {
    tact_vec3 d = tacti_vec3_sub(p[j].w, p[i].w);
    double from_i = -tacti_vec3_dot(p[i].w, d), from_j = tacti_vec3_dot(p[j].w, d);
    if (!(from_i > 0)) {
        tacti_near_corner(p, i, out);
        return;
    }
    if (!(from_j > 0)) {
        tacti_near_corner(p, j, out);
        return;
    }
    double whole = 1 / (from_i + from_j);
    double weight_i = from_j * whole, weight_j = from_i * whole;
    /* Measured from the nearer end. */
    out->x = weight_i > weight_j ? tacti_vec3_add(p[i].w, tacti_vec3_scale(d, weight_j))
                                 : tacti_vec3_sub(p[j].w, tacti_vec3_scale(d, weight_i));
    out->square = tacti_vec3_dot(out->x, out->x);
    out->count = 2;
    out->at[0] = (uint8_t)i;
    out->at[1] = (uint8_t)j;
    out->weight[0] = weight_i;
    out->weight[1] = weight_j;
}

/* Replaces best by other if other is nearer. */
TACTI_ALWAYS_INLINE void tacti_keep_nearer(tacti_near_point *best, const tacti_near_point *other) {
    if (other->square < best->square)
        *best = *other;
}

/* Twice the area of the triangle p, q, r with one axis dropped. */
TACTI_ALWAYS_INLINE double tacti_flat_area2(tact_vec2 p, tact_vec2 q, tact_vec2 r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

TACTI_NEVER_INLINE void tacti_near_edges(const tacti_point_pair *p, const int at[3],
                                         const double area[3], tacti_near_point *out) {
    bool has_any = false;
    for (int e = 2; e >= 0; e--) {
        if (area[e] > 0)
            continue;
        tacti_near_point next;
        /* In increasing order: tacti_gjk_reduce() moves points forward. */
        tacti_near_edge(p, e == 0 ? at[1] : at[0], e == 2 ? at[1] : at[2], &next);
        if (!has_any)
            *out = next;
        else
            tacti_keep_nearer(out, &next);
        has_any = true;
    }
    if (!has_any) /* NaN only */
        tacti_near_corner(p, at[2], out);
}

TACTI_ALWAYS_INLINE void tacti_near_face(const tacti_point_pair *p, int i, int j, int k,
                                         tacti_near_point *out) {
    tact_vec3 a = p[i].w, b = p[j].w, c = p[k].w;
    tact_vec3 n = tacti_vec3_cross(tacti_vec3_sub(b, a), tacti_vec3_sub(c, a));
    tact_vec3 size = tacti_vec3_abs(n);
    unsigned axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    double whole = tacti_vec3_get(n, axis);
    double square = tacti_vec3_dot(n, n);
    const int at[3] = {i, j, k};
    double area[3] = {0, 0, 0};
    if (!(square > 0)) {
        tacti_near_edges(p, at, area, out);
        return;
    }
    double height = tacti_vec3_dot(n, c) / square;
    tact_vec3 foot = tacti_vec3_scale(n, height);
    tact_vec2 a2 = tacti_drop_axis(a, axis), b2 = tacti_drop_axis(b, axis);
    tact_vec2 c2 = tacti_drop_axis(c, axis), o = tacti_drop_axis(foot, axis);
    double inverse = 1 / whole;
    area[0] = tacti_flat_area2(o, b2, c2) * inverse;
    area[1] = tacti_flat_area2(o, c2, a2) * inverse;
    area[2] = tacti_flat_area2(o, a2, b2) * inverse;
    if (!(area[0] > 0 && area[1] > 0 && area[2] > 0)) {
        tacti_near_edges(p, at, area, out);
        return;
    }
    out->x = foot;
    out->square = tacti_vec3_dot(foot, foot);
    out->count = 3;
    for (int e = 0; e < 3; e++) {
        out->at[e] = (uint8_t)at[e];
        out->weight[e] = area[e];
    }
}

/* Signed volumes of the origin with the face opposite each corner. They are the weights of the
 * origin times the volume of the tetrahedron. Returns whether all signs are certain (see
 * exact/det.h) and equal. */
TACTI_ALWAYS_INLINE bool tacti_simplex_volumes(const tact_vec3 w[4], double volume[4]) {
    tact_vec3 c01 = tacti_vec3_cross(w[0], w[1]), c23 = tacti_vec3_cross(w[2], w[3]);
    volume[0] = tacti_vec3_dot(w[1], c23);
    volume[1] = -tacti_vec3_dot(w[0], c23);
    volume[2] = tacti_vec3_dot(w[3], c01);
    volume[3] = -tacti_vec3_dot(w[2], c01);
    double s0 = tacti_sum_of(w[0]), s1 = tacti_sum_of(w[1]), s2 = tacti_sum_of(w[2]),
           s3 = tacti_sum_of(w[3]);
    double s01 = s0 * s1, s23 = s2 * s3;
    double e0 = tacti_det3_bound(s23, s1), e1 = tacti_det3_bound(s23, s0);
    double e2 = tacti_det3_bound(s01, s3), e3 = tacti_det3_bound(s01, s2);
    bool positive = volume[0] > e0 && volume[1] > e1 && volume[2] > e2 && volume[3] > e3;
    bool negative = volume[0] < -e0 && volume[1] < -e1 && volume[2] < -e2 && volume[3] < -e3;
    return positive || negative;
}

/* The nearest point of the tetrahedron. Its count is 4 if the origin is inside. */
TACTI_ALWAYS_INLINE void tacti_near_tetrahedron(const tacti_point_pair *p, tacti_near_point *out,
                                                bool *is_certain) {
    double volume[4];
    const tact_vec3 w[4] = {p[0].w, p[1].w, p[2].w, p[3].w};
    *is_certain = tacti_simplex_volumes(w, volume);
    double whole = (volume[0] + volume[1]) + (volume[2] + volume[3]);
    double sign = whole < 0 ? -1 : 1;
    bool outside[4];
    for (int i = 0; i < 4; i++)
        outside[i] = !(sign * volume[i] > 0);
    if (!outside[0] && !outside[1] && !outside[2] && !outside[3]) {
        out->x = (tact_vec3){0, 0, 0};
        out->square = 0;
        out->count = 4;
        for (int i = 0; i < 4; i++) {
            out->at[i] = (uint8_t)i;
            out->weight[i] = volume[i] / whole;
        }
        return;
    }
    static const uint8_t faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    bool has_any = false;
    for (int i = 0; i < 4; i++) {
        /* Only by rounding can the face without the newest point be the nearest one. */
        if (!outside[i] || (i == 3 && has_any))
            continue;
        tacti_near_point next;
        tacti_near_face(p, faces[i][0], faces[i][1], faces[i][2], &next);
        if (!has_any)
            *out = next;
        else
            tacti_keep_nearer(out, &next);
        has_any = true;
    }
}

/* The nearest point of one to three points. */
TACTI_ALWAYS_INLINE void tacti_near_few(const tacti_point_pair *p, int count,
                                        tacti_near_point *out) {
    TACTI_ASSERT(count >= 1 && count <= 3);
    if (count == 1)
        tacti_near_corner(p, 0, out);
    else if (count == 2)
        tacti_near_edge(p, 0, 1, out);
    else
        tacti_near_face(p, 0, 1, 2, out);
}

static inline void tacti_find_nearest(const tacti_point_pair *p, int count, tacti_near_point *out,
                                      bool *is_certain) {
    TACTI_ASSERT(count >= 1 && count <= 4);
    *is_certain = false;
    if (count < 4)
        tacti_near_few(p, count, out);
    else
        tacti_near_tetrahedron(p, out, is_certain);
}

/* Reduces the simplex to the points that the nearest point is a combination of. */
static inline void tacti_gjk_reduce(tacti_gjk *gjk, const tacti_near_point *nearest) {
    for (int i = 0; i < nearest->count; i++) {
        int from = nearest->at[i];
        TACTI_ASSERT(from >= i && from < gjk->count);
        if (from != i)
            gjk->pair[i] = gjk->pair[from];
        gjk->weight[i] = nearest->weight[i];
    }
    gjk->count = nearest->count;
    gjk->x = nearest->x;
}

#endif
