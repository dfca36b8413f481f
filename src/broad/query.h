/* SPDX-License-Identifier: MIT */
/* Questions about single boxes and nodes: see query.c. */
#ifndef TACTI_BROAD_QUERY_H
#define TACTI_BROAD_QUERY_H

#include "broad/broad.h"

/* A ray, a box that moves along a line, or a point. */
typedef struct tacti_visit {
    const tact_broad *broad;
    tact_broad_visitor *visitor;
    void *user;
    double limit;
    bool is_moving;
    int kind[3];                     /* of the direction along an axis */
    double lo[3], hi[3], inverse[3]; /* the box; for a ray and a point lo is hi */
} tacti_visit;

/* The parameter or the distance of a box: at least 0, or negative if what moves misses it. */
double tacti_visit_measure(const tacti_visit *visit, const tact_box *box);

/* Whether a box with this measure has to be visited. */
bool tacti_visit_wants(const tacti_visit *visit, double t);

#endif
