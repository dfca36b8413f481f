/* SPDX-License-Identifier: MIT */
/* Prints answers to stdout and error messages to stderr, with colours if they are wanted. */
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
    bool progress; /* show on stderr what takes long */
} cli_output;

typedef enum cli_style { CLI_PLAIN, CLI_TITLE, CLI_GOOD, CLI_BAD, CLI_FAINT } cli_style;

/* The output for these options. color: "auto", "always", "never"; NULL is "auto". */
cli_output cli_output_make(bool quiet, bool json, const char *color);

/* Prints text. For doubles use number_write(), which does not depend on the locale. Unsafe
 * characters are escaped (clean.h), except line breaks and, with colours, the codes of
 * cli_style_code(). Pass untrusted names through clean_text() first, which escapes these too. */
void cli_print(cli_output *output, const char *format, ...) CLI_PRINTF(2, 3);

/* Prints a line in the style of a title. */
void cli_print_title(cli_output *output, const char *format, ...) CLI_PRINTF(2, 3);

/* The escape sequence that starts a style; "" without colours. CLI_PLAIN ends the style. */
const char *cli_style_code(const cli_output *output, cli_style style);

/* Whether everything printed was written; if not, reports that on stderr. */
bool cli_output_finish(void);

/* Prints an error message on stderr: "tact: ...", escaped (clean.h). */
void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);

#endif
