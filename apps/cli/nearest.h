/* SPDX-License-Identifier: MIT */
/* Guesses which name the user meant. */
#ifndef TACT_CLI_NEAREST_H
#define TACT_CLI_NEAREST_H

#include <stddef.h>

/* The name nearest to the word; NULL if none is near enough to suggest. */
const char *nearest_name(const char *word, const char *const *names, size_t count);

#endif
