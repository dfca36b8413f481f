/* SPDX-License-Identifier: MIT */
/* What the queries for contact and for distance share. */
#ifndef TACTI_SURFACE_SURFACE_PARTS_H
#define TACTI_SURFACE_SURFACE_PARTS_H

#include "frame/placed.h"
#include "frame/meter.h"
#include "frame/mesh_pair.h"

/* Whether the pair of triangles that the cache (may be NULL) remembers touches now. */
bool tacti_cached_contact(const tacti_placed *a, const tacti_placed *b,
                          const tacti_pair_cache *cache);

/* For solid meshes whose surfaces do not touch: whether a piece of one mesh lies inside the other.
 * *inside becomes a triangle of that piece, and TACT_NO_TRIANGLE for the other mesh. If the meter
 * is stopped, false means nothing. */
bool tacti_contained(const tacti_placed *a, const tacti_placed *b, tacti_meter *meter,
                     tacti_triangle_pair *inside);

/* A point of the piece that tacti_contained() found. */
tact_vec3 tacti_contained_point(const tacti_placed *a, const tacti_placed *b,
                                tacti_triangle_pair inside);

#endif
