/* SPDX-License-Identifier: MIT */
/* Whole files in, whole files out. Reading gives the bytes of a file in memory of the context.
 * Writing goes to a new file beside the old one, which takes its place at the end, so that nobody
 * ever sees half a file. */
#ifndef TACT_IO_FILE_H
#define TACT_IO_FILE_H

#include "io/sink.h"

/* What is in a file. data[bytes] is there too, and 0. */
typedef struct tacti_contents {
    unsigned char *data;
    size_t bytes;
    size_t capacity; /* bytes that data was allocated with */
} tacti_contents;

/* Reads until the end of the file: regular files, pipes, /proc, "-" for standard input. Memory is
 * the file's size where the system knows it, and less than three times of it at any moment where
 * it does not. No mapping: a file that somebody cuts while we look at it must not end the process.
 */
tact_status tacti_contents_read(const tact_context *context, const char *path, tact_error *error,
                                tacti_contents *out);

void tacti_contents_release(const tact_context *context, tacti_contents *contents);

/* A file that is being written. */
typedef struct tacti_output tacti_output;

/* Starts a file. What is there under this name stays as it is until the commit. Standard output
 * ("-"), devices and pipes are written to directly, since they cannot be replaced. */
tact_status tacti_output_open(const tact_context *context, const char *path, tact_error *error,
                              tacti_output **out);

/* Where the bytes go. */
tacti_sink *tacti_output_sink(tacti_output *output);

/* Puts the new file in the old one's place, and ends the output in any case. On failure the old
 * file is there as before, and the new one is not. Signals wait while the new file has a temporary
 * name. */
tact_status tacti_output_commit(tacti_output *output, tact_error *error);

/* Ends the output and leaves the old file as it was. */
void tacti_output_abandon(tacti_output *output);

/* What an errno means, in English whatever the locale, from constant memory; "error N" into the
 * buffer for rare ones. */
const char *tacti_reason(int number, char buffer[32]);

#endif
