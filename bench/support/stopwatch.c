/* SPDX-License-Identifier: MIT */
/* Measures work with two clocks; see stopwatch.h. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */
#include "stopwatch.h"

#include <math.h>
#include <stdbool.h>
#include <time.h>

/* Shorter work is seldom interrupted. */
#define SHORT_NS 5e4
/* The thread's clock is ignored if it shows less than this share of the wall clock's time. */
#define LEAST_SHARE 0.05

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

double bench_now_ns(void) {
    return read_clock(CLOCK_MONOTONIC);
}

bench_stopwatch bench_stopwatch_start(void) {
    bench_stopwatch watch;
    watch.thread = read_clock(CLOCK_THREAD_CPUTIME_ID);
    watch.wall = bench_now_ns();
    return watch;
}

double bench_stopwatch_ns(const bench_stopwatch *watch) {
    double wall_ns = bench_now_ns() - watch->wall;
    if (wall_ns < SHORT_NS)
        return wall_ns;
    return bench_stopwatch_choose(wall_ns, read_clock(CLOCK_THREAD_CPUTIME_ID) - watch->thread);
}

double bench_stopwatch_choose(double wall_ns, double thread_ns) {
    bool is_short = wall_ns < SHORT_NS, is_plausible = thread_ns >= LEAST_SHARE * wall_ns;
    return is_short || !is_plausible ? wall_ns : fmin(wall_ns, thread_ns);
}
