/* SPDX-License-Identifier: MIT */
/* A manifold along the face that gave the normal last time, if a bound proves that this is still
 * good. The face belongs to one body, the reference; the other body is the incident one.
 *
 * For a direction n of length 1 let s(n) be the least n . (b - a) over points a, b of both cores.
 * The best separation s* of the cores (their distance, or their depth times -1) is the greatest
 * s(n), so the normal n of the face gives a lower bound: one support point of each core. The upper
 * bound is geometry at the face:
 *
 * - Let c be a point of the incident core, seen along the normal inside the polygon of the face,
 * and g its signed distance from the plane of the face. If g > 0, the point of the polygon below c
 * is that far away, so s* <= g.
 * - If g < 0, let r be the least distance of c from the sides of the pyramid that has the polygon
 * as its base and the middle of the reference core as its apex. If c is in the pyramid, the ball
 *   around c of radius r is in the reference core. Each direction then needs a motion of at least r
 *   to part c from it, so s* <= -r. The base gives r <= -g.
 *
 * c is chosen on the overlap of both features. If a face rests on a face, r is mostly -g, and g is
 * s(n) up to the angle between both faces.
 *
 * The separation that is returned is that of the deepest point of the overlap. It is at least s(n),
 * whose support points may lie beside the face, and at most g, so that it is between both bounds,
 * as is s*.
 *
 * Error. Coordinates across and along the normal err by at most E = frame.rounding = 2^-46 S, where
 * S bounds all placed coordinates: placing takes 4.01 units (u = 2^-53) of at most 4.02 S, the
 * difference from the origin of the frame one, and the product with an axis of length 1 + 4u at
 * most 3 (3.5) units of 2 S: less than 60 u S. The core is the hull of its placed vertices, so that
 * everything here is about corners with this error:
 *
 * - Corners of the polygon are in one plane across the normal up to the range of their heights, and
 *   corners of the incident polygon are in its plane up to what is measured. Both are added up as
 *   "off". A ball in the hull of points that are moved by at most off is, with a radius lessened by
 *   off, in the hull of the unmoved points.
 * - A line through two corners that err by E and are l apart errs by 2 E D / l at a distance of up
 *   to D, the extent of the polygon.
 * - The distance from a side of the pyramid is (i H + g j) / sqrt(H^2 + j^2). i and j are the
 *   distances of c and of the apex from the line of the side, H is the height of the pyramid.
 * Errors of i and g enter with a factor of at most 1, those of H and j with at most (D + |g|) / H:
 * the quotient of a change of the side's normal and the length of that normal. |g| <= H.
 *
 * In total less than 4 E (4 + D / H + 2 D / l) + off. */
#include "manifold/manifold_parts.h"

#include <math.h>

#include "base/assert.h"
#include "base/simd_leave.h"
#include "search/gjk.h"

/* Parts of the way from the deepest spot to the mean of all spots, at which the bound is tried.
 * Faces that rest on each other need some distance from the edges, corners and steep faces none. */
static const double ways[] = {0.125, 0.015625, 0};

/* A point of the incident core in the coordinates of the reference face: g is positive outside. */
typedef struct place {
    tact_vec2 at;
    double g;
} place;

/* The pyramid in the reference core. */
typedef struct pyramid {
    const tacti_contact_feature *base;
    double top;     /* height of the base along the normal of the face */
    tact_vec2 apex; /* across the normal */
    double height;
    double off, error; /* see above */
} pyramid;

/* ---- The face ------------------------------------------------------------------------------- */

static tact_vec3 turn(const tact_pose *pose, tact_vec3 v) {
    const double *m = pose->m;
    return (tact_vec3){(m[0] * v.x + m[1] * v.y) + m[2] * v.z,
                       (m[4] * v.x + m[5] * v.y) + m[6] * v.z,
                       (m[8] * v.x + m[9] * v.y) + m[10] * v.z};
}

/* The placed normal of a face, of length 1. It need not be precise: any direction has a proof of
 * its own. False if the face has no area. */
static bool face_normal(const tacti_body *body, uint32_t face, tact_vec3 *out) {
    tact_vec3 p, q;
    if (body->hull == NULL) {
        uint32_t axis = face >> 1;
        tact_vec3 h = body->shape->core.half_extents, zero = {0, 0, 0};
        p = q = zero;
        if (axis == 0) {
            p.y = h.y;
            q.z = h.z;
        } else if (axis == 1) {
            p.z = h.z;
            q.x = h.x;
        } else {
            p.x = h.x;
            q.y = h.y;
        }
        if ((face & 1) == 0)
            p = tacti_vec3_scale(p, -1);
    } else {
        const tact_hull *hull = body->hull;
        const uint32_t *corner = hull->corners + hull->face_start[face];
        uint32_t count = hull->face_start[face + 1] - hull->face_start[face];
        tact_vec3 first = hull->vertices[corner[0]];
        p = tacti_vec3_sub(hull->vertices[corner[count / 3]], first);
        q = tacti_vec3_sub(hull->vertices[corner[2 * count / 3]], first);
    }
    tact_vec3 normal = tacti_vec3_cross(turn(body->pose, p), turn(body->pose, q));
    double length = sqrt(tacti_vec3_dot(normal, normal));
    if (!(length > 0))
        return false;
    *out = tacti_vec3_scale(normal, 1 / length);
    return true;
}

static bool is_face(const tacti_body *body, uint32_t face) {
    return tacti_contact_has_faces(body) &&
           face < (body->hull != NULL ? body->hull->face_count : 6);
}

/* ---- The bound ------------------------------------------------------------------------------ */

/* Height along the normal of the reference face, without the radii of the bodies. */
static double rise(const tacti_bodies *bodies, int side, int of, double height) {
    double core = of == 0 ? height - bodies->body[0].radius : height + bodies->body[1].radius;
    return side == 0 ? core : -core;
}

/* How far the corners of the incident polygon are from its plane. */
static double unevenness(const tacti_contact_feature *feature) {
    double most = 0;
    for (uint32_t i = 0; feature->count > 2 && i < feature->count; i++) {
        const tacti_corner *corner = &feature->corner[i];
        double plane =
            feature->anchor.height + (feature->slope.x * (corner->at.x - feature->anchor.at.x) +
                                      feature->slope.y * (corner->at.y - feature->anchor.at.y));
        most = tacti_max(most, tacti_abs(corner->height - plane));
    }
    return most;
}

/* False if the face has no area seen along the normal, or the middle is not below it. */
static bool set_pyramid(const tacti_bodies *bodies, int side, const tacti_contact_overlap *overlap,
                        pyramid *out) {
    const tacti_contact_feature *base = &overlap->feature[side];
    const tacti_contact_frame *frame = &overlap->frame;
    if (base->count < 3)
        return false;
    double lo = base->anchor.height, hi = lo, shortest = tacti_infinity();
    for (uint32_t i = 0, j = base->count - 1; i < base->count; j = i++) {
        const tacti_corner *p = &base->corner[j], *q = &base->corner[i];
        double x = q->at.x - p->at.x, y = q->at.y - p->at.y;
        lo = tacti_min(lo, q->height);
        hi = tacti_max(hi, q->height);
        shortest = tacti_min(shortest, x * x + y * y);
    }
    tact_vec3 middle = tacti_vec3_sub(tacti_body_middle(&bodies->body[side]), frame->origin);
    out->base = base;
    out->top = rise(bodies, side, side, base->anchor.height);
    out->apex = (tact_vec2){tacti_vec3_dot(frame->u, middle), tacti_vec3_dot(frame->v, middle)};
    double along = tacti_vec3_dot(frame->n, middle);
    out->height = out->top - (side == 0 ? along : -along);
    out->off = (hi - lo) + unevenness(&overlap->feature[1 - side]);
    double spread = base->extent / out->height + 2 * base->extent / sqrt(shortest);
    out->error = 4 * frame->rounding * (4 + spread) + out->off;
    return out->height > 0 && out->error < tacti_infinity();
}

/* A proven upper bound of the best separation of the cores, from one point of the incident core;
 * infinite if there is none. */
static double bound_of(const pyramid *p, const place *c) {
    double h = p->height, least = c->g < 0 ? -c->g : 0;
    for (uint32_t i = 0; i < p->base->count; i++) {
        double by = tacti_line_inside(&p->base->lines, i, c->at);
        if (c->g >= 0) {
            if (!(by > p->error))
                return tacti_infinity();
            continue;
        }
        double apex = tacti_line_inside(&p->base->lines, i, p->apex);
        double inside = by * h + c->g * apex, square = h * h + apex * apex;
        if (!(inside > 0))
            return tacti_infinity();
        if (inside * inside < least * least * square)
            least = inside / sqrt(square);
    }
    if (c->g >= 0)
        return c->g + p->error;
    return least > p->error ? p->error - least : tacti_infinity();
}

/* The least bound at some places between the deepest spot and the mean of all, or the first that is
 * at most enough. */
static double upper_bound(const tacti_bodies *bodies, int side,
                          const tacti_contact_overlap *overlap, const pyramid *p, double enough) {
    const tacti_contact_spots *spots = &overlap->spots;
    place mean = {{0, 0}, 0}, deepest = {{0, 0}, tacti_infinity()};
    for (uint32_t i = 0; i < spots->count; i++) {
        const tacti_contact_spot *spot = &spots->spot[i];
        double height = spot->height + (side == 0 ? spot->separation : 0);
        double g = rise(bodies, side, 1 - side, height) - p->top;
        mean.at.x += spot->at.x;
        mean.at.y += spot->at.y;
        mean.g += g;
        if (g < deepest.g)
            deepest = (place){spot->at, g};
    }
    double share = 1.0 / spots->count, best = tacti_infinity();
    for (uint32_t i = 0; best > enough && i < sizeof ways / sizeof ways[0]; i++) {
        double t = ways[i];
        place c = {{deepest.at.x + t * (mean.at.x * share - deepest.at.x),
                    deepest.at.y + t * (mean.at.y * share - deepest.at.y)},
                   deepest.g + t * (mean.g * share - deepest.g)};
        best = tacti_min(best, bound_of(p, &c));
    }
    return best;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* The support points of both cores along the normal, as points of the bodies. */
static void set_measure(const tacti_bodies *bodies, int side, tact_vec3 normal,
                        const tacti_point_pair *pair, tacti_contact_measure *out) {
    tact_vec3 a = tacti_vec3_add(pair->a, tacti_vec3_scale(normal, bodies->body[0].radius));
    tact_vec3 b = tacti_vec3_sub(pair->b, tacti_vec3_scale(normal, bodies->body[1].radius));
    out->normal = normal;
    out->separation = -tacti_vec3_dot(normal, pair->w) - bodies->radius;
    out->lower = 0;
    /* The support point of the incident body has its counterpart on the face. */
    tact_vec3 way = tacti_vec3_scale(normal, out->separation);
    out->point[0] = side == 0 ? tacti_vec3_sub(b, way) : a;
    out->point[1] = side == 0 ? b : tacti_vec3_add(a, way);
    out->is_sure = true;
}

static bool recall_face(const tacti_bodies *bodies, uint32_t reference, double margin,
                        tacti_contact_measure *measure, tacti_contact_overlap *overlap) {
    const int side = (int)((reference - 1) & 1);
    const uint32_t face = (reference - 1) >> 1;
    const tacti_body *body = &bodies->body[side];
    tact_vec3 normal;
    if (!bodies->is_exact || !bodies->is_in_float_range || !is_face(body, face) ||
        !face_normal(body, face, &normal))
        return false;
    if (side == 1)
        normal = tacti_vec3_scale(normal, -1);
    tacti_point_pair pair;
    tact_vec3 back = tacti_vec3_scale(normal, -1);
    uint32_t start[2] = {0, 0};
    TACTI_LEVELED(tacti_gjk_support)(bodies, back, start, &pair);
    set_measure(bodies, side, normal, &pair, measure);
    if (!(measure->separation <= margin))
        return false;
    tacti_contact_hint hint[2];
    hint[side] = (tacti_contact_hint){face, TACTI_CONTACT_UNKNOWN};
    hint[1 - side] = (tacti_contact_hint){TACTI_CONTACT_UNKNOWN, pair.at[1 - side]};
    TACTI_LEVELED(tacti_contact_overlap_set)(bodies, measure, hint, false, overlap);
    tacti_simd_leave();
    pyramid p;
    if (overlap->spots.count == 0 || !set_pyramid(bodies, side, overlap, &p))
        return false;
    const tact_vec3 middle = tacti_body_middle(&bodies->body[1 - side]);
    const tact_vec3 end = side == 0 ? pair.b : pair.a;
    double depth = tacti_abs(tacti_vec3_dot(normal, tacti_vec3_sub(middle, end)));
    /* The error of lower includes that of the length of the normal. */
    double along = -tacti_vec3_dot(normal, pair.w);
    double lower = along - tacti_gjk_error(bodies, back, pair.w) - 0x1p-49 * tacti_abs(along);
    double enough = along + TACTI_CONTACT_WARM * tacti_min(p.height, depth);
    double upper = upper_bound(bodies, side, overlap, &p, enough);
    double deepest = tacti_infinity();
    for (uint32_t i = 0; i < overlap->spots.count; i++)
        deepest = tacti_min(deepest, overlap->spots.spot[i].separation);
    measure->separation = overlap->frame.separation = deepest;
    return tacti_contact_decide(bodies->radius, lower, upper, &measure->outcome) && upper <= enough;
}

bool TACTI_LEVELED(tacti_contact_recall)(const tacti_bodies *bodies,
                                         const tacti_convex_cache *cache, double margin,
                                         tacti_contact_measure *measure,
                                         tacti_contact_overlap *overlap) {
    TACTI_ASSERT(cache->reference > 0);
    if (cache->reference == TACTI_CONTACT_EDGES)
        return TACTI_LEVELED(tacti_contact_recall_edges)(bodies, cache, margin, measure, overlap);
    return recall_face(bodies, cache->reference, margin, measure, overlap);
}
