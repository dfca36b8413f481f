/* SPDX-License-Identifier: MIT */
/* The plain perceptron for a plane between two polytopes: the plane h = (n, d) is pulled by the
 * vertex of each body that offends most, with a step that shrinks. Kept for comparison and
 * teaching; docs/pair.md says how often it errs. For answers use tacti_convex_collide().
 *
 * Coordinates are taken around the middle of both bodies and divided by a fifth of the furthest
 * vertex: otherwise the homogeneous 1 ties the length of the steps to the origin, and if it
 * outweighs the coordinates, pulls move the plane more than they turn it.
 *
 * The shrinking steps add up to 33 times the first one, too little to turn a plane far that is
 * pulled weakly: faces that overlap by an edge. So a pull is at least long enough to bring the
 * vertex nearly as far onto its right side as it was on the wrong one. A pull by a factor below 2
 * never leads away from any plane that separates (Motzkin and Schoenberg, 1954). */
#include "pair/perceptron.h"
#include "base/assert.h"
#include "pair/pair_parts.h"

#include <math.h>

/* Distance of the furthest vertex from the origin of the frame, in units of the frame. */
#define SIZES 5

/* 1 brings a vertex onto the plane, 2 as far to its right side as it was on the wrong one. */
#define REFLECTION 1.95

tacti_perceptron_desc tacti_perceptron_desc_default(void) {
    return (tacti_perceptron_desc){.rate = 0.1, .decay = 0.97, .max_iterations = 300};
}

/* The origin and the scale of the coordinates. */
typedef struct frame {
    tact_vec3 middle;
    double scale;
} frame;

/* n . p + d in the frame. */
typedef struct plane4 {
    tact_vec3 n;
    double d;
} plane4;

static tact_vec3 to_frame(const frame *f, tact_vec3 p) {
    return tacti_vec3_scale(tacti_vec3_sub(p, f->middle), f->scale);
}

/* The vertex that is furthest (sign 1) or least far (sign -1) along n, by a climb from the last one
 * in hulls, and by a look at all vertices otherwise. */
static tact_vec3 extreme_point(const tacti_body *body, tact_vec3 n, double sign, uint32_t *last) {
    TACTI_ASSERT(body->count > 0);
    tact_vec3 along = tacti_vec3_scale(n, sign);
    if (body->hull != NULL) {
        *last = tact_hull_support(body->hull, tacti_turn_back(body->pose, along), *last);
        return tacti_body_vertex(body, *last);
    }
    double best = -tacti_infinity();
    tact_vec3 found = {0, 0, 0};
    for (uint32_t i = 0; i < body->count; i++) {
        tact_vec3 p = tacti_body_vertex(body, i);
        double value = tacti_vec3_dot(along, p);
        if (value > best) {
            best = value;
            found = p;
        }
    }
    return found;
}

/* Pulls the plane if v is not on the side of sign; returns whether it was. */
static bool settle(plane4 *h, tact_vec3 v, double sign, double step) {
    double side = sign * (tacti_vec3_dot(h->n, v) + h->d);
    if (side > 0)
        return true;
    double reflecting = REFLECTION * -side / (tacti_vec3_dot(v, v) + 1);
    double length = sign * tacti_max(step, reflecting);
    h->n = tacti_vec3_add(h->n, tacti_vec3_scale(v, length));
    h->d += length;
    return false;
}

/* The largest coordinate of any vertex, which is divided out so that squares neither overflow nor
 * vanish. */
static double largest_coordinate(const tacti_bodies *bodies, tact_vec3 middle) {
    double most = 0;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < bodies->body[side].count; i++) {
            tact_vec3 p = tacti_body_vertex(&bodies->body[side], i);
            most = tacti_max(most, tacti_largest(tacti_vec3_sub(p, middle)));
        }
    return most;
}

static frame make_frame(const tacti_bodies *bodies, tact_vec3 a, tact_vec3 b) {
    frame f;
    f.middle = tacti_vec3_add(tacti_vec3_scale(a, 0.5), tacti_vec3_scale(b, 0.5));
    double unit = tacti_max(largest_coordinate(bodies, f.middle), 0x1p-1000), most = 1;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < bodies->body[side].count; i++) {
            tact_vec3 p = tacti_body_vertex(&bodies->body[side], i);
            p = tacti_vec3_scale(tacti_vec3_sub(p, f.middle), 1 / unit);
            most = tacti_max(most, tacti_vec3_dot(p, p));
        }
    f.scale = SIZES / (unit * sqrt(most));
    return f;
}

/* The bisector of both middles: a below, b above. */
static plane4 first_plane(const frame *f, tact_vec3 a, tact_vec3 b) {
    tact_vec3 n = tacti_vec3_sub(to_frame(f, b), to_frame(f, a));
    double length = tact_vec3_length(n);
    return (plane4){length > 0 ? tacti_vec3_scale(n, 1 / length) : (tact_vec3){0, 0, 1}, 0};
}

tact_status tacti_convex_perceptron(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                    const tacti_perceptron_desc *desc,
                                    tact_perceptron_result *out) {
    tacti_perceptron_desc defaults = tacti_perceptron_desc_default();
    tacti_bodies bodies;
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_bodies_make(a, b, &bodies);
    if (status != TACT_OK)
        return status;
    if (desc == NULL)
        desc = &defaults;
    if (!bodies.is_exact || !(desc->rate > 0) || !(desc->decay > 0))
        return TACT_INVALID_ARGUMENT;
    tact_vec3 middle[2] = {tacti_body_middle(&bodies.body[0]), tacti_body_middle(&bodies.body[1])};
    frame f = make_frame(&bodies, middle[0], middle[1]);
    plane4 h = first_plane(&f, middle[0], middle[1]);
    double step = desc->rate;
    uint32_t last[2] = {0, 0};
    *out = (tact_perceptron_result){0};
    while (out->iterations < desc->max_iterations && !out->found_plane) {
        out->iterations++;
        out->found_plane = true;
        for (int side = 0; side < 2; side++) {
            double sign = side == 0 ? -1 : 1;
            tact_vec3 v = extreme_point(&bodies.body[side], h.n, -sign, &last[side]);
            if (!settle(&h, to_frame(&f, v), sign, step))
                out->found_plane = false;
        }
        step *= desc->decay;
    }
    out->plane.normal = tacti_vec3_scale(h.n, f.scale);
    out->plane.offset = tacti_vec3_dot(out->plane.normal, f.middle) - h.d;
    return TACT_OK;
}
