/* SPDX-License-Identifier: MIT */
/* Every query on small random soups against brute force over all pairs of triangles: verdicts,
 * pairs, geometry and distances to the bit, with meshes swapped and shuffled, with a cache, at
 * every SIMD level, built by one worker and by two. */
#include "scenes.h"
#include "bvh/bvh.h"
#include "surface/surface.h"

enum { MOST_TRIANGLES = 60 };

/* Poses, many of which make the soups touch at a vertex, along edges or in faces. */
static void choose_poses(test_rng *rng, soup_pair *s) {
    s->pose_a = s->pose_b = tact_pose_identity();
    switch (test_rng_below(rng, 6)) {
    case 0:
        return;
    case 1:
        s->pose_b = pose_signed_permutation(rng);
        s->pose_b.m[3] = test_rng_below(rng, 9);
        s->pose_b.m[7] = test_rng_below(rng, 9);
        s->pose_b.m[11] = test_rng_below(rng, 9);
        return;
    case 2:
        s->pose_a = pose_random(rng, 3);
        s->pose_b = pose_random(rng, 3);
        return;
    case 3:
        s->pose_a = pose_random(rng, 10);
        s->pose_b = pose_random(rng, 10);
        return;
    case 4:
        s->pose_a = pose_skewed(rng, 5);
        s->pose_b = pose_signed_permutation(rng);
        break;
    default:
        s->pose_b = pose_random(rng, 1);
        break;
    }
    soup_pair_touch(rng, s);
}

static soup_pair pair_random(test_rng *rng) {
    soup_pair s;
    s.a = soup_random(rng, MOST_TRIANGLES);
    s.b = soup_random(rng, MOST_TRIANGLES);
    static const double factors[] = {1, 1, 1, 0.5, 0x1p-12, 3, 1000};
    soup_move(&s.b, factors[test_rng_below(rng, 7)], (tact_vec3){0, 0, 0});
    choose_poses(rng, &s);
    return s;
}

static tacti_bvh_desc random_desc(test_rng *rng) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.builder = (tact_bvh_builder)test_rng_below(rng, 3);
    return desc;
}

static void check_all(const truth *t, const tacti_placed *a, const tacti_placed *b,
                      tact_contact_list *list) {
    check_collide(t, a, b, NULL);
    check_visit(t, a, b);
    check_list(t, a, b, list);
    check_distance(t, a, b, NULL);
    check_within(t, a, b, NULL);
    check_greedy(t, a, b, NULL);
}

/* ---- One level, and all ------------------------------------------------------------------- */

static void test_all_queries(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_all_queries");
    uint64_t count = test_case_count(10000, 300000), touching = 0;
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair s = pair_random(&rng);
        truth t = truth_find(&s.a, s.pose_a, &s.b, s.pose_b);
        tacti_bvh_desc desc = random_desc(&rng);
        tact_context *context = all->alone[i % all->level_count];
        body a = body_make(context, &s.a, &desc), b = body_make(context, &s.b, &desc);
        tacti_placed placed_a = {a.bvh, s.pose_a}, placed_b = {b.bvh, s.pose_b};
        check_all(&t, &placed_a, &placed_b, list);
        touching += t.contact_count > 0;
        body_free(&a);
        body_free(&b);
        truth_free(&t);
        soup_pair_free(&s);
    }
    tact_contact_list_destroy(list);
    /* The scenes are worth something only if both verdicts are common. */
    assert_true(touching > count / 10 && touching < count - count / 10);
}

static void assert_same_work(tact_work a, tact_work b) {
    assert_int_equal(a.node_pairs, b.node_pairs);
    assert_int_equal(a.box_tests, b.box_tests);
    assert_int_equal(a.triangle_tests, b.triangle_tests);
    assert_int_equal(a.exact_tests, b.exact_tests);
}

/* Answers are the same at all levels, witnesses and work included. */
static void test_levels(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_levels");
    uint64_t count = test_case_count(1000, 30000);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair s = pair_random(&rng);
        tacti_mesh_collision first_collision = {0};
        tacti_mesh_distance_answer first_separation = {0};
        for (uint32_t level = 0; level < all->level_count; level++) {
            const tact_context *context = (i & 1) == 0 ? all->alone[level] : all->pooled[level];
            body a = body_make(context, &s.a, NULL), b = body_make(context, &s.b, NULL);
            tacti_placed placed_a = {a.bvh, s.pose_a}, placed_b = {b.bvh, s.pose_b};
            tacti_mesh_collision c;
            tacti_mesh_distance_answer d;
            assert_int_equal(tacti_mesh_collide(&placed_a, &placed_b, NULL, NULL, &c), TACT_OK);
            assert_int_equal(tacti_mesh_distance(&placed_a, &placed_b, NULL, NULL, &d), TACT_OK);
            if (level == 0) {
                first_collision = c;
                first_separation = d;
            }
            assert_int_equal(c.outcome, first_collision.outcome);
            assert_int_equal(c.a, first_collision.a);
            assert_int_equal(c.b, first_collision.b);
            assert_same_work(c.work, first_collision.work);
            test_assert_same_bits(d.distance, first_separation.distance);
            test_assert_same_bits(d.lower, first_separation.lower);
            test_assert_same_bits(d.upper, first_separation.upper);
            assert_int_equal(d.a, first_separation.a);
            assert_int_equal(d.b, first_separation.b);
            assert_same_work(d.work, first_separation.work);
            body_free(&a);
            body_free(&b);
        }
        soup_pair_free(&s);
    }
}

/* ---- Symmetries --------------------------------------------------------------------------- */

/* The distance and its bounds in both orders, with a cache that remembers any pair of triangles and
 * without one. */
static void check_both_orders(const tacti_placed *a, const tacti_placed *b,
                              tacti_pair_cache *cache) {
    tacti_mesh_distance_answer first, other;
    assert_int_equal(tacti_mesh_distance(a, b, NULL, NULL, &first), TACT_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tacti_mesh_distance(i == 2 ? a : b, i == 2 ? b : a, NULL,
                                             i == 0 ? NULL : cache, &other),
                         TACT_OK);
        test_assert_same_bits(other.distance, first.distance);
        test_assert_same_bits(other.lower, first.lower);
        test_assert_same_bits(other.upper, first.upper);
    }
}

static void test_swapped(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_swapped");
    uint64_t count = test_case_count(1000, 30000);
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    tacti_pair_cache memory = tacti_pair_cache_empty(), *cache = &memory;
    for (uint64_t i = 0; i < count; i++) {
        soup_pair s = pair_random(&rng);
        truth t = truth_find(&s.a, s.pose_a, &s.b, s.pose_b);
        truth swapped = truth_find(&s.b, s.pose_b, &s.a, s.pose_a);
        assert_int_equal(swapped.contact_count, t.contact_count);
        /* Hierarchies of two levels are walked at the lower one. */
        body a = body_make(all->alone[i % all->level_count], &s.a, NULL);
        body b = body_make(all->alone[0], &s.b, NULL);
        tacti_placed placed_a = {a.bvh, s.pose_a}, placed_b = {b.bvh, s.pose_b};
        check_all(&swapped, &placed_b, &placed_a, list);
        check_all(&t, &placed_a, &placed_b, list);
        check_both_orders(&placed_a, &placed_b, cache);
        body_free(&a);
        body_free(&b);
        truth_free(&t);
        truth_free(&swapped);
        soup_pair_free(&s);
    }
    tact_contact_list_destroy(list);
}

static void test_shuffled(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_shuffled");
    uint64_t count = test_case_count(1000, 30000);
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair s = pair_random(&rng);
        uint32_t order[MOST_TRIANGLES];
        soup shuffled = soup_shuffled(&rng, &s.a, order);
        truth t = truth_find(&s.a, s.pose_a, &s.b, s.pose_b);
        truth other = truth_find(&shuffled, s.pose_a, &s.b, s.pose_b);
        test_assert_same_bits(other.distance, t.distance);
        assert_int_equal(other.contact_count, t.contact_count);
        body a = body_make(all->alone[i % all->level_count], &shuffled, NULL);
        body b = body_make(all->alone[i % all->level_count], &s.b, NULL);
        tacti_placed placed_a = {a.bvh, s.pose_a}, placed_b = {b.bvh, s.pose_b};
        check_all(&other, &placed_a, &placed_b, list);
        body_free(&a);
        body_free(&b);
        truth_free(&t);
        truth_free(&other);
        soup_free(&shuffled);
        soup_pair_free(&s);
    }
    tact_contact_list_destroy(list);
}

/* ---- Caches ------------------------------------------------------------------------------- */

/* One cache for all queries along a path of small and large steps. The order of the meshes and the
 * pair of meshes change meanwhile. */
static void test_cached(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_cached");
    uint64_t count = test_case_count(300, 10000);
    tacti_pair_cache memory = tacti_pair_cache_empty(), *cache = &memory;
    for (uint64_t i = 0; i < count; i++) {
        soup_pair s = pair_random(&rng);
        tact_context *context = all->alone[i % all->level_count];
        body a = body_make(context, &s.a, NULL), b = body_make(context, &s.b, NULL);
        for (int step = 0; step < 12; step++) {
            truth t = truth_find(&s.a, s.pose_a, &s.b, s.pose_b);
            tacti_placed placed_a = {a.bvh, s.pose_a}, placed_b = {b.bvh, s.pose_b};
            switch (test_rng_below(&rng, 5)) {
            case 0:
                check_within(&t, &placed_a, &placed_b, cache);
                break;
            case 1:
                check_greedy(&t, &placed_a, &placed_b, cache);
                break;
            default:
                break;
            }
            check_collide(&t, &placed_a, &placed_b, cache);
            check_distance(&t, &placed_a, &placed_b, cache);
            if (test_rng_below(&rng, 10) == 0)
                memory = tacti_pair_cache_empty();
            if (test_rng_below(&rng, 4) == 0)
                choose_poses(&rng, &s);
            else
                s.pose_b.m[3 + 4 * test_rng_below(&rng, 3)] += test_rng_between(&rng, -0.3, 0.3);
            truth_free(&t);
        }
        body_free(&a);
        body_free(&b);
        soup_pair_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_queries), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_swapped),     cmocka_unit_test(test_shuffled),
        cmocka_unit_test(test_cached),
    };
    return cmocka_run_group_tests(tests, contexts_set_up, contexts_tear_down);
}
