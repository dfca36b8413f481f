/* SPDX-License-Identifier: MIT */
/* STL: detection of text and binary, files that are truncated, padded or have wrong counts, and
 * round trips. */
#define _POSIX_C_SOURCE 200809L
#include "test_file_support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static test_bytes text_file(const char *text) {
    test_bytes bytes = {.count = 0};
    test_put_text(&bytes, text);
    return bytes;
}

/* A binary file whose corners are 0.5, 1.5, 2.5, ...; header is cut or padded to 80 bytes. */
static test_bytes binary_file(const char *header, uint32_t promised, uint32_t count) {
    test_bytes bytes = {.count = 80};
    memcpy(bytes.data, header, strlen(header) < 80 ? strlen(header) : 80);
    test_put_integer(&bytes, promised, 4, false);
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            test_put_float(&bytes, 9e9f, false);
        for (int k = 0; k < 9; k++)
            test_put_float(&bytes, (float)(9 * i) + (float)k + 0.5f, false);
        test_put_integer(&bytes, 0x1234, 2, false);
    }
    return bytes;
}

static void check_binary(const test_bytes *bytes, tact_format format, uint32_t count) {
    tact_soup *soup = test_read_good(bytes, format);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_int_equal(arrays.triangle_count, count);
    assert_int_equal(arrays.vertex_count, 3 * count);
    assert_int_equal(arrays.position_type, TACT_NUMBER_FLOAT32);
    assert_null(arrays.indices);
    assert_null(arrays.source_faces);
    assert_int_equal(arrays.part_count, 0);
    for (uint32_t i = 0; i < 3 * count; i++)
        for (int k = 0; k < 3; k++)
            test_assert_same_bits(test_coordinate(&arrays, i, k), 3 * i + (uint32_t)k + 0.5);
    tact_soup_destroy(soup);
}

static void binary_files(void **state) {
    (void)state;
    static const char *const headers[] = {"",
                                          "a cube",
                                          "solid cube",
                                          "solid cube\nfacet normal",
                                          "solid\nendsolid\n",
                                          "o nice\nv 1 2 3\n"};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        for (uint32_t count = 0; count < 4; count++) {
            test_bytes bytes = binary_file(headers[i], count, count);
            check_binary(&bytes, TACT_FORMAT_AUTO, count);
        }
        test_bytes bytes = binary_file(headers[i], 3, 3);
        test_read_without_memory(&bytes, TACT_FORMAT_AUTO);
        test_read_without_memory(&bytes, TACT_FORMAT_STL);
        /* Every byte is needed: no prefix is a valid file, unless it is text. */
        size_t good = test_read_prefixes(&bytes, TACT_FORMAT_STL);
        assert_true(good == 0 || strstr(headers[i], "endsolid") != NULL);
    }
}

static void binary_files_that_are_padded(void **state) {
    (void)state;
    test_bytes bytes = binary_file("padded", 2, 2);
    for (int i = 0; i < 49; i++) {
        test_put_text(&bytes, "x");
        check_binary(&bytes, TACT_FORMAT_AUTO, 2);
    }
    /* With more padding, the format must be given. */
    bytes = binary_file("solid, as some writers call it", 2, 5);
    check_binary(&bytes, TACT_FORMAT_STL, 2);
    test_read_bad(&bytes, TACT_FORMAT_AUTO, "unknown format");
    tact_soup *soup;
    assert_int_equal(
        tact_read_memory(NULL, bytes.data, bytes.count, TACT_FORMAT_AUTO, "a.stl", NULL, &soup),
        TACT_OK);
    tact_soup_destroy(soup);
}

static void binary_files_that_lie(void **state) {
    (void)state;
    test_bytes bytes = binary_file("cut", 4, 3);
    test_read_bad(&bytes, TACT_FORMAT_STL,
                  "part: byte 80: the header promises 4 triangles, the file has room for 3");
    bytes = binary_file("cut", 0xFFFFFFFF, 3);
    test_read_bad(&bytes, TACT_FORMAT_STL,
                  "promises 4294967295 triangles, the file has room for 3");
    bytes = binary_file("never counted", 0, 3);
    test_read_bad(&bytes, TACT_FORMAT_STL, "promises 0 triangles, the file has room for 3");
    bytes = binary_file("short", 0, 0);
    bytes.count--;
    test_read_bad(&bytes, TACT_FORMAT_STL, "part: byte 83: not an STL file");
    bytes.count = 0;
    test_read_bad(&bytes, TACT_FORMAT_STL, "part: byte 0: not an STL file");
}

#define FACET(x)                                                                                   \
    "facet normal 0 0 1\n outer loop\n  vertex " x " 0 0\n  vertex 1 0.1 0\n"                      \
    "  vertex 0 1 -1e-3\n endloop\nendfacet\n"

static void text_files(void **state) {
    (void)state;
    test_bytes bytes = text_file("solid  a name \n" FACET("0.3") FACET("2") "endsolid a name\n");
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_int_equal(arrays.triangle_count, 2);
    assert_int_equal(arrays.vertex_count, 6);
    assert_int_equal(arrays.position_type, TACT_NUMBER_FLOAT64);
    test_assert_same_bits(test_coordinate(&arrays, 0, 0), 0.3);
    test_assert_same_bits(test_coordinate(&arrays, 1, 1), 0.1);
    test_assert_same_bits(test_coordinate(&arrays, 2, 2), -1e-3);
    test_assert_same_bits(test_coordinate(&arrays, 3, 0), 2);
    assert_int_equal(arrays.part_count, 1);
    assert_string_equal(arrays.parts[0].name, "a name");
    assert_int_equal(arrays.parts[0].count, 2);
    tact_soup_destroy(soup);
    test_read_prefixes(&bytes, TACT_FORMAT_STL);
    test_read_prefixes(&bytes, TACT_FORMAT_AUTO);
    test_read_without_memory(&bytes, TACT_FORMAT_STL);
}

static void text_files_of_all_kinds(void **state) {
    (void)state;
    static const char *const texts[] = {
        "solid\n" FACET("1") "endsolid",
        "solid\n" FACET("1"),
        "SOLID\r\nFacet Normal 0 0 0\r\nOuter Loop\r\nVERTEX 1 2 3\r\nVertex 4 5 6 vertex 7 8 9\r\n"
        "EndLoop\r\nEndFacet\r\nENDSOLID\r\n",
        "\xEF\xBB\xBFsolid\n" FACET("1") "endsolid x y z\n",
        "\n\n solid \r" FACET("1") "endsolid\r",
        "solid\nfacet normal -nan(ind) 1.#QNAN x\nouter loop vertex 1 2 3 vertex 1 2 4\n"
        "vertex\n1\n2\n5\nendloop endfacet endsolid",
        "solid\nfacet outer loop vertex 1 2 3 vertex 1 2 4 vertex 1 2 5 endloop endfacet",
        "solid\nfacet normal vertex 1 2 3 vertex 1 2 4 vertex 1 2 5 endfacet"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        test_bytes bytes = text_file(texts[i]);
        tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
        assert_int_equal(tact_soup_arrays(soup).triangle_count, 1);
        assert_int_equal(tact_soup_arrays(soup).part_count, 0);
        tact_soup_destroy(soup);
    }
    test_bytes bytes = text_file("solid nothing\nendsolid nothing\n");
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    assert_int_equal(tact_soup_arrays(soup).triangle_count, 0);
    assert_int_equal(tact_soup_arrays(soup).part_count, 1);
    tact_soup_destroy(soup);
}

static void solids_are_parts(void **state) {
    (void)state;
    test_bytes bytes = text_file("solid a\n" FACET("1") "endsolid\nsolid\n" FACET("2") FACET(
        "3") "solid c\nendsolid\n" FACET("4") "solid a\n" FACET("5"));
    bytes.data[6] = '\0'; /* in the first name */
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    static const tact_mesh_part parts[] = {{"?", 0, 1}, {"", 1, 2}, {"c", 3, 0}, {"a", 4, 1}};
    assert_int_equal(arrays.triangle_count, 5);
    assert_int_equal(arrays.part_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(arrays.parts[i].name, parts[i].name);
        assert_int_equal(arrays.parts[i].first, parts[i].first);
        assert_int_equal(arrays.parts[i].count, parts[i].count);
    }
    tact_soup_destroy(soup);
    test_read_without_memory(&bytes, TACT_FORMAT_STL);
}

static void bad_texts(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\n",
         "part:5: the file ends within a facet"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2\nendloop", "part:5: 'endloop' is not"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2 x3\n", "part:4: 'x3' is not a number"},
        {"solid\nfacet normal 0 0 1\nvertex 1 2 3 vertex 1 2 3 endfacet\n",
         "endfacet after 2 vertices instead of three"},
        {"solid\nfacet normal 0 0 1\nendfacet\n", "endfacet after 0 vertices"},
        {"solid\nfacet normal 0 0 1\nvertex 1 2 3\nvertex 1 2 3\nvertex 1 2 3\nvertex 1 2 3\n",
         "part:6: facet 0 has more than three vertices"},
        {"solid\nfacet normal 0 0 1\nvertex 1 2 3\nfacet normal 0 0 1\n",
         "part:4: a facet within a facet"},
        {"solid\nendsolid\nvertex 1 2 3\n", "part:3: a vertex outside of a facet"},
        {"solid\nendsolid\nouter loop\n", "part:3: a loop outside of a facet"},
        {"solid\nendsolid\nendfacet\n", "part:3: endfacet after 0 vertices"},
        {"solid\nfacet normal 0 0 1\nouter loop\nendsolid\n",
         "part:4: a solid begins or ends within a facet"},
        {"solid\nfacet normal 0 0 1\nouter loop\nsolid\n", "part:4: a solid begins or ends within"},
        {"solid\nendsolid\ncolour red\n", "part:3: unknown word 'colour'"},
        {"solid advice\nfor everybody\n", "part: byte 27: not an STL file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_bytes bytes = text_file(cases[i].text);
        test_read_bad(&bytes, TACT_FORMAT_STL, cases[i].message);
    }
}

/* ---- Writing ------------------------------------------------------------------------------- */

static tact_soup *write_and_read(const tact_mesh_arrays *arrays, bool is_text) {
    const char *path = test_path("trip.stl");
    tact_error error = {.text = "no message"};
    tact_write_desc desc = {.is_text = is_text};
    if (tact_write_file(NULL, path, arrays, &desc, &error) != TACT_OK)
        fail_msg("%s", error.text);
    tact_soup *soup;
    if (tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup) != TACT_OK)
        fail_msg("%s", error.text);
    return soup;
}

static void round_trips(void **state) {
    (void)state;
    test_rng rng = test_rng_start("round_trips");
    for (uint32_t i = 0; i < 40; i++) {
        bool is_text = i % 2 != 0;
        test_grid grid = test_grid_make(&rng, 1 + i % 15);
        for (size_t k = 0; is_text && k < 3 * (size_t)grid.arrays.vertex_count; k += 2)
            grid.positions[k] = test_rng_any_double(&rng);
        tact_soup *soup = write_and_read(&grid.arrays, is_text);
        tact_mesh_arrays arrays = tact_soup_arrays(soup);
        assert_int_equal(arrays.triangle_count, grid.arrays.triangle_count);
        assert_int_equal(arrays.vertex_count, 3 * arrays.triangle_count);
        for (uint32_t t = 0; t < arrays.triangle_count; t++) {
            for (int c = 0; c < 3; c++) {
                for (int k = 0; k < 3; k++) {
                    double x = test_coordinate(&grid.arrays, test_corner(&grid.arrays, t, c), k);
                    test_assert_same_bits(test_coordinate(&arrays, test_corner(&arrays, t, c), k),
                                          is_text ? x : (double)(float)x);
                }
            }
        }
        tact_soup_destroy(soup);
        test_grid_free(&grid);
    }
}

/* Parts that do not overlap become solids. Gaps become solids without a name. */
static void parts_are_solids(void **state) {
    (void)state;
    test_rng rng = test_rng_start("parts_are_solids");
    test_grid grid = test_grid_make(&rng, 2); /* 8 triangles */
    static const tact_mesh_part parts[] = {{"one", 1, 2}, {"a\nb", 3, 0}, {NULL, 5, 2}};
    static const tact_mesh_part expected[] = {{"", 0, 1}, {"one", 1, 2}, {"a_b", 3, 0},
                                              {"", 3, 2}, {"", 5, 2},    {"", 7, 1}};
    grid.arrays.parts = parts;
    grid.arrays.part_count = 3;
    tact_soup *soup = write_and_read(&grid.arrays, true);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_int_equal(arrays.part_count, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_string_equal(arrays.parts[i].name, expected[i].name);
        assert_int_equal(arrays.parts[i].first, expected[i].first);
        assert_int_equal(arrays.parts[i].count, expected[i].count);
    }
    tact_soup_destroy(soup);
    static const tact_mesh_part overlapping[] = {{"one", 0, 4}, {"two", 3, 4}, {"three", 7, 1}};
    grid.arrays.parts = overlapping;
    soup = write_and_read(&grid.arrays, true);
    assert_int_equal(tact_soup_arrays(soup).part_count, 0);
    assert_int_equal(tact_soup_arrays(soup).triangle_count, 8);
    tact_soup_destroy(soup);
    test_grid_free(&grid);
}

/* Normals in a written binary file have length 1, or 0 if the triangle has no area. */
static void normals(void **state) {
    (void)state;
    static const double positions[] = {0, 0,     0, 2,     0, 0, 0, 3,     0, 1e38, 0, 0,
                                       0, -1e38, 0, 1e-30, 0, 0, 0, 1e-30, 0, -1,   0, 0};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 1, 0, 3, 4, 0, 5,
                                       6, 0, 1, 7, 1, 1, 1, 3, 4, 0};
    static const float expected[] = {1, -1, -1, 1, 0, 0, -1};
    tact_mesh_arrays arrays = {
        .positions = positions, .vertex_count = 8, .indices = indices, .triangle_count = 7};
    const char *path = test_path("normals.stl");
    assert_int_equal(tact_write_file(NULL, path, &arrays, NULL, NULL), TACT_OK);
    test_bytes bytes = test_read_whole(path);
    assert_int_equal(bytes.count, 84 + 50 * 7);
    assert_true(memcmp(bytes.data, "solid", 5) != 0);
    for (size_t i = 0; i < 7; i++) {
        float normal[3];
        memcpy(normal, bytes.data + 84 + 50 * i, sizeof normal);
        assert_true(normal[0] == 0 && normal[1] == 0 && normal[2] == expected[i]);
    }
    tact_write_desc desc = {.is_text = true};
    double huge[] = {-DBL_MAX, 0, 0, DBL_MAX, 0, 0, 0, DBL_MAX, 0};
    tact_mesh_arrays one = {.positions = huge, .vertex_count = 3, .triangle_count = 1};
    assert_int_equal(tact_write_file(NULL, path, &one, &desc, NULL), TACT_OK);
    bytes = test_read_whole(path);
    bytes.data[bytes.count] = '\0';
    assert_memory_equal(bytes.data, "solid\nfacet normal 0 0 1\n outer loop\n", 37);
}

static void numbers_that_do_not_fit(void **state) {
    (void)state;
    double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, NAN};
    uint32_t indices[] = {0, 1, 2};
    tact_mesh_arrays arrays = {
        .positions = positions, .vertex_count = 4, .indices = indices, .triangle_count = 1};
    /* The NaN vertex is not used. */
    tact_soup_destroy(write_and_read(&arrays, false));
    static const double bad[] = {0x1p128, -1e300, NAN, INFINITY};
    for (size_t i = 0; i < 8; i++) {
        positions[4] = bad[i / 2];
        tact_write_desc desc = {.is_text = i % 2 != 0};
        tact_error error = {0};
        tact_status status = tact_write_file(NULL, test_path("bad.stl"), &arrays, &desc, &error);
        bool is_good = desc.is_text && i < 4;
        assert_int_equal(status, is_good ? TACT_OK : TACT_INVALID_ARGUMENT);
        if (!is_good)
            assert_int_equal(error.index, 1);
    }
}

static void any_byte_may_be_wrong(void **state) {
    (void)state;
    test_rng rng = test_rng_start("any_byte_may_be_wrong");
    test_bytes files[2] = {binary_file("solid or not", 3, 3),
                           text_file("solid a name\n" FACET("0.3") FACET("2") "endsolid a name\n")};
    uint64_t count = test_case_count(40000, 2000000), good = 0;
    for (uint64_t i = 0; i < count; i++) {
        test_bytes bytes = files[i % 2];
        for (uint32_t k = test_rng_below(&rng, 3); k < 3; k++)
            bytes.data[test_rng_below(&rng, (uint32_t)bytes.count)] =
                (unsigned char)test_rng_below(&rng, k == 1 ? 128 : 256);
        tact_soup *soup = NULL;
        tact_format format = i % 4 < 2 ? TACT_FORMAT_STL : TACT_FORMAT_AUTO;
        tact_status status = test_read(NULL, bytes.data, bytes.count, format, NULL, &soup);
        assert_true(status == TACT_OK || status == TACT_INVALID_FILE);
        good += status == TACT_OK;
        tact_soup_destroy(soup);
    }
    assert_true(good > 0 && good < count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_files),
        cmocka_unit_test(binary_files_that_are_padded),
        cmocka_unit_test(binary_files_that_lie),
        cmocka_unit_test(text_files),
        cmocka_unit_test(text_files_of_all_kinds),
        cmocka_unit_test(solids_are_parts),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(round_trips),
        cmocka_unit_test(parts_are_solids),
        cmocka_unit_test(normals),
        cmocka_unit_test(numbers_that_do_not_fit),
        cmocka_unit_test(any_byte_may_be_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
