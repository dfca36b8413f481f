/* SPDX-License-Identifier: MIT */
/* Boxes in motion, in three distributions. Corners are rounded to float, so that contenders that
 * compute in float see the same boxes. */
#ifndef TACT_BENCH_BROAD_BOXES_H
#define TACT_BENCH_BROAD_BOXES_H

#include <tact/math.h>

/* The first three are for the comparison with peers. Two sizes: as mixed, but one box in a hundred
 * has edges around 10, the others around 0.1. */
typedef enum boxes_kind {
    BOXES_UNIFORM,
    BOXES_CLUSTERED,
    BOXES_MIXED,
    BOXES_KINDS,
    BOXES_TWO_SIZES = BOXES_KINDS
} boxes_kind;

extern const char *const boxes_names[BOXES_KINDS + 1];

/* How boxes move: as for the comparison with peers, by 1 % of the edge in each frame, or one in a
 * hundred as for peers and the others not at all. */
typedef enum boxes_motion { BOXES_WANDER, BOXES_CREEP, BOXES_REST } boxes_motion;

typedef struct boxes_world {
    uint64_t random;
    size_t count;
    boxes_motion motion;
    tact_vec3 *center, *half, *velocity;
    tact_box *boxes;
} boxes_world;

boxes_world boxes_create(boxes_kind kind, boxes_motion motion, size_t count, uint64_t seed);
void boxes_destroy(boxes_world *world);
/* Moves every box a little. */
void boxes_step(boxes_world *world);

#endif
