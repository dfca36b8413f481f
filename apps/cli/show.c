/* SPDX-License-Identifier: MIT */
/* Values of the library as text; see show.h. */
#include "show.h"

#include <stdio.h>
#include <string.h>

#include "number.h"

const char *show_number(double value, char line[SHOW_LINE_SIZE]) {
    return number_write(value, line);
}

const char *show_point(tact_vec3 point, char line[SHOW_LINE_SIZE]) {
    char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], z[NUMBER_TEXT_SIZE];
    snprintf(line, SHOW_LINE_SIZE, "(%s, %s, %s)", number_write(point.x, x),
             number_write(point.y, y), number_write(point.z, z));
    return line;
}

const char *show_overlap_point(const tact_overlap_point *point, int width,
                               char line[SHOW_LINE_SIZE]) {
    char position[SHOW_LINE_SIZE];
    show_point(point->position, position);
    snprintf(line, SHOW_LINE_SIZE, "%-*.100s  %s of A, %s of B", width, position,
             tact_feature_name(point->a), tact_feature_name(point->b));
    return line;
}

int show_overlap_width(const tact_overlap *overlap) {
    char line[SHOW_LINE_SIZE];
    size_t width = 0;
    for (uint32_t i = 0; i < overlap->point_count; i++) {
        size_t length = strlen(show_point(overlap->points[i].position, line));
        width = length > width ? length : width;
    }
    return (int)width;
}

void show_begin_answer(json_writer *json, uint64_t line) {
    if (line == 0) {
        json_begin_object(json);
        return;
    }
    json_begin_line(json);
    json_add_count(json, "line", line);
}

void show_write_point(json_writer *json, tact_vec3 point) {
    json_begin_row(json);
    json_number(json, point.x);
    json_number(json, point.y);
    json_number(json, point.z);
    json_end_array(json);
}

void show_add_point(json_writer *json, const char *name, tact_vec3 point) {
    json_key(json, name);
    show_write_point(json, point);
}

void show_add_point_if(json_writer *json, const char *name, bool is_known, tact_vec3 point) {
    if (is_known)
        show_add_point(json, name, point);
    else
        json_add_null(json, name);
}

void show_write_overlap_points(json_writer *json, const tact_overlap *overlap) {
    json_begin_array(json);
    for (uint32_t i = 0; i < overlap->point_count; i++) {
        json_begin_object(json);
        show_add_point(json, "position", overlap->points[i].position);
        json_add_text(json, "feature_a", tact_feature_name(overlap->points[i].a));
        json_add_text(json, "feature_b", tact_feature_name(overlap->points[i].b));
        json_end_object(json);
    }
    json_end_array(json);
}
