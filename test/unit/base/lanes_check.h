/* SPDX-License-Identifier: MIT */
/* Compares the operations on lanes with plain C; one function per SIMD level. */
#ifndef TACT_TEST_LANES_CHECK_H
#define TACT_TEST_LANES_CHECK_H

#include <stdint.h>

typedef struct lanes_input {
    float fa[16], fb[16];
    double a[8], b[8];
    uint8_t bytes[16];
} lanes_input;

/* The name of an operation that is wrong, or NULL. */
const char *lanes_check_baseline(const lanes_input *in);
const char *lanes_check_avx2(const lanes_input *in);
const char *lanes_check_avx512(const lanes_input *in);

#endif
