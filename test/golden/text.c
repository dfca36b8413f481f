/* SPDX-License-Identifier: MIT */
/* Lines of blank-separated fields, and numbers in them: decimal or hexadecimal doubles, counts and
 * hashes. A line may be of any length. */
#define _POSIX_C_SOURCE 200809L
#include "golden.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *golden_join(const char *root, const char *path) {
    size_t size = strlen(root) + strlen(path) + 2;
    char *joined = golden_allocate(size, 1);
    snprintf(joined, size, "%s/%s", root, path);
    return joined;
}

bool golden_lines_open(golden_lines *lines, const char *root, const char *path) {
    *lines = (golden_lines){0};
    char *full = golden_join(root, path);
    lines->file = fopen(full, "r");
    free(full);
    return lines->file != NULL;
}

void golden_lines_close(golden_lines *lines) {
    if (lines->file != NULL)
        fclose(lines->file);
    free(lines->text);
    free(lines->fields);
    *lines = (golden_lines){0};
}

static void add_field(golden_lines *lines, char *start) {
    if (lines->field_count == lines->field_capacity) {
        size_t capacity = lines->field_capacity == 0 ? 64 : 2 * lines->field_capacity;
        char **grown = golden_allocate(capacity, sizeof *grown);
        if (lines->field_count > 0)
            memcpy(grown, lines->fields, lines->field_count * sizeof *grown);
        free(lines->fields);
        lines->fields = grown;
        lines->field_capacity = capacity;
    }
    lines->fields[lines->field_count++] = start;
}

static void split_line(golden_lines *lines) {
    lines->field_count = 0;
    for (char *c = lines->text; *c != '\0';) {
        if (isspace((unsigned char)*c)) {
            *c++ = '\0';
            continue;
        }
        add_field(lines, c);
        while (*c != '\0' && !isspace((unsigned char)*c))
            c++;
    }
}

bool golden_lines_next(golden_lines *lines) {
    while (getline(&lines->text, &lines->capacity, lines->file) >= 0) {
        lines->number++;
        split_line(lines);
        if (lines->field_count > 0 && lines->fields[0][0] != '#')
            return true;
    }
    lines->field_count = 0;
    return false;
}

golden_cursor golden_cursor_at(const golden_lines *lines, size_t field) {
    return (golden_cursor){lines, field, false};
}

const char *golden_read_word(golden_cursor *cursor) {
    if (cursor->failed || cursor->next >= cursor->lines->field_count) {
        cursor->failed = true;
        return "";
    }
    return cursor->lines->fields[cursor->next++];
}

double golden_read_double(golden_cursor *cursor) {
    const char *word = golden_read_word(cursor);
    char *end;
    double value = strtod(word, &end);
    if (end == word || *end != '\0') {
        cursor->failed = true;
        return 0;
    }
    return value;
}

static uint64_t read_unsigned(golden_cursor *cursor, int base) {
    const char *word = golden_read_word(cursor);
    char *end;
    errno = 0;
    unsigned long long value = strtoull(word, &end, base);
    if (!isxdigit((unsigned char)word[0]) || *end != '\0' || errno != 0) {
        cursor->failed = true;
        return 0;
    }
    return value;
}

uint64_t golden_read_count(golden_cursor *cursor) {
    return read_unsigned(cursor, 10);
}

uint64_t golden_read_hash(golden_cursor *cursor) {
    return read_unsigned(cursor, 16);
}

tact_vec3 golden_read_vec3(golden_cursor *cursor) {
    tact_vec3 v;
    v.x = golden_read_double(cursor);
    v.y = golden_read_double(cursor);
    v.z = golden_read_double(cursor);
    return v;
}

tact_pose golden_read_pose(golden_cursor *cursor) {
    tact_pose pose;
    for (int i = 0; i < 12; i++)
        pose.m[i] = golden_read_double(cursor);
    return pose;
}
