/* SPDX-License-Identifier: MIT */
/* What is around a segment: the triangles of one or two watertight meshes that come to it cut it
 * into pieces, and around each piece space falls into sectors between half-planes. In each sector
 * both winding numbers are constant near the piece. All answers are exact for placed coordinates.
 */
#ifndef TACTI_INSIDE_AROUND_H
#define TACTI_INSIDE_AROUND_H

#include <tact/frame.h>

#include "frame/placed.h"
#include "frame/meter.h"
#include "exact/cut.h"

/* A placed triangle. */
typedef struct tacti_face {
    tact_triangle triangle;
    int side;   /* whose it is: 0 or 1 */
    int weight; /* how often it is there; negative where it is turned */
} tacti_face;

struct tacti_span;
struct tacti_half;

typedef struct tacti_around {
    const tact_context *context;
    const tacti_placed *placed[2]; /* the second may be NULL: it winds around nothing */
    /* In which there are points, near what was looked at: seen[in the first][in the second]. */
    bool seen[2][2];
    bool is_out_of_memory;
    tacti_meter
        *meter; /* of winding numbers; NULL for none. Nothing is noted once it is stopped. */
    /* Those that the next segment may have at it. */
    tacti_face *faces;
    uint32_t face_count, face_capacity;
    /* Of the segment under way. */
    tacti_cut *cuts;
    uint32_t cut_count, cut_capacity;
    uint32_t *order; /* cuts that differ, along the segment */
    uint32_t order_count, order_capacity;
    struct tacti_span *spans;
    uint32_t span_count, span_capacity;
    struct tacti_half *halves;
    uint32_t half_count, half_capacity;
} tacti_around;

tacti_around tacti_around_begin(const tact_context *context, const tacti_placed *first,
                                const tacti_placed *second);
void tacti_around_end(tacti_around *around);

/* Takes a triangle for the next segment. One without area is left out. */
void tacti_around_add(tacti_around *around, const tacti_face *face);

/* Looks around a segment between two different points and forgets the triangles. They must hold
 * all triangles of either mesh that have an inner point of the segment, but for such without area;
 * one of them must hold the segment. */
void tacti_around_look(tacti_around *around, const tact_vec3 end[2]);

/* Whether its meter is stopped. */
static inline bool tacti_around_is_stopped(const tacti_around *around) {
    return around->meter != NULL && tacti_meter_is_stopped(around->meter);
}

/* Notes that there are points with these winding numbers. */
void tacti_around_note(tacti_around *around, const int number[2]);

/* Whether all that matters has been seen: of one mesh, points inside and points outside. */
static inline bool tacti_around_is_crossing(const tacti_around *around) {
    if (around->placed[1] == NULL)
        return around->seen[1][0] && around->seen[0][0];
    return around->seen[1][1] && around->seen[1][0] && around->seen[0][1];
}

#endif
