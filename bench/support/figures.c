/* SPDX-License-Identifier: MIT */
/* From times of repetitions to the figures that are reported. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double bench_percentile(const double *sorted, size_t count, double percent) {
    double rank = ceil(percent / 100 * (double)count);
    size_t index = rank < 1 ? 0 : (size_t)rank - 1;
    return sorted[index < count ? index : count - 1];
}

static int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

bool bench_figures_summarize(bench_figures *figures, size_t reps) {
    double *sorted = malloc(reps * sizeof *sorted);
    if (sorted == NULL)
        return false;
    memcpy(sorted, figures->ns, reps * sizeof *sorted);
    qsort(sorted, reps, sizeof *sorted, compare_doubles);
    figures->min = sorted[0];
    figures->p50 = bench_percentile(sorted, reps, 50);
    figures->p95 = bench_percentile(sorted, reps, 95);
    free(sorted);
    return true;
}
