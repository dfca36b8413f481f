/* SPDX-License-Identifier: MIT */
/* Writes JSON (RFC 8259) without storing it. The writer adds commas and line breaks. It remembers
 * misuse (a value in place of a key, an end without a beginning), which json_finish() reports. */
#ifndef TACT_CLI_JSON_H
#define TACT_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_MAX_DEPTH 32

typedef struct json_writer {
    FILE *stream; /* NULL: nothing is written */
    uint32_t depth;
    bool misused;
    bool after_key;
    bool done; /* the top value is complete */
    struct {
        bool is_object;
        bool on_one_line;
        bool has_members;
    } level[JSON_MAX_DEPTH];
} json_writer;

json_writer json_start(FILE *stream);
/* Ends the text with a line break. False if the nesting or the order of calls was wrong. */
bool json_finish(json_writer *json);

void json_begin_object(json_writer *json);
/* An object on one line, with everything in it; ends with json_end_object(). */
void json_begin_line(json_writer *json);
void json_end_object(json_writer *json);
void json_begin_array(json_writer *json);
/* An array on one line, such as a point; ends with json_end_array(). */
void json_begin_row(json_writer *json);
void json_end_array(json_writer *json);

/* The name of the next value; needed inside an object, wrong elsewhere. */
void json_key(json_writer *json, const char *name);

/* A string; bytes that are not UTF-8 become U+FFFD. NULL becomes null. */
void json_text(json_writer *json, const char *text);
/* A number that reads back as the same double; null if it is not finite. */
void json_number(json_writer *json, double value);
void json_count(json_writer *json, uint64_t value);
void json_whole(json_writer *json, int64_t value);
void json_bool(json_writer *json, bool value);
void json_nothing(json_writer *json);

/* A key and its value. */
void json_add_text(json_writer *json, const char *name, const char *text);
void json_add_number(json_writer *json, const char *name, double value);
void json_add_count(json_writer *json, const char *name, uint64_t value);
void json_add_integer(json_writer *json, const char *name, int64_t value);
void json_add_bool(json_writer *json, const char *name, bool value);
void json_add_null(json_writer *json, const char *name);
/* The count if it is known, otherwise null. */
void json_add_count_if(json_writer *json, const char *name, bool is_known, uint64_t value);

#endif
