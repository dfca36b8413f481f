/* SPDX-License-Identifier: MIT */
/* Messages for people: lines for the context's log, and the tact_error of functions that read
 * outside data. Both are formatted as by printf into a buffer of fixed size, so reporting a failure
 * cannot fail. */
#ifndef TACT_BASE_MESSAGE_H
#define TACT_BASE_MESSAGE_H

#include <tact/base.h>

/* Lets the compiler check the arguments, from argument number first on, against the format in
 * argument number text. */
#if defined(__GNUC__)
#define TACTI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TACTI_PRINTF(text, first)
#endif

/* Bytes of the longest log line, its terminator included; longer ones are cut. */
#define TACTI_LOG_BYTES 512

/* Bytes of the longest name in a message, its terminator included: the rest of an error's text is
 * long enough for every reason. */
#define TACTI_NAME_BYTES 140

/* The name of a file for messages: name itself, or, if it is longer, its beginning and its end with
 * "..." between them, in room. */
const char *tacti_short_name(const char *name, char room[TACTI_NAME_BYTES]);

/* Hands one line to the context's log; nothing happens without a context or a log. */
void tacti_log(const tact_context *context, tact_log_level level, const char *format, ...)
    TACTI_PRINTF(3, 4);

/* Fills in *error, which may be NULL, and returns status, so that a caller can write
 * `return tacti_error_set(error, TACT_..., line, index, "...", ...);`. Text that is too long is
 * cut between two UTF-8 characters. */
tact_status tacti_error_set(tact_error *error, tact_status status, uint64_t line, uint64_t index,
                            const char *format, ...) TACTI_PRINTF(5, 6);

#endif
