/* SPDX-License-Identifier: MIT */
/* Mesh files for the commands: reads and writes them, shows progress, and reports failures on
 * stderr. */
#ifndef TACT_CLI_FILES_H
#define TACT_CLI_FILES_H

#include <tact/tact.h>

#include "command.h"

/* The names of all formats, separated by '|'. */
#define FILES_FORMAT_CHOICE(enumerator, value, name, ending) "|" name
#define FILES_FORMAT_CHOICES (&TACT_FORMAT_LIST(FILES_FORMAT_CHOICE)[1])

/* Reads a file ("-": stdin). On failure: CLI_IO, with the reason in error and on stderr. */
cli_exit files_read(const char *path, tact_format format, const cli_output *output,
                    tact_error *error, tact_soup **out);

/* Whether equal vertices of a soup are to be merged: --weld, or the soup comes from an STL file,
 * which has no shared vertices, and --no-weld is not given. False if the command has no --no-weld.
 */
bool files_wants_weld(const cli_args *args, const tact_soup *soup);
/* CLI_USAGE, with a line on stderr, if --weld and --no-weld are given. */
cli_exit files_check_weld(const cli_args *args);

/* Reads a file, in the format of the option --from, and makes a mesh, welded if that is wanted.
 * Refuses NaN and infinity: CLI_IO, with a line on stderr that names the vertex. */
cli_exit files_read_mesh(const cli_args *args, const char *path, const cli_output *output,
                         tact_mesh **out);

/* The same for a model, with its hierarchy and, depending on the mode, its inside. */
cli_exit files_read_model(const cli_args *args, const char *path, tact_interior_mode interior,
                          const cli_output *output, tact_model **out);

/* Makes a model of what was read. */
cli_exit files_make_model(const tact_context *context, const tact_soup *soup, const char *path,
                          tact_interior_mode interior, const cli_output *output, tact_model **out);

/* How to write to the path, from the options --format, --text and --float. CLI_USAGE, with a line
 * on stderr, if these options do not fit. */
cli_exit files_write_desc(const cli_args *args, const char *path, tact_write_desc *out);

/* CLI_USAGE, with a line on stderr, if both the mesh and JSON would go to stdout. */
cli_exit files_check_output(const char *path, const cli_output *output);

/* Writes a file ("-": stdout). On failure: CLI_IO, with a line on stderr. */
cli_exit files_write(const char *path, const tact_mesh_arrays *arrays, const tact_write_desc *desc,
                     const cli_output *output);

/* Prints the size of a mesh that was written to the path. */
void files_show_mesh(const char *path, const tact_mesh *mesh, cli_output *output);

/* Reports an error on stderr, or the status if the error has no text. */
void files_complain(const char *path, tact_status status, const tact_error *error);

/* The format that an option names; TACT_FORMAT_AUTO if it is not given. */
tact_format files_format(const cli_args *args, const char *option);
/* The format of the files that a command reads: of --from, or of --input-format if --from is
 * something else. */
tact_format files_input_format(const cli_args *args);

/* Whether the path is "-". */
bool files_is_stream(const char *path);

#endif
