/* SPDX-License-Identifier: MIT */
/* A cursor over a text file in memory that counts lines: blanks, words, numbers, and messages with
 * the place. Lines end with LF, CR LF or CR alone. A NUL byte is not a blank, so it can only be
 * part of a word. Every function moves past what it reads, so a whole file costs O(n) in total.
 * Nothing here recurses or allocates. */
#ifndef TACTI_IO_SCAN_H
#define TACTI_IO_SCAN_H

#include "base/assert.h"
#include "base/message.h"
#include "io/format.h"
#include "math/number.h"

/* A place in the file; at == end at its end. The byte at end may be read and is 0. */
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

/* The most bytes that tacti_scan_quote needs, including the terminator. */
#define TACTI_QUOTE_BYTES 40

tacti_scan tacti_scan_make(const tacti_source *source, tact_error *error);

static inline bool tacti_is_blank(unsigned char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool tacti_is_line_end(unsigned char c) {
    return c == '\n' || c == '\r';
}

/* Skips blanks within the line. */
static inline void tacti_scan_blanks(tacti_scan *scan) {
    while (scan->at != scan->end && tacti_is_blank(*scan->at))
        scan->at++;
}

/* Whether the line ends here (or the file does). */
static inline bool tacti_scan_is_line_end(const tacti_scan *scan) {
    TACTI_ASSERT(scan->at <= scan->end);
    return scan->at == scan->end || tacti_is_line_end(*scan->at);
}

/* Whether a word ends here. */
static inline bool tacti_scan_is_word_end(const tacti_scan *scan) {
    return tacti_scan_is_line_end(scan) || tacti_is_blank(*scan->at);
}

/* Skips the end of the line, if the scan is there. LF, CR LF and CR are one end each. */
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

/* Skips blanks, line ends and, if comment is not 0, everything from that byte to the end of its
 * line. Returns false at the end of the file. */
bool tacti_scan_space(tacti_scan *scan, unsigned char comment);

/* The word that starts here: all bytes up to a blank or the end of the line. Its length is 0 if no
 * word starts here. Skip blanks first. */
tacti_word tacti_scan_word(tacti_scan *scan);

/* Whether the word equals text, exactly or ignoring the case of a-z. */
bool tacti_word_is(tacti_word word, const char *text);
bool tacti_word_is_any_case(tacti_word word, const char *text);

/* Reads the word that starts here (skip blanks first) as a number. On failure the scan does not
 * move and the error is set: "name:7: 'abc' is not a number", or "...: what is missing" at the end
 * of a line. */
tact_status tacti_scan_double(tacti_scan *scan, const char *what, double *out);

/* The same for whole numbers from least to most: digits with an optional sign. */
tact_status tacti_scan_integer(tacti_scan *scan, const char *what, int64_t least, int64_t most,
                               int64_t *out);

/* Sets the error to "name:line: ..." and returns TACT_INVALID_FILE. */
tact_status tacti_scan_fail(const tacti_scan *scan, const char *format, ...) TACTI_PRINTF(2, 3);

/* Returns the final status of reading. Sets the error if the status has no message yet (out of
 * memory, too many elements). */
tact_status tacti_scan_status(const tacti_scan *scan, tact_status status);

/* The word for a message: cut with "..." if it is long, with '?' for bytes that are not printable
 * ASCII. Returns text. */
const char *tacti_scan_quote(tacti_word word, char text[TACTI_QUOTE_BYTES]);

#endif
