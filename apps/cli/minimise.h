/* SPDX-License-Identifier: MIT */
/* What a candidate of tact minimise must do to count as failing. */
#ifndef TACT_CLI_MINIMISE_H
#define TACT_CLI_MINIMISE_H

#include <tact/tact.h>

#include "command.h"

typedef struct minimise_judge {
    /* One of these: */
    const char *event;   /* KIND or KIND:A,B */
    const char *command; /* a command that exits with another status than 0 */
    bool wants_failure;  /* a step fails */
    bool
        wants_difference; /* two replays differ: one thread at the lowest SIMD level, and context */
    const tact_context *context;
    const tact_context *plain; /* one thread at the lowest SIMD level */
    cli_exit trouble;          /* CLI_OK, or why the tests cannot go on */
    /* The candidate in progress. */
    const tact_recording *candidate;
    bool is_seen;
} minimise_judge;

/* Sets the event, the command or what else --event, --test, --fails and --differs ask for. */
cli_exit minimise_read(const cli_args *args, minimise_judge *out);
/* A tact_recording_test; user is a minimise_judge. */
bool minimise_fails(void *user, tact_recording *candidate);

#endif
