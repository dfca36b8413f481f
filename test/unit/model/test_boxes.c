/* SPDX-License-Identifier: MIT */
/* The boxes of a level of a model: those of compact models are the same, other kinds have none, and
 * no more boxes are written than there is room for. test/unit/bvh/test_levels.c checks the boxes.
 */
#include "models.h"

#include <stdlib.h>
#include <string.h>

static tact_model *model_with(const tact_context *context, const tact_mesh *mesh, uint32_t flags) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model_options options = tact_model_options_default();
    options.flags = flags;
    tact_model *model;
    assert_int_equal(tact_model_create_mesh(context, &arrays, &options, NULL, &model), TACT_OK);
    return model;
}

static void compact_models_have_the_same_boxes(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 50, 30, &mesh), TACT_OK);
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    tact_model *plain = model_with(context, mesh, 0);
    tact_model *compact = model_with(context, mesh, TACT_MODEL_PACKED);
    uint32_t depth = tact_model_measure(plain).depth, count = 0;
    tact_bvh_box *a = calloc(3000, sizeof *a), *b = calloc(3000, sizeof *b);
    uint64_t calls = memory.calls;
    for (uint32_t level = 0; level <= depth; level++) {
        memset(a, 0, 3000 * sizeof *a);
        memset(b, 0, 3000 * sizeof *b);
        count = tact_model_boxes(plain, level, a, 3000);
        assert_int_equal(tact_model_boxes(compact, level, b, 3000), count);
        assert_memory_equal(a, b, 3000 * sizeof *a);
    }
    assert_int_equal(count, 3000);
    assert_true(memory.calls == calls);
    free(a);
    free(b);
    tact_model_destroy(plain);
    tact_model_destroy(compact);
    tact_context_destroy(context);
    tact_mesh_destroy(mesh);
}

static void room_is_kept(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 6, &mesh), TACT_OK);
    tact_model *model = model_with(NULL, mesh, 0);
    tact_bvh_box all[64], some[64];
    memset(all, 0, sizeof all);
    uint32_t count = tact_model_boxes(model, 2, all, 64);
    assert_true(count > 8 && count <= 64);
    for (uint32_t room = 0; room <= count; room++) {
        memset(some, 0x55, sizeof some);
        assert_int_equal(tact_model_boxes(model, 2, some, room), count);
        for (uint32_t i = 0; i < room; i++) {
            assert_memory_equal(&some[i].pose, &all[i].pose, sizeof some[i].pose);
            assert_int_equal(some[i].triangle_count, all[i].triangle_count);
        }
        for (uint32_t i = room; i < 64; i++)
            assert_int_equal(some[i].triangle, 0x55555555);
    }
    assert_int_equal(tact_model_boxes(model, 2, NULL, 64), count);
    tact_model_destroy(model);
    tact_mesh_destroy(mesh);
}

static void other_kinds_have_none(void **state) {
    const zoo *z = *state;
    tact_bvh_box box;
    memset(&box, 0x55, sizeof box);
    assert_int_equal(tact_model_boxes(NULL, 0, &box, 1), 0);
    assert_int_equal(tact_model_boxes(z->model[0], 0, &box, 1), 0);
    assert_int_equal(tact_model_boxes(z->model[ZOO_EMPTY], 0, &box, 1), 0);
    assert_int_equal(tact_model_boxes(z->compound, 0, &box, 1), 0);
    assert_int_equal(box.triangle, 0x55555555);
    assert_int_equal(tact_model_boxes(z->model[ZOO_BLOCK], 0, &box, 1), 1);
    assert_int_equal(box.triangle_count, 48);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compact_models_have_the_same_boxes),
        cmocka_unit_test(room_is_kept),
        cmocka_unit_test(other_kinds_have_none),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
