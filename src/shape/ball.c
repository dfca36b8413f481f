/* SPDX-License-Identifier: MIT */
/* Balls that contain shapes; see ball.h. */
#include "shape/ball.h"

#include <math.h>

#include "shape/body.h"
#include "shape/body_make.h"
#include "hull/hull.h"
#include "math/vec.h"

/* The greatest distance of a point of a list from a centre. */
static double furthest(const tact_vec3 *points, uint32_t count, tact_vec3 centre) {
    double square = 0;
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 d = tacti_vec3_sub(points[i], centre);
        square = tacti_max(square, tacti_vec3_dot(d, d));
    }
    return sqrt(square);
}

static tact_vec3 middle_of(tact_vec3 p, tact_vec3 q) {
    return tacti_vec3_scale(tacti_vec3_add(p, q), 0.5);
}

/* Sets the centre of the ball. Returns its distance to the furthest point of the core. */
static double place_ball(const tact_shape *shape, tact_vec3 *centre) {
    *centre = (tact_vec3){0, 0, 0};
    switch (shape->kind) {
    case TACT_SHAPE_SPHERE:
        return 0;
    case TACT_SHAPE_SEGMENT:
        *centre = middle_of(shape->core.segment.a, shape->core.segment.b);
        return furthest((tact_vec3[2]){shape->core.segment.a, shape->core.segment.b}, 2, *centre);
    case TACT_SHAPE_TRIANGLE: {
        const tact_vec3 *v = shape->core.triangle.v;
        *centre = tacti_vec3_scale(tacti_vec3_add(tacti_vec3_add(v[0], v[1]), v[2]), 1.0 / 3);
        return furthest(v, 3, *centre);
    }
    case TACT_SHAPE_BOX:
        return furthest(&shape->core.half_extents, 1, *centre);
    case TACT_SHAPE_HULL: {
        const tact_hull *hull = shape->core.hull;
        *centre = middle_of(hull->bounds.lo, hull->bounds.hi);
        return furthest(hull->vertices, hull->vertex_count, *centre);
    }
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE: {
        tact_vec3 rim = {shape->core.round.radius, 0, shape->core.round.half_height};
        return furthest(&rim, 1, *centre);
    }
    case TACT_SHAPE_ELLIPSOID:
        return tacti_largest(shape->core.half_extents);
    case TACT_SHAPE_HALF_SPACE:
        break;
    }
    return tacti_infinity();
}

tacti_ball tacti_shape_ball(const tact_shape *shape) {
    tacti_ball ball;
    double reach = place_ball(shape, &ball.centre) + TACTI_BALL_LEAST;
    TACTI_ASSERT(!(reach < TACTI_BALL_LEAST));
    double local = tacti_sum_of(ball.centre) + reach;
    ball.radius = (reach * (1 + 0x1p-18) + shape->radius) + TACTI_BALL_ERROR * local;
    ball.radius *= 1 + 0x1p-50;
    if (!(local <= TACTI_MOST_TAME && ball.radius <= TACTI_MOST_TAME))
        ball.radius = tacti_infinity();
    ball.is_centred = !(tacti_largest(ball.centre) > 0);
    return ball;
}
