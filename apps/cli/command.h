/* SPDX-License-Identifier: MIT */
/* What a command of the tool is: data for the parser, the help, the manual page and the completion.
 * To add a command, write a file command_NAME.c and add a row to commands.c. */
#ifndef TACT_CLI_COMMAND_H
#define TACT_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "output.h"

/* The exit status of the tool. */
typedef enum cli_exit {
    CLI_OK = 0,
    CLI_FOUND = 1, /* what was asked for was found, such as a contact */
    CLI_USAGE = 2, /* the command line is wrong */
    CLI_IO = 3,    /* input cannot be read or output cannot be written */
    CLI_INTERNAL = 4,
    CLI_UNDECIDED = 5, /* the budget ran out, or rounding hides the answer */
    CLI_EXIT_COUNT
} cli_exit;

/* What the status means, for the help. */
const char *cli_exit_text(cli_exit status);

typedef struct cli_option {
    const char *name;    /* without the dashes */
    char letter;         /* short form; 0 if there is none */
    const char *value;   /* the value's name in the help; NULL: the option takes no value;
                            "LIST": one or more choices, separated by commas; "FILE": a path */
    const char *choices; /* allowed values, separated by '|'; NULL: any */
    const char *summary;
} cli_option;

typedef struct cli_example {
    const char *line;
    const char *says; /* what happens, one line */
} cli_example;

typedef struct cli_command cli_command;

/* One use of an option with a value. */
typedef struct cli_given {
    const cli_option *option;
    const char *value;
} cli_given;

#define CLI_MAX_OPTIONS 64
#define CLI_MAX_GIVEN 100
#define CLI_ANY_COUNT ((size_t)-1)

/* A command line after parsing. */
typedef struct cli_args {
    const cli_command *command;
    const char *const *operands;
    size_t operand_count;
    const char
        *values[CLI_MAX_OPTIONS];   /* by index of cli_option_at(); NULL: not given; "": a flag */
    cli_given given[CLI_MAX_GIVEN]; /* all options with a value, as often and in the order given */
    size_t given_count;
} cli_args;

struct cli_command {
    const char *name;
    const char *summary;  /* one line, without a full stop */
    const char *operands; /* as in the usage line; "" for none */
    size_t least_operands;
    size_t most_operands;        /* CLI_ANY_COUNT: no limit */
    const char *operand_choices; /* allowed first operands, separated by '|'; NULL: any */
    const char *details;         /* paragraphs for --help; every line ends with \n */
    const cli_option *options;
    size_t option_count;
    const cli_example *examples;
    size_t example_count;
    cli_exit (*run)(const cli_args *args, cli_output *output);
};

/* The table of commands. */
size_t cli_command_count(void);
const cli_command *cli_command_at(size_t index);
/* NULL if no command has that name. */
const cli_command *cli_command_find(const char *name);
/* Reports on stderr that there is no such command, with a suggestion. Returns CLI_USAGE. */
cli_exit cli_command_unknown(const char *name);

/* All options of a command: its own, then those that all commands share. */
size_t cli_option_count(const cli_command *command);
const cli_option *cli_option_at(const cli_command *command, size_t index);

/* Whether the option was given, and its value (NULL if it was not given). The name must be in the
 * command's table; otherwise the tool exits with CLI_INTERNAL. */
bool cli_has(const cli_args *args, const char *name);
const char *cli_value(const cli_args *args, const char *name);
/* Whether the command has the option at all. */
bool cli_finds(const cli_args *args, const char *name);
/* The same value; also NULL if the command does not have the option. */
const char *cli_optional(const cli_args *args, const char *name);

/* The commands. */
extern const cli_command command_demo;
extern const cli_command command_info;
extern const cli_command command_make;
extern const cli_command command_convert;
extern const cli_command command_hull;
extern const cli_command command_collide;
extern const cli_command command_classify;
extern const cli_command command_contacts;
extern const cli_command command_distance;
extern const cli_command command_depth;
extern const cli_command command_sweep;
extern const cli_command command_ray;
extern const cli_command command_nearest;
extern const cli_command command_inside;
extern const cli_command command_deform;
extern const cli_command command_sim;
extern const cli_command command_replay;
extern const cli_command command_minimise;
extern const cli_command command_verify;
extern const cli_command command_view;
extern const cli_command command_triangle;
extern const cli_command command_help;

/* What --help and --version print. */
void help_show_all(cli_output *output);
void help_show_command(const cli_command *command, cli_output *output);
cli_exit help_show_version(cli_output *output);
/* The manual page (man macros), and the completion script for bash. */
void help_show_man(cli_output *output);
void help_show_completion(cli_output *output);

#endif
