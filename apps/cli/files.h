/* SPDX-License-Identifier: MIT */
/* Mesh files for the commands: read and written with progress, and with a complaint on stderr where
 * that fails. */
#ifndef TACT_CLI_FILES_H
#define TACT_CLI_FILES_H

#include <tact/tact.h>

#include "command.h"

/* The names of all formats, split by '|'. */
#define FILES_FORMAT_CHOICE(enumerator, value, name, ending) "|" name
#define FILES_FORMAT_CHOICES (&TACT_FORMAT_LIST(FILES_FORMAT_CHOICE)[1])

/* Reads a file ("-": stdin). On CLI_IO, error says why; a line on stderr does too. */
cli_exit files_read(const char *path, tact_format format, const cli_output *output,
                    tact_error *error, tact_soup **out);

/* Makes a mesh of what was read; that is where NaN and infinity are refused: CLI_IO, with a line on
 * stderr that names the vertex. */
cli_exit files_make_mesh(const tact_soup *soup, const char *path, tact_mesh **out);

/* The same as a model with its hierarchy, and with its inside as the mode says. */
cli_exit files_make_model(const tact_context *context, const tact_soup *soup, const char *path,
                          tact_interior_mode interior, const cli_output *output, tact_model **out);

/* How the options --format, --text and --float of the command ask to write to the path. Options
 * that cannot be served are said on stderr and give CLI_USAGE. */
cli_exit files_write_desc(const cli_args *args, const char *path, tact_write_desc *out);

/* Writes a file ("-": stdout). CLI_IO where that fails, with a line on stderr. */
cli_exit files_write(const char *path, const tact_mesh_arrays *arrays, const tact_write_desc *desc,
                     const cli_output *output);

/* A line on stderr from an error, or from the status where the error has no text. */
void files_complain(const char *path, tact_status status, const tact_error *error);

/* The format that an option of the command names; TACT_FORMAT_AUTO where it is not given. */
tact_format files_format(const cli_args *args, const char *option);

/* Whether the path is "-". */
bool files_is_stream(const char *path);

#endif
