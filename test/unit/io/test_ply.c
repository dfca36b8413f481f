/* SPDX-License-Identifier: MIT */
/* Reading PLY: every encoding and type, odd but valid files, and invalid files. */
#define _POSIX_C_SOURCE 200809L
#include "test_file_support.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static test_bytes text_file(const char *text) {
    test_bytes bytes = {.count = 0};
    test_put_text(&bytes, text);
    return bytes;
}

static void assert_triangle(const tact_mesh_arrays *arrays, uint32_t triangle, uint32_t a,
                            uint32_t b, uint32_t c) {
    assert_true(triangle < arrays->triangle_count);
    assert_int_equal(test_corner(arrays, triangle, 0), a);
    assert_int_equal(test_corner(arrays, triangle, 1), b);
    assert_int_equal(test_corner(arrays, triangle, 2), c);
}

#define TEXT_HEADER                                                                                \
    "ply\nformat ascii 1.0\ncomment a tetrahedron\nelement vertex 4\nproperty float x\n"           \
    "property float y\nproperty float z\nelement face 2\n"                                         \
    "property list uchar int vertex_indices\nend_header\n"

static void text_is_read_as_double(void **state) {
    (void)state;
    test_bytes bytes =
        text_file(TEXT_HEADER "0 0 0\n0.1 0 -0\n 1e-3\t.5 nan\r\n1 2 3\n3 0 1 2\n4 0 1 2 3");
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_int_equal(arrays.vertex_count, 4);
    assert_int_equal(arrays.position_type, TACT_NUMBER_FLOAT64);
    test_assert_same_bits(test_coordinate(&arrays, 1, 0), 0.1);
    test_assert_same_bits(test_coordinate(&arrays, 1, 2), -0.0);
    test_assert_same_bits(test_coordinate(&arrays, 2, 0), 1e-3);
    assert_true(isnan(test_coordinate(&arrays, 2, 2)));
    assert_int_equal(arrays.triangle_count, 3);
    assert_triangle(&arrays, 0, 0, 1, 2);
    assert_triangle(&arrays, 1, 0, 1, 2);
    assert_triangle(&arrays, 2, 0, 2, 3);
    assert_int_equal(arrays.source_faces[0], 0);
    assert_int_equal(arrays.source_faces[1], 1);
    assert_int_equal(arrays.source_faces[2], 1);
    assert_int_equal(arrays.part_count, 0);
    tact_soup_destroy(soup);
    test_read_prefixes(&bytes, TACT_FORMAT_PLY);
    test_read_without_memory(&bytes, TACT_FORMAT_PLY);
}

/* The locale's decimal comma does not matter. */
static void the_locale_does_not_matter(void **state) {
    (void)state;
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
        print_message("no German locale here; the test goes on with the plain one\n");
    test_bytes bytes = text_file(TEXT_HEADER "0 0 0 0.5 0 0 0 1.25 0 0 0 1 3 0 1 2 3 1 2 3");
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    test_assert_same_bits(test_coordinate(&arrays, 1, 0), 0.5);
    assert_null(arrays.source_faces);
    tact_soup_destroy(soup);
    setlocale(LC_ALL, "C");
}

typedef struct type_name {
    const char *name;
    size_t size;
    bool is_float;
} type_name;

static const type_name types[] = {
    {"char", 1, false},  {"uchar", 1, false},  {"short", 2, false},  {"ushort", 2, false},
    {"int", 4, false},   {"uint", 4, false},   {"float", 4, true},   {"double", 8, true},
    {"int8", 1, false},  {"uint8", 1, false},  {"int16", 2, false},  {"uint16", 2, false},
    {"int32", 4, false}, {"uint32", 4, false}, {"float32", 4, true}, {"float64", 8, true}};
#define TYPE_COUNT 16
#define INTEGER_TYPE(i) (types[(i) % 6 + ((i) >= 6 ? 8 : 0)])

static void put_number(test_bytes *bytes, const type_name *type, double value, int encoding) {
    char text[64];
    if (encoding == 0) {
        snprintf(text, sizeof text, "%.17g ", value);
        test_put_text(bytes, text);
    } else if (!type->is_float) {
        test_put_integer(bytes, (int64_t)value, type->size, encoding == 2);
    } else if (type->size == 4) {
        test_put_float(bytes, (float)value, encoding == 2);
    } else {
        test_put_double(bytes, value, encoding == 2);
    }
}

static const char *const encodings[3] = {"ascii", "binary_little_endian", "binary_big_endian"};

/* A value near the end of the type's range that a double holds exactly. */
static double greatest(const type_name *type) {
    if (type->is_float)
        return type->size == 4 ? (double)FLT_MAX : DBL_MAX;
    bool is_unsigned = type->name[0] == 'u';
    return ldexp(1, (int)(8 * type->size) - (is_unsigned ? 0 : 1)) - 1;
}

/* A file in any encoding, with any types and order, and odd properties around the needed ones. */
static void put_odd_file(test_bytes *bytes, test_rng *rng, int encoding, const type_name axes[3],
                         const type_name *count, const type_name *index) {
    char text[1024];
    uint32_t first = test_rng_below(rng, 3);
    static const char *const names[3] = {"x", "y", "z"};
    snprintf(text, sizeof text,
             "ply\nformat %s 1.0\nobj_info odd\nelement odd 2\nproperty list ushort double stuff\n"
             "property int one\nelement vertex 4\nproperty uchar red\nproperty %s %s\n"
             "property %s %s\nproperty list uint short extra\nproperty %s %s\nproperty double w\n"
             "element nothing 4000000000\nelement face 2\nproperty float flag\n"
             "property list %s %s vertex_index\nproperty list uchar float texcoord\n"
             "element tail 1\nproperty int tail\nend_header\n",
             encodings[encoding], axes[first].name, names[first], axes[(first + 1) % 3].name,
             names[(first + 1) % 3], axes[(first + 2) % 3].name, names[(first + 2) % 3],
             count->name, index->name);
    test_put_text(bytes, text);
    const type_name *byte = &types[1], *word = &types[4], *real = &types[7];
    put_number(bytes, &types[3], 2, encoding);
    put_number(bytes, real, 1.5, encoding);
    put_number(bytes, real, 2.5, encoding);
    put_number(bytes, word, -7, encoding);
    put_number(bytes, &types[3], 0, encoding);
    put_number(bytes, word, 8, encoding);
    for (int v = 0; v < 4; v++) {
        put_number(bytes, byte, 255, encoding);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t axis = (first + k) % 3;
            if (k == 2) {
                put_number(bytes, &types[5], v, encoding);
                for (int i = 0; i < v; i++)
                    put_number(bytes, &types[2], -i, encoding);
            }
            put_number(bytes, &axes[axis], v == 3 ? greatest(&axes[axis]) : 10 * v + (int)axis,
                       encoding);
        }
        put_number(bytes, real, -1, encoding);
    }
    static const int corners[2][4] = {{2, 1, 0, 3}, {3, 2, 1, 0}};
    for (int f = 0; f < 2; f++) {
        put_number(bytes, &types[6], 0.25, encoding);
        put_number(bytes, count, 4 - f, encoding);
        for (int i = 0; i < 4 - f; i++)
            put_number(bytes, index, corners[f][i], encoding);
        put_number(bytes, byte, 1, encoding);
        put_number(bytes, &types[6], 0.5, encoding);
    }
    put_number(bytes, word, 99, encoding);
}

static void check_odd_file(const test_bytes *bytes, int encoding, const type_name axes[3]) {
    tact_soup *soup = test_read_good(bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    bool is_single = encoding != 0 && axes[0].is_float && axes[1].is_float && axes[2].is_float &&
                     axes[0].size == 4 && axes[1].size == 4 && axes[2].size == 4;
    assert_int_equal(arrays.position_type, is_single ? TACT_NUMBER_FLOAT32 : TACT_NUMBER_FLOAT64);
    assert_int_equal(arrays.vertex_count, 4);
    for (uint32_t v = 0; v < 4; v++)
        for (int k = 0; k < 3; k++)
            test_assert_same_bits(test_coordinate(&arrays, v, k),
                                  v == 3 ? greatest(&axes[k]) : 10 * v + (uint32_t)k);
    assert_int_equal(arrays.triangle_count, 3);
    assert_triangle(&arrays, 0, 2, 1, 0);
    assert_triangle(&arrays, 1, 2, 0, 3);
    assert_triangle(&arrays, 2, 3, 2, 1);
    assert_int_equal(arrays.source_faces[0], 0);
    assert_int_equal(arrays.source_faces[1], 0);
    assert_int_equal(arrays.source_faces[2], 1);
    tact_soup_destroy(soup);
}

static void every_type_and_order(void **state) {
    (void)state;
    test_rng rng = test_rng_start("every_type_and_order");
    for (int encoding = 0; encoding < 3; encoding++) {
        for (uint32_t i = 0; i < 144; i++) {
            type_name axes[3] = {types[i % TYPE_COUNT], types[i / 2 % TYPE_COUNT],
                                 types[test_rng_below(&rng, TYPE_COUNT)]};
            if (i % 5 == 0)
                axes[1] = axes[2] = axes[0];
            test_bytes bytes = {.count = 0};
            put_odd_file(&bytes, &rng, encoding, axes, &INTEGER_TYPE(i % 12),
                         &INTEGER_TYPE(i / 12));
            check_odd_file(&bytes, encoding, axes);
            if (i % 48 != 0)
                continue;
            test_read_without_memory(&bytes, TACT_FORMAT_PLY);
            /* No element can be missing unnoticed. */
            if (encoding != 0)
                assert_int_equal(test_read_prefixes(&bytes, TACT_FORMAT_PLY), 0);
            else
                test_read_prefixes(&bytes, TACT_FORMAT_PLY);
        }
    }
}

/* A little-endian file with the usual layout, and up to four extra bytes per face. */
static test_bytes usual_file(const char *index_type, const int32_t *indices, uint32_t face_count,
                             bool has_extras) {
    char text[512];
    snprintf(text, sizeof text,
             "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\n"
             "property float y\nproperty float z\n%selement face %lu\n%s"
             "property list uchar %s vertex_indices\n%send_header\n",
             has_extras ? "property float nx\nproperty uchar red\n" : "", (unsigned long)face_count,
             has_extras ? "property short group\n" : "", index_type,
             has_extras ? "property uchar a\nproperty uchar b\n" : "");
    test_bytes bytes = {.count = 0};
    test_put_text(&bytes, text);
    for (int v = 0; v < 4; v++) {
        for (int k = 0; k < 3; k++)
            test_put_float(&bytes, (float)(v + k) / 8, false);
        test_put_integer(&bytes, -1, has_extras ? 5 : 0, false);
    }
    for (uint32_t f = 0; f < face_count; f++) {
        test_put_integer(&bytes, -1, has_extras ? 2 : 0, false);
        test_put_integer(&bytes, 3, 1, false);
        for (int k = 0; k < 3; k++)
            test_put_integer(&bytes, indices[3 * f + (uint32_t)k], 4, false);
        test_put_integer(&bytes, -1, has_extras ? 2 : 0, false);
    }
    return bytes;
}

static void the_usual_layout(void **state) {
    (void)state;
    static const int32_t indices[9] = {0, 1, 2, 3, 2, 1, 0, 0, 3};
    for (int i = 0; i < 4; i++) {
        test_bytes bytes = usual_file(i % 2 == 0 ? "int" : "uint", indices, 3, i >= 2);
        tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
        tact_mesh_arrays arrays = tact_soup_arrays(soup);
        assert_int_equal(arrays.position_type, TACT_NUMBER_FLOAT32);
        assert_null(arrays.source_faces);
        assert_int_equal(arrays.triangle_count, 3);
        for (uint32_t t = 0; t < 3; t++)
            assert_triangle(&arrays, t, (uint32_t)indices[3 * t], (uint32_t)indices[3 * t + 1],
                            (uint32_t)indices[3 * t + 2]);
        for (uint32_t v = 0; v < 4; v++)
            for (int k = 0; k < 3; k++)
                test_assert_same_bits(test_coordinate(&arrays, v, k), ((int)v + k) / 8.0);
        tact_soup_destroy(soup);
        assert_int_equal(test_read_prefixes(&bytes, TACT_FORMAT_PLY), 0);
        test_read_without_memory(&bytes, TACT_FORMAT_PLY);
        test_put_text(&bytes, "more bytes than promised are nobody's business");
        tact_soup_destroy(test_read_good(&bytes, TACT_FORMAT_PLY));
    }
}

static void vertex_numbers_are_checked(void **state) {
    (void)state;
    static const int32_t bad[] = {4, -1, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < 16; i++) {
        int32_t indices[9] = {0, 1, 2, 3, 2, 1, 0, 0, 3};
        indices[(2 * i) % 9] = bad[i % 4];
        test_bytes bytes = usual_file(i % 3 == 0 ? "int" : "uint", indices, 3, i >= 8);
        char text[64];
        snprintf(text, sizeof text, "face %zu uses vertex ", (2 * i) % 9 / 3);
        test_read_bad(&bytes, TACT_FORMAT_AUTO, text);
    }
    test_bytes bytes = text_file(TEXT_HEADER "0 0 0 1 0 0 0 1 0 0 0 1\n3 0 1 2\n\n3 0\n 1 4\n");
    tact_error error;
    tact_soup *soup;
    assert_int_equal(test_read(NULL, bytes.data, bytes.count, TACT_FORMAT_AUTO, &error, &soup),
                     TACT_INVALID_FILE);
    assert_string_equal(error.text,
                        "part:15: face 1 uses vertex 4, the file has 4 (numbered from 0)");
    assert_int_equal(error.line, 15);
    assert_int_equal(error.index, 1);
    bytes = text_file(TEXT_HEADER "0 0 0 1 0 0 0 1 0 0 0 1 3 0 1 -2 3 0 1 2");
    test_read_bad(&bytes, TACT_FORMAT_AUTO, "face 0 uses vertex -2");
}

static void faces_of_all_sizes(void **state) {
    (void)state;
    test_bytes bytes =
        text_file("ply\nformat ascii 1.0\nelement face 6\nproperty list int int vertex_indices\n"
                  "element vertex 6\nproperty int x\nproperty int y\nproperty int z\nend_header\n"
                  "3 0 1 2\n0\n2 1 2\n6 0 1 2 3 4 5\n1 4\n3.0 3 4 5e0\n"
                  "0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 5 0 0\n");
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    static const uint32_t faces[6] = {0, 3, 3, 3, 3, 5};
    assert_int_equal(arrays.triangle_count, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(arrays.source_faces[i], faces[i]);
    for (uint32_t i = 1; i < 5; i++)
        assert_triangle(&arrays, i, 0, i, i + 1);
    assert_triangle(&arrays, 5, 3, 4, 5);
    tact_soup_destroy(soup);
    test_read_without_memory(&bytes, TACT_FORMAT_PLY);
}

static void strips(void **state) {
    (void)state;
    test_bytes bytes =
        text_file("ply\nformat ascii 1.0\nelement vertex 6\nproperty char x\nproperty char y\n"
                  "property char z\nelement face 1\nproperty list uchar int vertex_indices\n"
                  "element tristrips 2\nproperty list int int vertex_indices\nend_header\n"
                  "0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 5 0 0\n4 0 1 2 3\n9 0 1 2 3 -1 -1 3 4 5\n2 0 1\n");
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    static const uint32_t faces[5] = {0, 0, 1, 2, 3};
    assert_int_equal(arrays.triangle_count, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(arrays.source_faces[i], faces[i]);
    assert_triangle(&arrays, 2, 0, 1, 2);
    assert_triangle(&arrays, 3, 2, 1, 3);
    assert_triangle(&arrays, 4, 3, 4, 5);
    tact_soup_destroy(soup);
    test_read_prefixes(&bytes, TACT_FORMAT_PLY);
    bytes.data[bytes.count - 2] = '6';
    test_read_bad(&bytes, TACT_FORMAT_PLY, "uses vertex 6");
}

static void odd_headers(void **state) {
    (void)state;
    /* CR LF, CR alone, blanks everywhere, no faces. */
    test_bytes bytes =
        text_file("ply\r\nformat ascii 1.0\r\nelement vertex 1\r\nproperty float x\r\n"
                  "property float y\r\nproperty float z\r\nend_header\r\n1 2 3\r\n");
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    assert_int_equal(tact_soup_arrays(soup).vertex_count, 1);
    assert_int_equal(tact_soup_arrays(soup).triangle_count, 0);
    tact_soup_destroy(soup);
    bytes = text_file("ply\rformat ascii 1.0\relement vertex 1\rproperty float x\r"
                      "property float y\rproperty float z\rend_header\r1 2 3\r");
    tact_soup_destroy(test_read_good(&bytes, TACT_FORMAT_AUTO));
    bytes = text_file("ply\n\n \t format \tascii\nelement vertex 1 \nproperty  float x\n"
                      "property float\ty\nproperty float z\nend_header \n1 2 3");
    tact_soup_destroy(test_read_good(&bytes, TACT_FORMAT_AUTO));
    bytes = text_file("ply\nformat binary_big_endian 1.0\nend_header\n");
    tact_soup_destroy(test_read_good(&bytes, TACT_FORMAT_AUTO));

    /* Binary data right after CR LF that begins with a byte that looks like a line end. */
    bytes = text_file("ply\r\nformat binary_little_endian 1.0\r\nelement vertex 1\r\n"
                      "property uchar x\r\nproperty uchar y\r\nproperty uchar z\r\nend_header\r\n"
                      "\n\r\n");
    soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    test_assert_same_bits(test_coordinate(&arrays, 0, 0), 10);
    test_assert_same_bits(test_coordinate(&arrays, 0, 1), 13);
    tact_soup_destroy(soup);
}

static void bad_headers(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"ply", "part:1: not a PLY file"},
        {"plyx\n", "part:1: not a PLY file"},
        {"ply\n", "the file ends within the header"},
        {"ply\nformat ascii 1.0\nelement vertex 8\nprop", "part:4: the file ends within"},
        {"ply\nend_header\n", "the header has no format line"},
        {"ply\nformat\nend_header\n", "part:2: \"\": unknown format"},
        {"ply\nformat ascii7 1.0\nend_header\n", "part:2: \"ascii7\": unknown format"},
        {"ply\nformat ascii 1.0\nelemnt vertex 8\n", "part:3: \"elemnt\": unknown word"},
        {"ply\nformat ascii 1.0\n\x01\xFF\x7F\n", "part:3: \"???\": unknown word"},
        {"ply\nformat ascii 1.0\nelement vertex\n", "\"\": not a number of elements"},
        {"ply\nformat ascii 1.0\nelement vertex -1\n", "\"-1\": not a number of elements"},
        {"ply\nformat ascii 1.0\nelement vertex 99999999999999999999\n",
         "not a number of elements"},
        {"ply\nformat ascii 1.0\nproperty float x\n", "before the first element"},
        {"ply\nformat ascii 1.0\nelement vertex 0\nproperty quad x\n", "\"quad\": unknown type"},
        {"ply\nformat ascii 1.0\nelement vertex 0\nproperty float\n", "this property has no name"},
        {"ply\nformat ascii 1.0\nelement a 0\nproperty list float int b\n",
         "\"float\": not a type for the count"},
        {"ply\nformat ascii 1.0\nelement a 0\nproperty list int b\n", "\"b\": unknown type"},
        {"ply\nformat ascii 1.0\nelement face 0\nproperty list int float vertex_index\n",
         "not a list of whole numbers"},
        {"ply\nformat ascii 1.0\nelement face 0\nproperty int vertex_index\n",
         "not a list of whole numbers"},
        {"ply\nformat ascii 1.0\nelement vertex 0\nproperty list int int x\n",
         "a coordinate cannot be a list"},
        {"ply\nformat ascii 1.0\nelement vertex 0\nelement vertex 0\n",
         "part:4: \"vertex\": this element is declared twice"},
        {"ply\nformat ascii 1.0\nelement vertex 0\nproperty int x\nproperty int x\n",
         "part:5: \"x\": this property is declared twice"},
        {"ply\nformat ascii 1.0\nelement vertex 0\nproperty int x\nproperty int z\nend_header\n",
         "part:3: this element has no property y"},
        {"ply\nformat ascii 1.0\nelement face 1\nproperty int x\nend_header\n0\n",
         "part:3: this element has no property vertex_indices"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_bytes bytes = text_file(cases[i].text);
        test_read_bad(&bytes, TACT_FORMAT_PLY, cases[i].message);
    }
}

/* Memory in use, and its peak. */
typedef struct usage {
    size_t now, most;
} usage;

static void *measuring_allocate(void *user, size_t bytes, size_t alignment) {
    assert_true(alignment <= _Alignof(max_align_t));
    usage *memory = user;
    memory->now += bytes;
    if (memory->now > memory->most)
        memory->most = memory->now;
    return malloc(bytes);
}

static void measuring_release(void *user, void *memory, size_t bytes, size_t alignment) {
    (void)alignment;
    ((usage *)user)->now -= bytes;
    free(memory);
}

/* Reading must take at most 40 times the bytes of the file, plus a constant. */
static void assert_modest(const test_bytes *bytes) {
    usage memory = {0};
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = (tact_allocator){&memory, measuring_allocate, measuring_release};
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    tact_soup *soup = NULL;
    test_read(context, bytes->data, bytes->count, TACT_FORMAT_PLY, NULL, &soup);
    if (memory.most > 40 * bytes->count + 1000)
        fail_msg("%zu bytes of memory for %zu of a file", memory.most, bytes->count);
    tact_soup_destroy(soup);
    tact_context_destroy(context);
    assert_int_equal(memory.now, 0);
}

/* Headers that announce more than the file has. */
static void lies_cost_no_memory(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "element vertex 4294967295\nproperty double x\nproperty double y\nproperty double z\n",
        "element vertex 4294967296\nproperty uchar x\nproperty uchar y\nproperty uchar z\n",
        ("element vertex 18446744073709551615\nproperty float x\nproperty float y\n"
         "property float z\n"),
        "element face 4000000000\nproperty list uchar int vertex_indices\n",
        "element tristrips 4000000000\nproperty list uint int vertex_indices\n",
        "element other 18446744073709551615\nproperty list uint int vertex_indices\n",
        "element other 4000000000\nproperty int a\n"};
    for (size_t i = 0; i < 3 * sizeof bodies / sizeof bodies[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "ply\nformat %s 1.0\n%send_header\n0 0 0\n0 0 0\n",
                 encodings[i % 3], bodies[i / 3]);
        test_bytes bytes = text_file(text);
        test_read_bad(&bytes, TACT_FORMAT_PLY, "part:3: the header promises ");
        assert_modest(&bytes);
    }
    test_bytes bytes = text_file("ply\nformat binary_little_endian 1.0\nelement face 1\n"
                                 "property list uint uint vertex_indices\nend_header\n");
    test_put_integer(&bytes, 0xFFFFFFFF, 4, false);
    test_read_bad(&bytes, TACT_FORMAT_PLY, "a list of 4294967295 items does not fit");
    bytes = text_file("ply\nformat binary_little_endian 1.0\nelement other 1\n"
                      "property list int double stuff\nend_header\n");
    test_put_integer(&bytes, -1, 4, false);
    test_read_bad(&bytes, TACT_FORMAT_PLY, "a list of -1 items does not fit");
    bytes = text_file("ply\nformat ascii 1.0\nelement face 1\n"
                      "property list uint uint vertex_indices\nend_header\n4000000000 1 2 3\n");
    test_read_bad(&bytes, TACT_FORMAT_PLY, "a list of 4000000000 items does not fit");
    assert_modest(&bytes);
    /* The most memory per byte of a file: a polygon with corners of one byte, and empty faces. */
    bytes = text_file("ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\n"
                      "property uchar y\nproperty uchar z\nelement face 1000\n"
                      "property list ushort uchar vertex_indices\nend_header\n\1\2\3");
    test_put_integer(&bytes, 5000, 2, false);
    for (int i = 0; i < 5000 + 2 * 999; i++)
        test_put_integer(&bytes, 0, 1, false);
    assert_modest(&bytes);
}

static void bad_bodies(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {TEXT_HEADER "0 0 0\n0 zero 0\n0 0 0\n0 0 0\n3 0 1 2 3 0 1 2\n",
         "part:12: \"zero\" is not a number"},
        {TEXT_HEADER "0 0 0\n0 1.5x 0\n0 0 0\n0 0 0\n3 0 1 2 3 0 1 2\n",
         "part:12: \"1.5x\" is not a number"},
        {TEXT_HEADER "0 0 0 0 0 0 0 0 0 0 0 0 3 0 1 1.5 3 0 1 2\n",
         "\"1.5\" is not a whole number"},
        {TEXT_HEADER "0 0 0 0 0 0 0 0 0 0 0 0 3 0 1 1e99 3 0 1 2\n",
         "\"1e99\" is not a whole number"},
        {TEXT_HEADER "0 0 0 0 0 0 0 0 0 0 0 0 3 0 1 99999999999999999999 3 0 1 2\n",
         "is not a whole number"},
        {TEXT_HEADER "0 0 0 0 0 0 0 0 0 0 0 0 3 0 1 nan 3 0 1 2\n",
         "\"nan\" is not a whole number"},
        {TEXT_HEADER "0 0 0 0 0 0 0 0 0 0 0 0 3 0 1 2 3 0 1 \n",
         "part:12: the file ends within face 1"},
        {TEXT_HEADER "0 0 0 0 0 0 0 0 0 0 0 0 3 0 1 2       3 0 1     \n",
         "the file ends within face 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_bytes bytes = text_file(cases[i].text);
        test_read_bad(&bytes, TACT_FORMAT_PLY, cases[i].message);
    }
    test_bytes bytes = text_file(TEXT_HEADER);
    for (int i = 0; i < 100; i++)
        test_put_integer(&bytes, 0, 1, false);
    test_read_bad(&bytes, TACT_FORMAT_PLY, "is not a number");
}

/* Foreign comments that look like ours are harmless. */
static void foreign_parts(void **state) {
    (void)state;
    test_bytes bytes = text_file(
        "ply\nformat ascii 1.0\ncomment tact part 0 1 %41%00%4g%zz%\ncomment tact part 1 1 late\n"
        "comment tact part 1 0 end\ncomment tact part 4294967295 4294967295 huge\n"
        "comment tact part 99999999999 1 x\ncomment tact part x 1 y\ncomment tact part 1\n"
        "comment tact part 0 1\ncomment\nelement vertex 1\nproperty int x\nproperty int y\n"
        "property int z\nelement face 1\nproperty list int int vertex_index\nend_header\n"
        "0 0 0 3 0 0 0\n");
    tact_soup *soup = test_read_good(&bytes, TACT_FORMAT_AUTO);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_int_equal(arrays.part_count, 3);
    assert_string_equal(arrays.parts[0].name, "A%00%4g%zz%");
    assert_string_equal(arrays.parts[1].name, "end");
    assert_int_equal(arrays.parts[1].first, 1);
    assert_int_equal(arrays.parts[1].count, 0);
    assert_string_equal(arrays.parts[2].name, "");
    tact_soup_destroy(soup);
    test_read_without_memory(&bytes, TACT_FORMAT_PLY);
    test_read_prefixes(&bytes, TACT_FORMAT_PLY);
}

/* Whatever byte is changed, reading returns a status. */
static void any_byte_may_be_wrong(void **state) {
    (void)state;
    test_rng rng = test_rng_start("any_byte_may_be_wrong");
    test_bytes files[4] = {text_file(TEXT_HEADER "0 0 0 1 0 0 0 1 0 0 0 1 3 0 1 2 4 0 1 2 3\n")};
    static const int32_t indices[6] = {0, 1, 2, 3, 2, 1};
    files[1] = usual_file("int", indices, 2, true);
    type_name axes[3] = {types[0], types[7], types[5]};
    put_odd_file(&files[2], &rng, 1, axes, &types[3], &types[4]);
    put_odd_file(&files[3], &rng, 2, axes, &types[1], &types[2]);
    uint64_t count = test_case_count(40000, 2000000), good = 0;
    for (uint64_t i = 0; i < count; i++) {
        test_bytes bytes = files[i % 4];
        for (uint32_t k = test_rng_below(&rng, 3); k < 3; k++)
            bytes.data[test_rng_below(&rng, (uint32_t)bytes.count)] =
                (unsigned char)test_rng_below(&rng, k == 1 ? 128 : 256);
        tact_soup *soup = NULL;
        tact_status status = test_read(NULL, bytes.data, bytes.count, TACT_FORMAT_PLY, NULL, &soup);
        assert_true(status == TACT_OK || status == TACT_INVALID_FILE || status == TACT_TOO_LARGE);
        good += status == TACT_OK;
        tact_soup_destroy(soup);
    }
    assert_true(good > 0 && good < count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_read_as_double),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(every_type_and_order),
        cmocka_unit_test(the_usual_layout),
        cmocka_unit_test(vertex_numbers_are_checked),
        cmocka_unit_test(faces_of_all_sizes),
        cmocka_unit_test(strips),
        cmocka_unit_test(odd_headers),
        cmocka_unit_test(bad_headers),
        cmocka_unit_test(lies_cost_no_memory),
        cmocka_unit_test(bad_bodies),
        cmocka_unit_test(foreign_parts),
        cmocka_unit_test(any_byte_may_be_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
