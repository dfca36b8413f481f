/* SPDX-License-Identifier: MIT */
/* A benchmark that cannot go on ends here: it prints a message on stderr and exits with code 2. */
#ifndef TACT_BENCH_FAIL_H
#define TACT_BENCH_FAIL_H

#include <tact/base.h>

#include <stddef.h>

#if defined(__GNUC__)
__attribute__((noreturn, format(printf, 1, 2)))
#endif
void bench_fail(const char *format, ...);

/* Fails unless the status is TACT_OK. what names the object that could not be had. */
void bench_must(tact_status status, const char *what);

/* Zeroed memory. Fails if there is none. */
void *bench_allocate(size_t count, size_t bytes);

#endif
