/* SPDX-License-Identifier: MIT */
/* Checks of the curves of two placed meshes: whether a set is consistent in itself, and whether it
 * agrees with brute force over all pairs of triangles, without hierarchies and names of points. */
#ifndef TACT_TEST_QUERY_CURVE_TRUTH_H
#define TACT_TEST_QUERY_CURVE_TRUTH_H

#include "bodies.h"
#include "frame/placed.h"

/* Sums over all pairs of triangles. Two segments are one if both ends lie within tolerance of each
 * other. Segments and points within tolerance of a polygon belong to it. */
typedef struct curve_truth {
    uint64_t contact_count;
    uint32_t segment_count; /* each once, without those on polygons */
    uint32_t lone_count;    /* points on no segment and no polygon */
    uint32_t patch_count;
    double length;
    double area;
    bool is_general; /* all contacts are segments whose ends are inside an edge and inside a face */
} curve_truth;

curve_truth curve_truth_find(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b,
                             double tolerance);

/* Two soups as hierarchies, with their curves. */
typedef struct curve_case {
    body a, b;
    tacti_placed placed_a, placed_b;
    tact_curve_set *set;
    tact_curve_summary summary;
} curve_case;

/* Fills a set and checks it with curve_check(). */
curve_case curve_case_make(const tact_context *context, const soup *a, tact_pose pose_a,
                           const soup *b, tact_pose pose_b);
void curve_case_free(curve_case *c);

/* Checks everything that must hold for a set by itself: numbers are in range, every point comes
 * once, sources are sorted and hold their points, lengths and figures agree. */
void curve_check(const curve_case *c);

/* Compares the figures of a set with brute force, to a relative 1e-12. */
void curve_check_truth(const curve_case *c, const curve_truth *right);

/* Compares the figures of two sets. */
void curve_check_same_figures(const tact_curve_summary *x, const tact_curve_summary *y);

/* Checks that curves, patches, order and points are the same bytes, and sources if requested. */
void curve_check_same_bytes(const tact_curve_set *x, const tact_curve_set *y, bool with_sources);

#endif
