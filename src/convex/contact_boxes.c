/* SPDX-License-Identifier: MIT */
/* Two boxes that overlap: the depth over the 15 directions that the faces of their difference can
 * have (Gottschalk 1996): the axes of both, and the products of an edge of each. Only manifolds ask
 * here, as boxes are what they are mostly made of. What is not plain is left to the search for the
 * depth: boxes that may not overlap, poses that are rigid only roughly, edges so nearly parallel
 * that their product is imprecise. */
#include "convex/contact.h"

#include <math.h>

/* Depths of this part of the size or less are left open. */
#define PLAINLY_DEEP 1e-9
/* Squared sines: of edges that are parallel, and of those that are nearly so. */
#define PARALLEL 1e-20
#define NEARLY_PARALLEL 1e-6
/* What is better by this part of the size is better: else faces come before edges. */
#define BETTER 1e-14
/* How far axes may be from right angles and length 1. */
#define RIGID 1e-14

typedef struct box_pair {
    tact_vec3 axis[2][3];
    double half[2][3];
    tact_vec3 between; /* from the middle of a to that of b */
    double cosine[3][3], size;
    double along[2][3]; /* between, along the axes */
    /* The best direction so far: its separation, */
    double separation, square;
    int kind, i, j; /* an axis i of box kind, or kind 2 for edges i and j */
} box_pair;

static bool set_axes(const tacti_body *body, tact_vec3 axis[3], double half[3]) {
    const double *m = body->pose->m;
    double off = 0;
    for (int i = 0; i < 3; i++) {
        axis[i] = (tact_vec3){m[i], m[4 + i], m[8 + i]};
        half[i] = tacti_vec3_get(body->shape->core.half, (unsigned)i);
        off += tacti_abs(tacti_vec3_dot(axis[i], axis[i]) - 1);
    }
    for (int i = 0; i < 3; i++)
        off += tacti_abs(tacti_vec3_dot(axis[i], axis[(i + 1) % 3]));
    return off <= RIGID;
}

static bool set_pair(const tacti_bodies *bodies, box_pair *pair) {
    const double *a = bodies->body[0].pose->m, *b = bodies->body[1].pose->m;
    for (int side = 0; side < 2; side++)
        if (!set_axes(&bodies->body[side], pair->axis[side], pair->half[side]))
            return false;
    pair->between = (tact_vec3){b[3] - a[3], b[7] - a[7], b[11] - a[11]};
    pair->size = bodies->body[0].reach + bodies->body[1].reach;
    for (int i = 0; i < 3; i++) {
        for (int side = 0; side < 2; side++)
            pair->along[side][i] = tacti_vec3_dot(pair->axis[side][i], pair->between);
        for (int j = 0; j < 3; j++)
            pair->cosine[i][j] = tacti_vec3_dot(pair->axis[0][i], pair->axis[1][j]);
    }
    pair->separation = -tacti_infinity();
    pair->square = 1;
    return true;
}

static void try_face(box_pair *pair, int side, int i) {
    double reach = pair->half[side][i];
    for (int j = 0; j < 3; j++)
        reach += pair->half[1 - side][j] *
                 tacti_abs(side == 0 ? pair->cosine[i][j] : pair->cosine[j][i]);
    double separation = tacti_abs(pair->along[side][i]) - reach;
    if (!(separation > pair->separation + BETTER * pair->size))
        return;
    pair->separation = separation;
    pair->kind = side;
    pair->i = i;
}

/* The product of axis i of a and axis j of b has, along the axes of a, the coordinates 0 and
 * -cosine, cosine of the two others. */
static void try_edges(box_pair *pair, int i, int j) {
    int k = (i + 1) % 3, l = (i + 2) % 3, p = (j + 1) % 3, q = (j + 2) % 3;
    const double(*c)[3] = pair->cosine;
    double square = c[k][j] * c[k][j] + c[l][j] * c[l][j];
    if (!(square > PARALLEL))
        return;
    double reach = (pair->half[0][k] * tacti_abs(c[l][j]) + pair->half[0][l] * tacti_abs(c[k][j])) +
                   (pair->half[1][p] * tacti_abs(c[i][q]) + pair->half[1][q] * tacti_abs(c[i][p]));
    double along = pair->along[0][l] * c[k][j] - pair->along[0][k] * c[l][j];
    double separation = (tacti_abs(along) - reach) / sqrt(square);
    if (!(separation > pair->separation + BETTER * pair->size))
        return;
    pair->separation = separation;
    pair->square = square;
    pair->kind = 2;
    pair->i = i;
    pair->j = j;
}

/* The corner of a box that is furthest along n, without the part along axis skip; 3 for none. */
static tact_vec3 furthest(const box_pair *pair, int side, tact_vec3 n, int skip) {
    tact_vec3 p = side == 0 ? (tact_vec3){0, 0, 0} : pair->between;
    for (int i = 0; i < 3; i++) {
        tact_vec3 axis = pair->axis[side][i];
        double half = tacti_vec3_dot(axis, n) >= 0 ? pair->half[side][i] : -pair->half[side][i];
        if (i != skip)
            p = tacti_vec3_add(p, tacti_vec3_scale(axis, half));
    }
    return p;
}

/* The points where two edges are nearest, relative to the middle of a. */
static void nearest_on_edges(const box_pair *pair, tact_vec3 n, tact_vec3 point[2]) {
    tact_vec3 back = tacti_vec3_scale(n, -1);
    tact_vec3 d = pair->axis[0][pair->i], e = pair->axis[1][pair->j];
    point[0] = furthest(pair, 0, n, pair->i);
    point[1] = furthest(pair, 1, back, pair->j);
    tact_vec3 r = tacti_vec3_sub(point[1], point[0]);
    double cosine = pair->cosine[pair->i][pair->j];
    double along_d = tacti_vec3_dot(r, d), along_e = tacti_vec3_dot(r, e);
    double s = (along_d - cosine * along_e) / pair->square;
    double t = (cosine * along_d - along_e) / pair->square;
    double most_s = pair->half[0][pair->i], most_t = pair->half[1][pair->j];
    s = tacti_min(tacti_max(s, -most_s), most_s);
    t = tacti_min(tacti_max(t, -most_t), most_t);
    point[0] = tacti_vec3_add(point[0], tacti_vec3_scale(d, s));
    point[1] = tacti_vec3_add(point[1], tacti_vec3_scale(e, t));
}

static void set_measure(const tacti_bodies *bodies, const box_pair *pair,
                        tacti_contact_measure *out) {
    const double *m = bodies->body[0].pose->m;
    tact_vec3 n = pair->kind < 2 ? pair->axis[pair->kind][pair->i]
                                 : tacti_vec3_cross(pair->axis[0][pair->i], pair->axis[1][pair->j]);
    double length = sqrt(tacti_vec3_dot(n, n));
    n = tacti_vec3_scale(n, (tacti_vec3_dot(n, pair->between) < 0 ? -1 : 1) / length);
    tact_vec3 back = tacti_vec3_scale(n, -1), *point = out->point;
    if (pair->kind == 2)
        nearest_on_edges(pair, n, point);
    else if (pair->kind == 0) {
        point[1] = furthest(pair, 1, back, 3);
        point[0] = tacti_vec3_sub(point[1], tacti_vec3_scale(n, pair->separation));
    } else {
        point[0] = furthest(pair, 0, n, 3);
        point[1] = tacti_vec3_add(point[0], tacti_vec3_scale(n, pair->separation));
    }
    for (int side = 0; side < 2; side++) {
        double radius = bodies->body[side].radius;
        point[side] = tacti_vec3_add(point[side], (tact_vec3){m[3], m[7], m[11]});
        point[side] =
            tacti_vec3_add(point[side], tacti_vec3_scale(n, side == 0 ? radius : -radius));
    }
    out->outcome = TACT_CONTACT;
    out->separation = pair->separation - bodies->radius;
    out->normal = n;
    out->is_sure = true;
}

bool tacti_contact_measure_boxes(const tacti_bodies *bodies, tacti_contact_measure *out) {
    box_pair pair;
    if (bodies->body[0].kind != TACT_SHAPE_BOX || bodies->body[1].kind != TACT_SHAPE_BOX ||
        !bodies->is_tame || !set_pair(bodies, &pair))
        return false;
    double limit = -PLAINLY_DEEP * (pair.size + bodies->size);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++)
            try_face(&pair, side, i);
    if (!(pair.separation < limit))
        return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_edges(&pair, i, j);
    if (!(pair.separation < limit) || (pair.kind == 2 && pair.square < NEARLY_PARALLEL))
        return false;
    set_measure(bodies, &pair, out);
    return true;
}
