/* SPDX-License-Identifier: MIT */
/* Statistics of times: means, percentiles, and geometric means of ratios. */
#ifndef TACT_BENCH_FIGURES_H
#define TACT_BENCH_FIGURES_H

#include <math.h>
#include <stddef.h>

/* A figure that was not measured. */
#define BENCH_NONE ((double)NAN)

/* Sorts values in ascending order. None may be NaN. */
void bench_sort(double *values, size_t count);

/* The value at the given percentile (0 < percent <= 100) of sorted values, by nearest rank. */
double bench_percentile(const double *sorted, size_t count, double percent);

/* Statistics of values that stay in their order. BENCH_NONE if there are no values. */
double bench_mean(const double *values, size_t count);
double bench_percentile_of(const double *values, size_t count, double percent);

/* Ratios and their geometric mean. */
typedef struct bench_ratios {
    double log_sum;
    double least;
    size_t count;
} bench_ratios;

/* Ignores NaN. */
void bench_ratios_add(bench_ratios *ratios, double ratio);
/* BENCH_NONE if there are no ratios. */
double bench_ratios_mean(const bench_ratios *ratios);
double bench_ratios_least(const bench_ratios *ratios);

#endif
