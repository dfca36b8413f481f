/* SPDX-License-Identifier: MIT */
/* Progress; see progress.h. A call of the library blocks until it is done, so a separate thread
 * watches the clock. It sleeps until the step has ended or the next message is due. */
#define _POSIX_C_SOURCE 200809L /* pthread_condattr_setclock */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "clean.h"

#define ERASE "\r\033[K"
#define LONGEST_NAME 40

/* Cuts long paths at the beginning: the end says more. */
static void say(const progress *step, int seconds) {
    size_t length = strlen(step->what);
    bool cut = length > LONGEST_NAME;
    fprintf(stderr, ERASE "%s %s", step->doing, cut ? "..." : "");
    clean_write(stderr, cut ? step->what + length - LONGEST_NAME : step->what);
    fprintf(stderr, " ... %d s", seconds);
    fflush(stderr);
}

static void *watch(void *data) {
    progress *step = data;
    struct timespec due;
    bool said = false;
    clock_gettime(CLOCK_MONOTONIC, &due);
    pthread_mutex_lock(&step->lock);
    for (int seconds = 1; !step->ended; seconds++) {
        due.tv_sec++;
        int status = 0;
        while (!step->ended && status == 0)
            status = pthread_cond_timedwait(&step->changed, &step->lock, &due);
        if (!step->ended) {
            say(step, seconds);
            said = true;
        }
    }
    pthread_mutex_unlock(&step->lock);
    if (said) {
        fputs(ERASE, stderr);
        fflush(stderr);
    }
    return NULL;
}

/* A condition that waits by the monotonic clock. */
static bool make_condition(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return made;
}

void progress_begin(progress *step, const cli_output *output, const char *doing, const char *what) {
    *step = (progress){.doing = doing, .what = what};
    if (!output->progress || pthread_mutex_init(&step->lock, NULL) != 0)
        return;
    if (!make_condition(&step->changed)) {
        pthread_mutex_destroy(&step->lock);
        return;
    }
    /* The working thread must receive the signals: it blocks them while a file is replaced. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    step->running = pthread_create(&step->thread, NULL, watch, step) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!step->running) {
        pthread_cond_destroy(&step->changed);
        pthread_mutex_destroy(&step->lock);
    }
}

void progress_end(progress *step) {
    if (!step->running)
        return;
    pthread_mutex_lock(&step->lock);
    step->ended = true;
    pthread_cond_signal(&step->changed);
    pthread_mutex_unlock(&step->lock);
    pthread_join(step->thread, NULL);
    pthread_cond_destroy(&step->changed);
    pthread_mutex_destroy(&step->lock);
    step->running = false;
}
