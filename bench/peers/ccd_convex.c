/* SPDX-License-Identifier: MIT */
/* The adapter to libccd. The support functions are those that its users write: rotate the direction
 * into the frame of the shape, use a closed form or search all vertices, transform the point back.
 * The tolerances are the defaults of libccd, 1e-4, except for the depth by EPA: 1e-8, because
 * libccd compares this tolerance with squares. With the default, 5 % to 50 % of the depths of hulls
 * are off by more than 1e-4. */
#include "ccd_convex.h"
#include "convex.h"

#include <ccd/ccd.h>

#include <math.h>
#include <stdlib.h>

typedef struct ccd_body {
    const tact_shape *shape;
    const tact_pose *pose;
    const tact_vec3 *vertices;
    uint32_t count;
} ccd_body;

typedef struct ccd_pairs {
    ccd_t gjk, mpr, epa;
    ccd_body body[][2];
} ccd_pairs;

static tact_vec3 furthest(const tact_vec3 *v, uint32_t count, tact_vec3 m) {
    uint32_t best = 0;
    double value = (m.x * v[0].x + m.y * v[0].y) + m.z * v[0].z;
    for (uint32_t i = 1; i < count; i++) {
        double dot = (m.x * v[i].x + m.y * v[i].y) + m.z * v[i].z;
        if (dot > value) {
            value = dot;
            best = i;
        }
    }
    return v[best];
}

static tact_vec3 local_support(const ccd_body *body, tact_vec3 m) {
    const tact_shape *shape = body->shape;
    tact_vec3 h = shape->core.half_extents;
    switch (shape->kind) {
    case TACT_SHAPE_HULL:
        return furthest(body->vertices, body->count, m);
    case TACT_SHAPE_BOX:
        return (tact_vec3){copysign(h.x, m.x), copysign(h.y, m.y), copysign(h.z, m.z)};
    case TACT_SHAPE_SEGMENT:
        return furthest(&shape->core.segment.a, 2, m);
    case TACT_SHAPE_CYLINDER: {
        double across = sqrt(m.x * m.x + m.y * m.y), r = shape->core.round.radius;
        double scale = across > 0 ? r / across : 0;
        return (tact_vec3){m.x * scale, m.y * scale, copysign(shape->core.round.half_height, m.z)};
    }
    case TACT_SHAPE_ELLIPSOID: {
        tact_vec3 s = {h.x * m.x, h.y * m.y, h.z * m.z};
        double scale = 1 / sqrt((s.x * s.x + s.y * s.y) + s.z * s.z);
        return (tact_vec3){h.x * s.x * scale, h.y * s.y * scale, h.z * s.z * scale};
    }
    default:
        return (tact_vec3){0, 0, 0};
    }
}

static void support(const void *object, const ccd_vec3_t *dir, ccd_vec3_t *out) {
    const ccd_body *body = object;
    const double *p = body->pose->m;
    double x = (double)dir->v[0], y = (double)dir->v[1], z = (double)dir->v[2];
    tact_vec3 m = {p[0] * x + p[4] * y + p[8] * z, p[1] * x + p[5] * y + p[9] * z,
                   p[2] * x + p[6] * y + p[10] * z};
    tact_vec3 v = local_support(body, m);
    double r = body->shape->radius;
    double scale = r > 0 ? r / sqrt(x * x + y * y + z * z) : 0;
    out->v[0] = p[0] * v.x + p[1] * v.y + p[2] * v.z + p[3] + x * scale;
    out->v[1] = p[4] * v.x + p[5] * v.y + p[6] * v.z + p[7] + y * scale;
    out->v[2] = p[8] * v.x + p[9] * v.y + p[10] * v.z + p[11] + z * scale;
}

static void center(const void *object, ccd_vec3_t *out) {
    const double *p = ((const ccd_body *)object)->pose->m;
    out->v[0] = p[3];
    out->v[1] = p[7];
    out->v[2] = p[11];
}

void *peer_ccd_prepare(const void *inputs, size_t count) {
    const convex_input *input = inputs;
    ccd_pairs *pairs = malloc(sizeof *pairs + count * sizeof pairs->body[0]);
    if (pairs == NULL)
        return NULL;
    CCD_INIT(&pairs->gjk);
    pairs->gjk.support1 = pairs->gjk.support2 = support;
    pairs->gjk.max_iterations = 200;
    pairs->epa = pairs->mpr = pairs->gjk;
    pairs->epa.epa_tolerance = CCD_REAL(1e-8);
    pairs->mpr.center1 = pairs->mpr.center2 = center;
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < 2; side++) {
            const tact_shape *shape = &input[i].shape[side];
            ccd_body *body = &pairs->body[i][side];
            *body = (ccd_body){shape, &input[i].instance[side].pose, NULL, 0};
            if (shape->kind == TACT_SHAPE_HULL) {
                body->vertices = tact_hull_vertices(shape->core.hull);
                body->count = tact_hull_inspect(shape->core.hull).vertex_count;
            }
        }
    return pairs;
}

void peer_ccd_release(void *prepared) {
    free(prepared);
}

void peer_ccd_gjk(const void *prepared, size_t count, bench_answers answers) {
    const ccd_pairs *pairs = prepared;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] =
            ccdGJKIntersect(&pairs->body[i][0], &pairs->body[i][1], &pairs->gjk) != 0;
}

void peer_ccd_mpr(const void *prepared, size_t count, bench_answers answers) {
    const ccd_pairs *pairs = prepared;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] =
            ccdMPRIntersect(&pairs->body[i][0], &pairs->body[i][1], &pairs->mpr) != 0;
}

void peer_ccd_gjk_depth(const void *prepared, size_t count, bench_answers answers) {
    const ccd_pairs *pairs = prepared;
    for (size_t i = 0; i < count; i++) {
        ccd_real_t depth = 0;
        ccd_vec3_t direction, position;
        answers.verdict[i] = ccdGJKPenetration(&pairs->body[i][0], &pairs->body[i][1], &pairs->epa,
                                               &depth, &direction, &position) == 0;
        answers.number[i] = (double)depth;
    }
}

void peer_ccd_mpr_depth(const void *prepared, size_t count, bench_answers answers) {
    const ccd_pairs *pairs = prepared;
    for (size_t i = 0; i < count; i++) {
        ccd_real_t depth = 0;
        ccd_vec3_t direction, position;
        answers.verdict[i] = ccdMPRPenetration(&pairs->body[i][0], &pairs->body[i][1], &pairs->mpr,
                                               &depth, &direction, &position) == 0;
        answers.number[i] = (double)depth;
    }
}
