/* SPDX-License-Identifier: MIT */
/* The adapter to GTS. The library exports its predicates but does not install a header for them, so
 * they are declared here. Its orient3d is positive if the fourth point is below the plane; the sign
 * of tact is the opposite. */
#include "gts.h"
#include "inputs.h"

double orient2d(double *pa, double *pb, double *pc);
double orient3d(double *pa, double *pb, double *pc, double *pd);

static int32_t sign_of(double x) {
    return (x > 0) - (x < 0);
}

/* GTS takes pointers that are not const but does not write through them. The coordinates of a point
 * are adjacent in memory. */
static double *coordinates2(const tact_vec2 *point) {
    return (double *)(uintptr_t)&point->x;
}

static double *coordinates3(const tact_vec3 *point) {
    return (double *)(uintptr_t)&point->x;
}

void peer_gts_orient2d(const void *inputs, size_t count, bench_answers answers) {
    const points2 *points = inputs;
    for (size_t i = 0; i < count; i++) {
        const points2 *p = &points[i];
        answers.verdict[i] =
            sign_of(orient2d(coordinates2(&p->a), coordinates2(&p->b), coordinates2(&p->c)));
    }
}

void peer_gts_orient3d(const void *inputs, size_t count, bench_answers answers) {
    const points3 *points = inputs;
    for (size_t i = 0; i < count; i++) {
        const points3 *p = &points[i];
        answers.verdict[i] = -sign_of(orient3d(coordinates3(&p->a), coordinates3(&p->b),
                                               coordinates3(&p->c), coordinates3(&p->d)));
    }
}
