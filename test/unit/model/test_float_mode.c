/* SPDX-License-Identifier: MIT */
/* A thread in another mode than the default gets neither models nor hulls, with or without a
 * context, and is told why. An engine may set such a mode, and so does a program linked with
 * -ffast-math. */
#include "support.h"

#include <fenv.h>
#include <string.h>

#include <tact/hull.h>
#include <tact/model.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#define FLUSH_TO_ZERO 0x8000u
#define DENORMALS_ARE_ZERO 0x0040u
#endif

enum { MODE_COUNT = 4, CALL_COUNT = 5 };

/* Sets a mode other than the default; false if the machine does not have it. */
static bool enter_mode(int mode) {
    switch (mode) {
    case 0:
        return fesetround(FE_UPWARD) == 0;
    case 1:
        return fesetround(FE_TOWARDZERO) == 0;
#if defined(__SSE2__)
    case 2:
        _mm_setcsr(_mm_getcsr() | FLUSH_TO_ZERO);
        return true;
    case 3:
        _mm_setcsr(_mm_getcsr() | DENORMALS_ARE_ZERO);
        return true;
#endif
    default:
        return false;
    }
}

static tact_model *const untouched = (tact_model *)(uintptr_t)0x40;
static tact_hull *const no_hull = (tact_hull *)(uintptr_t)0x40;

typedef struct outcome {
    tact_status status[CALL_COUNT];
    tact_error error[2]; /* of the functions that write one */
    tact_model *model[CALL_COUNT - 1];
    tact_hull *hull;
} outcome;

/* Calls every function that creates a model or a hull. The file does not exist. */
static void create_all(const tact_context *context, const tact_model *part, outcome *out) {
    const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t triangle[] = {0, 1, 2};
    tact_mesh_arrays arrays = {.positions = corners,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = 3,
                               .indices = triangle,
                               .triangle_count = 1};
    tact_shape ball = tact_shape_sphere(1);
    tact_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tact_instance instance = tact_instance_make(part);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < CALL_COUNT - 1; i++)
        out->model[i] = untouched;
    out->hull = no_hull;
    out->status[0] =
        tact_model_load(context, "/missing/folder/file.obj", NULL, &out->error[0], &out->model[0]);
    out->status[1] = tact_model_create_mesh(context, &arrays, NULL, &out->error[1], &out->model[1]);
    out->status[2] = tact_model_create_shape(context, &ball, &out->model[2]);
    out->status[3] = tact_model_create_compound(context, &instance, 1, &out->model[3]);
    out->status[4] = tact_hull_create(context, points, 4, &out->hull);
}

static void assert_refused(const outcome *out) {
    for (int i = 0; i < CALL_COUNT; i++)
        assert_int_equal(out->status[i], TACT_INVALID_FLOAT_MODE);
    for (int i = 0; i < CALL_COUNT - 1; i++)
        assert_ptr_equal(out->model[i], untouched);
    assert_ptr_equal(out->hull, no_hull);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(out->error[i].status, TACT_INVALID_FLOAT_MODE);
        assert_non_null(strstr(out->error[i].text, "fesetenv(FE_DFL_ENV)"));
    }
}

static void other_modes_are_refused(void **state) {
    (void)state;
    test_allocator counter;
    tact_context *context = test_context_make(&counter);
    const uint64_t live = counter.live;
    tact_shape box = tact_shape_box(1, 1, 1);
    tact_model *part;
    assert_int_equal(tact_model_create_shape(NULL, &box, &part), TACT_OK);
    int refused = 0;
    for (int mode = 0; mode < MODE_COUNT; mode++) {
        outcome with, without;
        bool is_entered = enter_mode(mode);
        create_all(context, part, &with);
        create_all(NULL, part, &without);
        assert_int_equal(fesetenv(FE_DFL_ENV), 0);
        if (!is_entered)
            continue;
        refused++;
        assert_refused(&with);
        assert_refused(&without);
        assert_int_equal(counter.live, live);
    }
    assert_true(refused >= 2);
    tact_model_destroy(part);
    tact_context_destroy(context);
}

static void the_default_mode_is_accepted(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1);
    tact_model *part;
    assert_int_equal(tact_model_create_shape(NULL, &box, &part), TACT_OK);
    outcome out;
    create_all(NULL, part, &out);
    assert_int_equal(out.status[0], TACT_READ_FAILED);
    for (int i = 1; i < CALL_COUNT; i++)
        assert_int_equal(out.status[i], TACT_OK);
    for (int i = 1; i < CALL_COUNT - 1; i++)
        tact_model_destroy(out.model[i]);
    tact_hull_destroy(out.hull);
    tact_model_destroy(part);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_mode_is_accepted),
        cmocka_unit_test(other_modes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
