/* SPDX-License-Identifier: MIT */
/* What a command of the tool is: data from which the parser, the help and whatever else speaks of
 * commands are driven. commands.c holds the table; to add a command, add a row there and a file
 * command_NAME.c. */
#ifndef TACT_CLI_COMMAND_H
#define TACT_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "output.h"

/* How the tool ends. */
typedef enum cli_exit {
    CLI_OK = 0,       /* all is well */
    CLI_FOUND = 1,    /* what was asked for was found, such as a contact */
    CLI_USAGE = 2,    /* the command line is wrong */
    CLI_IO = 3,       /* input could not be read or output not written */
    CLI_INTERNAL = 4, /* the tool's own fault */
    CLI_UNDECIDED = 5 /* a budget ended, or rounding hides the answer */
} cli_exit;

typedef struct cli_option {
    const char *name;    /* without the dashes */
    char letter;         /* short form, 0 for none */
    const char *value;   /* what stands for the value in help; NULL: the option takes none;
                            "LIST": one or more choices, split by commas; "FILE": a path */
    const char *choices; /* allowed values split by '|'; NULL: any */
    const char *summary;
} cli_option;

typedef struct cli_example {
    const char *line;
    const char *says; /* what happens, one line */
} cli_example;

typedef struct cli_command cli_command;

#define CLI_MAX_OPTIONS 64
#define CLI_ANY_COUNT ((size_t)-1)

/* A command line after parsing. */
typedef struct cli_args {
    const cli_command *command;
    const char *const *operands;
    size_t operand_count;
    const char *values[CLI_MAX_OPTIONS]; /* as cli_option_at(); NULL: not given; "" for a flag */
} cli_args;

struct cli_command {
    const char *name;
    const char *summary;  /* one line, no full stop */
    const char *operands; /* as in the usage line; "" for none */
    size_t least_operands;
    size_t most_operands;        /* CLI_ANY_COUNT: as many as there are */
    const char *operand_choices; /* what the first operand may be, split by '|'; NULL: anything */
    const char *details;         /* paragraphs for --help, lines ended */
    const cli_option *options;
    size_t option_count;
    const cli_example *examples;
    size_t example_count;
    cli_exit (*run)(const cli_args *args, cli_output *output);
};

/* The table of commands. */
size_t cli_command_count(void);
const cli_command *cli_command_at(size_t index);
/* NULL where there is none of that name. */
const cli_command *cli_command_find(const char *name);
/* Says on stderr that there is no such command, with a suggestion. Returns CLI_USAGE. */
cli_exit cli_command_unknown(const char *name);

/* All options of a command: its own, then those that all commands share. */
size_t cli_option_count(const cli_command *command);
const cli_option *cli_option_at(const cli_command *command, size_t index);

/* Whether the option was given, and its value (NULL where it was not). The name must be in the
 * command's table; the tool ends with CLI_INTERNAL otherwise. */
bool cli_has(const cli_args *args, const char *name);
const char *cli_value(const cli_args *args, const char *name);

/* The commands. */
cli_exit command_help(const cli_args *args, cli_output *output);
cli_exit command_demo(const cli_args *args, cli_output *output);
cli_exit command_info(const cli_args *args, cli_output *output);
cli_exit command_make(const cli_args *args, cli_output *output);
cli_exit command_convert(const cli_args *args, cli_output *output);
cli_exit command_hull(const cli_args *args, cli_output *output);
cli_exit command_collide(const cli_args *args, cli_output *output);
cli_exit command_classify(const cli_args *args, cli_output *output);
cli_exit command_contacts(const cli_args *args, cli_output *output);
cli_exit command_depth(const cli_args *args, cli_output *output);
cli_exit command_distance(const cli_args *args, cli_output *output);
cli_exit command_ray(const cli_args *args, cli_output *output);
cli_exit command_nearest(const cli_args *args, cli_output *output);
cli_exit command_inside(const cli_args *args, cli_output *output);
cli_exit command_verify(const cli_args *args, cli_output *output);
cli_exit command_triangle(const cli_args *args, cli_output *output);

/* What --help and --version print. */
void help_show_all(cli_output *output);
void help_show_command(const cli_command *command, cli_output *output);
cli_exit help_show_version(cli_output *output);
/* The manual page (man macros), and what bash needs to complete command lines. */
void help_show_man(cli_output *output);
void help_show_completion(cli_output *output);

#endif
