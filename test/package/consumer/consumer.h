/* SPDX-License-Identifier: MIT */
/* A first program outside of the project, the same in C and C++. It compares the version of the
 * header with the version of the library, asks two questions about triangles (which needs libm) and
 * starts a thread pool (which needs threads). */
#ifndef CONSUMER_H
#define CONSUMER_H

#include <tact/tact.h>

#include <stdio.h>
#include <string.h>

static int consumer_run(const char *language) {
    char expected[64];
    snprintf(expected, sizeof expected, "%d.%d.%d", TACT_VERSION_MAJOR, TACT_VERSION_MINOR,
             TACT_VERSION_PATCH);
    if (strcmp(tact_version(), expected) != 0) {
        printf("header %s, library %s\n", expected, tact_version());
        return 1;
    }
    tact_triangle a = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    tact_triangle b = {{{1, 1, -1}, {1, 1, 1}, {2, 2, 1}}};
    tact_triangle c = {{{0, 0, 3}, {4, 0, 3}, {0, 4, 3}}};
    if (!tact_triangle_overlaps(&a, &b) || tact_triangle_overlaps(&a, &c)) {
        printf("wrong verdict\n");
        return 1;
    }
    tact_gap gap = tact_triangle_distance(&a, &c);
    if (!(gap.lower <= 3 && 3 <= gap.upper)) {
        printf("the distance is 3, not in [%g, %g]\n", gap.lower, gap.upper);
        return 1;
    }
    if (tact_float_mode_check() != TACT_OK) {
        printf("loading the library changed the float mode\n");
        return 1;
    }
    tact_pool *pool;
    tact_status status = tact_pool_create(NULL, 2, &pool);
    if (status != TACT_OK) {
        printf("the pool cannot be created: %s\n", tact_status_name(status));
        return 1;
    }
    tact_pool_destroy(pool);
    printf("%s: tact %s works\n", language, tact_version());
    return 0;
}

#endif
