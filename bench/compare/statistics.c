/* SPDX-License-Identifier: MIT */
/* The Hodges-Lehmann estimate of a ratio and its interval; see statistics.h. */
#include "statistics.h"

#include "fail.h"
#include "figures.h"

#include <stdlib.h>

#define TAIL 0.025

size_t compare_cut(size_t count) {
    /* Under the null hypothesis each rank from 1 to count is in the sum with probability 1/2. */
    size_t greatest = count * (count + 1) / 2;
    double *probability = bench_allocate(greatest + 1, sizeof *probability);
    probability[0] = 1;
    for (size_t rank = 1; rank <= count; rank++) {
        for (size_t sum = greatest + 1; sum-- > 0;) {
            double without = sum >= rank ? probability[sum - rank] : 0;
            probability[sum] = 0.5 * probability[sum] + 0.5 * without;
        }
    }
    size_t cut = 0;
    for (double below = probability[0]; below + probability[cut + 1] <= TAIL; cut++)
        below += probability[cut + 1];
    free(probability);
    return cut;
}

compare_interval compare_estimate(const double *logs, size_t count) {
    size_t means = count * (count + 1) / 2, used = 0;
    double *mean = bench_allocate(means, sizeof *mean);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j < count; j++)
            mean[used++] = 0.5 * (logs[i] + logs[j]);
    bench_sort(mean, means);
    size_t cut = compare_cut(count);
    compare_interval interval = {exp(0.5 * (mean[(means - 1) / 2] + mean[means / 2])),
                                 exp(mean[cut]), exp(mean[means - 1 - cut])};
    free(mean);
    return interval;
}

compare_verdict compare_judge(const compare_interval *interval) {
    return interval->lower > COMPARE_SLOWER_ABOVE   ? COMPARE_SLOWER
           : interval->upper < COMPARE_FASTER_BELOW ? COMPARE_FASTER
                                                    : COMPARE_ALIKE;
}
