/* SPDX-License-Identifier: MIT */
/* Where two meshes stand: poses from the options of a command, and from the lines of a file. */
#ifndef TACT_CLI_POSES_H
#define TACT_CLI_POSES_H

#include <tact/tact.h>

#include "command.h"

/* A pose for each of the two meshes. */
typedef struct pose_pair {
    tact_pose a;
    tact_pose b;
    uint64_t line; /* of the file, from 1; 0 where they come from options */
} pose_pair;

/* Reads --pose-a, --rotate-a, --move-a and the same of b. What is wrong is said on stderr and gives
 * CLI_USAGE, also where they stand beside --poses. */
cli_exit poses_from_options(const cli_args *args, pose_pair *out);

/* The longest line of a file of poses, without its comment. */
#define POSES_LINE_SIZE 16384

/* Lines of so many numbers. The reader holds one line at a time, however long the file is. */
typedef struct pose_reader {
    const char *path; /* "-": standard input */
    size_t numbers;   /* on a line */
    int file;
    bool at_end;
    uint64_t line;
    size_t begin; /* unread bytes of the buffer */
    size_t end;
    char buffer[POSES_LINE_SIZE + 1];
} pose_reader;

/* CLI_IO where the file cannot be opened, with a line on stderr. */
cli_exit poses_open(pose_reader *reader, const char *path, size_t numbers);
void poses_close(pose_reader *reader);

/* Reads up to most pairs. It waits for the first only: what has not arrived by then is left for the
 * next call, so that whoever asks line by line is answered line by line. A count of 0 is the end of
 * the file. On CLI_IO a line is wrong or reading failed, which poses_complain() told; the pairs
 * before it are counted all the same. */
cli_exit poses_read(pose_reader *reader, pose_pair *out, size_t most, size_t *count);

/* The same for lines of other numbers than poses: those of line i are at out + i * numbers, its
 * number is in lines[i]; meaning ends the sentence "a line has 6: ". */
cli_exit poses_read_numbers(pose_reader *reader, const char *meaning, double *out, uint64_t *lines,
                            size_t most, size_t *count);

/* A line on stderr that names the file and the line. */
void poses_complain(const pose_reader *reader, uint64_t line, const char *what);

#endif
