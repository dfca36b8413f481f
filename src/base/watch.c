/* SPDX-License-Identifier: MIT */
/* Budgets, callbacks and deadlines that end a computation early. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "base/watch.h"

#include <stddef.h>
#include <time.h>

#include "base/assert.h"

uint64_t tacti_clock_now(void) {
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return nanoseconds > 0 ? nanoseconds : 1;
}

tacti_stop tacti_watch_poll(const tacti_watch *watch) {
    if (watch == NULL)
        return TACTI_STOP_NONE;
    if (watch->cancel != NULL && watch->cancel(watch->user))
        return TACTI_STOP_CANCELLED;
    if (watch->deadline != 0 && tacti_clock_now() >= watch->deadline)
        return TACTI_STOP_DEADLINE;
    return TACTI_STOP_NONE;
}

tacti_pace tacti_pace_make(uint64_t budget, const tacti_watch *watch) {
    return (tacti_pace){.pause = watch != NULL ? 0 : budget, .budget = budget, .watch = watch};
}

/* After a stop every further pause is a stop too, whatever the work is. */
static bool goes_on(tacti_pace *pace) {
    if (pace->stop != TACTI_STOP_NONE)
        pace->pause = 0;
    return pace->stop == TACTI_STOP_NONE;
}

bool tacti_pace_pause(tacti_pace *pace, uint64_t work) {
    /* The budget comes first, so the point at which it ends a computation does not depend on the
     * watch. */
    if (pace->stop == TACTI_STOP_NONE && work >= pace->budget)
        pace->stop = TACTI_STOP_BUDGET;
    if (!goes_on(pace) || !tacti_pace_poll(pace))
        return false;
    bool has_poll = pace->watch != NULL && pace->budget - work > TACTI_POLL_INTERVAL;
    pace->pause = has_poll ? work + TACTI_POLL_INTERVAL : pace->budget;
    TACTI_ASSERT(pace->pause > work);
    return true;
}

bool tacti_pace_poll(tacti_pace *pace) {
    if (pace->stop == TACTI_STOP_NONE)
        pace->stop = tacti_watch_poll(pace->watch);
    return goes_on(pace);
}
