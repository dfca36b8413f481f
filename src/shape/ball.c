/* SPDX-License-Identifier: MIT */
/* Balls that contain shapes; see ball.h. */
#include "shape/ball.h"

#include <math.h>

#include "shape/body.h"
#include "shape/body_make.h"
#include "shape/traits.h"
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

/* The mean of two or three points. */
static tact_vec3 mean_of(const tact_vec3 *points, uint32_t count) {
    TACTI_ASSERT(count == 2 || count == 3);
    tact_vec3 sum = tacti_vec3_add(points[0], points[1]);
    if (count == 2)
        return tacti_vec3_scale(sum, 0.5);
    return tacti_vec3_scale(tacti_vec3_add(sum, points[2]), 1.0 / 3);
}

/* Sets the centre of the ball. Returns its distance to the furthest point of the core. */
static double place_ball(const tact_shape *shape, tact_vec3 *centre) {
    *centre = (tact_vec3){0, 0, 0};
    const tacti_shape_traits *traits = tacti_shape_traits_of(shape->kind);
    switch (traits->core) {
    case TACTI_CORE_NONE:
        return 0;
    case TACTI_CORE_POINTS:
        *centre = mean_of(tacti_core_points(shape), traits->vertex_count);
        return furthest(tacti_core_points(shape), traits->vertex_count, *centre);
    case TACTI_CORE_EXTENTS:
        return traits->is_polytope ? furthest(&shape->core.half_extents, 1, *centre)
                                   : tacti_largest(shape->core.half_extents);
    case TACTI_CORE_ROUND: {
        tact_vec3 rim = {shape->core.round.radius, 0, shape->core.round.half_height};
        return furthest(&rim, 1, *centre);
    }
    case TACTI_CORE_HULL: {
        const tact_hull *hull = shape->core.hull;
        *centre = mean_of((tact_vec3[2]){hull->bounds.lo, hull->bounds.hi}, 2);
        return furthest(hull->vertices, hull->vertex_count, *centre);
    }
    default: /* a half-space */
        return tacti_infinity();
    }
}

tacti_ball tacti_shape_ball(const tact_shape *shape) {
    tacti_ball ball;
    double reach = place_ball(shape, &ball.centre) + TACTI_BALL_LEAST;
    TACTI_ASSERT(!(reach < TACTI_BALL_LEAST));
    double local = tacti_sum_of(ball.centre) + reach;
    ball.radius = (reach * (1 + 0x1p-18) + shape->radius) + TACTI_BALL_ERROR * local;
    ball.radius *= 1 + 0x1p-50;
    if (!(local <= TACTI_FLOAT_RANGE_MOST && ball.radius <= TACTI_FLOAT_RANGE_MOST))
        ball.radius = tacti_infinity();
    ball.is_centred = !(tacti_largest(ball.centre) > 0);
    return ball;
}
