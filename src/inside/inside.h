/* SPDX-License-Identifier: MIT */
/* Filled meshes: whether one lies inside the other. */
#ifndef TACTI_INSIDE_INSIDE_H
#define TACTI_INSIDE_INSIDE_H

#include <tact/frame.h>

#include "inside/interiors.h"
#include "frame/placed.h"
#include "frame/meter.h"
#include "exact/cut.h"

/* How often the placed mesh, which must be watertight, winds around a point that is not on it. As
 * for all winding numbers here, the meter counts their tests, but no pairs of nodes; NULL for none.
 * The number means nothing if the meter is stopped. */
int tacti_whole_winding(const tacti_placed *mesh, tact_vec3 point, tacti_meter *meter);

/* A point that is infinitely near at[0]: at[0] + e (at[1] - at[0]) + e^2 (at[2] - at[0]), with e
 * positive and smaller than any number; the terms that there are, one to three. */
typedef struct tacti_near {
    tact_vec3 at[3];
    const tacti_cut *cut[2]; /* NULL, or the point that stands for at[0] or at[1] */
    int count;
    uint32_t except;        /* a triangle that is left out, or TACT_NO_TRIANGLE */
    const uint32_t *labels; /* of the triangles; NULL for none */
    uint32_t label;         /* those that have this one are counted apart, too */
    bool tests_surface;     /* whether the point lies on the mesh is of interest */
} tacti_near;

typedef struct tacti_near_winding {
    int all;            /* of all triangles but the one left out */
    int labelled;       /* of these, of those that have the label */
    bool is_on_surface; /* the point lies on a triangle, where that is of interest; triangles
                           without area hold no point but at[0] itself, if it is the only term */
} tacti_near_winding;

/* How often the placed mesh winds around such a point. Where the point lies on a triangle, the
 * answer is that of a point moved by (d, e^3, e^4), where d is as much smaller than e^2 as e^3 is
 * smaller than d. */
tacti_near_winding tacti_winding_near(const tacti_placed *mesh, const tacti_near *near,
                                      tacti_meter *meter);

/* For meshes that do not touch: the first triangle of a piece of content that lies inside the
 * filled mesh, or TACT_NO_TRIANGLE if there is none or the meter is stopped. Both hierarchies were
 * made with the option solid. */
uint32_t tacti_find_inside(const tacti_placed *content, const tacti_placed *filled,
                           tacti_meter *meter);

#endif
