/* SPDX-License-Identifier: MIT */
/* OFF: headers, wrong counts, truncated lines, and round trips bit for bit. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/format.h"
#include "text_files.h"

#define OFF TACT_FORMAT_OFF
#define BODY "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n3 0 1 3\n"

static void assert_body(const char *text) {
    tact_soup *soup = read_text(OFF, text);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_int_equal(arrays.vertex_count, 4);
    test_assert_same_bits(((const double *)arrays.positions)[7], 1);
    assert_corners(soup, (const int[]){0, 1, 2, 0, 2, 3, 0, 1, 3, -1});
    assert_faces(soup, (const int[]){0, 0, 1, -1});
    assert_int_equal(arrays.part_count, 0);
    tact_soup_destroy(soup);
}

static void headers_of_every_kind(void **state) {
    (void)state;
    static const char *const texts[] = {
        "OFF\n4 2 0\n" BODY,
        "OFF 4 2 0\n" BODY,
        "OFF4 2 0\n" BODY,
        "off\n4 2 0\n" BODY,
        "4 2 0\n" BODY,
        "OFF\n4 2\n" BODY,
        "OFF\n4\n2\n0\n" BODY,
        "OFF # x\n# y\n\n4 2 5 # z\n" BODY,
        "# first\nOFF\r\n4 2 0\r\n" BODY,
        "\xEF\xBB\xBFOFF\n4 2 0\n" BODY,
        "OFF\n4 2 0\n# v\n0 0 0 # a\n\n 1 0 0\n1 1 0 \n0\t1\t0\n# f\n4 0 1 2 3 # b\n3 0 1 3\n# end",
        "COFF\n4 2 0\n0 0 0 1 0 0 1\n1 0 0 255 255 255 255\n1 1 0 0.5 0.5 0.5\n0 1 0\n"
        "4 0 1 2 3 255 0 0\n3 0 1 3 0.1 0.2 0.3 1\n",
        "NOFF\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n4 0 1 2 3\n3 0 1 3 7\n",
        "STOFF\n4 2 0\n" BODY,
        "STCNOFF\n4 2 0\n" BODY,
        "NCSTOFF 4 2 0\n" BODY,
        "OFF\r4 2 0\r0 0 0\r1 0 0\r1 1 0\r0 1 0\r4 0 1 2 3\r3 0 1 3",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_body(texts[i]);
}

static void small_faces_count_and_leave_nothing(void **state) {
    (void)state;
    tact_soup *soup =
        read_text(OFF, "OFF\n3 5 0\n0 0 0\n1 0 0\n0 1 0\n0\n1 2\n2 0 1\n3 0 1 2\n3 2 1 0");
    assert_corners(soup, (const int[]){0, 1, 2, 2, 1, 0, -1});
    assert_faces(soup, (const int[]){3, 4, -1});
    tact_soup_destroy(soup);
    soup = read_text(OFF, "OFF 0 0 0");
    assert_int_equal(tact_soup_arrays(soup).vertex_count, 0);
    tact_soup_destroy(soup);
}

static void wrong_files_get_a_line_and_a_reason(void **state) {
    (void)state;
    static const bad_text cases[] = {
        {"", "part.x:1: the file has no contents", 1},
        {"# only\n\n", "part.x:3: the file has no contents", 3},
        {"OF\n4 2 0\n" BODY, "part.x:1: 'OF' is not the header of an OFF file", 1},
        {"OFFX\n", "part.x:1: 'OFFX' is not the header of an OFF file", 1},
        {"SOFF\n", "part.x:1: 'SOFF' is not the header of an OFF file", 1},
        {"C\n", "part.x:1: 'C' is not the header of an OFF file", 1},
        {"4OFF\n4 2 0\n", "part.x:1: OFF with four coordinates per vertex (4OFF) is not supported",
         1},
        {"nOFF\n3\n4 2 0\n", "part.x:1: OFF with an explicit dimension (nOFF) is not supported", 1},
        {"C4nOFF\n", "part.x:1: OFF with four coordinates per vertex (4OFF) is not supported", 1},
        {"OFF BINARY\n", "part.x:1: binary OFF is not supported, only text", 1},
        {"OFF", "part.x:1: the number of vertices is missing", 1},
        {"OFF\n4", "part.x:2: the number of faces is missing", 2},
        {"OFF\n-4 2 0", "part.x:2: the number of vertices is -4, expected 0 to 4294967295", 2},
        {"OFF\n4294967296 2 0",
         "part.x:2: the number of vertices is 4294967296, expected 0 to 4294967295", 2},
        {"OFF\nx", "part.x:2: 'x' is not a whole number", 2},
        {"OFF\n4 2 x\n", "part.x:2: 'x' is not a whole number", 2},
        {"OFF\n4000000000 2 0\n" BODY,
         "part.x:2: 4000000000 vertices are announced, the file has room for 7", 2},
        {"OFF\n4 4000000000 0\n" BODY,
         "part.x:2: 4000000000 faces are announced, the file has room for 22", 2},
        {"OFF\n4 3 0\n" BODY, "part.x:9: the file ends after 2 of 3 faces", 9},
        {"OFF\n4 1 0\n" BODY, "part.x:8: 1 faces are announced, and more follows", 8},
        {"OFF\n3 2 0\n" BODY, "part.x:7: face uses vertex 3, the file has 3", 7},
        {"OFF\n5 1 0\n" BODY,
         "part.x:7: a vertex has more than three numbers, unlike those before it", 7},
        {"OFF\n4 0 0\n0 0 0\n1 0 0\n1 1 00000000000\n",
         "part.x:6: the file ends after 3 of 4 vertices", 6},
        {"OFF\n1 0 0\n0 0\n", "part.x:3: a coordinate is missing", 3},
        {"OFF\n1 0 0\n0 0 z\n", "part.x:3: 'z' is not a number", 3},
        {"OFF\n1 1 0\n0 0 0\n3 0 0 1\n", "part.x:4: face uses vertex 1, the file has 1", 4},
        {"OFF\n1 1 0\n0 0 0\n3 0 0 -1\n", "part.x:4: face uses vertex -1, the file has 1", 4},
        {"OFF\n1 1 0\n0 0 0\n3 0 0\n", "part.x:4: a vertex of the face is missing", 4},
        {"OFF\n1 1 0\n0 0 0\n3 0 0 1.5\n", "part.x:4: '1.5' is not a whole number", 4},
        {"OFF\n1 1 0\n0 0 0\n-3 0 0 0\n",
         "part.x:4: the number of a face's vertices is -3, expected 0 to 4294967295", 4},
        {"OFF\n1 1 0\n0 0 0\n4000000000 0 0 0\n", "part.x:4: a vertex of the face is missing", 4},
    };
    assert_bad_texts(OFF, cases, sizeof cases / sizeof cases[0]);
    static const char nul[] = "OFF\n1 0 0\n0 0 0\0\n";
    assert_bad_bytes(OFF, nul, sizeof nul - 1, "part.x:3: '0?' is not a number", 3);
}

static void hostile_files_stay_in_proportion(void **state) {
    (void)state;
    const size_t mega = 1 << 20;
    const hostile_text cases[] = {
        {repeated("#", "x", mega, "\nOFF 0 0 0\n"), TACT_OK},
        {repeated("OFF 0 0 0", " ", mega, "\n"), TACT_OK},
        {repeated("", "\r", mega, "OFF 0 0 0"), TACT_OK},
        {repeated("OFF 1 0 0\n0 0 0", " 1", mega / 2, "\n"), TACT_OK},
        {repeated("OFF 1 1 0\n0 0 0\n524288", " 0", mega / 2, "\n"), TACT_OK},
        {repeated("OFF 1 1 0\n0 0 0\n524289", " 0", mega / 2, "\n"), TACT_INVALID_FILE},
        {repeated("OFF 1 500000 0\n0 0 0\n", "0\n", 500000, ""), TACT_OK},
        {repeated("OFF 1 500001 0\n0 0 0\n", "0\n", 500000, ""), TACT_INVALID_FILE},
        {repeated("OFF 170000 500000 0\n", "#\n", mega / 2, ""), TACT_INVALID_FILE},
        {repeated("OFF 1 1 0\n0 0 ", "9", mega, "\n3 0 0 0\n"), TACT_OK},
        {repeated("OFF 1 1 0\n0 0 0\n3 0 0 ", "9", mega, "\n"), TACT_INVALID_FILE},
        {repeated("", "C", mega, "OFF"), TACT_INVALID_FILE},
        {repeated("OFF ", "9", mega, ""), TACT_INVALID_FILE},
    };
    assert_modest_memory(OFF, cases, sizeof cases / sizeof cases[0]);
}

static void every_cut_of_a_file_ends_well(void **state) {
    (void)state;
    static const char text[] =
        "COFF # x\r\n4 2 0\n0 0 0 1 1 1 1\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3 9\n3 0 "
        "1 3";
    assert_prefixes_end_well(OFF, text, true);
}

static void likely_files_are_recognised(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is_likely;
    } cases[] = {{"OFF\n", true},   {"# x\n\nCOFF", true}, {"OFF8 6 0", true},
                 {"4nOFF", true},   {"nOFF 3", true},      {"OFFX", false},
                 {"ply\n", false},  {"v 1 2 3", false},    {"8 6 0\n", false},
                 {"", false},       {"O", false},          {"solid OFF", false},
                 {"# OFF\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tacti_source source = {NULL, "x", (const unsigned char *)cases[i].text,
                               strlen(cases[i].text)};
        assert_int_equal(tacti_off_is_likely(&source), cases[i].is_likely);
    }
}

static void no_memory_is_a_status(void **state) {
    (void)state;
    char *text = repeated("OFF\n2 52 0\n0 0 0\n0 0 0\n3 0 0 0\n3 0 0 0\n", "4 0 0 1 0\n", 50, "");
    assert_survives_no_memory(OFF, text);
    free(text);
}

static void what_is_written(void **state) {
    (void)state;
    const double positions[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, -0.0, 0.1, 1e300};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3, 1, 2, 3};
    tact_mesh_arrays arrays = {.positions = positions,
                               .vertex_count = 4,
                               .indices = indices,
                               .triangle_count = 3,
                               .source_faces = (const uint32_t[]){0, 0, 1}};
    char *text = text_of(OFF, &arrays);
    assert_string_equal(text, "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n-0 0.1 1e300\n"
                              "4 0 1 2 3\n3 1 2 3\n");
    free(text);
    assert_round_trip(OFF, &arrays, true);
    arrays = (tact_mesh_arrays){0};
    assert_round_trip(OFF, &arrays, true);
}

static void random_meshes_come_back_bit_for_bit(void **state) {
    (void)state;
    test_rng rng = test_rng_start("random_meshes_come_back_bit_for_bit");
    static random_mesh mesh;
    uint64_t cases = test_case_count(200, 20000);
    for (uint64_t n = 0; n < cases; n++) {
        random_mesh_start(&mesh, &rng, 300);
        mesh.positions[0] = (double)INFINITY;
        for (uint32_t f = 0; f < 300; f++)
            random_mesh_add_face(&mesh, &rng, f, 3 + test_rng_below(&rng, 6));
        tact_mesh_arrays arrays = random_mesh_arrays(&mesh);
        if (n % 2 == 0)
            arrays.source_faces = NULL;
        assert_round_trip(OFF, &arrays, true);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_every_kind),
        cmocka_unit_test(small_faces_count_and_leave_nothing),
        cmocka_unit_test(wrong_files_get_a_line_and_a_reason),
        cmocka_unit_test(hostile_files_stay_in_proportion),
        cmocka_unit_test(every_cut_of_a_file_ends_well),
        cmocka_unit_test(likely_files_are_recognised),
        cmocka_unit_test(no_memory_is_a_status),
        cmocka_unit_test(what_is_written),
        cmocka_unit_test(random_meshes_come_back_bit_for_bit),
    };
    return cmocka_run_group_tests_name("io_off", tests, NULL, NULL);
}
