/* SPDX-License-Identifier: MIT */
/* Single placed triangles. */
#ifndef TACTI_QUERY_PLACED_H
#define TACTI_QUERY_PLACED_H

#include <tact/query.h>

#include "bvh/node.h"
#include "math/vec.h"

static inline tact_triangle tacti_placed_triangle(const tact_placed *placed, uint32_t triangle) {
    const uint32_t *corner = placed->bvh->indices + 3 * (size_t)triangle;
    tact_triangle t;
    for (int i = 0; i < 3; i++)
        t.v[i] = tacti_pose_place(&placed->pose, placed->bvh->vertices[corner[i]]);
    return t;
}

#endif
