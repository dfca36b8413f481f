/* SPDX-License-Identifier: MIT */
/* Hierarchies have the same bytes for every number of workers and every SIMD level. */
#include "hierarchies.h"

#include <tact/mesh_generators.h>
#include "bvh/bvh.h"

static tact_context *make_context(tact_pool *pool, tact_simd_level level) {
    tact_context_desc desc = tact_context_desc_default();
    if (pool != NULL)
        desc.executor = tact_pool_executor(pool);
    desc.simd_level = level;
    tact_context *context = NULL;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    return context;
}

static void assert_same(const tact_mesh *mesh, tact_bvh_builder builder, const tact_context *a,
                        const tact_context *b) {
    tacti_bvh *one = build(a, mesh, builder), *other = build(b, mesh, builder);
    assert_true(is_same_hierarchy(one, other));
    tacti_bvh_destroy(one);
    tacti_bvh_destroy(other);
}

static void workers_do_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("workers_do_not_matter");
    static const uint32_t workers[] = {2, 4};
    for (size_t w = 0; w < 2; w++) {
        tact_pool *pool = NULL;
        assert_int_equal(tact_pool_create(NULL, workers[w], &pool), TACT_OK);
        tact_context *context = make_context(pool, tact_simd_level_best());
        tact_mesh *blob = NULL;
        uint32_t frequency = test_case_count(20, 100) < 20 ? 35 : 50;
        assert_int_equal(tact_mesh_create_blob(NULL, 1, 0.3, frequency, 5, &blob), TACT_OK);
        assert_same(blob, TACT_BVH_BINNED, NULL, context);
        assert_same(blob, TACT_BVH_SWEEP, NULL, context);
        assert_same(blob, TACT_BVH_MORTON, NULL, context);
        tact_mesh_destroy(blob);
        for (soup_kind kind = 0; kind < SOUP_KINDS; kind++) {
            tact_mesh *soup = make_soup(&rng, kind, 20000, 1, 0);
            assert_same(soup, kind % 2 == 0 ? TACT_BVH_BINNED : TACT_BVH_SWEEP, NULL, context);
            assert_same(soup, TACT_BVH_MORTON, NULL, context);
            tact_mesh_destroy(soup);
        }
        tact_context_destroy(context);
        tact_pool_destroy(pool);
    }
}

static void levels_do_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("levels_do_not_matter");
    tact_context *baseline = make_context(NULL, TACT_SIMD_BASELINE);
    for (tact_simd_level level = TACT_SIMD_AVX2; level <= tact_simd_level_best(); level++) {
        tact_context *context = make_context(NULL, level);
        for (uint32_t which = 0; which < MADE_COUNT; which++) {
            tact_mesh *mesh = make_mesh(which);
            assert_same(mesh, TACT_BVH_BINNED, baseline, context);
            assert_same(mesh, TACT_BVH_MORTON, baseline, context);
            tact_mesh_destroy(mesh);
        }
        for (soup_kind kind = 0; kind < SOUP_KINDS; kind++) {
            tact_mesh *soup = make_soup(&rng, kind, 5000, 1, 1e6);
            assert_same(soup, TACT_BVH_BINNED, baseline, context);
            assert_same(soup, TACT_BVH_MORTON, baseline, context);
            tact_mesh_destroy(soup);
        }
        tact_context_destroy(context);
    }
    tact_context_destroy(baseline);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_do_not_matter),
        cmocka_unit_test(levels_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
