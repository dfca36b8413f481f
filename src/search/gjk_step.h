/* SPDX-License-Identifier: MIT */
/* One step of the search on polytopes: a new point joins the simplex, which is then reduced to the
 * points that its nearest point is a combination of. Every new point is less far along x than x
 * itself. Hence the new point is part of the combination, and only the faces, edges and the corner
 * at the new point need a look. This holds up to rounding: if a step does not lead nearer, the
 * caller uses gjk_simplex.h, which looks at the whole simplex. */
#ifndef TACTI_SEARCH_GJK_STEP_H
#define TACTI_SEARCH_GJK_STEP_H

#include "base/assert.h"
#include "base/inline.h"
#include "search/gjk.h"

/* Differences of vertices. An id is the number of the vertex of a, plus that of b shifted by 32. */
typedef struct tacti_gjk_simplex {
    int count;
    tact_vec3 w[4];
    uint64_t id[4];
    tact_vec3 x;   /* the point nearest to the origin */
    double square; /* its squared length */
} tacti_gjk_simplex;

/* A nearest point, and the older points that it is a combination of together with the newest. */
typedef struct tacti_gjk_near {
    tact_vec3 x;
    double square;
    int others; /* how many: 0 to 2 */
    int at[2];  /* increasing */
} tacti_gjk_near;

/* The newest point c alone. */
TACTI_ALWAYS_INLINE void tacti_near_new_corner(tact_vec3 c, tacti_gjk_near *out) {
    out->x = c;
    out->square = tacti_vec3_dot(c, c);
    out->others = 0;
}

/* On the edge from c to another point a, with d = a - c and along = -c . d > 0. */
TACTI_ALWAYS_INLINE void tacti_near_new_edge(tact_vec3 c, tact_vec3 d, double along, int at,
                                             tacti_gjk_near *out) {
    double part = along / tacti_vec3_dot(d, d);
    out->x = tacti_vec3_add(c, tacti_vec3_scale(d, part));
    out->square = tacti_vec3_dot(out->x, out->x);
    out->others = 1;
    out->at[0] = at;
}

/* On the face of the newest point c and of a and b, whose numbers are at[0] < at[1]. da = a - c,
 * db = b - c, n = da x db. */
TACTI_ALWAYS_INLINE void tacti_near_new_face(tact_vec3 c, tact_vec3 da, tact_vec3 db, tact_vec3 n,
                                             const int at[2], tacti_gjk_near *out) {
    /* The weights of a and b at the foot of the origin, times n . n. */
    double weight_a = tacti_vec3_dot(n, tacti_vec3_cross(db, c));
    double weight_b = tacti_vec3_dot(n, tacti_vec3_cross(c, da));
    if (weight_a > 0 && weight_b > 0) {
        double part = tacti_vec3_dot(n, c) / tacti_vec3_dot(n, n);
        out->x = tacti_vec3_scale(n, part);
        out->square = tacti_vec3_dot(out->x, out->x);
        out->others = 2;
        out->at[0] = at[0];
        out->at[1] = at[1];
        return;
    }
    double along_a = -tacti_vec3_dot(c, da), along_b = -tacti_vec3_dot(c, db);
    if (!(weight_b > 0) && along_a > 0)
        tacti_near_new_edge(c, da, along_a, at[0], out);
    else if (!(weight_a > 0) && along_b > 0)
        tacti_near_new_edge(c, db, along_b, at[1], out);
    else
        tacti_near_new_corner(c, out);
}

TACTI_ALWAYS_INLINE void tacti_near_two(const tacti_gjk_simplex *s, tact_vec3 c,
                                        tacti_gjk_near *out) {
    tact_vec3 d = tacti_vec3_sub(s->w[0], c);
    double along = -tacti_vec3_dot(c, d);
    if (along > 0)
        tacti_near_new_edge(c, d, along, 0, out);
    else
        tacti_near_new_corner(c, out);
}

TACTI_ALWAYS_INLINE void tacti_near_three(const tacti_gjk_simplex *s, tact_vec3 c,
                                          tacti_gjk_near *out) {
    static const int at[2] = {0, 1};
    tact_vec3 da = tacti_vec3_sub(s->w[0], c), db = tacti_vec3_sub(s->w[1], c);
    tacti_near_new_face(c, da, db, tacti_vec3_cross(da, db), at, out);
}

/* False if the origin is inside of all three faces at the newest point. */
TACTI_ALWAYS_INLINE bool tacti_near_four(const tacti_gjk_simplex *s, tact_vec3 c,
                                         tacti_gjk_near *out) {
    static const int faces[3][2] = {{0, 1}, {1, 2}, {0, 2}};
    tact_vec3 d[3] = {tacti_vec3_sub(s->w[0], c), tacti_vec3_sub(s->w[1], c),
                      tacti_vec3_sub(s->w[2], c)};
    tact_vec3 n[3] = {tacti_vec3_cross(d[0], d[1]), tacti_vec3_cross(d[1], d[2]),
                      tacti_vec3_cross(d[0], d[2])};
    double whole = tacti_vec3_dot(n[0], d[2]);
    /* The origin is beyond a face unless it is on the inner side: unless -c . n has the sign of the
     * third point. n[2] points the other way. */
    double beyond[3] = {tacti_vec3_dot(n[0], c), tacti_vec3_dot(n[1], c), -tacti_vec3_dot(n[2], c)};
    bool is_outside = false;
    TACTI_UNROLL
    for (int f = 0; f < 3; f++) {
        if ((whole > 0 && beyond[f] < 0) || (whole < 0 && beyond[f] > 0))
            continue;
        tacti_gjk_near next;
        tacti_near_new_face(c, d[faces[f][0]], d[faces[f][1]], n[f], faces[f], &next);
        if (!is_outside || next.square < out->square)
            *out = next;
        is_outside = true;
    }
    return is_outside;
}

/* Adds a new point and reduces the simplex. False if the new simplex is not nearer, up to rounding;
 * the point is then added, but nothing is reduced. If count is 4 afterwards, the origin is inside,
 * up to rounding. */
TACTI_ALWAYS_INLINE bool tacti_take_new_point(tacti_gjk_simplex *s, tact_vec3 w, uint64_t id) {
    tacti_gjk_near near = {.square = 0};
    int last = s->count;
    TACTI_ASSERT(last >= 0 && last < 4);
    s->w[last] = w;
    s->id[last] = id;
    s->count = last + 1;
    if (last == 0)
        tacti_near_new_corner(w, &near);
    else if (last == 1)
        tacti_near_two(s, w, &near);
    else if (last == 2)
        tacti_near_three(s, w, &near);
    else if (!tacti_near_four(s, w, &near))
        return true;
    if (!(near.square < s->square))
        return false;
    for (int i = 0; i < near.others; i++) {
        TACTI_ASSERT(near.at[i] >= i && near.at[i] < last);
        s->w[i] = s->w[near.at[i]];
        s->id[i] = s->id[near.at[i]];
    }
    s->w[near.others] = w;
    s->id[near.others] = id;
    s->count = near.others + 1;
    s->x = near.x;
    s->square = near.square;
    return true;
}

#endif
