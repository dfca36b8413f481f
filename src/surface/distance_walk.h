/* SPDX-License-Identifier: MIT */
/* The walk over a pair of hierarchies that finds the nearest triangles, or with a limit, whether
 * any are that near. */
#ifndef TACTI_SURFACE_DISTANCE_WALK_H
#define TACTI_SURFACE_DISTANCE_WALK_H

#include "base/simd.h"
#include "frame/mesh_pair.h"
#include "frame/meter.h"

typedef struct tacti_distance_walk tacti_distance_walk;

/* The search for the nearest pair of triangles. */
struct tacti_distance_walk {
    const tacti_pair *pair;
    tacti_meter *meter;
    double relative_error, absolute_error;
    /* The nearest pair so far, with which a search may be seeded. If no pair is known, distance is
     * infinite and a is TACT_NO_TRIANGLE. */
    double distance;
    uint32_t a, b;
    bool is_guess; /* the walk drops this pair unless it is near enough at once */
    /* The pair that was seeded last, and its gap. No triangles if there is none. */
    tacti_triangle_pair known;
    tact_gap gap;
    /* The pair of least extent among all pairs measured at this distance, and that extent. The
     * upper bound of this pair is the least, and does not depend on which mesh is a. */
    tacti_triangle_pair tightest;
    double extent; /* infinite if it is not known yet */
    /* Pairs further apart than this do not matter; infinite to find the distance. */
    double limit;
    /* No pair that was left out is closer than this. */
    double least_left_out;
    /* Called at most once, if the walk is lost, to replace the nearest pair so far by a nearer one.
     * NULL for none. */
    void (*improve)(tacti_distance_walk *walk);
    const tacti_placed *placed[2]; /* for improve */
};

typedef tacti_walk_end tacti_distance_walker(tacti_distance_walk *walk);
TACTI_DECLARE_LEVELS(tacti_distance_walker, tacti_walk_distance)

#endif
