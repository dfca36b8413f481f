/* SPDX-License-Identifier: MIT */
/* What the tests of text formats share: reading literals, writing to text, comparison of arrays,
 * large and truncated files, failing allocations, and random meshes. */
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
void assert_bad_texts(tact_format format, const bad_text *cases, size_t count);
void assert_bad_bytes(tact_format format, const char *text, size_t bytes, const char *message,
                      uint64_t line);

/* The text of written arrays; free() it. */
char *text_of(tact_format format, const tact_mesh_arrays *arrays);

/* Compares vertices bit for bit, triangles, source faces and, with_parts, parts. */
void assert_same_arrays(const tact_mesh_arrays *a, const tact_mesh_arrays *b, bool with_parts);

/* Writes the arrays, reads them back and compares them. */
void assert_round_trip(tact_format format, const tact_mesh_arrays *arrays, bool with_parts);

/* Compare the corners of all triangles, and the source faces, with lists that end with -1. */
void assert_corners(const tact_soup *soup, const int *expected);
void assert_faces(const tact_soup *soup, const int *expected);

/* Reads with the n-th allocation failing, for every n. */
void assert_survives_no_memory(tact_format format, const char *text);

/* Reads every prefix of a text. Each must succeed, or fail with TACT_INVALID_FILE and a line. If
 * needs_all, only the whole text may succeed. */
void assert_prefixes_end_well(tact_format format, const char *text, bool needs_all);

/* A large file, and the status that reading it must return. */
typedef struct hostile_text {
    char *text; /* from repeated() */
    tact_status status;
} hostile_text;

/* Reads files and frees their texts. Memory must stay below a multiple of the file. */
void assert_modest_memory(tact_format format, const hostile_text *cases, size_t count);

/* The text repeated count times between a head and a tail; free() it. */
char *repeated(const char *head, const char *text, size_t count, const char *tail);

/* Random vertices, and the fans of random polygons over them. */
typedef struct random_mesh {
    double positions[3 * 300];
    uint32_t indices[3 * 300 * 6], faces[300 * 6];
    uint32_t vertex_count, triangle_count;
} random_mesh;

void random_mesh_start(random_mesh *mesh, test_rng *rng, uint32_t vertex_count);
/* Adds face number face, a polygon of 3 to 8 corners. A mesh has at most 300 faces. */
void random_mesh_add_face(random_mesh *mesh, test_rng *rng, uint32_t face, uint32_t corners);
tact_mesh_arrays random_mesh_arrays(const random_mesh *mesh);

#endif
