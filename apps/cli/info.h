/* SPDX-License-Identifier: MIT */
/* The parts of tact info: a file's report, shown to people or to programs. */
#ifndef TACT_CLI_INFO_H
#define TACT_CLI_INFO_H

#include <tact/tact.h>

#include "output.h"

/* What is known of a file. */
typedef struct info_file {
    const char *path;
    bool is_welded;
    tact_mesh_report report;
} info_file;

/* The report for people. */
void info_show(const info_file *file, cli_output *output);

/* One line of JSON for a file, or for one that could not be read. False where the writer was
 * misused. */
bool info_write(const info_file *file, cli_output *output);
bool info_write_error(const char *path, const tact_error *error, cli_output *output);

#endif
