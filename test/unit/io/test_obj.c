/* SPDX-License-Identifier: MIT */
/* OBJ: every kind of statement, wrong files and their messages, memory for hostile files, and round
 * trips bit for bit. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text_files.h"

#define OBJ TACT_FORMAT_OBJ
#define FOUR "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void assert_vertex(const tact_soup *soup, uint32_t i, double x, double y, double z) {
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_true(i < arrays.vertex_count);
    const double *p = (const double *)arrays.positions + 3 * i;
    test_assert_same_bits(p[0], x);
    test_assert_same_bits(p[1], y);
    test_assert_same_bits(p[2], z);
}

static void vertices_are_read(void **state) {
    (void)state;
    tact_soup *soup = read_text(OBJ, "# remark\n\nv 1 2 3\n  v\t-0.5 .5 5.\t\r\nv 1 2 3 0.5\r"
                                     "v 1e2 1E-2 +3 255 0 0 # red\nv nan -inf 1e999\nv 1 2 3");
    assert_int_equal(tact_soup_arrays(soup).vertex_count, 6);
    assert_vertex(soup, 0, 1, 2, 3);
    assert_vertex(soup, 1, -0.5, 0.5, 5);
    assert_vertex(soup, 2, 1, 2, 3);
    assert_vertex(soup, 3, 100, 0.01, 3);
    const double *odd = (const double *)tact_soup_arrays(soup).positions + 12;
    assert_true(isnan(odd[0]) && odd[1] == -INFINITY && odd[2] == INFINITY);
    assert_vertex(soup, 5, 1, 2, 3);
    tact_soup_destroy(soup);
}

static void faces_of_every_shape(void **state) {
    (void)state;
    tact_soup *soup = read_text(OBJ, FOUR "f 1 2 3\nf 1/7 2/8 3/9\nf 1//1 2//2 3//3\n"
                                          "f 1/1/1 2/2/2 4/-1/-1\nf -4 -3 -1\nf 1/ 2// 3\n");
    assert_corners(soup, (const int[]){0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 3, 0, 1, 3, 0, 1, 2, -1});
    assert_null(tact_soup_arrays(soup).source_faces);
    tact_soup_destroy(soup);

    /* Polygons become fans; points and lines are counted as faces but have no triangles. */
    soup = read_text(OBJ, FOUR "f 1 2 3\nf 1 2 3 4\nf 1\nf 1 2\nf 4 3 2 1 4\nf 2 3 4");
    assert_corners(
        soup, (const int[]){0, 1, 2, 0, 1, 2, 0, 2, 3, 3, 2, 1, 3, 1, 0, 3, 0, 3, 1, 2, 3, -1});
    assert_faces(soup, (const int[]){0, 1, 1, 4, 4, 4, 5, -1});
    tact_soup_destroy(soup);

    /* Relative numbers count back from their line. Absolute numbers may come before their vertex.
     */
    soup = read_text(OBJ, "v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nf 1 2 4\nv 0 1 0\nf -3 -2 -1\n");
    assert_corners(soup, (const int[]){0, 1, 2, 0, 1, 3, 1, 2, 3, -1});
    tact_soup_destroy(soup);
}

static void other_statements_are_passed_over(void **state) {
    (void)state;
    tact_soup *soup = read_text(
        OBJ, "mtllib a.mtl\nvt 0 0\nvn x y z\nvp 1\nusemtl \\not a path\ns off\ns 1\np 1\nl 1 2\n"
             "unknown 1 2 3\nfoo\ncurv 0 1 1 2\nvv 1 2 3\nfo 1 2 3\n" FOUR "f 1 2 3 # f 2 3 4 \\\n"
             "# a comment does not go on \\\nf 2 3 4\n#f 1 1 1\n # f 1 1 1\n");
    assert_corners(soup, (const int[]){0, 1, 2, 1, 2, 3, -1});
    assert_int_equal(tact_soup_arrays(soup).part_count, 0);
    tact_soup_destroy(soup);
}

static void statements_go_on_after_a_backslash(void **state) {
    (void)state;
    tact_soup *soup = read_text(
        OBJ, "v 0 \\\n 0 0\nv\\\n1 0 0\nv 1\\\r\n1\\\r0\nv 0 1 0 \\\n1 1 1\nf 1 2\\\n\\\n 3 "
             "\\\n   4\nusemtl a \\\nf 1 1 1\no \\\nname\\\nf 1 1 1\nf\\\n2 3 4\\\n");
    assert_int_equal(tact_soup_arrays(soup).vertex_count, 4);
    assert_vertex(soup, 1, 1, 0, 0);
    assert_vertex(soup, 2, 1, 1, 0);
    assert_vertex(soup, 3, 0, 1, 0);
    assert_corners(soup, (const int[]){0, 1, 2, 0, 2, 3, 1, 2, 3, -1});
    assert_string_equal(tact_soup_arrays(soup).parts[0].name, "name");
    tact_soup_destroy(soup);
}

static void objects_and_groups_become_parts(void **state) {
    (void)state;
    tact_soup *soup = read_text(
        OBJ,
        FOUR "f 1 2 3\no body\nf 1 2 3 4\ng left  arm \nf 1 2 3\ng empty\ng right\nf 2 3 4\n"
             "g right\nf 1 2 3\no head\nf 1 2 3\no head\nf 1 2 3\no\nf 1 2 3\ng tail\nf 1 2 3\n"
             "g\nf 1 2 3\no last\n");
    static const struct {
        const char *name;
        uint32_t first, count;
    } expected[] = {{"body", 1, 2}, {"body/left  arm", 3, 1}, {"body/right", 4, 2},
                    {"head", 6, 1}, {"head", 7, 1},           {"tail", 9, 1}};
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_int_equal(arrays.triangle_count, 11);
    assert_int_equal(arrays.part_count, sizeof expected / sizeof expected[0]);
    for (uint32_t i = 0; i < arrays.part_count; i++) {
        assert_string_equal(arrays.parts[i].name, expected[i].name);
        assert_int_equal(arrays.parts[i].first, expected[i].first);
        assert_int_equal(arrays.parts[i].count, expected[i].count);
    }
    tact_soup_destroy(soup);

    /* A name may end like another, and the first group may have the name of the object. */
    soup = read_text(OBJ, FOUR "g ab\nf 1 2 3\ng b\nf 1 2 3\ng b\nf 1 2 3\no b\nf 1 2 3\n");
    arrays = tact_soup_arrays(soup);
    assert_int_equal(arrays.part_count, 3);
    assert_string_equal(arrays.parts[0].name, "ab");
    assert_string_equal(arrays.parts[1].name, "b");
    assert_string_equal(arrays.parts[2].name, "b");
    assert_int_equal(arrays.parts[1].count, 2);
    tact_soup_destroy(soup);
}

static void long_names_are_cut_between_letters(void **state) {
    (void)state;
    static const char *const starts[] = {FOUR "o x", FOUR "o xy"};
    for (size_t i = 0; i < 2; i++) {
        char *text = repeated(starts[i], "\xC3\xA4", 500, "\nf 1 2 3\n");
        tact_soup *soup = read_text(OBJ, text);
        const char *name = tact_soup_arrays(soup).parts[0].name;
        assert_int_equal(strlen(name), 255 - i);
        assert_int_equal((unsigned char)name[254 - i], 0xA4);
        tact_soup_destroy(soup);
        free(text);
    }
}

static void files_without_triangles(void **state) {
    (void)state;
    static const char *const texts[] = {"",        "\n",       "#", "# x\n",
                                        "v 1 2 3", "vt 1 2\n", "o", "\r\n\r\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        tact_soup *soup = read_text(OBJ, texts[i]);
        assert_int_equal(tact_soup_arrays(soup).triangle_count, 0);
        tact_soup_destroy(soup);
    }
}

static void wrong_files_get_a_line_and_a_reason(void **state) {
    (void)state;
    static const bad_text cases[] = {
        {"v 1 2 3\nv 1 abc 3\n", "part.x:2: 'abc' is not a number", 2},
        {"v 1 2\n", "part.x:1: a vertex needs three coordinates", 1},
        {"v\n", "part.x:1: a vertex needs three coordinates", 1},
        {"v", "part.x:1: a vertex needs three coordinates", 1},
        {"v 1 2 # 3\n", "part.x:1: a vertex needs three coordinates", 1},
        {"v 1 2,5 3\n", "part.x:1: '2,5' is not a number", 1},
        {"v 1 2 3x\n", "part.x:1: '3x' is not a number", 1},
        {"v 1 0x10 3\n", "part.x:1: '0x10' is not a number", 1},
        {"v 1 1.#QNAN 3\n", "part.x:1: '1.#QNAN' is not a number", 1},
        {"v 1 2 \\\n\\\nz\n", "part.x:3: 'z' is not a number", 3},
        {"\r\n\r\nv 1 2 z\r\n", "part.x:3: 'z' is not a number", 3},
        {"\r\rv 1 2 z\r", "part.x:3: 'z' is not a number", 3},
        {FOUR "f\n", "part.x:5: a face needs vertices", 5},
        {FOUR "f # 1 2 3\n", "part.x:5: a face needs vertices", 5},
        {FOUR "f 1 2 5\n", "part.x:5: face uses vertex 5, the file has 4", 5},
        {FOUR "f 1 2 3\nf 1 9 3\nf 1 2 7\n", "part.x:6: face uses vertex 9, the file has 4", 6},
        {"f 1 2 3\n" FOUR "f 1 2 6\nv 0 0 0\n", "part.x:6: face uses vertex 6, the file has 5", 6},
        {FOUR "f 1 2 99999999999\n", "part.x:5: face uses vertex 99999999999, the file has 4", 5},
        {FOUR "f 1 2 4294967297\n", "part.x:5: face uses vertex 4294967297, the file has 4", 5},
        {FOUR "f 1 2 99999999999999999999999\n",
         "part.x:5: '99999999999999999999999' is not a vertex of a face", 5},
        {FOUR "f 0 1 2\n", "part.x:5: face uses vertex 0, the first is 1", 5},
        {FOUR "f -1 -2 -5\n", "part.x:5: face uses vertex -5, 4 come before it", 5},
        {"f -1 -2 -3\n" FOUR, "part.x:1: face uses vertex -1, 0 come before it", 1},
        {FOUR "f 1 2 three\n", "part.x:5: 'three' is not a vertex of a face", 5},
        {FOUR "f 1 2 3/a\n", "part.x:5: '3/a' is not a vertex of a face", 5},
        {FOUR "f 1 2 3/1/1/1\n", "part.x:5: '3/1/1/1' is not a vertex of a face", 5},
        {FOUR "f 1 2 /3\n", "part.x:5: '/3' is not a vertex of a face", 5},
        {FOUR "f 1 2 -\n", "part.x:5: '-' is not a vertex of a face", 5},
        {FOUR "f 1 2 3.0\n", "part.x:5: '3.0' is not a vertex of a face", 5},
        {FOUR "f 1 2 3\\", "part.x:5: '3\\' is not a vertex of a face", 5},
        {"hello world\nthis is prose\n",
         "part.x:1: this is not an OBJ file: nothing in it is a statement of that format", 1},
        {"# x\n\n{\"a\": 1}",
         "part.x:3: this is not an OBJ file: nothing in it is a statement of that format", 3},
        {FOUR "\x01\x02\n", "part.x:5: byte 1 is not text; is this an OBJ file?", 5},
        {"v \x1b[31m 0 0", "part.x:1: '?[31m' is not a number", 1},
    };
    assert_bad_texts(OBJ, cases, sizeof cases / sizeof cases[0]);
}

static void nul_bytes_are_no_text(void **state) {
    (void)state;
    static const char keyword[] = "v 1 2 3\n\0\0\0\n";
    assert_bad_bytes(OBJ, keyword, sizeof keyword - 1,
                     "part.x:2: byte 0 is not text; is this an OBJ file?", 2);
    static const char number[] = "v 1 2 3\0 4\n";
    assert_bad_bytes(OBJ, number, sizeof number - 1, "part.x:1: '3?' is not a number", 1);
    static const char corner[] = FOUR "f 1 2 3\0\n";
    assert_bad_bytes(OBJ, corner, sizeof corner - 1, "part.x:5: '3?' is not a vertex of a face", 5);
    static const char name[] = "o a\0b\nv 1 2 3";
    assert_bad_bytes(OBJ, name, sizeof name - 1, "part.x:1: a name contains a NUL byte", 1);
    static const char comment[] = "# \0\0\nv 1 2 3\nusemtl \0\nv 1 2 3";
    tact_soup *soup = read_bytes(OBJ, comment, sizeof comment - 1);
    assert_int_equal(tact_soup_arrays(soup).vertex_count, 2);
    tact_soup_destroy(soup);
}

static void hostile_files_stay_in_proportion(void **state) {
    (void)state;
    const size_t mega = 1 << 20;
    const hostile_text cases[] = {
        {repeated("# ", "x", mega, "\n"), TACT_OK},
        {repeated("v 1 2 ", "9", mega, "\n"), TACT_OK},
        {repeated("v 1 2 ", " ", mega, "3\n"), TACT_OK},
        {repeated("v 1 2 3", "\\\n", mega / 2, "\n"), TACT_OK},
        {repeated("", "\\\n", mega / 2, "v 1 2 3"), TACT_OK},
        {repeated("v 1 2 3", "\\\r", mega / 2, ""), TACT_OK},
        {repeated("", "\r", mega, "v 1 2 3"), TACT_OK},
        {repeated("v 0 0 0\nf", " 1", mega / 2, "\n"), TACT_OK},
        {repeated("v 0 0 0\nf", " 1", mega / 2, " 2\n"), TACT_INVALID_FILE},
        {repeated("v 0 0 0\n", "f 1 1 1\n", mega / 8, ""), TACT_OK},
        {repeated("v 0 0 0\n", "f 1\n", mega / 4, ""), TACT_OK},
        {repeated("v 0 0 0\n", "f 1 1 1 1\n", mega / 8, ""), TACT_OK},
        {repeated("", "v 0 0 0\n", mega / 8, ""), TACT_OK},
        {repeated("v 0 0 0\no ", "n", mega, "\nf 1 1 1\n"), TACT_OK},
        {repeated("v 0 0 0\no a very long name that is given to each of the groups that follow\n",
                  "g a\nf 1 1 1\ng b\nf 1 1 1\n", mega / 24, ""),
         TACT_OK},
        {repeated("v 0 0 0\n", "o x\nf 1 1 1\n", mega / 12, ""), TACT_OK},
        {repeated("", "o x\n", mega / 4, ""), TACT_OK},
        {repeated("f ", "9", mega, " 1 1\n"), TACT_INVALID_FILE},
        {repeated("", "x", mega, "\n"), TACT_INVALID_FILE},
        {repeated("f 1 1 ", "/", mega, "\n"), TACT_INVALID_FILE},
    };
    assert_modest_memory(OBJ, cases, sizeof cases / sizeof cases[0]);
}

static void every_cut_of_a_file_ends_well(void **state) {
    (void)state;
    static const char text[] =
        "o a\r\nv 1.5 2e3 -3\nv 1 0 0\\\n\nv 0 1 0\ng b\nf 1/1/1 2//2 -1\nf 1 2 "
        "3 1 # c\n";
    assert_prefixes_end_well(OBJ, text, false);
}

static void no_memory_is_a_status(void **state) {
    (void)state;
    char *text =
        repeated("o a\n", "v 0 0 0\nf 1 1 1 1\nf 1 1 1\n", 100, "o b\nf 1 1 1\ng c\nf 1 1 1\n");
    assert_survives_no_memory(OBJ, text);
    free(text);
    assert_survives_no_memory(OBJ, FOUR "f 1 2 3\nf 1 2 3 4\no x\nf 1 2 3\n");
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void what_is_written(void **state) {
    (void)state;
    const double positions[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, -0.0, 0.1, 1e300};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3, 1, 2, 3, 0, 1, 3};
    const uint32_t faces[] = {0, 0, 1, 2};
    const tact_mesh_part parts[] = {{"lid", 0, 2}, {"", 3, 1}};
    tact_mesh_arrays arrays = {.positions = positions,
                               .vertex_count = 4,
                               .indices = indices,
                               .triangle_count = 4,
                               .source_faces = faces,
                               .parts = parts,
                               .part_count = 2};
    char *text = text_of(OBJ, &arrays);
    assert_string_equal(text, "# 4 vertices, 4 triangles\n"
                              "v 0 0 0\nv 1 0 0\nv 1 1 0\nv -0 0.1 1e300\n"
                              "o lid\nf 1 2 3 4\no\nf 2 3 4\no part_1\nf 1 2 4\n");
    free(text);

    /* The ends of parts cut polygons. Parts may overlap, be in any order, and be empty. */
    const tact_mesh_part overlapping[] = {
        {"z", 3, 0}, {"b", 1, 2}, {" a\n\\ \t", 0, 4}, {"c", 3, 1}};
    arrays.parts = overlapping;
    arrays.part_count = 4;
    text = text_of(OBJ, &arrays);
    assert_non_null(strstr(text, "\no a__\nf 1 2 3\no b\nf 1 3 4\nf 2 3 4\no a__\nf 1 2 4\n"));
    free(text);

    /* Not a fan: triangles. */
    const uint32_t strip[] = {0, 1, 2, 2, 1, 3, 2, 3, 0, 2, 0, 1};
    arrays.indices = strip;
    arrays.source_faces = (const uint32_t[]){7, 7, 7, 7};
    arrays.parts = NULL;
    arrays.part_count = 0;
    text = text_of(OBJ, &arrays);
    assert_non_null(strstr(text, "e300\nf 1 2 3\nf 3 2 4 1 2\n"));
    free(text);
}

static void strides_and_floats_are_written(void **state) {
    (void)state;
    struct {
        float xyz[3];
        char more[5];
    } vertices[3] = {{{0.1f, 0, 0}, ""}, {{1, 2, 3}, ""}, {{4, 5, 6}, ""}};
    tact_mesh_arrays arrays = {.positions = vertices,
                               .position_type = TACT_NUMBER_FLOAT32,
                               .position_stride = sizeof vertices[0],
                               .vertex_count = 3,
                               .triangle_count = 1};
    char *text = text_of(OBJ, &arrays);
    assert_string_equal(text, "# 3 vertices, 1 triangles\n"
                              "v 0.10000000149011612 0 0\nv 1 2 3\nv 4 5 6\nf 1 2 3\n");
    free(text);
}

static void an_empty_mesh_comes_back(void **state) {
    (void)state;
    tact_mesh_arrays arrays = {0};
    char *text = text_of(OBJ, &arrays);
    tact_soup *soup = read_text(TACT_FORMAT_AUTO, text);
    assert_int_equal(tact_soup_arrays(soup).vertex_count, 0);
    tact_soup_destroy(soup);
    free(text);
}

static void random_meshes_come_back_bit_for_bit(void **state) {
    (void)state;
    test_rng rng = test_rng_start("random_meshes_come_back_bit_for_bit");
    static random_mesh mesh;
    uint64_t cases = test_case_count(200, 20000);
    for (uint64_t n = 0; n < cases; n++) {
        random_mesh_start(&mesh, &rng, 200);
        mesh.positions[0] = -INFINITY;
        mesh.positions[1] = (double)NAN;
        tact_mesh_part parts[3] = {{"first", 0, 0}, {"second/half", 0, 0}, {"second/half", 0, 0}};
        for (uint32_t f = 0; f < 300; f++) {
            uint32_t corners = n % 2 == 0 ? 3 : 3 + test_rng_below(&rng, 6);
            random_mesh_add_face(&mesh, &rng, f, corners);
            /* Faces 0 to 9 and 100 to 109 are in no part. Two parts have the same name. */
            uint32_t part = f < 110 ? 0 : f < 200 ? 1 : 2;
            if ((f < 10) || (f >= 100 && f < 110))
                parts[f < 10 ? 0 : 1].first = mesh.triangle_count;
            else
                parts[part].count += corners - 2;
        }
        parts[2].first = parts[1].first + parts[1].count;
        tact_mesh_arrays arrays = random_mesh_arrays(&mesh);
        if (n % 2 == 0)
            arrays.source_faces = NULL;
        if (n % 3 != 0) {
            arrays.parts = parts;
            arrays.part_count = 3;
        }
        assert_round_trip(OBJ, &arrays, true);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_are_read),
        cmocka_unit_test(faces_of_every_shape),
        cmocka_unit_test(other_statements_are_passed_over),
        cmocka_unit_test(statements_go_on_after_a_backslash),
        cmocka_unit_test(objects_and_groups_become_parts),
        cmocka_unit_test(long_names_are_cut_between_letters),
        cmocka_unit_test(files_without_triangles),
        cmocka_unit_test(wrong_files_get_a_line_and_a_reason),
        cmocka_unit_test(nul_bytes_are_no_text),
        cmocka_unit_test(hostile_files_stay_in_proportion),
        cmocka_unit_test(every_cut_of_a_file_ends_well),
        cmocka_unit_test(no_memory_is_a_status),
        cmocka_unit_test(what_is_written),
        cmocka_unit_test(strides_and_floats_are_written),
        cmocka_unit_test(an_empty_mesh_comes_back),
        cmocka_unit_test(random_meshes_come_back_bit_for_bit),
    };
    return cmocka_run_group_tests_name("io_obj", tests, NULL, NULL);
}
