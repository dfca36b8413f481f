/* SPDX-License-Identifier: MIT */
/* What is known about the inside of a mesh, for queries. */
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
    bool is_simple;       /* no triangle meets another one beyond shared corners and edges */
    tacti_shells *shells; /* of a closed mesh; NULL otherwise */
    tacti_seams *seams;   /* of a watertight mesh that is not closed and simple; NULL otherwise */
    tacti_winding_moments *moments; /* of a mesh that is not watertight; NULL otherwise */
};

/* How far the winding number of an open mesh may be from a whole number for a point to count as
 * inside or outside. The number differs from that of the same mesh with closed holes by the share
 * of the full solid angle under which the closing part is seen. So a number within a quarter is
 * rounded right unless the missing part fills three quarters of the view. Near a large hole the
 * number is about one half, and the point counts as neither. */
#define TACTI_WINDING_MARGIN 0.25

/* Locates a point that does not lie on the mesh: 1 for inside, -1 for outside, 0 for not known. It
 * is not known if the meter (may be NULL) is stopped, or if the mesh is open and the winding number
 * is not proven to be within the margin of a whole number. is_on_surface may be NULL; it receives
 * whether the point lies on the mesh. */
int tacti_point_in_filled(const tacti_filled *mesh, tact_vec3 point, tacti_meter *meter,
                          bool *is_on_surface);

#endif
