/* SPDX-License-Identifier: MIT */
/* What the tests of text formats share: reading from literals, writing to a file and looking at its
 * text, comparing arrays, and running out of memory at every allocation. */
#ifndef TACT_TEST_TEXT_FILES_H
#define TACT_TEST_TEXT_FILES_H

#include "support.h"

/* A file that cannot be read, and the message. */
typedef struct bad_text {
    const char *text;
    const char *message;
    uint64_t line;
} bad_text;

/* Reads a literal under the name "part.x", which must succeed. */
tact_soup *read_text(tact_format format, const char *text);
tact_soup *read_bytes(tact_format format, const char *text, size_t bytes);

/* Reading must fail with TACT_INVALID_FILE, this message and this line. */
void assert_bad_text(tact_format format, const bad_text *bad);
void assert_bad_bytes(tact_format format, const char *text, size_t bytes, const char *message,
                      uint64_t line);

/* The text that arrays are written as; free() it. */
char *text_of(tact_format format, const tact_mesh_arrays *arrays);

/* Vertices bit for bit, triangles, source faces and, where asked for, parts. */
void assert_same_arrays(const tact_mesh_arrays *a, const tact_mesh_arrays *b, bool with_parts);

/* Writes the arrays, reads them again, compares. */
void assert_round_trip(tact_format format, const tact_mesh_arrays *arrays, bool with_parts);

/* Every corner of the triangles in order, and the source faces, against lists that end with -1. */
void assert_corners(const tact_soup *soup, const int *expected);
void assert_faces(const tact_soup *soup, const int *expected);

/* Fails the n-th allocation for every n. */
void assert_survives_no_memory(tact_format format, const char *text);

/* The most memory that reading holds at a time, whether it succeeds or not. */
uint64_t peak_bytes_of_reading(tact_format format, const char *text, size_t bytes,
                               tact_status *status);

/* The text repeated count times between a head and a tail; free() it. */
char *repeated(const char *head, const char *text, size_t count, const char *tail);

#endif
