/* SPDX-License-Identifier: MIT */
/* Files of proofs that a motion is free: one interval per line. */
#ifndef TACT_CLI_FREE_PROOF_H
#define TACT_CLI_FREE_PROOF_H

#include <tact/tact.h>

#include "command.h"

/* Writes a proof. CLI_IO, with a line on stderr, if that fails. */
cli_exit free_proof_save(const char *path, const tact_free_proof *proof);

/* Reads a proof, "-": standard input; *out is to be freed. CLI_IO, with a line on stderr, if the
 * file cannot be read or a line is not an interval. */
cli_exit free_proof_load(const char *path, tact_free_interval **out, size_t *count);

#endif
