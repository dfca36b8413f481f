/* SPDX-License-Identifier: MIT */
/* How the triangles of a watertight mesh that touches itself hang together: which of them count,
 * the sides at each edge, the triangles that each one touches beyond shared corners and edges, and
 * what is beside them. Made once for a mesh, at its own coordinates.
 *
 * Triangles with the same corners are one triangle with a weight: how many of them there are,
 * counted as negative where they are turned. A weight of 0 bounds nothing and does not count, as
 * little as a triangle without area: winding numbers are the same without either.
 *
 * A mesh crosses itself if two of its triangles, not in one plane, share a segment that is on no
 * edge of either. Sheets that meet along edges, at corners, or lie on each other, only touch. */
#ifndef TACTI_INSIDE_SEAMS_H
#define TACTI_INSIDE_SEAMS_H

#include <tact/bvh.h>

#include "bvh/bvh.h"
#include "frame/placed.h"
#include "inside/around.h"

/* What is beside a triangle: near its edges, there are points inside the solid, and outside. Of one
 * without partners: there are points inside on the side of its normal. */
#define TACTI_SHOWS_INSIDE 1
#define TACTI_SHOWS_OUTSIDE 2
#define TACTI_SHOWS_INSIDE_AHEAD 4

typedef struct tacti_seams {
    const tact_context *context;
    uint32_t triangle_count;
    /* The mesh crosses itself, or it has too many touching triangles or too large coordinates to
     * find out: what follows is not complete. */
    bool is_crossing;
    int32_t *weights;
    uint32_t *edges; /* side 3 t + i of a triangle with a weight -> its edge */
    uint32_t edge_count;
    uint32_t *edge_starts; /* edge -> its first place in sides; one more at the end */
    uint32_t *sides;       /* by edge */
    /* Triangle -> its first place in partners; one more at the end. A partner is another triangle
     * with a weight that it meets beyond what they share. */
    uint32_t *partner_starts;
    uint32_t *partners;
    uint8_t *shows; /* triangle -> what is beside it */
    uint32_t *of;   /* triangle with a weight -> its shell: those connected by edges */
    uint32_t shell_count;
    uint32_t *first;      /* shell -> its first triangle */
    uint8_t *shell_shows; /* shell -> what is beside its triangles */
} tacti_seams;

/* The hierarchy was made with the option solid and its mesh is watertight. TACT_OUT_OF_MEMORY. */
tact_status tacti_seams_create(const tact_context *context, const tacti_bvh *bvh,
                               tacti_seams **out);
void tacti_seams_destroy(tacti_seams *seams); /* NULL is allowed */
size_t tacti_seams_bytes(const tacti_seams *seams);

static inline bool tacti_seams_has_partners(const tacti_seams *seams, uint32_t triangle) {
    return seams->partner_starts[triangle] != seams->partner_starts[triangle + 1];
}

/* Hands the triangles of the mesh that can have inner points of a side of a triangle with a weight
 * to around, as those of one of its sides. */
void tacti_seams_add_faces(const tacti_seams *seams, const tacti_placed *placed, uint32_t side,
                           int of, tacti_around *around);

#endif
