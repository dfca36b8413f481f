/* SPDX-License-Identifier: MIT */
/* Shows on a terminal what the tool is doing if a step takes more than a second. Nothing is shown
 * in a pipe, in a file or with --quiet. */
#ifndef TACT_CLI_PROGRESS_H
#define TACT_CLI_PROGRESS_H

#include <pthread.h>

#include "output.h"

/* One step, set by progress_begin(). Do not move it before progress_end(). */
typedef struct progress {
    bool running; /* the thread was started */
    bool ended;
    const char *doing;
    const char *what;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} progress;

/* Begins a step, such as "reading" "part.obj". If no thread can be started, nothing is shown. */
void progress_begin(progress *step, const cli_output *output, const char *doing, const char *what);
/* Ends the step and erases the message. */
void progress_end(progress *step);

#endif
