/* SPDX-License-Identifier: MIT */
/* How the triangles of a watertight mesh that touches itself are connected: which of them count,
 * the sides at each edge, the triangles that each one touches beyond shared corners and edges, and
 * what is beside each triangle. Computed once per mesh, at its own coordinates.
 *
 * Triangles with the same corners are one triangle with a weight: their number, where turned ones
 * count as negative. A triangle of weight 0 bounds nothing and does not count. Neither does a
 * triangle without area. Winding numbers are the same without both kinds.
 *
 * A mesh crosses itself if two of its triangles, not in one plane, share a segment that is on no
 * edge of either. Sheets that meet along edges or at corners, or that lie on each other, only
 * touch. */
#ifndef TACTI_INSIDE_SEAMS_H
#define TACTI_INSIDE_SEAMS_H

#include <tact/bvh.h>

#include "bvh/bvh.h"
#include "frame/placed.h"
#include "inside/around.h"

/* What is beside a triangle: points inside or outside the solid near its edges, and, only for
 * a triangle without partners, points inside on the side of its normal. */
#define TACTI_SHOWS_INSIDE 1
#define TACTI_SHOWS_OUTSIDE 2
#define TACTI_SHOWS_INSIDE_AHEAD 4

typedef struct tacti_seams {
    const tact_context *context;
    uint32_t triangle_count;
    /* The mesh crosses itself, or it has too many touching triangles or too large coordinates to
     * decide that. The other fields are then incomplete. */
    bool is_crossing;
    int32_t *weights;
    uint32_t *edges; /* side 3 t + i of a triangle with a weight -> its edge */
    uint32_t edge_count;
    uint32_t *edge_starts; /* edge -> its first place in sides; one more at the end */
    uint32_t *sides;       /* by edge */
    /* Triangle -> its first place in partners; one more at the end. A partner is another triangle
     * with a weight that it meets beyond shared corners and edges. */
    uint32_t *partner_starts;
    uint32_t *partners;
    uint8_t *shows; /* triangle -> what is beside it */
    uint32_t *of;   /* triangle with a weight -> its shell; shells are connected by edges */
    uint32_t shell_count;
    uint32_t *first;      /* shell -> its first triangle */
    uint8_t *shell_shows; /* shell -> what is beside its triangles */
} tacti_seams;

/* The hierarchy must be made with the option solid, and its mesh must be watertight. Returns
 * TACT_OUT_OF_MEMORY if there is no memory. */
tact_status tacti_seams_create(const tact_context *context, const tacti_bvh *bvh,
                               tacti_seams **out);
void tacti_seams_destroy(tacti_seams *seams); /* NULL is allowed */
size_t tacti_seams_bytes(const tacti_seams *seams);

static inline bool tacti_seams_has_partners(const tacti_seams *seams, uint32_t triangle) {
    return seams->partner_starts[triangle] != seams->partner_starts[triangle + 1];
}

/* Adds to around all triangles of the mesh that can contain inner points of a side of a triangle
 * with a weight. They are added as triangles of mesh number of, 0 or 1. */
void tacti_seams_add_faces(const tacti_seams *seams, const tacti_placed *placed, uint32_t side,
                           int of, tacti_around *around);

#endif
