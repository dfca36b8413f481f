/* SPDX-License-Identifier: MIT */
/* Models and memory: every allocation of every constructor fails once, references are counted,
 * arrays are borrowed. Refused questions say why. */
#include "models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- No memory ---------------------------------------------------------------------------- */

typedef tact_status maker(const tact_context *context, const zoo *z, tact_model **out);

static tact_status make_mesh(const tact_context *context, const zoo *z, tact_model **out) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(tact_model_mesh(z->model[ZOO_TORUS]));
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    return tact_model_create_mesh(context, &arrays, &options, NULL, out);
}

static tact_status make_borrowed(const tact_context *context, const zoo *z, tact_model **out) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(tact_model_mesh(z->model[ZOO_OPEN]));
    tact_model_options options = tact_model_options_default();
    options.flags = TACT_MODEL_BORROW;
    return tact_model_create_mesh(context, &arrays, &options, NULL, out);
}

static tact_status make_packed(const tact_context *context, const zoo *z, tact_model **out) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(tact_model_mesh(z->model[ZOO_TORUS]));
    tact_model_options options = tact_model_options_default();
    options.flags = TACT_MODEL_PACKED;
    options.interior = TACT_INTERIOR_REQUIRED;
    return tact_model_create_mesh(context, &arrays, &options, NULL, out);
}

static tact_status make_hull(const tact_context *context, const zoo *z, tact_model **out) {
    return tact_model_create_shape(context, tact_model_shape(z->model[TACT_KIND_HULL]), out);
}

static tact_status make_compound(const tact_context *context, const zoo *z, tact_model **out) {
    tact_instance parts[2] = {tact_instance_make(z->compound), tact_instance_make(z->model[0])};
    return tact_model_create_compound(context, parts, 2, out);
}

/* A file of two tetrahedra that share a face. */
#define FILE_NAME "test_model_memory.obj"

static tact_status make_loaded(const tact_context *context, const zoo *z, tact_model **out) {
    (void)z;
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_ESTIMATE;
    return tact_model_load(context, FILE_NAME, &options, NULL, out);
}

static tact_status make_loaded_packed(const tact_context *context, const zoo *z, tact_model **out) {
    (void)z;
    tact_model_options options = tact_model_options_default();
    options.flags = TACT_MODEL_FLOATS;
    return tact_model_load(context, FILE_NAME, &options, NULL, out);
}

static void write_file(void) {
    FILE *file = fopen(FILE_NAME, "w");
    assert_non_null(file);
    assert_true(fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\n"
                      "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 2 3 5\nf 3 4 5\nf 4 2 5\n",
                      file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void test_every_allocation_fails(void **state) {
    static maker *const makers[] = {make_mesh,     make_borrowed, make_packed,       make_hull,
                                    make_compound, make_loaded,   make_loaded_packed};
    write_file();
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        test_allocator memory;
        tact_context *context = test_context_make(&memory);
        uint64_t before = memory.live, calls = memory.calls;
        tact_model *model = NULL;
        assert_int_equal(makers[i](context, *state, &model), TACT_OK);
        uint64_t needed = memory.calls - calls;
        assert_true(needed > 0);
        tact_model_destroy(model);
        assert_int_equal(memory.live, before);
        for (uint64_t k = 1; k <= needed; k++) {
            model = NULL;
            memory.fail_at = memory.calls + k;
            assert_int_equal(makers[i](context, *state, &model), TACT_OUT_OF_MEMORY);
            assert_null(model);
            assert_int_equal(memory.live, before);
        }
        memory.fail_at = 0;
        tact_context_destroy(context);
    }
    assert_int_equal(remove(FILE_NAME), 0);
}

/* Batches of questions that allocate. */
typedef tact_status batch_asker(const tact_context *context, const tact_batch *batch);

static tact_status batch_contacts(const tact_context *context, const tact_batch *batch) {
    tact_contact_list *list;
    tact_contacts_result result;
    tact_status status = tact_contact_list_create(context, &list);
    if (status != TACT_OK)
        return status;
    status = tact_contacts_batch(context, batch, &list, &result);
    tact_contact_list_destroy(list);
    return status;
}

static tact_status batch_curves(const tact_context *context, const tact_batch *batch) {
    tact_curve_set *set;
    tact_curves_result result;
    tact_status status = tact_curve_set_create(context, &set);
    if (status != TACT_OK)
        return status;
    status = tact_curves_batch(context, batch, &set, &result);
    tact_curve_set_destroy(set);
    return status;
}

static tact_status batch_self(const tact_context *context, const tact_batch *batch) {
    tact_contact_list *list;
    tact_contacts_result result;
    tact_status status = tact_contact_list_create(context, &list);
    if (status != TACT_OK)
        return status;
    status =
        tact_self_batch(context, &batch->instances[0].model, 1, batch->options, &list, &result);
    tact_contact_list_destroy(list);
    return status;
}

static tact_status batch_classify(const tact_context *context, const tact_batch *batch) {
    tact_classify_result result;
    return tact_classify_batch(context, batch, &result);
}

static void test_every_allocation_of_batches_fails(void **state) {
    static batch_asker *const askers[] = {batch_contacts, batch_curves, batch_self, batch_classify};
    const zoo *z = *state;
    for (size_t i = 0; i < sizeof askers / sizeof *askers; i++) {
        test_allocator memory;
        tact_context *context = test_context_make(&memory);
        tact_options options = tact_options_default();
        options.context = context;
        options.flags = TACT_OPTION_GEOMETRY;
        /* Classifying equal solids allocates. */
        static const int first[] = {ZOO_TORUS, ZOO_TORUS, ZOO_OPEN, ZOO_BLOCK};
        tact_instance pair[2] = {tact_instance_make(z->model[first[i]]),
                                 tact_instance_make(z->model[ZOO_BLOCK])};
        tact_batch batch = {.instances = pair,
                            .instance_count = 2,
                            .pose_count = 1,
                            .pair_count = 1,
                            .options = &options};
        uint64_t before = memory.live, calls = memory.calls;
        assert_int_equal(askers[i](context, &batch), TACT_OK);
        uint64_t needed = memory.calls - calls;
        assert_true(needed > 0);
        assert_int_equal(memory.live, before);
        for (uint64_t k = 1; k <= needed; k++) {
            memory.fail_at = memory.calls + k;
            assert_int_equal(askers[i](context, &batch), TACT_OUT_OF_MEMORY);
            assert_int_equal(memory.live, before);
        }
        memory.fail_at = 0;
        tact_context_destroy(context);
    }
}

/* ---- References --------------------------------------------------------------------------- */

static void test_references(void **state) {
    (void)state;
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    uint64_t before = memory.live;
    tact_shape shape = tact_shape_sphere(1);
    tact_model *sphere, *pair;
    assert_int_equal(tact_model_create_shape(context, &shape, &sphere), TACT_OK);
    tact_instance parts[2] = {tact_instance_make(sphere), tact_instance_make(sphere)};
    assert_int_equal(tact_model_create_compound(context, parts, 2, &pair), TACT_OK);
    assert_ptr_equal(tact_model_retain(sphere), sphere);
    tact_model_destroy(sphere);
    tact_model_destroy(sphere); /* the parts still hold it */
    assert_int_equal(tact_model_inspect(tact_model_part(pair, 1)->model).kind, TACT_KIND_SPHERE);
    tact_model_destroy(pair);
    assert_int_equal(memory.live, before);
    assert_null(tact_model_retain(NULL));
    tact_model_destroy(NULL);
    tact_context_destroy(context);
}

static void test_borrowed_arrays_are_used_in_place(void **state) {
    const zoo *z = *state;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(tact_model_mesh(z->model[ZOO_OPEN]));
    tact_model *borrowed;
    assert_int_equal(make_borrowed(NULL, z, &borrowed), TACT_OK);
    assert_ptr_equal(tact_mesh_vertices(tact_model_mesh(borrowed)), arrays.positions);
    assert_ptr_equal(tact_mesh_indices(tact_model_mesh(borrowed)), arrays.indices);
    assert_true(tact_model_inspect(borrowed).serial ==
                tact_model_inspect(z->model[ZOO_OPEN]).serial);
    tact_model_destroy(borrowed);
}

/* ---- Files -------------------------------------------------------------------------------- */

static void test_load(void **state) {
    (void)state;
    static const char good[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    static const char bad[] = "v 0 0 0\nv 1 0 0\nf 1 2 9\n";
    const char *path = "test_model_load.obj";
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_true(fputs(i == 0 ? good : bad, file) >= 0);
        assert_int_equal(fclose(file), 0);
        tact_model *model = NULL;
        tact_error error = {.text = ""};
        tact_status status = tact_model_load(NULL, path, NULL, &error, &model);
        if (i == 0) {
            assert_int_equal(status, TACT_OK);
            assert_int_equal(tact_model_inspect(model).triangle_count, 1);
            tact_model_destroy(model);
            tact_model_options options = tact_model_options_default();
            options.interior = TACT_INTERIOR_REQUIRED;
            assert_int_equal(tact_model_load(NULL, path, &options, &error, &model),
                             TACT_NOT_WATERTIGHT);
        } else {
            assert_int_not_equal(status, TACT_OK);
            assert_null(model);
        }
        if (error.text[0] != 0)
            assert_non_null(strstr(error.text, path));
    }
    assert_int_equal(remove(path), 0);
    tact_error error = {.text = ""};
    tact_model *model = NULL;
    assert_int_not_equal(tact_model_load(NULL, path, NULL, &error, &model), TACT_OK);
    assert_non_null(strstr(error.text, path));
    assert_int_equal(tact_model_load(NULL, NULL, NULL, NULL, &model), TACT_INVALID_ARGUMENT);
}

/* ---- Arguments ---------------------------------------------------------------------------- */

static void expect(const tact_instance *a, const tact_instance *b, tact_status status,
                   const char *words) {
    tact_options options = tact_options_default();
    tact_error error = {.text = ""};
    options.error = &error;
    tact_collide_result out;
    assert_int_equal(tact_collide(a, b, &options, NULL, &out), status);
    if (strstr(error.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void test_refusals_say_why(void **state) {
    const zoo *z = *state;
    tact_instance good = tact_instance_make(z->model[ZOO_TORUS]), bad = good;
    bad.model = NULL;
    expect(&bad, &good, TACT_INVALID_ARGUMENT, "instance a has no model");
    expect(&good, NULL, TACT_INVALID_ARGUMENT, "instance b has no model");
    bad = good;
    bad.flags = 2;
    expect(&good, &bad, TACT_INVALID_ARGUMENT, "instance b has an unknown flag");
    bad = tact_instance_make(z->model[ZOO_PLAIN]);
    bad.flags = TACT_INSTANCE_FILLED;
    expect(&bad, &good, TACT_NO_INTERIOR, "instance a is filled");
    bad = good;
    bad.pose.m[3] = NAN;
    expect(&good, &bad, TACT_NOT_FINITE, "instance b");
    bad = good;
    bad.pose.m[0] = 2;
    expect(&bad, &good, TACT_INVALID_POSE, "instance a");
    tact_options options = tact_options_default();
    tact_collide_result out;
    options.size = 0;
    assert_int_equal(tact_collide(&good, &good, &options, NULL, &out), TACT_INVALID_ARGUMENT);
    options.size = sizeof options + 8;
    assert_int_equal(tact_collide(&good, &good, &options, NULL, &out), TACT_INVALID_ARGUMENT);
    options.size = 8; /* of an older caller */
    options.budget = 0;
    assert_int_equal(tact_collide(&good, &good, &options, NULL, &out), TACT_OK);
    assert_int_equal(out.outcome, TACT_OUTCOME_CONTACT);
    assert_int_equal(tact_collide(&good, &good, NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_fails),
        cmocka_unit_test(test_every_allocation_of_batches_fails),
        cmocka_unit_test(test_references),
        cmocka_unit_test(test_borrowed_arrays_are_used_in_place),
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_refusals_say_why),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
