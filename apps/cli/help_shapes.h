/* SPDX-License-Identifier: MIT */
/* The shapes that stand on the command line beside files, for people: the help, the manual page and
 * the completion are made from one table. <tact/shape_text.h> is what reads them. */
#ifndef TACT_CLI_HELP_SHAPES_H
#define TACT_CLI_HELP_SHAPES_H

#include "command.h"

typedef struct help_shape {
    const char *name;
    const char *form;    /* what follows the colon */
    const char *meaning; /* half a line */
    const char *example;
} help_shape;

#define HELP_SHAPES 11

const help_shape *help_shape_at(size_t index);

/* What holds for all of them, paragraphs, lines ended. */
const char *help_shapes_details(void);

/* The name of the topic: "shapes". */
#define HELP_SHAPES_TOPIC "shapes"

/* Whether a command takes shapes for its operands: all those that place two things. */
bool help_takes_shapes(const cli_command *command);

/* tact help shapes, also with --json. */
cli_exit help_show_shapes(cli_output *output);

#endif
