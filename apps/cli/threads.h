/* SPDX-License-Identifier: MIT */
/* The context of a command that has no models of its own to open. */
#ifndef TACT_CLI_THREADS_H
#define TACT_CLI_THREADS_H

#include <tact/tact.h>

#include "command.h"

/* Makes a context with as many threads as --threads says, which computes at a SIMD level or below.
 * *pool is NULL for one thread. On failure: a line on stderr. */
cli_exit threads_open(const cli_args *args, tact_simd_level level, tact_pool **pool,
                      tact_context **context);

#endif
