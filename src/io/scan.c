/* SPDX-License-Identifier: MIT */
/* Scanning text files: the functions of scan.h that are not inline, and the messages. */
#include "io/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"

/* The most bytes of the file's name in a message, so that the reason fits. */
#define NAME_BYTES 100

tacti_scan tacti_scan_make(const tacti_source *source, tact_error *error) {
    tacti_scan scan = {source->data, source->data + source->bytes, 1, source, error};
    /* Some programs write a UTF-8 byte order mark. */
    if (source->bytes >= 3 && memcmp(source->data, "\xEF\xBB\xBF", 3) == 0)
        scan.at += 3;
    return scan;
}

void tacti_scan_next_line(tacti_scan *scan) {
    while (scan->at != scan->end && !tacti_is_line_end(*scan->at))
        scan->at++;
    tacti_scan_line_end(scan);
}

bool tacti_scan_space(tacti_scan *scan, unsigned char comment) {
    while (scan->at != scan->end) {
        unsigned char c = *scan->at;
        if (tacti_is_blank(c))
            scan->at++;
        else if (tacti_is_line_end(c))
            tacti_scan_line_end(scan);
        else if (comment != 0 && c == comment)
            tacti_scan_next_line(scan);
        else
            return true;
    }
    return false;
}

tacti_word tacti_scan_word(tacti_scan *scan) {
    tacti_word word = {scan->at, 0};
    while (!tacti_scan_is_word_end(scan))
        scan->at++;
    TACTI_ASSERT(scan->at >= word.text && scan->at <= scan->end);
    word.length = (size_t)(scan->at - word.text);
    return word;
}

bool tacti_word_is(tacti_word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

bool tacti_word_is_any_case(tacti_word word, const char *text) {
    if (strlen(text) != word.length)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        unsigned char c = word.text[i];
        unsigned char wanted = (unsigned char)text[i];
        if (c >= 'A' && c <= 'Z')
            c = (unsigned char)(c + ('a' - 'A'));
        if (wanted >= 'A' && wanted <= 'Z')
            wanted = (unsigned char)(wanted + ('a' - 'A'));
        if (c != wanted)
            return false;
    }
    return true;
}

/* Fails with "what is missing" or "'word' is not ..." for the word that starts here. */
static tact_status fail_word(const tacti_scan *scan, const char *what, const char *wanted) {
    tacti_scan ahead = *scan;
    tacti_word word = tacti_scan_word(&ahead);
    char quoted[TACTI_QUOTE_BYTES];
    if (word.length == 0)
        return tacti_scan_fail(scan, "%s is missing", what);
    return tacti_scan_fail(scan, "'%s' is not %s", tacti_scan_quote(word, quoted), wanted);
}

tact_status tacti_scan_double(tacti_scan *scan, const char *what, double *out) {
    tacti_scan after = *scan;
    double value;
    after.at = tacti_read_double(scan->at, scan->end, &value);
    if (after.at == scan->at || !tacti_scan_is_word_end(&after))
        return fail_word(scan, what, "a number");
    TACTI_ASSERT(after.at > scan->at && after.at <= scan->end);
    scan->at = after.at;
    *out = value;
    return TACT_OK;
}

tact_status tacti_scan_integer(tacti_scan *scan, const char *what, int64_t least, int64_t most,
                               int64_t *out) {
    tacti_scan after = *scan;
    TACTI_ASSERT(least <= most);
    bool is_negative = false;
    if (after.at != after.end && (*after.at == '-' || *after.at == '+'))
        is_negative = *after.at++ == '-';
    const unsigned char *digits = after.at;
    int64_t value = 0;
    bool is_huge = false;
    for (; after.at != after.end && (unsigned)(*after.at - '0') <= 9; after.at++) {
        int64_t digit = *after.at - '0';
        is_huge |= value > (INT64_MAX - digit) / 10;
        value = is_huge ? INT64_MAX : value * 10 + digit;
    }
    if (after.at == digits || !tacti_scan_is_word_end(&after))
        return fail_word(scan, what, "a whole number");
    value = is_negative ? -value : value;
    if (value < least || value > most || is_huge) {
        char quoted[TACTI_QUOTE_BYTES];
        tacti_word word = {scan->at, (size_t)(after.at - scan->at)};
        return tacti_scan_fail(scan, "%s is %s, expected %lld to %lld", what,
                               tacti_scan_quote(word, quoted), (long long)least, (long long)most);
    }
    scan->at = after.at;
    *out = value;
    return TACT_OK;
}

/* A long name keeps its end, which says more than its start. */
static tact_status set_error(const tacti_scan *scan, tact_status status, const char *reason) {
    const char *name = scan->source->name;
    const char *dots = "";
    if (strlen(name) > NAME_BYTES) {
        dots = "...";
        name += strlen(name) - NAME_BYTES;
        while (((unsigned char)*name & 0xC0u) == 0x80u)
            name++;
    }
    return tacti_error_set(scan->error, status, scan->line, TACT_NO_INDEX, "%s%s:%llu: %s", dots,
                           name, (unsigned long long)scan->line, reason);
}

tact_status tacti_scan_fail(const tacti_scan *scan, const char *format, ...) {
    if (scan->error == NULL)
        return TACT_INVALID_FILE;
    char reason[sizeof scan->error->text];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return set_error(scan, TACT_INVALID_FILE,
                     length < 0 ? "the message could not be formatted" : reason);
}

tact_status tacti_scan_status(const tacti_scan *scan, tact_status status) {
    if (status == TACT_OUT_OF_MEMORY)
        return set_error(scan, status, "no memory for what was read so far");
    if (status == TACT_TOO_LARGE)
        return set_error(scan, status, "more elements than 32-bit numbers can count");
    return status;
}

const char *tacti_scan_quote(tacti_word word, char text[TACTI_QUOTE_BYTES]) {
    size_t room = TACTI_QUOTE_BYTES - 1;
    bool is_cut = word.length > room;
    size_t length = is_cut ? room - 3 : word.length;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = word.text[i];
        text[i] = (char)(c >= 0x20 && c < 0x7F ? c : '?');
    }
    if (is_cut) {
        memcpy(text + length, "...", 3);
        length += 3;
    }
    TACTI_ASSERT(length < TACTI_QUOTE_BYTES);
    text[length] = '\0';
    return text;
}
