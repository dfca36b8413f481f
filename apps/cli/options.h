/* SPDX-License-Identifier: MIT */
/* The parser of command lines. */
#ifndef TACT_CLI_OPTIONS_H
#define TACT_CLI_OPTIONS_H

#include "command.h"

/* Reads the words after the command's name against its table. Options may stand anywhere before a
 * "--": --name, --name VALUE, --name=VALUE, or -x where the option has a letter; the last of equals
 * counts. All else is an operand, also "-" and what starts like a negative number. Operands are
 * moved to the front of words. What is wrong is said on stderr and gives CLI_USAGE. The count of
 * operands is checked by options_check_operands(), so that --help goes without them. */
cli_exit options_parse(const cli_command *command, char **words, size_t word_count, cli_args *args);

cli_exit options_check_operands(const cli_args *args);

#endif
