/* SPDX-License-Identifier: MIT */
/* Filled meshes: whether one lies inside the other. */
#ifndef TACTI_QUERY_INSIDE_H
#define TACTI_QUERY_INSIDE_H

#include <tact/query.h>

/* How often the placed mesh, which must be closed, winds around a point that is not on it. */
int tacti_winding_number(const tact_placed *mesh, tact_vec3 point);

/* For meshes that do not touch: the first triangle of a piece of content that lies inside the
 * filled mesh, or TACT_NO_TRIANGLE. Both hierarchies were made with the option solid. */
uint32_t tacti_find_inside(const tact_placed *content, const tact_placed *filled);

#endif
