/* SPDX-License-Identifier: MIT */
/* Reports an error and exits; see fail.h. */
#include "fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bench_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

void bench_must(tact_status status, const char *what) {
    if (status != TACT_OK)
        bench_fail("%s: %s", what, tact_status_text(status));
}

void *bench_allocate(size_t count, size_t bytes) {
    void *memory = calloc(count > 0 ? count : 1, bytes);
    if (memory == NULL)
        bench_fail("out of memory");
    return memory;
}
