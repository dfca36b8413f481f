/* SPDX-License-Identifier: MIT */
/* The fixed time step: whole nanoseconds, so that the number of steps after some time does not
 * depend on how the time was cut into frames. */
#include <tact/world.h>

tact_clock tact_clock_make(uint64_t step_nanoseconds, uint32_t most_steps) {
    tact_clock clock = {0};
    clock.step = step_nanoseconds > 0 ? step_nanoseconds : 1;
    clock.most = most_steps > 0 ? most_steps : 1;
    return clock;
}

uint32_t tact_clock_advance(tact_clock *clock, uint64_t elapsed_nanoseconds) {
    if (clock == NULL || clock->step == 0 || clock->most == 0)
        return 0;
    /* rest is less than step, so the quotients add up to the steps, and one more if the remainders
     * make a whole step. No sum overflows. */
    uint64_t due = elapsed_nanoseconds / clock->step;
    uint64_t rest = elapsed_nanoseconds % clock->step;
    if (rest >= clock->step - clock->rest) {
        rest -= clock->step - clock->rest;
        due++;
    } else {
        rest += clock->rest;
    }
    uint32_t now = due > clock->most ? clock->most : (uint32_t)due;
    clock->rest = rest;
    clock->dropped += (due - now) * clock->step;
    clock->steps += now;
    return now;
}

double tact_clock_fraction(const tact_clock *clock) {
    if (clock == NULL || clock->step == 0)
        return 0;
    double fraction = (double)clock->rest / (double)clock->step;
    return fraction < 1 ? fraction : 0x1.fffffffffffffp-1;
}
