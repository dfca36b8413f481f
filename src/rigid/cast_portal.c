/* SPDX-License-Identifier: MIT */
/* Casts of two cores without radii; see cast.h. Compiled for each SIMD level.
 *
 * Only the bounds have to be right. The choice of the portal is a hint that rounding may spoil. */
#include "rigid/cast.h"

#include "base/assert.h"
#include "base/simd.h"
#include "exact/det.h"
#include "rigid/cast_see.h"

/* Steps until the ray is enclosed. */
#define MOST_EDGES 16

/* A point of W, seen along the ray; a is its point of the first core. */
typedef struct tacti_seen {
    tact_vec3 w, a;
    double u, v;
} tacti_seen;

typedef struct tacti_portal {
    tacti_cast *cast;
    tact_vec3 u, v; /* across d, of the same length; u, v, d are right-handed */
    tact_vec3 middle;
    bool has_middle; /* one of the corners is the middle */
    tacti_seen corner[3];
    tacti_cast_bodies bodies;
} tacti_portal;

/* Twice the area of the triangle of the ray, a and b, seen against d: positive if a comes before b,
 * counterclockwise. */
TACTI_ALWAYS_INLINE double area(const tacti_seen *a, const tacti_seen *b) {
    return a->u * b->v - a->v * b->u;
}

TACTI_ALWAYS_INLINE void see_point(const tacti_portal *portal, tacti_seen *out) {
    out->u = tacti_vec3_dot(out->w, portal->u);
    out->v = tacti_vec3_dot(out->w, portal->v);
}

/* A support point along x, which is also taken for the lower bound. */
TACTI_NEVER_INLINE void add_point(tacti_portal *portal, tact_vec3 x, tacti_seen *out) {
    tacti_cast_support(portal->cast, &portal->bodies, x, &out->a, &out->w);
    tacti_cast_see(portal->cast, x, out->w);
    see_point(portal, out);
}

/* The direction u p + v q. */
TACTI_ALWAYS_INLINE tact_vec3 across(const tacti_portal *portal, double p, double q) {
    return tacti_vec3_add(tacti_vec3_scale(portal->u, p), tacti_vec3_scale(portal->v, q));
}

/* Sets u and v. False if there is no motion. */
static bool set_frame(tacti_portal *portal, tact_vec3 d) {
    double square = tacti_vec3_dot(d, d);
    if (!(square >= 0x1p-400 && square <= 0x1p400))
        return false;
    double part = 1 / tacti_sqrt(square);
    tact_vec3 n = tacti_vec3_scale(d, part);
    tact_vec3 axis = {0, 0, 0};
    double x = tacti_abs(n.x), y = tacti_abs(n.y), z = tacti_abs(n.z);
    tacti_vec3_set(&axis, x <= y ? (x <= z ? 0 : 2) : (y <= z ? 1 : 2), 1);
    portal->u = tacti_vec3_cross(n, axis);
    portal->v = tacti_vec3_cross(n, portal->u);
    return true;
}

/* Begins with a point deep inside of W and a support point on the ray's other side. */
static bool begin(tacti_portal *portal) {
    tacti_cast *cast = portal->cast;
    const tacti_body *body = cast->bodies->body;
    tacti_seen *c = portal->corner;
    if (!set_frame(portal, cast->way))
        return false;
    c[0].a = tacti_body_middle(&body[0]);
    c[0].w = portal->middle = tacti_vec3_sub(c[0].a, tacti_body_middle(&body[1]));
    portal->has_middle = true;
    see_point(portal, &c[0]);
    double least = 0x1p-30 * cast->bodies->size;
    if (!(tacti_abs(c[0].u) + tacti_abs(c[0].v) > least)) { /* the ray goes through the middle */
        add_point(portal, cast->way, &c[0]);
        portal->has_middle = false;
        if (!(tacti_abs(c[0].u) + tacti_abs(c[0].v) > least))
            return false;
    }
    add_point(portal, across(portal, c[0].u, c[0].v), &c[1]);
    return true;
}

TACTI_ALWAYS_INLINE void swap_first(tacti_portal *portal) {
    tacti_seen first = portal->corner[0];
    portal->corner[0] = portal->corner[1];
    portal->corner[1] = first;
}

/* Finds three points that enclose the ray. */
static bool enclose(tacti_portal *portal) {
    tacti_cast *cast = portal->cast;
    tacti_seen *c = portal->corner;
    /* The middle is corner 0 at first; it moves with swaps. */
    int middle = portal->has_middle ? 0 : -1;
    for (int i = 0; i < MOST_EDGES && !tacti_cast_is_free(cast); i++) {
        if (area(&c[0], &c[1]) < 0) {
            swap_first(portal);
            middle = middle >= 0 ? 1 - middle : middle;
        }
        /* To the left of the edge from 0 to 1, as the ray is. */
        add_point(portal, across(portal, c[1].v - c[0].v, c[0].u - c[1].u), &c[2]);
        double beyond_0 = area(&c[2], &c[0]), beyond_1 = area(&c[1], &c[2]);
        if (beyond_0 >= 0 && beyond_1 >= 0) {
            portal->has_middle = middle >= 0;
            return true;
        }
        int out = beyond_0 < beyond_1 ? 1 : 0; /* the ray is beyond the edge without this one */
        c[out] = c[2];
        middle = middle == out ? -1 : middle;
    }
    return false;
}

/* Replaces a corner by a point so that the ray stays enclosed. */
TACTI_ALWAYS_INLINE void replace(tacti_portal *portal, const tacti_seen *next) {
    tacti_seen *c = portal->corner;
    bool left_0 = area(next, &c[0]) >= 0, left_1 = area(next, &c[1]) >= 0;
    bool left_2 = area(next, &c[2]) >= 0;
    if (left_0 && !left_1)
        c[2] = *next;
    else if (left_1 && !left_2)
        c[0] = *next;
    else
        c[1] = *next;
}

/* Whether the tetrahedron of the corners and the middle contains the ray's point at a time for
 * certain, wherever its corners are within the error e in each coordinate. With b = w + e the sum
 * of the magnitudes of a corner's coordinates, a determinant of three corners changes by at most e
 * (b0 b1 + b1 b2 + b2 b0). */
static bool is_inside(const tacti_portal *portal, double time) {
    static const int face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    const tacti_cast *cast = portal->cast;
    tact_vec3 shift = tacti_vec3_scale(cast->way, time), w[4];
    double b[4], e = 2 * tacti_cast_error(cast);
    for (int i = 0; i < 4; i++) {
        w[i] = tacti_vec3_sub(i < 3 ? portal->corner[i].w : portal->middle, shift);
        b[i] = tacti_sum_of(w[i]) + 4 * e;
    }
    int positive = 0, negative = 0;
    for (int f = 0; f < 4; f++) {
        int i = face[f][0], j = face[f][1], k = face[f][2];
        double volume = tacti_vec3_dot(w[i], tacti_vec3_cross(w[j], w[k]));
        double limit = tacti_det3_bound(b[i] * b[j], b[k]) +
                       e * ((b[i] * b[j] + b[j] * b[k]) + b[k] * b[i]) * (1 + 0x1p-40);
        positive += volume > limit;
        negative += volume < -limit;
    }
    return positive == 4 || negative == 4;
}

/* The points that meet, at the start. */
static void set_sites(const tacti_portal *portal) {
    const tacti_seen *c = portal->corner;
    double weight[3] = {area(&c[1], &c[2]), area(&c[2], &c[0]), area(&c[0], &c[1])};
    double sum = (weight[0] + weight[1]) + weight[2];
    tact_vec3 a = c[0].a, w = c[0].w;
    for (int i = 1; i < 3 && sum > 0; i++) {
        double part = tacti_max(weight[i] / sum, 0);
        a = tacti_vec3_add(a, tacti_vec3_scale(tacti_vec3_sub(c[i].a, c[0].a), part));
        w = tacti_vec3_add(w, tacti_vec3_scale(tacti_vec3_sub(c[i].w, c[0].w), part));
    }
    portal->cast->site[0] = a;
    portal->cast->site[1] = tacti_vec3_sub(a, w);
}

/* The ray meets the triangle, with the normal x, at a time. Sets upper a little later, where
 * rounding does not matter. */
static tacti_cast_ending conclude(tacti_portal *portal, tact_vec3 x, double time) {
    tacti_cast *cast = portal->cast;
    double depth = 16 * tacti_cast_error(cast) * tacti_sqrt(tacti_vec3_dot(x, x));
    double latest = tacti_min(cast->lower + cast->precision * (1 - 0x1p-20), cast->length);
    set_sites(portal);
    cast->upper = time + depth / tacti_vec3_dot(x, cast->way);
    if (!(cast->upper <= latest))
        return TACTI_CAST_OPEN;
    if (!portal->has_middle && is_inside(portal, cast->upper))
        return TACTI_CAST_HIT;
    cast->upper = tacti_max(cast->upper, 0.5 * (time + latest));
    return TACTI_CAST_LIKELY;
}

tacti_cast_ending TACTI_LEVELED(tacti_cast_portal)(tacti_cast *cast) {
    tacti_portal portal;
    tacti_seen *c = portal.corner;
    portal.cast = cast;
    tacti_cast_place(cast, &portal.bodies);
    if (!begin(&portal) || !enclose(&portal))
        return tacti_cast_is_free(cast) ? TACTI_CAST_FREE : TACTI_CAST_OPEN;
    while (cast->steps < TACTI_CAST_STEPS) {
        tact_vec3 x =
            tacti_vec3_cross(tacti_vec3_sub(c[1].w, c[0].w), tacti_vec3_sub(c[2].w, c[0].w));
        double speed = tacti_vec3_dot(x, cast->way), height = tacti_vec3_dot(x, c[0].w);
        double time = height / speed;
        if (!(speed > 0 && time > 0))
            return TACTI_CAST_OPEN;
        tacti_seen next;
        add_point(&portal, x, &next);
        if (tacti_cast_is_free(cast))
            return TACTI_CAST_FREE;
        double gain = height - tacti_vec3_dot(x, next.w);
        bool is_last = !(gain > 4 * cast->noise * tacti_sum_of(x));
        if (is_last || time - cast->lower <= 0.25 * cast->precision)
            return cast->lower > 0 ? conclude(&portal, x, time) : TACTI_CAST_OPEN;
        if (portal.has_middle) {
            tact_vec3 middle = portal.middle;
            replace(&portal, &next);
            portal.has_middle = tacti_vec3_is_equal(&c[0].w, &middle) ||
                                tacti_vec3_is_equal(&c[1].w, &middle) ||
                                tacti_vec3_is_equal(&c[2].w, &middle);
        } else
            replace(&portal, &next);
    }
    return TACTI_CAST_OPEN;
}
