/* SPDX-License-Identifier: MIT */
/* Untrusted text; see clean.h. */
#include "clean.h"

#include <stdint.h>
#include <string.h>

/* "\xNN" and its terminator. */
#define ESCAPED_SIZE 5
/* How many bytes at the beginning of a text are kept if it is too long. */
#define HEAD_SIZE (CLEAN_TEXT_SIZE / 3)

static unsigned byte_at(const char *text, size_t i) {
    return (unsigned char)text[i];
}

size_t clean_utf8_length(const char *text) {
    unsigned lead = byte_at(text, 0);
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    unsigned least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (byte_at(text, 1) < least || byte_at(text, 1) > most)
        return 0;
    size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    for (size_t i = 2; i < length; i++)
        if (byte_at(text, i) < 0x80 || byte_at(text, i) > 0xbf)
            return 0;
    return length;
}

/* U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069: direction marks and line separators, which
 * can make a name look like another one. */
static bool turns_direction(const char *text) {
    if (byte_at(text, 0) != 0xe2)
        return false;
    unsigned middle = byte_at(text, 1), last = byte_at(text, 2);
    if (middle == 0x80)
        return last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae);
    return middle == 0x81 && last >= 0xa6 && last <= 0xa9;
}

size_t clean_shown_length(const char *text) {
    size_t length = clean_utf8_length(text);
    unsigned lead = byte_at(text, 0);
    if (length == 1)
        return lead == '\t' || (lead >= 0x20 && lead != 0x7f);
    if (length == 2 && lead == 0xc2 && byte_at(text, 1) < 0xa0)
        return 0;
    return length == 3 && turns_direction(text) ? 0 : length;
}

/* The next character as it is shown, or one escaped byte. Returns how many bytes of text it took.
 */
static size_t show_next(const char *text, char shown[ESCAPED_SIZE]) {
    size_t length = clean_shown_length(text);
    if (length > 0) {
        memcpy(shown, text, length);
        shown[length] = '\0';
        return length;
    }
    snprintf(shown, ESCAPED_SIZE, "\\x%02x", (unsigned char)*text);
    return 1;
}

void clean_write(FILE *to, const char *text) {
    char shown[ESCAPED_SIZE];
    while (*text != '\0') {
        text += show_next(text, shown);
        fputs(shown, to);
    }
}

/* The length of the whole text after escaping. */
static size_t clean_length(const char *text) {
    char shown[ESCAPED_SIZE];
    size_t length = 0;
    while (*text != '\0') {
        text += show_next(text, shown);
        length += strlen(shown);
    }
    return length;
}

const char *clean_text(const char *text, char buffer[CLEAN_TEXT_SIZE]) {
    static const char dots[] = "...";
    char shown[ESCAPED_SIZE];
    size_t left = clean_length(text), used = 0;
    bool is_cut = false, fits = left < CLEAN_TEXT_SIZE;
    while (*text != '\0') {
        text += show_next(text, shown);
        size_t length = strlen(shown);
        left -= length;
        bool is_middle = !fits && used + length > HEAD_SIZE &&
                         left + length + sizeof dots > CLEAN_TEXT_SIZE - HEAD_SIZE;
        if (is_middle && !is_cut) {
            memcpy(buffer + used, dots, sizeof dots - 1);
            used += sizeof dots - 1;
        }
        is_cut = is_cut || is_middle;
        if (!is_middle) {
            memcpy(buffer + used, shown, length);
            used += length;
        }
    }
    buffer[used] = '\0';
    return buffer;
}
