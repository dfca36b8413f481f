/* SPDX-License-Identifier: MIT */
/* The order of a question's vertices, and its frame of size 1. */
#include "feature/frame.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"

static int compare_vectors(const tact_vec3 *a, const tact_vec3 *b) {
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->z != b->z)
        return a->z < b->z ? -1 : 1;
    return 0;
}

static int compare_vertices(const tacti_impact_question *q, int i, int j) {
    int start = compare_vectors(&q->start[i], &q->start[j]);
    return start != 0 ? start : compare_vectors(&q->end[i], &q->end[j]);
}

static void swap_vertices(tacti_impact_question *q, int i, int j) {
    tact_vec3 start = q->start[i], end = q->end[i];
    uint32_t number = q->order[i];
    q->start[i] = q->start[j];
    q->end[i] = q->end[j];
    q->order[i] = q->order[j];
    q->start[j] = start;
    q->end[j] = end;
    q->order[j] = number;
}

static void sort_two(tacti_impact_question *q, int i, int j) {
    if (compare_vertices(q, j, i) < 0)
        swap_vertices(q, i, j);
}

tacti_impact_question tacti_impact_question_make(tact_impact_kind kind,
                                                 const tact_vec3 *const start[4],
                                                 const tact_vec3 *const end[4],
                                                 const tact_impact_options *options) {
    tacti_impact_question q = {.kind = kind, .options = options};
    for (uint32_t i = 0; i < 4; i++) {
        q.start[i] = *start[i];
        q.end[i] = *end[i];
        q.order[i] = i;
    }
    if (kind == TACT_IMPACT_VERTEX_FACE) {
        sort_two(&q, 1, 2);
        sort_two(&q, 2, 3);
        sort_two(&q, 1, 2);
        return q;
    }
    sort_two(&q, 0, 1);
    sort_two(&q, 2, 3);
    int first = compare_vertices(&q, 2, 0);
    if (first < 0 || (first == 0 && compare_vertices(&q, 3, 1) < 0)) {
        swap_vertices(&q, 0, 2);
        swap_vertices(&q, 1, 3);
    }
    return q;
}

static void load(const tact_vec3 *p, double factor, double out[3]) {
    out[0] = p->x * factor;
    out[1] = p->y * factor;
    out[2] = p->z * factor;
}

/* The vectors from vertex 0, all coordinates times a factor first. Returns the largest one. */
static double subtract(const tacti_impact_question *question, double factor,
                       tacti_impact_frame *out) {
    double size = 0;
    for (int time = 0; time < 2; time++) {
        const tact_vec3 *p = time == 0 ? question->start : question->end;
        double origin[3], other[3];
        load(&p[0], factor, origin);
        for (int i = 0; i < 3; i++) {
            load(&p[i + 1], factor, other);
            for (int k = 0; k < 3; k++) {
                out->at[time][i][k] = other[k] - origin[k];
                size = tacti_max(size, fabs(out->at[time][i][k]));
            }
        }
    }
    return size;
}

/* If a difference overflows, coordinates are halved twice before. That keeps all bits unless a
 * result is subnormal, and then errs by at most 2^-1075, with a size of at least 2^1021. Only then,
 * because features may be small where coordinates are large. */
void tacti_impact_frame_make(const tacti_impact_question *question, tacti_impact_frame *out) {
    double before = 1, size = subtract(question, before, out);
    if (!tacti_is_finite(size)) {
        before = 0x1p-2;
        size = subtract(question, before, out);
    }
    int exponent = 0;
    frexp(size, &exponent);
    /* In two steps, because 2^-exponent may overflow if size is subnormal. */
    double half = ldexp(1, -exponent / 2), rest = ldexp(1, -exponent - -exponent / 2);
    for (int i = 0; i < 18; i++) {
        double *x = &out->at[0][0][0] + i;
        *x = *x * half * rest;
    }
    double separation = question->options->separation * before * half * rest;
    out->kind = question->kind;
    /* A scaled separation that underflows errs by at most 2^-1074, below what the bounds of the
     * stages add. */
    out->separation = separation * (1 + 0x1p-50);
}

tacti_impact_verdict tacti_impact_apart(tact_impact_ending ending) {
    return (tacti_impact_verdict){
        .outcome = TACT_OUTCOME_APART, .ending = ending, .lower = HUGE_VAL, .upper = HUGE_VAL};
}
