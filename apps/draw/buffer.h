/* SPDX-License-Identifier: MIT */
/* Bytes that grow. After a failure nothing is added any more; failed is asked once at the end. */
#ifndef TACT_DRAW_BUFFER_H
#define TACT_DRAW_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero is an empty buffer; data is to be freed. */
typedef struct draw_buffer {
    uint8_t *data;
    size_t bytes, capacity;
    bool failed; /* there was no memory */
} draw_buffer;

/* Adds bytes that the caller sets at once; NULL if there is no memory. */
uint8_t *draw_buffer_extend(draw_buffer *to, size_t bytes);
void draw_buffer_bytes(draw_buffer *to, const void *data, size_t bytes);
void draw_buffer_text(draw_buffer *to, const char *text);
/* At most 500 characters; for numbers only. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void draw_buffer_format(draw_buffer *to, const char *format, ...);
/* Numbers as planes, which are packed well: all first bytes, then all second bytes, and so on. */
void draw_buffer_doubles(draw_buffer *to, const double *values, size_t count);
/* The differences between successive numbers, the sign in the lowest bit. */
void draw_buffer_steps(draw_buffer *to, const uint32_t *values, size_t count);
/* A finite number that reads back as the same double, with a point in every locale. */
void draw_buffer_number(draw_buffer *to, double value);
/* Text of XML. Control characters and bytes that are not UTF-8 become U+FFFD. */
void draw_buffer_xml(draw_buffer *to, const char *text);
/* A string of JSON, or null. Bytes that are not UTF-8 become U+FFFD. */
void draw_buffer_string(draw_buffer *to, const char *text);

#endif
