/* SPDX-License-Identifier: MIT */
/* Describes the shapes that can replace files on the command line. The help, the manual page and
 * the completion use this table; <tact/shape_text.h> reads the shapes. */
#ifndef TACT_CLI_HELP_SHAPES_H
#define TACT_CLI_HELP_SHAPES_H

#include "command.h"

typedef struct help_shape {
    const char *name;
    const char *form;    /* what follows the colon */
    const char *meaning; /* a few words */
    const char *example;
} help_shape;

#define HELP_SHAPES 11

const help_shape *help_shape_at(size_t index);

/* What holds for all shapes: paragraphs; every line ends with \n. */
const char *help_shapes_details(void);

/* The name of the topic: "shapes". */
#define HELP_SHAPES_TOPIC "shapes"

/* Whether a command takes shapes as operands. */
bool help_takes_shapes(const cli_command *command);

/* tact help shapes, as text or JSON. */
cli_exit help_show_shapes(cli_output *output);

#endif
