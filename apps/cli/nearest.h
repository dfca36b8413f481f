/* SPDX-License-Identifier: MIT */
/* Which of some names did the user mean? */
#ifndef TACT_CLI_NEAREST_H
#define TACT_CLI_NEAREST_H

#include <stddef.h>

/* The name that is nearest to the word, or NULL where none is near enough to be suggested. */
const char *nearest_name(const char *word, const char *const *names, size_t count);

#endif
