/* SPDX-License-Identifier: MIT */
/* Exact winding numbers of watertight meshes, and whether one mesh lies inside another. */
#ifndef TACTI_INSIDE_INSIDE_H
#define TACTI_INSIDE_INSIDE_H

#include <tact/frame.h>

#include "inside/interiors.h"
#include "frame/placed.h"
#include "frame/meter.h"
#include "exact/cut.h"

/* How often the placed mesh, which must be watertight, winds around a point that is not on it. For
 * all winding numbers here, the meter counts tests but no pairs of nodes; NULL for no limit. If the
 * meter is stopped, the number means nothing. */
int tacti_whole_winding(const tacti_placed *mesh, tact_vec3 point, tacti_meter *meter);

/* A point that is infinitely near at[0]: at[0] + e (at[1] - at[0]) + e^2 (at[2] - at[0]), with e
 * positive and smaller than any number. It has one to three terms; the rest is left out. */
typedef struct tacti_near {
    tact_vec3 at[3];
    const tacti_cut *cut[2]; /* NULL, or a point that replaces at[0] or at[1] */
    int count;               /* of terms */
    uint32_t except;         /* a triangle that is left out, or TACT_NO_TRIANGLE */
    const uint32_t *labels;  /* of the triangles; NULL for none */
    uint32_t label;          /* triangles with this label are also counted on their own */
    bool tests_surface;      /* also determine is_on_surface */
} tacti_near;

typedef struct tacti_near_winding {
    int all;            /* of all triangles but the one left out */
    int labelled;       /* of those triangles that have the label */
    bool is_on_surface; /* The point lies on a triangle; false unless tests_surface. A triangle
                           without area contains no point but at[0] itself, if it is the only
                           term. */
} tacti_near_winding;

/* How often the placed mesh winds around a point. If the point lies on a triangle, the answer is
 * that of a point moved by (d, e^3, e^4). Here d is as much smaller than e^2 as e^3 is smaller than
 * d. */
tacti_near_winding tacti_winding_near(const tacti_placed *mesh, const tacti_near *near,
                                      tacti_meter *meter);

/* For meshes that do not touch: the first triangle of a piece of content that lies inside the
 * filled mesh, or TACT_NO_TRIANGLE if there is none or the meter is stopped. Both hierarchies were
 * made with the option solid. */
uint32_t tacti_find_inside(const tacti_placed *content, const tacti_placed *filled,
                           tacti_meter *meter);

#endif
