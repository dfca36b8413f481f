/* SPDX-License-Identifier: MIT */
/* Tells a person on a terminal what the tool is at, once that takes more than a second. In a pipe,
 * a file or under --quiet nothing is ever said. */
#ifndef TACT_CLI_PROGRESS_H
#define TACT_CLI_PROGRESS_H

#include <pthread.h>

#include "output.h"

/* One step. Fill it by progress_begin(), leave it where it is until progress_end(). */
typedef struct progress {
    bool running; /* a thread waits for the second to pass */
    bool ended;
    const char *doing;
    const char *what;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} progress;

/* Begins a step, such as "reading" of "part.obj". Where no thread starts, nothing is said. */
void progress_begin(progress *step, const cli_output *output, const char *doing, const char *what);
/* Ends it and takes the line away. */
void progress_end(progress *step);

#endif
