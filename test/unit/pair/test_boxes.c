/* SPDX-License-Identifier: MIT */
/* Boxes have algorithms of their own: fifteen axes, corners inside, a guess of the nearest
 * features. The hull of a box's corners is the same set and takes the general path, so that both
 * must agree. Caches change nothing. */
#include "convex_levels.h"
#include "convex_pairs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "pair/pair.h"

/* Two boxes, and the hulls of their corners. */
typedef struct twin_pair {
    tact_shape box[2], hull[2];
    tact_hull *hulls[2];
    tacti_placed_shape as_box[2], as_hull[2];
} twin_pair;

static tact_hull *corner_hull(tact_vec3 half) {
    tact_vec3 corners[8];
    tact_hull *hull;
    for (int i = 0; i < 8; i++)
        corners[i] = (tact_vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                 i & 4 ? half.z : -half.z};
    assert_int_equal(tact_hull_create(NULL, corners, 8, &hull), TACT_OK);
    return hull;
}

static void release(twin_pair *pair) {
    tact_hull_destroy(pair->hulls[0]);
    tact_hull_destroy(pair->hulls[1]);
}

typedef enum box_family {
    ANY,     /* anywhere near each other */
    CLOSE,   /* a gap of 1e-3 down to a rounding error along an axis of one */
    GRID,    /* whole numbers, axes along axes: faces, edges and corners that touch exactly */
    FLAT,    /* without extent along some axes */
    SKEWED,  /* rotations that are off by up to 4e-7 */
    DISTANT, /* far from the origin */
    FAMILIES
} box_family;

static double half_extent(test_rng *rng, box_family family) {
    if (family == GRID)
        return (double)(1 + test_rng_below(rng, 3));
    if (family == FLAT && test_rng_below(rng, 3) == 0)
        return 0;
    return test_rng_between(rng, 0.1, 1);
}

static tact_pose grid_pose(test_rng *rng) {
    tact_pose pose = tact_pose_identity();
    if (test_rng_below(rng, 2) == 0) {
        const double turned[12] = {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
        memcpy(pose.m, turned, sizeof turned);
    }
    for (int i = 0; i < 3; i++)
        pose.m[4 * i + 3] = (double)test_rng_below(rng, 9) - 4;
    return pose;
}

/* Moves b so that a gap is between the boxes along an axis of a or b. */
static void move_close(test_rng *rng, twin_pair *pair) {
    tact_pose *b = &pair->as_box[1].pose;
    const tact_pose *owner = &pair->as_box[test_rng_below(rng, 2)].pose;
    uint32_t axis = test_rng_below(rng, 3);
    tact_vec3 n = {owner->m[axis], owner->m[4 + axis], owner->m[8 + axis]};
    double top = tact_vec3_dot(n, tacti_shape_support(&pair->as_box[0], n));
    double low = tact_vec3_dot(n, tacti_shape_support(&pair->as_box[1], tact_vec3_scale(n, -1)));
    double gap = ldexp(test_rng_between(rng, -1, 1), -10 - (int)test_rng_below(rng, 44));
    tact_vec3 by = tact_vec3_scale(n, top - low + gap);
    b->m[3] += by.x;
    b->m[7] += by.y;
    b->m[11] += by.z;
}

static void make_pair(test_rng *rng, box_family family, twin_pair *pair) {
    for (int side = 0; side < 2; side++) {
        pair->box[side] = tact_shape_box(half_extent(rng, family), half_extent(rng, family),
                                         half_extent(rng, family));
        tact_pose pose = family == GRID ? grid_pose(rng) : pairs_random_pose(rng, 1.2);
        if (family == SKEWED)
            pose.m[test_rng_below(rng, 3) * 4 + test_rng_below(rng, 3)] +=
                test_rng_between(rng, -2e-7, 2e-7);
        if (family == DISTANT)
            pose.m[3] += 1e6;
        pair->as_box[side] = (tacti_placed_shape){&pair->box[side], pose};
    }
    bool is_close = family == CLOSE || (family != GRID && test_rng_below(rng, 2) == 0);
    if (is_close)
        move_close(rng, pair);
    for (int side = 0; side < 2; side++) {
        pair->hulls[side] = corner_hull(pair->box[side].core.half_extents);
        pair->hull[side] = tact_shape_hull(pair->hulls[side]);
        pair->as_hull[side] = (tacti_placed_shape){&pair->hull[side], pair->as_box[side].pose};
    }
}

static tacti_convex_collision collide(const tacti_placed_shape placed[2],
                                      tacti_convex_cache *cache) {
    tacti_convex_collision answer;
    bool holds = false;
    assert_int_equal(tacti_convex_collide(&placed[0], &placed[1], cache, &answer), TACT_OK);
    assert_int_equal(tacti_convex_check(&placed[0], &placed[1], &answer, &holds), TACT_OK);
    assert_true(holds);
    return answer;
}

/* The extreme corners of a proof are extreme up to rounding. */
static void check_extremes(const twin_pair *pair, const tacti_convex_proof *proof) {
    uint32_t at[2] = {proof->extreme_a, proof->extreme_b};
    for (int side = 0; side < 2; side++) {
        tact_vec3 h = pair->box[side].core.half_extents, n = proof->direction;
        tact_vec3 local = {at[side] & 1 ? h.x : -h.x, at[side] & 2 ? h.y : -h.y,
                           at[side] & 4 ? h.z : -h.z};
        assert_true(at[side] < 8);
        tact_vec3 corner = tact_pose_place(pair->as_box[side].pose, local);
        tact_vec3 way = tact_vec3_scale(n, side == 0 ? 1 : -1);
        tact_vec3 furthest = tacti_shape_support(&pair->as_box[side], way);
        double size = 1e-6 + 1e-14 * fabs(pair->as_box[side].pose.m[3]);
        assert_true(tact_vec3_dot(way, corner) >=
                    tact_vec3_dot(way, furthest) - size * tact_vec3_length(n));
    }
}

static void check_distance(const twin_pair *pair, tact_outcome outcome) {
    tacti_convex_distance_answer box, hull;
    assert_int_equal(tacti_convex_distance(&pair->as_box[0], &pair->as_box[1], NULL, &box),
                     TACT_OK);
    assert_int_equal(tacti_convex_distance(&pair->as_hull[0], &pair->as_hull[1], NULL, &hull),
                     TACT_OK);
    assert_int_equal(box.outcome, outcome);
    assert_int_equal(hull.outcome, outcome);
    assert_true(box.lower <= hull.upper && hull.lower <= box.upper);
    assert_true(box.lower <= box.distance && box.distance <= box.upper);
    assert_true(box.upper - box.lower <= 1e-10 * box.upper + 1e-14 * 2e6);
}

static void boxes_are_hulls(void **state) {
    (void)state;
    static const char *const names[FAMILIES] = {"any", "close", "grid", "flat", "skewed", "far"};
    test_rng rng = test_rng_start("boxes_are_hulls");
    for (box_family family = 0; family < FAMILIES; family++) {
        uint64_t contacts = 0, exact = 0, count = test_case_count(2000, 200000);
        for (uint64_t i = 0; i < count; i++) {
            twin_pair pair;
            make_pair(&rng, family, &pair);
            tacti_convex_collision box = collide(pair.as_box, NULL);
            tacti_convex_collision hull = collide(pair.as_hull, NULL);
            assert_int_equal(box.outcome, hull.outcome);
            if (box.outcome == TACT_OUTCOME_APART)
                check_extremes(&pair, &box.proof);
            check_distance(&pair, box.outcome);
            check_some_levels(i, 32, &pair.as_box[0], &pair.as_box[1]);
            contacts += box.outcome == TACT_OUTCOME_CONTACT;
            exact += box.ending == TACTI_CONVEX_BY_EXACT;
            release(&pair);
        }
        printf("%-7s %llu pairs, %llu contacts, %llu by exact arithmetic\n", names[family],
               (unsigned long long)count, (unsigned long long)contacts, (unsigned long long)exact);
        assert_true(contacts > 0 && contacts < count);
    }
}

/* A box or a capsule that turns by a degree per frame and passes another box: answers with and
 * without a cache are equal. */
static void caches_change_nothing(void **state) {
    (void)state;
    test_rng rng = test_rng_start("caches_change_nothing");
    uint64_t contacts = 0, apart = 0;
    for (uint64_t i = 0; i < test_case_count(60, 2000); i++) {
        tact_shape shape[2] = {
            tact_shape_box(half_extent(&rng, ANY), half_extent(&rng, ANY), half_extent(&rng, ANY)),
            tact_shape_box(half_extent(&rng, ANY), half_extent(&rng, ANY), half_extent(&rng, ANY))};
        if (i % 2 == 0)
            shape[0] = tact_shape_capsule(half_extent(&rng, ANY), half_extent(&rng, ANY));
        tacti_placed_shape placed[2] = {{&shape[0], pairs_random_pose(&rng, 0.1)},
                                        {&shape[1], tact_pose_identity()}};
        tact_vec3 axis = pairs_random_direction(&rng), from = pairs_random_direction(&rng);
        tacti_convex_cache cache = {0}, other = {0};
        for (int frame = 0; frame < 100; frame++) {
            tact_vec3 at = tact_vec3_scale(from, 2.5 - 0.03 * frame);
            assert_int_equal(tact_pose_from_axis_angle(axis, frame * 0.0174, at, &placed[1].pose),
                             TACT_OK);
            tacti_convex_collision cold = collide(placed, NULL), warm = collide(placed, &cache);
            assert_int_equal(warm.outcome, cold.outcome);
            tacti_convex_distance_answer far, near;
            assert_int_equal(tacti_convex_distance(&placed[0], &placed[1], NULL, &far), TACT_OK);
            assert_int_equal(tacti_convex_distance(&placed[0], &placed[1], &other, &near), TACT_OK);
            assert_int_equal(far.outcome, cold.outcome);
            assert_int_equal(near.outcome, cold.outcome);
            assert_true(near.lower <= far.upper && far.lower <= near.upper);
            contacts += cold.outcome == TACT_OUTCOME_CONTACT;
            apart += cold.outcome == TACT_OUTCOME_APART;
        }
    }
    assert_true(contacts > 0 && apart > 0);
}

/* Invalid boxes are refused like all invalid shapes, and the answer stays as it was. */
static void bad_boxes_are_refused(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), bad = tact_shape_box(1, -1, 1);
    tacti_placed_shape a = {&box, tact_pose_identity()}, b = a;
    tacti_convex_collision answer = {.iterations = 77}, before = answer;
    tacti_convex_distance_answer distance;
    b.shape = &bad;
    assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_INVALID_ARGUMENT);
    b.shape = &box;
    b.pose.m[0] = 1.1;
    assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_INVALID_POSE);
    assert_int_equal(tacti_convex_distance(&a, &b, NULL, &distance), TACT_INVALID_POSE);
    b.pose.m[0] = -1; /* a mirror */
    assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_INVALID_POSE);
    for (int i = 0; i < 12; i++) {
        b.pose = tact_pose_identity();
        b.pose.m[i] = (double)NAN;
        assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_NOT_FINITE);
        b.pose.m[i] = (double)INFINITY;
        assert_int_not_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_OK);
    }
    assert_memory_equal(&answer, &before, sizeof answer);
}

/* Far apart, so that the places alone would decide: still one invalid shape is enough. */
static void bad_smooth_shapes_are_refused(void **state) {
    (void)state;
    const tact_shape good[] = {tact_shape_ellipsoid(1, 2, 3), tact_shape_sphere(1),
                               tact_shape_cylinder(1, 2)};
    tact_shape bad[] = {tact_shape_ellipsoid(-1, 2, 3), tact_shape_ellipsoid(1, -2, 3),
                        tact_shape_ellipsoid(1, 2, -3), tact_shape_ellipsoid(1, 2, 3),
                        tact_shape_sphere(-1),          tact_shape_cylinder(-1, 2),
                        tact_shape_cylinder(1, -2),     tact_shape_cylinder(1, 2)};
    bad[3].radius = bad[7].radius = -0.5;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            tacti_placed_shape a = {&good[i], tact_pose_identity()}, b = {&bad[k], a.pose};
            b.pose.m[3] = 100;
            tacti_convex_collision answer = {.iterations = 77}, before = answer;
            tacti_convex_distance_answer distance;
            assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_INVALID_ARGUMENT);
            assert_int_equal(tacti_convex_collide(&b, &a, NULL, &answer), TACT_INVALID_ARGUMENT);
            assert_int_equal(tacti_convex_distance(&a, &b, NULL, &distance), TACT_INVALID_ARGUMENT);
            assert_memory_equal(&answer, &before, sizeof answer);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_hulls),
        cmocka_unit_test(caches_change_nothing),
        cmocka_unit_test(bad_boxes_are_refused),
        cmocka_unit_test(bad_smooth_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
