/* SPDX-License-Identifier: MIT */
/* A solid near a line on its surface: the wedge between two half-planes that end at the line. The
 * line is an edge of the surface or runs through a face. In a face the half-planes are the two
 * halves of the face's plane. All answers are exact for placed coordinates. */
#ifndef TACTI_INSIDE_WEDGE_H
#define TACTI_INSIDE_WEDGE_H

#include "frame/placed.h"
#include "frame/placed_triangle.h"
#include "inside/shells.h"

/* If the line points towards the viewer, a counterclockwise turn from the half-plane of apex[0] to
 * that of apex[1] passes through the side of the surface's normals. */
typedef struct tacti_wedge {
    tact_vec3 from, to;  /* two points of the line */
    tact_vec3 apex[2];   /* a point of each half-plane */
    int turn;            /* sign of the sine of the angle from apex[0] to apex[1]; 0 for a plane */
    bool is_solid_ahead; /* the solid is on the side of the normals */
} tacti_wedge;

/* The turn of a triangle's corners (-1 or 1) in the projection along *axis, the first axis along
 * which the triangle is not seen edge-on. If it has no area: 0, and *axis becomes 3. */
int tacti_find_turn(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c, unsigned *axis);

/* The part of a triangle that contains the inner points of a segment whose ends are in these two
 * parts: an edge, or TACT_FEATURE_FACE. */
tact_feature tacti_feature_between(tact_feature one, tact_feature other);

/* Whether two triangles share a segment that is on no edge of either: they go through each other.
 */
bool tacti_is_through(const tact_overlap *overlap);

/* The wedge at an edge (0 to 2) of a triangle of a closed mesh. */
tacti_wedge tacti_wedge_at_edge(const tacti_placed *mesh, const tacti_shells *shells,
                                uint32_t triangle, unsigned edge);

/* The wedge at a line from one point to another that runs through the inside of a placed triangle.
 * False if the triangle has no area, or does not have corners on both sides of the line. */
bool tacti_wedge_in_face(const tact_triangle *t, const tact_vec3 line[2], bool is_solid_ahead,
                         tacti_wedge *out);

typedef enum tacti_whereabouts { TACTI_INSIDE, TACTI_OUTSIDE, TACTI_ON_SURFACE } tacti_whereabouts;

/* Locates the half-plane that ends at the line and contains a point beside it, near the line. */
tacti_whereabouts tacti_wedge_locate(const tacti_wedge *wedge, const tact_vec3 *point);

/* Whether two triangles in one plane have their normals on the same side of it. */
bool tacti_normals_agree(const tact_triangle *a, const tact_triangle *b);

#endif
