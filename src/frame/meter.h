/* SPDX-License-Identifier: MIT */
/* The account of one query: how much work it did, how much it may do, and what ended it. All steps
 * of a query share one meter, so the budget is for all of them together. */
#ifndef TACTI_FRAME_METER_H
#define TACTI_FRAME_METER_H

#include <tact/frame.h>

#include "base/watch.h"

/** The budget and the watch of a query, and the work that it did. */
typedef struct tacti_meter {
    tacti_pace pace; /**< Counts box and triangle tests. pace.stop says what ended the query. */
    tact_work work;  /**< Work so far. */
} tacti_meter;

/** Makes a meter. budget is UINT64_MAX for no budget, watch is NULL for no watch. */
static inline tacti_meter tacti_meter_make(uint64_t budget, const tacti_watch *watch) {
    return (tacti_meter){.pace = tacti_pace_make(budget, watch)};
}

/** The tests that count against the budget. */
static inline uint64_t tacti_meter_tests(const tacti_meter *meter) {
    return meter->work.box_tests + meter->work.triangle_tests;
}

/** Whether the query goes on. */
static inline bool tacti_meter_goes_on(tacti_meter *meter) {
    return tacti_pace_goes_on(&meter->pace, tacti_meter_tests(meter));
}

/** Whether something ended the query. */
static inline bool tacti_meter_is_stopped(const tacti_meter *meter) {
    return meter->pace.stop != TACTI_STOP_NONE;
}

/** How a walk over hierarchies ended. */
typedef enum tacti_walk_end {
    TACTI_WALK_COMPLETE,
    TACTI_WALK_STOPPED,    /**< By the function that takes the results. */
    TACTI_WALK_INTERRUPTED /**< By the meter. */
} tacti_walk_end;

#endif
