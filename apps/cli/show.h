/* SPDX-License-Identifier: MIT */
/* Values of the library as text (each function fills the line and returns it) and as JSON. */
#ifndef TACT_CLI_SHOW_H
#define TACT_CLI_SHOW_H

#include <tact/tact.h>

#include "json.h"

#define SHOW_LINE_SIZE 256

/* With enough digits to read back as the same double. */
const char *show_number(double value, char line[SHOW_LINE_SIZE]);
/* "(x, y, z)", with the same digits. */
const char *show_point(tact_vec3 point, char line[SHOW_LINE_SIZE]);
/* "(x, y, z)  face of A, edge 0 of B"; the position is padded to width. */
const char *show_overlap_point(const tact_overlap_point *point, int width,
                               char line[SHOW_LINE_SIZE]);
/* The width of the longest position of an overlap. */
int show_overlap_width(const tact_overlap *overlap);

/* Begins the object of an answer. An answer to a line of a file is on one line, with its number. */
void show_begin_answer(json_writer *json, uint64_t line);
/* Writes [x, y, z]. */
void show_write_point(json_writer *json, tact_vec3 point);
/* The same with a key, and null if it is not known. */
void show_add_point(json_writer *json, const char *name, tact_vec3 point);
void show_add_point_if(json_writer *json, const char *name, bool is_known, tact_vec3 point);
/* Writes an array of the corners, each with position, feature_a and feature_b. */
void show_write_overlap_points(json_writer *json, const tact_overlap *overlap);

#endif
