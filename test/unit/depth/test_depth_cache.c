/* SPDX-License-Identifier: MIT */
/* Depths with the polytope of a cache: pairs in motion against the explicit difference, and caches
 * with wrong contents. */
#include "convex_pairs.h"
#include "depth_oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

#define HULLS 24

static void make_hulls(test_rng *rng, tact_hull *hull[HULLS]) {
    for (uint32_t i = 0; i < HULLS; i++) {
        tact_vec3 points[40];
        uint32_t count = i < 16 ? 4 + i : 40;
        for (uint32_t k = 0; k < count; k++)
            points[k] = pairs_random_direction(rng);
        assert_int_equal(tact_hull_create(NULL, points, count, &hull[i]), TACT_OK);
    }
}

static void free_hulls(tact_hull *hull[HULLS]) {
    for (uint32_t i = 0; i < HULLS; i++)
        tact_hull_destroy(hull[i]);
}

static tact_shape any_shape(test_rng *rng, tact_hull *hull[HULLS]) {
    tact_shape shape;
    switch (test_rng_below(rng, 8)) {
    case 0:
        return tact_shape_box(test_rng_between(rng, 0.3, 1), 0.5, test_rng_between(rng, 0.3, 1));
    case 1:
        return tact_shape_segment((tact_vec3){-0.7, 0, 0}, (tact_vec3){0.7, 0.1, 0}, 0.25);
    default:
        shape = tact_shape_hull(hull[test_rng_below(rng, HULLS)]);
        shape.radius = test_rng_below(rng, 4) == 0 ? 0.125 : 0;
        return shape;
    }
}

static tacti_convex_depth_answer measure(const convex_pair *pair, tacti_convex_cache *cache) {
    tacti_convex_depth_answer answer;
    assert_int_equal(tacti_convex_depth(&pair->placed[0], &pair->placed[1], cache, &answer),
                     TACT_OK);
    return answer;
}

/* What holds for an answer with a cache, given the one without. */
static void check_answer(const convex_pair *pair, const tacti_convex_depth_answer *warm,
                         const tacti_convex_depth_answer *cold) {
    assert_int_equal(warm->outcome, cold->outcome);
    assert_true(warm->lower <= cold->upper && cold->lower <= warm->upper);
    if (warm->outcome == TACT_OUTCOME_APART)
        return;
    double size =
        2 + tact_vec3_length((tact_vec3){pair->placed[1].pose.m[3], pair->placed[1].pose.m[7],
                                         pair->placed[1].pose.m[11]});
    assert_true(warm->lower <= warm->depth && warm->depth <= warm->upper);
    assert_true(warm->upper - warm->lower <= 1e-9 * warm->upper + 1e-13 * size);
    tact_vec3 between = tact_vec3_sub(warm->point_a, warm->point_b);
    tact_vec3 wanted = tact_vec3_scale(warm->direction, warm->depth);
    double off = tact_vec3_length(tact_vec3_sub(between, wanted));
    assert_true(off <= 1e-12 * size + (warm->upper - warm->lower));
    tacti_placed_shape moved = pair->placed[1];
    double step = warm->upper * (1 + 1e-9);
    moved.pose.m[3] += step * warm->direction.x;
    moved.pose.m[7] += step * warm->direction.y;
    moved.pose.m[11] += step * warm->direction.z;
    tacti_convex_collision verdict;
    assert_int_equal(tacti_convex_collide(&pair->placed[0], &moved, NULL, &verdict), TACT_OK);
    assert_int_equal(verdict.outcome, TACT_OUTCOME_APART);
}

/* The oracle measures the cores, so that it is used only if they overlap. */
static bool has_truth(const convex_pair *pair, const tacti_convex_depth_answer *cold,
                      depth_truth *out) {
    double radius = pair->shape[0].radius + pair->shape[1].radius;
    if (cold->outcome != TACT_OUTCOME_CONTACT || cold->lower <= radius)
        return false;
    *out = depth_oracle(&pair->placed[0], &pair->placed[1]);
    return true;
}

static void check_truth(const tacti_convex_depth_answer *answer, const depth_truth *truth) {
    assert_true(answer->lower <= truth->upper);
    assert_true(answer->upper >= truth->lower);
}

static void motion(void **state) {
    (void)state;
    test_rng rng = test_rng_start("motion");
    tact_hull *hull[HULLS];
    make_hulls(&rng, hull);
    uint64_t deep = 0, by_cache = 0, warm_steps = 0, cold_steps = 0;
    for (uint64_t i = 0; i < test_case_count(600, 20000); i++) {
        convex_pair pair;
        for (int side = 0; side < 2; side++) {
            pair.shape[side] = any_shape(&rng, hull);
            pair.placed[side] =
                (tacti_placed_shape){&pair.shape[side], pairs_random_pose(&rng, 0.4)};
        }
        tact_vec3 axis = pairs_random_direction(&rng), way = pairs_random_direction(&rng);
        tact_vec3 from = {pair.placed[1].pose.m[3], pair.placed[1].pose.m[7],
                          pair.placed[1].pose.m[11]};
        double turn = i % 8 == 0 ? 0.2 : 0.0174; /* some turn fast */
        tacti_convex_cache cache = {0};
        for (int frame = 0; frame < 40; frame++) {
            tact_vec3 at = tact_vec3_add(from, tact_vec3_scale(way, 0.01 * frame));
            assert_int_equal(
                tact_pose_from_axis_angle(axis, frame * turn, at, &pair.placed[1].pose), TACT_OK);
            tacti_convex_depth_answer cold = measure(&pair, NULL), warm = measure(&pair, &cache);
            check_answer(&pair, &warm, &cold);
            depth_truth truth;
            if (frame % 8 == 7 && has_truth(&pair, &cold, &truth))
                check_truth(&warm, &truth);
            if (frame == 0 || warm.outcome == TACT_OUTCOME_APART)
                continue;
            deep++;
            by_cache += warm.ending == TACTI_CONVEX_BY_CACHE;
            warm_steps += warm.iterations;
            cold_steps += cold.iterations;
            /* Other queries on the cache leave the polytope alone. */
            if (frame % 5 == 0) {
                tacti_convex_collision verdict;
                tacti_convex_distance_answer gap;
                uint8_t corners = cache.corner_count;
                assert_int_equal(
                    tacti_convex_collide(&pair.placed[0], &pair.placed[1], &cache, &verdict),
                    TACT_OK);
                assert_int_equal(
                    tacti_convex_distance(&pair.placed[0], &pair.placed[1], &cache, &gap), TACT_OK);
                assert_int_equal(cache.corner_count, corners);
            }
        }
    }
    printf("%llu frames deep, %llu by the cache, %.2f steps, %.2f without\n",
           (unsigned long long)deep, (unsigned long long)by_cache,
           (double)warm_steps / (double)deep, (double)cold_steps / (double)deep);
    assert_true(by_cache * 10 >= deep * 6);
    assert_true(warm_steps * 3 <= cold_steps);
    free_hulls(hull);
}

/* ---- Caches that hold something else ----------------------------------------------------------
 */

static void swap_face(uint8_t face[3]) {
    uint8_t corner = face[0];
    face[0] = face[1];
    face[1] = corner;
}

/* Spoils a cache in one of many ways. */
static void spoil(test_rng *rng, const tacti_convex_cache *other, tacti_convex_cache *cache) {
    uint32_t faces = cache->face_count, corners = cache->corner_count;
    uint32_t face = faces > 0 ? test_rng_below(rng, faces) : 0;
    uint32_t from = faces > 0 ? test_rng_below(rng, faces) : 0;
    uint32_t corner = corners > 0 ? test_rng_below(rng, corners) : 0;
    switch (test_rng_below(rng, 12)) {
    case 0: /* anything */
        for (size_t i = 0; i < sizeof *cache; i++)
            ((unsigned char *)cache)[i] = (unsigned char)test_rng_next(rng);
        break;
    case 1: /* numbers in range */
        for (uint32_t i = 0; i < TACTI_CONVEX_CACHE_FACES * 3; i++)
            cache->faces[i / 3][i % 3] = (uint8_t)test_rng_below(rng, corners + 1);
        break;
    case 2: /* not closed */
        memcpy(cache->faces[face], cache->faces[faces > 0 ? faces - 1 : 0], 3);
        cache->face_count = (uint8_t)(faces - 1);
        break;
    case 3: /* a face twice, in place of another */
        memcpy(cache->faces[face], cache->faces[from], 3);
        break;
    case 4: /* a face twice, as one more */
        if (faces < TACTI_CONVEX_CACHE_FACES)
            memcpy(cache->faces[cache->face_count++], cache->faces[face], 3);
        break;
    case 5: /* inside out */
        for (uint32_t i = 0; i < faces; i++)
            swap_face(cache->faces[i]);
        break;
    case 6:
        swap_face(cache->faces[face]);
        break;
    case 7: /* closed, with a corner anywhere */
        cache->corner_a[corner] = (uint16_t)test_rng_below(rng, 8);
        break;
    case 8: /* closed, with all corners anywhere */
        for (uint32_t i = 0; i < corners; i++) {
            cache->corner_a[i] = (uint16_t)test_rng_below(rng, 4);
            cache->corner_b[i] = (uint16_t)test_rng_below(rng, 4);
        }
        break;
    case 9:
        cache->is_swapped = (uint8_t)test_rng_next(rng);
        break;
    case 10: { /* closed, with a corner that does not exist */
        uint8_t beyond = (uint8_t)(corners + test_rng_below(rng, 256 - corners));
        for (uint32_t i = 0; i < faces * 3; i++)
            if (cache->faces[i / 3][i % 3] == corner)
                cache->faces[i / 3][i % 3] = beyond;
        break;
    }
    default:
        *cache = *other;
    }
    cache->outcome = TACT_OUTCOME_CONTACT;
}

static void any_cache(void **state) {
    (void)state;
    test_rng rng = test_rng_start("any_cache");
    tact_hull *hull[HULLS];
    make_hulls(&rng, hull);
    tacti_convex_cache other = {0};
    uint64_t compared = 0, kept = 0;
    for (uint64_t i = 0; i < test_case_count(1500, 100000); i++) {
        convex_pair pair;
        for (int side = 0; side < 2; side++) {
            pair.shape[side] = any_shape(&rng, hull);
            pair.placed[side] =
                (tacti_placed_shape){&pair.shape[side], pairs_random_pose(&rng, 0.5)};
        }
        tacti_convex_cache good = {0};
        tacti_convex_depth_answer cold = measure(&pair, &good);
        depth_truth truth;
        if (!has_truth(&pair, &cold, &truth))
            continue;
        check_truth(&cold, &truth);
        kept += good.corner_count > 0;
        for (int round = 0; round < 24; round++) {
            tacti_convex_cache cache = good;
            spoil(&rng, &other, &cache);
            tacti_convex_depth_answer warm = measure(&pair, &cache);
            check_answer(&pair, &warm, &cold);
            check_truth(&warm, &truth);
            warm = measure(&pair, &cache);
            check_truth(&warm, &truth);
            compared++;
        }
        other = good;
    }
    printf("%llu spoilt caches\n", (unsigned long long)compared);
    assert_true(compared > 0 && kept > 0);
    free_hulls(hull);
}

/* Manifolds and depths of a moving pair with the same cache. */
static void manifolds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("manifolds");
    tact_hull *hull[HULLS];
    make_hulls(&rng, hull);
    uint64_t deep = 0, held = 0;
    for (uint64_t i = 0; i < test_case_count(400, 10000); i++) {
        tact_shape shape[2] = {tact_shape_hull(hull[test_rng_below(&rng, HULLS)]),
                               tact_shape_hull(hull[test_rng_below(&rng, HULLS)])};
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&rng, 0.4)};
        tacti_placed_shape b = {&shape[1], pairs_random_pose(&rng, 0.4)};
        tacti_convex_cache cache = {0};
        for (int frame = 0; frame < 10; frame++) {
            tacti_manifold warm, cold;
            b.pose.m[3] += 0.003;
            assert_int_equal(tacti_convex_manifold(&a, &b, 0.01, &cache, &warm), TACT_OK);
            assert_int_equal(tacti_convex_manifold(&a, &b, 0.01, NULL, &cold), TACT_OK);
            assert_int_equal(warm.outcome, cold.outcome);
            if (cold.outcome != TACT_OUTCOME_CONTACT)
                break;
            deep++;
            held += cache.corner_count > 0;
            tacti_convex_depth_answer depth, again;
            assert_int_equal(tacti_convex_depth(&a, &b, &cache, &depth), TACT_OK);
            assert_int_equal(tacti_convex_depth(&a, &b, NULL, &again), TACT_OK);
            assert_true(depth.lower <= again.upper && again.lower <= depth.upper);
            if (cache.corner_count > 0)
                assert_int_equal(depth.ending, TACTI_CONVEX_BY_CACHE);
        }
    }
    assert_true(deep > 0 && held * 10 > deep * 9);
    free_hulls(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion),
        cmocka_unit_test(any_cache),
        cmocka_unit_test(manifolds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
