/* SPDX-License-Identifier: MIT */
/* Reads and writes whole files. Reading returns the bytes of a file in memory of the context.
 * Writing goes to a new file beside the old one, which it replaces at the end, so nobody ever sees
 * half a file. */
#ifndef TACT_IO_FILE_H
#define TACT_IO_FILE_H

#include "io/sink.h"

/* The contents of a file. data[bytes] exists and is 0. */
typedef struct tacti_contents {
    unsigned char *data;
    size_t bytes;
    size_t capacity; /* allocated bytes of data */
} tacti_contents;

/* Reads until the end of the file: regular files, pipes, /proc, "-" for standard input. Memory is
 * the file's size if the system knows it, otherwise always less than three times the size. Files
 * are not mapped: truncating a mapped file would kill the process.
 *
 */
tact_status tacti_contents_read(const tact_context *context, const char *path, tact_error *error,
                                tacti_contents *out);

void tacti_contents_release(const tact_context *context, tacti_contents *contents);

/* A file under construction. */
typedef struct tacti_output tacti_output;

/* Starts a file. An existing file of this name stays unchanged until the commit. Standard output
 * ("-"), devices and pipes are written to directly, since they cannot be replaced. */
tact_status tacti_output_open(const tact_context *context, const char *path, tact_error *error,
                              tacti_output **out);

/* The sink for the file's bytes. */
tacti_sink *tacti_output_sink(tacti_output *output);

/* Replaces the old file by the new one. Always destroys the output. On failure the old file is
 * unchanged and the new file is removed. Signals are blocked while the new file has a temporary
 * name. */
tact_status tacti_output_commit(tacti_output *output, tact_error *error);

/* Destroys the output and leaves the old file unchanged. */
void tacti_output_abandon(tacti_output *output);

/* The meaning of an errno, in English in any locale, from constant memory. Rare ones become "error
 * N" in the buffer. */
const char *tacti_reason(int number, char buffer[32]);

#endif
