/* SPDX-License-Identifier: MIT */
/* A manifold along the normal of two edges that crossed in the last frame, one of each body, if a
 * bound proves that this is still good. manifold_warm.c does the same with a face.
 *
 * Let s(n) be the least n . (b - a) over points a, b of both cores, and s* its greatest value over
 * all n of length 1: the separation of the cores. n is at right angles to both edges, up to
 * rounding. s(n) is a lower bound of s*. For the upper bound, look at the differences b - a: the
 * edges give a parallelogram in the plane n . x = g, and the middles a point m on its other side,
 * H above it.
 *
 * - If g > 0 and the edges cross, seen along n, the two points at the crossing are g apart, so
 *   s* <= g.
 * - If g < 0, the pyramid over the parallelogram with the apex m is in the set of differences. If
 * it contains a ball of radius r around the origin, every direction needs a motion of at least r to
 *   part the cores, so s* <= -r. The base gives r <= -g. A side of the pyramid at a distance of i
 *   from the origin and of j from the apex, both seen along n and counted from the side's edge
 *   inward, gives r <= (i H + g j) / sqrt(H^2 + j^2).
 *
 * The separation that is returned is g. It is at least s(n), and r <= -g, so that it is between
 * both bounds, as is s*.
 *
 * Error. The cores are the hulls of their placed vertices. With u = 2^-53 and S a bound of all
 * placed coordinates, differences of them err by at most 2 u S per coordinate, and a middle by as
 * much as its placing, 17 u S. Let p, q be the edges, l the length of the shorter one, d the way
 * from the first vertex of p to that of q, and X = |p| + |q| + |d| + |m|. A distance such as i = n
 * . (d x q) / |q| errs by less than 40 u S from d, by as much times |d| / |q| from q, and by less
 * than 16 u X from its own operations; X <= 12 S. So i, j, g and H err by at most e = E (1 + X / l)
 * with E = 2^-46 S = 128 u S, after doubling for the length of n, which is 1 up to 4 u. In (i H + g
 * j) / sqrt(H^2 + j^2) errors of i and g enter with a factor of at most 1, those of H and j with at
 * most
 * (|i| + |g|) / H <= (X + H) / H. In total less than e (4 + 2 X / H). The corners of the
 * parallelogram are in one plane up to |n . p| + |n . q|, which is measured: a ball in the hull of
 * points that are moved by at most that is, with a radius lessened by it, in the hull of the
 * unmoved points. */
#include "manifold/manifold_parts.h"

#include <math.h>

#include "base/assert.h"
#include "search/gjk.h"

/* ---- The edges in this frame ---------------------------------------------------------------- */

/* Two placed edges, and how they cross. */
typedef struct crossing {
    uint32_t vertex[2][2]; /* of a and of b */
    tact_vec3 p, q;        /* the edges of a and b */
    tact_vec3 from;        /* the first vertex of a */
    tact_vec3 d;           /* the way from there to the first vertex of b */
    tact_vec3 n;           /* across both edges, of length 1, from a to b */
    double sine;           /* |p x q| */
    double s, t;           /* the place of the crossing on p and on q, seen along n */
    double g;              /* separation there */
} crossing;

static bool set_crossing(const tacti_bodies *bodies, const tacti_convex_cache *cache,
                         crossing *out) {
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    const uint32_t vertex[2][2] = {{cache->a[0], cache->a[1]}, {cache->b[0], cache->b[1]}};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 2; i++) {
            if (vertex[side][i] >= bodies->body[side].count)
                return false;
            out->vertex[side][i] = vertex[side][i];
        }
    tact_vec3 from_b = tacti_body_vertex(b, vertex[1][0]);
    out->from = tacti_body_vertex(a, vertex[0][0]);
    out->p = tacti_vec3_sub(tacti_body_vertex(a, vertex[0][1]), out->from);
    out->q = tacti_vec3_sub(tacti_body_vertex(b, vertex[1][1]), from_b);
    out->d = tacti_vec3_sub(from_b, out->from);
    tact_vec3 across = tacti_vec3_cross(out->p, out->q);
    out->sine = sqrt(tacti_vec3_dot(across, across));
    if (!(out->sine > 0))
        return false;
    double scale = tacti_vec3_dot(across, cache->direction) < 0 ? -1 / out->sine : 1 / out->sine;
    out->n = tacti_vec3_scale(across, scale);
    out->s = scale * tacti_vec3_dot(tacti_vec3_cross(out->d, out->q), out->n);
    out->t = scale * tacti_vec3_dot(tacti_vec3_cross(out->d, out->p), out->n);
    out->g = tacti_vec3_dot(out->n, out->d);
    return true;
}

/* The distance from the origin of the sides of the pyramid at the lines of one edge; the lesser of
 * it and least. -1 if the origin is outside. */
static double inside_sides(double at, double apex, double width, double height, double g,
                           double least) {
    for (int end = 0; end < 2; end++) {
        double i = width * (end == 0 ? at : 1 - at), j = width * (end == 0 ? apex : 1 - apex);
        double inside = i * height + g * j, square = height * height + j * j;
        if (!(inside > 0))
            return -1;
        if (inside * inside < least * least * square)
            least = inside / sqrt(square);
    }
    return least;
}

/* A proven upper bound of the best separation of the cores; infinite if there is none. apex is the
 * way from the middle of a to that of b. */
static double upper_bound(const tacti_bodies *bodies, const crossing *c, tact_vec3 apex) {
    double height = tacti_vec3_dot(c->n, apex) - c->g;
    if (!(height > 0))
        return tacti_infinity();
    double p = sqrt(tacti_vec3_dot(c->p, c->p)), q = sqrt(tacti_vec3_dot(c->q, c->q));
    double width[2] = {c->sine / q, c->sine / p}; /* along p and along q */
    double most = p + q + (tacti_sum_of(c->d) + tacti_sum_of(apex));
    double rounding = 0x1p-46 * (bodies->size + bodies->radius);
    double off = tacti_abs(tacti_vec3_dot(c->n, c->p)) + tacti_abs(tacti_vec3_dot(c->n, c->q));
    double error =
        4 * rounding * (1 + most / tacti_min(p, q)) * (1 + most / height) + off * (1 + 0x1p-50);
    if (c->g >= 0) {
        double from_ends =
            tacti_min(width[0] * tacti_min(c->s, 1 - c->s), width[1] * tacti_min(c->t, 1 - c->t));
        return from_ends > error ? c->g + error : tacti_infinity();
    }
    /* The apex lies at s and t less these. */
    double scale = tacti_vec3_dot(tacti_vec3_cross(c->p, c->q), c->n) < 0 ? -1 : 1;
    scale /= c->sine;
    double s = c->s - scale * tacti_vec3_dot(tacti_vec3_cross(apex, c->q), c->n);
    double t = c->t - scale * tacti_vec3_dot(tacti_vec3_cross(apex, c->p), c->n);
    double least = inside_sides(c->s, s, width[0], height, c->g, -c->g);
    least = least > 0 ? inside_sides(c->t, t, width[1], height, c->g, least) : least;
    return least > error ? error - least : tacti_infinity();
}

static void set_measure(const tacti_bodies *bodies, const crossing *c, tacti_contact_measure *out) {
    tact_vec3 a = tacti_vec3_add(c->from, tacti_vec3_scale(c->p, c->s));
    tact_vec3 b = tacti_vec3_add(a, tacti_vec3_scale(c->n, c->g));
    out->normal = c->n;
    out->separation = c->g - bodies->radius;
    out->lower = 0;
    out->point[0] = tacti_vec3_add(a, tacti_vec3_scale(c->n, bodies->body[0].radius));
    out->point[1] = tacti_vec3_sub(b, tacti_vec3_scale(c->n, bodies->body[1].radius));
    out->is_sure = true;
}

bool TACTI_LEVELED(tacti_contact_recall_edges)(const tacti_bodies *bodies,
                                               const tacti_convex_cache *cache, double margin,
                                               tacti_contact_measure *measure,
                                               tacti_contact_overlap *overlap) {
    crossing c = {.g = 0};
    if (!bodies->is_exact || !bodies->is_in_float_range || !set_crossing(bodies, cache, &c) ||
        !(c.g - bodies->radius <= margin))
        return false;
    tacti_point_pair pair;
    tact_vec3 back = tacti_vec3_scale(c.n, -1);
    uint32_t start[2] = {c.vertex[0][0], c.vertex[1][0]};
    TACTI_LEVELED(tacti_gjk_support)(bodies, back, start, &pair);
    for (int side = 0; side < 2; side++)
        if (pair.at[side] != c.vertex[side][0] && pair.at[side] != c.vertex[side][1])
            return false;
    tact_vec3 middle_a = tacti_body_middle(&bodies->body[0]);
    tact_vec3 middle_b = tacti_body_middle(&bodies->body[1]);
    double thin = tacti_min(tacti_vec3_dot(c.n, tacti_vec3_sub(pair.a, middle_a)),
                            tacti_vec3_dot(c.n, tacti_vec3_sub(middle_b, pair.b)));
    /* The error of lower includes that of the length of the normal. */
    double along = -tacti_vec3_dot(c.n, pair.w);
    double lower = along - tacti_gjk_error(bodies, back, pair.w) - 0x1p-49 * tacti_abs(along);
    double upper = upper_bound(bodies, &c, tacti_vec3_sub(middle_b, middle_a));
    if (!(upper <= along + TACTI_CONTACT_WARM * thin) ||
        !tacti_contact_decide(bodies->radius, lower, upper, &measure->outcome))
        return false;
    set_measure(bodies, &c, measure);
    const tacti_contact_hint hint[2] = {{TACTI_CONTACT_UNKNOWN, pair.at[0]},
                                        {TACTI_CONTACT_UNKNOWN, pair.at[1]}};
    TACTI_LEVELED(tacti_contact_overlap_set)(bodies, measure, hint, false, overlap);
    return true;
}
