/* SPDX-License-Identifier: MIT */
/* Random pairs of all kinds; see contact_pairs.h. */
#include "contact_pairs.h"

#include <math.h>
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

static tact_vec3 random_point(test_rng *rng) {
    return (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                       test_rng_between(rng, -1, 1)};
}

static double random_size(test_rng *rng) {
    return test_rng_between(rng, 0.3, 1);
}

tact_shape contact_shape(test_rng *rng, const pairs_pool *pool, tact_shape_kind kind) {
    tact_shape shape = tact_shape_sphere(random_size(rng));
    tact_vec3 size = {random_size(rng), random_size(rng), random_size(rng)};
    switch (kind) {
    case TACT_SHAPE_SEGMENT:
        shape = tact_shape_segment(random_point(rng), random_point(rng), 0);
        break;
    case TACT_SHAPE_TRIANGLE:
        shape = tact_shape_triangle(
            (tact_triangle){{random_point(rng), random_point(rng), random_point(rng)}});
        break;
    case TACT_SHAPE_BOX:
        shape = tact_shape_box(size.x, size.y, size.z);
        break;
    case TACT_SHAPE_HULL: /* those of random points on a sphere */
        shape = tact_shape_hull(
            pool->hull[8 * test_rng_below(rng, PAIRS_HULLS / 8) + 4 * test_rng_below(rng, 2)]);
        break;
    case TACT_SHAPE_CYLINDER:
        shape = tact_shape_cylinder(size.x, size.y);
        break;
    case TACT_SHAPE_CONE:
        shape = tact_shape_cone(size.x, size.y);
        break;
    case TACT_SHAPE_ELLIPSOID:
        shape = tact_shape_ellipsoid(size.x, size.y, size.z);
        break;
    case TACT_SHAPE_HALF_SPACE:
        shape = tact_shape_half_space(pairs_random_direction(rng), test_rng_between(rng, -1, 1));
        break;
    default:
        break;
    }
    if (test_rng_below(rng, 4) == 0)
        shape.radius += test_rng_between(rng, 0, 0.3);
    return shape;
}

/* How far a shape reaches along a direction. A half-space counts as its origin. */
static double reach(const tacti_placed_shape *shape, tact_vec3 direction) {
    if (shape->shape->kind == TACT_SHAPE_HALF_SPACE)
        return tact_vec3_dot(direction,
                             tact_vec3_make(shape->pose.m[3], shape->pose.m[7], shape->pose.m[11]));
    return tact_vec3_dot(direction, tacti_shape_support(shape, direction));
}

void contact_pair_make(test_rng *rng, const pairs_pool *pool, const tact_shape_kind kind[2],
                       double gap, convex_pair *out) {
    for (int side = 0; side < 2; side++) {
        out->shape[side] = contact_shape(rng, pool, kind[side]);
        out->placed[side] = (tacti_placed_shape){&out->shape[side], pairs_random_pose(rng, 0.5)};
    }
    tact_vec3 n = pairs_random_direction(rng);
    double between = reach(&out->placed[0], n) + reach(&out->placed[1], tact_vec3_scale(n, -1));
    out->placed[1].pose = contact_moved(&out->placed[1].pose, tact_vec3_make(0, 0, 0),
                                        tact_vec3_scale(n, between + gap));
}

double contact_separation(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tacti_convex_distance_answer gap;
    tacti_convex_depth_answer depth;
    assert_int_equal(tacti_convex_distance(a, b, NULL, &gap), TACT_OK);
    if (gap.outcome == TACT_OUTCOME_APART)
        return gap.distance;
    assert_int_equal(tacti_convex_depth(a, b, NULL, &depth), TACT_OK);
    return depth.upper - depth.lower > 1e-8 ? (double)NAN : -depth.depth;
}

tact_pose contact_moved(const tact_pose *pose, tact_vec3 turn, tact_vec3 shift) {
    double angle = tact_vec3_length(turn);
    tact_pose turned = *pose, turning;
    if (angle > 0) {
        assert_int_equal(tact_pose_from_axis_angle(tact_vec3_scale(turn, 1 / angle), angle,
                                                   tact_vec3_make(0, 0, 0), &turning),
                         TACT_OK);
        turned = tact_pose_compose(turning, *pose);
    }
    turned.m[3] = pose->m[3] + shift.x;
    turned.m[7] = pose->m[7] + shift.y;
    turned.m[11] = pose->m[11] + shift.z;
    return turned;
}

tacti_manifold contact_manifold(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                double margin) {
    tacti_manifold manifold;
    assert_int_equal(tacti_convex_manifold(a, b, margin, NULL, &manifold), TACT_OK);
    return manifold;
}

tacti_placed_shape contact_placed(const tact_shape *shape, double x, double y, double z) {
    tacti_placed_shape at = {shape, tact_pose_identity()};
    at.pose.m[3] = x;
    at.pose.m[7] = y;
    at.pose.m[11] = z;
    return at;
}

void contact_turn(tacti_placed_shape *shape, double x, double y, double z) {
    shape->pose = contact_moved(&shape->pose, tact_vec3_make(x, y, z), tact_vec3_make(0, 0, 0));
}
