/* SPDX-License-Identifier: MIT */
/* Two watertight surfaces under comparison that may touch themselves but do not cross themselves;
 * see relate_touching.c. */
#ifndef TACTI_RELATION_TOUCHING_H
#define TACTI_RELATION_TOUCHING_H

#include "frame/placed.h"
#include "inside/interior.h"

/* A placed mesh that has seams, or is closed and simple. */
typedef struct tacti_skin {
    const tacti_placed *placed;
    const tacti_seams *seams;   /* NULL for a simple mesh */
    const tacti_shells *shells; /* of a simple mesh */
} tacti_skin;

static inline int tacti_skin_weight(const tacti_skin *skin, uint32_t triangle) {
    return skin->seams == NULL ? 1 : skin->seams->weights[triangle];
}

/* Whether no triangle of the mesh meets this one beyond shared corners and edges. */
static inline bool tacti_skin_is_plain(const tacti_skin *skin, uint32_t triangle) {
    return skin->seams == NULL || !tacti_seams_has_partners(skin->seams, triangle);
}

/* What is beside a triangle with a weight: TACTI_SHOWS_INSIDE and so on. */
static inline unsigned tacti_skin_shows(const tacti_skin *skin, uint32_t triangle) {
    if (skin->seams != NULL)
        return skin->seams->shows[triangle];
    tacti_solid_side solid = skin->shells->solid[skin->shells->of[triangle]];
    return TACTI_SHOWS_INSIDE | (solid != TACTI_SOLID_BOTH ? TACTI_SHOWS_OUTSIDE : 0) |
           (solid != TACTI_SOLID_BEHIND ? TACTI_SHOWS_INSIDE_AHEAD : 0);
}

/* Two triangles, one of each mesh, and their intersection. */
typedef struct tacti_meeting {
    uint32_t number[2];
    tact_triangle triangle[2];
    tact_overlap overlap;
} tacti_meeting;

/* Notes what is beside two overlapping triangles in one plane that have no partners. */
void tacti_look_beside(const tacti_skin skin[2], const tacti_meeting *pair, tacti_around *around);

/* Looks around the common segment of two triangles that go through each other. Both skin and around
 * have mesh a first and b second. */
void tacti_look_through(const tacti_skin skin[2], const tacti_meeting *pair, tacti_around *around);

#endif
