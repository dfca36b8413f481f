/* SPDX-License-Identifier: MIT */
/* Every generator through every format and back, bit for bit. */
#include "support.h"

#include "round_trip.h"

static void check_mesh(const char *name, tact_status status, tact_mesh *mesh) {
    assert_int_equal(status, TACT_OK);
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    char why[160];
    if (!round_trip_is_exact(&arrays, why))
        fail_msg("%s: %s", name, why);
    print_message("%s: %u triangles\n", name, arrays.triangle_count);
    tact_mesh_destroy(mesh);
}

#define CHECK(name, ...)                                                                           \
    do {                                                                                           \
        tact_mesh *mesh = NULL;                                                                    \
        tact_status status = tact_mesh_create_##name(NULL, __VA_ARGS__, &mesh);                    \
        check_mesh(#name, status, mesh);                                                           \
    } while (0)

static void test_generators(void **state) {
    (void)state;
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    tact_gear_desc gear = tact_gear_desc_default();
    tact_bolt_desc bolt = tact_bolt_desc_default();
    CHECK(icosphere, 1.5, 12);
    CHECK(uv_sphere, 0.3, 20, 11);
    CHECK(torus, 1, 0.25, 30, 17);
    CHECK(torus_knot, &knot);
    CHECK(box, ((tact_vec3){1, 2, 3}), 4);
    CHECK(cylinder, 1, 2, 30, 3);
    CHECK(tube, 1, 0.5, 2, 30, 3);
    CHECK(plate, ((tact_vec3){3, 2, 0.1}), 3, 2, 16);
    CHECK(gear, &gear);
    CHECK(bolt, &bolt);
    CHECK(menger_sponge, 1, 2);
    CHECK(blob, 1, 0.3, 16, 7);
    CHECK(terrain, 10, 1, 30, 7);
    CHECK(cloth, 1, 1, 20, 20);
}

/* Numbers at the ends of the range, and a mesh without triangles. */
static void test_odd_numbers(void **state) {
    (void)state;
    const double positions[] = {0,         -0.0,
                                0x1p-1074, 1e308,
                                -1e-308,   0.1,
                                1.0 / 3,   0x1.fffffffffffffp1023,
                                5e-324,    123456789.123456789,
                                1,         2};
    const uint32_t indices[] = {0, 1, 2, 3, 2, 1, 3, 3, 3};
    tact_mesh_arrays arrays = {.positions = positions, .vertex_count = 4, .indices = indices};
    char why[160];
    for (arrays.triangle_count = 0; arrays.triangle_count <= 3; arrays.triangle_count++)
        if (!round_trip_is_exact(&arrays, why))
            fail_msg("%u triangles: %s", arrays.triangle_count, why);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generators),
        cmocka_unit_test(test_odd_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
