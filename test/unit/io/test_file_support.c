/* SPDX-License-Identifier: MIT */
/* What the tests of readers and writers share. */
#define _POSIX_C_SOURCE 200809L
#include "test_file_support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void test_put_text(test_bytes *bytes, const char *text) {
    size_t length = strlen(text);
    assert_true(length <= sizeof bytes->data - bytes->count);
    memcpy(bytes->data + bytes->count, text, length);
    bytes->count += length;
}

void test_put_integer(test_bytes *bytes, int64_t value, size_t size, bool is_big_endian) {
    assert_true(size <= sizeof bytes->data - bytes->count);
    for (size_t i = 0; i < size; i++) {
        size_t shift = 8 * (is_big_endian ? size - 1 - i : i);
        bytes->data[bytes->count++] = (unsigned char)((uint64_t)value >> shift);
    }
}

void test_put_float(test_bytes *bytes, float value, bool is_big_endian) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    test_put_integer(bytes, (int64_t)bits, 4, is_big_endian);
}

void test_put_double(test_bytes *bytes, double value, bool is_big_endian) {
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    test_put_integer(bytes, bits, 8, is_big_endian);
}

tact_status test_read(const tact_context *context, const void *data, size_t count,
                      tact_format format, tact_error *error, tact_soup **out) {
    unsigned char *copy = malloc(count > 0 ? count : 1);
    assert_non_null(copy);
    memcpy(copy, data, count);
    tact_status status = tact_read_memory(context, copy, count, format, "part", error, out);
    free(copy);
    return status;
}

tact_soup *test_read_good(const test_bytes *bytes, tact_format format) {
    tact_error error = {.text = "no message"};
    tact_soup *soup = NULL;
    if (test_read(NULL, bytes->data, bytes->count, format, &error, &soup) != TACT_OK)
        fail_msg("%s", error.text);
    return soup;
}

void test_read_bad(const test_bytes *bytes, tact_format format, const char *text) {
    tact_error error = {0};
    tact_soup *untouched = (tact_soup *)bytes, *soup = untouched;
    tact_status status = test_read(NULL, bytes->data, bytes->count, format, &error, &soup);
    if (status != TACT_INVALID_FILE || strstr(error.text, text) == NULL)
        fail_msg("%s \"%s\" instead of \"%s\"", tact_status_name(status), error.text, text);
    assert_int_equal(error.status, status);
    assert_memory_equal(error.text, "part", 4);
    assert_ptr_equal(soup, untouched);
    /* The message is optional. */
    assert_int_equal(test_read(NULL, bytes->data, bytes->count, format, NULL, &soup), status);
}

size_t test_read_prefixes(const test_bytes *bytes, tact_format format) {
    size_t good = 0;
    for (size_t count = 0; count < bytes->count; count++) {
        tact_error error = {0};
        tact_soup *soup = NULL;
        tact_status status = test_read(NULL, bytes->data, count, format, &error, &soup);
        if (status == TACT_OK) {
            good++;
        } else {
            assert_int_equal(status, TACT_INVALID_FILE);
            assert_true(error.text[0] != '\0');
            assert_null(soup);
        }
        tact_soup_destroy(soup);
    }
    return good;
}

void test_read_without_memory(const test_bytes *bytes, tact_format format) {
    test_allocator counter;
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(&counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    uint64_t live = counter.live;
    for (uint64_t n = 1;; n++) {
        tact_error error = {0};
        tact_soup *soup = NULL;
        counter.calls = 0;
        counter.fail_at = n;
        tact_status status = test_read(context, bytes->data, bytes->count, format, &error, &soup);
        if (status == TACT_OK) {
            assert_true(counter.calls < n && n > 1);
            tact_soup_destroy(soup);
            assert_int_equal(counter.live, live);
            break;
        }
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
        assert_int_equal(error.status, TACT_OUT_OF_MEMORY);
        assert_null(soup);
        assert_int_equal(counter.live, live);
    }
    tact_context_destroy(context);
}

uint32_t test_corner(const tact_mesh_arrays *arrays, uint32_t triangle, int corner) {
    if (arrays->indices == NULL)
        return 3 * triangle + (uint32_t)corner;
    assert_int_equal(arrays->index_stride, 0);
    return arrays->indices[3 * (size_t)triangle + (size_t)corner];
}

double test_coordinate(const tact_mesh_arrays *arrays, uint32_t vertex, int axis) {
    assert_int_equal(arrays->position_stride, 0);
    size_t i = 3 * (size_t)vertex + (size_t)axis;
    return arrays->position_type == TACT_NUMBER_FLOAT32
               ? (double)((const float *)arrays->positions)[i]
               : ((const double *)arrays->positions)[i];
}

void test_assert_same_arrays(const tact_mesh_arrays *actual, const tact_mesh_arrays *expected,
                             bool with_parts) {
    assert_int_equal(actual->vertex_count, expected->vertex_count);
    assert_int_equal(actual->triangle_count, expected->triangle_count);
    for (uint32_t i = 0; i < expected->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            test_assert_same_bits(test_coordinate(actual, i, k), test_coordinate(expected, i, k));
    for (uint32_t i = 0; i < expected->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            assert_int_equal(test_corner(actual, i, k), test_corner(expected, i, k));
    if (!with_parts)
        return;
    assert_int_equal(actual->part_count, expected->part_count);
    for (uint32_t i = 0; i < expected->part_count; i++) {
        const tact_mesh_part *part = &expected->parts[i];
        assert_int_equal(actual->parts[i].first, part->first);
        assert_int_equal(actual->parts[i].count, part->count);
        assert_string_equal(actual->parts[i].name, part->name != NULL ? part->name : "");
    }
}

/* ---- Files --------------------------------------------------------------------------------- */

static char folder[256];

static void remove_folder(void) {
    DIR *directory = opendir(folder);
    if (directory == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        remove(path);
    }
    closedir(directory);
    rmdir(folder);
}

const char *test_path(const char *name) {
    static char paths[16][1024];
    static int next;
    if (folder[0] == '\0') {
        const char *place = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/tact-test-XXXXXX", place != NULL ? place : "/tmp");
        assert_non_null(mkdtemp(folder));
        atexit(remove_folder);
    }
    char *path = paths[next++ % 16];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

void test_write_whole(const char *path, const void *data, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

test_bytes test_read_whole(const char *path) {
    test_bytes bytes = {.count = SIZE_MAX};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return bytes;
    bytes.count = fread(bytes.data, 1, sizeof bytes.data, file);
    assert_true(bytes.count < sizeof bytes.data);
    fclose(file);
    return bytes;
}

size_t test_folder_count(const char *path) {
    DIR *directory = opendir(path);
    assert_non_null(directory);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    return count;
}

/* ---- A mesh -------------------------------------------------------------------------------- */

test_grid test_grid_make(test_rng *rng, uint32_t cells) {
    uint32_t side = cells + 1, vertex_count = side * side, triangle_count = 2 * cells * cells;
    test_grid grid = {
        .positions = malloc(vertex_count * 3 * sizeof(double)),
        .indices = malloc(triangle_count * 3 * sizeof(uint32_t)),
        .faces = malloc(triangle_count * sizeof(uint32_t)),
        .parts = {{"first half", 0, triangle_count / 2},
                  {"", triangle_count / 2, 0},
                  {" 100%41 \n\t\x7F\xC3\xA9 ", triangle_count / 2, triangle_count / 2}},
    };
    assert_true(grid.positions != NULL && grid.indices != NULL && grid.faces != NULL);
    for (size_t i = 0; i < (size_t)vertex_count * 3; i++)
        grid.positions[i] = test_rng_between(rng, -10, 10);
    for (uint32_t i = 0; i < cells * cells; i++) {
        uint32_t a = i / cells * side + i % cells;
        uint32_t corners[6] = {a, a + 1, a + side + 1, a, a + side + 1, a + side};
        memcpy(grid.indices + 6 * (size_t)i, corners, sizeof corners);
        grid.faces[2 * i] = grid.faces[2 * i + 1] = i;
    }
    grid.arrays = (tact_mesh_arrays){.positions = grid.positions,
                                     .vertex_count = vertex_count,
                                     .indices = grid.indices,
                                     .triangle_count = triangle_count,
                                     .source_faces = grid.faces};
    return grid;
}

void test_grid_free(test_grid *grid) {
    free(grid->positions);
    free(grid->indices);
    free(grid->faces);
}
