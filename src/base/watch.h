/* SPDX-License-Identifier: MIT */
/* What ends a long computation early: a budget of work, a callback that cancels it, a deadline.
 *
 * A loop compares its work with one number, the pause. Without a watch the pause is the budget.
 * With a watch it is the work at which the watch is asked next, if that comes before the budget. A
 * loop without a watch pays for its budget alone, and a budget ends a loop at the same place with
 * or without a watch. */
#ifndef TACTI_BASE_WATCH_H
#define TACTI_BASE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Why a computation ended before it was complete. */
typedef enum tacti_stop {
    TACTI_STOP_NONE, /* it did not */
    TACTI_STOP_BUDGET,
    TACTI_STOP_CANCELLED,
    TACTI_STOP_DEADLINE
} tacti_stop;

/* What may end a computation early besides its budget. The callback is called by the threads that
 * compute. */
typedef struct tacti_watch {
    bool (*cancel)(void *user); /* true ends the computation; NULL for none */
    void *user;
    uint64_t deadline; /* on the clock of tacti_clock_now(); 0 for none */
} tacti_watch;

/* Nanoseconds of a monotonic clock. Never 0. */
uint64_t tacti_clock_now(void);

/* Asks the callback, then the clock. TACTI_STOP_NONE if the computation goes on, and if watch is
 * NULL. */
tacti_stop tacti_watch_poll(const tacti_watch *watch);

/* Work between two polls. In the traversals of trees this takes a few microseconds. */
#define TACTI_POLL_INTERVAL 2048

/* How far a computation may go. */
typedef struct tacti_pace {
    uint64_t pause; /* the work at which it pauses: the budget, or earlier for a poll */
    uint64_t budget;
    const tacti_watch *watch;
    tacti_stop stop; /* once set, it stays */
} tacti_pace;

/* UINT64_MAX for no budget, NULL for no watch. A watch is asked at the first pause, at work 0. */
tacti_pace tacti_pace_make(uint64_t budget, const tacti_watch *watch);

/* To be called when work has reached the pause. Returns whether the computation goes on. */
bool tacti_pace_pause(tacti_pace *pace, uint64_t work);

/* Whether the computation goes on. */
static inline bool tacti_pace_goes_on(tacti_pace *pace, uint64_t work) {
    return work < pace->pause || tacti_pace_pause(pace, work);
}

/* Asks the watch now, for steps that no budget counts. Returns whether the computation goes on. */
bool tacti_pace_poll(tacti_pace *pace);

#endif
