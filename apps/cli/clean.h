/* SPDX-License-Identifier: MIT */
/* Text from outside (names of files and parts, lines of streams, messages that quote them) on its
 * way to a terminal. What a terminal would obey is written as \xNN, byte by byte: control
 * characters (those of ASCII, and U+0080 to U+009F), characters that turn the direction of writing,
 * and bytes that are not UTF-8. */
#ifndef TACT_CLI_CLEAN_H
#define TACT_CLI_CLEAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The length of the UTF-8 sequence at text, 0 if there is none (overlong forms, surrogates and
 * values beyond U+10FFFF are none). A terminating zero byte ends any sequence. */
size_t clean_utf8_length(const char *text);

/* How many bytes at text a terminal shows as they are: those of one character, or 0 for something
 * that it would obey. Tabs count as shown. */
size_t clean_shown_length(const char *text);

/* Writes text with everything else as \xNN. */
void clean_write(FILE *to, const char *text);

/* The most bytes that clean_text() gives, the terminator included. */
#define CLEAN_TEXT_SIZE 1024

/* The same in memory; what does not fit is cut in the middle, so that the end of a path stays.
 * Returns room. */
const char *clean_text(const char *text, char room[CLEAN_TEXT_SIZE]);

#endif
