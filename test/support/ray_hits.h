/* SPDX-License-Identifier: MIT */
/* All hits of a ray in order, collected from a visit. */
#ifndef TEST_RAY_HITS_H
#define TEST_RAY_HITS_H

#include "probe/points.h"

/* The first hits, as many as there is room for, and the number of all hits. */
typedef struct ray_hits {
    tacti_mesh_hit *hits;
    size_t capacity;
    size_t count;
} ray_hits;

/* Visits all hits and keeps the first ones in order of t, then triangle. */
tact_status ray_hits_collect(const tacti_placed *mesh, tact_ray ray, double t_max,
                             tacti_ray_limits *limits, ray_hits *out);

#endif
