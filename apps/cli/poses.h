/* SPDX-License-Identifier: MIT */
/* The poses of two meshes or shapes, from the options of a command or the lines of a file. */
#ifndef TACT_CLI_POSES_H
#define TACT_CLI_POSES_H

#include <tact/tact.h>

#include "command.h"

typedef struct pose_pair {
    tact_pose a;
    tact_pose b;
    uint64_t line; /* of the file, from 1; 0 for poses from options */
} pose_pair;

/* Composes --pose-a, --rotate-a and --move-a in the order given, and the same for b. CLI_USAGE,
 * with a line on stderr, if they are wrong or combined with --poses. */
cli_exit poses_from_options(const cli_args *args, pose_pair *out);

/* Reads a pose of 12 numbers, or of 3: a translation. CLI_USAGE, with a line on stderr, if the text
 * is neither. */
cli_exit poses_read_place(const char *option, const char *text, tact_pose *out);

/* The longest line of a file of poses, without its comment. */
#define POSES_LINE_SIZE 16384

/* Reads lines of numbers. The reader holds one line at a time, however long the file is. */
typedef struct pose_reader {
    const char *path; /* "-": standard input */
    size_t numbers;   /* per line */
    int file;
    bool at_end;
    uint64_t line;
    size_t begin; /* unread bytes of the buffer */
    size_t end;
    char buffer[POSES_LINE_SIZE + 1];
} pose_reader;

/* Opens a file with this many numbers per line. CLI_IO, with a line on stderr, if it cannot be
 * opened; *out is then NULL. */
cli_exit poses_open(const char *path, size_t numbers, pose_reader **out);
/* Closes the file and frees the reader. NULL is allowed. */
void poses_close(pose_reader *reader);

/* Reads up to most pairs. It waits only for the first: lines that have not arrived by then are left
 * for the next call, so a program that asks line by line is answered line by line. A count of 0 is
 * the end of the file. CLI_IO, with a line on stderr, if a line is wrong or reading fails; *count
 * still includes the pairs before it. */
cli_exit poses_read(pose_reader *reader, pose_pair *out, size_t most, size_t *count);

/* The same for lines that are not poses. The numbers of line i start at out + i * numbers, its line
 * number is lines[i]. meaning completes the message "a line has 6: ". */
cli_exit poses_read_numbers(pose_reader *reader, const char *meaning, double *out, uint64_t *lines,
                            size_t most, size_t *count);

/* Prints an error message that names the file and the line. */
void poses_complain(const pose_reader *reader, uint64_t line, const char *what);

#endif
