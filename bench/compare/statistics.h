/* SPDX-License-Identifier: MIT */
/* Estimates the ratio of the speeds of two builds from their times in several rounds.
 *
 * The ratio is the Hodges-Lehmann estimate: the median of the means of all pairs of log ratios. Its
 * interval holds the ratios that the Wilcoxon signed-rank test does not reject (Hollander, Wolfe
 * and Chicken, "Nonparametric Statistical Methods", 2014, chapter 3). Both assume a symmetric
 * distribution, not a normal one. A round in which another program disturbed one of the builds
 * counts as one round, however great the disturbance is. */
#ifndef TACT_BENCH_COMPARE_STATISTICS_H
#define TACT_BENCH_COMPARE_STATISTICS_H

#include <stddef.h>

/* With fewer rounds there is no interval of 95 %. */
#define COMPARE_MIN_ROUNDS 6
#define COMPARE_MAX_ROUNDS 200

/* A case is slower or faster if its whole interval is beyond these ratios. */
#define COMPARE_SLOWER_ABOVE 1.03
#define COMPARE_FASTER_BELOW 0.97

typedef struct compare_interval {
    double ratio, lower, upper;
} compare_interval;

typedef enum compare_verdict { COMPARE_FASTER, COMPARE_ALIKE, COMPARE_SLOWER } compare_verdict;

/* The ratio and its interval of 95 % or a little more, from one log ratio per round. count is in
 * [COMPARE_MIN_ROUNDS, COMPARE_MAX_ROUNDS]. */
compare_interval compare_estimate(const double *logs, size_t count);

compare_verdict compare_judge(const compare_interval *interval);

/* The number of sorted means of pairs that are cut off at each end: the greatest c for which the
 * statistic of the signed-rank test is at most c with a probability of at most 2.5 %. */
size_t compare_cut(size_t count);

#endif
