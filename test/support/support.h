/* SPDX-License-Identifier: MIT */
/* What all tests share: cmocka with its includes, seeded random numbers (rng.h), how many cases to
 * try, and an allocator that counts, checks and fails on request. */
#ifndef TACT_TEST_SUPPORT_H
#define TACT_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <tact/mesh_generators.h>
#include <tact/math_interval.h>
#include <tact/math_morton.h>
#include <tact/tact.h>

#include "rng.h"

/* How many cases a random test tries: count; long_count if TACT_TEST_LONG is set; a twentieth of
 * count if TACT_TEST_QUICK is set, as under sanitizers. */
uint64_t test_case_count(uint64_t count, uint64_t long_count);

/* An allocator that fails one chosen allocation, counts what is alive, and checks that memory comes
 * back with the size and alignment that it was requested with. */
typedef struct test_allocator {
    uint64_t calls;      /* allocations asked for so far */
    uint64_t fail_at;    /* the call (from 1) that fails; 0 for none */
    uint64_t live;       /* blocks not released yet */
    uint64_t live_bytes; /* and their bytes */
} test_allocator;

tact_allocator test_allocator_make(test_allocator *state);
/* A context with such an allocator, which fails no allocation yet. */
tact_context *test_context_make(test_allocator *state);

/* Fails the test with both values unless the bits of the doubles are the same. */
void test_assert_same_bits(double actual, double expected);

#endif
