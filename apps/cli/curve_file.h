/* SPDX-License-Identifier: MIT */
/* Curves and patches as files: PLY (edges and faces), OBJ (l, p and f), CSV (a row a point). */
#ifndef TACT_CLI_CURVE_FILE_H
#define TACT_CLI_CURVE_FILE_H

#include <tact/tact.h>

#include "command.h"

/* Whether the name ends in a format; otherwise CLI_USAGE, with a line on stderr. */
cli_exit curve_file_check(const char *path);

/* Writes the file. CLI_IO where that fails, with a line on stderr; the old file then stays. */
cli_exit curve_file_write(const char *path, const tact_curve_set *set, const cli_output *output);

#endif
