/* SPDX-License-Identifier: MIT */
/* Writing PLY: meshes read back bit for bit, with their parts and faces. */
#include "test_file_support.h"

#include <float.h>
#include <math.h>
#include <string.h>

static tact_soup *write_and_read(const char *path, const tact_mesh_arrays *arrays,
                                 const tact_write_desc *desc) {
    tact_error error = {.text = "no message"};
    if (tact_write_file(NULL, path, arrays, desc, &error) != TACT_OK)
        fail_msg("%s", error.text);
    tact_soup *soup;
    if (tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup) != TACT_OK)
        fail_msg("%s", error.text);
    return soup;
}

static void round_trips(void **state) {
    (void)state;
    test_rng rng = test_rng_start("round_trips");
    for (uint32_t i = 0; i < 60; i++) {
        test_grid grid = test_grid_make(&rng, 1 + i % 20);
        tact_write_desc desc = tact_write_desc_default();
        desc.is_text = i % 2 != 0;
        desc.is_single = i % 4 >= 2;
        for (size_t k = 0; k < 3 * (size_t)grid.arrays.vertex_count; k++) {
            if (desc.is_single)
                grid.positions[k] = (double)(float)grid.positions[k];
            else if (k % 3 == 0)
                grid.positions[k] = test_rng_any_double(&rng);
        }
        static const double special[] = {-0.0, INFINITY, -INFINITY, 0x1p-149};
        memcpy(grid.positions, special, sizeof special);
        if (i % 3 == 0)
            grid.arrays.source_faces = NULL;
        grid.arrays.parts = grid.parts;
        grid.arrays.part_count = 3;
        tact_soup *soup = write_and_read(test_path("trip.ply"), &grid.arrays, &desc);
        tact_mesh_arrays arrays = tact_soup_arrays(soup);
        test_assert_same_arrays(&arrays, &grid.arrays, true);
        assert_int_equal(arrays.position_type, desc.is_single && !desc.is_text
                                                   ? TACT_NUMBER_FLOAT32
                                                   : TACT_NUMBER_FLOAT64);
        /* Squares are written as squares. */
        for (uint32_t t = 0; i % 3 != 0 && t < arrays.triangle_count; t++)
            assert_int_equal(arrays.source_faces[t], t / 2);
        assert_true(i % 3 != 0 || arrays.source_faces == NULL);
        tact_soup_destroy(soup);
        test_grid_free(&grid);
    }
}

/* Strides, floats and implied vertex numbers are written correctly. */
static void every_layout_of_arrays(void **state) {
    (void)state;
    test_rng rng = test_rng_start("every_layout_of_arrays");
    struct {
        uint32_t before;
        float xyz[3];
        char after[5];
    } vertices[900];
    uint32_t triangles[300][5];
    for (uint32_t i = 0; i < 900; i++)
        for (int k = 0; k < 3; k++)
            vertices[i].xyz[k] = (float)test_rng_between(&rng, -1, 1);
    for (uint32_t i = 0; i < 300; i++)
        for (int k = 0; k < 3; k++)
            triangles[i][k] = test_rng_below(&rng, 900);
    for (int with_indices = 0; with_indices < 2; with_indices++) {
        tact_mesh_arrays arrays = {.positions = vertices[0].xyz,
                                   .position_type = TACT_NUMBER_FLOAT32,
                                   .position_stride = sizeof vertices[0],
                                   .vertex_count = 900,
                                   .indices = with_indices != 0 ? triangles[0] : NULL,
                                   .index_stride = sizeof triangles[0],
                                   .triangle_count = 300};
        tact_soup *soup = write_and_read(test_path("layout.ply"), &arrays, NULL);
        tact_mesh_arrays result = tact_soup_arrays(soup);
        assert_int_equal(result.position_type, TACT_NUMBER_FLOAT64);
        for (uint32_t i = 0; i < 900; i++)
            for (int k = 0; k < 3; k++)
                test_assert_same_bits(test_coordinate(&result, i, k), (double)vertices[i].xyz[k]);
        for (uint32_t i = 0; i < 300; i++)
            for (uint32_t k = 0; k < 3; k++)
                assert_int_equal(result.indices[3 * i + k],
                                 with_indices != 0 ? triangles[i][k] : 3 * i + k);
        tact_soup_destroy(soup);
    }
}

/* Triangles of one face that are not a fan, and a polygon of more than 255 corners. */
static void faces_that_are_no_fan(void **state) {
    (void)state;
    double positions[30] = {0};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 4, 3, 5, 0, 1, 2, 0, 1, 2};
    static const uint32_t faces[] = {7, 7, 7, 7, 9, 9};
    tact_mesh_arrays arrays = {.positions = positions,
                               .vertex_count = 10,
                               .indices = indices,
                               .triangle_count = 6,
                               .source_faces = faces};
    tact_soup *soup = write_and_read(test_path("fan.ply"), &arrays, NULL);
    tact_mesh_arrays result = tact_soup_arrays(soup);
    test_assert_same_arrays(&result, &arrays, true);
    static const uint32_t expected[] = {0, 0, 0, 1, 2, 3};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(result.source_faces[i], expected[i]);
    tact_soup_destroy(soup);

    for (uint32_t corners = 254; corners < 260; corners++) {
        uint32_t fan[3 * 260], one_face[260] = {0};
        double many[3 * 260] = {0};
        for (uint32_t i = 0; i < corners - 2; i++) {
            uint32_t triangle[3] = {0, i + 1, i + 2};
            memcpy(fan + 3 * i, triangle, sizeof triangle);
        }
        tact_mesh_arrays polygon = {.positions = many,
                                    .vertex_count = corners,
                                    .indices = fan,
                                    .triangle_count = corners - 2,
                                    .source_faces = one_face};
        for (int is_text = 0; is_text < 2; is_text++) {
            tact_write_desc desc = {.is_text = is_text != 0};
            soup = write_and_read(test_path("polygon.ply"), &polygon, &desc);
            result = tact_soup_arrays(soup);
            test_assert_same_arrays(&result, &polygon, true);
            for (uint32_t i = 0; i < corners - 2; i++)
                assert_int_equal(result.source_faces[i], 0);
            tact_soup_destroy(soup);
        }
    }
}

static void floats_have_a_range(void **state) {
    (void)state;
    double positions[6] = {0, 0, 0, 0, 0, (double)FLT_MAX};
    tact_mesh_arrays arrays = {.positions = positions, .vertex_count = 2};
    tact_write_desc desc = {.is_single = true};
    tact_soup_destroy(write_and_read(test_path("range.ply"), &arrays, &desc));
    positions[5] = -0x1.000002p128;
    tact_error error;
    assert_int_equal(tact_write_file(NULL, test_path("range.ply"), &arrays, &desc, &error),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(error.index, 1);
    assert_string_equal(error.text, "vertex 1 is beyond the range of float");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(every_layout_of_arrays),
        cmocka_unit_test(faces_that_are_no_fan),
        cmocka_unit_test(floats_have_a_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
