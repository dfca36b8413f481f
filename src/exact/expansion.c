/* SPDX-License-Identifier: MIT */
/* Sums and products of expansions; see expansion.h. */
#include "exact/expansion.h"

#include <math.h>

int tacti_expansion_from_difference(double a, double b, double *h) {
    double error;
    double difference = tacti_two_diff(a, b, &error);
    int count = 0;
    if (error != 0)
        h[count++] = error;
    if (difference != 0)
        h[count++] = difference;
    return count;
}

/* Merges the components of both by magnitude and adds them up from the least on, keeping the
 * rounding error of each addition as a component of the result. */
int tacti_expansion_sum(int e_count, const double *e, int f_count, const double *f, double *h) {
    int i = 0, j = 0, count = 0;
    double sum = 0;
    while (i < e_count || j < f_count) {
        double next;
        if (j == f_count || (i < e_count && fabs(e[i]) < fabs(f[j])))
            next = e[i++];
        else
            next = f[j++];
        double error;
        sum = tacti_two_sum(sum, next, &error);
        if (error != 0)
            h[count++] = error;
    }
    if (sum != 0)
        h[count++] = sum;
    return count;
}

int tacti_expansion_scale(int e_count, const double *e, double b, double *h) {
    int count = 0;
    double sum = 0;
    for (int i = 0; i < e_count; i++) {
        double low, error;
        double high = tacti_two_product(e[i], b, &low);
        double middle = tacti_two_sum(sum, low, &error);
        if (error != 0)
            h[count++] = error;
        sum = tacti_fast_two_sum(high, middle, &error);
        if (error != 0)
            h[count++] = error;
    }
    if (sum != 0)
        h[count++] = sum;
    return count;
}

void tacti_expansion_negate(int e_count, double *e) {
    for (int i = 0; i < e_count; i++)
        e[i] = -e[i];
}

double tacti_expansion_estimate(int e_count, const double *e) {
    double sum = 0;
    for (int i = 0; i < e_count; i++)
        sum += e[i];
    return sum;
}
