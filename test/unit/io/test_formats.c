/* SPDX-License-Identifier: MIT */
/* Names of formats, detection from contents, arguments, and arrays that are refused before anything
 * is written. */
#define _POSIX_C_SOURCE 200809L
#include "test_file_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/format.h"

static void names(void **state) {
    (void)state;
    assert_string_equal(tact_format_name(TACT_FORMAT_AUTO), "auto");
    assert_string_equal(tact_format_name((tact_format)-1), "unknown format");
    assert_string_equal(tact_format_name((tact_format)5), "unknown format");
#define CHECK(format, value, name, ending)                                                         \
    assert_int_equal(format, value);                                                               \
    assert_string_equal(tact_format_name(format), name);                                           \
    assert_int_equal(tact_format_from_name(name), format);                                         \
    assert_int_equal(tact_format_from_name("a/b.c/part" ending), format);                          \
    assert_int_equal(tact_format_from_name(ending), format);                                       \
    assert_int_equal(tact_format_from_name("part" ending ".gz"), TACT_FORMAT_AUTO);                \
    assert_int_equal(tact_format_from_name("folder" ending "/part"), TACT_FORMAT_AUTO);            \
    assert_int_equal(tact_format_from_name("part" name), TACT_FORMAT_AUTO);
    TACT_FORMAT_LIST(CHECK)
#undef CHECK
    assert_int_equal(tact_format_from_name("PART.Ply"), TACT_FORMAT_PLY);
    assert_int_equal(tact_format_from_name("STL"), TACT_FORMAT_STL);
    assert_int_equal(tact_format_from_name(""), TACT_FORMAT_AUTO);
    assert_int_equal(tact_format_from_name("-"), TACT_FORMAT_AUTO);
    assert_int_equal(tact_format_from_name("."), TACT_FORMAT_AUTO);
    assert_int_equal(tact_format_from_name(NULL), TACT_FORMAT_AUTO);
    assert_int_equal(tact_format_from_name("auto"), TACT_FORMAT_AUTO);
}

#define SQUARE_OBJ "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"
#define SQUARE_OFF "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"
#define SQUARE_PLY                                                                                 \
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty int x\nproperty int y\nproperty int z\n"    \
    "element face 1\nproperty list int int vertex_index\nend_header\n"                             \
    "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"
#define SQUARE_STL                                                                                 \
    "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\n"   \
    "endfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\n"         \
    "endloop\nendfacet\nendsolid\n"

static void check_square(tact_soup *soup) {
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    static const double corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const int triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    assert_int_equal(arrays.triangle_count, 2);
    for (uint32_t t = 0; t < 2; t++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 2; k++)
                test_assert_same_bits(test_coordinate(&arrays, test_corner(&arrays, t, c), k),
                                      corners[triangles[t][c]][k]);
    tact_soup_destroy(soup);
}

/* The contents decide, not the name. */
static void contents_decide(void **state) {
    (void)state;
    static const char *const files[] = {
        SQUARE_OBJ,
        SQUARE_OFF,
        SQUARE_PLY,
        SQUARE_STL,
        "# made by hand\r\n\r\n  # indented\n" SQUARE_OBJ,
        "mtllib a.mtl\no square\n" SQUARE_OBJ,
        "g\n" SQUARE_OBJ,
        "# a remark before\n" SQUARE_OFF,
    };
    static const char *const paths[] = {"square.obj", "square.stl", "square.ply", "square.off",
                                        "square"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        test_bytes bytes = {.count = 0};
        test_put_text(&bytes, files[i]);
        check_square(test_read_good(&bytes, TACT_FORMAT_AUTO));
        for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++) {
            const char *path = test_path(paths[k]);
            test_write_whole(path, bytes.data, bytes.count);
            tact_soup *soup;
            tact_error error = {0};
            if (tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup) != TACT_OK)
                fail_msg("%s", error.text);
            check_square(soup);
        }
    }
}

static void check_message(const void *data, size_t count, tact_format format, const char *name,
                          const char *text) {
    tact_soup *soup;
    tact_error error = {0};
    assert_int_equal(tact_read_memory(NULL, data, count, format, name, &error, &soup),
                     TACT_INVALID_FILE);
    if (strstr(error.text, text) == NULL)
        fail_msg("\"%s\" instead of \"%s\"", error.text, text);
}

static void unknown_contents(void **state) {
    (void)state;
    static const char unknown[] = "unknown format; known formats are OBJ, STL";
    check_message("", 0, TACT_FORMAT_AUTO, "a", "a: is empty; known formats are OBJ, STL, PLY");
    check_message(NULL, 0, TACT_FORMAT_AUTO, NULL, "(memory): is empty");
    check_message("", 0, TACT_FORMAT_AUTO, "a.stl", "a.stl: is empty");
    check_message(" \n\t\n", 4, TACT_FORMAT_AUTO, "a", unknown);
    check_message("hello world", 11, TACT_FORMAT_AUTO, "a", unknown);
    check_message("solid advice", 12, TACT_FORMAT_AUTO, "a", unknown);
    check_message("\x7F"
                  "ELF\0\0\0\0",
                  8, TACT_FORMAT_AUTO, "a", unknown);
    check_message("plywood", 7, TACT_FORMAT_AUTO, "a", unknown);
    static const unsigned char zeros[83];
    check_message(zeros, sizeof zeros, TACT_FORMAT_AUTO, "a", unknown);
    /* The ending chooses the reader, which gives the message. */
    check_message(zeros, sizeof zeros, TACT_FORMAT_AUTO, "a.stl",
                  "a.stl: byte 83: not an STL file");
    check_message(zeros, sizeof zeros, TACT_FORMAT_AUTO, "a.ply", "a.ply:1: not a PLY file");
    /* An explicit format wins over the contents. */
    check_message(SQUARE_OBJ, strlen(SQUARE_OBJ), TACT_FORMAT_PLY, "a.obj", "not a PLY file");
    check_message(SQUARE_PLY, strlen(SQUARE_PLY), TACT_FORMAT_STL, "a.ply", "a.ply: byte 80: ");
}

/* A million bytes without a line end or a blank, in every format and without one. */
static void long_lines(void **state) {
    (void)state;
    static char line[1000000];
    memset(line, 'v', sizeof line);
    static const char *const starts[] = {
        "",   "ply\n", "ply\nformat ascii 1.0\ncomment ", "solid ", "solid\nfacet ", "OFF ",
        "v ", "# "};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        memcpy(line, starts[i], strlen(starts[i]));
        for (int format = TACT_FORMAT_AUTO; format <= TACT_FORMAT_OFF; format++) {
            tact_soup *soup = NULL;
            tact_status status =
                tact_read_memory(NULL, line, sizeof line, (tact_format)format, "part", NULL, &soup);
            assert_true(status == TACT_OK || status == TACT_INVALID_FILE);
            tact_soup_destroy(soup);
        }
    }
}

static void bad_arguments(void **state) {
    (void)state;
    tact_soup *soup = NULL;
    tact_error error = {0};
    tact_mesh_arrays arrays = {0};
    assert_int_equal(tact_read_file(NULL, NULL, TACT_FORMAT_AUTO, &error, &soup),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_read_file(NULL, "a", TACT_FORMAT_AUTO, &error, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_read_file(NULL, "a", (tact_format)9, &error, &soup),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_read_memory(NULL, NULL, 1, TACT_FORMAT_AUTO, "a", &error, &soup),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_read_memory(NULL, "", 0, TACT_FORMAT_AUTO, "a", &error, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_read_memory(NULL, "", 0, (tact_format)-1, "a", &error, &soup),
                     TACT_INVALID_ARGUMENT);
    assert_null(soup);
    assert_int_equal(tact_write_file(NULL, NULL, &arrays, NULL, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_write_file(NULL, test_path("a.ply"), NULL, NULL, &error),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_write_file(NULL, "a.txt", &arrays, NULL, &error), TACT_INVALID_ARGUMENT);
    assert_non_null(strstr(error.text, "a.txt: the name does not end with .obj, .stl, .ply"));
    tact_write_desc desc = tact_write_desc_default();
    assert_int_equal(desc.format, TACT_FORMAT_AUTO);
    assert_false(desc.is_text || desc.is_single);
    desc.format = (tact_format)7;
    assert_int_equal(tact_write_file(NULL, "a.ply", &arrays, &desc, &error), TACT_INVALID_ARGUMENT);
}

/* Invalid arrays are not written, and an old file stays. */
static void bad_arrays(void **state) {
    (void)state;
    static const double positions[9];
    static const uint32_t indices[6] = {0, 1, 2, 0, 1, 3};
    static const tact_mesh_part part = {"a", 1, 1};
    tact_mesh_arrays good = {
        .positions = positions, .vertex_count = 3, .indices = indices, .triangle_count = 1};
    tact_mesh_arrays bad[5] = {good, good, good, good, good};
    bad[0].triangle_count = 2;
    bad[1].indices = NULL;
    bad[1].vertex_count = 2;
    bad[2].parts = &part;
    bad[2].part_count = 1;
    bad[3].positions = NULL;
    bad[4].position_type = (tact_number_type)9;
    static const uint64_t blamed[5] = {1, 0, 0, TACT_NO_INDEX, TACT_NO_INDEX};
    static const char *const paths[] = {"bad.ply", "bad.stl", "bad.obj", "bad.off"};
    for (size_t i = 0; i < 4; i++) {
        const char *path = test_path(paths[i]);
        test_write_whole(path, "old", 3);
        for (size_t k = 0; k < 5; k++) {
            tact_error error = {0};
            assert_int_equal(tact_write_file(NULL, path, &bad[k], NULL, &error),
                             TACT_INVALID_ARGUMENT);
            assert_int_equal(error.index, blamed[k]);
        }
        test_bytes bytes = test_read_whole(path);
        assert_int_equal(bytes.count, 3);
        assert_int_equal(tact_write_file(NULL, path, &good, NULL, NULL), TACT_OK);
        tact_soup *soup;
        assert_int_equal(tact_read_file(NULL, path, TACT_FORMAT_AUTO, NULL, &soup), TACT_OK);
        assert_int_equal(tact_soup_arrays(soup).triangle_count, 1);
        tact_soup_destroy(soup);
    }
}

/* An empty mesh in every format. */
static void empty_arrays(void **state) {
    (void)state;
    static const char *const paths[] = {"empty.ply", "empty.stl", "empty.obj", "empty.off"};
    tact_mesh_arrays empty = {0};
    for (size_t i = 0; i < 8; i++) {
        const char *path = test_path(paths[i % 4]);
        tact_write_desc desc = {.is_text = i >= 4};
        assert_int_equal(tact_write_file(NULL, path, &empty, &desc, NULL), TACT_OK);
        tact_soup *soup;
        assert_int_equal(tact_read_file(NULL, path, TACT_FORMAT_AUTO, NULL, &soup), TACT_OK);
        assert_int_equal(tact_soup_arrays(soup).vertex_count, 0);
        assert_int_equal(tact_soup_arrays(soup).triangle_count, 0);
        tact_soup_destroy(soup);
    }
}

/* A UTF-8 byte order mark with almost nothing after it, in memory of exactly that size, so that a
 * sanitizer detects reading past the end. */
static void mark_and_little_more(void **state) {
    (void)state;
    static const char whole[] = "\xEF\xBB\xBFv 0";
    for (size_t count = 0; count < sizeof whole; count++) {
        char *data = malloc(count + 1);
        assert_non_null(data);
        memcpy(data + 1, whole, count);
        tact_soup *soup = NULL;
        tact_status status =
            tact_read_memory(NULL, data + 1, count, TACT_FORMAT_AUTO, "a", NULL, &soup);
        assert_int_equal(status, TACT_INVALID_FILE);
        assert_null(soup);
        free(data);
    }
}

/* Every allocation of reading a file fails, not only of reading memory. */
static void reading_a_file_without_memory(void **state) {
    (void)state;
    test_allocator counter;
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(&counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    uint64_t live = counter.live;
    static const char *const files[] = {SQUARE_OBJ, SQUARE_OFF, SQUARE_PLY, SQUARE_STL};
    for (size_t i = 0; i < 4; i++) {
        const char *path = test_path("memory");
        test_write_whole(path, files[i], strlen(files[i]));
        tact_status status = TACT_OUT_OF_MEMORY;
        for (uint64_t n = 1; status != TACT_OK; n++) {
            tact_soup *soup = NULL;
            counter.calls = 0;
            counter.fail_at = n;
            status = tact_read_file(context, path, TACT_FORMAT_AUTO, NULL, &soup);
            assert_true(status == TACT_OK || (status == TACT_OUT_OF_MEMORY && soup == NULL));
            tact_soup_destroy(soup);
            assert_int_equal(counter.live, live);
        }
        test_bytes bytes = {.count = 0};
        test_put_text(&bytes, files[i]);
        test_read_without_memory(&bytes, TACT_FORMAT_AUTO);
    }
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(contents_decide),
        cmocka_unit_test(unknown_contents),
        cmocka_unit_test(mark_and_little_more),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(bad_arrays),
        cmocka_unit_test(empty_arrays),
        cmocka_unit_test(reading_a_file_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
