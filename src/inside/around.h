/* SPDX-License-Identifier: MIT */
/* What is around a segment. The triangles of one or two watertight meshes that meet the segment cut
 * it into pieces. Around each piece, space falls into sectors between half-planes. In each sector
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
    int side;   /* the mesh that it belongs to: 0 or 1 */
    int weight; /* how often the mesh has it; negative if it is turned */
} tacti_face;

struct tacti_around_span;
struct tacti_around_half;

typedef struct tacti_around {
    const tact_context *context;
    const tacti_placed *placed[2]; /* the second may be NULL: it winds around nothing */
    /* Whether there are such points near the segments so far: seen[in the first][in the second]. */
    bool seen[2][2];
    bool is_out_of_memory;
    /* Of winding numbers; NULL for no limit. Nothing is noted once it is stopped. */
    tacti_meter *meter;
    /* Those that may meet the next segment. */
    tacti_face *faces;
    uint32_t face_count, face_capacity;
    /* Of the current segment. */
    tacti_cut *cuts;
    uint32_t cut_count, cut_capacity;
    uint32_t *order; /* the numbers of different cuts, along the segment */
    uint32_t order_count, order_capacity;
    struct tacti_around_span *spans;
    uint32_t span_count, span_capacity;
    struct tacti_around_half *halves;
    uint32_t half_count, half_capacity;
} tacti_around;

tacti_around tacti_around_begin(const tact_context *context, const tacti_placed *first,
                                const tacti_placed *second);
void tacti_around_end(tacti_around *around);

/* Adds a triangle for the next segment. Triangles without weight or area are ignored. */
void tacti_around_add(tacti_around *around, const tacti_face *face);

/* Looks around a segment between two different points, and forgets the triangles that were added.
 * They must include every triangle of either mesh that has area and an inner point of the segment.
 * At least one of them must contain the segment. */
void tacti_around_look(tacti_around *around, const tact_vec3 end[2]);

/* Whether the meter is stopped. */
static inline bool tacti_around_is_stopped(const tacti_around *around) {
    return around->meter != NULL && tacti_meter_is_stopped(around->meter);
}

/* Notes that there are points with these winding numbers. */
void tacti_around_note(tacti_around *around, const int number[2]);

/* Whether everything that matters has been seen. For one mesh: points inside and points outside.
 * For two meshes: points inside both, and inside each without the other. */
static inline bool tacti_around_is_crossing(const tacti_around *around) {
    if (around->placed[1] == NULL)
        return around->seen[1][0] && around->seen[0][0];
    return around->seen[1][1] && around->seen[1][0] && around->seen[0][1];
}

#endif
