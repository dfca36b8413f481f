/* SPDX-License-Identifier: MIT */
/* Numbers at many frames as whole numbers of few bytes. page/motion.js reads them. */
#ifndef TACT_DRAW_TRACK_H
#define TACT_DRAW_TRACK_H

#include <tact/tact.h>

#include "buffer.h"

/* Which numbers, and how they are rounded: to lo + step * q with a whole number q. The error is at
 * most half a step. */
typedef struct draw_track {
    uint32_t frames;
    size_t count;   /* numbers per frame: three per point */
    uint32_t bytes; /* of q: 2 or 3 */
    double lo[3];   /* of the coordinates in turn */
    double step;
} draw_track;

/* The least lo and step for numbers from lo to hi. */
draw_track draw_track_make(uint32_t frames, size_t count, uint32_t bytes, const double lo[3],
                           const double hi[3]);

/* Returns number i of a frame. */
typedef double draw_track_number(const void *user, uint32_t frame, size_t i);

/* Writes lo and step as doubles, then each frame as planes of bytes: all first bytes of its
 * numbers, and so on. What is written is the difference from 2 q' - q'', with q' of the frame
 * before and q'' of the one before that: 0 for what moves evenly. Frame 1 is compared with
 * q', frame 0 with 0. Differences are modulo 256^bytes, with the sign in the lowest bit. */
void draw_track_put(draw_buffer *to, const draw_track *track, draw_track_number *number,
                    const void *user);

#endif
