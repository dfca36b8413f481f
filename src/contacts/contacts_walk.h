/* SPDX-License-Identifier: MIT */
/* The walks over a pair of hierarchies that find touching triangles. */
#ifndef TACTI_CONTACTS_CONTACTS_WALK_H
#define TACTI_CONTACTS_CONTACTS_WALK_H

#include "base/simd.h"
#include "frame/mesh_pair.h"
#include "frame/meter.h"

/* Takes at most eight pairs of touching triangles. Returning false ends the walk. */
typedef bool tacti_take_pairs(void *user, const tacti_triangle_batch *pairs);

typedef struct tacti_contact_walk {
    const tacti_pair *pair;
    tacti_take_pairs *take;
    void *user;
    bool wants_first; /* only the first contact matters: open boxes that overlap most first */
    bool is_single;   /* take ends the walk at the first pair, so later ones need not be decided */
    tacti_meter *meter;
} tacti_contact_walk;

/* A walk that finds pairs. */
typedef tacti_walk_end tacti_pair_walk(tacti_contact_walk *walk);
TACTI_DECLARE_LEVELS(tacti_pair_walk, tacti_walk_contacts)
TACTI_DECLARE_LEVELS(tacti_pair_walk, tacti_walk_self)

/* Finds touching triangles of two meshes, at the SIMD level of the pair. */
tacti_walk_end tacti_walk_contacts(tacti_contact_walk *walk);

/* Finds the self pairs a < b of bvh[0] (self_pair.h), at the SIMD level of the pair. */
tacti_walk_end tacti_walk_self(tacti_contact_walk *walk);

#endif
