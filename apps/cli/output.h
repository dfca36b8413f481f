/* SPDX-License-Identifier: MIT */
/* Where answers and complaints go: answers to stdout, complaints to stderr, colours only where they
 * are wanted. */
#ifndef TACT_CLI_OUTPUT_H
#define TACT_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#if defined(__GNUC__)
#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

typedef struct cli_output {
    FILE *stream; /* NULL: print nothing */
    bool json;
    bool colored;
    bool progress; /* say on stderr what takes long */
} cli_output;

typedef enum cli_style { CLI_PLAIN, CLI_TITLE, CLI_GOOD, CLI_BAD, CLI_FAINT } cli_style;

/* The output that the options ask for. color: "auto", "always", "never"; NULL is "auto". */
cli_output cli_output_make(bool quiet, bool json, const char *color);

/* Prints text, without a locale's doings: use number_write() for doubles. What a terminal would
 * obey is escaped (clean.h), but for line ends and, with colours, the codes of cli_style_code().
 * Names from outside go through clean_text() first, so that they have neither. */
void cli_print(cli_output *output, const char *format, ...) CLI_PRINTF(2, 3);

/* The control text that starts a style; "" without colours. CLI_PLAIN ends one. */
const char *cli_style_code(const cli_output *output, cli_style style);

/* Whether all that was printed has reached its place; says so on stderr where it has not. */
bool cli_output_finish(void);

/* A line on stderr: "tact: ...", escaped as clean.h says. */
void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);

#endif
