/* SPDX-License-Identifier: MIT */
/* Recordings: the option --record of commands that ask something, and opening a recording. */
#ifndef TACT_CLI_RECORD_H
#define TACT_CLI_RECORD_H

#include <tact/tact.h>

#include "command.h"

/* Makes an empty recording if --record was given; otherwise *out stays NULL. */
cli_exit record_begin(const cli_args *args, const tact_context *context, tact_recording **out);
/* Records a question; nothing happens if recording is NULL. */
cli_exit record_ask(tact_recording *recording, const tact_asked *asked);
/* Saves the recording if status is that of an answer, then destroys it. */
cli_exit record_end(const cli_args *args, tact_recording **recording, cli_exit status);

/* Reads the recording that the first operand names. On failure: CLI_IO, with a line on stderr. */
cli_exit record_open(const cli_args *args, const tact_context *context, const cli_output *output,
                     tact_recording **out);
/* Writes a recording. On failure: CLI_IO, with a line on stderr. */
cli_exit record_save(tact_recording *recording, const char *path);

#endif
