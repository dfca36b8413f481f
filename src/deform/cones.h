/* SPDX-License-Identifier: MIT */
/* Normal cones and contours over a step: what proves that a patch does not touch itself.
 *
 * Let n be a direction, and project along it onto a plane. Suppose that at one time
 *   (1) every triangle of the patch has a normal with n . normal > 0, and
 *   (2) the projected contour of the patch, one closed polygon, does not touch itself.
 * Then features of the patch that share no vertex do not touch each other at that time.
 *
 * Proof. By (1), projected triangles are positive, so a point that is on no projected side is in as
 * many of them as its winding number with respect to the sum of their boundaries, the contour. By
 * (2), a winding number is 0 or of one sign and at most 1: no two projected triangles overlap.
 * Let x be a vertex v of the patch that is projected into a face f without v, or onto an edge
 * without v. Close to x, the triangles at v cover: all, if x is not on the projected contour (their
 * sides at v cancel each other, so they go around v); the whole inner side, if v is a vertex of the
 * contour (they begin and end with its two sides, and there is only one inner side at x). If v is
 * not on the contour but x is, then the triangles at the vertex or the side of the contour that is
 * projected to x cover the whole inner side there, where those at v are too: some triangle would
 * overlap another, unless v is that vertex. So the triangles at v cover all places close to x that
 * are covered at all. f is one of them, and has no corner v: a contradiction. The same holds for
 * an edge and the triangle that it is a side of, whose third corner cannot be v because it would be
 * flat. If the insides of two edges cross, the triangles at them overlap, unless they are
 * one triangle, whose sides share a vertex. If they lie on each other, one has an end on the other.
 *
 * The proof asks nothing else of the patch: it may be open, have edges with many triangles, or
 * repeat triangles; then the contour is not a polygon or (1) or (2) fails. Loose edges and points
 * are features of no patch. C. Volino and N. Magnenat-Thalmann (1994) have these conditions for
 * smooth surfaces, where (1) asks for connected patches and says nothing of vertices around which
 * triangles go twice.
 *
 * Over a step, (1) and (2) have to hold at all times. Corners move along straight lines, so normals
 * and the areas that decide (2) are quadratic in time, and their Bernstein coefficients bound them
 * (M. Tang, S. Curtis, S.-E. Yoon, D. Manocha, 2009). */
#ifndef TACTI_DEFORM_CONES_H
#define TACTI_DEFORM_CONES_H

#include <tact/math.h>

/* Directions with coordinates -1, 0 and 1: the first 13, and their opposites in the same order. Any
 * normal is within 28 degrees of one. */
#define TACTI_CONE_AXES 13
#define TACTI_CONE_ALL ((UINT32_C(1) << 2 * TACTI_CONE_AXES) - 1)

/* Bit i is set if n . normal > 0 for direction i over the whole step, proven. Also adds the normal
 * at the start, rounded, to a sum. */
uint32_t tacti_cone_of_triangle(const tact_vec3 *start, const tact_vec3 *end,
                                const uint32_t corners[3], double sum[3]);
/* The direction of a set, not empty, that has the least angle to a normal; rounded. */
uint32_t tacti_cone_choose(uint32_t cone, const double normal[3]);

/* A vertex of a contour in the plane at both ends of the step, and the box of a side over it. */
typedef struct tacti_contour_point {
    double at[2][2];     /* time, coordinate */
    double lo[2], hi[2]; /* of the side from here to the next one */
} tacti_contour_point;

/* Whether (2) holds over the whole step, proven. count is at least 3; points is room for as many,
 * and so is boxes. */
bool tacti_contour_is_simple(const tact_vec3 *start, const tact_vec3 *end, const uint32_t *contour,
                             uint32_t count, uint32_t direction, tacti_contour_point *points);

#endif
