/* SPDX-License-Identifier: MIT */
/* Points of segments, each given by what cuts the segment there: a plane, an edge, or a corner on
 * the line of the segment. Such a point is rational. Signs at it are exact for every input whose
 * coordinates are below 2^501 in magnitude.
 *
 * The cutter is a function f that is linear along the segment from p to q: a determinant of degree
 * 3, 2 or 1 in coordinates. If f(p) and f(q) have different signs, the point where f is 0 is
 *     (|f(q)| p + |f(p)| q) / (|f(p)| + |f(q)|),
 * so another linear function g has the sign of |f(q)| g(p) + |f(p)| g(q) there. Of two points of
 * one segment, the point of f comes before the point of g if |f(p)| |g(q)| < |g(p)| |f(q)|. Both
 * are sums of two products of degree 6 at most. */
#ifndef TACTI_EXACT_CUT_H
#define TACTI_EXACT_CUT_H

#include "exact/det.h"

typedef struct tacti_cut {
    tact_vec3 end[2]; /* the segment */
    int degree;       /* of the function; 0: the point is end[0] */
    /* 3: orient3d(by[0], by[1], by[2], x); 2: orient2d(by[0], by[1], x) without the axis;
     * 1: x - by[0] along the axis. */
    tact_vec3 by[3];
    unsigned axis;
    tacti_scaled weight[2]; /* of the ends, relative error at most 2^-51; not negative */
} tacti_cut;

/* The point end[0] of a segment. */
tacti_cut tacti_cut_start(const tact_vec3 *from, const tact_vec3 *to);

/* Where a segment meets the plane of a triangle. The ends of the segment must be on different
 * sides, or one of them in the plane. */
tacti_cut tacti_cut_by_plane(const tact_vec3 end[2], const tact_vec3 by[3]);

/* Where a segment meets the line from by[0] to by[1]. Both lie in one plane, which is not parallel
 * to the axis. The ends of the segment must be on different sides, or one of them on the line. */
tacti_cut tacti_cut_by_line(const tact_vec3 end[2], const tact_vec3 by[2], unsigned axis);

/* A point of the segment; the ends differ along the axis. */
tacti_cut tacti_cut_at(const tact_vec3 end[2], const tact_vec3 *point, unsigned axis);

/* Which of two points of one segment comes first: -1, 0 or 1. */
int tacti_cut_compare(const tacti_cut *a, const tacti_cut *b);

/* The signs of tacti_orient2d_dropped() and tacti_orient3d() with the point last. */
int tacti_cut_orient2d(const tact_vec3 *a, const tact_vec3 *b, const tacti_cut *x, unsigned axis);
int tacti_cut_orient3d(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                       const tacti_cut *x);

/* The point, rounded, and the largest error along each axis. */
tact_vec3 tacti_cut_round(const tacti_cut *x, double *error);

#endif
