/* SPDX-License-Identifier: MIT */
/* A cursor over a text file in memory that knows its line: blanks, words, numbers, and messages
 * that name the place. Lines end with LF, CR LF or CR alone. A NUL byte is a byte like any other
 * that is not a blank, so that it can only be part of a word. Every function moves forward by what
 * it looks at: a whole file costs O(n) however it is cut up, and nothing here recurses or
 * allocates. */
#ifndef TACTI_IO_SCAN_H
#define TACTI_IO_SCAN_H

#include "base/message.h"
#include "io/format.h"
#include "math/number.h"

/* The place in the file; at == end where it is over. The byte at end may be looked at and is 0. */
typedef struct tacti_scan {
    const unsigned char *at;
    const unsigned char *end;
    uint64_t line; /* of at, from 1 */
    const tacti_source *source;
    tact_error *error; /* may be NULL */
} tacti_scan;

/* Bytes of the file; not terminated. */
typedef struct tacti_word {
    const unsigned char *text;
    size_t length;
} tacti_word;

/* Bytes that tacti_scan_quote needs at most, terminator included. */
#define TACTI_QUOTE_BYTES 40

tacti_scan tacti_scan_make(const tacti_source *source, tact_error *error);

static inline bool tacti_is_blank(unsigned char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool tacti_is_line_end(unsigned char c) {
    return c == '\n' || c == '\r';
}

/* Goes over blanks within the line. */
static inline void tacti_scan_blanks(tacti_scan *scan) {
    while (scan->at != scan->end && tacti_is_blank(*scan->at))
        scan->at++;
}

/* Whether the line ends here (or the file does). */
static inline bool tacti_scan_is_line_end(const tacti_scan *scan) {
    return scan->at == scan->end || tacti_is_line_end(*scan->at);
}

/* Whether a word that was read ends here. */
static inline bool tacti_scan_is_word_end(const tacti_scan *scan) {
    return tacti_scan_is_line_end(scan) || tacti_is_blank(*scan->at);
}

/* Goes over the end of the line, if at stands there; LF, CR LF and CR are one end each. */
static inline void tacti_scan_line_end(tacti_scan *scan) {
    if (scan->at == scan->end)
        return;
    if (*scan->at == '\r') {
        scan->at++;
        scan->at += scan->at != scan->end && *scan->at == '\n';
        scan->line++;
    } else if (*scan->at == '\n') {
        scan->at++;
        scan->line++;
    }
}

/* Goes to the start of the next line. */
void tacti_scan_next_line(tacti_scan *scan);

/* Goes over blanks, line ends and, where comment is not 0, everything from that byte to the end of
 * its line. Returns false where the file is over. */
bool tacti_scan_space(tacti_scan *scan, unsigned char comment);

/* The word that starts here: all bytes up to a blank or the end of the line. Its length is 0 where
 * none starts here; skip blanks before. */
tacti_word tacti_scan_word(tacti_scan *scan);

/* Whether the word is text, letter for letter, or in any case of a-z. */
bool tacti_word_is(tacti_word word, const char *text);
bool tacti_word_is_any_case(tacti_word word, const char *text);

/* Reads the word that starts here (skip blanks before) as a number. On failure the scan stays and
 * the error is set: "name:7: 'abc' is not a number", or "...: what is missing" at a line's end. */
tact_status tacti_scan_double(tacti_scan *scan, const char *what, double *out);

/* The same for whole numbers from least to most. Digits with a sign, nothing else. */
tact_status tacti_scan_integer(tacti_scan *scan, const char *what, int64_t least, int64_t most,
                               int64_t *out);

/* Sets the error to "name:line: ..." and returns TACT_INVALID_FILE. */
tact_status tacti_scan_fail(const tacti_scan *scan, const char *format, ...) TACTI_PRINTF(2, 3);

/* A status that reading ended with, and where there is no message for it yet (no memory, too many
 * elements) the error set to one. */
tact_status tacti_scan_status(const tacti_scan *scan, tact_status status);

/* The word as messages may show it: cut with "..." where it is long, '?' for bytes that are not
 * printable ASCII. Returns text. */
const char *tacti_scan_quote(tacti_word word, char text[TACTI_QUOTE_BYTES]);

#endif
