/* SPDX-License-Identifier: MIT */
/* The time that a thread worked. On a busy machine a long piece of work is nearly always
 * interrupted, so even the least of many repetitions contains turns of other programs. The thread's
 * own clock does not count them. But this clock costs more to read, and on virtual machines it
 * sometimes stands still. The wall clock is therefore used for short work, and if the thread's
 * clock shows almost nothing. */
#ifndef TACT_BENCH_STOPWATCH_H
#define TACT_BENCH_STOPWATCH_H

typedef struct bench_stopwatch {
    double wall, thread; /* ns at the start */
} bench_stopwatch;

/* Nanoseconds of a monotonic clock. */
double bench_now_ns(void);

bench_stopwatch bench_stopwatch_start(void);
/* Nanoseconds since the start. */
double bench_stopwatch_ns(const bench_stopwatch *watch);

/* What a stopwatch shows if its two clocks advanced by these times. */
double bench_stopwatch_choose(double wall_ns, double thread_ns);

#endif
