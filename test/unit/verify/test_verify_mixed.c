/* SPDX-License-Identifier: MIT */
/* Contacts by the verifier's own arithmetic, on triangles whose coordinates mix exponents over the
 * whole range, against rational numbers. */
#include "mixed_numbers.h"
#include "oracle_triangle.h"
#include "verify/verify.h"

enum { TRIANGLES = 50 };

static tact_mesh *make_mesh(const tact_triangle *triangles) {
    tact_mesh_arrays arrays = {.positions = triangles,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = 3 * TRIANGLES,
                               .triangle_count = TRIANGLES};
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    return mesh;
}

static void contacts(void **state) {
    (void)state;
    test_rng rng = test_rng_start("contacts");
    uint64_t count = test_case_count(1000, 100000) / TRIANGLES + 1, touching = 0;
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2][TRIANGLES];
        for (int i = 0; i < TRIANGLES; i++) {
            mixed_palette palette = mixed_palette_make(&rng, 1024);
            t[0][i] = mixed_triangle(&rng, &palette, 1024);
            t[1][i] = mixed_triangle_beside(&rng, &palette, 1024, &t[0][i]);
        }
        tact_mesh *mesh[2] = {make_mesh(t[0]), make_mesh(t[1])};
        tacti_placed_mesh a = {mesh[0], tact_pose_identity()}, b = {mesh[1], tact_pose_identity()};
        for (uint32_t i = 0; i < TRIANGLES; i++) {
            tact_verification found;
            assert_int_equal(tacti_verify_contact(&a, &b, i, i, &found), TACT_OK);
            bool truth = oracle_triangle_intersect(&t[0][i], &t[1][i]).dimension >= 0;
            assert_int_equal(found.is_proven, truth);
            touching += truth;
        }
        tact_mesh_destroy(mesh[0]);
        tact_mesh_destroy(mesh[1]);
    }
    assert_true(touching * 10 > count * TRIANGLES && touching * 10 < 9 * count * TRIANGLES);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(contacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
