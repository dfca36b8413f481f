/* SPDX-License-Identifier: MIT */
/* Reads values of options that several commands share. Errors are reported on stderr. */
#ifndef TACT_CLI_VALUES_H
#define TACT_CLI_VALUES_H

#include "command.h"

#include <stdint.h>

/* Reports a wrong value: "--rows is too large: '9e9'". Returns CLI_USAGE. */
cli_exit value_fail(const char *option, const char *why, const char *text);

/* Reads exactly count numbers. what completes the message "--point: 2 numbers, but ". */
cli_exit value_read_numbers(const char *option, const char *text, double *out, size_t count,
                            const char *what);

/* Reads a number >= 0. If text is NULL, *out stays unchanged. */
cli_exit value_read_amount(const char *option, const char *text, double *out);

/* Reads the value of --budget. If text is NULL, *out stays unchanged. */
cli_exit value_read_budget(const char *text, uint64_t *out);

/* Whether an item is in a list that is separated by commas. */
bool value_list_has(const char *list, const char *item);

#endif
