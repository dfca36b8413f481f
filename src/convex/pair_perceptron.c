/* SPDX-License-Identifier: MIT */
/* The plain perceptron for a plane between two polytopes: the plane h = (n, d) is pulled by the
 * vertex of each body that offends most, with a step that shrinks. Kept for comparison and for what
 * it teaches; docs/convex_pair.md says how often it errs. The caller that wants an answer uses
 * tact_convex_collide().
 *
 * Coordinates are taken around the middle of both bodies and divided by their size: the homogeneous
 * 1 ties the length of the steps to the origin otherwise. */
#include "convex/pair.h"

#include <math.h>

tact_perceptron_desc tact_perceptron_desc_default(void) {
    return (tact_perceptron_desc){.rate = 0.1, .decay = 0.97, .max_iterations = 300};
}

/* Where coordinates are relative to, and what they are multiplied by. */
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

/* The vertex that is furthest (sign 1) or least far (sign -1) along n, by climbing from the last
 * one in hulls, and by looking at all otherwise. */
static tact_vec3 extreme_point(const tacti_body *body, tact_vec3 n, double sign, uint32_t *last) {
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

static void pull(plane4 *h, tact_vec3 v, double step) {
    h->n = tacti_vec3_add(h->n, tacti_vec3_scale(v, step));
    h->d += step;
}

static frame make_frame(const tacti_bodies *bodies) {
    tact_vec3 a = tacti_body_middle(&bodies->body[0]), b = tacti_body_middle(&bodies->body[1]);
    frame f;
    f.middle = tacti_vec3_scale(tacti_vec3_add(a, b), 0.5);
    double size = 1.74 * (bodies->body[0].reach + bodies->body[1].reach) +
                  tact_vec3_length(tacti_vec3_sub(a, b));
    f.scale = size > 0 ? 1 / size : 1;
    return f;
}

tact_status tact_convex_perceptron(const tact_placed_shape *a, const tact_placed_shape *b,
                                   const tact_perceptron_desc *desc, tact_perceptron_result *out) {
    tact_perceptron_desc defaults = tact_perceptron_desc_default();
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
    frame f = make_frame(&bodies);
    plane4 h;
    /* The bisector of both middles: a below, b above. */
    h.n = tacti_vec3_scale(
        tacti_vec3_sub(tacti_body_middle(&bodies.body[1]), tacti_body_middle(&bodies.body[0])),
        f.scale);
    h.d = 0;
    double step = desc->rate;
    uint32_t last[2] = {0, 0};
    *out = (tact_perceptron_result){0};
    while (out->iterations < desc->max_iterations && !out->found_plane) {
        out->iterations++;
        out->found_plane = true;
        tact_vec3 v = to_frame(&f, extreme_point(&bodies.body[0], h.n, 1, &last[0]));
        if (!(tacti_vec3_dot(h.n, v) + h.d < 0)) {
            pull(&h, v, -step);
            out->found_plane = false;
        }
        v = to_frame(&f, extreme_point(&bodies.body[1], h.n, -1, &last[1]));
        if (!(tacti_vec3_dot(h.n, v) + h.d > 0)) {
            pull(&h, v, step);
            out->found_plane = false;
        }
        step *= desc->decay;
    }
    out->plane.normal = tacti_vec3_scale(h.n, f.scale);
    out->plane.offset = tacti_vec3_dot(out->plane.normal, f.middle) - h.d;
    return TACT_OK;
}
