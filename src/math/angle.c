/* SPDX-License-Identifier: MIT */
/* The angle of a vector without libm, so that it has the same bits on every machine.
 *
 * Let t be the smaller coordinate divided by the larger, and c the multiple of 1/16 nearest to t.
 * Then atan t = atan c + atan z, z = (t - c) / (1 + t c), |z| <= 1/32 + 2^-50. atan z is computed
 * by its Taylor series, cut before z^15 / 15 < 2^-78.
 *
 * Error, with u = 2^-53. t errs by u t, which changes atan t by at most u / 2. The computed t - c
 * errs by u / 32, 1 + t c by 2 u of itself, the quotient by u of itself: z errs by less than u / 6.
 * The series errs by 2 u |z| < u / 16. The table errs by u / 2 and the sum by u / 2. That is less
 * than 2 u for atan t. The constants pi and pi/2 err by at most 2 u, and a sum below 4 by 2 u. The
 * total is below 6 u; the promise is 8 u. */
#include "math/angle.h"

#include "base/assert.h"

#define PI 0x1.921fb54442d18p1

/* atan(i / 16) */
static const double arctangents[17] = {0,
                                       0x1.ff55bb72cfdeap-5,
                                       0x1.fd5ba9aac2f6ep-4,
                                       0x1.7b97b4bce5b02p-3,
                                       0x1.f5b75f92c80ddp-3,
                                       0x1.362773707ebccp-2,
                                       0x1.6f61941e4def1p-2,
                                       0x1.a64eec3cc23fdp-2,
                                       0x1.dac670561bb4fp-2,
                                       0x1.0657e94db30d0p-1,
                                       0x1.1e00babdefeb4p-1,
                                       0x1.345f01cce37bbp-1,
                                       0x1.4978fa3269ee1p-1,
                                       0x1.5d58987169b18p-1,
                                       0x1.700a7c5784634p-1,
                                       0x1.819d0b7158a4dp-1,
                                       0x1.921fb54442d18p-1};

/* atan t for t from 0 to 1. */
static double arctangent(double t) {
    TACTI_ASSERT(t >= 0 && t <= 1);
    int i = (int)(t * 16 + 0.5);
    TACTI_ASSERT(i >= 0 && i <= 16);
    double c = (double)i * 0x1p-4;
    double z = (t - c) / (1 + t * c), s = z * z;
    double tail = 1.0 / 13;
    tail = 1.0 / 11 - s * tail;
    tail = 1.0 / 9 - s * tail;
    tail = 1.0 / 7 - s * tail;
    tail = 1.0 / 5 - s * tail;
    tail = 1.0 / 3 - s * tail;
    return arctangents[i] + (z - z * (s * tail));
}

double tacti_angle(double x, double y) {
    double size = tacti_abs(x);
    if (y <= size) {
        double angle = arctangent(y / size);
        return x > 0 ? angle : PI - angle;
    }
    double rest = arctangent(size / y);
    return x >= 0 ? PI / 2 - rest : PI / 2 + rest;
}
