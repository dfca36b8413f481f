/* SPDX-License-Identifier: MIT */
/* How long this thread worked. On a busy machine a long piece of work is interrupted nearly always,
 * so that even the least of many repetitions holds other programs' turns; the thread's own clock
 * does not count them. It is dearer to read, and on virtual machines it stands still at times, so
 * the clock on the wall counts for short work and if the other shows almost nothing. */
#ifndef TACT_BENCH_STOPWATCH_H
#define TACT_BENCH_STOPWATCH_H

typedef struct bench_stopwatch {
    double wall, thread; /* ns at the start */
} bench_stopwatch;

/* Nanoseconds of a clock that only runs forward. */
double bench_now_ns(void);

bench_stopwatch bench_stopwatch_start(void);
/* Nanoseconds since the start. */
double bench_stopwatch_ns(const bench_stopwatch *watch);

/* What a stopwatch shows if its clocks ran for so long. */
double bench_stopwatch_choose(double wall_ns, double thread_ns);

#endif
