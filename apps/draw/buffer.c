/* SPDX-License-Identifier: MIT */
/* Bytes that grow; see buffer.h. */
#include "buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t *draw_buffer_extend(draw_buffer *to, size_t bytes) {
    if (to->failed || bytes > SIZE_MAX / 4 - to->bytes) {
        to->failed = true;
        return NULL;
    }
    if (to->bytes + bytes > to->capacity || to->data == NULL) {
        size_t capacity =
            2 * to->capacity > to->bytes + bytes ? 2 * to->capacity : to->bytes + bytes + 64;
        uint8_t *larger = realloc(to->data, capacity);
        if (larger == NULL) {
            to->failed = true;
            return NULL;
        }
        to->data = larger;
        to->capacity = capacity;
    }
    to->bytes += bytes;
    return to->data + to->bytes - bytes;
}

void draw_buffer_bytes(draw_buffer *to, const void *data, size_t bytes) {
    uint8_t *at = draw_buffer_extend(to, bytes);
    if (at != NULL && bytes > 0)
        memcpy(at, data, bytes);
}

void draw_buffer_text(draw_buffer *to, const char *text) {
    draw_buffer_bytes(to, text, strlen(text));
}

void draw_buffer_format(draw_buffer *to, const char *format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    draw_buffer_text(to, text);
}

void draw_buffer_doubles(draw_buffer *to, const double *values, size_t count) {
    uint8_t *planes = draw_buffer_extend(to, count * 8);
    for (size_t i = 0; planes != NULL && i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], 8);
        for (size_t k = 0; k < 8; k++)
            planes[k * count + i] = (uint8_t)(bits >> (8 * k));
    }
}

void draw_buffer_steps(draw_buffer *to, const uint32_t *values, size_t count) {
    uint8_t *planes = draw_buffer_extend(to, count * 4);
    uint32_t last = 0;
    for (size_t i = 0; planes != NULL && i < count; i++) {
        uint32_t step = values[i] - last;
        uint32_t word = step << 1 ^ (0u - (step >> 31));
        for (size_t k = 0; k < 4; k++)
            planes[k * count + i] = (uint8_t)(word >> (8 * k));
        last = values[i];
    }
}

/* The bytes of the UTF-8 character at text; 0 if there is none (RFC 3629). */
static size_t utf8_length(const uint8_t *text) {
    size_t length = text[0] < 0x80   ? 1
                    : text[0] < 0xc2 ? 0
                    : text[0] < 0xe0 ? 2
                    : text[0] < 0xf0 ? 3
                    : text[0] < 0xf5 ? 4
                                     : 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    bool is_wrong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
                    (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f);
    return length > 1 && is_wrong ? 0 : length;
}

void draw_buffer_string(draw_buffer *to, const char *text) {
    if (text == NULL) {
        draw_buffer_text(to, "null");
        return;
    }
    draw_buffer_text(to, "\"");
    for (const uint8_t *at = (const uint8_t *)text; *at != 0;) {
        size_t length = utf8_length(at);
        if (length == 0)
            draw_buffer_text(to, "\\ufffd");
        else if (*at < 0x20 || *at == '"' || *at == '\\' || *at == '<' || *at == 0x7f)
            draw_buffer_format(to, "\\u%04x", *at);
        else
            draw_buffer_bytes(to, at, length);
        at += length == 0 ? 1 : length;
    }
    draw_buffer_text(to, "\"");
}

void draw_buffer_xml(draw_buffer *to, const char *text) {
    for (const uint8_t *at = (const uint8_t *)text; *at != 0;) {
        size_t length = utf8_length(at);
        if (length == 0 || *at < 0x20)
            draw_buffer_text(to, "&#xfffd;");
        else if (*at == '<' || *at == '>' || *at == '&')
            draw_buffer_text(to, *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : "&amp;");
        else
            draw_buffer_bytes(to, at, length);
        at += length == 0 ? 1 : length;
    }
}

void draw_buffer_number(draw_buffer *to, double value) {
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    char *comma = strchr(text, ',');
    if (comma != NULL)
        *comma = '.';
    draw_buffer_text(to, text);
}
