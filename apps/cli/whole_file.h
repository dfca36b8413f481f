/* SPDX-License-Identifier: MIT */
/* Text files that appear whole or not at all: written beside the file that they replace and renamed
 * when all is there. Links are followed; devices and pipes are written as they are. */
#ifndef TACT_CLI_WHOLE_FILE_H
#define TACT_CLI_WHOLE_FILE_H

#include "command.h"

#define WHOLE_FILE_PATH_SIZE 4096

typedef struct whole_file {
    FILE *stream; /* write here */
    const char *name;
    char target[WHOLE_FILE_PATH_SIZE];    /* the file itself */
    char temporary[WHOLE_FILE_PATH_SIZE]; /* "" where the file is written directly */
} whole_file;

/* CLI_IO where that fails, with a line on stderr. The name must outlive the file. */
cli_exit whole_file_open(whole_file *file, const char *name);

/* Ends the file: it takes its place where everything has been written, otherwise the old one stays
 * and there is a line on stderr. */
cli_exit whole_file_close(whole_file *file);

#endif
