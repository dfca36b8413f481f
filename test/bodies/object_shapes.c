/* SPDX-License-Identifier: MIT */
/* Random convex shapes near a soup; see object_shapes.h. */
#include "object_shapes.h"

#include <math.h>

#include "shape/placed.h"

/* ---- Hulls -------------------------------------------------------------------------------- */

static tact_vec3 hull_point(test_rng *rng, uint32_t number) {
    tact_vec3 p = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                   test_rng_between(rng, -1, 1)};
    switch (number % 4) {
    case 0: /* whole numbers */
        return (tact_vec3){rint(2 * p.x), rint(2 * p.y), rint(2 * p.z)};
    case 1: /* flat */
        return (tact_vec3){p.x, p.y, number == 1 ? 0 : 0.001 * p.z};
    case 2: /* thin, far from its origin */
        return (tact_vec3){5 + p.x, 0.02 * p.y - 3, 0.02 * p.z};
    default: /* round */
        return tact_vec3_normalize(p);
    }
}

shapes_pool shapes_pool_make(test_rng *rng) {
    shapes_pool pool;
    static tact_vec3 points[300];
    for (uint32_t i = 0; i < SHAPES_HULLS; i++) {
        uint32_t count = i == SHAPES_HULLS - 1 ? 300 : 4 + test_rng_below(rng, 60);
        for (uint32_t k = 0; k < count; k++)
            points[k] = hull_point(rng, i);
        assert_int_equal(tact_hull_create(NULL, points, count, &pool.hull[i]), TACT_OK);
    }
    return pool;
}

void shapes_pool_free(shapes_pool *pool) {
    for (uint32_t i = 0; i < SHAPES_HULLS; i++)
        tact_hull_destroy(pool->hull[i]);
}

/* ---- Shapes ------------------------------------------------------------------------------- */

static double length_random(test_rng *rng, double size) {
    switch (test_rng_below(rng, 4)) {
    case 0:
        return size;
    case 1:
        return size * exp2(-(double)test_rng_below(rng, 8));
    default:
        return size * test_rng_between(rng, 0.05, 1);
    }
}

static tact_vec3 vec3_random(test_rng *rng, double size) {
    tact_vec3 v = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                   test_rng_between(rng, -1, 1)};
    if (test_rng_below(rng, 3) == 0)
        v = (tact_vec3){rint(v.x), rint(v.y), rint(v.z)};
    return tact_vec3_scale(v, size);
}

tact_shape shape_random(test_rng *rng, const shapes_pool *pool, tact_shape_kind kind, double size) {
    double x = length_random(rng, size), y = length_random(rng, size), z = length_random(rng, size);
    tact_shape shape;
    switch (kind) {
    case TACT_SHAPE_SPHERE:
        return tact_shape_sphere(x);
    case TACT_SHAPE_SEGMENT:
        shape = tact_shape_segment(vec3_random(rng, x), vec3_random(rng, y), 0);
        break;
    case TACT_SHAPE_TRIANGLE:
        shape = tact_shape_triangle(
            (tact_triangle){{vec3_random(rng, x), vec3_random(rng, y), vec3_random(rng, z)}});
        break;
    case TACT_SHAPE_BOX:
        shape = tact_shape_box(x, y, z);
        break;
    case TACT_SHAPE_HULL:
        shape = tact_shape_hull(pool->hull[test_rng_below(rng, SHAPES_HULLS)]);
        break;
    case TACT_SHAPE_CYLINDER:
        shape = tact_shape_cylinder(x, y);
        break;
    case TACT_SHAPE_CONE:
        shape = tact_shape_cone(x, y);
        break;
    case TACT_SHAPE_ELLIPSOID:
        return tact_shape_ellipsoid(x, y, z);
    default:
        return tact_shape_half_space(vec3_random_direction(rng, test_rng_below(rng, 2) ? 1 : 7),
                                     test_rng_between(rng, -1, 1) * size);
    }
    if (test_rng_below(rng, 3) == 0)
        shape.radius = length_random(rng, kind == TACT_SHAPE_HULL ? 0.5 : size);
    return shape;
}

/* ---- Poses -------------------------------------------------------------------------------- */

tact_pose shape_pose_near(test_rng *rng, const tact_shape *shape, const scene *s) {
    tact_pose pose = test_rng_below(rng, 3) == 0   ? pose_signed_permutation(rng)
                     : test_rng_below(rng, 8) == 0 ? pose_skewed(rng, 0)
                                                   : pose_random(rng, 0);
    tact_triangle t = scene_triangle(s, test_rng_below(rng, s->soup.triangle_count));
    tact_vec3 target = t.v[test_rng_below(rng, 3)];
    tact_vec3 n = vec3_random_direction(rng, 1);
    tacti_placed_shape placed = {shape, pose};
    tact_vec3 from = {0, 0, 0};
    if (shape->kind != TACT_SHAPE_HALF_SPACE)
        from = tacti_shape_support(&placed, n); /* with the pose's translation 0 */
    double away = 0;
    switch (test_rng_below(rng, 6)) {
    case 0: /* onto the corner, up to rounding or exactly */
        break;
    case 1:
        away = s->factor * exp2(test_rng_between(rng, -50, -10));
        break;
    case 2:
        away = s->factor * exp2(test_rng_between(rng, 0, 12));
        break;
    case 3: /* around the middle */
        from = (tact_vec3){0, 0, 0};
        break;
    default:
        away = s->factor * test_rng_between(rng, -1, 2);
        break;
    }
    tact_vec3 shift = tact_vec3_sub(target, from);
    shift = tact_vec3_sub(shift, tact_vec3_scale(n, away));
    tact_vec3 old = {pose.m[3], pose.m[7], pose.m[11]};
    shift = tact_vec3_add(shift, old);
    pose.m[3] = shift.x;
    pose.m[7] = shift.y;
    pose.m[11] = shift.z;
    return pose;
}
