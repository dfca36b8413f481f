/* SPDX-License-Identifier: MIT */
/* What the tests of readers and writers share: files made byte by byte, reads that must succeed or
 * fail with a message, every prefix of a file, failing allocations, and comparison of arrays. */
#ifndef TACT_TEST_FILE_SUPPORT_H
#define TACT_TEST_FILE_SUPPORT_H

#include "support.h"

/* A file under construction. */
typedef struct test_bytes {
    unsigned char data[8192];
    size_t count;
} test_bytes;

void test_put_text(test_bytes *bytes, const char *text);
/* Integers of 1, 2, 4 or 8 bytes, and floats, in either byte order. */
void test_put_integer(test_bytes *bytes, int64_t value, size_t size, bool is_big_endian);
void test_put_float(test_bytes *bytes, float value, bool is_big_endian);
void test_put_double(test_bytes *bytes, double value, bool is_big_endian);

/* Reads from memory that ends with the last byte, so that a sanitizer detects reading further. */
tact_status test_read(const tact_context *context, const void *data, size_t count,
                      tact_format format, tact_error *error, tact_soup **out);
/* Fails the test with the message if the file cannot be read. */
tact_soup *test_read_good(const test_bytes *bytes, tact_format format);
/* The file must be refused as invalid, with a message that contains this text. */
void test_read_bad(const test_bytes *bytes, tact_format format, const char *text);
/* Every prefix of the file must be read or refused. Returns how many were read. */
size_t test_read_prefixes(const test_bytes *bytes, tact_format format);
/* With the first, second, ... allocation failing, reading must return TACT_OUT_OF_MEMORY, leak
 * nothing and leave the output unchanged. */
void test_read_without_memory(const test_bytes *bytes, tact_format format);

/* Corner and vertex of arrays of any layout. */
uint32_t test_corner(const tact_mesh_arrays *arrays, uint32_t triangle, int corner);
double test_coordinate(const tact_mesh_arrays *arrays, uint32_t vertex, int axis);
/* The same vertices bit for bit, the same triangles, and (with_parts) the same parts. */
void test_assert_same_arrays(const tact_mesh_arrays *actual, const tact_mesh_arrays *expected,
                             bool with_parts);

/* The path of a file in the test's own folder, valid for the next 16 calls. The folder is made at
 * first use and removed at exit, with its files. */
const char *test_path(const char *name);
void test_write_whole(const char *path, const void *data, size_t count);
/* The contents of a small file; count is SIZE_MAX if it does not exist. */
test_bytes test_read_whole(const char *path);
/* How many names a folder contains, except . and .. */
size_t test_folder_count(const char *path);

/* A grid of squares, which are its source faces. To use the parts, set arrays.parts and
 * arrays.part_count. Free with test_grid_free. */
typedef struct test_grid {
    double *positions;
    uint32_t *indices;
    uint32_t *faces;
    tact_mesh_part parts[3];
    tact_mesh_arrays arrays;
} test_grid;
test_grid test_grid_make(test_rng *rng, uint32_t cells);
void test_grid_free(test_grid *grid);

#endif
