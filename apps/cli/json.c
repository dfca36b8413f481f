/* SPDX-License-Identifier: MIT */
/* The JSON writer; see json.h. */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "clean.h"
#include "number.h"

static void put(json_writer *json, const char *text) {
    if (json->stream != NULL)
        fputs(text, json->stream);
}

static void put_line_end(json_writer *json) {
    put(json, "\n");
    for (uint32_t i = 0; i < json->depth; i++)
        put(json, "  ");
}

json_writer json_start(FILE *stream) {
    return (json_writer){.stream = stream};
}

bool json_finish(json_writer *json) {
    put(json, "\n");
    return !json->misused && json->done && json->depth == 0;
}

/* Writes what comes before a member of the current array or object. */
static void separate(json_writer *json) {
    uint32_t top = json->depth - 1;
    if (json->level[top].has_members)
        put(json, json->level[top].on_one_line ? ", " : ",");
    json->level[top].has_members = true;
    if (!json->level[top].on_one_line)
        put_line_end(json);
}

/* Prepares for a value; false if no value is allowed here. */
static bool open_value(json_writer *json) {
    bool in_object = json->depth > 0 && json->level[json->depth - 1].is_object;
    if (json->misused || json->done || in_object != json->after_key) {
        json->misused = true;
        return false;
    }
    if (json->depth > 0 && !in_object)
        separate(json);
    json->after_key = false;
    return true;
}

static void close_value(json_writer *json) {
    if (json->depth == 0)
        json->done = true;
}

static void put_value(json_writer *json, const char *text) {
    if (open_value(json)) {
        put(json, text);
        close_value(json);
    }
}

static void begin(json_writer *json, bool is_object, bool on_one_line) {
    if (!open_value(json))
        return;
    if (json->depth == JSON_MAX_DEPTH) {
        json->misused = true;
        return;
    }
    if (json->depth > 0 && json->level[json->depth - 1].on_one_line)
        on_one_line = true;
    json->level[json->depth].is_object = is_object;
    json->level[json->depth].on_one_line = on_one_line;
    json->level[json->depth].has_members = false;
    json->depth++;
    put(json, is_object ? "{" : "[");
}

static void end(json_writer *json, bool is_object) {
    if (json->misused || json->depth == 0 || json->after_key ||
        json->level[json->depth - 1].is_object != is_object) {
        json->misused = true;
        return;
    }
    json->depth--;
    if (json->level[json->depth].has_members && !json->level[json->depth].on_one_line)
        put_line_end(json);
    put(json, is_object ? "}" : "]");
    close_value(json);
}

void json_begin_object(json_writer *json) {
    begin(json, true, false);
}

void json_begin_line(json_writer *json) {
    begin(json, true, true);
}

void json_end_object(json_writer *json) {
    end(json, true);
}

void json_begin_array(json_writer *json) {
    begin(json, false, false);
}

void json_begin_row(json_writer *json) {
    begin(json, false, true);
}

void json_end_array(json_writer *json) {
    end(json, false);
}

/* Writes the character at text, escaped if necessary. Returns its length. */
static size_t put_character(json_writer *json, const char *text) {
    static const char plain[] = "\"\\\b\f\n\r\t";
    static const char escaped[] = "\"\\bfnrt";
    char buffer[8] = {0};
    size_t length = clean_utf8_length(text);
    unsigned lead = (unsigned char)text[0], second = (unsigned char)text[1];
    const char *special = strchr(plain, text[0]);
    if (special != NULL) {
        buffer[0] = '\\';
        buffer[1] = escaped[special - plain];
    } else if (length == 0) {
        put(json, "\\ufffd");
        return 1;
    } else if (length == 1 && (lead < 0x20 || lead == 0x7f)) {
        snprintf(buffer, sizeof buffer, "\\u%04x", lead);
    } else if (lead == 0xc2 && second < 0xa0) { /* U+0080 to U+009F: control characters */
        snprintf(buffer, sizeof buffer, "\\u%04x", second);
    } else {
        memcpy(buffer, text, length);
    }
    put(json, buffer);
    return length;
}

static void put_string(json_writer *json, const char *text) {
    put(json, "\"");
    while (*text != '\0')
        text += put_character(json, text);
    put(json, "\"");
}

void json_key(json_writer *json, const char *name) {
    if (json->misused || json->depth == 0 || json->after_key ||
        !json->level[json->depth - 1].is_object) {
        json->misused = true;
        return;
    }
    separate(json);
    put_string(json, name);
    put(json, ": ");
    json->after_key = true;
}

void json_text(json_writer *json, const char *text) {
    if (text == NULL) {
        json_nothing(json);
    } else if (open_value(json)) {
        put_string(json, text);
        close_value(json);
    }
}

void json_number(json_writer *json, double value) {
    char text[NUMBER_TEXT_SIZE];
    put_value(json, isfinite(value) ? number_write(value, text) : "null");
}

void json_count(json_writer *json, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    put_value(json, text);
}

void json_whole(json_writer *json, int64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    put_value(json, text);
}

void json_bool(json_writer *json, bool value) {
    put_value(json, value ? "true" : "false");
}

void json_nothing(json_writer *json) {
    put_value(json, "null");
}

void json_add_text(json_writer *json, const char *name, const char *text) {
    json_key(json, name);
    json_text(json, text);
}

void json_add_number(json_writer *json, const char *name, double value) {
    json_key(json, name);
    json_number(json, value);
}

void json_add_count(json_writer *json, const char *name, uint64_t value) {
    json_key(json, name);
    json_count(json, value);
}

void json_add_integer(json_writer *json, const char *name, int64_t value) {
    json_key(json, name);
    json_whole(json, value);
}

void json_add_bool(json_writer *json, const char *name, bool value) {
    json_key(json, name);
    json_bool(json, value);
}

void json_add_null(json_writer *json, const char *name) {
    json_key(json, name);
    json_nothing(json);
}

void json_add_count_if(json_writer *json, const char *name, bool is_known, uint64_t value) {
    if (is_known)
        json_add_count(json, name, value);
    else
        json_add_null(json, name);
}
