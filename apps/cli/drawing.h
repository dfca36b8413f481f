/* SPDX-License-Identifier: MIT */
/* The options that draw an answer, such as --png, for all commands that have them. */
#ifndef TACT_CLI_DRAWING_H
#define TACT_CLI_DRAWING_H

#include <draw/scene.h>

#include "command.h"
#include "json.h"

/* Checks the options before anything is read. stream is the option that names a file of questions;
 * its answers are not drawn. CLI_USAGE, with a line on stderr. */
cli_exit drawing_check(const cli_args *args, const char *stream, const cli_output *output);

/* Whether the answer is to be drawn. */
bool drawing_is_wanted(const cli_args *args);

/* Sets a text to JSON that write writes. */
tact_status drawing_set_json(char **to, void (*write)(const void *data, json_writer *json),
                             const void *data);

/* Sets the title, the command line and the answer of a scene. write writes the answer; NULL: none.
 */
tact_status drawing_describe(const cli_args *args,
                             void (*write)(const void *data, json_writer *json), const void *data,
                             draw_scene *scene);

/* Writes the files that the options name. focus is what was found; NULL: nothing. On failure:
 * CLI_IO, with a line on stderr. */
cli_exit drawing_write(const cli_args *args, draw_scene *scene, const tact_vec3 *focus,
                       const cli_output *output);

/* Reports that a scene could not be made. Returns CLI_IO. */
cli_exit drawing_fail(tact_status status);

#endif
