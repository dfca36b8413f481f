/* SPDX-License-Identifier: MIT */
/* Makes untrusted text (names of files and parts, lines of streams, messages that quote them) safe
 * for a terminal. These are written as \xNN, byte by byte: control characters (ASCII and U+0080 to
 * U+009F), characters that change the direction of writing, and bytes that are not UTF-8. */
#ifndef TACT_CLI_CLEAN_H
#define TACT_CLI_CLEAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The length of the UTF-8 sequence at text; 0 if it is invalid (overlong forms, surrogates and
 * values beyond U+10FFFF are). A terminating zero byte ends any sequence. */
size_t clean_utf8_length(const char *text);

/* The length of the character at text if it is safe to show, otherwise 0. Tabs are safe. */
size_t clean_shown_length(const char *text);

/* Writes text with everything unsafe as \xNN. */
void clean_write(FILE *to, const char *text);

/* The longest result of clean_text(), with its terminator. */
#define CLEAN_TEXT_SIZE 1024

/* The same in memory. A text that is too long is cut in the middle, so the end of a path stays.
 * Returns buffer. */
const char *clean_text(const char *text, char buffer[CLEAN_TEXT_SIZE]);

#endif
