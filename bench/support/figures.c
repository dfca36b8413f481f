/* SPDX-License-Identifier: MIT */
/* Statistics of times; see figures.h. */
#include "figures.h"

#include "fail.h"

#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void bench_sort(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
}

double bench_percentile(const double *sorted, size_t count, double percent) {
    double rank = ceil(percent / 100 * (double)count);
    size_t index = rank < 1 ? 0 : (size_t)rank - 1;
    return sorted[index < count ? index : count - 1];
}

double bench_mean(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return count > 0 ? sum / (double)count : BENCH_NONE;
}

double bench_percentile_of(const double *values, size_t count, double percent) {
    if (count == 0)
        return BENCH_NONE;
    double *sorted = bench_allocate(count, sizeof *sorted);
    memcpy(sorted, values, count * sizeof *sorted);
    bench_sort(sorted, count);
    double result = bench_percentile(sorted, count, percent);
    free(sorted);
    return result;
}

void bench_ratios_add(bench_ratios *ratios, double ratio) {
    if (isnan(ratio))
        return;
    ratios->least = ratios->count == 0 ? ratio : fmin(ratios->least, ratio);
    ratios->log_sum += log(ratio);
    ratios->count++;
}

double bench_ratios_mean(const bench_ratios *ratios) {
    return ratios->count > 0 ? exp(ratios->log_sum / (double)ratios->count) : BENCH_NONE;
}

double bench_ratios_least(const bench_ratios *ratios) {
    return ratios->count > 0 ? ratios->least : BENCH_NONE;
}
