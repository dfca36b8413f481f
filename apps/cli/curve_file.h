/* SPDX-License-Identifier: MIT */
/* Curves and patches as files: PLY (edges and faces), OBJ (l, p and f), CSV (one row per point). */
#ifndef TACT_CLI_CURVE_FILE_H
#define TACT_CLI_CURVE_FILE_H

#include <tact/tact.h>

#include "command.h"

/* CLI_USAGE, with a line on stderr, unless the file name has a known extension. */
cli_exit curve_file_check(const char *path);

/* Writes the file. On failure: CLI_IO, with a line on stderr, and the old file stays. */
cli_exit curve_file_write(const char *path, const tact_curve_set *set, const cli_output *output);

#endif
