/* SPDX-License-Identifier: MIT */
/* The searches on two bodies at every SIMD level: the same steps, and the same bits at the end. */
#include <math.h>
#include <string.h>

#include "contact_pairs.h"
#include "levels.h"
#include "search/gjk.h"
#include "search/gjk_begin.h"
#include "search/portal.h"
#include "search/sat_box.h"

static tacti_bodies make_bodies(const convex_pair *pair, const tact_context *context) {
    tact_simd_level level = tacti_simd_level(context);
    tacti_shape_at at[2];
    tacti_bodies bodies;
    for (int side = 0; side < 2; side++)
        at[side] = (tacti_shape_at){&pair->shape[side], &pair->placed[side].pose, NULL, level};
    assert_int_equal(tacti_bodies_make_at(&at[0], &at[1], &bodies), TACT_OK);
    assert_int_equal(bodies.level, level);
    return bodies;
}

/* Thin simplices may have NaN. Which NaN it is does not matter: no answer contains one. */
static uint64_t hash_inner(uint64_t hash, tact_vec3 v) {
    for (int axis = 0; axis < 3; axis++) {
        double x = (&v.x)[axis];
        hash = isnan(x) ? hash_integer(hash, axis) : hash_number(hash, x);
    }
    return hash;
}

static uint64_t hash_point_pair(uint64_t hash, const tacti_point_pair *pair) {
    hash = hash_vector(hash_vector(hash_vector(hash, pair->w), pair->a), pair->b);
    return hash_integer(hash_integer(hash, pair->at[0]), pair->at[1]);
}

/* ---- The search for the nearest point ----------------------------------------------------- */

static uint64_t hash_search(uint64_t hash, const tacti_bodies *bodies, bool wants_distance,
                            const tacti_convex_cache *cache) {
    tacti_gjk gjk;
    memset(&gjk, 0, sizeof gjk);
    tacti_gjk_begin(bodies, wants_distance, cache, &gjk);
    tacti_gjk_ending ending = tacti_gjk_at(bodies->level)(&gjk);
    hash = hash_integer(hash_integer(hash, ending), gjk.iterations);
    hash = hash_number(hash_number(hash, gjk.lower), gjk.upper);
    if (ending == TACTI_GJK_APART && !wants_distance) /* the rest is not set */
        return hash_inner(hash, gjk.best_direction);
    hash = hash_integer(hash_inner(hash, gjk.x), gjk.count);
    for (int i = 0; i < gjk.count; i++)
        hash = hash_point_pair(hash, &gjk.pair[i]);
    return hash;
}

static uint64_t ask_search(const void *about, const tact_context *context) {
    tacti_bodies bodies = make_bodies(about, context);
    if (!bodies.is_in_float_range)
        return 1;
    /* A cache that any pair of bodies may have. */
    tacti_convex_cache cache = {.direction = {1, 0.5, -0.25}, .outcome = TACT_OUTCOME_APART};
    uint64_t hash = hash_search(1, &bodies, false, NULL);
    hash = hash_search(hash, &bodies, true, NULL);
    hash = hash_search(hash, &bodies, false, &cache);
    if (!bodies.is_exact)
        hash = hash_integer(hash, tacti_surround(&bodies));
    tacti_gjk_support *support = tacti_gjk_support_at(bodies.level);
    for (int i = 0; i < 8; i++) {
        tact_vec3 x = {i & 1 ? 1 : -0.5, i & 2 ? 0.75 : 0, i & 4 ? -0.25 : 2};
        uint32_t start[2] = {UINT32_MAX, UINT32_MAX};
        tacti_point_pair pair;
        support(&bodies, x, start, &pair);
        hash = hash_point_pair(hash, &pair);
        for (int side = 0; side < 2; side++)
            hash = hash_vector(hash, tacti_body_furthest(&bodies, side, x));
    }
    return hash;
}

/* All kinds but half-spaces, which have no search, apart and deep in each other. */
static void all_kinds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("search_all_kinds");
    pairs_pool pool = pairs_pool_make(&rng);
    uint32_t kinds = TACT_SHAPE_HALF_SPACE, cases = (uint32_t)test_case_count(2048, 100000);
    for (uint32_t i = 0; i < cases; i++) {
        convex_pair pair;
        tact_shape_kind kind[2] = {(tact_shape_kind)(i % kinds),
                                   (tact_shape_kind)(i / kinds % kinds)};
        contact_pair_make(&rng, &pool, kind, test_rng_between(&rng, -0.3, 0.3), &pair);
        test_levels_agree(ask_search, &pair);
    }
    pairs_pool_free(&pool);
}

static void hard_polytopes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("search_hard_polytopes");
    pairs_pool pool = pairs_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 3 == 0, &pair);
        test_levels_agree(ask_search, &pair);
    }
    pairs_pool_free(&pool);
}

/* ---- Boxes -------------------------------------------------------------------------------- */

static uint64_t ask_axes(const void *about, const tact_context *context) {
    tacti_bodies bodies = make_bodies(about, context);
    uint64_t hash = 1;
    if (!tacti_are_boxes(&bodies))
        return hash;
    for (int wants_all = 0; wants_all < 2; wants_all++) {
        tacti_box_axes axes;
        tacti_box_axes_at(bodies.level)(&bodies, wants_all == 1, &axes);
        hash = hash_number(hash_integer(hash_integer(hash, axes.best), axes.has_all), axes.margin);
        for (int axis = 0; axis < (axes.has_all ? TACTI_BOX_AXES : 8); axis++)
            if (axis % 4 != 3)
                hash = hash_number(hash_number(hash, axes.separation[axis]), axes.shift[axis]);
    }
    return hash;
}

static void axes_of_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("search_axes_of_boxes");
    static const tact_shape_kind boxes[2] = {TACT_SHAPE_BOX, TACT_SHAPE_BOX};
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        convex_pair pair;
        contact_pair_make(&rng, NULL, boxes, test_rng_between(&rng, -0.5, 0.5), &pair);
        pair.shape[0].radius = pair.shape[1].radius = 0;
        if (i % 4 == 0) /* parallel */
            for (int k = 0; k < 12; k++)
                if (k % 4 != 3)
                    pair.placed[1].pose.m[k] = pair.placed[0].pose.m[k];
        test_levels_agree(ask_axes, &pair);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),
        cmocka_unit_test(hard_polytopes),
        cmocka_unit_test(axes_of_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
