/* SPDX-License-Identifier: MIT */
/* The account of one question: how much work it did, how much it may do, and what ended it. All
 * steps of a question share one meter, so that the budget is for all of them together. */
#ifndef TACTI_FRAME_METER_H
#define TACTI_FRAME_METER_H

#include <tact/frame.h>

#include "base/watch.h"

/** The budget and the watch of a question, and what came of it. */
typedef struct tacti_meter {
    tacti_pace pace; /**< Counts box and triangle tests. pace.stop says what ended the question. */
    tact_work work;  /**< Grows. */
} tacti_meter;

/** UINT64_MAX for no budget, NULL for no watch. */
static inline tacti_meter tacti_meter_make(uint64_t budget, const tacti_watch *watch) {
    return (tacti_meter){.pace = tacti_pace_make(budget, watch)};
}

/** The tests that count against the budget. */
static inline uint64_t tacti_meter_tests(const tacti_meter *meter) {
    return meter->work.box_tests + meter->work.triangle_tests;
}

/** Whether the question goes on. */
static inline bool tacti_meter_goes_on(tacti_meter *meter) {
    return tacti_pace_goes_on(&meter->pace, tacti_meter_tests(meter));
}

/** Whether something ended the question. */
static inline bool tacti_meter_is_stopped(const tacti_meter *meter) {
    return meter->pace.stop != TACTI_STOP_NONE;
}

/** How a walk over hierarchies ended. */
typedef enum tacti_walk_end {
    TACTI_WALK_COMPLETE,
    TACTI_WALK_STOPPED,    /**< By whoever takes what it finds. */
    TACTI_WALK_INTERRUPTED /**< By the meter. */
} tacti_walk_end;

#endif
