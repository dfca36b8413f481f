/* SPDX-License-Identifier: MIT */
/* Numbers as text; see number.h. strtod and snprintf round correctly. A locale changes only their
 * decimal point, which is replaced here on the way in and out, and adds spellings, which are
 * refused here before strtod sees them. */
#include "number.h"

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\n\r\v\f"

/* Not <ctype.h>, which depends on the locale. */
static bool is_digit(char c, bool hexadecimal) {
    return (c >= '0' && c <= '9') ||
           (hexadecimal && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

static char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static const char *skip_digits(const char *at, const char *end, bool hexadecimal) {
    while (at < end && is_digit(*at, hexadecimal))
        at++;
    return at;
}

static const char *skip_sign(const char *at, const char *end) {
    return at < end && (*at == '+' || *at == '-') ? at + 1 : at;
}

/* Whether the text is [sign] digits [. digits] [exponent], or the same with 0x before the digits.
 * The digits on one side of the point may be missing. */
static bool is_number(const char *text, size_t length) {
    const char *end = text + length;
    const char *at = skip_sign(text, end);
    bool hexadecimal = end - at > 2 && at[0] == '0' && to_lower(at[1]) == 'x';
    if (hexadecimal)
        at += 2;

    const char *whole = at;
    at = skip_digits(at, end, hexadecimal);
    ptrdiff_t digits = at - whole;
    if (at < end && *at == '.') {
        const char *fraction = ++at;
        at = skip_digits(at, end, hexadecimal);
        digits += at - fraction;
    }
    if (digits == 0)
        return false;

    if (at < end && to_lower(*at) == (hexadecimal ? 'p' : 'e')) {
        const char *exponent = skip_sign(at + 1, end);
        at = skip_digits(exponent, end, false);
        if (at == exponent)
            return false;
    }
    return at == end;
}

/* Whether the text is infinity or NaN as C or other languages print it. */
static bool is_not_finite(const char *text, size_t length) {
    static const char *const words[] = {"inf", "infinity", "nan", "nan(ind)", "nan(snan)"};
    const char *end = text + length;
    const char *at = skip_sign(text, end);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i]);
        if ((size_t)(end - at) != size)
            continue;
        size_t same = 0;
        while (same < size && to_lower(at[same]) == words[i][same])
            same++;
        if (same == size)
            return true;
    }
    return false;
}

/* A copy of the text with the locale's decimal point; NULL if there is no memory. */
static char *localize(const char *text, size_t length) {
    const char *point = localeconv()->decimal_point;
    size_t point_length = strlen(point);
    char *copy = malloc(length + point_length + 1);
    if (copy == NULL)
        return NULL;
    char *to = copy;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.') {
            memcpy(to, point, point_length);
            to += point_length;
        } else {
            *to++ = text[i];
        }
    }
    *to = '\0';
    return copy;
}

number_status number_read(const char *text, size_t length, double *out) {
    if (length == 0)
        return NUMBER_EMPTY;
    if (is_not_finite(text, length))
        return NUMBER_NOT_FINITE;
    if (!is_number(text, length))
        return NUMBER_SYNTAX;
    char *copy = localize(text, length);
    if (copy == NULL)
        return NUMBER_NO_MEMORY;
    char *rest;
    double value = strtod(copy, &rest);
    bool whole = *rest == '\0';
    free(copy);
    if (!whole)
        return NUMBER_SYNTAX;
    if (!isfinite(value))
        return NUMBER_TOO_LARGE;
    *out = value;
    return NUMBER_OK;
}

number_list number_read_list(const char *text, double *out, size_t capacity) {
    number_list list = {.status = NUMBER_OK};
    bool after_comma = false;
    text += strspn(text, BLANKS);
    while (*text != '\0' || after_comma) {
        size_t length = strcspn(text, "," BLANKS);
        double value;
        list.text = text;
        list.length = length;
        list.status = number_read(text, length, &value);
        if (list.status != NUMBER_OK)
            return list;
        if (list.count < capacity)
            out[list.count] = value;
        list.count++;
        text += length;
        text += strspn(text, BLANKS);
        after_comma = *text == ',';
        if (after_comma)
            text += 1 + strspn(text + 1, BLANKS);
    }
    return list;
}

const char *number_list_fault(const number_list *list, char text[NUMBER_FAULT_SIZE]) {
    int shown = list->length > 60 ? 60 : (int)list->length;
    if (list->status == NUMBER_EMPTY)
        snprintf(text, NUMBER_FAULT_SIZE, "number %zu is missing", list->count + 1);
    else
        snprintf(text, NUMBER_FAULT_SIZE, "number %zu %s: '%.*s%s'", list->count + 1,
                 number_status_text(list->status), shown, list->text,
                 list->length > 60 ? "..." : "");
    return text;
}

const char *number_status_text(number_status status) {
    switch (status) {
    case NUMBER_OK:
        return "is fine";
    case NUMBER_EMPTY:
        return "is missing";
    case NUMBER_SYNTAX:
        return "is not a number";
    case NUMBER_NOT_FINITE:
        return "is not finite";
    case NUMBER_TOO_LARGE:
        return "is beyond the range of double";
    case NUMBER_NO_MEMORY:
        return "could not be read: out of memory";
    }
    return "is wrong";
}

const char *number_write(double value, char text[NUMBER_TEXT_SIZE]) {
    if (!isfinite(value)) {
        const char *word = isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
        memcpy(text, word, strlen(word) + 1);
        return text;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    const char *point = localeconv()->decimal_point;
    char *at = strstr(text, point);
    if (at != NULL) {
        size_t point_length = strlen(point);
        *at = '.';
        memmove(at + 1, at + point_length, strlen(at + point_length) + 1);
    }
    return text;
}
