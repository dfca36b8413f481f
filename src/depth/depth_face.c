/* SPDX-License-Identifier: MIT */
/* Planes of thin faces, and the witness points of both bodies on the surface of the polytope. See
 * depth.h. */
#include "depth/depth.h"

#include <limits.h>
#include <math.h>

#include "base/assert.h"
#include "exact/det.h"

/* The exponent of the largest of some scaled numbers, or INT_MIN if all are 0. */
static int exponent_of(const tacti_scaled *x, int count) {
    int most = INT_MIN;
    for (int i = 0; i < count; i++) {
        int own = x[i].mantissa == 0 ? INT_MIN : x[i].exponent + ilogb(x[i].mantissa);
        most = own > most ? own : most;
    }
    return most;
}

static double at_exponent(tacti_scaled x, int exponent) {
    return x.mantissa == 0 ? 0 : ldexp(x.mantissa, x.exponent - exponent);
}

/* Each coordinate of the normal, and its product with a corner, has a relative error of at most
 * 2^-51. The largest coordinate is scaled to about 1. The quotient errs by less than 2^-48 of
 * itself. A point's product with the normal errs by eight roundings of terms whose sum is at most
 * the largest coordinate times the point's. */
void tacti_depth_thin_face(tacti_expansion *e, uint32_t face) {
    const uint8_t *corner = e->corner[face];
    TACTI_ASSERT(face < TACTI_DEPTH_FACES && corner[0] < e->point_count &&
                 corner[1] < e->point_count && corner[2] < e->point_count);
    const tact_vec3 *a = &e->point[corner[0]].w, *b = &e->point[corner[1]].w;
    const tact_vec3 *c = &e->point[corner[2]].w;
    tacti_scaled n[3], height;
    for (unsigned axis = 0; axis < 3; axis++) {
        tact_vec2 from = tacti_drop_axis(*a, axis);
        tacti_diff2 d = {tacti_drop_axis(*b, axis), from};
        tacti_diff2 f = {tacti_drop_axis(*c, axis), from};
        n[axis] = tacti_det2_value(&d, &f);
    }
    tacti_diff3 o = {*a, {0, 0, 0}}, d = {*b, *a}, f = {*c, *a};
    height = tacti_det3_value(&o, &d, &f);
    int exponent = exponent_of(n, 3);
    for (int axis = 0; axis < 3; axis++)
        e->normal[axis][face] = at_exponent(n[axis], exponent);
    tact_vec3 normal = tacti_depth_normal(e, face);
    double distance = at_exponent(height, exponent) / sqrt(tacti_vec3_dot(normal, normal));
    e->lower[face] = distance - (tacti_abs(distance) * 0x1p-48 + 0x1p-1060);
    e->reach[face] = tacti_largest(normal);
    e->offset[face] = tacti_vec3_dot(normal, *c);
}

/* ---- Witnesses ---------------------------------------------------------------------------- */

/* Faces whose planes coincide up to this are searched for the one that contains the point. */
#define SAME_PLANE 0x1p-40

/* A squared error up to this is rounding, relative to the squared size. */
#define GOOD 0x1p-100

/* Where a ray from the origin along n leaves through the plane of a face, in lengths of n. Infinite
 * if it does not. */
static double way_out(const tacti_expansion *e, uint32_t face, tact_vec3 n) {
    tact_vec3 own = tacti_depth_normal(e, face);
    double along = tacti_vec3_dot(own, n);
    if (!(e->lower[face] < tacti_infinity() && along > 0))
        return tacti_infinity();
    return tacti_vec3_dot(own, e->point[e->corner[face][2]].w) / along;
}

/* A triangle of pairs, and the weights of its corners for a point in it. */
typedef struct holder {
    const tacti_point_pair *corner[3];
    double weight[3];
    double square; /* of the combination's error */
} holder;

/* The error of the combination. */
static tact_vec3 mismatch(const holder *h, tact_vec3 target) {
    tact_vec3 r = tacti_vec3_sub(h->corner[0]->w, target);
    for (int i = 1; i < 3; i++)
        r = tacti_vec3_add(
            r, tacti_vec3_scale(tacti_vec3_sub(h->corner[i]->w, h->corner[0]->w), h->weight[i]));
    return r;
}

/* Adds weights that compensate r, except for its part along the normal. False if a weight is then
 * negative or NaN. */
static bool add_weights(holder *h, tact_vec3 r) {
    tact_vec3 d = tacti_vec3_sub(h->corner[1]->w, h->corner[0]->w);
    tact_vec3 f = tacti_vec3_sub(h->corner[2]->w, h->corner[0]->w);
    tact_vec3 n = tacti_vec3_cross(d, f);
    double inverse = 1 / tacti_vec3_dot(n, n);
    h->weight[1] -= tacti_vec3_dot(tacti_vec3_cross(r, f), n) * inverse;
    h->weight[2] -= tacti_vec3_dot(tacti_vec3_cross(d, r), n) * inverse;
    h->weight[0] = 1 - (h->weight[1] + h->weight[2]);
    return h->weight[0] >= 0 && h->weight[1] >= 0 && h->weight[2] >= 0;
}

/* The point of the three edges nearest to the target. */
static void hold_at_edge(holder *h, tact_vec3 target) {
    h->square = tacti_infinity();
    h->weight[0] = 1;
    h->weight[1] = h->weight[2] = 0;
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        tact_vec3 d = tacti_vec3_sub(h->corner[k]->w, h->corner[i]->w);
        tact_vec3 r = tacti_vec3_sub(target, h->corner[i]->w);
        double t = tacti_vec3_dot(d, r) / tacti_vec3_dot(d, d);
        t = t >= 0 ? tacti_min(t, 1) : 0;
        r = tacti_vec3_sub(r, tacti_vec3_scale(d, t));
        double square = tacti_vec3_dot(r, r);
        if (!(square < h->square))
            continue;
        h->square = square;
        h->weight[i] = 1 - t;
        h->weight[k] = t;
        h->weight[(i + 2) % 3] = 0;
    }
}

static void set_square(holder *h, tact_vec3 target) {
    tact_vec3 r = mismatch(h, target);
    h->square = tacti_vec3_dot(r, r);
}

/* The point of a face nearest to the target. False, without a point, if it is not inside. */
static bool hold_inside(const tacti_expansion *e, uint32_t face, tact_vec3 target, holder *h) {
    for (int i = 0; i < 3; i++) {
        h->corner[i] = &e->point[e->corner[face][i]];
        h->weight[i] = 0;
    }
    if (!add_weights(h, mismatch(h, target)))
        return false;
    set_square(h, target);
    return true;
}

/* The point of a face nearest to the target. */
static void hold(const tacti_expansion *e, uint32_t face, tact_vec3 target, holder *h) {
    if (!hold_inside(e, face, target, h))
        hold_at_edge(h, target);
}

/* One correction step by the remaining error: the first weights of thin triangles are mostly
 * rounding errors. */
static void refine(holder *h, tact_vec3 target) {
    holder next = *h;
    if (!add_weights(&next, mismatch(h, target)))
        return;
    set_square(&next, target);
    if (next.square < h->square)
        *h = next;
}

/* The face through which the ray leaves, and where. */
static uint32_t pierced_face(const tacti_expansion *e, tact_vec3 n, double *least) {
    uint32_t found = 0;
    *least = tacti_infinity();
    for (uint32_t face = 0; face < e->face_count; face++) {
        double way = way_out(e, face, n);
        found = way < *least ? face : found;
        *least = tacti_min(way, *least);
    }
    return found;
}

/* Used if the first face does not contain the point. Another face in its plane may contain it, or
 * the planes of thin faces are too inaccurate. */
static void search_holder(tacti_expansion *e, tact_vec3 n, double size, holder *best) {
    for (uint32_t face = 0; face < e->face_count; face++)
        if (e->lower[face] < tacti_infinity() && tacti_depth_is_thin(e, face))
            tacti_depth_thin_face(e, face);
    double least;
    uint32_t found = pierced_face(e, n, &least);
    tact_vec3 target = tacti_vec3_scale(n, least);
    hold(e, found, target, best);
    refine(best, target);
    double most = least + SAME_PLANE * (tacti_abs(least) + size / tacti_largest(n));
    for (uint32_t face = 0; face < e->face_count && best->square > GOOD * (size * size); face++) {
        holder next;
        if (!(way_out(e, face, n) <= most))
            continue;
        hold(e, face, target, &next);
        refine(&next, target);
        if (next.square < best->square)
            *best = next;
    }
}

void tacti_depth_witness(tacti_expansion *e, tact_vec3 point[2]) {
    TACTI_ASSERT(e->last < e->face_count);
    tact_vec3 n = e->best_direction;
    holder best;
    /* Mostly it is the last face, whose normal is the direction. Most faces are halves of a
     * parallelogram, so that it may be the other half. */
    tact_vec3 target = tacti_vec3_scale(n, way_out(e, e->last, n));
    bool is_held = hold_inside(e, e->last, target, &best);
    double size = tacti_sum_of(best.corner[0]->w);
    for (int i = 1; i < 3; i++)
        size = tacti_max(tacti_sum_of(best.corner[i]->w), size);
    for (int i = 0; i < 3 && !is_held; i++) {
        uint32_t face = e->next[e->last][i];
        double way = way_out(e, face, n);
        is_held = way < tacti_infinity() && hold_inside(e, face, tacti_vec3_scale(n, way), &best);
    }
    if (!(is_held && best.square <= GOOD * (size * size)))
        search_holder(e, n, size, &best);
    point[0] = best.corner[0]->a;
    point[1] = best.corner[0]->b;
    for (int i = 1; i < 3; i++) {
        tact_vec3 a = tacti_vec3_sub(best.corner[i]->a, best.corner[0]->a);
        tact_vec3 b = tacti_vec3_sub(best.corner[i]->b, best.corner[0]->b);
        point[0] = tacti_vec3_add(point[0], tacti_vec3_scale(a, best.weight[i]));
        point[1] = tacti_vec3_add(point[1], tacti_vec3_scale(b, best.weight[i]));
    }
    /* If products overflow or divide by 0, the support points are as good. */
    if (!(tacti_vec3_is_finite(point[0]) && tacti_vec3_is_finite(point[1]))) {
        point[0] = e->best.a;
        point[1] = e->best.b;
    }
}

/* ---- What is remembered ------------------------------------------------------------------- */

/* Whether the origin is in the tetrahedron of a face and a point beneath it, by rounded products.
 * It is known to be beneath the face. */
static bool holds_origin(const tact_vec3 corner[3], tact_vec3 v) {
    for (int i = 0; i < 3; i++) {
        tact_vec3 side = tacti_vec3_cross(corner[i], corner[(i + 1) % 3]);
        if (!(tacti_vec3_dot(side, v) < 0))
            return false;
    }
    return true;
}

void tacti_depth_remember(const tacti_expansion *e, uint32_t at[4][2]) {
    TACTI_ASSERT(e->last < e->face_count && e->point_count >= 4);
    tact_vec3 corner[3], n = tacti_depth_normal(e, e->last);
    uint32_t opposite = 0;
    double least = tacti_infinity();
    for (int i = 0; i < 3; i++)
        corner[i] = e->point[e->corner[e->last][i]].w;
    for (uint32_t i = 0; i < e->point_count; i++) {
        tact_vec3 v = e->point[i].w;
        double along = tacti_vec3_dot(n, v);
        if (along < least && holds_origin(corner, v)) {
            opposite = i;
            least = along;
        }
    }
    for (int i = 0; i < 4; i++) {
        const tacti_point_pair *p = &e->point[i < 3 ? e->corner[e->last][i] : opposite];
        at[i][0] = p->at[0];
        at[i][1] = p->at[1];
    }
}
