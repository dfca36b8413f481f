/* SPDX-License-Identifier: MIT */
/* The parser of command lines. */
#ifndef TACT_CLI_OPTIONS_H
#define TACT_CLI_OPTIONS_H

#include "command.h"

/* Parses the words after the command's name. Options may appear anywhere before "--": --name,
 * --name VALUE, --name=VALUE, or -x if the option has a letter. If an option is repeated, the last
 * one counts. Everything else is an operand, including "-" and words that start like a negative
 * number. Operands are moved to the front of words. On errors: CLI_USAGE, with a line on stderr. */
cli_exit options_parse(const cli_command *command, char **words, size_t word_count, cli_args *args);

/* Checks the number of operands. This is separate because --help needs no operands. */
cli_exit options_check_operands(const cli_args *args);

#endif
