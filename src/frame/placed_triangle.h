/* SPDX-License-Identifier: MIT */
/* Single placed triangles. */
#ifndef TACTI_FRAME_PLACED_TRIANGLE_H
#define TACTI_FRAME_PLACED_TRIANGLE_H

#include <tact/frame.h>

#include "base/assert.h"
#include "frame/placed.h"
#include "bvh/node.h"
#include "math/vec.h"

static inline tact_triangle tacti_placed_triangle(const tacti_placed *placed, uint32_t triangle) {
    TACTI_ASSERT(triangle < placed->bvh->triangle_count);
    tact_triangle t;
    tacti_bvh_corners(placed->bvh, triangle, t.v);
    for (int i = 0; i < 3; i++)
        t.v[i] = tacti_pose_place(&placed->pose, t.v[i]);
    return t;
}

/* tact_triangle_contains(), quicker if the point is outside the triangle's box. */
static inline bool tacti_triangle_holds(const tact_triangle *t, const tact_vec3 *point) {
    const tact_vec3 *v = t->v;
    if ((point->x < v[0].x && point->x < v[1].x && point->x < v[2].x) ||
        (point->x > v[0].x && point->x > v[1].x && point->x > v[2].x) ||
        (point->y < v[0].y && point->y < v[1].y && point->y < v[2].y) ||
        (point->y > v[0].y && point->y > v[1].y && point->y > v[2].y) ||
        (point->z < v[0].z && point->z < v[1].z && point->z < v[2].z) ||
        (point->z > v[0].z && point->z > v[1].z && point->z > v[2].z))
        return false;
    return tact_triangle_contains(t, *point, NULL);
}

/* Whether both triangles exist in their meshes. */
static inline bool tacti_triangle_pair_is_valid(tacti_triangle_pair pair, const tacti_bvh *a,
                                                const tacti_bvh *b) {
    return pair.a < a->triangle_count && pair.b < b->triangle_count;
}

#endif
