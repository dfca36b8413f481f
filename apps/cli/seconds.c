/* SPDX-License-Identifier: MIT */
/* The clock; see seconds.h. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "seconds.h"

#include <time.h>

double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
