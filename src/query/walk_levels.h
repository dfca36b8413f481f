/* SPDX-License-Identifier: MIT */
/* The leveled functions that the table in walk.c is made of. */
#ifndef TACTI_QUERY_WALK_LEVELS_H
#define TACTI_QUERY_WALK_LEVELS_H

#include "query/walk.h"

#define TACTI_DECLARE_WALKS(level)                                                                 \
    tacti_walk_end tacti_walk_contacts_##level(tacti_contact_walk *walk);                          \
    tacti_walk_end tacti_walk_distance_##level(tacti_distance_walk *walk);                         \
    tacti_walk_end tacti_walk_self_##level(tacti_contact_walk *walk);                              \
    void tacti_walk_nearest_##level(tacti_point_walk *walks, uint32_t count);                      \
    void tacti_walk_ray_##level(tacti_ray_walk *walk);                                             \
    void tacti_walk_rays_##level(tacti_ray_walk *walks, uint32_t count);                           \
    tacti_proof_end tacti_walk_proof_##level(tacti_proof_walk *walk);                              \
    tacti_walk_end tacti_walk_object_##level(struct tacti_object_walk *walk);
TACTI_DECLARE_WALKS(baseline)
TACTI_DECLARE_WALKS(avx2)
TACTI_DECLARE_WALKS(avx512)
#undef TACTI_DECLARE_WALKS

#endif
