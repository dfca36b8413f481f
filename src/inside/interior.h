/* SPDX-License-Identifier: MIT */
/* The inside of a mesh, as queries see it. */
#ifndef TACTI_INSIDE_INTERIOR_H
#define TACTI_INSIDE_INTERIOR_H

#include "bvh/bvh.h"
#include "inside/interiors.h"

#include "inside/seams.h"
#include "inside/shells.h"
#include "inside/moments.h"

struct tacti_interior {
    const tact_context *context;
    const tacti_bvh *bvh;
    bool is_simple;         /* no triangle meets another one beyond what they share */
    tacti_shells *shells;   /* of a closed mesh; NULL otherwise */
    tacti_seams *seams;     /* of a watertight mesh that is not closed and simple; NULL otherwise */
    tacti_moments *moments; /* of a mesh that is not watertight, for its winding number; or NULL */
};

/* How far the winding number of an open mesh may be from a whole number for a point to count as
 * inside or outside. It differs from that of the same mesh with its holes closed by the share of
 * the full solid angle under which the closing part is seen. So a number within a quarter is
 * rounded right unless the missing part fills three quarters of the view. Near a large hole, where
 * the number is about one half, nothing is said. */
#define TACTI_WINDING_MARGIN 0.25

/* Where a point is that does not lie on the mesh: 1 inside, -1 outside, 0 not known. Not known is
 * a point whose winding number is not proven to be within the margin of a whole number, which
 * happens for open meshes only, or if the meter (may be NULL) is stopped. is_on_surface may be
 * NULL; it becomes true if the point lies on the mesh. */
int tacti_point_in_filled(const tacti_filled *mesh, tact_vec3 point, tacti_meter *meter,
                          bool *is_on_surface);

#endif
