/* SPDX-License-Identifier: MIT */
/* The adapter to Qhull's reentrant C interface. */
#include "qhull.h"
#include "hulls.h"

#include <libqhull_r/qhull_ra.h>

#include <string.h>

/* Qhull takes points that are not const but does not change them. */
static int32_t build(const hull_points *set) {
    qhT qh;
    qh_zero(&qh, NULL);
    coordT *coordinates;
    memcpy(&coordinates, &set->points, sizeof coordinates);
    char options[] = "qhull";
    int code = qh_new_qhull(&qh, 3, (int)set->count, coordinates, False, options, NULL, NULL);
    int32_t vertices = code == 0 ? (int32_t)qh.num_vertices : BENCH_UNKNOWN;
    qh_freeqhull(&qh, !qh_ALL);
    int long_count, long_bytes;
    qh_memfreeshort(&qh, &long_count, &long_bytes);
    return vertices;
}

void peer_qhull_build(const void *inputs, size_t count, bench_answers answers) {
    const hull_points *sets = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = build(&sets[i]);
}
