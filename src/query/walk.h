/* SPDX-License-Identifier: MIT */
/* The walks over a pair of hierarchies, one table of functions a SIMD level. */
#ifndef TACTI_QUERY_WALK_H
#define TACTI_QUERY_WALK_H

#include "query/cache.h"
#include "query/meter.h"
#include "query/pair.h"
#include "query/probe.h"

/* Gets pairs of touching triangles, at most eight at a time; false ends the walk. */
typedef bool tacti_take_pairs(void *user, const tacti_triangle_batch *pairs);

/* How a walk for contacts ended. */
typedef enum tacti_walk_end {
    TACTI_WALK_COMPLETE,
    TACTI_WALK_STOPPED,    /* by the taker */
    TACTI_WALK_INTERRUPTED /* by what the meter says */
} tacti_walk_end;

typedef struct tacti_contact_walk {
    const tacti_pair *pair;
    tacti_take_pairs *take;
    void *user;
    bool wants_first; /* only the first contact matters: look where boxes overlap most */
    tacti_meter *meter;
} tacti_contact_walk;

/* The search for the nearest pair of triangles. */
typedef struct tacti_distance_walk {
    const tacti_pair *pair;
    tacti_meter *meter;
    double relative_error, absolute_error;
    /* The nearest pair so far, with which a search may be seeded; distance is infinite and a is
     * TACT_NO_TRIANGLE where none is known. */
    double distance;
    uint32_t a, b;
    tact_vec3 between; /* of a pair to begin with: from its nearest point of a to that of b */
    /* Of all pairs that were measured at this distance the one of least extent, and that extent:
     * its upper bound is the least, and does not depend on which mesh is a. */
    tacti_triangle_pair tightest;
    double extent; /* infinite where it is not known yet */
    /* Pairs further apart than this are of no interest; infinite to find the distance. */
    double limit;
    /* No pair that was left out is closer than this. */
    double least_left_out;
} tacti_distance_walk;

#define TACTI_RAYS_AT_ONCE 16
#define TACTI_POINTS_AT_ONCE 16

/* The walk that writes the cover of a proof (see proof.h). */
typedef struct tacti_proof_walk {
    const tacti_pair *pair;
    tact_proof *proof;
    bool is_distance; /* to be shown is the distance lower; otherwise that nothing is shared */
    double lower;
    tact_vec3 between; /* from one of the nearest points to the other where known, otherwise 0 */
    uint32_t a, b;     /* become two triangles that touch, where the walk meets such */
    tacti_meter *meter;
} tacti_proof_walk;

/* How a walk for a proof ended. */
typedef enum tacti_proof_end {
    TACTI_PROOF_COMPLETE,
    TACTI_PROOF_TOUCHING,    /* two triangles touch */
    TACTI_PROOF_FAILED,      /* two triangles could not be separated */
    TACTI_PROOF_INTERRUPTED, /* by what the meter says */
    TACTI_PROOF_OUT_OF_MEMORY
} tacti_proof_end;

struct tacti_object_walk;

typedef struct tacti_walks {
    tacti_walk_end (*contacts)(tacti_contact_walk *walk);
    tacti_walk_end (*distance)(tacti_distance_walk *walk);
    /* Pairs a < b of bvh[0] that meet where they should not. */
    tacti_walk_end (*self)(tacti_contact_walk *walk);
    /* At most TACTI_POINTS_AT_ONCE points at the same time. */
    void (*nearest)(tacti_point_walk *walks, uint32_t count);
    void (*ray)(tacti_ray_walk *walk);
    /* At most TACTI_RAYS_AT_ONCE rays at the same time: while one waits for memory others go on. */
    void (*rays)(tacti_ray_walk *walks, uint32_t count);
    tacti_proof_end (*proof)(tacti_proof_walk *walk);
    tacti_walk_end (*object)(struct tacti_object_walk *walk); /* see object.h */
} tacti_walks;

/* The walks of a level; a level that this build does not have counts as the baseline. */
const tacti_walks *tacti_walks_at(tact_simd_level level);

#endif
