/* SPDX-License-Identifier: MIT */
/* Sums and products of expansions; see expansion.h. */
#include "exact/expansion.h"

#include "base/assert.h"
#include "math/twofold.h"

#include <math.h>

/* Appends a component to the result unless it is 0; returns the new count. */
static int append(double *h, int count, double component) {
    h[count] = component;
    return count + (component != 0);
}

int tacti_expansion_from_difference(double a, double b, double *h) {
    tacti_twofold d = tacti_twofold_sum(a, -b);
    int count = 0;
    if (d.lo != 0)
        h[count++] = d.lo;
    if (d.hi != 0)
        h[count++] = d.hi;
    return count;
}

/* Merges the components of both by magnitude and adds them up from the smallest on. The rounding
 * error of each addition becomes a component of the result. */
int tacti_expansion_sum(int e_count, const double *e, int f_count, const double *f, double *h) {
    TACTI_ASSERT(h != e && h != f);
    int i = 0, j = 0, count = 0;
    double sum = 0;
    while (i < e_count || j < f_count) {
        double next;
        if (j == f_count || (i < e_count && fabs(e[i]) < fabs(f[j])))
            next = e[i++];
        else
            next = f[j++];
        tacti_twofold step = tacti_twofold_sum(sum, next);
        sum = step.hi;
        count = append(h, count, step.lo);
        TACTI_ASSERT(count < e_count + f_count);
    }
    return sum != 0 ? append(h, count, sum) : count;
}

int tacti_expansion_scale(int e_count, const double *e, double b, double *h) {
    int count = 0;
    double sum = 0;
    for (int i = 0; i < e_count; i++) {
        tacti_twofold product = tacti_twofold_product(e[i], b);
        tacti_twofold middle = tacti_twofold_sum(sum, product.lo);
        count = append(h, count, middle.lo);
        tacti_twofold high = tacti_twofold_fast_sum(product.hi, middle.hi);
        sum = high.hi;
        count = append(h, count, high.lo);
        TACTI_ASSERT(count < 2 * e_count);
    }
    return sum != 0 ? append(h, count, sum) : count;
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
