/* SPDX-License-Identifier: MIT */
/* Every allocation fails once. Each failure returns a status, leaks nothing and leaves the output
 * unchanged. */
#include "hierarchies.h"
#include "bvh/bvh.h"

/* Builds with each allocation failing in turn. Returns the number of allocations. */
static uint64_t fail_each(const tact_mesh *mesh, const tacti_bvh_desc *desc) {
    for (uint64_t fail_at = 1;; fail_at++) {
        test_allocator counter;
        tact_context *context = test_context_make(&counter);
        counter.fail_at = counter.calls + fail_at;
        tacti_bvh *bvh = NULL;
        tact_status status = tacti_bvh_create(context, mesh, desc, &bvh);
        bool failed = status == TACT_OUT_OF_MEMORY;
        assert_true(failed || status == TACT_OK);
        assert_true((bvh == NULL) == failed);
        assert_true(!failed || counter.live == 1);
        tacti_bvh_destroy(bvh);
        assert_int_equal(counter.live, 1);
        tact_context_destroy(context);
        if (!failed)
            return fail_at - 1;
    }
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    test_rng rng = test_rng_start("survives_every_failing_allocation");
    static const uint32_t counts[] = {0, 1, 100, 20000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        tact_mesh *mesh = make_soup(&rng, SOUP_UNIFORM, counts[i], 1, 0);
        tacti_bvh_desc desc = tacti_bvh_desc_default();
        uint64_t plain = fail_each(mesh, &desc);
        assert_true(plain >= 3);
        desc.solid = true;
        assert_true(fail_each(mesh, &desc) > plain);
        desc.solid = false;
        desc.builder = TACT_BVH_SWEEP;
        assert_true(fail_each(mesh, &desc) > plain || counts[i] == 0);
        desc.builder = TACT_BVH_MORTON;
        assert_true(fail_each(mesh, &desc) >= plain);
        tact_mesh_destroy(mesh);
    }
    /* Here the default builder takes over from that of the Morton order. */
    tact_mesh *equal = make_soup(&rng, SOUP_EQUAL, 40000, 1, 0);
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    uint64_t plain = fail_each(equal, &desc);
    desc.builder = TACT_BVH_MORTON;
    assert_int_equal(fail_each(equal, &desc), plain + 2);
    tact_mesh_destroy(equal);
}

static void validating_survives_too(void **state) {
    (void)state;
    test_allocator counter;
    tact_context *context = test_context_make(&counter);
    tact_mesh *mesh = make_mesh(0);
    tacti_bvh *bvh = build(context, mesh, TACT_BVH_BINNED);
    counter.fail_at = counter.calls + 1;
    tact_error error;
    assert_int_equal(tacti_bvh_validate(bvh, &error), TACT_OUT_OF_MEMORY);
    assert_int_equal(error.status, TACT_OUT_OF_MEMORY);
    assert_int_equal(tacti_bvh_validate(bvh, NULL), TACT_OK);
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
    assert_int_equal(counter.live, 1);
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survives_every_failing_allocation),
        cmocka_unit_test(validating_survives_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
